#pragma once

/// A list of consecutive segments without a jump in heading: a drive, or a one-gear drive, which is the part of a drive
/// between two cusps. Curved smoothing stores a one-gear drive in reverse as a forward one: headings and curvatures are
/// those of a unit that is turned around and drives forward over the same places. Bodies are symmetric, so the same
/// tiles are touched.

#include "base/memory.h"
#include "fairway/curve.h"
#include "fairway/path.h"

typedef struct segment_list {
    fw_segment *segments;
    int32_t count;
    size_t room;
    fw_pose end; ///< end of the last segment
} segment_list;

/// A driven segment as it is stored: driven forward over the same places.
fw_segment segment_travelled(const fw_segment *driven);

/// A stored segment as it is driven in a gear.
fw_segment segment_as_driven(const fw_segment *travelled, fw_gear gear);

/// Appends a segment, unless its length is 0. If it continues the last segment's line or circle, both become one.
/// FW_OK or FW_NO_MEMORY.
fw_result segment_list_add(segment_list *list, memory *memory, const fw_segment *segment);

/// Appends all segments of a curve, as segment_list_add() does.
fw_result segment_list_add_curve(segment_list *list, memory *memory, const fw_curve *curve);

/// Turns a list around: the segments are driven forward from the end to the start over the same places.
void segment_list_turn_around(segment_list *list);

/// Makes a list equal to another one. It is not swapped with it: the same smoothing once more then finds the same room.
/// FW_OK or FW_NO_MEMORY.
fw_result segment_list_copy(segment_list *list, memory *memory, const segment_list *source);
