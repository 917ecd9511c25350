// Queries to the hierarchy on a map that changes while they run, and what warm ones allocate.
#include <math.h>

#include "common/answer_hash.h"
#include "common/drawing.h"
#include "common/near.h"
#include "common/new.h"
#include "common/rationed.h"
#include "common/scene.h"
#include "common/unit.h"
#include "fairway/fairway.h"

enum { SCENES = 1500, MOST_STEPS = 100000, QUERIES = 200 };

/// Integer costs are true to 1e-8 of a diagonal step.
#define EXACT 1e-6

/// Steps a search to its end, with commits between the steps. The path is in the scene's path.
///
/// @param[out] commits  how many there were
static fw_result step_between_commits(const scene *scene, const fw_request *ask, random_source *source,
                                      int *commits)
{
    const uint32_t most_work = 1u << random_below(source, 4);
    fw_search *search = new_search(scene->planner, ask);
    fw_result result = FW_PENDING;
    for (int step = 0; result == FW_PENDING; step++) {
        assert_true(step < MOST_STEPS);
        result = fw_search_step(search, 1 + random_below(source, most_work));
        if (result == FW_PENDING && *commits < 40 && random_below(source, 3) == 0) {
            scene_edit_at_random(scene, source, 3);
            ++*commits;
        }
    }
    if (result == FW_OK)
        assert_int_equal(fw_search_best_so_far(search, scene->path), FW_OK);
    fw_search_end(search);
    return result;
}

TEST(edits_between_the_steps_of_a_search_change_nothing_about_its_path)
{
    random_source source = { 61 };
    int edited = 0, found = 0;
    for (int i = 0; i < SCENES; i++) {
        scene scene = scene_with_clusters_at_random(&source);
        int32_t from[2], to[2];
        static distances oracle;
        if (scene_pick_ends(&scene, &source, from, to)) {
            world_search(&scene.seen, from[0], from[1], &oracle);
            const double least = oracle.cost[world_tile(&scene.seen, to[0], to[1])];
            fw_request ask = scene_request(&scene, from[0], from[1], to[0], to[1]);
            ask.method = FW_HIERARCHY;
            const uint64_t version = fw_map_version(scene.map);
            const fw_result at_once = scene_ask(&scene, &ask);
            const uint64_t expected = fingerprint_path(FNV_OF_NOTHING, scene.path);
            int commits = 0;
            assert_int_equal(at_once, isinf(least) ? FW_UNREACHABLE : FW_OK);
            if (at_once == FW_OK) {
                assert_int_equal(step_between_commits(&scene, &ask, &source, &commits), FW_OK);
                const fw_path_summary summary = scene_summary(&scene);
                assert_int_equal(summary.map_version, version);
                assert_near(world_walk(&scene.seen, scene.path, from[0], from[1], to[0], to[1], NULL),
                            summary.cost, EXACT);
                assert_true(summary.cost > least - EXACT);
                assert_true(fingerprint_path(FNV_OF_NOTHING, scene.path) == expected);
                found++;
            }
            edited += commits;
        }
        scene_end(&scene);
    }
    assert_true(found > SCENES / 3 && edited > SCENES / 4);
}

TEST(warm_queries_allocate_nothing)
{
    enum { SIDE = 150 };
    random_source source = { 62 };
    fw_unit_def unit = fw_default_unit_def();
    unit.methods = FW_METHOD_BIT(FW_HIERARCHY);
    unit.terrain_cost[FW_SWAMP] = 2.5f;
    fw_map *map = map_at_random(&source, SIDE, SIDE, 15, 2);
    const fw_unit_id id = add_unit(map, unit);
    ration hooks = { .left = UNRATIONED };
    const fw_allocator counted = rationed(&hooks);
    fw_planner_def def = fw_default_planner_def();
    def.allocator = &counted;
    fw_planner *planner;
    fw_path *path;
    assert_int_equal(fw_planner_create(map, &def, &planner), FW_OK);
    assert_int_equal(fw_path_create(&counted, &path), FW_OK);
    uint64_t cold = 0;
    int found = 0;
    for (int pass = 0; pass < 2; pass++) {
        random_source queries = { 63 };
        cold = hooks.calls;
        for (int i = 0; i < QUERIES; i++) {
            fw_request ask = fw_default_request();
            ask.unit = id;
            ask.method = FW_HIERARCHY;
            ask.segment = i % 3 == 0 ? 40 : 0;
            ask.nearest = i % 2;
            ask.start = fw_pose_on_tile((int32_t)random_below(&queries, SIDE),
                                        (int32_t)random_below(&queries, SIDE), 1);
            ask.goal = fw_goal_at(random_below(&queries, SIDE) + 0.5, random_below(&queries, SIDE) + 0.5);
            found += fw_find_path(planner, &ask, path) == FW_OK;
        }
    }
    assert_true(found > QUERIES);
    assert_int_equal(hooks.calls, cold);
    fw_path_destroy(path);
    fw_planner_destroy(planner);
    fw_map_destroy(map);
}
