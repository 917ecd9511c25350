#include "traffic/course_path.h"

#include <math.h>

#include "curve/segment.h"
#include "curve/sweep.h"
#include "traffic/agent_state.h"
#include "traffic/held_place.h"
#include "traffic/patience.h"
#include "traffic/way_queue.h"

/// Work on a course at first; it doubles with each search without an answer, up to MOST_DOUBLINGS times.
enum { COURSE_WORK = 50000, MOST_DOUBLINGS = 4 };

uint64_t course_most_work(const agent *unit)
{
    return (uint64_t)COURSE_WORK << agent_doublings(unit, MOST_DOUBLINGS);
}

void course_note_result(fw_traffic *traffic, agent *unit, fw_result result)
{
    if (result == FW_NOT_FOUND && unit->relation.yields_to == NO_AGENT) {
        way_forget(unit); // its way cannot be driven
        held_place_refuse(traffic, unit, result);
    } else if (result != FW_OK) {
        agent_note_unsolved(unit);
    }
}

/// True if a path leads from where the unit will stop to its goal. Stop and goal may have changed during the search.
static bool is_path_of(const fw_traffic *traffic, const agent *unit, const fw_segment *segments,
                       int32_t count)
{
    const fw_pose stop = agent_stop(unit), start = traffic->desk.start;
    if (count == 0 || stop.x != start.x || stop.y != start.y || stop.heading != start.heading)
        return false;
    const fw_pose end = segment_end(&segments[count - 1]);
    return fabs(end.x - unit->order.goal_x) < FW_TRAFFIC_ARRIVED / 2 &&
           fabs(end.y - unit->order.goal_y) < FW_TRAFFIC_ARRIVED / 2;
}

/// A turn and a line to the unit's goal in forward gear, if walls let it drive them: a cheaper path changes gear, for
/// which others must wait in traffic.
static bool turns_ahead(const fw_traffic *traffic, const agent *unit, fw_curve *turn)
{
    const agent_kind *kind = kind_of(traffic, unit);
    return fw_turn_then_straight(traffic->desk.start, unit->order.goal_x, unit->order.goal_y,
                                 kind->turn_radius, FW_SIDE_SHORTER, turn) == FW_OK &&
           sweep_segments_are_free(&kind->ground, &kind->body, turn->segments, turn->count,
                                   PASSAGE_BEGINS | PASSAGE_ENDS);
}

fw_result course_take_path(fw_traffic *traffic, agent *unit)
{
    int32_t count = 0;
    const fw_segment *segments = fw_path_segments(traffic->path, &count);
    course *course = &unit->drive->course;
    fw_curve turn;
    if (unit->jam.number != NO_JAM || !is_path_of(traffic, unit, segments, count))
        return FW_OK; // a joint plan leads it, or it has moved
    if (turns_ahead(traffic, unit, &turn)) {
        segments = turn.segments;
        count = turn.count;
    }
    if (MEMORY_RESERVE(&traffic->memory, course->segments, course->room, (size_t)count) != FW_OK)
        return FW_NO_MEMORY;
    course->count = count;
    course->length = course->reached = 0;
    for (int32_t i = 0; i < count; i++) {
        course->segments[i] = segments[i];
        course->length += segments[i].length;
    }
    unit->drive->course_left = INFINITY;
    unit->pursuit.stalled = 0;
    return FW_OK;
}
