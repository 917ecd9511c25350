#ifndef DIRECTIONAL_DRIVE_H
#define DIRECTIONAL_DRIVE_H

/// @file
/// A path on its way from segments: those that go on alike become one, and what they cost is added up.

#include "curve/path.h"
#include "fairway/overlay.h"
#include "map/map.h"

typedef struct drive {
    fw_path *path; ///< that is being written
    const fw_map *map;
    const map_unit *unit;
    const fw_overlay *overlay; ///< null = none that matters
    bool is_flat;              ///< all tiles cost the same
    fw_segment open;           ///< what the next segment may belong to
    fw_gear gear;              ///< of the last one that led anywhere
    bool moved;                ///< there was one
    double cost;               ///< in tiles
} drive;

/// Starts at a pose.
drive drive_from(fw_path *path, const fw_map *map, const map_unit *unit, const fw_overlay *overlay,
                 fw_pose start);

/// @return FW_OK or FW_NO_MEMORY
fw_result drive_push(drive *drive, const fw_segment *next);

/// Writes what is left; a drive that leads nowhere is one segment of length 0.
///
/// @return FW_OK or FW_NO_MEMORY
fw_result drive_end(drive *drive);

#endif
