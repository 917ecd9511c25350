#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "common/rationed.h"
#include "common/unit.h"
#include "fairway/fairway.h"
#include "traffic/roster.h"

/// A map of 20 x 20 tiles, a kind of radius 0.8, and a traffic.
typedef struct street {
    fw_map *map;
    fw_unit_id kind;
    fw_traffic *traffic;
} street;

static fw_unit_id add_kind(fw_map *map, double radius)
{
    fw_unit_def def = fw_default_unit_def();
    fw_unit_id id = 0;
    def.size = 0;
    def.footprint = fw_circle(radius);
    assert_int_equal(fw_map_add_unit(map, &def, &id), FW_OK);
    return id;
}

static int begin(void **state)
{
    street *made = calloc(1, sizeof *made);
    assert_non_null(made);
    fw_map_def def = fw_default_map_def();
    def.width = def.height = 20;
    assert_int_equal(fw_map_create(&def, &made->map), FW_OK);
    made->kind = add_kind(made->map, 0.8);
    assert_int_equal(fw_traffic_create(made->map, NULL, &made->traffic), FW_OK);
    *state = made;
    return 0;
}

static int end(void **state)
{
    street *made = *state;
    fw_traffic_destroy(made->traffic);
    fw_map_destroy(made->map);
    free(made);
    return 0;
}

#define STREET_TEST(name) TEST_BETWEEN(name, begin, end)

static fw_agent_def agent_at(const street *street, fw_agent_id id, double x, double y)
{
    fw_agent_def def = fw_default_agent_def();
    def.id = id;
    def.unit = street->kind;
    def.start = (fw_pose){ x, y, 1 };
    def.top = 2;
    def.acceleration = def.braking = def.lateral = 4;
    return def;
}

static fw_result add(const street *street, fw_agent_id id, double x, double y)
{
    const fw_agent_def def = agent_at(street, id, x, y);
    return fw_traffic_add(street->traffic, &def);
}

static void run_for(const street *street, double seconds)
{
    for (double time = 0; time < seconds; time += 0.1)
        assert_int_equal(fw_traffic_step(street->traffic, 0.1, 1000), FW_OK);
}

static const fw_agent_state *state_of(const street *street, fw_agent_id id)
{
    int32_t count = 0;
    const fw_agent_state *states = fw_traffic_states(street->traffic, &count);
    for (int32_t i = 0; i < count; i++)
        if (states[i].id == id)
            return &states[i];
    fail_msg("there is no unit %u", id);
    return NULL;
}

/// Adding a unit and asking why it is refused give the same result, and the wrong field is named.
static void assert_refused(const street *street, const fw_agent_def *def, fw_result result, const char *field)
{
    const fw_refusal why = fw_agent_refusal(street->traffic, def);
    assert_int_equal(fw_traffic_add(street->traffic, def), result);
    assert_int_equal(why.result, result);
    assert_string_equal(why.field, field);
    assert_true(result == FW_OK || why.reason[0]);
}

