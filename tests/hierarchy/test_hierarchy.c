// The hierarchy against a Dijkstra that knows nothing of clusters. FAIRWAY_MANY=N in the environment asks N times as
// many queries; with 34, they are 10^5 for each corner rule.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "common/drawing.h"
#include "common/near.h"
#include "common/rounds.h"
#include "common/same_graph.h"
#include "common/scene.h"
#include "common/unit.h"
#include "fairway/hierarchy.h"
#include "hierarchy/abstract_space.h"
#include "hierarchy/hierarchy.h"

enum { SCENES = 1500, QUERIES_PER_SCENE = 12 };

/// Integer costs are true to 1e-8 of a diagonal step.
#define EXACT 1e-6

static fw_request request_by(const scene *scene, fw_method method, const int32_t from[2], const int32_t to[2])
{
    fw_request ask = scene_request(scene, from[0], from[1], to[0], to[1]);
    ask.method = method;
    return ask;
}

TEST(the_hierarchy_finds_a_path_exactly_if_there_is_one_and_never_a_cheaper_one_than_the_cheapest)
{
    random_source source = { 21 };
    const int scenes = rounds(SCENES);
    double longer[FW_DOMINANCE_WEAK + 1] = { 0 };
    int found[FW_DOMINANCE_WEAK + 1] = { 0 }, asked[FW_CORNERS_ORTHOGONAL + 1] = { 0 };
    for (int i = 0; i < scenes; i++) {
        scene scene = scene_with_clusters_at_random(&source);
        fw_unit_def def;
        assert_int_equal(fw_map_unit(scene.map, scene.unit, &def), FW_OK);
        int32_t from[2], to[2];
        static distances oracle;
        const bool has_start = scene_pick(&scene, &source, &from[0], &from[1]);
        if (has_start)
            world_search(&scene.seen, from[0], from[1], &oracle);
        for (int query = 0;
             has_start && query < QUERIES_PER_SCENE && scene_pick(&scene, &source, &to[0], &to[1]); query++) {
            const fw_request ask = request_by(&scene, FW_HIERARCHY, from, to);
            const double least = oracle.cost[world_tile(&scene.seen, to[0], to[1])];
            const fw_result result = scene_ask(&scene, &ask);
            asked[def.corners]++;
            assert_int_equal(result, isinf(least) ? FW_UNREACHABLE : FW_OK);
            if (result != FW_OK)
                continue;
            const fw_path_summary summary = scene_summary(&scene);
            assert_int_equal(summary.method, FW_HIERARCHY);
            assert_near(world_walk(&scene.seen, scene.path, from[0], from[1], to[0], to[1], NULL),
                        summary.cost, EXACT);
            assert_true(summary.cost > least - EXACT);
            longer[def.dominance] += least > 0 ? summary.cost / least - 1 : 0;
            found[def.dominance]++;
        }
        scene_end(&scene);
    }
    for (int rule = 0; rule <= FW_CORNERS_ORTHOGONAL; rule++)
        assert_true(asked[rule] > scenes * QUERIES_PER_SCENE / 8);
    for (int dominance = FW_DOMINANCE_STRONG; dominance <= FW_DOMINANCE_WEAK; dominance++)
        assert_true(found[dominance] > scenes * QUERIES_PER_SCENE / 6);
    assert_true(longer[FW_DOMINANCE_STRONG] / found[FW_DOMINANCE_STRONG] < 0.0033);
    assert_true(longer[FW_DOMINANCE_WEAK] / found[FW_DOMINANCE_WEAK] < 0.0036);
}

/// The table of a unit that uses the hierarchy.
static const hierarchy *table_of(const fw_map *map, fw_unit_id unit)
{
    return map_table(map_version_of(map), map_find_unit(map_version_of(map), unit), &hierarchy_kind);
}

/// 10,000 edits in all.
TEST(after_any_commits_the_graph_equals_one_from_scratch)
{
    random_source source = { 4 };
    for (int i = 0; i < 200; i++) {
        scene scene = scene_with_clusters_at_random(&source);
        fw_unit_def def;
        fw_map_unit(scene.map, scene.unit, &def);
        for (int commit = 0; commit < 10; commit++) {
            scene_edit_at_random(&scene, &source, 9);
            fw_map *fresh = scene_map_anew(&scene);
            assert_same_graph(table_of(scene.map, scene.unit), table_of(fresh, add_unit(fresh, def)));
            fw_map_destroy(fresh);
        }
        scene_end(&scene);
    }
}

