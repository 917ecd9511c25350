// What an inspection of a traffic shows, beside the motion that follows.
#include <math.h>

#include "common/marks.h"
#include "common/troop.h"
#include "common/unit.h"
#include "fairway/inspect.h"

enum { COUNT = 40, FEW = 6, MOST_BEATS = 400, MOST_MEMBERS = 8 };

static marks seen;

static void inspect(const troop *troop)
{
    assert_int_equal(fw_inspect_traffic(troop->traffic, marks_keep, marks_begin(&seen, MOST_MARKS)), FW_OK);
}

static fw_pose end_of(const fw_mark *mark)
{
    fw_pose end;
    assert_int_equal(fw_segment_pose_at(&mark->line, mark->line.length, &end), FW_OK);
    return end;
}

static double apart(fw_pose a, fw_pose b)
{
    return hypot(a.x - b.x, a.y - b.y);
}

static void add_crossing_units(troop *troop, random_source *random)
{
    for (fw_agent_id id = 1; id <= COUNT; id++) {
        troop_add(troop, id, 12 + id % 8 * 5, 12 + id / 8 * 7.0);
        troop_order_at_random(troop, id, random, 10, 54);
    }
}

/// Three units a side of a gap, which go past each other: more are a crowd, which takes turns.
static void add_few_units(troop *troop)
{
    for (fw_agent_id i = 0; i < FEW; i++) {
        const double x = i % 2 ? 40 + 2.0 * i : 30 - 2.0 * i, y = 25 + 2.0 * i;
        troop_add(troop, 1 + i, x, y);
        troop_order(troop, 1 + i, 70 - x, y);
    }
}

/// Reservations begin where units are, go on without jumps, and end in stops that keep apart.
static void judge_reservations(const troop *troop, fw_pose stops[COUNT + 1])
{
    fw_pose at[COUNT + 1];
    double time[COUNT + 1];
    for (fw_agent_id id = 1; id <= COUNT; id++) {
        at[id] = troop_state(troop, id).pose;
        time[id] = fw_traffic_time(troop->traffic);
    }
    int stop_count = 0;
    for (int i = 0; i < seen.count; i++) {
        const fw_mark *mark = &seen.items[i];
        const fw_agent_id id = (fw_agent_id)mark->numbers[0];
        if (mark->kind == FW_MARK_RESERVATION) {
            assert_int_equal(mark->group, id - 1);
            assert_true(apart(mark->line.start, at[id]) < 1e-9 && mark->numbers[1] >= time[id]);
            assert_true(mark->numbers[2] <= troop->members[id].top + 1e-9 && mark->line.length > 0);
            at[id] = end_of(mark);
            time[id] = mark->numbers[1];
        } else if (mark->kind == FW_MARK_STOP) {
            assert_true(apart(mark->line.start, at[id]) < 1e-9 &&
                        mark->numbers[2] == troop->members[id].radius);
            for (fw_agent_id other = 1; other < id; other++)
                assert_true(apart(stops[other], mark->line.start) >=
                            troop->members[id].radius + troop->members[other].radius - FW_TOUCH);
            stops[id] = mark->line.start;
            stop_count++;
        }
    }
    assert_int_equal(stop_count, COUNT);
}

TROOP_TEST(reservations_are_how_units_go_on_until_the_next_knot)
{
    troop *troop = *state;
    random_source random = { 501 };
    static fw_pose stops[COUNT + 1];
    int moved = 0;
    add_crossing_units(troop, &random);
    troop->tick = FW_TRAFFIC_KNOT;
    for (int tick = 0; tick < 60; tick++) {
        static marks before;
        troop_step(troop);
        inspect(troop);
        judge_reservations(troop, stops);
        before = seen;
        troop_step(troop);
        const double from = fw_traffic_time(troop->traffic) - FW_TRAFFIC_KNOT;
        for (int i = 0; i < before.count; i++)
            if (before.items[i].kind == FW_MARK_RESERVATION &&
                fabs(before.items[i].numbers[1] - from) < 1e-9) {
                const fw_agent_state now = troop_state(troop, (fw_agent_id)before.items[i].numbers[0]);
                assert_true(apart(end_of(&before.items[i]), now.pose) < 1e-9);
                moved++;
            }
    }
    assert_true(moved > 500);
}

