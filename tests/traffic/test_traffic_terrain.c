// What ground means to units: costs, top speeds on terrains, and overlays.
#include <math.h>

#include "common/new.h"
#include "common/rounds.h"
#include "common/troop.h"
#include "common/unit.h"

enum { LAVA = 9 };

/// Adds a kind of radius .4 to which swamp costs more than ground, and lava much more.
static fw_unit_id add_choosy_kind(const troop *troop, float swamp)
{
    fw_unit_def def = fw_default_unit_def();
    fw_unit_id id = 0;
    def.size = 0;
    def.footprint = fw_circle(0.4);
    def.terrain_cost[FW_SWAMP] = swamp;
    def.terrain_cost[LAVA] = 50;
    assert_int_equal(fw_map_add_unit(troop->map, &def, &id), FW_OK);
    return id;
}

static uint8_t terrain_under(const troop *troop, fw_pose at)
{
    return fw_map_terrain(troop->map, (int32_t)at.x, (int32_t)at.y);
}

/// Steps until a unit rests.
///
/// @param[out] cost  what it has paid, by the terrain under its centre
/// @return seconds
static double step_and_pay(troop *troop, fw_agent_id id, const float *costs, double *cost)
{
    const double begin = fw_traffic_time(troop->traffic);
    fw_pose before = troop_state(troop, id).pose;
    *cost = 0;
    do {
        troop_step(troop);
        const fw_pose now = troop_state(troop, id).pose;
        *cost += hypot(now.x - before.x, now.y - before.y) * (double)costs[terrain_under(troop, now)];
        before = now;
    } while (!troop_is_at_rest(troop) && fw_traffic_time(troop->traffic) - begin < 120);
    return fw_traffic_time(troop->traffic) - begin;
}

/// What the cheapest smoothed path of a unit costs.
static double cost_of_path(const troop *troop, fw_unit_id kind, fw_pose from, fw_pose to, fw_path *path)
{
    fw_path_summary summary;
    fw_planner *planner = new_planner(troop->map);
    fw_request ask = fw_default_request();
    ask.unit = kind;
    ask.start = from;
    ask.goal = fw_goal_at(to.x, to.y);
    ask.smoothing = FW_SMOOTH_TAUT_LINES;
    assert_int_equal(fw_find_path(planner, &ask, path), FW_OK);
    fw_path_summarise(path, &summary);
    fw_planner_destroy(planner);
    return summary.cost;
}

TROOP_TEST(a_unit_pays_little_more_than_its_path_costs)
{
    troop *troop = *state;
    random_source random = { 12 };
    fw_path *path = new_path();
    const fw_unit_id kind = add_choosy_kind(troop, 4);
    float costs[FW_TERRAIN_COUNT] = { 0 };
    costs[FW_GROUND] = 1;
    costs[FW_SWAMP] = 4;
    costs[LAVA] = 50;
    const int32_t most = rounds(12);
    double sum = 0, sum_of_least = 0;
    for (int32_t round = 0; round < most; round++) {
        troop_build(troop, 0, 0, TROOP_SIDE, TROOP_SIDE, FW_GROUND);
        for (int i = 0; i < 12; i++) {
            const int32_t x = (int32_t)random_below(&random, 44) + 6, y = (int32_t)random_below(&random, 56);
            const int32_t width = (int32_t)random_below(&random, 8) + 1;
            const int32_t height = (int32_t)random_below(&random, 8) + 1;
            troop_build(troop, x, y, width, height, i % 3 ? FW_SWAMP : LAVA);
        }
        troop_begin_anew(troop);
        const fw_pose from = { 3, 8.0 + random_below(&random, 48), 0 }, to = { 61, from.y, 0 };
        troop_add_of(troop, 1, kind, 0.4, from.x, from.y);
        const double least = cost_of_path(troop, kind, from, to, path);
        troop_order(troop, 1, to.x, to.y);
        double paid;
        step_and_pay(troop, 1, costs, &paid);
        assert_int_equal(troop_state(troop, 1).activity, FW_AGENT_ARRIVED);
        if (paid >= 1.5 * least)
            assert_true(paid < 1.5 * least); // it cuts corners of lava at most
        sum += paid;
        sum_of_least += least;
    }
    assert_true(sum < 1.1 * sum_of_least);
    fw_path_destroy(path);
}

