#pragma once

/// How a map is read, as a caller has said it.

#include "fairway-io/map.h"

/// Copies a caller's def, which may be shorter than this library's; null = the defaults. FW_OK, FW_BAD_DEF or
/// FW_BAD_VALUE.
fw_result io_map_def_of(const fw_io_map_def *given, fw_io_map_def *def);
