#include "directional/drive_writer.h"

#include "curve/line_cost.h"
#include "map/overlay.h"

drive_writer drive_writer_begin(fw_path *path, const map_version *map, const map_unit *unit,
                                const fw_overlay *overlay, fw_pose start)
{
    return (drive_writer){ .path = path,
                           .map = map,
                           .unit = unit,
                           .overlay = overlay_is_empty(overlay) ? NULL : overlay,
                           .is_flat = unit->uniform && !overlay_has_costs(overlay),
                           .open = { .start = start } };
}

/// Adds the cost of a segment, and of the change of gear before it.
static void pay(drive_writer *writer, const fw_segment *segment)
{
    const fw_unit_def *def = &writer->unit->def;
    const double cost = writer->is_flat ? segment->length * writer->unit->cheapest / COST_ONE
                                        : segment_cost(writer->map, writer->unit, writer->overlay, segment);
    writer->cost += segment->gear == FW_REVERSE ? cost * def->reverse_penalty : cost;
    if (writer->moved && writer->gear != segment->gear)
        writer->cost += def->gear_change_cost;
    writer->gear = segment->gear;
    writer->moved = true;
}

static fw_result close_open(drive_writer *writer)
{
    if (writer->open.length == 0)
        return FW_OK;
    pay(writer, &writer->open);
    return path_push(writer->path, &writer->open);
}

fw_result drive_writer_push(drive_writer *writer, const fw_segment *next)
{
    if (writer->open.length > 0 && writer->open.curvature == next->curvature &&
        writer->open.gear == next->gear) {
        writer->open.length += next->length;
        return FW_OK;
    }
    if (close_open(writer) != FW_OK)
        return FW_NO_MEMORY;
    writer->open = *next;
    return FW_OK;
}

fw_result drive_writer_push_all(drive_writer *writer, const fw_segment *segments, int32_t count)
{
    fw_result pushed = FW_OK;
    for (int32_t i = 0; i < count && pushed == FW_OK; i++)
        pushed = drive_writer_push(writer, &segments[i]);
    return pushed;
}

fw_result drive_writer_end(drive_writer *writer)
{
    return writer->open.length > 0 ? close_open(writer) : path_push(writer->path, &writer->open);
}
