// The wide search's guide where ground differs in cost, against a search that follows every way until nothing changes.
#include <stdlib.h>

#include "base/keeper.h"
#include "common/drawing.h"
#include "common/rounds.h"
#include "common/unit.h"
#include "directional/wide/wide_guide.h"
#include "map/map.h"

enum { WIDTH = 27, HEIGHT = 19, BLOCKS = WIDTH * HEIGHT, WAYS = 8, EVERYTHING = 1 << 20 };

static const int way_x[WAYS] = { 1, 1, 0, -1, -1, -1, 0, 1 }, way_y[WAYS] = { 0, 1, 1, 1, 0, -1, -1, -1 };

/// Opens most of the ways between blocks of a tile each, in both directions. Each block has a way to another one.
static void open_ways(random_source *source, uint8_t ways[BLOCKS])
{
    memset(ways, 0, BLOCKS);
    for (int block = 0; block < BLOCKS; block++)
        for (int way = 0; way < WAYS / 2; way++) {
            const int x = block % WIDTH + way_x[way], y = block / WIDTH + way_y[way];
            if (x < 0 || x >= WIDTH || y >= HEIGHT || (random_below(source, 3) == 0 && x > 0))
                continue;
            ways[block] |= (uint8_t)(1 << way);
            ways[y * WIDTH + x] |= (uint8_t)(1 << (way + WAYS / 2));
        }
}

/// Costs from all blocks to a block.
static void cost_by_force(const wide_guide *guide, int to, cost costs[BLOCKS])
{
    for (int block = 0; block < BLOCKS; block++)
        costs[block] = block == to ? 0 : COST_LIMIT;
    for (bool changes = true; changes;) {
        changes = false;
        for (int block = 0; block < BLOCKS; block++)
            for (int way = 0; way < WAYS; way++) {
                const int x = block % WIDTH + way_x[way], y = block / WIDTH + way_y[way];
                if (!(guide->blocks->ways[block] >> way & 1) || costs[block] == COST_LIMIT)
                    continue;
                const double charges = tile_surcharge(guide->charges, block % WIDTH, block / WIDTH) +
                                       tile_surcharge(guide->charges, x, y);
                const double length = (double)(way % 2 ? guide->diagonal : guide->straight);
                const cost reached = costs[block] + (cost)(length * (1 + 0.5 * charges));
                changes |= reached < costs[y * WIDTH + x];
                costs[y * WIDTH + x] = reached < costs[y * WIDTH + x] ? reached : costs[y * WIDTH + x];
            }
    }
}

TEST(a_guide_over_ground_of_different_costs_knows_the_cheapest_ways)
{
    random_source source = { 29 };
    memory memory;
    memory_init(&memory, NULL);
    keeper kept;
    keeper_init(&kept, &memory);
    page_pool pool = node_page_pool(&kept.memory, NODE_PAGE_SHIFT);
    wide_guide guide = { .x = 0 };
    best_first_init(&guide.search, &kept.memory, &pool);
    for (int world = 0; world < rounds(60); world++) {
        fw_map *map = map_at_random(&source, WIDTH, HEIGHT, 30, 2);
        fw_unit_def def = unit_entering(1, 3 << FW_GROUND);
        def.terrain_cost[FW_GROUND + 1] = 1 + (float)(world % 5);
        const map_unit *unit = map_find_unit(map_version_of(map), add_unit(map, def));
        const surcharge charges = surcharge_of(map_version_of(map), unit, NULL, 0);
        uint8_t ways[BLOCKS];
        const wide_blocks blocks = { .cells = 1, .side = 1, .width = WIDTH, .height = HEIGHT, .ways = ways };
        open_ways(&source, ways);
        const int to = (int)random_below(&source, BLOCKS), from = (int)random_below(&source, BLOCKS);
        wide_guide_begin(&guide, &blocks, &charges, to % WIDTH + 0.5, to / WIDTH + 0.5, from % WIDTH + 0.5,
                         from / WIDTH + 0.5);
        if (!guide.charges)
            guide.charges = &charges;
        for (int block = 0; block < BLOCKS; block++) {
            uint64_t work = EVERYTHING;
            assert_int_equal(wide_guide_know(&guide, block % WIDTH + 0.5, block / WIDTH + 0.5, &work), FW_OK);
        }
        cost costs[BLOCKS];
        cost_by_force(&guide, to, costs);
        for (int block = 0; block < BLOCKS; block++) {
            const node *known = node_store_closed(&guide.search.nodes, (fw_node_id)block);
            assert_int_equal(known ? known->g : COST_LIMIT, costs[block]);
        }
        fw_map_destroy(map);
    }
    best_first_free(&guide.search);
    keeper_release(&kept);
    assert_int_equal(memory.bytes, 0);
}
