// The nearest place where a unit may stand: against dense sampling of all places around; and starts that overlap
// something a little.
#include <math.h>

#include "common/body_depth.h"
#include "common/check_for.h"
#include "common/drawing.h"
#include "common/near.h"
#include "common/new.h"
#include "common/road.h"
#include "common/rounds.h"
#include "common/unit.h"

static double distance(fw_pose a, fw_pose b)
{
    return hypot(a.x - b.x, a.y - b.y);
}

/// True if a path may begin at a pose: a search with the goal there does not call the start blocked.
static bool stands(road_test *test, const fw_overlay *overlay, fw_pose pose)
{
    fw_request ask = fw_default_request();
    ask.unit = test->unit;
    ask.overlay = overlay;
    ask.start = pose;
    ask.start_slack = 0;
    ask.goal = fw_goal_pose(pose);
    ask.method = test->def.turn_radius > 0 ? FW_DIRECTIONAL : FW_ASTAR;
    return fw_find_path(test->planner, &ask, test->path) == FW_OK;
}

/// Distance of a point from a body with corners; 0 inside.
static double distance_from_corners(const fw_footprint *body, fw_pose pose, const fw_tree *disc)
{
    const body_corners corners = body_corners_of(body);
    double nearest = INFINITY, crossings = 0;
    for (int i = 0; i < corners.count; i++) {
        const fw_pose a = body_corner_at(&corners, i, pose),
                      b = body_corner_at(&corners, (i + 1) % corners.count, pose);
        const double along_x = b.x - a.x, along_y = b.y - a.y, dx = disc->x - a.x, dy = disc->y - a.y;
        const double share = (dx * along_x + dy * along_y) / (along_x * along_x + along_y * along_y);
        const double at = fmin(fmax(share, 0), 1);
        nearest = fmin(nearest, hypot(dx - at * along_x, dy - at * along_y));
        if ((a.y > disc->y) != (b.y > disc->y))
            crossings += dx < along_x * dy / along_y;
    }
    return crossings == 1 ? 0 : nearest;
}

/// Distance of the middle of a disc from a body; a disc overlaps the body if its radius is larger.
static double distance_from_body(const fw_footprint *body, fw_pose pose, const fw_tree *disc)
{
    return body->kind == FW_FOOTPRINT_CIRCLE ? hypot(disc->x - pose.x, disc->y - pose.y) - body->radius
                                             : distance_from_corners(body, pose, disc);
}

static bool is_clear(const fw_unit_def *unit, fw_pose pose, const fw_tree *taken, int count, double slip)
{
    for (int i = 0; i < count; i++)
        if (distance_from_body(&unit->footprint, pose, &taken[i]) < taken[i].radius - slip)
            return false;
    return true;
}

/// Asserts that no place of a fine grid that is nearer than `most` is free.
static void assert_none_is_nearer(road_test *test, const fw_overlay *overlay, fw_pose from, double most,
                                  const fw_tree *taken, int count)
{
    const int across = count > 100 ? 301 : 41;
    const double step = 2 * most / (across - 1);
    for (int i = 0; i < across * across; i++) {
        const fw_pose pose = { from.x - most + step * (i % across), from.y - most + step * (i / across),
                               from.heading };
        if (distance(pose, from) < most - 1e-4 && is_clear(&test->def, pose, taken, count, 0) &&
            stands(test, overlay, pose))
            fail_msg("free at %.9g, %.9g, %.9g away; found %.9g "
                     "away from %.9g, %.9g, %.9g",
                     pose.x, pose.y, distance(pose, from), most, from.x, from.y, from.heading);
    }
}

