#include <stdlib.h>
#include <string.h>

#include "base/random.h"
#include "common/drawing.h"
#include "common/map_twin.h"
#include "common/rounds.h"
#include "common/unit.h"
#include "map/map.h"
#include "regions/unit_regions.h"

enum { UNITS = 13 };

static fw_unit_id add_without_tables(fw_map *map, fw_unit_def def)
{
    def.methods = FW_METHOD_BIT(FW_ASTAR);
    return add_unit(map, def);
}

/// All sizes 1 - 4 of three capabilities that overlap, and one unit that cuts corners.
static void add_units(fw_map *map, fw_unit_id ids[UNITS])
{
    static const uint32_t capabilities[] = { 1u << FW_GROUND | 1u << FW_SWAMP,
                                             1u << FW_GROUND | 1u << FW_WATER,
                                             1u << FW_GROUND | 1u << FW_SWAMP | 1u << FW_WATER |
                                                 1u << FW_SHALLOW };
    int count = 0;
    for (int c = 0; c < 3; c++)
        for (int32_t size = 1; size <= 4; size++)
            ids[count++] = add_without_tables(map, unit_entering(size, capabilities[c]));
    fw_unit_def cutter = unit_entering(2, capabilities[0]);
    cutter.corners = FW_CORNERS_ALWAYS;
    ids[count] = add_without_tables(map, cutter);
}

static uint8_t random_terrain(random_source *source)
{
    return random_below(source, 2) ? FW_GROUND : (uint8_t)random_below(source, 5);
}

/// Notes a random tile, rectangle or buffer.
static void note_edit(random_source *source, fw_map *map)
{
    const int32_t width = fw_map_width(map), height = fw_map_height(map);
    const int32_t x = (int32_t)random_below(source, (uint32_t)width);
    const int32_t y = (int32_t)random_below(source, (uint32_t)height);
    const uint32_t kind = random_below(source, 8);
    if (kind < 4) {
        assert_int_equal(fw_map_set_tile(map, x, y, random_terrain(source)), FW_OK);
        return;
    }
    const uint32_t most = kind == 7 ? 64 : 5;
    int32_t across = 1 + (int32_t)random_below(source, most), down = 1 + (int32_t)random_below(source, most);
    across = across < width - x ? across : width - x;
    down = down < height - y ? down : height - y;
    if (kind < 6) {
        assert_int_equal(fw_map_set_rect(map, x, y, across, down, random_terrain(source)), FW_OK);
        return;
    }
    uint8_t terrains[64 * 64];
    for (int32_t i = 0; i < across * down; i++)
        terrains[i] = random_terrain(source);
    assert_int_equal(fw_map_set_tiles(map, x, y, across, down, terrains, (size_t)across), FW_OK);
}

static void edit_and_compare(uint64_t seed, int32_t width, int32_t height, int edits)
{
    random_source source = { seed };
    fw_map *map = map_at_random(&source, width, height, 25, 4);
    fw_unit_id units[UNITS];
    add_units(map, units);
    while (edits > 0) {
        const int together = 1 + (int)random_below(&source, 4);
        for (int i = 0; i < together; i++)
            note_edit(&source, map);
        edits -= together;
        if (random_below(&source, 16) == 0)
            fw_map_discard(map);
        assert_int_equal(fw_map_commit(map), FW_OK);
        assert_equals_one_from_scratch(map, units, UNITS);
    }
    fw_map_destroy(map);
}

TEST(a_map_edited_10000_times_equals_one_built_from_scratch)
{
    edit_and_compare(1, 37, 29, rounds(3000));
    edit_and_compare(2, 64, 64, rounds(400));
    edit_and_compare(3, 70, 11, rounds(2500));
    edit_and_compare(4, 9, 70, rounds(2500));
    edit_and_compare(5, 130, 68, rounds(200));
    edit_and_compare(6, 3, 2, rounds(1400));
}

