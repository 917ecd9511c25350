#include <math.h>

#include "curve/line_cost.h"
#include "curve/path.h"
#include "map/overlay.h"
#include "plan/planner.h"
#include "plan/route.h"
#include "plan/stage.h"
#include "shape/roads/roads.h"

search_limits limits_left(const fw_search *search, uint64_t spent)
{
    const fw_request *ask = &search->asked->ask;
    const uint64_t all = search->turning.earlier.work + spent;
    const uint64_t left = ask->max_work > all ? ask->max_work - all : 1;
    return (search_limits){ .max_work = ask->max_work ? left : 0,
                            .deadline_us = search->deadline_us,
                            .weight = ask->weight,
                            .trace = ask->trace,
                            .trace_user = ask->trace_user };
}

bool limits_reached(const fw_search *search, uint64_t spent)
{
    const uint64_t most = search->asked->ask.max_work;
    return (most && most <= search->turning.earlier.work + spent) ||
           (search->deadline_us && clock_us() >= search->deadline_us);
}

/// The roads that a search keeps to; none where it may leave them.
static lanes lanes_of(const fw_search *search)
{
    const query *asked = search->asked;
    const road_rules roads = { search->map, asked->ask.road_terrains };
    if (!query_keeps_to_roads(asked) || search->leaves_roads)
        return (lanes){ 0 };
    const fw_pose goal = asked->ask.goal.pose;
    return (lanes){ .roads = roads,
                    .size = asked->unit->def.size,
                    .goal = goal,
                    .has_exit = !road_holds(&roads, goal.x, goal.y) };
}

fw_result grid_stage_prepare(fw_search *search)
{
    fw_planner *planner = search->planner;
    return search->grid
               ? FW_OK
               : grid_space_create(&planner->memory, &planner->pages, &planner->natural_moves, &search->grid);
}

static fw_result begin(fw_search *search)
{
    if (grid_stage_prepare(search) != FW_OK)
        return FW_NO_MEMORY;
    const query *asked = search->asked;
    int32_t aim_count;
    const fw_pose *aims = query_aims(asked, &aim_count);
    const lanes kept = lanes_of(search);
    const grid_query grid = { .map = search->map,
                              .unit = asked->unit,
                              .overlay = asked->ask.overlay,
                              .start_x = asked->start.x,
                              .start_y = asked->start.y,
                              .goal = asked->goal,
                              .forbidden = overlay_is_empty(search->turning.forbidden)
                                               ? NULL
                                               : search->turning.forbidden,
                              .guide = search->turning.has_guide ? search->turning.guide : NULL,
                              .roads = kept.roads.terrains ? &kept : NULL,
                              .is_orthogonal = asked->method == FW_HYBRID_STRICT,
                              .on_demand = asked->method == FW_ON_DEMAND,
                              .fewer_bends = asked->ask.fewer_bends,
                              .aims = aims,
                              .aim_count = asked->searches_nearest ? aim_count : 0,
                              .max_distance = asked->is_hybrid ? 0 : asked->ask.max_distance };
    const search_limits limits = limits_left(search, 0);
    grid_space_reset(search->grid, &grid, &limits);
    return FW_OK;
}

static fw_result step(fw_search *search, uint64_t work)
{
    return grid_space_run(search->grid, work);
}

/// Which end of the search the outcome speaks of.
static grid_end end_of(const query *asked, fw_outcome outcome)
{
    if (outcome == FW_OUTCOME_PARTIAL)
        return asked->goal.kind == GRID_GOAL_NOWHERE ? GRID_END_NEAREST : GRID_END_BEST;
    return outcome == FW_OUTCOME_NEAREST && asked->searches_nearest ? GRID_END_NEAREST : GRID_END_GOAL;
}

/// The exact pose where the route ends, or null where it ends on its last anchor.
static const fw_pose *exact_end(const query *asked, grid_end end, const grid_route *route)
{
    if (end != GRID_END_GOAL)
        return NULL;
    if (asked->goal.kind == GRID_GOAL_SET)
        return &asked->ask.goal.set[route->target->index];
    return asked->end;
}

