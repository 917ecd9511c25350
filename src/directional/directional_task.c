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
    task.ground = (motion_ground){ .table = query->table,
                                   .open = query->unit->body,
                                   .reverses = unit->reverse,
                                   .overlay = overlay_restricts(overlay) ? overlay : NULL,
                                   .passage = passage_rules_of(query->unit, overlay),
                                   .size = query->unit->def.size,
                                   .has_window = query->has_window,
                                   .window = query->window,
                                   .start = query->start.tile,
                                   .goals = goal_set_box(&query->goals),
                                   .extended_reach = (int32_t)ceil(2 * unit->turn_radius) };
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
                          .goals = query->goals };
}

uint64_t directional_task_price(const directional_task *task, const fw_curve *curve)
{
    const double price = curve_cost(&task->charges, task->query.map, curve);
    return (uint64_t)fmin(ceil(price), COST_LIMIT / 2);
}
