#include "plan/hybrid_along.h"

#include <math.h>

#include "directional/guides/surcharge.h"
#include "plan/hybrid.h"
#include "plan/planner.h"
#include "plan/route.h"

enum { MOST_MARGIN = 3, MOST_TURNING = 12, PATIENCE = 2, MOST_HOP = 3 };

int32_t route_points(const grid_route *route, int32_t shift, corridor_tile *points, int32_t most)
{
    int32_t count = 1;
    points[0] = (corridor_tile){ route->start.x + shift, route->start.y + shift, 0 };
    for (int32_t i = 0; i < route->count; i++)
        for (int32_t k = 0; k < route->runs[i].steps && count < most; k++, count++)
            points[count] = (corridor_tile){ points[count - 1].x + move_dx[route->runs[i].direction],
                                             points[count - 1].y + move_dy[route->runs[i].direction], 0 };
    return count;
}

/// Tiles beside the path that a unit needs to swing out for the turns of the grid.
static int32_t margin_of(const fw_unit_def *unit)
{
    return (int32_t)fmin(ceil(unit->turn_radius) - 1, MOST_MARGIN);
}

/// Tiles around both ends of the path that a unit needs to turn round.
static int32_t turning_of(const fw_unit_def *unit)
{
    return (int32_t)fmin(ceil(2 * unit->turn_radius), MOST_TURNING);
}

smoothing_query hybrid_along_query(const fw_unit_def *unit, const corridor_tile *points, int32_t count)
{
    const int32_t margin = margin_of(unit);
    return (smoothing_query){ .points = points,
                              .count = count,
                              .margin = margin,
                              .turning = turning_of(unit),
                              .falls_back = PATIENCE * (margin + 1) * HYBRID_FALLS_BACK };
}

/// The query for the search along the path, in the form of Pinter 2001 or in the form of FW_HYBRID.
static smoothing_query along_query(const fw_search *search)
{
    const hybrid *hybrid = search->spaces.hybrid;
    const bool is_strict =
        hybrid->rigour == HYBRID_STRICT || search->query->request.pre_smooth == FW_PRE_SMOOTH_48_STRICT;
    return is_strict ? (smoothing_query){ .points = hybrid->points,
                                          .count = hybrid->point_count,
                                          .falls_back = HYBRID_FALLS_BACK,
                                          .most_hop = MOST_HOP }
                     : hybrid_along_query(&search->query->unit->def, hybrid->points, hybrid->point_count);
}

fw_result hybrid_begin_along(fw_search *search, bool is_backward)
{
    hybrid *hybrid = search->spaces.hybrid;
    const trail_station *last = trail_last(&hybrid->driven);
    if (last && !is_backward) {
        hybrid->begins[0] = (path_end_pose){ last->pose, 0 };
        hybrid->begin_count = 1;
    }
    smoothing_query along = along_query(search);
    along.ground = &hybrid->ground;
    along.is_backward = is_backward;
    const query *query = search->query;
    along.backs_up = query->unit->def.reverse && !is_backward && along.most_hop == 0;
    along.gear_change = surcharge_of(search->map, query->unit, NULL, 0).gear_change;
    along.starts = hybrid->begins;
    along.start_count = hybrid->begin_count;
    along.goals = hybrid->ends.poses;
    along.goal_count = hybrid->ends.count;
    const fw_result entered = hybrid_enter(search, is_backward ? HYBRID_BACK : HYBRID_ALONG);
    search_limits limits = limits_left(search, hybrid->before.work);
    limits.max_cost = is_backward ? 0 : limits_max_cost(hybrid_distance_left(search), MOTION_SCALE);
    return smoothing_48_reset(hybrid->along, &along, &limits) == FW_OK ? entered : FW_NO_MEMORY;
}

fw_result hybrid_push_end(hybrid *hybrid, int32_t end)
{
    if (!hybrid->has_tail) {
        const fw_curve *last = &hybrid->goals.items[end].curve;
        return trail_push(&hybrid->driven, last->segments, last->count);
    }
    const int32_t first = hybrid->tail.stations[end].segment_count;
    const int32_t count = hybrid->tail.segment_count - first;
    return count == 0 ? FW_OK : trail_push(&hybrid->driven, &hybrid->tail.segments[first], count);
}

fw_result hybrid_push_route(fw_search *search, const smoothing_route *route)
{
    hybrid *hybrid = search->spaces.hybrid;
    if (hybrid->driven.station_count == 0) {
        const fw_curve *first = &hybrid->starts.items[route->first].curve;
        if (trail_push(&hybrid->driven, first->segments, first->count) != FW_OK ||
            trail_stop(&hybrid->driven, route->from, route->point) != FW_OK)
            return FW_NO_MEMORY;
    }
    if (trail_push_hops(&hybrid->driven, search->query->motions, route->hops, route->count,
                        hybrid->phase == HYBRID_BACK) != FW_OK)
        return FW_NO_MEMORY;
    return route->last >= 0 ? hybrid_push_end(hybrid, route->last) : FW_OK;
}

fw_result hybrid_push_along(fw_search *search, smoothing_end end)
{
    smoothing_route route;
    const fw_result routed = smoothing_48_route(search->spaces.hybrid->along, end, &route);
    if (routed == FW_NOT_FOUND)
        return FW_OK;
    return routed == FW_OK ? hybrid_push_route(search, &route) : routed;
}
