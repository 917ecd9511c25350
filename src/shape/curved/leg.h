#ifndef SHAPE_CURVED_LEG_H
#define SHAPE_CURVED_LEG_H

/// @file
/// A list of consecutive segments without a jump in heading: a leg in one gear, or a whole drive. Curved smoothing
/// stores a leg in reverse gear as a forward one: headings and curvatures are those of a unit that is turned around and
/// drives forward over the same places. Bodies are symmetric, so the same tiles are touched.

#include "base/memory.h"
#include "fairway/curve.h"
#include "fairway/path.h"

typedef struct leg {
    fw_segment *segments;
    int32_t count;
    size_t room;
    fw_pose end; ///< where the leg ends
} leg;

/// A driven segment as it is stored: driven forward over the same places.
fw_segment leg_travelled(const fw_segment *driven);

/// A stored segment as it is driven in a gear.
fw_segment leg_driven(const fw_segment *travelled, fw_gear gear);

/// Appends a segment, unless its length is 0. If it continues the last segment's line or circle, both become one.
///
/// @return FW_OK or FW_NO_MEMORY
fw_result leg_add(leg *leg, memory *memory, const fw_segment *segment);

/// Appends all segments of a curve, as leg_add() does.
fw_result leg_add_curve(leg *leg, memory *memory, const fw_curve *curve);

/// Turns a leg around: driven forward from its end to its start over the same places.
void leg_turn_around(leg *leg);

/// Swaps two legs.
static inline void leg_swap(leg *a, leg *b)
{
    const leg before = *a;
    *a = *b;
    *b = before;
}

/// Gives back the memory.
void leg_free(leg *leg, memory *memory);

#endif