STREET_TEST(a_definition_that_cannot_be_is_refused_and_its_wrong_field_is_named)
{
    const street *street = *state;
    const fw_agent_def good = agent_at(street, 1, 5, 5);
    static const struct {
        size_t offset;
        double value;
        fw_result result;
        const char *field;
    } numbers[] = {
        { offsetof(fw_agent_def, start.x), NAN, FW_NOT_FINITE, "start.x" },
        { offsetof(fw_agent_def, start.y), INFINITY, FW_NOT_FINITE, "start.y" },
        { offsetof(fw_agent_def, start.heading), NAN, FW_NOT_FINITE, "start.heading" },
        { offsetof(fw_agent_def, start.x), 25, FW_OUT_OF_BOUNDS, "start" },
        { offsetof(fw_agent_def, start.x), 0.5, FW_START_BLOCKED, "start" },
        { offsetof(fw_agent_def, top), 0, FW_BAD_VALUE, "top" },
        { offsetof(fw_agent_def, top), 101, FW_BAD_VALUE, "top" },
        { offsetof(fw_agent_def, top), NAN, FW_NOT_FINITE, "top" },
        { offsetof(fw_agent_def, acceleration), 0.009, FW_BAD_VALUE, "acceleration" },
        { offsetof(fw_agent_def, braking), 10001, FW_BAD_VALUE, "braking" },
        { offsetof(fw_agent_def, lateral), -1, FW_BAD_VALUE, "lateral" },
    };
    assert_int_equal(fw_traffic_add(NULL, &good), FW_NULL_ARGUMENT);
    assert_int_equal(fw_traffic_add(street->traffic, NULL), FW_NULL_ARGUMENT);
    assert_int_equal(fw_agent_refusal(street->traffic, NULL).result, FW_NULL_ARGUMENT);
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        fw_agent_def def = good;
        memcpy((char *)&def + numbers[i].offset, &numbers[i].value, sizeof(double));
        assert_refused(street, &def, numbers[i].result, numbers[i].field);
        const bool is_place = strcmp(numbers[i].field, "start") == 0; // which needs the map
        assert_int_equal(fw_agent_refusal(NULL, &def).result, is_place ? FW_OK : numbers[i].result);
    }
    fw_agent_def def = good;
    def.braking = 0.1; // it could not stop within a reservation
    assert_refused(street, &def, FW_BAD_VALUE, "top");
    assert_string_equal(fw_agent_refusal(NULL, &def).other, "braking");
    def = good;
    def.cookie = 0;
    assert_refused(street, &def, FW_BAD_DEF, "cookie");
    def = good;
    def.id = 0;
    assert_refused(street, &def, FW_BAD_VALUE, "id");
    def = good;
    def.unit = 77;
    assert_refused(street, &def, FW_UNKNOWN_UNIT, "unit");
    assert_null(fw_traffic_states(street->traffic, NULL));
}

STREET_TEST(kinds_that_are_not_round_cut_corners_or_steer_slowly_are_refused)
{
    const street *street = *state;
    fw_unit_def kind = fw_default_unit_def();
    fw_agent_def def = agent_at(street, 1, 5, 5);
    kind.footprint = fw_rectangle(1.5, 1);
    assert_int_equal(fw_map_add_unit(street->map, &kind, &def.unit), FW_OK);
    assert_refused(street, &def, FW_METHOD_DOES_NOT_FIT, "unit");
    assert_string_equal(fw_agent_refusal(street->traffic, &def).other, "unit.footprint");
    kind.footprint = fw_polygon((const fw_corner[]){ { 1, 0 }, { -0.5, 0.5 }, { -0.5, -0.5 } }, 3);
    assert_int_equal(fw_map_add_unit(street->map, &kind, &def.unit), FW_OK);
    assert_refused(street, &def, FW_METHOD_DOES_NOT_FIT, "unit");
    kind = fw_default_unit_def();
    kind.corners = FW_CORNERS_ALWAYS;
    assert_int_equal(fw_map_add_unit(street->map, &kind, &def.unit), FW_OK);
    assert_refused(street, &def, FW_METHOD_DOES_NOT_FIT, "unit");
    assert_string_equal(fw_agent_refusal(street->traffic, &def).other, "unit.corners");
    kind = fw_default_unit_def();
    kind.turn_radius = kind.curvature_rate = 1;
    assert_int_equal(fw_map_add_unit(street->map, &kind, &def.unit), FW_OK);
    assert_refused(street, &def, FW_METHOD_DOES_NOT_FIT, "unit");
    assert_string_equal(fw_agent_refusal(street->traffic, &def).other, "unit.curvature_rate");
}

STREET_TEST(a_place_where_another_unit_stands_or_will_drive_is_refused)
{
    const street *street = *state;
    assert_int_equal(add(street, 1, 5, 5), FW_OK);
    const fw_agent_def again = agent_at(street, 1, 15, 15), beside = agent_at(street, 2, 6.5, 5);
    assert_refused(street, &again, FW_BAD_VALUE, "id"); // it is taken
    assert_refused(street, &beside, FW_START_BLOCKED, "start");
    assert_int_equal(add(street, 2, 6.6, 5), FW_OK); // they touch
    assert_int_equal(fw_traffic_remove(street->traffic, 2), FW_OK);
    assert_int_equal(fw_traffic_order(street->traffic, 1, 15, 5), FW_OK);
    run_for(street, 1);
    assert_int_equal(add(street, 2, 8, 5), FW_START_BLOCKED); // within its reservation
    assert_int_equal(add(street, 2, 8, 8), FW_OK);
}

