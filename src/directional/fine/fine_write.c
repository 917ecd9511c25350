#include "directional/fine/fine_write.h"

#include "directional/drive_route.h"
#include "directional/fine/fine_inside.h"

fw_curve fine_driven(const fine_side *side, const fw_curve *curve)
{
    const fw_curve driven = side->is_backward ? curve_retraced(curve) : *curve;
    return fine_frame_leave_curve(side->frame, &driven);
}

/// The move by which a node was reached, as the unit drives it.
static fw_curve move_into(const void *context, uint32_t parent, uint32_t slot)
{
    const fine_side *side = context;
    const node_store *nodes = &side->search.nodes;
    const fine_pose *from = &side->cells.poses[node_id_of(nodes, parent)];
    const fw_pose pose = { from->x, from->y, fine_heading_of(&side->moves, from->heading) };
    fine_heading heading = from->heading;
    fw_curve curve;
    fine_move_drive(&side->moves, node_of(nodes, slot)->via, pose, &heading, &curve);
    return fine_driven(side, &curve);
}

fw_result fine_search_write(fine_search *fine, const map_unit *unit, bool to_goal, fw_path *path,
                            double *total)
{
    fine_side *side = &fine->sides[to_goal ? fine->turn : 0];
    const uint32_t slot = to_goal ? side->search.goal_parent : best_first_best(&side->search);
    if (slot == NO_SLOT)
        return FW_NOT_FOUND;
    const size_t count =
        node_store_route(&side->search.nodes, fine->memory, slot, &side->route, &side->route_capacity);
    if (count == 0)
        return FW_NO_MEMORY;
    drive_writer writer =
        drive_writer_begin(path, fine->present.map, unit, fine->present.overlay, fine->present.start);
    const fw_curve last = fine_driven(side, &side->last);
    const drive_route route = { .slots = side->route,
                                .count = count,
                                .is_backward = side->is_backward,
                                .last = to_goal || side->is_backward ? &last : NULL,
                                .move = move_into,
                                .side = side };
    const fw_result pushed = drive_route_write(&route, &writer);
    *total = writer.cost;
    return pushed;
}
