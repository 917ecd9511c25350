#pragma once

/// The start and the goals of a directional search: what leads from the start to the lattice, from there to the goals,
/// and the single curve that leads from the start to a goal; and the extended motions and connections that are allowed
/// near an end once a search has run dry.

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/memory.h"
#include "directional/directional_task.h"
#include "directional/ends/ends_inside.h"
#include "fairway/result.h"

/// @param task  outlives the ends
/// @return FW_OK or FW_NO_MEMORY
fw_result search_ends_init(search_ends *ends, memory *memory, directional_task *task);

/// Sets up the task of a query, with a copy of the query's goals. FW_OK or FW_NO_MEMORY.
fw_result search_ends_reset(search_ends *ends, const directional_query *query);

/// Connects the start and the goals to the lattice, or to each other, if they are not connected yet. If one end has no
/// connections, the other end is not connected.
///
/// @param[in,out] work  grows by the poses that floods expand
/// @return FW_OK or FW_NO_MEMORY
fw_result search_ends_connect(search_ends *ends, uint64_t *work);

/// Tries the single curve, and connects nothing.
void search_ends_look_straight(search_ends *ends);

/// After a search that ran dry: allows extended motions and extended connections at the ends that may be the cause.
///
/// @param only_dry  only at ends whose floods ran dry; other ends are left to the search that follows
/// @return true if anything was allowed that may help
bool search_ends_extend(search_ends *ends, bool only_dry);
