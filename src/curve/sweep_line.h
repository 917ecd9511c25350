#pragma once

/// The tiles that a body touches along a line, facing along it.

#include <stdbool.h>
#include <stdint.h>

#include "curve/sweep_body.h"
#include "curve/sweep_ground.h"

/// True if the body may go straight from one point to another. A rectangle on a line of length 0 faces east.
bool sweep_line_is_free(const sweep_ground *ground, const sweep_body *body, double from_x, double from_y,
                        double to_x, double to_y);

/// sweep_line_is_free() for a line given by its unit vector and length; a rectangle faces along the unit vector even if
/// the length is 0.
bool sweep_straight_is_free(const sweep_ground *ground, const sweep_body *body, double x, double y,
                            double along_x, double along_y, double length);

/// True if no blocked tile is as near as the body's reach, along both axes, to a box of places. Then every line and arc
/// within the box is free of blocked tiles. Forbidden moves are not checked.
bool sweep_box_is_open(const sweep_ground *ground, const sweep_body *body, const fw_box *places);

/// True if the body overlaps tile (x, y) somewhere along a line.
bool sweep_line_touches(const sweep_body *body, double from_x, double from_y, double to_x, double to_y,
                        int32_t x, int32_t y);
