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

static void pay(drive *on, const fw_segment *segment)
{
    const fw_unit_def *def = &on->unit->def;
    const double cost = on->is_flat ? segment->length * on->unit->cheapest / COST_ONE
                                    : segment_cost(on->map, on->unit, on->overlay, segment);
    on->cost += segment->gear == FW_REVERSE ? cost * def->reverse_penalty : cost;
    if (on->moved && on->gear != segment->gear)
        on->cost += def->gear_change_cost;
    on->gear = segment->gear;
    on->moved = true;
}

static fw_result close_open(drive *on)
{
    if (on->open.length == 0)
        return FW_OK;
    pay(on, &on->open);
    return path_push(on->path, &on->open);
}

fw_result drive_push(drive *on, const fw_segment *next)
{
    if (on->open.length > 0 && on->open.curvature == next->curvature && on->open.gear == next->gear) {
        on->open.length += next->length;
        return FW_OK;
    }
    if (close_open(on) != FW_OK)
        return FW_NO_MEMORY;
    on->open = *next;
    return FW_OK;
}

fw_result drive_end(drive *on)
{
    return on->open.length > 0 ? close_open(on) : path_push(on->path, &on->open);
}
