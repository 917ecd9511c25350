#include <string.h>

#include "base/random.h"
#include "common/new.h"
#include "common/rationed.h"
#include "common/unit.h"
#include "fairway/map.h"
#include "map/overlay.h"

TEST(an_empty_overlay_opens_everything)
{
    fw_overlay *overlay = new_overlay(100, 50);
    const fw_overlay *const both[] = { overlay, NULL };
    for (int i = 0; i < 2; i++) {
        assert_true(overlay_is_empty(both[i]));
        assert_int_equal(overlay_stamp(both[i]), 0);
        assert_false(overlay_has_corridor(both[i]) || overlay_has_costs(both[i]) ||
                     overlay_has_moves(both[i]));
        assert_true(overlay_blocked(both[i], -70, 3) == 0);
        assert_true(overlay_open(both[i], 3, 40, 3) == UINT64_MAX);
        assert_int_equal(overlay_forbidden(both[i], 1, 1, 1), 0);
        assert_int_equal(overlay_cost(both[i], 1, 1), 0);
    }
    assert_true(overlay_fits(overlay, 100, 50));
    assert_false(overlay_fits(overlay, 50, 100));
    assert_true(overlay_fits(NULL, 1, 1));
    fw_overlay_destroy(overlay);
    fw_overlay_destroy(NULL);
    fw_overlay_clear(NULL);
}

/// A model of an overlay that keeps every tile apart.
enum { WIDTH = 150, HEIGHT = 80 };
typedef struct model {
    bool blocked[HEIGHT][WIDTH];
    bool corridor[HEIGHT][WIDTH];
    bool has_corridor;
    uint8_t moves[HEIGHT][WIDTH];
    uint32_t costs[HEIGHT][WIDTH];
} model;

static bool on_map(int32_t x, int32_t y)
{
    return x >= 0 && y >= 0 && x < WIDTH && y < HEIGHT;
}

static bool model_blocks(const model *model, int32_t x, int32_t y)
{
    return on_map(x, y) && model->blocked[y][x];
}

static bool model_opens(const model *model, int32_t size, int32_t x, int32_t y)
{
    for (int32_t i = 0; i < size * size; i++)
        if (model_blocks(model, x + i % size, y + i / size))
            return false;
    return !model->has_corridor || (on_map(x, y) && model->corridor[y][x]);
}

static void assert_same(const fw_overlay *overlay, const model *model, random_source *source)
{
    for (int probe = 0; probe < 20; probe++) {
        const int32_t x = (int32_t)random_below(source, WIDTH + 160) - 90;
        const int32_t y = (int32_t)random_below(source, HEIGHT + 20) - 10;
        const int32_t size = 1 + (int32_t)random_below(source, random_below(source, 4) ? 5 : 64);
        const uint64_t blocked = overlay_blocked(overlay, x, y);
        const uint64_t open = overlay_open(overlay, size, x, y);
        for (int32_t i = 0; i < 64; i++)
            assert_int_equal(blocked >> i & 1, model_blocks(model, x + i, y));
        for (int32_t i = 0; i < 64; i += 1 + size / 8)
            assert_int_equal(open >> i & 1, model_opens(model, size, x + i, y));
        assert_int_equal(overlay_forbidden(overlay, 1, x, y), on_map(x, y) ? model->moves[y][x] : 0);
        assert_int_equal(overlay_cost(overlay, x, y), on_map(x, y) ? model->costs[y][x] : 0);
    }
}

static void set_at_random(fw_overlay *overlay, model *model, random_source *source)
{
    const int32_t x = (int32_t)random_below(source, WIDTH + 20) - 10;
    const int32_t y = (int32_t)random_below(source, HEIGHT + 20) - 10;
    const int32_t width = 1 + (int32_t)random_below(source, 12),
                  height = 1 + (int32_t)random_below(source, 12);
    const uint32_t kind = random_below(source, 8);
    if (kind < 3) {
        assert_int_equal(fw_overlay_block(overlay, x, y, width / 3 + 1, height / 3 + 1), FW_OK);
    } else if (kind < 5) {
        assert_int_equal(fw_overlay_corridor(overlay, x, y, 5 * width, 5 * height), FW_OK);
        model->has_corridor = true;
    } else if (kind < 7) {
        assert_int_equal(fw_overlay_add_cost(overlay, x, y, width, height, 1.25f), FW_OK);
    } else {
        assert_int_equal(fw_overlay_forbid(overlay, x, y, FW_MOVE_SE | FW_MOVE_N),
                         on_map(x, y) ? FW_OK : FW_OUT_OF_BOUNDS);
        if (on_map(x, y))
            model->moves[y][x] |= FW_MOVE_SE | FW_MOVE_N;
    }
    for (int32_t ty = 0; ty < HEIGHT; ty++)
        for (int32_t tx = 0; tx < WIDTH; tx++) {
            const int32_t dx = tx - x, dy = ty - y;
            if (dx < 0 || dy < 0)
                continue;
            if (kind < 3 && dx < width / 3 + 1 && dy < height / 3 + 1)
                model->blocked[ty][tx] = true;
            else if (kind >= 3 && kind < 5 && dx < 5 * width && dy < 5 * height)
                model->corridor[ty][tx] = true;
            else if (kind >= 5 && kind < 7 && dx < width && dy < height)
                model->costs[ty][tx] += 320;
        }
}

