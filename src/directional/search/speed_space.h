#ifndef DIRECTIONAL_SEARCH_SPEED_SPACE_H
#define DIRECTIONAL_SEARCH_SPEED_SPACE_H

/// @file
/// Speed as a dimension of directional search: nodes are a pose and one of some ten speeds, steps cost the time that
/// they take (Pinter 2001, "speed and acceleration", the formal way). All else is that of the directional space, which
/// this is a part of.

#include "base/memory.h"
#include "directional/ends/connections.h"
#include "directional/search/directional_space.h"
#include "search/best_first.h"

typedef struct speed_space speed_space;

void speed_space_destroy(memory *memory, speed_space *speeds);
size_t speed_space_bytes(const speed_space *speeds);

/// Prepares a query, after which the search can be reset: what a motion costs from speed to speed is found out when it
/// is asked for, and kept while unit and speeds stay.
///
/// @return FW_OK or FW_NO_MEMORY
fw_result speed_space_reset(directional_space *space);

/// What directional_search_reset() and directional_search_run() are, for the least time.
void speed_search_reset(directional_space *space, const search_limits *limits);
fw_result speed_search_run(directional_space *space, uint64_t work);

/// What a connection from a node to the goal costs, LADDER_IMPOSSIBLE where the unit is too fast for it.
uint32_t speed_space_last_cost(const directional_space *space, fw_node_id id, const connection *connection);

#endif
