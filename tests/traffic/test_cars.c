// Orders end, of units with and without a turning radius: they arrive, or are told why not.
#include <math.h>

#include "base/random.h"
#include "common/drawing.h"
#include "common/motion_judge.h"
#include "common/rounds.h"
#include "common/unit.h"
#include "fairway/fairway.h"

enum { MOST_CARS = 8 };

/// A kind of car, and how its units move.
typedef struct car_kind {
    double radius, turn_radius;
    bool reverses;
    fw_unit_id id;
} car_kind;

static const double top = 2, acceleration = 4, tick = 0.05;

static fw_map *map;
static fw_traffic *traffic;

static void add_kind(car_kind *kind)
{
    fw_unit_def def = fw_default_unit_def();
    def.size = 0;
    def.footprint = fw_circle(kind->radius);
    def.turn_radius = kind->turn_radius;
    def.reverse = kind->reverses;
    def.methods = FW_METHOD_BIT(FW_GRID) | (kind->turn_radius > 0 ? FW_METHOD_BIT(FW_HYBRID) : 0);
    assert_int_equal(fw_map_add_unit(map, &def, &kind->id), FW_OK);
}

static fw_result add_car(fw_agent_id id, const car_kind *kind, fw_pose start)
{
    fw_agent_def def = fw_default_agent_def();
    def.id = id;
    def.unit = kind->id;
    def.start = start;
    def.top = top;
    def.acceleration = def.braking = def.lateral = acceleration;
    return fw_traffic_add(traffic, &def);
}

static void begin_on(fw_map *made)
{
    map = made;
    assert_int_equal(fw_traffic_create(map, NULL, &traffic), FW_OK);
}

static void end(void)
{
    fw_traffic_destroy(traffic);
    fw_map_destroy(map);
}

static fw_agent_state state_of(fw_agent_id id)
{
    fw_agent_state state;
    assert_int_equal(fw_traffic_get_state(traffic, id, &state, sizeof state), FW_OK);
    return state;
}

static void step_for(double seconds)
{
    for (double time = 0; time < seconds; time += tick)
        assert_int_equal(fw_traffic_step(traffic, tick, 5000), FW_OK);
}

/// The time until a unit does something, in seconds; the test fails if this takes too long.
static double time_until(fw_agent_id id, fw_agent_activity activity, double most)
{
    double time = 0;
    while (state_of(id).activity != activity && time < most) {
        step_for(tick);
        time += tick;
    }
    const fw_agent_state state = state_of(id);
    if (state.activity != activity)
        fail_msg("unit %u is %s at %g, %g after %g s", id, fw_agent_activity_name(state.activity),
                 state.pose.x, state.pose.y, time);
    return time;
}

/// A random world, its units, and who judges their motion.
typedef struct program {
    random_source random;
    car_kind kinds[4];
    int32_t kind_of[MOST_CARS + 1]; ///< [kind] by id
    motion_judge *judge;            ///< null: anew, from the next state on
} program;

enum { WIDTH = 30, HEIGHT = 18 };

/// A yard with blocks in it, and bays along one side.
static fw_map *random_yard(random_source *random)
{
    fw_map *made = open_map(WIDTH, HEIGHT);
    const int32_t bay = 2 + (int32_t)random_below(random, 2);
    fw_map_set_rect(made, 0, 0, WIDTH, 4, FW_BLOCKED);
    for (int32_t x = 1; x + bay < WIDTH; x += bay + 1)
        fw_map_set_rect(made, x, 1, bay, 3, FW_GROUND);
    for (int32_t i = 0; i < 6; i++)
        fw_map_set_rect(made, (int32_t)random_below(random, WIDTH),
                        6 + (int32_t)random_below(random, HEIGHT - 6), 1 + (int32_t)random_below(random, 4),
                        1 + (int32_t)random_below(random, 3), FW_BLOCKED);
    assert_int_equal(fw_map_commit(made), FW_OK);
    return made;
}

static fw_pose random_pose(random_source *random)
{
    const double x = random_within(random, 0, WIDTH), y = random_within(random, 0, HEIGHT);
    return (fw_pose){ x, y, random_within(random, -3, 3) };
}

