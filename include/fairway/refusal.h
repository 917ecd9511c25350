#ifndef FAIRWAY_REFUSAL_H
#define FAIRWAY_REFUSAL_H

/// @file
/// Refusals: which field of a request or a definition is wrong, and why.

#include "fairway/result.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Explains why a call refuses its arguments. Returned by fw_request_refusal(), fw_unit_refusal(), fw_speed_refusal(),
/// fw_agent_refusal() and fw_map_prepare_refusal().
typedef struct fw_refusal {
    fw_result result; ///< the result of the refused call; FW_OK: nothing is wrong, and the texts are empty
    /// The wrong field or parameter, such as "weight", "goal.set[3]" or "terrain_cost[5]". Fields of the request's unit
    /// begin with "unit.".
    char field[32];
    /// The field that cannot be combined with `field`, such as "unit.reverse"; empty if `field` alone is wrong.
    char other[32];
    const char *reason; ///< one English sentence without a full stop, never null [until: the program ends]
} fw_refusal;

#ifdef __cplusplus
}
#endif
#endif
