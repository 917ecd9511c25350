#include "plan/access.h"

#include "plan/planner.h"
#include "regions/unit_regions.h"

/// True if the regions do not tell all. Of an overlay, only what it blocks counts for the body.
static bool heeds_overlay(const query *query, access_subject subject)
{
    const fw_overlay *overlay = query->request.overlay;
    if (overlay_is_empty(overlay))
        return false;
    return subject == ACCESS_OF_BODY ? query->nearest != NEAREST_NEVER && overlay_changes(overlay)->count > 0
                                     : query->request.nearest && query->unit->layer;
}

/// Prepares for questions. FW_OK or FW_NO_MEMORY.
static fw_result begin(fw_search *search, access_subject subject)
{
    const query *query = search->query;
    const map_unit *unit = query->unit;
    const bool is_body = subject == ACCESS_OF_BODY;
    if (!search->goals.access &&
        overlay_access_create(&search->spaces.pages.small, &search->goals.access) != FW_OK)
        return FW_NO_MEMORY;
    const access_query ask = {
        .regions = is_body ? regions_of_body(search->map, unit) : regions_of_unit(search->map, unit),
        .layer = is_body ? unit->body : unit->layer,
        .overlay = query->request.overlay,
        .corners = is_body ? FW_CORNERS_NEVER : unit->def.corners,
        .only_blocked = is_body,
        .start_x = is_body ? query->from.tile.x : query->start.x,
        .start_y = is_body ? query->from.tile.y : query->start.y,
    };
    search->goals.subject = ACCESS_OF_NOTHING;
    if (overlay_access_begin(search->goals.access, &ask) != FW_OK)
        return FW_NO_MEMORY;
    search->goals.subject = subject;
    return FW_OK;
}

fw_result access_ask(fw_search *search, access_subject subject, int32_t x, int32_t y, uint64_t *work,
                     bool *has)
{
    const query *query = search->query;
    *has = subject == ACCESS_OF_BODY ? query_body_may_reach(search->map, query, (lattice_pose){ x, y, -1 })
                                     : query_may_reach(search->map, query, x, y);
    if (!*has || !heeds_overlay(query, subject))
        return FW_OK;
    if (search->goals.subject != subject && begin(search, subject) != FW_OK)
        return FW_NO_MEMORY;
    return overlay_access_ask(search->goals.access, x, y, work, has);
}

fw_result access_survey(fw_search *search, access_subject subject, int32_t x, int32_t y, bool *has)
{
    survey *survey = &search->survey;
    const uint64_t before = survey->left;
    const fw_result asked = access_ask(search, subject, x, y, &survey->left, has);
    survey->seen += before - survey->left;
    return asked;
}

const block_box *access_box(const fw_search *search, access_subject subject)
{
    return search->goals.subject == subject ? overlay_access_box(search->goals.access) : NULL;
}

bool access_is_plain(const fw_search *search, int32_t x, int32_t y)
{
    return search->goals.subject != ACCESS_OF_NOTHING && overlay_access_is_plain(search->goals.access, x, y);
}