/// The judge sees another set of units, or a unit that was put elsewhere.
static void judge_anew(program *run)
{
    if (run->judge)
        motion_judge_destroy(run->judge);
    run->judge = NULL;
}

static void look(program *run)
{
    int32_t count = 0;
    const fw_agent_state *states = fw_traffic_states(traffic, &count);
    if (count == 0)
        return;
    if (!run->judge) {
        run->judge = motion_judge_create(map, count);
        for (int32_t i = 0; i < count; i++) {
            const car_kind *kind = &run->kinds[run->kind_of[states[i].id]];
            motion_judge_limit(run->judge, i, kind->radius, top, acceleration);
            motion_judge_drives(run->judge, i, kind->turn_radius);
        }
        motion_judge_excuse(run->judge);
    }
    motion_judge_see(run->judge, states, tick / 2);
}

static void run_for(program *run, double seconds)
{
    for (double time = 0; time < seconds; time += tick / 2) {
        assert_int_equal(fw_traffic_step(traffic, tick / 2, 2000), FW_OK);
        look(run);
    }
}

/// True if nobody can be at a place before the next knots: walls are not built on units here.
static bool is_far_from_all(fw_pose at)
{
    int32_t count = 0;
    const fw_agent_state *states = fw_traffic_states(traffic, &count);
    for (int32_t i = 0; i < count; i++)
        if (hypot(states[i].pose.x - at.x, states[i].pose.y - at.y) < 5)
            return false;
    return true;
}

/// Does something at random.
static void act(program *run)
{
    random_source *random = &run->random;
    const fw_agent_id id = 1 + (fw_agent_id)random_below(random, MOST_CARS);
    const fw_pose at = random_pose(random);
    switch (random_below(random, 8)) {
    case 0:
        fw_traffic_stop(traffic, id);
        break;
    case 1:
        fw_traffic_hold(traffic, id, random_below(random, 2));
        break;
    case 2:
        assert_int_equal(
            fw_map_set_rect(map, (int32_t)at.x, (int32_t)at.y, 1, 1,
                            is_far_from_all(at) && random_below(random, 3) == 0 ? FW_BLOCKED : FW_GROUND),
            FW_OK);
        assert_int_equal(fw_map_commit(map), FW_OK);
        if (run->judge)
            motion_judge_excuse(run->judge);
        break;
    case 3:
        if (random_below(random, 2) ? fw_traffic_remove(traffic, id) == FW_OK
                                    : fw_traffic_place(traffic, id, at) == FW_OK)
            judge_anew(run);
        break;
    default:
        fw_traffic_order(traffic, id, at.x, at.y);
        break;
    }
}

/// True if a game can tell from a state why a unit does not get on, or it need not.
static bool has_ended(const fw_agent_state *state)
{
    switch (state->activity) {
    case FW_AGENT_STANDS:
    case FW_AGENT_ARRIVED:
    case FW_AGENT_BLOCKED:
    case FW_AGENT_INFEASIBLE:
        return true;
    case FW_AGENT_WAITS:
        return state->reason != FW_REASON_NONE;
    default:
        return false;
    }
}

/// The first unit whose order has not ended; null: there is none.
static const fw_agent_state *under_way(void)
{
    int32_t count = 0;
    const fw_agent_state *states = fw_traffic_states(traffic, &count);
    for (int32_t i = 0; i < count; i++)
        if (!has_ended(&states[i]))
            return &states[i];
    return NULL;
}

static void begin_program(program *run, uint64_t seed)
{
    *run = (program){ .random = { seed },
                      .kinds = { { 0.45, 0.5, true, 0 },
                                 { 0.7, 1.2, true, 0 },
                                 { 0.4, 1, false, 0 },
                                 { 0.35, 0, false, 0 } } };
    begin_on(random_yard(&run->random));
    for (int i = 0; i < 4; i++)
        add_kind(&run->kinds[i]);
    for (fw_agent_id id = 1; id <= MOST_CARS; id++) {
        run->kind_of[id] = (int32_t)random_below(&run->random, 4);
        for (int tries = 0;
             tries < 50 && add_car(id, &run->kinds[run->kind_of[id]], random_pose(&run->random)) != FW_OK;)
            tries++;
    }
}

