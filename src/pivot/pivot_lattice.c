#include "pivot/pivot_lattice.h"

#include <math.h>
#include <stdlib.h>

#include "base/must_hold.h"
#include "base/trig.h"
#include "base/vector.h"

static int32_t common_divisor(int32_t a, int32_t b)
{
    return b == 0 ? a : common_divisor(b, a % b);
}

static int compare_angles(const void *left, const void *right)
{
    const pivot_heading *a = left, *b = right;
    return (a->angle > b->angle) - (a->angle < b->angle);
}

void pivot_headings_list(pivot_lattice *lattice)
{
    int32_t count = 0;
    for (int32_t dy = -PIVOT_NORM; dy <= PIVOT_NORM; dy++)
        for (int32_t dx = -PIVOT_NORM; dx <= PIVOT_NORM; dx++)
            if (common_divisor(abs(dx), abs(dy)) == 1)
                lattice->headings[count++] =
                    (pivot_heading){ dx, dy, trig_atan2(dy, dx), hypotenuse(dx, dy) };
    must_hold(count == PIVOT_HEADINGS);
    qsort(lattice->headings, (size_t)count, sizeof *lattice->headings, compare_angles);
}

double pivot_coarsest(double reach)
{
    const double places = 10; // along the reach: what fits through a passage finds a way on few places
    double spacing = PIVOT_FINEST;
    while (spacing * 2 * places <= reach)
        spacing *= 2;
    return spacing;
}

int32_t pivot_heading_below(const pivot_lattice *lattice, double angle)
{
    int32_t below = PIVOT_HEADINGS - 1; // the last heading, which points west
    for (int32_t low = 0, high = PIVOT_HEADINGS - 1; low <= high;) {
        const int32_t middle = (low + high) / 2;
        if (lattice->headings[middle].angle <= angle) {
            below = middle;
            low = middle + 1;
        } else {
            high = middle - 1;
        }
    }
    return below;
}
