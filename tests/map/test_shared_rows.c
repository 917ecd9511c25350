// Versions of a map share the rows that are equal: a held version costs what differs.
#include <stdlib.h>
#include <string.h>

#include "common/drawing.h"
#include "common/rationed.h"
#include "common/unit.h"
#include "map/map.h"

enum { SIDE = 1024, EDITS = 3000 };

/// A map whose rows all differ, and what its tiles are.
typedef struct land {
    ration ration;
    fw_map *map;
    uint8_t terrain[SIDE][SIDE];
} land;

static land *new_land(random_source *source)
{
    land *made = malloc(sizeof *made);
    assert_non_null(made);
    made->ration = (ration){ .left = UNRATIONED };
    const fw_allocator hooks = rationed(&made->ration);
    fw_map_def def = fw_default_map_def();
    def.width = def.height = SIDE;
    def.allocator = &hooks;
    assert_int_equal(fw_map_create(&def, &made->map), FW_OK);
    for (int32_t i = 0; i < SIDE * SIDE; i++)
        made->terrain[i / SIDE][i % SIDE] = (uint8_t)random_below(source, 3);
    assert_int_equal(fw_map_set_tiles(made->map, 0, 0, SIDE, SIDE, made->terrain[0], SIDE), FW_OK);
    assert_int_equal(fw_map_commit(made->map), FW_OK);
    return made;
}

static void free_land(land *land)
{
    fw_map_destroy(land->map);
    assert_int_equal(land->ration.bytes, 0);
    free(land);
}

/// Commits a tile that differs from the one before, at a random place.
static void edit(land *land, random_source *source)
{
    const int32_t x = (int32_t)random_below(source, SIDE), y = (int32_t)random_below(source, SIDE);
    land->terrain[y][x] = (uint8_t)((land->terrain[y][x] + 1) % 3);
    assert_int_equal(fw_map_set_tile(land->map, x, y, land->terrain[y][x]), FW_OK);
    assert_int_equal(fw_map_commit(land->map), FW_OK);
}

static void assert_tiles_are(const fw_map *map, uint8_t terrain[SIDE][SIDE])
{
    for (int32_t y = 0; y < SIDE; y++)
        assert_memory_equal(map_terrain_row(map_version_of(map), y), terrain[y], SIDE);
}

TEST(a_held_version_costs_no_second_copy_of_the_tiles)
{
    random_source source = { 1 };
    land *land = new_land(&source);
    const size_t alone = land->ration.bytes;
    assert_true(alone > SIDE * SIDE);
    uint8_t(*before)[SIDE] = malloc(sizeof land->terrain);
    assert_non_null(before);
    memcpy(before, land->terrain, sizeof land->terrain);
    const fw_map *held = fw_map_snapshot(land->map);
    edit(land, &source);
    assert_true(land->ration.bytes < alone + SIDE * SIDE / 16);
    assert_tiles_are(held, before);
    assert_tiles_are(land->map, land->terrain);
    fw_map_release(held);
    free(before);
    free_land(land);
}

/// The newest version is always held, so that two versions change in turn. A third one is held from the beginning on.
/// After edits in nearly all rows, it shares few rows with the two others, but these share nearly all.
TEST(versions_that_change_in_turn_go_on_sharing)
{
    random_source source = { 2 };
    land *land = new_land(&source);
    const size_t alone = land->ration.bytes;
    uint8_t(*before)[SIDE] = malloc(sizeof land->terrain);
    assert_non_null(before);
    memcpy(before, land->terrain, sizeof land->terrain);
    const fw_map *first = fw_map_snapshot(land->map), *newest = fw_map_snapshot(land->map);
    for (int i = 0; i < EDITS; i++) {
        edit(land, &source);
        const fw_map *next = fw_map_snapshot(land->map);
        fw_map_release(newest);
        newest = next;
    }
    assert_true(land->ration.bytes < 2 * alone + SIDE * SIDE / 8);
    assert_tiles_are(first, before);
    assert_tiles_are(newest, land->terrain);
    fw_map_release(first);
    fw_map_release(newest);
    free(before);
    free_land(land);
}

TEST(open_ground_takes_one_row)
{
    ration ration = { .left = UNRATIONED };
    const fw_allocator hooks = rationed(&ration);
    fw_map_def def = fw_default_map_def();
    def.width = def.height = 4096;
    def.allocator = &hooks;
    fw_map *map = NULL;
    assert_int_equal(fw_map_create(&def, &map), FW_OK);
    assert_true(ration.bytes < 1 << 20); // 16 MiB of tiles
    assert_int_equal(fw_map_set_tile(map, 4095, 4095, FW_BLOCKED), FW_OK);
    assert_int_equal(fw_map_commit(map), FW_OK);
    assert_int_equal(fw_map_terrain(map, 4095, 4094), FW_GROUND);
    assert_int_equal(fw_map_terrain(map, 4095, 4095), FW_BLOCKED);
    fw_map_destroy(map);
    assert_int_equal(ration.bytes, 0);
}
