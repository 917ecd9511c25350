#include "directional/wide/wide_guide.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/bits.h"

enum {
    TILE = 1024,           ///< cost of a tile
    MOST_BLOCKS = 1 << 22, ///< on larger maps blocks are larger
    DIRECTIONS = 8,
    ALL_WAYS = 0xff
};

#define DIAGONAL 1.41421356

static const int32_t step_x[DIRECTIONS] = { 1, 1, 0, -1, -1, -1, 0, 1 };
static const int32_t step_y[DIRECTIONS] = { 0, 1, 1, 1, 0, -1, -1, -1 };

fw_result wide_blocks_set(wide_blocks *blocks, const distance_map *distances, double inner, double scale)
{
    const double cell = distances->source.side, most = fmin(3 * inner + 1.01, scale / 2.5);
    int32_t cells = (int32_t)fmax(most / cell, 1);
    while ((int64_t)(distances->width / cells) * (distances->height / cells) > MOST_BLOCKS)
        cells *= 2;
    const uint16_t least = (uint16_t)fmin(fmax((inner - 1.5 * cell) * DISTANCE_ONE, 1), UINT16_MAX);
    if (blocks->made == distances->made && blocks->cells == cells && blocks->least == least)
        return FW_OK;
    blocks->made = 0; // nothing is known if memory runs out
    blocks->distances = distances;
    blocks->cells = cells;
    blocks->side = cells * cell;
    blocks->width = (distances->width + cells - 1) / cells;
    blocks->height = (distances->height + cells - 1) / cells;
    blocks->least = least;
    // From the middle cell of a block to a cell beyond its corner, as bounds of the map fall.
    blocks->in_the_clear =
        (uint16_t)fmin(least + (blocks->side + 2 * cell) * DIAGONAL * DISTANCE_ONE, UINT16_MAX);
    const size_t count = (size_t)blocks->width * (size_t)blocks->height;
    if (MEMORY_RESERVE_CLOSELY(blocks->memory, blocks->ways, blocks->capacity, count) != FW_OK)
        return FW_NO_MEMORY;
    memset(blocks->ways, 0, count);
    blocks->made = distances->made;
    return FW_OK;
}

/// The block of a place; places outside the map count for the nearest block.
static fw_node_id block_at(const wide_blocks *blocks, double x, double y)
{
    const double column = fmin(fmax(x / blocks->side, 0), blocks->width - 1),
                 row = fmin(fmax(y / blocks->side, 0), blocks->height - 1);
    return (fw_node_id)((int64_t)(int32_t)row * blocks->width + (int32_t)column);
}

/// True if the unit may be in both of two cells.
static bool are_free(const wide_blocks *blocks, int32_t x, int32_t y, int32_t to_x, int32_t to_y)
{
    const distance_map *map = blocks->distances;
    return x < map->width && y < map->height && to_x >= 0 && to_y >= 0 && to_x < map->width &&
           to_y < map->height && distance_map_bound(map, x, y) >= blocks->least &&
           distance_map_bound(map, to_x, to_y) >= blocks->least;
}

/// True if the unit may go from a block to the next one somewhere: two cells touch across their border.
static bool is_open(const wide_blocks *blocks, int32_t x, int32_t y, int32_t direction)
{
    const int32_t cells = blocks->cells, dx = step_x[direction], dy = step_y[direction];
    const int32_t left = x * cells, top = y * cells;
    const int32_t column = dx > 0 ? left + cells - 1 : left, row = dy > 0 ? top + cells - 1 : top;
    if (dx != 0 && dy != 0)
        return are_free(blocks, column, row, column + dx, row + dy);
    for (int32_t i = 0; i < cells; i++)
        if (dx != 0 ? are_free(blocks, column, top + i, column + dx, top + i)
                    : are_free(blocks, left + i, row, left + i, row + dy))
            return true;
    return false;
}

/// True if nothing is near a block: the unit may go from there to all blocks around.
static bool is_in_the_clear(const wide_blocks *blocks, int32_t x, int32_t y)
{
    const distance_map *map = blocks->distances;
    const int32_t column = x * blocks->cells + blocks->cells / 2, row = y * blocks->cells + blocks->cells / 2;
    return column < map->width && row < map->height &&
           distance_map_bound(map, column, row) >= blocks->in_the_clear;
}

