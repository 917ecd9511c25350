#include "common/unit.h"
#include "fairway/fairway.h"
#include "traffic/way_pool.h"
#include "traffic/way_queue.h"
#include "traffic/way_set.h"
#include "traffic/way_sight.h"

/// A unit that stands so near to the corner of its way that a candidate there costs hardly less, and that does not see
/// what comes after the corner, asks for another way.
TEST(nobody_stands_for_ever_beside_a_corner_of_his_way)
{
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
    way_begin(traffic, stands);
    assert_false(way_is_clear(traffic, stands, 9.93, 9.6035, 19, 9.599));
    assert_true(way_is_clear(traffic, stands, 9.93, 9.599, 19, 9.599));
    for (int i = 0; i < 300; i++)
        assert_int_equal(fw_traffic_step(traffic, 0.1, 10000), FW_OK);
    assert_int_equal(fw_traffic_states(traffic, NULL)->activity, FW_AGENT_ARRIVED);
    fw_traffic_destroy(traffic);
    fw_map_destroy(map);
}

/// A map with a long corridor, 3 tiles wide, with a wall across half of it behind its beginning.
static fw_map *long_corridor(int32_t length, fw_unit_id *unit)
{
    fw_map *map = NULL;
    fw_map_def def = fw_default_map_def();
    fw_unit_def kind = fw_default_unit_def();
    def.width = length;
    def.height = 5;
    kind.size = 0;
    kind.footprint = fw_circle(0.4);
    assert_int_equal(fw_map_create(&def, &map), FW_OK);
    assert_int_equal(fw_map_add_unit(map, &kind, unit), FW_OK);
    assert_int_equal(fw_map_set_rect(map, 0, 0, length, 1, FW_BLOCKED), FW_OK);
    assert_int_equal(fw_map_set_rect(map, 0, 4, length, 1, FW_BLOCKED), FW_OK);
    assert_int_equal(fw_map_set_rect(map, 30, 1, 1, 2, FW_BLOCKED), FW_OK);
    assert_int_equal(fw_map_commit(map), FW_OK);
    return map;
}

static fw_traffic *units_in(const fw_map *map, fw_unit_id kind, int32_t count)
{
    fw_traffic *traffic = NULL;
    assert_int_equal(fw_traffic_create(map, NULL, &traffic), FW_OK);
    for (int32_t i = 0; i < count; i++) {
        fw_agent_def unit = fw_default_agent_def();
        unit.id = (fw_agent_id)i + 1;
        unit.unit = kind;
        unit.start = (fw_pose){ 2 + 2 * i, 1.5, 0 };
        assert_int_equal(fw_traffic_add(traffic, &unit), FW_OK);
        assert_int_equal(fw_traffic_order(traffic, unit.id, fw_map_width(map) - 2 - i, 1.5), FW_OK);
    }
    return traffic;
}

/// The room beside a way is measured every 1.6 tiles, here at 225 places and more. A budget of 1,000 is used up after
/// five such ways, although a search along the corridor expands few tiles.
TEST(lanes_count_toward_the_budget)
{
    enum { UNITS = 12 };
    fw_unit_id kind;
    fw_map *map = long_corridor(400, &kind);
    fw_traffic *traffic = units_in(map, kind, UNITS);
    int32_t waits = traffic->desk.count, steps = 0;
    assert_int_equal(waits, UNITS);
    for (; waits > 0; steps++) {
        assert_int_equal(fw_traffic_step(traffic, 0, 1000), FW_OK);
        assert_in_range(waits - traffic->desk.count, 1, 5);
        waits = traffic->desk.count;
    }
    assert_in_range(steps, 3, 6);
    fw_traffic_destroy(traffic);
    fw_map_destroy(map);
}

/// The first 1,000 places of a lane are 1,600 tiles.
TEST(a_way_is_moved_to_the_right_for_its_first_thousand_places)
{
    fw_unit_id kind;
    fw_map *map = long_corridor(2400, &kind);
    fw_traffic *traffic = units_in(map, kind, 1);
    for (int i = 0; i < 20; i++)
        assert_int_equal(fw_traffic_step(traffic, 0, 5000), FW_OK);
    const way *way = &traffic->agents[0].way;
    double farthest = 0;
    for (int32_t i = 1; i + 1 < way->count; i++)
        farthest = way->points[i].x > farthest ? way->points[i].x : farthest;
    assert_in_range((int)farthest, 1590, 1610);
    fw_traffic_destroy(traffic);
    fw_map_destroy(map);
}