TEST(transitions_have_a_partner_in_the_neighbour_with_the_opposite_move)
{
    random_source source = { 9 };
    for (int i = 0; i < 300; i++) {
        scene scene = scene_with_clusters_at_random(&source);
        const hierarchy *table = table_of(scene.map, scene.unit);
        const cluster_grid *grid = &table->grid;
        for (int32_t row = 0; row < grid->rows; row++)
            for (int32_t column = 0; column < grid->columns; column++)
                for (int side = 0; side < MOVE_COUNT; side++) {
                    const cluster_at cluster = { column, row }, beside = cluster_beside(cluster, side);
                    const cluster_record *record = table->records[cluster_index(grid, cluster)];
                    if (!record || record->first[side] == record->first[side + 1])
                        continue;
                    assert_true(cluster_exists(grid, beside));
                    const cluster_record *other = table->records[cluster_index(grid, beside)];
                    const int back = move_opposite(side),
                              count = record->first[side + 1] - record->first[side];
                    assert_non_null(other);
                    assert_int_equal(other->first[back + 1] - other->first[back], count);
                    for (int place = 0; place < count; place++) {
                        const transition *here = &record->transitions[record->first[side] + place];
                        const transition *there = &other->transitions[other->first[back] + place];
                        const int32_t stride = grid->side + 2;
                        assert_int_equal(there->move, move_opposite(here->move));
                        assert_int_equal(column * grid->side + here->tile % stride + move_dx[here->move],
                                         beside.column * grid->side + there->tile % stride);
                        assert_int_equal(row * grid->side + here->tile / stride + move_dy[here->move],
                                         beside.row * grid->side + there->tile / stride);
                        const cluster_entry entry = { beside, back, place };
                        const cluster_entry same = cluster_entry_of(grid, cluster_entry_id(grid, entry));
                        assert_memory_equal(&same, &entry, sizeof entry);
                    }
                }
        scene_end(&scene);
    }
}

TEST(the_summary_counts_what_the_graph_of_two_rooms_and_a_door_holds)
{
    static const char *const rooms[] = { "....#...", "....#...", "........", "....#..." };
    fw_unit_def def = fw_default_unit_def();
    def.methods = FW_METHOD_BIT(FW_HIERARCHY);
    def.cluster = 4;
    scene scene = scene_of(map_from_drawing(rooms, 4), def);
    fw_cluster_summary summary;
    assert_int_equal(fw_map_clusters(scene.map, scene.unit, &summary), FW_OK);
    assert_int_equal(summary.side, 4);
    assert_int_equal(summary.clusters, 2);
    assert_int_equal(summary.transitions, 1);
    assert_int_equal(summary.edges, 0);
    assert_true(summary.has_landmarks);
    fw_map_set_tile(scene.map, 4, 0, FW_GROUND);
    assert_int_equal(fw_map_commit(scene.map), FW_OK);
    assert_int_equal(fw_map_clusters(scene.map, scene.unit, &summary), FW_OK);
    assert_int_equal(summary.transitions, 2);
    assert_int_equal(summary.edges, 2);
    assert_int_equal(fw_map_prepare(scene.map, scene.unit, FW_HIERARCHY), FW_OK);
    assert_int_equal(fw_map_clusters(scene.map, scene.unit, &summary), FW_OK);
    assert_true(summary.has_landmarks);
    const fw_unit_id other = add_unit(scene.map, fw_default_unit_def());
    assert_int_equal(fw_map_clusters(scene.map, other, &summary), FW_NOT_PREPARED);
    assert_int_equal(fw_map_clusters(scene.map, 0, &summary), FW_UNKNOWN_UNIT);
    assert_int_equal(fw_map_clusters(NULL, other, &summary), FW_NULL_ARGUMENT);
    scene_end(&scene);
}

