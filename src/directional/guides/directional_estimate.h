#pragma once

/// The estimate h of a directional search: the remaining cost by the guide and the lookup table. Greedy searches add
/// penalties for falling back and for facing the wrong way.

#include "directional/search/directional_inside.h"

enum {
    COMMITMENT = 24 * FIELD_STRAIGHT,          ///< falling back farther than this on the field is penalised
    REVERSING_COMMITMENT = 6 * FIELD_STRAIGHT, ///< the same for units that can turn anywhere
    ASTRAY = 12 * MOTION_SCALE                 ///< penalty for facing another way than the field leads
};

/// The difference in eighths of a turn between one of the eight headings and the direction of the field; 1 if that
/// direction is unknown.
///
/// @param arrived  moves by which the field reached the tile, FW_MOVE_ bits; the way to the goal goes against them
static inline uint32_t eighths_off(int32_t heading, uint32_t arrived)
{
    const uint32_t ways =
        (arrived & FIELD_ARRIVED) * 0x101 >> ((heading + 4) & 7); // bit k: k eighths to the right
    return ways & 0x01 ? 0 : ways & 0x82 ? 1 : ways & 0x44 ? 2 : ways & 0x28 ? 3 : ways & 0x10 ? 4 : 1;
}

/// As eighths_off(), for any heading: a heading between eighths counts as the eighth that is nearer to the field's
/// direction.
static inline uint32_t eighths_astray(int32_t heading, uint32_t arrived)
{
    const uint32_t left = eighths_off(heading, arrived);
    if (!(heading & BETWEEN_EIGHTHS))
        return left;
    const uint32_t right = eighths_off(heading + 1, arrived);
    return left < right ? left : right;
}

/// Penalties of greedy searches: for falling back on the field, and for facing another way than the field leads. To
/// turn round, a unit without reverse gear may need a wide loop; a unit with reverse gear needs an arc or a shuffle of
/// that turn.
static inline uint64_t greedy_charges(const directional_space *space, lattice_pose pose, uint32_t distance,
                                      uint32_t arrived, bool is_covered)
{
    uint64_t charges = 0;
    const uint32_t most =
        space->guide.least_distance + (space->task.ground.reverses ? REVERSING_COMMITMENT : COMMITMENT);
    if (distance > most)
        charges += (uint64_t)2 * (distance - most) * space->guide.field_scale >> FIELD_SHIFT;
    if (is_covered)
        return charges;
    const uint32_t eighths = eighths_astray(pose.heading, arrived);
    if (space->task.ground.reverses)
        return charges + (uint64_t)eighths * space->guide.eighth_charge;
    return eighths == 0 ? charges : charges + ASTRAY;
}

/// True if a pose is so near to one of several goals that its heading may belong to the last turns.
static inline bool is_near_goals(uint32_t distance)
{
    return distance <= LOOKUP_REACH * FIELD_STRAIGHT;
}

/// The lookup table's cost to the lattice pose beside the goal, minus the cost of a tile, because that pose may be
/// farther away than the goal. The cost of curves in both gears to the goal itself would halve the expansions, but
/// takes longer to compute than these expansions.
static inline cost curve_to_beside(const directional_space *space, lattice_pose pose)
{
    const cost curve = lookup_at_least(space->task.query.table->lookup, pose, space->guide.beside_goal, true);
    return curve > MOTION_SCALE ? curve - MOTION_SCALE : 0;
}

/// A lower bound without obstacles of the cost to the nearest of a few goals, as consistent as the lookup table.
static inline cost curve_to_nearest(const directional_space *space, lattice_pose pose)
{
    const directional_query *query = &space->task.query;
    cost least = (LOOKUP_REACH + 1) * MOTION_SCALE;
    for (int32_t i = 0; i < query->goals.count; i++) {
        const search_end *goal = &query->goals.items[i];
        if (!lookup_covers(pose, goal->tile))
            continue;
        const cost length = goal->on_lattice
                                ? lookup_at_least(query->table->lookup, pose, goal->tile, query->is_greedy)
                                : goal_curve_length(&space->guide.to_few[i], pose);
        least = length < least ? length : least;
    }
    return least;
}

/// h of a pose by the field, the lookup table and the norm. Consistent without the penalties: no motion is cheaper than
/// the way on the field through the tiles that the motion touches.
///
/// @param arrived  moves by which the field reached the tile, as in eighths_off()
static inline cost estimate_at(const directional_space *space, lattice_pose pose, uint32_t distance,
                               uint32_t arrived)
{
    const search_end *goal = space->task.goal;
    uint64_t h = (uint64_t)distance * space->guide.field_scale >> FIELD_SHIFT, curve = 0;
    bool is_covered;
    if (!goal) {
        is_covered = is_near_goals(distance);
        curve = space->guide.curves == GUIDE_KNOWS_CURVES ? curve_to_nearest(space, pose) : 0;
    } else {
        is_covered = lookup_covers(pose, goal->tile);
        if (goal->tile.heading >= 0 && (space->task.query.is_greedy || !space->task.ground.reverses))
            curve = lookup_at_least(space->task.query.table->lookup, pose, goal->tile,
                                    space->task.query.is_greedy);
        else if (space->guide.beside_goal.heading >= 0)
            curve = curve_to_beside(space, pose);
    }
    h = curve > h ? curve : h;
    if (space->task.query.is_greedy) {
        h += greedy_charges(space, pose, distance, arrived, is_covered);
    } else {
        const uint32_t in_the_open = norm_aim_from(&space->guide.norm, pose);
        if (in_the_open == NORM_NONE)
            return COST_LIMIT;
        h = in_the_open > h ? in_the_open : h;
    }
    return h < COST_LIMIT ? (cost)h : COST_LIMIT - 1;
}

/// The present lower bound of the cost of motions from a pose: by the norm, which includes turning but no obstacles,
/// and by the field of motions once it guides. COST_LIMIT: there is no path; NORM_NONE and MOTION_FIELD_NONE are equal.
static inline cost least_of_motions(const directional_space *space, lattice_pose pose, bool *is_exact)
{
    const uint32_t in_the_open = norm_aim_from(&space->guide.norm, pose);
    uint32_t least = 0;
    *is_exact = false;
    if (space->guide.knows_motions)
        least = motion_field_at(space->guide.motions, pose, is_exact);
    else if (space->task.goal->tile.heading >= 0 && !space->task.ground.reverses)
        least = lookup_at_least(space->task.query.table->lookup, pose, space->task.goal->tile, false);
    least = in_the_open > least ? in_the_open : least;
    return least < NORM_NONE ? least : COST_LIMIT;
}

/// h of a pose by the field on the grid. Greedy searches do not grow the field for it: a tile that the field has not
/// reached is at least as far as the field's wave has come.
static inline cost estimate_by_field(const directional_space *space, lattice_pose pose)
{
    const guide *guide = &space->guide;
    const field_tile *tile = grid_field_tile(&guide->field, pose.x, pose.y);
    const bool is_known = tile && tile->stamp == guide->field.stamp;
    const cost h = is_known ? estimate_at(space, pose, tile->distance, tile->arrived)
                            : estimate_at(space, pose, grid_field_at_least(&guide->field, pose.x, pose.y), 0);
    if (guide->curves != GUIDE_KNOWS_CURVE || !lookup_covers(pose, space->task.goal->tile))
        return h;
    const cost length = goal_curve_length(&guide->to_goal, pose);
    return length > h ? length : h;
}
