#include "directional/goal_curve.h"

#include <math.h>

#include "base/trig.h"
#include "directional/motions.h"

void goal_curve_aim(goal_curve *to, const approach_table *table, lattice_pose tile, fw_pose goal,
                    double turn_radius, double offset)
{
    to->table = table;
    to->tile = tile;
    to->offset = offset;
    to->frame = dubins_between((fw_pose){ 0 }, goal, turn_radius);
    for (int heading = 0; heading < MOST_HEADINGS; heading++)
        to->cosines[heading] = trig_cos(motion_heading(heading));
}

uint32_t goal_curve_length(const goal_curve *to, lattice_pose from)
{
    dubins_frame frame = to->frame;
    frame.start = (fw_pose){ from.x + to->offset, from.y + to->offset, motion_heading(from.heading) };
    if (to->reverses) {
        fw_curve curve = { 0 };
        fw_reeds_shepp(frame.start, frame.goal, frame.radius, 1, 0, &curve);
        return (uint32_t)(curve.length * MOTION_SCALE);
    }
    frame.x = (frame.goal.x - frame.start.x) / frame.radius;
    frame.y = (frame.goal.y - frame.start.y) / frame.radius;
    frame.start_cosine = to->cosines[from.heading];
    frame.start_sine = to->cosines[heading_turned(from.heading, -2)];
    return (uint32_t)(dubins_length(&frame) * MOTION_SCALE);
}

static double straight_length(const goal_curve *to, lattice_pose from)
{
    const double x = to->frame.goal.x - from.x - to->offset, y = to->frame.goal.y - from.y - to->offset;
    return sqrt(x * x + y * y);
}

/// The pose on the edge of the table that lies toward a farther one.
static lattice_pose edge_toward(const goal_curve *to, lattice_pose from)
{
    const double shrunk = (double)APPROACH_REACH / approach_distance(from, to->tile);
    return (lattice_pose){ to->tile.x + (int32_t)lround((from.x - to->tile.x) * shrunk),
                           to->tile.y + (int32_t)lround((from.y - to->tile.y) * shrunk), from.heading };
}

static uint32_t by_table(const goal_curve *to, lattice_pose from)
{
    if (approach_covers(from, to->tile))
        return approach_cost(to->table, from, to->tile);
    const lattice_pose edge = edge_toward(to, from);
    const double beyond = straight_length(to, from) - straight_length(to, edge);
    return approach_cost(to->table, edge, to->tile) + (uint32_t)(beyond * MOTION_SCALE);
}

uint32_t goal_curve_estimate(const goal_curve *to, fw_heuristic by, lattice_pose from)
{
    if (to->has_heading && by == FW_HEURISTIC_TABLE && to->tile.heading >= 0)
        return by_table(to, from);
    if (to->has_heading && by != FW_HEURISTIC_STRAIGHT)
        return goal_curve_length(to, from);
    return (uint32_t)(straight_length(to, from) * MOTION_SCALE);
}
