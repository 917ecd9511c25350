// A unit plans again from wherever it is on its own path, and others go where it is: between lattice points, on sides
// of tiles and in corners, whatever found the path and smoothed it.
#include <math.h>

#include "common/drawing.h"
#include "common/new.h"
#include "common/rounds.h"
#include "common/scene.h"
#include "common/unit.h"
#include "fairway/check.h"

enum { SIDE = 20, WORLDS = 400, QUERIES = 3, STOPS = 6 };

static fw_unit_def walker_at_random(random_source *source)
{
    static const double shares[] = { 1, 1, 0.9, 0.6, 0.3 };
    fw_unit_def unit = unit_of_size(1 + (int32_t)random_below(source, 4));
    unit.footprint = fw_circle(unit.size / 2.0 * shares[random_below(source, 5)]);
    unit.corners = (fw_corner_rule)random_below(source, 4);
    if (random_below(source, 3) == 0)
        unit.terrain_cost[2] = 3.0f;
    return unit;
}

static scene scene_of_walkers(random_source *source)
{
    fw_unit_def unit = walker_at_random(source);
    const uint32_t blocked = random_below(source, unit.size == 1 ? 45 : unit.size == 2 ? 25 : 10);
    const uint32_t terrains = unit.terrain_cost[2] > 1 ? 2 : 1;
    scene made = scene_of(map_at_random(source, SIDE - 2, SIDE, blocked, terrains), unit);
    if (random_below(source, 3) == 0) {
        assert_int_equal(fw_overlay_create(SIDE - 2, SIDE, NULL, &made.overlay), FW_OK);
        for (int i = 0; i < 4; i++) {
            const int32_t x = (int32_t)random_below(source, SIDE - 2),
                          y = (int32_t)random_below(source, SIDE);
            assert_int_equal(fw_overlay_block(made.overlay, x, y, 1, 1), FW_OK);
            made.seen.blocked[world_tile(&made.seen, x, y)] = true;
        }
    }
    return made;
}

static const fw_smoothing smoothings[] = { FW_SMOOTH_NONE, FW_SMOOTH_SIMPLE, FW_SMOOTH_TAUT,
                                           FW_SMOOTH_TAUT_LINES };
static const fw_method methods[] = { FW_AUTO, FW_GRID, FW_ASTAR, FW_ON_DEMAND };

/// Plans again from a place on a path to its end, and from its end to that place.
static void plan_again(const scene *scene, random_source *source, fw_pose stop, fw_pose end)
{
    fw_request ask = fw_default_request();
    ask.unit = scene->unit;
    ask.overlay = scene->overlay;
    ask.method = methods[random_below(source, 4)];
    ask.smoothing = smoothings[random_below(source, 4)];
    ask.start = stop;
    ask.goal = fw_goal_at(end.x, end.y);
    assert_int_equal(scene_ask(scene, &ask), FW_OK);
    ask.start = end;
    ask.goal = random_below(source, 2) ? fw_goal_at(stop.x, stop.y) : fw_goal_nearest_of(&stop, 1);
    assert_int_equal(scene_ask(scene, &ask), FW_OK);
}

TEST(a_unit_plans_again_from_anywhere_on_its_path)
{
    random_source source = { 31 };
    int stops = 0;
    for (int i = 0; i < rounds(WORLDS); i++) {
        scene scene = scene_of_walkers(&source);
        fw_path *walked = new_path();
        for (int query = 0; query < QUERIES; query++) {
            int32_t x, y, to_x, to_y;
            if (!scene_pick(&scene, &source, &x, &y) || !scene_pick(&scene, &source, &to_x, &to_y))
                continue;
            fw_request ask = scene_request(&scene, x, y, to_x, to_y);
            ask.smoothing = smoothings[random_below(&source, 4)];
            if (scene_ask(&scene, &ask) != FW_OK)
                continue;
            assert_int_equal(fw_path_copy(scene.path, walked), FW_OK);
            const double length = fw_path_length(walked);
            for (int stop = 0; stop < STOPS; stop++) {
                fw_pose at, end;
                const double distance = random_below(&source, 3)
                                            ? length * random_unit(&source)
                                            : floor(length * random_unit(&source) * 2) / 2;
                assert_int_equal(fw_path_pose_at(walked, distance, &at), FW_OK);
                assert_int_equal(fw_path_pose_at(walked, length, &end), FW_OK);
                plan_again(&scene, &source, at, end);
                stops++;
            }
        }
        fw_path_destroy(walked);
        scene_end(&scene);
    }
    assert_true(stops > at_least(2000));
}

