#include "directional/guides/lookup_table.h"

#include "curve/dubins.h"
#include "fairway/curve.h"

static double least_cost(fw_pose from, fw_pose to, const fw_unit_def *unit)
{
    if (!unit->reverse) {
        const dubins_frame frame = dubins_between(from, to, unit->turn_radius);
        return dubins_length(&frame);
    }
    fw_curve curve = { 0 };
    fw_reeds_shepp(from, to, unit->turn_radius, unit->reverse_penalty, unit->gear_change_cost, &curve);
    return curve.cost;
}

/// Fills one table.
///
/// @param goals  kind of the headings at the goal: 0, or BETWEEN_EIGHTHS
/// @param froms  kind of the headings around the goal
static void fill(lookup_table *table, const fw_unit_def *unit, int goals, int froms)
{
    for (int goal = 0; goal < LOOKUP_GOALS; goal++)
        for (int y = 0; y < LOOKUP_SIDE; y++)
            for (int x = 0; x < LOOKUP_SIDE; x++)
                for (int heading = 0; heading < LOOKUP_HEADINGS; heading++) {
                    const fw_pose from = { x - LOOKUP_REACH, y - LOOKUP_REACH,
                                           motion_heading(froms + heading) };
                    const fw_pose to = { 0, 0, motion_heading(goals + goal) };
                    // Bounds are rounded down, and costs of motions up, so that a sum of motions is never less.
                    table->cost[goal][y][x][heading] =
                        (uint32_t)(least_cost(from, to, unit) * MOTION_SCALE + SAME_COST);
                }
}

void lookup_fill(lookup_table *tables, const fw_unit_def *unit)
{
    for (int i = 0; i < lookup_tables(unit->headings); i++)
        fill(&tables[i], unit, i & 2 ? BETWEEN_EIGHTHS : 0, i & 1 ? BETWEEN_EIGHTHS : 0);
}