static fw_unit_def unit_at_random(random_source *source)
{
    const int32_t size = 1 + (int32_t)random_below(source, 3);
    const double share = random_below(source, 2) ? 1 : random_within(source, 0.3, 1);
    fw_unit_def def = unit_of_size(size);
    def.footprint = fw_circle(size / 2.0);
    def.corners = (fw_corner_rule)random_below(source, 4);
    if (random_below(source, 3) == 0)
        return def;
    def.footprint = fw_circle(size * share / 2);
    if (random_below(source, 2)) {
        const double length = size * random_within(source, 1, 2.5);
        def.footprint = random_below(source, 3) ? body_moved(source, fw_rectangle(length, size * share / 2))
                                                : body_cut(source, length, size * share);
        def.size = 0;
    }
    def.turn_radius = 1;
    def.methods = FW_METHOD_BIT(FW_DIRECTIONAL);
    def.corners = FW_CORNERS_NEVER;
    return def;
}

static fw_pose pose_around(random_source *source, double side)
{
    static const double turns[] = { 0, FW_PI / 4, FW_PI / 2, 1, 3 };
    fw_pose pose = { random_within(source, -2, side + 2), random_within(source, -2, side + 2),
                     turns[random_below(source, 5)] };
    if (random_below(source, 3) == 0)
        pose = (fw_pose){ floor(pose.x) + 0.5, floor(pose.y), pose.heading };
    return pose;
}

TEST(no_place_is_nearer_than_the_nearest)
{
    random_source source = { 31 };
    enum { SIDE = 14, TAKEN = 4 };
    int found = 0, moved = 0;
    for (int i = 0; i < rounds(60); i++) {
        const fw_unit_def def = unit_at_random(&source);
        road_test test = road_on(
            map_at_random(&source, SIDE, SIDE, random_below(&source, def.size == 1 ? 60 : 30), 1), def);
        fw_overlay *overlay = new_overlay(SIDE, SIDE);
        if (i % 3 == 1)
            assert_int_equal(fw_overlay_corridor(overlay, 2, 2, 6, 7), FW_OK);
        if (i % 3 == 0)
            assert_int_equal(fw_overlay_block(overlay, 3, 4, 5, 3), FW_OK);
        for (int k = 0; k < 4; k++) {
            fw_tree taken[TAKEN];
            const int count = k % 2 ? TAKEN : 0;
            for (int n = 0; n < count; n++)
                taken[n] = (fw_tree){ random_within(&source, 0, SIDE), random_within(&source, 0, SIDE),
                                      random_within(&source, 0, 2) };
            const fw_pose from = pose_around(&source, SIDE);
            fw_pose place;
            const fw_result result =
                fw_map_nearest_free(test.map, test.unit, overlay, from, taken, count, &place);
            if (result == FW_NOT_FOUND) {
                assert_none_is_nearer(&test, overlay, (fw_pose){ 7, 7, from.heading }, 8, taken, count);
                continue;
            }
            assert_int_equal(result, FW_OK);
            assert_true(place.heading == from.heading);
            assert_true(stands(&test, overlay, place) && is_clear(&test.def, place, taken, count, 1e-6));
            assert_none_is_nearer(&test, overlay, from, distance(place, from), taken, count);
            found++;
            moved += distance(place, from) > 0;
        }
        fw_overlay_destroy(overlay);
        road_end(&test);
    }
    assert_true(found > at_least(150) && moved > at_least(100));
}