/// Strong dominance cuts the entrance of 8 steps between two clusters of 8 x 8 into two segments; weak dominance keeps
/// one step, the cheapest. Units that differ in nothing else have graphs of their own, units that say the same share
/// one.
TEST(a_unit_with_weak_dominance_crosses_an_entrance_at_its_cheapest_step_only)
{
    static const char *const field[] = { "................", "................", "................",
                                         "................", "................", "................",
                                         "................", "................" };
    fw_unit_def def = fw_default_unit_def();
    def.terrain_cost[FW_SAND] = 2.0f;
    def.methods = FW_METHOD_BIT(FW_HIERARCHY);
    def.cluster = 8;
    scene scene = scene_of(map_from_drawing(field, 8), def);
    fw_map_set_rect(scene.map, 7, 0, 1, 6, FW_SAND);
    assert_int_equal(fw_map_commit(scene.map), FW_OK);
    fw_cluster_summary summary;
    assert_int_equal(fw_map_clusters(scene.map, scene.unit, &summary), FW_OK);
    assert_int_equal(summary.dominance, FW_DOMINANCE_STRONG);
    assert_int_equal(summary.transitions, 2);
    def.dominance = FW_DOMINANCE_STRONG;
    assert_ptr_equal(table_of(scene.map, scene.unit), table_of(scene.map, add_unit(scene.map, def)));
    def.dominance = FW_DOMINANCE_WEAK;
    const fw_unit_id weak = add_unit(scene.map, def);
    assert_int_equal(fw_map_clusters(scene.map, weak, &summary), FW_OK);
    assert_int_equal(summary.dominance, FW_DOMINANCE_WEAK);
    assert_int_equal(summary.transitions, 1);
    const hierarchy *table = table_of(scene.map, weak);
    assert_int_equal(table->records[0]->transitions[0].tile / (8 + 2) - 1, 6); // row 6, not the dear middle
    fw_request ask = scene_request(&scene, 0, 0, 15, 7);
    ask.unit = weak;
    ask.method = FW_HIERARCHY;
    ask.dominance = FW_DOMINANCE_STRONG;
    assert_int_equal(fw_find_path(scene.planner, &ask, scene.path), FW_NOT_PREPARED);
    ask.dominance = FW_DOMINANCE_WEAK;
    assert_int_equal(fw_find_path(scene.planner, &ask, scene.path), FW_OK);
    scene_end(&scene);
}

/// Two lanes of one tile each lead from the left to the right: the upper one through swamp, the lower one over sand.
static fw_map *map_with_two_lanes(void)
{
    fw_map *map = open_map(36, 16);
    fw_map_set_rect(map, 0, 0, 36, 16, FW_BLOCKED);
    fw_map_set_rect(map, 0, 2, 1, 8, FW_GROUND);
    fw_map_set_rect(map, 35, 2, 1, 8, FW_GROUND);
    fw_map_set_rect(map, 1, 2, 34, 1, FW_SWAMP);
    fw_map_set_rect(map, 1, 9, 34, 1, FW_SAND);
    assert_int_equal(fw_map_commit(map), FW_OK);
    return map;
}

TEST(a_road_through_the_swamp_is_used_as_soon_as_it_is_built)
{
    fw_unit_def def = fw_default_unit_def();
    def.terrain_cost[FW_SWAMP] = 4.0f;
    def.terrain_cost[FW_SAND] = 2.0f;
    def.methods = FW_METHOD_BIT(FW_HIERARCHY);
    def.cluster = 4;
    scene scene = scene_of(map_with_two_lanes(), def);
    fw_request ask = scene_request(&scene, 0, 5, 35, 5);
    ask.method = FW_HIERARCHY;
    assert_int_equal(scene_ask(&scene, &ask), FW_OK);
    const double over_sand = scene_summary(&scene).cost;
    assert_true(over_sand > 2 * 34);
    fw_map_set_rect(scene.map, 1, 2, 34, 1, FW_GROUND);
    assert_int_equal(fw_map_commit(scene.map), FW_OK);
    world_of(scene.map, scene.unit, &scene.seen);
    for (int pass = 0; pass < 2; pass++) {
        assert_int_equal(scene_ask(&scene, &ask), FW_OK);
        assert_near(scene_summary(&scene).cost, 41.0, EXACT);
        assert_int_equal(fw_map_prepare(scene.map, scene.unit, FW_HIERARCHY), FW_OK);
    }
    scene_end(&scene);
}

/// A unit whose terrains differ in cost, on a map of some side.
static scene scene_with_costs(int32_t side)
{
    fw_map *map = open_map(side, side);
    fw_unit_def def = fw_default_unit_def();
    def.terrain_cost[FW_SWAMP] = 3.0f;
    def.methods = FW_METHOD_BIT(FW_AUTO) | FW_METHOD_BIT(FW_HIERARCHY);
    return (scene){ .map = map, .unit = add_unit(map, def) };
}

TEST(auto_takes_the_hierarchy_only_if_the_path_may_be_longer)
{
    for (int32_t side = 100; side <= 200; side += 100) {
        scene scene = scene_with_costs(side);
        assert_int_equal(fw_planner_create(scene.map, NULL, &scene.planner), FW_OK);
        assert_int_equal(fw_path_create(NULL, &scene.path), FW_OK);
        for (int choice = 0; choice < 4; choice++) {
            fw_request ask = fw_default_request();
            ask.unit = scene.unit;
            ask.method = choice % 2 ? FW_GRID : FW_AUTO;
            ask.start = fw_pose_on_tile(3, 4, 1);
            ask.goal = fw_goal_on_tile(90, 80, 1);
            ask.allow_longer = choice >= 2;
            assert_int_equal(fw_find_path(scene.planner, &ask, scene.path), FW_OK);
            assert_int_equal(scene_summary(&scene).method,
                             side == 200 && choice >= 2 ? FW_HIERARCHY : FW_ASTAR);
        }
        scene_end(&scene);
    }
}

