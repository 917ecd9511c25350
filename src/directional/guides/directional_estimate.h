#ifndef DIRECTIONAL_GUIDES_DIRECTIONAL_ESTIMATE_H
#define DIRECTIONAL_GUIDES_DIRECTIONAL_ESTIMATE_H

/// @file
/// What a directional search is ordered by besides the cost so far: how far the goal is by the field and the table of
/// curves, and, in a hurry, charges that keep it from falling back and from facing the wrong way.

#include "directional/search/directional_inside.h"

enum {
    FIELD_SLICE = 1024,                        ///< tiles of the field that are followed at once
    MORE_KNOWN = MOTION_SCALE,                 ///< the bound of motions grows by so much where it must
    COMMITMENT = 24 * FIELD_STRAIGHT,          ///< falling back so far on the field is charged
    REVERSING_COMMITMENT = 6 * FIELD_STRAIGHT, ///< the same for units that can turn anywhere
    ASTRAY = 12 * MOTION_SCALE                 ///< charge for facing another way than the field leads
};

/// By how many eighths of a turn one of the eight headings differs from the way that the field leads; 1 where that is
/// not known.
///
/// @param arrived  moves by which the field came to the tile, FW_MOVE_ bits: it leads against them
static inline uint32_t eighths_off(int32_t heading, uint32_t arrived)
{
    const uint32_t ways =
        (arrived & FIELD_ARRIVED) * 0x101 >> ((heading + 4) & 7); // bit k: k eighths to the right
    return ways & 0x01 ? 0 : ways & 0x82 ? 1 : ways & 0x44 ? 2 : ways & 0x28 ? 3 : ways & 0x10 ? 4 : 1;
}

/// The same of any heading: one between eighths is as far off as the nearer of them.
static inline uint32_t eighths_astray(int32_t heading, uint32_t arrived)
{
    const uint32_t left = eighths_off(heading, arrived);
    if (!(heading & BETWEEN_EIGHTHS))
        return left;
    const uint32_t right = eighths_off(heading + 1, arrived);
    return left < right ? left : right;
}

/// Charges on the queue's key: for falling back on the field, and for facing another way than it leads. Who has no
/// reverse gear may need a wide loop for it; who has one, an arc or a shuffle of that turn.
static inline uint64_t greedy_charges(const directional_space *space, lattice_pose at, uint32_t distance,
                                      uint32_t arrived, bool is_covered)
{
    uint64_t charges = 0;
    const uint32_t most =
        space->least_distance + (space->ground.reverses ? REVERSING_COMMITMENT : COMMITMENT);
    if (distance > most)
        charges += (uint64_t)2 * (distance - most) * space->field_scale >> FIELD_SHIFT;
    if (is_covered)
        return charges;
    const uint32_t eighths = eighths_astray(at.heading, arrived);
    if (space->ground.reverses)
        return charges + (uint64_t)eighths * space->eighth_charge;
    return eighths == 0 ? charges : charges + ASTRAY;
}

/// Is a pose so near to one of several goals that its heading may be for the last turns?
///
/// @param distance  of the field
static inline bool is_near_several(uint32_t distance)
{
    return distance <= LOOKUP_REACH * FIELD_STRAIGHT;
}

/// What the table says of the lattice pose beside the goal, less a tile, by which that may be farther. Curves in both
/// gears to the goal itself halve the expansions as well, but take longer than those.
static inline cost curve_to_beside(const directional_space *space, lattice_pose at)
{
    const cost curve = lookup_at_least(space->ask.table->lookup, at, space->beside_goal, true);
    return curve > MOTION_SCALE ? curve - MOTION_SCALE : 0;
}

/// What the search is ordered by besides the cost so far. Consistent without the charges: no motion is
/// cheaper than the way on the field that lies within what it touches.
///
/// @param arrived  moves by which the field came to the tile, FW_MOVE_ bits: the way to the goal goes against
///         them
static inline cost estimate_at(const directional_space *space, lattice_pose at, uint32_t distance,
                               uint32_t arrived)
{
    const lattice_pose goal = space->ask.goal;
    uint64_t h = (uint64_t)distance * space->field_scale >> FIELD_SHIFT, curve = 0;
    bool is_covered;
    if (has_several(space)) {
        is_covered = is_near_several(distance);
        curve = space->sees_places ? directional_several_curve(space, at) : 0;
    } else {
        is_covered = lookup_covers(at, goal);
        if (goal.heading >= 0 && (space->ask.is_greedy || !space->ground.reverses))
            curve = lookup_at_least(space->ask.table->lookup, at, goal, space->ask.is_greedy);
        else if (space->beside_goal.heading >= 0)
            curve = curve_to_beside(space, at);
    }
    h = curve > h ? curve : h;
    if (space->ask.is_greedy) {
        h += greedy_charges(space, at, distance, arrived, is_covered);
    } else {
        const uint32_t in_the_open = norm_aim_from(&space->in_the_open, at);
        if (in_the_open == NORM_NONE)
            return COST_LIMIT;
        h = in_the_open > h ? in_the_open : h;
    }
    return h < COST_LIMIT ? (cost)h : COST_LIMIT - 1;
}

