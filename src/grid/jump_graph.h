#pragma once

/// The graph of jump points of one layer, as far as searches have explored it. A planner keeps the graph, so that the
/// next query need not search the tables for the same edges. Answers are those that the tables give.
///
/// The edges that leave a jump point are valid as long as the blocks of tiles that were read for them do not change. A
/// search that comes to the jump point in another version of the map checks this: a commit invalidates only the edges
/// around the change, and they are found again only when a search needs them. Searches of several versions may use the
/// graph in turns.
///
/// Vertices are numbered in the order in which they are found, so that nodes of a search lie close together.

#include <stddef.h>
#include <stdint.h>

#include "base/hash.h"
#include "base/memory.h"
#include "grid/jump_find.h"
#include "grid/jump_tables.h"

/// Vertex 0 is not in the graph: searches use it for their start.
enum { JUMP_START = 0 };

/// In the `cost` of a list's head: the list's edges must be found again.
enum { JUMP_OUTDATED = 1 };

/// An edge from a jump point to one ahead of it. The head of a list holds the number of edges that follow, and in
/// `cost` twice the number that the list has room for, with or without JUMP_OUTDATED.
typedef struct jump_edge {
    uint32_t to; ///< vertex << 2 | straight direction of arrival: 0 east, 1 south, 2 west, 3 north
    uint32_t cost;
} jump_edge;

static inline bool jump_list_is_outdated(const jump_edge *head)
{
    return head->cost & JUMP_OUTDATED;
}

typedef struct jump_vertex {
    uint16_t x, y;
    uint32_t lists[4]; ///< by direction of arrival: head of the list of edges; 0 = never built
    block_box blocks;  ///< the blocks that were read for the lists
    uint64_t version;  ///< version of the tables for which the lists are valid
} jump_vertex;

typedef struct jump_graph {
    memory *memory;
    uint64_t serial;   ///< of the log of the tables
    uint64_t version;  ///< the last one of tables that a search began with
    uint64_t since;    ///< an earlier one
    block_box changed; ///< all blocks that differ between any versions from `since` to `version`
    jump_vertex *vertices;
    size_t vertex_count;
    size_t vertex_capacity;
    jump_edge *edges; ///< lists, one after the other; at 0 the head of a list that is always outdated
    size_t edge_count;
    size_t edge_capacity;
    size_t lost_edges; ///< entries that no list uses any more
    size_t most_edges; ///< the graph is full if it has more
    uint32_t *table;   ///< open-addressing hash from tile to vertex; 0: empty
    size_t table_size;
    jump_found_list found;   ///< the jump points found last
    struct jump_graph *next; ///< next graph in the planner's list
    int32_t searches;        ///< searches that use the graph
    uint32_t capability;     ///< of the layer
    int32_t size;            ///< of the layer
    bool orthogonal;         ///< for four neighbours
} jump_graph;

/// True if the graph is so large that new searches should read the tables instead.
bool jump_graph_is_full(const jump_graph *graph);

/// Lets the graph have so many edges before it is full, if that is more than it may have.
void jump_graph_allow(jump_graph *graph, size_t edges);

/// Makes room for so many vertices, or edges, in all: FW_OK or FW_NO_MEMORY.
fw_result jump_graph_reserve_vertices(jump_graph *graph, size_t count);
fw_result jump_graph_reserve_edges(jump_graph *graph, size_t count);

/// The graph of some tables, whatever their version, in the list that begins at `*first`. If there is none, a new one,
/// or one of another log of the layer that no search uses. Null if there is no memory.
jump_graph *jump_graph_of(memory *memory, jump_graph **first, const jump_tables *tables);

void jump_graph_free_all(jump_graph **first);

/// The table's entry of a tile, or the empty entry where the tile belongs.
static inline uint32_t *jump_graph_place(const jump_graph *graph, uint16_t x, uint16_t y)
{
    size_t at = (size_t)(hash_64((uint32_t)y << 16 | x) >> 32) & (graph->table_size - 1);
    for (uint32_t vertex; (vertex = graph->table[at]); at = (at + 1) & (graph->table_size - 1))
        if (graph->vertices[vertex].x == x && graph->vertices[vertex].y == y)
            break;
    return &graph->table[at];
}

/// Adds a vertex for a tile that has none; 0 if there is no memory.
uint32_t jump_graph_add_vertex(jump_graph *graph, const jump_tables *tables, uint16_t x, uint16_t y);

/// The vertex of a jump point, added if it is new; 0 if there is no memory.
static inline uint32_t jump_graph_vertex(jump_graph *graph, const jump_tables *tables, int32_t x, int32_t y)
{
    const uint32_t known = *jump_graph_place(graph, (uint16_t)x, (uint16_t)y);
    return known ? known : jump_graph_add_vertex(graph, tables, (uint16_t)x, (uint16_t)y);
}

/// Makes the lists of a vertex, which were valid for another version, valid for that of the tables: marks them as
/// outdated if the blocks that were read for them changed after the earlier one of both. jump_graph_of() was called for
/// these tables before.
void jump_graph_revise(jump_graph *graph, const jump_tables *tables, jump_vertex *vertex);

/// Builds the list of edges that follow an arrival. Null if there is no memory.
const jump_edge *jump_graph_look(jump_graph *graph, const jump_tables *tables, uint32_t vertex,
                                 uint32_t direction);

/// The edges that follow an arrival: a head with their number, then the edges. Null if there is no memory.
static inline const jump_edge *jump_graph_list(jump_graph *graph, const jump_tables *tables, uint32_t vertex,
                                               uint32_t direction)
{
    jump_vertex *from = &graph->vertices[vertex];
    if (from->version != tables->version)
        jump_graph_revise(graph, tables, from);
    const jump_edge *list = &graph->edges[from->lists[direction]];
    return jump_list_is_outdated(list) ? jump_graph_look(graph, tables, vertex, direction) : list;
}
