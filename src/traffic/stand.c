#include "traffic/stand.h"

#include <math.h>

#include "curve/free_place.h"
#include "curve/sweep_line.h"
#include "plan/query.h"
#include "regions/unit_regions.h"
#include "traffic/agent_state.h"
#include "traffic/laid.h"

/// Label of the region of the anchor under a place; 0: there is none.
static uint32_t label_at(const map_version *map, const map_unit *unit, double x, double y)
{
    const regions *regions = regions_of_unit(map, unit);
    const fw_pose place = { x, y, 0 };
    pose_anchor anchor;
    if (!regions || !unit->layer || !anchor_under(unit, &place, &anchor))
        return 0;
    return regions_label(regions, unit->layer, anchor.x, anchor.y);
}

uint32_t stand_label_of(const fw_traffic *traffic, const agent *unit)
{
    const map_unit *kind = map_find_unit(traffic->map, kind_of(traffic, unit)->unit);
    const fw_pose stop = agent_stop(unit);
    uint32_t label = label_at(traffic->map, kind, stop.x, stop.y);
    for (int i = 0; i < 9 && label == 0; i++)
        label = label_at(traffic->map, kind, stop.x + i % 3 - 1, stop.y + i / 3 - 1);
    return label;
}

bool stand_is_free(const stand_search *search, double x, double y)
{
    const agent_kind *kind = search->kind;
    const map_version *map = search->traffic->map;
    return sweep_line_is_free(&kind->ground, &kind->body, x, y, x, y) &&
           (search->label == 0 || label_at(map, map_find_unit(map, kind->unit), x, y) == search->label);
}

static bool may_stand(const void *context, fw_pose place)
{
    return stand_is_free(context, place.x, place.y);
}

bool stand_find(const stand_search *search, double x, double y, way_point *place)
{
    const map_unit *unit = map_find_unit(search->traffic->map, search->kind->unit);
    const free_place_query asked = { .from = { x, y, 0 },
                                     .most = INFINITY,
                                     .open = unit->body,
                                     .overlay = laid_over(search->traffic, search->kind),
                                     .least = unit->centre_offset,
                                     .shape = unit->def.footprint,
                                     .body = unit->def.footprint,
                                     .taken = search->taken,
                                     .taken_count = search->taken_count,
                                     .grid = unit->def.size % 2 ? 0.5 : 1,
                                     .may_stand = may_stand,
                                     .context = search };
    fw_pose found;
    if (!free_place_find(&asked, &found))
        return false;
    *place = (way_point){ found.x, found.y };
    return true;
}
