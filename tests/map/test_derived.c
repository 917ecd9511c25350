#include <string.h>

#include "base/refusal.h"
#include "common/drawing.h"
#include "common/unit.h"
#include "map/create.h"
#include "regions/unit_regions.h"

/// A table that counts the free tiles of its layer, and how often it was asked for what.
typedef struct free_count {
    int64_t count, staged;
    bool has_staged;
} free_count;

/// What the counting kind was asked for since the test began, and when it is to fail.
static struct {
    int built, patched, published, discarded, destroyed;
    int patches_before_failure; ///< negative: never fails
} seen;

static void forget_what_was_seen(void)
{
    memset(&seen, 0, sizeof seen);
    seen.patches_before_failure = -1;
}

static int64_t count_layer(const layer *layer)
{
    int64_t count = 0;
    for (int32_t y = 0; y < layer->height; y++)
        for (int32_t word = 0; word < layer->words; word++)
            count += bits_count(layer_row(layer, y)[word]);
    return count;
}

static bool fits_slow_units(const fw_unit_def *unit, fw_refusal *why)
{
    if (unit->turn_radius >= 10)
        refuse(why, FW_METHOD_DOES_NOT_FIT, "unit.turn_radius", "it is for slow units");
    return unit->turn_radius < 10;
}

static bool has_equal_reverse(const fw_unit_def *a, const fw_unit_def *b)
{
    return a->reverse == b->reverse;
}

static bool has_equal_corners(const fw_unit_def *a, const fw_unit_def *b)
{
    return a->corners == b->corners;
}

static fw_result build_count(memory *memory, const derived_source *source, void **table)
{
    free_count *made = memory_get_zeroed(memory, 1, sizeof *made);
    if (!made)
        return FW_NO_MEMORY;
    made->count = count_layer(source->layer);
    seen.built++;
    *table = made;
    return FW_OK;
}

static fw_result patch_count(memory *memory, const derived_source *source, const derived_change *change,
                             void *table)
{
    free_count *patched = table;
    if (seen.patches_before_failure == 0)
        return FW_NO_MEMORY;
    seen.patches_before_failure--;
    assert_true(change->tile_count > 0);
    for (size_t i = 0; i < change->tile_count; i++) {
        const tile_change *tile = &change->tiles[i];
        assert_int_not_equal(tile->before, tile->after);
        assert_int_equal(map_terrain(source->map, tile->x, tile->y), tile->after);
        assert_true(i == 0 || tile[-1].y < tile->y || (tile[-1].y == tile->y && tile[-1].x < tile->x));
    }
    patched->staged = patched->count;
    for (size_t i = 0; i < change->words->count; i++) {
        const layer_change *word = &change->words->items[i];
        assert_true(i == 0 || change_comes_before(word[-1].y, word[-1].word, word->y, word->word));
        patched->staged +=
            bits_count(layer_row(source->layer, word->y)[word->word]) - bits_count(word->before);
    }
    assert_false(patched->has_staged);
    patched->has_staged = true;
    seen.patched++;
    return FW_OK;
}

static void publish_count(memory *memory, void *table)
{
    free_count *patched = table;
    assert_true(patched->has_staged);
    patched->count = patched->staged;
    patched->has_staged = false;
    seen.published++;
}

static void discard_count(memory *memory, void *table)
{
    free_count *patched = table;
    assert_true(patched->has_staged);
    patched->has_staged = false;
    seen.discarded++;
}

static void destroy_count(memory *memory, void *table)
{
    memory_give_back(memory, table, 1, sizeof(free_count));
    seen.destroyed++;
}

static size_t bytes_of_count(const void *table)
{
    return sizeof *(const free_count *)table;
}

static const derived_kind counting = { .name = "free tiles",
                                       .methods = FW_METHOD_BIT(FW_AUTO) | FW_METHOD_BIT(FW_HIERARCHY),
                                       .fits = fits_slow_units,
                                       .equal = has_equal_reverse,
                                       .build = build_count,
                                       .patch = patch_count,
                                       .publish = publish_count,
                                       .discard = discard_count,
                                       .destroy = destroy_count,
                                       .bytes = bytes_of_count };

