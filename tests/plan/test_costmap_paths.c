// Costs that an overlay takes from an array: all methods and all smoothing count them by one rule.
#include <math.h>
#include <string.h>

#include "base/random.h"
#include "common/check_for.h"
#include "common/near.h"
#include "common/unit.h"
#include "fairway/fairway.h"

enum { WIDTH = 44, HEIGHT = 25, MIDDLE = HEIGHT / 2 };

typedef struct scene {
    fw_map *map;
    fw_unit_id unit;
    fw_planner *planner;
    fw_overlay *overlay;
    fw_path *path;
    uint8_t costs[HEIGHT][WIDTH];
} scene;

static const fw_method walker_methods[] = { FW_AUTO, FW_GRID, FW_ASTAR, FW_ON_DEMAND };
static const fw_method vehicle_methods[] = { FW_AUTO, FW_DIRECTIONAL, FW_HYBRID };
enum { KINDS = 4 };

/// Walkers of size 1 and 2, and vehicles that are round and long.
static fw_unit_def unit_of(int kind)
{
    fw_unit_def def = fw_default_unit_def();
    def.methods = UINT32_C(1) << FW_ASTAR | FW_METHOD_BIT(FW_GRID);
    def.size = kind == 1 ? 2 : 1;
    if (kind >= 2) {
        def.methods = FW_METHOD_BIT(FW_DIRECTIONAL) | FW_METHOD_BIT(FW_HYBRID) | FW_METHOD_BIT(FW_ASTAR);
        def.turn_radius = 1.5;
        def.reverse = true;
        def.footprint = kind == 2 ? fw_circle(0.4) : fw_rectangle_at(1.4, 0.7, 0.3, 0);
    }
    return def;
}

static void open_scene(scene *scene, const fw_unit_def *def, bool has_lanes)
{
    fw_map_def map = fw_default_map_def();
    memset(scene, 0, sizeof *scene);
    map.width = WIDTH;
    map.height = HEIGHT;
    map.fill = FW_GROUND;
    assert_int_equal(fw_map_create(&map, &scene->map), FW_OK);
    if (has_lanes) { // two lanes, four tiles wide, above and below the middle
        fw_map_set_rect(scene->map, 12, 0, 20, 4, FW_BLOCKED);
        fw_map_set_rect(scene->map, 12, 8, 20, HEIGHT - 16, FW_BLOCKED);
        fw_map_set_rect(scene->map, 12, HEIGHT - 4, 20, 4, FW_BLOCKED);
        assert_int_equal(fw_map_commit(scene->map), FW_OK);
    }
    assert_int_equal(fw_map_add_unit(scene->map, def, &scene->unit), FW_OK);
    assert_int_equal(fw_planner_create(scene->map, NULL, &scene->planner), FW_OK);
    assert_int_equal(fw_overlay_create(WIDTH, HEIGHT, NULL, &scene->overlay), FW_OK);
    assert_int_equal(fw_path_create(NULL, &scene->path), FW_OK);
}

static void close_scene(scene *scene)
{
    fw_path_destroy(scene->path);
    fw_overlay_destroy(scene->overlay);
    fw_planner_destroy(scene->planner);
    fw_map_destroy(scene->map);
}

static void take_costs(scene *scene)
{
    assert_int_equal(fw_overlay_set_costs(scene->overlay, 0, 0, WIDTH, HEIGHT, scene->costs[0], WIDTH, 0),
                     FW_OK);
}

static fw_request request_of(const scene *scene, int kind, fw_method method)
{
    fw_request ask = fw_default_request();
    const double half = kind == 1 ? 0 : 0.5; // a unit of size 2 has its centre at a corner of tiles
    ask.unit = scene->unit;
    ask.method = method;
    ask.overlay = scene->overlay;
    ask.start = (fw_pose){ 4 + half, MIDDLE + half, 0 };
    ask.goal =
        kind < 2 ? fw_goal_at(38 + half, MIDDLE + half) : fw_goal_pose((fw_pose){ 38.5, MIDDLE + 0.5, 0 });
    ask.smoothing = FW_SMOOTH_AUTO;
    return ask;
}

/// Finds a path that the checker finds legal, with the cost that it claims.
static void find(const scene *scene, const fw_request *ask)
{
    fw_check_report report;
    fw_check_def def = check_for(ask);
    def.check_cost = true;
    assert_int_equal(fw_find_path(scene->planner, ask, scene->path), FW_OK);
    assert_int_equal(fw_path_check(scene->map, scene->unit, scene->path, &def, &report), FW_OK);
    assert_true(report.legal);
}

typedef void look(scene *scene, int kind, fw_method method);

