#include "io/outline.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_SIDES = 96, MOST_HULL = 16 };

void outline_clear(io_outline *outline)
{
    outline->count = 0;
    outline->loops = 0;
}

void outline_free(io_outline *outline)
{
    free(outline->points);
    free(outline->ends);
    *outline = (io_outline){ 0 };
}

/// Makes room for one more loop of `count` points.
static bool has_room(io_outline *outline, size_t count)
{
    if (outline->failed)
        return false;
    if (outline->loops == outline->loop_capacity) {
        const size_t capacity = 2 * outline->loop_capacity + 16;
        size_t *ends = realloc(outline->ends, capacity * sizeof *ends);
        outline->failed = !ends;
        if (ends) {
            outline->ends = ends;
            outline->loop_capacity = capacity;
        }
    }
    if (!outline->failed && outline->count + count > outline->capacity) {
        const size_t capacity = 2 * outline->capacity + count;
        io_point *points = realloc(outline->points, capacity * sizeof *points);
        outline->failed = !points;
        if (points) {
            outline->points = points;
            outline->capacity = capacity;
        }
    }
    return !outline->failed;
}

static double twice_area(const io_point *points, size_t count)
{
    double area = 0.0;
    for (size_t i = 0; i < count; i++) {
        const io_point *next = &points[(i + 1) % count];
        area += points[i].x * next->y - next->x * points[i].y;
    }
    return area;
}

void outline_loop(io_outline *outline, const io_point *points, size_t count)
{
    if (count < 3 || !has_room(outline, count))
        return;
    const bool is_reversed = twice_area(points, count) < 0.0;
    for (size_t i = 0; i < count; i++)
        outline->points[outline->count++] = points[is_reversed ? count - 1 - i : i];
    outline->ends[outline->loops++] = outline->count;
}

void outline_rectangle(io_outline *outline, double x, double y, double width, double height)
{
    const io_point corners[] = { { x, y }, { x + width, y }, { x + width, y + height }, { x, y + height } };
    outline_loop(outline, corners, 4);
}

void outline_disc(io_outline *outline, io_point centre, double radius)
{
    io_point points[MOST_SIDES];
    const double wanted = ceil(2.0 * FW_PI * sqrt(radius)) + 6.0; // sides that stray less than 1/8 pixel
    const size_t sides = wanted < MOST_SIDES ? (size_t)wanted : MOST_SIDES;
    for (size_t i = 0; i < sides; i++) {
        const double angle = 2.0 * FW_PI * (double)i / (double)sides;
        points[i] = (io_point){ centre.x + radius * cos(angle), centre.y + radius * sin(angle) };
    }
    outline_loop(outline, points, sides);
}

void outline_line(io_outline *outline, io_point from, io_point to, double width)
{
    const double dx = to.x - from.x;
    const double dy = to.y - from.y;
    const double length = hypot(dx, dy);
    outline_disc(outline, from, 0.5 * width);
    if (length <= 0.0)
        return;
    const double nx = -0.5 * width * dy / length;
    const double ny = 0.5 * width * dx / length;
    const io_point corners[] = {
        { from.x + nx, from.y + ny },
        { to.x + nx, to.y + ny },
        { to.x - nx, to.y - ny },
        { from.x - nx, from.y - ny },
    };
    outline_loop(outline, corners, 4);
    outline_disc(outline, to, 0.5 * width);
}

static int by_place(const void *a, const void *b)
{
    const io_point *first = a;
    const io_point *second = b;
    if (first->x != second->x)
        return first->x < second->x ? -1 : 1;
    return (first->y > second->y) - (first->y < second->y);
}

static bool turns_in(io_point a, io_point b, io_point c)
{
    return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x) > 0.0;
}

/// Andrew's monotone chain: the lower hull from left to right, then the upper one back.
void outline_hull(io_outline *outline, const io_point *points, size_t count)
{
    io_point sorted[MOST_HULL];
    io_point hull[2 * MOST_HULL];
    size_t used = 0;
    memcpy(sorted, points, count * sizeof *points);
    qsort(sorted, count, sizeof *sorted, by_place);
    for (size_t i = 0; i < count; i++) {
        while (used >= 2 && !turns_in(hull[used - 2], hull[used - 1], sorted[i]))
            used--;
        hull[used++] = sorted[i];
    }
    const size_t lower = used + 1;
    for (size_t i = count - 1; i-- > 0;) {
        while (used >= lower && !turns_in(hull[used - 2], hull[used - 1], sorted[i]))
            used--;
        hull[used++] = sorted[i];
    }
    outline_loop(outline, hull, used - 1);
}
