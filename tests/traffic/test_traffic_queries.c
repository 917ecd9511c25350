// Questions about a traffic, compared with what all states tell.
#include <math.h>

#include "base/random.h"
#include "common/rounds.h"
#include "common/troop.h"
#include "common/unit.h"

enum { SIDE = TROOP_SIDE, COUNT = 120 };

/// Units that are under way, of three sizes and four sides.
static void add_crowd(troop *troop, random_source *random)
{
    const double radii[] = { 0.3, 0.4, 0.9 };
    fw_unit_id kinds[3];
    for (int i = 0; i < 3; i++)
        kinds[i] = troop_add_kind(troop, radii[i], 0);
    for (fw_agent_id id = 1; id <= COUNT; id++) {
        troop_add_of(troop, id, kinds[id % 3], radii[id % 3], 4 + id % 12 * 5, 4 + id / 12 * 5.0);
        assert_int_equal(fw_traffic_set_sides(troop->traffic, id, 1U << random_below(random, 4)), FW_OK);
        troop_order_at_random(troop, id, random, 2, 62);
    }
}

/// Compares ids with those of all units whose bodies a test holds to overlap an area.
static void expect_ids(const troop *troop, const fw_agent_id *ids, int32_t count, double x, double y,
                       double half_x, double half_y, double radius)
{
    int32_t expected = 0;
    for (fw_agent_id id = 1; id <= COUNT; id++) {
        const fw_pose at = troop_state(troop, id).pose;
        const double dx = fmax(fabs(at.x - x) - half_x, 0), dy = fmax(fabs(at.y - y) - half_y, 0);
        if (hypot(dx, dy) >= radius + troop->members[id].radius)
            continue;
        assert_true(expected < count && ids[expected] == id);
        expected++;
    }
    assert_int_equal(count, expected);
}

TROOP_TEST(units_in_circles_and_boxes_are_those_of_a_list)
{
    troop *troop = *state;
    random_source random = { 7 };
    fw_agent_id ids[COUNT];
    add_crowd(troop, &random);
    for (int round = 0; round < rounds(200); round++) {
        const double x = random_within(&random, -4, SIDE + 4), y = random_within(&random, -4, SIDE + 4),
                     radius = random_within(&random, 0, 12), half = random_within(&random, 0, 12);
        int32_t count = 0, again = 0;
        if (round % 4 == 0)
            troop_step(troop);
        assert_int_equal(fw_traffic_in_circle(troop->traffic, x, y, radius, ids, COUNT, &count), FW_OK);
        expect_ids(troop, ids, count, x, y, 0, 0, radius);
        assert_int_equal(fw_traffic_in_circle(troop->traffic, x, y, radius, NULL, 0, &again),
                         count > 0 ? FW_BUFFER_TOO_SMALL : FW_OK);
        assert_int_equal(again, count);
        assert_int_equal(
            fw_traffic_in_box(troop->traffic, x - half, y - radius, x + half, y + radius, ids, COUNT, &count),
            FW_OK);
        expect_ids(troop, ids, count, x, y, half, radius, 0);
    }
}

TROOP_TEST(the_nearest_unit_of_a_side_is_that_of_a_list)
{
    troop *troop = *state;
    random_source random = { 9 };
    add_crowd(troop, &random);
    uint32_t sides[COUNT + 1];
    for (fw_agent_id id = 1; id <= COUNT; id++) {
        sides[id] = random_below(&random, 16);
        assert_int_equal(fw_traffic_set_sides(troop->traffic, id, sides[id]), FW_OK);
    }
    for (int round = 0; round < rounds(200); round++) {
        const double x = random_within(&random, -9, SIDE + 9), y = random_within(&random, -9, SIDE + 9),
                     most = round % 3 ? random_within(&random, 0, 30) : INFINITY;
        const uint32_t wanted = random_below(&random, 16);
        const fw_agent_id except = random_below(&random, COUNT);
        fw_agent_id best = 0, found = 0;
        double least = INFINITY, distance = 0;
        if (round % 4 == 0)
            troop_step(troop);
        for (fw_agent_id id = 1; id <= COUNT; id++) {
            const fw_pose at = troop_state(troop, id).pose;
            const double away = hypot(at.x - x, at.y - y);
            if ((sides[id] & wanted) && id != except && away <= most && away < least) {
                least = away;
                best = id;
            }
        }
        const fw_result result =
            fw_traffic_nearest(troop->traffic, x, y, wanted, except, most, &found, &distance);
        assert_int_equal(result, best ? FW_OK : FW_NOT_FOUND);
        assert_int_equal(found, best);
        assert_true(!best || fabs(distance - least) < 1e-9);
    }
}

