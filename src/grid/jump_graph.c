#include "grid/jump_graph.h"

#include <string.h>

enum {
    FIRST_TABLE = 256,
    MOST_EDGES = 1 << 22, ///< 32 MiB
};

/// Empties a graph that is taken for other tables, or is full of lost edges.
static void empty(jump_graph *graph)
{
    if (graph->vertex_count > 1)
        memset(graph->table, 0, graph->table_size * sizeof *graph->table);
    graph->vertex_count = 1;
    graph->edges[0] = (jump_edge){ .cost = JUMP_OUTDATED };
    graph->edge_count = 1;
    graph->lost_edges = 0;
    graph->version = graph->since = 0;
    graph->changed = NO_BLOCKS;
}

static void free_graph(jump_graph *graph)
{
    memory *memory = graph->memory;
    memory_give_back(memory, graph->vertices, graph->vertex_capacity, sizeof *graph->vertices);
    memory_give_back(memory, graph->edges, graph->edge_capacity, sizeof *graph->edges);
    memory_give_back(memory, graph->table, graph->table_size, sizeof *graph->table);
    memory_give_back(memory, graph->found.items, graph->found.capacity, sizeof *graph->found.items);
    memory_give_back(memory, graph, 1, sizeof *graph);
}

fw_result jump_graph_reserve_vertices(jump_graph *graph, size_t count)
{
    return MEMORY_RESERVE_CLOSELY(graph->memory, graph->vertices, graph->vertex_capacity, count);
}

fw_result jump_graph_reserve_edges(jump_graph *graph, size_t count)
{
    return MEMORY_RESERVE_CLOSELY(graph->memory, graph->edges, graph->edge_capacity, count);
}

static jump_graph *new_graph(memory *memory, const jump_tables *tables)
{
    jump_graph *graph = memory_get_zeroed(memory, 1, sizeof *graph);
    if (!graph)
        return NULL;
    graph->memory = memory;
    graph->capability = tables->rows->capability;
    graph->size = tables->rows->size;
    graph->orthogonal = jump_is_orthogonal(tables);
    graph->serial = tables->log->serial;
    graph->most_edges = MOST_EDGES;
    graph->table = memory_get_zeroed(memory, FIRST_TABLE, sizeof *graph->table);
    graph->table_size = graph->table ? FIRST_TABLE : 0;
    if (!graph->table || jump_graph_reserve_vertices(graph, FIRST_TABLE) != FW_OK ||
        jump_graph_reserve_edges(graph, FIRST_TABLE) != FW_OK) {
        free_graph(graph);
        return NULL;
    }
    empty(graph);
    return graph;
}

static bool is_of_layer(const jump_graph *graph, const jump_tables *tables)
{
    const layer *layer = tables->rows;
    return graph->capability == layer->capability && graph->size == layer->size &&
           graph->orthogonal == jump_is_orthogonal(tables);
}

/// The graph of a log; null if there is none.
static jump_graph *find_graph(jump_graph *first, uint64_t serial)
{
    while (first && first->serial != serial)
        first = first->next;
    return first;
}

/// A graph of the same layer that no search uses; null if there is none.
static jump_graph *find_unused(jump_graph *first, const jump_tables *tables)
{
    while (first && (first->searches > 0 || !is_of_layer(first, tables)))
        first = first->next;
    return first;
}

/// Notes what has changed before a search on these tables begins. Begins anew if the rectangle has become too large.
static void note_version(jump_graph *graph, const jump_tables *tables)
{
    enum { MOST_PART = 8 };
    if (tables->version <= graph->version)
        return;
    const tile_box around = change_log_around(tables->log, graph->version);
    if (!tile_box_is_empty(&around))
        block_box_widen(&graph->changed, (block_box){ .left = (uint8_t)(around.left >> BLOCK_SHIFT),
                                                      .top = (uint8_t)(around.top >> BLOCK_SHIFT),
                                                      .right = (uint8_t)(around.right >> BLOCK_SHIFT),
                                                      .bottom = (uint8_t)(around.bottom >> BLOCK_SHIFT) });
    const int32_t columns = graph->changed.right - graph->changed.left + 1;
    const int32_t rows = graph->changed.bottom - graph->changed.top + 1;
    graph->version = tables->version;
    if (columns > 0 && columns * rows <= tables->log->columns * tables->log->rows / MOST_PART)
        return;
    graph->since = tables->version;
    graph->changed = NO_BLOCKS;
}

jump_graph *jump_graph_of(memory *memory, jump_graph **first, const jump_tables *tables)
{
    const uint64_t serial = tables->log->serial;
    jump_graph *graph = find_graph(*first, serial);
    if (!graph)
        graph = find_unused(*first, tables);
    if (!graph) {
        graph = new_graph(memory, tables);
        if (!graph)
            return NULL;
        graph->next = *first;
        *first = graph;
    }
    const bool is_full_of_lost = jump_graph_is_full(graph) && 2 * graph->lost_edges > graph->edge_count;
    // Searches under way keep numbers of vertices.
    if (graph->serial != serial || (graph->searches == 0 && is_full_of_lost))
        empty(graph);
    graph->serial = serial;
    note_version(graph, tables);
    return graph;
}

bool jump_graph_is_full(const jump_graph *graph)
{
    return graph->edge_count > graph->most_edges;
}

void jump_graph_allow(jump_graph *graph, size_t edges)
{
    graph->most_edges = edges > graph->most_edges ? edges : graph->most_edges;
}

void jump_graph_free_all(jump_graph **first)
{
    while (*first) {
        jump_graph *graph = *first;
        *first = graph->next;
        free_graph(graph);
    }
}

