#include "plan/hybrid.h"

fw_result hybrid_create(memory *memory, page_pool *pool, hybrid **created)
{
    hybrid *hybrid = memory_get_zeroed(memory, 1, sizeof *hybrid);
    if (!hybrid)
        return FW_NO_MEMORY;
    hybrid->memory = hybrid->driven.memory = hybrid->tail.memory = hybrid->forward.memory = memory;
    const fw_allocator hooks = memory_hooks(memory);
    if (smoothing_48_create(memory, pool, &hybrid->along) != FW_OK ||
        fw_path_create(&hooks, &hybrid->repair_path) != FW_OK) {
        hybrid_destroy(hybrid);
        return FW_NO_MEMORY;
    }
    *created = hybrid;
    return FW_OK;
}

void hybrid_destroy(hybrid *hybrid)
{
    if (!hybrid)
        return;
    smoothing_48_destroy(hybrid->along);
    fw_path_destroy(hybrid->repair_path);
    trail_free(&hybrid->driven);
    trail_free(&hybrid->tail);
    trail_free(&hybrid->forward);
    memory_give_back(hybrid->memory, hybrid->points, hybrid->point_capacity, sizeof *hybrid->points);
    memory_give_back(hybrid->memory, hybrid->ends, hybrid->end_capacity, sizeof *hybrid->ends);
    memory_give_back(hybrid->memory, hybrid, 1, sizeof *hybrid);
}

size_t hybrid_bytes(const hybrid *hybrid)
{
    return sizeof *hybrid + smoothing_48_bytes(hybrid->along) + trail_bytes(&hybrid->driven) +
           trail_bytes(&hybrid->tail) + trail_bytes(&hybrid->forward) +
           hybrid->point_capacity * sizeof *hybrid->points + hybrid->end_capacity * sizeof *hybrid->ends;
}
