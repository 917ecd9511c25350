#ifndef FAIRWAY_SNAPSHOT_H
#define FAIRWAY_SNAPSHOT_H

/// @file
/// Snapshots: a hold on one version of a map, for any thread, while the map itself is edited on another one.

#include "fairway/map.h"
#include "fairway/result.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Most snapshots of a map that may be held at the same time.
#define FW_MAX_SNAPSHOTS 1024

/// A hold on a version of a map: opaque, taken by fw_snapshot_take() [thread: any].
typedef struct fw_snapshot fw_snapshot;

/// Holds the newest version of a map. Tiles, units and everything derived from them stay in the snapshot as they are,
/// even if units are removed from the map.
///
/// @param map            the map, or that of a snapshot, whose version is held then [thread: any]
/// @param[out] snapshot  [frees: fw_snapshot_release], after the planners on its map
/// @return FW_OK, FW_NULL_ARGUMENT, FW_RELEASED (the map is that of a snapshot that was released) or FW_TOO_MANY
///         (FW_MAX_SNAPSHOTS are held)
///
/// O(1); may wait for a commit that has begun while no reader held the newest version. While old versions are held,
/// they count toward fw_map_def::old_versions, but no search of a version that a snapshot holds ends with FW_STALE.
fw_result fw_snapshot_take(const fw_map *map, fw_snapshot **snapshot);

/// The map of a snapshot: functions that take a `const fw_map *` answer for the version that is held, on any thread;
/// the top of fairway/map.h names three exceptions. A planner may be created on it. Functions that change a map refuse
/// it with FW_READ_ONLY.
///
/// @param snapshot  the snapshot
/// @return its map [until: the snapshot is released]; [opt] null for null. After the release, a map
///         without tiles and units
const fw_map *fw_snapshot_map(const fw_snapshot *snapshot);

/// Gives a snapshot back. A later commit frees the memory of its version, or uses it again.
///
/// @param snapshot  from fw_snapshot_take() [thread: any]
/// @return FW_OK, FW_NULL_ARGUMENT, or FW_RELEASED: the snapshot was released before, and nothing has changed. The map
///         uses a released snapshot again for a later one, as late as possible: after about FW_MAX_SNAPSHOTS others
fw_result fw_snapshot_release(fw_snapshot *snapshot);

#ifdef __cplusplus
}
#endif
#endif
