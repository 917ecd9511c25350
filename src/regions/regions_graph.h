#pragma once

/// The graph of border components: the neighbours of a node in other blocks.

#include "regions/regions_inside.h"

/// Lists the nodes of other blocks, in their staged records, that touch these side masks of a block. A node may be
/// listed twice.
int regions_neighbours(const regions *regions, uint32_t block, const side_masks *sides, node_id *found);

/// Joins all neighbours. A node is numbered by the first node of its block and its component.
///
/// @param parents  [node] by union_find.h
void regions_join_neighbours(const regions *regions, uint32_t *parents);

/// True if a block and its neighbours have one border component each, before and after the stage, and that of the block
/// meets the same neighbours as before: it keeps its label, whatever its sides are.
bool regions_keeps_edges(const regions *regions, uint32_t block);
