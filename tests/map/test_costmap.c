// Costs of an overlay from arrays, against a plain array of the same bytes.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/random.h"
#include "common/rationed.h"
#include "common/unit.h"
#include "map/overlay.h"

enum { WIDTH = 150, HEIGHT = 100, STRIDE = 173 };

typedef struct model {
    uint8_t bytes[HEIGHT][WIDTH];
    uint32_t added[HEIGHT][WIDTH]; ///< in 1/256
} model;

static fw_overlay *new_overlay(const fw_allocator *hooks)
{
    fw_overlay *overlay;
    assert_int_equal(fw_overlay_create(WIDTH, HEIGHT, hooks, &overlay), FW_OK);
    return overlay;
}

static uint8_t byte_of(const model *model, int32_t x, int32_t y)
{
    return x < 0 || y < 0 || x >= WIDTH || y >= HEIGHT ? 0 : model->bytes[y][x];
}

static void set_at_random(model *model, fw_overlay *overlay, random_source *random)
{
    static uint8_t costs[HEIGHT * STRIDE];
    const int32_t x = (int32_t)random_below(random, WIDTH + 20) - 20,
                  y = (int32_t)random_below(random, HEIGHT + 20) - 20;
    const int32_t width = 1 + (int32_t)random_below(random, WIDTH),
                  height = 1 + (int32_t)random_below(random, HEIGHT);
    const uint8_t unknown = (uint8_t)random_below(random, 255);
    const uint32_t kind = random_below(random, 3);
    for (int32_t i = 0; i < HEIGHT * STRIDE; i++)
        costs[i] = (uint8_t)(kind == 0   ? 0
                             : kind == 1 ? 250 + random_below(random, 6)
                                         : random_below(random, 256));
    assert_int_equal(fw_overlay_set_costs(overlay, x, y, width, height, costs, STRIDE, unknown), FW_OK);
    for (int32_t row = 0; row < height; row++)
        for (int32_t column = 0; column < width; column++) {
            const uint8_t byte = costs[row * STRIDE + column];
            if (x + column >= 0 && y + row >= 0 && x + column < WIDTH && y + row < HEIGHT)
                model->bytes[y + row][x + column] = byte == 255 ? unknown : byte;
        }
}

static void assert_same(const model *model, const fw_overlay *overlay)
{
    static uint8_t bytes[HEIGHT][WIDTH];
    assert_int_equal(fw_overlay_get_costs(overlay, 0, 0, WIDTH, HEIGHT, bytes[0], WIDTH), FW_OK);
    assert_memory_equal(bytes, model->bytes, sizeof bytes);
    for (int32_t y = -2; y < HEIGHT + 2; y++)
        for (int32_t x = -2; x < WIDTH + 2; x++) {
            const uint8_t byte = byte_of(model, x, y);
            const bool is_on_map = x >= 0 && y >= 0 && x < WIDTH && y < HEIGHT;
            const uint32_t sum = (is_on_map ? model->added[y][x] : 0) + 16U * (byte < 253 ? byte : 253);
            assert_int_equal(overlay_cost(overlay, x, y), sum < 255 * 256 ? sum : 255 * 256);
        }
}

/// True if a tile under the centre of an anchor is forbidden: one, or four for even sizes.
static bool is_closed(const model *model, int32_t size, int32_t x, int32_t y)
{
    bool closed = false;
    for (int32_t row = y + (size - 1) / 2; row <= y + size / 2; row++)
        for (int32_t column = x + (size - 1) / 2; column <= x + size / 2; column++)
            closed = closed || byte_of(model, column, row) == 254;
    return closed;
}

static void assert_forbidden(const model *model, const fw_overlay *overlay, random_source *random)
{
    static const int32_t step_x[8] = { 1, 1, 0, -1, -1, -1, 0, 1 }, step_y[8] = { 0, 1, 1, 1, 0, -1, -1, -1 };
    const int32_t size = 1 + (int32_t)random_below(random, 5);
    for (int i = 0; i < 300; i++) {
        const int32_t x = (int32_t)random_below(random, WIDTH + 10) - 5,
                      y = (int32_t)random_below(random, HEIGHT + 10) - 5;
        uint8_t moves = 0;
        for (int move = 0; move < 8; move++)
            moves |= (uint8_t)(is_closed(model, size, x + step_x[move], y + step_y[move]) << move);
        assert_int_equal(overlay_forbidden(overlay, size, x, y), moves);
        assert_int_equal(overlay_closed(overlay, size, x, y) & 1, is_closed(model, size, x, y));
        assert_int_equal(overlay_admits(overlay, size, x, y), !is_closed(model, size, x, y));
        const tile_box box = { x, y, x + (int32_t)random_below(random, 70),
                               y + (int32_t)random_below(random, 3) };
        bool any = false;
        for (int32_t row = box.top - 1; row <= box.bottom + 1; row++)
            for (int32_t column = box.left - 1; column <= box.right + 1; column++)
                any = any || is_closed(model, size, column, row);
        assert_int_equal(overlay_has_moves_in(overlay, size, box), any);
    }
}

