#include "plan/hybrid.h"

#include <math.h>

#include "plan/grid_stage.h"
#include "plan/planner.h"
#include "plan/stage.h"

fw_result hybrid_create(memory *memory, page_pool *pool, hybrid **created)
{
    hybrid *hybrid = memory_get_zeroed(memory, 1, sizeof *hybrid);
    if (!hybrid)
        return FW_NO_MEMORY;
    hybrid->memory = hybrid->driven.memory = hybrid->tail.memory = hybrid->strict.forward.memory = memory;
    const fw_allocator hooks = memory_hooks(memory);
    if (smoothing_48_create(memory, pool, &hybrid->along) != FW_OK ||
        fw_path_create(&hooks, &hybrid->repair.path) != FW_OK)
        return FW_NO_MEMORY;
    *created = hybrid;
    return FW_OK;
}

fw_statistics hybrid_phase_statistics(const fw_search *search)
{
    const hybrid *hybrid = search->spaces.hybrid;
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
        directional_space_statistics(search->spaces.directional, &phase);
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
    const hybrid *hybrid = search->spaces.hybrid;
    if (!query->request.trace || hybrid->rigour != HYBRID_STRICT || hybrid->phase == HYBRID_FULL)
        return;
    const fw_pose pose = hybrid->phase == HYBRID_BACK     ? search->decisions.drive_to.end.pose
                         : hybrid->phase == HYBRID_REPAIR ? hybrid->strict.report.from
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
    const fw_statistics done = hybrid_phase_statistics(search);
    statistics_add(&search->spaces.hybrid->before, &done);
    search->spaces.hybrid->phase = phase;
    trace_step(search);
    return FW_PENDING;
}

double hybrid_distance_left(const fw_search *search)
{
    const query *query = search->query;
    const trail *driven = &search->spaces.hybrid->driven;
    double left = query->request.max_distance * COST_ONE / query->unit->cheapest;
    if (query->request.max_distance == 0)
        return 0;
    for (int32_t i = 0; i < driven->segment_count; i++)
        left -= driven->segments[i].length *
                (driven->segments[i].gear == FW_REVERSE ? query->unit->def.reverse_penalty : 1);
    return fmax(left, 1.0 / MOTION_SCALE);
}

bool hybrid_has_driven(const fw_search *search)
{
    return search->chain.kinds[0] == &hybrid_stage && search->spaces.hybrid->is_whole;
}