/// On the grid such a unit passes corners that its body touches, and its path has no violations where it goes straight.
TEST(a_vehicle_that_cuts_corners_sets_out_beside_a_corner)
{
    const char *rows[] = { "......", "......", "..#...", "......", "......" };
    fw_unit_def unit = unit_of_size(1);
    unit.corners = FW_CORNERS_ONE;
    unit.turn_radius = 1;
    scene scene = scene_of(DRAWN(rows), unit);
    fw_request ask = scene_request(&scene, 2, 1, 4, 3);
    const fw_pose beside = { 3, 2, FW_PI / 4 };
    ask.start = beside;
    assert_int_equal(scene_ask(&scene, &ask), FW_OK);
    assert_int_equal(scene_summary(&scene).violations.blocked, 0);
    ask.start = fw_pose_on_tile(4, 3, 1);
    ask.start.heading = -3 * FW_PI / 4;
    ask.goal = fw_goal_at(beside.x, beside.y);
    assert_int_equal(scene_ask(&scene, &ask), FW_OK);
    assert_int_equal(scene_summary(&scene).violations.blocked, 0);
    scene_end(&scene);
}

TEST(who_cuts_corners_sets_out_beside_a_corner_on_the_grid_and_in_no_arc)
{
    const char *rows[] = { "......", "......", "..#...", "......", "......" };
    fw_unit_def unit = unit_of_size(1);
    unit.corners = FW_CORNERS_ONE;
    unit.turn_radius = 1;
    unit.methods = FW_METHOD_BIT(FW_ASTAR) | FW_METHOD_BIT(FW_DIRECTIONAL) | FW_METHOD_BIT(FW_AUTO);
    scene scene = scene_of(DRAWN(rows), unit);
    fw_request there = scene_request(&scene, 2, 1, 4, 3), back = there;
    there.start =
        (fw_pose){ 3, 2, FW_PI / 4 }; // its body touches the blocked tile, its anchor point does not
    back.goal = fw_goal_at(3, 2);
    back.start = fw_pose_on_tile(4, 3, 1);
    back.start.heading = -3 * FW_PI / 4;
    assert_int_equal(scene_ask(&scene, &there), FW_OK);
    assert_int_equal(scene_ask(&scene, &back), FW_OK);
    there.method = back.method = FW_DIRECTIONAL;
    assert_int_equal(scene_ask(&scene, &there), FW_START_BLOCKED);
    assert_int_equal(scene_ask(&scene, &back), FW_GOAL_BLOCKED);
    scene_end(&scene);
}

/// How far a pose is from where the body's centre is on the nearest anchor.
static double off_lattice(const scene *scene, fw_pose at)
{
    const double lift = scene->seen.size / 2.0;
    return hypot(at.x - lift - round(at.x - lift), at.y - lift - round(at.y - lift));
}

/// Exact paths of one price: on a lattice point the rest is as long as it was; between them the way to one, there and
/// back, may come on top.
TEST(what_is_left_of_a_path_is_not_longer_when_it_is_planned_again)
{
    random_source source = { 32 };
    int on_lattice = 0, between = 0;
    for (int i = 0; i < rounds(WORLDS); i++) {
        scene scene = scene_at_random(&source, SIDE, COSTS_EQUAL);
        int32_t x, y, to_x, to_y;
        if (scene_pick(&scene, &source, &x, &y) && scene_pick(&scene, &source, &to_x, &to_y)) {
            fw_request ask = scene_request(&scene, x, y, to_x, to_y);
            const double whole = scene_ask(&scene, &ask) == FW_OK ? fw_path_length(scene.path) : 0;
            const double walked =
                random_below(&source, 2) ? floor(whole * random_unit(&source)) : whole * random_unit(&source);
            if (whole > 0) {
                assert_int_equal(fw_path_pose_at(scene.path, walked, &ask.start), FW_OK);
                assert_int_equal(scene_ask(&scene, &ask), FW_OK);
                const bool is_on = off_lattice(&scene, ask.start) <= 1e-9;
                const double aside = is_on ? 0 : fw_path_segments(scene.path, NULL)->length;
                assert_true(walked + fw_path_length(scene.path) <= whole + 2 * aside + 1e-9);
                on_lattice += is_on;
                between += !is_on;
            }
        }
        scene_end(&scene);
    }
    assert_true(on_lattice > at_least(30) && between > at_least(100));
}

