// Costs near walls, against the distances of all tiles, and against new overlays after commits.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/random.h"
#include "common/rationed.h"
#include "common/unit.h"
#include "fairway/distance.h"
#include "fairway/inflate.h"
#include "fairway/snapshot.h"

enum { WIDTH = 300, HEIGHT = 210, CAPABILITY = 1 << FW_GROUND };

static fw_map *new_map(random_source *random)
{
    fw_map_def def = fw_default_map_def();
    fw_map *map;
    def.width = WIDTH;
    def.height = HEIGHT;
    def.fill = FW_GROUND;
    assert_int_equal(fw_map_create(&def, &map), FW_OK);
    for (int i = 0; i < 30; i++)
        fw_map_set_tile(map, (int32_t)random_below(random, WIDTH), (int32_t)random_below(random, HEIGHT),
                        FW_WATER);
    assert_int_equal(fw_map_commit(map), FW_OK);
    return map;
}

static fw_overlay *new_overlay(const fw_allocator *hooks)
{
    fw_overlay *overlay;
    assert_int_equal(fw_overlay_create(WIDTH, HEIGHT, hooks, &overlay), FW_OK);
    return overlay;
}

static fw_inflation some_inflation(random_source *random)
{
    return (fw_inflation){ .capability = CAPABILITY,
                           .radius = random_within(random, 0, 12),
                           .decay = exp2(random_within(random, -8, 1.6)),
                           .highest =
                               (uint8_t)(random_below(random, 2) ? 254 : 1 + random_below(random, 253)) };
}

static const uint8_t *costs_of(const fw_overlay *overlay, uint8_t bytes[HEIGHT * WIDTH])
{
    assert_int_equal(fw_overlay_get_costs(overlay, 0, 0, WIDTH, HEIGHT, bytes, WIDTH), FW_OK);
    return bytes;
}

TEST(a_cost_falls_with_the_distance_from_the_nearest_wall)
{
    static uint8_t bytes[HEIGHT * WIDTH];
    static float distances[HEIGHT * WIDTH];
    random_source random = { 21 };
    for (int round = 0; round < 6; round++) {
        fw_map *map = new_map(&random);
        fw_overlay *overlay = new_overlay(NULL);
        const fw_inflation inflation = some_inflation(&random);
        assert_int_equal(fw_map_inflate(map, &inflation, overlay), FW_OK);
        costs_of(overlay, bytes);
        fw_map_distances(map, CAPABILITY, 0, 0, WIDTH, HEIGHT, INFINITY, NULL, distances, WIDTH);
        for (int i = 0; i < HEIGHT * WIDTH; i++) {
            const double beyond = (double)distances[i] - inflation.radius;
            const double cost = fmin(inflation.highest, 253) * exp(-inflation.decay * beyond);
            if (beyond <= -1e-4)
                assert_int_equal(bytes[i], inflation.highest);
            else if (beyond > 1e-4)
                assert_true(fabs(bytes[i] - cost) <= 0.5 + 1e-6);
        }
        fw_overlay_destroy(overlay);
        fw_map_destroy(map);
    }
}

static void edit_at_random(fw_map *map, random_source *random)
{
    for (uint32_t i = random_below(random, 3) + 1; i > 0; i--) {
        const int32_t x = (int32_t)random_below(random, WIDTH - 8);
        const int32_t y = (int32_t)random_below(random, HEIGHT - 8);
        const int32_t width = 1 + (int32_t)random_below(random, 8),
                      height = 1 + (int32_t)random_below(random, 8);
        fw_map_set_rect(map, x, y, width, height, random_below(random, 2) ? FW_GROUND : FW_BLOCKED);
    }
    assert_int_equal(fw_map_commit(map), FW_OK);
}

TEST(after_commits_the_costs_are_those_of_a_new_overlay)
{
    static uint8_t bytes[HEIGHT * WIDTH], fresh[HEIGHT * WIDTH];
    random_source random = { 22 };
    fw_map *map = new_map(&random);
    fw_overlay *overlay = new_overlay(NULL);
    fw_inflation inflation = some_inflation(&random);
    for (int round = 0; round < 40; round++) {
        for (uint32_t commits = random_below(&random, round % 8 == 7 ? 25 : 3); commits > 0; commits--)
            edit_at_random(map, &random);
        if (round % 10 == 9)
            inflation = some_inflation(&random);
        assert_int_equal(fw_map_inflate(map, &inflation, overlay), FW_OK);
        fw_overlay *rebuilt = new_overlay(NULL);
        assert_int_equal(fw_map_inflate(map, &inflation, rebuilt), FW_OK);
        assert_memory_equal(costs_of(overlay, bytes), costs_of(rebuilt, fresh), sizeof bytes);
        fw_overlay_destroy(rebuilt);
    }
    fw_overlay_destroy(overlay);
    fw_map_destroy(map);
}

