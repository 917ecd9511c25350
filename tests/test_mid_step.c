// A unit plans again from wherever it is on its own path, and others go where it is: between lattice points, on sides
// of tiles and in corners, whatever found the path and smoothed it.
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "common/drawing.h"
#include "common/scene.h"
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
static void plan_again(const scene *of, random_source *source, fw_pose stop, fw_pose end)
{
    fw_request ask = fw_default_request();
    ask.unit = of->unit;
    ask.overlay = of->overlay;
    ask.method = methods[random_below(source, 4)];
    ask.smoothing = smoothings[random_below(source, 4)];
    ask.start = stop;
    ask.goal = fw_goal_at(end.x, end.y);
    assert_int_equal(scene_ask(of, &ask), FW_OK);
    ask.start = end;
    ask.goal = random_below(source, 2) ? fw_goal_at(stop.x, stop.y) : fw_goal_nearest_of(&stop, 1);
    assert_int_equal(scene_ask(of, &ask), FW_OK);
}

static void a_unit_plans_again_from_anywhere_on_its_path(void **state)
{
    (void)state;
    random_source source = { 31 };
    int stops = 0;
    for (int i = 0; i < WORLDS; i++) {
        scene in = scene_of_walkers(&source);
        fw_path *walked;
        assert_int_equal(fw_path_create(NULL, &walked), FW_OK);
        for (int query = 0; query < QUERIES; query++) {
            int32_t x, y, to_x, to_y;
            if (!scene_pick(&in, &source, &x, &y) || !scene_pick(&in, &source, &to_x, &to_y))
                continue;
            fw_request ask = scene_request(&in, x, y, to_x, to_y);
            ask.smoothing = smoothings[random_below(&source, 4)];
            if (scene_ask(&in, &ask) != FW_OK)
                continue;
            assert_int_equal(fw_path_copy(in.path, walked), FW_OK);
            const double length = fw_path_length(walked);
            for (int stop = 0; stop < STOPS; stop++) {
                fw_pose at, end;
                const double distance = random_below(&source, 3)
                                            ? length * random_unit(&source)
                                            : floor(length * random_unit(&source) * 2) / 2;
                assert_int_equal(fw_path_pose_at(walked, distance, &at), FW_OK);
                assert_int_equal(fw_path_pose_at(walked, length, &end), FW_OK);
                plan_again(&in, &source, at, end);
                stops++;
            }
        }
        fw_path_destroy(walked);
        scene_end(&in);
    }
    assert_true(stops > 2000);
}

/// On the grid such a unit passes corners that its body touches, and its path has no violations where it goes straight.
static void a_vehicle_that_cuts_corners_sets_out_beside_a_corner(void **state)
{
    (void)state;
    const char *rows[] = { "......", "......", "..#...", "......", "......" };
    fw_unit_def unit = unit_of_size(1);
    unit.corners = FW_CORNERS_ONE;
    unit.turn_radius = 1;
    scene on = scene_of(DRAWN(rows), unit);
    fw_request ask = scene_request(&on, 2, 1, 4, 3);
    const fw_pose beside = { 3, 2, FW_PI / 4 };
    ask.start = beside;
    assert_int_equal(scene_ask(&on, &ask), FW_OK);
    assert_int_equal(scene_summary(&on).violations.blocked, 0);
    ask.start = fw_pose_on_tile(4, 3, 1);
    ask.start.heading = -3 * FW_PI / 4;
    ask.goal = fw_goal_at(beside.x, beside.y);
    assert_int_equal(scene_ask(&on, &ask), FW_OK);
    assert_int_equal(scene_summary(&on).violations.blocked, 0);
    scene_end(&on);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_unit_plans_again_from_anywhere_on_its_path),
        cmocka_unit_test(a_vehicle_that_cuts_corners_sets_out_beside_a_corner),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
