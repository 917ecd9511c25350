// What players tell units: stop, hold, gather near a place that may be taken, blocked or out of reach.
#include <math.h>

#include "base/random.h"
#include "common/rounds.h"
#include "common/troop.h"
#include "common/unit.h"

enum { SIDE = TROOP_SIDE };

static void stop(const troop *troop, fw_agent_id id)
{
    assert_int_equal(fw_traffic_stop(troop->traffic, id), FW_OK);
}

static void hold(const troop *troop, fw_agent_id id, bool holds)
{
    assert_int_equal(fw_traffic_hold(troop->traffic, id, holds), FW_OK);
}

/// Steps until a unit's next knot, and on until it stands.
///
/// @return the distance that it goes from this knot on, less v^2 / (2 * braking)
static double overshoot(troop *troop, fw_agent_id id)
{
    do
        troop_step(troop);
    while (fmod(fw_traffic_time(troop->traffic) + 1e-6, FW_TRAFFIC_KNOT) > 1e-3);
    const fw_agent_state at = troop_state(troop, id);
    troop_step_for(troop, 3);
    const fw_agent_state then = troop_state(troop, id);
    assert_true(then.speed == 0 && then.activity == FW_AGENT_STANDS && then.from_goal == 0);
    return hypot(then.pose.x - at.pose.x, then.pose.y - at.pose.y) -
           at.speed * at.speed / (2 * troop->members[id].braking);
}

TROOP_TEST(a_unit_that_is_stopped_rests_within_its_braking_distance)
{
    troop *troop = *state;
    const fw_unit_id car = troop_add_kind(troop, 0.4, 1.5);
    for (int i = 0; i < 24; i++) {
        troop_begin_anew(troop);
        troop_add_of(troop, 1, i % 2 ? car : troop->kind, 0.4, 5.5, 5.5);
        troop_order(troop, 1, 50, 5.5 + i);
        troop_step_for(troop, 0.05 * i * 7);
        stop(troop, 1);
        const double over = overshoot(troop, 1);
        assert_true(over <= 6.0 / 128 + 1e-6);
    }
}

/// A column of units at full speed: the first one is stopped alone, then each, from the first to the last.
TROOP_TEST(those_behind_a_unit_that_is_stopped_brake_too)
{
    troop *troop = *state;
    for (fw_agent_id id = 1; id <= 12; id++) {
        troop_add(troop, id, 24 - id * 1.5, 20.5);
        troop_order(troop, id, 60 - id * 1.5, 20.5);
    }
    troop_step_for(troop, 2);
    stop(troop, 1);
    const double x = troop_state(troop, 1).pose.x;
    assert_true(troop_state(troop, 1).speed > 2.9);
    troop_step_for(troop, 1);
    assert_true(troop_state(troop, 1).speed == 0 && troop_state(troop, 1).pose.x < x + 0.25 * 3 + 0.8);
    for (fw_agent_id id = 2; id <= 12; id++)
        stop(troop, id);
    troop_step_for(troop, 1.5);
    const uint64_t hash = troop_hash(troop, 1);
    assert_true(troop_is_at_rest(troop));
    troop_step_for(troop, 10);
    assert_true(troop_hash(troop, 1) == hash);
}

/// A crowd from all sides is stopped at once in the middle of its way.
TROOP_TEST(a_crowd_that_is_stopped_rests_soon)
{
    troop *troop = *state;
    enum { COUNT = 60 };
    random_source random = { 5 };
    for (int round = 0; round < rounds(6); round++) {
        troop_begin_anew(troop);
        for (fw_agent_id id = 1; id <= COUNT; id++) {
            const double angle = 6.283185307 * id / COUNT;
            troop_add(troop, id, 32 + 20 * cos(angle), 32 + 20 * sin(angle));
            troop_order(troop, id, 32 - 20 * cos(angle), 32 - 20 * sin(angle));
        }
        troop_step_for(troop, 2 + random_within(&random, 0, 8));
        for (fw_agent_id id = 1; id <= COUNT; id++)
            stop(troop, id);
        assert_true(troop_step_until_rest(troop, 5) < 2.5);
        const uint64_t hash = troop_hash(troop, 1);
        troop_step_for(troop, 5);
        assert_true(troop_hash(troop, 1) == hash);
        for (fw_agent_id id = 1; id <= COUNT; id++)
            troop_order(troop, id, 10 + id % 8 * 2, 10 + id / 8 * 2.0);
        troop_step_until_rest(troop, 60);
        for (fw_agent_id id = 1; id <= COUNT; id++)
            assert_int_equal(troop_state(troop, id).activity, FW_AGENT_ARRIVED);
    }
}

