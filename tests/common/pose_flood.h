#pragma once

/// The oracle of completeness: a flood over x, y and heading that keeps an exact pose in each cell. Moves are short
/// arcs and lines, the body is looked at every fiftieth of a tile, corner by corner: nothing here is shared with the
/// planners but the formulas of Dubins' and Reeds and Shepp's curves, of which the last one into the goal is made.

#include <stdbool.h>

#include "fairway/fairway.h"

typedef enum flood_answer {
    FLOOD_REACHES, ///< a way was found
    FLOOD_DRY,     ///< all cells that can be reached were
    FLOOD_TOO_MANY ///< of them
} flood_answer;

/// True if a body gets from a pose to another.
///
/// @param def      footprint, turning radius and gears; enters FW_GROUND
/// @param any      with any heading at the goal
/// @param larger   tiles by which the body is enlarged to all sides
flood_answer pose_flood(const fw_map *map, const fw_unit_def *def, fw_pose start, fw_pose goal, bool any,
                        double larger);

/// True if the enlarged body touches nothing at a pose.
bool pose_flood_stands(const fw_map *map, const fw_unit_def *def, fw_pose at, double larger);
