// Units that share a goal: each gets a place of its own near it, and rests there.
#include <math.h>

#include "base/random.h"
#include "common/rounds.h"
#include "common/troop.h"
#include "common/unit.h"
#include "fairway/fairway.h"
#include "traffic/inside.h"

static const double radius = 0.4, top = 3;

/// Adds units with ids from 1 on, in rows near a corner of the map.
static void add_block(troop *troop, int32_t count)
{
    for (int32_t i = 0; i < count; i++)
        troop_add(troop, (fw_agent_id)i + 1, 3.5 + i % 20 * 1.2, 3.5 + i / 20 * 1.2);
}

static const fw_agent_state *states_of(const troop *troop, int32_t *count)
{
    return fw_traffic_states(troop->traffic, count);
}

static bool is_one_blocked(const troop *troop)
{
    int32_t count = 0;
    const fw_agent_state *states = states_of(troop, &count);
    for (int32_t i = 0; i < count; i++)
        if (states[i].activity == FW_AGENT_BLOCKED)
            return true;
    return false;
}

/// Steps until all units with orders have arrived, none of which is blocked on the way.
static void expect_arrivals(troop *troop, double within)
{
    double time = 0;
    for (int tick = 0; time < within && !(tick > 0 && troop_is_at_rest(troop)); tick++, time += troop->tick) {
        troop_step(troop);
        assert_false(is_one_blocked(troop));
    }
    assert_true(troop_is_at_rest(troop));
}

static double driven_by(const troop *troop, int32_t count)
{
    double sum = 0;
    for (int32_t i = 0; i < count; i++)
        sum += states_of(troop, NULL)[i].driven;
    return sum;
}

static void expect_rest(troop *troop)
{
    int32_t count = fw_traffic_count(troop->traffic);
    const double before = driven_by(troop, count);
    troop_step_for(troop, 30);
    assert_true(driven_by(troop, count) == before && troop_is_at_rest(troop));
}

/// Time of the farthest unit alone, and what each unit may add.
static double time_for(const troop *troop, double x, double y)
{
    int32_t count = 0;
    const fw_agent_state *states = states_of(troop, &count);
    double farthest = 0;
    for (int32_t i = 0; i < count; i++)
        farthest = fmax(farthest, hypot(states[i].pose.x - x, states[i].pose.y - y));
    return farthest / top + top / 6 + 10 + 0.2 * count;
}

/// Orders all units to a point: they arrive in time and rest.
///
/// @return the farthest distance from the point
static double gather_at(troop *troop, double x, double y)
{
    int32_t count = 0;
    const double within = time_for(troop, x, y);
    const fw_agent_state *states = states_of(troop, &count);
    for (int32_t i = count - 1; i >= 0; i--)
        troop_order(troop, states[i].id, x, y);
    expect_arrivals(troop, within);
    expect_rest(troop);
    double most = 0;
    states = states_of(troop, &count);
    for (int32_t i = 0; i < count; i++) {
        const double away = hypot(states[i].pose.x - x, states[i].pose.y - y);
        assert_true(fabs(away - states[i].from_goal) < 1e-12);
        most = fmax(most, away);
    }
    return most;
}

static const int32_t counts[] = { 2, 5, 11, 22, 44, 200 };

TROOP_TEST(units_with_one_goal_rest_in_a_small_circle_around_it)
{
    troop *troop = *state;
    for (size_t i = 0; i < sizeof counts / sizeof *counts && (i < 4 || !is_sanitized()); i++) {
        troop_begin_anew(troop);
        add_block(troop, counts[i]);
        assert_true(gather_at(troop, 45, 45) <= 1.3 * radius * sqrt(counts[i]));
    }
}

TROOP_TEST(units_with_one_goal_beside_a_wall_rest)
{
    troop *troop = *state;
    troop_build(troop, 0, 46, TROOP_SIDE, 2, FW_BLOCKED);
    for (size_t i = 0; i < sizeof counts / sizeof *counts && (i < 4 || !is_sanitized()); i++) {
        troop_begin_anew(troop);
        add_block(troop, counts[i]);
        assert_true(gather_at(troop, 45, 45.5) <= 2.2 * radius * sqrt(counts[i]));
    }
}

