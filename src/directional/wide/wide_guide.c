#include "directional/wide/wide_guide.h"

#include <stdlib.h>

enum {
    TILE = 1024,           ///< cost of a tile
    MOST_BLOCKS = 1 << 22, ///< on larger maps blocks are larger
    DIRECTIONS = 8
};

#define DIAGONAL 1.41421356

static const int32_t step_x[DIRECTIONS] = { 1, 1, 0, -1, -1, -1, 0, 1 };
static const int32_t step_y[DIRECTIONS] = { 0, 1, 1, 1, 0, -1, -1, -1 };

/// The block of a place; places outside the map count for the nearest block.
static fw_node_id block_at(const wide_guide *guide, double x, double y)
{
    const double column = fmin(fmax(x / guide->side, 0), guide->width - 1),
                 row = fmin(fmax(y / guide->side, 0), guide->height - 1);
    return (fw_node_id)((int64_t)(int32_t)row * guide->width + (int32_t)column);
}

/// True if the unit may be in both of two cells.
static bool are_free(const wide_guide *guide, int32_t x, int32_t y, int32_t to_x, int32_t to_y)
{
    const distance_map *map = guide->distances;
    return x < map->width && y < map->height && to_x < map->width && to_y < map->height &&
           map->cells[(int64_t)y * map->width + x] >= guide->least &&
           map->cells[(int64_t)to_y * map->width + to_x] >= guide->least;
}

/// True if the unit may go from a block to the next one somewhere: two cells touch across their border.
static bool is_open(const wide_guide *guide, int32_t x, int32_t y, int32_t direction)
{
    const int32_t cells = guide->cells, dx = step_x[direction], dy = step_y[direction];
    const int32_t left = x * cells, top = y * cells;
    const int32_t column = dx > 0 ? left + cells - 1 : left, row = dy > 0 ? top + cells - 1 : top;
    if (dx != 0 && dy != 0)
        return are_free(guide, column, row, column + dx, row + dy);
    for (int32_t i = 0; i < cells; i++)
        if (dx != 0 ? are_free(guide, column, top + i, column + dx, top + i)
                    : are_free(guide, left + i, row, left + i, row + dy))
            return true;
    return false;
}

/// True if nothing is near a block: the unit may go from there to all blocks around.
static bool is_in_the_clear(const wide_guide *guide, int32_t x, int32_t y)
{
    const distance_map *map = guide->distances;
    const int32_t column = x * guide->cells + guide->cells / 2, row = y * guide->cells + guide->cells / 2;
    return column < map->width && row < map->height &&
           map->cells[(int64_t)row * map->width + column] >= guide->in_the_clear;
}

static fw_result begin(void *context, successors *successors)
{
    const wide_guide *guide = context;
    successors_push(successors, block_at(guide, guide->x, guide->y), 0, 0);
    return FW_OK;
}

/// The surcharge of a block: that of its middle.
static double charge_of(const wide_guide *guide, int32_t x, int32_t y)
{
    return tile_surcharge(guide->charges, (int32_t)((x + 0.5) * guide->side),
                          (int32_t)((y + 0.5) * guide->side));
}

static fw_result expand(void *context, fw_node_id id, const node *node, successors *successors)
{
    (void)node;
    const wide_guide *guide = context;
    const int32_t x = (int32_t)((int64_t)id % guide->width), y = (int32_t)((int64_t)id / guide->width);
    const bool is_clear = is_in_the_clear(guide, x, y);
    const double charge = guide->charges ? charge_of(guide, x, y) : 0;
    for (int32_t direction = 0; direction < DIRECTIONS; direction++) {
        const int32_t to_x = x + step_x[direction], to_y = y + step_y[direction];
        if (to_x < 0 || to_y < 0 || to_x >= guide->width || to_y >= guide->height ||
            !(is_clear || is_open(guide, x, y, direction)))
            continue;
        double length = direction % 2 == 0 ? guide->side : guide->side * DIAGONAL;
        if (guide->charges)
            length *= 1 + 0.5 * (charge + charge_of(guide, to_x, to_y));
        successors_push(successors, (fw_node_id)((int64_t)to_y * guide->width + to_x), (cost)(length * TILE),
                        0);
    }
    return FW_OK;
}

