#ifndef TRAFFIC_TURN_PROOF_H
#define TRAFFIC_TURN_PROOF_H

/// @file
/// Proofs that two units, one of them with a turning radius, cannot pass each other anywhere.

#include "traffic/inside.h"

/// Finds out whether the planner for units that turn on the spot (joint/joint.h) proves that two units cannot both get
/// to their goals. Units with a turning radius can do less than those; so the proof holds for them.
///
/// @param[out] is_proven  false: there is no proof, or none within the limit of work
/// @return FW_OK or FW_NO_MEMORY
fw_result turns_prove(fw_traffic *traffic, uint32_t first, uint32_t second, bool *is_proven);

#endif
