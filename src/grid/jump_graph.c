#include "grid/jump_graph.h"

#include <string.h>

enum {
    FIRST_TABLE = 256,
    MOST_EDGES = 1 << 20, ///< that are kept: beyond, edges are looked for again each time
};

static void empty(jump_graph *graph)
{
    if (graph->table)
        memset(graph->table, 0, graph->table_size * sizeof *graph->table);
    graph->vertex_count = 1;
    graph->edge_count = 1;
}

static void free_graph(jump_graph *graph)
{
    memory *from = graph->from;
    memory_give_back(from, graph->vertices, graph->vertex_capacity, sizeof *graph->vertices);
    memory_give_back(from, graph->edges, graph->edge_capacity, sizeof *graph->edges);
    memory_give_back(from, graph->table, graph->table_size, sizeof *graph->table);
    memory_give_back(from, graph->found.items, graph->found.capacity, sizeof *graph->found.items);
    memory_give_back(from, graph, 1, sizeof *graph);
}

static fw_result reserve_vertices(jump_graph *graph, size_t count)
{
    return memory_reserve(graph->from, (void **)&graph->vertices, &graph->vertex_capacity, count,
                          sizeof *graph->vertices);
}

static fw_result reserve_edges(jump_graph *graph, size_t count)
{
    return memory_reserve(graph->from, (void **)&graph->edges, &graph->edge_capacity, count,
                          sizeof *graph->edges);
}

static jump_graph *new_graph(memory *from, const jump_tables *tables)
{
    jump_graph *graph = memory_get_zeroed(from, 1, sizeof *graph);
    if (!graph)
        return NULL;
    graph->from = from;
    graph->capability = tables->rows->capability;
    graph->size = tables->rows->size;
    graph->tables = tables;
    graph->table = memory_get_zeroed(from, FIRST_TABLE, sizeof *graph->table);
    graph->table_size = graph->table ? FIRST_TABLE : 0;
    if (!graph->table || reserve_vertices(graph, FIRST_TABLE) != FW_OK) {
        free_graph(graph);
        return NULL;
    }
    empty(graph);
    return graph;
}

jump_graph *jump_graph_of(memory *from, jump_graph **first, const jump_tables *tables, uint64_t version)
{
    const layer *on = tables->rows;
    jump_graph *graph = *first;
    while (graph && (graph->capability != on->capability || graph->size != on->size))
        graph = graph->next;
    if (!graph) {
        graph = new_graph(from, tables);
        if (!graph)
            return NULL;
        graph->next = *first;
        *first = graph;
    } else if (graph->version != version) {
        empty(graph);
    }
    graph->tables = tables;
    graph->version = version;
    return graph;
}

void jump_graph_free_all(jump_graph **first)
{
    while (*first) {
        jump_graph *graph = *first;
        *first = graph->next;
        free_graph(graph);
    }
}

/// Home of a tile in the table: Fibonacci hashing (Knuth, TAOCP 3, 6.4).
static size_t home_of(const jump_graph *graph, uint32_t x, uint32_t y)
{
    return (size_t)((y << 16 | x) * UINT64_C(0x9e3779b97f4a7c15) >> 32) & (graph->table_size - 1);
}

/// The table's entry of a tile, or the empty one where it belongs.
static uint32_t *entry_of(const jump_graph *graph, uint32_t x, uint32_t y)
{
    size_t at = home_of(graph, x, y);
    for (;;) {
        uint32_t *entry = &graph->table[at];
        const jump_vertex *vertex = &graph->vertices[*entry];
        if (!*entry || (vertex->x == x && vertex->y == y))
            return entry;
        at = (at + 1) & (graph->table_size - 1);
    }
}

/// Doubles the table.
static fw_result grow_table(jump_graph *graph)
{
    const size_t size = 2 * graph->table_size;
    uint32_t *table = memory_get_zeroed(graph->from, size, sizeof *table);
    if (!table)
        return FW_NO_MEMORY;
    memory_give_back(graph->from, graph->table, graph->table_size, sizeof *table);
    graph->table = table;
    graph->table_size = size;
    for (uint32_t i = 1; i < graph->vertex_count; i++)
        *entry_of(graph, graph->vertices[i].x, graph->vertices[i].y) = i;
    return FW_OK;
}

uint32_t jump_graph_vertex(jump_graph *graph, int32_t x, int32_t y)
{
    uint32_t *entry = entry_of(graph, (uint32_t)x, (uint32_t)y);
    if (*entry)
        return *entry;
    if (reserve_vertices(graph, graph->vertex_count + 1) != FW_OK)
        return 0;
    if (2 * graph->vertex_count >= graph->table_size) {
        if (grow_table(graph) != FW_OK)
            return 0;
        entry = entry_of(graph, (uint32_t)x, (uint32_t)y);
    }
    graph->vertices[graph->vertex_count] = (jump_vertex){ .x = (uint16_t)x, .y = (uint16_t)y };
    return *entry = (uint32_t)graph->vertex_count++;
}

const jump_edge *jump_graph_look(jump_graph *graph, uint32_t vertex, uint32_t direction)
{
    const int32_t x = graph->vertices[vertex].x;
    const int32_t y = graph->vertices[vertex].y;
    const uint32_t moves = jump_moves_after(graph->tables, x, y, (int)(2 * direction));
    if (jump_find(graph->from, graph->tables, x, y, moves, &graph->found) != FW_OK)
        return NULL;
    const size_t count = graph->found.count;
    const size_t head = graph->edge_count;
    if (reserve_edges(graph, head + 1 + count) != FW_OK)
        return NULL;
    jump_edge *list = &graph->edges[head];
    list[0] = (jump_edge){ .to = (uint32_t)count };
    for (size_t i = 0; i < count; i++) {
        const jump_found *it = &graph->found.items[i];
        const uint32_t to = jump_graph_vertex(graph, it->x, it->y);
        if (!to)
            return NULL;
        list[i + 1] = (jump_edge){ .to = to << 2 | it->move >> 1, .cost = it->cost };
    }
    if (head + 1 + count <= MOST_EDGES) {
        graph->vertices[vertex].lists[direction] = (uint32_t)head;
        graph->edge_count += 1 + count;
    }
    return list;
}
