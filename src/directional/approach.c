#include "directional/approach.h"

#include "curve/dubins.h"
#include "directional/motions.h"

static double shortest_length(fw_pose from, fw_pose to, double turn_radius, bool reverses)
{
    if (!reverses) {
        const dubins_frame frame = dubins_between(from, to, turn_radius);
        return dubins_length(&frame);
    }
    fw_curve curve = { 0 };
    fw_reeds_shepp(from, to, turn_radius, 1, 0, &curve);
    return curve.length;
}

void approach_fill(approach_table *table, double turn_radius, bool reverses)
{
    for (int goal = 0; goal < APPROACH_GOALS; goal++)
        for (int y = 0; y < APPROACH_SIDE; y++)
            for (int x = 0; x < APPROACH_SIDE; x++)
                for (int heading = 0; heading < APPROACH_HEADINGS; heading++) {
                    const fw_pose from = { x - APPROACH_REACH, y - APPROACH_REACH, motion_heading(heading) };
                    const fw_pose to = { 0, 0, motion_heading(goal) };
                    const double length = shortest_length(from, to, turn_radius, reverses);
                    // Rounded down, and motions up: then their sum is never less.
                    table->cost[goal][y][x][heading] = (uint32_t)(length * MOTION_SCALE + SAME_COST);
                }
}
