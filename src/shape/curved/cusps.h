#pragma once

/// Replaces stretches around cusps by the cheapest free curves in either gear. So a shuffle that the lattice needed
/// becomes a bend or a three-point turn if there is room. Source of the curves: Reeds & Shepp 1990.

#include "shape/curved/drive.h"
#include "shape/curved/segment_list.h"

/// Distance and cost at the start of a segment of the drive.
typedef struct cusp_mark {
    double at;   ///< tiles along the drive
    double cost; ///< of the drive up to here, including a change of gear here
} cusp_mark;

/// A drive that is being redrawn.
typedef struct cusp_pass {
    const drive_rules *rules;
    const fw_segment *segments; ///< of the old drive
    const cusp_mark *marks;
    int32_t count;
    int32_t next; ///< next cusp: index of the segment that begins there; `count`: none
    double done;  ///< tiles of the old drive up to which the new one is drawn
    fw_gear gear; ///< of the last segment of the new drive
} cusp_pass;

/// Memory kept from drive to drive.
typedef struct cusp_buffers {
    cusp_mark *marks; ///< [mark * (segment count + 1)]
    size_t mark_room;
    segment_list drawn; ///< the new drive
    cusp_pass pass;
} cusp_buffers;

bool drive_has_cusps(const segment_list *along);

/// Begins to redraw a drive in both gears where this is cheaper. The poses at its ends stay.
///
/// @param rules, along  must not change until the end
/// @return FW_OK or FW_NO_MEMORY
fw_result cusps_begin(cusp_buffers *buffers, memory *memory, const drive_rules *rules,
                      const segment_list *along);

/// Continues redrawing. FW_OK; FW_PENDING (the work is used up) or FW_NO_MEMORY: the drive is as before.
fw_result cusps_step(cusp_buffers *buffers, memory *memory, segment_list *along);