TEST(an_overlay_says_what_a_model_of_single_tiles_says)
{
    static model model;
    random_source source = { 3 };
    fw_overlay *overlay = new_overlay(WIDTH, HEIGHT);
    for (int round = 0; round < 12; round++) {
        memset(&model, 0, sizeof model);
        fw_overlay_clear(overlay);
        for (int i = 0; i < 25; i++) {
            set_at_random(overlay, &model, &source);
            assert_same(overlay, &model, &source);
        }
    }
    fw_overlay_destroy(overlay);
}

TEST(a_blocked_tile_takes_away_the_anchors_up_and_left_of_it)
{
    fw_overlay *overlay = new_overlay(130, 20);
    assert_int_equal(fw_overlay_block(overlay, 64, 10, 1, 1), FW_OK);
    assert_true(overlay_open(overlay, 1, 0, 10) == UINT64_MAX);
    assert_true(overlay_open(overlay, 3, 0, 10) == UINT64_MAX >> 2);
    assert_true(overlay_open(overlay, 3, 64, 8) == UINT64_MAX << 1);
    assert_true(overlay_open(overlay, 3, 64, 7) == UINT64_MAX);
    assert_true(overlay_open(overlay, 3, 64, 11) == UINT64_MAX);
    fw_overlay_destroy(overlay);
}

TEST(corridors_join_and_one_off_the_map_closes_it)
{
    fw_overlay *overlay = new_overlay(200, 20);
    assert_int_equal(fw_overlay_corridor(overlay, 500, 0, 2, 2), FW_OK);
    assert_true(overlay_has_corridor(overlay));
    assert_true(overlay_open(overlay, 1, 0, 0) == 0);
    assert_int_equal(fw_overlay_corridor(overlay, -10, 3, 14, 1), FW_OK);
    assert_int_equal(fw_overlay_corridor(overlay, 2, 3, 3, 1), FW_OK);
    assert_true(overlay_open(overlay, 2, 0, 3) == 0x1f);
    fw_overlay_destroy(overlay);
}

TEST(a_cleared_overlay_is_empty_and_keeps_its_memory)
{
    ration given = { .left = UNRATIONED };
    const fw_allocator hooks = rationed(&given);
    fw_overlay *overlay = NULL;
    assert_int_equal(fw_overlay_create(FW_MAX_SIDE, FW_MAX_SIDE, &hooks, &overlay), FW_OK);
    uint64_t calls = 0;
    for (int round = 0; round < 3; round++) {
        assert_int_equal(fw_overlay_block(overlay, 16000, 12345, 70, 3), FW_OK);
        assert_int_equal(fw_overlay_forbid(overlay, 5, 6, FW_MOVES_ALL), FW_OK);
        assert_int_equal(fw_overlay_add_cost(overlay, 9000, 7, 2, 2, 3.0f), FW_OK);
        assert_int_equal(fw_overlay_corridor(overlay, 1, 16300, 9, 9), FW_OK);
        if (round > 0)
            assert_int_equal(given.calls, calls);
        calls = given.calls;
        fw_overlay_clear(overlay);
        assert_true(overlay_is_empty(overlay));
        assert_false(overlay_has_corridor(overlay));
        assert_int_equal(overlay_forbidden(overlay, 1, 5, 6), 0);
        assert_true(overlay_open(overlay, 1, 16000, 12345) == UINT64_MAX);
    }
    assert_true(given.bytes < 100000); // of a map of 2^28 tiles
    fw_overlay_destroy(overlay);
    assert_int_equal(given.held, 0);
}

TEST(every_change_changes_the_stamp_and_equal_histories_have_equal_stamps)
{
    fw_overlay *one = new_overlay(100, 100), *two = new_overlay(100, 100);
    uint64_t stamps[9] = { 0 };
    for (int i = 1; i < 9; i++) {
        fw_overlay *const both[] = { one, two };
        for (int b = 0; b < 2; b++) {
            assert_int_equal(fw_overlay_block(both[b], i / 4, 1, 1, 1), FW_OK);
            if (i & 1)
                assert_int_equal(fw_overlay_forbid(both[b], 1, 1, (uint8_t)i), FW_OK);
        }
        stamps[i] = overlay_stamp(one);
        assert_true(stamps[i] == overlay_stamp(two));
        for (int j = 0; j < i; j++)
            assert_true(stamps[j] != stamps[i]);
    }
    fw_overlay_destroy(one);
    fw_overlay_destroy(two);
}