TROOP_TEST(a_crowd_that_passes_another_one_beside_lava_keeps_off_it)
{
    troop *troop = *state;
    const fw_unit_id kind = add_choosy_kind(troop, 4);
    enum { CROWD = 12 };
    double lava = 0, driven[2 * CROWD + 1] = { 0 };
    troop_build(troop, 0, 0, TROOP_SIDE, 28, LAVA);
    troop_build(troop, 0, 36, TROOP_SIDE, 28, LAVA);
    for (fw_agent_id i = 1; i <= 2 * CROWD; i++) {
        const double x = i <= CROWD ? 4 + i / 3 * 2 : 60 - (i - CROWD) / 3 * 2, y = 29.5 + i % 3 * 2.5;
        troop_add_of(troop, i, kind, 0.4, x, y);
        troop_order(troop, i, TROOP_SIDE - x, y);
    }
    while (!troop_is_at_rest(troop)) {
        assert_true(fw_traffic_time(troop->traffic) < 120);
        troop_step(troop);
        for (fw_agent_id i = 1; i <= 2 * CROWD; i++) {
            const fw_agent_state now = troop_state(troop, i);
            lava += terrain_under(troop, now.pose) == LAVA ? now.driven - driven[i] : 0;
            driven[i] = now.driven;
        }
    }
    for (fw_agent_id i = 1; i <= 2 * CROWD; i++)
        assert_int_equal(troop_state(troop, i).activity, FW_AGENT_ARRIVED);
    assert_true(lava < 0.5);
}

/// Sets the top speeds of all units on swamp and on lava.
static void set_speeds(const troop *troop, fw_unit_id kind, double swamp, double lava)
{
    double tops[FW_TERRAIN_COUNT] = { 0 };
    tops[FW_SWAMP] = swamp;
    tops[LAVA] = lava;
    assert_int_equal(fw_traffic_set_speeds(troop->traffic, kind, tops), FW_OK);
}

TROOP_TEST(nobody_is_faster_than_the_ground_allows)
{
    troop *troop = *state;
    random_source random = { 5 };
    fw_unit_def def = fw_default_unit_def();
    fw_unit_id kinds[2];
    def.size = 0;
    def.footprint = fw_circle(0.4);
    def.terrain_cost[FW_SWAMP] = 2;
    def.terrain_cost[LAVA] = 4;
    assert_int_equal(fw_map_add_unit(troop->map, &def, &kinds[0]), FW_OK);
    def.turn_radius = 0.8;
    def.reverse = true;
    assert_int_equal(fw_map_add_unit(troop->map, &def, &kinds[1]), FW_OK);
    const int32_t most = rounds(3);
    for (int32_t round = 0; round < most; round++) {
        for (int i = 0; i < 40; i++) {
            const int32_t x = (int32_t)random_below(&random, 55), y = (int32_t)random_below(&random, 55);
            const int32_t width = (int32_t)random_below(&random, 9) + 1;
            troop_build(troop, x, y, width, (int32_t)random_below(&random, 9) + 1, i % 2 ? FW_SWAMP : LAVA);
        }
        troop_begin_anew(troop);
        for (fw_agent_id i = 1; i <= 24; i++)
            troop_add_of(troop, i, kinds[i % 2], 0.4, 6 + i % 5 * 10, 6 + i / 5 * 10);
        set_speeds(troop, kinds[0], 1.5, 0.4);
        set_speeds(troop, kinds[1], 1.5, 0.4);
        for (int tick = 0; tick < 1600; tick++) {
            if (tick % 400 == 0)
                for (fw_agent_id i = 1; i <= 24; i++)
                    troop_order_at_random(troop, i, &random, 4, 60);
            troop_step(troop);
            for (fw_agent_id i = 1; i <= 24; i++) {
                const fw_agent_state now = troop_state(troop, i);
                const double to_line = fmin(fabs(now.pose.x - floor(now.pose.x + 0.5)),
                                            fabs(now.pose.y - floor(now.pose.y + 0.5)));
                const uint8_t terrain = terrain_under(troop, now.pose);
                const double top = terrain == LAVA ? 0.4 : terrain == FW_SWAMP ? 1.5 : 3;
                assert_true(to_line < 1e-3 || now.speed <= top + 1e-6);
            }
        }
    }
}

