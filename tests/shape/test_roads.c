/// Roads: what is on them stays on them, what turns may leave them, and who keeps right.

#include <math.h>
#include <string.h>

#include "common/drawing.h"
#include "common/judge.h"
#include "common/lot.h"
#include "common/near.h"
#include "common/new.h"
#include "common/rationed.h"
#include "common/road.h"
#include "common/rounds.h"
#include "common/scene.h"
#include "common/unit.h"
#include "fairway/check.h"
#include "fairway/shape.h"

enum { SIDE = 24, WORLDS = 150, QUERIES = 6 };

#define SAMPLE 0.03 ///< tiles between the points of a path that are tested

static bool is_road(const fw_map *map, int32_t x, int32_t y)
{
    return x >= 0 && y >= 0 && x < fw_map_width(map) && y < fw_map_height(map) &&
           fw_map_terrain(map, x, y) == FW_ROAD;
}

/// Whether a place is on a road, beside it, or on a border where that is not asked.
typedef enum where { ON_ROAD, ASIDE, ON_BORDER } where;

static where place_of(const fw_map *map, double x, double y)
{
    if (fabs(x - rint(x)) < 1e-6 || fabs(y - rint(y)) < 1e-6)
        return ON_BORDER;
    return is_road(map, (int32_t)floor(x), (int32_t)floor(y)) ? ON_ROAD : ASIDE;
}

/// How often a path leaves a road.
static int departures(const fw_map *map, const fw_path *path)
{
    int count = 0;
    where last = ON_BORDER;
    for (double at = 0; at < fw_path_length(path); at += SAMPLE) {
        fw_pose pose;
        fw_path_pose_at(path, at, &pose);
        const where here = place_of(map, pose.x, pose.y);
        count += last == ON_ROAD && here == ASIDE;
        last = here == ON_BORDER ? last : here;
    }
    return count;
}

/// Ground with some trees in the way, and roads of width 1 to 3 along the axes.
static fw_map *country_at_random(random_source *source)
{
    char rows[SIDE][SIDE + 1];
    const char *lines[SIDE];
    for (int y = 0; y < SIDE; y++) {
        for (int x = 0; x < SIDE; x++)
            rows[y][x] = random_below(source, 12) ? '.' : '#';
        rows[y][SIDE] = 0;
        lines[y] = rows[y];
    }
    for (int i = 0; i < 6; i++) {
        const int width = 1 + (int)random_below(source, 3), at = (int)random_below(source, SIDE - 3);
        const int from = (int)random_below(source, SIDE / 2),
                  length = 6 + (int)random_below(source, SIDE / 2 - 6);
        for (int along = from; along < from + length; along++)
            for (int across = at; across < at + width; across++)
                rows[i % 2 ? along : across][i % 2 ? across : along] = 'R';
    }
    return DRAWN(lines);
}

static fw_unit_def driver(double ground, double turn_radius)
{
    fw_unit_def unit = fw_default_unit_def();
    unit.footprint = fw_circle(0.45);
    unit.terrain_cost[FW_GROUND] = (float)ground;
    unit.terrain_cost[FW_ROAD] = 1;
    unit.turn_radius = turn_radius;
    return unit;
}

static bool pick_request(const scene *scene, random_source *source, fw_request *ask)
{
    int32_t pair[4];
    if (!scene_pick(scene, source, &pair[0], &pair[1]) || !scene_pick(scene, source, &pair[2], &pair[3]))
        return false;
    *ask = scene_request(scene, pair[0], pair[1], pair[2], pair[3]);
    return true;
}

