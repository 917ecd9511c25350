#include <math.h>

#include "inspect/mark.h"
#include "map/overlay.h"
#include "plan/grid_search.h"
#include "plan/planner.h"

/// Holds the search's version of the map; search_rest() must follow. False: a commit has taken the version.
static bool hold_version(const fw_search *search)
{
    return search->ended != FW_STALE && search_resume((fw_search *)search); // no reader sees the pin
}

/// True if the present attempt has begun a stage.
static bool has_begun(const fw_search *search, const stage_kind *stage)
{
    for (int32_t i = 0; i < search->chain.count && i <= search->chain.now; i++)
        if (search->chain.kinds[i] == stage)
            return true;
    return false;
}

static bool is_by_astar(const fw_search *search)
{
    return has_begun(search, &grid_stage) && search->decisions.grid_by == &grid_astar;
}

static bool has_guide(const fw_search *search)
{
    return is_by_astar(search) ||
           (has_begun(search, &directional_stage) && directional_space_has_guide(search->spaces.directional));
}

/// h at an anchor, by the search's guide; infinite: no path leads from there.
static double guide_at(const fw_search *search, int32_t x, int32_t y, double heading)
{
    return is_by_astar(search) ? grid_space_estimate(search->spaces.grid, x, y)
                               : directional_space_estimate(search->spaces.directional, x, y, heading);
}

/// Sends a row of a search's guide. Returns false if the receiver wants no more.
static bool send_guide_row(const marker *to, const fw_search *search, int32_t y, double heading)
{
    const map_unit *unit = search->query->unit;
    const layer *fits = unit->layer ? unit->layer : unit->body;
    for (int32_t x = 0; x < fits->width; x++) {
        const double h = layer_fits(fits, x, y) ? guide_at(search, x, y, heading) : INFINITY;
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
    if (!hold_version(search))
        return FW_STALE;
    const marker to = { receive, user };
    const bool is_guided = has_guide(search);
    for (int32_t y = 0; is_guided && y < search->map->height; y++)
        if (!send_guide_row(&to, search, y, heading))
            break;
    search_rest((fw_search *)search);
    return is_guided ? FW_OK : FW_NOT_FOUND;
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
    if (!hold_version(search))
        return FW_STALE;
    const marker to = { receive, user };
    roadside cones = { 0 };
    const road_shaper *roads = &search->shapers.roads;
    const bool has_cones = has_begun(search, &road_stage) && search->ended != FW_PENDING;
    const fw_result put = has_cones ? road_repeat_cones(roads, &cones) : FW_NOT_FOUND;
    if (put == FW_OK)
        send_blocked(&to, cones.blocked, search->map);
    roadside_free(&cones, roads->memory);
    search_rest((fw_search *)search);
    return put;
}
