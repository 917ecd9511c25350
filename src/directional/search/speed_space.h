#ifndef DIRECTIONAL_SEARCH_SPEED_SPACE_H
#define DIRECTIONAL_SEARCH_SPEED_SPACE_H

/// @file Speed as a dimension of directional search: a node is a pose with one of the levels of a speed ladder, and a
/// step costs the time that it takes (Pinter 2001, "speed and acceleration", the formal way). The connections, the
/// floods and the guide are those of the directional space to which this space belongs.

#include "base/memory.h"
#include "directional/ends/connections.h"
#include "fairway/space.h"
#include "search/limits.h"

typedef struct directional_space directional_space;
typedef struct speed_space speed_space;

void speed_space_destroy(memory *memory, speed_space *speeds);
size_t speed_space_bytes(const speed_space *speeds);

/// Prepares a query; then the search can be reset. The cost of a motion from speed to speed is computed on first use,
/// and kept as long as unit and speeds stay the same.
///
/// @return FW_OK or FW_NO_MEMORY
fw_result speed_space_reset(directional_space *space);

/// As directional_search_reset() and directional_search_run(), for the least time.
void speed_search_reset(directional_space *space, const search_limits *limits);
fw_result speed_search_run(directional_space *space, uint64_t work);

/// The cost of a connection from a node to the goal; LADDER_IMPOSSIBLE if the unit is too fast for it.
uint32_t speed_space_last_cost(const directional_space *space, fw_node_id id, const connection *connection);

#endif
