// Building while units move: walls on units, building sites, and who is in the way.
#include <math.h>

#include "base/random.h"
#include "common/rounds.h"
#include "common/troop.h"
#include "common/unit.h"

enum { SIDE = TROOP_SIDE };

/// Builds, and excuses those whom a wall may overlap until they have left it.
static void build_on_units(troop *troop, int32_t x, int32_t y, int32_t width, int32_t height)
{
    for (int i = 0; i < TROOP_MOST; i++)
        troop->members[i].may_overlap_walls = true;
    troop_build(troop, x, y, width, height, FW_BLOCKED);
}

static void excuse_nobody(troop *troop)
{
    for (int i = 0; i < TROOP_MOST; i++)
        troop->members[i].may_overlap_walls = false;
}

static int32_t count_news(const troop *troop, fw_traffic_news news, uint32_t number)
{
    int32_t count = 0, found = 0;
    const fw_traffic_event *events = fw_traffic_events(troop->traffic, &count);
    for (int32_t i = 0; i < count; i++)
        found +=
            events[i].news == news && (number == 0 || events[i].site == number || events[i].id == number);
    return found;
}

/// One leaves a site in a dead end and shoves another one, which overlaps the site, too, and stands before a wall that
/// it could jump over. The troop judges that nobody overlaps it.
TROOP_TEST(who_is_shoved_out_of_a_site_does_not_go_through_a_wall)
{
    troop *troop = *state;
    uint32_t site = 0;
    const fw_unit_id large = troop_add_kind(troop, 0.8, 0);
    troop_build(troop, 0, 0, SIDE, SIDE, FW_BLOCKED);
    troop_build(troop, 0, 10, 20, 2, FW_GROUND);
    troop_build(troop, 10, 10, 1, 2, FW_BLOCKED);
    troop_begin_anew(troop);
    troop_add_of(troop, 1, large, 0.8, 7, 11);
    troop_add_of(troop, 2, large, 0.8, 8.7, 11);
    assert_int_equal(fw_traffic_clear_rect(troop->traffic, 0, 10, 8, 2, &site), FW_OK);
    troop_step_for(troop, 10);
    assert_true(troop_state(troop, 2).pose.x < 10);
}

/// A wall overlaps a unit that rests by d: the unit goes d, and then obeys. Half a body: at most the radius.
TROOP_TEST(a_unit_leaves_a_wall_along_the_shortest_way)
{
    troop *troop = *state;
    const double overlaps[] = { 0.01, 0.1, 0.3, 0.5 };
    for (size_t i = 0; i < sizeof overlaps / sizeof *overlaps; i++) {
        const double d = overlaps[i];
        troop_build(troop, 0, 0, SIDE, SIDE, FW_GROUND);
        troop_begin_anew(troop);
        troop_add(troop, 1, 5 + 0.4 - d, 5.5);
        build_on_units(troop, 4, 5, 1, 1);
        int32_t told = 0;
        for (double time = 0; time < 3; time += troop->tick) {
            troop_step(troop);
            told += count_news(troop, FW_NEWS_LEAVES_WALL, 1);
        }
        excuse_nobody(troop);
        const fw_agent_state at = troop_state(troop, 1);
        assert_int_equal(told, 1);
        assert_int_equal(at.activity, FW_AGENT_STANDS);
        assert_true(fabs(at.driven - d) < 1e-3 && fabs(at.pose.x - 5.4) < 1e-3);
        troop_order(troop, 1, 20.5, 5.5);
        troop_step_until_rest(troop, 20);
        assert_int_equal(troop_state(troop, 1).activity, FW_AGENT_ARRIVED);
    }
}

TROOP_TEST(a_moving_unit_that_a_wall_stops_goes_on)
{
    troop *troop = *state;
    const fw_unit_id car = troop_add_kind(troop, 0.4, 1);
    for (int i = 0; i < 24; i++) {
        troop_build(troop, 0, 0, SIDE, SIDE, FW_GROUND);
        troop_begin_anew(troop);
        troop_add_of(troop, 1, i % 2 ? car : troop->kind, 0.4, 5.5, 20.5);
        troop_order(troop, 1, 50.5, 20.5);
        troop_step_for(troop, 2 + 0.05 * i);
        const int32_t x = (int32_t)(troop_state(troop, 1).pose.x + 0.1 * i - 0.6);
        build_on_units(troop, x, 19, 2, 3);
        troop_step_for(troop, 4);
        excuse_nobody(troop);
        troop_step_until_rest(troop, 60);
        assert_int_equal(troop_state(troop, 1).activity, FW_AGENT_ARRIVED);
    }
}

