#pragma once

/// Writes a path from segments: merges consecutive segments of equal curvature and gear, and adds up the cost.

#include "curve/path.h"
#include "fairway/curve.h"
#include "fairway/overlay.h"
#include "map/map.h"

typedef struct drive_writer {
    fw_path *path; ///< the path that is being written
    const map_version *map;
    const map_unit *unit;
    const fw_overlay *overlay; ///< null = no overlay that changes costs
    bool is_flat;              ///< all tiles cost the same
    fw_segment open;           ///< the last segment, not written yet: the next one may extend it
    fw_gear gear;              ///< gear of the last segment whose cost was added
    bool moved;                ///< the cost of a segment was added
    double cost;               ///< of the segments written so far, in tiles
} drive_writer;

drive_writer drive_writer_begin(fw_path *path, const map_version *map, const map_unit *unit,
                                const fw_overlay *overlay, fw_pose start);

/// Appends a segment, which begins where the last one ends. FW_OK or FW_NO_MEMORY.
fw_result drive_writer_push(drive_writer *writer, const fw_segment *next);

/// Pushes segments in their order.
///
/// @return FW_OK or FW_NO_MEMORY
fw_result drive_writer_push_all(drive_writer *writer, const fw_segment *segments, int32_t count);

static inline fw_result drive_writer_push_curve(drive_writer *writer, const fw_curve *curve)
{
    return drive_writer_push_all(writer, curve->segments, curve->count);
}

/// Writes the last segment, after which `cost` is complete. A drive of length 0 becomes one segment of length 0. FW_OK
/// or FW_NO_MEMORY.
fw_result drive_writer_end(drive_writer *writer);
