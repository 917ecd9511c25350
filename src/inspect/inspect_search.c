#include <math.h>

#include "inspect/mark.h"
#include "map/overlay.h"
#include "plan/insight.h"

/// Sends a row of a search's guide.
///
/// @return false if the receiver wants no more
static bool send_guide_row(const marker *to, const fw_search *search, int32_t y, double heading)
{
    const map_unit *unit = insight_unit(search);
    const layer *fits = unit->layer ? unit->layer : unit->body;
    for (int32_t x = 0; x < fits->width; x++) {
        const double h = layer_fits(fits, x, y) ? insight_guide(search, x, y, heading) : INFINITY;
        if (h < INFINITY && !mark_send_tiles(to, FW_MARK_GUIDE, 0, (fw_tile_rect){ x, y, 1, 1 }, h))
            return false;
    }
    return true;
}

fw_result fw_inspect_guide(const fw_search *search, double heading, fw_mark_fn receive, void *user)
{
    if (!search || !receive)
        return FW_NULL_ARGUMENT;
    if (!isfinite(heading))
        return FW_NOT_FINITE;
    const map_version *map = insight_begin(search);
    if (!map)
        return FW_STALE;
    const marker to = { receive, user };
    const bool has_guide = insight_has_guide(search);
    for (int32_t y = 0; has_guide && y < map->height; y++)
        if (!send_guide_row(&to, search, y, heading))
            break;
    insight_end(search);
    return has_guide ? FW_OK : FW_NOT_FOUND;
}

/// Sends the blocked tiles of an overlay, row by row.
static void send_blocked(const marker *to, const fw_overlay *overlay, const map_version *map)
{
    for (int32_t y = 0; y < map->height; y++)
        for (int32_t x = 0; x < map->width; x++)
            if (overlay_blocked(overlay, x, y) & 1 &&
                !mark_send_tiles(to, FW_MARK_CONE, 0, (fw_tile_rect){ x, y, 1, 1 }, 0))
                return;
}

fw_result fw_inspect_cones(const fw_search *search, fw_mark_fn receive, void *user)
{
    if (!search || !receive)
        return FW_NULL_ARGUMENT;
    const map_version *map = insight_begin(search);
    if (!map)
        return FW_STALE;
    const marker to = { receive, user };
    roadside cones;
    const fw_result put = insight_cones(search, &cones);
    if (put == FW_OK)
        send_blocked(&to, cones.blocked, map);
    insight_free_cones(search, &cones);
    insight_end(search);
    return put;
}