/// Adds units in a square, 2.4 radii from each other.
static void add_square(troop *troop, int32_t count, double west, double north)
{
    const int32_t side = (int32_t)ceil(sqrt(count));
    for (int32_t i = 0; i < count; i++)
        troop_add(troop, (fw_agent_id)i + 1, west + i % side * 2.4 * radius, north + i / side * 2.4 * radius);
}

TROOP_TEST(a_dense_crowd_rests_in_a_circle_around_a_point_far_away)
{
    troop *troop = *state;
    for (int32_t count = 44; count <= 200 && !is_sanitized(); count += 156) {
        troop_begin_anew(troop);
        add_square(troop, count, 3.5, 3.5);
        assert_true(gather_at(troop, 45, 45) <= 1.3 * radius * sqrt(count));
    }
}

TROOP_TEST(a_dense_crowd_around_its_point_moves_up)
{
    troop *troop = *state;
    for (int32_t count = 11; count <= 44 && !is_sanitized(); count *= 2) {
        troop_begin_anew(troop);
        add_square(troop, count, 32 - 1.2 * radius * sqrt(count), 32 - 1.2 * radius * sqrt(count));
        assert_true(gather_at(troop, 32, 32) <= 1.3 * radius * sqrt(count));
    }
}

/// The order would pack them as they stand already.
TROOP_TEST(a_crowd_that_stands_as_densely_as_it_may_around_its_point_does_not_move)
{
    troop *troop = *state;
    fw_agent_id count = 0;
    for (int32_t row = -8; row <= 8; row++)
        for (int32_t column = -8; column <= 8; column++) {
            const double x = 0.82 * column + 0.41 * (row & 1), y = 0.72 * row;
            if (hypot(x, y) < 6)
                troop_add(troop, ++count, TROOP_SIDE / 2.0 + x, TROOP_SIDE / 2.0 + y);
        }
    for (fw_agent_id id = 1; id <= count; id++)
        troop_order(troop, id, TROOP_SIDE / 2.0, TROOP_SIDE / 2.0);
    expect_arrivals(troop, 1);
    assert_true(count > 150 && driven_by(troop, (int32_t)count) == 0);
}

TROOP_TEST(units_from_all_sides_rest_around_their_goal)
{
    troop *troop = *state;
    random_source random = { 7 };
    for (int32_t count = 3; count < 40; count += 9) {
        troop_begin_anew(troop);
        for (int32_t i = 0; i < count; i++) {
            const double angle = 6.283 * (i + 0.3 * random_unit(&random)) / count;
            troop_add(troop, (fw_agent_id)i + 1, 32 + 25 * cos(angle), 32 + 25 * sin(angle));
        }
        assert_true(gather_at(troop, 32, 32) <= 1.3 * radius * sqrt(count));
    }
}

/// Rooms of 20 x 20, and a passage of width 1 and length 20 that ends in a wall.
TROOP_TEST(units_with_a_goal_at_the_end_of_a_dead_end_line_up_there)
{
    troop *troop = *state;
    troop_build(troop, 0, 0, TROOP_SIDE, TROOP_SIDE, FW_BLOCKED);
    troop_build(troop, 2, 2, 20, 20, FW_GROUND);
    troop_build(troop, 22, 10, 20, 1, FW_GROUND);
    for (int32_t count = 3; count <= 9; count += 3) {
        troop_begin_anew(troop);
        for (int32_t i = 0; i < count; i++)
            troop_add(troop, (fw_agent_id)i + 1, 4 + i * 5 % 17, 4 + i * 7 % 16);
        assert_true(gather_at(troop, 41.5, 10.5) < 1.25 * count);
    }
}

