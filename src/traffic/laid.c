#include "traffic/laid.h"

#include <string.h>

#include "curve/sweep_body.h"
#include "curve/sweep_ground.h"
#include "map/overlay.h"
#include "traffic/way_queue.h"

const fw_overlay *laid_over(const fw_traffic *traffic, const agent_kind *kind)
{
    const laid_overlay *laid = kind->laid.given ? &kind->laid : &traffic->around.laid;
    return traffic->around.sites.count > 0 ? laid->merged : laid->given;
}

void laid_set_kind(const fw_traffic *traffic, agent_kind *kind, const map_unit *unit, fw_unit_id id)
{
    const fw_overlay *overlay = laid_over(traffic, kind);
    *kind = (agent_kind){ .unit = id,
                          .ground = sweep_ground_of(unit, overlay),
                          .body = sweep_body_of(&unit->def.footprint),
                          .radius = unit->def.footprint.radius,
                          .turn_radius = unit->def.turn_radius,
                          .reverse = unit->def.reverse,
                          .rules = unit,
                          .is_uneven = !unit->uniform || overlay_has_costs(overlay),
                          .tops = kind->tops,
                          .laid = kind->laid,
                          .owner = kind->owner };
}

void laid_end(laid_overlay *laid)
{
    fw_overlay_destroy(laid->given);
    fw_overlay_destroy(laid->merged);
    *laid = (laid_overlay){ 0 };
}

static void free_tops(fw_traffic *traffic, double *tops)
{
    memory_give_back(&traffic->memory, tops, FW_TERRAIN_COUNT, sizeof *tops);
}

void laid_end_kind(fw_traffic *traffic, agent_kind *kind)
{
    laid_end(&kind->laid);
    free_tops(traffic, kind->tops);
    *kind = (agent_kind){ .unit = 0 };
}

static fw_result create(fw_traffic *traffic, fw_overlay **made)
{
    const fw_allocator hooks = memory_hooks(&traffic->memory);
    return fw_overlay_create(map_width(traffic->map), map_height(traffic->map), &hooks, made);
}

/// Blocks the tiles of all sites.
static fw_result block_sites(const fw_traffic *traffic, fw_overlay *overlay)
{
    for (int32_t i = 0; i < traffic->around.sites.count; i++) {
        const tile_box *box = &traffic->around.sites.all[i].box;
        if (fw_overlay_block(overlay, box->left, box->top, box->right - box->left + 1,
                             box->bottom - box->top + 1) != FW_OK)
            return FW_NO_MEMORY;
    }
    return FW_OK;
}

/// Blocks the tiles of all sites besides what was given.
static fw_result merge(fw_traffic *traffic, laid_overlay *laid)
{
    if (traffic->around.sites.count == 0)
        return FW_OK;
    if (!laid->merged && create(traffic, &laid->merged) != FW_OK)
        return FW_NO_MEMORY;
    return overlay_copy(laid->given, laid->merged) == FW_OK ? block_sites(traffic, laid->merged)
                                                            : FW_NO_MEMORY;
}

fw_result laid_merge_all(fw_traffic *traffic)
{
    fw_result result = merge(traffic, &traffic->around.laid);
    for (uint32_t i = 0; i < traffic->roster.kind_count && result == FW_OK; i++)
        if (traffic->roster.kinds[i].laid.given)
            result = merge(traffic, &traffic->roster.kinds[i].laid);
    return result;
}

/// Copies an overlay, and blocks the tiles of all sites in the copy.
static fw_result copy(fw_traffic *traffic, const fw_overlay *given, laid_overlay *made)
{
    *made = (laid_overlay){ 0 };
    if (given && (create(traffic, &made->given) != FW_OK || overlay_copy(given, made->given) != FW_OK))
        return FW_NO_MEMORY;
    return merge(traffic, made);
}

fw_result laid_take(fw_traffic *traffic, laid_overlay *laid, const fw_overlay *given)
{
    laid_overlay made;
    const fw_result result = copy(traffic, given, &made);
    if (result != FW_OK) {
        laid_end(&made);
        return result;
    }
    if (traffic->desk.search)
        way_end_search(traffic); // it reads the old overlay
    laid_end(laid);
    *laid = made;
    return FW_OK;
}

fw_result laid_set_tops(fw_traffic *traffic, agent_kind *kind, const double *tops)
{
    if (tops && !kind->tops)
        kind->tops = memory_get(&traffic->memory, FW_TERRAIN_COUNT, sizeof *kind->tops);
    if (tops && !kind->tops)
        return FW_NO_MEMORY;
    if (tops) {
        memcpy(kind->tops, tops, FW_TERRAIN_COUNT * sizeof *kind->tops);
    } else {
        free_tops(traffic, kind->tops);
        kind->tops = NULL;
    }
    return FW_OK;
}