/// A way round a wall has its corners, and each is ahead; at the goal there are none.
TROOP_TEST(the_corners_ahead_lead_to_the_goal)
{
    troop *troop = *state;
    fw_pose corners[64];
    int32_t count = 0;
    troop_build(troop, 30, 0, 2, 50, FW_BLOCKED);
    troop_add(troop, 1, 20, 10);
    troop_order(troop, 1, 50, 10);
    troop_step_for(troop, 0.5);
    assert_int_equal(fw_traffic_get_corners(troop->traffic, 1, corners, 64, &count), FW_OK);
    assert_true(count >= 2 && corners[count - 1].x == 50 && corners[count - 1].y == 10);
    double length = 0;
    fw_pose from = troop_state(troop, 1).pose;
    for (int32_t i = 0; i < count; i++) {
        length += hypot(corners[i].x - from.x, corners[i].y - from.y);
        from = corners[i];
    }
    assert_true(length > 90 && length < 96);
    assert_int_equal(fw_traffic_get_corners(troop->traffic, 1, corners, 1, &count), FW_BUFFER_TOO_SMALL);
    troop_step_until_rest(troop, 60);
    assert_int_equal(fw_traffic_get_corners(troop->traffic, 1, corners, 64, &count), FW_OK);
    assert_int_equal(count, 0);
}

/// A dead end of width 1, in which one unit holds and another one waits for it.
TROOP_TEST(a_wait_is_counted_from_its_beginning)
{
    troop *troop = *state;
    double seconds = 0;
    fw_agent_id other = 0;
    troop_build(troop, 0, 0, SIDE, SIDE, FW_BLOCKED);
    troop_build(troop, 5, 5, 30, 1, FW_GROUND);
    troop_add(troop, 1, 20.5, 5.5);
    troop_add(troop, 2, 8.5, 5.5);
    assert_int_equal(fw_traffic_hold(troop->traffic, 1, true), FW_OK);
    troop_order(troop, 2, 30.5, 5.5);
    double began = -1;
    for (int tick = 0; tick < 300; tick++) {
        troop_step(troop);
        const bool waits = troop_state(troop, 2).activity == FW_AGENT_WAITS;
        began = waits && began < 0
                    ? floor(fw_traffic_time(troop->traffic) / FW_TRAFFIC_KNOT) * FW_TRAFFIC_KNOT
                    : began;
        assert_int_equal(fw_traffic_get_wait(troop->traffic, 2, &seconds, &other), FW_OK);
        assert_true(waits ? fabs(seconds - (fw_traffic_time(troop->traffic) - began)) < 0.051 : seconds == 0);
        assert_int_equal(other, waits ? troop_state(troop, 2).other : 0);
    }
    fw_wait_cause cause;
    assert_int_equal(fw_traffic_get_cause(troop->traffic, 2, &cause, &other), FW_OK);
    assert_true(cause == FW_CAUSE_UNIT && other == 1);
    assert_int_equal(fw_traffic_get_cause(troop->traffic, 1, &cause, &other), FW_OK);
    assert_true(cause == FW_CAUSE_NONE && other == 0);
    assert_int_equal(fw_traffic_get_wait(troop->traffic, 2, &seconds, &other), FW_OK);
    assert_true(seconds > 5 && other == 1);
    troop_save_and_restore(troop);
    assert_int_equal(fw_traffic_get_wait(troop->traffic, 2, &seconds, &other), FW_OK);
    assert_true(seconds > 5 && other == 1);
    assert_int_equal(fw_traffic_get_wait(troop->traffic, 1, &seconds, &other), FW_OK);
    assert_true(seconds == 0 && other == 0);
}