/// Root of the sum of the squares of all radii.
static double size_of_all(const troop *troop)
{
    int32_t count = 0;
    const fw_agent_state *states = states_of(troop, &count);
    double sum = 0;
    for (int32_t i = 0; i < count; i++)
        sum += troop->members[states[i].id].radius * troop->members[states[i].id].radius;
    return sqrt(sum);
}

/// Adds units of several radii at random places.
static void scatter(troop *troop, const fw_unit_id *kinds, const double *radii, int32_t count,
                    random_source *random)
{
    for (fw_agent_id id = 1; id <= (fw_agent_id)count;) {
        const uint32_t kind = random_below(random, 4);
        const double x = 3 + 58 * random_unit(random), y = 3 + 58 * random_unit(random);
        bool is_free = true;
        for (fw_agent_id other = 1; other < id; other++) {
            const fw_pose at = states_of(troop, NULL)[other - 1].pose;
            is_free = is_free && hypot(at.x - x, at.y - y) > radii[kind] + troop->members[other].radius + 0.1;
        }
        if (is_free)
            troop_add_of(troop, id++, kinds[kind], radii[kind], x, y);
    }
}

/// Pairs rest in a small circle, more units in a wider one: some are closed out by others that came first.
TROOP_TEST(units_of_mixed_radii_rest_in_a_small_circle)
{
    troop *troop = *state;
    const double radii[] = { 0.4, 0.3, 0.6, 0.8 };
    const int32_t most[] = { 2, 5, 11, 22, 44 };
    random_source random = { 17 };
    fw_unit_id kinds[4];
    for (int i = 0; i < 4; i++)
        kinds[i] = troop_add_kind(troop, radii[i], 0);
    for (int i = 0; i < 10; i++) {
        const int32_t count = most[i % (is_sanitized() ? 3 : 5)];
        troop_begin_anew(troop);
        scatter(troop, kinds, radii, count, &random);
        const double limit = count == 2 ? 1 : 1.55;
        assert_true(gather_at(troop, 40, 30) <= limit * size_of_all(troop));
    }
}

TROOP_TEST(orders_that_cannot_be_carried_out_end)
{
    troop *troop = *state;
    fw_agent_id ids[6];
    troop_build(troop, 44, 44, 6, 6, FW_BLOCKED);
    troop_begin_anew(troop);
    add_block(troop, 6);
    for (fw_agent_id id = 1; id <= 6; id++) {
        ids[id - 1] = id;
        assert_int_equal(fw_traffic_order(troop->traffic, id, 70, 30), FW_OUT_OF_BOUNDS);
        troop_order(troop, id, 47, 47);
    }
    troop_step_for(troop, 30);
    for (int i = 0; i < 6; i++)
        assert_int_equal(states_of(troop, NULL)[i].activity, FW_AGENT_BLOCKED);
    assert_int_equal(fw_traffic_order_near(troop->traffic, ids, 6, 47, 47), FW_OK);
    expect_arrivals(troop, 40);
    expect_rest(troop);
}

TROOP_TEST(units_rest_beside_one_that_holds_their_point)
{
    troop *troop = *state;
    add_block(troop, 12);
    troop_add(troop, 20, 45, 45);
    assert_int_equal(fw_traffic_hold(troop->traffic, 20, true), FW_OK);
    for (fw_agent_id id = 1; id <= 12; id++)
        troop_order(troop, id, 45, 45);
    expect_arrivals(troop, 35);
    expect_rest(troop);
    assert_true(states_of(troop, NULL)[12].driven == 0);
}

/// Orders at each tick, a unit that is removed, one that is added, and then the same point again.
TROOP_TEST(a_gathering_ends_whatever_happens_on_the_way)
{
    troop *troop = *state;
    add_block(troop, 30);
    for (int tick = 0; tick < 100; tick++) {
        for (fw_agent_id id = 1; id <= 30; id++)
            troop_order(troop, id, 45, 45);
        troop_step_for(troop, 0.05);
    }
    assert_int_equal(fw_traffic_remove(troop->traffic, 7), FW_OK);
    troop_add(troop, 31, 60, 60);
    troop_order(troop, 31, 45, 45);
    expect_arrivals(troop, 35);
    expect_rest(troop);
    for (int again = 0; again < 2; again++)
        assert_true(gather_at(troop, again ? 20 : 45, 45) <= 1.3 * radius * sqrt(30));
}

