#include <stdlib.h>
#include <string.h>

#include "common/drawing.h"
#include "common/map_twin.h"
#include "common/rounds.h"
#include "common/unit.h"
#include "map/create.h"
#include "map/map.h"
#include "regions/unit_regions.h"

/// Bursts of edits on borders of words, blocks and maps. During each commit, the lists of changed words must be sorted.
/// After each commit, anchors are compared with what their tiles say, and regions with a flood; now and then all is
/// compared with a map that is built from the same tiles.

enum { UNITS = 8, SIDE_MOST = 200, TILES_MOST = SIDE_MOST * SIDE_MOST, REACH = 6 };

typedef struct world {
    random_source random;
    int32_t width, height;
    uint32_t wall_percent; ///< of the tiles that edits touch
    fw_map *map;
    fw_unit_id units[UNITS];
} world;

static bool fits(const fw_unit_def *unit, fw_refusal *why)
{
    return true;
}

static bool equal(const fw_unit_def *a, const fw_unit_def *b)
{
    return true;
}

static fw_result build(memory *memory, const derived_source *source, void **table)
{
    *table = memory_get(memory, 1, 1);
    return *table ? FW_OK : FW_NO_MEMORY;
}

static fw_result patch(memory *memory, const derived_source *source, const derived_change *change,
                       void *table)
{
    const change_list *words = change->words;
    for (size_t i = 1; i < words->count; i++)
        assert_true(change_comes_before(words->items[i - 1].y, words->items[i - 1].word, words->items[i].y,
                                        words->items[i].word));
    return FW_OK;
}

static void settle(memory *memory, void *table)
{
}

static void destroy(memory *memory, void *table)
{
    memory_give_back(memory, table, 1, 1);
}

/// A table that looks at the order of changed words.
static const derived_kind order_kind = {
    .name = "order",
    .helps = FW_METHOD_BIT(FW_ASTAR),
    .follows_layer = true,
    .fits = fits,
    .equal = equal,
    .build = build,
    .patch = patch,
    .publish = settle,
    .discard = settle,
    .destroy = destroy,
};

static fw_map *open_map_with_order(int32_t width, int32_t height)
{
    static const derived_kind *const kinds[] = { &regions_kind, &body_regions_kind, &order_kind };
    fw_map_def def = fw_default_map_def();
    def.width = width;
    def.height = height;
    fw_map *map = NULL;
    assert_int_equal(map_create(&def, kinds, sizeof kinds / sizeof *kinds, &map), FW_OK);
    return map;
}

static void add_units(fw_map *map, fw_unit_id units[UNITS])
{
    static const int32_t sizes[UNITS] = { 1, 2, 3, 4, 5, 33, 40, 2 };
    for (int i = 0; i < UNITS; i++) {
        fw_unit_def def = unit_of_size(sizes[i]);
        def.methods = FW_METHOD_BIT(FW_ASTAR);
        def.corners = i == UNITS - 1 ? FW_CORNERS_ALWAYS : FW_CORNERS_NEVER;
        units[i] = add_unit(map, def);
    }
}

/// A coordinate a few tiles before or behind a border of words, or of the map.
static int32_t near_border(random_source *random, int32_t length)
{
    const int32_t borders = length / 64 + 2;
    const int32_t border = (int32_t)random_below(random, (uint32_t)borders) * 64;
    return (border < length ? border : length) - REACH + (int32_t)random_below(random, 2 * REACH);
}

static void set_tile(world *world, int32_t x, int32_t y)
{
    if (x < 0 || y < 0 || x >= world->width || y >= world->height)
        return;
    const bool is_wall = random_below(&world->random, 100) < world->wall_percent;
    assert_int_equal(fw_map_set_tile(world->map, x, y, is_wall ? FW_BLOCKED : FW_GROUND), FW_OK);
}

