#ifndef SHAPE_ROADS_H
#define SHAPE_ROADS_H

/// @file
/// Roads: where a body's centre is on one, which moves leave it, and what blocks the country beside it. Source: Pinter
/// 2001, figure 16.

#include "fairway/overlay.h"
#include "shape/way.h"

/// Where roads are. A unit is on a road where the tile under its body's centre is road; on a border between tiles,
/// where all of them are.
typedef struct road_rules {
    const fw_map *map;
    uint32_t terrains; ///< those that are road, one bit each
} road_rules;

/// A place along a path, and whether the path is on a road from there to the next one.
typedef struct road_place {
    shape_point at;
    bool is_on_road;
} road_place;

/// A grid path, step by step. Of the last place only the position counts.
typedef struct road_way {
    road_place *items;
    int32_t count;
    size_t room;
} road_way;

/// Is a body's centre on a road there?
bool road_holds(const road_rules *roads, double x, double y);

/// Does a line or an arc keep to the roads, all of it?
bool road_holds_segment(const road_rules *roads, const fw_segment *segment);

/// How often a path leaves a road.
int32_t road_leavings(const road_rules *roads, const fw_path *path);

/// Is that tile road? Any tile.
bool road_has_tile(const road_rules *roads, int32_t x, int32_t y);

/// Forbids all grid moves of a unit of a size that leave a road; but where the goal lies beside the roads, not those at
/// the place of a road that is nearest to it.
///
/// @return FW_OK or FW_NO_MEMORY
fw_result road_forbid_leaving(const road_rules *roads, int32_t size, fw_pose goal, fw_overlay *forbidden);

/// Takes up a path of lines.
///
/// @return FW_OK or FW_NO_MEMORY
fw_result road_read(road_way *way, memory *from, const road_rules *roads, const fw_path *path);

/// Blocks all tiles beside the roads around a stretch of a path.
///
/// @param count  places
/// @return FW_OK or FW_NO_MEMORY
fw_result road_put_kerbs(const road_rules *roads, const road_place *places, int32_t count,
                         fw_overlay *blocked);

/// Sets up cones: blocks the tiles to both sides of the road that a path follows along the axes, but for the first and
/// the last `free` tiles of each straight stretch, where the unit turns. There are none where the road is narrower than
/// the unit's size.
///
/// @return FW_OK or FW_NO_MEMORY
fw_result road_put_cones(const road_rules *roads, const road_way *way, int32_t size, int32_t free,
                         fw_overlay *blocked);

/// From a place on a road to where it ends sideways, in tiles; counts no farther than 32 tiles.
///
/// @param dx, dy  along an axis: -1, 0 or 1
double road_reach(const road_rules *roads, shape_point at, int dx, int dy);

/// Gives back the memory.
void road_way_free(road_way *way, memory *from);

#endif