static uint64_t hash_of_course(troop *troop, int change, bool saves)
{
    random_source random = { 13 };
    troop_begin_anew(troop);
    for (int32_t i = 1; i <= 20; i++) {
        const fw_agent_id id = (fw_agent_id)(change == 1 ? 21 - i : i);
        troop_add(troop, id, 5 + id % 5 * 3, 5 + id / 5 * 3.0);
    }
    for (fw_agent_id id = 1; id <= 20; id++)
        troop_order_at_random(troop, id, &random, 5, 40);
    troop_step_for(troop, 3);
    if (saves)
        troop_save_and_restore(troop);
    troop_step_for(troop, 3);
    if (change == 2)
        troop_order(troop, 7, 20, 20);
    if (change == 3)
        troop_step(troop);
    return fw_traffic_hash(troop->traffic);
}

/// The hash is that of the state: not of the order of units, nor of saves. It changes with an order and with time. That
/// of two units that stand is the same on all platforms.
TROOP_TEST(a_hash_tells_states_apart)
{
    troop *troop = *state;
    const uint64_t hash = hash_of_course(troop, 0, false);
    assert_true(hash_of_course(troop, 1, false) == hash);
    assert_true(hash_of_course(troop, 0, true) == hash);
    assert_true(hash_of_course(troop, 2, false) != hash);
    assert_true(hash_of_course(troop, 3, false) != hash);
    troop_begin_anew(troop);
    troop_add(troop, 1, 5.25, 5);
    troop_add(troop, 2, 8.5, 5);
    const uint64_t standing = fw_traffic_hash(troop->traffic);
    if (standing != UINT64_C(0xac1453299ad9a8c0))
        fail_msg("%llx", (unsigned long long)standing);
}

TROOP_TEST(a_unit_keeps_its_number)
{
    troop *troop = *state;
    troop_add(troop, 1, 5, 5);
    assert_true(fw_traffic_get_user(troop->traffic, 1) == 0);
    assert_int_equal(fw_traffic_set_user(troop->traffic, 1, UINT64_MAX - 5), FW_OK);
    troop_save_and_restore(troop);
    assert_true(fw_traffic_get_user(troop->traffic, 1) == UINT64_MAX - 5);
    assert_int_equal(fw_traffic_remove(troop->traffic, 1), FW_OK);
    troop_add(troop, 2, 5, 5);
    assert_true(fw_traffic_get_user(troop->traffic, 2) == 0 && fw_traffic_get_user(troop->traffic, 1) == 0);
}

