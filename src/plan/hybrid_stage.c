#include <math.h>

#include "plan/directional_goal.h"
#include "plan/directional_stage.h"
#include "plan/goal_area.h"
#include "plan/grid_stage.h"
#include "plan/hybrid.h"
#include "plan/hybrid_along.h"
#include "plan/hybrid_repair.h"
#include "plan/hybrid_report.h"
#include "plan/hybrid_write.h"
#include "plan/planner.h"
#include "plan/route.h"
#include "plan/stage.h"

static hybrid_rigour rigour_of(fw_method method)
{
    switch (method) {
    case FW_HYBRID:
    case FW_HIERARCHY:
        return HYBRID_EXTENDED;
    case FW_HYBRID_STRICT:
        return HYBRID_STRICT;
    default:
        return HYBRID_SMOOTHS;
    }
}

static fw_result create_spaces(fw_search *search)
{
    if (!search->spaces.hybrid &&
        hybrid_create(&search->kept.memory, &search->spaces.pages.large, &search->spaces.hybrid) != FW_OK)
        return FW_NO_MEMORY;
    return directional_search_prepare(search);
}

/// Connects start and goal to the lattice, and tests for dead ends, before the search on the grid.
///
/// @param[out] is_full  directional search from start to goal has the answer, or will find it sooner
static fw_result look_ahead(fw_search *search, bool *is_full)
{
    hybrid *hybrid = search->spaces.hybrid;
    directional_query full = directional_query_of(search);
    const bool is_extended = hybrid->rigour == HYBRID_EXTENDED;
    full.tries_direct = is_extended;
    const search_limits limits = limits_left(search, 0);
    if (directional_space_reset(search->spaces.directional, &full, &limits) != FW_OK)
        return FW_NO_MEMORY;
    const bool is_strict = hybrid->rigour == HYBRID_STRICT; // that hybrid tests nothing in advance
    const fw_result flooded = is_strict ? FW_OK : directional_space_flood(search->spaces.directional);
    const bool is_hopeless = flooded != FW_OK || search->query->hybrid == HYBRID_BLOCKED;
    *is_full = is_extended && (is_hopeless || directional_space_has_direct(search->spaces.directional));
    directional_space_list_start(search->spaces.directional, &hybrid->starts);
    directional_space_list_goal(search->spaces.directional, &hybrid->goals);
    directional_space_statistics(search->spaces.directional, &hybrid->before);
    return is_hopeless ? FW_NOT_FOUND : FW_OK;
}

static fw_result begin(fw_search *search)
{
    if (create_spaces(search) != FW_OK)
        return FW_NO_MEMORY;
    hybrid *hybrid = search->spaces.hybrid;
    const query *query = search->query;
    hybrid->rigour = rigour_of(query->method);
    hybrid->ground = motion_ground_of(query->motions, query->unit, query->request.overlay);
    hybrid->has_tail = hybrid->went_back = hybrid->is_whole = false;
    hybrid->several = search->decisions.drive_to.several;
    trail_clear(&hybrid->driven);
    trail_clear(&hybrid->strict.forward);
    trail_clear(&hybrid->tail);
    hybrid->point_count = 0;
    hybrid->strict.offset = query->motions->offset;
    hybrid_clear_report(&hybrid->strict.report);
    bool is_full = false;
    const fw_result looked = look_ahead(search, &is_full);
    hybrid->phase = is_full ? HYBRID_FULL : HYBRID_GRID;
    if (looked == FW_NO_MEMORY)
        return FW_NO_MEMORY;
    if (is_full) {
        hybrid->before = (fw_statistics){ 0 };
        search->decisions.method = FW_DIRECTIONAL;
        return FW_OK;
    }
    if (looked != FW_OK && hybrid->rigour == HYBRID_STRICT) {
        hybrid_note_step(search, FW_NOT_FOUND, &(fw_statistics){ 0 });
        hybrid->phase = HYBRID_DONE;
        return FW_OK;
    }
    return grid_search_begin(search);
}

static fw_result run_phase(fw_search *search, uint64_t work)
{
    hybrid *hybrid = search->spaces.hybrid;
    switch (hybrid->phase) {
    case HYBRID_GRID:
        return grid_search_run(search, work);
    case HYBRID_ALONG:
    case HYBRID_BACK:
        return smoothing_48_run(hybrid->along, work);
    case HYBRID_REPAIR:
    case HYBRID_FULL:
        return directional_space_run(search->spaces.directional, work);
    case HYBRID_DONE:
        break;
    }
    return FW_GAVE_UP;
}

static fw_result note_points(hybrid *hybrid, const grid_route *route, int32_t shift)
{
    size_t count = 1;
    for (int32_t i = 0; i < route->count; i++)
        count += (size_t)route->runs[i].steps;
    if (MEMORY_RESERVE(hybrid->memory, hybrid->points, hybrid->point_capacity, count) != FW_OK)
        return FW_NO_MEMORY;
    hybrid->point_count = route_points(route, shift, hybrid->points, (int32_t)count);
    return FW_OK;
}