TROOP_TEST(units_with_goals_two_radii_apart_touch_at_their_goals)
{
    troop *troop = *state;
    for (int32_t count = 2; count <= 9; count++) {
        troop_begin_anew(troop);
        add_block(troop, count);
        for (int32_t i = 0; i < count; i++)
            troop_order(troop, (fw_agent_id)i + 1, 45 + i % 3 * 2 * radius, 45 + i / 3 * 2 * radius);
        expect_arrivals(troop, 45);
        expect_rest(troop);
        for (int32_t i = 0; i < count; i++)
            assert_true(states_of(troop, NULL)[i].from_goal <= FW_TRAFFIC_ARRIVED);
    }
}

/// Seconds until the units of a square block have arrived whose goals are so many radii apart.
static double time_to_fill_block(troop *troop, int32_t side, double gap)
{
    double time = 0;
    troop_begin_anew(troop);
    add_block(troop, side * side);
    for (int32_t i = 0; i < side * side; i++)
        troop_order(troop, (fw_agent_id)i + 1, 44 + i % side * gap * radius, 44 + i / side * gap * radius);
    for (; time < 120 && !(time > 0 && troop_is_at_rest(troop)); time += 0.05)
        troop_step_for(troop, 0.05);
    for (int32_t i = 0; i < side * side; i++)
        assert_true(states_of(troop, NULL)[i].from_goal <= FW_TRAFFIC_ARRIVED);
    return time;
}

TROOP_TEST(a_block_of_goals_that_touch_fills_as_fast_as_one_with_room)
{
    troop *troop = *state;
    for (int32_t side = 4; side <= 6 && !is_sanitized(); side++)
        assert_true(time_to_fill_block(troop, side, 2) < 1.3 * time_to_fill_block(troop, side, 2.1) + 5);
}

TROOP_TEST(units_with_goals_that_overlap_rest_side_by_side)
{
    troop *troop = *state;
    random_source random = { 3 };
    add_block(troop, 22);
    for (fw_agent_id id = 1; id <= 22; id++)
        troop_order(troop, id, 44 + 2 * random_unit(&random), 44 + 2 * random_unit(&random));
    expect_arrivals(troop, 45);
    expect_rest(troop);
}

TROOP_TEST(who_comes_later_does_not_push_those_who_rest)
{
    troop *troop = *state;
    const int32_t first[] = { 1, 5, 20 }, later[] = { 1, 5, 10 };
    for (int i = 0; i < 9; i++) {
        const int32_t count = first[i / 3], all = count + later[i % 3];
        troop_begin_anew(troop);
        add_block(troop, all);
        for (int32_t id = 1; id <= count; id++)
            troop_order(troop, (fw_agent_id)id, 45, 45);
        expect_arrivals(troop, 60);
        const double before = driven_by(troop, count);
        for (int32_t id = count + 1; id <= all; id++)
            troop_order(troop, (fw_agent_id)id, 45, 45);
        expect_arrivals(troop, 60);
        assert_true(driven_by(troop, count) == before);
        expect_rest(troop);
    }
}

