// Searches of the hierarchy in slices, and paths that come in segments.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "common/near.h"
#include "common/scene.h"

/// Costs and places are true to this.
#define EXACT 1e-6

static void slices_change_nothing(void **state)
{
    (void)state;
    random_source source = { 77 };
    for (int i = 0; i < 300; i++) {
        scene scene = scene_with_clusters_at_random(&source);
        int32_t from[2], to[2];
        if (scene_pick(&scene, &source, &from[0], &from[1]) && scene_pick(&scene, &source, &to[0], &to[1])) {
            fw_request ask = scene_request(&scene, from[0], from[1], to[0], to[1]);
            ask.method = FW_HIERARCHY;
            ask.segment = (int32_t)random_below(&source, 10);
            const fw_result whole = scene_ask(&scene, &ask);
            fw_search *search;
            assert_int_equal(fw_search_begin(scene.planner, &ask, &search), FW_OK);
            fw_result sliced;
            while ((sliced = fw_search_step(search, 1)) == FW_PENDING)
                continue;
            assert_int_equal(sliced, whole);
            fw_path *path;
            assert_int_equal(fw_path_create(NULL, &path), FW_OK);
            if (whole == FW_OK) {
                fw_path_summary summary;
                assert_int_equal(fw_search_best_so_far(search, path), FW_OK);
                fw_path_summarise(path, &summary);
                assert_true(summary.cost == scene_summary(&scene).cost);
            }
            fw_path_destroy(path);
            fw_search_end(search);
        }
        scene_end(&scene);
    }
}

/// Asserts that a path begins with another one.
static void assert_begins_with(const fw_path *path, const fw_path *beginning)
{
    for (double at = 0; at <= fw_path_length(beginning); at += 0.25) {
        fw_pose one, other;
        fw_path_pose_at(path, at, &one);
        fw_path_pose_at(beginning, at, &other);
        assert_near(one.x, other.x, EXACT);
        assert_near(one.y, other.y, EXACT);
    }
}

/// Steps a search to its end, and keeps the path of each new segment.
///
/// @param most  paths to keep
/// @return number of segments; those of them that were not the last one have their path
static uint32_t step_by_segments(fw_search *search, fw_path *const *paths, uint32_t most)
{
    fw_statistics statistics = { 0 };
    uint32_t known = 0;
    while (fw_search_step(search, 1) == FW_PENDING) {
        fw_path_summary summary;
        assert_int_equal(fw_search_statistics(search, &statistics), FW_OK);
        assert_true(statistics.legs < most);
        assert_int_equal(fw_search_best_so_far(search, paths[statistics.legs]), FW_OK);
        fw_path_summarise(paths[statistics.legs], &summary);
        assert_int_equal(summary.outcome, FW_OUTCOME_PARTIAL);
        assert_true(statistics.legs > 0 || fw_path_length(paths[0]) == 0);
        known = statistics.legs;
    }
    assert_int_equal(fw_search_statistics(search, &statistics), FW_OK);
    assert_true(statistics.legs >= known);
    return known;
}

static void segments_that_are_ready_are_the_beginning_of_the_path(void **state)
{
    (void)state;
    enum { MOST = 64 };
    random_source source = { 78 };
    fw_path *paths[MOST];
    double longer = 0;
    int found = 0, segments = 0;
    for (int i = 0; i < MOST; i++)
        assert_int_equal(fw_path_create(NULL, &paths[i]), FW_OK);
    for (int i = 0; i < 1000; i++) {
        scene scene = scene_with_clusters_at_random(&source);
        int32_t from[2], to[2];
        if (scene_pick(&scene, &source, &from[0], &from[1]) && scene_pick(&scene, &source, &to[0], &to[1])) {
            fw_request ask = scene_request(&scene, from[0], from[1], to[0], to[1]);
            ask.method = FW_HIERARCHY;
            const fw_result whole = scene_ask(&scene, &ask);
            const double cost = scene_summary(&scene).cost;
            ask.segment = 1 + (int32_t)random_below(&source, 8);
            assert_int_equal(scene_ask(&scene, &ask), whole);
            fw_search *search;
            assert_int_equal(fw_search_begin(scene.planner, &ask, &search), FW_OK);
            const uint32_t ready = step_by_segments(search, paths, MOST);
            fw_search_end(search);
            if (whole == FW_OK) {
                for (uint32_t k = 1; k <= ready; k++)
                    assert_begins_with(scene.path, paths[k]);
                longer += cost > 0 ? scene_summary(&scene).cost / cost - 1 : 0;
                segments += (int)ready;
                found++;
            }
        }
        scene_end(&scene);
    }
    for (int i = 0; i < MOST; i++)
        fw_path_destroy(paths[i]);
    assert_true(segments > found / 4);
    assert_true(longer / found < 0.05);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(slices_change_nothing),
        cmocka_unit_test(segments_that_are_ready_are_the_beginning_of_the_path),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