/// The same for tables that commits leave as they are.
static const derived_kind lasting = { .name = "free tiles at first",
                                      .methods = FW_METHOD_BIT(FW_AREAS),
                                      .fits = fits_slow_units,
                                      .equal = has_equal_reverse,
                                      .build = build_count,
                                      .destroy = destroy_count,
                                      .bytes = bytes_of_count };

/// A map of ground that keeps tables of these kinds.
static fw_map *map_with(const derived_kind *const *kinds, int32_t count, int32_t side)
{
    fw_map_def def = fw_default_map_def();
    def.width = def.height = side;
    fw_map *map = NULL;
    assert_int_equal(map_create(&def, kinds, count, &map), FW_OK);
    forget_what_was_seen();
    return map;
}

/// A map of ground that keeps counting tables.
static fw_map *counted_map(int32_t side)
{
    static const derived_kind *const kinds[] = { &counting, &lasting, &regions_kind };
    return map_with(kinds, 3, side);
}

static const free_count *count_of(const fw_map *map, fw_unit_id id)
{
    return map_table(map_version_of(map), map_find_unit(map_version_of(map), id), &counting);
}

static void assert_counts_are_right(const fw_map *map, const fw_unit_id *units, int count)
{
    for (int i = 0; i < count; i++)
        assert_int_equal(count_of(map, units[i])->count,
                         count_layer(map_find_unit(map_version_of(map), units[i])->layer));
}

TEST(tables_follow_every_commit)
{
    random_source source = { 5 };
    fw_map *map = counted_map(90);
    fw_unit_id units[3];
    for (int i = 0; i < 3; i++)
        units[i] = add_unit(map, unit_of_size(i + 1));
    for (int round = 0; round < 500; round++) {
        const int32_t x = (int32_t)random_below(&source, 86), y = (int32_t)random_below(&source, 86);
        const int32_t side = round % 50 ? 1 + (int32_t)random_below(&source, 4) : 86 - (x > y ? x : y);
        assert_int_equal(fw_map_set_rect(map, x, y, side, side, (uint8_t)random_below(&source, 3)), FW_OK);
        assert_int_equal(fw_map_commit(map), FW_OK);
        assert_counts_are_right(map, units, 3);
    }
    assert_true(seen.patched > 0);
    assert_int_equal(seen.patched, seen.published);
    assert_true(seen.built > 3); // large edits build anew
    fw_map_destroy(map);
    assert_int_equal(seen.built, seen.destroyed);
}

TEST(a_patch_that_fails_leaves_the_map_as_it_was_and_the_edits_pending)
{
    fw_map *map = counted_map(90);
    fw_unit_id units[3];
    for (int i = 0; i < 3; i++)
        units[i] = add_unit(map, unit_of_size(i + 1));
    const uint32_t region = fw_map_region(map, units[1], 0, 0);
    assert_int_equal(fw_map_set_rect(map, 40, 0, 1, 3, FW_BLOCKED), FW_OK);
    for (int good = 0; good < 3; good++) {
        forget_what_was_seen();
        seen.patches_before_failure = good;
        assert_int_equal(fw_map_commit(map), FW_NO_MEMORY);
        assert_int_equal(seen.patched, good);
        assert_int_equal(seen.discarded, good);
        assert_int_equal(seen.published, 0);
        assert_int_equal(fw_map_version(map), 1);
        assert_int_equal(fw_map_terrain(map, 40, 1), FW_GROUND);
        assert_int_equal(fw_map_region(map, units[1], 80, 0), region);
        assert_counts_are_right(map, units, 3);
    }
    forget_what_was_seen();
    assert_int_equal(fw_map_commit(map), FW_OK);
    assert_int_equal(seen.published, 3);
    assert_int_equal(fw_map_version(map), 2);
    assert_int_equal(fw_map_terrain(map, 40, 1), FW_BLOCKED);
    assert_false(fw_map_fits(map, units[1], 39, 1));
    assert_counts_are_right(map, units, 3);
    fw_map_destroy(map);
}

