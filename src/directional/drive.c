#include "directional/drive.h"

#include "curve/segment_cost.h"
#include "map/overlay.h"

drive drive_from(fw_path *path, const fw_map *map, const map_unit *unit, const fw_overlay *overlay,
                 fw_pose start)
{
    return (drive){ .path = path,
                    .map = map,
                    .unit = unit,
                    .overlay = overlay_is_empty(overlay) ? NULL : overlay,
                    .is_flat = unit->uniform && !overlay_has_costs(overlay),
                    .open = { .start = start } };
}

/// Adds the cost of a segment, and of the change of gear before it.
static void pay(drive *drive, const fw_segment *segment)
{
    const fw_unit_def *def = &drive->unit->def;
    const double cost = drive->is_flat ? segment->length * drive->unit->cheapest / COST_ONE
                                       : segment_cost(drive->map, drive->unit, drive->overlay, segment);
    drive->cost += segment->gear == FW_REVERSE ? cost * def->reverse_penalty : cost;
    if (drive->moved && drive->gear != segment->gear)
        drive->cost += def->gear_change_cost;
    drive->gear = segment->gear;
    drive->moved = true;
}

static fw_result close_open(drive *drive)
{
    if (drive->open.length == 0)
        return FW_OK;
    pay(drive, &drive->open);
    return path_push(drive->path, &drive->open);
}

fw_result drive_push(drive *drive, const fw_segment *next)
{
    if (drive->open.length > 0 && drive->open.curvature == next->curvature &&
        drive->open.gear == next->gear) {
        drive->open.length += next->length;
        return FW_OK;
    }
    if (close_open(drive) != FW_OK)
        return FW_NO_MEMORY;
    drive->open = *next;
    return FW_OK;
}

fw_result drive_push_all(drive *drive, const fw_segment *segments, int32_t count)
{
    fw_result pushed = FW_OK;
    for (int32_t i = 0; i < count && pushed == FW_OK; i++)
        pushed = drive_push(drive, &segments[i]);
    return pushed;
}

fw_result drive_end(drive *drive)
{
    return drive->open.length > 0 ? close_open(drive) : path_push(drive->path, &drive->open);
}
