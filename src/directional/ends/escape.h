#ifndef DIRECTIONAL_ENDS_ESCAPE_H
#define DIRECTIONAL_ENDS_ESCAPE_H

/// @file
/// Does it seem that a unit can get away from a pose? A pose that faces a wall is noticed in a microsecond, before
/// anything is built for a search. This is a guess: its steps are too wide, and its cells too large, for a proof.

#include <stdbool.h>
#include <stdint.h>

#include "curve/sweep.h"

typedef struct escape {
    sweep_ground ground;
    sweep_body body;    ///< somewhat smaller than the unit's
    double turn_radius; ///< tiles
} escape;

/// Prepares tests for a unit.
escape escape_of(const sweep_ground *ground, const sweep_body *body, double turn_radius);

/// Looks for a way of 12 tiles out of a pose, depth first in steps of half a tile ahead, to the right and to the left,
/// from each place once.
///
/// @param pose          facing the way out: for a goal, turned around
/// @param[in,out] work  grows by the steps that were tried
/// @return false: none was found; true: there may be one
bool escape_is_open(const escape *escape, fw_pose pose, uint64_t *work);

#endif