/// The scene of a building in the way of 30 units, at each second of their way.
TROOP_TEST(thirty_units_arrive_although_a_building_falls_on_them)
{
    troop *troop = *state;
    for (int second = 1; second < 10; second++) {
        troop_build(troop, 0, 0, SIDE, SIDE, FW_GROUND);
        troop_begin_anew(troop);
        for (fw_agent_id id = 1; id <= 30; id++) {
            troop_add(troop, id, 5.3 + (id - 1) % 10 * 1.5, 5.5 + (id - 1) / 10 * 1.5);
            troop_order(troop, id, 45 + id % 6 * 1.5, 45 + id / 6 * 1.5);
        }
        troop_step_for(troop, second);
        build_on_units(troop, 14, 12, 8, 8);
        troop_step_for(troop, 6);
        excuse_nobody(troop);
        troop_step_until_rest(troop, 60);
        for (fw_agent_id id = 1; id <= 30; id++)
            assert_int_equal(troop_state(troop, id).activity, FW_AGENT_ARRIVED);
    }
}

/// A crowd at rest, in a lattice as tight as units rest at a point, gets a building on its middle.
TROOP_TEST(a_resting_crowd_leaves_a_building)
{
    troop *troop = *state;
    for (int side = 1; side <= 5; side += 2) {
        troop_build(troop, 0, 0, SIDE, SIDE, FW_GROUND);
        troop_begin_anew(troop);
        for (fw_agent_id id = 1; id <= 60; id++) {
            troop_add(troop, id, 5 + id % 10 * 2, 5 + id / 10 * 2.0);
            troop_order(troop, id, 32, 32);
        }
        troop_step_until_rest(troop, 60);
        build_on_units(troop, 32 - side / 2, 32 - side / 2, side, side);
        troop_step_for(troop, 20);
        excuse_nobody(troop);
        troop_step_until_rest(troop, 20);
        for (fw_agent_id id = 1; id <= 60; id++)
            assert_int_equal(troop_state(troop, id).activity, FW_AGENT_ARRIVED);
    }
}

/// Walls at random on a crowd with random orders: nobody stays in a wall.
TROOP_TEST(nobody_is_frozen_by_random_walls)
{
    troop *troop = *state;
    random_source random = { 31 };
    for (int round = 0; round < rounds(6); round++) {
        troop_build(troop, 0, 0, SIDE, SIDE, FW_GROUND);
        troop_begin_anew(troop);
        for (fw_agent_id id = 1; id <= 40; id++)
            troop_add(troop, id, 16 + id % 8 * 4, 16 + id / 8 * 4.0);
        for (int wall = 0; wall < 20; wall++) {
            for (fw_agent_id id = 1 + random_below(&random, 3); id <= 40; id += 3)
                troop_order_at_random(troop, id, &random, 4, 60);
            const int32_t height = 1 + (int32_t)random_below(&random, 4),
                          width = 1 + (int32_t)random_below(&random, 4);
            const int32_t y = (int32_t)random_below(&random, 56), x = (int32_t)random_below(&random, 56);
            build_on_units(troop, x, y, width, height);
            troop_step_for(troop, 1);
        }
        troop_step_for(troop, 10);
        excuse_nobody(troop);
        troop_step_for(troop, 2);
    }
}

/// All tiles are blocked: nobody can go anywhere, and nothing breaks. Then a tile far away is free.
TROOP_TEST(a_unit_that_can_stand_nowhere_is_blocked)
{
    troop *troop = *state;
    troop_add(troop, 1, 20.5, 20.5);
    troop_order(troop, 1, 30.5, 30.5);
    build_on_units(troop, 0, 0, SIDE, SIDE);
    troop_step_for(troop, 3);
    assert_int_equal(troop_state(troop, 1).activity, FW_AGENT_BLOCKED);
    troop_save_and_restore(troop);
    troop_build(troop, 26, 20, 1, 1, FW_GROUND);
    troop_step_for(troop, 8);
    assert_true(hypot(troop_state(troop, 1).pose.x - 26.5, troop_state(troop, 1).pose.y - 20.5) < 0.11);
}

