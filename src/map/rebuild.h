#ifndef MAP_REBUILD_H
#define MAP_REBUILD_H

/// @file
/// A large commit reads and erodes all layers again in place; the old terrains can undo this. It builds new tables
/// beside the old ones and exchanges them.

#include "map/edits.h"

/// Applies edits, reads all layers again, and builds new tables beside the old ones.
///
/// @return FW_OK, or a failure: then the version is as before
fw_result map_rebuild(map_version *version, const sheet *edits);

#endif
