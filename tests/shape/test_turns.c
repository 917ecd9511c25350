/// The four ways to turn: what is legal, what is counted, and that the checker counts the same.

#include <math.h>

#include "base/random.h"
#include "common/drawing.h"
#include "common/lot.h"
#include "common/near.h"
#include "common/rounds.h"
#include "common/unit.h"
#include "fairway/shape.h"

enum { SIDE = 24, WORLDS = 60, QUERIES = 5 };

static const fw_turns all_turns[] = { FW_TURNS_IGNORE, FW_TURNS_RECALCULATE, FW_TURNS_TIGHTEN,
                                      FW_TURNS_BACK_UP };

static bool is_legal(fw_violations counted)
{
    return !counted.blocked && !counted.too_tight && !counted.heading_jumps && !counted.impossible;
}

static fw_violations turned(const lot *lot, const fw_request *ask)
{
    assert_int_equal(fw_find_path(lot->planner, ask, lot->path), FW_OK);
    return lot_judge(lot, ask);
}

static fw_unit_def unit_at_random(random_source *random)
{
    fw_unit_def def = unit_entering(0, 14);
    const double side = 0.3 + 0.7 * random_unit(random);
    def.footprint = random_below(random, 3) ? fw_circle(side * (random_below(random, 4) ? 0.5 : 1))
                                            : fw_rectangle(1.4 * side, 0.8 * side);
    def.turn_radius = 0.3 + 3 * random_unit(random);
    def.reverse = true;
    def.reverse_penalty = 1.5;
    def.gear_change_cost = 0.75;
    if (random_below(random, 3) == 0)
        def.terrain_cost[2] = 2.5f;
    return def;
}

static bool pick_place(const lot *lot, random_source *random, int32_t *x, int32_t *y)
{
    for (int tries = 0; tries < 200; tries++) {
        *x = (int32_t)random_below(random, SIDE);
        *y = (int32_t)random_below(random, SIDE);
        if (fw_map_fits(lot->map, lot->unit, *x, *y))
            return true;
    }
    return false;
}

static bool pick_request(const lot *lot, random_source *random, fw_request *ask)
{
    int32_t x, y, to_x, to_y;
    if (!pick_place(lot, random, &x, &y) || !pick_place(lot, random, &to_x, &to_y))
        return false;
    const double degrees = 360 * random_unit(random);
    const fw_turns turns = all_turns[random_below(random, 4)];
    *ask = lot_request(lot, x, y, degrees, to_x, to_y, turns);
    if (random_below(random, 3) == 0) {
        ask->goal.kind = FW_GOAL_POSE;
        ask->goal.pose.heading = FW_PI * random_unit(random);
    }
    if (random_below(random, 3) == 0)
        ask->smoothing = FW_SMOOTH_AUTO;
    if (random_below(random, 3) == 0) {
        ask->start.x += 0.1 * random_unit(random);
        ask->start.y -= 0.1 * random_unit(random);
    }
    return true;
}

static void block_at_random(lot *lot, random_source *random)
{
    assert_int_equal(fw_overlay_create(SIDE, SIDE, NULL, &lot->overlay), FW_OK);
    for (int i = 0; i < 8; i++) {
        const int32_t x = (int32_t)random_below(random, SIDE);
        const int32_t y = (int32_t)random_below(random, SIDE);
        assert_int_equal(fw_overlay_block(lot->overlay, x, y, 2, 1), FW_OK);
        assert_int_equal(fw_overlay_forbid(lot->overlay, y, x, FW_MOVE_E | FW_MOVE_NW), FW_OK);
    }
}

TEST(the_checker_counts_what_paths_count)
{
    random_source random = { 5 };
    int found[FW_TURNS_BACK_UP + 1] = { 0 }, legal[FW_TURNS_BACK_UP + 1] = { 0 };
    for (int world = 0; world < rounds(WORLDS); world++) {
        fw_map *map = map_at_random(&random, SIDE, SIDE, random_below(&random, 25), 3);
        lot lot = lot_on(map, unit_at_random(&random), NULL);
        if (random_below(&random, 3) == 0)
            block_at_random(&lot, &random);
        fw_request ask;
        for (int query = 0; query < QUERIES * 4 && pick_request(&lot, &random, &ask); query++) {
            if (fw_find_path(lot.planner, &ask, lot.path) != FW_OK)
                continue;
            const fw_violations counted = lot_judge(&lot, &ask);
            found[ask.turns]++;
            legal[ask.turns] += is_legal(counted);
            assert_true(ask.turns != FW_TURNS_RECALCULATE || is_legal(counted));
            assert_true(ask.turns == FW_TURNS_TIGHTEN || counted.too_tight == 0);
        }
        lot_end(&lot);
    }
    for (int i = 0; i < 4; i++)
        assert_true(found[all_turns[i]] > at_least(100) && legal[all_turns[i]] > at_least(50));
}

