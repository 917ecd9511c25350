#include "grid/jump_explore.h"

#include <string.h>

#include "grid/bit_transpose.h"

enum {
    MOST_ARRIVALS = 1 << 22, ///< about 270 MiB
    SAMPLED = 64             ///< one vertex of so many tells how many edges there are
};

typedef struct block_points {
    uint64_t rows[BLOCK_SIDE]; ///< tiles that are jump points for any direction
    size_t arrivals;           ///< jump points, each once for each direction
} block_points;

static void read_block(const jump_tables *tables, int32_t left, int32_t top, block_points *block)
{
    block->arrivals = 0;
    memset(block->rows, 0, sizeof block->rows);
    if (!jump_is_orthogonal(tables)) {
        const jump_line *columns = jump_line_y(tables, left, top);
        for (int i = 0; i < BLOCK_SIDE; i++) {
            block->rows[i] = columns[i].jump_up | columns[i].jump_down;
            block->arrivals += (size_t)(bits_count(columns[i].jump_up) + bits_count(columns[i].jump_down));
        }
        bits_transpose(block->rows);
    }
    const jump_line *rows = jump_line_x(tables, left, top);
    for (int i = 0; i < BLOCK_SIDE; i++) {
        block->rows[i] |= rows[i].jump_up | rows[i].jump_down;
        block->arrivals += (size_t)(bits_count(rows[i].jump_up) + bits_count(rows[i].jump_down));
    }
}

/// What is done with the jump points of a block whose first tile is (left, top).
typedef fw_result block_step(void *context, int32_t left, int32_t top, const block_points *block);

static fw_result visit_blocks(const jump_tables *tables, block_step *step, void *context)
{
    block_points block;
    fw_result result = FW_OK;
    for (int32_t top = 0; top < tables->rows->height && result == FW_OK; top += BLOCK_SIDE)
        for (int32_t left = 0; left < tables->rows->width && result == FW_OK; left += BLOCK_SIDE) {
            read_block(tables, left, top, &block);
            result = step(context, left, top, &block);
        }
    return result;
}

/// Numbers of a layer.
typedef struct point_count {
    size_t points, arrivals;
} point_count;

static fw_result count_points(void *context, int32_t left, int32_t top, const block_points *block)
{
    (void)left;
    (void)top;
    point_count *count = context;
    count->arrivals += block->arrivals;
    for (int i = 0; i < BLOCK_SIDE; i++)
        count->points += (size_t)bits_count(block->rows[i]);
    return FW_OK;
}

/// A graph that is explored.
typedef struct exploration {
    jump_graph *graph;
    const jump_tables *tables;
} exploration;

static fw_result add_vertices(void *context, int32_t left, int32_t top, const block_points *block)
{
    const exploration *under_way = context;
    for (int32_t i = 0; i < BLOCK_SIDE; i++)
        for (uint64_t tiles = block->rows[i]; tiles; tiles &= tiles - 1)
            if (!jump_graph_vertex(under_way->graph, under_way->tables, left + bits_lowest(tiles), top + i))
                return FW_NO_MEMORY;
    return FW_OK;
}

/// Makes room for all lists that are missing, by a sample of them, so that growing arrays need not be copied.
static fw_result reserve_lists(jump_graph *graph, const jump_tables *tables)
{
    size_t entries = 0;
    for (size_t vertex = 1; vertex < graph->vertex_count; vertex += SAMPLED) {
        const jump_vertex *from = &graph->vertices[vertex];
        const uint32_t arrivals = jump_arrivals(tables, from->x, from->y);
        for (int direction = 0; direction < 4; direction++) {
            const bool is_missing = from->lists[direction] == 0;
            if (!(arrivals >> direction & 1) || !is_missing)
                continue;
            const uint32_t moves = jump_moves_after(tables, from->x, from->y, 2 * direction);
            if (jump_find(graph->memory, tables, from->x, from->y, moves, &graph->found) != FW_OK)
                return FW_NO_MEMORY;
            entries += 1 + graph->found.count;
        }
    }
    return jump_graph_reserve_edges(graph, graph->edge_count + entries * SAMPLED);
}

static fw_result build_lists(jump_graph *graph, const jump_tables *tables)
{
    for (uint32_t vertex = 1; vertex < graph->vertex_count; vertex++) {
        const uint32_t arrivals = jump_arrivals(tables, graph->vertices[vertex].x, graph->vertices[vertex].y);
        for (uint32_t direction = 0; direction < 4; direction++)
            if (arrivals >> direction & 1 && !jump_graph_list(graph, tables, vertex, direction))
                return FW_NO_MEMORY;
    }
    return FW_OK;
}

fw_result jump_graph_explore(jump_graph *graph, const jump_tables *tables)
{
    point_count count = { 0 };
    exploration under_way = { graph, tables };
    visit_blocks(tables, count_points, &count);
    if (count.arrivals > MOST_ARRIVALS)
        return FW_TOO_MANY;
    if (jump_graph_reserve_vertices(graph, graph->vertex_count + count.points) != FW_OK ||
        visit_blocks(tables, add_vertices, &under_way) != FW_OK || reserve_lists(graph, tables) != FW_OK ||
        build_lists(graph, tables) != FW_OK)
        return FW_NO_MEMORY;
    jump_graph_allow(graph, graph->edge_count + graph->edge_count / 4);
    return FW_OK;
}
