// The hierarchy under overlays, against a Dijkstra that knows overlays and nothing of clusters.
#include <math.h>

#include "common/drawing.h"
#include "common/near.h"
#include "common/rounds.h"
#include "common/scene.h"
#include "common/unit.h"
#include "map/overlay.h"

enum { SCENES = 3000, QUERIES_PER_SCENE = 8 };

/// Integer costs are true to 1e-8 of a diagonal step.
#define EXACT 1e-6

TEST(a_path_under_an_overlay_is_found_exactly_if_there_is_one)
{
    random_source source = { 71 };
    double longer = 0;
    int found = 0, lost = 0, through_clusters = 0;
    for (int i = 0; i < rounds(SCENES); i++) {
        scene scene = scene_with_clusters_at_random(&source);
        int32_t from[2], to[2];
        static distances oracle;
        scene_overlay_at_random(&scene, &source);
        const bool has_start = scene_pick(&scene, &source, &from[0], &from[1]);
        if (has_start)
            world_search(&scene.seen, from[0], from[1], &oracle);
        for (int query = 0;
             has_start && query < QUERIES_PER_SCENE && scene_pick(&scene, &source, &to[0], &to[1]); query++) {
            fw_request ask = scene_request(&scene, from[0], from[1], to[0], to[1]);
            ask.method = FW_HIERARCHY;
            const double least = oracle.cost[world_tile(&scene.seen, to[0], to[1])];
            const fw_result result = scene_ask(&scene, &ask);
            assert_int_equal(result == FW_OK, !isinf(least));
            lost += result == FW_NOT_FOUND;
            if (result != FW_OK)
                continue;
            const fw_path_summary summary = scene_summary(&scene);
            assert_int_equal(summary.method, overlay_has_moves(scene.overlay) ? FW_ASTAR : FW_HIERARCHY);
            assert_near(world_walk(&scene.seen, scene.path, from[0], from[1], to[0], to[1], NULL),
                        summary.cost, EXACT);
            assert_true(summary.cost > least - EXACT);
            longer += least > 0 ? summary.cost / least - 1 : 0;
            through_clusters += summary.method == FW_HIERARCHY;
            found++;
        }
        scene_end(&scene);
    }
    assert_true(found > at_least(SCENES));
    assert_true(lost > at_least(100));
    assert_true(through_clusters > found / 3);
    assert_true(longer / through_clusters < 0.01);
}

TEST(a_corridor_of_one_tile_along_a_path_is_followed_to_its_end)
{
    random_source source = { 72 };
    int found = 0;
    double longer = 0;
    for (int i = 0; i < rounds(SCENES); i++) {
        scene scene = scene_with_clusters_at_random(&source);
        int32_t from[2], to[2];
        if (scene_pick_ends(&scene, &source, from, to)) {
            fw_request ask = scene_request(&scene, from[0], from[1], to[0], to[1]);
            ask.method = FW_ASTAR;
            if (scene_ask(&scene, &ask) == FW_OK) {
                const double least = scene_summary(&scene).cost;
                assert_int_equal(fw_overlay_create(scene.seen.width, scene.seen.height, NULL, &scene.overlay),
                                 FW_OK);
                assert_int_equal(fw_overlay_corridor_along(scene.overlay, scene.path, scene.seen.size, 0),
                                 FW_OK);
                ask.overlay = scene.overlay;
                ask.method = FW_HIERARCHY;
                assert_int_equal(scene_ask(&scene, &ask), FW_OK);
                assert_true(scene_summary(&scene).cost > least - EXACT);
                longer += least > 0 ? scene_summary(&scene).cost / least - 1 : 0;
                assert_int_equal(scene_summary(&scene).method, FW_HIERARCHY);
                found++;
            }
        }
        scene_end(&scene);
    }
    assert_true(found > at_least(SCENES) / 3);
    assert_true(longer / found < 0.01);
}

TEST(a_limit_under_an_overlay_leaves_a_path_that_the_unit_can_walk)
{
    random_source source = { 73 };
    int partial = 0;
    for (int i = 0; i < rounds(SCENES); i++) {
        scene scene = scene_with_clusters_at_random(&source);
        int32_t from[2], to[2];
        scene_overlay_at_random(&scene, &source);
        if (scene_pick_ends(&scene, &source, from, to)) {
            fw_request ask = scene_request(&scene, from[0], from[1], to[0], to[1]);
            ask.method = FW_HIERARCHY;
            ask.max_work = 1 + random_below(&source, 100);
            ask.partial = true;
            const fw_result result = scene_ask(&scene, &ask); // which the checker judges
            assert_true(result == FW_OK || result == FW_UNREACHABLE || result == FW_NOT_FOUND);
            partial += result == FW_OK && scene_summary(&scene).outcome == FW_OUTCOME_PARTIAL;
        }
        scene_end(&scene);
    }
    assert_true(partial > at_least(200));
}

TEST(the_path_ends_at_a_goal_of_a_set_although_the_search_has_gone_on_to_another)
{
    fw_unit_def unit = unit_of_size(1);
    unit.methods = FW_METHOD_BIT(FW_HIERARCHY);
    unit.cluster = 8;
    scene scene = scene_of(open_map(40, 8), unit);
    const fw_pose goals[] = { fw_pose_on_tile(28, 4, 1), fw_pose_on_tile(33, 4, 1) };
    assert_int_equal(fw_overlay_create(40, 8, NULL, &scene.overlay), FW_OK);
    assert_int_equal(fw_overlay_add_cost(scene.overlay, 28, 4, 1, 1, 20), FW_OK);
    assert_int_equal(fw_overlay_add_cost(scene.overlay, 33, 4, 1, 1, 40), FW_OK);
    fw_request ask = scene_request(&scene, 1, 4, 28, 4);
    ask.goal = fw_goal_nearest_of(goals, 2);
    ask.method = FW_HIERARCHY;
    assert_int_equal(scene_ask(&scene, &ask), FW_OK);
    assert_near(scene_summary(&scene).cost, 37, EXACT);
    assert_near(world_walk(&scene.seen, scene.path, 1, 4, 28, 4, NULL), 27,
                EXACT); // the oracle has no overlay
    scene_end(&scene);
}