static void each_method(look *look, bool has_lanes)
{
    for (int kind = 0; kind < KINDS; kind++) {
        scene scene;
        const fw_unit_def def = unit_of(kind);
        const fw_method *methods = kind < 2 ? walker_methods : vehicle_methods;
        const size_t count =
            kind < 2 ? sizeof walker_methods / sizeof *methods : sizeof vehicle_methods / sizeof *methods;
        open_scene(&scene, &def, has_lanes);
        for (size_t i = 0; i < count; i++)
            look(&scene, kind, methods[i]);
        close_scene(&scene);
    }
}

/// The y of the path where it passes the middle column.
static double lane_of(const fw_path *path)
{
    fw_pose pose = { 0 };
    for (double at = 0; pose.x < 22 && at < fw_path_length(path); at += 0.25)
        fw_path_pose_at(path, at, &pose);
    return pose.y;
}

static void look_at_lanes(scene *scene, int kind, fw_method method)
{
    for (int side = 0; side < 2; side++) {
        memset(scene->costs, 0, sizeof scene->costs);
        memset(scene->costs[side ? MIDDLE + 1 : 0], 5, sizeof scene->costs / HEIGHT * (HEIGHT / 2));
        take_costs(scene);
        const fw_request ask = request_of(scene, kind, method);
        find(scene, &ask);
        assert_int_equal(lane_of(scene->path) > MIDDLE + 0.5, !side);
    }
}

TEST(of_two_equal_lanes_the_one_without_costs_is_taken)
{
    each_method(look_at_lanes, true);
}

/// A winding lane, five tiles wide, through ground that is forbidden.
static void draw_lane(scene *scene)
{
    memset(scene->costs, 254, sizeof scene->costs);
    for (int32_t x = 1; x < WIDTH - 1; x++) {
        const int32_t middle = MIDDLE + (int32_t)lround(6 * sin(0.15 * (x - 4)));
        for (int32_t y = middle - 2; y <= middle + 2; y++)
            scene->costs[y][x] = 3;
    }
}

static void look_at_lane(scene *scene, int kind, fw_method method)
{
    draw_lane(scene);
    take_costs(scene);
    fw_request ask = request_of(scene, kind, method);
    const double goal_y = MIDDLE + round(6 * sin(0.15 * 34)) + (kind == 1 ? 0 : 0.5);
    ask.goal = fw_goal_at(ask.goal.pose.x, goal_y);
    find(scene, &ask);
    for (double at = 0; at < fw_path_length(scene->path); at += 0.01) {
        fw_pose pose;
        fw_path_pose_at(scene->path, at, &pose);
        // a point on a side counts as in either of its tiles
        assert_true(scene->costs[(int)floor(pose.y - 1e-5)][(int)floor(pose.x - 1e-5)] < 254 ||
                    scene->costs[(int)floor(pose.y + 1e-5)][(int)floor(pose.x + 1e-5)] < 254);
    }
    ask.goal = fw_goal_at(20.5, 1.5);
    assert_int_equal(fw_find_path(scene->planner, &ask, scene->path), FW_GOAL_BLOCKED);
    ask.start.y = 2;
    assert_int_equal(fw_find_path(scene->planner, &ask, scene->path), FW_START_BLOCKED);
}

TEST(where_all_but_a_lane_is_forbidden_paths_keep_to_the_lane)
{
    each_method(look_at_lane, false);
}

TEST(the_checker_finds_a_centre_on_forbidden_ground)
{
    scene scene;
    fw_check_report report;
    const fw_unit_def unit = unit_of(0);
    open_scene(&scene, &unit, false);
    fw_request ask = request_of(&scene, 0, FW_ASTAR);
    find(&scene, &ask);                // straight ahead
    scene.costs[MIDDLE + 1][20] = 254; // beside the path
    take_costs(&scene);
    fw_check_def def = check_for(&ask);
    assert_int_equal(fw_path_check(scene.map, scene.unit, scene.path, &def, &report), FW_OK);
    assert_true(report.legal);
    scene.costs[MIDDLE][20] = 254;
    take_costs(&scene);
    assert_int_equal(fw_path_check(scene.map, scene.unit, scene.path, &def, &report), FW_OK);
    assert_int_equal(report.first, FW_FAULT_FORBIDDEN);
    assert_near(report.first_at, 20 - 4.5, 1e-5);
    scene.costs[MIDDLE][20] = 0;
    scene.costs[MIDDLE][4] = 254; // where it starts
    take_costs(&scene);
    assert_int_equal(fw_path_check(scene.map, scene.unit, scene.path, &def, &report), FW_OK);
    assert_false(report.legal);
    close_scene(&scene);
}

