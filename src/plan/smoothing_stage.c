#include <math.h>

#include "fairway/shape.h"
#include "plan/draft.h"
#include "plan/planner.h"
#include "shape/speed/speed.h"
#include "shape/violations.h"

/// True if a path breaks rules that were counted. The shape of such a path must not change, so that the counts hold.
static bool breaks_rules(const fw_path *path)
{
    return violations_any(&path_shown(path)->violations);
}

/// Continues to find the stretches on roads that smoothing leaves unchanged.
static fw_result find_kept(fw_search *search)
{
    shapers *shapers = &search->shapers;
    const road_rules roads = { search->map, search->query->request.road_terrains };
    return road_stretches(&shapers->on_roads, shapers->smoothing.memory, &roads, search->draft,
                          &shapers->work, &shapers->reading);
}

/// Finds these stretches first, then begins to smooth the draft.
static fw_result begin_to_smooth(fw_search *search)
{
    const query *query = search->query;
    smooth_ground ground = draft_ground(search);
    if (query_drives_roads(query)) {
        const fw_result found = find_kept(search);
        if (found != FW_OK)
            return found;
        ground.kept = &search->shapers.on_roads;
    }
    search->shapers.is_smoothing = true;
    const bend_ends ends = draft_ends(search);
    return smooth_begin(&search->shapers.smoothing, &ground,
                        breaks_rules(search->draft) ? FW_SMOOTH_NONE : query->request.smoothing, &ends,
                        search->draft);
}

/// Duration of the draft in seconds; infinite if it cannot be driven.
static fw_result time_draft(const fw_search *search, double *seconds)
{
    const fw_result timed = speed_profile(search->map, search->query->request.fastest, search->draft, NULL);
    *seconds = timed == FW_OK ? fw_path_duration(search->draft) : INFINITY;
    return timed == FW_NOT_FOUND ? FW_OK : timed;
}

/// Keeps a copy of the draft, and its duration.
static fw_result note_rough(fw_search *search)
{
    const fw_result timed = time_draft(search, &search->shapers.rough_seconds);
    return timed == FW_OK ? draft_keep(search, &search->shapers.rough) : timed;
}

/// Undoes the smoothing unless it made the path quicker.
static fw_result keep_quicker(fw_search *search)
{
    double after = INFINITY;
    const fw_result timed = time_draft(search, &after);
    return timed == FW_OK && after >= search->shapers.rough_seconds
               ? fw_path_copy(search->shapers.rough, search->draft)
               : timed;
}

static fw_result begin(fw_search *search)
{
    search->shapers.reading = (road_reading){ 0 };
    search->shapers.is_smoothing = false;
    return search->query->request.fastest && !breaks_rules(search->draft) ? note_rough(search) : FW_OK;
}

static fw_result step(fw_search *search, uint64_t work)
{
    shapers *shapers = &search->shapers;
    shaping_allow(&shapers->work, work);
    const fw_result begun = shapers->is_smoothing ? FW_OK : begin_to_smooth(search);
    const fw_result smoothed = begun == FW_OK ? smooth_step(&shapers->smoothing) : begun;
    return smoothed == FW_OK && search->query->request.fastest && shapers->smoothing.kind != FW_SMOOTH_NONE
               ? keep_quicker(search)
               : smoothed;
}

const stage_kind smoothing_stage = { .begin = begin, .step = step };

fw_result fw_path_smooth(fw_planner *planner, const fw_overlay *overlay, fw_smoothing kind, fw_path *path)
{
    if (!planner || !path)
        return FW_NULL_ARGUMENT;
    if (kind < FW_SMOOTH_NONE || kind >= FW_SMOOTHING_COUNT)
        return FW_BAD_VALUE;
    smooth_ground ground;
    const fw_result judged = finished_ground(planner, "fw_path_smooth", overlay, path, &ground);
    if (judged != FW_OK || kind == FW_SMOOTH_NONE)
        return finished_end(planner, judged);
    const fw_smoothing meant = smooth_kind_for(ground.unit, kind);
    if (!smooth_is_prepared(ground.unit, meant))
        return finished_end(planner, kind == FW_SMOOTH_AUTO ? FW_OK : FW_NOT_PREPARED);
    const fw_result smoothed = smooth_path(&planner->finishing.smoothing, &ground, meant, NULL, path);
    if (smoothed == FW_OK)
        violations_count(&ground, NULL, NULL, path);
    return finished_end(planner, smoothed);
}
