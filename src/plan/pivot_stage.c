#include "plan/pivot_stage.h"

#include "curve/path.h"
#include "pivot/pivot_ground.h"
#include "pivot/pivot_search.h"
#include "plan/goal.h"
#include "plan/goal_area.h"
#include "plan/planner.h"
#include "plan/route.h"
#include "regions/unit_regions.h"

static fw_result refuse_with_method(fw_refusal *why, const char *field, const char *reason)
{
    return refuse_both(why, FW_METHOD_DOES_NOT_FIT, "method", field, reason);
}

fw_result pivot_request_choose(query *query, fw_refusal *why)
{
    const fw_request *request = &query->request;
    query->method = FW_PIVOT;
    if (!pivot_fits(&query->unit->def, why))
        return refuse_with(why, FW_METHOD_DOES_NOT_FIT, "method");
    if (!goal_is_single(&request->goal))
        return refuse_with_method(why, "goal", "this method needs a single place or pose as the goal");
    if (request->nearest)
        return refuse_with_method(why, "nearest", "this method needs a goal that can be reached");
    if (query->scope == SCOPE_SHAPED && (request->keep_right || request->roads != FW_ROADS_NONE))
        return refuse_with_method(why, request->keep_right ? "keep_right" : "roads",
                                  "this method does not keep to roads");
    if (query->scope == SCOPE_SHAPED && request->fixed_angles)
        return refuse_with_method(why, "fixed_angles", "paths of this method have angles of their own");
    return FW_OK;
}

/// True if a unit may turn at its start to the goal's heading.
static bool turns_to_goal(const pivot_ground *ground, const query *query)
{
    const fw_pose start = query->request.start;
    double heading;
    return !query_goal_heading(query, start, &heading) ||
           pivot_turn_between(ground, start, heading) == PIVOT_SHORT_TURN;
}

fw_result pivot_request_understand(const map_version *map, query *query)
{
    const fw_pose from = query->request.start;
    const fw_goal *goal = &query->request.goal;
    const pivot_ground ground = pivot_ground_of(map, query->unit, query->request.overlay);
    const bool is_exact = goal_has_heading(goal) && goal->heading_tolerance == 0;
    query->has_arrived = query->has_arrived && turns_to_goal(&ground, query);
    if (query->has_arrived)
        return FW_OK;
    if (!pivot_may_stand(&ground, from.x, from.y))
        return FW_START_BLOCKED;
    if (!pivot_may_stand(&ground, goal->pose.x, goal->pose.y) ||
        (is_exact && !query_body_stands(query, goal->pose, false)))
        return FW_GOAL_BLOCKED;
    const regions *regions = regions_of_body(map, query->unit);
    const layer *body = query->unit->body;
    return !regions || regions_label(regions, body, (int32_t)from.x, (int32_t)from.y) ==
                           regions_label(regions, body, (int32_t)goal->pose.x, (int32_t)goal->pose.y)
               ? FW_OK
               : FW_UNREACHABLE;
}

static fw_result begin(fw_search *search)
{
    if (!search->spaces.pivot && pivot_search_create(&search->kept.memory, &search->spaces.pages.large,
                                                     &search->spaces.pivot) != FW_OK)
        return FW_NO_MEMORY;
    const query *query = search->query;
    const fw_goal *goal = &query->request.goal;
    const pivot_query pivot = { .map = search->map,
                                .unit = query->unit,
                                .overlay = query->request.overlay,
                                .start = query->request.start,
                                .goal = goal->pose,
                                .any_heading = !goal_has_heading(goal),
                                .tolerance = goal->heading_tolerance };
    const search_limits limits = limits_left(search, 0);
    return pivot_search_reset(search->spaces.pivot, &pivot, &limits);
}

static fw_result step(fw_search *search, uint64_t work)
{
    return pivot_search_run(search->spaces.pivot, work);
}

static fw_result write(fw_search *search, fw_outcome outcome, fw_path *path)
{
    double cost = 0;
    path_begin(path);
    const fw_result written =
        pivot_search_write(search->spaces.pivot, outcome != FW_OUTCOME_PARTIAL, path, &cost);
    return write_end(search, written, outcome, cost, 0, path);
}

static void statistics(const fw_search *search, fw_statistics *result)
{
    pivot_search_statistics(search->spaces.pivot, result);
}

static double progress(const fw_search *search)
{
    return pivot_search_progress(search->spaces.pivot);
}

const stage_kind pivot_stage = {
    .begin = begin, .step = step, .write = write, .statistics = statistics, .progress = progress
};