static fw_result grow_table(jump_graph *graph)
{
    const size_t size = 2 * graph->table_size;
    uint32_t *table = memory_get_zeroed(graph->memory, size, sizeof *table);
    if (!table)
        return FW_NO_MEMORY;
    memory_give_back(graph->memory, graph->table, graph->table_size, sizeof *table);
    graph->table = table;
    graph->table_size = size;
    for (uint32_t vertex = 1; vertex < graph->vertex_count; vertex++)
        *jump_graph_place(graph, graph->vertices[vertex].x, graph->vertices[vertex].y) = vertex;
    return FW_OK;
}

uint32_t jump_graph_add_vertex(jump_graph *graph, const jump_tables *tables, uint16_t x, uint16_t y)
{
    if (jump_graph_reserve_vertices(graph, graph->vertex_count + 1) != FW_OK ||
        (2 * graph->vertex_count >= graph->table_size && grow_table(graph) != FW_OK))
        return 0;
    const uint32_t vertex = (uint32_t)graph->vertex_count++;
    const uint8_t column = (uint8_t)(x >> WORD_SHIFT), row = (uint8_t)(y >> WORD_SHIFT);
    graph->vertices[vertex] =
        (jump_vertex){ .x = x, .y = y, .blocks = { column, row, column, row }, .version = tables->version };
    *jump_graph_place(graph, x, y) = vertex;
    return vertex;
}

/// True if a block that the vertex depends on may differ between the tables and those that the vertex was computed for.
static bool has_changed(const jump_graph *graph, const jump_tables *tables, const jump_vertex *vertex)
{
    const block_box *blocks = &vertex->blocks;
    const uint64_t earlier = vertex->version < tables->version ? vertex->version : tables->version;
    if (earlier >= graph->since && !block_boxes_overlap(*blocks, graph->changed))
        return false;
    if (!change_log_knows(tables->log, earlier))
        return true;
    for (int32_t row = blocks->top; row <= blocks->bottom; row++)
        if (change_log_has_changed(tables->log, row, blocks->left, blocks->right, earlier))
            return true;
    return false;
}

void jump_graph_revise(jump_graph *graph, const jump_tables *tables, jump_vertex *vertex)
{
    if (has_changed(graph, tables, vertex)) {
        for (int direction = 0; direction < 4; direction++)
            graph->edges[vertex->lists[direction]].cost |= JUMP_OUTDATED;
        vertex->blocks = block_box_at(vertex->x, vertex->y);
    }
    vertex->version = tables->version;
}

static uint8_t block_at(int32_t tile, int32_t side)
{
    return (uint8_t)((tile < 0 ? 0 : tile < side ? tile : side - 1) >> BLOCK_SHIFT);
}

/// Widens the blocks that were looked at for a vertex so that they hold a box.
static void widen_blocks(const layer *layer, block_box *blocks, const tile_box *box)
{
    block_box_widen(blocks, (block_box){ .left = block_at(box->left, layer->width),
                                         .top = block_at(box->top, layer->height),
                                         .right = block_at(box->right, layer->width),
                                         .bottom = block_at(box->bottom, layer->height) });
}

/// A place for a list of edges that follow an arrival: that of the outdated one where it has room. Null when there is
/// no memory.
static jump_edge *place_of_list(jump_graph *graph, uint32_t *head, size_t count)
{
    const size_t room = graph->edges[*head].cost >> 1;
    if (*head && count <= room)
        return &graph->edges[*head];
    if (jump_graph_reserve_edges(graph, graph->edge_count + 1 + count) != FW_OK)
        return NULL;
    graph->lost_edges += *head ? 1 + room : 0;
    *head = (uint32_t)graph->edge_count;
    graph->edge_count += 1 + count;
    jump_edge *list = &graph->edges[*head];
    memset(list, 0, (1 + count) * sizeof *list);
    list->cost = (uint32_t)(2 * count) | JUMP_OUTDATED;
    return list;
}

/// The vertex of a jump point; most edits leave it where it was.
static uint32_t vertex_again(jump_graph *graph, const jump_tables *tables, uint32_t before, int32_t x,
                             int32_t y)
{
    const jump_vertex *known = &graph->vertices[before];
    return before && known->x == x && known->y == y ? before : jump_graph_vertex(graph, tables, x, y);
}

const jump_edge *jump_graph_look(jump_graph *graph, const jump_tables *tables, uint32_t vertex,
                                 uint32_t direction)
{
    const int32_t x = graph->vertices[vertex].x;
    const int32_t y = graph->vertices[vertex].y;
    const uint32_t moves = jump_moves_after(tables, x, y, (int)(2 * direction));
    if (jump_find(graph->memory, tables, x, y, moves, &graph->found) != FW_OK)
        return NULL;
    const size_t count = graph->found.count;
    jump_edge *list = place_of_list(graph, &graph->vertices[vertex].lists[direction], count);
    if (!list)
        return NULL;
    tile_box box = graph->found.box;
    for (size_t i = 0; i < count; i++) {
        const jump_found *it = &graph->found.items[i];
        const uint32_t to = vertex_again(graph, tables, list[i + 1].to >> 2, it->x, it->y);
        if (!to)
            return NULL;
        list[i + 1] = (jump_edge){ .to = to << 2 | it->move >> 1, .cost = it->cost };
        tile_box_widen(&box, tile_box_at(it->x, it->y));
    }
    widen_blocks(tables->rows, &graph->vertices[vertex].blocks, &box);
    list->to = (uint32_t)count;
    list->cost &= ~(uint32_t)JUMP_OUTDATED;
    return list;
}
