// Units set out toward their goals before their paths are found.
#include <math.h>

#include "base/random.h"
#include "base/trig.h"
#include "common/unit.h"
#include "fairway/fairway.h"
#include "traffic/way_sight.h"

enum { SIDE = 40 };

static const double radius = 0.4, top = 2, tick = 0.1;

/// A map with a wall at x = 20, which is open at its lower end, and a traffic.
typedef struct yard {
    fw_map *map;
    fw_unit_id kinds[2]; ///< without a turning radius, and with it
    fw_traffic *traffic;
} yard;

static yard open_yard(void)
{
    yard made = { 0 };
    fw_map_def def = fw_default_map_def();
    def.width = def.height = SIDE;
    assert_int_equal(fw_map_create(&def, &made.map), FW_OK);
    assert_int_equal(fw_map_set_rect(made.map, 20, 0, 1, SIDE - 3, FW_BLOCKED), FW_OK);
    assert_int_equal(fw_map_commit(made.map), FW_OK);
    for (int i = 0; i < 2; i++) {
        fw_unit_def kind = fw_default_unit_def();
        kind.size = 0;
        kind.footprint = fw_circle(radius);
        kind.turn_radius = i == 0 ? 0 : 0.6;
        assert_int_equal(fw_map_add_unit(made.map, &kind, &made.kinds[i]), FW_OK);
    }
    assert_int_equal(fw_traffic_create(made.map, NULL, &made.traffic), FW_OK);
    return made;
}

static void close_yard(const yard *yard)
{
    fw_traffic_destroy(yard->traffic);
    fw_map_destroy(yard->map);
}

static fw_result add_with_top(const yard *yard, fw_agent_id id, int kind, double x, double y, double speed)
{
    fw_agent_def def = fw_default_agent_def();
    def.id = id;
    def.unit = yard->kinds[kind];
    def.start = (fw_pose){ x, y, 0 };
    def.top = speed;
    def.acceleration = def.braking = def.lateral = 4;
    return fw_traffic_add(yard->traffic, &def);
}

static fw_result add(const yard *yard, fw_agent_id id, int kind, double x, double y)
{
    return add_with_top(yard, id, kind, x, y, top);
}

static void order(const yard *yard, fw_agent_id id, double x, double y)
{
    assert_int_equal(fw_traffic_order(yard->traffic, id, x, y), FW_OK);
}

static void step_for(const yard *yard, double seconds, uint64_t budget)
{
    for (int i = 0; i < (int)lround(seconds / tick); i++)
        assert_int_equal(fw_traffic_step(yard->traffic, tick, budget), FW_OK);
}

static fw_agent_state state_of(const yard *yard, int32_t index)
{
    return fw_traffic_states(yard->traffic, NULL)[index];
}

TEST(a_unit_goes_straight_for_the_length_of_a_second_and_waits_there_for_its_path)
{
    for (int kind = 0; kind < 2; kind++) {
        yard yard = open_yard();
        assert_int_equal(add(&yard, 1, kind, 10, 10), FW_OK);
        order(&yard, 1, 30, 10);
        step_for(&yard, tick, 0);
        assert_true(state_of(&yard, 0).speed > 0);
        assert_int_equal(state_of(&yard, 0).activity, FW_AGENT_MOVES);
        step_for(&yard, 4, 0);
        const fw_agent_state waits = state_of(&yard, 0);
        assert_true(waits.speed == 0 && fabs(waits.pose.y - 10) < 0.01);
        assert_true(waits.pose.x > 10 + top - 0.1 && waits.pose.x <= 10 + top);
        assert_int_equal(waits.activity, FW_AGENT_THINKS);
        step_for(&yard, 60, 1000);
        assert_int_equal(state_of(&yard, 0).activity, FW_AGENT_ARRIVED);
        close_yard(&yard);
    }
}

TEST(a_unit_that_set_out_toward_a_wall_does_not_wait_while_its_way_leads_round)
{
    yard yard = open_yard();
    assert_int_equal(add_with_top(&yard, 1, 0, 10, 2, 0.8), FW_OK);
    order(&yard, 1, 30, 2);
    step_for(&yard, 1, 0);
    assert_true(state_of(&yard, 0).driven > 0);
    for (int i = 0; i < 1200 && state_of(&yard, 0).activity != FW_AGENT_ARRIVED; i++) {
        step_for(&yard, tick, 1000);
        assert_int_not_equal(state_of(&yard, 0).activity, FW_AGENT_WAITS);
    }
    assert_int_equal(state_of(&yard, 0).activity, FW_AGENT_ARRIVED);
    assert_true(state_of(&yard, 0).arrived > 70 && state_of(&yard, 0).waited == 0);
    close_yard(&yard);
}

TEST(a_unit_stops_before_a_wall_and_does_not_set_out_right_before_one)
{
    yard yard = open_yard();
    assert_int_equal(add(&yard, 1, 0, 18.5, 10), FW_OK);              // 1.1 to the wall
    assert_int_equal(add(&yard, 2, 0, 20 - 1.9 * radius, 20), FW_OK); // less than a radius
    order(&yard, 1, 30, 10);
    order(&yard, 2, 30, 20);
    step_for(&yard, 4, 0);
    const double x = state_of(&yard, 0).pose.x;
    assert_true(x > 20 - radius - 0.15 && x <= 20 - radius);
    assert_false(way_is_cut(yard.traffic, &yard.traffic->agents[0], 0, 1));
    assert_true(state_of(&yard, 1).driven == 0);
    assert_int_equal(state_of(&yard, 1).activity, FW_AGENT_THINKS);
    step_for(&yard, 60, 1000);
    for (int32_t i = 0; i < 2; i++)
        assert_int_equal(state_of(&yard, i).activity, FW_AGENT_ARRIVED);
    close_yard(&yard);
}

