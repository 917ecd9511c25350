// The queue of units that wait for paths: who is served first, and how many of them in a step.
#include <math.h>
#include <stdlib.h>

#include "base/random.h"
#include "common/unit.h"
#include "fairway/fairway.h"
#include "traffic/roster.h"

enum { UNITS = 12, SIDE = 64 };

/// Units on the left side of a wall that is open at its end; their goals are on the right side.
typedef struct yard {
    fw_map *map;
    fw_unit_id kind;
    fw_traffic *traffic;
    int32_t served[UNITS]; ///< [unit * served_count] in the order in which they got their paths
    int32_t served_count;
    double goal_y[UNITS];
} yard;

static fw_pose place_of(int32_t unit)
{
    return (fw_pose){ 10, 3 + 4 * unit, 0 };
}

static void add(const yard *yard, int32_t unit)
{
    fw_agent_def def = fw_default_agent_def();
    def.id = (fw_agent_id)unit + 1;
    def.unit = yard->kind;
    def.start = place_of(unit);
    assert_int_equal(fw_traffic_add(yard->traffic, &def), FW_OK);
}

static void open_yard(yard *yard, bool adds_backwards)
{
    fw_map_def def = fw_default_map_def();
    fw_unit_def kind = fw_default_unit_def();
    def.width = def.height = SIDE;
    kind.size = 0;
    kind.footprint = fw_circle(0.4);
    yard->served_count = 0;
    assert_int_equal(fw_map_create(&def, &yard->map), FW_OK);
    assert_int_equal(fw_map_set_rect(yard->map, 32, 0, 1, SIDE - 3, FW_BLOCKED), FW_OK);
    assert_int_equal(fw_map_commit(yard->map), FW_OK);
    assert_int_equal(fw_map_add_unit(yard->map, &kind, &yard->kind), FW_OK);
    assert_int_equal(fw_traffic_create(yard->map, NULL, &yard->traffic), FW_OK);
    for (int32_t i = 0; i < UNITS; i++) {
        yard->goal_y[i] = 3 + (7 * i) % 29;
        add(yard, adds_backwards ? UNITS - 1 - i : i);
    }
}

static void close_yard(const yard *yard)
{
    fw_traffic_destroy(yard->traffic);
    fw_map_destroy(yard->map);
}

static void order(const yard *yard, int32_t unit)
{
    assert_int_equal(fw_traffic_order(yard->traffic, (fw_agent_id)unit + 1, SIDE - 10, yard->goal_y[unit]),
                     FW_OK);
}

static void prioritise(const yard *yard, int32_t unit, int32_t priority)
{
    assert_int_equal(fw_traffic_prioritise(yard->traffic, (fw_agent_id)unit + 1, priority), FW_OK);
}

static bool waits(const yard *yard, int32_t unit)
{
    return yard->traffic->agents[traffic_slot_of(yard->traffic, (fw_agent_id)unit + 1)].pursuit.is_queued;
}

/// Lets no time pass, and notes who gets his path.
static void work(yard *yard, uint64_t budget)
{
    bool waited[UNITS];
    for (int32_t i = 0; i < UNITS; i++)
        waited[i] = waits(yard, i);
    assert_int_equal(fw_traffic_step(yard->traffic, 0, budget), FW_OK);
    for (int32_t i = 0; i < UNITS; i++)
        if (waited[i] && !waits(yard, i) && yard->served_count < UNITS)
            yard->served[yard->served_count++] = i;
}

static void serve_all(yard *yard)
{
    while (yard->traffic->desk.count > 0)
        work(yard, 1);
}

/// The order in which requests of one step are to be served: by priority, then by distance of the goal, then by id.
static void sort_units(const yard *yard, const int32_t *priorities, int32_t *sorted)
{
    for (int32_t i = 0; i < UNITS; i++) {
        const double length = hypot(SIDE - 20, yard->goal_y[i] - place_of(i).y);
        int32_t before = 0;
        for (int32_t j = 0; j < UNITS; j++) {
            const double other = hypot(SIDE - 20, yard->goal_y[j] - place_of(j).y);
            before += priorities[j] != priorities[i] ? priorities[j] > priorities[i]
                      : other != length              ? other < length
                                                     : j < i;
        }
        sorted[before] = i;
    }
}

static void assert_served(const yard *yard, const int32_t *expected)
{
    assert_int_equal(yard->served_count, UNITS);
    for (int32_t i = 0; i < UNITS; i++)
        assert_int_equal(yard->served[i], expected[i]);
}

