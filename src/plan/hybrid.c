#include "plan/hybrid.h"

fw_result hybrid_create(memory *from, page_pool *pool, hybrid **created)
{
    hybrid *by = memory_get_zeroed(from, 1, sizeof *by);
    if (!by)
        return FW_NO_MEMORY;
    by->from = by->driven.from = by->tail.from = from;
    const fw_allocator hooks = memory_hooks(from);
    if (smoothing_48_create(from, pool, &by->along) != FW_OK || fw_path_create(&hooks, &by->leg) != FW_OK) {
        hybrid_destroy(by);
        return FW_NO_MEMORY;
    }
    *created = by;
    return FW_OK;
}

void hybrid_destroy(hybrid *by)
{
    if (!by)
        return;
    smoothing_48_destroy(by->along);
    fw_path_destroy(by->leg);
    trail_free(&by->driven);
    trail_free(&by->tail);
    memory_give_back(by->from, by->points, by->point_capacity, sizeof *by->points);
    memory_give_back(by->from, by->ends, by->end_capacity, sizeof *by->ends);
    memory_give_back(by->from, by, 1, sizeof *by);
}

size_t hybrid_bytes(const hybrid *by)
{
    return sizeof *by + smoothing_48_bytes(by->along) + trail_bytes(&by->driven) + trail_bytes(&by->tail) +
           by->point_capacity * sizeof *by->points + by->end_capacity * sizeof *by->ends;
}
