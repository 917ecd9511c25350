#include "grid/jump_graph.h"

enum {
    FIRST_TABLE = 256,
    MOST_EDGES = 1 << 22, ///< 32 MiB
};

static void empty(jump_graph *graph)
{
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
    return memory_reserve(graph->from, &graph->vertices, &graph->vertex_capacity, count,
                          sizeof *graph->vertices);
}

static fw_result reserve_edges(jump_graph *graph, size_t count)
{
    return memory_reserve(graph->from, &graph->edges, &graph->edge_capacity, count, sizeof *graph->edges);
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
    graph->most_edges = MOST_EDGES;
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

bool jump_graph_is_full(const jump_graph *graph)
{
    return graph->edge_count > graph->most_edges;
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

/// The vertex that an entry of the table holds, or 0. What was left there by an emptied graph is told by the vertex,
/// which knows its entry (Briggs & Torczon 1993).
static uint32_t vertex_at(const jump_graph *graph, size_t entry)
{
    const uint32_t vertex = graph->table[entry];
    return vertex && vertex < graph->vertex_count && graph->vertices[vertex].entry == entry ? vertex : 0;
}

/// The table's entry of a tile, or the empty one where it belongs.
static size_t entry_of(const jump_graph *graph, uint32_t x, uint32_t y)
{
    size_t entry = home_of(graph, x, y);
    for (;;) {
        const uint32_t vertex = vertex_at(graph, entry);
        if (!vertex || (graph->vertices[vertex].x == x && graph->vertices[vertex].y == y))
            return entry;
        entry = (entry + 1) & (graph->table_size - 1);
    }
}

static void enter(jump_graph *graph, uint32_t vertex, size_t entry)
{
    graph->table[entry] = vertex;
    graph->vertices[vertex].entry = (uint32_t)entry;
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
        enter(graph, i, entry_of(graph, graph->vertices[i].x, graph->vertices[i].y));
    return FW_OK;
}

uint32_t jump_graph_vertex(jump_graph *graph, int32_t x, int32_t y)
{
    size_t entry = entry_of(graph, (uint32_t)x, (uint32_t)y);
    const uint32_t known = vertex_at(graph, entry);
    if (known)
        return known;
    if (reserve_vertices(graph, graph->vertex_count + 1) != FW_OK)
        return 0;
    if (2 * graph->vertex_count >= graph->table_size) {
        if (grow_table(graph) != FW_OK)
            return 0;
        entry = entry_of(graph, (uint32_t)x, (uint32_t)y);
    }
    const uint32_t vertex = (uint32_t)graph->vertex_count++;
    graph->vertices[vertex] = (jump_vertex){ .x = (uint16_t)x, .y = (uint16_t)y };
    enter(graph, vertex, entry);
    return vertex;
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
    graph->vertices[vertex].lists[direction] = (uint32_t)head;
    graph->edge_count += 1 + count;
    return list;
}
