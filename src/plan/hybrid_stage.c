#include <math.h>

#include "map/overlay.h"
#include "plan/directional_search.h"
#include "plan/grid_search.h"
#include "plan/hybrid.h"
#include "plan/planner.h"
#include "plan/route.h"
#include "plan/stage.h"

/// Statistics of the present phase.
static fw_statistics phase_statistics(const fw_search *search)
{
    const hybrid *hybrid = search->hybrid;
    fw_statistics phase = { 0 };
    switch (hybrid->phase) {
    case HYBRID_GRID:
        grid_search_statistics(search, &phase);
        break;
    case HYBRID_ALONG:
    case HYBRID_BACK:
        smoothing_48_statistics(hybrid->along, &phase);
        break;
    case HYBRID_REPAIR:
    case HYBRID_FULL:
        directional_space_statistics(search->directional, &phase);
        break;
    case HYBRID_DONE:
        break;
    }
    return phase;
}

/// Reports to the trace of a request for FW_HYBRID_STRICT which step begins, and where.
static void trace_step(const fw_search *search)
{
    static const fw_hybrid_step steps[] = { [HYBRID_ALONG] = FW_HYBRID_FORWARD,
                                            [HYBRID_BACK] = FW_HYBRID_BACKWARD,
                                            [HYBRID_REPAIR] = FW_HYBRID_REPAIR,
                                            [HYBRID_DONE] = FW_HYBRID_SMOOTH };
    const query *query = search->query;
    const hybrid *hybrid = search->hybrid;
    if (!query->request.trace || hybrid->rigour != HYBRID_STRICT || hybrid->phase == HYBRID_FULL)
        return;
    const fw_pose pose = hybrid->phase == HYBRID_BACK     ? search->decisions.drive_to.end.pose
                         : hybrid->phase == HYBRID_REPAIR ? hybrid->report.from
                                                          : query->request.start;
    const fw_trace_event event = { .kind = FW_TRACE_STEP,
                                   .id = (uint64_t)steps[hybrid->phase],
                                   .parent = (uint64_t)steps[hybrid->phase],
                                   .x = pose.x,
                                   .y = pose.y,
                                   .heading = pose.heading };
    query->request.trace(&event, query->request.trace_user);
}

fw_result hybrid_enter(fw_search *search, hybrid_phase phase)
{
    const fw_statistics done = phase_statistics(search);
    statistics_add(&search->hybrid->before, &done);
    search->hybrid->phase = phase;
    trace_step(search);
    return FW_PENDING;
}

double hybrid_distance_left(const fw_search *search)
{
    const query *query = search->query;
    const trail *driven = &search->hybrid->driven;
    double left = query->request.max_distance * COST_ONE / query->unit->cheapest;
    if (query->request.max_distance == 0)
        return 0;
    for (int32_t i = 0; i < driven->segment_count; i++)
        left -= driven->segments[i].length *
                (driven->segments[i].gear == FW_REVERSE ? query->unit->def.reverse_penalty : 1);
    return fmax(left, 1.0 / MOTION_SCALE);
}

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
    fw_planner *planner = search->planner;
    if (!search->hybrid && hybrid_create(&planner->memory, &planner->pages, &search->hybrid) != FW_OK)
        return FW_NO_MEMORY;
    return directional_search_prepare(search);
}

/// Connects start and goal to the lattice, and tests for dead ends, before the search on the grid.
///
/// @param[out] is_full  directional search from start to goal has the answer, or will find it sooner
static fw_result look_ahead(fw_search *search, bool *is_full)
{
    hybrid *hybrid = search->hybrid;
    directional_query full = directional_query_of(search);
    const bool is_extended = hybrid->rigour == HYBRID_EXTENDED;
    full.tries_direct = is_extended;
    const search_limits limits = limits_left(search, 0);
    if (directional_space_reset(search->directional, &full, &limits) != FW_OK)
        return FW_NO_MEMORY;
    const bool is_strict = hybrid->rigour == HYBRID_STRICT; // that hybrid tests nothing in advance
    const fw_result flooded = is_strict ? FW_OK : directional_space_flood(search->directional);
    const bool is_hopeless = flooded != FW_OK || !search->query->grid_serves;
    *is_full = is_extended && (is_hopeless || directional_space_has_direct(search->directional));
    directional_space_list_start(search->directional, &hybrid->starts);
    directional_space_list_goal(search->directional, &hybrid->goals);
    directional_space_statistics(search->directional, &hybrid->before);
    return is_hopeless ? FW_NOT_FOUND : FW_OK;
}