STREET_TEST(a_unit_goes_to_its_goal_and_tells_what_happens)
{
    const street *street = *state;
    assert_int_equal(add(street, 7, 5, 5), FW_OK);
    assert_int_equal(state_of(street, 7)->activity, FW_AGENT_STANDS);
    assert_true(state_of(street, 7)->pose.heading == 1);
    assert_int_equal(fw_traffic_order(street->traffic, 7, 15, 5), FW_OK);
    assert_int_equal(fw_traffic_step(street->traffic, 0.1, 1000), FW_OK);
    assert_true(state_of(street, 7)->speed > 0); // it moves in the first step
    int32_t count = 0;
    assert_int_equal(fw_traffic_events(street->traffic, &count)->activity, FW_AGENT_MOVES);
    assert_int_equal(count, 1);
    run_for(street, 5.3); // 10 tiles at 2 a second, and half a second for speeding up and braking
    assert_int_equal(fw_traffic_step(street->traffic, 0.25, 1000), FW_OK);
    const fw_agent_state *now = state_of(street, 7);
    assert_int_equal(now->activity, FW_AGENT_ARRIVED);
    assert_true(hypot(now->pose.x - 15, now->pose.y - 5) <= FW_TRAFFIC_ARRIVED);
    assert_true(fabs(now->driven - 10) <= FW_TRAFFIC_ARRIVED);
    assert_true(now->arrived <= 5.75 && now->waited == 0);
    assert_string_equal(fw_agent_activity_name(now->activity), "arrived");
    assert_string_equal(fw_agent_activity_name(FW_AGENT_ACTIVITIES), "unknown");
}

STREET_TEST(goals_that_cannot_be_reached_are_told)
{
    const street *street = *state;
    assert_int_equal(add(street, 1, 5, 5), FW_OK);
    assert_int_equal(fw_traffic_order(street->traffic, 2, 5, 5), FW_UNKNOWN_UNIT);
    assert_int_equal(fw_traffic_order(street->traffic, 1, INFINITY, 5), FW_NOT_FINITE);
    assert_int_equal(fw_traffic_order(street->traffic, 1, -1, 5), FW_OUT_OF_BOUNDS);
    assert_int_equal(fw_traffic_order(street->traffic, 1, 0.2, 5),
                     FW_OK); // its body would stick out of the map
    run_for(street, 0.5);
    assert_int_equal(state_of(street, 1)->activity, FW_AGENT_BLOCKED);
    assert_int_equal(fw_map_set_rect(street->map, 10, 0, 1, 20, FW_BLOCKED), FW_OK);
    assert_int_equal(fw_map_commit(street->map), FW_OK);
    assert_int_equal(fw_traffic_order(street->traffic, 1, 15, 5), FW_OK);
    run_for(street, 0.5);
    assert_int_equal(state_of(street, 1)->activity, FW_AGENT_BLOCKED);
    assert_int_equal(fw_map_set_rect(street->map, 10, 8, 1, 4, FW_GROUND), FW_OK);
    assert_int_equal(fw_map_commit(street->map), FW_OK);
    run_for(street, 12); // the wall has a gap now
    assert_int_equal(state_of(street, 1)->activity, FW_AGENT_ARRIVED);
}

STREET_TEST(a_wall_that_appears_on_a_unit_is_told_and_holds_it)
{
    const street *street = *state;
    assert_int_equal(add(street, 1, 5, 5), FW_OK);
    assert_int_equal(fw_traffic_order(street->traffic, 1, 15, 5), FW_OK);
    run_for(street, 0.3);
    assert_int_equal(fw_map_set_rect(street->map, 0, 0, 20, 20, FW_BLOCKED), FW_OK);
    assert_int_equal(fw_map_commit(street->map), FW_OK);
    run_for(street, 3);
    assert_int_equal(state_of(street, 1)->activity, FW_AGENT_BLOCKED);
    assert_true(state_of(street, 1)->speed == 0);
}

/// Blocks or opens the column of tiles between the unit and its goal, down to a row.
static void set_wall(const street *street, int32_t rows, uint8_t terrain)
{
    assert_int_equal(fw_map_set_rect(street->map, 10, 0, 1, rows, terrain), FW_OK);
    assert_int_equal(fw_map_commit(street->map), FW_OK);
}

/// A unit begins to drive from (3, 5) straight to (17, 5).
static void send_straight(const street *street)
{
    assert_int_equal(add(street, 1, 3, 5), FW_OK);
    assert_int_equal(fw_traffic_order(street->traffic, 1, 17, 5), FW_OK);
}

