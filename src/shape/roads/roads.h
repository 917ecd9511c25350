#pragma once

/// Which positions of a body's centre, and which parts of a path, are on a road. Source: Pinter 2001, figure 16.

#include "grid/lanes.h"
#include "shape/curved/way.h"

/// Positions at most this far from a border between tiles are on the border, in tiles.
#define ON_BORDER 1e-9

/// A place along a path, and whether the path is on a road from this place to the next.
typedef struct road_place {
    vector at;
    bool is_on_road;
} road_place;

/// A grid path, step by step. `is_on_road` of the last place has no meaning.
typedef struct road_way {
    road_place *items;
    int32_t count;
    size_t room;
    int32_t segment, step; ///< the next segment of the path to read, and the next step along it
} road_way;

/// How often consecutive segments have left a road so far; all 0 = before the first segment.
typedef struct road_departures {
    int32_t count;
    bool is_on_road; ///< the part counted so far ends on a road
} road_departures;

bool road_holds(const road_rules *roads, double x, double y);

/// True if a whole line or arc keeps to the roads.
bool road_holds_segment(const road_rules *roads, const fw_segment *segment);

/// Counts how often the next one of consecutive segments leaves a road.
void road_count_departures(const road_rules *roads, const fw_segment *segment, road_departures *counted);

/// How far a path is read for its stretches on roads; all 0 = not yet.
typedef struct road_reading {
    int32_t segment; ///< the next segment
    double done;     ///< start of this segment, in tiles along the path
    double at;       ///< end of the last piece that was read, in tiles along the path
    double begin;    ///< start of the present stretch, in tiles along the path
    bool is_on_road; ///< the last piece belongs to a stretch on a road, the present stretch
} road_reading;

/// Continues to find the stretches of a path of lines and arcs that are on a road. May pause after each segment.
///
/// @param work  null = not counted
/// @return FW_OK, FW_PENDING (the work is used up) or FW_NO_MEMORY
fw_result road_stretches(path_stretches *found, memory *memory, const road_rules *roads, const fw_path *path,
                         shaping_work *work, road_reading *reading);

void road_begin_reading(road_way *way);

/// Continues to read a path of lines into `way`. May pause between places.
///
/// @param work  null = not counted
/// @return FW_OK, FW_PENDING (the work is used up) or FW_NO_MEMORY
fw_result road_read(road_way *way, memory *memory, const road_rules *roads, const fw_path *path,
                    shaping_work *work);

/// Most tiles that road_reach() looks ahead.
enum { ROAD_REACH = 32 };

/// The distance from a place on a road to the road's edge in one direction, in tiles; at most ROAD_REACH.
///
/// @param dx, dy  direction along an axis: -1, 0 or 1
double road_reach(const road_rules *roads, vector at, int dx, int dy);
