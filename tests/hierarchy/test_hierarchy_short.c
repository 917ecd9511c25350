// Short paths of the hierarchy lead where the way on the graph does not. If they are too long for one window, they turn
// in the better one of two clusters; else they are the cheapest ones.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "common/cheapest_ways.h"
#include "common/drawing.h"
#include "common/near.h"
#include "common/scene.h"
#include "common/unit.h"

/// Drawings have so many letters across, each of which stands for 8 x 8 tiles. Clusters have 64 x 64 tiles.
enum { SIDE = 16, SCALE = 8 };

#define EXACT 1e-6

/// A unit to which swamp, drawn S, costs three times as much as ground.
static scene scene_in_swamp(const char *const *rows)
{
    fw_map *map = open_map(SIDE * SCALE, SIDE * SCALE);
    for (int32_t y = 0; y < SIDE; y++)
        for (int32_t x = 0; x < SIDE; x++)
            if (rows[y][x] == 'S')
                fw_map_set_rect(map, x * SCALE, y * SCALE, SCALE, SCALE, FW_SWAMP);
    assert_int_equal(fw_map_commit(map), FW_OK);
    fw_unit_def unit = unit_of_size(1);
    unit.terrain_cost[FW_SWAMP] = 3.0f;
    unit.methods = FW_METHOD_BIT(FW_HIERARCHY);
    unit.cluster = SIDE / 2 * SCALE;
    return scene_with_unit(map, unit);
}

static void assert_cheapest(const char *const *rows, const int32_t from[2], const int32_t to[2])
{
    scene scene = scene_in_swamp(rows);
    double *least = cheapest_ways(scene.map, scene.unit, from[0], from[1]);
    fw_request ask = scene_request(&scene, from[0], from[1], to[0], to[1]);
    ask.method = FW_HIERARCHY;
    assert_int_equal(scene_ask(&scene, &ask), FW_OK);
    assert_near(scene_summary(&scene).cost, least[to[1] * SIDE * SCALE + to[0]], 1e-4);
    free(least);
    scene_end(&scene);
}

/// The way on the graph from the clearing's end leads through the cluster on the lower left, to a transition in the
/// middle of a side; the cheapest one through the cluster on the upper right.
TEST(a_short_path_turns_in_the_cluster_where_it_costs_less)
{
    static const char *const clearing[] = { "SSSSSSSSSSSSSSSS", "SSSSSSSSSSSSSSSS", "SSSSSSSSSSSSSSSS",
                                            "SSSSSSS...SSSSSS", "SSSSSSS...SSSSSS", "SSSSSSS...SSSSSS",
                                            "SSSSSSS...SSSSSS", "SSSSSSS...SSSSSS", "SSSSSSS...SSSSSS",
                                            "SSSSSSS...SSSSSS", "SSSSSSS...SSSSSS", "SSSSSSSSSSSSSSSS",
                                            "SSSSSSSSSSSSSSSS", "SSSSSSSSSSSSSSSS", "SSSSSSSSSSSSSSSS",
                                            "SSSSSSSSSSSSSSSS" };
    static const int32_t right[] = { 68, 64 }, left[] = { 28, 56 };
    assert_cheapest(clearing, right, left);
    assert_cheapest(clearing, left, right);
}

/// The way on the graph passes transitions in the middle of sides; the cheapest one leaves a cluster at the end of the
/// side.
TEST(a_short_path_leaves_a_cluster_far_from_the_transition)
{
    static const char *const meadow[] = { "SSSS.......SSSSS", "SSSS.......SSSSS", "SSSS.......SSSSS",
                                          "SSSS.......SSSSS", "SSSS.......SSSSS", "SSSS.......SSSSS",
                                          "SSSS.......SSSSS", "SSSSSSSSSSSSSSSS", "SSSSSSSSSSSSSSSS",
                                          "SSSSSSSSSSSSSSSS", "SSSSSSSSSSSSSSSS", "SSSSSSSSSSSSSSSS",
                                          "SSSSSSSSSSSSSSSS", "SSSSSSSSSSSSSSSS", "SSSSSSSSSSSSSSSS",
                                          "SSSSSSSSSSSSSSSS" };
    static const int32_t swamp[] = { 64, 104 }, edge[] = { 16, 56 };
    assert_cheapest(meadow, swamp, edge);
}

