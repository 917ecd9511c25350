#include "common/unit.h"
#include "fairway/fairway.h"
#include "traffic/inside.h"

enum { SIDE = 20, UNITS = SIDE * SIDE };

/// An open map with a kind without a turning radius and one with it, and a traffic.
typedef struct field {
    fw_map *map;
    fw_unit_id walker, car;
    fw_traffic *traffic;
} field;

static field begin(void)
{
    field made = { 0 };
    fw_map_def def = fw_default_map_def();
    fw_unit_def kind = fw_default_unit_def();
    def.width = def.height = 4 * SIDE;
    kind.size = 0;
    kind.footprint = fw_circle(0.8);
    assert_int_equal(fw_map_create(&def, &made.map), FW_OK);
    assert_int_equal(fw_map_add_unit(made.map, &kind, &made.walker), FW_OK);
    kind.turn_radius = 1.5;
    assert_int_equal(fw_map_add_unit(made.map, &kind, &made.car), FW_OK);
    assert_int_equal(fw_traffic_create(made.map, NULL, &made.traffic), FW_OK);
    return made;
}

static void end(field *field)
{
    fw_traffic_destroy(field->traffic);
    fw_map_destroy(field->map);
}

static void send(const field *field, fw_agent_id id, fw_unit_id kind, double x, double y)
{
    fw_agent_def def = fw_default_agent_def();
    def.id = id;
    def.unit = kind;
    def.start = (fw_pose){ x, y, 1 };
    def.top = 2;
    def.acceleration = def.braking = def.lateral = 4;
    assert_int_equal(fw_traffic_add(field->traffic, &def), FW_OK);
    assert_int_equal(fw_traffic_order(field->traffic, id, 4 * SIDE - x, 4 * SIDE - y), FW_OK);
}

static void run_for(const field *field, double seconds)
{
    for (double time = 0; time < seconds; time += 0.1)
        assert_int_equal(fw_traffic_step(field->traffic, 0.1, 1000), FW_OK);
}

static void a_car_may_follow_a_walker_in_its_slot_and_the_other_way_round(void **state)
{
    field field = begin();
    for (int turn = 0; turn < 4; turn++) {
        const bool drives = turn % 2 == 0;
        send(&field, 1, drives ? field.car : field.walker, 30, 30);
        assert_int_equal(field.traffic->roster.slots, 1);
        assert_true(drives == (field.traffic->agents[0].drive != NULL));
        assert_true(fw_traffic_states(field.traffic, NULL)->pose.heading == 1);
        run_for(&field, 20);
        assert_int_equal(fw_traffic_states(field.traffic, NULL)->activity, FW_AGENT_ARRIVED);
        assert_int_equal(fw_traffic_remove(field.traffic, 1), FW_OK);
    }
    end(&field);
}

static void a_walker_takes_less_than_a_kilobyte_in_the_open(void **state)
{
    field field = begin();
    for (int i = 0; i < UNITS; i++)
        send(&field, (fw_agent_id)i + 1, field.walker, 2 + 4 * (i % SIDE), 2 + 4 * (i / SIDE));
    run_for(&field, 5);
    assert_in_range(fw_traffic_bytes(field.traffic) / UNITS, 500, 1000);
    end(&field);
}

/// Searches for units near look as far as the largest body and the longest reservation reach.
static void what_a_large_and_fast_unit_cost_others_ends_with_it(void **state)
{
    field field = begin();
    send(&field, 1, field.walker, 10, 10);
    run_for(&field, 3);
    const double half = field.traffic->crowd.most_half, radius = field.traffic->crowd.most_radius;
    fw_agent_def def = fw_default_agent_def();
    def.id = 2;
    def.unit = field.car;
    def.start = (fw_pose){ 3 * SIDE, 10, 0 };
    def.top = 20;
    def.acceleration = def.braking = def.lateral = 40;
    assert_int_equal(fw_traffic_add(field.traffic, &def), FW_OK);
    assert_int_equal(fw_traffic_order(field.traffic, 2, 3 * SIDE, 3 * SIDE), FW_OK);
    run_for(&field, 1);
    assert_true(field.traffic->crowd.most_half > half);
    assert_int_equal(fw_traffic_remove(field.traffic, 2), FW_OK);
    run_for(&field, 1);
    assert_true(field.traffic->crowd.most_half <= half + 1e-9 && field.traffic->crowd.most_radius == radius);
    end(&field);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_car_may_follow_a_walker_in_its_slot_and_the_other_way_round),
        cmocka_unit_test(what_a_large_and_fast_unit_cost_others_ends_with_it),
        cmocka_unit_test(a_walker_takes_less_than_a_kilobyte_in_the_open),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
