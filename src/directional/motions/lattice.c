#include "directional/motions/lattice.h"

#include <math.h>

#include "base/trig.h"

/// Direction of a line of two tiles along one axis and one tile along the other.
#define HALF_ASIDE 0.46364760900080611621

double motion_heading(int index)
{
    const int eighths = index & 7;
    const double beyond = !(index & BETWEEN_EIGHTHS) ? 0 : index & 1 ? FW_PI / 4 - HALF_ASIDE : HALF_ASIDE;
    if (beyond > 0)
        return (eighths > 3 ? eighths - 8 : eighths) * (FW_PI / 4) + beyond;
    return (eighths > 4 ? eighths - 8 : eighths) * (FW_PI / 4);
}

int motion_heading_near(double heading, int32_t headings)
{
    int nearest = 0;
    for (int i = 1; i < headings; i++)
        if (fabs(trig_wrap(heading - motion_heading(i))) < fabs(trig_wrap(heading - motion_heading(nearest))))
            nearest = i;
    return nearest;
}