static int32_t count_of(const lot *lot, fw_gear gear)
{
    int32_t count, driven = 0;
    const fw_segment *segments = fw_path_segments(lot->path, &count);
    for (int32_t i = 0; i < count; i++)
        driven += segments[i].gear == gear;
    return driven;
}

/// Wide enough for every way to go around the corner by a legal turn.
TEST(where_there_is_room_all_ways_are_legal_and_none_is_long)
{
    const char *rows[] = { "..............", "..............", "..............", "..............",
                           ".......###....", ".......###....", ".......###....", "..............",
                           "..............", ".............." };
    lot lot = lot_on(DRAWN(rows), lot_vehicle(1.5, true), NULL);
    for (int i = 0; i < 4; i++) {
        const fw_request ask = lot_request(&lot, 1, 7, 20, 13, 5, all_turns[i]);
        assert_true(is_legal(turned(&lot, &ask)));
        assert_int_equal(count_of(&lot, FW_REVERSE), 0);
        assert_true(fw_path_length(lot.path) < 17);
        fw_pose first;
        assert_int_equal(fw_path_pose_at(lot.path, 0, &first), FW_OK);
        assert_near(first.heading, FW_PI / 9, 1e-12);
    }
    lot_end(&lot);
}

/// The unit stands in a corridor as wide as a tile, and must turn around in it.
TEST(in_a_blind_alley_each_way_ends_as_it_must)
{
    const char *rows[] = { "##########", "##########", "##########", "........##",
                           "##########", "##########", "##########" };
    lot lot = lot_on(DRAWN(rows), lot_vehicle(1, true), NULL);
    fw_request ask = lot_request(&lot, 6, 3, 0, 0, 3, FW_TURNS_IGNORE);
    assert_true(turned(&lot, &ask).blocked > 0);
    ask.turns = FW_TURNS_RECALCULATE;
    assert_int_equal(fw_find_path(lot.planner, &ask, lot.path), FW_GAVE_UP);
    ask.turns = FW_TURNS_TIGHTEN;
    const fw_violations tightened = turned(&lot, &ask);
    assert_int_equal(tightened.blocked, 0);
    assert_int_equal(tightened.too_tight + tightened.heading_jumps, 1);
    ask.turns = FW_TURNS_BACK_UP;
    assert_true(is_legal(turned(&lot, &ask)));
    assert_true(count_of(&lot, FW_REVERSE) > 4);
    assert_true(fw_path_length(lot.path) < 12);
    lot_end(&lot);
}

TEST(a_three_point_turn_takes_one_change_to_reverse_and_one_back)
{
    const char *rows[] = { "...............", "...............", "...............", "...............",
                           "..............." };
    lot lot = lot_on(DRAWN(rows), lot_vehicle(1.5, true), NULL);
    const fw_request ask = lot_request(&lot, 10, 2, 0, 1, 2, FW_TURNS_BACK_UP);
    assert_true(is_legal(turned(&lot, &ask)));
    int32_t count;
    const fw_segment *segments = fw_path_segments(lot.path, &count);
    assert_true(count >= 3);
    assert_int_equal(segments[0].gear, FW_FORWARD);
    assert_int_equal(segments[1].gear, FW_REVERSE);
    assert_int_equal(segments[2].gear, FW_FORWARD);
    assert_true(segments[0].curvature == -segments[1].curvature);
    assert_int_equal(count_of(&lot, FW_REVERSE), 1);
    lot_end(&lot);
}

/// A driveway of two tiles beside a street of four: figure 7 of the article. Without smoothing.
TEST(where_there_is_room_one_three_point_turn_leads_into_a_driveway)
{
    const char *rows[] = { "############..########", "############..########", "############..########",
                           "############..########", "############..########", "############..########",
                           "......................", "......................", "......................",
                           "......................" };
    static const double radii[] = { 2, 2.5, 3 };
    for (int i = 0; i < 6; i++) {
        fw_unit_def def = lot_vehicle(radii[i % 3], true);
        def.footprint = fw_circle(0.4);
        def.reverse_penalty = 1 + i / 3;
        lot lot = lot_on(DRAWN(rows), def, NULL);
        const fw_request ask = lot_request(&lot, 0, 8, 0, 12, 0, FW_TURNS_BACK_UP);
        assert_true(is_legal(turned(&lot, &ask)));
        assert_true(count_of(&lot, FW_REVERSE) <= 1);
        int32_t count;
        const fw_segment *segments = fw_path_segments(lot.path, &count);
        for (int32_t at = 0; at < count; at++)
            assert_true(segments[at].gear == FW_FORWARD || segments[at].length > 1);
        lot_end(&lot);
    }
}

