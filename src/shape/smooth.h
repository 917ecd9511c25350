#ifndef SHAPE_SMOOTH_H
#define SHAPE_SMOOTH_H

/// @file
/// Smoothing of grid paths, for the planners.

#include "curve/path.h"
#include "fairway/planner.h"
#include "shape/curved/chain.h"
#include "shape/curved/curved.h"
#include "shape/taut/outline.h"
#include "shape/taut/simple.h"
#include "shape/taut/taut.h"

/// What is done with a path, one after the other.
typedef enum smooth_phase {
    SMOOTH_CURVES, ///< FW_SMOOTH_CURVED: all of it
    SMOOTH_CHANGE, ///< the way becomes simpler, or cheaper
    SMOOTH_DRAW,   ///< and is drawn
    SMOOTH_JUDGE,  ///< the new path may be doubtful
    SMOOTH_DONE
} smooth_phase;

/// Halves of a way that are drawn one after the other, at most.
enum { MOST_HALVINGS = 32 };

/// Memory that is kept from path to path, and how far one is smoothed.
typedef struct smoother {
    memory *memory;
    known_runs *known; ///< shared with other smoothers of the same thread
    smooth_phase phase;
    fw_smoothing kind;
    fw_path *path;
    way_rules rules;
    shape_points way; ///< waypoints of the path
    chain_room chain;
    simple_pass simple;
    taut_string taut;
    outline drawn;   ///< the new path
    extent old, new; ///< of both
    int32_t first;   ///< waypoint up to which it is drawn
    int32_t end_count;
    int32_t ends[MOST_HALVINGS]; ///< waypoints where the parts end that are left, the next one last
    bool has_string;             ///< the next part is being drawn as one,
    bool is_drawing;             ///< which is pulled already
    int32_t before;              ///< segments drawn before it
    curved_room curved;
} smoother;

/// The kind of smoothing that is meant for a unit: curved with a turning radius and taut without one, where it is
/// FW_SMOOTH_AUTO or FW_SMOOTH_CURVED; other kinds stay what they are.
fw_smoothing smooth_kind_for(const map_unit *unit, fw_smoothing kind);

/// Is there what this kind of smoothing, as smooth_kind_for() gives it, needs of a unit: its layer, but for curves?
bool smooth_is_prepared(const map_unit *unit, fw_smoothing kind);

/// Begins to smooth a path in place. One that would become dearer stays as it is. For all kinds but FW_SMOOTH_CURVED so
/// does one that is not made of lines driven forward, and a straight one of a unit with a turning radius.
///
/// @param kind  as smooth_kind_for() gives it
/// @param ends  FW_SMOOTH_CURVED: how the unit faces at the ends; null = as the path does
/// @param path  must stay as it is until the end
/// @return FW_OK or FW_NO_MEMORY
fw_result smooth_begin(smoother *smoother, const smooth_ground *ground, fw_smoothing kind,
                       const bend_ends *ends, fw_path *path);

/// Goes on with it.
///
/// @return FW_OK; FW_PENDING (the work is used up) or FW_NO_MEMORY: the path is as before
fw_result smooth_step(smoother *smoother);

/// Both, for ground where nobody counts work.
///
/// @return FW_OK, or FW_NO_MEMORY: the path is as before
fw_result smooth_path(smoother *smoother, const smooth_ground *ground, fw_smoothing kind,
                      const bend_ends *ends, fw_path *path);

/// Gives back the memory.
void smoother_free(smoother *smoother);

#endif