/// Orders, stops, holds, walls, units that are removed or put elsewhere: nobody overlaps anybody, and after the last of
/// them each unit arrives, or tells why not.
TEST(all_orders_of_random_programs_end)
{
    const int programs = rounds(8);
    for (int seed = 1; seed <= programs; seed++) {
        program run;
        begin_program(&run, (uint64_t)seed);
        for (int i = 0; i < 60; i++) {
            act(&run);
            run_for(&run, random_within(&run.random, 0, 2));
        }
        for (fw_agent_id id = 1; id <= MOST_CARS; id++)
            fw_traffic_hold(traffic, id, false);
        double time = 0;
        for (; time < 300 && under_way(); time += 1)
            run_for(&run, 1);
        const fw_agent_state *left = under_way();
        if (left)
            fail_msg("program %d: unit %u is %s at %g, %g after %g s, because of unit %u", seed, left->id,
                     fw_agent_activity_name(left->activity), left->pose.x, left->pose.y, time, left->other);
        judge_anew(&run);
        end();
    }
}

static const char *const lane[] = {
    "@@@@@@@@@@@@@@@@@@@@@@@@@", "@........@@@@@@@@@@@@@@@@", "@........@@@@@@@@@@@@@@@@",
    "@.......................@", "@........@@@@@@@@@@@@@@@@", "@........@@@@@@@@@@@@@@@@",
    "@........@@@@@@@@@@@@@@@@", "@@@@@@@@@@@@@@@@@@@@@@@@@",
};

/// A car without a reverse gear faces the end of a lane in which it cannot turn.
TEST(a_goal_that_no_drive_leads_to_is_told_until_a_wall_goes)
{
    car_kind kind = { 0.4, 1, false, 0 };
    begin_on(DRAWN(lane));
    add_kind(&kind);
    assert_int_equal(add_car(1, &kind, (fw_pose){ 20.5, 3.5, 0 }), FW_OK);
    assert_int_equal(fw_traffic_order(traffic, 1, 4.5, 3.5), FW_OK);
    assert_true(time_until(1, FW_AGENT_BLOCKED, 10) < 10);
    assert_int_equal(fw_map_set_rect(map, 18, 1, 6, 6, FW_GROUND), FW_OK);
    assert_int_equal(fw_map_commit(map), FW_OK);
    time_until(1, FW_AGENT_ARRIVED, 60);
    end();
}

/// Units 1 and 2, of one kind.
static void begin_pair(fw_map *made, car_kind *kind, fw_pose first, fw_pose second)
{
    begin_on(made);
    add_kind(kind);
    assert_int_equal(add_car(1, kind, first), FW_OK);
    assert_int_equal(add_car(2, kind, second), FW_OK);
}

/// One is parked in the lane, another one wants to go past it, to the end: it must come out first, and goes back.
TEST(a_car_parked_in_a_dead_end_lets_another_one_in)
{
    car_kind kind = { 0.4, 0.6, true, 0 };
    begin_pair(DRAWN(lane), &kind, (fw_pose){ 4.5, 3.5, 0 }, (fw_pose){ 12.5, 3.5, 0 });
    assert_int_equal(fw_traffic_order(traffic, 1, 21.5, 3.5), FW_OK);
    time_until(1, FW_AGENT_ARRIVED, 120);
    time_until(2, FW_AGENT_STANDS, 60);
    assert_true(state_of(2).pose.x > 11.5 && state_of(2).pose.x < 13.5);
    end();
}

/// Saves the traffic, and restores it in another one on the same map.
static fw_traffic *restored_copy(void)
{
    static uint8_t buffer[1 << 16];
    fw_traffic *copy;
    size_t bytes;
    assert_int_equal(fw_traffic_save(traffic, buffer, sizeof buffer, &bytes), FW_OK);
    assert_int_equal(fw_traffic_create(map, NULL, &copy), FW_OK);
    assert_int_equal(fw_traffic_restore(copy, buffer, bytes), FW_OK);
    return copy;
}