static void step_often(const street *street, int count, double dt)
{
    for (int i = 0; i < count; i++)
        assert_int_equal(fw_traffic_step(street->traffic, dt, 1000), FW_OK);
}

/// Steps for two seconds; the unit must not brake, speed up or turn by more than its limits, which are 4 each.
static void watch_limits(const street *street)
{
    const double dt = 0.025;
    double vx = 0, vy = 0;
    for (int i = 0; i < 80; i++) {
        step_often(street, 1, dt);
        const fw_agent_state *now = state_of(street, 1);
        const double to_x = now->speed * cos(now->pose.heading), to_y = now->speed * sin(now->pose.heading);
        assert_true(i == 0 || hypot(to_x - vx, to_y - vy) <= 4 * sqrt(2) * dt * (1 + 1e-6));
        vx = to_x;
        vy = to_y;
    }
}

STREET_TEST(a_unit_brakes_before_a_new_wall_or_leaves_it_and_goes_round)
{
    const street *street = *state;
    int on_wall = 0;
    for (double at = 6; at < 9; at += 0.2) {
        send_straight(street);
        while (state_of(street, 1)->pose.x < at)
            step_often(street, 1, 0.025);
        const double room = 10 - 0.8 - state_of(street, 1)->pose.x;
        set_wall(street, 15, FW_BLOCKED);
        watch_limits(street);
        on_wall += room < 0.5; // this is not enough to brake
        run_for(street, 25);
        assert_int_equal(state_of(street, 1)->activity, FW_AGENT_ARRIVED);
        assert_int_equal(fw_traffic_remove(street->traffic, 1), FW_OK);
        set_wall(street, 15, FW_GROUND);
    }
    assert_true(on_wall > 1);
}

/// True if the unit, which has driven to a place, asks for another path when it next plans, if a column of tiles down
/// to a row is blocked.
static bool asks_after_wall(const street *street, double until, int32_t column, int32_t rows)
{
    while (state_of(street, 1)->pose.x < until)
        step_often(street, 1, 0.025);
    assert_int_equal(fw_map_set_rect(street->map, column, 0, 1, rows, FW_BLOCKED), FW_OK);
    assert_int_equal(fw_map_commit(street->map), FW_OK);
    for (int i = 0; i < 30; i++) // it plans every half second, and asks at the next knot
        assert_int_equal(fw_traffic_step(street->traffic, 0.025, 0), FW_OK);
    const bool asks = street->traffic->desk.count > 0;
    assert_int_equal(fw_map_set_rect(street->map, column, 0, 1, rows, FW_GROUND), FW_OK);
    assert_int_equal(fw_map_commit(street->map), FW_OK);
    assert_int_equal(fw_traffic_remove(street->traffic, 1), FW_OK);
    return asks;
}

STREET_TEST(a_unit_asks_for_another_path_if_its_way_is_cut_ahead_of_it_only)
{
    const street *street = *state;
    for (double until = 4; until < 9; until += 0.15) { // knots and turns to plan come at all places
        send_straight(street);
        assert_true(asks_after_wall(street, until, 14, 8));
    }
    send_straight(street);
    assert_false(asks_after_wall(street, 10, 5, 8));
    set_wall(street, 10, FW_BLOCKED); // from here on, the way passes (10, 17), right of the gap's middle
    for (double until = 4; until < 8; until += 0.5) {
        send_straight(street);
        assert_true(asks_after_wall(street, until, 10, 17)); // the next corner
        send_straight(street);
        assert_true(asks_after_wall(street, until, 14, 8)); // beyond this corner
        set_wall(street, 10, FW_BLOCKED);
    }
    send_straight(street);
    assert_false(asks_after_wall(street, 15, 12, 10)); // on its last leg, but behind it
}