/// Makes room for so many ends.
static fw_result begin_ends(hybrid *hybrid, int32_t count)
{
    hybrid->ends.count = count;
    return MEMORY_RESERVE(hybrid->memory, hybrid->ends.poses, hybrid->ends.capacity, (size_t)count);
}

/// Lets the search along the path end at the connections of the goal.
static fw_result end_in_goal(hybrid *hybrid)
{
    if (begin_ends(hybrid, hybrid->goals.count) != FW_OK)
        return FW_NO_MEMORY;
    for (int32_t i = 0; i < hybrid->ends.count; i++)
        hybrid->ends.poses[i] = (path_end_pose){ hybrid->goals.items[i].pose, hybrid->goals.items[i].cost };
    return FW_OK;
}

/// Lets the search along the path end at stations of the tail, which leads to the goal.
static fw_result end_on_tail(hybrid *hybrid)
{
    hybrid->has_tail = true;
    if (begin_ends(hybrid, hybrid->tail.station_count) != FW_OK)
        return FW_NO_MEMORY;
    double length = 0;
    int32_t next = hybrid->tail.segment_count;
    for (int32_t i = hybrid->ends.count - 1; i >= 0; i--) {
        while (next > hybrid->tail.stations[i].segment_count)
            length += hybrid->tail.segments[--next].length;
        hybrid->ends.poses[i] =
            (path_end_pose){ hybrid->tail.stations[i].pose, (uint32_t)lround(length * MOTION_SCALE) };
    }
    return FW_OK;
}

/// The one of several goals that the path on the grid leads to.
static drive_goal goal_of_route(const fw_search *search, const grid_route *route)
{
    const query *query = search->query;
    const fw_goal *goal = &query->request.goal;
    const grid_target *target = NULL; // jump points do not name it
    if (search->decisions.reached == FW_OUTCOME_NEAREST &&
        grid_goal_holds(&query->goal, route->end.x, route->end.y, &target))
        return (drive_goal){ .end = search->spaces.hybrid->several.items[target->index],
                             .any_heading = true };
    fw_pose pose = centre_of(route->end.x, route->end.y, query->unit->def.size);
    pose.heading = goal->pose.heading;
    if (goal->kind == FW_GOAL_SET)
        pose = goal_member(goal, route->target->index);
    else if (goal->kind == FW_GOAL_POSE)
        pose = goal->pose;
    return query_drive_goal(query, pose, !goal_has_heading(goal));
}

/// If there are several goals, chooses the one that the path on the grid leads to. FW_OK, FW_NOT_FOUND (the body
/// cannot get there) or FW_NO_MEMORY.
static fw_result choose_goal(fw_search *search, const grid_route *route)
{
    hybrid *hybrid = search->spaces.hybrid;
    const query *query = search->query;
    drive_goal *drive_to = &search->decisions.drive_to;
    if (hybrid->several.count == 0)
        return FW_OK;
    *drive_to = goal_of_route(search, route);
    if (!query_body_stands(query, drive_to->end.pose, drive_to->any_heading))
        return FW_NOT_FOUND;
    const directional_query chosen = directional_query_of(search);
    const search_limits limits = limits_left(search, hybrid->before.work);
    if (directional_space_reset(search->spaces.directional, &chosen, &limits) != FW_OK)
        return FW_NO_MEMORY;
    directional_space_list_goal(search->spaces.directional, &hybrid->goals);
    return hybrid->goals.count > 0 ? FW_OK : FW_NOT_FOUND;
}