/// A room whose only passage, of width 1, leads past a unit; another passage leads round.
static void draw_two_passages(const troop *troop)
{
    troop_build(troop, 0, 0, SIDE, SIDE, FW_BLOCKED);
    troop_build(troop, 2, 2, 10, 30, FW_GROUND);
    troop_build(troop, 30, 2, 10, 30, FW_GROUND);
    troop_build(troop, 12, 8, 18, 1, FW_GROUND);
    troop_build(troop, 12, 24, 18, 1, FW_GROUND);
}

TROOP_TEST(others_go_round_a_unit_that_holds)
{
    troop *troop = *state;
    draw_two_passages(troop);
    for (int i = 0; i < 4; i++) {
        troop_begin_anew(troop);
        troop_add(troop, 1, 14.5 + 4 * i, 8.5);
        hold(troop, 1, true);
        for (fw_agent_id id = 2; id <= 5; id++) {
            troop_add(troop, id, 5.5 + id, 8.5);
            troop_order(troop, id, 32.5 + id, 10.5);
        }
        troop_step_until_rest(troop, 60);
        for (fw_agent_id id = 2; id <= 5; id++)
            assert_int_equal(troop_state(troop, id).activity, FW_AGENT_ARRIVED);
        assert_true(troop_state(troop, 1).driven == 0);
    }
}

TROOP_TEST(a_unit_behind_one_that_holds_waits_for_it_and_goes_on_when_it_lets_go)
{
    troop *troop = *state;
    draw_two_passages(troop);
    troop_build(troop, 12, 24, 18, 1, FW_BLOCKED);
    troop_add(troop, 1, 20.5, 8.5);
    hold(troop, 1, true);
    troop_add(troop, 2, 5.5, 8.5);
    troop_order(troop, 2, 35.5, 8.5);
    troop_step_for(troop, 20);
    assert_int_equal(troop_state(troop, 2).activity, FW_AGENT_WAITS);
    assert_int_equal(troop_state(troop, 2).other, 1);
    assert_true(troop_state(troop, 1).driven == 0);
    troop_save_and_restore(troop);
    troop_step_for(troop, 20);
    assert_true(troop_state(troop, 1).driven == 0);
    troop_order(troop, 1, 36.5, 20.5);
    troop_step_until_rest(troop, 30);
    assert_int_equal(troop_state(troop, 2).activity, FW_AGENT_ARRIVED);
}

TROOP_TEST(a_crowd_passes_units_that_hold_in_the_open)
{
    troop *troop = *state;
    random_source random = { 9 };
    for (fw_agent_id id = 1; id <= 10; id++) {
        troop_add(troop, id, 32 + id % 2, 10 + 4.0 * id);
        hold(troop, id, true);
    }
    for (fw_agent_id id = 11; id <= 50; id++) {
        troop_add(troop, id, 4 + id % 4 * 1.5, 6 + id / 4 * 3);
        troop_order(troop, id, 58 - id % 4 * 1.5, 6 + id / 4 * 3 + random_within(&random, 0, 2));
    }
    troop_step_until_rest(troop, 60);
    for (fw_agent_id id = 1; id <= 50; id++) {
        assert_int_equal(troop_state(troop, id).activity, id > 10 ? FW_AGENT_ARRIVED : FW_AGENT_STANDS);
        assert_true(id > 10 || troop_state(troop, id).driven == 0);
    }
}

/// Twenty units go to a point behind a line of twenty bodies, in so many seconds.
static void expect_to_get_behind_line(troop *troop, double most)
{
    for (fw_agent_id id = 21; id <= 40; id++) {
        troop_add(troop, id, 30 - id / 31 * 1.2, 26 + id % 10 * 1.2);
        troop_order(troop, id, 60, 32);
    }
    troop_step_until_rest(troop, most);
    for (fw_agent_id id = 21; id <= 40; id++)
        assert_int_equal(troop_state(troop, id).activity, FW_AGENT_ARRIVED);
}