/// Corridors of one tile that meet at a right angle: a fillet as wide as half a tile fits always.
TEST(tighter_turns_fit_the_narrowest_corner_and_slow_the_unit_down)
{
    const char *rows[] = { "......#", "#####.#", "#####.#", "#####.#", "#####.#", "#####.#" };
    fw_unit_def def = lot_vehicle(2, false);
    def.footprint = fw_circle(0.5);
    lot lot = lot_on(DRAWN(rows), def, NULL);
    const fw_request ask = lot_request(&lot, 0, 0, 0, 5, 5, FW_TURNS_TIGHTEN);
    const fw_violations counted = turned(&lot, &ask);
    assert_int_equal(counted.too_tight, 1);
    assert_int_equal(counted.blocked + counted.heading_jumps, 0);
    int32_t count;
    const fw_segment *segments = fw_path_segments(lot.path, &count);
    assert_int_equal(count, 3);
    const double radius = 1 / fabs(segments[1].curvature);
    assert_true(radius > 0.49);
    fw_speed_def limits = fw_default_speed_def();
    limits.top = 10;
    limits.acceleration = limits.braking = 100;
    double speed;
    assert_int_equal(fw_path_profile(lot.map, &limits, lot.path, NULL), FW_OK);
    assert_int_equal(fw_path_speed_at(lot.path, segments[0].length + segments[1].length / 2, &speed, NULL),
                     FW_OK);
    assert_near(speed, sqrt(radius), 1e-9);
    lot_end(&lot);
}

/// The direct way leads through a door at the end of a bend that the unit cannot take; another door is farther.
TEST(recalculation_takes_another_way_where_a_turn_is_illegal)
{
    const char *rows[] = { "##############", ".......#######", "######.#######", "######.......#",
                           "######.......#", "######.......#", "######.......#", "##############" };
    const char *with_way_around[] = { "##############", "..............", "..............", "..............",
                                      "######.#......", "######.#......", "..............", "..............",
                                      "..............", ".............." };
    lot closed = lot_on(DRAWN(rows), lot_vehicle(2, false), NULL);
    fw_request ask = lot_request(&closed, 0, 1, 0, 11, 5, FW_TURNS_RECALCULATE);
    assert_int_equal(fw_find_path(closed.planner, &ask, closed.path), FW_GAVE_UP);
    lot_end(&closed);
    lot lot = lot_on(DRAWN(with_way_around), lot_vehicle(2, false), NULL);
    ask = lot_request(&lot, 1, 3, 0, 5, 8, FW_TURNS_IGNORE);
    const fw_violations ignored = turned(&lot, &ask);
    assert_true(ignored.blocked > 0);
    ask.turns = FW_TURNS_RECALCULATE;
    assert_true(is_legal(turned(&lot, &ask)));
    fw_statistics did;
    assert_int_equal(fw_planner_statistics(lot.planner, &did), FW_OK);
    assert_true(did.turn_rounds > 0);
    assert_true(did.lost_approaches > 0);
    lot_end(&lot);
}

TEST(what_needs_no_turns_stays_as_it_is)
{
    const char *rows[] = { "......", "..##..", "..##..", "......" };
    lot lot = lot_on(DRAWN(rows), lot_vehicle(0, false), NULL);
    for (int i = 0; i < 4; i++) {
        fw_request ask = lot_request(&lot, 0, 0, 90, 5, 3, FW_TURNS_NONE);
        assert_int_equal(fw_find_path(lot.planner, &ask, lot.path), FW_OK);
        const double length = fw_path_length(lot.path);
        ask.turns = all_turns[i];
        assert_int_equal(fw_find_path(lot.planner, &ask, lot.path), FW_OK);
        assert_true(fw_path_length(lot.path) == length);
        assert_true(is_legal(lot_violations(&lot)));
    }
    lot_end(&lot);
}

TEST(who_cannot_turn_so_is_told)
{
    const char *rows[] = { "......", "..##..", "......" };
    lot lot = lot_on(DRAWN(rows), lot_vehicle(1, false), NULL);
    fw_request ask = lot_request(&lot, 0, 0, 0, 5, 2, FW_TURNS_BACK_UP);
    assert_int_equal(fw_find_path(lot.planner, &ask, lot.path), FW_METHOD_DOES_NOT_FIT);
    fw_unit_def cutting = lot_vehicle(1, true);
    cutting.corners = FW_CORNERS_ONE;
    ask.method = FW_GRID;
    ask.unit = add_unit(lot.map, cutting);
    for (int i = 0; i < 4; i++) {
        ask.turns = all_turns[i];
        assert_int_equal(fw_find_path(lot.planner, &ask, lot.path), FW_METHOD_DOES_NOT_FIT);
    }
    lot_end(&lot);
}

