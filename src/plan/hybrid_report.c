#include "plan/hybrid_report.h"

#include "base/def.h"
#include "curve/path.h"
#include "fairway/hybrid.h"
#include "plan/hybrid.h"
#include "plan/hybrid_write.h"
#include "plan/planner.h"

const char *fw_hybrid_step_name(fw_hybrid_step step)
{
    static const char *const names[] = {
        "unknown", "grid", "forward", "backward", "gap", "repair", "smooth"
    };
    return step >= FW_HYBRID_GRID && step <= FW_HYBRID_STEPS ? names[step] : names[0];
}

void hybrid_clear_report(fw_hybrid_report *report)
{
    *report = (fw_hybrid_report){ 0 };
    for (int step = 0; step <= FW_HYBRID_STEPS; step++)
        report->steps[step].result = FW_PENDING;
}

void hybrid_note_step(fw_search *search, fw_result result, const fw_statistics *phase)
{
    static const fw_hybrid_step steps[] = { [HYBRID_GRID] = FW_HYBRID_GRID,
                                            [HYBRID_ALONG] = FW_HYBRID_FORWARD,
                                            [HYBRID_BACK] = FW_HYBRID_BACKWARD,
                                            [HYBRID_REPAIR] = FW_HYBRID_REPAIR };
    hybrid *hybrid = search->spaces.hybrid;
    if (hybrid->rigour != HYBRID_STRICT || hybrid->phase >= HYBRID_FULL)
        return;
    const fw_hybrid_step step = steps[hybrid->phase];
    hybrid->strict.report.steps[step] = (fw_hybrid_step_report){ result, phase->expanded, phase->work };
    if (step == FW_HYBRID_GRID && result != FW_OK)
        hybrid->strict.report.failed = (int32_t)step;
}

/// True if the last request of a search was for FW_HYBRID_STRICT.
static bool is_strict(const fw_search *search)
{
    return search && search->query->unit && search->decisions.method == FW_HYBRID_STRICT;
}

/// The hybrid of a search if it has begun, or null.
static const hybrid *begun(const fw_search *search)
{
    return search->chain.count > 0 && search->chain.kinds[0] == &hybrid_stage ? search->spaces.hybrid : NULL;
}

fw_result fw_search_hybrid_report(const fw_search *search, fw_hybrid_report *report)
{
    if (!search || !report)
        return FW_NULL_ARGUMENT;
    if (!is_strict(search))
        return FW_METHOD_DOES_NOT_FIT;
    const hybrid *hybrid = begun(search);
    if (!hybrid) {
        hybrid_clear_report(report);
        return FW_OK;
    }
    *report = hybrid->strict.report;
    if (search_has_path(search->ended) && search->chain.kinds[search->chain.now] == &smoothing_stage)
        report->steps[FW_HYBRID_SMOOTH] =
            (fw_hybrid_step_report){ .result = FW_OK, .work = search->shapers.work.done };
    return FW_OK;
}

fw_result fw_search_get_hybrid_report(const fw_search *search, fw_hybrid_report *report, size_t bytes)
{
    fw_hybrid_report whole;
    const fw_result result = fw_search_hybrid_report(search, &whole);
    return result == FW_OK ? struct_give(report, bytes, &whole, sizeof whole) : result;
}

fw_result fw_planner_hybrid_report(const fw_planner *planner, fw_hybrid_report *report)
{
    if (!planner || !report)
        return FW_NULL_ARGUMENT;
    return is_strict(planner->own) ? fw_search_hybrid_report(planner->own, report) : FW_METHOD_DOES_NOT_FIT;
}

fw_result fw_planner_get_hybrid_report(const fw_planner *planner, fw_hybrid_report *report, size_t bytes)
{
    fw_hybrid_report whole;
    const fw_result result = fw_planner_hybrid_report(planner, &whole);
    return result == FW_OK ? struct_give(report, bytes, &whole, sizeof whole) : result;
}

static fw_result push_grid(const hybrid *hybrid, fw_path *path)
{
    const double offset = hybrid->strict.offset;
    fw_result pushed = FW_OK;
    for (int32_t point = 0, next; point + 1 < hybrid->point_count && pushed == FW_OK; point = next) {
        next = hybrid_run_end(hybrid, point);
        const corridor_tile *from = &hybrid->points[point], *to = &hybrid->points[next];
        pushed = path_push_line(path, from->x + offset, from->y + offset, to->x + offset, to->y + offset);
    }
    return pushed;
}

/// Writes the path of a step; nothing if the step has found none.
static fw_result push_way(const hybrid *hybrid, fw_hybrid_step step, fw_path *path)
{
    int32_t count = 0;
    const fw_segment *leg = fw_path_segments(hybrid->repair.path, &count);
    switch (step) {
    case FW_HYBRID_GRID:
        return push_grid(hybrid, path);
    case FW_HYBRID_FORWARD:
        return path_push_all(path, hybrid->strict.forward.segments, hybrid->strict.forward.segment_count);
    case FW_HYBRID_BACKWARD:
        return path_push_all(path, hybrid->tail.segments, hybrid->tail.segment_count);
    case FW_HYBRID_REPAIR:
        return hybrid->strict.report.steps[step].result == FW_OK ? path_push_all(path, leg, count) : FW_OK;
    case FW_HYBRID_GAP:
    case FW_HYBRID_SMOOTH:
        break;
    }
    return FW_OK;
}

fw_result fw_planner_hybrid_way(const fw_planner *planner, fw_hybrid_step step, fw_path *path)
{
    if (!planner || !path)
        return FW_NULL_ARGUMENT;
    const fw_search *search = planner->own;
    if (!is_strict(search))
        return FW_METHOD_DOES_NOT_FIT;
    if (!begun(search))
        return FW_NOT_FOUND;
    path_begin(path);
    fw_result pushed = push_way(search->spaces.hybrid, step, path);
    if (pushed == FW_OK && path_written_length(path) == 0)
        pushed = FW_NOT_FOUND;
    if (pushed != FW_OK) {
        path_abandon(path);
        return pushed;
    }
    path_end(path, &(fw_path_summary){ .outcome = FW_OUTCOME_FOUND,
                                       .method = FW_HYBRID_STRICT,
                                       .unit = search->query->request.unit,
                                       .map_version = search->query->map_version,
                                       .cost = path_written_length(path) });
    return FW_OK;
}