/// A long body among so many corners and discs that tiles are divided.
TEST(a_long_body_finds_its_place_in_a_crowd)
{
    random_source source = { 32 };
    enum { TAKEN = 250 };
    static fw_tree taken[TAKEN];
    fw_map *map = open_map(48, 48);
    for (int i = 0; i < 80; i++)
        fw_map_set_tile(map, (int32_t)random_below(&source, 48), (int32_t)random_below(&source, 48),
                        FW_BLOCKED);
    assert_int_equal(fw_map_commit(map), FW_OK);
    road_test test = road_on(map, vehicle(fw_rectangle(3, 1), 2, 2, FW_DIRECTIONAL));
    for (int i = 0; i < TAKEN; i++) // crowded in the middle
        taken[i] =
            (fw_tree){ 24 + 5 * random_within(&source, -1, 1), 24 + 5 * random_within(&source, -1, 1), 0.05 };
    for (int i = 0; i < rounds(10); i++) {
        const fw_pose from = { random_within(&source, 21, 27), random_within(&source, 21, 27), 0.4 * i };
        fw_pose place, again;
        assert_int_equal(fw_map_nearest_free(map, test.unit, NULL, from, taken, TAKEN, &place), FW_OK);
        assert_true(stands(&test, NULL, place) && is_clear(&test.def, place, taken, TAKEN, 1e-6));
        if (i < 3 / stride(3))
            assert_none_is_nearer(&test, NULL, from, distance(place, from), taken, TAKEN);
        for (int low = 0, high = TAKEN - 1; low < high; low++, high--) { // their order does not matter
            const fw_tree disc = taken[low];
            taken[low] = taken[high];
            taken[high] = disc;
        }
        assert_int_equal(fw_map_nearest_free(map, test.unit, NULL, from, taken, TAKEN, &again), FW_OK);
        assert_near(distance(place, again), 0, 1e-9);
    }
    road_end(&test);
}

/// The body has no room anywhere. The search passes by the tiles in which the body must overlap something; to try the
/// places in each of them took minutes. Of the work, 32 such tiles are a unit.
TEST(a_long_body_learns_soon_that_no_place_is_left)
{
    enum { SIDE = 512 };
    random_source source = { 7 };
    fw_map *map = open_map(SIDE, SIDE);
    for (int32_t y = 0; y < SIDE; y++)
        for (int32_t x = 0; x < SIDE; x++)
            if (random_below(&source, 10) == 0)
                assert_int_equal(fw_map_set_tile(map, x, y, FW_BLOCKED), FW_OK);
    assert_int_equal(fw_map_commit(map), FW_OK);
    road_test test = road_on(map, vehicle(fw_rectangle(128, 1.2), 0, 2, FW_DIRECTIONAL));
    fw_pose place;
    fw_statistics counts;
    const fw_pose from = { 256, 256, 0.3 };
    fw_request ask = fw_default_request();
    ask.unit = test.unit;
    ask.method = FW_DIRECTIONAL;
    ask.start = from;
    ask.goal = fw_goal_at(10, 10);
    ask.nearest = true;
    ask.max_work = SIDE * SIDE / 32; // to try places in each open tile is 29 times as much
    assert_int_equal(fw_find_path(test.planner, &ask, test.path), FW_START_BLOCKED);
    fw_planner_statistics(test.planner, &counts);
    assert_true(counts.work > SIDE * SIDE * 8 / 10 / 32 && counts.work < SIDE * SIDE / 32);
    assert_int_equal(fw_map_nearest_free(map, test.unit, NULL, from, NULL, 0, &place), FW_NOT_FOUND);
    ask.max_work = 1000;
    assert_int_equal(fw_find_path(test.planner, &ask, test.path), FW_LIMIT);
    fw_planner_statistics(test.planner, &counts);
    assert_int_equal(counts.work, 1000);
    road_end(&test);
}