STREET_TEST(ways_lead_through_the_right_half_of_a_passage)
{
    const street *street = *state;
    assert_int_equal(fw_map_set_rect(street->map, 4, 0, 12, 8, FW_BLOCKED), FW_OK);
    assert_int_equal(fw_map_set_rect(street->map, 4, 18, 12, 2, FW_BLOCKED), FW_OK);
    assert_int_equal(fw_map_commit(street->map), FW_OK);
    assert_int_equal(add(street, 1, 2, 3), FW_OK);
    assert_int_equal(add(street, 2, 18, 3), FW_OK);
    assert_int_equal(fw_traffic_order(street->traffic, 1, 18, 5), FW_OK);
    assert_int_equal(fw_traffic_order(street->traffic, 2, 2, 5), FW_OK);
    run_for(street, 0.1);
    for (fw_agent_id id = 1; id <= 2; id++) {
        const way *way = &street->traffic->agents[traffic_slot_of(street->traffic, id)].way;
        bool crosses = false;
        for (int32_t i = 1; i < way->count; i++) { // where the way is in the middle of the passage
            const way_point *from = &way->points[i - 1], *to = &way->points[i];
            if ((from->x < 9.9) == (to->x < 9.9))
                continue;
            const double y = from->y + (to->y - from->y) * (9.9 - from->x) / (to->x - from->x);
            crosses = true;
            assert_true(id == 1 ? y > 13 + 0.8 : y < 13 - 0.8); // rows grow to the right of the first one
        }
        assert_true(crosses);
    }
    run_for(street, 20);
    assert_int_equal(state_of(street, 1)->activity, FW_AGENT_ARRIVED);
    assert_int_equal(state_of(street, 2)->activity, FW_AGENT_ARRIVED);
}

/// The room beside a way is measured once a tile, not once a few radii.
STREET_TEST(the_way_of_a_tiny_body_has_few_corners)
{
    const street *street = *state;
    fw_agent_def def = agent_at(street, 1, 2.5, 2.5);
    assert_int_equal(fw_map_set_rect(street->map, 4, 0, 12, 8, FW_BLOCKED), FW_OK);
    def.unit = add_kind(street->map, 1e-7);
    assert_int_equal(fw_map_commit(street->map), FW_OK);
    assert_int_equal(fw_traffic_add(street->traffic, &def), FW_OK);
    assert_int_equal(fw_traffic_order(street->traffic, 1, 18.5, 2.5), FW_OK);
    run_for(street, 0.5);
    assert_in_range(street->traffic->agents[traffic_slot_of(street->traffic, 1)].way.count, 3, 60);
}

STREET_TEST(of_units_that_ask_together_the_one_with_the_nearest_goal_gets_its_path_first)
{
    const street *street = *state;
    set_wall(street, 10, FW_BLOCKED); // both goals are out of sight
    assert_int_equal(add(street, 1, 2, 2), FW_OK);
    assert_int_equal(add(street, 2, 8, 10), FW_OK);
    assert_int_equal(fw_traffic_order(street->traffic, 1, 18, 2), FW_OK);
    assert_int_equal(fw_traffic_order(street->traffic, 2, 12, 10), FW_OK);
    const way *far = &street->traffic->agents[traffic_slot_of(street->traffic, 1)].way,
              *near = &street->traffic->agents[traffic_slot_of(street->traffic, 2)].way;
    for (int step = 0; step < 1000 && near->count == 0; step++) {
        assert_int_equal(fw_traffic_step(street->traffic, 0.001, 1), FW_OK);
        assert_int_equal(far->count, 0);
    }
    assert_true(near->count > 1);
}

STREET_TEST(a_unit_that_drives_after_a_moving_goal_does_not_wait)
{
    const street *street = *state;
    set_wall(street, 10, FW_BLOCKED); // the goal is out of sight at first
    assert_int_equal(add(street, 1, 2, 2), FW_OK);
    for (double time = 0; time < 12; time += 0.05) { // the goal is faster than the unit
        assert_int_equal(fw_traffic_order(street->traffic, 1, 17, 10 + 8 * cos(time)), FW_OK);
        assert_int_equal(fw_traffic_step(street->traffic, 0.05, 20000), FW_OK);
        assert_int_not_equal(state_of(street, 1)->activity, FW_AGENT_WAITS);
    }
    assert_true(state_of(street, 1)->driven > 12);
}

