// The wide search: for vehicles whose turns or bodies are many tiles long. Its distance map against brute force, its
// collision test against exact sweeps, its motions against the textbook's formulas, and its answers against those on
// the same ground in larger tiles and against drives that the checker has proven.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/keeper.h"
#include "common/body_depth.h"
#include "common/check_for.h"
#include "common/drawing.h"
#include "common/new.h"
#include "common/poses.h"
#include "common/rationed.h"
#include "common/road.h"
#include "common/rounds.h"
#include "common/unit.h"
#include "curve/sweep.h"
#include "curve/sweep_body.h"
#include "curve/sweep_ground.h"
#include "directional/wide/wide_body.h"
#include "directional/wide/wide_motions.h"
#include "map/map.h"

/// The distance from a place to the nearest tile that is blocked, or lies outside the map.
///
/// @param block  more blocked tiles, or null
static double distance_by_force(const fw_map *map, const tile_box *block, int32_t side, double x, double y)
{
    double nearest = INFINITY;
    for (int32_t row = -1; row <= side; row++)
        for (int32_t column = -1; column <= side; column++) {
            const bool is_inside = row >= 0 && column >= 0 && row < side && column < side;
            const bool is_blocked = !is_inside || fw_map_terrain(map, column, row) == FW_BLOCKED ||
                                    (block && tile_box_holds(block, column, row));
            const double dx = fmax(fmax(column - x, x - column - 1), 0),
                         dy = fmax(fmax(row - y, y - row - 1), 0);
            nearest = is_blocked ? fmin(nearest, sqrt(dx * dx + dy * dy)) : nearest;
        }
    return nearest;
}

/// Computes the whole map, in steps of a few rows.
static void measure(distance_map *distances, const distance_source *source)
{
    assert_int_equal(distance_map_begin(distances, source), FW_OK);
    bool is_whole = false;
    while (!is_whole) {
        uint64_t work = 3;
        is_whole = distance_map_continue(distances, &work);
    }
}

TEST(distances_to_obstacles_are_lower_bounds_and_close)
{
    enum { SIDE = 61 };
    random_source source = { 11 };
    memory memory;
    memory_init(&memory, NULL);
    keeper kept;
    keeper_init(&kept, &memory);
    distance_map distances = { .memory = &kept.memory };
    for (int world = 0; world < rounds(12); world++) {
        fw_map *map = map_at_random(&source, SIDE, SIDE, (uint32_t)world % 4, 1);
        const map_version *version = map_version_of(map);
        const map_unit *unit = map_find_unit(version, add_unit(map, unit_entering(1, 2)));
        fw_overlay *overlay = new_overlay(SIDE, SIDE);
        const int32_t left = (int32_t)random_below(&source, 50);
        const tile_box block = { left, 20, left + 6, 22 };
        assert_int_equal(fw_overlay_block(overlay, left, 20, 7, 3), FW_OK);
        const distance_source from = { unit->body, world % 2 ? overlay : NULL, 100 + (uint64_t)world,
                                       1 << world % 3, false };
        measure(&distances, &from);
        for (int i = 0; i < 200; i++) {
            const double x = random_within(&source, 0, SIDE), y = random_within(&source, 0, SIDE);
            const double bound = distance_map_at(&distances, x, y),
                         exact = distance_by_force(map, from.overlay ? &block : NULL, SIDE, x, y);
            assert_true(bound <= exact);
            // Half a diagonal for the middle of the cell, half a diagonal in the cell, a diagonal for a blocked cell.
            assert_true(bound >= exact - 2.83 * from.side - 1.0 / DISTANCE_ONE);
        }
        fw_overlay_destroy(overlay);
        fw_map_destroy(map);
    }
    keeper_release(&kept);
    assert_int_equal(memory.bytes, 0);
}