TROOP_TEST(a_unit_takes_little_longer_through_mud_than_the_fastest_profile)
{
    troop *troop = *state;
    fw_speed_def speeds = fw_default_speed_def();
    fw_path *path = new_path();
    troop_build(troop, 20, 0, 12, TROOP_SIDE, FW_SWAMP);
    speeds.top = 3;
    speeds.acceleration = speeds.braking = speeds.lateral = 6;
    for (int i = 0; i < 4; i++) {
        const double top = (double[]){ 2, 1, 0.5, 0.2 }[i];
        troop_begin_anew(troop);
        troop_add(troop, 1, 5, 30);
        set_speeds(troop, troop->kind, top, 0);
        troop_order(troop, 1, 55, 30);
        cost_of_path(troop, troop->kind, (fw_pose){ 5, 30, 0 }, (fw_pose){ 55, 30, 0 }, path);
        speeds.terrain_top[FW_SWAMP] = top;
        assert_int_equal(fw_path_profile(troop->map, &speeds, path, NULL), FW_OK);
        const double least = fw_path_duration(path);
        const double taken = troop_step_until_rest(troop, 200);
        assert_int_equal(troop_state(troop, 1).activity, FW_AGENT_ARRIVED);
        assert_true(taken >= least - 0.1 && taken < 1.1 * least + 1);
    }
    fw_path_destroy(path);
}

/// A wall with two doors of 3 tiles; through the one at the top, nobody may go west.
static fw_overlay *build_one_way_door(const troop *troop)
{
    troop_build(troop, 32, 0, 1, TROOP_SIDE, FW_BLOCKED);
    troop_build(troop, 32, 10, 1, 3, FW_GROUND);
    troop_build(troop, 32, 50, 1, 3, FW_GROUND);
    fw_overlay *overlay = new_overlay(TROOP_SIDE, TROOP_SIDE);
    for (int32_t y = 9; y < 14; y++)
        assert_int_equal(fw_overlay_forbid(overlay, 32, y, FW_MOVE_W | FW_MOVE_NW | FW_MOVE_SW), FW_OK);
    return overlay;
}

TROOP_TEST(nobody_goes_back_through_a_one_way_door)
{
    troop *troop = *state;
    fw_overlay *overlay = build_one_way_door(troop);
    assert_int_equal(fw_traffic_set_overlay(troop->traffic, overlay), FW_OK);
    fw_overlay_destroy(overlay); // the traffic has a copy
    enum { PEOPLE = 16 };
    fw_pose before[PEOPLE + 1];
    for (fw_agent_id i = 1; i <= PEOPLE; i++) {
        troop_add(troop, i, i % 2 ? 24 - i : 40 + i, 8 + i % 7);
        troop_order(troop, i, i % 2 ? 40 + i : 24 - i, 8 + i % 7);
        before[i] = troop_state(troop, i).pose;
    }
    int through = 0, round = 0;
    while (!troop_is_at_rest(troop)) {
        assert_true(fw_traffic_time(troop->traffic) < 200);
        troop_step(troop);
        for (fw_agent_id i = 1; i <= PEOPLE; i++) {
            const fw_pose now = troop_state(troop, i).pose;
            const bool is_at_top = now.y < 30;
            assert_false(is_at_top && before[i].x > 32 + 1e-6 && now.x < 32 - 1e-6);
            through += is_at_top && before[i].x < 32 && now.x >= 32;
            round += !is_at_top && before[i].x > 32 && now.x <= 32;
            before[i] = now;
        }
    }
    for (fw_agent_id i = 1; i <= PEOPLE; i++)
        assert_int_equal(troop_state(troop, i).activity, FW_AGENT_ARRIVED);
    assert_true(through >= PEOPLE / 2 && round == PEOPLE / 2);
}

