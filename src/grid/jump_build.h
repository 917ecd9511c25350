#pragma once

/// Builds jump tables from a layer.

#include "grid/jump_tables.h"

/// Builds the tables of a layer, which must stay where it is.
///
/// @param orthogonal  for four neighbours
/// @param version     of the map that the layer belongs to
fw_result jump_tables_build(memory *memory, const layer *layer, bool orthogonal, uint64_t version,
                            jump_tables **built);

/// Lets tables that were built anew, for a later version, go on with the log of those that they replace. All blocks
/// count as changed.
void jump_tables_replace(jump_tables *built, const jump_tables *former);

/// Builds pages from the layer, aside.
///
/// @param old  equal pages are shared with these; may be null
/// @return FW_OK, or FW_NO_MEMORY: then there are no pages
fw_result jump_pages_build(const jump_tables *tables, const jump_pages *old, jump_pages *built);
