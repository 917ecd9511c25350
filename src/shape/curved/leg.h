#ifndef SHAPE_CURVED_LEG_H
#define SHAPE_CURVED_LEG_H

/// @file
/// A stretch of a path that is driven without a jump, as curved smoothing works on it. Within one gear it is seen the
/// way it is travelled, so that in reverse too the unit goes where it looks. Bodies are symmetric, so nothing else
/// changes.

#include "base/memory.h"
#include "fairway/path.h"

/// Lines and arcs, one after the other.
typedef struct leg {
    fw_segment *segments;
    int32_t count;
    size_t room;
    fw_pose end; ///< where it ends
} leg;

/// A segment as it is travelled.
fw_segment leg_travelled(const fw_segment *driven);

/// What is travelled, as it is driven in a gear.
fw_segment leg_driven(const fw_segment *travelled, fw_gear gear);

/// Appends a segment, unless it has no length. Where it goes on as the last one does, both become one.
///
/// @return FW_OK or FW_NO_MEMORY
fw_result leg_add(leg *leg, memory *memory, const fw_segment *segment);

/// Turns a leg around: travelled from its end to its start, over the same places.
void leg_turn_around(leg *leg);

/// Each becomes the other.
static inline void leg_swap(leg *a, leg *b)
{
    const leg before = *a;
    *a = *b;
    *b = before;
}

/// Gives back the memory.
void leg_free(leg *leg, memory *memory);

#endif
