#ifndef GRID_LANES_H
#define GRID_LANES_H

/// @file
/// Roads, and searches that do not leave them: moves off a road are made only at its exit, the place on a road that is
/// nearest to a goal that lies aside. Looked up where a search gets to, so that nothing depends on the map's size.

#include <stdbool.h>
#include <stdint.h>

#include "fairway/pose.h"
#include "map/map.h"

/// Where roads are. A unit is on a road where the tile under its body's centre is road; on a border between tiles,
/// where all of them are.
typedef struct road_rules {
    const fw_map *map;
    uint32_t terrains; ///< those that are road, one bit each; 0 = there are none
} road_rules;

/// Is that tile road? Any tile.
static inline bool road_has_tile(const road_rules *roads, int32_t x, int32_t y)
{
    if (x < 0 || y < 0 || x >= fw_map_width(roads->map) || y >= fw_map_height(roads->map))
        return false;
    return roads->terrains >> map_terrain_row(roads->map, y)[x] & 1;
}

/// Is a unit of a size on a road when it stands on an anchor?
bool road_holds_anchor(const road_rules *roads, int32_t size, int32_t x, int32_t y);

/// A search that keeps to roads.
typedef struct lanes {
    road_rules roads;
    int32_t size;           ///< of the unit
    fw_pose goal;           ///< the body's centre there
    bool has_exit;          ///< the goal lies aside
    bool has_found;         ///< the exit, where the search has been on a road
    int32_t exit_x, exit_y; ///< or the nearest place so far
    double exit_square;     ///< of its distance to the goal
    int32_t away;           ///< rows from the goal's that are looked at next; 0: none was yet
    bool has_held;          ///< some move was not made
} lanes;

/// Takes off what of the moves out of an anchor leaves a road.
///
/// @param[in,out] moves  FW_MOVE_ bits
/// @param[in,out] work   grows by the work of looking for the exit
/// @return false: the exit is not known yet; ask again
bool lanes_hold(lanes *lanes, int32_t x, int32_t y, uint32_t *moves, uint64_t *work);

#endif
