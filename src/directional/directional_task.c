#include "directional/directional_task.h"

#include <math.h>

#include "curve/sweep_body.h"
#include "directional/guides/lookup_table.h"
#include "search/cost.h"

directional_task directional_task_of(const directional_query *query)
{
    const fw_overlay *overlay = query->overlay;
    const fw_unit_def *unit = &query->unit->def;
    directional_task task = { .query = *query,
                              .goal = query->goals.count == 1 ? query->goals.items : NULL,
                              .body = sweep_body_of(&unit->footprint),
                              .charges = surcharge_of(query->map, query->unit, overlay, query->turn_charge),
                              .driver = *unit };
    task.driver.gear_change_cost = (double)task.charges.gear_change / MOTION_SCALE;
    task.keeps_gear = unit->reverse && task.charges.gear_change > 0;
    motion_ground *ground = &task.ground;
    *ground = motion_ground_of(query->table, query->unit, overlay);
    ground->reverses = unit->reverse;
    ground->has_window = query->has_window;
    ground->window = query->window;
    ground->start = query->start.tile;
    ground->goals = goal_set_box(&query->goals);
    ground->extended_reach = (int32_t)ceil(2 * unit->turn_radius);
    return task;
}

exact_query directional_task_exact(const directional_task *task)
{
    const directional_query *query = &task->query;
    return (exact_query){ .ground = &task->ground,
                          .body = &task->body,
                          .unit = &task->driver,
                          .charges = &task->charges,
                          .map = query->map,
                          .overlay = query->overlay,
                          .start = query->start.pose,
                          .goals = query->goals,
                          .aims = query->aims,
                          .most = query->most_wide };
}

uint64_t directional_task_price(const directional_task *task, const fw_curve *curve)
{
    const double price = curve_cost(&task->charges, task->query.map, curve);
    return (uint64_t)fmin(ceil(price), COST_LIMIT / 2);
}
