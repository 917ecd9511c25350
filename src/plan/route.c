#include "plan/route.h"

#include <math.h>

#include "curve/line_cost.h"
#include "curve/path.h"
#include "map/overlay.h"
#include "plan/planner.h"

search_limits limits_left(const fw_search *search, uint64_t spent)
{
    const fw_request *request = &search->query->request;
    const uint64_t all = search->recalculation.earlier.work + spent;
    const uint64_t left = request->max_work > all ? request->max_work - all : 1;
    return (search_limits){ .max_work = request->max_work ? left : 0,
                            .deadline_us = search->deadline_us,
                            .weight = request->weight,
                            .trace = request->trace,
                            .trace_user = request->trace_user };
}

bool limits_reached(const fw_search *search, uint64_t spent)
{
    const uint64_t most = search->query->request.max_work;
    return (most && most <= search->recalculation.earlier.work + spent) ||
           (search->deadline_us && clock_us() >= search->deadline_us);
}

void statistics_add(fw_statistics *sum, const fw_statistics *added)
{
    sum->expanded += added->expanded;
    sum->generated += added->generated;
    sum->improved += added->improved;
    sum->reopened += added->reopened;
    sum->work += added->work;
    sum->shaping += added->shaping;
    sum->turn_rounds += added->turn_rounds;
    sum->lost_approaches += added->lost_approaches;
    if (sum->pages < added->pages)
        sum->pages = added->pages;
    if (sum->fringe < added->fringe)
        sum->fringe = added->fringe;
    if (sum->level == FW_LEVEL_NONE)
        sum->level = added->level;
    if (added->exhausted != FW_EXHAUSTED_NONE)
        sum->exhausted = added->exhausted;
}

/// True if two places are the same, within ON_LATTICE.
static bool is_same_place(const fw_pose *a, const fw_pose *b)
{
    return fabs(a->x - b->x) <= ON_LATTICE && fabs(a->y - b->y) <= ON_LATTICE;
}

/// Writes the line between an exact pose and a lattice point, and adds its cost.
static fw_result write_connection(const fw_search *search, const fw_pose *from, const fw_pose *to,
                                  fw_path *path, double *cost)
{
    const query *query = search->query;
    if (is_same_place(from, to))
        return FW_OK;
    *cost += line_cost(search->map, query->unit, query->request.overlay, from->x, from->y, to->x, to->y);
    return path_push_line(path, from->x, from->y, to->x, to->y);
}

/// Writes lines from the exact start along the runs to the exact end, and adds the cost of the two connections to
/// `cost`.
static inline fw_result write_lines(const fw_search *search, const grid_route *route, const fw_pose *end,
                                    fw_path *path, double *cost)
{
    const query *query = search->query;
    const int32_t size = query->unit->def.size;
    const fw_pose *start = &query->request.start;
    if (route->count == 0 && end &&
        query_line_is_free(search->map, query, start->x, start->y, end->x, end->y))
        return write_connection(search, start, end, path, cost);
    const fw_pose first = centre_of(route->start.x, route->start.y, size);
    if (!query->start.is_centred && write_connection(search, start, &first, path, cost) != FW_OK)
        return FW_NO_MEMORY;
    if (path_push_runs(path, first.x, first.y, route->runs, route->count) != FW_OK)
        return FW_NO_MEMORY;
    if (!end)
        return FW_OK;
    const fw_pose last = centre_of(route->end.x, route->end.y, size);
    return write_connection(search, &last, end, path, cost);
}

fw_result write_end(const fw_search *search, fw_result written, fw_outcome outcome, double cost,
                    int32_t impossible, fw_path *path)
{
    const query *query = search->query;
    if (written != FW_OK) {
        path_abandon(path);
        return written;
    }
    fw_path_summary *summary = path_summary(path); // path_show() fills in the rest
    summary->outcome = outcome;
    summary->method = search->decisions.method;
    summary->unit = query->request.unit;
    summary->map_version = query->map_version;
    summary->fixed_angles = 0;
    summary->cost = cost;
    summary->violations = (fw_violations){ .impossible = impossible };
    summary->asked_start = query->start_shift > 0 ? query->asked_start : query->request.start;
    summary->start_shift = query->start_shift;
    path_show(path);
    return FW_OK;
}

fw_result write_start(const fw_search *search, fw_outcome outcome, fw_path *path)
{
    path_begin(path);
    const fw_result written = path_push(path, &(fw_segment){ .start = search->query->request.start });
    return write_end(search, written, outcome, 0, 0, path);
}

fw_result write_route(const fw_search *search, fw_outcome outcome, const grid_route *route,
                      const fw_pose *end, fw_path *path)
{
    double cost = route->cost;
    path_begin(path);
    fw_result written = write_lines(search, route, end, path, &cost);
    if (written == FW_OK && route->count == 0 && path_written_length(path) == 0.0)
        written = path_push(path, &(fw_segment){ .start = search->query->request.start });
    return write_end(search, written, outcome, cost, 0, path);
}
