#ifndef PLAN_TRAIL_H
#define PLAN_TRAIL_H

/// @file
/// What the hybrid drives: segments, and the poses along it at which it may be taken back and continued
/// otherwise.

#include "base/memory.h"
#include "directional/smoothing_48.h"
#include "fairway/path.h"

/// A lattice pose on it.
typedef struct trail_station {
    lattice_pose at;
    int32_t point;         ///< of the grid path that it lies beside
    int32_t segment_count; ///< of the trail, up to it
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

void trail_free(trail *trail);
size_t trail_bytes(const trail *trail);

/// Forgets all.
void trail_clear(trail *trail);

/// Takes back what comes after its first stations.
void trail_cut(trail *trail, int32_t station_count);

/// Appends segments. FW_OK or FW_NO_MEMORY, as all below.
fw_result trail_push(trail *trail, const fw_segment *segments, int32_t count);

/// The pose that the trail has come to.
fw_result trail_stop(trail *trail, lattice_pose at, int32_t point);

/// Appends what was found along the path, with a station after each motion.
fw_result trail_push_hops(trail *trail, const motion_table *table, const smoothing_hop *hops, int32_t count,
                          bool is_backward);

/// The last station, or null.
static inline const trail_station *trail_last(const trail *trail)
{
    return trail->station_count ? &trail->stations[trail->station_count - 1] : NULL;
}

#endif