/// On large open ground, where a byte does not tell all distances apart.
TEST(long_distances_to_obstacles_are_lower_bounds_and_close)
{
    enum { SIDE = 700 };
    memory memory;
    memory_init(&memory, NULL);
    keeper kept;
    keeper_init(&kept, &memory);
    distance_map distances = { .memory = &kept.memory };
    fw_map *map = open_map(SIDE, SIDE);
    const map_version *version = map_version_of(map);
    const map_unit *unit = map_find_unit(version, add_unit(map, unit_entering(1, 2)));
    const distance_source from = { unit->body, NULL, 100, 1, false };
    measure(&distances, &from);
    for (int i = 0; i < 2 * SIDE; i++) {
        const double along = i / 2 + 0.5, middle = SIDE / 2.0, exact = fmin(along, SIDE - along),
                     bound = i % 2 ? distance_map_at(&distances, along, middle)
                                   : distance_map_at(&distances, middle, along);
        assert_true(bound <= exact);
        assert_true(bound >= 0.95 * exact - 3);
    }
    fw_map_destroy(map);
    keeper_release(&kept);
    assert_int_equal(memory.bytes, 0);
}

/// Bodies of all kinds.
static fw_footprint large_body(random_source *source, double least, double most)
{
    const double length = random_within(source, least, most), width = length * random_within(source, 0.2, 1);
    switch (random_below(source, 3)) {
    case 0:
        return fw_circle(width / 2);
    case 1:
        return body_moved(source, fw_rectangle(length, width));
    default:
        return body_cut(source, length, width);
    }
}

TEST(a_wide_body_may_drive_what_an_exact_sweep_finds_free)
{
    enum { SIDE = 100 };
    random_source source = { 23 };
    memory memory;
    memory_init(&memory, NULL);
    keeper kept;
    keeper_init(&kept, &memory);
    distance_map distances = { .memory = &kept.memory };
    int free = 0, touching = 0;
    for (int world = 0; world < rounds(30); world++) {
        fw_map *map = map_at_random(&source, SIDE, SIDE, 0, 1);
        for (int i = 0; i < 12; i++)
            assert_int_equal(fw_map_set_rect(map, (int32_t)random_below(&source, SIDE - 8),
                                             (int32_t)random_below(&source, SIDE - 8),
                                             1 + (int32_t)random_below(&source, 8),
                                             1 + (int32_t)random_below(&source, 8), FW_BLOCKED),
                             FW_OK);
        assert_int_equal(fw_map_commit(map), FW_OK);
        const fw_unit_def def = vehicle(large_body(&source, 4, 24), 0, 20, FW_DIRECTIONAL);
        const map_unit *unit = map_find_unit(map_version_of(map), add_unit(map, def));
        const sweep_ground ground = sweep_ground_of(unit, NULL);
        const sweep_body body = sweep_body_of(&unit->def.footprint);
        measure(&distances, &(distance_source){ unit->body, NULL, (uint64_t)world,
                                                wide_body_cell(&body, unit->body), false });
        const wide_body wide = wide_body_of(&body, &distances);
        for (int i = 0; i < 400; i++) {
            const double radius = random_within(&source, 5, 60);
            const fw_segment segment = { .start = { random_within(&source, 0, SIDE),
                                                    random_within(&source, 0, SIDE),
                                                    random_within(&source, -3, 3) },
                                         .curvature = (random_below(&source, 3) - 1.0) / radius,
                                         .length = random_within(&source, 0, 60),
                                         .gear = random_below(&source, 2) ? FW_FORWARD : FW_REVERSE };
            if (!sweep_turn_is_free(&ground, &body, segment.start, 0))
                continue;
            const bool is_free = sweep_segment_is_free(&ground, &body, &segment);
            assert_int_equal(wide_body_may_drive(&wide, &ground, &segment, 1, 0), is_free);
            *(is_free ? &free : &touching) += 1;
        }
        fw_map_destroy(map);
    }
    assert_true(free > at_least(300) && touching > at_least(300));
    keeper_release(&kept);
}

