#include <math.h>

#include "common/drawing.h"
#include "common/road.h"
#include "common/rounds.h"
#include "common/scene.h"
#include "common/unit.h"
#include "fairway/shape.h"

/// What a quarter of the work gives: a path that is legal, and leads away from the start.
///
/// @return was there anything to cut short?
static bool sets_out(const fw_map *map, fw_planner *planner, fw_request ask, fw_path *path)
{
    fw_statistics all;
    fw_path_summary cut;
    fw_check_def def = fw_default_check_def();
    fw_check_report report;
    if (fw_find_path(planner, &ask, path) != FW_OK || fw_path_length(path) < 1)
        return false;
    fw_planner_statistics(planner, &all);
    ask.max_work = all.work / 4;
    ask.partial = true;
    if (ask.max_work == 0)
        return false;
    assert_int_equal(fw_find_path(planner, &ask, path), FW_OK);
    fw_path_summarise(path, &cut);
    def.overlay = ask.overlay;
    def.has_start = def.check_cost = true;
    def.start = ask.start;
    assert_int_equal(fw_path_check(map, ask.unit, path, &def, &report), FW_OK);
    if (!report.legal)
        fail_msg("illegal: %s", fw_fault_text(report.first));
    assert_true(cut.length > 0);
    return cut.outcome == FW_OUTCOME_PARTIAL;
}

TEST(a_quarter_of_the_work_lets_a_unit_on_the_grid_set_out)
{
    random_source source = { 81 };
    int cut = 0;
    for (int i = 0; i < rounds(200); i++) {
        scene scene;
        fw_request ask;
        if (scene_query_at_random(&source, i, &scene, &ask)) {
            ask.fewer_bends = i % 5 == 1;
            ask.weight = i % 5 == 2 ? 1.5 : 1;
            cut += sets_out(scene.map, scene.planner, ask, scene.path);
        }
        scene_end(&scene);
    }
    assert_true(cut > at_least(50));
}

TEST(a_quarter_of_the_work_lets_a_vehicle_set_out)
{
    static const fw_method methods[] = { FW_DIRECTIONAL, FW_DIRECTIONAL_24, FW_HYBRID, FW_HYBRID_STRICT,
                                         FW_AUTO };
    const fw_speed_def speeds = fw_default_speed_def();
    random_source source = { 82 };
    int cut = 0;
    for (int i = 0; i < rounds(8); i++) {
        fw_map *map = map_at_random(&source, 64, 64, 4 + 3 * (uint32_t)(i % 4), 1);
        fw_unit_def def = vehicle(fw_circle(0.4), 1, 1 + i % 3, FW_DIRECTIONAL_24);
        def.methods |= FW_METHOD_BIT(FW_HYBRID) | FW_METHOD_BIT(FW_HYBRID_STRICT) |
                       (i % 2 ? FW_METHOD_BIT(FW_JUMP_POINTS) : 0);
        road_test test = road_on(map, def);
        for (int k = 0; k < 20; k++) {
            const lattice_pose start = pose_at_random(&source, 64), goal = pose_at_random(&source, 64);
            fw_request ask = request_on(&test, methods[k % 5], start, goal);
            if (k % 3 == 1 && ask.method != FW_DIRECTIONAL_24)
                ask.start = pose_moved_at_random(&source, ask.start);
            ask.fastest = k % 10 == 0 ? &speeds : NULL;
            cut += sets_out(test.map, test.planner, ask, test.path);
        }
        road_end(&test);
    }
    assert_true(cut >
                at_least(50)); // a tenth of the requests, those for the least time, soon have a whole path
}

/// Among many obstacles, few motions of a wide turn are free, and some starts are left by a loop alone.
TEST(a_quarter_of_the_work_lets_a_vehicle_set_out_from_narrow_places)
{
    static const fw_method methods[] = { FW_DIRECTIONAL, FW_HYBRID, FW_AUTO };
    random_source source = { 83 };
    int cut = 0;
    for (int i = 0; i < rounds(60); i++) {
        fw_unit_def def = vehicle(fw_circle(0.3), 1, 2, FW_DIRECTIONAL);
        def.methods |= FW_METHOD_BIT(FW_HYBRID);
        road_test test = road_on(map_at_random(&source, 48, 48, 14 + (uint32_t)i % 8, 1), def);
        for (int k = 0; k < 10; k++) {
            const lattice_pose start = pose_at_random(&source, 48), goal = pose_at_random(&source, 48);
            const fw_request ask = request_on(&test, methods[k % 3], start, goal);
            cut += sets_out(test.map, test.planner, ask, test.path);
        }
        road_end(&test);
    }
    assert_true(cut >
                at_least(50)); // a tenth of the requests, those for the least time, soon have a whole path
}

TEST(a_partial_path_leaves_a_pocket_when_the_search_does)
{
    const char *pocket[] = { "..............", ".########.....", "........#.....", "........#.....",
                             "........#.....", ".########.....", ".............." };
    scene scene = scene_of(DRAWN(pocket), unit_of_size(1));
    fw_request ask = scene_request(&scene, 4, 3, 13, 3);
    const fw_method methods[] = { FW_ASTAR, FW_ON_DEMAND };
    ask.partial = true;
    ask.max_work = 30; // the pocket has 24 tiles
    for (int i = 0; i < 2; i++) {
        fw_pose end = { 0 };
        ask.method = methods[i];
        assert_int_equal(scene_ask(&scene, &ask), FW_OK);
        assert_int_equal(fw_path_pose_at(scene.path, fw_path_length(scene.path), &end), FW_OK);
        assert_true(end.y < 1.5 || end.y > 5.5);
    }
    scene_end(&scene);
}