TEST(a_unit_that_learns_that_no_path_leads_to_its_goal_stops)
{
    yard yard = open_yard();
    assert_int_equal(fw_map_set_rect(yard.map, 20, 0, 1, SIDE, FW_BLOCKED), FW_OK);
    assert_int_equal(fw_map_commit(yard.map), FW_OK);
    assert_int_equal(add(&yard, 1, 0, 10, 10), FW_OK);
    order(&yard, 1, 30, 10);
    step_for(&yard, tick, 0);
    assert_true(state_of(&yard, 0).speed > 0);
    step_for(&yard, 2, 1000);
    assert_int_equal(state_of(&yard, 0).activity, FW_AGENT_BLOCKED);
    assert_true(state_of(&yard, 0).speed == 0 && state_of(&yard, 0).driven <= top + 1e-9);
    assert_int_equal(yard.traffic->agents[0].way.count, 0);
    close_yard(&yard);
}

/// Sampled: the way ahead is free for the length of a second, or up to the goal.
static bool sees_ahead(const yard *yard, fw_pose from, fw_pose goal)
{
    const double away = hypot(goal.x - from.x, goal.y - from.y), length = fmin(away, top);
    for (double along = 0; along <= length; along += 0.02)
        for (int32_t y = 0; y < SIDE; y++)
            for (int32_t x = 0; x < SIDE; x++) {
                const double at_x = from.x + (goal.x - from.x) * along / away,
                             at_y = from.y + (goal.y - from.y) * along / away;
                const double dx = fmax(fmax(x - at_x, at_x - x - 1), 0),
                             dy = fmax(fmax(y - at_y, at_y - y - 1), 0);
                if (fw_map_terrain(yard->map, x, y) == FW_BLOCKED && hypot(dx, dy) < radius)
                    return false;
            }
    return true;
}

/// Adds a unit, if it stands so far from the others that nobody holds it.
static bool add_apart(const yard *yard, int32_t count, fw_pose place)
{
    for (int32_t i = 0; i < count; i++) {
        const fw_pose other = state_of(yard, i).pose;
        if (hypot(other.x - place.x, other.y - place.y) < 4)
            return false;
    }
    return add(yard, (fw_agent_id)count + 1, 0, place.x, place.y) == FW_OK;
}

TEST(whoever_sees_a_second_ahead_moves_at_once)
{
    enum { UNITS = 30 };
    yard yard = open_yard();
    random_source random = { 3 };
    fw_pose goals[UNITS];
    int sees = 0;
    for (int i = 0; i < 60; i++) {
        const int32_t x = (int32_t)random_below(&random, SIDE), y = (int32_t)random_below(&random, SIDE);
        assert_int_equal(fw_map_set_rect(yard.map, x, y, 1, 1, FW_BLOCKED), FW_OK);
    }
    assert_int_equal(fw_map_commit(yard.map), FW_OK);
    for (int32_t i = 0, draws = 0; i < UNITS && draws < 10000; draws++)
        i += add_apart(
            &yard, i,
            (fw_pose){ random_within(&random, 1, SIDE - 1), random_within(&random, 1, SIDE - 1), 0 });
    for (int32_t i = 0; i < UNITS; i++) {
        goals[i] = (fw_pose){ random_within(&random, 1, SIDE - 1), random_within(&random, 1, SIDE - 1), 0 };
        order(&yard, (fw_agent_id)i + 1, goals[i].x, goals[i].y);
    }
    fw_pose starts[UNITS];
    for (int32_t i = 0; i < UNITS; i++)
        starts[i] = state_of(&yard, i).pose;
    step_for(&yard, 6 * tick,
             0); // half of the units plan for the second knot, at .25; the third one is at .5
    for (int32_t i = 0; i < UNITS; i++) {
        if (state_of(&yard, i).activity == FW_AGENT_BLOCKED || !sees_ahead(&yard, starts[i], goals[i]))
            continue;
        sees++;
        assert_true(state_of(&yard, i).driven > 0);
    }
    assert_true(sees > UNITS / 4);
    close_yard(&yard);
}

/// Adds a car and sends it to a place, later puts it elsewhere with the same heading, and hashes what it does.
static void drive_from(double heading, uint64_t hashes[2])
{
    yard yard = open_yard();
    fw_agent_def def = fw_default_agent_def();
    def.id = 1;
    def.unit = yard.kinds[1];
    def.start = (fw_pose){ 10, 20, heading };
    assert_int_equal(fw_traffic_add(yard.traffic, &def), FW_OK);
    order(&yard, 1, 5, 12);
    step_for(&yard, 1, 0);
    step_for(&yard, 2, 20000);
    hashes[0] = fw_traffic_hash(yard.traffic);
    assert_int_equal(fw_traffic_place(yard.traffic, 1, (fw_pose){ 15, 8, heading }), FW_OK);
    step_for(&yard, 1, 0);
    step_for(&yard, 2, 20000);
    hashes[1] = fw_traffic_hash(yard.traffic);
    assert_true(state_of(&yard, 0).driven > 2);
    close_yard(&yard);
}

TEST(a_car_sets_out_from_any_heading_as_from_its_equal_within_a_turn)
{
    static const double headings[] = { -10, 100, 1e6, -1e10, 1e15, -1e17, 1e100, -1e300 };
    for (size_t i = 0; i < sizeof headings / sizeof *headings; i++) {
        uint64_t hashes[2], equal[2];
        drive_from(headings[i], hashes);
        drive_from(trig_wrap(headings[i]), equal);
        assert_int_equal(hashes[0], equal[0]);
        assert_int_equal(hashes[1], equal[1]);
    }
}