/// The distance to the place where the search begins, along blocks.
static void estimate(void *context, successor *improved, size_t count)
{
    const wide_guide *guide = context;
    const fw_node_id target = block_at(guide, guide->to_x, guide->to_y);
    const int64_t to_x = (int64_t)target % guide->width, to_y = (int64_t)target / guide->width;
    for (size_t i = 0; i < count; i++) {
        const int64_t dx = llabs((int64_t)improved[i].id % guide->width - to_x),
                      dy = llabs((int64_t)improved[i].id / guide->width - to_y);
        const double steps = (double)(dx > dy ? dx : dy) + 0.41421356 * (double)(dx > dy ? dy : dx);
        improved[i].h = (cost)(steps * guide->side * TILE);
    }
}

static const space_kind kind = { .begin = begin, .expand = expand, .estimate = estimate };

void wide_guide_begin(wide_guide *guide, const distance_map *distances, const surcharge *charges,
                      double inner, double turn_radius, double x, double y, double to_x, double to_y)
{
    const double cell = distances->source.side;
    const double most = fmin(3 * inner + 1.01, turn_radius / 2.5);
    guide->distances = distances;
    guide->charges = charges->is_rough ? charges : NULL;
    guide->cells = (int32_t)fmax(most / cell, 1);
    while ((int64_t)(distances->width / guide->cells) * (distances->height / guide->cells) > MOST_BLOCKS)
        guide->cells *= 2;
    guide->side = guide->cells * cell;
    guide->width = (distances->width + guide->cells - 1) / guide->cells;
    guide->height = (distances->height + guide->cells - 1) / guide->cells;
    guide->least = (uint16_t)fmin(fmax((inner - 1.5 * cell) * DISTANCE_ONE, 1), UINT16_MAX);
    // From the middle cell of a block to a cell beyond its corner, as bounds of the map fall.
    guide->in_the_clear =
        (uint16_t)fmin(guide->least + (guide->side + 2 * cell) * DIAGONAL * DISTANCE_ONE, UINT16_MAX);
    guide->x = x;
    guide->y = y;
    guide->to_x = to_x;
    guide->to_y = to_y;
    guide->is_dry = false;
    const search_limits limits = { .weight = 1 };
    best_first_reset(&guide->blocks, &kind, &limits, (uint64_t)(guide->side * TILE));
}

fw_result wide_guide_know(wide_guide *guide, double x, double y, uint64_t *work)
{
    const fw_node_id block = block_at(guide, x, y);
    if (best_first_reserve(&guide->blocks, DIRECTIONS) != FW_OK)
        return FW_NO_MEMORY;
    while (!guide->is_dry && !node_store_closed(&guide->blocks.nodes, block)) {
        if (*work == 0)
            return FW_PENDING;
        const fw_result grown = best_first_serve(&guide->blocks, &kind, guide, 1, work);
        if (grown == FW_NO_MEMORY)
            return grown;
        guide->is_dry = grown == FW_NOT_FOUND;
    }
    return FW_OK;
}

static double centre_of(const wide_guide *guide, int64_t index)
{
    return ((double)index + 0.5) * guide->side;
}

guide_point wide_guide_ahead(const wide_guide *guide, double x, double y, double distance)
{
    const node_store *nodes = &guide->blocks.nodes;
    const fw_node_id block = block_at(guide, x, y);
    const node *node = node_store_reached(nodes, block);
    if (!node)
        return (guide_point){ guide->x, guide->y, INFINITY, 1 };
    guide_point ahead = { centre_of(guide, (int64_t)block % guide->width),
                          centre_of(guide, (int64_t)block / guide->width), 0, 1 };
    double length = 0;
    const cost before = node->g;
    while (node->parent != NO_SLOT) {
        const uint32_t slot = node->parent;
        const int64_t id = (int64_t)node_id_of(nodes, slot);
        const double at_x = centre_of(guide, id % guide->width), at_y = centre_of(guide, id / guide->width);
        length += at_x != ahead.x && at_y != ahead.y ? DIAGONAL * guide->side : guide->side;
        node = node_of(nodes, slot);
        ahead = (guide_point){ at_x, at_y, (double)node->g / TILE, 1 };
        if (guide->charges)
            ahead.rate = fmax((double)(before - node->g) / (TILE * length), 1);
        if (node->parent != NO_SLOT &&
            (at_x - x) * (at_x - x) + (at_y - y) * (at_y - y) >= distance * distance)
            return ahead;
    }
    return (guide_point){ guide->x, guide->y, 0, ahead.rate };
}