/// Is there a walk that leaves the roads only from the road tile that is nearest to the goal?
static bool can_keep_to_roads(const fw_map *map, const fw_request *ask)
{
    static const int dx[] = { 1, 1, 0, -1, -1, -1, 0, 1 }, dy[] = { 0, 1, 1, 1, 0, -1, -1, -1 };
    bool reached[SIDE][SIDE] = { { false } };
    int queue[SIDE * SIDE], head = 0, tail = 0;
    const int goal_x = (int)ask->goal.pose.x, goal_y = (int)ask->goal.pose.y;
    int nearest = SIDE * SIDE * 2, exit = -1;
    for (int tile = 0; tile < SIDE * SIDE && !is_road(map, goal_x, goal_y); tile++) {
        const int away_x = tile % SIDE - goal_x, away_y = tile / SIDE - goal_y;
        const int squared = away_x * away_x + away_y * away_y;
        if (is_road(map, tile % SIDE, tile / SIDE) && squared < nearest) {
            nearest = squared;
            exit = tile;
        }
    }
    const int start_x = (int)ask->start.x, start_y = (int)ask->start.y;
    reached[start_y][start_x] = true;
    queue[tail++] = start_y * SIDE + start_x;
    while (head < tail) {
        const int x = queue[head] % SIDE, y = queue[head] / SIDE;
        head++;
        for (int i = 0; i < 8; i++) {
            const int to_x = x + dx[i], to_y = y + dy[i];
            if (to_x < 0 || to_y < 0 || to_x >= SIDE || to_y >= SIDE || reached[to_y][to_x] ||
                !fw_map_terrain(map, to_x, to_y) || !fw_map_terrain(map, x, to_y) ||
                !fw_map_terrain(map, to_x, y))
                continue;
            if (is_road(map, x, y) && !is_road(map, to_x, to_y) && y * SIDE + x != exit)
                continue;
            reached[to_y][to_x] = true;
            queue[tail++] = to_y * SIDE + to_x;
        }
    }
    return reached[goal_y][goal_x];
}

/// Also that scene_ask() finds all paths legal, and that their cost is what they claim.
TEST(in_lanes_a_road_is_left_once_and_only_for_a_goal_aside)
{
    random_source source = { 1 };
    int kept = 0, left = 0, other = 0;
    for (int i = 0; i < WORLDS; i++) {
        fw_map *map = country_at_random(&source);
        scene scene = scene_of(map, driver(1 + random_below(&source, 2), 0));
        fw_request ask;
        for (int q = 0; q < QUERIES && pick_request(&scene, &source, &ask); q++) {
            ask.roads = FW_ROADS_LANES;
            ask.smoothing = FW_SMOOTH_AUTO;
            if (scene_ask(&scene, &ask) != FW_OK)
                continue;
            const int times = departures(scene.map, scene.path);
            const bool goal_is_aside = place_of(scene.map, ask.goal.pose.x, ask.goal.pose.y) == ASIDE;
            if (!can_keep_to_roads(scene.map, &ask)) {
                other++;
                continue;
            }
            assert_true(times <= goal_is_aside);
            kept += !times;
            left += times;
        }
        scene_end(&scene);
    }
    assert_true(kept > 100 && left > 30 && other > 10);
}

TEST(where_no_way_keeps_to_the_roads_lanes_do_not_matter)
{
    const char *rows[] = { "RR..RR", "......" };
    scene scene = scene_of(DRAWN(rows), driver(1, 0));
    fw_request ask = scene_request(&scene, 0, 0, 5, 0);
    ask.roads = FW_ROADS_LANES;
    assert_int_equal(scene_ask(&scene, &ask), FW_OK);
    assert_true(fabs(scene_summary(&scene).length - 5) < 1e-9);
    fw_statistics once, again;
    fw_planner_statistics(scene.planner, &once);
    assert_int_equal(scene_ask(&scene, &ask), FW_OK);
    fw_planner_statistics(scene.planner, &again);
    assert_int_equal(again.work, once.work); // of both searches, and of no request before
    ask.max_work = once.work;
    assert_int_equal(scene_ask(&scene, &ask), FW_OK);
    ask.max_work--;
    assert_int_equal(scene_ask(&scene, &ask), FW_LIMIT);
    ask.max_work = 0;
    fw_search *search = new_search(scene.planner, &ask);
    fw_result result;
    do
        result = fw_search_step(search, 1);
    while (result == FW_PENDING);
    assert_int_equal(result, FW_OK);
    fw_search_end(search);
    scene_end(&scene);
}

