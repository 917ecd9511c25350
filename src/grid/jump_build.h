#ifndef GRID_JUMP_BUILD_H
#define GRID_JUMP_BUILD_H

/// @file
/// Builds jump tables from a layer.

#include "grid/jump_tables.h"

/// Builds the tables of a layer, which must stay where it is.
///
/// @param orthogonal  for four neighbours
fw_result jump_tables_build(memory *memory, const layer *layer, bool orthogonal, jump_tables **built);

/// Lets tables that were built anew go on with the history of those that they replace. All blocks count as changed.
void jump_tables_replace(jump_tables *built, const jump_tables *former);

/// Builds pages from the layer, aside.
///
/// @param old  equal pages are shared with these; may be null
/// @return FW_OK, or FW_NO_MEMORY: then there are no pages
fw_result jump_pages_build(const jump_tables *tables, const jump_pages *old, jump_pages *built);

#endif