TROOP_TEST(a_unit_that_brakes_keeps_to_its_reservation_up_to_the_stop)
{
    troop *troop = *state;
    troop->tick = FW_TRAFFIC_KNOT;
    fw_agent_def def = fw_default_agent_def();
    def.id = 1;
    def.unit = troop->kind;
    def.start = (fw_pose){ 10, 10, 0 };
    def.top = 2;
    def.acceleration = def.lateral = 4;
    def.braking = 1;
    assert_int_equal(fw_traffic_add(troop->traffic, &def), FW_OK);
    troop->members[1] = (troop_member){ .radius = 0.4, .top = 2, .acceleration = 4, .braking = 1 };
    troop_order(troop, 1, 50, 14);
    troop_step_for(troop, 4);
    const double top = troop_state(troop, 1).speed;
    assert_int_equal(fw_traffic_stop(troop->traffic, 1), FW_OK);
    while (troop_state(troop, 1).speed >= top)
        troop_step(troop);
    inspect(troop);
    int knots = 0;
    for (int i = 0; i < seen.count; i++) {
        const fw_mark *mark = &seen.items[i];
        const fw_agent_state now = troop_state(troop, 1);
        assert_true(apart(now.pose, mark->line.start) < 1e-9);
        assert_true(fabs(mark->numbers[1] - fw_traffic_time(troop->traffic)) < 1e-9);
        assert_true(mark->kind == FW_MARK_RESERVATION ? fabs(mark->numbers[2] - now.speed) < 1e-9
                                                      : now.speed < 1e-9);
        knots += mark->kind == FW_MARK_RESERVATION;
        if (mark->kind == FW_MARK_RESERVATION)
            troop_step(troop);
    }
    assert_true(knots >= 5 && seen.items[seen.count - 1].kind == FW_MARK_STOP);
}

TROOP_TEST(waits_are_those_that_are_told_of_each_unit)
{
    troop *troop = *state;
    int waits = 0;
    troop_build(troop, 34, 0, 6, TROOP_SIDE, FW_BLOCKED); // with a gap that all must pass
    troop_build(troop, 34, 30, 6, 1, FW_GROUND);
    add_few_units(troop);
    for (int tick = 0; tick < 300; tick++) {
        int shown = 0, told = 0;
        troop_step(troop);
        inspect(troop);
        for (int i = 0; i < seen.count; i++)
            if (seen.items[i].kind == FW_MARK_WAIT) {
                const fw_mark *mark = &seen.items[i];
                const fw_agent_state unit = troop_state(troop, (fw_agent_id)mark->numbers[0]);
                const fw_agent_state other = troop_state(troop, (fw_agent_id)mark->numbers[1]);
                double seconds;
                fw_agent_id whom;
                assert_int_equal(fw_traffic_get_wait(troop->traffic, unit.id, &seconds, &whom), FW_OK);
                assert_true(unit.other == other.id && mark->numbers[2] == seconds);
                assert_true(apart(mark->line.start, unit.pose) < 1e-9 &&
                            apart(end_of(mark), other.pose) < 1e-9);
                shown++;
            }
        for (fw_agent_id id = 1; id <= FEW; id++)
            told += troop_state(troop, id).other != 0;
        assert_int_equal(shown, told);
        waits += shown;
    }
    assert_true(waits > 20);
}

/// The mark of a unit's gate; null: it has none.
static const fw_mark *gate_of(fw_agent_id id)
{
    for (int i = 0; i < seen.count; i++)
        if (seen.items[i].kind == FW_MARK_GATE && seen.items[i].numbers[0] == id)
            return &seen.items[i];
    return NULL;
}

