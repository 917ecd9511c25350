#ifndef FAIRWAY_REFUSAL_H
#define FAIRWAY_REFUSAL_H

/// @file
/// Which field of a request or a def is wrong, and why.

#include "fairway/result.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Why a call refuses what it is given. The functions that tell are fw_request_refusal(), fw_unit_refusal(),
/// fw_speed_refusal() and fw_map_prepare_refusal().
typedef struct fw_refusal {
    fw_result result; ///< what the call returns; FW_OK: nothing is wrong, and the texts are empty
    /// The field (or parameter) that is wrong, such as "weight", "goal.set[3]" or "terrain_cost[5]". Fields of the unit
    /// that a request names begin with "unit.".
    char field[32];
    /// The field that it cannot be combined with, such as "unit.reverse"; empty if the field is wrong by itself.
    char other[32];
    const char *reason; ///< one plain sentence in English, without a full stop; static text, never null
} fw_refusal;

#ifdef __cplusplus
}
#endif
#endif
