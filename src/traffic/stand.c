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

/// The anchor under a place has its middle so far from the place at most, in tiles.
#define OFF_ANCHOR 0.7072

/// How near and how far the nearest place can be, by the nearest anchor of the region: no other region is searched.
///
/// @return false if no anchor is of the region
static bool find_bounds(const stand_search *search, const map_unit *unit, double x, double y, double *closest,
                        double *most)
{
    const regions *regions = regions_of_unit(search->traffic->map, unit);
    int32_t anchor_x, anchor_y;
    *closest = 0;
    *most = INFINITY;
    if (search->label == 0 || !regions)
        return true;
    if (!regions_nearest(regions, unit->layer, search->label, x, y, &anchor_x, &anchor_y))
        return false;
    const fw_pose middle = centre_of(anchor_x, anchor_y, unit->def.size);
    const double away = apart(x, y, middle.x, middle.y);
    *closest = away - OFF_ANCHOR;
    if (search->taken_count == 0 && stand_is_free(search, middle.x, middle.y))
        *most = away;
    return true;
}

bool stand_find(const stand_search *search, double x, double y, way_point *place)
{
    const map_unit *unit = map_find_unit(search->traffic->map, search->kind->unit);
    double closest, most;
    if (!find_bounds(search, unit, x, y, &closest, &most))
        return false;
    const free_place_query asked = { .from = { x, y, 0 },
                                     .most = most,
                                     .closest = closest,
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
    if (!free_place_find(&asked, &found, NULL))
        return false;
    *place = (way_point){ found.x, found.y };
    return true;
}
