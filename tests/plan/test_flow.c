// Paths that many requests take from one search backward from their goal, against Dijkstra's algorithm.
#include <math.h>

#include "common/near.h"
#include "common/rounds.h"
#include "common/scene.h"
#include "common/unit.h"
#include "fairway/check.h"
#include "grid/grid_flow.h"
#include "plan/grid_flow.h"
#include "plan/search.h"

/// Integer costs are true to 1e-8 of a diagonal step.
#define EXACT 1e-6

/// A scene with a flow to one goal.
typedef struct valley {
    scene scene;
    flow flow;
    int32_t x, y; ///< the goal
    distances oracle;
} valley;

/// False: the scene has no free anchor.
static bool valley_at_random(random_source *source, scene_costs costs, valley *made)
{
    *made = (valley){ .scene = scene_at_random(source, WORLD_SIDE, costs) };
    if (!scene_pick(&made->scene, source, &made->x, &made->y))
        return false;
    world_search(&made->scene.seen, made->x, made->y, &made->oracle);
    assert_int_equal(flow_begin(&made->flow, made->scene.planner, map_version_of(made->scene.map),
                                made->scene.unit, (grid_anchor){ made->x, made->y }),
                     FW_OK);
    return true;
}

static void valley_end(valley *valley)
{
    flow_free(&valley->flow);
    scene_end(&valley->scene);
}

/// Steps a request of the valley's goal by `slice` until it ends.
static fw_result ask_from(valley *valley, const fw_request *ask, uint64_t slice)
{
    fw_search *search = NULL;
    assert_int_equal(search_begin_by_flow(valley->scene.planner, ask, &valley->flow, &search), FW_OK);
    fw_result result;
    for (;;) {
        const uint64_t before = valley->flow.work;
        result = fw_search_step(search, slice);
        assert_true(valley->flow.work - before <= slice);
        if (result != FW_PENDING)
            break;
    }
    if (result == FW_OK)
        assert_int_equal(fw_search_best_so_far(search, valley->scene.path), FW_OK);
    fw_search_end(search);
    return result;
}

/// Asks for a path from an anchor, and compares with the oracle.
static void compare_from(valley *valley, int32_t x, int32_t y, uint64_t slice)
{
    const scene *scene = &valley->scene;
    const double expected = valley->oracle.cost[world_tile(&scene->seen, x, y)];
    fw_request ask = scene_request(scene, x, y, valley->x, valley->y);
    ask.method = FW_GRID;
    ask.smoothing = FW_SMOOTH_NONE;
    const fw_result result = ask_from(valley, &ask, slice);
    if (isinf(expected)) {
        assert_int_equal(result, FW_UNREACHABLE);
        return;
    }
    assert_int_equal(result, FW_OK);
    assert_near(world_walk(&scene->seen, scene->path, x, y, valley->x, valley->y, NULL), expected, EXACT);
    assert_near(scene_summary(scene).cost, expected, EXACT);
    ask.smoothing = FW_SMOOTH_TAUT_LINES;
    assert_int_equal(ask_from(valley, &ask, slice), FW_OK);
    assert_true(scene_summary(scene).cost <= expected + EXACT);
}

TEST(paths_from_a_flow_cost_what_dijkstra_says)
{
    random_source source = { 11 };
    for (int i = 0; i < rounds(120); i++) {
        valley valley;
        if (valley_at_random(&source, (scene_costs)(i % 3), &valley))
            for (int start = 0; start < 12; start++) {
                int32_t x, y;
                if (scene_pick(&valley.scene, &source, &x, &y))
                    compare_from(&valley, x, y, 1 + random_below(&source, 100));
            }
        valley_end(&valley);
    }
}

TEST(an_anchor_has_settled_only_if_its_path_stays_the_cheapest)
{
    random_source source = { 12 };
    for (int i = 0; i < rounds(300); i++) {
        valley valley;
        if (valley_at_random(&source, (scene_costs)(i % 3), &valley))
            while (flow_grow(&valley.flow, 1 + random_below(&source, 4)) == FW_PENDING)
                for (int32_t tile = 0; tile < valley.scene.seen.width * valley.scene.seen.height; tile++) {
                    const int32_t x = tile % valley.scene.seen.width, y = tile / valley.scene.seen.width;
                    grid_route route;
                    if (!flow_has_settled(&valley.flow, (grid_anchor){ x, y }))
                        continue;
                    assert_int_equal(grid_space_route_back(valley.flow.space, x, y, &route), FW_OK);
                    assert_near(route.cost, valley.oracle.cost[tile], EXACT);
                }
        valley_end(&valley);
    }
}

TEST(slices_do_not_matter)
{
    random_source source = { 13 };
    for (int i = 0; i < rounds(60); i++) {
        valley valley;
        if (valley_at_random(&source, (scene_costs)(i % 3), &valley)) {
            flow again = { 0 };
            assert_int_equal(flow_begin(&again, valley.scene.planner, map_version_of(valley.scene.map),
                                        valley.scene.unit, valley.flow.goal),
                             FW_OK);
            const uint64_t work = 1 + random_below(&source, 150);
            flow_grow(&again, work);
            while (!valley.flow.is_complete && valley.flow.work < work)
                flow_grow(&valley.flow, 1);
            assert_int_equal(valley.flow.work, again.work);
            for (int32_t tile = 0; tile < valley.scene.seen.width * valley.scene.seen.height; tile++) {
                const grid_anchor anchor = { tile % valley.scene.seen.width, tile / valley.scene.seen.width };
                assert_true(flow_has_settled(&valley.flow, anchor) == flow_has_settled(&again, anchor));
            }
            flow_free(&again);
        }
        valley_end(&valley);
    }
}

