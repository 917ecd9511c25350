#pragma once

/// Writes the path that a search has found, as the points between which the unit drives straight.

#include "fairway/path.h"
#include "pivot/pivot_exits.h"
#include "pivot/pivot_side.h"

/// A point of a path: where the drive that leads to the point ends.
typedef struct pivot_point {
    fw_pose at;
    fw_gear gear; ///< of the drive
} pivot_point;

/// A path that is being written.
typedef struct pivot_writing {
    const pivot_ground *ground;
    const pivot_end *start, *goal;
    const pivot_exits *exits; ///< [2] of the start, of the goal
    bool to_goal;             ///< false: the path ends on its way, with any heading
    memory *memory;
    uint32_t *route; ///< [slot * route_capacity]
    size_t route_capacity;
    pivot_point *points; ///< [point * point_count]
    size_t point_count, point_capacity;
} pivot_writing;

/// Writes the path that one side of a search has found, between path_begin() and path_end(). The members of `writing`
/// up to `memory` must be set.
///
/// @param side        if the path does not lead to the goal, the side from the start
/// @param[out] total  cost in tiles
/// @return FW_OK, FW_NOT_FOUND (no path yet) or FW_NO_MEMORY
fw_result pivot_write(pivot_writing *writing, const pivot_side *side, fw_path *path, double *total);
