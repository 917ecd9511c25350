#include "common/canvas.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

fw_path *canvas_path(void)
{
    fw_path *path = NULL;
    assert_int_equal(fw_path_create(NULL, &path), FW_OK);
    return path;
}

fw_unit_def canvas_unit(double radius, double turn_radius)
{
    fw_unit_def unit = fw_default_unit_def();
    unit.size = 1;
    unit.footprint = fw_circle(radius);
    unit.turn_radius = turn_radius;
    unit.terrain_cost[FW_ROAD] = 1;
    unit.methods = turn_radius > 0 ? FW_METHOD_BIT(FW_ASTAR) | FW_METHOD_BIT(FW_DIRECTIONAL_24) : 0;
    return unit;
}

fw_request canvas_request(const canvas *of)
{
    fw_request ask = fw_default_request();
    ask.start = of->start;
    ask.goal = fw_goal_at(of->goal.x, of->goal.y);
    return ask;
}

void canvas_find(canvas *of, fw_request ask, fw_path *path)
{
    assert_int_equal(fw_map_add_unit(of->map, &of->unit, &ask.unit), FW_OK);
    if (!of->planner)
        assert_int_equal(fw_planner_create(of->map, NULL, &of->planner), FW_OK);
    assert_int_equal(fw_find_path(of->planner, &ask, path), FW_OK);
}

fw_path *canvas_other(canvas *of, const char *name, const fw_unit_def *unit)
{
    io_companion *other = &of->others[of->other_count++];
    *other = (io_companion){ .unit = unit ? *unit : canvas_unit(0.01, 0), .path = canvas_path() };
    snprintf(other->name, sizeof other->name, "%s", name);
    return other->path;
}

void canvas_title(canvas *of, const char *text)
{
    const double length = fw_path_length(of->path);
    if (length > 0)
        snprintf(of->title, sizeof of->title, "%s: %.2f tiles", text, length);
    else
        snprintf(of->title, sizeof of->title, "%s", text);
}

void canvas_end(canvas *of)
{
    for (int i = 0; i < of->other_count; i++)
        fw_path_destroy(of->others[i].path);
    fw_path_destroy(of->path);
    fw_planner_destroy(of->planner);
    fw_map_destroy(of->map);
}
