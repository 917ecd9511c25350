// Bodies that the game moves itself, and units that it places.
#include <math.h>

#include "base/random.h"
#include "common/rounds.h"
#include "common/troop.h"
#include "common/unit.h"

enum { SIDE = TROOP_SIDE };

/// A body of the game.
typedef struct hero {
    double x, y, vx, vy, radius;
} hero;

static void set(const troop *troop, fw_obstacle_id id, const hero *at)
{
    assert_int_equal(
        fw_traffic_set_obstacle(troop->traffic, id, (fw_pose){ at->x, at->y, 0 }, at->vx, at->vy, at->radius),
        FW_OK);
}

/// How deep the deepest unit overlaps a hero; negative: none does.
static double deepest(const troop *troop, const hero *at)
{
    int32_t count = 0;
    double depth = -INFINITY;
    const fw_agent_state *states = fw_traffic_states(troop->traffic, &count);
    for (int32_t i = 0; i < count; i++)
        depth = fmax(depth, at->radius + troop->members[states[i].id].radius -
                                hypot(states[i].pose.x - at->x, states[i].pose.y - at->y));
    return depth;
}

static int32_t count_evasions(const troop *troop)
{
    int32_t count = 0, found = 0;
    const fw_traffic_event *events = fw_traffic_events(troop->traffic, &count);
    for (int32_t i = 0; i < count; i++)
        found += events[i].news == FW_NEWS_EVADES;
    return found;
}

/// A hero goes through units that stand, and through units that cross its way: it never overlaps one, because it does
/// what it promises.
TROOP_TEST(nobody_touches_a_body_that_keeps_its_promise)
{
    troop *troop = *state;
    const fw_unit_id car = troop_add_kind(troop, 0.4, 1);
    for (int moves = 0; moves < 2; moves++) {
        hero at = { 2, 32, 2, 0, 0.7 };
        troop_begin_anew(troop);
        for (fw_agent_id id = 1; id <= 60; id++)
            troop_add_of(troop, id, id % 5 == 0 && moves ? car : troop->kind, 0.4, 12 + id % 10 * 4.2,
                         22 + id / 10 * 4.1);
        for (fw_agent_id id = 1; id <= 60 && moves; id++)
            troop_order(troop, id, 54 - id % 10 * 4.2, 44 - id / 10 * 4.1);
        while (at.x < 60) {
            set(troop, 1, &at);
            troop_step(troop);
            at.x += at.vx * troop->tick;
            const double depth = deepest(troop, &at);
            if (depth > 1e-6)
                fail_msg("overlap of %g at %g", depth, at.x);
        }
        assert_int_equal(fw_traffic_remove_obstacle(troop->traffic, 1), FW_OK);
        troop_step_until_rest(troop, 60);
        for (fw_agent_id id = 1; id <= 60; id++)
            assert_int_equal(troop_state(troop, id).activity, moves ? FW_AGENT_ARRIVED : FW_AGENT_STANDS);
    }
}

/// A hero on a circle breaks its promise in each tick: units evade, seldom overlap it, and never each other.
TROOP_TEST(units_evade_a_body_that_turns)
{
    enum { COUNT = 150, TICKS = 600 };
    troop *troop = *state;
    random_source random = { 3 };
    int32_t evasions = 0, overlaps = 0;
    for (fw_agent_id id = 1; id <= COUNT; id++)
        troop_add(troop, id, 6 + id % 13 * 4, 6 + id / 13 * 4.0);
    for (int tick = 0; tick < TICKS; tick++) {
        const double angle = 0.01 * tick, speed = 12 * 0.01 / troop->tick;
        const hero at = { 32 + 12 * cos(angle), 32 + 12 * sin(angle), -speed * sin(angle), speed * cos(angle),
                          0.4 };
        if (tick % 5 == 0) {
            const fw_agent_id id = 1 + random_below(&random, COUNT);
            troop_order_at_random(troop, id, &random, 4, 60);
        }
        set(troop, 7, &at);
        troop_step(troop);
        evasions += count_evasions(troop);
        overlaps += deepest(troop, &at) > 0.05;
    }
    assert_true(evasions > 10);
    assert_true(overlaps < TICKS / 10);
}