TROOP_TEST(who_makes_room_in_a_one_way_door_does_not_go_back)
{
    troop *troop = *state;
    fw_overlay *overlay = build_one_way_door(troop);
    random_source random = { 4 };
    for (int round = 0; round < 12; round++) {
        enum { PEOPLE = 20, PARKED = 4 };
        fw_pose before[PEOPLE + 1];
        troop_begin_anew(troop);
        assert_int_equal(fw_traffic_set_overlay(troop->traffic, overlay), FW_OK);
        for (fw_agent_id i = 1; i <= PEOPLE; i++) {
            if (i <= PARKED)
                troop_add(troop, i, 32.6 + i / 3 * 0.9, 10.5 + i % 2 * 1.2);
            else
                troop_add(troop, i, 28 - i / 4, 8 + i % 4 * 2);
            if (i > PARKED)
                troop_order(troop, i, 34 + random_unit(&random) * 8, 8 + random_unit(&random) * 8);
            before[i] = troop_state(troop, i).pose;
        }
        for (int tick = 0; tick < 500; tick++) {
            troop_step(troop);
            for (fw_agent_id i = 1; i <= PEOPLE; i++) {
                const fw_pose now = troop_state(troop, i).pose;
                assert_false(now.y < 30 && before[i].x > 32 + 1e-6 && now.x < 32 - 1e-6);
                before[i] = now;
            }
        }
    }
    fw_overlay_destroy(overlay);
}

TROOP_TEST(danger_counts_for_the_unit_to_which_it_was_told)
{
    troop *troop = *state;
    fw_overlay *danger = new_overlay(TROOP_SIDE, TROOP_SIDE);
    assert_int_equal(fw_overlay_add_cost(danger, 25, 5, 14, 50, 20), FW_OK);
    for (int round = 0; round < 4; round++) {
        int seen[3] = { 0 };
        troop_begin_anew(troop);
        for (fw_agent_id i = 1; i <= 2; i++) {
            troop_add(troop, i, 5, 10 + 20 * i);
            troop_order(troop, i, 60, 10 + 20 * i);
        }
        if (round == 1)
            assert_int_equal(fw_traffic_set_unit_overlay(troop->traffic, 2, danger), FW_OK);
        if (round == 2)
            assert_int_equal(fw_traffic_set_kind_overlay(troop->traffic, troop->kind, danger), FW_OK);
        if (round == 3) {
            assert_int_equal(fw_traffic_set_overlay(troop->traffic, danger), FW_OK);
            assert_int_equal(fw_overlay_block(danger, 0, 0, TROOP_SIDE, 5), FW_OK); // the traffic has a copy
            assert_int_equal(fw_traffic_set_unit_overlay(troop->traffic, 1, danger), FW_OK);
            assert_int_equal(fw_traffic_set_unit_overlay(troop->traffic, 1, NULL), FW_OK);
            assert_int_equal(fw_traffic_set_overlay(troop->traffic, NULL), FW_OK);
        }
        for (int tick = 0; tick < 900 && !troop_is_at_rest(troop); tick++) {
            troop_step(troop);
            for (fw_agent_id i = 1; i <= 2; i++) {
                const fw_pose at = troop_state(troop, i).pose;
                seen[i] += at.x > 25.2 && at.x < 38.8 && at.y > 5.2 && at.y < 54.8;
            }
        }
        assert_int_equal(seen[1] > 0, round != 2);
        assert_int_equal(seen[2] > 0, round == 0 || round == 3);
        assert_int_equal(troop_state(troop, 1).activity, FW_AGENT_ARRIVED);
        assert_int_equal(troop_state(troop, 2).activity, FW_AGENT_ARRIVED);
    }
    fw_overlay_destroy(danger);
}

/// An overlay with a bit of everything.
static fw_overlay *draw_overlay(random_source *random)
{
    fw_overlay *overlay = new_overlay(TROOP_SIDE, TROOP_SIDE);
    for (int i = 0; i < 5; i++) {
        const int32_t x = (int32_t)random_below(random, 56), y = (int32_t)random_below(random, 56);
        const uint8_t bytes[4] = { (uint8_t)random_below(random, 20), 254, 0, 7 };
        fw_overlay_add_cost(overlay, x, y, 7, 5, (float)(1 + random_below(random, 8)) / 4);
        fw_overlay_forbid(overlay, y, x, (uint8_t)random_below(random, 256));
        fw_overlay_set_costs(overlay, y, x, 4, 1, bytes, 4, 0);
        if (i == 0)
            fw_overlay_block(overlay, x, y, 2, 3);
    }
    return overlay;
}

