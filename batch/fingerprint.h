#pragma once

/// Hashes of paths: the column `hash` of a study.

#include "base/fnv.h"
#include "fairway/path.h"

/// Adds a path: outcome, length, cost, and every segment. Equal paths have equal hashes on every platform.
static inline uint64_t fingerprint_path(uint64_t hash, const fw_path *path)
{
    fw_path_summary summary;
    if (fw_path_summarise(path, &summary) != FW_OK)
        return fnv_bits(hash, UINT64_MAX);
    hash = fnv_bits(hash, (uint64_t)summary.outcome);
    hash = fnv_double(hash, summary.length);
    hash = fnv_double(hash, summary.cost);
    int32_t count = 0;
    const fw_segment *segments = fw_path_segments(path, &count);
    for (int32_t i = 0; i < count; i++) {
        hash = fnv_double(hash, segments[i].start.x);
        hash = fnv_double(hash, segments[i].start.y);
        hash = fnv_double(hash, segments[i].start.heading);
        hash = fnv_double(hash, segments[i].curvature);
        hash = fnv_double(hash, segments[i].length);
        hash = fnv_bits(hash, (uint64_t)segments[i].gear);
    }
    return hash;
}