/// A door of width 1 that is closed by a body: units take another door, 20 tiles away, and this one when it is open.
TROOP_TEST(units_go_round_a_body_that_stands_in_a_door)
{
    troop *troop = *state;
    troop_build(troop, 30, 0, 2, SIDE, FW_BLOCKED);
    troop_build(troop, 30, 20, 2, 1, FW_GROUND);
    troop_build(troop, 30, 40, 2, 1, FW_GROUND);
    const hero door = { 31, 20.5, 0, 0, 0.5 };
    set(troop, 1, &door);
    for (fw_agent_id id = 1; id <= 6; id++) {
        troop_add(troop, id, 10 + 1.5 * id, 20.5);
        troop_order(troop, id, 40 + 1.5 * id, 20.5);
    }
    troop_step_until_rest(troop, 60);
    for (fw_agent_id id = 1; id <= 6; id++) {
        assert_int_equal(troop_state(troop, id).activity, FW_AGENT_ARRIVED);
        assert_true(troop_state(troop, id).driven > 50);
    }
    assert_int_equal(fw_traffic_remove_obstacle(troop->traffic, 1), FW_OK);
    for (fw_agent_id id = 1; id <= 6; id++)
        troop_order(troop, id, 10 + 1.5 * id, 20.5);
    troop_step_until_rest(troop, 60);
    for (fw_agent_id id = 1; id <= 6; id++)
        assert_true(troop_state(troop, id).activity == FW_AGENT_ARRIVED &&
                    troop_state(troop, id).driven < 130);
}

TROOP_TEST(a_unit_that_is_ordered_onto_a_standing_body_rests_beside_it)
{
    troop *troop = *state;
    set(troop, 1, &(hero){ 40, 40, 0, 0, 1 });
    for (fw_agent_id id = 1; id <= 5; id++) {
        troop_add(troop, id, 10 + 2 * id, 20);
        troop_order(troop, id, 40, 40);
    }
    troop_step_until_rest(troop, 60);
    for (fw_agent_id id = 1; id <= 5; id++) {
        assert_int_equal(troop_state(troop, id).activity, FW_AGENT_ARRIVED);
        assert_in_range((int)(troop_state(troop, id).from_goal * 100), 140, 300);
    }
}

/// A body appears on a unit, and where units are about to drive.
TROOP_TEST(a_body_that_appears_is_left)
{
    troop *troop = *state;
    troop_add(troop, 1, 20, 20);
    troop_add(troop, 2, 10, 30);
    troop_order(troop, 2, 50, 30);
    troop_step_for(troop, 3);
    const hero upon = { 20.2, 20, 0, 0, 0.5 },
               ahead = { troop_state(troop, 2).pose.x + 3, troop_state(troop, 2).pose.y, 0, 0, 0.5 };
    set(troop, 1, &upon);
    set(troop, 2, &ahead);
    troop_step(troop);
    assert_true(count_evasions(troop) > 0);
    troop_step_for(troop, 2);
    assert_true(deepest(troop, &upon) < 1e-6 && deepest(troop, &ahead) < 0);
    assert_int_equal(fw_traffic_remove_obstacle(troop->traffic, 1), FW_OK);
    troop_step_until_rest(troop, 30);
    assert_true(troop_state(troop, 2).activity == FW_AGENT_ARRIVED);
    assert_true(fabs(troop_state(troop, 1).pose.x - 20) < FW_TRAFFIC_ARRIVED);
}