enum { GLADE_SIDE = 96 };

/// A map with blocks, and a unit.
static scene glade_at_random(random_source *source, int32_t size)
{
    fw_map_def def = fw_default_map_def();
    fw_unit_def unit = fw_default_unit_def();
    fw_map *map = NULL;
    def.width = def.height = GLADE_SIDE;
    unit.size = size;
    assert_int_equal(fw_map_create(&def, &map), FW_OK);
    for (int block = 0; block < 60; block++)
        fw_map_set_rect(map, (int32_t)random_below(source, GLADE_SIDE - 8),
                        (int32_t)random_below(source, GLADE_SIDE - 8), 1 + (int32_t)random_below(source, 8),
                        1 + (int32_t)random_below(source, 8), FW_BLOCKED);
    assert_int_equal(fw_map_commit(map), FW_OK);
    return scene_with_unit(map, unit);
}

/// An anchor where the unit fits.
static grid_anchor pick_on(const scene *scene, random_source *source)
{
    for (;;) {
        const grid_anchor anchor = { (int32_t)random_below(source, GLADE_SIDE),
                                     (int32_t)random_below(source, GLADE_SIDE) };
        if (fw_map_fits(scene->map, scene->unit, anchor.x, anchor.y))
            return anchor;
    }
}

/// Compares the path from a flow with that of A*.
static void compare_with_astar(valley *valley, grid_anchor start)
{
    const scene *scene = &valley->scene;
    fw_request ask = scene_request(scene, start.x, start.y, valley->x, valley->y);
    ask.method = FW_ASTAR;
    const fw_result expected = fw_find_path(scene->planner, &ask, scene->path);
    const double cost = expected == FW_OK ? scene_summary(scene).cost : 0;
    ask.method = FW_GRID;
    assert_int_equal(ask_from(valley, &ask, 1000), expected);
    if (expected == FW_OK) {
        assert_near(scene_summary(scene).cost, cost, EXACT);
        fw_check_report report;
        assert_int_equal(fw_path_check(scene->map, scene->unit, scene->path, NULL, &report), FW_OK);
        assert_true(report.legal);
    }
}

TEST(a_flow_goes_on_after_edits_that_do_not_concern_it)
{
    random_source source = { 14 };
    int went_on = 0, ended = 0;
    for (int i = 0; i < rounds(300); i++) {
        valley valley = { .scene = glade_at_random(&source, 1 + i % 3) };
        fw_map *map = valley.scene.map;
        const grid_anchor goal = pick_on(&valley.scene, &source);
        valley.x = goal.x;
        valley.y = goal.y;
        assert_int_equal(
            flow_begin(&valley.flow, valley.scene.planner, map_version_of(map), valley.scene.unit, goal),
            FW_OK);
        flow_grow(&valley.flow, 20 + random_below(&source, 600));
        const uint64_t version = fw_map_version(map);
        for (int tile = 0; tile < 3; tile++)
            fw_map_set_rect(map, (int32_t)random_below(&source, GLADE_SIDE),
                            (int32_t)random_below(&source, GLADE_SIDE), 1, 1,
                            random_below(&source, 2) ? FW_BLOCKED : FW_GROUND);
        assert_int_equal(fw_map_commit(map), FW_OK);
        const bool goes_on = !flow_has_changed(&valley.flow, map_version_of(map), version);
        went_on += goes_on;
        ended += !goes_on;
        for (int start = 0; goes_on && start < 4; start++)
            compare_with_astar(&valley, pick_on(&valley.scene, &source));
        valley_end(&valley);
    }
    assert_true(went_on > at_least(20) && ended > at_least(20));
}

TEST(an_edit_right_beside_a_flow_concerns_it)
{
    for (int32_t size = 1; size <= 3; size++)
        for (int side = 0; side < 4; side++) { // the wall lies right, left, below or above of the flow
            const bool is_upright = side < 2, is_before = side % 2 == 1;
            const int32_t wall = is_before ? 15 : 16, goal = is_before ? 20 : 10;
            fw_map_def def = fw_default_map_def();
            fw_unit_def unit = fw_default_unit_def();
            fw_map *map = NULL;
            def.width = def.height = 40;
            unit.size = size;
            assert_int_equal(fw_map_create(&def, &map), FW_OK);
            fw_map_set_rect(map, is_upright ? wall : 0, is_upright ? 0 : wall, is_upright ? 1 : 40,
                            is_upright ? 40 : 1, FW_BLOCKED);
            assert_int_equal(fw_map_commit(map), FW_OK);
            valley valley = { .scene = scene_with_unit(map, unit), .x = goal, .y = goal };
            assert_int_equal(flow_begin(&valley.flow, valley.scene.planner, map_version_of(map),
                                        valley.scene.unit, (grid_anchor){ goal, goal }),
                             FW_OK);
            assert_int_equal(flow_grow(&valley.flow, UINT64_MAX), FW_OK);
            const uint64_t version = fw_map_version(map);
            fw_map_set_rect(map, is_upright ? wall : 10, is_upright ? 10 : wall, 4 - (is_upright ? 3 : 0),
                            4 - (is_upright ? 0 : 3), FW_GROUND);
            assert_int_equal(fw_map_commit(map), FW_OK);
            assert_true(flow_has_changed(&valley.flow, map_version_of(map), version));
            valley_end(&valley);
        }
}