/// Edits up to eight tiles in a few rows: each beside one border of words, or some way from it.
static void burst(world *world)
{
    random_source *random = &world->random;
    const int32_t border = near_border(random, world->width);
    const int32_t y = random_below(random, 2) ? near_border(random, world->height)
                                              : (int32_t)random_below(random, (uint32_t)world->height);
    for (uint32_t edits = 1 + random_below(random, 8); edits > 0; edits--) {
        const int32_t away = random_below(random, 2) ? REACH : 64;
        set_tile(world, border - away / 2 + (int32_t)random_below(random, (uint32_t)away),
                 y - REACH / 2 + (int32_t)random_below(random, REACH));
    }
}

static world open_world(uint64_t seed, int32_t width, int32_t height)
{
    world made = {
        .random = { seed }, .width = width, .height = height, .map = open_map_with_order(width, height)
    };
    made.wall_percent = 5 + random_below(&made.random, 40);
    for (int32_t i = 0; i < width * height / 64; i++)
        set_tile(&made, (int32_t)random_below(&made.random, (uint32_t)width),
                 (int32_t)random_below(&made.random, (uint32_t)height));
    assert_int_equal(fw_map_commit(made.map), FW_OK);
    add_units(made.map, made.units);
    return made;
}

/// Sides of the largest free squares, by dynamic programming from the south-east corner.
static void measure_clearance(const fw_map *map, int32_t width, int32_t height, int32_t *sides)
{
    for (int32_t y = height - 1; y >= 0; y--)
        for (int32_t x = width - 1; x >= 0; x--) {
            const bool is_last = x == width - 1 || y == height - 1;
            const int32_t *at = sides + y * width + x;
            int32_t side = is_last ? 0 : at[1] < at[width] ? at[1] : at[width];
            if (!is_last && at[width + 1] < side)
                side = at[width + 1];
            sides[y * width + x] = fw_map_terrain(map, x, y) == FW_BLOCKED ? 0 : side + 1;
        }
}

/// Gives all anchors that are connected to one anchor its number.
static void flood(int32_t width, int32_t height, bool diagonal, int32_t first, int32_t number,
                  int32_t *regions)
{
    static int32_t queue[TILES_MOST];
    int32_t head = 0, tail = 0;
    queue[tail++] = first;
    regions[first] = number;
    while (head < tail) {
        const int32_t x = queue[head] % width, y = queue[head] / width;
        head++;
        for (int32_t i = 0; i < 9; i++) {
            const int32_t dx = i % 3 - 1, dy = i / 3 - 1, to = (y + dy) * width + x + dx;
            if ((dx && dy && !diagonal) || x + dx < 0 || y + dy < 0 || x + dx >= width || y + dy >= height ||
                regions[to] >= 0)
                continue;
            regions[to] = number;
            queue[tail++] = to;
        }
    }
}

/// Compares the anchors and regions of a unit with what clearances and a flood say.
static void assert_unit_right(world *world, const map_unit *unit, const int32_t *sides)
{
    static int32_t expected[TILES_MOST]; // 0: no anchor; -1: not flooded yet
    static uint32_t labels[TILES_MOST];  // [number]
    const int32_t width = world->width, tiles = width * world->height;
    for (int32_t i = 0; i < tiles; i++)
        expected[i] = sides[i] >= unit->def.size ? -1 : 0;
    int32_t regions = 0;
    for (int32_t i = 0; i < tiles; i++) {
        const uint32_t label = fw_map_region(world->map, unit->id, i % width, i / width);
        if (expected[i] < 0) {
            flood(width, world->height, unit->def.corners == FW_CORNERS_ALWAYS, i, ++regions, expected);
            labels[regions] = label;
            for (int32_t other = 1; other < regions && regions < 64; other++)
                assert_int_not_equal(labels[other], label);
        }
        if ((label != 0) != (expected[i] != 0) || (label && label != labels[expected[i]]))
            fail_msg("size %d: anchor (%d, %d) has the label %u", unit->def.size, i % width, i / width,
                     label);
    }
    for (int i = 0; i < 20; i++) {
        const int32_t from = (int32_t)random_below(&world->random, (uint32_t)tiles);
        const int32_t to = (int32_t)random_below(&world->random, (uint32_t)tiles);
        assert_int_equal(
            fw_map_connected(world->map, unit->id, from % width, from / width, to % width, to / width),
            expected[from] && expected[from] == expected[to]);
    }
}