TEST(a_commit_updates_the_layers_of_many_capabilities)
{
    enum { CAPABILITIES = 20, SIDE = 40 };
    random_source source = { 8 };
    fw_map *map = map_at_random(&source, SIDE, SIDE, 10, 30);
    fw_unit_id units[CAPABILITIES];
    for (int i = 0; i < CAPABILITIES; i++)
        units[i] = add_without_tables(map, unit_entering(1, (uint32_t)random_bits(&source) | 2));
    for (int round = 0; round < 20; round++) {
        const int32_t side = round % 5 ? 2 : SIDE;
        for (int32_t i = 0; i < side * side; i++)
            assert_int_equal(fw_map_set_tile(map, i % side, i / side, (uint8_t)random_below(&source, 32)),
                             FW_OK);
        assert_int_equal(fw_map_commit(map), FW_OK);
        for (int i = 0; i < CAPABILITIES; i++)
            for (int32_t t = 0; t < SIDE * SIDE; t++) {
                const uint32_t capability = map_find_unit(map_version_of(map), units[i])->capability;
                const uint8_t terrain = fw_map_terrain(map, t % SIDE, t / SIDE);
                assert_int_equal(fw_map_fits(map, units[i], t % SIDE, t / SIDE), capability >> terrain & 1);
            }
    }
    fw_map_destroy(map);
}

TEST(a_large_commit_leaves_little_scratch_memory)
{
    fw_map *map = open_map(1024, 1024);
    add_unit(map, unit_of_size(4));
    fw_map_memory before, after;
    assert_int_equal(fw_map_memory_use(map, &before), FW_OK);
    assert_int_equal(fw_map_set_rect(map, 0, 0, 1024, 100, FW_BLOCKED), FW_OK);
    assert_int_equal(fw_map_commit(map), FW_OK);
    assert_int_equal(fw_map_memory_use(map, &after), FW_OK);
    assert_true(after.scratch < 100000);
    assert_true(after.map < before.map + 100000);
    fw_map_destroy(map);
}

TEST(a_commit_that_changes_nothing_keeps_the_version)
{
    const char *room[] = { "..#", "...", "S.." };
    fw_map *map = DRAWN(room);
    const uint64_t version = fw_map_version(map);
    assert_int_equal(fw_map_commit(map), FW_OK);
    assert_int_equal(fw_map_set_tile(map, 2, 0, FW_BLOCKED), FW_OK);
    assert_int_equal(fw_map_set_tile(map, 1, 1, FW_BLOCKED), FW_OK);
    assert_int_equal(fw_map_set_tile(map, 1, 1, FW_GROUND), FW_OK);
    assert_int_equal(fw_map_commit(map), FW_OK);
    assert_int_equal(fw_map_version(map), version);
    assert_int_equal(fw_map_set_tile(map, 1, 1, FW_SWAMP), FW_OK);
    assert_int_equal(fw_map_commit(map), FW_OK);
    assert_int_equal(fw_map_version(map), version + 1);
    fw_map_destroy(map);
}

TEST(edits_wait_for_their_commit)
{
    const char *room[] = { "....", "....", "...." };
    fw_map *map = DRAWN(room);
    const fw_unit_id unit = add_unit(map, unit_of_size(1));
    assert_int_equal(fw_map_set_rect(map, 1, 0, 1, 3, FW_BLOCKED), FW_OK);
    const fw_unit_id late = add_unit(map, unit_of_size(2));
    assert_int_equal(fw_map_terrain(map, 1, 1), FW_GROUND);
    assert_true(fw_map_connected(map, unit, 0, 0, 3, 0));
    assert_true(fw_map_connected(map, late, 0, 0, 2, 0));
    assert_int_equal(fw_map_commit(map), FW_OK);
    assert_int_equal(fw_map_terrain(map, 1, 1), FW_BLOCKED);
    assert_false(fw_map_connected(map, unit, 0, 0, 3, 0));
    assert_false(fw_map_fits(map, late, 0, 0));
    assert_true(fw_map_fits(map, late, 2, 0));
    fw_map_destroy(map);
}