/// Makes sure that a tile's distance is known. FW_NOT_FOUND: nothing leads from there to the goal.
static inline fw_result reach(directional_space *space, int32_t x, int32_t y, successors *successors)
{
    grid_field *field = &space->field;
    if (is_obstacle_free(space) || is_guided_by_motions(space))
        return FW_OK;
    if (grid_field_at(field, x, y) == FIELD_UNKNOWN) {
        uint64_t work = FIELD_SLICE;
        const fw_result reached = grid_field_reach(field, x, y, &work);
        successors->work += FIELD_SLICE - work;
        if (reached != FW_OK)
            return reached;
    }
    return grid_field_at(field, x, y) == FIELD_UNKNOWN ? FW_NOT_FOUND : FW_OK;
}

/// What is known so far of the least that motions cost from a pose: in the open, where they turn on the way too, and by
/// their field once it guides, which knows obstacles instead. COST_LIMIT: there is no way, of which NORM_NONE and
/// MOTION_FIELD_NONE tell, which are the same.
static inline cost least_of_motions(const directional_space *space, lattice_pose at, bool *is_exact)
{
    const uint32_t in_the_open = norm_aim_from(&space->in_the_open, at);
    uint32_t least = 0;
    *is_exact = false;
    if (space->guides)
        least = motion_field_at(space->remaining, at, is_exact);
    else if (space->ask.goal.heading >= 0 && !space->ground.reverses)
        least = lookup_at_least(space->ask.table->lookup, at, space->ask.goal, false);
    least = in_the_open > least ? in_the_open : least;
    return least < NORM_NONE ? least : COST_LIMIT;
}

/// How far the field of motions is to grow so that it tells more than an h does.
static inline uint32_t more_than(cost h)
{
    return h < MOTION_FIELD_NONE - MORE_KNOWN ? (uint32_t)h + MORE_KNOWN : MOTION_FIELD_NONE;
}

/// What the way by a pose that the start is joined to costs at least.
static inline uint64_t least_by_start(const directional_space *space, const connection *start, bool *is_exact)
{
    const uint32_t least = motion_field_at(space->remaining, start->at, is_exact);
    return least == MOTION_FIELD_NONE ? UINT64_MAX : (uint64_t)start->cost + least;
}

/// Of the poses that the start is joined to, the one by which the way costs least as far as is known.
///
/// @param[out] next  what the ways by the others cost at least; UINT64_MAX: there are none
static inline const connection *best_start(const directional_space *space, uint64_t *next, bool *is_exact)
{
    const connection *best = &space->starts->items[0];
    uint64_t least = least_by_start(space, best, is_exact);
    *next = UINT64_MAX;
    for (int32_t i = 1; i < space->starts->count; i++) {
        bool exact;
        const uint64_t by_other = least_by_start(space, &space->starts->items[i], &exact);
        *next = by_other < least ? least : by_other < *next ? by_other : *next;
        if (by_other >= least)
            continue;
        best = &space->starts->items[i];
        least = by_other;
        *is_exact = exact;
    }
    return best;
}

/// Lets the field of motions grow until it tells what the way costs from the start: by the best of the poses that the
/// start is joined to, of which no motion need lead to the others.
static inline fw_result grow_to_start(directional_space *space, const connection **reached, uint64_t *work)
{
    for (;;) {
        uint64_t next;
        bool is_exact;
        const connection *best = *reached = best_start(space, &next, &is_exact);
        if (is_exact)
            return FW_OK;
        const uint64_t enough = next - best->cost; // more than that is known only if another one is the best
        const uint32_t least = enough < MOTION_FIELD_NONE ? (uint32_t)enough + 1 : MOTION_FIELD_NONE;
        const fw_result grown = motion_field_grow(space->remaining, best->at, least, work);
        if (grown != FW_OK)
            return grown;
    }
}

/// Lets the field of motions grow as far as the start. Where that tells of obstacles, what motions cost in the open
/// need not be asked any more.
static inline fw_result reach_start(directional_space *space, successors *successors)
{
    if (!space->has_field && directional_begin_guides(space, 0) != FW_OK)
        return FW_NO_MEMORY;
    const connection *start;
    uint64_t work = FIELD_SLICE;
    const fw_result grown = grow_to_start(space, &start, &work);
    successors->work += FIELD_SLICE - work;
    if (grown != FW_OK)
        return grown;
    bool is_exact;
    space->guides = true;
    if (motion_field_at(space->remaining, start->at, &is_exact) >
        norm_aim_from(&space->in_the_open, start->at) + (uint64_t)MORE_KNOWN)
        space->in_the_open.count = 0;
    return FW_OK;
}

/// May the search soon end without a field of motions? Where poses have speeds as well, small maps are large.
static inline bool may_end_unguided(const directional_space *space)
{
    const layer *map = space->ground.open;
    const bool is_small = !space->ask.speeds && (int64_t)map->width * map->height <= SMALL_MAP;
    return space->search.count.expanded < (is_small ? GUIDE_LATE : GUIDE_AFTER);
}