/// Steps until a site is clear.
static double step_until_clear(troop *troop, uint32_t site, double most)
{
    double time = 0;
    int32_t told = 0;
    do {
        troop_step(troop);
        time += troop->tick;
        told = count_news(troop, FW_NEWS_SITE_IS_CLEAR, site);
    } while (time < most && told == 0);
    assert_int_equal(told, 1);
    return time;
}

/// A site is told to be clear once in so many ticks.
static void expect_clear_once(troop *troop, uint32_t site, int32_t ticks)
{
    int32_t told = 0;
    for (int32_t i = 0; i < ticks; i++) {
        troop_step(troop);
        told += count_news(troop, FW_NEWS_SITE_IS_CLEAR, site);
    }
    assert_int_equal(told, 1);
}

static int32_t count_in(const troop *troop, fw_presence presence)
{
    int32_t count = 0;
    fw_traffic_in_rect(troop->traffic, 28, 28, 8, 8, presence, NULL, 0, &count);
    return count;
}

/// A resting crowd walks out of a site; a stream that crosses it goes round. Nobody is in the wall when it is built.
TROOP_TEST(units_walk_out_of_a_site)
{
    troop *troop = *state;
    for (int saves = 0; saves < 2; saves++) {
        uint32_t site = 0;
        troop_build(troop, 0, 0, SIDE, SIDE, FW_GROUND);
        troop_begin_anew(troop);
        for (fw_agent_id id = 1; id <= 40; id++) {
            troop_add(troop, id, 5 + id % 10 * 2, 5 + id / 10 * 2.0);
            troop_order(troop, id, 32, 32);
        }
        troop_step_until_rest(troop, 60);
        for (fw_agent_id id = 41; id <= 60; id++) {
            troop_add(troop, id, 4 + id % 4 * 1.2, 28 + (id - 40) / 4 * 1.2);
            troop_order(troop, id, 56 + id % 4 * 1.2, 28 + (id - 40) / 4 * 1.2);
        }
        troop_step_for(troop, 2);
        assert_int_equal(fw_traffic_clear_rect(troop->traffic, 28, 28, 8, 8, &site), FW_OK);
        if (saves)
            troop_save_and_restore(troop);
        assert_true(step_until_clear(troop, site, 30) < 30);
        assert_int_equal(count_in(troop, FW_PRESENT_NOW), 0);
        for (int tick = 0; tick < 200; tick++) {
            troop_step(troop);
            assert_int_equal(count_in(troop, FW_PRESENT_NOW), 0);
        }
        troop_build(troop, 28, 28, 8, 8, FW_BLOCKED);
        troop_step_until_rest(troop, 60);
        for (fw_agent_id id = 1; id <= 60; id++)
            assert_int_equal(troop_state(troop, id).activity, FW_AGENT_ARRIVED);
        assert_int_equal(fw_traffic_release_site(troop->traffic, site), FW_BAD_VALUE); // it has ended
    }
}

/// The unit is nearer than its radius to the site along each axis, but touches it nowhere.
TROOP_TEST(a_site_is_clear_although_a_unit_rests_beside_its_corner)
{
    troop *troop = *state;
    uint32_t site = 0;
    troop_add(troop, 1, 19.7, 19.7);
    assert_int_equal(fw_traffic_clear_rect(troop->traffic, 20, 20, 5, 5, &site), FW_OK);
    expect_clear_once(troop, site, 40);
    assert_true(troop_state(troop, 1).driven == 0);
}

/// The nearest way out of the site is closed by one that holds; the other one is 6 tiles long.
TROOP_TEST(a_unit_leaves_a_site_at_the_far_end_if_the_near_one_is_taken)
{
    troop *troop = *state;
    uint32_t site = 0;
    troop_build(troop, 0, 0, SIDE, SIDE, FW_BLOCKED);
    troop_build(troop, 10, 2, 1, 40, FW_GROUND);
    troop_begin_anew(troop);
    troop_add(troop, 1, 10.5, 9.5);
    assert_int_equal(fw_traffic_hold(troop->traffic, 1, true), FW_OK);
    troop_add(troop, 2, 10.5, 10.4);
    assert_int_equal(fw_traffic_clear_rect(troop->traffic, 10, 10, 1, 6, &site), FW_OK);
    expect_clear_once(troop, site, 400);
    assert_true(troop_state(troop, 2).pose.y > 16.39);
}