/// No gap of the line has room for a body. From where they wait, they see the corner behind its end through the line.
TROOP_TEST(a_crowd_goes_round_a_line_of_units_that_hold_in_the_open)
{
    troop *troop = *state;
    for (fw_agent_id id = 1; id <= 20; id++) {
        troop_add(troop, id, 40, 19.3 + 1.2 * id);
        hold(troop, id, true);
    }
    expect_to_get_behind_line(troop, 40);
}

/// The same past a line of obstacles.
TROOP_TEST(a_crowd_goes_round_a_line_of_obstacles_in_the_open)
{
    troop *troop = *state;
    for (fw_obstacle_id id = 1; id <= 20; id++)
        assert_int_equal(
            fw_traffic_set_obstacle(troop->traffic, id, (fw_pose){ 40, 19.3 + 1.2 * id, 0 }, 0, 0, 0.4),
            FW_OK);
    expect_to_get_behind_line(troop, 60);
}

/// Orders ids from 1 on near a point.
static void order_near(const troop *troop, int32_t count, double x, double y)
{
    fw_agent_id ids[TROOP_MOST];
    for (int32_t i = 0; i < count; i++)
        ids[i] = (fw_agent_id)(count - i);
    assert_int_equal(fw_traffic_order_near(troop->traffic, ids, count, x, y), FW_OK);
}

/// The point in a rock, in another room, and on a unit that holds; bodies of three sizes.
TROOP_TEST(a_group_gathers_near_a_point_that_nobody_can_get_to)
{
    troop *troop = *state;
    const double radii[] = { 0.3, 0.4, 0.9 };
    fw_unit_id kinds[3];
    for (int i = 0; i < 3; i++)
        kinds[i] = troop_add_kind(troop, radii[i], 0);
    troop_build(troop, 30, 30, 8, 8, FW_BLOCKED);
    troop_build(troop, 0, 50, SIDE, 1, FW_BLOCKED);
    const struct {
        double x, y, most;
    } points[] = { { 34.2, 34.1, 12 }, { 20, 60, 17 }, { 50, 20, 7 }, { 30.2, 30.1, 8 } };
    for (size_t i = 0; i < sizeof points / sizeof *points; i++) {
        troop_begin_anew(troop);
        for (int32_t id = 1; id <= 24; id++)
            troop_add_of(troop, (fw_agent_id)id, kinds[id % 3], radii[id % 3], 4 + id % 6 * 2.5,
                         4 + id / 6 * 2.5);
        troop_add(troop, 30, 50, 20);
        hold(troop, 30, true);
        order_near(troop, 24, points[i].x, points[i].y);
        troop_step_until_rest(troop, 60);
        for (fw_agent_id id = 1; id <= 24; id++) {
            const fw_agent_state at = troop_state(troop, id);
            assert_int_equal(at.activity, FW_AGENT_ARRIVED);
            assert_true(hypot(at.pose.x - points[i].x, at.pose.y - points[i].y) < points[i].most);
        }
        assert_true(troop_state(troop, 30).driven == 0);
    }
}

/// The nearest place from which a point in a rock is left, by a fine grid.
TROOP_TEST(one_unit_goes_to_the_place_nearest_to_a_blocked_point)
{
    troop *troop = *state;
    random_source random = { 17 };
    for (int i = 0; i < 60; i++)
        assert_int_equal(fw_map_set_rect(troop->map, (int32_t)random_below(&random, SIDE - 4),
                                         (int32_t)random_below(&random, SIDE - 4), 3, 2, FW_BLOCKED),
                         FW_OK);
    troop_build(troop, 0, 0, 12, 12, FW_GROUND);
    troop_add(troop, 1, 5, 5);
    for (int round = 0; round < rounds(20); round++) {
        const double x = random_within(&random, 0, SIDE), y = random_within(&random, 0, SIDE);
        fw_pose place;
        assert_int_equal(
            fw_map_nearest_free(troop->map, troop->kind, NULL, (fw_pose){ x, y, 0 }, NULL, 0, &place), FW_OK);
        order_near(troop, 1, x, y);
        troop_step_until_rest(troop, 90);
        const fw_agent_state at = troop_state(troop, 1);
        assert_int_equal(at.activity, FW_AGENT_ARRIVED);
        const double away = hypot(at.pose.x - x, at.pose.y - y), least = hypot(place.x - x, place.y - y);
        assert_true(away >= least - FW_TRAFFIC_ARRIVED && away <= least + 8);
    }
}