/// The directions in which the unit may go from a block to the next one, a bit each.
static uint32_t ways_of(const wide_blocks *blocks, int64_t id)
{
    uint32_t ways = blocks->ways[id];
    if (ways)
        return ways;
    const int32_t x = (int32_t)(id % blocks->width), y = (int32_t)(id / blocks->width);
    if (is_in_the_clear(blocks, x, y))
        ways = ALL_WAYS;
    else
        for (int32_t direction = 0; direction < DIRECTIONS; direction++)
            ways |= (uint32_t)is_open(blocks, x, y, direction) << direction;
    return blocks->ways[id] = (uint8_t)ways;
}

static int64_t next_to(const wide_blocks *blocks, int64_t id, int32_t direction)
{
    return id + (int64_t)step_y[direction % DIRECTIONS] * blocks->width + step_x[direction % DIRECTIONS];
}

/// Directions turned back so that bit 0 stands for `direction`.
static uint32_t ways_from(uint32_t ways, int32_t direction)
{
    return (ways >> direction | ways << (DIRECTIONS - direction)) & ALL_WAYS;
}

/// Of the ways from a block that was reached in a direction, those that no way around the block replaces which costs
/// no more (Harabor & Grastien 2011: natural and forced neighbours). Of ways that cost the same, the one stays that
/// begins with straight steps, so that the way from a pose to the end begins with diagonal ones: this halves the
/// expansions in rooms.
///
/// @param is_even  blocks cost the same; else only ways back beside the block before are replaced, by a single step
static uint32_t natural_ways(const wide_blocks *blocks, int64_t id, int32_t arrived, bool is_even)
{
    const uint32_t all = ways_of(blocks, id);
    if (arrived == DIRECTIONS)
        return all;
    const bool is_straight = arrived % 2 == 0;
    const int64_t before = next_to(blocks, id, arrived + 4);
    const uint32_t others = ways_from(ways_of(blocks, before), arrived);
    uint32_t spared = 1u << 4;
    for (int32_t side = 1; side < DIRECTIONS; side += 6) { // to the right, to the left
        const int32_t two = 2 * side % DIRECTIONS, three = 3 * side % DIRECTIONS, turned = arrived + side;
        if (is_straight)
            spared |= (others >> two & 1) << three | (is_even ? (others >> side & 1) << two : 0);
        if (is_straight || !(others >> side & 1))
            continue;
        spared |= 1u << three;
        if (!is_even)
            continue;
        const uint32_t beside = ways_of(blocks, next_to(blocks, before, turned));
        spared |= (beside >> turned % DIRECTIONS & 1) << two | (beside >> arrived & 1) << side;
    }
    return all & ~ways_from(spared, (DIRECTIONS - arrived) % DIRECTIONS);
}

/// The surcharge of a block: that of its middle.
static double charge_of(const wide_guide *guide, int32_t x, int32_t y)
{
    const double side = guide->blocks->side;
    return tile_surcharge(guide->charges, (int32_t)((x + 0.5) * side), (int32_t)((y + 0.5) * side));
}

/// The cost of a step with half of the surcharge of each of its two blocks.
static inline cost charged(cost step, double charges)
{
    return (cost)((double)step * (1 + 0.5 * charges));
}

static ALWAYS_INLINE void push(const wide_guide *guide, int64_t id, int32_t x, int32_t y, cost step,
                               int32_t arrived, successors *successors)
{
    successor to;
    if (!successors_reach(successors, (fw_node_id)id, step, (uint16_t)arrived, false, &to))
        return;
    const int32_t dx = abs(x - guide->to_x), dy = abs(y - guide->to_y), most = dx > dy ? dx : dy;
    successors_open(successors, guide, &to,
                    guide->straight * (cost)most +
                        (guide->diagonal - guide->straight) * (cost)(dx + dy - most));
}

