#ifndef DIRECTIONAL_ENDS_DEAD_END_H
#define DIRECTIONAL_ENDS_DEAD_END_H

/// @file A quick dead-end test: tells whether a unit can probably get away from a pose. The test notices a pose that
/// faces a wall within a microsecond, before a search allocates anything. The result is a guess and never proves that
/// there is no path: for a proof, its steps are too long and its cells too large.

#include <stdbool.h>
#include <stdint.h>

#include "curve/sweep_body.h"
#include "curve/sweep_ground.h"

typedef struct dead_end_test {
    sweep_ground ground;
    sweep_body body;    ///< somewhat smaller than the unit's
    double turn_radius; ///< tiles
} dead_end_test;

/// Prepares tests for a unit.
dead_end_test dead_end_test_of(const sweep_ground *ground, const sweep_body *body, double turn_radius);

/// Searches for a path of 12 tiles away from a pose: depth first, in steps of half a tile straight on, to the right and
/// to the left. Only the first place in each cell is searched from.
///
/// @param pose          heading outward; for a goal, turned around, as the body of the test must be
/// @param[in,out] work  grows by the number of steps tried
/// @return true if there may be a way out, false if none was found
bool dead_end_test_finds_exit(const dead_end_test *test, fw_pose pose, uint64_t *work);

#endif
