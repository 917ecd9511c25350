#include "shape/curved/segment_list.h"

#include <string.h>

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

fw_segment segment_travelled(const fw_segment *driven)
{
    return driven->gear == FW_REVERSE ? turned_around(driven, FW_FORWARD) : *driven;
}

fw_segment segment_as_driven(const fw_segment *travelled, fw_gear gear)
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

fw_result segment_list_add(segment_list *list, memory *memory, const fw_segment *segment)
{
    if (!(segment->length > 0))
        return FW_OK;
    if (list->count && continues_segment(&list->segments[list->count - 1], segment)) {
        list->segments[list->count - 1].length += segment->length;
        return FW_OK;
    }
    if (MEMORY_RESERVE(memory, list->segments, list->room, (size_t)list->count + 1))
        return FW_NO_MEMORY;
    list->segments[list->count++] = *segment;
    return FW_OK;
}

fw_result segment_list_add_curve(segment_list *list, memory *memory, const fw_curve *curve)
{
    for (int32_t i = 0; i < curve->count; i++)
        if (segment_list_add(list, memory, &curve->segments[i]) != FW_OK)
            return FW_NO_MEMORY;
    return FW_OK;
}

fw_result segment_list_copy(segment_list *list, memory *memory, const segment_list *source)
{
    if (MEMORY_RESERVE(memory, list->segments, list->room, (size_t)source->count))
        return FW_NO_MEMORY;
    if (source->count > 0)
        memcpy(list->segments, source->segments, (size_t)source->count * sizeof *list->segments);
    list->count = source->count;
    list->end = source->end;
    return FW_OK;
}

/// Takes the end of each segment from the start of the next one, without computing it.
void segment_list_turn_around(segment_list *list)
{
    const fw_pose end = opposite(list->end);
    if (list->count)
        list->end = opposite(list->segments[0].start);
    for (int32_t i = 0; i < list->count; i++) {
        list->segments[i].start = i + 1 < list->count ? opposite(list->segments[i + 1].start) : end;
        list->segments[i].curvature = 0 - list->segments[i].curvature; // keeps the 0 of lines positive
    }
    for (int32_t i = 0, j = list->count - 1; i < j; i++, j--) {
        const fw_segment kept = list->segments[i];
        list->segments[i] = list->segments[j];
        list->segments[j] = kept;
    }
}
