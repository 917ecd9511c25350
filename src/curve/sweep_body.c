#include "curve/sweep_body.h"

#include <math.h>

#include "fairway/pose.h"

/// Least extent of a body from its middle, in tiles: a body without extent overlaps nothing.
#define LEAST_BODY 1e-9

/// From the pose of a rectangle to its farthest corner.
static double reach_of(const sweep_body *body)
{
    const double along = body->half_length + fabs(body->ahead), across = body->half_width + fabs(body->aside);
    return sqrt(along * along + across * across);
}

/// The body of a footprint that is made smaller by `inset` on all sides, but extends at least `least` from its middle.
static sweep_body body_within(const fw_footprint *footprint, double inset, double least)
{
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
    return turned;
}

sweep_body sweep_body_grown(const sweep_body *body, double more)
{
    sweep_body grown = *body;
    grown.radius = body->is_round ? body->radius + more : 0;
    grown.half_length += more;
    grown.half_width += more;
    grown.reach += more;
    return grown;
}

sweep_body sweep_body_shrunk(const sweep_body *body, double less)
{
    sweep_body shrunk = *body;
    shrunk.radius = fmax(0, body->radius - less);
    shrunk.half_length = fmax(0, body->half_length - less);
    shrunk.half_width = fmax(0, body->half_width - less);
    shrunk.reach = fmax(0, body->reach - less);
    return shrunk;
}