static void draw_hills(scene *scene, random_source *random)
{
    memset(scene->costs, 0, sizeof scene->costs);
    for (int i = 0; i < 25; i++) {
        const double x = random_within(random, 0, WIDTH), y = random_within(random, 0, HEIGHT);
        const double height = random_within(random, 10, 250), slope = random_within(random, 5, 60);
        for (int32_t row = 0; row < HEIGHT; row++)
            for (int32_t column = 0; column < WIDTH; column++) {
                const double cost = height - slope * hypot(column - x, row - y);
                if (cost > scene->costs[row][column])
                    scene->costs[row][column] = (uint8_t)cost;
            }
    }
}

static void look_at_smoothing(scene *scene, int kind, fw_method method)
{
    static const fw_smoothing smoothings[] = { FW_SMOOTH_SIMPLE, FW_SMOOTH_TAUT, FW_SMOOTH_CURVED };
    random_source random = { 31 };
    for (int round = 0; round < 6; round++) {
        fw_path_summary rough = { 0 }, smooth = { 0 };
        draw_hills(scene, &random);
        take_costs(scene);
        fw_request ask = request_of(scene, kind, method);
        ask.smoothing = FW_SMOOTH_NONE;
        if (fw_find_path(scene->planner, &ask, scene->path) != FW_OK)
            continue;
        fw_path_summarise(scene->path, &rough);
        for (int i = kind < 2 ? 0 : 2; i < 3; i++) {
            ask.smoothing = smoothings[i];
            find(scene, &ask);
            fw_path_summarise(scene->path, &smooth);
            assert_true(smooth.cost <= rough.cost * (1 + 1e-9));
        }
    }
}

TEST(smoothing_makes_no_path_more_expensive)
{
    each_method(look_at_smoothing, false);
}

static fw_pose pose_within(random_source *random)
{
    const double x = random_within(random, 8, WIDTH - 8), y = random_within(random, 8, HEIGHT - 8);
    return (fw_pose){ x, y, random_within(random, -FW_PI, FW_PI) };
}

/// The true cost of a free curve from start to goal; INFINITY: the curve touches something.
static double cost_of_curve(const scene *scene, const fw_request *ask, const fw_curve *curve)
{
    fw_check_report report;
    const fw_check_def def = check_for(ask);
    assert_int_equal(fw_path_set(scene->path, curve->segments, curve->count, NULL), FW_OK);
    assert_int_equal(fw_path_check(scene->map, scene->unit, scene->path, &def, &report), FW_OK);
    return report.legal ? report.cost : INFINITY;
}

TEST(no_drive_over_hills_costs_more_than_the_shortest_curve)
{
    scene scene;
    random_source random = { 32 };
    fw_unit_def unit = unit_of(2);
    uint64_t compared = 0, curves = 0, expanded = 0;
    unit.reverse = false;
    unit.turn_radius = 3;
    open_scene(&scene, &unit, false);
    for (int round = 0; round < 60; round++) {
        fw_curve curve;
        fw_path_summary found = { 0 };
        fw_statistics statistics;
        draw_hills(&scene, &random);
        take_costs(&scene);
        fw_request ask = request_of(&scene, 2, vehicle_methods[round % 3]);
        ask.smoothing = FW_SMOOTH_NONE;
        ask.start = pose_within(&random);
        ask.goal = fw_goal_pose(pose_within(&random));
        assert_int_equal(fw_dubins(ask.start, ask.goal.pose, unit.turn_radius, FW_DUBINS_SHORTEST, &curve),
                         FW_OK);
        const double most = cost_of_curve(&scene, &ask, &curve);
        if (most == INFINITY)
            continue;
        find(&scene, &ask);
        fw_path_summarise(scene.path, &found);
        fw_planner_statistics(scene.planner, &statistics);
        assert_true(found.cost <= 1.002 * most + 0.01); // motions have rounded costs
        const bool is_rough_curve = statistics.level == FW_LEVEL_CURVE && found.cost > 1.001 * found.length;
        assert_true(!is_rough_curve || statistics.bound == 0); // something else may be cheaper
        curves += is_rough_curve;
        expanded += is_rough_curve ? statistics.expanded : 0;
        ask.max_distance = 0.99 * found.cost;
        if (fw_find_path(scene.planner, &ask, scene.path) == FW_OK) {
            fw_path_summarise(scene.path, &found);
            assert_true(found.cost <= ask.max_distance);
        }
        compared++;
    }
    assert_true(compared > 50 && curves > 20 && curves < compared);
    assert_true(expanded < 100 * curves); // the curve ends a search that takes long
    close_scene(&scene);
}
