#include "common/lot.h"

#include "common/drawing.h"
#include "common/unit.h"
#include "fairway/check.h"

lot lot_on(fw_map *map, fw_unit_def def, const fw_allocator *allocator)
{
    fw_planner_def planner_def = fw_default_planner_def();
    planner_def.allocator = allocator;
    lot lot = { .map = map, .def = def, .unit = add_unit(map, def) };
    assert_int_equal(fw_map_unit(map, lot.unit, &lot.def), FW_OK);
    assert_int_equal(fw_planner_create(map, &planner_def, &lot.planner), FW_OK);
    assert_int_equal(fw_path_create(allocator, &lot.path), FW_OK);
    return lot;
}

void lot_end(lot *lot)
{
    fw_overlay_destroy(lot->overlay);
    fw_path_destroy(lot->path);
    fw_planner_destroy(lot->planner);
    fw_map_destroy(lot->map);
}

fw_unit_def lot_vehicle(double turn_radius, bool reverse)
{
    fw_unit_def def = fw_default_unit_def();
    def.footprint = fw_circle(0.45);
    def.turn_radius = turn_radius;
    def.reverse = reverse;
    return def;
}

fw_request lot_request(const lot *lot, int32_t x, int32_t y, double degrees, int32_t to_x, int32_t to_y,
                       fw_turns turns)
{
    fw_request ask = fw_default_request();
    const fw_pose goal = fw_pose_on_tile(to_x, to_y, lot->def.size);
    ask.unit = lot->unit;
    ask.start = fw_pose_on_tile(x, y, lot->def.size);
    ask.start.heading = degrees * FW_PI / 180;
    ask.goal = fw_goal_at(goal.x, goal.y);
    ask.method = FW_GRID;
    ask.turns = turns;
    ask.overlay = lot->overlay;
    ask.allow_violations = true;
    return ask;
}

fw_violations lot_violations(const lot *lot)
{
    fw_path_summary summary;
    assert_int_equal(fw_path_summarise(lot->path, &summary), FW_OK);
    return summary.violations;
}

/// No segment is so short that it is a rounding error, unless the path is one segment.
static void assert_no_crumbs(const fw_path *path)
{
    int32_t count;
    const fw_segment *segments = fw_path_segments(path, &count);
    for (int32_t i = 0; i < count && count > 1; i++)
        if (!(segments[i].length > 1e-9))
            fail_msg("segment %d of %d is %g long", (int)i, (int)count, segments[i].length);
}

fw_violations lot_judge(const lot *lot, const fw_request *ask)
{
    const fw_violations counted = lot_violations(lot);
    fw_check_def def = fw_default_check_def();
    fw_check_report report;
    def.overlay = ask->overlay;
    def.check_cost = true;
    def.has_start = def.has_goal = true;
    def.start = ask->start;
    def.goal = ask->goal;
    assert_int_equal(fw_path_check(lot->map, lot->unit, lot->path, &def, &report), FW_OK);
    assert_int_equal(report.faults[FW_FAULT_BLOCKED], counted.blocked);
    assert_int_equal(report.faults[FW_FAULT_TOO_TIGHT], counted.too_tight);
    const int32_t jumps =
        report.faults[FW_FAULT_HEADING] + report.faults[FW_FAULT_START] + report.faults[FW_FAULT_GOAL];
    assert_int_equal(jumps, counted.heading_jumps);
    int32_t stretches;
    fw_path_impossible(lot->path, &stretches);
    assert_int_equal(stretches, counted.impossible);
    assert_no_crumbs(lot->path);
    for (int fault = 0; fault < FW_FAULT_COUNT; fault++)
        if (report.faults[fault] && fault != FW_FAULT_BLOCKED && fault != FW_FAULT_TOO_TIGHT &&
            fault != FW_FAULT_HEADING && fault != FW_FAULT_START && fault != FW_FAULT_GOAL)
            fail_msg("%s at %g (%g, %g)", fw_fault_text((fw_fault)fault), report.first_at, report.first_x,
                     report.first_y);
    return counted;
}
