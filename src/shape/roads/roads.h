#ifndef SHAPE_ROADS_ROADS_H
#define SHAPE_ROADS_ROADS_H

/// @file
/// Roads: where a body's centre is on one, and which parts of a path are. Source: Pinter 2001, figure 16.

#include "grid/lanes.h"
#include "shape/curved/way.h"

/// Positions this near to a border between tiles are on it.
#define ON_BORDER 1e-9

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

/// Takes up a path of lines.
///
/// @return FW_OK or FW_NO_MEMORY
fw_result road_read(road_way *way, memory *memory, const road_rules *roads, const fw_path *path);

/// From a place on a road to where it ends sideways, in tiles; counts no farther than ROAD_REACH.
///
/// @param dx, dy  along an axis: -1, 0 or 1
enum { ROAD_REACH = 32 };
double road_reach(const road_rules *roads, shape_point at, int dx, int dy);

/// Gives back the memory.
void road_way_free(road_way *way, memory *memory);

#endif