TEST(ten_thousand_motions_join_within_a_billionth)
{
    random_source source = { 37 };
    wide_motions motions = { 0 };
    for (int drive = 0; drive < 10; drive++) {
        const double radius = exp2(random_within(&source, 3, 10));
        wide_motions_set(&motions, radius, radius * random_within(&source, 1, 2),
                         random_within(&source, -3, 3));
        fw_pose at = { 8000.25, 8000.125, motions.angle[WIDE_BEGIN] };
        uint16_t heading = WIDE_BEGIN, moves[WIDE_MOVES];
        for (int i = 0; i < 1000; i++) {
            const int32_t count = wide_motions_list((int32_t)random_below(&source, WIDE_LEVELS), true, moves);
            const uint16_t move = (uint16_t)(moves[random_below(&source, (uint32_t)count)] |
                                             (random_below(&source, 2) ? WIDE_REVERSE : 0));
            fw_curve curve;
            wide_motions_drive(&motions, move, at.x, at.y, heading, &curve);
            const fw_pose to = wide_motions_end(&motions, move, at.x, at.y, &heading);
            fw_pose joint = at;
            for (int32_t part = 0; part < curve.count; part++) {
                assert_true(poses_are_near(curve.segments[part].start, joint, 1e-9));
                joint = segment_end(&curve.segments[part]);
            }
            assert_true(poses_are_near(to, joint, 1e-9));
            assert_true(to.heading == motions.angle[heading]);
            assert_int_equal(curve.segments[curve.count - 1].gear, wide_move_gear(move));
            // Sums do not round: the way back leads to the same bits.
            const double dx = to.x - at.x, dy = to.y - at.y;
            assert_true(at.x + dx == to.x && at.y + dy == to.y && dx * 0x1p32 == rint(dx * 0x1p32));
            at = to;
        }
    }
}

/// A committed map whose tiles are squares of `scale` tiles.
static fw_map *scaled(const fw_map *map, int32_t side, int32_t scale)
{
    fw_map *large = open_map(side * scale, side * scale);
    for (int32_t y = 0; y < side; y++)
        for (int32_t x = 0; x < side; x++)
            assert_int_equal(
                fw_map_set_rect(large, x * scale, y * scale, scale, scale, fw_map_terrain(map, x, y)), FW_OK);
    assert_int_equal(fw_map_commit(large), FW_OK);
    return large;
}

static fw_pose scaled_pose(fw_pose pose, double scale)
{
    return (fw_pose){ pose.x * scale, pose.y * scale, pose.heading };
}

static fw_search_level level_of(const fw_planner *planner)
{
    fw_statistics statistics;
    assert_int_equal(fw_planner_statistics(planner, &statistics), FW_OK);
    return statistics.level;
}

static double cost_of(const fw_path *path)
{
    fw_path_summary summary;
    assert_int_equal(fw_path_summarise(path, &summary), FW_OK);
    return summary.cost;
}

TEST(what_is_solved_in_large_tiles_is_solved_in_small_ones)
{
    enum { SIDE = 16, SCALE = 12 };
    random_source source = { 53 };
    int solved = 0, by_wide = 0;
    double large_cost = 0, small_cost = 0;
    for (int world = 0; world < rounds(12); world++) {
        fw_map *map = map_at_random(&source, SIDE, SIDE, 1 + random_below(&source, 9), 1);
        fw_unit_def def = vehicle(fw_rectangle(0.8, 0.5), 0, 1.4, FW_DIRECTIONAL);
        def.reverse = world % 3 > 0;
        def.gear_change_cost = world % 3;
        road_test coarse = road_on(map, def);
        def.footprint = fw_rectangle(0.8 * SCALE, 0.5 * SCALE);
        def.turn_radius *= SCALE;
        def.gear_change_cost *= SCALE;
        road_test fine = road_on(scaled(map, SIDE, SCALE), def);
        for (int query = 0; query < 12; query++) {
            const fw_pose start = pose_at(&coarse, pose_at_random(&source, SIDE)),
                          goal = pose_at(&coarse, pose_at_random(&source, SIDE));
            const bool any = random_below(&source, 5) == 0;
            fw_request ask = fw_default_request();
            ask.unit = coarse.unit;
            ask.method = FW_DIRECTIONAL;
            ask.smoothing = FW_SMOOTH_CURVED;
            ask.start = start;
            ask.goal = any ? fw_goal_at(goal.x, goal.y) : fw_goal_pose(goal);
            if (fw_find_path(coarse.planner, &ask, coarse.path) != FW_OK)
                continue;
            ask.unit = fine.unit;
            ask.start = scaled_pose(start, SCALE);
            ask.goal =
                any ? fw_goal_at(goal.x * SCALE, goal.y * SCALE) : fw_goal_pose(scaled_pose(goal, SCALE));
            ask.max_work = 300000;
            solved++;
            if (fw_find_path(fine.planner, &ask, fine.path) != FW_OK)
                continue;
            assert_path_is_legal(&fine, &ask);
            const fw_search_level level = level_of(fine.planner);
            by_wide += level == FW_LEVEL_WIDE || level == FW_LEVEL_CURVE;
            large_cost += cost_of(coarse.path) * SCALE;
            small_cost += cost_of(fine.path);
        }
        road_end(&fine);
        road_end(&coarse);
    }
    if (getenv("FAIRWAY_MANY"))
        printf("solved %d, by the wide search %d, costs %.0f, %.0f\n", solved, by_wide, large_cost,
               small_cost);
    assert_true(solved > at_least(30));
    assert_true(20 * by_wide >= 19 * solved);
    assert_true(is_sanitized() || small_cost < 1.05 * large_cost); // of a few paths, one may be much longer
}