TEST(what_follows_a_road_walks_it_as_the_grid_does)
{
    random_source source = { 2 };
    int steps = 0, shorter = 0;
    for (int i = 0; i < WORLDS; i++) {
        scene scene = scene_of(country_at_random(&source), driver(2, 0));
        fw_path *grid = new_path();
        fw_request ask;
        for (int q = 0; q < QUERIES && pick_request(&scene, &source, &ask); q++) {
            if (scene_ask(&scene, &ask) != FW_OK)
                continue;
            fw_path_copy(scene.path, grid);
            ask.roads = FW_ROADS_FOLLOW;
            ask.smoothing = FW_SMOOTH_AUTO;
            assert_int_equal(scene_ask(&scene, &ask), FW_OK);
            assert_true(scene_summary(&scene).cost <= fw_path_length(grid) * 2 + 1e-9);
            shorter += fw_path_length(scene.path) < fw_path_length(grid) - 1e-6;
            for (double at = 0; at + 1 < fw_path_length(grid); at += 0.5) {
                fw_pose here, next;
                double along, away;
                fw_path_pose_at(grid, at, &here);
                fw_path_pose_at(grid, at + 1, &next);
                if (here.x != floor(here.x) + 0.5 || here.y != floor(here.y) + 0.5 ||
                    next.x != floor(next.x) + 0.5 || next.y != floor(next.y) + 0.5 ||
                    place_of(scene.map, here.x, here.y) != ON_ROAD ||
                    place_of(scene.map, next.x, next.y) != ON_ROAD)
                    continue;
                assert_int_equal(
                    fw_path_nearest(scene.path, (here.x + next.x) / 2, (here.y + next.y) / 2, &along, &away),
                    FW_OK);
                assert_true(away < 1e-9);
                steps++;
            }
        }
        fw_path_destroy(grid);
        scene_end(&scene);
    }
    assert_true(steps > 300 && shorter > 50);
}

/// The farthest that a path's centre gets from both roads of a crossroads, seen from the crossing, while off the road.
static double farthest_aside(const fw_map *map, const fw_path *path, double x, double y)
{
    double farthest = 0;
    for (double at = 0; at < fw_path_length(path); at += SAMPLE) {
        fw_pose pose;
        fw_path_pose_at(path, at, &pose);
        if (place_of(map, pose.x, pose.y) == ASIDE)
            farthest = fmax(farthest, fmax(fabs(pose.x - x), fabs(pose.y - y)));
    }
    return farthest;
}

TEST(cones_keep_a_wide_turn_near_to_the_bend)
{
    const char *rows[] = { "......................", "RRRRRRRRRRRRRRRRR.....", "RRRRRRRRRRRRRRRRR.....",
                           "...............RR.....", "...............RR.....", "...............RR.....",
                           "...............RR.....", "...............RR.....", "...............RR.....",
                           "...............RR.....", "...............RR.....", "...............RR.....",
                           "...............RR.....", "...............RR.....", "...............RR....." };
    for (int radius = 1; radius <= 3; radius++) {
        fw_map *map = DRAWN(rows);
        fw_unit_def unit =
            driver(1.02, radius); // hardly more expensive than the road: cones alone keep it there
        scene scene = scene_of(map, unit);
        fw_request ask = scene_request(&scene, 0, 1, 16, 14);
        ask.smoothing = FW_SMOOTH_AUTO;
        unit.terrain_cost[FW_GROUND] = 1;
        const fw_unit_id careless = add_unit(map, unit);
        ask.roads = FW_ROADS_CONES;
        assert_int_equal(scene_ask(&scene, &ask), FW_OK);
        assert_true(farthest_aside(map, scene.path, 15, 3) <= radius + 2);
        assert_int_equal(scene_summary(&scene).violations.impossible, 0);
        assert_int_equal(scene_summary(&scene).violations.heading_jumps, 0);
        assert_true(departures(map, scene.path) == 1 &&
                    fw_path_length(scene.path) < 27); // across the inside of the bend
        ask.roads = FW_ROADS_NONE;
        ask.unit = careless;
        assert_int_equal(fw_find_path(scene.planner, &ask, scene.path), FW_OK);
        assert_true(farthest_aside(map, scene.path, 15, 3) > 7);
        scene_end(&scene);
    }
}

/// From a place across the way to where the road ends, to the right or the left.
static double reach(const fw_map *map, fw_pose from, int side)
{
    const double x = -side * sin(from.heading), y = side * cos(from.heading);
    double far = 0;
    while (far < 8 && is_road(map, (int32_t)floor(from.x + far * x), (int32_t)floor(from.y + far * y)))
        far += 0.01;
    return far;
}