STREET_TEST(a_unit_that_is_removed_leaves_its_place_to_others)
{
    const street *street = *state;
    assert_int_equal(fw_map_set_rect(street->map, 0, 0, 20, 4, FW_BLOCKED), FW_OK);
    assert_int_equal(fw_map_set_rect(street->map, 0, 6, 20, 14, FW_BLOCKED), FW_OK);
    assert_int_equal(fw_map_commit(street->map), FW_OK);
    assert_int_equal(add(street, 1, 5, 5), FW_OK);
    assert_int_equal(add(street, 2, 10, 5), FW_OK);
    assert_int_equal(fw_traffic_hold(street->traffic, 2, true), FW_OK);
    assert_int_equal(fw_traffic_order(street->traffic, 1, 18, 5), FW_OK);
    run_for(street, 10);
    assert_int_equal(state_of(street, 1)->activity, FW_AGENT_WAITS); // the other one holds in the corridor
    assert_int_equal(state_of(street, 1)->other, 2);
    assert_int_equal(fw_traffic_remove(street->traffic, 2), FW_OK);
    assert_int_equal(fw_traffic_remove(street->traffic, 2), FW_UNKNOWN_UNIT);
    run_for(street, 10);
    assert_int_equal(state_of(street, 1)->activity, FW_AGENT_ARRIVED);
    assert_int_equal(add(street, 3, 5, 5), FW_OK); // in the slot of the removed one
    assert_int_equal(state_of(street, 3)->activity, FW_AGENT_STANDS);
}

STREET_TEST(steps_that_cannot_be_are_refused)
{
    const street *street = *state;
    assert_int_equal(fw_traffic_step(NULL, 0.1, 0), FW_NULL_ARGUMENT);
    assert_int_equal(fw_traffic_step(street->traffic, NAN, 0), FW_NOT_FINITE);
    assert_int_equal(fw_traffic_step(street->traffic, -0.1, 0), FW_BAD_VALUE);
    assert_int_equal(fw_traffic_step(street->traffic, 61, 0), FW_BAD_VALUE);
    assert_int_equal(fw_traffic_step(street->traffic, 0, 0), FW_OK);
    assert_true(fw_traffic_time(street->traffic) == 0);
    assert_int_equal(add(street, 1, 5, 5), FW_OK);
    assert_int_equal(fw_traffic_step(street->traffic, 2.5, 0), FW_OK);
    assert_true(fw_traffic_time(street->traffic) == 2.5);
    assert_int_equal(fw_map_remove_unit(street->map, street->kind), FW_OK);
    assert_int_equal(fw_traffic_step(street->traffic, 0.1, 0), FW_UNKNOWN_UNIT);
    assert_true(fw_traffic_time(street->traffic) == 2.5);
    fw_traffic_destroy(NULL);
    assert_true(fw_traffic_time(NULL) == 0 && fw_traffic_bytes(NULL) == 0);
    assert_null(fw_traffic_states(NULL, NULL));
    assert_null(fw_traffic_events(NULL, NULL));
    assert_int_equal(fw_traffic_create(NULL, NULL, NULL), FW_NULL_ARGUMENT);
}

STREET_TEST(a_damaged_state_is_not_restored)
{
    const street *street = *state;
    uint8_t saved[8192];
    size_t bytes = 0;
    fw_traffic *other = NULL;
    assert_int_equal(add(street, 1, 5, 5), FW_OK);
    assert_int_equal(fw_traffic_order(street->traffic, 1, 15, 5), FW_OK);
    run_for(street, 1);
    assert_int_equal(fw_traffic_save(street->traffic, saved, 100, &bytes), FW_BUFFER_TOO_SMALL);
    assert_int_equal(fw_traffic_save(street->traffic, saved, sizeof saved, &bytes), FW_OK);
    assert_int_equal(fw_traffic_restore(street->traffic, saved, bytes), FW_NOT_NEW);
    for (size_t i = 0; i < bytes; i += 7) {
        saved[i] ^= 0x10;
        assert_int_equal(fw_traffic_create(street->map, NULL, &other), FW_OK);
        assert_int_equal(fw_traffic_restore(other, saved, bytes), FW_BAD_VALUE);
        fw_traffic_destroy(other);
        saved[i] ^= 0x10;
    }
    assert_int_equal(fw_traffic_create(street->map, NULL, &other), FW_OK);
    assert_int_equal(fw_traffic_restore(other, saved, bytes), FW_OK);
    assert_true(fw_traffic_time(other) == fw_traffic_time(street->traffic));
    fw_traffic_destroy(other);
}

