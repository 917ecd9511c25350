#ifndef MAP_VERSIONS_H
#define MAP_VERSIONS_H

/// @file
/// Which versions of a map are held, for the files that edit it.

#include "map/map_inside.h"

/// Sets `is_held` of all versions. A version that is not held, and that no handle shows, stays so.
void versions_mark_held(map_editor *editor);

/// Takes a version from all readers that rest.
void versions_take_from_resting(map_editor *editor, const fw_map *version);

#endif
