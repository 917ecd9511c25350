#include <math.h>

#include "map/overlay.h"
#include "plan/hybrid.h"
#include "plan/planner.h"
#include "plan/route.h"
#include "plan/stage.h"

static void add(fw_statistics *sum, const fw_statistics *more)
{
    sum->expanded += more->expanded;
    sum->generated += more->generated;
    sum->improved += more->improved;
    sum->reopened += more->reopened;
    sum->work += more->work;
    sum->pages = more->pages > sum->pages ? more->pages : sum->pages;
    sum->fringe = more->fringe > sum->fringe ? more->fringe : sum->fringe;
}

/// What the present phase has done so far.
static fw_statistics phase_statistics(const fw_search *search)
{
    const hybrid *by = search->hybrid;
    fw_statistics phase = { 0 };
    switch (by->phase) {
    case HYBRID_GRID:
        by->grid->statistics(search, &phase);
        break;
    case HYBRID_ALONG:
    case HYBRID_BACK:
        smoothing_48_statistics(by->along, &phase);
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

fw_result hybrid_enter(fw_search *search, hybrid_phase phase)
{
    const fw_statistics done = phase_statistics(search);
    add(&search->hybrid->before, &done);
    search->hybrid->phase = phase;
    return FW_PENDING;
}

double hybrid_distance_left(const fw_search *search)
{
    const query *asked = &search->asked;
    const trail *driven = &search->hybrid->driven;
    double left = asked->ask.max_distance * COST_ONE / asked->unit->cheapest;
    if (asked->ask.max_distance == 0)
        return 0;
    for (int32_t i = 0; i < driven->segment_count; i++)
        left -= driven->segments[i].length *
                (driven->segments[i].gear == FW_REVERSE ? asked->unit->def.reverse_penalty : 1);
    return fmax(left, 1.0 / MOTION_SCALE);
}

static hybrid_rigour rigour_of(fw_method method)
{
    return method == FW_HYBRID          ? HYBRID_EXTENDED
           : method == FW_HYBRID_STRICT ? HYBRID_STRICT
                                        : HYBRID_SMOOTHS;
}

static fw_result create_spaces(fw_search *search)
{
    fw_planner *planner = search->planner;
    if (!search->hybrid && hybrid_create(&planner->from, &planner->pages, &search->hybrid) != FW_OK)
        return FW_NO_MEMORY;
    if (!search->directional)
        return directional_space_create(&planner->from, &planner->pages, &search->directional);
    return FW_OK;
}

/// Before anything is searched: how start and goal are joined to the lattice, and whether they are dead ends.
///
/// @param[out] is_full  directional search from start to goal has the answer, or will find it sooner
static fw_result look_ahead(fw_search *search, bool *is_full)
{
    hybrid *by = search->hybrid;
    directional_query full = directional_query_of(search);
    const bool is_extended = by->rigour == HYBRID_EXTENDED;
    full.tries_direct = is_extended;
    const search_limits limits = limits_left(search, 0);
    if (directional_space_reset(search->directional, &full, &limits) != FW_OK)
        return FW_NO_MEMORY;
    const fw_result probed = directional_space_probe(search->directional);
    const bool is_hopeless = probed != FW_OK || !search->asked.grid_serves;
    *is_full = is_extended && (is_hopeless || directional_space_has_direct(search->directional));
    by->starts = *directional_space_starts(search->directional);
    by->goals = *directional_space_goals(search->directional);
    directional_space_statistics(search->directional, &by->before);
    return is_hopeless ? FW_NOT_FOUND : FW_OK;
}

motion_ground hybrid_ground(const query *asked)
{
    return (motion_ground){ .table = asked->motions,
                            .open = asked->unit->body,
                            .overlay = overlay_is_empty(asked->ask.overlay) ? NULL : asked->ask.overlay,
                            .passage = passage_rules_of(asked->unit, asked->ask.overlay),
                            .corridor_shift = asked->unit->def.size / 2 };
}

static fw_result begin(fw_search *search)
{
    if (create_spaces(search) != FW_OK)
        return FW_NO_MEMORY;
    hybrid *by = search->hybrid;
    const query *asked = &search->asked;
    by->rigour = rigour_of(asked->method);
    by->grid = asked->jumps ? &jump_stage : &grid_stage;
    by->ground = hybrid_ground(asked);
    by->has_tail = by->went_back = by->is_whole = false;
    by->several = asked->several;
    trail_clear(&by->driven);
    bool is_full = false;
    const fw_result looked = look_ahead(search, &is_full);
    by->phase = is_full ? HYBRID_FULL : HYBRID_DONE;
    if (is_full) {
        by->before = (fw_statistics){ 0 };
        search->asked.method = FW_DIRECTIONAL;
    }
    if (looked == FW_NO_MEMORY)
        return FW_NO_MEMORY;
    if (is_full || (looked != FW_OK && by->rigour == HYBRID_STRICT))
        return FW_OK;
    by->phase = HYBRID_GRID;
    return by->grid->begin(search);
}

/// A path that is too long for the costs of jump points is left to A*.
static fw_result run_grid(fw_search *search, uint64_t work)
{
    hybrid *by = search->hybrid;
    if (by->grid == &grid_stage)
        return grid_stage.step(search, work);
    const fw_result result = jump_space_run(search->jump, work);
    if (result != FW_TOO_MANY)
        return result;
    by->grid = &grid_stage;
    const fw_result begun = grid_stage.begin(search);
    return begun == FW_OK ? grid_stage.step(search, work) : begun;
}

static fw_result run_phase(fw_search *search, uint64_t work)
{
    hybrid *by = search->hybrid;
    switch (by->phase) {
    case HYBRID_GRID:
        return run_grid(search, work);
    case HYBRID_ALONG:
    case HYBRID_BACK:
        return smoothing_48_run(by->along, work);
    case HYBRID_REPAIR:
    case HYBRID_FULL:
        return directional_space_run(search->directional, work);
    case HYBRID_DONE:
        break;
    }
    return FW_GAVE_UP;
}

/// A phase has ended: what comes next, or the answer.
static fw_result leave_phase(fw_search *search, fw_result result)
{
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
        return hybrid_leave_repair(search, result);
    case HYBRID_FULL:
    case HYBRID_DONE:
        break;
    }
    return result;
}

/// Did the request's own limit end a phase, and not the one on work that a repair has?
static bool is_at_limit(const fw_search *search, fw_result result)
{
    const hybrid *by = search->hybrid;
    if (result != FW_LIMIT || by->phase != HYBRID_REPAIR)
        return result == FW_LIMIT;
    return directional_space_is_beyond(search->directional) ||
           limits_reached(search, by->before.work + phase_statistics(search).work);
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
    add(result, &phase);
    result->bytes = hybrid_bytes(search->hybrid);
}

/// Of the phase that is under way, within its part of the whole.
static double progress(const fw_search *search)
{
    const hybrid *by = search->hybrid;
    switch (by->phase) {
    case HYBRID_GRID:
        return 0.5 * by->grid->progress(search);
    case HYBRID_ALONG:
        return 0.5 + 0.4 * smoothing_48_progress(by->along);
    case HYBRID_FULL:
        return 0.9 + 0.1 * directional_space_progress(search->directional);
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
