#include "common/lot.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "common/drawing.h"
#include "fairway/check.h"

lot lot_on(fw_map *map, fw_unit_def def, const fw_allocator *allocator)
{
    fw_planner_def of = fw_default_planner_def();
    of.allocator = allocator;
    lot on = { .map = map, .def = def, .unit = add_unit(map, def) };
    assert_int_equal(fw_map_unit(map, on.unit, &on.def), FW_OK);
    assert_int_equal(fw_planner_create(map, &of, &on.planner), FW_OK);
    assert_int_equal(fw_path_create(allocator, &on.path), FW_OK);
    return on;
}

void lot_end(lot *on)
{
    fw_overlay_destroy(on->overlay);
    fw_path_destroy(on->path);
    fw_planner_destroy(on->planner);
    fw_map_destroy(on->map);
}

fw_unit_def lot_vehicle(double turn_radius, bool reverse)
{
    fw_unit_def def = fw_default_unit_def();
    def.footprint = fw_circle(0.45);
    def.turn_radius = turn_radius;
    def.reverse = reverse;
    return def;
}

fw_request lot_request(const lot *on, int32_t x, int32_t y, double degrees, int32_t to_x, int32_t to_y,
                       fw_turns turns)
{
    fw_request ask = fw_default_request();
    const fw_pose goal = fw_pose_on_tile(to_x, to_y, on->def.size);
    ask.unit = on->unit;
    ask.start = fw_pose_on_tile(x, y, on->def.size);
    ask.start.heading = degrees * FW_PI / 180;
    ask.goal = fw_goal_at(goal.x, goal.y);
    ask.method = FW_GRID;
    ask.turns = turns;
    ask.overlay = on->overlay;
    return ask;
}

fw_violations lot_violations(const lot *on)
{
    fw_path_summary summary;
    assert_int_equal(fw_path_summarise(on->path, &summary), FW_OK);
    return summary.violations;
}

fw_violations lot_judge(const lot *on, const fw_request *ask)
{
    const fw_violations counted = lot_violations(on);
    fw_check_def def = fw_default_check_def();
    fw_check_report report;
    def.overlay = ask->overlay;
    def.check_cost = true;
    def.has_start = def.has_goal = true;
    def.start = ask->start;
    def.goal = ask->goal;
    assert_int_equal(fw_path_check(on->map, on->unit, on->path, &def, &report), FW_OK);
    assert_int_equal(report.faults[FW_FAULT_BLOCKED], counted.blocked);
    assert_int_equal(report.faults[FW_FAULT_TOO_TIGHT], counted.too_tight);
    const int32_t jumps =
        report.faults[FW_FAULT_HEADING] + report.faults[FW_FAULT_START] + report.faults[FW_FAULT_GOAL];
    assert_int_equal(jumps, counted.heading_jumps);
    int32_t stretches;
    fw_path_impossible(on->path, &stretches);
    assert_int_equal(stretches, counted.impossible);
    for (int fault = 0; fault < FW_FAULT_COUNT; fault++)
        if (report.faults[fault] && fault != FW_FAULT_BLOCKED && fault != FW_FAULT_TOO_TIGHT &&
            fault != FW_FAULT_HEADING && fault != FW_FAULT_START && fault != FW_FAULT_GOAL)
            fail_msg("%s at %g (%g, %g)", fw_fault_text((fw_fault)fault), report.first_at, report.first_x,
                     report.first_y);
    return counted;
}