/// A start in the middle of a block of 20 x 20: the place beside it is 10 tiles away, and places are tried in the open
/// tiles that are no farther.
TEST(the_search_for_a_start_that_is_free_counts_as_work)
{
    fw_map *map = open_map(40, 40);
    assert_int_equal(fw_map_set_rect(map, 10, 10, 20, 20, FW_BLOCKED), FW_OK);
    assert_int_equal(fw_map_commit(map), FW_OK);
    for (int drives = 0; drives < 2; drives++) {
        const fw_unit_def def = drives ? vehicle(fw_circle(0.5), 1, 0.5, FW_DIRECTIONAL) : unit_of_size(1);
        fw_unit_id unit;
        assert_int_equal(fw_map_add_unit(map, &def, &unit), FW_OK);
        fw_planner *planner = new_planner(map);
        fw_path *path = new_path();
        fw_request ask = fw_default_request();
        ask.unit = unit;
        ask.method = drives ? FW_DIRECTIONAL : FW_ASTAR;
        ask.nearest = true;
        ask.start = (fw_pose){ 20, 20, 0 };
        ask.goal = fw_goal_at(31.5, 20.5);
        fw_statistics moved, free;
        assert_int_equal(fw_find_path(planner, &ask, path), FW_OK);
        fw_planner_statistics(planner, &moved);
        assert_int_equal(fw_path_pose_at(path, 0, &ask.start), FW_OK);
        assert_int_equal(fw_find_path(planner, &ask, path), FW_OK);
        fw_planner_statistics(planner, &free);
        assert_true(moved.work > free.work && moved.work - free.work <= 80); // 20 tiles along each side
        fw_path_destroy(path);
        fw_planner_destroy(planner);
    }
    fw_map_destroy(map);
}

/// True if a body overlaps no wall and no border.
static bool touches_nothing(const road_test *test, fw_pose pose)
{
    const fw_footprint *body = &test->def.footprint;
    for (int y = -8; y < 22; y++)
        for (int x = -8; x < 22; x++) {
            const double across = fmax(fmax(x - pose.x, pose.x - x - 1), 0),
                         down = fmax(fmax(y - pose.y, pose.y - y - 1), 0);
            const double depth = body->kind == FW_FOOTPRINT_CIRCLE ? body->radius - hypot(across, down)
                                                                   : body_depth(body, pose, x, y);
            if (fw_map_terrain(test->map, x, y) == FW_BLOCKED && depth > FW_TOUCH)
                return false;
        }
    return true;
}

/// A unit on the grid whose body is larger than its size: a path on the grid may begin where the body touches
/// something, but the unit may not stand there.
TEST(a_body_that_outgrows_its_size_is_given_a_place_where_it_touches_nothing)
{
    random_source source = { 77 };
    int beside = 0;
    for (int i = 0; i < rounds(60); i++) {
        fw_unit_def def = unit_of_size(1 + (int32_t)random_below(&source, 2));
        const double length = def.size * random_within(&source, 1.2, 3);
        def.footprint =
            random_below(&source, 2) ? fw_circle(length / 2) : fw_rectangle(length, 0.8 * def.size);
        road_test test = road_on(map_at_random(&source, 14, 14, 12, 1), def);
        for (int k = 0; k < 6; k++) {
            const fw_pose from = pose_around(&source, 14);
            fw_pose place;
            const fw_result result = fw_map_nearest_free(test.map, test.unit, NULL, from, NULL, 0, &place);
            if (result == FW_NOT_FOUND)
                continue;
            assert_int_equal(result, FW_OK);
            assert_true(stands(&test, NULL, place));
            assert_true(touches_nothing(&test, place));
            beside += distance(place, from) > 0;
        }
        road_end(&test);
    }
    assert_true(beside > at_least(100));
}

/// Of places equally near, the first one clockwise from east.
TEST(ties_are_broken_east_south_west_north)
{
    static const double ahead[4][2] = { { 1, 0 }, { 0, 1 }, { -1, 0 }, { 0, -1 } };
    for (int drives = 0; drives < 2; drives++)
        for (int first = 0; first < 4; first++) {
            fw_map *map = open_map(15, 15);
            fw_map_set_rect(map, 6, 6, 3, 3, FW_BLOCKED);
            for (int k = 0; k < first; k++) // the directions before are blocked farther
                fw_map_set_rect(map, 6 + 3 * (int)ahead[k][0], 6 + 3 * (int)ahead[k][1], 3, 3, FW_BLOCKED);
            assert_int_equal(fw_map_commit(map), FW_OK);
            road_test test =
                road_on(map, drives ? vehicle(fw_circle(0.5), 1, 1, FW_DIRECTIONAL) : unit_of_size(1));
            fw_pose place;
            assert_int_equal(
                fw_map_nearest_free(map, test.unit, NULL, (fw_pose){ 7.5, 7.5, 0 }, NULL, 0, &place), FW_OK);
            assert_near(place.x, 7.5 + 2 * ahead[first][0], 1e-9);
            assert_near(place.y, 7.5 + 2 * ahead[first][1], 1e-9);
            road_end(&test);
        }
}