TROOP_TEST(a_site_that_is_released_may_be_entered_again)
{
    troop *troop = *state;
    uint32_t site = 0;
    assert_int_equal(fw_traffic_clear_rect(troop->traffic, 28, 28, 8, 8, &site), FW_OK);
    step_until_clear(troop, site, 1);
    troop_add(troop, 1, 10.5, 10.5);
    troop_order(troop, 1, 32, 32);
    troop_step_for(troop, 10);
    assert_int_equal(troop_state(troop, 1).activity, FW_AGENT_BLOCKED);
    assert_int_equal(fw_traffic_release_site(troop->traffic, site), FW_OK);
    troop_step_until_rest(troop, 30);
    assert_int_equal(troop_state(troop, 1).activity, FW_AGENT_ARRIVED);
}

/// The distance of a body from a rectangle by many points of its edge, and along the motion by many moments.
static bool is_in_rect(fw_pose pose, double radius, int32_t x, int32_t y, int32_t width, int32_t height)
{
    const double dx = fmax(fmax(x - pose.x, pose.x - x - width), 0),
                 dy = fmax(fmax(y - pose.y, pose.y - y - height), 0);
    return hypot(dx, dy) < radius - FW_TOUCH;
}

/// Those who come into a rectangle later were listed before; those who are there are listed exactly.
TROOP_TEST(who_is_in_a_rectangle_is_listed)
{
    enum { COUNT = 40 };
    troop *troop = *state;
    random_source random = { 3 };
    fw_agent_id ids[COUNT];
    for (fw_agent_id id = 1; id <= COUNT; id++) {
        troop_add(troop, id, 4 + id % 8 * 7, 4 + id / 8 * 10.0);
        troop_order_at_random(troop, id, &random, 4, 60);
    }
    troop_step_for(troop, 0.5);
    bool was_listed[COUNT + 1] = { false };
    int32_t count = 0;
    assert_int_equal(fw_traffic_in_rect(troop->traffic, 20, 24, 9, 7, FW_PRESENT_LATER, ids, COUNT, &count),
                     FW_OK);
    assert_in_range(count, 4, COUNT - 4);
    for (int32_t i = 0; i < count; i++) {
        assert_true(i == 0 || ids[i] > ids[i - 1]);
        was_listed[ids[i]] = true;
    }
    int32_t came = 0;
    for (int tick = 0; tick < 600; tick++) {
        assert_int_equal(fw_traffic_in_rect(troop->traffic, 20, 24, 9, 7, FW_PRESENT_NOW, ids, COUNT, &count),
                         FW_OK);
        int32_t expected = 0;
        for (fw_agent_id id = 1; id <= COUNT; id++) {
            const bool is_there = is_in_rect(troop_state(troop, id).pose, 0.4, 20, 24, 9, 7);
            came += is_there;
            assert_true(!is_there || was_listed[id]);
            assert_true(!is_there || ids[expected] == id);
            expected += is_there;
        }
        assert_int_equal(count, expected);
        troop_step(troop);
    }
    assert_true(came > 100);
}

