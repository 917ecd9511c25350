#ifndef DIRECTIONAL_ENDS_ESCAPE_H
#define DIRECTIONAL_ENDS_ESCAPE_H

/// @file A quick dead-end test: true if it seems that a unit can get away from a pose. The test notices a pose that
/// faces a wall within a microsecond, before anything is built for a search. The result is a guess and never proves
/// that there is no path: the steps are too long, and the cells too large, for a proof.

#include <stdbool.h>
#include <stdint.h>

#include "curve/sweep.h"

typedef struct escape {
    sweep_ground ground;
    sweep_body body;    ///< somewhat smaller than the unit's
    double turn_radius; ///< tiles
} escape;

/// Prepares dead-end tests for a unit.
escape escape_of(const sweep_ground *ground, const sweep_body *body, double turn_radius);

/// Looks for a way of 12 tiles out of a pose: depth first, in steps of half a tile straight, to the right and to the
/// left, from each cell once.
///
/// @param pose          heading outward; for a goal, turned around
/// @param[in,out] work  grows by the number of steps tried
/// @return true if there may be a way out, false if none was found
bool escape_is_open(const escape *escape, fw_pose pose, uint64_t *work);

#endif