TEST(overlays_that_make_no_sense_are_refused_by_name)
{
    fw_overlay *overlay = NULL;
    assert_int_equal(fw_overlay_create(0, 5, NULL, &overlay), FW_BAD_SIZE);
    assert_int_equal(fw_overlay_create(5, FW_MAX_SIDE + 1, NULL, &overlay), FW_BAD_SIZE);
    assert_int_equal(fw_overlay_create(5, 5, NULL, NULL), FW_NULL_ARGUMENT);
    assert_null(overlay);
    overlay = new_overlay(5, 5);
    assert_int_equal(fw_overlay_block(NULL, 0, 0, 1, 1), FW_NULL_ARGUMENT);
    assert_int_equal(fw_overlay_block(overlay, 0, 0, 0, 1), FW_BAD_SIZE);
    assert_int_equal(fw_overlay_corridor(NULL, 0, 0, 1, 1), FW_NULL_ARGUMENT);
    assert_int_equal(fw_overlay_corridor(overlay, 0, 0, 1, -1), FW_BAD_SIZE);
    assert_int_equal(fw_overlay_forbid(NULL, 0, 0, 1), FW_NULL_ARGUMENT);
    assert_int_equal(fw_overlay_forbid(overlay, 5, 0, 1), FW_OUT_OF_BOUNDS);
    assert_int_equal(fw_overlay_add_cost(NULL, 0, 0, 1, 1, 1), FW_NULL_ARGUMENT);
    assert_int_equal(fw_overlay_add_cost(overlay, 0, 0, 1, 0, 1), FW_BAD_SIZE);
    assert_int_equal(fw_overlay_add_cost(overlay, 0, 0, 1, 1, -1), FW_BAD_VALUE);
    assert_int_equal(fw_overlay_add_cost(overlay, 0, 0, 1, 1, 256), FW_BAD_VALUE);
    assert_int_equal(fw_overlay_add_cost(overlay, 0, 0, 1, 1, (float)(0.0 / 0.0)), FW_NOT_FINITE);
    assert_true(overlay_is_empty(overlay));
    assert_int_equal(fw_overlay_block(overlay, INT32_MAX, INT32_MIN, INT32_MAX, INT32_MAX), FW_OK);
    assert_int_equal(fw_overlay_add_cost(overlay, 0, 0, 5, 5, 0), FW_OK);
    assert_int_equal(fw_overlay_forbid(overlay, 0, 0, 0), FW_OK);
    assert_true(overlay_is_empty(overlay));
    assert_int_equal(fw_overlay_add_cost(overlay, 2, 2, 1, 1, 200), FW_OK);
    assert_int_equal(fw_overlay_add_cost(overlay, 0, 0, 5, 5, 56), FW_BAD_VALUE); // 256 on one tile
    assert_int_equal(overlay_cost(overlay, 0, 0), 0);
    assert_int_equal(overlay_cost(overlay, 2, 2), 200 * 256);
    fw_overlay_destroy(overlay);
}

TEST(memory_that_fails_at_any_call_leaves_the_overlay_as_it_was)
{
    const fw_segment line = { .start = { 5, 5, 0.3 }, .length = 190 };
    fw_path *across = new_path();
    assert_int_equal(fw_path_set(across, &line, 1, NULL), FW_OK);
    for (uint64_t n = 0, failures = 1; failures; n++) {
        ration given = { .left = n, .once = true };
        const fw_allocator hooks = rationed(&given);
        fw_overlay *overlay = NULL;
        failures = fw_overlay_create(200, 200, &hooks, &overlay) != FW_OK;
        if (!overlay)
            assert_int_equal(fw_overlay_create(200, 200, &hooks, &overlay), FW_OK);
        for (int step = 0; step < 5; step++) {
            const uint64_t stamp = overlay_stamp(overlay);
            fw_result result = FW_NO_MEMORY;
            for (int attempt = 0; attempt < 2 && result == FW_NO_MEMORY; attempt++) {
                assert_true(overlay_stamp(overlay) == stamp);
                result = step == 0   ? fw_overlay_block(overlay, 50, 50, 100, 100)
                         : step == 1 ? fw_overlay_forbid(overlay, 3, 3, 1)
                         : step == 2 ? fw_overlay_add_cost(overlay, 50, 50, 100, 100, 1)
                         : step == 3 ? fw_overlay_corridor(overlay, 150, 150, 50, 50)
                                     : fw_overlay_corridor_along(overlay, across, 1, 3);
                failures += result == FW_NO_MEMORY;
            }
            assert_int_equal(result, FW_OK);
        }
        assert_int_equal(overlay_cost(overlay, 149, 149), 256);
        fw_overlay_destroy(overlay);
        assert_int_equal(given.held, 0);
    }
    fw_path_destroy(across);
}
