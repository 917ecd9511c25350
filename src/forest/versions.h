#pragma once

/// Versions of a forest that searches and snapshots hold while the forest itself is edited. A search may hold the
/// present version without a copy; the next edit then copies the version first. A snapshot is copied at once, so that
/// other threads may read it.

#include "forest/trees.h"

/// Returns a copy of a forest, without readers; null: there is no memory. Free it with forest_copy_free().
fw_forest *forest_copy(const fw_forest *forest);

void forest_copy_free(fw_forest *copy);

/// A version of the forest: a copy, or the forest itself for the present one. Null: the version is not kept any more.
const fw_forest *forest_at(const fw_forest *forest, uint64_t version);

/// Counts a search as a reader of the present version. It may be called on any thread while the forest is not edited.
/// Returns the number of the version.
uint64_t forest_hold(const fw_forest *forest);

/// Ends a search's hold on a version.
void forest_let_go(const fw_forest *forest, uint64_t version);

/// Before an edit: copies the present version if searches hold it. If memory runs out, these searches lose it.
void forest_keep(fw_forest *forest);

/// Allocates the counters of readers. FW_OK or FW_NO_MEMORY.
fw_result forest_versions_init(fw_forest *forest);

void forest_versions_free(fw_forest *forest);