/// Draws a drive of up to 20 motions that a unit's larger twin may drive; false if it did not get far.
static bool draw_drive(const fw_map *map, fw_unit_id larger, double radius, bool reverses,
                       random_source *source, fw_pose *start, fw_pose *end)
{
    fw_pose at = *start;
    int driven = 0;
    for (int tries = 0; tries < 200 && driven < 20; tries++) {
        const fw_segment segment = { .start = at,
                                     .curvature = (random_below(source, 3) - 1.0) / radius,
                                     .length = radius * random_within(source, 0.05, 0.6),
                                     .gear =
                                         reverses && random_below(source, 3) == 0 ? FW_REVERSE : FW_FORWARD };
        bool is_free = false;
        assert_int_equal(fw_sweep(map, larger, NULL, &segment, &is_free), FW_OK);
        if (!is_free)
            continue;
        at = segment_end(&segment);
        driven++;
    }
    *end = at;
    return driven == 20;
}

/// Walls with gaps, and blocks of tiles.
static fw_map *large_world(random_source *source, int32_t side)
{
    fw_map *map = open_map(side, side);
    for (int wall = 1; wall < 3; wall++) {
        const int32_t gap = side / 4 + (int32_t)random_below(source, (uint32_t)side / 3);
        assert_int_equal(fw_map_set_rect(map, wall * side / 3, 0, 3, side, FW_BLOCKED), FW_OK);
        assert_int_equal(fw_map_set_rect(map, wall * side / 3, gap, 3, side / 8, FW_GROUND), FW_OK);
    }
    for (int i = 0; i < 12; i++)
        assert_int_equal(fw_map_set_rect(map, (int32_t)random_below(source, (uint32_t)(side - side / 16)),
                                         (int32_t)random_below(source, (uint32_t)(side - side / 16)),
                                         side / 16, side / 16, FW_BLOCKED),
                         FW_OK);
    assert_int_equal(fw_map_commit(map), FW_OK);
    return map;
}

/// Asks for drives that the larger twin has proven.
///
/// @param[in,out] proven, found  counted
static void ask_for_drives(double radius, bool reverses, random_source *source, int *proven, int *found)
{
    const int32_t side = (int32_t)fmin(8 * radius, 1200);
    fw_map *map = large_world(source, side);
    fw_footprint body = large_body(source, radius / 16, radius / 2);
    fw_unit_def def = vehicle(body, 0, radius, FW_AUTO);
    def.reverse = reverses;
    def.gear_change_cost = radius / 10;
    body_grow(&body, 0.05);
    const fw_unit_id larger = add_unit(map, vehicle(body, 0, radius, FW_ON_DEMAND));
    road_test test = road_on(map, def);
    for (int drive = 0; drive < 4; drive++) {
        fw_pose start, end;
        int tries = 0;
        do
            start = (fw_pose){ random_within(source, 0, side), random_within(source, 0, side),
                               random_within(source, -3.1, 3.1) };
        while (!draw_drive(map, larger, radius, reverses, source, &start, &end) && ++tries < 400);
        if (tries == 400)
            break;
        fw_request ask = fw_default_request();
        ask.unit = test.unit;
        ask.smoothing = FW_SMOOTH_AUTO;
        ask.start = start;
        ask.goal = fw_goal_pose(end);
        ask.max_work = 100000;
        if (fw_request_refusal(test.map, &ask).result == FW_OUT_OF_BOUNDS)
            continue; // the square of its size would lie outside the map
        ++*proven;
        const fw_result result = fw_find_path(test.planner, &ask, test.path);
        assert_true(result == FW_OK || result == FW_LIMIT || result == FW_GAVE_UP); // never a false "no"
        *found += result == FW_OK;
        if (result == FW_OK)
            assert_path_is_legal(&test, &ask);
        if (drive == 0)
            assert_slices_change_nothing(&test, &ask, source);
    }
    road_end(&test);
}

