#ifndef SHAPE_SMOOTH_H
#define SHAPE_SMOOTH_H

/// @file
/// Smoothing of grid paths, for the planners.

#include "curve/path.h"
#include "fairway/planner.h"
#include "shape/chain.h"
#include "shape/outline.h"
#include "shape/taut.h"

/// Memory that is kept from path to path.
typedef struct smoother {
    memory *from;
    shape_points way; ///< waypoints of the path
    chain_room chain;
    shape_points tiles;
    taut_string taut;
    outline drawn; ///< the new path
} smoother;

/// The kind of smoothing that FW_SMOOTH_AUTO means for a unit; other kinds stay what they are.
fw_smoothing smooth_kind_for(const map_unit *unit, fw_smoothing kind);

/// Does this build know how to smooth this way?
bool smooth_is_known(fw_smoothing kind);

/// Smooths a path in place. One that is not made of lines driven forward stays as it is, and so does one that would
/// become dearer, or that does not follow the unit's free tiles.
///
/// @param kind  known, not FW_SMOOTH_AUTO
/// @return FW_OK, or FW_NO_MEMORY: the path is as before
fw_result smooth_path(smoother *by, const smooth_ground *ground, fw_smoothing kind, fw_path *path);

/// Gives back the memory.
void smoother_free(smoother *by);

#endif