TEST(an_overlay_follows_snapshots_and_other_maps_and_forgets_what_was_set)
{
    static uint8_t bytes[HEIGHT * WIDTH], old[HEIGHT * WIDTH];
    const uint8_t seven = 7;
    random_source random = { 23 };
    fw_map *map = new_map(&random), *other = new_map(&random);
    fw_overlay *overlay = new_overlay(NULL);
    const fw_inflation inflation = { .capability = CAPABILITY, .radius = 3, .decay = 0.5, .highest = 200 };
    fw_snapshot *snapshot;
    assert_int_equal(fw_snapshot_take(map, &snapshot), FW_OK);
    fw_map_inflate(map, &inflation, overlay);
    costs_of(overlay, old);
    fw_map_set_rect(map, 100, 100, 5, 5, FW_BLOCKED);
    assert_int_equal(fw_map_commit(map), FW_OK);
    fw_map_inflate(map, &inflation, overlay);
    assert_true(memcmp(costs_of(overlay, bytes), old, sizeof old) != 0);
    fw_map_inflate(fw_snapshot_map(snapshot), &inflation, overlay); // back to the older version
    assert_memory_equal(costs_of(overlay, bytes), old, sizeof old);
    fw_map_inflate(other, &inflation, overlay);
    assert_true(memcmp(costs_of(overlay, bytes), old, sizeof old) != 0);
    fw_map_inflate(map, &inflation, overlay);
    costs_of(overlay, old);
    fw_overlay_set_costs(overlay, 100, 100, 1, 1, &seven, 1, 0);
    fw_map_inflate(map, &inflation, overlay);
    assert_memory_equal(costs_of(overlay, bytes), old, sizeof old);
    fw_overlay_clear(overlay);
    fw_map_inflate(map, &inflation, overlay);
    assert_memory_equal(costs_of(overlay, bytes), old, sizeof old);
    fw_snapshot_release(snapshot);
    fw_overlay_destroy(overlay);
    fw_map_destroy(map);
    fw_map_destroy(other);
}

TEST(without_memory_the_overlay_stays_as_it_was)
{
    static uint8_t bytes[HEIGHT * WIDTH], old[HEIGHT * WIDTH];
    random_source random = { 24 };
    fw_map *map = new_map(&random);
    const fw_inflation inflation = { .capability = CAPABILITY, .radius = 2, .decay = 1, .highest = 100 };
    const fw_inflation wider = { .capability = CAPABILITY, .radius = 5, .decay = 0.2, .highest = 100 };
    bool is_done = false;
    for (uint64_t calls = 0; !is_done; calls++) {
        ration scarce = { .left = UNRATIONED };
        const fw_allocator hooks = rationed(&scarce);
        fw_overlay *overlay = new_overlay(&hooks);
        assert_int_equal(fw_map_inflate(map, &inflation, overlay), FW_OK);
        costs_of(overlay, old);
        scarce.left = calls;
        const fw_result result = fw_map_inflate(map, &wider, overlay);
        is_done = result == FW_OK;
        assert_true(is_done || result == FW_NO_MEMORY);
        assert_int_equal(memcmp(costs_of(overlay, bytes), old, sizeof old) != 0, is_done);
        fw_overlay_destroy(overlay);
        assert_int_equal(scarce.held, 0);
    }
    fw_map_destroy(map);
}

TEST(inflations_that_are_none_are_refused)
{
    random_source random = { 25 };
    fw_map *map = new_map(&random);
    fw_overlay *overlay = new_overlay(NULL), *small;
    const fw_inflation right = { .capability = CAPABILITY, .radius = 2, .decay = 1, .highest = 100 };
    fw_inflation wrong = right;
    assert_int_equal(fw_overlay_create(WIDTH, HEIGHT - 1, NULL, &small), FW_OK);
    assert_int_equal(fw_map_inflate(map, &right, small), FW_WRONG_MAP);
    assert_int_equal(fw_map_inflate(map, NULL, overlay), FW_NULL_ARGUMENT);
    wrong.radius = NAN;
    assert_int_equal(fw_map_inflate(map, &wrong, overlay), FW_NOT_FINITE);
    wrong.radius = 2;
    wrong.decay = 1.0 / 256;
    assert_int_equal(fw_map_inflate(map, &wrong, overlay), FW_OK);
    wrong.decay = 1.0 / 257;
    assert_int_equal(fw_map_inflate(map, &wrong, overlay), FW_BAD_VALUE);
    wrong = right;
    wrong.radius = 65;
    assert_int_equal(fw_map_inflate(map, &wrong, overlay), FW_BAD_VALUE);
    wrong = right;
    wrong.highest = 255;
    assert_int_equal(fw_map_inflate(map, &wrong, overlay), FW_BAD_VALUE);
    fw_overlay_destroy(overlay);
    fw_overlay_destroy(small);
    fw_map_destroy(map);
}
