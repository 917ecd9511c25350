#include <math.h>

#include "fairway/shape.h"
#include "plan/draft.h"
#include "plan/finished.h"
#include "plan/planner.h"
#include "shape/violations.h"

/// Does a path break rules on purpose? What was counted must stay.
static bool breaks_rules(const fw_path *path)
{
    fw_path_summary summary;
    fw_path_summarise(path, &summary);
    const fw_violations *broken = &summary.violations;
    return broken->blocked || broken->too_tight || broken->heading_jumps || broken->impossible;
}

static fw_result smooth(fw_search *search)
{
    const query *asked = &search->asked;
    const smooth_ground ground = { search->planner->map, asked->unit, asked->ask.overlay,
                                   asked->ask.turn_charge };
    const bend_ends ends = draft_ends(search);
    return smooth_path(&search->planner->shaper, &ground, asked->ask.smoothing, &ends, search->draft);
}

/// Seconds that the draft takes; infinite where it cannot be driven.
static fw_result time_draft(const fw_search *search, double *seconds)
{
    const fw_result timed =
        fw_path_profile(search->planner->map, search->asked.ask.fastest, search->draft, NULL);
    *seconds = timed == FW_OK ? fw_path_duration(search->draft) : INFINITY;
    return timed == FW_NOT_FOUND ? FW_OK : timed;
}

/// Smooths, and takes that back where the path is not quicker for it.
static fw_result smooth_in_time(fw_search *search)
{
    const fw_allocator hooks = memory_hooks(&search->planner->from);
    double before = INFINITY, after = INFINITY;
    if (!search->rough && fw_path_create(&hooks, &search->rough) != FW_OK)
        return FW_NO_MEMORY;
    fw_result smoothed = time_draft(search, &before);
    if (smoothed == FW_OK)
        smoothed = fw_path_copy(search->draft, search->rough);
    if (smoothed == FW_OK)
        smoothed = smooth(search);
    if (smoothed == FW_OK)
        smoothed = time_draft(search, &after);
    return smoothed == FW_OK && after >= before ? fw_path_copy(search->rough, search->draft) : smoothed;
}

static fw_result step(fw_search *search, uint64_t work)
{
    (void)work;
    if (breaks_rules(search->draft))
        return FW_OK;
    return search->asked.ask.fastest ? smooth_in_time(search) : smooth(search);
}

const stage_kind smoothing_stage = {
    .begin = draft_begin, .step = step, .write = draft_write, .progress = draft_progress
};

fw_result fw_path_smooth(fw_planner *planner, const fw_overlay *overlay, fw_smoothing kind, fw_path *path)
{
    if (!planner || !path)
        return FW_NULL_ARGUMENT;
    if (kind < FW_SMOOTH_NONE || kind > FW_SMOOTH_TAUT_LINES)
        return FW_BAD_VALUE;
    smooth_ground ground;
    const fw_result judged = finished_ground(planner, overlay, path, &ground);
    if (judged != FW_OK || kind == FW_SMOOTH_NONE)
        return judged;
    const fw_smoothing meant = smooth_kind_for(ground.unit, kind);
    if (!smooth_is_prepared(ground.unit, meant))
        return kind == FW_SMOOTH_AUTO ? FW_OK : FW_NOT_PREPARED;
    const fw_result smoothed = smooth_path(&planner->shaper, &ground, meant, NULL, path);
    if (smoothed == FW_OK)
        violations_count(&ground, NULL, NULL, path);
    return smoothed;
}
