#include "directional/guides/goal_curve.h"

#include <math.h>

#include "base/trig.h"
#include "directional/motions/motions.h"

void goal_curve_aim(goal_curve *curve, const lookup_table *table, lattice_pose tile, fw_pose goal,
                    double turn_radius, double offset)
{
    curve->table = table;
    curve->tile = tile;
    curve->offset = offset;
    curve->frame = dubins_between((fw_pose){ 0 }, goal, turn_radius);
    for (int heading = 0; heading < MOST_HEADINGS; heading++)
        curve->cosines[heading] = trig_cos(motion_heading(heading));
}

uint32_t goal_curve_length(const goal_curve *goal_curve, lattice_pose from)
{
    dubins_frame frame = goal_curve->frame;
    frame.start =
        (fw_pose){ from.x + goal_curve->offset, from.y + goal_curve->offset, motion_heading(from.heading) };
    if (goal_curve->reverses) {
        fw_curve curve = { 0 };
        fw_reeds_shepp(frame.start, frame.goal, frame.radius, 1, 0, &curve);
        return (uint32_t)(curve.length * MOTION_SCALE);
    }
    frame.x = (frame.goal.x - frame.start.x) / frame.radius;
    frame.y = (frame.goal.y - frame.start.y) / frame.radius;
    frame.start_cosine = goal_curve->cosines[from.heading];
    frame.start_sine = goal_curve->cosines[heading_turned(from.heading, -2)];
    return (uint32_t)(dubins_length(&frame) * MOTION_SCALE);
}

static double straight_length(const goal_curve *curve, lattice_pose from)
{
    const double x = curve->frame.goal.x - from.x - curve->offset,
                 y = curve->frame.goal.y - from.y - curve->offset;
    return sqrt(x * x + y * y);
}

/// The pose on the edge of the table that lies toward a farther one.
static lattice_pose edge_toward(const goal_curve *curve, lattice_pose from)
{
    const double shrunk = (double)LOOKUP_REACH / lookup_distance(from, curve->tile);
    return (lattice_pose){ curve->tile.x + (int32_t)lround((from.x - curve->tile.x) * shrunk),
                           curve->tile.y + (int32_t)lround((from.y - curve->tile.y) * shrunk), from.heading };
}

static uint32_t by_table(const goal_curve *curve, lattice_pose from)
{
    if (lookup_covers(from, curve->tile))
        return lookup_cost(curve->table, from, curve->tile);
    const lattice_pose edge = edge_toward(curve, from);
    const double beyond = straight_length(curve, from) - straight_length(curve, edge);
    return lookup_cost(curve->table, edge, curve->tile) + (uint32_t)(beyond * MOTION_SCALE);
}

uint32_t goal_curve_estimate(const goal_curve *curve, fw_heuristic heuristic, lattice_pose from)
{
    if (curve->has_heading && heuristic == FW_HEURISTIC_TABLE && curve->tile.heading >= 0)
        return by_table(curve, from);
    if (curve->has_heading && heuristic != FW_HEURISTIC_STRAIGHT)
        return goal_curve_length(curve, from);
    return (uint32_t)(straight_length(curve, from) * MOTION_SCALE);
}