/// Units on their way are placed elsewhere: they go on with their orders; who has arrived goes back.
TROOP_TEST(a_unit_that_is_placed_keeps_its_order_and_what_is_counted)
{
    troop *troop = *state;
    const fw_unit_id car = troop_add_kind(troop, 0.4, 1);
    const fw_group_def def = fw_default_group_def();
    const fw_agent_id ids[] = { 1, 2, 3, 4 };
    fw_pose places[4];
    assert_int_equal(fw_formation_places(FW_FORMATION_BOX, (fw_pose){ 50, 50, 0 }, 2, places, 4), FW_OK);
    for (int drives = 0; drives < 2; drives++) {
        troop_begin_anew(troop);
        for (fw_agent_id id = 1; id <= 4; id++)
            troop_add_of(troop, id, drives ? car : troop->kind, 0.4, 8 + 3 * id, 10);
        assert_int_equal(fw_traffic_order_together(troop->traffic, &def, ids, places, 4), FW_OK);
        for (int round = 0; round < 6; round++) {
            troop_step_for(troop, 1.3);
            const fw_agent_state before = troop_state(troop, 2);
            assert_int_equal(fw_traffic_place(troop->traffic, 2, (fw_pose){ 10 + 4 * round, 40, 1 }), FW_OK);
            const fw_agent_state after = troop_state(troop, 2);
            assert_true(after.driven == before.driven && after.speed == 0 && after.pose.x == 10 + 4 * round);
            assert_true(after.activity == before.activity);
            troop->jumps = true;
            if (round == 3)
                troop_save_and_restore(troop);
        }
        troop_step_until_rest(troop, 90);
        for (fw_agent_id id = 1; id <= 4; id++)
            assert_int_equal(troop_state(troop, id).activity, FW_AGENT_ARRIVED);
        const double arrived = troop_state(troop, 3).arrived;
        const fw_pose place = troop_state(troop, 3).pose;
        assert_int_equal(fw_traffic_place(troop->traffic, 3, (fw_pose){ 40, 40, 0 }), FW_OK);
        troop->jumps = true;
        troop_step_for(troop, 1);
        troop_step_until_rest(troop, 60);
        const fw_agent_state back = troop_state(troop, 3);
        assert_int_equal(back.activity, FW_AGENT_ARRIVED);
        assert_true(back.arrived > arrived && hypot(back.pose.x - place.x, back.pose.y - place.y) < 0.11);
    }
}

TROOP_TEST(a_unit_without_an_order_rests_where_it_is_placed)
{
    troop *troop = *state;
    troop_add(troop, 1, 20, 20);
    assert_int_equal(fw_traffic_place(troop->traffic, 1, (fw_pose){ 30, 30, 2 }), FW_OK);
    troop_step_for(troop, 3);
    const fw_agent_state at = troop_state(troop, 1);
    assert_true(at.pose.x == 30 && at.pose.heading == 2 && at.activity == FW_AGENT_STANDS && at.driven == 0);
}

TROOP_TEST(wrong_arguments_are_refused)
{
    troop *troop = *state;
    fw_traffic *traffic = troop->traffic;
    const fw_pose at = { 20, 20, 0 };
    troop_build(troop, 40, 40, 2, 2, FW_BLOCKED);
    troop_add(troop, 1, 5, 5);
    troop_add(troop, 2, 8, 5);
    assert_int_equal(fw_traffic_set_obstacle(NULL, 1, at, 0, 0, 1), FW_NULL_ARGUMENT);
    assert_int_equal(fw_traffic_set_obstacle(traffic, 0, at, 0, 0, 1), FW_BAD_VALUE);
    assert_int_equal(fw_traffic_set_obstacle(traffic, 1, at, 0, 0, 0), FW_BAD_VALUE);
    assert_int_equal(fw_traffic_set_obstacle(traffic, 1, at, NAN, 0, 1), FW_NOT_FINITE);
    assert_int_equal(fw_traffic_remove_obstacle(NULL, 1), FW_NULL_ARGUMENT);
    assert_int_equal(fw_traffic_remove_obstacle(traffic, 1), FW_BAD_VALUE);
    assert_int_equal(fw_traffic_place(NULL, 1, at), FW_NULL_ARGUMENT);
    assert_int_equal(fw_traffic_place(traffic, 3, at), FW_UNKNOWN_UNIT);
    assert_int_equal(fw_traffic_place(traffic, 1, (fw_pose){ INFINITY, 0, 0 }), FW_NOT_FINITE);
    assert_int_equal(fw_traffic_place(traffic, 1, (fw_pose){ -1, 0, 0 }), FW_OUT_OF_BOUNDS);
    assert_int_equal(fw_traffic_place(traffic, 1, (fw_pose){ 8.5, 5, 0 }), FW_START_BLOCKED);
    assert_int_equal(fw_traffic_place(traffic, 1, (fw_pose){ 40, 39.8, 0 }), FW_START_BLOCKED);
    assert_int_equal(fw_traffic_place(traffic, 1, (fw_pose){ 5.1, 5, 0 }),
                     FW_OK); // it was in its own way only
    for (uint32_t id = 1; id <= 4096; id++)
        assert_int_equal(fw_traffic_set_obstacle(traffic, id, at, 0, 0, 1), FW_OK);
    assert_int_equal(fw_traffic_set_obstacle(traffic, 9999, at, 0, 0, 1), FW_TOO_MANY);
}

