#include "io/tiled_shape.h"

#include <math.h>
#include <string.h>

#include "io/text.h"

static const double pi = 3.14159265358979323846;

bool tiled_shape_add(tiled_shape *shape, double x, double y, double degrees, double dx, double dy)
{
    const double cosine = degrees == 0.0 ? 1.0 : cos(degrees * pi / 180.0);
    const double sine = degrees == 0.0 ? 0.0 : sin(degrees * pi / 180.0);
    if (shape->count == IO_MOST_POINTS)
        return false;
    shape->x[shape->count] = x + dx * cosine - dy * sine;
    shape->y[shape->count++] = y + dx * sine + dy * cosine;
    return true;
}

void tiled_shape_box(tiled_shape *shape, double x, double y, double width, double height, double degrees,
                     bool is_ellipse)
{
    shape->count = 0;
    const int count = is_ellipse ? IO_ELLIPSE_POINTS : 4;
    for (int i = 0; i < count; i++) {
        const double angle = 2.0 * pi * i / count;
        const double right = is_ellipse ? 0.5 + 0.5 * cos(angle) : i == 1 || i == 2;
        const double down = is_ellipse ? 0.5 + 0.5 * sin(angle) : i >= 2;
        tiled_shape_add(shape, x, y, degrees, width * right, height * down);
    }
}

bool tiled_shape_points(tiled_shape *shape, double x, double y, double degrees, const char *text)
{
    io_span rest = io_span_of(text), word, first;
    shape->count = 0;
    while (io_next_word(&rest, &word)) {
        double dx = 0.0, dy = 0.0;
        io_next_piece(&word, ',', &first);
        if (!word.start || !io_read_decimal(first, &dx) || !io_read_decimal(word, &dy) ||
            !tiled_shape_add(shape, x, y, degrees, dx, dy))
            return false;
    }
    return true;
}

/// The points of a polygon that is being cut: a cut adds at most one point for each edge.
typedef struct cut_polygon {
    double x[2 * IO_MOST_POINTS], y[2 * IO_MOST_POINTS];
    int count;
} cut_polygon;

/// Keeps the part of a polygon where sign * (x, or y) <= sign * limit (Sutherland and Hodgman 1974).
static void cut(cut_polygon *polygon, bool is_x, double sign, double limit)
{
    cut_polygon kept = { .count = 0 };
    for (int i = 0; i < polygon->count; i++) {
        const int next = i + 1 < polygon->count ? i + 1 : 0;
        const double *along = is_x ? polygon->x : polygon->y;
        const double here = sign * (along[i] - limit), there = sign * (along[next] - limit);
        const bool crosses = (here < 0.0 && there > 0.0) || (here > 0.0 && there < 0.0);
        if (kept.count + 2 > 2 * IO_MOST_POINTS)
            break;
        if (here <= 0.0) {
            kept.x[kept.count] = polygon->x[i];
            kept.y[kept.count++] = polygon->y[i];
        }
        if (crosses) {
            const double share = here / (here - there);
            kept.x[kept.count] = polygon->x[i] + share * (polygon->x[next] - polygon->x[i]);
            kept.y[kept.count++] = polygon->y[i] + share * (polygon->y[next] - polygon->y[i]);
        }
    }
    memcpy(polygon->x, kept.x, (size_t)kept.count * sizeof *kept.x);
    memcpy(polygon->y, kept.y, (size_t)kept.count * sizeof *kept.y);
    polygon->count = kept.count;
}

double tiled_shape_area(const tiled_shape *shape, double left, double top, double right, double bottom)
{
    cut_polygon polygon = { .count = shape->count };
    double twice = 0.0;
    memcpy(polygon.x, shape->x, (size_t)shape->count * sizeof *shape->x);
    memcpy(polygon.y, shape->y, (size_t)shape->count * sizeof *shape->y);
    cut(&polygon, true, 1.0, right);
    cut(&polygon, true, -1.0, left);
    cut(&polygon, false, 1.0, bottom);
    cut(&polygon, false, -1.0, top);
    for (int i = 0; i < polygon.count; i++) {
        const int next = i + 1 < polygon.count ? i + 1 : 0;
        twice +=
            (polygon.x[i] - left) * (polygon.y[next] - top) - (polygon.x[next] - left) * (polygon.y[i] - top);
    }
    return 0.5 * fabs(twice);
}