TEST(cars_that_drive_in_turns_go_on_after_they_were_saved)
{
    car_kind kind = { 0.4, 0.6, true, 0 };
    begin_pair(DRAWN(lane), &kind, (fw_pose){ 4.5, 3.5, 0 }, (fw_pose){ 12.5, 3.5, 0 });
    assert_int_equal(fw_traffic_order(traffic, 1, 21.5, 3.5), FW_OK);
    for (int i = 0; i < 24; i++) { // the plan is driven from the third to the tenth second
        fw_traffic *first = traffic, *copy = restored_copy();
        step_for(0.5);
        const uint64_t hash = fw_traffic_hash(first);
        traffic = copy;
        step_for(0.5);
        assert_int_equal(fw_traffic_hash(copy), hash);
        fw_traffic_destroy(first);
    }
    time_until(1, FW_AGENT_ARRIVED, 120);
    end();
}

/// Adds cars in the room, one behind the other, and orders them into the lane: the first ones to the nearest places.
static void send_into_lane(car_kind *kind, fw_agent_id cars)
{
    begin_on(DRAWN(lane));
    add_kind(kind);
    for (fw_agent_id id = 1; id <= cars; id++) {
        assert_int_equal(add_car(id, kind, (fw_pose){ 9.5 - 2.5 * id, 3.5, 0 }), FW_OK);
        assert_int_equal(fw_traffic_order(traffic, id, 10.5 + 4 * id, 3.5), FW_OK);
    }
}

TEST(two_cars_in_a_dead_end_in_the_wrong_order_arrive)
{
    car_kind kind = { 0.4, 0.6, true, 0 };
    send_into_lane(&kind, 2);
    for (fw_agent_id id = 1; id <= 2; id++)
        time_until(id, FW_AGENT_ARRIVED, 120);
    end();
}

/// The plan for three is not found; nobody proves that there is none.
TEST(three_cars_in_a_dead_end_in_the_wrong_order_arrive_or_are_told)
{
    car_kind kind = { 0.4, 0.6, true, 0 };
    send_into_lane(&kind, 3);
    double time = 0;
    for (; time < 300 && under_way(); time += 1)
        step_for(1);
    assert_true(time < 300);
    for (fw_agent_id id = 1; id <= 3; id++)
        assert_int_not_equal(state_of(id).activity, FW_AGENT_INFEASIBLE);
    end();
}

static const char *const corridor[] = {
    "@@@@@@@@@@@@@@@@@@@@",
    "@..................@",
    "@@@@@@@@@@@@@@@@@@@@",
};

TEST(two_cars_that_nothing_can_let_pass_each_other_are_told)
{
    car_kind kind = { 0.4, 0.6, true, 0 };
    begin_pair(DRAWN(corridor), &kind, (fw_pose){ 3.5, 1.5, 0 }, (fw_pose){ 16.5, 1.5, FW_PI });
    assert_int_equal(fw_traffic_order(traffic, 1, 14.5, 1.5), FW_OK);
    assert_int_equal(fw_traffic_order(traffic, 2, 5.5, 1.5), FW_OK);
    for (double time = 0; time < 30 && state_of(1).activity != FW_AGENT_INFEASIBLE; time += 0.5) {
        fw_traffic *first = traffic, *copy = restored_copy(); // also while the proof is looked for
        step_for(0.5);
        const uint64_t hash = fw_traffic_hash(first);
        traffic = copy;
        step_for(0.5);
        assert_int_equal(fw_traffic_hash(copy), hash);
        fw_traffic_destroy(first);
    }
    assert_int_equal(state_of(1).activity, FW_AGENT_INFEASIBLE);
    assert_int_equal(state_of(1).other, 2);
    assert_int_equal(state_of(2).other, 1);
    end();
}