enum { MOST_GOALS = 5 };

/// Costs of the terrains from 1 on; 0 ends a list.
static const float rough_costs[][4] = { { 1, 2, 4 }, { 1.0f / 16, 255 }, { 1.0f / 16, 1, 255 }, { 3 } };

/// A square map whose tiles are blocked, up to a third of them, or have terrains at random, and a unit of size 1.
///
/// @param costs    of the terrains
/// @param cluster  0 = the library's choice
static scene rough_scene(random_source *source, int32_t side, const float *costs, int32_t cluster)
{
    fw_unit_def unit = unit_of_size(1);
    uint32_t terrains = 0;
    memset(unit.terrain_cost, 0, sizeof unit.terrain_cost);
    for (; terrains < 4 && costs[terrains] > 0; terrains++)
        unit.terrain_cost[terrains + 1] = costs[terrains];
    unit.methods = FW_METHOD_BIT(FW_HIERARCHY);
    unit.cluster = cluster;
    return scene_with_unit(map_at_random(source, side, side, random_below(source, 34), terrains), unit);
}

/// A free tile at most so many tiles away from a place; false if none was found soon.
static bool pick_near(const scene *scene, random_source *source, const int32_t from[2], int32_t away,
                      int32_t to[2])
{
    for (int tries = 0; tries < 100; tries++) {
        bool is_on_map = true;
        for (int axis = 0; axis < 2; axis++) {
            to[axis] = from[axis] - away + (int32_t)random_below(source, (uint32_t)(2 * away + 1));
            is_on_map = is_on_map && to[axis] >= 0 && to[axis] < scene->seen.width;
        }
        if (is_on_map && fw_map_fits(scene->map, scene->unit, to[0], to[1]))
            return true;
    }
    return false;
}

/// Asks for a path to the cheapest of some goals that are at most so many tiles away.
///
/// @param from   the start
/// @param least  [tile] costs of the cheapest ways
/// @return by what factor the path is more expensive than the cheapest one; 0: there is none
static double ask_near(const scene *scene, random_source *source, const int32_t from[2], const double *least,
                       int32_t away, int count)
{
    fw_pose goals[MOST_GOALS];
    double cost = INFINITY;
    for (int i = 0; i < count; i++) {
        int32_t to[2];
        if (!pick_near(scene, source, from, away, to))
            return 0;
        goals[i] = fw_pose_on_tile(to[0], to[1], 1);
        cost = fmin(cost, least[to[1] * scene->seen.width + to[0]]);
    }
    fw_request ask = scene_request(scene, from[0], from[1], 0, 0);
    ask.goal = count == 1 ? fw_goal_at(goals[0].x, goals[0].y) : fw_goal_nearest_of(goals, count);
    ask.method = FW_HIERARCHY;
    assert_int_equal(scene_ask(scene, &ask), isinf(cost) ? FW_UNREACHABLE : FW_OK);
    if (isinf(cost))
        return 0;
    const double found = scene_summary(scene).cost;
    assert_true(found >= cost * (1 - EXACT));
    return cost > 0 ? found / cost : 1;
}

TEST(paths_on_rough_maps_of_64_tiles_are_the_cheapest_ones)
{
    enum { MAPS = 40, QUERIES = 20 };
    random_source source = { 461 };
    int found = 0;
    for (int i = 0; i < MAPS; i++) {
        scene scene =
            rough_scene(&source, 24 + (int32_t)random_below(&source, 41), rough_costs[i % 4], i % 3 ? 0 : 8);
        const int32_t middle[2] = { scene.seen.width / 2, scene.seen.width / 2 };
        int32_t from[2];
        if (pick_near(&scene, &source, middle, middle[0], from)) {
            double *least = cheapest_ways(scene.map, scene.unit, from[0], from[1]);
            for (int query = 0; query < QUERIES; query++) {
                const double longer = ask_near(&scene, &source, from, least, 64, query % 2 ? 1 : MOST_GOALS);
                assert_true(longer < 1 + EXACT);
                found += longer > 0;
            }
            free(least);
        }
        scene_end(&scene);
    }
    assert_true(found > MAPS * QUERIES / 2);
}

