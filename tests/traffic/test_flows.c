// Many units that are ordered to one goal: their paths come from one search backward from this goal.
#include <stdlib.h>
#include <string.h>

#include "base/random.h"
#include "common/rationed.h"
#include "common/rounds.h"
#include "common/unit.h"
#include "fairway/fairway.h"
#include "traffic/flow.h"
#include "traffic/way_pool.h"
#include "traffic/way_queue.h"
#include "traffic/way_sight.h"

enum { SIDE = 64, UNITS = 150 };

/// A map of which a quarter is blocked at random, so that searches for paths take long; its units, and their goal.
typedef struct forest {
    fw_map *map;
    fw_unit_id kind;
    fw_traffic *traffic;
    random_source random;
    fw_pose goal;
} forest;

static fw_pose draw_place(forest *forest)
{
    for (;;) {
        const int32_t x = (int32_t)random_below(&forest->random, SIDE);
        const int32_t y = (int32_t)random_below(&forest->random, SIDE);
        if (fw_map_fits(forest->map, forest->kind, x, y) &&
            fw_map_connected(forest->map, forest->kind, x, y, SIDE / 2, SIDE / 2))
            return (fw_pose){ x + 0.5, y + 0.5, 0 };
    }
}

static void make_map(forest *forest, uint64_t seed)
{
    fw_map_def def = fw_default_map_def();
    fw_unit_def round = fw_default_unit_def();
    *forest = (struct forest){ .random = { seed } };
    def.width = def.height = SIDE;
    round.size = 0;
    round.footprint = fw_circle(0.4);
    assert_int_equal(fw_map_create(&def, &forest->map), FW_OK);
    for (int i = 0; i < SIDE * SIDE / 4; i++) {
        const int32_t y = (int32_t)random_below(&forest->random, SIDE);
        const int32_t x = (int32_t)random_below(&forest->random, SIDE);
        fw_map_set_rect(forest->map, x, y, 1, 1, FW_BLOCKED);
    }
    fw_map_set_rect(forest->map, SIDE / 2, SIDE / 2, 1, 1, FW_GROUND);
    assert_int_equal(fw_map_commit(forest->map), FW_OK);
    assert_int_equal(fw_map_add_unit(forest->map, &round, &forest->kind), FW_OK);
}

static void add_units(forest *forest)
{
    for (fw_agent_id id = 1; id <= UNITS;) {
        fw_agent_def unit = fw_default_agent_def();
        unit.id = id;
        unit.unit = forest->kind;
        unit.start = draw_place(forest);
        const fw_result result = fw_traffic_add(forest->traffic, &unit);
        assert_true(result == FW_OK || result == FW_START_BLOCKED);
        id += result == FW_OK;
    }
    // From here on, nobody plans in steps of no time.
    assert_int_equal(fw_traffic_step(forest->traffic, 0, 0), FW_OK);
    forest->goal = draw_place(forest);
}

static forest forest_of(uint64_t seed, const fw_allocator *allocator)
{
    forest made;
    make_map(&made, seed);
    assert_int_equal(fw_traffic_create(made.map, allocator, &made.traffic), FW_OK);
    add_units(&made);
    return made;
}

static void forest_end(forest *forest)
{
    fw_traffic_destroy(forest->traffic);
    fw_map_destroy(forest->map);
}

static void order_all(const forest *forest, fw_pose goal)
{
    for (fw_agent_id id = 1; id <= UNITS; id++)
        assert_int_equal(fw_traffic_order(forest->traffic, id, goal.x, goal.y), FW_OK);
}

/// Work that all flows have done.
static uint64_t grown(const forest *forest)
{
    uint64_t work = 0;
    for (int i = 0; forest->traffic->desk.flows && i < MOST_FLOWS; i++)
        work += forest->traffic->desk.flows->all[i].flow.work;
    return work;
}

/// Steps of no time until nobody waits for a path; returns their work, to within `budget`.
static uint64_t serve_all(const forest *forest, uint64_t budget)
{
    uint64_t work = 0;
    for (; forest->traffic->desk.count > 0; work += budget) {
        const uint64_t before = grown(forest);
        assert_int_equal(fw_traffic_step(forest->traffic, 0, budget), FW_OK);
        assert_true(grown(forest) <= before + budget);
    }
    return work;
}

/// Every way begins where its unit stands, ends at the goal, and no wall blocks it.
static void assert_ways_lead_to_goal(const forest *forest)
{
    for (uint32_t slot = 0; slot < UNITS; slot++) {
        const agent *unit = &forest->traffic->agents[slot];
        assert_true(unit->way.count > 1);
        const way_point *points = unit->way.points, *end = &points[unit->way.count - 1];
        assert_true(points[0].x == unit->from.x && points[0].y == unit->from.y);
        assert_true(end->x == unit->order.goal_x && end->y == unit->order.goal_y);
        assert_false(way_is_cut(forest->traffic, unit, 0, unit->way.count - 1));
    }
}

