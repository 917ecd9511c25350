#ifndef IO_TRAIL_H
#define IO_TRAIL_H

/// @file
/// Paths for drawing: the pose along a segment, and points close enough to draw arcs smoothly.

#include "fairway/path.h"
#include "io/outline.h"

/// From tiles to pixels.
typedef struct io_view {
    double left, top; ///< pixel of the map's corner
    double scale;     ///< pixels a tile
} io_view;

static inline io_point view_point(const io_view *view, double x, double y)
{
    return (io_point){ view->left + x * view->scale, view->top + y * view->scale };
}

/// Pose after a length on a segment.
fw_pose trail_pose(const fw_segment *segment, double at);

/// How many straight pieces draw a segment so that none strays farther than 1/20 pixel.
int trail_pieces(const fw_segment *segment, double scale);

/// Adds a segment as a line of a width in pixels, with round ends.
void trail_line(io_outline *outline, const fw_segment *segment, const io_view *view, double width);

/// Adds the tiles that a rectangular body passes over.
void trail_body(io_outline *outline, const fw_segment *segment, const io_view *view,
                const fw_footprint *body);

/// Adds a rectangular body that turns on the spot, by the shorter turn.
void trail_turn(io_outline *outline, fw_pose from, double heading, const io_view *view,
                const fw_footprint *body);

#endif
