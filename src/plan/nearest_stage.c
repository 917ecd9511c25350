#include <math.h>
#include <stdlib.h>

#include "curve/path.h"
#include "map/overlay.h"
#include "plan/directional_search.h"
#include "plan/planner.h"
#include "plan/route.h"
#include "plan/stage.h"
#include "regions/unit_regions.h"

/// Keeps a place that is nearer than the best so far, if the regions do not rule out that the body gets there, and the
/// body can stand there.
static bool try_place(fw_search *search, fw_pose pose, const fw_pose *aim)
{
    const query *query = search->query;
    const map_unit *unit = query->unit;
    near_search *near = &search->near;
    const lattice_pose tile = { (int32_t)floor(pose.x), (int32_t)floor(pose.y), -1 };
    const nearness next = nearness_of(pose.x, pose.y, aim);
    if (tile.x < 0 || tile.y < 0 || tile.x >= unit->body->width || tile.y >= unit->body->height ||
        !is_nearer(&next, &near->best) || !query_body_may_reach(search->map, query, tile))
        return false;
    near->tried++;
    if (!query_body_stands(query, (fw_pose){ pose.x, pose.y, 0 }, true))
        return false;
    near->best = next;
    near->is_start = false;
    return true;
}

static bool take_lattice_point(void *context, int32_t x, int32_t y)
{
    fw_search *search = context;
    const double offset = search->query->motions->offset;
    int32_t count;
    return try_place(search, (fw_pose){ x + offset, y + offset, 0 },
                     &query_aims(search->query, &count)[search->near.aim]);
}

/// Begins with the places around an aim: first the aim itself, then the lattice points of the start's region.
static void begin_around(fw_search *search, const fw_pose *aim)
{
    const query *query = search->query;
    const regions *regions = regions_of_body(search->map, query->unit);
    const layer *body = query->unit->body;
    if (fabs(aim->x) <= 2 * FW_MAX_SIDE &&
        fabs(aim->y) <= 2 * FW_MAX_SIDE) // an aim of a set may lie far off the map
        try_place(search, *aim, aim);
    const uint32_t region = regions_label(regions, body, query->from.x, query->from.y);
    regions_walk_begin(&search->near.walk, regions, body, region, aim->x, aim->y, query->motions->offset,
                       search->near.best.square, take_lattice_point, search);
}

/// Finds the place nearest to the goal that the regions do not rule out. The start is a candidate too.
///
/// @param[in,out] work  blocks and places that may be looked at; reduced by those that were
static fw_result look(fw_search *search, uint64_t *work)
{
    near_search *near = &search->near;
    fw_statistics *spent = &search->recalculation.earlier;
    int32_t count;
    const fw_pose *aims = query_aims(search->query, &count);
    search->recalculation.is_used = true;
    while (*work > 0 && near->aim < count) {
        if (limits_reached(search, 0))
            return FW_LIMIT;
        const uint64_t tried = near->tried;
        if (!regions_walk_step(&near->walk) && ++near->aim < count)
            begin_around(search, &aims[near->aim]);
        const uint64_t done = 1 + near->tried - tried;
        work_spend(work, done);
        spent->work += done;
    }
    return near->aim < count ? FW_PENDING : FW_OK;
}

/// Begins a search for the nearest place, with any heading.
static fw_result search_place(fw_search *search, fw_heuristic heuristic)
{
    directional_query near = directional_query_of(search);
    near.aims = query_aims(search->query, &near.aim_count);
    near.is_greedy = near.is_greedy && heuristic == FW_HEURISTIC_AUTO;
    near.heuristic = heuristic;
    const search_limits limits = limits_left(search, 0);
    return directional_space_reset(search->directional, &near, &limits);
}

static fw_result begin(fw_search *search)
{
    const query *query = search->query;
    decisions *decisions = &search->decisions;
    if (directional_search_prepare(search) != FW_OK)
        return FW_NO_MEMORY;
    decisions->reached = FW_OUTCOME_NEAREST;
    decisions->drive_to.several = (goal_set){ 0 };
    if (decisions->method == FW_HYBRID || decisions->method == FW_HYBRID_STRICT)
        decisions->method = FW_DIRECTIONAL;
    int32_t count;
    const fw_pose *aims = query_aims(query, &count);
    search->near = (near_search){ .best.square = INFINITY, .is_start = true };
    for (int32_t i = 0; i < count; i++) {
        const nearness start = nearness_of(query->request.start.x, query->request.start.y, &aims[i]);
        if (is_nearer(&start, &search->near.best))
            search->near.best = start;
    }
    begin_around(search, &aims[0]);
    return FW_OK;
}