/// Lets all units search for themselves.
static uint64_t serve_all_alone(const forest *forest)
{
    while (!forest->traffic->desk.flows)
        assert_int_equal(fw_traffic_step(forest->traffic, 0, 1), FW_OK);
    forest->traffic->desk.flows->rests_until = UINT64_MAX;
    const uint64_t work = serve_all(forest, 20);
    assert_int_equal(grown(forest), 0);
    return work;
}

TEST(units_to_one_goal_get_ways_as_short_as_alone_for_less_work)
{
    int flows = 0;
    for (uint64_t seed = 1; seed <= (uint64_t)rounds(5); seed++) {
        forest forest = forest_of(seed, NULL), other = forest_of(seed, NULL);
        order_all(&forest, forest.goal);
        order_all(&other, other.goal);
        const uint64_t work = serve_all(&forest, 20), alone = serve_all_alone(&other);
        double length = 0, length_alone = 0;
        flows += grown(&forest) > 0; // else the first searches were cheap
        assert_ways_lead_to_goal(&forest);
        for (uint32_t slot = 0; slot < UNITS; slot++) {
            const double of_flow = *way_rests(forest.traffic, &forest.traffic->agents[slot]),
                         own = *way_rests(other.traffic, &other.traffic->agents[slot]);
            length += of_flow;
            length_alone += own;
            assert_true(of_flow <
                        1.15 * own + 0.5); // the string is pulled from another one of the cheapest paths
        }
        assert_true(length < 1.01 * length_alone);
        assert_true(grown(&forest) == 0 || 10 * work < 9 * alone);
        forest_end(&forest);
        forest_end(&other);
    }
    assert_true(flows >= at_least(3));
}

/// A wall across the map with one gap, or none.
static void set_wall(const forest *forest, int32_t y, int32_t gap)
{
    fw_map_set_rect(forest->map, 0, y, SIDE, 1, FW_BLOCKED);
    fw_map_set_rect(forest->map, gap, y - 1, 1, 3, FW_GROUND);
    assert_int_equal(fw_map_commit(forest->map), FW_OK);
}

TEST(no_unit_gets_a_way_through_a_wall_that_is_built_meanwhile)
{
    int edits = 0;
    for (uint64_t seed = 1; seed <= (uint64_t)rounds(10); seed++) {
        forest forest = forest_of(seed, NULL);
        order_all(&forest, forest.goal);
        const uint64_t work = 300 + random_below(&forest.random, 2000);
        while (forest.traffic->desk.count > 0 && grown(&forest) < work)
            assert_int_equal(fw_traffic_step(forest.traffic, 0, 30), FW_OK);
        edits += forest.traffic->desk.count > 0;
        set_wall(&forest, 5 + (int32_t)random_below(&forest.random, SIDE - 10),
                 (int32_t)random_below(&forest.random, SIDE));
        for (int steps = 0; steps < 5 || forest.traffic->desk.count > 0; steps++)
            assert_int_equal(fw_traffic_step(forest.traffic, 0, 30), FW_OK);
        for (uint32_t slot = 0; slot < UNITS; slot++) {
            const agent *unit = &forest.traffic->agents[slot];
            if (unit->pursuit.refused == FW_OK && !unit->pursuit.is_cut)
                assert_false(way_is_cut(forest.traffic, unit, unit->way.next, unit->way.count - 1));
        }
        forest_end(&forest);
    }
    assert_true(edits > at_least(3));
}

static void assert_same_states(const fw_traffic *a, const fw_traffic *b)
{
    int32_t count = 0, other = 0;
    const fw_agent_state *states = fw_traffic_states(a, &count), *others = fw_traffic_states(b, &other);
    assert_int_equal(count, other);
    for (int32_t i = 0; i < count; i++) {
        assert_int_equal(states[i].activity, others[i].activity);
        assert_memory_equal(&states[i].pose, &others[i].pose, sizeof states[i].pose);
    }
}

/// A copy of a traffic, by its saved state.
static fw_traffic *copy_of(const forest *forest)
{
    size_t bytes = 0;
    fw_traffic *copy = NULL;
    assert_int_equal(fw_traffic_save(forest->traffic, NULL, 0, &bytes), FW_BUFFER_TOO_SMALL);
    void *buffer = malloc(bytes);
    assert_non_null(buffer);
    assert_int_equal(fw_traffic_save(forest->traffic, buffer, bytes, &bytes), FW_OK);
    assert_int_equal(fw_traffic_create(forest->map, NULL, &copy), FW_OK);
    assert_int_equal(fw_traffic_restore(copy, buffer, bytes), FW_OK);
    free(buffer);
    return copy;
}

