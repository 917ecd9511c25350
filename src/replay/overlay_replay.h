#pragma once

#include "fairway/overlay.h"
#include "record/reader.h"

/// Fills an empty overlay with what overlay_write() has recorded. FW_OK, FW_BAD_VALUE or FW_NO_MEMORY.
fw_result overlay_replay(record_reader *reader, fw_overlay *overlay);
