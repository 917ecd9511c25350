#include "directional/wide/wide_write.h"

/// The move by which a node was reached, as the unit drives it.
static fw_curve move_into(const wide_side *side, uint32_t parent, uint32_t slot)
{
    const node_store *nodes = &side->search.nodes;
    const fine_pose *from = &side->cells.poses[node_id_of(nodes, parent)];
    uint16_t heading = from->heading;
    fw_curve curve;
    wide_motions_drive(&side->motions, node_of(nodes, slot)->via, from->x, from->y, &heading, &curve);
    return wide_side_driven(side, &curve);
}

/// Pushes a route of the search from the start: the moves to a node, then the curve to the goal.
static fw_result push_forward(drive_writer *writer, const wide_side *side, size_t count, bool to_goal)
{
    fw_result pushed = FW_OK;
    for (; count > 1 && pushed == FW_OK; count--) {
        const fw_curve curve = move_into(side, side->route[count - 1], side->route[count - 2]);
        pushed = drive_writer_push_curve(writer, &curve);
    }
    return pushed == FW_OK && to_goal ? drive_writer_push_curve(writer, &side->last) : pushed;
}

/// Pushes a route of the search from the goal: the curve that comes from the start, then the moves in the order in
/// which they are driven.
static fw_result push_backward(drive_writer *writer, const wide_side *side, size_t count)
{
    const fw_curve first = wide_side_driven(side, &side->last);
    fw_result pushed = drive_writer_push_curve(writer, &first);
    for (size_t i = 0; i + 1 < count && pushed == FW_OK; i++) {
        const fw_curve curve = move_into(side, side->route[i + 1], side->route[i]);
        pushed = drive_writer_push_curve(writer, &curve);
    }
    return pushed;
}

fw_result wide_side_write(wide_side *side, memory *memory, bool to_goal, drive_writer *writer)
{
    const uint32_t slot = to_goal ? side->search.goal_parent : best_first_best(&side->search);
    if (slot == NO_SLOT)
        return FW_NOT_FOUND;
    const size_t count =
        node_store_route(&side->search.nodes, memory, slot, &side->route, &side->route_capacity);
    if (count == 0)
        return FW_NO_MEMORY;
    const fw_result pushed =
        side->is_backward ? push_backward(writer, side, count) : push_forward(writer, side, count, to_goal);
    return pushed == FW_OK ? drive_writer_end(writer) : pushed;
}
