#ifndef SHAPE_SMOOTH_H
#define SHAPE_SMOOTH_H

/// @file
/// Smoothing of grid paths, for the planners.

#include "curve/path.h"
#include "fairway/planner.h"
#include "shape/chain.h"
#include "shape/curved.h"
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
    curved_room curved;
} smoother;

/// The kind of smoothing that is meant for a unit: curved with a turning radius and taut without one, where it is
/// FW_SMOOTH_AUTO or FW_SMOOTH_CURVED; other kinds stay what they are.
fw_smoothing smooth_kind_for(const map_unit *unit, fw_smoothing kind);

/// Is there what this kind of smoothing, as smooth_kind_for() gives it, needs of a unit: its layer, but for curves?
bool smooth_is_prepared(const map_unit *unit, fw_smoothing kind);

/// Smooths a path in place. One that would become dearer stays as it is. For all kinds but FW_SMOOTH_CURVED so does
/// one that is not made of lines driven forward, and a straight one of a unit with a turning radius.
///
/// @param kind  as smooth_kind_for() gives it
/// @param ends  FW_SMOOTH_CURVED: how the unit faces at the ends; null = as the path does
/// @return FW_OK, or FW_NO_MEMORY: the path is as before
fw_result smooth_path(smoother *by, const smooth_ground *ground, fw_smoothing kind, const bend_ends *ends,
                      fw_path *path);

/// Gives back the memory.
void smoother_free(smoother *by);

#endif