TEST(equal_units_share_a_table_and_the_last_one_frees_it)
{
    fw_map *map = counted_map(10);
    fw_unit_def backing = unit_of_size(2);
    backing.reverse = true;
    const fw_unit_id first = add_unit(map, unit_of_size(2)), second = add_unit(map, unit_of_size(2));
    const fw_unit_id other = add_unit(map, backing);
    assert_ptr_equal(count_of(map, first), count_of(map, second));
    assert_ptr_not_equal(count_of(map, first), count_of(map, other));
    assert_int_equal(seen.built, 2);
    fw_map_memory use;
    assert_int_equal(fw_map_memory_use(map, &use), FW_OK);
    assert_true(use.tables >= 2 * sizeof(free_count));
    assert_int_equal(fw_map_remove_unit(map, first), FW_OK);
    assert_int_equal(seen.destroyed, 0);
    assert_int_equal(fw_map_remove_unit(map, second), FW_OK);
    assert_int_equal(seen.destroyed, 1);
    fw_map_destroy(map);
    assert_int_equal(seen.destroyed, 2);
}

TEST(tables_are_built_for_the_methods_that_a_unit_names)
{
    fw_map *map = counted_map(10);
    fw_unit_def plain = unit_of_size(1), fast = unit_of_size(1);
    plain.methods = FW_METHOD_BIT(FW_ASTAR);
    fast.turn_radius = 20;
    const fw_unit_id walker = add_unit(map, plain), racer = add_unit(map, fast);
    assert_null(count_of(map, walker));
    assert_null(count_of(map, racer));
    assert_int_equal(fw_map_prepare(map, walker, FW_ASTAR), FW_OK);
    assert_null(count_of(map, walker));
    assert_int_equal(fw_map_prepare(map, walker, FW_HIERARCHY), FW_OK);
    assert_int_equal(fw_map_prepare(map, walker, FW_HIERARCHY), FW_OK);
    assert_int_equal(count_of(map, walker)->count, 100);
    assert_int_equal(fw_map_prepare(map, racer, FW_HIERARCHY), FW_METHOD_DOES_NOT_FIT);
    assert_int_equal(fw_map_prepare(map, racer, FW_AUTO), FW_OK);
    assert_null(count_of(map, racer));
    assert_int_equal(seen.built, 1);
    fw_map_destroy(map);
}

TEST(tables_for_which_tiles_do_not_matter_outlive_small_and_large_commits)
{
    fw_map *map = counted_map(10);
    fw_unit_def def = unit_of_size(1);
    def.methods = FW_METHOD_BIT(FW_AREAS);
    const map_unit *unit = map_find_unit(map_version_of(map), add_unit(map, def));
    const free_count *before = map_table(map_version_of(map), unit, &lasting);
    for (int32_t side = 1; side < 10; side += 8) {
        assert_int_equal(fw_map_set_rect(map, 0, 0, side, side, FW_BLOCKED), FW_OK);
        assert_int_equal(fw_map_commit(map), FW_OK);
        assert_ptr_equal(map_table(map_version_of(map), unit, &lasting), before);
        assert_int_equal(before->count, 100);
    }
    assert_int_equal(seen.built, 1);
    fw_map_destroy(map);
    assert_int_equal(seen.destroyed, 1);
}

static fw_result patch_following(memory *memory, const derived_source *source, const derived_change *change,
                                 void *table)
{
    assert_int_equal(change->tile_count, 0);
    assert_true(change->words->count > 0);
    ((free_count *)table)->staged = count_layer(source->layer);
    ((free_count *)table)->has_staged = true;
    seen.patched++;
    return FW_OK;
}

