#include <math.h>

#include "common/check_for.h"
#include "common/drawing.h"
#include "common/new.h"
#include "common/road.h"
#include "common/unit.h"
#include "directional/motions/motions.h"

fw_unit_def vehicle(fw_footprint footprint, int32_t size, double radius, fw_method method)
{
    fw_unit_def def = fw_default_unit_def();
    def.footprint = footprint;
    def.size = size;
    def.turn_radius = radius;
    def.methods = FW_METHOD_BIT(method);
    return def;
}

road_test road_on(fw_map *map, fw_unit_def def)
{
    road_test test = { .map = map, .unit = add_unit(map, def), .def = def };
    assert_int_equal(fw_planner_create(map, NULL, &test.planner), FW_OK);
    assert_int_equal(fw_path_create(NULL, &test.path), FW_OK);
    return test;
}

void road_end(road_test *test)
{
    fw_path_destroy(test->path);
    fw_planner_destroy(test->planner);
    fw_map_destroy(test->map);
}

fw_pose pose_at(const road_test *test, lattice_pose at)
{
    const double offset = test->def.size % 2 ? 0.5 : 0;
    return (fw_pose){ at.x + offset, at.y + offset, at.heading < 0 ? 0 : motion_heading(at.heading) };
}

fw_request request_on(const road_test *test, fw_method method, lattice_pose start, lattice_pose goal)
{
    fw_request ask = fw_default_request();
    const fw_pose end = pose_at(test, goal);
    ask.unit = test->unit;
    ask.method = method;
    ask.start = pose_at(test, start);
    ask.goal = goal.heading < 0 ? fw_goal_at(end.x, end.y) : fw_goal_pose(end);
    return ask;
}

void assert_path_is_legal(const road_test *test, const fw_request *ask)
{
    fw_check_def def = check_for(ask);
    fw_check_report report;
    def.check_cost = true;
    assert_int_equal(fw_path_check(test->map, test->unit, test->path, &def, &report), FW_OK);
    if (!report.legal)
        fail_msg("illegal: %s", fw_fault_text(report.first));
}

void assert_slices_change_nothing(const road_test *test, const fw_request *ask, random_source *source)
{
    const fw_result whole = fw_find_path(test->planner, ask, test->path);
    fw_search *search = new_search(test->planner, ask);
    fw_result stepped = FW_PENDING;
    double progress = 0;
    while (stepped == FW_PENDING) {
        stepped = fw_search_step(search, 1 + random_below(source, 9));
        const double now = fw_search_progress(search);
        assert_true(now >= progress && now <= 1);
        progress = now;
    }
    assert_int_equal(stepped, whole);
    if (whole == FW_OK) {
        fw_path *sliced = new_path();
        assert_int_equal(fw_search_best_so_far(search, sliced), FW_OK);
        assert_true(fw_path_length(sliced) == fw_path_length(test->path));
        fw_path_destroy(sliced);
    }
    fw_search_end(search);
}

int32_t tiles_along(const fw_path *path, corridor_tile *points, int32_t most)
{
    int32_t count = 0;
    for (double at = 0; at <= fw_path_length(path) + 1e-9; at += 1.0 / 64) {
        fw_pose pose;
        fw_path_pose_at(path, at, &pose);
        const corridor_tile next = { .x = (int32_t)pose.x, .y = (int32_t)pose.y };
        const bool is_centre = fabs(pose.x - next.x - 0.5) < 0.02 && fabs(pose.y - next.y - 0.5) < 0.02;
        if (is_centre && count < most &&
            (count == 0 || points[count - 1].x != next.x || points[count - 1].y != next.y))
            points[count++] = next;
    }
    return count;
}

lattice_pose pose_at_random(random_source *source, int32_t side)
{
    // One after the other: compilers differ in the order in which they evaluate a list.
    const int32_t x = (int32_t)random_below(source, (uint32_t)side);
    const int32_t y = (int32_t)random_below(source, (uint32_t)side);
    return (lattice_pose){ x, y, (int32_t)random_below(source, MOTION_HEADINGS) };
}

bool is_blocked(fw_result result)
{
    return result == FW_OUT_OF_BOUNDS || result == FW_START_BLOCKED || result == FW_GOAL_BLOCKED;
}

fw_pose pose_moved_at_random(random_source *source, fw_pose from)
{
    from.x += random_unit(source) - 0.5;
    from.y += random_unit(source) - 0.5;
    from.heading += (random_unit(source) - 0.5) * FW_PI / 4;
    return from;
}
