#include "directional/search/directional_write.h"

#include "directional/search/directional_space.h"

#include "directional/drive_writer.h"
#include "directional/fine/fine_write.h"
#include "directional/motions/motion_set.h"
#include "directional/search/directional_expand.h"
#include "directional/search/last_connection.h"

/// Pushes the motion by which a node was reached from another. The search for the least time drives a straight motion
/// several times between two nodes, so the motion is repeated until it ends at the node.
static fw_result push_motion(drive_writer *writer, const directional_space *space, fw_node_id from,
                             fw_node_id to, uint16_t via)
{
    lattice_pose pose = lattice_of(from);
    const lattice_pose end = lattice_of(to);
    const motion_taken taken = motion_of_via(space->task.query.table, pose, via);
    fw_result pushed = FW_OK;
    do {
        const fw_pose start = pose_of(space, pose);
        for (int32_t i = 0; i < motion_segment_count(taken.set, taken.motion) && pushed == FW_OK; i++) {
            const fw_segment segment =
                motion_segment(taken.set, taken.motion, i, start.x, start.y, taken.gear);
            pushed = drive_writer_push(writer, &segment);
        }
        pose.x += taken.motion->dx;
        pose.y += taken.motion->dy;
    } while (pushed == FW_OK && (pose.x != end.x || pose.y != end.y));
    return pushed;
}

/// Pushes the connection of the start, the motions to a node and, if asked, the connection of the goal.
static fw_result push_route(drive_writer *writer, directional_space *space, uint32_t slot, bool to_goal)
{
    const node_store *nodes = &space->search.nodes;
    size_t left = node_store_route(nodes, space->memory, slot, &space->route, &space->route_capacity);
    if (left == 0)
        return FW_NO_MEMORY;
    const uint32_t *route = space->route;
    fw_result pushed = drive_writer_push_curve(
        writer, &space->ends.starts->items[node_of(nodes, route[left - 1])->via].curve);
    for (; left > 1 && pushed == FW_OK; left--)
        pushed = push_motion(writer, space, node_id_of(nodes, route[left - 1]),
                             node_id_of(nodes, route[left - 2]), node_of(nodes, route[left - 2])->via);
    cost last = 0;
    if (to_goal && pushed == FW_OK)
        pushed = drive_writer_push_curve(
            writer, &directional_last_connection(space, node_id_of(nodes, slot), &last)->curve);
    return pushed;
}

/// The slot of the node at which a path ends; NO_SLOT if there is none.
static uint32_t slot_of(directional_space *space, directional_end end)
{
    double square;
    switch (end) {
    case DIRECTIONAL_END_GOAL:
        return space->search.goal_parent;
    case DIRECTIONAL_END_BEST:
        return best_first_best(&space->search);
    case DIRECTIONAL_END_NEAREST:
        break;
    }
    return directional_nearest_slot(space, &square);
}

fw_result directional_space_write(directional_space *space, directional_end end, fw_path *path, double *total)
{
    const directional_query *query = &space->task.query;
    const bool to_goal = end == DIRECTIONAL_END_GOAL;
    const bool is_by_curve = to_goal && space->ends.direct_state == DIRECT_CHEAPEST;
    if (space->phase == SPACE_FINE && end != DIRECTIONAL_END_NEAREST)
        return fine_search_write(space->fine, query->unit, to_goal, path, total);
    if (searches_wide(space) && !is_by_curve)
        return wide_search_write(space->wide, query->unit, end, path, total);
    const bool is_direct = to_goal && space->search.goal_parent == NO_SLOT;
    const uint32_t slot = slot_of(space, end);
    if (!is_direct && slot == NO_SLOT)
        return FW_NOT_FOUND;
    drive_writer writer =
        drive_writer_begin(path, query->map, query->unit, query->overlay, query->start.pose);
    fw_result pushed = is_direct ? drive_writer_push_curve(&writer, &space->ends.direct)
                                 : push_route(&writer, space, slot, to_goal);
    if (pushed == FW_OK)
        pushed = drive_writer_end(&writer);
    *total = writer.cost;
    return pushed;
}