/// Unit 2 has no order, and is in the way of unit 1 where neither can pass the other one.
static void pass_idle(double turn_radius, double idle_turn_radius, double goal)
{
    car_kind kind = { 0.4, turn_radius, true, 0 }, idle = { 0.4, idle_turn_radius, true, 0 };
    begin_on(DRAWN(corridor));
    add_kind(&kind);
    add_kind(&idle);
    assert_int_equal(add_car(1, &kind, (fw_pose){ 3.5, 1.5, 0 }), FW_OK);
    assert_int_equal(add_car(2, &idle, (fw_pose){ 9.5, 1.5, 0 }), FW_OK);
    assert_int_equal(fw_traffic_order(traffic, 1, goal, 1.5), FW_OK);
}

TEST(a_unit_without_an_order_makes_room_for_good_where_nobody_passes_it)
{
    const double radii[][2] = { { 0, 0 }, { 0.6, 0.6 }, { 0, 0.6 } };
    for (int i = 0; i < 3; i++) {
        pass_idle(radii[i][0], radii[i][1], 14.5);
        time_until(1, FW_AGENT_ARRIVED, 120);
        step_for(60);
        assert_int_equal(state_of(1).activity, FW_AGENT_ARRIVED);
        assert_int_equal(state_of(2).activity, FW_AGENT_STANDS);
        assert_true(state_of(1).from_goal < FW_TRAFFIC_ARRIVED && state_of(2).speed == 0);
        end();
    }
}

TEST(a_unit_without_an_order_is_never_told_that_it_cannot_get_anywhere)
{
    pass_idle(0, 0, 18.5); // the end
    time_until(1, FW_AGENT_INFEASIBLE, 30);
    assert_int_equal(state_of(1).other, 2);
    assert_int_equal(state_of(2).activity, FW_AGENT_STANDS);
    assert_int_equal(fw_traffic_remove(traffic, 2), FW_OK);
    time_until(1, FW_AGENT_ARRIVED, 30);
    end();
}

TEST(a_unit_that_has_no_way_to_its_goal_is_moved_off_the_place_of_another_one)
{
    car_kind kind = { 0.4, 0, false, 0 };
    begin_pair(DRAWN(corridor), &kind, (fw_pose){ 3.5, 1.5, 0 }, (fw_pose){ 9.5, 1.5, 0 });
    fw_map_set_rect(map, 15, 1, 1, 1, FW_BLOCKED);
    assert_int_equal(fw_map_commit(map), FW_OK);
    assert_int_equal(fw_traffic_order(traffic, 2, 17.5, 1.5), FW_OK);
    assert_int_equal(fw_traffic_order(traffic, 1, 9.5, 1.5), FW_OK);
    time_until(1, FW_AGENT_ARRIVED, 30);
    assert_int_equal(state_of(2).activity, FW_AGENT_BLOCKED);
    end();
}

/// It may not be moved where it rests; but under way, it asks for a joint plan as others do.
TEST(a_unit_that_is_to_hold_gets_past_a_parked_one)
{
    car_kind kind = { 0.4, 0, false, 0 };
    begin_pair(DRAWN(lane), &kind, (fw_pose){ 4.5, 3.5, 0 }, (fw_pose){ 12.5, 3.5, 0 });
    assert_int_equal(fw_traffic_hold(traffic, 1, true), FW_OK);
    assert_int_equal(fw_traffic_order(traffic, 1, 21.5, 3.5), FW_OK);
    time_until(1, FW_AGENT_ARRIVED, 60);
    end();
}

/// An obstacle comes to stand at the goal of unit 1, and pushes unit 2 off the place where it rests without an order.
TEST(what_an_obstacle_keeps_from_its_place_is_told_or_rests_elsewhere)
{
    car_kind kind = { 0.4, 0, false, 0 };
    begin_pair(DRAWN(lane), &kind, (fw_pose){ 2.5, 2.5, 0 }, (fw_pose){ 4.5, 5.5, 0 });
    assert_int_equal(fw_traffic_order(traffic, 1, 6.5, 2.5), FW_OK);
    step_for(1);
    assert_int_equal(fw_traffic_set_obstacle(traffic, 1, (fw_pose){ 6.7, 2.5, 0 }, 0, 0, 0.4), FW_OK);
    assert_int_equal(fw_traffic_set_obstacle(traffic, 2, (fw_pose){ 4.2, 5.5, 0 }, 0, 0, 0.4), FW_OK);
    step_for(90);
    assert_int_equal(state_of(1).activity, FW_AGENT_WAITS);
    assert_int_equal(state_of(1).reason, FW_REASON_UNSOLVED);
    assert_int_equal(state_of(2).activity, FW_AGENT_STANDS);
    assert_true(state_of(2).speed == 0 && state_of(2).pose.x > 4.95);
    assert_int_equal(fw_traffic_remove_obstacle(traffic, 1), FW_OK);
    time_until(1, FW_AGENT_ARRIVED, 30);
    end();
}