/// Runs on, with an edit after some steps.
static void assert_same_course(const forest *forest, fw_traffic *copy, int steps, uint64_t budget)
{
    for (int step = 0; step < steps; step++) {
        if (step == steps / 2)
            set_wall(forest, SIDE / 4, SIDE / 3);
        assert_int_equal(fw_traffic_step(forest->traffic, 0.1, budget), FW_OK);
        assert_int_equal(fw_traffic_step(copy, 0.1, budget), FW_OK);
        assert_int_equal(forest->traffic->desk.count, copy->desk.count);
        assert_same_states(forest->traffic, copy);
        for (int i = 0; i < MOST_FLOWS; i++)
            assert_true(forest->traffic->desk.flows->all[i].flow.work == copy->desk.flows->all[i].flow.work ||
                        copy->desk.flows->all[i].version == 0);
    }
}

TEST(a_traffic_that_is_saved_while_a_flow_grows_goes_on_as_before)
{
    int grows = 0;
    for (int at = 1; at < 40; at += is_sanitized() ? 14 : 5) {
        forest forest = forest_of(7, NULL);
        order_all(&forest, forest.goal);
        for (int step = 0; step < at; step++)
            assert_int_equal(fw_traffic_step(forest.traffic, 0.1, 240), FW_OK);
        grows += forest.traffic->desk.search && forest.traffic->desk.flows->under_way >= 0;
        if (at % 2) // the traffic has not noticed this edit yet
            set_wall(&forest, SIDE - SIDE / 4, SIDE / 3);
        fw_traffic *copy = copy_of(&forest);
        assert_same_course(&forest, copy, 40, 240);
        fw_traffic_destroy(copy);
        forest_end(&forest);
    }
    assert_true(grows > at_least(2));
}

TEST(steps_allocate_nothing_once_flows_have_grown)
{
    ration ration = { .left = UNRATIONED };
    const fw_allocator hooks = rationed(&ration);
    forest forest = forest_of(3, &hooks);
    const fw_pose goals[] = { forest.goal, draw_place(&forest), draw_place(&forest) };
    uint64_t calls = 0;
    for (int trip = 0; trip < 40; trip++) {
        if (trip == 30)
            calls = ration.calls;
        order_all(&forest, goals[trip % 3]);
        serve_all(&forest, 100);
        for (int i = 0; i < FLOW_IDLE; i++)
            assert_int_equal(fw_traffic_step(forest.traffic, 0, 100), FW_OK);
    }
    assert_int_equal(ration.calls, calls);
    assert_true(grown(&forest) > 0);
    forest_end(&forest);
    assert_int_equal(ration.held, 0);
}

TEST(a_flow_that_ran_out_of_memory_is_not_used_again)
{
    forest forest = forest_of(7, NULL);
    order_all(&forest, forest.goal);
    while (grown(&forest) < 500)
        assert_int_equal(fw_traffic_step(forest.traffic, 0, 30), FW_OK);
    used_flow *broken = &forest.traffic->desk.flows->all[0];
    broken->flow.is_broken = true;
    if (forest.traffic->desk.search)
        way_end_search(forest.traffic); // as after a failure
    assert_int_equal(fw_traffic_step(forest.traffic, 0, 30), FW_OK);
    assert_true(broken->version == 0 || broken->flow.work <= 30);
    serve_all(&forest, 30);
    assert_ways_lead_to_goal(&forest);
    forest_end(&forest);
}

TEST(a_step_without_memory_may_be_repeated)
{
    forest forest;
    int flows = 0;
    make_map(&forest, 5);
    for (uint64_t calls = 20; calls < 1500; calls += calls / 4) {
        ration ration = { .left = UNRATIONED };
        const fw_allocator hooks = rationed(&ration);
        assert_int_equal(fw_traffic_create(forest.map, &hooks, &forest.traffic), FW_OK);
        add_units(&forest);
        order_all(&forest, forest.goal);
        ration.left = calls;
        ration.once = true;
        while (forest.traffic->desk.count > 0) {
            const fw_result result = fw_traffic_step(forest.traffic, 0, 50);
            assert_true(result == FW_OK || result == FW_NO_MEMORY);
        }
        assert_ways_lead_to_goal(&forest);
        flows += grown(&forest) > 0;
        fw_traffic_destroy(forest.traffic);
        assert_int_equal(ration.held, 0);
    }
    assert_true(flows > 5);
    fw_map_destroy(forest.map);
}