/// A unit that was never ordered stands at the goal. When it is removed, the next unit that comes takes the goal.
TROOP_TEST(a_unit_that_is_ordered_onto_one_that_stands_rests_beside_it)
{
    troop *troop = *state;
    troop_add(troop, 1, 45, 45);
    troop_add(troop, 2, 20, 45);
    troop_add(troop, 3, 10, 20);
    troop_order(troop, 2, 45, 45.1);
    expect_arrivals(troop, 30);
    const fw_agent_state *states = states_of(troop, NULL);
    assert_true(states[0].driven == 0 && states[0].from_goal == 0);
    assert_true(states[1].from_goal > 2 * radius - 0.2 && states[1].from_goal < 3 * radius);
    troop_order(troop, 3, 45, 45.1);
    troop_step_for(troop, 3);
    assert_int_equal(fw_traffic_remove(troop->traffic, 1), FW_OK);
    assert_int_equal(fw_traffic_remove(troop->traffic, 2), FW_OK);
    expect_arrivals(troop, 30);
    assert_true(states_of(troop, NULL)[0].from_goal <= FW_TRAFFIC_ARRIVED);
}

/// Units are ordered to the goal of one that cannot get there, and to where this one stands. When the wall is open, the
/// goal is taken.
TROOP_TEST(a_unit_that_cannot_get_to_its_goal_takes_the_place_where_it_stands_and_no_other)
{
    troop *troop = *state;
    troop_build(troop, 45, 45, 12, 12, FW_BLOCKED);
    troop_build(troop, 46, 46, 10, 10, FW_GROUND);
    troop_add(troop, 1, 30, 30);
    troop_add(troop, 2, 48, 48);
    troop_add(troop, 3, 10, 30);
    troop_order(troop, 1, 52, 52);
    troop_step_for(troop, 20);
    const fw_agent_state first = states_of(troop, NULL)[0];
    assert_int_equal(first.activity, FW_AGENT_BLOCKED);
    troop_order(troop, 2, 52, 52);
    troop_order(troop, 3, first.pose.x, first.pose.y);
    troop_step_for(troop, 30);
    const fw_agent_state *states = states_of(troop, NULL);
    assert_true(states[0].activity == FW_AGENT_BLOCKED && states[0].driven == first.driven);
    assert_true(states[1].activity == FW_AGENT_ARRIVED && states[1].from_goal <= FW_TRAFFIC_ARRIVED);
    assert_true(states[2].activity == FW_AGENT_ARRIVED && states[2].from_goal >= 2 * radius);
    troop_build(troop, 45, 50, 1, 4, FW_GROUND);
    troop_step_for(troop, 40);
    states = states_of(troop, NULL);
    assert_true(states[0].activity == FW_AGENT_ARRIVED && states[0].from_goal >= 2 * radius);
    assert_true(states[1].from_goal <= FW_TRAFFIC_ARRIVED);
}

TROOP_TEST(a_unit_whose_place_is_built_over_gets_another_one)
{
    troop *troop = *state;
    troop_add(troop, 1, 45.5, 45.5);
    troop_add(troop, 2, 20, 45.5);
    troop_order(troop, 2, 45.5, 45.5);
    troop_step_for(troop, 2);
    const agent *unit = &troop->traffic->agents[1];
    const int32_t x = (int32_t)unit->order.place_x, y = (int32_t)unit->order.place_y;
    assert_true(x != 45 || y != 45);
    troop_build(troop, x, y, 1, 1, FW_BLOCKED);
    expect_arrivals(troop, 30);
    const fw_agent_state *states = states_of(troop, NULL);
    assert_true(states[1].activity == FW_AGENT_ARRIVED && states[1].from_goal < 5 * radius);
    assert_true((int32_t)states[1].pose.x != x || (int32_t)states[1].pose.y != y);
}

/// How a gathering goes.
typedef struct course_of_events {
    bool backwards; ///< units are added and ordered in the opposite order
    int parts;      ///< steps to a tick
    double save_at; ///< seconds; 0: never
} course_of_events;