/// Lets the field of motions guide, unless the search may soon end: then it does not wait for that. What motions cost
/// in the open is asked first, and nodes that wait with that h wait again.
static inline fw_result begin_to_guide(directional_space *space, successors *successors)
{
    return space->guides || may_end_unguided(space) ? FW_OK : reach_start(space, successors);
}

/// Makes sure that h of a node that is to be expanded is known well enough; otherwise it is postponed.
static inline fw_result reach_motions(directional_space *space, lattice_pose at, successors *successors)
{
    bool is_exact;
    cost least = least_of_motions(space, at, &is_exact);
    if (!is_exact && least <= successors->from_h) {
        uint64_t work = FIELD_SLICE;
        const fw_result grown = motion_field_grow(space->remaining, at, more_than(successors->from_h), &work);
        successors->work += FIELD_SLICE - work;
        if (grown != FW_OK)
            return grown;
        least = least_of_motions(space, at, &is_exact);
    }
    if (least == COST_LIMIT)
        return FW_NOT_FOUND;
    if (least > successors->from_h)
        successors_postpone(successors, least);
    return FW_OK;
}

/// h of a pose. In a hurry the field does not grow for it: a tile that was not reached is at least as far as the
/// field's wave has come.
static inline cost estimate_of(const directional_space *space, lattice_pose at)
{
    const grid_field *field = &space->field;
    if (is_obstacle_free(space))
        return goal_curve_estimate(&space->to_goal, space->ask.heuristic, at);
    bool is_exact;
    if (is_guided_by_motions(space))
        return least_of_motions(space, at, &is_exact);
    if (space->has_perimeter) {
        const uint32_t exact = perimeter_cost(space->last_turns, at);
        if (exact != NOT_WITHIN)
            return exact;
    }
    const field_tile *tile = grid_field_tile(field, at.x, at.y);
    const bool is_known = tile && tile->stamp == field->stamp;
    const cost h = is_known ? estimate_at(space, at, tile->distance, tile->arrived)
                            : estimate_at(space, at, grid_field_at_least(field, at.x, at.y), 0);
    if (!space->looks_at_curves || !lookup_covers(at, space->ask.goal))
        return h;
    const cost length = goal_curve_length(&space->to_goal, at);
    return length > h ? length : h;
}

/// Lets the flood at the goal go on beside the search. FW_NOT_FOUND: nothing else leads there.
static inline fw_result follow_flood(directional_space *space, successors *successors)
{
    const uint64_t after = space->has_perimeter ? FLOOD_BEYOND : FLOOD_AFTER;
    if (space->backward->state != PROBE_OPEN || space->search.count.expanded < after)
        return FW_OK;
    successors->work += (uint64_t)probe_step(space->backward, 1);
    return directional_goal_is_cut_off(space) ? FW_NOT_FOUND : FW_OK;
}

/// What comes before the ways out of a node: it is joined to goals nearby, and pushes the goal where it leads there;
/// the field comes to its tile, and the flood goes on beside the search.
///
/// @param[out] ended  false: what expanding the node returns
/// @return are there ways out to be pushed?
static inline bool opens(directional_space *space, fw_node_id id, successors *successors, fw_result *ended)
{
    const lattice_pose at = lattice_of(id);
    cost last = 0;
    *ended = FW_NO_MEMORY;
    if (has_several(space) && directional_several_join(space, at) != FW_OK)
        return false;
    *ended = FW_OK;
    if (directional_last_connection(space, id, &last)) {
        successors_push_goal(successors, last);
        if (last == 0)
            return false;
    }
    const fw_result reached = reach(space, at.x, at.y, successors);
    *ended = reached == FW_NOT_FOUND ? FW_OK : reached;
    if (reached != FW_OK)
        return false;
    *ended = FW_NOT_FOUND;
    return follow_flood(space, successors) == FW_OK;
}

/// Keeps the ways from whose ends the field knows a way on. In a hurry it does not grow for them.
///
/// @return FW_OK, FW_PENDING (the field must grow) or FW_NO_MEMORY
static inline fw_result keep_open_ended(directional_space *space, way *ways, size_t *count,
                                        successors *successors)
{
    if (space->ask.is_greedy || is_obstacle_free(space) || is_guided_by_motions(space))
        return FW_OK;
    size_t kept = 0;
    for (size_t i = 0; i < *count; i++) {
        const lattice_pose to = lattice_of(ways[i].to);
        const fw_result reached = reach(space, to.x, to.y, successors);
        if (reached == FW_OK)
            ways[kept++] = ways[i];
        else if (reached != FW_NOT_FOUND)
            return reached;
    }
    *count = kept;
    return FW_OK;
}

/// Where a node is, for traces.
static inline fw_pose place_of(const void *context, fw_node_id id, uint16_t via)
{
    (void)via;
    return pose_of(context, lattice_of(id));
}

static inline void push_all(const way *ways, size_t count, successors *successors)
{
    for (size_t i = 0; i < count; i++)
        successors_push(successors, ways[i].to, ways[i].step, ways[i].via);
}

#endif
