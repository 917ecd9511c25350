// Units that share a goal among walls come to rest, whatever places they exchange.
#include <math.h>

#include "common/drawing.h"
#include "common/troop.h"
#include "common/unit.h"
#include "fairway/fairway.h"

enum { MOST_UNITS = 5, MOST_KINDS = 3 };

/// A unit, and the index of its radius.
typedef struct member {
    fw_agent_id id;
    int kind;
    double x, y;
} member;

/// Adds units, and orders them to a point: all must have arrived after two minutes.
static void expect_rest(fw_map *map, const double *radii, int kinds, const member *members, int units,
                        double x, double y)
{
    fw_traffic *traffic = NULL;
    fw_agent_id ids[MOST_UNITS];
    fw_unit_id made[MOST_KINDS];
    int32_t count = 0;
    assert_int_equal(fw_traffic_create(map, NULL, &traffic), FW_OK);
    for (int i = 0; i < kinds; i++) {
        fw_unit_def kind = fw_default_unit_def();
        kind.size = 0;
        kind.footprint = fw_circle(radii[i]);
        assert_int_equal(fw_map_add_unit(map, &kind, &made[i]), FW_OK);
    }
    for (int i = 0; i < units; i++) {
        fw_agent_def def = fw_default_agent_def();
        def.id = ids[i] = members[i].id;
        def.unit = made[members[i].kind];
        def.start = (fw_pose){ members[i].x, members[i].y, 0 };
        def.top = 2;
        def.acceleration = def.braking = def.lateral = 4;
        assert_int_equal(fw_traffic_add(traffic, &def), FW_OK);
    }
    assert_int_equal(fw_traffic_order_near(traffic, ids, units, x, y), FW_OK);
    for (double time = 0; time < 120; time += 0.05)
        assert_int_equal(fw_traffic_step(traffic, 0.05, 2000), FW_OK);
    const fw_agent_state *states = fw_traffic_states(traffic, &count);
    for (int32_t i = 0; i < count; i++)
        assert_int_equal(states[i].activity, FW_AGENT_ARRIVED);
    fw_traffic_destroy(traffic);
    fw_map_destroy(map);
}

/// The one that stands there exchanges places with another one that comes round a corner.
TEST(who_stands_on_the_point_of_its_order_goes_to_a_place_that_it_does_not_see)
{
    const char *const rows[] = { "@@@@@@@@@@@", "@.........@", "@.@@@@@@@.@", "@.........@",
                                 "@@@@.@@@@@@", "@@@@.@@@@@@", "@@@@@@@@@@@" };
    const double radii[] = { 0.4, 0.3 };
    const member members[] = {
        { 1, 0, 5.5, 3.5 }, { 2, 0, 4.5, 3.5 }, { 3, 0, 1.5, 3.5 }, { 4, 1, 2.5, 1.5 }, { 5, 0, 8.5, 1.5 }
    };
    expect_rest(DRAWN(rows), radii, 2, members, 5, 7.5, 3.5);
}

/// A wall is between two, the one that rests and the other one; each exchange seemed to gain.
TEST(two_with_a_wall_in_between_do_not_exchange_places_for_ever)
{
    const char *const rows[] = { "@@@@@@@@@@@@@", "@.....@.@@@@@", "@.....@.....@",
                                 "@.....@.....@", "@...........@", "@...........@",
                                 "@...........@", "@.....@@@@..@", "@@@@@@@@@@@@@" };
    const double radii[] = { 0.4, 1.2, 0.8 };
    const member members[] = {
        { 1, 2, 7.5, 5.5 }, { 2, 1, 2.5, 3.5 }, { 4, 1, 10.5, 5.5 }, { 5, 0, 4.5, 6.5 }
    };
    expect_rest(DRAWN(rows), radii, 3, members, 4, 2.5, 4.5);
}

/// A door beside the point is no place for one that rests. The last one that came tried to get past it for ever.
TEST(who_cannot_get_past_those_who_rest_rests_beside_them)
{
    const char *const rows[] = {
        ".....@.....@.....@....", ".....@.....@.....@....", ".....@.....@.....@....",
        "...........@.....@....", ".....@...........@....", "@@..@@@@@@@.@@@@@@@@@@",
        "...........@.....@....", ".....@.....@.....@..@.", ".....@.....@.....@..@.",
        ".....@..............@.", ".....@................", "@..@@@@..@@@@.@@@@@..@",
        "...........@@....@....", "...........@@....@....", ".....@.....@@....@....",
        ".....@.....@..........", ".....@.....@.....@....", ".....@.....@.....@....",
    };
    const double radii[] = { 0.33 };
    const member members[] = { { 2, 0, 13.5, 0.5 }, { 4, 0, 8.5, 11.5 }, { 5, 0, 2.5, 13.5 } };
    expect_rest(DRAWN(rows), radii, 1, members, 3, 3.622, 5.647);
}

