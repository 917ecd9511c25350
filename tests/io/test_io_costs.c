// Costs of robots' maps become bytes for overlays.
#include <math.h>

#include "common/unit.h"
#include "fairway-io/costs.h"

static uint8_t byte_of(fw_io_costs kind, int value, float highest)
{
    const uint8_t from = (uint8_t)value;
    uint8_t to = 77;
    assert_int_equal(fw_io_costs_convert(kind, &from, 1, 1, highest, &to), FW_OK);
    return to;
}

TEST(special_values_are_forbidden_or_unknown)
{
    assert_int_equal(byte_of(FW_IO_COSTMAP_2D, 0, 2), 0);
    assert_int_equal(byte_of(FW_IO_COSTMAP_2D, 253, 2), 254);
    assert_int_equal(byte_of(FW_IO_COSTMAP_2D, 254, 2), 254);
    assert_int_equal(byte_of(FW_IO_COSTMAP_2D, 255, 2), 255);
    assert_int_equal(byte_of(FW_IO_OCCUPANCY_GRID, 0, 2), 0);
    assert_int_equal(byte_of(FW_IO_OCCUPANCY_GRID, 99, 2), 254);
    assert_int_equal(byte_of(FW_IO_OCCUPANCY_GRID, 100, 2), 254);
    for (int value = 101; value < 256; value++)
        assert_int_equal(byte_of(FW_IO_OCCUPANCY_GRID, value, 2), 255);
}

TEST(costs_are_in_proportion_and_never_vanish)
{
    for (int value = 1; value <= 252; value++) {
        const long exact = lround(3.0 * 16 * value / 252);
        assert_int_equal(byte_of(FW_IO_COSTMAP_2D, value, 3), exact ? exact : 1);
    }
    for (int value = 1; value <= 98; value++)
        assert_int_equal(byte_of(FW_IO_OCCUPANCY_GRID, value, 253.0F / 16), lround(253.0 * value / 98));
    assert_int_equal(byte_of(FW_IO_COSTMAP_2D, 252, 253.0F / 16), 253);
    assert_int_equal(byte_of(FW_IO_OCCUPANCY_GRID, 98, 1.0F / 16), 1);
}

TEST(the_upper_row_comes_first)
{
    const uint8_t values[6] = { 252, 0, 0, 0, 0, 254 };
    uint8_t costs[6];
    assert_int_equal(fw_io_costs_convert(FW_IO_COSTMAP_2D, values, 3, 2, 1, costs), FW_OK);
    const uint8_t expected[6] = { 0, 0, 254, 16, 0, 0 };
    assert_memory_equal(costs, expected, sizeof costs);
}

TEST(what_is_no_costmap_is_refused)
{
    uint8_t one = 0, two;
    assert_int_equal(fw_io_costs_convert(FW_IO_COSTMAP_2D, NULL, 1, 1, 1, &two), FW_NULL_ARGUMENT);
    assert_int_equal(fw_io_costs_convert(FW_IO_COSTMAP_2D, &one, 1, 0, 1, &two), FW_BAD_SIZE);
    assert_int_equal(fw_io_costs_convert((fw_io_costs)2, &one, 1, 1, 1, &two), FW_BAD_VALUE);
    assert_int_equal(fw_io_costs_convert(FW_IO_COSTMAP_2D, &one, 1, 1, NAN, &two), FW_BAD_VALUE);
    assert_int_equal(fw_io_costs_convert(FW_IO_COSTMAP_2D, &one, 1, 1, 16, &two), FW_BAD_VALUE);
}
