// Jams while others give orders, take units away, build walls, and while memory ends.
#include <math.h>
#include <stdlib.h>

#include "base/random.h"
#include "common/drawing.h"
#include "common/rationed.h"
#include "common/unit.h"
#include "fairway/fairway.h"

static const char *const rooms[] = {
    "@@@@@@@@@@@@@@@@@@@@@@@@@", "@.......@@@@@@@@@.......@", "@.......@@@@@@@@@.......@",
    "@.......................@", "@.......@@@@@@@@@.......@", "@.......@@@@@@@@@.......@",
    "@@@@@@@@@@@@@@@@@@@@@@@@@",
};

enum { PARKED = 2, UNITS = 3 };
static const double radius = 0.4;

/// Two rooms, and a corridor with parked units between them through which unit 1 wants to go.
typedef struct field {
    fw_map *map;
    ration ration;
    fw_traffic *traffic;
} field;

static void add(const field *field, fw_unit_id kind, fw_agent_id id, double x, double y)
{
    fw_agent_def def = fw_default_agent_def();
    def.id = id;
    def.unit = kind;
    def.start = (fw_pose){ x, y, 0 };
    def.top = 2;
    def.acceleration = def.braking = def.lateral = 4;
    assert_int_equal(fw_traffic_add(field->traffic, &def), FW_OK);
}

static void begin(field *made)
{
    fw_unit_def kind = fw_default_unit_def();
    fw_unit_id id = 0;
    kind.size = 0;
    kind.footprint = fw_circle(radius);
    *made = (field){ .map = DRAWN(rooms), .ration = { .left = UNRATIONED } };
    assert_int_equal(fw_map_add_unit(made->map, &kind, &id), FW_OK);
    const fw_allocator hooks = rationed(&made->ration);
    assert_int_equal(fw_traffic_create(made->map, &hooks, &made->traffic), FW_OK);
    add(made, id, 1, 3.5, 3.5);
    for (int i = 0; i < PARKED; i++)
        add(made, id, (fw_agent_id)i + 2, 10.5 + 2 * i, 3.5);
    assert_int_equal(fw_traffic_order(made->traffic, 1, 21.5, 3.5), FW_OK);
}

static void end(field *made)
{
    fw_traffic_destroy(made->traffic);
    fw_map_destroy(made->map);
    assert_int_equal(made->ration.held, 0);
}

static void assert_no_overlap(const field *field)
{
    int32_t count = 0;
    const fw_agent_state *states = fw_traffic_states(field->traffic, &count);
    for (int32_t i = 0; i < count; i++)
        for (int32_t j = 0; j < i; j++)
            assert_true(hypot(states[i].pose.x - states[j].pose.x, states[i].pose.y - states[j].pose.y) >
                        2 * radius - FW_TOUCH);
}

static fw_result step(field *field)
{
    const fw_result result = fw_traffic_step(field->traffic, 0.05, 1000);
    assert_no_overlap(field);
    return result;
}

static void step_for(field *field, double seconds)
{
    for (double time = 0; time < seconds; time += 0.05)
        assert_int_equal(step(field), FW_OK);
}

/// All stand where they want to be.
static void assert_all_arrived(const field *field)
{
    int32_t count = 0;
    const fw_agent_state *states = fw_traffic_states(field->traffic, &count);
    for (int32_t i = 0; i < count; i++)
        if (states[i].activity != FW_AGENT_ARRIVED && states[i].activity != FW_AGENT_STANDS)
            fail_msg("unit %u is %s at %g, %g", states[i].id, fw_agent_activity_name(states[i].activity),
                     states[i].pose.x, states[i].pose.y);
}

/// Memory ends at each allocation in turn; the caller then steps again.
TEST(units_get_on_where_memory_has_ended_for_a_while)
{
    bool has_failed = true;
    for (uint64_t allocations = 0; has_failed; allocations++) {
        field field;
        begin(&field);
        step_for(&field, 1);
        has_failed = false;
        field.ration.left = allocations;
        for (int i = 0; i < 600; i++) {
            const fw_result result = step(&field);
            assert_true(result == FW_OK || result == FW_NO_MEMORY);
            if (result == FW_NO_MEMORY) {
                has_failed = true;
                field.ration.left = UNRATIONED;
            }
        }
        assert_all_arrived(&field);
        end(&field);
        assert_true(allocations < 1000);
    }
}

TEST(a_step_without_a_plan_allocates_nothing)
{
    field field;
    begin(&field);
    step_for(&field, 30);
    assert_all_arrived(&field);
    assert_int_equal(fw_traffic_order(field.traffic, 1, 3.5, 3.5), FW_OK);
    step_for(&field, 0.5);
    field.ration.left = 0;
    step_for(&field, 1); // it walks in its room
    end(&field);
}

TEST(a_jam_is_restored_with_all_its_memory_or_restoring_fails)
{
    field field;
    size_t bytes = 0;
    begin(&field);
    step_for(&field, 7); // the jam has its plan, and nobody is past the others
    assert_int_equal(fw_traffic_save(field.traffic, NULL, 0, &bytes), FW_BUFFER_TOO_SMALL);
    void *buffer = malloc(bytes);
    assert_non_null(buffer);
    assert_int_equal(fw_traffic_save(field.traffic, buffer, bytes, &bytes), FW_OK);
    fw_result result = FW_NO_MEMORY;
    for (uint64_t allocations = 0; result == FW_NO_MEMORY; allocations++) {
        fw_traffic_destroy(field.traffic);
        const fw_allocator hooks = rationed(&field.ration);
        assert_int_equal(fw_traffic_create(field.map, &hooks, &field.traffic), FW_OK);
        field.ration.left = allocations;
        result = fw_traffic_restore(field.traffic, buffer, bytes);
        field.ration.left = UNRATIONED;
    }
    assert_int_equal(result, FW_OK);
    step_for(&field, 30);
    assert_all_arrived(&field);
    free(buffer);
    end(&field);
}

