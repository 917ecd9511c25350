#ifndef DIRECTIONAL_GUIDES_DIRECTIONAL_ESTIMATE_H
#define DIRECTIONAL_GUIDES_DIRECTIONAL_ESTIMATE_H

/// @file
/// The estimate h of a directional search: the remaining cost by the guide and the lookup table. Greedy searches add
/// penalties for falling back and for facing the wrong way. Also what the expansions of the lattice search and of the
/// search for the least time (speed_space.c) have in common: growing the guide before a node is expanded, and keeping
/// the ways that lead on.

#include "directional/search/directional_inside.h"

enum {
    MORE_KNOWN = MOTION_SCALE,        ///< least rise of the bound for which the field of motions is grown
    COMMITMENT = 24 * FIELD_STRAIGHT, ///< falling back farther than this on the field is penalised
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
static inline uint64_t greedy_charges(const directional_space *space, lattice_pose at, uint32_t distance,
                                      uint32_t arrived, bool is_covered)
{
    uint64_t charges = 0;
    const uint32_t most =
        space->guide.least_distance + (space->ground.reverses ? REVERSING_COMMITMENT : COMMITMENT);
    if (distance > most)
        charges += (uint64_t)2 * (distance - most) * space->guide.field_scale >> FIELD_SHIFT;
    if (is_covered)
        return charges;
    const uint32_t eighths = eighths_astray(at.heading, arrived);
    if (space->ground.reverses)
        return charges + (uint64_t)eighths * space->guide.eighth_charge;
    return eighths == 0 ? charges : charges + ASTRAY;
}

/// True if a pose is so near to one of several goals that its heading may belong to the last turns.
///
/// @param distance  on the field
static inline bool is_near_several(uint32_t distance)
{
    return distance <= LOOKUP_REACH * FIELD_STRAIGHT;
}

/// The lookup table's cost to the lattice pose beside the goal, less a tile, because that pose may be farther than the
/// goal. Curves in both gears to the goal itself also halve the expansions, but take longer to compute than these
/// expansions.
static inline cost curve_to_beside(const directional_space *space, lattice_pose at)
{
    const cost curve = lookup_at_least(space->ask.table->lookup, at, space->guide.beside_goal, true);
    return curve > MOTION_SCALE ? curve - MOTION_SCALE : 0;
}

/// h of a pose by the field, the lookup table and the norm. Consistent without the penalties: no motion is cheaper than
/// the way on the field through the tiles that the motion touches.
///
/// @param arrived  moves by which the field reached the tile, as in eighths_off()
static inline cost estimate_at(const directional_space *space, lattice_pose at, uint32_t distance,
                               uint32_t arrived)
{
    const lattice_pose goal = space->ask.goal;
    uint64_t h = (uint64_t)distance * space->guide.field_scale >> FIELD_SHIFT, curve = 0;
    bool is_covered;
    if (has_several(space)) {
        is_covered = is_near_several(distance);
        curve = space->guide.sees_places ? directional_several_curve(space, at) : 0;
    } else {
        is_covered = lookup_covers(at, goal);
        if (goal.heading >= 0 && (space->ask.is_greedy || !space->ground.reverses))
            curve = lookup_at_least(space->ask.table->lookup, at, goal, space->ask.is_greedy);
        else if (space->guide.beside_goal.heading >= 0)
            curve = curve_to_beside(space, at);
    }
    h = curve > h ? curve : h;
    if (space->ask.is_greedy) {
        h += greedy_charges(space, at, distance, arrived, is_covered);
    } else {
        const uint32_t in_the_open = norm_aim_from(&space->guide.norm, at);
        if (in_the_open == NORM_NONE)
            return COST_LIMIT;
        h = in_the_open > h ? in_the_open : h;
    }
    return h < COST_LIMIT ? (cost)h : COST_LIMIT - 1;
}

/// Grows the field on the grid until a tile's distance is known, for guides that need the distance.
///
/// @return FW_OK, FW_PENDING (the field must grow), FW_NO_MEMORY, or FW_NOT_FOUND: no way leads from the tile to a goal
static inline fw_result reach(directional_space *space, int32_t x, int32_t y, successors *successors)
{
    grid_field *field = &space->guide.field;
    if (space->guide.kind == GUIDE_OPEN || space->guide.kind == GUIDE_MOTIONS)
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

/// The lower bound of the cost of motions from a pose, as far as it is known: by the norm, which includes turning but
/// no obstacles, and by the field of motions once it guides. COST_LIMIT: there is no way; NORM_NONE and
/// MOTION_FIELD_NONE are equal.
static inline cost least_of_motions(const directional_space *space, lattice_pose at, bool *is_exact)
{
    const uint32_t in_the_open = norm_aim_from(&space->guide.norm, at);
    uint32_t least = 0;
    *is_exact = false;
    if (space->guide.knows_motions)
        least = motion_field_at(space->guide.motions, at, is_exact);
    else if (space->ask.goal.heading >= 0 && !space->ground.reverses)
        least = lookup_at_least(space->ask.table->lookup, at, space->ask.goal, false);
    least = in_the_open > least ? in_the_open : least;
    return least < NORM_NONE ? least : COST_LIMIT;
}

/// The bound up to which the field of motions must grow to exceed an h.
static inline uint32_t more_than(cost h)
{
    return h < MOTION_FIELD_NONE - MORE_KNOWN ? (uint32_t)h + MORE_KNOWN : MOTION_FIELD_NONE;
}

/// A lower bound of the cost of all paths that begin with a connection of the start.
static inline uint64_t least_by_start(const directional_space *space, const connection *start, bool *is_exact)
{
    const uint32_t least = motion_field_at(space->guide.motions, start->at, is_exact);
    return least == MOTION_FIELD_NONE ? UINT64_MAX : (uint64_t)start->cost + least;
}

/// The connection of the start with the least bound of least_by_start().
///
/// @param[out] next  least bound of the other connections; UINT64_MAX: there are none
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

/// Grows the field of motions until the cost from the start is final. The start's connections lead to poses that may
/// lie in separate parts of the map, so the field grows toward the connection with the least bound, until that bound is
/// final.
static inline fw_result grow_to_start(directional_space *space, const connection **reached, uint64_t *work)
{
    for (;;) {
        uint64_t next;
        bool is_exact;
        const connection *best = *reached = best_start(space, &next, &is_exact);
        if (is_exact)
            return FW_OK;
        const uint64_t enough = next - best->cost; // beyond this bound another connection is the best
        const uint32_t least = enough < MOTION_FIELD_NONE ? (uint32_t)enough + 1 : MOTION_FIELD_NONE;
        const fw_result grown = motion_field_grow(space->guide.motions, best->at, least, work);
        if (grown != FW_OK)
            return grown;
    }
}

/// Grows the field of motions as far as the start. If its bound exceeds the norm's, obstacles are in the way, and the
/// norm is dropped.
static inline fw_result reach_start(directional_space *space, successors *successors)
{
    if (!space->guide.is_ready && directional_guide_begin(space, 0) != FW_OK)
        return FW_NO_MEMORY;
    const connection *start;
    uint64_t work = MOTION_FIELD_SLICE;
    const fw_result grown = grow_to_start(space, &start, &work);
    successors->work += MOTION_FIELD_SLICE - work;
    if (grown != FW_OK)
        return grown;
    bool is_exact;
    space->guide.knows_motions = true;
    if (motion_field_at(space->guide.motions, start->at, &is_exact) >
        norm_aim_from(&space->guide.norm, start->at) + (uint64_t)MORE_KNOWN)
        space->guide.norm.count = 0;
    return FW_OK;
}

/// True if the search may soon end without a field of motions. If nodes have speeds, even small maps have many nodes.
static inline bool may_end_unguided(const directional_space *space)
{
    const layer *map = space->ground.open;
    const bool is_small = !space->ask.speeds && (int64_t)map->width * map->height <= SMALL_MAP;
    return space->search.count.expanded < (is_small ? GUIDE_LATE : GUIDE_AFTER);
}

/// Lets the field of motions guide, unless the search may soon end without it. Until then the norm guides; nodes that
/// were queued with the norm's h are queued again.
static inline fw_result begin_to_guide(directional_space *space, successors *successors)
{
    return space->guide.knows_motions || may_end_unguided(space) ? FW_OK : reach_start(space, successors);
}

/// Grows the field of motions for the h of a node before its expansion; postpones the node if its h rises.
static inline fw_result reach_motions(directional_space *space, lattice_pose at, successors *successors)
{
    bool is_exact;
    cost least = least_of_motions(space, at, &is_exact);
    if (!is_exact && least <= successors->from_h) {
        uint64_t work = MOTION_FIELD_SLICE;
        const fw_result grown =
            motion_field_grow(space->guide.motions, at, more_than(successors->from_h), &work);
        successors->work += MOTION_FIELD_SLICE - work;
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

/// h of a pose by the field on the grid. Greedy searches do not grow the field for it: a tile that the field has not
/// reached is at least as far as the field's wave has come.
static inline cost estimate_by_field(const directional_space *space, lattice_pose at)
{
    const guide *guide = &space->guide;
    const field_tile *tile = grid_field_tile(&guide->field, at.x, at.y);
    const bool is_known = tile && tile->stamp == guide->field.stamp;
    const cost h = is_known ? estimate_at(space, at, tile->distance, tile->arrived)
                            : estimate_at(space, at, grid_field_at_least(&guide->field, at.x, at.y), 0);
    if (!guide->looks_at_curves || !lookup_covers(at, space->ask.goal))
        return h;
    const cost length = goal_curve_length(&guide->to_goal, at);
    return length > h ? length : h;
}

/// h of a pose by the heuristic that the request names; of several goals, the nearest counts.
static inline cost estimate_open(const directional_space *space, lattice_pose at)
{
    const directional_query *ask = &space->ask;
    const goal_curve *to_goal = &space->guide.to_goal;
    if (!has_several(space) || !heuristic_is_turn(ask->heuristic))
        return goal_curve_estimate(to_goal, ask->heuristic, at);
    const bool by_table = ask->heuristic == FW_HEURISTIC_TURN_TABLE;
    cost least = COST_LIMIT;
    for (int32_t i = 0; i < ask->several.count; i++) {
        const fw_pose *goal = &ask->several.items[i].pose;
        const cost length = goal_curve_turn(to_goal, by_table, at, goal->x, goal->y);
        least = length < least ? length : least;
    }
    return least;
}

/// h of a pose.
static inline cost estimate_of(const directional_space *space, lattice_pose at)
{
    const guide *guide = &space->guide;
    bool is_exact;
    switch (guide->kind) {
    case GUIDE_OPEN:
        return estimate_open(space, at);
    case GUIDE_MOTIONS:
        return least_of_motions(space, at, &is_exact);
    case GUIDE_PERIMETER: {
        const uint32_t exact = perimeter_cost(guide->perimeter, at);
        return exact != NOT_WITHIN ? exact : estimate_by_field(space, at);
    }
    case GUIDE_GRID:
        break;
    }
    return estimate_by_field(space, at);
}

/// Continues the flood from the goal beside the search. FW_NOT_FOUND: the flood ran dry without reaching the start.
static inline fw_result follow_flood(directional_space *space, successors *successors)
{
    const uint64_t after = space->guide.kind == GUIDE_PERIMETER ? FLOOD_BEYOND : FLOOD_AFTER;
    if (space->backward->state != PROBE_OPEN || space->search.count.expanded < after)
        return FW_OK;
    successors->work += (uint64_t)probe_step(space->backward, 1);
    return directional_goal_is_cut_off(space) ? FW_NOT_FOUND : FW_OK;
}

/// Begins the expansion of a node: connects goals nearby, pushes the goal if the node has a connection to it, grows the
/// field to the node's tile, and continues the flood from the goal.
///
/// @param[out] ended  result of the expansion if the return value is false
/// @return true if the ways out of the node are to be pushed
static inline bool opens(directional_space *space, fw_node_id id, successors *successors, fw_result *ended)
{
    const lattice_pose at = lattice_of(id);
    cost last = 0;
    *ended = has_several(space) ? directional_several_join(space, at, &successors->work) : FW_OK;
    if (*ended != FW_OK)
        return false;
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

/// Keeps the ways from whose ends the field has a way to the goal. Greedy searches keep all.
///
/// @return FW_OK, FW_PENDING (the field must grow) or FW_NO_MEMORY
static inline fw_result keep_open_ended(directional_space *space, way *ways, size_t *count,
                                        successors *successors)
{
    if (space->ask.is_greedy || space->guide.kind != GUIDE_GRID)
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

/// The pose of a node, for traces.
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
