#pragma once

/// Which anchors a unit can get to from its start under an overlay. Without an overlay the regions of the map say this.
/// An overlay only takes moves away, and mostly few: so the answer comes from the components of blocks. Of blocks with
/// blocked tiles, the components are found again; blocks with forbidden moves or at the border of a corridor are
/// explored anchor by anchor. Answers are exact; the work follows the smaller of both sides, see search/two_floods.h.

#include "fairway/overlay.h"
#include "fairway/unit.h"
#include "map/layer.h"
#include "regions/region_graph.h"
#include "search/page_pool.h"

/// What is asked.
typedef struct access_query {
    const regions *regions; ///< of the layer
    const layer *layer;
    const fw_overlay *overlay;
    fw_corner_rule corners;   ///< of the unit; the regions were made for it
    bool only_blocked;        ///< forbidden moves and the corridor do not count
    int32_t start_x, start_y; ///< anchor; if the unit does not fit there under the overlay, it gets nowhere
} access_query;

typedef struct overlay_access overlay_access;

/// @param pool  of small pages for nodes
fw_result overlay_access_create(page_pool *pool, overlay_access **access);

/// Begins a series of questions. What the query points to must stay as it is. FW_OK or FW_NO_MEMORY.
fw_result overlay_access_begin(overlay_access *access, const access_query *query);

/// Asks whether the unit can get from the start to an anchor on the map.
///
/// @param[in,out] work   turns of the floods that may be taken; reduced by those that were
/// @param[out] is_there  the answer, after FW_OK
/// @return FW_OK, FW_PENDING (the work is used up: ask again) or FW_NO_MEMORY
fw_result overlay_access_ask(overlay_access *access, int32_t x, int32_t y, uint64_t *work, bool *is_there);

/// True if the overlay changes nothing in the block of an anchor: all anchors of the block that are connected within it
/// have the same answer.
bool overlay_access_is_plain(const overlay_access *access, int32_t x, int32_t y);

/// The box around the blocks of all anchors that the unit can get to; null if it is not known, because they are many.
const block_box *overlay_access_box(const overlay_access *access);
