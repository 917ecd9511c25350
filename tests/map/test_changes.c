#include <stdlib.h>
#include <string.h>

#include "base/random.h"
#include "common/changed_tiles.h"
#include "common/drawing.h"
#include "common/rationed.h"
#include "common/rounds.h"
#include "common/unit.h"
#include "fairway/fairway.h"

enum { MOST_RECTS = 200, HELD = 6 };

/// A map, and in which version each tile changed last.
typedef struct world {
    fw_map *map;
    changed_tiles tiles;
    fw_snapshot *held[HELD]; ///< null where none is held
    fw_unit_id unit;         ///< 0: none
} world;

static world *open_world(int32_t width, int32_t height, uint8_t fill)
{
    world *made = calloc(1, sizeof *made);
    assert_non_null(made);
    fw_map_def def;
    assert_int_equal(fw_map_def_init(&def, sizeof def), FW_OK);
    def.width = width;
    def.height = height;
    def.fill = fill;
    assert_int_equal(fw_map_create(&def, &made->map), FW_OK);
    made->tiles = changed_tiles_of(made->map);
    return made;
}

static void close_world(world *world)
{
    for (int i = 0; i < HELD; i++)
        if (world->held[i])
            assert_int_equal(fw_snapshot_release(world->held[i]), FW_OK);
    fw_map_destroy(world->map);
    changed_tiles_free(&world->tiles);
    free(world);
}

static void commit(world *world)
{
    assert_int_equal(fw_map_commit(world->map), FW_OK);
    changed_tiles_note(&world->tiles, world->map);
}

/// What differs between two snapshots lies in the rectangles that the later one lists.
static void assert_snapshots_agree(const fw_snapshot *earlier, const fw_snapshot *later)
{
    static fw_tile_rect rects[MOST_RECTS];
    const fw_map *before = fw_snapshot_map(earlier), *after = fw_snapshot_map(later);
    int32_t count;
    assert_int_equal(fw_map_changes_since(after, fw_map_version(before), rects, MOST_RECTS, &count), FW_OK);
    for (int32_t y = 0; y < fw_map_height(after); y++)
        for (int32_t x = 0; x < fw_map_width(after); x++) {
            bool is_listed = fw_map_terrain(before, x, y) == fw_map_terrain(after, x, y);
            for (int32_t i = 0; i < count && !is_listed; i++)
                is_listed = rect_holds(&rects[i], x, y);
            assert_true(is_listed);
        }
}

static int32_t near_border(random_source *source, int32_t side, int32_t length)
{
    const int32_t at = (int32_t)random_below(source, (uint32_t)(length / side + 1)) * side - 2 +
                       (int32_t)random_below(source, 4);
    return at < 0 ? 0 : at < length ? at : length - 1;
}

/// A few tiles side by side at a border of blocks, words or the map; or anywhere.
static void edit_burst(world *world, random_source *source)
{
    const int32_t side = random_below(source, 2) ? 16 : 64;
    const int32_t x = near_border(source, side, world->tiles.width),
                  y = near_border(source, side, world->tiles.height);
    for (uint32_t i = random_below(source, 6); i <= 6; i++) {
        const int32_t to_x = x + (int32_t)random_below(source, 4),
                      to_y = y + (int32_t)random_below(source, 4);
        const uint8_t terrain = (uint8_t)random_below(source, 3);
        if (to_x < world->tiles.width && to_y < world->tiles.height)
            assert_int_equal(fw_map_set_tile(world->map, to_x, to_y, terrain), FW_OK);
    }
}

/// Edits that become part of the next commit, or that do not.
static void edit(world *world, random_source *source)
{
    switch (random_below(source, 8)) {
    case 0: // so much that everything is built anew
        assert_int_equal(fw_map_set_rect(world->map, 0, 0, world->tiles.width, (world->tiles.height + 1) / 2,
                                         (uint8_t)random_below(source, 3)),
                         FW_OK);
        break;
    case 1: // an edit that is taken back before the commit
        assert_int_equal(fw_map_set_tile(world->map, 0, 0, FW_SWAMP), FW_OK);
        assert_int_equal(fw_map_set_tile(world->map, 0, 0, world->tiles.terrains[0]), FW_OK);
        break;
    case 2:
        edit_burst(world, source);
        fw_map_discard(world->map);
        break;
    default:
        edit_burst(world, source);
        break;
    }
}

