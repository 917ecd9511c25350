#pragma once

/// Parts of an expansion that the lattice search and the search for the least time (speed_space.c) share: what precedes
/// the collection of the steps out of a node, and which of these steps are kept.

#include "directional/ends/end_connections.h"
#include "directional/ends/end_floods.h"
#include "directional/guides/guide_growth.h"
#include "directional/search/last_connection.h"

/// Continues the flood from the goal beside the search. FW_NOT_FOUND: the flood ran dry without reaching the start.
static inline fw_result follow_flood(directional_space *space, successors *successors)
{
    if (space->ends.backward->state != FLOOD_OPEN ||
        space->search.count.expanded < space->guide.kind->flood_after)
        return FW_OK;
    return search_ends_flood_goals(&space->ends, 1, &successors->work);
}

/// Connects goals around a node, and pushes the goal if the node has a connection to one.
///
/// @return FW_OK, FW_PENDING (more goals must be connected) or FW_NO_MEMORY
static inline fw_result push_goal(directional_space *space, fw_node_id id, successors *successors,
                                  bool *has_arrived)
{
    cost last = 0;
    const fw_result connected = search_ends_connect_near(&space->ends, lattice_of(id), &successors->work);
    if (connected != FW_OK || !directional_last_connection(space, id, &last))
        return connected;
    successors_push_goal(successors, last);
    *has_arrived = last == 0;
    return FW_OK;
}

/// Begins the expansion of a node: connects goals nearby, pushes the goal if the node has a connection to it, grows the
/// field to the node's tile, and continues the flood from the goal.
///
/// @param[out] ended  result of the expansion if the return value is false
/// @return true if the steps out of the node are to be pushed
static inline bool opens(directional_space *space, fw_node_id id, successors *successors, fw_result *ended)
{
    const lattice_pose pose = lattice_of(id);
    bool has_arrived = false;
    *ended =
        search_ends_may_connect(&space->ends, pose) ? push_goal(space, id, successors, &has_arrived) : FW_OK;
    if (*ended != FW_OK || has_arrived)
        return false;
    const fw_result reached = reach(space, pose.x, pose.y, successors);
    *ended = reached == FW_NOT_FOUND ? FW_OK : reached;
    if (reached != FW_OK)
        return false;
    *ended = FW_NOT_FOUND;
    return follow_flood(space, successors) == FW_OK;
}

/// Keeps the steps whose ends the field connects to a goal. Greedy searches keep all. FW_OK, FW_PENDING (the field
/// must grow) or FW_NO_MEMORY.
static inline fw_result keep_open_ended(directional_space *space, lattice_step *steps, size_t *count,
                                        successors *successors)
{
    if (space->task.query.is_greedy || space->guide.kind->field != GUIDE_HAS_DISTANCES)
        return FW_OK;
    size_t kept = 0;
    for (size_t i = 0; i < *count; i++) {
        const lattice_pose to = lattice_of(steps[i].to);
        const fw_result reached = reach(space, to.x, to.y, successors);
        if (reached == FW_OK)
            steps[kept++] = steps[i];
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

static inline void push_all(const lattice_step *steps, size_t count, successors *successors)
{
    for (size_t i = 0; i < count; i++)
        successors_push(successors, steps[i].to, steps[i].length, steps[i].via);
}