/// A unit, the index of its kind, and the point to which it is ordered; x = 0: none.
typedef struct ordered {
    fw_agent_id id;
    int kind;
    fw_pose start;
    double x, y;
} ordered;

/// Nobody moves any more after two minutes.
static void expect_rest(fw_map *made, car_kind *kinds, int kind_count, const ordered *units, int count)
{
    double before = 0, after = 0;
    begin_on(made);
    for (int i = 0; i < kind_count; i++)
        add_kind(&kinds[i]);
    for (int i = 0; i < count; i++)
        assert_int_equal(add_car(units[i].id, &kinds[units[i].kind], units[i].start), FW_OK);
    for (int i = 0; i < count; i++)
        if (units[i].x > 0)
            assert_int_equal(fw_traffic_order(traffic, units[i].id, units[i].x, units[i].y), FW_OK);
    step_for(120);
    for (int i = 0; i < count; i++)
        before += state_of(units[i].id).driven;
    step_for(60);
    for (int i = 0; i < count; i++)
        after += state_of(units[i].id).driven;
    assert_true(before == after);
    end();
}

/// Some of its plans begin exactly at its goal, but others rest so near that a stop aside costs less than one there.
TEST(a_unit_that_is_not_content_where_it_wants_to_come_back_rests_aside)
{
    const char *const room[] = { "@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@", "@............................@",
                                 "@............................@", "@..@.........................@",
                                 "@..@@........................@", "@..@...............@@@@@.....@",
                                 "@..................@@@.......@", "@..................@@@.......@",
                                 "@.........................@@.@", "@...........@.............@@.@",
                                 "@.@@@.......@.............@@.@", "@.@@@.......@.............@@.@",
                                 "@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@" };
    car_kind kinds[] = { { 0.85, 0, true, 0 }, { 0.64, 0, true, 0 }, { 0.49, 0, false, 0 } };
    const ordered units[] = { { 9, 1, { 17.5, 2.5, -1.35 }, 0, 0 },
                              { 11, 2, { 13.5, 10.5, -2.46 }, 18.31, 3.12 },
                              { 14, 0, { 15.5, 6.5, 0.21 }, 17.15, 3.37 },
                              { 15, 0, { 19.5, 2.5, -2.17 }, 12.94, 7.2 } };
    expect_rest(DRAWN(room), kinds, 3, units, 4);
}

/// Both have arrived at places that overlap: who comes back does not push the other one off.
TEST(two_whose_places_overlap_do_not_push_each_other_for_ever)
{
    const char *const ends[] = { "@@@@@@@@@@@@", "@@@..@@@@@@@", "@..........@", "@@@..@@@..@@",
                                 "@@@@@@@@@@@@" };
    car_kind kinds[] = { { 0.4, 0, true, 0 }, { 0.4, 0.5, true, 0 } };
    const ordered units[] = { { 1, 0, { 4.5, 2.5, 0 }, 7.5, 2.5 },
                              { 2, 1, { 1.5, 2.5, 0 }, 3.5, 1.5 },
                              { 3, 1, { 9.5, 2.5, 0 }, 3.7, 2.5 },
                              { 4, 0, { 4.5, 1.5, 0 }, 10.5, 2.5 },
                              { 5, 1, { 3.5, 1.5, 0 }, 3.5, 2.5 } };
    expect_rest(DRAWN(ends), kinds, 2, units, 5);
}