TEST(a_table_that_follows_the_layer_is_asked_only_if_the_layer_changes)
{
    derived_kind following = counting;
    following.follows_layer = true;
    following.patch = patch_following;
    const derived_kind *const kinds[] = { &following };
    fw_map *map = map_with(kinds, 1, 10);
    const map_unit *unit = map_find_unit(map_version_of(map), add_unit(map, unit_of_size(2)));
    for (int32_t x = 0; x < 4; x++) {
        assert_int_equal(fw_map_set_tile(map, x, 3, FW_SWAMP), FW_OK); // the unit enters swamp as well
        assert_int_equal(fw_map_commit(map), FW_OK);
        assert_int_equal(seen.patched, x);
        assert_int_equal(fw_map_set_tile(map, x, 3, FW_BLOCKED), FW_OK);
        assert_int_equal(fw_map_commit(map), FW_OK);
        assert_int_equal(seen.patched, x + 1);
        assert_int_equal(seen.published, x + 1);
        const free_count *table = map_table(map_version_of(map), unit, &following);
        assert_int_equal(table->count, count_layer(unit->layer));
    }
    fw_map_destroy(map);
    assert_int_equal(seen.built, seen.destroyed);
}

TEST(a_table_of_the_body_is_that_of_a_unit_of_size_1_which_cuts_no_corners)
{
    derived_kind cornered = counting;
    cornered.equal = has_equal_corners;
    const derived_kind body = { .methods = FW_METHOD_BIT(FW_AUTO),
                                .of_body = &cornered,
                                .fits = fits_slow_units };
    const derived_kind *const kinds[] = { &body, &cornered };
    fw_map *map = map_with(kinds, 2, 20);
    fw_unit_def cutter = unit_of_size(3);
    cutter.corners = FW_CORNERS_ALWAYS;
    const fw_unit_id ids[2] = { add_unit(map, cutter), add_unit(map, unit_of_size(1)) };
    const map_unit *large = map_find_unit(map_version_of(map), ids[0]),
                   *small = map_find_unit(map_version_of(map), ids[1]);
    assert_int_equal(seen.built, 2); // sizes 3 and 1
    assert_ptr_equal(map_table(map_version_of(map), large, &body),
                     map_table(map_version_of(map), small, &body));
    assert_ptr_equal(map_table(map_version_of(map), large, &body),
                     map_table(map_version_of(map), small, &cornered));
    for (int32_t side = 2; side <= 20; side += 18) { // a small commit and a large one
        assert_int_equal(fw_map_set_rect(map, 0, 0, side, side, FW_BLOCKED), FW_OK);
        assert_int_equal(fw_map_commit(map), FW_OK);
        assert_int_equal(((const free_count *)map_table(map_version_of(map), large, &body))->count,
                         400 - side * side);
        assert_int_equal(((const free_count *)map_table(map_version_of(map), large, &cornered))->count,
                         count_layer(large->layer));
    }
    assert_int_equal(fw_map_remove_unit(map, ids[1]), FW_OK);
    assert_int_equal(((const free_count *)map_table(map_version_of(map), large, &body))->count, 0);
    fw_map_destroy(map);
    assert_int_equal(seen.built, seen.destroyed);
}

TEST(the_memory_of_a_table_counts_as_its_kind_says)
{
    derived_kind part = counting;
    part.counts_as_layer = true;
    const derived_kind *const kinds[] = { &part };
    fw_map *map = map_with(kinds, 1, 20);
    fw_unit_def def = unit_of_size(1);
    def.methods = FW_METHOD_BIT(FW_ASTAR);
    const fw_unit_id unit = add_unit(map, def);
    fw_map_memory without, with;
    assert_int_equal(fw_map_memory_use(map, &without), FW_OK);
    assert_int_equal(fw_map_prepare(map, unit, FW_HIERARCHY), FW_OK);
    assert_int_equal(fw_map_memory_use(map, &with), FW_OK);
    assert_int_equal(with.tables, 0);
    assert_true(with.layers >= without.layers + sizeof(free_count));
    fw_map_destroy(map);
}