/// A random goal with several places: a disc or a set.
static fw_goal goal_at_random(const scene *scene, random_source *source, fw_pose set[4])
{
    for (int i = 0; i < 4; i++)
        set[i] =
            fw_pose_on_tile((int32_t)random_below(source, (uint32_t)scene->seen.width),
                            (int32_t)random_below(source, (uint32_t)scene->seen.height), scene->seen.size);
    return random_below(source, 2) ? fw_goal_within(set[0].x, set[0].y, random_within(source, 0, 8))
                                   : fw_goal_nearest_of(set, 1 + (int32_t)random_below(source, 4));
}

TEST(goals_of_several_places_are_reached_exactly_if_astar_reaches_them)
{
    random_source source = { 123 };
    int found = 0;
    double longer = 0;
    for (int i = 0; i < 3000; i++) {
        scene scene = scene_with_clusters_at_random(&source);
        int32_t from[2];
        fw_pose set[4];
        if (scene_pick(&scene, &source, &from[0], &from[1])) {
            fw_request ask = request_by(&scene, FW_ASTAR, from, from);
            ask.goal = goal_at_random(&scene, &source, set);
            ask.nearest = random_below(&source, 2);
            const fw_result exact = scene_ask(&scene, &ask);
            const fw_path_summary least = scene_summary(&scene);
            ask.method = FW_HIERARCHY;
            assert_int_equal(scene_ask(&scene, &ask), exact);
            const fw_path_summary summary = scene_summary(&scene);
            assert_int_equal(summary.outcome, least.outcome);
            if (exact == FW_OK) {
                assert_true(summary.cost > least.cost - EXACT);
                longer += least.cost > 0 ? summary.cost / least.cost - 1 : 0;
                found++;
            }
        }
        scene_end(&scene);
    }
    assert_true(found > 1000);
    assert_true(longer / found < 0.01);
}

TEST(a_limit_ends_the_search_and_leaves_a_path_that_the_unit_can_walk)
{
    random_source source = { 31 };
    int partial = 0;
    for (int i = 0; i < 1500; i++) {
        scene scene = scene_with_clusters_at_random(&source);
        int32_t from[2], to[2];
        if (scene_pick_ends(&scene, &source, from, to)) {
            fw_request ask = request_by(&scene, FW_HIERARCHY, from, to);
            const bool is_work = random_below(&source, 2);
            ask.max_work = is_work ? 1 + random_below(&source, 300) : 0;
            ask.max_distance = is_work ? 0 : random_within(&source, 0.5, 20);
            ask.partial = true;
            const fw_result result = scene_ask(&scene, &ask);
            assert_true(result == FW_OK || result == FW_UNREACHABLE);
            const fw_path_summary summary = scene_summary(&scene);
            if (result == FW_OK && !is_work)
                assert_true(summary.cost < ask.max_distance * (1 + 1e-3) + 1e-6);
            partial += summary.outcome == FW_OUTCOME_PARTIAL;
        }
        scene_end(&scene);
    }
    assert_true(partial > 200);
}

TEST(a_tile_that_costs_more_ends_the_ease_of_a_shortcut)
{
    static const char *const town[] = { "................", "................", "................",
                                        "................", "................", "................",
                                        "................", "................" };
    fw_unit_def def = fw_default_unit_def();
    def.terrain_cost[FW_SAND] = 255.0f;
    def.methods = FW_METHOD_BIT(FW_HIERARCHY);
    def.cluster = 4;
    scene scene = scene_of(map_from_drawing(town, 8), def);
    fw_request ask = scene_request(&scene, 0, 3, 15, 3);
    ask.method = FW_HIERARCHY;
    assert_int_equal(scene_ask(&scene, &ask), FW_OK);
    assert_near(scene_summary(&scene).cost, 15.0, EXACT);
    fw_map_set_rect(scene.map, 7, 1, 1, 7, FW_SAND);
    fw_map_commit(scene.map);
    world_of(scene.map, scene.unit, &scene.seen);
    assert_int_equal(scene_ask(&scene, &ask), FW_OK);
    assert_true(scene_summary(&scene).cost < 20.0);
    scene_end(&scene);
}

TEST(the_row_of_each_tile_is_known_without_a_division)
{
    for (int32_t side = CLUSTER_LEAST; side <= CLUSTER_MOST; side++) {
        const cluster_grid grid = cluster_grid_of(1000, 1000, side);
        for (int32_t tile = 0; tile < (side + 2) * (side + 2); tile++)
            assert_int_equal(cluster_grid_row(&grid, tile), tile / (side + 2));
    }
}