motion_ground hybrid_ground(const query *query)
{
    return (motion_ground){ .table = query->motions,
                            .open = query->unit->body,
                            .overlay =
                                overlay_is_empty(query->request.overlay) ? NULL : query->request.overlay,
                            .passage = passage_rules_of(query->unit, query->request.overlay),
                            .size = query->unit->def.size };
}

static fw_result begin(fw_search *search)
{
    if (create_spaces(search) != FW_OK)
        return FW_NO_MEMORY;
    hybrid *hybrid = search->hybrid;
    const query *query = search->query;
    hybrid->rigour = rigour_of(query->method);
    hybrid->ground = hybrid_ground(query);
    hybrid->has_tail = hybrid->went_back = hybrid->is_whole = false;
    hybrid->several = search->decisions.drive_to.several;
    trail_clear(&hybrid->driven);
    trail_clear(&hybrid->forward);
    trail_clear(&hybrid->tail);
    hybrid->point_count = 0;
    hybrid->offset = query->motions->offset;
    hybrid_clear_report(&hybrid->report);
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
    hybrid *hybrid = search->hybrid;
    switch (hybrid->phase) {
    case HYBRID_GRID:
        return grid_search_run(search, work);
    case HYBRID_ALONG:
    case HYBRID_BACK:
        return smoothing_48_run(hybrid->along, work);
    case HYBRID_REPAIR:
    case HYBRID_FULL:
        return directional_space_run(search->directional, work);
    case HYBRID_DONE:
        break;
    }
    return FW_GAVE_UP;
}

/// Begins the phase after one that has ended, or returns the answer.
static fw_result leave_phase(fw_search *search, fw_result result)
{
    const fw_statistics phase = phase_statistics(search);
    hybrid_note_step(search, result, &phase);
    switch (search->hybrid->phase) {
    case HYBRID_GRID:
        return result == FW_OK                            ? hybrid_leave_grid(search)
               : search->hybrid->rigour == HYBRID_SMOOTHS ? result
                                                          : hybrid_begin_full(search);
    case HYBRID_ALONG:
        return hybrid_leave_along(search, result);
    case HYBRID_BACK:
        return hybrid_leave_back(search, result);
    case HYBRID_REPAIR:
        return search->hybrid->rigour == HYBRID_STRICT ? hybrid_leave_gap(search, result)
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
    const hybrid *hybrid = search->hybrid;
    if (result != FW_LIMIT || hybrid->phase != HYBRID_REPAIR)
        return result == FW_LIMIT;
    return directional_space_is_beyond(search->directional) ||
           limits_reached(search, hybrid->before.work + phase_statistics(search).work);
}

static fw_result step(fw_search *search, uint64_t work)
{
    for (;;) {
        const uint64_t before = phase_statistics(search).work;
        const fw_result result = run_phase(search, work);
        if (result == FW_PENDING || result == FW_NO_MEMORY || is_at_limit(search, result))
            return result;
        const uint64_t spent = phase_statistics(search).work - before;
        const fw_result left = leave_phase(search, result);
        if (left != FW_PENDING || spent >= work)
            return left;
        work -= spent;
    }
}

static void statistics(const fw_search *search, fw_statistics *result)
{
    const fw_statistics phase = phase_statistics(search);
    *result = search->hybrid->before;
    statistics_add(result, &phase);
    result->bytes = hybrid_bytes(search->hybrid);
}

/// Progress of the phase under way, scaled to its part of the whole.
static double progress(const fw_search *search)
{
    const hybrid *hybrid = search->hybrid;
    switch (hybrid->phase) {
    case HYBRID_GRID:
        return 0.5 * grid_search_progress(search);
    case HYBRID_ALONG:
        return 0.5 + 0.4 * smoothing_48_progress(hybrid->along);
    case HYBRID_FULL:
        return 0.9 + 0.1 * directional_space_progress(search->directional);
    case HYBRID_BACK:
    case HYBRID_REPAIR:
    case HYBRID_DONE:
        break;
    }
    return 0;
}

bool hybrid_has_driven(const fw_search *search)
{
    return search->chain[0] == &hybrid_stage && search->hybrid->is_whole;
}

const stage_kind hybrid_stage = {
    .begin = begin, .step = step, .write = hybrid_write, .statistics = statistics, .progress = progress
};