TEST(keeping_right_stays_on_the_right_half_of_every_road)
{
    random_source source = { 3 };
    for (int i = 0; i < 200; i++) {
        char rows[SIDE][SIDE + 1];
        const char *lines[SIDE];
        const int width = 2 + (int)random_below(&source, 3), at = 3 + (int)random_below(&source, 8);
        const bool upright = random_below(&source, 2), backward = random_below(&source, 2);
        const int lane = at + (int)random_below(&source, (uint32_t)width);
        for (int y = 0; y < SIDE; y++) {
            for (int x = 0; x < SIDE; x++) {
                const int across = upright ? x : y;
                rows[y][x] = across >= at && across < at + width ? 'R' : '.';
            }
            rows[y][SIDE] = 0;
            lines[y] = rows[y];
        }
        const double radius = width < 4 ? random_below(&source, 2) : 0;
        scene scene = scene_of(DRAWN(lines), driver(2, radius));
        const int from = backward ? SIDE - 1 : 0, to = SIDE - 1 - from;
        fw_request ask = upright ? scene_request(&scene, lane, from, lane, to)
                                 : scene_request(&scene, from, lane, to, lane);
        ask.start.heading = upright ? (backward ? -FW_PI / 2 : FW_PI / 2) : backward ? FW_PI : 0;
        ask.keep_right = true;
        assert_int_equal(scene_ask(&scene, &ask), FW_OK);
        for (double along = 7; along < fw_path_length(scene.path) - 7; along += 0.25) {
            fw_pose pose;
            fw_path_pose_at(scene.path, along, &pose);
            const double right = reach(scene.map, pose, 1), left = reach(scene.map, pose, -1);
            assert_true(right <= left + 0.03 && right >= 0.45 - 0.03);
            assert_true(fabs(right - fmax(width / 4.0, 0.45)) < 0.03);
        }
        assert_int_equal(departures(scene.map, scene.path), 0);
        scene_end(&scene);
    }
}

TEST(who_keeps_right_stays_on_the_roads_that_the_grid_path_takes)
{
    random_source source = { 4 };
    int found = 0, moved = 0;
    for (int i = 0; i < WORLDS; i++) {
        scene scene = scene_of(country_at_random(&source), driver(3, 0));
        fw_request ask;
        for (int q = 0; q < QUERIES && pick_request(&scene, &source, &ask); q++) {
            if (scene_ask(&scene, &ask) != FW_OK)
                continue;
            const int before = departures(scene.map, scene.path);
            const double length = fw_path_length(scene.path);
            ask.keep_right = true;
            assert_int_equal(scene_ask(&scene, &ask), FW_OK);
            assert_true(departures(scene.map, scene.path) <= before);
            found++;
            moved += fabs(fw_path_length(scene.path) - length) > 1e-6;
        }
        scene_end(&scene);
    }
    assert_true(found > 300 && moved > 50);
}

/// A road three tiles wide that meets one of four, which leads down.
static fw_map *corner_of_roads(void)
{
    const char *rows[] = { "......................", "RRRRRRRRRRRRRRRRRR....", "RRRRRRRRRRRRRRRRRR....",
                           "RRRRRRRRRRRRRRRRRR....", "..............RRRR....", "..............RRRR....",
                           "..............RRRR....", "..............RRRR....", "..............RRRR....",
                           "..............RRRR....", "..............RRRR....", "..............RRRR....",
                           "..............RRRR....", "..............RRRR....", "..............RRRR...." };
    return DRAWN(rows);
}

TEST(a_wide_vehicle_that_keeps_right_drives_legal_curves)
{
    for (double radius = 0.5; radius <= 2; radius += 0.5) {
        scene scene = scene_of(corner_of_roads(), driver(3, radius));
        fw_request ask = scene_request(&scene, 0, 2, 15, 14);
        ask.keep_right = true;
        ask.smoothing = FW_SMOOTH_AUTO;
        assert_int_equal(scene_ask(&scene, &ask), FW_OK);
        assert_int_equal(scene_summary(&scene).violations.impossible, 0);
        assert_int_equal(departures(scene.map, scene.path), 0);
        fw_pose middle;
        fw_path_pose_at(scene.path, 8, &middle);
        assert_true(fabs(middle.y - 3.25) < 1e-9);
        scene_end(&scene);
    }
}

/// Lanes meet at (17, 1.75); an arc that touches both lies so far from there.
TEST(a_vehicle_that_turns_left_stays_in_its_lane)
{
    for (double radius = 0.5; radius <= 2; radius += 0.5) {
        scene scene = scene_of(corner_of_roads(), driver(3, radius));
        fw_request ask = scene_request(&scene, 15, 14, 0, 2);
        ask.start.heading = -FW_PI / 2;
        ask.keep_right = true;
        assert_int_equal(scene_ask(&scene, &ask), FW_OK);
        double along, away;
        assert_int_equal(fw_path_nearest(scene.path, 17, 1.75, &along, &away), FW_OK);
        assert_near(away, (sqrt(2) - 1) * radius, 1e-6);
        scene_end(&scene);
    }
}