static fw_result begin(void *context, successors *successors)
{
    const wide_guide *guide = context;
    const int64_t id = (int64_t)block_at(guide->blocks, guide->x, guide->y);
    push(guide, id, (int32_t)(id % guide->blocks->width), (int32_t)(id / guide->blocks->width), 0, DIRECTIONS,
         successors);
    return FW_OK;
}

static fw_result expand(void *context, fw_node_id id, const node *current, successors *successors)
{
    const wide_guide *guide = context;
    const wide_blocks *blocks = guide->blocks;
    const int32_t y = (int32_t)((uint32_t)id / (uint32_t)blocks->width), x = (int32_t)id - y * blocks->width;
    const double charge = guide->charges ? charge_of(guide, x, y) : 0;
    const cost least[] = { charged(guide->straight, charge), charged(guide->diagonal, charge) };
    uint32_t ways = natural_ways(blocks, (int64_t)id, current->via, !guide->charges);
    for (; ways; ways &= ways - 1) {
        const int32_t direction = bits_lowest(ways);
        const int64_t to = next_to(blocks, (int64_t)id, direction);
        const int32_t to_x = x + step_x[direction], to_y = y + step_y[direction];
        cost step = direction % 2 == 0 ? guide->straight : guide->diagonal;
        if (guide->charges) {
            const node *known = successors_node(successors, (fw_node_id)to);
            if (!known || successors_undercut(successors, known, least[direction % 2]))
                continue; // most blocks behind the wave: their surcharges are not needed
            step = charged(step, charge + charge_of(guide, to_x, to_y));
        }
        push(guide, to, to_x, to_y, step, direction, successors);
    }
    return FW_OK;
}

static const space_kind kind = { .begin = begin, .expand = expand, .stacks = true, .reopens = true };

void wide_guide_begin(wide_guide *guide, const wide_blocks *blocks, const surcharge *charges, double x,
                      double y, double to_x, double to_y)
{
    const int64_t aim = (int64_t)block_at(blocks, to_x, to_y);
    guide->blocks = blocks;
    guide->charges = charges->is_rough ? charges : NULL;
    guide->straight = (cost)(blocks->side * TILE);
    guide->diagonal = (cost)(blocks->side * DIAGONAL * TILE);
    guide->x = x;
    guide->y = y;
    guide->to_x = (int32_t)(aim % blocks->width);
    guide->to_y = (int32_t)(aim / blocks->width);
    guide->is_dry = false;
    const search_limits limits = { .weight = 1 };
    best_first_reset(&guide->search, &kind, &limits, guide->straight);
}

fw_result wide_guide_know(wide_guide *guide, double x, double y, uint64_t *work)
{
    const fw_node_id block = block_at(guide->blocks, x, y);
    while (!guide->is_dry && !node_store_closed(&guide->search.nodes, block)) {
        if (*work == 0)
            return FW_PENDING;
        const fw_result grown = best_first_serve(&guide->search, &kind, guide, 1, work);
        if (grown == FW_NO_MEMORY)
            return grown;
        guide->is_dry = grown == FW_NOT_FOUND;
    }
    return FW_OK;
}

static double centre_of(const wide_guide *guide, int64_t index)
{
    return ((double)index + 0.5) * guide->blocks->side;
}

guide_point wide_guide_ahead(const wide_guide *guide, double x, double y, double distance)
{
    const node_store *nodes = &guide->search.nodes;
    const fw_node_id block = block_at(guide->blocks, x, y);
    const node *node = node_store_reached(nodes, block);
    if (!node)
        return (guide_point){ guide->x, guide->y, INFINITY, 1 };
    guide_point ahead = { centre_of(guide, (int64_t)block % guide->blocks->width),
                          centre_of(guide, (int64_t)block / guide->blocks->width), 0, 1 };
    double length = 0;
    const cost before = node->g;
    while (node->parent != NO_SLOT) {
        const uint32_t slot = node->parent;
        const int64_t id = (int64_t)node_id_of(nodes, slot);
        const double at_x = centre_of(guide, id % guide->blocks->width),
                     at_y = centre_of(guide, id / guide->blocks->width);
        length += at_x != ahead.x && at_y != ahead.y ? DIAGONAL * guide->blocks->side : guide->blocks->side;
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
