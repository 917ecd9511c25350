#ifndef DIRECTIONAL_SEARCH_DIRECTIONAL_OPENING_H
#define DIRECTIONAL_SEARCH_DIRECTIONAL_OPENING_H

/// @file
/// What the expansions of the lattice search and of the search for the least time (speed_space.c) have in common: what
/// comes before the ways out of a node are listed, and which of these ways are kept.

#include "directional/guides/guide_growth.h"

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