/// On larger maps, ways may leave the window.
TEST(near_the_start_of_rough_maps_paths_are_hardly_longer)
{
    enum { MAPS = 8, STARTS = 10, QUERIES = 40, AWAY = 32 };
    random_source source = { 462 };
    int found = 0, longer = 0;
    for (int i = 0; i < MAPS; i++) {
        scene scene = rough_scene(&source, 130, rough_costs[0], 0);
        for (int start = 0; start < STARTS; start++) {
            int32_t from[2];
            assert_true(pick_near(&scene, &source, (int32_t[]){ 65, 65 }, 65, from));
            double *least = cheapest_ways(scene.map, scene.unit, from[0], from[1]);
            for (int query = 0; query < QUERIES; query++) {
                const double ratio = ask_near(&scene, &source, from, least, AWAY, query % 2 ? 1 : MOST_GOALS);
                found += ratio > 0;
                longer += ratio > 1.1;
            }
            free(least);
        }
        scene_end(&scene);
    }
    assert_true(found > MAPS * STARTS * QUERIES / 2);
    assert_true(1000 * longer <= found);
}

/// Units of any size and corner rule, and overlays.
TEST(short_paths_are_as_cheap_as_those_of_dijkstra)
{
    enum { SCENES = 800 };
    random_source source = { 463 };
    int found = 0;
    for (int i = 0; i < SCENES; i++) {
        scene scene = scene_with_clusters_at_random(&source);
        int32_t from[2], to[2];
        if (i % 2)
            scene_overlay_at_random(&scene, &source);
        if (scene_pick_ends(&scene, &source, from, to)) {
            static distances oracle;
            world_search(&scene.seen, from[0], from[1], &oracle);
            const double least = oracle.cost[world_tile(&scene.seen, to[0], to[1])];
            fw_request ask = scene_request(&scene, from[0], from[1], to[0], to[1]);
            ask.method = FW_HIERARCHY;
            const fw_result result = scene_ask(&scene, &ask);
            assert_int_equal(result == FW_OK, !isinf(least));
            if (result == FW_OK)
                assert_near(scene_summary(&scene).cost, least, EXACT * (1 + least));
            found += result == FW_OK;
        }
        scene_end(&scene);
    }
    assert_true(found > SCENES / 3);
}

/// The start lies beside the border of its cluster, in swamp. One goal is the tile beyond the border, but the
/// transition lies where ground meets the border, behind swamp; the other goal is far away, at the end of a road.
TEST(a_goal_beyond_a_border_is_found_though_the_graph_knows_a_detour_only)
{
    enum { WIDE = 160, HIGH = 64, X = 79, Y = 36, ROAD_END = 5 };
    fw_map *map = open_map(WIDE, HIGH);
    assert_int_equal(fw_map_set_rect(map, 0, 0, WIDE, HIGH, FW_SWAMP), FW_OK);
    assert_int_equal(fw_map_set_rect(map, X, Y - 3, 2, 1, FW_GROUND), FW_OK);
    assert_int_equal(fw_map_set_rect(map, X, Y, 2, 1, FW_SAND), FW_OK);
    assert_int_equal(fw_map_set_rect(map, ROAD_END, Y, X - ROAD_END, 1, FW_GROUND), FW_OK);
    assert_int_equal(fw_map_commit(map), FW_OK);
    fw_unit_def unit = unit_of_size(1);
    unit.terrain_cost[FW_SAND] = 2;
    unit.terrain_cost[FW_SWAMP] = 100;
    unit.methods = FW_METHOD_BIT(FW_HIERARCHY);
    scene scene = scene_with_unit(map, unit);
    const fw_pose goals[] = { fw_pose_on_tile(ROAD_END, Y, 1), fw_pose_on_tile(X + 1, Y, 1) };
    fw_request ask = scene_request(&scene, X, Y, 0, 0);
    ask.method = FW_HIERARCHY;
    ask.goal = fw_goal_nearest_of(goals, 1);
    assert_int_equal(scene_ask(&scene, &ask), FW_OK);
    assert_near(scene_summary(&scene).cost, X - ROAD_END + 0.5, EXACT);
    ask.goal = fw_goal_nearest_of(goals, 2);
    assert_int_equal(scene_ask(&scene, &ask), FW_OK);
    assert_near(scene_summary(&scene).cost, 2, EXACT);
    scene_end(&scene);
}
