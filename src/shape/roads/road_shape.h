#ifndef SHAPE_ROADS_ROAD_SHAPE_H
#define SHAPE_ROADS_ROAD_SHAPE_H

/// @file
/// Smooths a grid path by a request's rules for roads. Source: Pinter 2001, figure 16.

#include "curve/path.h"
#include "shape/roads/lane.h"
#include "shape/roads/roads.h"
#include "shape/roads/roadside.h"
#include "shape/smooth.h"

/// What the request asks for on roads.
typedef struct road_task {
    smooth_ground ground;
    fw_smoothing smoothing; ///< as smooth_kind_for() gives it
    bend_ends ends;
    road_rules roads;
    fw_roads method; ///< FW_ROADS_NONE, FW_ROADS_FOLLOW, FW_ROADS_LANES or FW_ROADS_CONES
    bool keep_right;
} road_task;

static inline bool road_sets_cones(const road_task *task)
{
    return task->method == FW_ROADS_CONES && !task->keep_right;
}

/// True if stretches on roads are shaped between kerbs.
static inline bool road_needs_kerbs(const road_task *task)
{
    return task->keep_right || task->method == FW_ROADS_LANES;
}

/// The phases of the pass.
typedef enum road_phase {
    ROAD_READ,      ///< the path is read for its roads
    ROAD_PUT_CONES, ///< cones are put up
    ROAD_CONES,     ///< the path is smoothed between cones
    ROAD_STRETCHES, ///< the path is assembled from its stretches
    ROAD_DONE       ///< the path is final
} road_phase;

/// A part of the way that lies wholly on roads or wholly off them.
typedef struct road_stretch {
    const road_place *places;
    int32_t count;
    bend_ends ends;
} road_stretch;

/// The phases of a stretch, in order.
typedef enum stretch_phase {
    STRETCH_BEGIN,
    STRETCH_SMOOTH,        ///< a stretch off the roads is smoothed
    STRETCH_KERBS,         ///< kerbs are put up around the lines of a stretch on roads
    STRETCH_BETWEEN_KERBS, ///< the stretch is smoothed, or moved to the right
    STRETCH_MORE_KERBS,    ///< kerbs are put up around the piece; if any are new, the stretch is shaped again
    STRETCH_JUDGE,         ///< the piece is checked: it must not leave roads more often than the old lines
    STRETCH_APPEND,
    STRETCH_NONE ///< all stretches are appended
} stretch_phase;

typedef struct road_shaper road_shaper;

/// A path that is being assembled from its stretches.
typedef struct assembly {
    road_shaper *shaper;
    smoother *smoothing;
    const road_task *task;
    fw_path *path; ///< the old path is read while the new one is written
    fw_path_summary summary;
    double heading;    ///< at the end of the written part
    int32_t next;      ///< place where the next stretch begins
    road_stretch part; ///< the present stretch
    stretch_phase phase;
    kerb_progress kerbs;
    int32_t departures; ///< number of times that the old lines of the present stretch leave a road
} assembly;

/// Memory kept from path to path, and the progress of the present path.
struct road_shaper {
    memory *memory;
    road_way way;
    lane_drawing lane;
    shape_points points;
    fw_path *piece;   ///< one stretch, smoothed; null before the first
    fw_path *section; ///< a part of the piece between long lines
    roadside side;    ///< kerbs or cones
    cone_progress cones;
    road_phase phase;
    road_task task;
    assembly whole;
};

/// Begins to smooth a path in place: stretches on roads as the task says, the others as usual. A path that holds
/// anything but lines driven forward stays as it is.
///
/// @param path  must not change until the end
/// @return FW_OK or FW_NO_MEMORY
fw_result road_begin(road_shaper *shaper, smoother *smoothing, const road_task *task, fw_path *path);

/// Continues smoothing.
///
/// @return FW_OK; FW_PENDING (the work is used up) or FW_NO_MEMORY: the path is as before
fw_result road_step(road_shaper *shaper);

/// Begins to assemble the path from its stretches.
void road_begin_stretches(assembly *assembly);

/// Continues to assemble the path, stretch by stretch.
///
/// @return FW_OK; FW_PENDING (the work is used up) or FW_NO_MEMORY: the path is as before
fw_result road_shape_stretches(assembly *assembly);

/// Gives back the memory.
void road_shaper_free(road_shaper *shaper);

#endif