TEST(of_requests_of_one_step_those_of_higher_priority_come_first)
{
    random_source random = { 1 };
    for (int round = 0; round < 8; round++) {
        int32_t priorities[UNITS], expected[UNITS];
        yard yard;
        open_yard(&yard, round % 2);
        for (int32_t i = 0; i < UNITS; i++)
            priorities[i] = round == 0 ? 1 : 1 + (int32_t)random_below(&random, 5);
        for (int32_t j = 0; j < UNITS;
             j++) { // it does not matter who is ordered first, nor what is said first
            const int32_t i = round % 4 < 2 ? j : UNITS - 1 - j;
            if (round < 4)
                prioritise(&yard, i, priorities[i]);
            order(&yard, i);
        }
        for (int32_t i = 0; i < UNITS && round >= 4; i++)
            prioritise(&yard, i, priorities[i]);
        sort_units(&yard, priorities, expected);
        serve_all(&yard);
        assert_served(&yard, expected);
        close_yard(&yard);
    }
}

/// With so small a budget, somebody of high priority waits at the end of each step. Steps count as work, too.
TEST(a_request_of_priority_1_is_passed_for_64000_expansions_and_no_longer)
{
    enum { BUDGET = 9 };
    yard yard;
    int32_t done = 0;
    open_yard(&yard, false);
    order(&yard, 0);
    prioritise(&yard, 1, FW_MAX_PRIORITY);
    prioritise(&yard, 2, FW_MAX_PRIORITY);
    for (; waits(&yard, 0); done += BUDGET + 1) { // two units want other paths all the time
        for (int32_t i = 1; i <= 2; i++) {
            yard.goal_y[i] = yard.goal_y[i] > 20 ? 5 : 25;
            order(&yard, i);
        }
        assert_int_equal(fw_traffic_step(yard.traffic, 0, BUDGET), FW_OK);
        assert_true(done < 100000);
    }
    assert_in_range(done, 63900, 64300);
    close_yard(&yard);
}

TEST(a_search_under_way_ends_before_one_of_higher_priority_begins)
{
    yard yard;
    open_yard(&yard, false);
    for (int32_t i = 0; i < UNITS; i++)
        order(&yard, i);
    work(&yard, 1);
    assert_non_null(yard.traffic->desk.search);
    const uint32_t first = yard.traffic->desk.queue[0], last = yard.traffic->desk.queue[UNITS - 1];
    const fw_agent_id id = yard.traffic->agents[last].id;
    assert_int_equal(fw_traffic_prioritise(yard.traffic, id, 2), FW_OK);
    assert_int_equal(fw_traffic_prioritise(yard.traffic, yard.traffic->agents[first].id, 1), FW_OK);
    assert_non_null(yard.traffic->desk.search);
    serve_all(&yard);
    assert_int_equal(yard.served[0], yard.traffic->agents[first].id - 1);
    assert_int_equal(yard.served[1], id - 1);
    close_yard(&yard);
}

TEST(a_traffic_that_is_saved_and_restored_serves_in_the_same_order)
{
    int32_t served[2][UNITS];
    for (int restores = 0; restores < 2; restores++) {
        yard yard;
        open_yard(&yard, false);
        for (int32_t i = 0; i < UNITS; i++) {
            order(&yard, i);
            prioritise(&yard, i, 1 + i % 2);
        }
        while (yard.served_count < 3)
            work(&yard, 7);
        if (restores) {
            static unsigned char buffer[1 << 18];
            size_t bytes = 0;
            assert_int_equal(fw_traffic_save(yard.traffic, buffer, sizeof buffer, &bytes), FW_OK);
            fw_traffic_destroy(yard.traffic);
            assert_int_equal(fw_traffic_create(yard.map, NULL, &yard.traffic), FW_OK);
            assert_int_equal(fw_traffic_restore(yard.traffic, buffer, bytes), FW_OK);
        }
        for (int32_t i = 1; i < UNITS; i += 2) // those that have their paths wait behind those that have none
            order(&yard, i);
        yard.served_count = 0;
        serve_all(&yard);
        for (int32_t i = 0; i < UNITS; i++)
            served[restores][i] = i < yard.served_count ? yard.served[i] : -1;
        close_yard(&yard);
    }
    assert_memory_equal(served[0], served[1], sizeof served[0]);
}

