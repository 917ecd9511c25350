#include "curve/sweep_body.h"

#include <math.h>

#include "base/vector.h"
#include "fairway/pose.h"

/// Least extent of a body from its middle, in tiles: a body without extent overlaps nothing.
#define LEAST_BODY 1e-9

static double length_of(fw_corner vector)
{
    return sqrt(vector.ahead * vector.ahead + vector.aside * vector.aside);
}

/// From the pose of a rectangle or polygon to its farthest corner.
static double reach_of(const sweep_body *body)
{
    double reach = 0;
    for (int32_t i = 0; i < body->corner_count; i++)
        reach = fmax(reach, length_of(body->corners[i]));
    if (body->corner_count > 0)
        return reach;
    const double along = body->half_length + fabs(body->ahead), across = body->half_width + fabs(body->aside);
    return hypotenuse(along, across);
}

/// Sets the rectangle around a polygon.
static void surround(sweep_body *polygon)
{
    fw_corner least = polygon->corners[0], most = least;
    for (int32_t i = 1; i < polygon->corner_count; i++) {
        const fw_corner at = polygon->corners[i];
        least = (fw_corner){ fmin(least.ahead, at.ahead), fmin(least.aside, at.aside) };
        most = (fw_corner){ fmax(most.ahead, at.ahead), fmax(most.aside, at.aside) };
    }
    polygon->half_length = (most.ahead - least.ahead) / 2;
    polygon->half_width = (most.aside - least.aside) / 2;
    polygon->ahead = (most.ahead + least.ahead) / 2;
    polygon->aside = (most.aside + least.aside) / 2;
    polygon->reach = reach_of(polygon);
}

/// The unit vector across the side that begins at a corner, outward.
static fw_corner normal_of(const sweep_body *polygon, int32_t index)
{
    const fw_corner across = sweep_body_across(polygon, index);
    const double length = length_of(across);
    return (fw_corner){ across.ahead / length, across.aside / length };
}

/// Moves the sides of a polygon outward, or inward by much less than their lengths: each corner moves to where the
/// sides beside it meet.
static void move_sides(sweep_body *polygon, double outward)
{
    const sweep_body old = *polygon;
    fw_corner before = normal_of(&old, old.corner_count - 1);
    for (int32_t i = 0; i < old.corner_count; i++) {
        const fw_corner after = normal_of(&old, i);
        const double share = outward / (1 + before.ahead * after.ahead + before.aside * after.aside);
        polygon->corners[i].ahead += share * (before.ahead + after.ahead);
        polygon->corners[i].aside += share * (before.aside + after.aside);
        before = after;
    }
    surround(polygon);
}

/// The body of a polygon, made smaller by `inset` on all sides.
static sweep_body polygon_within(const fw_footprint *footprint, double inset)
{
    sweep_body body = { .corner_count = footprint->corner_count };
    for (int32_t i = 0; i < body.corner_count; i++)
        body.corners[i] = footprint->corners[i];
    move_sides(&body, -inset);
    return body;
}

/// The body of a footprint that is made smaller by `inset` on all sides, but extends at least `least` from its middle.
static sweep_body body_within(const fw_footprint *footprint, double inset, double least)
{
    if (footprint->kind == FW_FOOTPRINT_POLYGON)
        return polygon_within(footprint, inset);
    if (footprint->kind == FW_FOOTPRINT_RECTANGLE) {
        sweep_body body = { .half_length = fmax(footprint->length / 2 - inset, least),
                            .half_width = fmax(footprint->width / 2 - inset, least),
                            .ahead = footprint->ahead,
                            .aside = footprint->aside };
        body.reach = reach_of(&body);
        return body;
    }
    const double radius = fmax(footprint->radius - inset, least);
    return (sweep_body){
        .is_round = true, .radius = radius, .half_length = radius, .half_width = radius, .reach = radius
    };
}

sweep_body sweep_body_of(const fw_footprint *footprint)
{
    return body_within(footprint, FW_TOUCH / 2, LEAST_BODY);
}

sweep_body sweep_core_of(const fw_footprint *footprint)
{
    return body_within(footprint, FW_TOUCH, -FW_TOUCH);
}

sweep_body sweep_body_turned(const sweep_body *body)
{
    sweep_body turned = *body;
    turned.ahead = -body->ahead;
    turned.aside = -body->aside;
    for (int32_t i = 0; i < body->corner_count; i++)
        turned.corners[i] = (fw_corner){ -body->corners[i].ahead, -body->corners[i].aside };
    return turned;
}

sweep_body sweep_body_grown(const sweep_body *body, double more)
{
    sweep_body grown = *body;
    if (body->corner_count > 0) {
        move_sides(&grown, more);
        return grown;
    }
    grown.radius = body->is_round ? body->radius + more : 0;
    grown.half_length += more;
    grown.half_width += more;
    grown.reach += more;
    return grown;
}
