#pragma once

/// The route of a search over poses, from its first node to its last, and the path along it.

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "directional/drive_writer.h"

typedef struct drive_route {
    const uint32_t *slots; ///< [slot * count] of the nodes, from the last one back to the first
    size_t count;
    bool is_backward; ///< the search began at the goal: its last node is where the unit starts
    /// From the last node to the other end, as the unit drives it; null: the route ends at the node
    const fw_curve *last;
    /// The curve by which a node was reached from its parent, as the unit drives it.
    fw_curve (*move)(const void *side, uint32_t parent, uint32_t slot);
    const void *side; ///< passed to `move`
} drive_route;

/// Writes the path along a route, and its end. FW_OK or FW_NO_MEMORY.
fw_result drive_route_write(const drive_route *route, drive_writer *writer);

/// A curve driven in the other direction, by a unit that faces the other way.
fw_curve curve_retraced(const fw_curve *curve);