TEST(wide_turns_are_those_of_directional_search)
{
    const char *rows[] = { "RRRRRRRRRR..", "RRRRRRRRRR..", "........RR..", "........RR..",
                           "........RR..", "........RR..", "........RR..", "........RR.." };
    fw_unit_def unit = driver(4, 2);
    unit.methods = FW_METHOD_BIT(FW_DIRECTIONAL);
    scene scene = scene_of(DRAWN(rows), unit);
    fw_request ask = scene_request(&scene, 0, 0, 9, 7);
    ask.method = FW_DIRECTIONAL;
    assert_int_equal(scene_ask(&scene, &ask), FW_OK);
    const double cost = scene_summary(&scene).cost;
    ask.method = FW_AUTO;
    ask.roads = FW_ROADS_WIDE;
    assert_int_equal(scene_ask(&scene, &ask), FW_OK);
    assert_true(scene_summary(&scene).cost == cost && scene_summary(&scene).method == FW_DIRECTIONAL);
    scene_end(&scene);
}

/// The share of a path's length that runs along one of the two directions of roads.
static double share_along(const fw_path *path)
{
    const int samples = 1000;
    int along = 0;
    for (int i = 0; i <= samples; i++) {
        fw_pose pose;
        assert_int_equal(fw_path_pose_at(path, i * fw_path_length(path) / samples, &pose), FW_OK);
        along += fabs(sin(2 * pose.heading)) < 0.01;
    }
    return along / (samples + 1.0);
}

/// The share of a path whose tiles are road.
static double share_on_road(const road_test *test)
{
    const int samples = 1000;
    int on_road = 0;
    for (int i = 0; i <= samples; i++) {
        fw_pose pose;
        assert_int_equal(fw_path_pose_at(test->path, i * fw_path_length(test->path) / samples, &pose), FW_OK);
        on_road += fw_map_terrain(test->map, (int32_t)pose.x, (int32_t)pose.y) == FW_ROAD;
    }
    return on_road / (samples + 1.0);
}

/// A road four tiles wide with one bend between two straight sides; ground is four times as expensive.
static fw_map *bent_road(int32_t side)
{
    fw_map *map = open_map(side + 8, side + 8);
    assert_int_equal(fw_map_set_rect(map, 0, 4, side + 4, 4, FW_ROAD), FW_OK);
    assert_int_equal(fw_map_set_rect(map, side, 4, 4, side + 4, FW_ROAD), FW_OK);
    assert_int_equal(fw_map_commit(map), FW_OK);
    return map;
}

TEST(wide_and_follow_drive_along_the_road_and_not_diagonally_across)
{
    static const fw_method methods[] = { FW_DIRECTIONAL, FW_DIRECTIONAL_24, FW_DIRECTIONAL_48 };
    static const fw_roads roads[] = { FW_ROADS_WIDE, FW_ROADS_FOLLOW };
    for (int i = 0; i < 12; i++) {
        fw_unit_def unit = driver(4, i % 4 < 2 ? 1.5 : 2);
        unit.methods = FW_METHOD_BIT(methods[i % 3]);
        road_test test = road_on(bent_road(72), unit);
        const bool changes_lane = i % 2;
        fw_request ask = request_on(&test, methods[i % 3], (lattice_pose){ 1, changes_lane ? 7 : 5, 0 },
                                    (lattice_pose){ changes_lane ? 75 : 74, 78, -1 });
        ask.smoothing = FW_SMOOTH_AUTO;
        assert_int_equal(fw_find_path(test.planner, &ask, test.path), FW_OK);
        const double share = share_along(test.path);
        ask.roads = roads[i / 6];
        assert_int_equal(fw_find_path(test.planner, &ask, test.path), FW_OK);
        assert_path_is_legal(&test, &ask);
        assert_true(share_along(test.path) >= 0.85);
        assert_true(share < 0.5);
        road_end(&test);
    }
}

/// How much of a wide drive around the bend, from lane to lane, runs along neither side, in tiles.
static double length_of_bend(int32_t side, double radius, int32_t from, int32_t to)
{
    fw_unit_def unit = driver(4, radius);
    unit.size = 1;
    unit.methods = FW_METHOD_BIT(FW_DIRECTIONAL);
    road_test test = road_on(bent_road(side), unit);
    fw_request ask = request_on(&test, FW_DIRECTIONAL, (lattice_pose){ 1, 4 + from, 0 },
                                (lattice_pose){ side + to, side + 6, -1 });
    ask.roads = FW_ROADS_WIDE;
    ask.smoothing = FW_SMOOTH_AUTO;
    assert_int_equal(fw_find_path(test.planner, &ask, test.path), FW_OK);
    assert_true(share_on_road(&test) > 0.98);
    const double length = (1 - share_along(test.path)) * fw_path_length(test.path);
    road_end(&test);
    return length;
}

