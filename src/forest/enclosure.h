#ifndef FOREST_ENCLOSURE_H
#define FOREST_ENCLOSURE_H

/// @file
/// Whether obstacles part two places. Obstacles that overlap make clusters, and a cluster parts the places if a closed
/// walk within it crosses the straight line between them an odd number of times. So each obstacle of a cluster gets a
/// parity, that of the crossings on the way to it; an obstacle that is come to with both parities closes such a walk.

#include "forest/sector.h"
#include "forest/trees.h"

/// Room to look for enclosures in.
typedef struct enclosure {
    memory *memory;
    uint32_t *marks; ///< [obstacle * capacity] 2 * look + parity, of the look that came to it last
    size_t mark_capacity;
    uint32_t *queue; ///< [capacity] obstacles of a cluster
    size_t queue_capacity;
    uint32_t look;
} enclosure;

void enclosure_free(enclosure *room);

size_t enclosure_bytes(const enclosure *room);

/// Makes ready for the forest as it is. FW_OK or FW_NO_MEMORY.
fw_result enclosure_prepare(enclosure *room, const fw_forest *forest);

/// True if obstacles part two places. Clusters that are nearer to the goal come first.
///
/// @param body  radius by which circles grow
/// @param from  a place in none of the grown obstacles
/// @param goal  another one
/// @param most  obstacles and cells that are looked at; if they do not suffice, the answer is false
bool enclosure_parts(enclosure *room, const fw_forest *forest, double body, vector from, vector goal,
                     size_t most);

#endif
