#include "plan/trail.h"

void trail_clear(trail *trail)
{
    trail->segment_count = trail->station_count = 0;
}

fw_result trail_copy(trail *copy, const trail *source)
{
    if (MEMORY_RESERVE(copy->memory, copy->stations, copy->station_capacity, (size_t)source->station_count) !=
        FW_OK)
        return FW_NO_MEMORY;
    for (int32_t i = 0; i < source->station_count; i++)
        copy->stations[i] = source->stations[i];
    copy->station_count = source->station_count;
    copy->segment_count = 0;
    return trail_push(copy, source->segments, source->segment_count);
}

void trail_cut(trail *trail, int32_t station_count)
{
    trail->station_count = station_count;
    trail->segment_count = station_count ? trail->stations[station_count - 1].segment_count : 0;
}

fw_result trail_push(trail *trail, const fw_segment *segments, int32_t count)
{
    if (MEMORY_RESERVE(trail->memory, trail->segments, trail->segment_capacity,
                       (size_t)trail->segment_count + (size_t)count) != FW_OK)
        return FW_NO_MEMORY;
    for (int32_t i = 0; i < count; i++)
        trail->segments[trail->segment_count++] = segments[i];
    return FW_OK;
}

fw_result trail_stop(trail *trail, lattice_pose pose, int32_t point)
{
    if (MEMORY_RESERVE(trail->memory, trail->stations, trail->station_capacity,
                       (size_t)trail->station_count + 1) != FW_OK)
        return FW_NO_MEMORY;
    trail->stations[trail->station_count++] = (trail_station){ pose, point, trail->segment_count };
    return FW_OK;
}

fw_result trail_push_hops(trail *trail, const motion_table *table, const smoothing_hop *hops, int32_t count,
                          bool is_backward)
{
    for (int32_t i = 0; i < count; i++) {
        const smoothing_hop *hop = &hops[i];
        const int32_t segments = smoothing_48_segment_count(table, hop, is_backward);
        for (int32_t k = 0; k < segments; k++) {
            const fw_segment next = smoothing_48_segment(table, hop, is_backward, k);
            if (trail_push(trail, &next, 1) != FW_OK)
                return FW_NO_MEMORY;
        }
        if (trail_stop(trail, hop->to, hop->point) != FW_OK)
            return FW_NO_MEMORY;
    }
    return FW_OK;
}
