#pragma once

/// A place in a cluster, and the costs from there to the cluster's transitions. They are those of direct ways
/// (direct_way.h); where there is none, a wave from the place finds the cheapest one. Most places need no wave.

#include "hierarchy/entrances.h"
#include "hierarchy/wave.h"

typedef struct joint {
    cluster_wave over;               ///< the cluster that is loaded, and a wave from the place
    bool has_wave;                   ///< the wave has begun
    uint64_t cost[MOST_TRANSITIONS]; ///< to the middle of each transition's step, or WAVE_UNKNOWN
} joint;

void joint_load(joint *joint, const ground_rules *rules, cluster_box box);

/// Begins the wave. The caller adds its seeds.
wave *joint_begin_wave(joint *joint);

void joint_begin_wave_at(joint *joint, int32_t tile);

/// Finds the costs from a tile of the cluster to its transitions. Returns the work of a wave.
uint64_t joint_measure(joint *joint, const ground_rules *rules, const transition *transitions, int32_t count,
                       int32_t tile);

/// Finds the costs to the transitions from all tiles at which the wave has begun. Returns the work of the wave.
uint64_t joint_measure_by_wave(joint *joint, const transition *transitions, int32_t count);