static void assert_world_right(world *world)
{
    static int32_t sides[TILES_MOST];
    measure_clearance(world->map, world->width, world->height, sides);
    for (int i = 0; i < UNITS; i++)
        assert_unit_right(world, map_find_unit(map_version_of(world->map), world->units[i]), sides);
}

/// Commits bursts, with a version of the map held now and then, so that commits work in place and on other versions.
static void commit_bursts(uint64_t seed, int32_t width, int32_t height, int commits)
{
    world world = open_world(seed, width, height);
    const fw_map *held = NULL;
    for (int commit = 0; commit < commits; commit++) {
        if (random_below(&world.random, 8) == 0) {
            fw_map_release(held);
            held = random_below(&world.random, 2) ? fw_map_snapshot(world.map) : NULL;
        }
        burst(&world);
        if (random_below(&world.random, 3) == 0)
            burst(&world);
        assert_int_equal(fw_map_commit(world.map), FW_OK);
        assert_world_right(&world);
        if (commit % 32 == 31)
            assert_equals_one_from_scratch(world.map, world.units, UNITS);
    }
    fw_map_release(held);
    fw_map_destroy(world.map);
}

TEST(bursts_on_borders_leave_layers_and_regions_as_their_tiles_say)
{
    static const int32_t sides[][2] = { { 130, 30 }, { 70, 130 }, { 128, 64 }, { 64, 65 },
                                        { 65, 63 },  { 200, 1 },  { 1, 200 },  { 192, 7 } };
    enum { KINDS = sizeof sides / sizeof *sides };
    for (int round = 0; round < rounds(3 * KINDS); round++)
        commit_bursts((uint64_t)round, sides[round % KINDS][0], sides[round % KINDS][1], 64);
}

static fw_map *walled_map(const int32_t (*walls)[2], int count)
{
    fw_map *map = open_map(128, 64);
    for (int i = 0; i < count; i++)
        assert_int_equal(fw_map_set_tile(map, walls[i][0], walls[i][1], FW_BLOCKED), FW_OK);
    assert_int_equal(fw_map_commit(map), FW_OK);
    return map;
}

TEST(a_wall_goes_and_one_comes_beside_the_border_of_a_word)
{
    static const int32_t walls[][2] = { { 68, 37 }, { 81, 37 }, { 85, 38 }, { 69, 39 },
                                        { 71, 39 }, { 82, 39 }, { 76, 40 }, { 92, 40 },
                                        { 65, 43 }, { 79, 43 }, { 87, 43 }, { 69, 44 } };
    fw_map *map = walled_map(walls, sizeof walls / sizeof *walls);
    const fw_unit_id unit = add_unit(map, unit_of_size(5));
    assert_int_equal(fw_map_set_tile(map, 82, 39, FW_GROUND), FW_OK);
    assert_int_equal(fw_map_set_tile(map, 66, 41, FW_BLOCKED), FW_OK);
    assert_int_equal(fw_map_commit(map), FW_OK);
    assert_equals_one_from_scratch(map, &unit, 1);
    fw_map_destroy(map);
}

TEST(four_walls_beside_the_border_of_a_word_enclose_an_anchor)
{
    static const int32_t walls[][2] = { { 63, 17 }, { 61, 19 }, { 62, 20 }, { 124, 21 }, { 63, 23 } };
    static const int32_t more[][2] = { { 65, 19 }, { 87, 21 }, { 65, 20 }, { 64, 22 } };
    fw_map *map = walled_map(walls, sizeof walls / sizeof *walls);
    const fw_unit_id unit = add_unit(map, unit_of_size(2));
    for (int i = 0; i < 4; i++)
        assert_int_equal(fw_map_set_tile(map, more[i][0], more[i][1], FW_BLOCKED), FW_OK);
    assert_int_equal(fw_map_commit(map), FW_OK);
    assert_false(fw_map_connected(map, unit, 0, 0, 62, 18));
    assert_equals_one_from_scratch(map, &unit, 1);
    fw_map_destroy(map);
}