/// Ends the phase that found the path on the grid, and begins the search along this path.
static fw_result leave_grid(fw_search *search)
{
    hybrid *hybrid = search->spaces.hybrid;
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

/// The end of a search along the path whose result is `result`.
static smoothing_end end_after(fw_result result)
{
    return result == FW_OK ? SMOOTHING_END_GOAL : SMOOTHING_END_FARTHEST;
}

/// Begins the phase after a search along the path that ended with `result`.
static fw_result leave_along(fw_search *search, fw_result result)
{
    hybrid *hybrid = search->spaces.hybrid;
    if (hybrid_push_along(search, end_after(result)) != FW_OK)
        return FW_NO_MEMORY;
    const trail_station *last = trail_last(&hybrid->driven);
    hybrid->failed = last ? last->point : 0;
    hybrid->repair.breadth = 0;
    if (result == FW_OK || hybrid->rigour == HYBRID_SMOOTHS) {
        hybrid_enter(search, HYBRID_DONE);
        hybrid->is_whole = result == FW_OK;
        return FW_OK;
    }
    const bool is_strict = hybrid->rigour == HYBRID_STRICT;
    if (is_strict && trail_copy(&hybrid->strict.forward, &hybrid->driven) != FW_OK)
        return FW_NO_MEMORY;
    if (!is_strict && (hybrid->went_back || search->decisions.drive_to.any_heading))
        return hybrid_begin_repair(search);
    hybrid->went_back = true;
    return hybrid_begin_along(search, true);
}

/// Keeps the route of the backward search as the tail: the search along the path and repairs may end on it.
static fw_result keep_tail(fw_search *search, const smoothing_route *route)
{
    hybrid *hybrid = search->spaces.hybrid;
    const fw_curve *last = &hybrid->goals.items[route->last].curve;
    trail_clear(&hybrid->tail);
    if (trail_stop(&hybrid->tail, route->from, route->point) != FW_OK ||
        trail_push_hops(&hybrid->tail, search->query->motions, route->hops, route->count, true) != FW_OK ||
        trail_push(&hybrid->tail, last->segments, last->count) != FW_OK)
        return FW_NO_MEMORY;
    return end_on_tail(hybrid);
}

/// The same for the backward search.
static fw_result leave_back(fw_search *search, fw_result result)
{
    hybrid *hybrid = search->spaces.hybrid;
    smoothing_route route;
    const fw_result routed = smoothing_48_route(hybrid->along, end_after(result), &route);
    if (routed == FW_NO_MEMORY)
        return FW_NO_MEMORY;
    if (result != FW_OK && routed == FW_OK && keep_tail(search, &route) != FW_OK)
        return FW_NO_MEMORY;
    if (result != FW_OK)
        return hybrid->rigour == HYBRID_STRICT ? hybrid_begin_gap(search) : hybrid_begin_repair(search);
    trail_clear(&hybrid->driven);
    if (hybrid_push_route(search, &route) != FW_OK)
        return FW_NO_MEMORY;
    hybrid_enter(search, HYBRID_DONE);
    hybrid->is_whole = true;
    return FW_OK;
}

/// Begins the phase after one that has ended, or returns the answer.
static fw_result leave_phase(fw_search *search, fw_result result)
{
    const fw_statistics phase = hybrid_phase_statistics(search);
    hybrid_note_step(search, result, &phase);
    switch (search->spaces.hybrid->phase) {
    case HYBRID_GRID:
        return result == FW_OK                                   ? leave_grid(search)
               : search->spaces.hybrid->rigour == HYBRID_SMOOTHS ? result
                                                                 : hybrid_begin_full(search);
    case HYBRID_ALONG:
        return leave_along(search, result);
    case HYBRID_BACK:
        return leave_back(search, result);
    case HYBRID_REPAIR:
        return search->spaces.hybrid->rigour == HYBRID_STRICT ? hybrid_leave_gap(search, result)
                                                              : hybrid_leave_repair(search, result);
    case HYBRID_FULL:
    case HYBRID_DONE:
        break;
    }
    return result;
}

/// True if a limit of the request ended a phase, and not the limit on the work of a repair.
static bool is_at_limit(const fw_search *search, fw_result result)
{
    const hybrid *hybrid = search->spaces.hybrid;
    if (result != FW_LIMIT || hybrid->phase != HYBRID_REPAIR)
        return result == FW_LIMIT;
    return directional_space_is_beyond(search->spaces.directional) ||
           limits_reached(search, hybrid->before.work + hybrid_phase_statistics(search).work);
}

static fw_result step(fw_search *search, uint64_t work)
{
    for (;;) {
        const uint64_t before = hybrid_phase_statistics(search).work;
        const fw_result result = run_phase(search, work);
        if (result == FW_PENDING || result == FW_NO_MEMORY || is_at_limit(search, result))
            return result;
        const uint64_t spent = hybrid_phase_statistics(search).work - before;
        const fw_result left = leave_phase(search, result);
        if (left != FW_PENDING || spent >= work)
            return left;
        work -= spent;
    }
}

static void statistics(const fw_search *search, fw_statistics *result)
{
    const fw_statistics phase = hybrid_phase_statistics(search);
    *result = search->spaces.hybrid->before;
    statistics_add(result, &phase);
}

/// Progress of the phase under way, scaled to its part of the whole.
static double progress(const fw_search *search)
{
    const hybrid *hybrid = search->spaces.hybrid;
    switch (hybrid->phase) {
    case HYBRID_GRID:
        return 0.5 * grid_search_progress(search);
    case HYBRID_ALONG:
        return 0.5 + 0.4 * smoothing_48_progress(hybrid->along);
    case HYBRID_FULL:
        return 0.9 + 0.1 * directional_space_progress(search->spaces.directional);
    case HYBRID_BACK:
    case HYBRID_REPAIR:
    case HYBRID_DONE:
        break;
    }
    return 0;
}

const stage_kind hybrid_stage = {
    .begin = begin, .step = step, .write = hybrid_write, .statistics = statistics, .progress = progress
};
