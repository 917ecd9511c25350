#include "curve/build.h"
#include "curve/segment.h"
#include "directional/drive_writer.h"
#include "directional/fine/fine_inside.h"

/// A curve driven in the other direction, by a unit that faces the other way.
static fw_curve retraced(const fw_curve *curve)
{
    fw_curve back = *curve;
    for (int32_t i = 0; i < curve->count; i++) {
        const fw_segment *segment = &curve->segments[curve->count - 1 - i];
        back.segments[i] = *segment;
        back.segments[i].start = segment_end(segment);
        back.segments[i].start.heading = trig_wrap(back.segments[i].start.heading + FW_PI);
        back.segments[i].curvature = 0 - segment->curvature; // no negative zero
    }
    return back;
}

fw_curve fine_driven(const fine_side *side, const fw_curve *curve)
{
    const fw_curve driven = side->is_backward ? retraced(curve) : *curve;
    return fine_frame_leave_curve(side->frame, &driven);
}

/// The move by which a node was reached, as the unit drives it.
static fw_curve move_into(const fine_side *side, uint32_t parent, uint32_t slot)
{
    const node_store *nodes = &side->search.nodes;
    const fine_pose *from = &side->cells.poses[node_id_of(nodes, parent)];
    const fw_pose pose = { from->x, from->y, fine_heading_of(&side->moves, from->heading) };
    fine_heading heading = from->heading;
    fw_curve curve;
    fine_move_drive(&side->moves, node_of(nodes, slot)->via, pose, &heading, &curve);
    return fine_driven(side, &curve);
}

/// Pushes a route of the search from the start: the moves to a node, then the curve to the goal.
static fw_result push_forward(drive_writer *writer, const fine_side *side, size_t count, bool to_goal)
{
    fw_result pushed = FW_OK;
    for (; count > 1 && pushed == FW_OK; count--) {
        const fw_curve curve = move_into(side, side->route[count - 1], side->route[count - 2]);
        pushed = drive_writer_push_curve(writer, &curve);
    }
    if (pushed != FW_OK || !to_goal)
        return pushed;
    const fw_curve last = fine_driven(side, &side->last);
    return drive_writer_push_curve(writer, &last);
}

/// Pushes a route of the search from the goal: the curve that comes from the start, then the moves in the order in
/// which they are driven.
static fw_result push_backward(drive_writer *writer, const fine_side *side, size_t count)
{
    const fw_curve first = fine_driven(side, &side->last);
    fw_result pushed = drive_writer_push_curve(writer, &first);
    for (size_t i = 0; i + 1 < count && pushed == FW_OK; i++) {
        const fw_curve curve = move_into(side, side->route[i + 1], side->route[i]);
        pushed = drive_writer_push_curve(writer, &curve);
    }
    return pushed;
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
    fw_result pushed =
        side->is_backward ? push_backward(&writer, side, count) : push_forward(&writer, side, count, to_goal);
    if (pushed == FW_OK)
        pushed = drive_writer_end(&writer);
    *total = writer.cost;
    return pushed;
}
