#pragma once

/// Tells whether obstacles separate two places. Obstacles that overlap form clusters. A cluster separates the places if
/// a closed walk within it crosses the straight line between them an odd number of times. So each obstacle of a cluster
/// gets a parity: that of the crossings on the way to it. An obstacle that is reached with both parities closes such a
/// walk.

#include "forest/sector.h"
#include "forest/trees.h"

/// Memory of the search for clusters that separate places.
typedef struct enclosure {
    memory *memory;
    uint32_t *marks; ///< [obstacle * capacity] 2 * flood + parity, of the flood that reached it last
    size_t mark_capacity;
    uint32_t *queue; ///< [capacity] obstacles of the present cluster
    size_t queue_capacity;
    uint32_t flood;
} enclosure;

/// Prepares the memory for the present forest. FW_OK or FW_NO_MEMORY.
fw_result enclosure_prepare(enclosure *room, const fw_forest *forest);

/// True if obstacles separate two places. Clusters that are nearer to the goal are tried first.
///
/// @param body  radius by which circles grow
/// @param from  a place outside of all grown obstacles
/// @param most  greatest number of obstacles and cells to visit; if it does not suffice, the answer is false
bool enclosure_parts(enclosure *room, const fw_forest *forest, double body, vector from, vector goal,
                     uint64_t most);
