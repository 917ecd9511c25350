#pragma once

/// What a mask does to the tiles of a map, as the parts of an overlay.

#include "fairway-io/mask.h"
#include "io/overlay_json.h"

/// How the values of a mask are used.
typedef struct io_mask_use {
    const fw_frame *frame;            ///< of the map; null = each tile lies on one cell
    const fw_io_speed_filter *speeds; ///< null = the mask keeps out
    float highest;                    ///< keeping out: added cost of the value 99
} io_mask_use;

/// Receives tiles of one row that a mask treats alike; another result than FW_OK ends the visit.
typedef fw_result io_mask_taker(void *user, const io_overlay_part *part);

/// Visits all tiles of a map of this size that a mask changes. FW_OK, what the taker has returned, or what
/// fw_io_mask_keep_out() says of the arguments.
fw_result io_mask_visit(const fw_io_mask *mask, int32_t width, int32_t height, const io_mask_use *use,
                        io_mask_taker *take, void *user);