/// A click on a wall a tile thick, a little beyond its middle: nobody goes round the wall.
TROOP_TEST(a_group_gathers_on_its_own_side_of_a_wall)
{
    troop *troop = *state;
    troop_build(troop, 30, 0, 1, SIDE - 4, FW_BLOCKED);
    for (int side = 0; side < 2; side++) {
        troop_begin_anew(troop);
        for (int32_t id = 1; id <= 12; id++)
            troop_add(troop, (fw_agent_id)id, (side ? 40 : 10) + id % 4 * 1.5, 20 + id / 4 * 1.5);
        order_near(troop, 12, 30.5 + (side ? -0.1 : 0.1), 24.3);
        troop_step_until_rest(troop, 60);
        for (fw_agent_id id = 1; id <= 12; id++) {
            const fw_agent_state at = troop_state(troop, id);
            assert_int_equal(at.activity, FW_AGENT_ARRIVED);
            assert_true((at.pose.x > 30.5) == side && at.driven < 30);
        }
    }
}

/// A box of thirty over a rock, each on its own and together.
TROOP_TEST(places_of_a_formation_in_a_rock_move_beside_it)
{
    enum { COUNT = 30 };
    troop *troop = *state;
    const fw_group_def def = fw_default_group_def();
    fw_agent_id ids[COUNT];
    fw_pose places[COUNT];
    troop_build(troop, 43, 43, 4, 3, FW_BLOCKED);
    assert_int_equal(fw_formation_places(FW_FORMATION_BOX, (fw_pose){ 45, 45, 1 }, 1.3, places, COUNT),
                     FW_OK);
    for (int together = 0; together < 2; together++) {
        troop_begin_anew(troop);
        for (int32_t i = 0; i < COUNT; i++) {
            ids[i] = (fw_agent_id)i + 1;
            troop_add(troop, ids[i], 5 + i % 6 * 1.5, 5 + i / 6 * 1.5);
        }
        assert_int_equal(together ? fw_traffic_order_together(troop->traffic, &def, ids, places, COUNT)
                                  : fw_traffic_order_group(troop->traffic, ids, places, COUNT),
                         FW_OK);
        troop_step_until_rest(troop, 90);
        for (int32_t i = 0; i < COUNT; i++) {
            const fw_agent_state at = troop_state(troop, ids[i]);
            assert_int_equal(at.activity, FW_AGENT_ARRIVED);
            assert_true(hypot(at.pose.x - 45, at.pose.y - 45) < 7);
        }
    }
}

/// Two of three units attack; each halts at the first defender that comes within its radius, and is told. The third one
/// goes on.
TROOP_TEST(an_attacker_halts_when_a_defender_is_near)
{
    troop *troop = *state;
    for (int saves = 0; saves < 2; saves++) {
        int32_t told = 0;
        troop_begin_anew(troop);
        for (fw_agent_id id = 1; id <= 3; id++) {
            troop_add(troop, id, 5, 10 + 8.0 * id);
            troop_add(troop, 10 + id, 40, 11 + 8.0 * id);
            assert_int_equal(fw_traffic_set_sides(troop->traffic, 10 + id, 2), FW_OK);
            assert_int_equal(fw_traffic_halt_near(troop->traffic, id, id < 3 ? 2 : 4, 3 + id), FW_OK);
            troop_order(troop, id, 60, 10 + 8.0 * id);
        }
        for (int tick = 0; tick < 500; tick++) {
            int32_t count = 0;
            troop_step(troop);
            if (saves && tick == 150)
                troop_save_and_restore(troop);
            const fw_traffic_event *events = fw_traffic_events(troop->traffic, &count);
            for (int32_t i = 0; i < count; i++)
                if (events[i].news == FW_NEWS_HALTS) {
                    assert_int_equal(events[i].other, 10 + events[i].id);
                    told++;
                }
        }
        assert_int_equal(told, 2);
        assert_int_equal(troop_state(troop, 3).activity, FW_AGENT_ARRIVED);
        for (fw_agent_id id = 1; id <= 2; id++) {
            const fw_agent_state at = troop_state(troop, id), other = troop_state(troop, 10 + id);
            const double away = hypot(at.pose.x - other.pose.x, at.pose.y - other.pose.y);
            assert_int_equal(at.activity, FW_AGENT_STANDS);
            assert_true(away <= 3 + id && away > 3 + id - 2 * 0.75 - 0.75 - 0.1); // two knots, and the brakes
        }
    }
    assert_int_equal(fw_traffic_halt_near(NULL, 1, 1, 1), FW_NULL_ARGUMENT);
    assert_int_equal(fw_traffic_halt_near(troop->traffic, 99, 1, 1), FW_UNKNOWN_UNIT);
    assert_int_equal(fw_traffic_halt_near(troop->traffic, 1, 1, NAN), FW_NOT_FINITE);
    assert_int_equal(fw_traffic_halt_near(troop->traffic, 1, 1, -1), FW_BAD_VALUE);
}

