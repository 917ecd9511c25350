#pragma once

/// Exploring the graph of jump points as a whole, before searches do it piece by piece.

#include "grid/jump_graph.h"

/// Adds all jump points of a layer to a graph, block by block, and the edges that follow each arrival there. Searches
/// on these tables then only read the graph.
///
/// @param graph  from jump_graph_of() for these tables
/// @return FW_OK; FW_TOO_MANY: the layer has more arrivals than a graph holds, and the graph is unchanged;
///         FW_NO_MEMORY: the graph holds a part
fw_result jump_graph_explore(jump_graph *graph, const jump_tables *tables);