/// Takes or gives back a snapshot, or adds or removes the unit.
static void look_and_register(world *world, random_source *source)
{
    fw_snapshot **held = &world->held[random_below(source, HELD)];
    if (*held)
        assert_int_equal(fw_snapshot_release(*held), FW_OK);
    *held = NULL;
    if (random_below(source, 3) > 0)
        assert_int_equal(fw_snapshot_take(world->map, held), FW_OK);
    if (random_below(source, 4) > 0)
        return;
    if (world->unit)
        assert_int_equal(fw_map_remove_unit(world->map, world->unit), FW_OK);
    world->unit = world->unit ? 0 : add_unit(world->map, unit_of_size(1 + (int32_t)random_below(source, 2)));
}

TEST(rectangles_hold_what_has_changed_and_little_else)
{
    static const int32_t sizes[][2] = { { 1, 200 }, { 200, 1 },  { 64, 64 },
                                        { 65, 63 }, { 130, 97 }, { 16, 16 } };
    random_source source = { 46 };
    for (size_t size = 0; size < sizeof sizes / sizeof *sizes; size++) {
        world *world = open_world(sizes[size][0], sizes[size][1], FW_GROUND);
        for (int i = 0; i < rounds(150); i++) {
            edit(world, &source);
            if (random_below(&source, 4) > 0)
                commit(world);
            look_and_register(world, &source);
            const uint64_t version = fw_map_version(world->map);
            assert_changes_are_right(&world->tiles, world->map, version);
            assert_changes_are_right(&world->tiles, world->map, 1 + random_below(&source, (uint32_t)version));
            for (int k = 0; k < HELD; k++) {
                const fw_snapshot *one = world->held[k], *other = world->held[(k + 1) % HELD];
                if (!one)
                    continue;
                const uint64_t held = fw_map_version(fw_snapshot_map(one));
                assert_changes_are_right(&world->tiles, world->map, held);
                assert_changes_are_right(&world->tiles, fw_snapshot_map(one),
                                         1 + random_below(&source, (uint32_t)held));
                if (other && fw_map_version(fw_snapshot_map(other)) >= held)
                    assert_snapshots_agree(one, other);
            }
        }
        close_world(world);
    }
}

TEST(a_tile_alone_is_a_rectangle_of_its_own)
{
    world *world = open_world(100, 40, FW_GROUND);
    for (int32_t i = 0; i < 64; i++) {
        assert_int_equal(fw_map_set_tile(world->map, 37, 20, i % 2 ? FW_GROUND : FW_BLOCKED), FW_OK);
        commit(world);
        fw_tile_rect rect;
        int32_t count;
        for (uint64_t since = 1; since < fw_map_version(world->map); since++) {
            assert_int_equal(fw_map_changes_since(world->map, since, &rect, 1, &count), FW_OK);
            assert_int_equal(count, 1);
            assert_true(rect.x == 37 && rect.y == 20 && rect.width == 1 && rect.height == 1);
        }
    }
    close_world(world);
}

TEST(changes_long_ago_are_known_by_their_blocks)
{
    world *world = open_world(100, 40, FW_GROUND);
    for (int32_t i = 0; i < 70; i++) {
        assert_int_equal(fw_map_set_tile(world->map, 98, 20, i % 2 ? FW_GROUND : FW_BLOCKED), FW_OK);
        assert_int_equal(fw_map_set_tile(world->map, 3, 39, i % 2 ? FW_GROUND : FW_BLOCKED), FW_OK);
        commit(world);
    }
    fw_tile_rect rects[3];
    int32_t count;
    assert_int_equal(fw_map_changes_since(world->map, 1, rects, 3, &count), FW_OK);
    assert_int_equal(count, 2);
    const fw_tile_rect east = { 96, 16, 4, 16 }, south = { 0, 32, 16, 8 };
    assert_memory_equal(&rects[0], &east, sizeof east);
    assert_memory_equal(&rects[1], &south, sizeof south);
    close_world(world);
}

TEST(blocks_with_the_same_columns_become_one_rectangle)
{
    world *world = open_world(100, 60, FW_GROUND);
    assert_int_equal(fw_map_set_rect(world->map, 10, 10, 30, 40, FW_BLOCKED), FW_OK);
    commit(world);
    fw_tile_rect rects[2];
    int32_t count;
    assert_int_equal(fw_map_changes_since(world->map, 1, rects, 2, &count), FW_OK);
    const fw_tile_rect all = { 10, 10, 30, 40 };
    assert_int_equal(count, 1);
    assert_memory_equal(&rects[0], &all, sizeof all);
    close_world(world);
}