TEST(drives_that_the_checker_has_proven_are_found)
{
    static const double radii[] = { 13, 16, 32, 64, 128 };
    random_source source = { 71 };
    for (size_t i = 0; i < sizeof radii / sizeof *radii; i++)
        for (int reverses = 0; reverses < 2; reverses++) {
            int proven = 0, found = 0;
            for (int world = 0; world < rounds(3); world++)
                ask_for_drives(radii[i], reverses, &source, &proven, &found);
            if (getenv("FAIRWAY_MANY"))
                printf("R %g%s: %d of %d\n", radii[i], reverses ? ", reverse" : "", found, proven);
            assert_true(proven > at_least(3));
            assert_true(found == proven);
        }
}

/// A hall with a wall across, and a long car that has to turn around behind the wall.
static void open_hall(double radius, fw_map **map, fw_request *ask)
{
    *map = open_map(200, 120);
    assert_int_equal(fw_map_set_rect(*map, 100, 0, 4, 70, FW_BLOCKED), FW_OK);
    assert_int_equal(fw_map_commit(*map), FW_OK);
    fw_unit_def def = vehicle(fw_rectangle_at(30, 14, 8, 0), 0, radius, FW_AUTO);
    def.reverse = true;
    def.gear_change_cost = 5;
    *ask = fw_default_request();
    ask->unit = add_unit(*map, def);
    ask->start = (fw_pose){ 30, 30, 0.1 };
    ask->goal = fw_goal_pose((fw_pose){ 150, 30, -3 });
    ask->smoothing = FW_SMOOTH_AUTO;
}

/// The car cannot turn around in the dead end, and a path on the grid would not show how.
TEST(a_car_whose_search_gives_up_does_not_search_the_grid)
{
    fw_map *map = open_map(200, 120);
    assert_int_equal(fw_map_set_rect(map, 100, 0, 100, 20, FW_BLOCKED), FW_OK);
    assert_int_equal(fw_map_set_rect(map, 100, 44, 100, 76, FW_BLOCKED), FW_OK);
    assert_int_equal(fw_map_commit(map), FW_OK);
    road_test test = road_on(map, vehicle(fw_rectangle(40, 14), 0, 25, FW_AUTO));
    fw_request ask = fw_default_request();
    ask.unit = test.unit;
    ask.start = (fw_pose){ 30, 30, 0.1 };
    ask.goal = fw_goal_pose((fw_pose){ 160, 32, -3.1 });
    ask.smoothing = FW_SMOOTH_AUTO;
    fw_statistics did;
    assert_int_equal(fw_find_path(test.planner, &ask, test.path), FW_GAVE_UP);
    assert_int_equal(fw_planner_statistics(test.planner, &did), FW_OK);
    assert_int_equal(did.shaping, 0);
    assert_int_equal(did.level, FW_LEVEL_WIDE);
    road_end(&test);
}

TEST(memory_may_fail_at_every_call_and_warm_queries_need_none)
{
    fw_map *map;
    fw_request ask;
    open_hall(25, &map, &ask);
    double right = 0;
    bool is_done = false;
    for (uint64_t calls = 3; !is_done; calls++) {
        ration ration = { .left = UNRATIONED };
        const fw_allocator hooks = rationed(&ration);
        fw_planner_def def = fw_default_planner_def();
        fw_planner *planner;
        fw_path *path;
        def.allocator = &hooks;
        assert_int_equal(fw_planner_create(map, &def, &planner), FW_OK);
        assert_int_equal(fw_path_create(&hooks, &path), FW_OK);
        ration.left = calls;
        const fw_result rationed = fw_find_path(planner, &ask, path);
        is_done = rationed == FW_OK;
        assert_true(is_done || rationed == FW_NO_MEMORY);
        ration.left = UNRATIONED;
        assert_int_equal(fw_find_path(planner, &ask, path), FW_OK);
        assert_int_equal(level_of(planner), FW_LEVEL_WIDE);
        right = right == 0 ? cost_of(path) : right;
        assert_true(cost_of(path) == right);
        const uint64_t before = ration.calls;
        assert_int_equal(fw_find_path(planner, &ask, path), FW_OK);
        assert_int_equal(ration.calls, before);
        fw_path_destroy(path);
        fw_planner_destroy(planner);
        assert_int_equal(ration.held, 0);
    }
    fw_map_destroy(map);
}