TEST(a_shared_way_has_the_highest_priority_of_its_group)
{
    enum { MEMBERS = 3 };
    for (int32_t priority = 1; priority <= 9; priority += 8) {
        yard yard;
        fw_agent_id ids[MEMBERS];
        fw_pose places[MEMBERS];
        const fw_group_def def = fw_default_group_def();
        open_yard(&yard, false);
        for (int32_t i = 0; i < MEMBERS; i++) {
            ids[i] = (fw_agent_id)i + 1;
            places[i] = (fw_pose){ SIDE - 4, 5 + 2 * i, 0 };
        }
        assert_int_equal(fw_traffic_order_together(yard.traffic, &def, ids, places, MEMBERS), FW_OK);
        for (int32_t i = MEMBERS; i < UNITS; i++) {
            prioritise(&yard, i, 5);
            order(&yard, i);
        }
        prioritise(&yard, 1, priority); // not the leader, which has the smallest id
        while (yard.served_count == 0)
            work(&yard, 1);
        assert_int_equal(yard.served[0]<MEMBERS, priority> 5);
        close_yard(&yard);
    }
}

TEST(priorities_that_cannot_be_are_refused)
{
    yard yard;
    open_yard(&yard, false);
    assert_int_equal(fw_traffic_prioritise(NULL, 1, 1), FW_NULL_ARGUMENT);
    assert_int_equal(fw_traffic_prioritise(yard.traffic, UNITS + 1, 1), FW_UNKNOWN_UNIT);
    assert_int_equal(fw_traffic_prioritise(yard.traffic, 1, 0), FW_BAD_VALUE);
    assert_int_equal(fw_traffic_prioritise(yard.traffic, 1, FW_MAX_PRIORITY + 1), FW_BAD_VALUE);
    close_yard(&yard);
}

static const agent *agent_of(const yard *yard, int32_t unit)
{
    return &yard->traffic->agents[traffic_slot_of(yard->traffic, (fw_agent_id)unit + 1)];
}

/// True if two units have the same way.
static bool have_same_way(const agent *a, const agent *b)
{
    bool are_equal = a->way.count == b->way.count;
    for (int32_t i = 0; are_equal && i < a->way.count; i++)
        are_equal = a->way.points[i].x == b->way.points[i].x && a->way.points[i].y == b->way.points[i].y;
    return are_equal;
}

TEST(a_step_may_find_one_path_however_much_work_it_takes)
{
    yard one, all;
    open_yard(&one, false);
    open_yard(&all, false);
    for (int32_t i = 0; i < UNITS; i++) {
        order(&one, i);
        order(&all, i);
    }
    serve_all(&all);
    for (int32_t i = 0; i < UNITS; i++) {
        const agent *next = agent_of(&one, all.served[i]);
        assert_true(next->pursuit.is_queued);
        if (i == 5) { // a search under way is the one
            work(&one, 1);
            assert_non_null(one.traffic->desk.search);
        }
        assert_int_equal(one.traffic->desk.count, UNITS - i);
        assert_int_equal(fw_traffic_step(one.traffic, 0, FW_ONE_PATH), FW_OK);
        assert_null(one.traffic->desk.search);
        assert_false(next->pursuit.is_queued);
        assert_true(have_same_way(next, agent_of(&all, all.served[i])));
        assert_int_equal(fw_traffic_step(one.traffic, 0, 0), FW_OK);
        assert_int_equal(one.traffic->desk.count, UNITS - i - 1);
    }
    close_yard(&one);
    close_yard(&all);
}

/// Every second unit goes straight to its goal; one of the others cannot get to its goal.
TEST(ways_without_a_search_do_not_count_as_paths)
{
    yard yard;
    open_yard(&yard, false);
    assert_int_equal(fw_map_set_rect(yard.map, SIDE - 13, 10, 6, 6, FW_BLOCKED), FW_OK);
    assert_int_equal(fw_map_set_rect(yard.map, SIDE - 11, 12, 2, 2, FW_GROUND), FW_OK);
    assert_int_equal(fw_map_commit(yard.map), FW_OK);
    yard.goal_y[1] = 13;
    for (int32_t i = 0; i < UNITS; i += 2)
        assert_int_equal(fw_traffic_order(yard.traffic, (fw_agent_id)i + 1, 20, 30), FW_OK);
    for (int32_t i = 1; i < UNITS; i += 2)
        order(&yard, i);
    int32_t waits = yard.traffic->desk.count, steps = 0;
    assert_int_equal(waits, UNITS);
    for (; yard.traffic->desk.count > 0; steps++)
        assert_int_equal(fw_traffic_step(yard.traffic, 0, FW_ONE_PATH), FW_OK);
    assert_int_equal(steps, UNITS / 2);
    assert_int_equal(agent_of(&yard, 1)->pursuit.refused, FW_UNREACHABLE);
    close_yard(&yard);
}
