#include "plan/route.h"

#include <math.h>

#include "base/compiler.h"
#include "curve/line_cost.h"
#include "curve/path.h"
#include "curve/segment.h"
#include "plan/planner.h"

search_limits limits_left(const fw_search *search, uint64_t spent)
{
    const fw_request *request = &search->query->request;
    const uint64_t all = search->tally.sum.work + spent;
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
    return (most && most <= search->tally.sum.work + spent) ||
           (search->deadline_us && clock_us() >= search->deadline_us);
}

static bool is_same_place(const fw_pose *a, const fw_pose *b)
{
    return fabs(a->x - b->x) <= ON_LATTICE && fabs(a->y - b->y) <= ON_LATTICE;
}

fw_result write_connection(const fw_search *search, const fw_pose *from, const fw_pose *to, fw_path *path,
                           double *cost)
{
    const query *query = search->query;
    if (is_same_place(from, to))
        return FW_OK;
    *cost += line_cost(search->map, query->unit, query->request.overlay, from->x, from->y, to->x, to->y);
    return path_push_line(path, from->x, from->y, to->x, to->y);
}

static double cost_between(const fw_search *search, const fw_pose *from, const fw_pose *to)
{
    const query *query = search->query;
    return line_cost(search->map, query->unit, query->request.overlay, from->x, from->y, to->x, to->y);
}

/// The first step of a route that begins between anchors.
typedef struct first_step {
    fw_pose start;    ///< of the path
    fw_pose from, to; ///< the first two anchors of the route
    double by_anchor; ///< cost of the way from the start by the first anchor to the second one
} first_step;

/// True if the unit may go straight from the start to a place on the step, and this is cheaper than by the first
/// anchor.
static bool joins_at(const fw_search *search, const first_step *step, const fw_pose *place)
{
    const double direct = cost_between(search, &step->start, place) + cost_between(search, place, &step->to);
    return direct < step->by_anchor &&
           query_line_is_free(search->map, search->query, step->start.x, step->start.y, place->x, place->y);
}

static fw_pose nearest_on(const first_step *step)
{
    const double along_x = step->to.x - step->from.x, along_y = step->to.y - step->from.y;
    const double ahead = (step->start.x - step->from.x) * along_x + (step->start.y - step->from.y) * along_y;
    const double share = fmin(fmax(ahead / (along_x * along_x + along_y * along_y), 0), 1);
    return (fw_pose){ step->from.x + share * along_x, step->from.y + share * along_y, 0 };
}

/// Writes a route from a start between anchors: by the line to the route's first anchor; or, if that is cheaper, by the
/// line to the second anchor or to the step between both. So a unit that asks again on its way from one anchor to the
/// next goes on, and not back.
static NEVER_INLINE fw_result write_runs_from_start(const fw_search *search, const grid_route *route,
                                                    fw_path *path, double *cost)
{
    const query *query = search->query;
    const fw_pose *start = &query->request.start;
    fw_pose at = centre_of(route->start.x, route->start.y, query->unit->def.size);
    if (route->count == 0)
        return write_connection(search, start, &at, path, cost);
    grid_run first = route->runs[0];
    const struct segment_direction *move = &segment_compass[first.direction];
    first_step step = { .start = *start, .from = at, .to = { at.x + move->dx, at.y + move->dy, 0 } };
    const double step_cost = cost_between(search, &step.from, &step.to);
    step.by_anchor = cost_between(search, start, &step.from) + step_cost;
    const fw_pose nearest = nearest_on(&step);
    const fw_pose *joint = joins_at(search, &step, &step.to)   ? &step.to
                           : joins_at(search, &step, &nearest) ? &nearest
                                                               : NULL;
    fw_result written = write_connection(search, start, joint ? joint : &at, path, cost);
    if (joint && written == FW_OK) {
        at = step.to;
        first.steps--;
        *cost -= step_cost;
        written = write_connection(search, joint, &at, path, cost);
    }
    if (written != FW_OK || path_push_runs(path, at.x, at.y, &first, first.steps > 0) != FW_OK)
        return FW_NO_MEMORY;
    at.x += first.steps * move->dx;
    at.y += first.steps * move->dy;
    return path_push_runs(path, at.x, at.y, route->runs + 1, route->count - 1);
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
    if ((query->start.is_centred ? path_push_runs(path, first.x, first.y, route->runs, route->count)
                                 : write_runs_from_start(search, route, path, cost)) != FW_OK)
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
    summary->asked_start = query_asked_start(query);
    summary->start_shift = query->start_shift;
    path_show(path);
    return FW_OK;
}

fw_result write_start(fw_search *search, fw_outcome outcome, fw_path *path)
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
