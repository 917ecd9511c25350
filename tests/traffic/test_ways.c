#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "fairway/fairway.h"
#include "traffic/inside.h"

/// A unit that stands so near to the corner of its way that a candidate there costs hardly less, and that does not see
/// what comes after the corner, asks for another way.
static void nobody_stands_for_ever_beside_a_corner_of_his_way(void **state)
{
    (void)state;
    fw_map *map = NULL;
    fw_traffic *traffic = NULL;
    fw_map_def def = fw_default_map_def();
    fw_unit_def kind = fw_default_unit_def();
    fw_agent_def unit = fw_default_agent_def();
    def.width = def.height = 30;
    kind.size = 0;
    kind.footprint = fw_circle(0.4);
    assert_int_equal(fw_map_create(&def, &map), FW_OK);
    assert_int_equal(fw_map_add_unit(map, &kind, &unit.unit), FW_OK);
    assert_int_equal(fw_map_set_rect(map, 10, 10, 10, 10, FW_BLOCKED), FW_OK);
    assert_int_equal(fw_map_commit(map), FW_OK);
    assert_int_equal(fw_traffic_create(map, NULL, &traffic), FW_OK);
    unit.id = 1;
    unit.top = 2;
    unit.acceleration = unit.braking = unit.lateral = 4;
    unit.start = (fw_pose){ 9.93, 9.6035, 0 };
    assert_int_equal(fw_traffic_add(traffic, &unit), FW_OK);
    assert_int_equal(fw_traffic_step(traffic, 1, 10000), FW_OK);
    assert_int_equal(fw_traffic_order(traffic, 1, 19, 9.599), FW_OK);
    way_drop(traffic, 0); // it gets no path, but this way
    agent *stands = &traffic->agents[0];
    assert_int_equal(way_reserve(traffic, 0, 2), FW_OK);
    stands->way.points[0] = (way_point){ .x = 9.93, .y = 9.599 };
    stands->way.points[1] = (way_point){ .x = 19, .y = 9.599 };
    stands->way.count = 2;
    stands->way.next = stands->way.farthest = 0;
    way_measure(&stands->way);
    stands->gate = gate_none(&stands->way);
    assert_false(way_is_clear(traffic, stands, 9.93, 9.6035, 19, 9.599));
    assert_true(way_is_clear(traffic, stands, 9.93, 9.599, 19, 9.599));
    for (int i = 0; i < 300; i++)
        assert_int_equal(fw_traffic_step(traffic, 0.1, 10000), FW_OK);
    assert_int_equal(fw_traffic_states(traffic, NULL)->activity, FW_AGENT_ARRIVED);
    fw_traffic_destroy(traffic);
    fw_map_destroy(map);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nobody_stands_for_ever_beside_a_corner_of_his_way),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
