#pragma once

/// What a user's `fw_map` is: a way to a version. The map that fw_map_create() returns leads to the newest version; the
/// map of a snapshot leads to the same version until the snapshot is released.

#include <stdatomic.h>

#include "fairway/map.h"
#include "map/derived.h"

typedef struct map_editor map_editor;

typedef struct map_pins map_pins;

struct fw_map {
    /// What readers see. Null while a commit works on the newest version; a version without tiles if the map is that of
    /// a snapshot that was released
    _Atomic(map_version *) seen;
    map_pins *pins;     ///< of the readers of all versions
    map_editor *editor; ///< null if the map is that of a snapshot, which cannot be edited
};

/// The version that a public function reads; null for null. For the map that fw_map_create() returned, on its editor's
/// thread only.
static inline const map_version *map_version_of(const fw_map *map)
{
    return map ? atomic_load_explicit(&map->seen, memory_order_relaxed) : NULL;
}

/// Why a map may not be edited: FW_NULL_ARGUMENT, or FW_READ_ONLY for the map of a snapshot; else FW_OK.
static inline fw_result map_judge_edit(const fw_map *map)
{
    return !map ? FW_NULL_ARGUMENT : map->editor ? FW_OK : FW_READ_ONLY;
}