/// The drive changes to the inner lane and back: two diagonals across the other lanes at most, and four arcs of 45
/// degrees.
TEST(the_bend_of_a_road_is_as_long_whatever_the_sides)
{
    for (int i = 0; i < 32; i++) {
        const double radius = i / 16 ? 1.5 : 2;
        const double short_legs = length_of_bend(24, radius, i / 4 % 4, i % 4);
        const double long_legs = length_of_bend(48, radius, i / 4 % 4, i % 4);
        assert_true(fabs(short_legs - long_legs) < 0.5);
        assert_true(long_legs > FW_PI / 2 * radius - 0.5);
        assert_true(long_legs < 2 * sqrt(2) * 3 + FW_PI * radius);
    }
}

TEST(between_roads_a_drive_is_smoothed)
{
    const char *rows[] = { "RRRRRRRRRR......................", "RRRRRRRRRR......................",
                           "................................", "................................",
                           "................................", "................................",
                           "................................", "................................",
                           "................................", "................................",
                           "......................RRRRRRRRRR", "......................RRRRRRRRRR" };
    fw_unit_def unit = driver(1, 1);
    unit.methods = FW_METHOD_BIT(FW_DIRECTIONAL_24);
    scene scene = scene_of(DRAWN(rows), unit);
    fw_request ask = scene_request(&scene, 0, 1, 31, 10);
    ask.method = FW_DIRECTIONAL_24;
    ask.roads = FW_ROADS_WIDE;
    assert_int_equal(scene_ask(&scene, &ask), FW_OK);
    const double rough = scene_summary(&scene).length;
    ask.smoothing = FW_SMOOTH_AUTO;
    assert_int_equal(scene_ask(&scene, &ask), FW_OK);
    assert_true(scene_summary(&scene).length < rough - 0.1);
    scene_end(&scene);
}

/// Finds a path with memory that runs out, or one failing call, and then once more with enough.
static void ask_under_ration(const fw_map *map, const fw_request *ask, ration *scarce)
{
    const bool is_plenty = scarce->left == UNRATIONED;
    const fw_allocator hooks = rationed(scarce);
    fw_planner_def def = fw_default_planner_def();
    def.allocator = &hooks;
    fw_planner *planner = NULL;
    fw_path *path = new_path();
    if (fw_planner_create(map, &def, &planner) == FW_OK) {
        const fw_result result = fw_find_path(planner, ask, path);
        assert_true(result == FW_NO_MEMORY || result == FW_OK);
        assert_true((result == FW_OK) == (fw_path_length(path) > 0));
        scarce->left = UNRATIONED;
        assert_int_equal(fw_find_path(planner, ask, path), FW_OK);
        const uint64_t calls = scarce->calls;
        assert_int_equal(fw_find_path(planner, ask, path), FW_OK);
        assert_true(scarce->calls == calls || !is_plenty);
    }
    fw_planner_destroy(planner);
    fw_path_destroy(path);
    assert_int_equal(scarce->held, 0);
}

static double turned_along(const fw_path *path)
{
    int32_t count;
    double turned = 0;
    const fw_segment *segments = fw_path_segments(path, &count);
    for (int32_t i = 0; i < count; i++)
        turned += fabs(segments[i].curvature) * segments[i].length;
    return turned;
}

TEST(people_who_are_charged_for_turning_leave_the_road_at_bends)
{
    const char *rows[] = { "RRRRRRRRRR..", "RRRRRRRRRR..", "........RR..", "........RR..",
                           "........RR..", "........RR..", "........RR..", "........RR.." };
    fw_unit_def unit = driver(1.5, 0.5);
    unit.methods = FW_METHOD_BIT(FW_DIRECTIONAL);
    scene scene = scene_of(DRAWN(rows), unit);
    fw_request ask = scene_request(&scene, 0, 0, 9, 7);
    ask.roads = FW_ROADS_WIDE;
    assert_int_equal(scene_ask(&scene, &ask), FW_OK);
    const double turned = turned_along(scene.path), length = scene_summary(&scene).length;
    ask.turn_charge = 30;
    assert_int_equal(scene_ask(&scene, &ask), FW_OK);
    assert_true(turned_along(scene.path) < 0.9 * turned);
    assert_true(scene_summary(&scene).length < length);
    scene_end(&scene);
}

