#include <math.h>

#include "plan/directional_search.h"
#include "plan/goal_area.h"
#include "plan/grid_search.h"
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

static fw_result note_points(hybrid *hybrid, const grid_route *route, int32_t shift)
{
    size_t count = 1;
    for (int32_t i = 0; i < route->count; i++)
        count += (size_t)route->runs[i].steps;
    if (memory_reserve(hybrid->memory, &hybrid->points, &hybrid->point_capacity, count,
                       sizeof *hybrid->points) != FW_OK)
        return FW_NO_MEMORY;
    hybrid->point_count = route_points(route, shift, hybrid->points, (int32_t)count);
    return FW_OK;
}

/// Lets the search along the path end at the connections of the goal.
static fw_result end_in_goal(hybrid *hybrid)
{
    hybrid->end_count = hybrid->goals.count;
    if (memory_reserve(hybrid->memory, &hybrid->ends, &hybrid->end_capacity, (size_t)hybrid->end_count,
                       sizeof *hybrid->ends) != FW_OK)
        return FW_NO_MEMORY;
    for (int32_t i = 0; i < hybrid->end_count; i++)
        hybrid->ends[i] = (path_end_pose){ hybrid->goals.items[i].pose, hybrid->goals.items[i].cost };
    return FW_OK;
}

/// Lets the search along the path end at stations of the tail, which leads to the goal.
static fw_result end_on_tail(hybrid *hybrid)
{
    hybrid->has_tail = true;
    hybrid->end_count = hybrid->tail.station_count;
    if (memory_reserve(hybrid->memory, &hybrid->ends, &hybrid->end_capacity, (size_t)hybrid->end_count,
                       sizeof *hybrid->ends) != FW_OK)
        return FW_NO_MEMORY;
    double length = 0;
    int32_t next = hybrid->tail.segment_count;
    for (int32_t i = hybrid->end_count - 1; i >= 0; i--) {
        while (next > hybrid->tail.stations[i].segment_count)
            length += hybrid->tail.segments[--next].length;
        hybrid->ends[i] =
            (path_end_pose){ hybrid->tail.stations[i].pose, (uint32_t)lround(length * MOTION_SCALE) };
    }
    return FW_OK;
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
    const hybrid *hybrid = search->hybrid;
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
    hybrid *hybrid = search->hybrid;
    const trail_station *last = trail_last(&hybrid->driven);
    if (last && !is_backward) {
        hybrid->begins[0] = (path_end_pose){ last->pose, 0 };
        hybrid->begin_count = 1;
    }
    smoothing_query along = along_query(search);
    along.ground = &hybrid->ground;
    along.is_backward = is_backward;
    along.starts = hybrid->begins;
    along.start_count = hybrid->begin_count;
    along.goals = hybrid->ends;
    along.goal_count = hybrid->end_count;
    const fw_result entered = hybrid_enter(search, is_backward ? HYBRID_BACK : HYBRID_ALONG);
    search_limits limits = limits_left(search, hybrid->before.work);
    limits.max_cost = is_backward ? 0 : limits_max_cost(hybrid_distance_left(search), MOTION_SCALE);
    return smoothing_48_reset(hybrid->along, &along, &limits) == FW_OK ? entered : FW_NO_MEMORY;
}

/// If there are several goals, chooses the one that the path on the grid leads to.
///
/// @return FW_OK, FW_NOT_FOUND (the body cannot get there) or FW_NO_MEMORY
static fw_result choose_goal(fw_search *search, const grid_route *route)
{
    hybrid *hybrid = search->hybrid;
    const query *query = search->query;
    drive_goal *drive_to = &search->decisions.drive_to;
    if (hybrid->several.count == 0)
        return FW_OK;
    const fw_goal *goal = &query->request.goal;
    fw_pose pose = centre_of(route->end.x, route->end.y, query->unit->def.size);
    pose.heading = goal->pose.heading;
    if (goal->kind == FW_GOAL_SET)
        pose = goal->set[route->target->index];
    else if (goal->kind == FW_GOAL_POSE)
        pose = goal->pose;
    *drive_to = query_drive_goal(query, pose, !goal_has_heading(goal));
    if (!query_body_stands(query, pose, drive_to->any_heading))
        return FW_NOT_FOUND;
    const directional_query chosen = directional_query_of(search);
    const search_limits limits = limits_left(search, hybrid->before.work);
    if (directional_space_reset(search->directional, &chosen, &limits) != FW_OK)
        return FW_NO_MEMORY;
    directional_space_list_goal(search->directional, &hybrid->goals);
    return hybrid->goals.count > 0 ? FW_OK : FW_NOT_FOUND;
}