TEST(a_wall_that_an_edit_or_an_overlay_builds_is_seen_by_the_next_query)
{
    fw_map *map;
    fw_request ask;
    open_hall(25, &map, &ask);
    fw_planner *planner = new_planner(map);
    fw_path *path = new_path();
    fw_overlay *overlay = new_overlay(200, 120);
    assert_int_equal(fw_overlay_block(overlay, 100, 70, 4, 20), FW_OK);
    double costs[4];
    for (int i = 0; i < 4; i++) {
        ask.overlay = i == 1 ? overlay : NULL;
        if (i == 3)
            assert_int_equal(fw_map_set_rect(map, 100, 70, 4, 20, FW_BLOCKED), FW_OK);
        assert_int_equal(fw_map_commit(map), FW_OK);
        assert_int_equal(fw_find_path(planner, &ask, path), FW_OK);
        const fw_check_def def = check_for(&ask);
        fw_check_report report;
        assert_int_equal(fw_path_check(map, ask.unit, path, &def, &report), FW_OK);
        assert_true(report.legal);
        costs[i] = cost_of(path);
    }
    assert_true(costs[1] > costs[0] && costs[2] == costs[0] && costs[3] == costs[1]);
    fw_overlay_destroy(overlay);
    fw_path_destroy(path);
    fw_planner_destroy(planner);
    fw_map_destroy(map);
}

/// Rows of shelves with aisles between them, in which costs are high everywhere but in the middle: a guide that knows
/// walls only would lead the search along them, and let it expand ten times as many poses.
TEST(costs_near_walls_guide_the_search)
{
    fw_map *map = open_map(400, 240);
    for (int32_t row = 0; row < 4; row++)
        assert_int_equal(fw_map_set_rect(map, 60, 30 + 50 * row, 280, 16, FW_BLOCKED), FW_OK);
    assert_int_equal(fw_map_commit(map), FW_OK);
    fw_unit_def def = vehicle(fw_rectangle_at(18, 12, 5, 0), 0, 16, FW_DIRECTIONAL);
    def.reverse = true;
    def.reverse_penalty = 2;
    road_test test = road_on(map, def);
    const fw_inflation inflation = { .capability = 1 << FW_GROUND, .radius = 6, .decay = 0.2, .highest = 48 };
    fw_overlay *costs = new_overlay(400, 240);
    assert_int_equal(fw_map_inflate(map, &inflation, costs), FW_OK);
    uint64_t plain = 0, with_costs = 0;
    random_source source = { 77 };
    for (int query = 0; query < 12; query++) {
        fw_request ask = fw_default_request();
        fw_statistics did;
        ask.unit = test.unit;
        ask.smoothing = FW_SMOOTH_CURVED;
        ask.start = (fw_pose){ 20 + random_within(&source, 0, 20), 20 + random_within(&source, 0, 200), 0 };
        ask.goal = fw_goal_pose(
            (fw_pose){ 365 + random_within(&source, 0, 15), 20 + random_within(&source, 0, 200), FW_PI / 2 });
        assert_int_equal(fw_find_path(test.planner, &ask, test.path), FW_OK);
        assert_int_equal(fw_planner_statistics(test.planner, &did), FW_OK);
        plain += did.expanded;
        ask.overlay = costs;
        assert_int_equal(fw_find_path(test.planner, &ask, test.path), FW_OK);
        assert_int_equal(fw_planner_statistics(test.planner, &did), FW_OK);
        with_costs += did.expanded;
        assert_int_equal(did.level, FW_LEVEL_WIDE);
        assert_path_is_legal(&test, &ask);
    }
    if (getenv("FAIRWAY_MANY"))
        printf("expanded %d, with costs %d\n", (int)plain, (int)with_costs);
    assert_true(with_costs < 4 * plain);
    fw_overlay_destroy(costs);
    road_end(&test);
}

