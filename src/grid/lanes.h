#pragma once

/// Roads, and searches that do not leave them: a move may leave a road only at the exit, which is the place on a road
/// that is nearest to a goal off the roads. Roads are looked up as the search proceeds, so that the cost does not
/// depend on the map's size.

#include <stdbool.h>
#include <stdint.h>

#include "fairway/pose.h"
#include "map/map.h"

/// The roads of a map. A unit is on a road if the tile under its body's centre is road; on a border between tiles, if
/// all of these tiles are road.
typedef struct road_rules {
    const map_version *map;
    uint32_t terrains; ///< terrains that are road, one bit each; 0 = there are no roads
} road_rules;

/// True if tile (x, y) is road. Any x, y.
static inline bool road_has_tile(const road_rules *roads, int32_t x, int32_t y)
{
    if (x < 0 || y < 0 || x >= map_width(roads->map) || y >= map_height(roads->map))
        return false;
    return roads->terrains >> map_terrain_row(roads->map, y)[x] & 1;
}

/// A search that keeps to roads.
typedef struct lanes {
    road_rules roads;
    int32_t size;           ///< of the unit
    fw_pose goal;           ///< pose of the body's centre at the goal
    bool has_exit;          ///< the goal lies off the roads
    bool has_found;         ///< the exit is known
    int32_t exit_x, exit_y; ///< the exit, or the nearest place on a road so far
    double exit_square;     ///< square of the distance from there to the goal
    int32_t away;  ///< distance in rows from the goal's row to the next rows to look at; 0: not begun
    bool has_held; ///< at least one move was rejected
} lanes;

/// Removes the moves out of an anchor that leave a road.
///
/// @param[in,out] moves  FW_MOVE_ bits
/// @param[in,out] work   increased by the work of looking for the exit
/// @return false if the exit is not known yet: call again
bool lanes_hold(lanes *lanes, int32_t x, int32_t y, uint32_t *moves, uint64_t *work);