static double between(const troop *troop, fw_agent_id a, fw_agent_id b)
{
    const fw_pose one = troop_state(troop, a).pose, two = troop_state(troop, b).pose;
    return hypot(one.x - two.x, one.y - two.y);
}

/// A chain of followers behind a unit that goes round a wall and back. Then the unit in its middle is removed.
TROOP_TEST(a_column_follows_its_first_unit)
{
    enum { COUNT = 8 };
    troop *troop = *state;
    const fw_pose places[] = { { 50, 10, 0 }, { 50, 50, 0 }, { 10, 50, 0 }, { 12, 20, 0 } };
    troop_build(troop, 30, 0, 2, 30, FW_BLOCKED);
    for (int saves = 0; saves < 2; saves++) {
        troop_begin_anew(troop);
        for (fw_agent_id id = 1; id <= COUNT; id++)
            troop_add(troop, id, 20 - 1.5 * id, 10);
        for (fw_agent_id id = 2; id <= COUNT; id++)
            assert_int_equal(fw_traffic_follow(troop->traffic, id, id - 1, 1.5), FW_OK);
        for (int i = 0; i < 4; i++) {
            troop_order(troop, 1, places[i].x, places[i].y);
            for (int tick = 0; tick < 900; tick++) {
                troop_step(troop);
                if (saves && tick % 200 == 100)
                    troop_save_and_restore(troop);
            }
            assert_int_equal(troop_state(troop, 1).activity, FW_AGENT_ARRIVED);
            for (fw_agent_id id = 2; id <= COUNT; id++) {
                const fw_agent_activity now = troop_state(troop, id).activity;
                assert_true(now == FW_AGENT_STANDS || now == FW_AGENT_ARRIVED);
                assert_true(between(troop, id, id - 1) < 1.5 + 0.4 + 0.2);
            }
        }
        assert_int_equal(fw_traffic_remove(troop->traffic, 4), FW_OK);
        const fw_pose rear = troop_state(troop, COUNT).pose;
        troop_order(troop, 1, 50, 50);
        troop_step_for(troop, 30);
        assert_true(between(troop, 1, 3) < 4.2);
        assert_true(
            hypot(troop_state(troop, COUNT).pose.x - rear.x, troop_state(troop, COUNT).pose.y - rear.y) < 3);
    }
}

/// A round of five places: the unit comes near each, does not stop on the way, and arrives at the last one. A place in
/// a rock is left out.
TROOP_TEST(a_unit_goes_along_several_places)
{
    troop *troop = *state;
    const fw_unit_id car = troop_add_kind(troop, 0.4, 1);
    const fw_pose places[] = {
        { 20, 10, 0 }, { 40, 12, 0 }, { 30.5, 30.5, 0 }, { 45, 40, 0 }, { 12, 45, 0 }
    };
    troop_build(troop, 29, 29, 3, 3, FW_BLOCKED);
    for (int i = 0; i < 4; i++) {
        double least[5] = { INFINITY, INFINITY, INFINITY, INFINITY, INFINITY };
        troop_begin_anew(troop);
        troop_add_of(troop, 1, i % 2 ? car : troop->kind, 0.4, 10, 10);
        assert_int_equal(fw_traffic_order_along(troop->traffic, 1, places, 5), FW_OK);
        int32_t stands = 0;
        double time = 0;
        for (; time < 70 && troop_state(troop, 1).activity != FW_AGENT_ARRIVED; time += troop->tick) {
            troop_step(troop);
            if (i / 2 && (int)(time / troop->tick) % 100 == 50)
                troop_save_and_restore(troop);
            const fw_agent_state at = troop_state(troop, 1);
            stands += time > 0.5 && at.speed == 0;
            for (int j = 0; j < 5; j++)
                least[j] = fmin(least[j], hypot(at.pose.x - places[j].x, at.pose.y - places[j].y));
        }
        assert_true(time < 60);
        assert_true(least[0] < 1.6 && least[1] < 1.6 && least[3] < 1.6 && least[4] < FW_TRAFFIC_ARRIVED);
        assert_true(i % 2 || stands < 20);
    }
}

