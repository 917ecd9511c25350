#ifndef GRID_JUMP_GRAPH_H
#define GRID_JUMP_GRAPH_H

/// @file
/// The graph of jump points of one layer as far as searches have seen it. A planner keeps it, so that what one query
/// found on the tables need not be looked for by the next; a commit empties it. Answers are those that the tables
/// give.
///
/// Emptying costs nothing, however large the graph was. Vertices are numbered in the order in which they are found, so
/// that nodes of a search lie close together.

#include <stddef.h>
#include <stdint.h>

#include "base/memory.h"
#include "grid/jump_find.h"
#include "grid/jump_tables.h"

/// Vertex 0 is none of the graph: searches use it for their start.
enum { JUMP_START = 0 };

/// The way from a jump point to one ahead of it; or, at the head of a list, how many of them follow.
typedef struct jump_edge {
    uint32_t to; ///< vertex << 2 | straight direction of arrival: 0 east, 1 south, 2 west, 3 north
    uint32_t cost;
} jump_edge;

typedef struct jump_vertex {
    uint16_t x, y;
    uint32_t entry;    ///< of the table: only a vertex that is known there is one
    uint32_t lists[4]; ///< by direction of arrival: head of the edges to follow; 0 = not looked for yet
} jump_vertex;

typedef struct jump_graph {
    memory *from;
    const jump_tables *tables;
    uint64_t version; ///< of the map
    jump_vertex *vertices;
    size_t vertex_count;
    size_t vertex_capacity;
    jump_edge *edges; ///< lists, one after the other; the first place is not used
    size_t edge_count;
    size_t edge_capacity;
    size_t most_edges; ///< with more, the graph is full
    uint32_t
        *table; ///< open-addressing hash from tile to vertex; what it holds counts where the vertex agrees
    size_t table_size;
    jump_found_list found;   ///< what was looked for last
    struct jump_graph *next; ///< in a planner's list
    uint32_t capability;     ///< of the layer
    int32_t size;            ///< of the layer
} jump_graph;

/// Has the graph grown so large that new searches had better look at the tables themselves?
bool jump_graph_is_full(const jump_graph *graph);

/// The graph of a layer among those that begin at `*first`, emptied if it belongs to another version of the map, or a
/// new one; null when there is no memory.
jump_graph *jump_graph_of(memory *from, jump_graph **first, const jump_tables *tables, uint64_t version);

/// Frees all graphs of a list.
void jump_graph_free_all(jump_graph **first);

/// The vertex of a jump point, added when it is new; 0 when there is no memory.
uint32_t jump_graph_vertex(jump_graph *graph, int32_t x, int32_t y);

/// Looks for the edges that follow an arrival. Null when there is no memory.
const jump_edge *jump_graph_look(jump_graph *graph, uint32_t vertex, uint32_t direction);

/// The edges that follow an arrival: a head with their number, then the edges. Null when there is no memory.
static inline const jump_edge *jump_graph_list(jump_graph *graph, uint32_t vertex, uint32_t direction)
{
    const uint32_t head = graph->vertices[vertex].lists[direction];
    return head ? &graph->edges[head] : jump_graph_look(graph, vertex, direction);
}

#endif
