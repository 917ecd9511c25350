#include <pthread.h>

#include "common/rounds.h"
#include "common/unit.h"
#include "fairway/fairway.h"
#include "traffic/inside.h"
#include "traffic/jam.h"
#include "traffic/planning.h"

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

TEST(a_car_may_follow_a_walker_in_its_slot_and_the_other_way_round)
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

TEST(a_walker_takes_less_than_a_kilobyte_in_the_open)
{
    field field = begin();
    for (int i = 0; i < UNITS; i++)
        send(&field, (fw_agent_id)i + 1, field.walker, 2 + 4 * (i % SIDE), 2 + 4 * (i / SIDE));
    run_for(&field, 5);
    size_t shared = 0; // memory of plans, which all units share
    for (int depth = 0; depth <= MOST_PUSH_DEPTH; depth++)
        shared += field.traffic->work.plans[depth] ? planning_bytes(field.traffic) : 0;
    assert_true(shared > 0);
    assert_in_range((fw_traffic_bytes(field.traffic) - shared) / UNITS, 500, 1000);
    end(&field);
}

TEST(places_beside_a_wall_are_found_in_little_memory)
{
    field field = begin();
    assert_int_equal(fw_map_set_rect(field.map, 39, 41, 2, 1, FW_BLOCKED), FW_OK);
    assert_int_equal(fw_map_commit(field.map), FW_OK);
    for (int i = 0; i < UNITS; i++) {
        send(&field, (fw_agent_id)i + 1, field.walker, 2 + 4 * (i % SIDE), 2 + 4 * (i / SIDE));
        assert_int_equal(fw_traffic_order(field.traffic, (fw_agent_id)i + 1, 40, 40), FW_OK);
    }
    const size_t before = fw_traffic_bytes(field.traffic);
    run_for(&field, 0.1);
    assert_in_range((fw_traffic_bytes(field.traffic) - before) / UNITS, 500, 3000);
    end(&field);
}

/// Searches for units near look as far as the largest body and the longest reservation reach.
TEST(what_a_large_and_fast_unit_cost_others_ends_with_it)
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

/// Steps a traffic for 20 seconds.
static void *step_traffic(void *traffic)
{
    for (int tick = 0; tick < 200; tick++)
        if (fw_traffic_step(traffic, 0.1, 5000) != FW_OK)
            return NULL;
    return traffic;
}

/// The same on a stack of 64 KB.
static void step_on_small_stack(fw_traffic *traffic)
{
    pthread_attr_t small;
    pthread_t thread;
    void *done = NULL;
    assert_int_equal(pthread_attr_init(&small), 0);
    assert_int_equal(pthread_attr_setstacksize(&small, 64 << 10), 0);
    assert_int_equal(pthread_attr_setguardsize(&small, 1 << 20), 0);
    assert_int_equal(pthread_create(&thread, &small, step_traffic, traffic), 0);
    assert_int_equal(pthread_join(thread, &done), 0);
    assert_ptr_equal(done, traffic);
}

/// 120 units at both sides of a door, with cars or without.
static void crowd_at_door(const field *field, bool has_cars)
{
    assert_int_equal(fw_map_set_rect(field->map, 2 * SIDE, 0, 1, 4 * SIDE, FW_BLOCKED), FW_OK);
    assert_int_equal(fw_map_set_rect(field->map, 2 * SIDE, 2 * SIDE - 1, 1, 2, FW_GROUND), FW_OK);
    assert_int_equal(fw_map_commit(field->map), FW_OK);
    for (int i = 0; i < 120; i++)
        send(field, (fw_agent_id)i + 1, has_cars && i % 6 == 0 ? field->car : field->walker,
             2 * SIDE + (i % 2 == 0 ? -1 : 1) * (4 + i / 2 % 6 * 1.8), 2 * SIDE - 8 + i / 12 * 1.8);
}

/// Units push others, those push others again, and walkers get joint plans.
TEST(a_step_needs_64_kilobytes_of_stack)
{
    (void)state;
    for (int has_cars = 0; has_cars < 2 && !is_sanitized(); has_cars++) {
        field field = begin();
        crowd_at_door(&field, has_cars);
        step_on_small_stack(field.traffic);
        assert_non_null(field.traffic->work.plans[has_cars ? 5 : 2]);
        assert_true(has_cars || field.traffic->joint.jams);
        end(&field);
    }
}
