#pragma once

/// Edits become part of a version.

#include "map/edits.h"

/// Applies the edits of a sheet to a version: patches what they change, or builds everything anew, by whichever is less
/// work. FW_OK, or a failure: then the version is as before.
fw_result map_apply(map_version *version, const sheet *edits);
