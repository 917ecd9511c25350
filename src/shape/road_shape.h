#ifndef SHAPE_ROAD_SHAPE_H
#define SHAPE_ROAD_SHAPE_H

/// @file
/// Smooths a grid path as a request wants it on roads. Source: Pinter 2001, figure 16.

#include "curve/path.h"
#include "shape/lane.h"
#include "shape/roads.h"
#include "shape/roadside.h"
#include "shape/smooth.h"

typedef struct road_task {
    smooth_ground on;
    fw_smoothing smoothing; ///< as smooth_kind_for() gives it
    bend_ends ends;
    road_rules roads;
    fw_roads method; ///< FW_ROADS_NONE, FW_ROADS_FOLLOW, FW_ROADS_LANES or FW_ROADS_CONES
    bool keep_right;
} road_task;

/// Memory kept from path to path.
typedef struct road_shaper {
    memory *from;
    road_way way;
    lane_room lane;
    shape_points points;
    fw_path *piece;   ///< one stretch; null before there was one
    fw_path *section; ///< a part of it between long lines
    roadside side;    ///< kerbs or cones
} road_shaper;

/// Smooths a path in place: stretches on roads as the task says, the others as usual. A path that is not made of lines
/// driven forward stays as it is.
///
/// @return FW_OK, or FW_NO_MEMORY: the path is as before
fw_result road_shape(road_shaper *by, smoother *smoothing, const road_task *task, fw_path *path);

/// Gives back the memory.
void road_shaper_free(road_shaper *by);

#endif