TROOP_TEST(a_gate_lies_in_the_gap_and_one_unit_passes_it_first)
{
    troop *troop = *state;
    int clears = 0, follows = 0, enters = 0;
    troop_build(troop, 34, 0, 2, TROOP_SIDE, FW_BLOCKED); // with a gap that all must pass
    troop_build(troop, 34, 30, 2, 1, FW_GROUND);
    add_few_units(troop);
    for (int tick = 0; tick < 300; tick++) {
        troop_step(troop);
        inspect(troop);
        for (int i = 0; i < seen.count; i++) {
            if (seen.items[i].kind != FW_MARK_GATE)
                continue;
            const fw_mark *mark = &seen.items[i], *first = gate_of((fw_agent_id)mark->numbers[1]);
            const double along = 0.5 * mark->line.length, heading = mark->line.start.heading;
            const double x = mark->line.start.x + along * cos(heading),
                         y = mark->line.start.y + along * sin(heading);
            const fw_pose unit = troop_state(troop, (fw_agent_id)mark->numbers[0]).pose;
            assert_true(fabs(x - 35) < 1 && fabs(y - 30.5) < 0.5 && fabs(cos(heading)) > 0.8);
            assert_true(mark->line.length > 1 && mark->line.length < 5);
            const double beyond = (unit.x - x) * cos(heading) + (unit.y - y) * sin(heading) - along;
            assert_true(beyond < 3 * 0.4); // it forgets the gate soon after its body has left it
            assert_true(first && first->numbers[1] == first->numbers[0] && first->numbers[2] == 0);
            const bool is_against = cos(heading) * cos(first->line.start.heading) < 0;
            assert_int_equal(mark->numbers[2] == 0, first == mark);
            assert_int_equal(mark->numbers[2] == 3, first != mark && is_against);
            enters += first == mark;
            clears += mark->numbers[2] == 3;
            follows += mark->numbers[2] == 1 || mark->numbers[2] == 2;
        }
    }
    assert_true(enters > 50 && clears > 20 && follows > 20);
}

/// Members of a joint plan do not overlap at any beat.
static void judge_joint_plan(const troop *troop)
{
    static fw_pose places[MOST_MEMBERS][MOST_BEATS];
    static bool is_known[MOST_MEMBERS][MOST_BEATS];
    double radius = troop->members[1].radius;
    for (int member = 0; member < MOST_MEMBERS; member++)
        for (int beat = 0; beat < MOST_BEATS; beat++)
            is_known[member][beat] = false;
    for (int i = 0; i < seen.count; i++)
        if (seen.items[i].kind == FW_MARK_JOINT_MOVE) {
            const int beat = (int)seen.items[i].numbers[1], member = (int)seen.items[i].numbers[2];
            assert_true(beat + 1 < MOST_BEATS && member < MOST_MEMBERS && seen.items[i].line.length > 0);
            assert_true(!is_known[member][beat] ||
                        apart(places[member][beat], seen.items[i].line.start) < 1e-9);
            places[member][beat] = seen.items[i].line.start;
            places[member][beat + 1] = end_of(&seen.items[i]);
            is_known[member][beat] = is_known[member][beat + 1] = true;
        }
    for (int beat = 0; beat < MOST_BEATS; beat++)
        for (int a = 0; a < MOST_MEMBERS; a++)
            for (int b = 0; b < a; b++)
                if (is_known[a][beat] && is_known[b][beat])
                    assert_true(apart(places[a][beat], places[b][beat]) >= 2 * radius - FW_TOUCH);
}

TROOP_TEST(a_joint_plan_leads_two_units_past_each_other_in_a_door)
{
    troop *troop = *state;
    int ticks_with_plan = 0;
    troop_build(troop, 20, 0, 1, TROOP_SIDE, FW_BLOCKED);
    troop_build(troop, 20, 30, 1, 1, FW_GROUND);
    troop_add(troop, 1, 12.5, 30.5);
    troop_add(troop, 2, 20.5, 30.5);
    troop_order(troop, 2, 20.5, 30.5);
    troop_order(troop, 1, 28.5, 30.5);
    for (int tick = 0; tick < 1200 && !(tick > 10 && troop_is_at_rest(troop)); tick++) {
        int moves = 0;
        troop_step(troop);
        inspect(troop);
        for (int i = 0; i < seen.count; i++)
            moves += seen.items[i].kind == FW_MARK_JOINT_MOVE;
        if (moves > 0)
            judge_joint_plan(troop);
        ticks_with_plan += moves > 0;
    }
    assert_true(ticks_with_plan > 0 && troop_state(troop, 1).pose.x > 28);
}

TROOP_TEST(an_inspection_ends_when_the_receiver_wants_no_more)
{
    troop *troop = *state;
    random_source random = { 503 };
    add_crossing_units(troop, &random);
    troop_step_for(troop, 2);
    inspect(troop);
    const int all = seen.count;
    for (int most = all - 1; most > 0; most /= 2) {
        seen.count = 0;
        seen.most = most;
        assert_int_equal(fw_inspect_traffic(troop->traffic, marks_keep, &seen), FW_OK);
        assert_int_equal(seen.count, most);
    }
    assert_true(all > COUNT);
    assert_int_equal(fw_inspect_traffic(NULL, marks_keep, &seen), FW_NULL_ARGUMENT);
    assert_int_equal(fw_inspect_traffic(troop->traffic, NULL, NULL), FW_NULL_ARGUMENT);
}
