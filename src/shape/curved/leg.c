#include "shape/curved/leg.h"

#include "base/trig.h"
#include "curve/segment.h"

/// Poses whose differences (tiles, radians) are smaller are equal, up to rounding.
#define SAME_POSE 1e-10

static fw_pose opposite(fw_pose pose)
{
    pose.heading = trig_wrap(pose.heading + FW_PI);
    return pose;
}

/// The segment driven in `gear` by a unit with the opposite heading.
static fw_segment turned_around(const fw_segment *segment, fw_gear gear)
{
    return (fw_segment){ opposite(segment->start), 0 - segment->curvature, segment->length, gear };
}

fw_segment leg_travelled(const fw_segment *driven)
{
    return driven->gear == FW_REVERSE ? turned_around(driven, FW_FORWARD) : *driven;
}

fw_segment leg_driven(const fw_segment *travelled, fw_gear gear)
{
    return gear == FW_REVERSE ? turned_around(travelled, FW_REVERSE) : *travelled;
}

/// True if a segment continues the line or circle of the segment before.
static bool continues_segment(const fw_segment *before, const fw_segment *segment)
{
    if (before->curvature != segment->curvature || before->gear != segment->gear)
        return false;
    const fw_pose end = segment_end(before), start = segment->start;
    return fabs(end.x - start.x) < SAME_POSE && fabs(end.y - start.y) < SAME_POSE &&
           fabs(trig_wrap(end.heading - start.heading)) < SAME_POSE;
}

fw_result leg_add(leg *leg, memory *memory, const fw_segment *segment)
{
    if (!(segment->length > 0))
        return FW_OK;
    if (leg->count && continues_segment(&leg->segments[leg->count - 1], segment)) {
        leg->segments[leg->count - 1].length += segment->length;
        return FW_OK;
    }
    if (memory_reserve(memory, &leg->segments, &leg->room, (size_t)leg->count + 1, sizeof *leg->segments))
        return FW_NO_MEMORY;
    leg->segments[leg->count++] = *segment;
    return FW_OK;
}

fw_result leg_add_curve(leg *leg, memory *memory, const fw_curve *curve)
{
    for (int32_t i = 0; i < curve->count; i++)
        if (leg_add(leg, memory, &curve->segments[i]) != FW_OK)
            return FW_NO_MEMORY;
    return FW_OK;
}

/// Takes the end of each segment from the start of the next one, without computing it.
void leg_turn_around(leg *leg)
{
    const fw_pose end = opposite(leg->end);
    if (leg->count)
        leg->end = opposite(leg->segments[0].start);
    for (int32_t i = 0; i < leg->count; i++) {
        leg->segments[i].start = i + 1 < leg->count ? opposite(leg->segments[i + 1].start) : end;
        leg->segments[i].curvature = 0 - leg->segments[i].curvature; // keeps the 0 of lines positive
    }
    for (int32_t i = 0, j = leg->count - 1; i < j; i++, j--) {
        const fw_segment kept = leg->segments[i];
        leg->segments[i] = leg->segments[j];
        leg->segments[j] = kept;
    }
}

void leg_free(leg *leg, memory *memory)
{
    memory_give_back(memory, leg->segments, leg->room, sizeof *leg->segments);
}
