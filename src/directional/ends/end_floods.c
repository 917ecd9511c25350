#include "directional/ends/end_floods.h"

#include "directional/ends/end_connections.h"

enum {
    FIRST_FLOOD = 32
}; ///< the search begins when the flood from each end has reached more poses than this

/// True if floods may save work. They cannot if no pose is a dead end, if the search will expand all reachable poses
/// anyway, or if a path is known.
static bool floods_help(const search_ends *ends)
{
    const directional_query *query = &ends->task->query;
    return !query->table->sets[BASE_MOTIONS].turns_in_place && query->aims.count == 0 &&
           ends->direct_state == DIRECT_NONE;
}

static flood *flood_of(const search_ends *ends, uint32_t end)
{
    return end == START_END ? ends->forward : ends->backward;
}

/// Lists the lattice poses at which a flood from an end begins: those of goals are turned around.
///
/// @return number of poses; -1 if there are too many, or a goal is not connected yet
static int32_t seeds_of(const search_ends *ends, uint32_t end, lattice_pose *poses)
{
    if (end == START_END) {
        for (int32_t i = 0; i < ends->starts->count; i++)
            poses[i] = ends->starts->items[i].pose;
        return ends->starts->count;
    }
    motion_origin origins[MOST_SEEDS];
    const int32_t count = search_ends_origins(ends, origins);
    for (int32_t i = 0; i < count; i++)
        poses[i] = lattice_opposite(origins[i].pose);
    return count;
}

void search_ends_begin_flood(search_ends *ends, uint32_t end)
{
    static const lattice_pose nowhere = { -1, -1, -1 };
    const directional_task *task = ends->task;
    flood *flood = flood_of(ends, end);
    lattice_pose from[MOST_SEEDS], target = nowhere;
    const int32_t count = floods_help(ends) ? seeds_of(ends, end, from) : -1;
    if (count < 0) {
        flood->state = FLOOD_GIVEN_UP;
        return;
    }
    if (end == START_END && task->goal && task->goal->on_lattice)
        target = task->goal->tile;
    else if (end == GOAL_END && task->query.start.on_lattice)
        target = lattice_opposite(task->query.start.tile);
    flood_begin(flood, &task->ground, from, count, target, end == GOAL_END);
}

/// True if an end has no connections. Goals that are not connected yet may still get some.
static bool is_bare(const search_ends *ends, uint32_t end)
{
    lattice_pose poses[MOST_SEEDS];
    return seeds_of(ends, end, poses) == 0;
}

/// True if a flood has reached all reachable poses, and none is near enough to the other end to be connected to it.
static bool stays_away(const search_ends *ends, const flood *flood, bool from_start)
{
    const directional_query *query = &ends->task->query;
    const goal_set start = { .items = &query->start, .count = 1 },
                   *others = from_start ? &query->goals : &start;
    bool is_away = flood->state == FLOOD_DRY;
    for (int32_t i = 0; i < flood->end && is_away; i++)
        is_away = goal_set_next_near(others, lattice_of(flood->queue[i]), CONNECTION_REACH, 0) < 0;
    return is_away;
}

bool search_ends_are_shut_in(search_ends *ends, uint32_t end, uint64_t *work)
{
    const bool is_start = end == START_END, bare = is_bare(ends, end);
    const bool other_is_on_lattice = is_start ? ends->loose_count == 0 : ends->task->query.start.on_lattice;
    flood *flood = flood_of(ends, end);
    if (!bare && other_is_on_lattice)
        return false;
    while (flood->state == FLOOD_OPEN && flood->end <= FIRST_FLOOD)
        *work += (uint64_t)flood_step(flood, 1);
    return bare || stays_away(ends, flood, is_start);
}

/// True if a flood has reached one of the poses at which the flood from the other end begins. Floods from start and
/// goal turn poses around, each relative to the other.
static bool meets(const flood *flood, const lattice_pose *others, int32_t count)
{
    for (int32_t i = 0; i < count; i++)
        if (flood_has_reached(flood, lattice_opposite(others[i])))
            return true;
    return false;
}

/// True if the flood from the goals ran dry without reaching the start.
static bool goals_are_cut_off(const search_ends *ends)
{
    lattice_pose starts[MOST_SEEDS];
    return ends->backward->state == FLOOD_DRY &&
           !meets(ends->backward, starts, seeds_of(ends, START_END, starts));
}

/// The flood that has reached fewer poses; if both have reached as many, the flood that ran dry last time, because it
/// will probably run dry again.
static flood *narrower_of(const search_ends *ends)
{
    flood *forward = ends->forward, *backward = ends->backward;
    if (forward->end == backward->end && backward->end > 0)
        return ends->suspect;
    return forward->end < backward->end ? forward : backward;
}

static fw_result flood_both(search_ends *ends, uint64_t *work)
{
    flood *forward = ends->forward, *backward = ends->backward;
    while (forward->state == FLOOD_OPEN && backward->state == FLOOD_OPEN) {
        flood *narrower = narrower_of(ends);
        if (narrower->end > FIRST_FLOOD)
            return FW_OK;
        *work += (uint64_t)flood_step(narrower, 1);
    }
    const uint32_t dry = forward->state == FLOOD_DRY ? START_END : GOAL_END;
    flood *flood = flood_of(ends, dry);
    if (flood->state != FLOOD_DRY)
        return FW_OK;
    lattice_pose others[MOST_SEEDS];
    const int32_t count = seeds_of(ends, BOTH_ENDS & ~dry, others);
    ends->suspect = flood;
    ends->dry_end = meets(flood, others, count) ? 0 : dry;
    return ends->dry_end ? FW_NOT_FOUND : FW_OK;
}

fw_result search_ends_flood(search_ends *ends, uint64_t *work)
{
    if (ends->flood_result == FW_PENDING)
        ends->flood_result = flood_both(ends, work);
    return ends->flood_result;
}

fw_result search_ends_flood_goals(search_ends *ends, int32_t poses, uint64_t *work)
{
    *work += (uint64_t)flood_step(ends->backward, poses);
    if (goals_are_cut_off(ends))
        ends->dry_end = GOAL_END;
    return ends->dry_end ? FW_NOT_FOUND : FW_OK;
}
