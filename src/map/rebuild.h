#pragma once

/// A large commit makes all layers and tables anew beside the old ones, and exchanges them.

#include "map/edits.h"

/// Applies edits, and makes all layers and tables anew. FW_OK, or a failure: then the version is as before.
fw_result map_rebuild(map_version *version, const sheet *edits);
