#pragma once

/// The content of an overlay as runs of tiles, to save it and to make it again.

#include <stdbool.h>
#include <stdint.h>

#include "fairway/overlay.h"

/// Tiles of a row of which an overlay says the same.
typedef struct overlay_run {
    int32_t x, y, length;
    bool is_blocked, is_corridor;
    uint8_t moves; ///< forbidden, FW_MOVE_ bits
    uint8_t byte;  ///< of fw_overlay_set_costs()
    int32_t cost;  ///< of fw_overlay_add_cost(), in 1 / COST_ONE
} overlay_run;

/// The first run that begins at tile (run->x, run->y) or behind it, row by row, and says anything.
bool overlay_next_run(const fw_overlay *overlay, overlay_run *run);

/// Adds a run to an overlay in which it is not yet. FW_OK, FW_BAD_VALUE (it leaves the overlay, or says what no
/// overlay can say) or FW_NO_MEMORY.
fw_result overlay_add_run(fw_overlay *overlay, const overlay_run *run);