TEST(a_unit_may_get_an_order_or_be_removed_at_any_time_of_a_jam)
{
    for (int tick = 60; tick < 400; tick += 7)
        for (fw_agent_id id = 1; id <= UNITS; id++)
            for (int removes = 0; removes < 2; removes++) {
                field field;
                begin(&field);
                step_for(&field, tick * 0.05);
                if (removes)
                    assert_int_equal(fw_traffic_remove(field.traffic, id), FW_OK);
                else
                    assert_int_equal(fw_traffic_order(field.traffic, id, 19.5, 1.5), FW_OK);
                step_for(&field, 60);
                assert_all_arrived(&field);
                end(&field);
            }
}

/// Orders in each tick leave no time for a plan, but none is lost in the end.
TEST(units_that_get_orders_in_each_tick_arrive_after_the_last_one)
{
    field field;
    begin(&field);
    for (int i = 0; i < 400; i++) {
        assert_int_equal(fw_traffic_order(field.traffic, 1, 21.5 - 0.002 * i, 3.5), FW_OK);
        assert_int_equal(step(&field), FW_OK);
    }
    step_for(&field, 60);
    assert_all_arrived(&field);
    end(&field);
}

/// Walls come and go in the rooms while the plan is made and driven. No wall is built on a unit.
TEST(walls_may_come_and_go_at_any_time_of_a_jam)
{
    random_source random = { 3 };
    for (int round = 0; round < 20; round++) {
        field field;
        begin(&field);
        for (int i = 0; i < 500; i++) {
            if (i % 10 == 0) {
                const int32_t x = (random_below(&random, 2) ? 1 : 17) + (int32_t)random_below(&random, 7),
                              y = 1 + (int32_t)random_below(&random, 5);
                int32_t count = 0;
                bool is_clear = y != 3;
                const fw_agent_state *states = fw_traffic_states(field.traffic, &count);
                for (int32_t j = 0; j < count; j++)
                    is_clear = is_clear && hypot(states[j].pose.x - x - 0.5, states[j].pose.y - y - 0.5) > 3;
                assert_int_equal(fw_map_set_tile(field.map, x, y, is_clear ? FW_BLOCKED : FW_GROUND), FW_OK);
                assert_int_equal(fw_map_commit(field.map), FW_OK);
            }
            assert_int_equal(step(&field), FW_OK);
        }
        assert_int_equal(fw_map_set_rect(field.map, 1, 1, 7, 5, FW_GROUND), FW_OK);
        assert_int_equal(fw_map_set_rect(field.map, 17, 1, 7, 5, FW_GROUND), FW_OK);
        assert_int_equal(fw_map_commit(field.map), FW_OK);
        step_for(&field, 60);
        assert_all_arrived(&field);
        end(&field);
    }
}

static const char *const wrong_pocket[] = {
    "@@@@@@@@@@@@@@",
    "@............@",
    "@@.@@@@@@@@@@@",
    "@@@@@@@@@@@@@@",
};

/// Number of units that wait with a reason, after some seconds.
static int32_t count_unsolved_after(field *field, double seconds)
{
    int32_t count = 0, unsolved = 0;
    step_for(field, seconds);
    const fw_agent_state *states = fw_traffic_states(field->traffic, &count);
    for (int32_t i = 0; i < count; i++) {
        assert_int_not_equal(states[i].activity, FW_AGENT_INFEASIBLE);
        assert_true(states[i].reason == FW_REASON_NONE || states[i].activity == FW_AGENT_WAITS);
        unsolved += states[i].reason == FW_REASON_UNSOLVED;
    }
    return unsolved;
}

/// Three units in a corridor want to stand there in the reverse order. Any two can pass each other at the pocket, three
/// cannot; nobody proves this.
TEST(units_wait_unsolved_for_what_is_neither_planned_nor_proven)
{
    field field;
    fw_unit_def kind = fw_default_unit_def();
    fw_unit_id id = 0;
    kind.size = 0;
    kind.footprint = fw_circle(radius);
    field = (struct field){ .map = DRAWN(wrong_pocket), .ration = { .left = UNRATIONED } };
    assert_int_equal(fw_map_add_unit(field.map, &kind, &id), FW_OK);
    const fw_allocator hooks = rationed(&field.ration);
    assert_int_equal(fw_traffic_create(field.map, &hooks, &field.traffic), FW_OK);
    for (int32_t i = 0; i < 3; i++)
        add(&field, id, (fw_agent_id)i + 1, 1.5 + 5 * i, 1.5);
    for (int32_t i = 0; i < 3; i++)
        assert_int_equal(fw_traffic_order(field.traffic, (fw_agent_id)i + 1, 11.5 - 5 * i, 1.5), FW_OK);
    assert_int_equal(count_unsolved_after(&field, 1), 0);
    assert_in_range(count_unsolved_after(&field, 59), 1, 3);
    assert_in_range(count_unsolved_after(&field, 10), 1, 3);
    assert_int_equal(fw_traffic_remove(field.traffic, 2), FW_OK);
    assert_int_equal(count_unsolved_after(&field, 60), 0);
    assert_all_arrived(&field);
    end(&field);
}
