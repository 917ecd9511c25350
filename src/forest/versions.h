#ifndef FOREST_VERSIONS_H
#define FOREST_VERSIONS_H

/// @file
/// Versions of a forest that searches and snapshots hold while the forest itself is edited. A search that holds the
/// present version costs nothing until an edit comes: then the version is copied. A snapshot is a copy at once, so that
/// other threads may read it.

#include "forest/trees.h"

/// A forest as it is, which nobody reads; null: there is no memory. Give it back with forest_copy_free().
fw_forest *forest_copy(const fw_forest *forest);

void forest_copy_free(fw_forest *copy);

/// The version that a search holds, or the present one: a copy, or the forest itself. Null: it was given up.
const fw_forest *forest_at(const fw_forest *forest, uint64_t version);

/// Holds the present version for a search, in a read phase on any thread.
///
/// @return the version
uint64_t forest_hold(const fw_forest *forest);

/// Lets go of a version that a search holds.
void forest_let_go(const fw_forest *forest, uint64_t version);

/// Keeps the present version for the searches that hold it, before an edit. Without memory they lose it.
void forest_keep(fw_forest *forest);

/// Makes the place where a version's readers are counted. FW_OK or FW_NO_MEMORY.
fw_result forest_versions_init(fw_forest *forest);

/// Frees the copies, and that place.
void forest_versions_free(fw_forest *forest);

#endif