TEST(at_its_goal_a_unit_stays_or_turns_to_the_heading_asked_for)
{
    const char *rows[] = { ".........", ".........", ".........", ".........", ".........",
                           ".........", ".........", ".........", "........." };
    lot lot = lot_on(DRAWN(rows), lot_vehicle(1, true), NULL);
    for (int i = 0; i < 4; i++) {
        fw_request ask = lot_request(&lot, 4, 4, 30, 4, 4, all_turns[i]);
        assert_true(is_legal(turned(&lot, &ask)));
        assert_true(fw_path_length(lot.path) == 0);
        ask.goal.kind = FW_GOAL_POSE;
        ask.goal.pose.heading = ask.start.heading;
        assert_true(is_legal(turned(&lot, &ask)));
        assert_true(fw_path_length(lot.path) == 0);
        ask.goal.pose.heading = -2.5;
        assert_true(is_legal(turned(&lot, &ask)));
        assert_true(fw_path_length(lot.path) > 3);
    }
    lot_end(&lot);
}

/// No turn of its radius fits anywhere on the map.
TEST(a_radius_larger_than_the_map_is_survived)
{
    const char *rows[] = { "......", "..##..", "..##..", "......" };
    lot lot = lot_on(DRAWN(rows), lot_vehicle(1000, true), NULL);
    for (int i = 0; i < 4; i++) {
        const fw_request ask = lot_request(&lot, 0, 0, 180, 5, 3, all_turns[i]);
        const fw_result result = fw_find_path(lot.planner, &ask, lot.path);
        assert_int_equal(result, all_turns[i] == FW_TURNS_RECALCULATE ? FW_GAVE_UP : FW_OK);
        if (result == FW_OK)
            assert_true(!is_legal(lot_judge(&lot, &ask)));
    }
    lot_end(&lot);
}

/// A corridor that goes up and down: a path of more than 100,000 tiles.
TEST(a_path_of_a_hundred_thousand_tiles_is_turned)
{
    enum { WIDE = 460 };
    fw_map *map = open_map(WIDE, WIDE);
    for (int32_t x = 1; x < WIDE; x += 2)
        for (int32_t y = 0; y < WIDE; y++) {
            const int32_t gap = x % 4 == 1 ? WIDE - 1 : 0;
            assert_int_equal(fw_map_set_tile(map, x, y, y == gap ? FW_GROUND : FW_BLOCKED), FW_OK);
        }
    assert_int_equal(fw_map_commit(map), FW_OK);
    lot lot = lot_on(map, lot_vehicle(2, true), NULL);
    for (int i = 0; i < 4; i++) {
        const fw_request ask = lot_request(&lot, 0, 0, 90, WIDE - 2, 0, all_turns[i]);
        const fw_result result = fw_find_path(lot.planner, &ask, lot.path);
        assert_int_equal(result, all_turns[i] == FW_TURNS_RECALCULATE ? FW_GAVE_UP : FW_OK);
        if (result != FW_OK)
            continue;
        const fw_violations counted = lot_judge(&lot, &ask);
        assert_true(fw_path_length(lot.path) > 100000);
        assert_true((all_turns[i] == FW_TURNS_BACK_UP) == is_legal(counted));
    }
    lot_end(&lot);
}

TEST(an_overlay_is_heeded_and_left_alone)
{
    const char *rows[] = { "............", "............", "............", "............",
                           "............", "............", "............", "............" };
    lot lot = lot_on(DRAWN(rows), lot_vehicle(1, true), NULL);
    assert_int_equal(fw_overlay_create(12, 8, NULL, &lot.overlay), FW_OK);
    assert_int_equal(fw_overlay_block(lot.overlay, 5, 2, 1, 6), FW_OK);
    for (int i = 0; i < 4; i++) {
        const fw_request ask = lot_request(&lot, 1, 6, 0, 10, 6, all_turns[i]);
        assert_true(is_legal(turned(&lot, &ask)));
        assert_true(fw_path_length(lot.path) > 13);
        fw_request without = ask;
        without.overlay = NULL;
        assert_true(is_legal(turned(&lot, &without)));
        assert_near(fw_path_length(lot.path), 9, 1e-9);
    }
    lot_end(&lot);
}
