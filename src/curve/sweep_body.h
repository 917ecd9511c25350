#pragma once

/// The bodies that sweeps move: a disc around the pose, or a rectangle that the pose lies in, from which the sides of a
/// polygon may cut parts off.

#include <stdbool.h>
#include <stdint.h>

#include "fairway/unit.h"

/// A body, smaller by FW_TOUCH / 2 on all sides: it may overlap tiles by this depth.
typedef struct sweep_body {
    bool is_round;
    double radius;        ///< of the round body
    double half_length;   ///< of the rectangle around it, along the heading; of the round body, its radius
    double half_width;    ///< of the rectangle around it, across the heading; of the round body, its radius
    double reach;         ///< from the pose to the farthest point
    double ahead;         ///< from the pose to the middle of the rectangle, along the heading
    double aside;         ///< from the pose to the middle of the rectangle, to the right
    int32_t corner_count; ///< of the polygon; 0: the body is the whole rectangle, or round
    fw_corner corners[FW_MOST_CORNERS]; ///< [corner * corner_count] in the order in which headings grow
} sweep_body;

/// The body of a footprint, which must be filled in.
sweep_body sweep_body_of(const fw_footprint *footprint);

/// The core of a footprint: smaller by FW_TOUCH on all sides, so that what it overlaps is a violation. The core of a
/// body thinner than 2 FW_TOUCH has negative extents: it overlaps a tile only if it is inside by at least as much.
sweep_body sweep_core_of(const fw_footprint *footprint);

/// True if the body covers another area when it turns around.
static inline bool sweep_body_has_front(const sweep_body *body)
{
    return body->ahead != 0 || body->aside != 0 || body->corner_count > 0;
}

/// A vector across the side of a polygon that begins at a corner, outward, as long as the side.
static inline fw_corner sweep_body_across(const sweep_body *polygon, int32_t index)
{
    const fw_corner from = polygon->corners[index],
                    to = polygon->corners[index + 1 < polygon->corner_count ? index + 1 : 0];
    return (fw_corner){ to.aside - from.aside, from.ahead - to.ahead };
}

/// The body of a unit that faces the other way. Searches and passes that turn poses around, to drive a curve in the
/// other gear or from its end to its start, sweep this body.
sweep_body sweep_body_turned(const sweep_body *body);

/// The body, larger by so many tiles on all sides.
sweep_body sweep_body_grown(const sweep_body *body, double more);
