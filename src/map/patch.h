#pragma once

/// A small commit patches layers and tables where tiles changed. Words of terrains and layers change in place, and
/// lists keep their former values; tables stage their changes. Then all changes are published, or all are undone.

#include "map/edits.h"

/// Applies edits that change `word_count` words of tiles, and patches layers and tables. FW_OK, or a failure: then the
/// version is as before.
fw_result map_patch(map_version *version, const sheet *edits, size_t word_count);
