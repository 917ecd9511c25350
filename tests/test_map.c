#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "common/drawing.h"
#include "map/map.h"

static fw_unit_id add(fw_map *map, const fw_unit_def *def)
{
    fw_unit_id id = 0;
    assert_int_equal(fw_map_add_unit(map, def, &id), FW_OK);
    return id;
}

static void a_unit_of_size_2_passes_a_gap_of_2_and_not_of_1(void **state)
{
    (void)state;
    const char *town[] = {
        "......", //
        "......", //
        "##..##", //
        "......", //
        "......", //
        "###.##", //
        "......", //
        "......",
    };
    fw_map *map = DRAWN(town);
    const fw_unit_def small_def = unit_of_size(1);
    const fw_unit_def big_def = unit_of_size(2);
    const fw_unit_id small = add(map, &small_def);
    const fw_unit_id big = add(map, &big_def);
    assert_true(fw_map_connected(map, big, 0, 0, 4, 3));
    assert_false(fw_map_connected(map, big, 0, 0, 4, 6));
    assert_true(fw_map_connected(map, small, 0, 0, 4, 6));
    assert_false(fw_map_fits(map, big, 5, 0));
    assert_true(fw_map_fits(map, small, 5, 0));
    fw_map_destroy(map);
}


int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_unit_of_size_2_passes_a_gap_of_2_and_not_of_1),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