TROOP_TEST(wrong_arguments_are_refused)
{
    troop *troop = *state;
    fw_traffic *traffic = troop->traffic;
    uint32_t site = 0;
    int32_t count = 0;
    fw_agent_id id = 0;
    troop_add(troop, 1, 5, 5);
    assert_int_equal(fw_traffic_clear_rect(NULL, 1, 1, 1, 1, &site), FW_NULL_ARGUMENT);
    assert_int_equal(fw_traffic_clear_rect(traffic, 1, 1, 1, 1, NULL), FW_NULL_ARGUMENT);
    assert_int_equal(fw_traffic_clear_rect(traffic, 1, 1, 0, 1, &site), FW_BAD_SIZE);
    assert_int_equal(fw_traffic_clear_rect(traffic, -1, 1, 1, 1, &site), FW_OUT_OF_BOUNDS);
    assert_int_equal(fw_traffic_clear_rect(traffic, 60, 1, INT32_MAX, 1, &site), FW_OUT_OF_BOUNDS);
    assert_int_equal(fw_traffic_release_site(NULL, 1), FW_NULL_ARGUMENT);
    assert_int_equal(fw_traffic_release_site(traffic, 1), FW_BAD_VALUE);
    assert_int_equal(fw_traffic_in_rect(NULL, 1, 1, 1, 1, FW_PRESENT_NOW, &id, 1, &count), FW_NULL_ARGUMENT);
    assert_int_equal(fw_traffic_in_rect(traffic, 1, 1, 1, 1, FW_PRESENT_NOW, NULL, 1, &count),
                     FW_NULL_ARGUMENT);
    assert_int_equal(fw_traffic_in_rect(traffic, 1, 1, 1, 0, FW_PRESENT_NOW, &id, 1, &count), FW_BAD_SIZE);
    assert_int_equal(fw_traffic_in_rect(traffic, 1, 1, 1, 1, FW_PRESENCES, &id, 1, &count), FW_BAD_VALUE);
    assert_int_equal(fw_traffic_in_rect(traffic, 5, 5, 1, 1, FW_PRESENT_NOW, NULL, 0, &count),
                     FW_BUFFER_TOO_SMALL);
    assert_int_equal(count, 1);
    for (int i = 0; i < 4096; i++)
        assert_int_equal(fw_traffic_clear_rect(traffic, 20, 20, 1, 1, &site), FW_OK);
    assert_int_equal(fw_traffic_clear_rect(traffic, 20, 20, 1, 1, &site), FW_TOO_MANY);
}

/// Sites, walls and orders.
static void build_and_clear(troop *troop, random_source *random)
{
    static uint32_t site;
    const int32_t x = (int32_t)random_below(random, 24), y = (int32_t)random_below(random, 24);
    const uint32_t action = random_below(random, 20);
    if (action == 0)
        assert_int_equal(fw_traffic_clear_rect(troop->traffic, x, y, 4, 3, &site), FW_OK);
    else if (action == 1)
        fw_traffic_release_site(troop->traffic, site);
    else if (action == 2)
        troop_build(troop, x, y, 2, 2, random_below(random, 3) ? FW_BLOCKED : FW_GROUND);
    else if (action < 7)
        troop_order(troop, 1 + random_below(random, TROOP_REPEATERS), x, y);
}

TROOP_TEST(sites_and_walls_do_not_depend_on_saves_or_steps)
{
    troop_assert_repeats(*state, 29, 300, build_and_clear);
}

/// Memory ends at each allocation in turn, and comes back.
TROOP_TEST(sites_are_cleared_after_memory_was_missing)
{
    troop *troop = *state;
    for (uint64_t left = 0; left < 16; left++) {
        uint32_t site = 0;
        troop_begin_anew(troop);
        for (fw_agent_id id = 1; id <= 6; id++)
            troop_add(troop, id, 29 + id, 30.5);
        troop->ration.left = left;
        fw_result result = fw_traffic_clear_rect(troop->traffic, 28, 28, 8, 8, &site);
        troop->ration.left = UNRATIONED;
        assert_true(result == FW_OK || result == FW_NO_MEMORY);
        if (result == FW_NO_MEMORY) {
            troop_step_for(troop, 1);
            assert_true(troop_state(troop, 1).driven == 0);
            assert_int_equal(fw_traffic_clear_rect(troop->traffic, 28, 28, 8, 8, &site), FW_OK);
        }
        int32_t told = 0;
        for (int tick = 0; tick < 400; tick++) {
            troop->ration.left = tick < 100 ? left : UNRATIONED;
            result = fw_traffic_step(troop->traffic, 0.05, 5000);
            told += count_news(troop, FW_NEWS_SITE_IS_CLEAR, site);
            troop->ration.left = UNRATIONED;
            assert_true(result == FW_OK || result == FW_NO_MEMORY);
            if (result == FW_NO_MEMORY) {
                assert_int_equal(fw_traffic_step(troop->traffic, 0.05, 5000), FW_OK);
                told += count_news(troop, FW_NEWS_SITE_IS_CLEAR, site);
            }
        }
        assert_int_equal(told, 1);
    }
}