/// Heroes, orders and jumps.
static void move_heroes(troop *troop, random_source *random)
{
    const uint32_t action = random_below(random, 10);
    const double x = random_within(random, 1, 30), y = random_within(random, 1, 30);
    const hero at = { x, y, random_within(random, -2, 2), action % 2 ? 0 : 1.5, 0.6 };
    if (action < 2)
        set(troop, 1 + action, &at);
    else if (action == 2)
        fw_traffic_remove_obstacle(troop->traffic, 1);
    else if (action == 3)
        fw_traffic_place(troop->traffic, 1 + random_below(random, TROOP_REPEATERS), (fw_pose){ x, y, 0 });
    else if (action < 7)
        troop_order(troop, 1 + random_below(random, TROOP_REPEATERS), x, y);
}

TROOP_TEST(obstacles_do_not_depend_on_saves_or_steps)
{
    troop_assert_repeats(*state, 41, 300, move_heroes);
}

/// A unit that cannot get to its goal has its place where it stands. Once it is placed where it can get there, the old
/// place is free.
TROOP_TEST(who_is_placed_elsewhere_leaves_no_place_behind)
{
    troop *troop = *state;
    troop_build(troop, 32, 0, 1, SIDE, FW_BLOCKED);
    troop_add(troop, 1, 10, 10);
    troop_order(troop, 1, 50, 10);
    troop_step_for(troop, 2);
    const fw_pose left = troop_state(troop, 1).pose;
    assert_int_equal(troop_state(troop, 1).activity, FW_AGENT_BLOCKED);
    assert_int_equal(fw_traffic_place(troop->traffic, 1, (fw_pose){ 40, 10, 0 }), FW_OK);
    troop->jumps = true;
    troop_add(troop, 2, 20, 20);
    troop_order(troop, 2, left.x, left.y);
    troop_step_until_rest(troop, 30);
    assert_true(troop_state(troop, 2).from_goal <= FW_TRAFFIC_ARRIVED);
    assert_true(troop_state(troop, 1).from_goal <= FW_TRAFFIC_ARRIVED);
}

/// Memory ends at each allocation in turn: nothing has changed then.
TROOP_TEST(obstacles_without_memory_change_nothing)
{
    troop *troop = *state;
    for (int which = 0; which < 2; which++) {
        bool was_enough = false;
        for (uint64_t left = 0; !was_enough; left++) {
            troop_begin_anew(troop);
            troop_add(troop, 1, 20, 20);
            troop_order(troop, 1, 40, 40);
            troop_step_for(troop, 1);
            const fw_pose before = troop_state(troop, 1).pose, at = { 30, 20, 0 };
            troop->ration.left = left;
            const fw_result result = which == 0 ? fw_traffic_set_obstacle(troop->traffic, 1, at, 0, 0, 1)
                                                : fw_traffic_place(troop->traffic, 1, at);
            troop->ration.left = UNRATIONED;
            was_enough = result == FW_OK;
            assert_true(was_enough || result == FW_NO_MEMORY);
            assert_true(was_enough || troop_state(troop, 1).pose.x == before.x);
            troop->jumps = true;
            troop_step_until_rest(troop, 40);
            assert_int_equal(troop_state(troop, 1).activity, FW_AGENT_ARRIVED);
        }
    }
}