fw_result hybrid_leave_grid(fw_search *search)
{
    hybrid *hybrid = search->hybrid;
    grid_route route;
    if (grid_search_route(search, GRID_END_GOAL, &route) != FW_OK)
        return FW_NO_MEMORY;
    const fw_result chosen = choose_goal(search, &route);
    if (chosen == FW_NOT_FOUND)
        return hybrid_begin_full(search);
    if (chosen != FW_OK || note_points(hybrid, &route, search->query->unit->def.size / 2) != FW_OK ||
        end_in_goal(hybrid) != FW_OK)
        return FW_NO_MEMORY;
    hybrid->begin_count = hybrid->starts.count;
    for (int32_t i = 0; i < hybrid->begin_count; i++)
        hybrid->begins[i] = (path_end_pose){ hybrid->starts.items[i].pose, hybrid->starts.items[i].cost };
    return hybrid_begin_along(search, false);
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

/// Appends the route of the search along the path to the trail.
static fw_result push_route(fw_search *search, const smoothing_route *route)
{
    hybrid *hybrid = search->hybrid;
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
    const fw_result routed = smoothing_48_route(search->hybrid->along, end, &route);
    if (routed == FW_NOT_FOUND)
        return FW_OK;
    return routed == FW_OK ? push_route(search, &route) : routed;
}

/// The end of a search along the path whose result is `result`.
static smoothing_end end_after(fw_result result)
{
    return result == FW_OK ? SMOOTHING_END_GOAL : SMOOTHING_END_FARTHEST;
}

fw_result hybrid_leave_along(fw_search *search, fw_result result)
{
    hybrid *hybrid = search->hybrid;
    if (hybrid_push_along(search, end_after(result)) != FW_OK)
        return FW_NO_MEMORY;
    const trail_station *last = trail_last(&hybrid->driven);
    hybrid->failed = last ? last->point : 0;
    hybrid->breadth = 0;
    if (result == FW_OK || hybrid->rigour == HYBRID_SMOOTHS) {
        hybrid_enter(search, HYBRID_DONE);
        hybrid->is_whole = result == FW_OK;
        return FW_OK;
    }
    const bool is_strict = hybrid->rigour == HYBRID_STRICT;
    if (is_strict && trail_copy(&hybrid->forward, &hybrid->driven) != FW_OK)
        return FW_NO_MEMORY;
    if (!is_strict && (hybrid->went_back || search->decisions.drive_to.any_heading))
        return hybrid_begin_repair(search);
    hybrid->went_back = true;
    return hybrid_begin_along(search, true);
}

/// Keeps the route of the backward search as the tail: the search along the path and repairs may end on it.
static fw_result keep_tail(fw_search *search, const smoothing_route *route)
{
    hybrid *hybrid = search->hybrid;
    const fw_curve *last = &hybrid->goals.items[route->last].curve;
    trail_clear(&hybrid->tail);
    if (trail_stop(&hybrid->tail, route->from, route->point) != FW_OK ||
        trail_push_hops(&hybrid->tail, search->query->motions, route->hops, route->count, true) != FW_OK ||
        trail_push(&hybrid->tail, last->segments, last->count) != FW_OK)
        return FW_NO_MEMORY;
    return end_on_tail(hybrid);
}

fw_result hybrid_leave_back(fw_search *search, fw_result result)
{
    hybrid *hybrid = search->hybrid;
    smoothing_route route;
    const fw_result routed = smoothing_48_route(hybrid->along, end_after(result), &route);
    if (routed == FW_NO_MEMORY)
        return FW_NO_MEMORY;
    if (result != FW_OK && routed == FW_OK && keep_tail(search, &route) != FW_OK)
        return FW_NO_MEMORY;
    if (result != FW_OK)
        return hybrid->rigour == HYBRID_STRICT ? hybrid_begin_gap(search) : hybrid_begin_repair(search);
    trail_clear(&hybrid->driven);
    if (push_route(search, &route) != FW_OK)
        return FW_NO_MEMORY;
    hybrid_enter(search, HYBRID_DONE);
    hybrid->is_whole = true;
    return FW_OK;
}
