#pragma once

/// Smoothing of grid paths, for the planners.

#include "fairway/planner.h"
#include "shape/curved/chain.h"
#include "shape/curved/curved.h"
#include "shape/taut/outline.h"
#include "shape/taut/simple.h"
#include "shape/taut/taut.h"

typedef enum smooth_phase {
    SMOOTH_CURVES, ///< FW_SMOOTH_CURVED, FW_SMOOTH_SIMPLE for arcs: the whole pass
    SMOOTH_CHANGE, ///< the way is made simpler or cheaper
    SMOOTH_DRAW,   ///< the way is drawn
    SMOOTH_JUDGE,  ///< the new path is checked, if it may touch something
    SMOOTH_DONE
} smooth_phase;

/// Most times that a part of a way is halved; the halves are drawn one after the other.
enum { MOST_HALVINGS = 32 };

/// How a kind of smoothing changes the waypoints of a path, and draws the new path.
typedef struct way_style way_style;

/// Memory kept from path to path, and the progress of the present path.
typedef struct smoother {
    memory *memory;
    known_runs *known; ///< shared with other smoothers of the same thread
    smooth_phase phase;
    fw_smoothing kind;
    const way_style *style; ///< of `kind`
    fw_path *path;
    way_rules rules;
    shape_points way; ///< waypoints of the path
    chain_pass chain;
    simple_pass simple;
    taut_string taut;
    outline drawn;       ///< the new path
    path_total old, new; ///< length and cost of the old and the new path
    int32_t first;       ///< waypoint up to which the way is drawn
    int32_t end_count;
    int32_t ends[MOST_HALVINGS]; ///< stack of the waypoints at which the remaining parts end
    bool has_string;             ///< the next part is drawn as a taut string
    bool is_drawing;             ///< this string is pulled and is being drawn
    int32_t before;              ///< number of segments that were drawn before the next part
    curved_smoother curved;
} smoother;

/// The smoothing that a unit gets. FW_SMOOTH_AUTO and FW_SMOOTH_CURVED mean curved smoothing for a unit with a turning
/// radius and taut smoothing for one without; other kinds do not change.
fw_smoothing smooth_kind_for(const map_unit *unit, fw_smoothing kind);

/// True if the unit has the layer that this kind of smoothing, as smooth_kind_for() gives it, needs; curved smoothing
/// needs none.
bool smooth_is_prepared(const map_unit *unit, fw_smoothing kind);

/// Begins to smooth a path in place. The path stays as it is if it would become more expensive. For all kinds but
/// FW_SMOOTH_CURVED and FW_SMOOTH_SIMPLE it also stays if it holds anything but lines driven forward; and for all kinds
/// but FW_SMOOTH_CURVED if it is straight and the unit has a turning radius.
///
/// @param kind  as smooth_kind_for() gives it
/// @param ends  FW_SMOOTH_CURVED: how the unit faces at the ends; null = as at the path's ends
/// @param path  must not change until the end
/// @return FW_OK or FW_NO_MEMORY
fw_result smooth_begin(smoother *smoother, const smooth_ground *ground, fw_smoothing kind,
                       const bend_ends *ends, fw_path *path);

/// Continues smoothing. FW_OK; FW_PENDING (the work is used up) or FW_NO_MEMORY: the path is as before.
fw_result smooth_step(smoother *smoother);

/// Begins and finishes smoothing, for ground whose work is not counted. FW_OK, or FW_NO_MEMORY: the path is as before.
fw_result smooth_path(smoother *smoother, const smooth_ground *ground, fw_smoothing kind,
                      const bend_ends *ends, fw_path *path);
