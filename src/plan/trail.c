#include "plan/trail.h"

void trail_free(trail *of)
{
    memory_give_back(of->from, of->segments, of->segment_capacity, sizeof *of->segments);
    memory_give_back(of->from, of->stations, of->station_capacity, sizeof *of->stations);
    *of = (trail){ .from = of->from };
}

size_t trail_bytes(const trail *of)
{
    return of->segment_capacity * sizeof *of->segments + of->station_capacity * sizeof *of->stations;
}

void trail_clear(trail *of)
{
    of->segment_count = of->station_count = 0;
}

void trail_cut(trail *of, int32_t station_count)
{
    of->station_count = station_count;
    of->segment_count = station_count ? of->stations[station_count - 1].segment_count : 0;
}

fw_result trail_push(trail *of, const fw_segment *segments, int32_t count)
{
    if (memory_reserve(of->from, &of->segments, &of->segment_capacity,
                       (size_t)of->segment_count + (size_t)count, sizeof *of->segments) != FW_OK)
        return FW_NO_MEMORY;
    for (int32_t i = 0; i < count; i++)
        of->segments[of->segment_count++] = segments[i];
    return FW_OK;
}

fw_result trail_stop(trail *of, lattice_pose at, int32_t point)
{
    if (memory_reserve(of->from, &of->stations, &of->station_capacity, (size_t)of->station_count + 1,
                       sizeof *of->stations) != FW_OK)
        return FW_NO_MEMORY;
    of->stations[of->station_count++] = (trail_station){ at, point, of->segment_count };
    return FW_OK;
}

fw_result trail_push_hops(trail *of, const motion_table *table, const smoothing_hop *hops, int32_t count,
                          bool is_backward)
{
    for (int32_t i = 0; i < count; i++) {
        const smoothing_hop *hop = &hops[i];
        const int32_t segments = smoothing_48_segment_count(table, hop, is_backward);
        for (int32_t k = 0; k < segments; k++) {
            const fw_segment next = smoothing_48_segment(table, hop, is_backward, k);
            if (trail_push(of, &next, 1) != FW_OK)
                return FW_NO_MEMORY;
        }
        if (trail_stop(of, hop->to, hop->point) != FW_OK)
            return FW_NO_MEMORY;
    }
    return FW_OK;
}