TEST(an_overlay_holds_the_bytes_that_were_set_last)
{
    random_source random = { 11 };
    for (int round = 0; round < 12; round++) {
        model *model = calloc(1, sizeof *model);
        fw_overlay *overlay = new_overlay(NULL);
        for (int i = 0; i < 5; i++) {
            set_at_random(model, overlay, &random);
            assert_same(model, overlay);
            assert_forbidden(model, overlay, &random);
        }
        fw_overlay_clear(overlay);
        memset(model, 0, sizeof *model);
        assert_true(overlay_is_empty(overlay));
        set_at_random(model, overlay, &random); // blocks that were used before
        assert_same(model, overlay);
        assert_forbidden(model, overlay, &random);
        fw_overlay *copy = new_overlay(NULL);
        assert_int_equal(overlay_copy(overlay, copy), FW_OK);
        assert_same(model, copy);
        fw_overlay_destroy(copy);
        fw_overlay_destroy(overlay);
        free(model);
    }
}

TEST(costs_add_up_with_those_of_rectangles_and_are_cut_at_255)
{
    model *model = calloc(1, sizeof *model);
    fw_overlay *overlay = new_overlay(NULL);
    random_source random = { 12 };
    assert_int_equal(fw_overlay_add_cost(overlay, 10, 10, 90, 60, 3.25F), FW_OK);
    assert_int_equal(fw_overlay_add_cost(overlay, 60, 10, 30, 60, 250), FW_OK);
    for (int32_t y = 10; y < 70; y++)
        for (int32_t x = 10; x < 100; x++)
            model->added[y][x] = 13 * 64 + (x >= 60 && x < 90 ? 250 * 256 : 0);
    for (int i = 0; i < 5; i++) {
        set_at_random(model, overlay, &random);
        assert_same(model, overlay);
    }
    // the limit of sums is that of fw_overlay_add_cost() alone
    assert_int_equal(fw_overlay_add_cost(overlay, 60, 10, 1, 1, 1.75F), FW_OK);
    assert_int_equal(fw_overlay_add_cost(overlay, 60, 10, 1, 1, 1), FW_BAD_VALUE);
    fw_overlay_destroy(overlay);
    free(model);
}

TEST(equal_costs_have_equal_stamps_and_others_have_others)
{
    uint8_t costs[64 * 2] = { 0 };
    costs[70] = 9;
    fw_overlay *one = new_overlay(NULL), *two = new_overlay(NULL);
    fw_overlay_set_costs(one, 30, 5, 64, 2, costs, 64, 0);
    fw_overlay_set_costs(two, 30, 5, 64, 2, costs, 64, 0);
    assert_true(overlay_stamp(one) == overlay_stamp(two) && overlay_stamp(one) != 0);
    costs[70] = 10;
    fw_overlay_set_costs(two, 30, 5, 64, 2, costs, 64, 0);
    assert_true(overlay_stamp(one) != overlay_stamp(two));
    fw_overlay_destroy(one);
    fw_overlay_destroy(two);
}

TEST(without_memory_nothing_changes)
{
    static uint8_t costs[HEIGHT * WIDTH];
    memset(costs, 7, sizeof costs);
    bool is_done = false;
    for (uint64_t calls = 0; !is_done; calls++) {
        ration scarce = { .left = UNRATIONED };
        const fw_allocator hooks = rationed(&scarce);
        fw_overlay *overlay = new_overlay(&hooks);
        scarce.left = calls;
        const fw_result result = fw_overlay_set_costs(overlay, 0, 0, WIDTH, HEIGHT, costs, WIDTH, 0);
        is_done = result == FW_OK;
        assert_int_equal(overlay_cost(overlay, 3, 3), is_done ? 7 * 16 : 0);
        assert_int_equal(overlay_is_empty(overlay), !is_done);
        assert_true(is_done || result == FW_NO_MEMORY);
        fw_overlay_destroy(overlay);
        assert_int_equal(scarce.held, 0);
    }
}

TEST(what_is_no_array_is_refused)
{
    uint8_t costs[4] = { 0 };
    fw_overlay *overlay = new_overlay(NULL);
    assert_int_equal(fw_overlay_set_costs(NULL, 0, 0, 1, 1, costs, 1, 0), FW_NULL_ARGUMENT);
    assert_int_equal(fw_overlay_set_costs(overlay, 0, 0, 1, 1, NULL, 1, 0), FW_NULL_ARGUMENT);
    assert_int_equal(fw_overlay_set_costs(overlay, 0, 0, 2, 1, costs, 1, 0), FW_BAD_SIZE);
    assert_int_equal(fw_overlay_set_costs(overlay, 0, 0, 0, 1, costs, 1, 0), FW_BAD_SIZE);
    assert_int_equal(fw_overlay_set_costs(overlay, 0, 0, 1, 1, costs, 1, 255), FW_BAD_VALUE);
    assert_int_equal(fw_overlay_set_costs(overlay, WIDTH, 0, 1, 1, costs, 1, 0), FW_OK);
    assert_int_equal(fw_overlay_set_costs(overlay, INT32_MIN, INT32_MIN, 1, 1, costs, 1, 0), FW_OK);
    assert_int_equal(fw_overlay_get_costs(overlay, WIDTH, 0, 1, 1, costs, 1), FW_OUT_OF_BOUNDS);
    assert_true(overlay_is_empty(overlay));
    fw_overlay_destroy(overlay);
}