/// Orders a unit to a point, and steps until it must have arrived.
///
/// @return its distance from the point
static double distance_after_order(troop *troop, fw_agent_id id, double x, double y)
{
    troop_order(troop, id, x, y);
    troop_step_for(troop, 10);
    assert_int_equal(troop_state(troop, id).activity, FW_AGENT_ARRIVED);
    return troop_state(troop, id).from_goal;
}

TROOP_TEST(the_place_of_who_cannot_get_to_its_goal_is_where_it_stands_now)
{
    troop *troop = *state;
    troop_build(troop, 40, 40, 7, 7, FW_BLOCKED);
    troop_build(troop, 41, 41, 5, 5, FW_GROUND); // a closed room
    troop_add(troop, 1, 10.5, 10.5);
    troop_add(troop, 2, 42.5, 42.5);
    troop_add(troop, 3, 14.5, 14.5);
    troop_add(troop, 4, 16.5, 14.5);
    troop_order(troop, 1, 44.5, 44.5);
    troop_step_for(troop, 10);
    const fw_pose first = troop_state(troop, 1).pose;
    assert_int_equal(troop_state(troop, 1).activity, FW_AGENT_BLOCKED);
    assert_true(distance_after_order(troop, 2, 44.5, 44.5) < 0.01);
    assert_true(distance_after_order(troop, 3, first.x, first.y) > 0.79);
    troop_order(troop, 3, 20.5, 20.5);
    troop_step_for(troop, 10);
    assert_int_equal(
        fw_traffic_set_obstacle(troop->traffic, 1, (fw_pose){ first.x - 2, first.y, 0 }, 2, 0, 0.5),
        FW_OK); // the unit steps aside
    troop_step_for(troop, 2);
    assert_int_equal(fw_traffic_remove_obstacle(troop->traffic, 1), FW_OK);
    troop_step_for(troop, 2);
    const fw_pose then = troop_state(troop, 1).pose;
    assert_true(hypot(then.x - first.x, then.y - first.y) > 0.8);
    assert_true(distance_after_order(troop, 4, first.x, first.y) < 0.01);
}

/// People, tanks and cars that are ordered to one point.
static void gather_mixed(troop *troop, uint64_t seed)
{
    const double radii[] = { 0.4, 0.25, 1, 0.5, 0.7 }, turns[] = { 0, 0, 0, 1.2, 2 };
    enum { KINDS = 5, UNITS = 60, COLUMNS = 8 };
    fw_unit_id kinds[KINDS];
    fw_agent_id ids[UNITS];
    random_source random = { seed };
    troop_begin_anew(troop);
    for (int i = 0; i < KINDS; i++)
        kinds[i] = troop_add_kind(troop, radii[i], turns[i]);
    for (uint32_t i = 0; i < UNITS; i++) {
        const uint32_t kind = random_below(&random, KINDS);
        const double x = 4 + i % COLUMNS * 8 + random_within(&random, -2, 2);
        const double y = 4 + i / COLUMNS * 8 + random_within(&random, -2, 2);
        ids[i] = i + 1;
        troop_add_of(troop, ids[i], kinds[kind], radii[kind], x, y);
    }
    assert_int_equal(fw_traffic_order_near(troop->traffic, ids, UNITS, 32.2, 36.7), FW_OK);
    troop_step_until_rest(troop, 180);
    for (uint32_t i = 0; i < UNITS; i++)
        assert_int_equal(troop_state(troop, ids[i]).activity, FW_AGENT_ARRIVED);
}

/// A car that had given up its place, and rested where it was, chose the place anew at once, for ever.
TROOP_TEST(who_has_given_up_a_place_does_not_take_it_again)
{
    const uint64_t seeds[] = { 23, 28, 37 };
    for (size_t i = 0; i < sizeof seeds / sizeof *seeds; i++)
        gather_mixed(*state, seeds[i]);
}
