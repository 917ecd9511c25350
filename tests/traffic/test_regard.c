// Whom units regard: layers, sides that make no room, the right of way.
#include <math.h>

#include "common/rounds.h"
#include "common/troop.h"
#include "common/unit.h"

enum { FLIERS = 4, FIRST_PERSON = 10, PEOPLE = 40, AMBULANCE = 1, AIR = 2, RED = 1, BLUE = 2, ALL = -1 };

/// Fliers that cross the map, the last one to the place of somebody who stands.
static void send_fliers(troop *troop)
{
    for (fw_agent_id id = 1; id <= FLIERS; id++) {
        troop_add(troop, id, 4, 12.0 * id);
        troop_set_regard(troop, id, AIR, (uint32_t)ALL, (uint32_t)ALL);
        troop_order(troop, id, 60, id == FLIERS ? 30 : 60 - 11.0 * id);
    }
}

TROOP_TEST(fliers_over_a_crowd_arrive_as_if_they_were_alone)
{
    troop *troop = *state;
    enum { TICKS = 600 };
    static fw_pose alone[TICKS][FLIERS + 1];
    random_source random = { 3 };
    send_fliers(troop);
    for (int tick = 0; tick < TICKS; tick++) {
        troop_step(troop);
        for (fw_agent_id id = 1; id <= FLIERS; id++)
            alone[tick][id] = troop_state(troop, id).pose;
    }
    troop_begin_anew(troop);
    for (fw_agent_id i = 0; i < 3 * PEOPLE; i++)
        troop_add(troop, FIRST_PERSON + i, 12 + i % 12 * 4, 8 + i / 12 * 5.0);
    troop_add(troop, FIRST_PERSON + 3 * PEOPLE, 60, 30);
    send_fliers(troop);
    for (int tick = 0; tick < TICKS; tick++) {
        if (tick % 60 == 0)
            for (fw_agent_id i = 0; i < 2 * PEOPLE; i++)
                troop_order_at_random(troop, FIRST_PERSON + i, &random, 4, 60);
        if (tick % 90 == 45)
            troop_save_and_restore(troop);
        troop_step(troop);
        for (fw_agent_id id = 1; id <= FLIERS; id++) {
            const fw_pose at = troop_state(troop, id).pose;
            assert_true(at.x == alone[tick][id].x && at.y == alone[tick][id].y);
        }
    }
    for (fw_agent_id id = 1; id <= FLIERS; id++)
        assert_int_equal(troop_state(troop, id).activity, FW_AGENT_ARRIVED);
}

/// A wall with a door two bodies wide, in which a guard stands, and somebody who wants to go through.
static void build_door(troop *troop, uint32_t side_of_guard)
{
    troop_build(troop, 30, 0, 2, 32, FW_BLOCKED);
    troop_build(troop, 30, 33, 2, 31, FW_BLOCKED);
    troop_add(troop, 1, 31, 32.5);
    troop_add(troop, 2, 20, 32.5);
    assert_int_equal(fw_traffic_set_sides(troop->traffic, 1, side_of_guard), FW_OK);
    assert_int_equal(fw_traffic_set_sides(troop->traffic, 2, RED), FW_OK);
    for (fw_agent_id id = 1; id <= 2; id++)
        troop_set_regard(troop, id, 1, id == 1 ? side_of_guard : RED, (uint32_t)ALL);
    troop_order(troop, 2, 40, 32.5);
}

TROOP_TEST(an_enemy_in_a_door_holds_it_and_a_friend_does_not)
{
    troop *troop = *state;
    build_door(troop, BLUE);
    troop_step_for(troop, 40);
    assert_true(troop_state(troop, 1).driven == 0);
    assert_true(troop_state(troop, 2).pose.x < 30);
    assert_int_equal(troop_state(troop, 2).activity, FW_AGENT_WAITS);
    assert_int_equal(troop_state(troop, 2).other, 1);
    troop_set_regard(troop, 1, 1, RED | BLUE, (uint32_t)ALL); // peace
    troop_step_for(troop, 40);
    assert_int_equal(troop_state(troop, 2).activity, FW_AGENT_ARRIVED);
}

TROOP_TEST(those_who_may_not_push_leave_others_where_they_stand)
{
    troop *troop = *state;
    build_door(troop, RED);
    troop_set_regard(troop, 2, 1, (uint32_t)ALL, 0);
    troop_step_for(troop, 40);
    assert_true(troop_state(troop, 1).driven == 0 && troop_state(troop, 2).pose.x < 30);
}

/// Seconds that an ambulance takes along a street with 40 people.
///
/// @param people          number of people
/// @param has_right  of way
static double drive(troop *troop, fw_agent_id people, bool has_right)
{
    troop_begin_anew(troop);
    random_source random = { 11 };
    troop_add(troop, AMBULANCE, 2, 32.5);
    for (fw_agent_id i = 0; i < people; i++)
        troop_add(troop, FIRST_PERSON + i, 8 + i / 2 * 2.4, 31.6 + i % 2 * 1.8);
    if (has_right) {
        assert_int_equal(fw_traffic_set_sides(troop->traffic, AMBULANCE, BLUE), FW_OK);
        troop_set_regard(troop, AMBULANCE, 1, 0, (uint32_t)ALL);
    }
    troop_order(troop, AMBULANCE, 62, 32.5);
    double time = 0;
    for (; troop_state(troop, AMBULANCE).activity != FW_AGENT_ARRIVED && time < 200; time += troop->tick) {
        if (fmod(time, 5) < troop->tick)
            for (fw_agent_id i = 0; i < people; i += 2)
                troop_order(troop, FIRST_PERSON + i, random_within(&random, 6, 50),
                            random_within(&random, 31.5, 33.5));
        troop_step(troop);
    }
    return time;
}