/// Asserts that the checker accepts a path from the start as it was asked for.
static void assert_checked(road_test *test, const fw_request *ask, bool is_legal)
{
    fw_check_def def = check_for(ask);
    fw_check_report report;
    assert_int_equal(fw_path_check(test->map, test->unit, test->path, &def, &report), FW_OK);
    assert_int_equal(report.legal, is_legal);
    def.start_slack = 0;
    assert_int_equal(fw_path_check(test->map, test->unit, test->path, &def, &report), FW_OK);
    assert_false(report.legal);
}

/// A body that overlaps a wall by no more than the slack begins beside it; by more, or without slack, it is blocked.
TEST(a_start_that_overlaps_a_little_is_moved_out)
{
    static const char *const room[] = { "########", "#......#", "#......#", "#......#", "########" };
    static const fw_method methods[] = { FW_AUTO, FW_ASTAR, FW_AUTO, FW_DIRECTIONAL, FW_HYBRID };
    for (int kind = 0; kind < 5; kind++) {
        fw_unit_def def = kind < 2 ? unit_of_size(1) : vehicle(fw_circle(0.5), 1, 0.5, FW_DIRECTIONAL);
        if (kind >= 2)
            def.methods |= FW_METHOD_BIT(FW_HYBRID);
        road_test test = road_on(DRAWN(room), def);
        fw_request ask = fw_default_request();
        ask.unit = test.unit;
        ask.method = methods[kind];
        ask.goal = fw_goal_at(4.5, 2.5);
        ask.start = (fw_pose){ 1.5 - 0.009, 2.25, 0 };
        fw_path_summary summary;
        fw_pose begin;
        assert_int_equal(fw_find_path(test.planner, &ask, test.path), FW_OK);
        fw_path_summarise(test.path, &summary);
        assert_near(summary.start_shift, 0.009, 1e-6);
        assert_true(summary.asked_start.x == ask.start.x && summary.asked_start.y == ask.start.y);
        assert_int_equal(fw_path_pose_at(test.path, 0, &begin), FW_OK);
        assert_near(begin.x, 1.5, 1e-6);
        assert_near(begin.y, 2.25, 1e-9);
        assert_checked(&test, &ask, true);
        ask.start_slack = 0;
        assert_int_equal(fw_find_path(test.planner, &ask, test.path), FW_START_BLOCKED);
        ask.start_slack = 0.01;
        ask.start.x = 1.5 - 0.011;
        assert_int_equal(fw_find_path(test.planner, &ask, test.path), FW_START_BLOCKED);
        ask.start_slack = 0.012;
        assert_int_equal(fw_find_path(test.planner, &ask, test.path), FW_OK);
        assert_checked(&test, &ask, false);
        ask.goal = fw_goal_at(0.5, 0.5); // in a wall: there is no path, and the start is told all the same
        ask.start.x = 1.5 - 0.009;
        assert_int_equal(fw_find_path(test.planner, &ask, test.path), FW_GOAL_BLOCKED);
        fw_path_summarise(test.path, &summary);
        assert_true(summary.asked_start.x == ask.start.x);
        assert_near(summary.start_shift, 0.009, 1e-6);
        ask.goal = fw_goal_at(4.5, 2.5);
        ask.start = (fw_pose){ 1.5, 1.5, 0 }; // in the corner, and nothing to move
        ask.start_slack = 0.01;
        assert_int_equal(fw_find_path(test.planner, &ask, test.path), FW_OK);
        fw_path_summarise(test.path, &summary);
        assert_true(summary.start_shift == 0 && summary.asked_start.x == 1.5);
        road_end(&test);
    }
}

