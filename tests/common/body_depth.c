#include "common/body_depth.h"

#include <math.h>

body_corners body_corners_of(const fw_footprint *body)
{
    const double l = body->length / 2, w = body->width / 2;
    if (body->kind == FW_FOOTPRINT_POLYGON) {
        body_corners corners = { .count = body->corner_count };
        for (int i = 0; i < corners.count; i++) {
            corners.ahead[i] = body->corners[i].ahead;
            corners.aside[i] = body->corners[i].aside;
        }
        return corners;
    }
    return (body_corners){ .count = 4,
                           .ahead = { body->ahead + l, body->ahead - l, body->ahead - l, body->ahead + l },
                           .aside = { body->aside + w, body->aside + w, body->aside - w, body->aside - w } };
}

fw_pose body_corner_at(const body_corners *corners, int index, fw_pose at)
{
    const double c = cos(at.heading), s = sin(at.heading);
    const double ahead = corners->ahead[index], aside = corners->aside[index];
    return (fw_pose){ at.x + ahead * c - aside * s, at.y + ahead * s + aside * c, at.heading };
}

/// The overlap along one axis of the body and a tile.
///
/// @param ahead, aside   unit vector of the axis, relative to the heading
/// @param middle         of the tile along the axis, from the pose
/// @param half           of the tile's extent along the axis
static double overlap_along(const body_corners *corners, double ahead, double aside, double middle,
                            double half)
{
    double low = INFINITY, high = -INFINITY;
    for (int i = 0; i < corners->count; i++) {
        const double along = corners->ahead[i] * ahead + corners->aside[i] * aside;
        low = along < low ? along : low;
        high = along > high ? along : high;
    }
    return high - middle < middle - low ? high + half - middle : middle + half - low;
}

double body_depth(const fw_footprint *body, fw_pose at, double x, double y)
{
    const body_corners corners = body_corners_of(body);
    const double c = cos(at.heading), s = sin(at.heading), dx = x + 0.5 - at.x, dy = y + 0.5 - at.y;
    double depth = fmin(overlap_along(&corners, c, -s, dx, 0.5), overlap_along(&corners, s, c, dy, 0.5));
    for (int i = 0; i < corners.count; i++) {
        const int next = (i + 1) % corners.count;
        const double along = corners.ahead[next] - corners.ahead[i],
                     across = corners.aside[next] - corners.aside[i];
        const double length = sqrt(along * along + across * across);
        const double ahead = -across / length, aside = along / length;
        const double right = ahead * c - aside * s, down = ahead * s + aside * c;
        const double overlap =
            overlap_along(&corners, ahead, aside, dx * right + dy * down, (fabs(right) + fabs(down)) / 2);
        depth = overlap < depth ? overlap : depth;
    }
    return depth;
}

double body_farthest(const fw_footprint *body)
{
    if (body->kind == FW_FOOTPRINT_CIRCLE)
        return body->radius;
    const body_corners corners = body_corners_of(body);
    double farthest = 0;
    for (int i = 0; i < corners.count; i++)
        farthest = fmax(farthest, hypot(corners.ahead[i], corners.aside[i]));
    return farthest;
}

fw_footprint body_moved(random_source *random, fw_footprint rectangle)
{
    const double along = random_within(random, -0.4, 0.4), across = random_within(random, -0.4, 0.4);
    if (random_below(random, 3) == 0)
        return rectangle;
    return fw_rectangle_at(rectangle.length, rectangle.width, along * rectangle.length,
                           random_below(random, 2) ? across * rectangle.width : 0);
}

/// Corners on an ellipse, at angles that differ by less than half a turn, so that its middle lies within.
fw_footprint body_cut(random_source *random, double length, double width)
{
    fw_corner corners[FW_MOST_CORNERS];
    const int32_t count = 3 + (int32_t)random_below(random, FW_MOST_CORNERS - 2);
    const double first = random_within(random, -FW_PI, FW_PI), side = random_below(random, 2) ? 1 : -1;
    const double along = random_within(random, -0.06, 0.06), across = random_within(random, -0.06, 0.06);
    for (int32_t i = 0; i < count; i++) {
        const double angle = side * (first + 2 * FW_PI / count * (i + random_within(random, 0, 0.25)));
        corners[i] = (fw_corner){ length * (cos(angle) / 2 + along), width * (sin(angle) / 2 + across) };
    }
    return fw_polygon(corners, count);
}

void body_grow(fw_footprint *body, double more)
{
    fw_corner grown[FW_MOST_CORNERS];
    body->radius += more;
    body->length += 2 * more;
    body->width += 2 * more;
    for (int32_t i = 0; i < body->corner_count; i++) {
        const fw_corner *at = &body->corners[i], *next = &body->corners[(i + 1) % body->corner_count],
                        *last = &body->corners[(i + body->corner_count - 1) % body->corner_count];
        const double to_next = hypot(next->ahead - at->ahead, next->aside - at->aside),
                     to_last = hypot(last->ahead - at->ahead, last->aside - at->aside);
        const fw_corner u = { (next->ahead - at->ahead) / to_next, (next->aside - at->aside) / to_next },
                        v = { (last->ahead - at->ahead) / to_last, (last->aside - at->aside) / to_last };
        const double sine = fabs(u.ahead * v.aside - u.aside * v.ahead);
        grown[i] = (fw_corner){ at->ahead - more * (u.ahead + v.ahead) / sine,
                                at->aside - more * (u.aside + v.aside) / sine };
    }
    if (body->kind == FW_FOOTPRINT_POLYGON)
        *body = fw_polygon(grown, body->corner_count);
}
