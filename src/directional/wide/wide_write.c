#include "directional/wide/wide_write.h"

#include "directional/drive_route.h"

/// The move by which a node was reached, as the unit drives it.
static fw_curve move_into(const void *context, uint32_t parent, uint32_t slot)
{
    const wide_side *side = context;
    const node_store *nodes = &side->search.nodes;
    const fine_pose *from = &side->cells.poses[node_id_of(nodes, parent)];
    fw_curve curve;
    wide_motions_drive(&side->motions, node_of(nodes, slot)->via, from->x, from->y, from->heading, &curve);
    return wide_side_driven(side, &curve);
}

fw_result wide_side_write(wide_side *side, memory *memory, uint32_t slot, bool to_goal, drive_writer *writer)
{
    if (slot == NO_SLOT)
        return FW_NOT_FOUND;
    const size_t count =
        node_store_route(&side->search.nodes, memory, slot, &side->route, &side->route_capacity);
    if (count == 0)
        return FW_NO_MEMORY;
    const fw_curve last = wide_side_driven(side, &side->last);
    const drive_route route = { .slots = side->route,
                                .count = count,
                                .is_backward = side->is_backward,
                                .last = to_goal ? &last : NULL,
                                .move = move_into,
                                .side = side };
    return drive_route_write(&route, writer);
}