/// Asked to go as near as possible, a unit within a wall begins at the nearest place.
TEST(with_nearest_a_start_within_a_wall_begins_beside_it)
{
    static const char *const wall[] = { "....####..", "....####..", "....####..", "..........",
                                        ".........." };
    for (int drives = 0; drives < 2; drives++) {
        road_test test =
            road_on(DRAWN(wall), drives ? vehicle(fw_circle(0.5), 1, 0.5, FW_DIRECTIONAL) : unit_of_size(1));
        fw_request ask = fw_default_request();
        ask.unit = test.unit;
        ask.start = (fw_pose){ 6.75, 1.5, 0 };
        ask.goal = fw_goal_at(1.5, 1.5);
        assert_int_equal(fw_find_path(test.planner, &ask, test.path), FW_START_BLOCKED);
        ask.nearest = true;
        assert_int_equal(fw_find_path(test.planner, &ask, test.path), FW_OK);
        fw_path_summary summary;
        fw_pose begin, end;
        fw_path_summarise(test.path, &summary);
        assert_near(summary.start_shift, 1.75, 1e-5);
        assert_int_equal(fw_path_pose_at(test.path, 0, &begin), FW_OK);
        assert_int_equal(fw_path_pose_at(test.path, summary.length, &end), FW_OK);
        assert_near(begin.x, 8.5, 1e-5);
        assert_near(end.x, 1.5, 1e-9);
        road_end(&test);
    }
}

TEST(what_makes_no_sense_is_refused)
{
    static const char *const full[] = { "###", "###" };
    road_test test = road_on(DRAWN(full), unit_of_size(1));
    fw_map *other = open_map(5, 5);
    fw_overlay *overlay = new_overlay(5, 5);
    const fw_pose from = { 1, 1, 0 };
    fw_pose place = { -1, -1, -1 };
    fw_tree disc = { 1, 1, 0.5 };
    assert_int_equal(fw_map_nearest_free(test.map, test.unit, NULL, from, NULL, 0, &place), FW_NOT_FOUND);
    assert_int_equal(fw_map_nearest_free(NULL, test.unit, NULL, from, NULL, 0, &place), FW_NULL_ARGUMENT);
    assert_int_equal(fw_map_nearest_free(test.map, test.unit, NULL, from, NULL, 0, NULL), FW_NULL_ARGUMENT);
    assert_int_equal(fw_map_nearest_free(test.map, test.unit, NULL, from, NULL, 1, &place), FW_NULL_ARGUMENT);
    assert_int_equal(fw_map_nearest_free(test.map, test.unit, NULL, from, &disc, -1, &place), FW_BAD_SIZE);
    assert_int_equal(fw_map_nearest_free(test.map, 0, NULL, from, NULL, 0, &place), FW_UNKNOWN_UNIT);
    assert_int_equal(fw_map_nearest_free(test.map, test.unit, overlay, from, NULL, 0, &place), FW_WRONG_MAP);
    disc.radius = -1;
    assert_int_equal(fw_map_nearest_free(test.map, test.unit, NULL, from, &disc, 1, &place), FW_BAD_VALUE);
    disc.radius = NAN;
    assert_int_equal(fw_map_nearest_free(test.map, test.unit, NULL, from, &disc, 1, &place), FW_NOT_FINITE);
    assert_int_equal(fw_map_nearest_free(test.map, test.unit, NULL, (fw_pose){ NAN, 1, 0 }, NULL, 0, &place),
                     FW_NOT_FINITE);
    assert_true(place.x == -1 && place.y == -1 && place.heading == -1);
    fw_overlay_destroy(overlay);
    fw_map_destroy(other);
    road_end(&test);
}