TROOP_TEST(wrong_arguments_of_orders_that_go_on_are_refused)
{
    troop *troop = *state;
    fw_traffic *traffic = troop->traffic;
    const fw_pose places[] = { { 9, 9, 0 }, { NAN, 9, 0 } };
    static fw_pose many[4097];
    troop_add(troop, 1, 5, 5);
    troop_add(troop, 2, 8, 5);
    assert_int_equal(fw_traffic_follow(NULL, 1, 2, 1), FW_NULL_ARGUMENT);
    assert_int_equal(fw_traffic_follow(traffic, 1, 3, 1), FW_UNKNOWN_UNIT);
    assert_int_equal(fw_traffic_follow(traffic, 3, 1, 1), FW_UNKNOWN_UNIT);
    assert_int_equal(fw_traffic_follow(traffic, 1, 2, NAN), FW_NOT_FINITE);
    assert_int_equal(fw_traffic_follow(traffic, 1, 2, -1), FW_BAD_VALUE);
    assert_int_equal(fw_traffic_follow(traffic, 1, 1, 1), FW_BAD_VALUE);
    assert_int_equal(fw_traffic_order_along(NULL, 1, places, 1), FW_NULL_ARGUMENT);
    assert_int_equal(fw_traffic_order_along(traffic, 1, NULL, 1), FW_NULL_ARGUMENT);
    assert_int_equal(fw_traffic_order_along(traffic, 3, places, 1), FW_UNKNOWN_UNIT);
    assert_int_equal(fw_traffic_order_along(traffic, 1, places, 0), FW_BAD_VALUE);
    assert_int_equal(fw_traffic_order_along(traffic, 1, places, 2), FW_NOT_FINITE);
    assert_int_equal(fw_traffic_order_along(traffic, 1, many, 4097), FW_TOO_MANY);
    many[7].x = -1;
    assert_int_equal(fw_traffic_order_along(traffic, 1, many, 9), FW_OUT_OF_BOUNDS);
    troop_step_for(troop, 2);
    assert_true(troop_state(troop, 1).driven == 0);
    for (uint64_t left = 0; left < 8; left++) {
        troop->ration.left = left;
        many[7].x = 0;
        const fw_result along = fw_traffic_order_along(traffic, 1, many, 9),
                        follows = fw_traffic_follow(traffic, 2, 1, 2);
        troop->ration.left = UNRATIONED;
        assert_true(along == FW_OK || along == FW_NO_MEMORY);
        assert_true(follows == FW_OK || follows == FW_NO_MEMORY);
        troop_step_for(troop, 0.5);
    }
}

TROOP_TEST(wrong_arguments_change_nothing)
{
    troop *troop = *state;
    fw_traffic *traffic = troop->traffic;
    troop_add(troop, 1, 5, 5);
    troop_add(troop, 2, 8, 5);
    const fw_agent_id twice[] = { 1, 2, 1 }, unknown[] = { 1, 9 };
    assert_int_equal(fw_traffic_stop(NULL, 1), FW_NULL_ARGUMENT);
    assert_int_equal(fw_traffic_stop(traffic, 3), FW_UNKNOWN_UNIT);
    assert_int_equal(fw_traffic_hold(NULL, 1, true), FW_NULL_ARGUMENT);
    assert_int_equal(fw_traffic_hold(traffic, 3, true), FW_UNKNOWN_UNIT);
    assert_int_equal(fw_traffic_order_near(NULL, twice, 1, 9, 9), FW_NULL_ARGUMENT);
    assert_int_equal(fw_traffic_order_near(traffic, NULL, 1, 9, 9), FW_NULL_ARGUMENT);
    assert_int_equal(fw_traffic_order_near(traffic, twice, 3, 9, 9), FW_BAD_VALUE);
    assert_int_equal(fw_traffic_order_near(traffic, twice, -1, 9, 9), FW_BAD_VALUE);
    assert_int_equal(fw_traffic_order_near(traffic, unknown, 2, 9, 9), FW_UNKNOWN_UNIT);
    assert_int_equal(fw_traffic_order_near(traffic, twice, 2, NAN, 9), FW_NOT_FINITE);
    assert_int_equal(fw_traffic_order_near(traffic, twice, 2, 9, SIDE + 1), FW_OUT_OF_BOUNDS);
    assert_int_equal(fw_traffic_order_near(traffic, NULL, 0, 9, 9), FW_OK);
    troop_step_for(troop, 2);
    assert_true(troop_state(troop, 1).driven == 0 && troop_state(troop, 2).driven == 0);
}

