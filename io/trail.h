#pragma once

/// Adds paths to outlines: arcs become straight pieces that are short enough to look smooth.

#include "fairway/path.h"
#include "io/outline.h"

/// The mapping from tiles to pixels.
typedef struct io_view {
    double left, top; ///< of the map's top left corner, in pixels
    double scale;     ///< pixels per tile
} io_view;

static inline io_point view_point(const io_view *view, double x, double y)
{
    return (io_point){ view->left + x * view->scale, view->top + y * view->scale };
}

/// Pose after `at` tiles along a segment.
fw_pose trail_pose(const fw_segment *segment, double at);

/// Adds the area that a body with corners sweeps along a segment.
void trail_body(io_outline *outline, const fw_segment *segment, const io_view *view,
                const fw_footprint *body);

/// Adds the area that a body with corners sweeps when it turns on the spot, by the shorter turn.
void trail_turn(io_outline *outline, fw_pose from, double heading, const io_view *view,
                const fw_footprint *body);