STREET_TEST(nothing_is_lost_where_memory_ends)
{
    const street *street = *state;
    assert_int_equal(fw_map_set_rect(street->map, 10, 0, 1, 15, FW_BLOCKED), FW_OK);
    assert_int_equal(fw_map_commit(street->map), FW_OK);
    for (uint64_t calls = 0; calls < 60; calls++) {
        ration ration = { .left = calls, .once = true };
        const fw_allocator hooks = rationed(&ration);
        fw_traffic *traffic = NULL;
        int32_t count = 0;
        fw_result result = fw_traffic_create(street->map, &hooks, &traffic);
        assert_true(result == FW_OK || (result == FW_NO_MEMORY && !traffic));
        for (fw_agent_id id = 1; traffic && id <= 6; id++) {
            const fw_agent_def def = agent_at(street, id, 3, 3 * id - 1.0);
            assert_true(fw_traffic_add(traffic, &def) == FW_OK || fw_traffic_add(traffic, &def) == FW_OK);
            assert_true(fw_traffic_order(traffic, id, 17, 20 - def.start.y) == FW_OK ||
                        fw_traffic_order(traffic, id, 17, 20 - def.start.y) == FW_OK);
        }
        for (int tick = 0; traffic && tick < 400; tick++)
            assert_true((result = fw_traffic_step(traffic, 0.1, 1000)) == FW_OK || result == FW_NO_MEMORY);
        const fw_agent_state *states = fw_traffic_states(traffic, &count);
        for (int32_t i = 0; i < count; i++)
            assert_int_equal(states[i].activity, FW_AGENT_ARRIVED);
        fw_traffic_destroy(traffic);
        assert_int_equal(ration.held, 0);
    }
}

/// Eight units go round a wall to the other side, and back on the next trip.
static void make_trip(fw_traffic *traffic, int trip)
{
    for (fw_agent_id id = 1; id <= 8; id++)
        assert_int_equal(fw_traffic_order(traffic, id, trip % 2 ? 2 : 18, 2.0 * id), FW_OK);
    for (int tick = 0; tick < 400; tick++)
        assert_int_equal(fw_traffic_step(traffic, 0.1, 1000), FW_OK);
}

STREET_TEST(steps_allocate_nothing_once_their_memory_has_grown)
{
    const street *street = *state;
    ration ration = { .left = UNRATIONED };
    const fw_allocator hooks = rationed(&ration);
    fw_traffic *traffic = NULL;
    set_wall(street, 12, FW_BLOCKED);
    assert_int_equal(fw_traffic_create(street->map, &hooks, &traffic), FW_OK);
    for (fw_agent_id id = 1; id <= 8; id++) {
        const fw_agent_def def = agent_at(street, id, 2, 2.0 * id);
        assert_int_equal(fw_traffic_add(traffic, &def), FW_OK);
    }
    for (int trip = 0; trip < 6; trip++)
        make_trip(traffic, trip);
    const uint64_t calls = ration.calls;
    for (int trip = 6; trip < 10; trip++)
        make_trip(traffic, trip);
    assert_int_equal(ration.calls, calls);
    fw_traffic_destroy(traffic);
    assert_int_equal(ration.held, 0);
}

/// Lets time pass, and counts how often a unit's activity becomes this one.
static int count_events(const street *street, double seconds, fw_agent_activity activity)
{
    int found = 0;
    for (double time = 0; time < seconds; time += 0.1) {
        int32_t count = 0;
        assert_int_equal(fw_traffic_step(street->traffic, 0.1, 1000), FW_OK);
        const fw_traffic_event *events = fw_traffic_events(street->traffic, &count);
        for (int32_t i = 0; i < count; i++)
            found += events[i].activity == activity;
    }
    return found;
}

STREET_TEST(each_order_takes_effect_at_once_and_has_an_end_of_its_own)
{
    const street *street = *state;
    static const struct {
        double x;
        fw_agent_activity end;
    } orders[] = { { 8, FW_AGENT_ARRIVED },   { 12, FW_AGENT_ARRIVED },  { 12, FW_AGENT_ARRIVED },
                   { 0.3, FW_AGENT_BLOCKED }, { 0.2, FW_AGENT_BLOCKED }, { 12, FW_AGENT_ARRIVED } };
    assert_int_equal(add(street, 1, 5, 5), FW_OK);
    assert_int_equal(state_of(street, 1)->activity, FW_AGENT_STANDS);
    for (size_t i = 0; i < sizeof orders / sizeof *orders; i++) {
        assert_int_equal(fw_traffic_order(street->traffic, 1, orders[i].x, 5), FW_OK);
        assert_int_equal(state_of(street, 1)->activity, FW_AGENT_THINKS);
        assert_int_equal(count_events(street, 6, orders[i].end), 1);
        assert_int_equal(state_of(street, 1)->activity, orders[i].end);
    }
}
