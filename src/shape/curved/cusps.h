#ifndef SHAPE_CURVED_CUSPS_H
#define SHAPE_CURVED_CUSPS_H

/// @file
/// Cusps, where a drive changes gear: stretches around them are replaced by the cheapest curves, in either gear, that
/// are free. So a shuffle that the lattice needed becomes a bend or a three-point turn where there is room for one.
/// Source of the curves: Reeds & Shepp 1990.

#include "shape/curved/drive.h"
#include "shape/curved/leg.h"

/// Where a segment of the drive begins.
typedef struct cusp_mark {
    double at;   ///< tiles along the drive
    double cost; ///< of the drive up to here, the change of gear here included
} cusp_mark;

/// A drive that is being drawn anew.
typedef struct recasting {
    const drive_rules *rules;
    const fw_segment *segments; ///< the old one
    const cusp_mark *marks;
    int32_t count;
    int32_t next; ///< cusp, as the index of the segment that begins there; `count`: there is none
    double done;  ///< tiles of the old one that are drawn
    fw_gear gear; ///< in which they end
} recasting;

/// Memory kept from drive to drive.
typedef struct cusp_room {
    cusp_mark *marks; ///< [mark * (segment count + 1)]
    size_t mark_room;
    leg drawn; ///< the new drive
    recasting recast;
} cusp_room;

/// Does a drive change gear?
bool cusps_any(const leg *along);

/// Begins to draw a drive of segments in both gears anew, where that is cheaper. Where it starts and ends, and how it
/// faces there, stays.
///
/// @param rules, along  must stay as they are until the end
/// @return FW_OK or FW_NO_MEMORY
fw_result cusps_begin(cusp_room *room, memory *memory, const drive_rules *rules, const leg *along);

/// Goes on with it.
///
/// @return FW_OK; FW_PENDING (the work is used up) or FW_NO_MEMORY: the drive is as before
fw_result cusps_step(cusp_room *room, memory *memory, leg *along);

/// Gives back the memory.
void cusps_free(cusp_room *room, memory *memory);

#endif