static void lay(troop *troop, random_source *random)
{
    if (random_below(random, 6) == 0)
        troop_order_at_random(troop, 1 + random_below(random, TROOP_REPEATERS), random, 3, 61);
    if (random_below(random, 40) > 0)
        return;
    fw_overlay *overlay = random_below(random, 4) ? draw_overlay(random) : NULL;
    switch (random_below(random, 4)) {
    case 0:
        fw_traffic_set_overlay(troop->traffic, overlay);
        break;
    case 1:
        fw_traffic_set_kind_overlay(troop->traffic, troop->kind, overlay);
        break;
    case 2:
        fw_traffic_set_unit_overlay(troop->traffic, 1 + random_below(random, TROOP_REPEATERS), overlay);
        break;
    default:
        troop_build(troop, (int32_t)random_below(random, 56), (int32_t)random_below(random, 56), 6, 6,
                    FW_SWAMP);
        set_speeds(troop, troop->kind, random_below(random, 3), 1);
    }
    fw_overlay_destroy(overlay);
}

TROOP_TEST(overlays_and_speeds_are_saved)
{
    troop_assert_repeats(*state, 31, 400, lay);
}

TROOP_TEST(a_call_without_memory_changes_nothing)
{
    troop *troop = *state;
    random_source random = { 8 };
    fw_overlay *overlay = draw_overlay(&random);
    troop_add(troop, 1, 20, 20);
    troop_order(troop, 1, 50, 50);
    troop_step_for(troop, 1);
    const uint64_t hash = fw_traffic_hash(troop->traffic);
    for (int call = 0; call < 4; call++) {
        fw_result result = FW_NO_MEMORY;
        for (uint64_t given = 0; result == FW_NO_MEMORY; given++) {
            double tops[FW_TERRAIN_COUNT] = { [FW_SWAMP] = 1 };
            troop->ration.left = given;
            result = call == 0   ? fw_traffic_set_overlay(troop->traffic, overlay)
                     : call == 1 ? fw_traffic_set_kind_overlay(troop->traffic, troop->kind, overlay)
                     : call == 2 ? fw_traffic_set_unit_overlay(troop->traffic, 1, overlay)
                                 : fw_traffic_set_speeds(troop->traffic, troop->kind, tops);
            troop->ration.left = UNRATIONED;
            assert_true(result == FW_OK || (result == FW_NO_MEMORY && given < 100));
            if (result != FW_OK && call == 0)
                assert_true(fw_traffic_hash(troop->traffic) == hash);
        }
    }
    troop_step_for(troop, 2);
    troop_save_and_restore(troop);
    fw_overlay_destroy(overlay);
}

TROOP_TEST(wrong_calls_are_refused)
{
    const troop *troop = *state;
    double tops[FW_TERRAIN_COUNT] = { 0 };
    fw_overlay *small = new_overlay(8, 8);
    assert_int_equal(fw_traffic_set_overlay(NULL, NULL), FW_NULL_ARGUMENT);
    assert_int_equal(fw_traffic_set_speeds(NULL, troop->kind, tops), FW_NULL_ARGUMENT);
    assert_int_equal(fw_traffic_set_overlay(troop->traffic, small), FW_WRONG_MAP);
    assert_int_equal(fw_traffic_set_kind_overlay(troop->traffic, troop->kind + 1, NULL), FW_UNKNOWN_UNIT);
    assert_int_equal(fw_traffic_set_unit_overlay(troop->traffic, 5, NULL), FW_UNKNOWN_UNIT);
    tops[3] = 1e-4;
    assert_int_equal(fw_traffic_set_speeds(troop->traffic, troop->kind, tops), FW_BAD_VALUE);
    tops[3] = NAN;
    assert_int_equal(fw_traffic_set_speeds(troop->traffic, troop->kind, tops), FW_NOT_FINITE);
    fw_overlay_destroy(small);
}