/// Forbids the centre everywhere but in a lane five tiles wide, which winds with a radius of no less than 43 tiles.
static void leave_a_winding_lane(fw_overlay *overlay)
{
    static uint8_t costs[300][400];
    memset(costs, 254, sizeof costs);
    for (int32_t step = 0; step <= 3200; step++) {
        const int32_t x = 40 + step / 10, y = 150 + (int32_t)floor(60 * sin(step * FW_PI / 1600));
        for (int32_t row = y - 2; row <= y + 2; row++)
            memset(&costs[row][x - 2], 0, 5);
    }
    assert_int_equal(fw_overlay_set_costs(overlay, 0, 0, 400, 300, costs[0], 400, 0), FW_OK);
}

/// On open ground only the costs say that moves must be short.
TEST(a_car_follows_the_one_lane_that_costs_leave_to_it)
{
    (void)state;
    fw_overlay *overlay;
    assert_int_equal(fw_overlay_create(400, 300, NULL, &overlay), FW_OK);
    leave_a_winding_lane(overlay);
    for (int kind = 0; kind < 4; kind++) {
        fw_unit_def def = vehicle(fw_rectangle_at(40, 18, 10, 0), 0, kind / 2 ? 14 : 40, FW_DIRECTIONAL);
        def.reverse = kind % 2;
        road_test test = road_on(open_map(400, 300), def);
        const double slope = atan2(60 * FW_PI / 160, 1);
        fw_request ask = fw_default_request();
        fw_statistics did;
        ask.unit = test.unit;
        ask.start = (fw_pose){ 41, 151, slope };
        ask.goal = fw_goal_pose((fw_pose){ 359, 149, slope });
        ask.overlay = overlay;
        assert_int_equal(fw_find_path(test.planner, &ask, test.path), FW_OK);
        assert_path_is_legal(&test, &ask);
        assert_int_equal(fw_planner_statistics(test.planner, &did), FW_OK);
        assert_true(did.level == FW_LEVEL_WIDE && did.expanded < 2000);
        assert_true(fw_path_length(test.path) < 480);
        road_end(&test);
    }
    fw_overlay_destroy(overlay);
}

TEST(a_long_body_that_turns_tightly_takes_long_steps_all_the_same)
{
    for (double radius = 0.02; radius < 30; radius *= 3) {
        fw_map *map;
        fw_request ask;
        fw_statistics did;
        fw_check_report report;
        open_hall(radius, &map, &ask);
        const fw_check_def def = check_for(&ask);
        fw_planner *planner = new_planner(map);
        fw_path *path = new_path();
        assert_int_equal(fw_find_path(planner, &ask, path), FW_OK);
        assert_int_equal(fw_path_check(map, ask.unit, path, &def, &report), FW_OK);
        assert_int_equal(fw_planner_statistics(planner, &did), FW_OK);
        assert_true(report.legal && did.level == FW_LEVEL_WIDE && did.expanded < 5000);
        fw_path_destroy(path);
        fw_planner_destroy(planner);
        fw_map_destroy(map);
    }
}

/// A slot .05 tile wider than a car, off a lane in which the car cannot turn at once.
static fw_map *lane_with_a_slot(void)
{
    fw_map *map = open_map(80, 50);
    assert_int_equal(fw_map_set_rect(map, 0, 0, 80, 50, FW_BLOCKED), FW_OK);
    assert_int_equal(fw_map_set_rect(map, 1, 20, 78, 10, FW_GROUND), FW_OK);
    assert_int_equal(fw_map_set_rect(map, 40, 30, 5, 11, FW_GROUND), FW_OK);
    assert_int_equal(fw_map_commit(map), FW_OK);
    return map;
}