/// Steps a search until its path has been shaped so much, then ends it.
///
/// @return false: the search was over before
static bool end_while_shaping(const scene *scene, const fw_request *ask, uint64_t shaping)
{
    fw_search *search;
    fw_statistics spent = { 0 };
    fw_result result = fw_search_begin(scene->planner, ask, &search);
    if (result != FW_OK)
        return false;
    do {
        result = fw_search_step(search, 1);
        fw_search_statistics(search, &spent);
    } while (result == FW_PENDING && spent.shaping < shaping);
    fw_search_end(search);
    return result == FW_PENDING;
}

static void assert_sliced_path_is(const scene *scene, const fw_request *ask, const fw_path *path)
{
    fw_search *search = new_search(scene->planner, ask);
    fw_result result;
    do
        result = fw_search_step(search, 1);
    while (result == FW_PENDING);
    assert_int_equal(result, FW_OK);
    assert_int_equal(fw_search_best_so_far(search, scene->path), FW_OK);
    assert_true(judge_paths_equal(scene->path, path));
    fw_search_end(search);
}

/// The next search takes over the memory of one that has ended, at whatever moment.
TEST(a_search_that_ends_while_its_path_is_shaped_leaves_nothing_to_the_next)
{
    random_source source = { 9 };
    int ended = 0;
    fw_path *path = new_path();
    for (int i = 0; i < rounds(60); i++) {
        scene scene = scene_of(country_at_random(&source), driver(2, i % 2 * 0.5));
        fw_request first, second;
        if (pick_request(&scene, &source, &first) && pick_request(&scene, &source, &second)) {
            first.smoothing = second.smoothing = FW_SMOOTH_AUTO;
            first.keep_right = second.keep_right = i % 3 == 0;
            first.roads = second.roads = i % 3 == 1   ? FW_ROADS_LANES
                                         : i % 3 == 2 ? FW_ROADS_CONES
                                                      : FW_ROADS_NONE;
            const bool is_found = fw_find_path(scene.planner, &second, scene.path) == FW_OK;
            fw_path_copy(scene.path, path);
            for (uint64_t shaping = 1; is_found && end_while_shaping(&scene, &first, shaping);
                 shaping += 1 + shaping / 4) {
                assert_sliced_path_is(&scene, &second, path);
                ended++;
            }
        }
        scene_end(&scene);
    }
    fw_path_destroy(path);
    assert_true(ended > at_least(500));
}

TEST(memory_may_fail_at_any_call_and_warm_queries_need_none)
{
    const char *rows[] = { "RRRRRRRRRR..", "RRRRRRRRRR..", "........RR..", "....#...RR..",
                           "........RR..", "........RR..", "............", "............" };
    static const fw_roads roads[] = { FW_ROADS_FOLLOW, FW_ROADS_LANES, FW_ROADS_CONES };
    for (int i = 0; i < 12; i++) {
        scene scene = scene_of(DRAWN(rows), driver(2, i % 2));
        fw_request ask = scene_request(&scene, 0, 0, 3, 7);
        ask.roads = roads[i / 2 % 3];
        ask.keep_right = i >= 6;
        ask.smoothing = FW_SMOOTH_AUTO;
        ask.allow_violations = true;
        ration plenty = { .left = UNRATIONED };
        ask_under_ration(scene.map, &ask, &plenty);
        for (uint64_t n = 0; n < 2 * plenty.calls; n += (uint64_t)stride(3)) {
            ration scarce = { .left = n / 2, .once = n % 2 };
            ask_under_ration(scene.map, &ask, &scarce);
        }
        scene_end(&scene);
    }
}

/// All road, with a hole here and there, which is ground or a wall.
static fw_map *square_with_holes(random_source source, int32_t side, uint8_t hole)
{
    fw_map_def def = fw_default_map_def();
    fw_map *map;
    def.width = def.height = side;
    def.fill = FW_ROAD;
    assert_int_equal(fw_map_create(&def, &map), FW_OK);
    for (int i = 0; i < side / 8; i++) {
        const int32_t x = (int32_t)random_below(&source, (uint32_t)side - 8);
        const int32_t y = (int32_t)random_below(&source, (uint32_t)side - 8);
        assert_int_equal(fw_map_set_rect(map, x, y, 6, 6, hole), FW_OK);
    }
    assert_int_equal(fw_map_commit(map), FW_OK);
    return map;
}