TROOP_TEST(an_ambulance_gets_through_40_people)
{
    troop *troop = *state;
    troop_build(troop, 0, 29, 64, 2, FW_BLOCKED);
    troop_build(troop, 0, 34, 64, 2, FW_BLOCKED);
    const double alone = drive(troop, 0, false), usual = drive(troop, PEOPLE, false),
                 first = drive(troop, PEOPLE, true);
    print_message("alone %g s, as everybody %g s, with the right of way %g s\n", alone, usual, first);
    assert_true(first < 0.75 * usual && first < 1.75 * alone);
}

/// Seconds that an ambulance takes through a passage in which people go in one direction at a time, against a crowd. If
/// nobody waits for it there, it takes as long as everybody.
static double pass(troop *troop, bool has_right)
{
    enum { CROWD = 48 };
    troop_begin_anew(troop);
    troop_add(troop, AMBULANCE, 8, 33);
    for (fw_agent_id i = 0; i < CROWD; i++)
        troop_add(troop, FIRST_PERSON + i, 42 + i / 4 * 1.5, 30 + i % 4 * 2.0);
    if (has_right) {
        assert_int_equal(fw_traffic_set_sides(troop->traffic, AMBULANCE, BLUE), FW_OK);
        troop_set_regard(troop, AMBULANCE, 1, 0, (uint32_t)ALL);
    }
    troop_order(troop, AMBULANCE, 58, 33);
    for (fw_agent_id i = 0; i < CROWD; i++)
        troop_order(troop, FIRST_PERSON + i, 4 + i / 4 * 1.5, 30 + i % 4 * 2.0);
    double time = 0;
    for (; troop_state(troop, AMBULANCE).activity != FW_AGENT_ARRIVED && time < 200; time += troop->tick)
        troop_step(troop);
    return time;
}

TROOP_TEST(an_ambulance_does_not_wait_until_a_crowd_has_left_a_passage)
{
    troop *troop = *state;
    troop_build(troop, 20, 0, 20, 32, FW_BLOCKED);
    troop_build(troop, 20, 34, 20, 30, FW_BLOCKED);
    const double usual = pass(troop, false), first = pass(troop, true);
    print_message("as everybody %g s, with the right of way %g s\n", usual, first);
    assert_true(first < 0.5 * usual);
}

TROOP_TEST(layers_change_only_where_nobody_is_in_the_way)
{
    troop *troop = *state;
    fw_agent_def def = fw_default_agent_def();
    troop_add(troop, 1, 20, 20);
    def.id = 2;
    def.unit = troop->kind;
    def.start = (fw_pose){ 20.3, 20, 0 };
    assert_int_equal(fw_traffic_add(troop->traffic, &def), FW_START_BLOCKED);
    def.layers = AIR;
    assert_int_equal(fw_traffic_add(troop->traffic, &def), FW_OK);
    assert_int_equal(fw_traffic_set_regard(troop->traffic, 2, 1, 0, 0), FW_START_BLOCKED);
    assert_int_equal(fw_traffic_set_regard(troop->traffic, 2, AIR | 1, 0, 0), FW_START_BLOCKED);
    assert_int_equal(fw_traffic_set_regard(troop->traffic, 2, 4, 0, 0), FW_OK);
    assert_int_equal(fw_traffic_set_regard(troop->traffic, 3, 1, 0, 0), FW_UNKNOWN_UNIT);
    assert_int_equal(fw_traffic_set_regard(NULL, 3, 1, 0, 0), FW_NULL_ARGUMENT);
    assert_int_equal(fw_traffic_order(troop->traffic, 2, 30, 20), FW_OK);
    for (int i = 0; i < 10; i++)
        assert_int_equal(fw_traffic_step(troop->traffic, 1, 1000), FW_OK);
    assert_int_equal(fw_traffic_set_regard(troop->traffic, 2, 1, 0, 0), FW_OK);
}

/// Units on three layers cross each other; the troop judges that those who share one keep clear of each other.
TROOP_TEST(bodies_on_common_layers_never_overlap)
{
    troop *troop = *state;
    random_source random = { 5 };
    for (fw_agent_id id = 1; id <= 100; id++) {
        troop_add(troop, id, 4 + id % 10 * 6, 4 + (id - 1) / 10 * 6.0);
        assert_int_equal(fw_traffic_set_sides(troop->traffic, id, 1U << id % 3), FW_OK);
        troop_set_regard(troop, id, 1 + id % 3, 1 + random_below(&random, 7), 1 + random_below(&random, 7));
    }
    for (int round = 0; round < rounds(6); round++) {
        for (fw_agent_id id = 1; id <= 100; id++)
            troop_order_at_random(troop, id, &random, 20, 44);
        for (int tick = 0; tick < 60; tick++) {
            const fw_agent_id id = 1 + random_below(&random, 100);
            const uint32_t layers = 1 + random_below(&random, 3);
            if (fw_traffic_set_regard(troop->traffic, id, layers, 7, 7) == FW_OK)
                troop->members[id].layers = layers;
            troop_step(troop);
        }
        troop_save_and_restore(troop);
    }
}