/// Twelve units go to a point, and six others later.
static uint64_t hash_of(troop *troop, const course_of_events *course)
{
    uint64_t hash = UINT64_C(0xcbf29ce484222325);
    troop_begin_anew(troop);
    for (int32_t i = 0; i < 18; i++) {
        const int32_t at = course->backwards ? 17 - i : i;
        troop_add(troop, (fw_agent_id)at + 1, 5 + at % 6 * 3, 5 + at / 6 * 4);
    }
    for (int tick = 0; tick < 600; tick++) {
        for (int32_t i = 0; i < 18; i++) {
            const int32_t at = course->backwards ? 17 - i : i;
            if (tick == (at < 12 ? 0 : 200))
                troop_order(troop, (fw_agent_id)at + 1, 30, 28);
        }
        for (int part = 0; part < course->parts; part++)
            assert_int_equal(fw_traffic_step(troop->traffic, 0.05 / course->parts, part == 0 ? 5000 : 0),
                             FW_OK);
        if (course->save_at > 0 && tick == (int)(course->save_at / 0.05))
            troop_save_and_restore(troop);
        hash = troop_hash(troop, hash);
    }
    assert_true(troop_is_at_rest(troop));
    return hash;
}

TROOP_TEST(a_gathering_does_not_depend_on_the_order_of_units_on_steps_or_on_saves)
{
    troop *troop = *state;
    const uint64_t hash = hash_of(troop, &(course_of_events){ .parts = 1 });
    assert_true(hash_of(troop, &(course_of_events){ .parts = 1, .backwards = true }) == hash);
    assert_true(hash_of(troop, &(course_of_events){ .parts = 8 }) == hash);
    for (int i = 0; i < 6; i++)
        assert_true(hash_of(troop, &(course_of_events){ .parts = 1, .save_at = 0.01 + 2.3 * i }) == hash);
}

/// Memory ends at each allocation in turn, and comes back: all arrive nevertheless.
TROOP_TEST(a_gathering_goes_on_after_memory_was_missing)
{
    troop *troop = *state;
    bool was_enough = false;
    for (uint64_t left = 0; !was_enough; left++) {
        troop_begin_anew(troop);
        add_block(troop, 12);
        for (fw_agent_id id = 1; id <= 12; id++)
            troop_order(troop, id, 20, 20);
        troop->ration.left = left;
        const fw_result result = fw_traffic_step(troop->traffic, 0.05, 5000);
        assert_true(result == FW_OK || result == FW_NO_MEMORY);
        was_enough = result == FW_OK;
        troop->ration.left = UNRATIONED;
        if (left % 3 == 0 || was_enough)
            expect_arrivals(troop, 30);
    }
}

TROOP_TEST(an_index_of_points_finds_what_a_list_finds)
{
    enum { SLOTS = 200 };
    troop *troop = *state;
    memory *memory = &troop->traffic->memory;
    random_source random = { 11 };
    point_index index = { 0 };
    double x[SLOTS], y[SLOTS];
    bool is_there[SLOTS] = { false };
    uint32_t found[SLOTS + 1];
    for (int round = 0; round < 3000; round++) {
        const uint32_t slot = random_below(&random, SLOTS);
        assert_int_equal(points_reserve(memory, &index, slot + 1), FW_OK);
        is_there[slot] = random_below(&random, 3) > 0;
        x[slot] = random_below(&random, 40) * 0.5;
        y[slot] = random_below(&random, 40) * 0.5;
        if (is_there[slot])
            points_enter(&index, slot, x[slot], y[slot]);
        else
            points_leave(&index, slot);
        const double left = random_below(&random, 40) * 0.5, high = random_below(&random, 40) * 0.5;
        const fw_box box = { left, high, left + random_below(&random, 20) * 0.5,
                             high + random_below(&random, 20) * 0.5 };
        int32_t expected = 0;
        for (int i = 0; i < SLOTS; i++)
            expected += is_there[i] && x[i] >= box.min_x && x[i] <= box.max_x && y[i] >= box.min_y &&
                        y[i] <= box.max_y;
        const int32_t count = points_in(&index, &box, found);
        assert_int_equal(count, expected);
        for (int32_t i = 0; i < count; i++)
            assert_true(is_there[found[i]] && x[found[i]] >= box.min_x && x[found[i]] <= box.max_x);
    }
    points_free(memory, &index);
}