TEST(discarded_edits_are_forgotten_and_later_ones_are_not)
{
    const char *room[] = { "....", "....", "...." };
    fw_map *map = DRAWN(room);
    assert_int_equal(fw_map_set_rect(map, 0, 0, 4, 3, FW_BLOCKED), FW_OK);
    fw_map_discard(map);
    fw_map_discard(NULL);
    assert_int_equal(fw_map_set_tile(map, 3, 2, FW_SAND), FW_OK);
    assert_int_equal(fw_map_commit(map), FW_OK);
    assert_int_equal(fw_map_terrain(map, 0, 0), FW_GROUND);
    assert_int_equal(fw_map_terrain(map, 3, 2), FW_SAND);
    fw_map_destroy(map);
}

TEST(the_last_of_several_edits_of_a_tile_counts)
{
    const char *room[] = { "....", "...." };
    const uint8_t strip[] = { FW_WATER, FW_ROAD, 99, FW_TREE, FW_SAND, 99 };
    fw_map *map = DRAWN(room);
    assert_int_equal(fw_map_set_tile(map, 1, 0, FW_SWAMP), FW_OK);
    assert_int_equal(fw_map_set_tiles(map, 1, 0, 2, 2, strip, 3), FW_OK);
    assert_int_equal(fw_map_set_rect(map, 2, 0, 2, 1, FW_SHALLOW), FW_OK);
    assert_int_equal(fw_map_commit(map), FW_OK);
    assert_int_equal(fw_map_terrain(map, 1, 0), FW_WATER);
    assert_int_equal(fw_map_terrain(map, 2, 0), FW_SHALLOW);
    assert_int_equal(fw_map_terrain(map, 3, 0), FW_SHALLOW);
    assert_int_equal(fw_map_terrain(map, 1, 1), FW_TREE);
    assert_int_equal(fw_map_terrain(map, 2, 1), FW_SAND);
    assert_int_equal(fw_map_terrain(map, 0, 1), FW_GROUND);
    fw_map_destroy(map);
}

TEST(a_map_knows_where_recent_commits_have_changed_it)
{
    random_source random = { 5 };
    for (int run = 0; run < 200; run++) {
        fw_map *map;
        fw_map_def def = fw_default_map_def();
        def.width = 200;
        def.height = 40;
        assert_int_equal(fw_map_create(&def, &map), FW_OK);
        tile_box changed[40];
        const fw_map *held = NULL;
        for (int commit = 0; commit < 40; commit++) {
            if (random_below(&random, 3) == 0) { // the next commit works on another copy of the map
                fw_map_release(held);
                held = fw_map_snapshot(map);
            }
            const int32_t x = (int32_t)random_below(&random, 200), y = (int32_t)random_below(&random, 40);
            const uint8_t before = fw_map_terrain(map, x, y);
            assert_int_equal(fw_map_set_tile(map, x, y, before == FW_BLOCKED ? FW_GROUND : FW_BLOCKED),
                             FW_OK);
            assert_int_equal(fw_map_commit(map), FW_OK);
            changed[commit] = tile_box_at(x, y);
            const tile_box all = change_log_around(map_log(map_version_of(map)), 0);
            assert_int_equal(tile_box_count(&all), 200 * 40);
            const int back = 1 + (int)random_below(&random, 20);
            if (back > commit)
                continue;
            const tile_box around =
                change_log_around(map_log(map_version_of(map)), fw_map_version(map) - (uint64_t)back);
            for (int i = 0; i < back; i++)
                assert_true(tile_box_holds(&around, changed[commit - i].left, changed[commit - i].top));
            if (back == 1)
                assert_int_equal(tile_box_count(&around), 1);
        }
        fw_map_release(held);
        fw_map_destroy(map);
    }
}
