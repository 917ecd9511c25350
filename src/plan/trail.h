#pragma once

/// A trail: the part of a hybrid's path that can be driven so far. It consists of segments, with stations along them at
/// which it may be cut and continued differently.

#include "base/memory.h"
#include "directional/smoothing_48.h"
#include "fairway/path.h"

typedef struct trail_station {
    lattice_pose pose;
    int32_t point;         ///< index of the point of the grid path beside the station
    int32_t segment_count; ///< segments of the trail before the station
} trail_station;

typedef struct trail {
    memory *memory;
    fw_segment *segments;
    size_t segment_capacity;
    int32_t segment_count;
    trail_station *stations;
    size_t station_capacity;
    int32_t station_count;
} trail;

void trail_clear(trail *trail);

/// Copies a trail. FW_OK or FW_NO_MEMORY.
fw_result trail_copy(trail *copy, const trail *source);

void trail_cut(trail *trail, int32_t station_count);

/// Appends segments. FW_OK or FW_NO_MEMORY, like all functions below.
fw_result trail_push(trail *trail, const fw_segment *segments, int32_t count);

fw_result trail_stop(trail *trail, lattice_pose pose, int32_t point);

/// Appends the hops of a search along the path, with a station after each motion.
fw_result trail_push_hops(trail *trail, const motion_table *table, const smoothing_hop *hops, int32_t count,
                          bool is_backward);

/// The last station, or null.
static inline const trail_station *trail_last(const trail *trail)
{
    return trail->station_count ? &trail->stations[trail->station_count - 1] : NULL;
}