/// The fine search takes 150,000 to 300,000 expansions where the car does not face the way out.
TEST(a_tight_slot_off_a_narrow_lane_is_found_by_the_wide_search)
{
    static const fw_corner corners[] = { { 4.6, 0.99 },    { 2.3, 2.475 },  { -4.6, 2.475 },
                                         { -4.6, -2.475 }, { 2.3, -2.475 }, { 4.6, -0.99 } };
    static const double radii[] = { 6.6, 7.5, 12 };
    (void)state;
    for (int query = 0; query < 12; query++) {
        fw_unit_def def = vehicle(fw_polygon(corners, 6), 0, radii[query / 4], FW_DIRECTIONAL);
        def.reverse = true;
        def.reverse_penalty = 2;
        def.gear_change_cost = 1;
        road_test test = road_on(lane_with_a_slot(), def);
        fw_request ask = fw_default_request();
        fw_statistics did;
        ask.unit = test.unit;
        ask.start = (fw_pose){ query % 2 ? 64 : 17, 25, query % 4 / 2 ? FW_PI : 0 };
        ask.goal = fw_goal_pose((fw_pose){ 42.5, 36.2, -FW_PI / 2 });
        assert_int_equal(fw_find_path(test.planner, &ask, test.path), FW_OK);
        assert_path_is_legal(&test, &ask);
        assert_int_equal(fw_planner_statistics(test.planner, &did), FW_OK);
        if (getenv("FAIRWAY_MANY"))
            printf("R %g: %d expanded\n", def.turn_radius, (int)did.expanded);
        assert_int_equal(did.level, FW_LEVEL_WIDE);
        assert_true(did.expanded < 12000);
        road_end(&test);
    }
}

/// Two yards with a passage that is too narrow. The fine search, which decides, begins before long.
TEST(a_wide_search_after_the_lattice_gives_up_soon)
{
    fw_unit_def def = vehicle(fw_circle(0.6), 0, 7, FW_DIRECTIONAL);
    def.reverse = true;
    fw_map *map = open_map(39, 20);
    assert_int_equal(fw_map_set_rect(map, 18, 0, 3, 20, FW_BLOCKED), FW_OK);
    assert_int_equal(fw_map_set_rect(map, 18, 10, 3, 1, FW_GROUND), FW_OK);
    assert_int_equal(fw_map_commit(map), FW_OK);
    road_test test = road_on(map, def);
    fw_request ask = fw_default_request();
    ask.unit = test.unit;
    ask.start = (fw_pose){ 8, 12, 0.3 };
    ask.goal = fw_goal_pose((fw_pose){ 29, 8, 1.1 });
    ask.max_work = 60000;
    assert_int_equal(fw_find_path(test.planner, &ask, test.path), FW_LIMIT);
    assert_int_equal(level_of(test.planner), FW_LEVEL_FINE);
    road_end(&test);
}

/// A car that is 2 tiles away from the kerb turns by less than 2.8 degrees before its rear touches the kerb.
TEST(a_parking_place_two_tiles_from_the_kerb_is_left_and_reached)
{
    (void)state;
    for (int query = 0; query < 4; query++) {
        fw_unit_def def = vehicle(fw_rectangle(84, 36), 0, query / 2 ? 45 : 60, FW_DIRECTIONAL);
        def.reverse = true;
        def.reverse_penalty = 2;
        fw_map *map = open_map(800, 128);
        assert_int_equal(fw_map_set_rect(map, 0, 82, 300, 46, FW_BLOCKED), FW_OK);
        assert_int_equal(fw_map_set_rect(map, 426, 82, 374, 46, FW_BLOCKED), FW_OK);
        assert_int_equal(fw_map_set_rect(map, 0, 126, 800, 2, FW_BLOCKED), FW_OK);
        assert_int_equal(fw_map_commit(map), FW_OK);
        road_test test = road_on(map, def);
        const fw_pose place = { 363, 106, 0 }, lane = { query % 2 ? 600 : 120, 40, 0 };
        fw_request ask = fw_default_request();
        ask.unit = test.unit;
        for (int way = 0; way < 2; way++) {
            ask.start = way ? place : lane;
            ask.goal = fw_goal_pose(way ? lane : place);
            assert_int_equal(fw_find_path(test.planner, &ask, test.path), FW_OK);
            assert_path_is_legal(&test, &ask);
        }
        road_end(&test);
    }
}