static fw_unit_def vehicle_at_random(random_source *source)
{
    fw_unit_def unit = walker_at_random(source);
    unit.size = 1 + (int32_t)random_below(source, 2);
    const double width = unit.size * (0.3 + 0.7 * random_unit(source));
    unit.footprint = random_below(source, 2)
                         ? fw_circle(width / 2)
                         : fw_rectangle(1.6 * width, width * (0.4 + 0.6 * random_unit(source)));
    unit.turn_radius = 0.3 + 1.2 * random_unit(source);
    unit.reverse = random_below(source, 2);
    unit.methods = FW_METHOD_BIT(FW_ASTAR) | FW_METHOD_BIT(FW_HYBRID) | FW_METHOD_BIT(FW_DIRECTIONAL);
    return unit;
}

static bool breaks_anything(const scene *scene)
{
    const fw_violations broken = scene_summary(scene).violations;
    return broken.blocked || broken.too_tight || broken.heading_jumps || broken.impossible;
}

TEST(a_vehicle_plans_again_from_anywhere_on_a_path_that_it_can_drive)
{
    static const fw_method finders[] = { FW_AUTO, FW_ASTAR, FW_HYBRID, FW_DIRECTIONAL };
    random_source source = { 33 };
    int stops = 0;
    for (int i = 0; i < rounds(WORLDS / 2); i++) {
        const fw_unit_def unit = vehicle_at_random(&source);
        scene scene = scene_of(map_at_random(&source, SIDE, SIDE, random_below(&source, 20), 1), unit);
        int32_t x, y, to_x, to_y;
        if (scene_pick(&scene, &source, &x, &y) && scene_pick(&scene, &source, &to_x, &to_y)) {
            fw_request ask = scene_request(&scene, x, y, to_x, to_y);
            ask.start.heading = FW_PI / 4 * random_below(&source, 8);
            ask.method = finders[random_below(&source, 4)];
            ask.smoothing = (fw_smoothing)random_below(&source, FW_SMOOTHING_COUNT);
            const bool is_found =
                fw_find_path(scene.planner, &ask, scene.path) == FW_OK && !breaks_anything(&scene);
            fw_path *walked = new_path();
            assert_int_equal(fw_path_copy(scene.path, walked), FW_OK);
            ask.method = FW_AUTO;
            for (int stop = 0; is_found && stop < STOPS; stop++) {
                const double distance = fw_path_length(walked) * random_unit(&source);
                assert_int_equal(fw_path_pose_at(walked, distance, &ask.start), FW_OK);
                const fw_result result = fw_find_path(scene.planner, &ask, scene.path);
                assert_int_not_equal(result, FW_START_BLOCKED);
                stops++;
            }
            fw_path_destroy(walked);
        }
        scene_end(&scene);
    }
    assert_true(stops > at_least(300));
}

TEST(a_unit_that_cuts_corners_starts_on_the_border_of_the_map)
{
    const char *rows[] = { "......", "......", "......" };
    for (int32_t size = 1; size <= 3; size++) {
        fw_unit_def unit = unit_of_size(size);
        unit.corners = FW_CORNERS_ALWAYS;
        scene scene = scene_of(DRAWN(rows), unit);
        fw_request ask = scene_request(&scene, 0, 0, 6 - size, 0);
        ask.start.x -= 0.5; // the anchor point is on the border
        assert_int_equal(scene_ask(&scene, &ask), FW_OK);
        assert_int_equal(scene_summary(&scene).violations.blocked, 0);
        ask.start.x -= 0.01;
        assert_int_equal(fw_find_path(scene.planner, &ask, scene.path), FW_OUT_OF_BOUNDS);
        scene_end(&scene);
    }
}
