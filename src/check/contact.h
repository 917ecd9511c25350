#pragma once

/// Decides if a moving body overlaps a tile deeper than FW_TOUCH, in closed form, without sampling.

#include "check/motion.h"
#include "fairway/unit.h"

/// Most corners of a body.
enum { BODY_CORNERS = FW_MOST_CORNERS };

/// A point relative to a pose: tiles ahead of it, and to its right.
typedef struct body_point {
    double ahead, aside;
} body_point;

/// A body, already smaller by FW_TOUCH on all sides: a disc around the pose, or a convex polygon.
typedef struct body {
    bool is_round;
    double radius; ///< of the round body
    int32_t corner_count;
    body_point corners[BODY_CORNERS]; ///< of the polygon, in order around it
    int32_t axis_count;
    body_point axes[BODY_CORNERS + 1]; ///< unit vectors across its sides, and across the heading
    double reach;                      ///< of its farthest point from the pose
    double inset; ///< tiles are made smaller by this on each side, if the body is smaller than FW_TOUCH
    bool is_thin; ///< so small that it gets between two tiles without touching either
} body;

/// The body of a footprint; a footprint by size must have been filled in.
body body_of(const fw_footprint *footprint);

/// True if the body overlaps a square of one tile's size, right and down from (x, y), somewhere along a piece.
bool contact_along(const body *body, const piece *along, double x, double y);
