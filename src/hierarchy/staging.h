#pragma once

/// The clusters that a commit changes: noted and built first, then published or discarded together.

#include "hierarchy/hierarchy.h"

/// Adds anchors to what has changed in a cluster. The staged clusters are in order. FW_OK or FW_NO_MEMORY.
fw_result staging_note(memory *memory, hierarchy *table, size_t index, tile_box anchors);

/// Puts the records of the staged clusters into their places.
void staging_publish(memory *memory, hierarchy *table);

void staging_discard(memory *memory, hierarchy *table);