TROOP_TEST(wrong_arguments_are_refused)
{
    troop *troop = *state;
    fw_traffic *traffic = troop->traffic;
    int32_t count = 0;
    fw_agent_id id = 0;
    double seconds = 0;
    fw_pose corner;
    troop_add(troop, 1, 5, 5);
    assert_int_equal(fw_traffic_in_circle(NULL, 1, 1, 1, &id, 1, &count), FW_NULL_ARGUMENT);
    assert_int_equal(fw_traffic_in_circle(traffic, 1, 1, 1, NULL, 1, &count), FW_NULL_ARGUMENT);
    assert_int_equal(fw_traffic_in_circle(traffic, NAN, 1, 1, &id, 1, &count), FW_NOT_FINITE);
    assert_int_equal(fw_traffic_in_circle(traffic, 1, 1, -1, &id, 1, &count), FW_BAD_VALUE);
    assert_int_equal(fw_traffic_in_circle(traffic, 1, 1, 1, &id, -1, &count), FW_BAD_SIZE);
    assert_int_equal(fw_traffic_in_box(NULL, 1, 1, 1, 1, &id, 1, &count), FW_NULL_ARGUMENT);
    assert_int_equal(fw_traffic_in_box(traffic, 1, INFINITY, 1, 1, &id, 1, &count), FW_NOT_FINITE);
    assert_int_equal(fw_traffic_in_box(traffic, 1, 1, 0, 1, &id, 1, &count), FW_BAD_VALUE);
    assert_int_equal(fw_traffic_in_box(traffic, 1, 1, 1, 1, &id, -1, &count), FW_BAD_SIZE);
    assert_int_equal(fw_traffic_set_sides(NULL, 1, 1), FW_NULL_ARGUMENT);
    assert_int_equal(fw_traffic_set_sides(traffic, 2, 1), FW_UNKNOWN_UNIT);
    assert_int_equal(fw_traffic_nearest(NULL, 1, 1, 1, 0, 9, &id, NULL), FW_NULL_ARGUMENT);
    assert_int_equal(fw_traffic_nearest(traffic, NAN, 1, 1, 0, 9, &id, NULL), FW_NOT_FINITE);
    assert_int_equal(fw_traffic_nearest(traffic, 1, 1, 1, 0, NAN, &id, NULL), FW_BAD_VALUE);
    assert_int_equal(fw_traffic_nearest(traffic, 1, 1, 1, 0, 9, &id, NULL), FW_OK);
    assert_int_equal(id, 1);
    assert_int_equal(fw_traffic_get_corners(NULL, 1, &corner, 1, &count), FW_NULL_ARGUMENT);
    assert_int_equal(fw_traffic_get_corners(traffic, 2, &corner, 1, &count), FW_UNKNOWN_UNIT);
    assert_int_equal(fw_traffic_get_corners(traffic, 1, &corner, -1, &count), FW_BAD_SIZE);
    assert_int_equal(fw_traffic_get_wait(traffic, 1, NULL, &id), FW_NULL_ARGUMENT);
    assert_int_equal(fw_traffic_get_wait(traffic, 2, &seconds, &id), FW_UNKNOWN_UNIT);
    fw_wait_cause cause;
    assert_int_equal(fw_traffic_get_cause(traffic, 1, NULL, &id), FW_NULL_ARGUMENT);
    assert_int_equal(fw_traffic_get_cause(traffic, 2, &cause, &id), FW_UNKNOWN_UNIT);
    assert_string_equal(fw_wait_cause_text(FW_CAUSE_COUNT), "");
    assert_int_equal(fw_traffic_set_user(NULL, 1, 1), FW_NULL_ARGUMENT);
    assert_int_equal(fw_traffic_set_user(traffic, 2, 1), FW_UNKNOWN_UNIT);
    assert_true(fw_traffic_get_user(NULL, 1) == 0 && fw_traffic_hash(NULL) == 0);
}

/// Asks for the causes of all units, counts them, and compares them with what else is known of the units.
static void count_causes(const troop *troop, fw_agent_id units, int32_t *counts)
{
    const uint64_t hash = fw_traffic_hash(troop->traffic);
    for (fw_agent_id id = 1; id <= units; id++) {
        fw_wait_cause cause;
        fw_agent_id other;
        assert_int_equal(fw_traffic_get_cause(troop->traffic, id, &cause, &other), FW_OK);
        const fw_agent_state now = troop_state(troop, id);
        const bool names = cause == FW_CAUSE_UNIT || cause == FW_CAUSE_GATE || cause == FW_CAUSE_YIELDS;
        assert_true(names ? other != id && other > 0 && other <= units
                          : cause == FW_CAUSE_PLAN || other == 0);
        if (now.activity == FW_AGENT_ARRIVED)
            assert_int_equal(cause, FW_CAUSE_NONE);
        if (now.speed > 0 && now.activity == FW_AGENT_MOVES)
            assert_int_equal(cause, FW_CAUSE_NONE);
        if (now.activity == FW_AGENT_WAITS)
            assert_true(cause != FW_CAUSE_NONE);
        counts[cause]++;
    }
    assert_true(fw_traffic_hash(troop->traffic) == hash);
}

