#ifndef CHECK_CONTACT_H
#define CHECK_CONTACT_H

/// @file
/// Decides if a moving body overlaps a tile deeper than FW_TOUCH, in closed form, without sampling.

#include "check/motion.h"
#include "fairway/unit.h"

/// A body, already smaller by FW_TOUCH on all sides.
typedef struct body {
    bool is_round;
    double radius;      ///< of the round body
    double half_length; ///< of the rectangle, along the heading
    double half_width;  ///< of the rectangle, across it
    double reach;       ///< of its farthest point from its centre
    double inset;       ///< tiles are made smaller by this on each side, if the body is smaller than FW_TOUCH
    bool is_thin;       ///< so small that it gets between two tiles without touching either
} body;

/// The body of a footprint; a footprint by size must have been filled in.
body body_of(const fw_footprint *footprint);

/// True if the body overlaps a square of one tile's size, right and down from (x, y), somewhere along a piece.
bool contact_along(const body *body, const piece *along, double x, double y);

#endif