/// Orders, stops and holds.
static void give_orders(troop *troop, random_source *random)
{
    const fw_agent_id id = 1 + random_below(random, TROOP_REPEATERS);
    const uint32_t action = random_below(random, 12);
    if (action == 0) {
        stop(troop, id);
    } else if (action == 1) {
        hold(troop, id, random_below(random, 2));
    } else if (action == 2) {
        const double y = random_within(random, 2, 40), x = random_within(random, 2, 40);
        order_near(troop, TROOP_REPEATERS, x, y);
    } else if (action < 6) {
        troop_order_at_random(troop, id, random, 2, 40);
    }
}

TROOP_TEST(stops_and_holds_do_not_depend_on_saves_or_steps)
{
    troop_assert_repeats(*state, 23, 400, give_orders);
}

/// Memory ends at each allocation in turn: nothing has changed then, and the call works when memory is back.
TROOP_TEST(orders_without_memory_change_nothing)
{
    troop *troop = *state;
    for (int which = 0; which < 2; which++) {
        bool was_enough = false;
        for (uint64_t left = 0; !was_enough; left++) {
            troop_begin_anew(troop);
            for (fw_agent_id id = 1; id <= 8; id++)
                troop_add(troop, id, 5 + id * 2, 5);
            for (fw_agent_id id = 1; id <= 4; id++)
                troop_order(troop, id, 30, 30);
            troop_step_for(troop, 1);
            const fw_agent_id ids[] = { 1, 2, 3, 4, 5, 6, 7, 8 };
            troop->ration.left = left;
            const fw_result result = which == 0 ? fw_traffic_order_near(troop->traffic, ids, 8, 40, 40)
                                                : fw_traffic_stop(troop->traffic, 2);
            troop->ration.left = UNRATIONED;
            was_enough = result == FW_OK;
            assert_true(was_enough || result == FW_NO_MEMORY);
            troop_step_until_rest(troop, 40);
            assert_true(troop_is_at_rest(troop));
            const double away = hypot(troop_state(troop, 2).pose.x - 40, troop_state(troop, 2).pose.y - 40);
            assert_true(which == 1 || (away < 5) == was_enough);
        }
    }
}

/// A unit that another one stops: memory ends at each allocation of the steps in which it finds a way round.
TROOP_TEST(a_way_round_is_found_after_memory_was_missing)
{
    troop *troop = *state;
    draw_two_passages(troop);
    for (uint64_t left = 0; left < 12; left++) {
        troop_begin_anew(troop);
        troop_add(troop, 1, 20.5, 8.5);
        hold(troop, 1, true);
        troop_add(troop, 2, 9.5, 8.5);
        troop_order(troop, 2, 32.5, 10.5);
        for (int tick = 0; tick < 200; tick++) {
            troop->ration.left = left;
            const fw_result result = fw_traffic_step(troop->traffic, 0.05, 5000);
            troop->ration.left = UNRATIONED;
            assert_true(result == FW_OK || result == FW_NO_MEMORY);
            if (result == FW_NO_MEMORY)
                assert_int_equal(fw_traffic_step(troop->traffic, 0.05, 5000), FW_OK);
        }
        troop->members[2].is_known = false;
        troop_step_until_rest(troop, 60);
        assert_int_equal(troop_state(troop, 2).activity, FW_AGENT_ARRIVED);
    }
}