/// Begins the search for the place that was found.
static fw_result begin_search(fw_search *search)
{
    const query *query = search->query;
    const near_search *near = &search->near;
    search->near.end = near->is_start ? NEAR_START : NEAR_PLACE;
    if (near->is_start)
        return FW_OK;
    search->decisions.drive_to = query_drive_goal(query, (fw_pose){ near->best.x, near->best.y, 0 }, true);
    return search_place(search, query->request.heuristic);
}

/// Adds the statistics of a search that has ended to the request.
static void count_search(fw_search *search)
{
    fw_statistics spent;
    directional_space_statistics(search->directional, &spent);
    recalculation_spend(&search->recalculation, &spent);
}

/// True if the nearest expanded pose is nearer to an aim than the start.
static bool has_come_nearer(const fw_search *search)
{
    const query *query = search->query;
    fw_pose nearest;
    if (!directional_space_nearest(search->directional, &nearest))
        return false;
    int32_t count;
    const fw_pose *aims = query_aims(query, &count);
    const fw_pose *begun = &query->request.start;
    nearness start = { .square = INFINITY }, end = { .square = INFINITY };
    for (int32_t i = 0; i < count; i++) {
        const nearness from = nearness_of(begun->x, begun->y, &aims[i]);
        const nearness to = nearness_of(nearest.x, nearest.y, &aims[i]);
        start = is_nearer(&from, &start) ? from : start;
        end = is_nearer(&to, &end) ? to : end;
    }
    return is_nearer(&end, &start);
}

/// If the place cannot be reached: ends at the nearest expanded pose, or at the start.
static void stop_short(fw_search *search)
{
    search->near.end = has_come_nearer(search) ? NEAR_EXPANDED : NEAR_START;
    if (search->near.end == NEAR_START)
        count_search(search);
}

/// Searches for the nearest pose that can be reached, after the search for the place has expanded nothing: an overlay
/// may separate the place from the start even on the grid.
///
/// @param work  work that is left of the step
static fw_result search_without_place(fw_search *search, uint64_t work)
{
    count_search(search);
    search->near.end = NEAR_EXPANDED;
    const fw_result begun = search_place(search, FW_HEURISTIC_STRAIGHT);
    return begun != FW_OK ? begun : work > 0 ? directional_space_run(search->directional, work) : FW_PENDING;
}

static fw_result step(fw_search *search, uint64_t work)
{
    if (search->near.end == NEAR_LOOKING) {
        fw_result looked = look(search, &work);
        if (looked == FW_OK)
            looked = begin_search(search);
        if (looked != FW_OK)
            return looked;
    }
    if (search->near.end == NEAR_START)
        return FW_OK;
    if (work == 0)
        return FW_PENDING;
    fw_statistics before, after;
    fw_pose nearest;
    directional_space_statistics(search->directional, &before);
    fw_result result = directional_space_run(search->directional, work);
    if (result == FW_NOT_FOUND && search->near.end == NEAR_PLACE &&
        !directional_space_nearest(search->directional, &nearest)) {
        directional_space_statistics(search->directional, &after);
        const uint64_t spent = after.work - before.work;
        result = search_without_place(search, work > spent ? work - spent : 0);
    }
    if (result == FW_NOT_FOUND) {
        stop_short(search);
        return FW_OK;
    }
    if (result == FW_OK)
        search->near.end = NEAR_PLACE;
    return result;
}

static fw_result write(fw_search *search, fw_outcome outcome, fw_path *path)
{
    if (search->near.end == NEAR_START || search->near.end == NEAR_LOOKING)
        return write_start(search, outcome, path);
    const bool is_there = outcome != FW_OUTCOME_PARTIAL && search->near.end == NEAR_PLACE;
    double cost = 0;
    path_begin(path);
    const fw_result written = directional_space_write(
        search->directional, is_there ? DIRECTIONAL_END_GOAL : DIRECTIONAL_END_NEAREST, path, &cost);
    return write_end(search, written, outcome, cost, 0, path);
}

static void statistics(const fw_search *search, fw_statistics *result)
{
    if (search->near.end != NEAR_LOOKING && !search->near.is_start)
        directional_space_statistics(search->directional, result);
    result->bound = 0;
}

static double progress(const fw_search *search)
{
    return search->near.end == NEAR_LOOKING ? 0.0
           : search->near.end == NEAR_START ? 1.0
                                            : directional_space_progress(search->directional);
}

const stage_kind nearest_stage = {
    .begin = begin, .step = step, .write = write, .statistics = statistics, .progress = progress
};
