#include "traffic/hull.h"

#include <math.h>

#include "curve/sweep_rows.h"

hull hull_of(const knot *at, int64_t ramp, double x, double y)
{
    const double half = ramp > 0 ? (double)ramp * FW_TRAFFIC_KNOT / 2 : 0;
    return (hull){ { at->x, at->x + at->vx * half, x }, { at->y, at->y + at->vy * half, y } };
}

/// True if a line parallel to (dx, dy) separates two hulls by more than a distance.
static bool line_separates(const hull *a, const hull *b, double dx, double dy, double distance)
{
    double least_a = INFINITY, most_a = -INFINITY, least_b = INFINITY, most_b = -INFINITY;
    for (int i = 0; i < 3; i++) {
        const double at_a = a->y[i] * dx - a->x[i] * dy, at_b = b->y[i] * dx - b->x[i] * dy;
        least_a = smaller(least_a, at_a);
        most_a = larger(most_a, at_a);
        least_b = smaller(least_b, at_b);
        most_b = larger(most_b, at_b);
    }
    const double gap = larger(least_a - most_b, least_b - most_a);
    return gap > 0 && gap * gap > distance * distance * (dx * dx + dy * dy);
}

bool hulls_are_apart(const hull *a, const hull *b, double distance)
{
    const double enough = distance + 1e-6;
    const double dx = a->x[0] + a->x[1] + a->x[2] - b->x[0] - b->x[1] - b->x[2];
    const double dy = a->y[0] + a->y[1] + a->y[2] - b->y[0] - b->y[1] - b->y[2];
    return line_separates(a, b, -dy, dx, enough) || // square to the line between their middles
           line_separates(a, b, a->x[2] - a->x[1], a->y[2] - a->y[1], enough) ||
           line_separates(a, b, b->x[2] - b->x[1], b->y[2] - b->y[1], enough);
}