/// Are two places one? Those a hair off the lattice are on it.
static bool is_same_place(const fw_pose *a, const fw_pose *b)
{
    return fabs(a->x - b->x) <= ON_LATTICE && fabs(a->y - b->y) <= ON_LATTICE;
}

/// Writes the line that joins an exact pose to the lattice, or the lattice to one, and adds its cost.
static fw_result write_join(const fw_search *search, const fw_pose *from, const fw_pose *to, fw_path *path,
                            double *cost)
{
    const query *asked = search->asked;
    if (is_same_place(from, to))
        return FW_OK;
    *cost += line_cost(search->map, asked->unit, asked->ask.overlay, from->x, from->y, to->x, to->y);
    return path_push_line(path, from->x, from->y, to->x, to->y);
}

/// Writes lines from the exact start along the runs to the exact end, and adds the cost of both joins to `cost`.
static inline fw_result write_lines(const fw_search *search, const grid_route *route, const fw_pose *end,
                                    fw_path *path, double *cost)
{
    const query *asked = search->asked;
    const int32_t size = asked->unit->def.size;
    const fw_pose *start = &asked->ask.start;
    if (route->count == 0 && end &&
        query_line_is_free(search->map, asked, start->x, start->y, end->x, end->y))
        return write_join(search, start, end, path, cost);
    const fw_pose first = centre_of(route->start.x, route->start.y, size);
    if (!asked->start.is_centred && write_join(search, start, &first, path, cost) != FW_OK)
        return FW_NO_MEMORY;
    if (path_push_runs(path, first.x, first.y, route->runs, route->count) != FW_OK)
        return FW_NO_MEMORY;
    if (!end)
        return FW_OK;
    const fw_pose last = centre_of(route->end.x, route->end.y, size);
    return write_join(search, &last, end, path, cost);
}

fw_result write_end(const fw_search *search, fw_result written, fw_outcome outcome, double cost,
                    int32_t impossible, fw_path *path)
{
    const query *asked = search->asked;
    if (written != FW_OK) {
        path_abandon(path);
        return written;
    }
    *path_summary(path) = (fw_path_summary){ .outcome = outcome,
                                             .method = search->course.method,
                                             .unit = asked->ask.unit,
                                             .map_version = asked->map_version,
                                             .cost = cost,
                                             .violations.impossible = impossible };
    path_show(path);
    return FW_OK;
}

fw_result write_start(const fw_search *search, fw_outcome outcome, fw_path *path)
{
    path_begin(path);
    const fw_result written = path_push(path, &(fw_segment){ .start = search->asked->ask.start });
    return write_end(search, written, outcome, 0, 0, path);
}

fw_result write_route(const fw_search *search, fw_outcome outcome, const grid_route *route,
                      const fw_pose *end, fw_path *path)
{
    double cost = route->cost;
    path_begin(path);
    fw_result written = write_lines(search, route, end, path, &cost);
    if (written == FW_OK && route->count == 0 && path_written_length(path) == 0.0)
        written = path_push(path, &(fw_segment){ .start = search->asked->ask.start });
    return write_end(search, written, outcome, cost, 0, path);
}

static fw_result write(fw_search *search, fw_outcome outcome, fw_path *path)
{
    const grid_end end = end_of(search->asked, outcome);
    grid_route route;
    const fw_result routed = grid_space_route(search->grid, end, &route);
    if (routed != FW_OK)
        return routed;
    return write_route(search, outcome, &route, exact_end(search->asked, end, &route), path);
}

static void statistics(const fw_search *search, fw_statistics *result)
{
    grid_space_statistics(search->grid, result);
}

static double progress(const fw_search *search)
{
    return grid_space_progress(search->grid);
}

const stage_kind grid_stage = {
    .begin = begin, .step = step, .write = write, .statistics = statistics, .progress = progress
};