/// From the left end of a square to the right one, both on the road.
static bool pick_across(const lot *lot, random_source *source, int32_t side, fw_request *ask)
{
    const int32_t y = (int32_t)random_below(source, (uint32_t)side / 2);
    const int32_t to_y = side / 2 + (int32_t)random_below(source, (uint32_t)side / 2);
    *ask = lot_request(lot, 2, y, 0, side - 4, to_y, FW_TURNS_NONE);
    ask->roads = FW_ROADS_LANES;
    ask->smoothing = FW_SMOOTH_AUTO;
    ask->fewer_bends = true;
    return is_road(lot->map, 2, y) && is_road(lot->map, side - 4, to_y);
}

/// So wide a road that what the string comes to lies far from the grid's path.
TEST(across_a_wide_square_lanes_keep_the_body_out_of_every_hole)
{
    enum { WIDE = 500 };
    random_source source = { 31 };
    int found = 0;
    for (int i = 0; i < 4; i++) {
        const random_source holes = { 100 + (uint64_t)i };
        fw_unit_def def = driver(1, i % 2 ? 2 : 0);
        def.corners = FW_CORNERS_ORTHOGONAL; // diagonal steps may take the body over a corner of a hole
        lot open = lot_on(square_with_holes(holes, WIDE, FW_GROUND), def, NULL);
        lot walled = lot_on(square_with_holes(holes, WIDE, FW_BLOCKED), open.def, NULL);
        for (int query = 0; query < 3; query++) {
            fw_request ask;
            if (!pick_across(&open, &source, WIDE, &ask))
                continue;
            ask.keep_right = i == 3;
            ask.smoothing = FW_SMOOTH_NONE;
            assert_int_equal(fw_find_path(open.planner, &ask, open.path), FW_OK);
            const double length = fw_path_length(open.path);
            ask.smoothing = FW_SMOOTH_CURVED;
            assert_int_equal(fw_find_path(open.planner, &ask, open.path), FW_OK);
            assert_true(ask.keep_right || fw_path_length(open.path) < length - 0.5);
            fw_check_report report;
            assert_int_equal(fw_path_check(walled.map, walled.unit, open.path, NULL, &report), FW_OK);
            assert_int_equal(report.faults[FW_FAULT_BLOCKED], 0);
            found++;
        }
        lot_end(&open);
        lot_end(&walled);
    }
    assert_true(found > 6);
}

/// What a request costs must not follow the size of the map, but what of it is searched.
TEST(lanes_look_only_where_the_search_comes)
{
    uint64_t work[2];
    size_t bytes[2];
    for (int large = 0; large < 2; large++) {
        const random_source none = { 0 };
        lot lot = lot_on(square_with_holes(none, large ? 2048 : 256, FW_ROAD), driver(1, 0), NULL);
        fw_request ask = lot_request(&lot, 8, 8, 0, 40, 20, FW_TURNS_NONE);
        ask.roads = FW_ROADS_LANES;
        ask.smoothing = FW_SMOOTH_AUTO;
        assert_int_equal(fw_find_path(lot.planner, &ask, lot.path), FW_OK);
        fw_statistics did;
        assert_int_equal(fw_planner_statistics(lot.planner, &did), FW_OK);
        work[large] = did.work;
        bytes[large] = fw_planner_bytes(lot.planner);
        lot_end(&lot);
    }
    assert_int_equal(work[0], work[1]);
    assert_true(bytes[1] < bytes[0] + 40000);
}

TEST(roads_that_do_not_fit_the_request_are_refused)
{
    const char *rows[] = { "RRRR", "...." };
    scene scene = scene_of(DRAWN(rows), driver(1, 1));
    fw_request ask = scene_request(&scene, 0, 0, 3, 0);
    ask.roads = FW_ROADS_FOLLOW;
    ask.turns = FW_TURNS_IGNORE;
    assert_int_equal(fw_find_path(scene.planner, &ask, scene.path), FW_METHOD_DOES_NOT_FIT);
    ask.turns = FW_TURNS_NONE;
    ask.roads = FW_ROADS_WIDE;
    ask.method = FW_ASTAR;
    assert_int_equal(fw_find_path(scene.planner, &ask, scene.path), FW_METHOD_DOES_NOT_FIT);
    const fw_pose set[] = { { 3.5, 0.5, 0 } };
    ask.method = FW_AUTO;
    ask.roads = FW_ROADS_LANES;
    ask.goal = fw_goal_nearest_of(set, 1);
    assert_int_equal(fw_find_path(scene.planner, &ask, scene.path), FW_METHOD_DOES_NOT_FIT);
    scene_end(&scene);
}