/// Two crowds that want to get past each other through a gap between two rooms.
///
/// @param[out] counts  [FW_CAUSE_COUNT] how often each cause was told
static void meet_in_gap(troop *troop, int32_t width, int32_t length, fw_agent_id a_side, int32_t *counts)
{
    troop_build(troop, 20, 0, length, 32, FW_BLOCKED);
    troop_build(troop, 20, 32 + width, length, SIDE - 32 - width, FW_BLOCKED);
    for (fw_agent_id i = 0; i < 2 * a_side; i++) {
        const bool is_right = i >= a_side;
        const double away = 3 + i % a_side / 4 * 1.5, y = 30 + i % 4 * 2.0;
        troop_add(troop, 1 + i, is_right ? 20 + length + away : 20 - away, y);
        troop_order(troop, 1 + i, is_right ? 20 - away : 20 + length + away, y);
    }
    for (int tick = 0; tick < 400; tick++) {
        troop_step(troop);
        count_causes(troop, 2 * a_side, counts);
        if (tick % 80 != 79)
            continue;
        int32_t before[FW_CAUSE_COUNT] = { 0 }, after[FW_CAUSE_COUNT] = { 0 };
        count_causes(troop, 2 * a_side, before);
        troop_save_and_restore(troop);
        count_causes(troop, 2 * a_side, after);
        assert_memory_equal(before, after, sizeof before);
    }
}

TROOP_TEST(a_unit_that_waits_before_a_passage_is_told_so)
{
    int32_t counts[FW_CAUSE_COUNT] = { 0 };
    meet_in_gap(*state, 2, 20, 20, counts);
    assert_true(counts[FW_CAUSE_PASSAGE] > 100 && counts[FW_CAUSE_UNIT] > 0 && counts[FW_CAUSE_GATE] == 0);
}

TROOP_TEST(a_unit_that_waits_before_a_gate_is_told_so)
{
    int32_t counts[FW_CAUSE_COUNT] = { 0 };
    meet_in_gap(*state, 1, 2, 3, counts); // more are a crowd, which takes turns
    assert_true(counts[FW_CAUSE_GATE] > 100 && counts[FW_CAUSE_PASSAGE] == 0);
}

TROOP_TEST(a_unit_in_a_jam_is_told_so)
{
    int32_t counts[FW_CAUSE_COUNT] = { 0 };
    meet_in_gap(*state, 1, 20, 3, counts);
    assert_true(counts[FW_CAUSE_PLAN] > 100 && counts[FW_CAUSE_UNIT] > 0);
}

TROOP_TEST(a_unit_without_a_way_is_told_so)
{
    troop *troop = *state;
    fw_wait_cause cause;
    fw_agent_id other;
    troop_build(troop, 30, 0, 2, SIDE, FW_BLOCKED);
    troop_add(troop, 1, 10, 10);
    troop_order(troop, 1, 50, 10);
    for (int i = 0; i < 10; i++)
        assert_int_equal(fw_traffic_step(troop->traffic, 1, 0), FW_OK);
    assert_int_equal(fw_traffic_get_cause(troop->traffic, 1, &cause, &other), FW_OK);
    assert_int_equal(cause, FW_CAUSE_PATH);
    troop_step_for(troop, 10);
    assert_int_equal(fw_traffic_get_cause(troop->traffic, 1, &cause, &other), FW_OK);
    assert_true(cause == FW_CAUSE_NO_WAY && other == 0);
}
