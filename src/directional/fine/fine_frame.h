#pragma once

/// The coordinates in which a fine search works: the map, mirrored so that the goal lies to the right of the start and
/// below it, and no farther below than to the right. The pose that a cell keeps depends on the order of moves, so that
/// a search in the coordinates of the world would find other paths in a mirror image of the world. In its frame, a
/// search makes the same decisions in a world and in all its mirror images.

#include "directional/ends/goal_set.h"
#include "fairway/curve.h"

typedef struct fine_frame {
    double width, height;  ///< of the map
    bool flips_x, flips_y; ///< the world is mirrored, and then
    bool swaps;            ///< x and y change places
} fine_frame;

/// The parts of a query that decide on a frame, in this order: the direction from the start to the goal, the heading at
/// the start, the heading at the goal, the position of the start on the map.
typedef struct fine_view {
    fw_pose start;
    const goal_set *goals; ///< if there are several: their middle is used
} fine_view;

fine_frame fine_frame_for(const fine_view *view, double width, double height);

/// A pose of the world in the frame.
fw_pose fine_frame_enter(const fine_frame *frame, fw_pose world);

/// A pose in the frame, in the world.
fw_pose fine_frame_leave(const fine_frame *frame, fw_pose framed);

/// A curve in the frame, in the world.
fw_curve fine_frame_leave_curve(const fine_frame *frame, const fw_curve *framed);

/// A position in tiles of the world.
typedef struct fine_tile {
    int32_t x, y;
} fine_tile;

/// The tile that a position in the frame lies on, or the lattice point that is nearest to it.
///
/// @param offset  of lattice points from the corners of tiles: 0 or 0.5. With 0.5, points stand for their tiles
fine_tile fine_frame_tile(const fine_frame *frame, double x, double y, double offset);