TEST(without_a_known_version_everything_may_have_changed)
{
    world *world = open_world(100, 40, FW_GROUND);
    fw_tile_rect rect;
    int32_t count;
    assert_int_equal(fw_map_changes_since(world->map, 0, &rect, 1, &count), FW_OK);
    const fw_tile_rect all = { 0, 0, 100, 40 };
    assert_int_equal(count, 1);
    assert_memory_equal(&rect, &all, sizeof all);
    assert_int_equal(fw_map_changes_since(world->map, 1, &rect, 1, &count), FW_OK);
    assert_int_equal(count, 0);
    close_world(world);
}

TEST(a_small_buffer_is_filled_and_the_count_is_that_of_all)
{
    world *world = open_world(200, 100, FW_GROUND);
    random_source source = { 3 };
    for (int i = 0; i < 30; i++)
        edit_burst(world, &source);
    commit(world);
    fw_tile_rect all[200], some[200];
    int32_t total, count;
    assert_int_equal(fw_map_changes_since(world->map, 1, all, 200, &total), FW_OK);
    assert_in_range(total, 5, 200);
    for (int32_t capacity = 0; capacity <= total; capacity++) {
        memset(some, 0x55, sizeof some);
        assert_int_equal(fw_map_changes_since(world->map, 1, capacity ? some : NULL, capacity, &count),
                         capacity < total ? FW_BUFFER_TOO_SMALL : FW_OK);
        assert_int_equal(count, total);
        assert_memory_equal(some, all, (size_t)capacity * sizeof *all);
        assert_int_equal(some[capacity].x, 0x55555555);
    }
    assert_int_equal(fw_map_changes_since(world->map, 0, NULL, 0, &count), FW_BUFFER_TOO_SMALL);
    assert_int_equal(count, 1);
    close_world(world);
}

TEST(wrong_questions_are_refused)
{
    world *world = open_world(20, 20, FW_GROUND);
    fw_tile_rect rect;
    int32_t count;
    assert_int_equal(fw_map_changes_since(NULL, 1, &rect, 1, &count), FW_NULL_ARGUMENT);
    assert_int_equal(fw_map_changes_since(world->map, 1, NULL, 1, &count), FW_NULL_ARGUMENT);
    assert_int_equal(fw_map_changes_since(world->map, 1, &rect, 1, NULL), FW_NULL_ARGUMENT);
    assert_int_equal(fw_map_changes_since(world->map, 1, &rect, -1, &count), FW_BAD_SIZE);
    assert_int_equal(fw_map_changes_since(world->map, 2, &rect, 1, &count), FW_BAD_VALUE);
    fw_snapshot *snapshot;
    assert_int_equal(fw_snapshot_take(world->map, &snapshot), FW_OK);
    const fw_map *released = fw_snapshot_map(snapshot);
    assert_int_equal(fw_snapshot_release(snapshot), FW_OK);
    assert_int_equal(fw_map_changes_since(released, 1, &rect, 1, &count), FW_BAD_VALUE);
    assert_int_equal(fw_map_changes_since(released, 0, &rect, 1, &count), FW_OK);
    assert_int_equal(count, 0);
    close_world(world);
}

TEST(a_commit_that_fails_changes_nothing_and_is_listed_when_it_succeeds)
{
    for (int bulk = 0; bulk < 2; bulk++) {
        ration left = { .left = UNRATIONED };
        const fw_allocator hooks = rationed(&left);
        fw_map_def def = fw_default_map_def();
        def.allocator = &hooks;
        fw_map *map;
        assert_int_equal(fw_map_create(&def, &map), FW_OK);
        add_unit(map, unit_of_size(2));
        fw_snapshot *snapshot;
        assert_int_equal(fw_snapshot_take(map, &snapshot), FW_OK);
        assert_int_equal(fw_map_set_rect(map, 30, 40, bulk ? 30 : 1, bulk ? 20 : 1, FW_BLOCKED), FW_OK);
        fw_tile_rect rect;
        int32_t count;
        uint64_t calls = 0;
        for (left.left = 0; fw_map_commit(map) != FW_OK; left.left = ++calls) {
            assert_int_equal(fw_map_changes_since(map, 1, &rect, 1, &count), FW_OK);
            assert_int_equal(count, 0);
        }
        assert_true(calls > 0);
        assert_int_equal(fw_map_changes_since(map, 1, &rect, 1, &count), FW_OK);
        const fw_tile_rect changed = { 30, 40, bulk ? 30 : 1, bulk ? 20 : 1 };
        assert_int_equal(count, 1);
        assert_memory_equal(&rect, &changed, sizeof changed);
        left.left = UNRATIONED;
        assert_int_equal(fw_snapshot_release(snapshot), FW_OK);
        fw_map_destroy(map);
        assert_int_equal(left.held, 0);
    }
}
