#ifndef SHAPE_ROADS_ROAD_SHAPE_H
#define SHAPE_ROADS_ROAD_SHAPE_H

/// @file
/// Smooths a grid path as a request wants it on roads. Source: Pinter 2001, figure 16.

#include "curve/path.h"
#include "shape/roads/lane.h"
#include "shape/roads/roads.h"
#include "shape/roads/roadside.h"
#include "shape/smooth.h"

typedef struct road_task {
    smooth_ground ground;
    fw_smoothing smoothing; ///< as smooth_kind_for() gives it
    bend_ends ends;
    road_rules roads;
    fw_roads method; ///< FW_ROADS_NONE, FW_ROADS_FOLLOW, FW_ROADS_LANES or FW_ROADS_CONES
    bool keep_right;
} road_task;

/// What is done with a path.
typedef enum road_phase {
    ROAD_CONES,     ///< it is smoothed between cones
    ROAD_STRETCHES, ///< it is put together again from its stretches
    ROAD_DONE       ///< nothing, or nothing more
} road_phase;

/// A part of the way: all of it on roads, or all of it aside.
typedef struct road_stretch {
    const road_place *places;
    int32_t count;
    bend_ends ends;
} road_stretch;

/// What is done with a stretch, one after the other.
typedef enum stretch_phase {
    STRETCH_BEGIN,
    STRETCH_SMOOTH,        ///< aside from roads,
    STRETCH_BETWEEN_KERBS, ///< or on them
    STRETCH_JUDGE,         ///< whether it keeps to roads
    STRETCH_APPEND,
    STRETCH_NONE ///< all are appended
} stretch_phase;

typedef struct road_shaper road_shaper;

/// A path that is being put together again from its stretches.
typedef struct assembly {
    road_shaper *shaper;
    smoother *smoothing;
    const road_task *task;
    fw_path *path; ///< the old one is read while the new one is written
    fw_path_summary summary;
    double heading;    ///< at the end of what was written so far
    int32_t next;      ///< place where the next stretch begins
    road_stretch part; ///< the present one
    stretch_phase phase;
    int32_t leavings; ///< how often its lines leave a road
} assembly;

/// Memory kept from path to path, and how far one has come.
struct road_shaper {
    memory *memory;
    road_way way;
    lane_room lane;
    shape_points points;
    fw_path *piece;   ///< one stretch; null before there was one
    fw_path *section; ///< a part of it between long lines
    roadside side;    ///< kerbs or cones
    road_phase phase;
    road_task task;
    assembly whole;
};

/// Begins to smooth a path in place: stretches on roads as the task says, the others as usual. A path that is not made
/// of lines driven forward stays as it is.
///
/// @param path  must stay as it is until the end
/// @return FW_OK or FW_NO_MEMORY
fw_result road_begin(road_shaper *shaper, smoother *smoothing, const road_task *task, fw_path *path);

/// Goes on with it.
///
/// @return FW_OK; FW_PENDING (the work is used up) or FW_NO_MEMORY: the path is as before
fw_result road_step(road_shaper *shaper);

/// Gives back the memory.
void road_shaper_free(road_shaper *shaper);

#endif
