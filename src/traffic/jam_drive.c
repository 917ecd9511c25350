#include "traffic/jam_drive.h"

#include "traffic/choice.h"
#include "traffic/jam_turns.h"
#include "traffic/jams.h"
#include "traffic/planning.h"
#include "traffic/reservation.h"

/// Intervals of the longest motion along a path.
enum { LONGEST_MOTION = 14 };

/// Parts of a beat that a member tries if it does not get to the end of the beat.
enum { PARTS = 3 };

/// A motion to a place between two beats that is shorter is not worth a reservation, in tiles.
#define LEAST_MOTION 0.02

/// The beat that a member can get to within one reservation at most.
static double farthest_beat(const planning *task, const jam *jam, int32_t member)
{
    const jam_member *its = &jam->members[member];
    double left = reservation_range(&task->limits, task->limits.top, LONGEST_MOTION);
    double beat = its->reached;
    joint_place at = jam_at(jam, member, beat);
    left -= apart(task->from.x, task->from.y, at.x, at.y);
    while (beat < its->last && left > 0) {
        const double next = fmin(floor(beat) + 1, its->last);
        const joint_place to = jam_at(jam, member, next);
        const double line = apart(at.x, at.y, to.x, to.y);
        if (line > left)
            return beat + (next - beat) * left / line;
        left -= line;
        beat = next;
        at = to;
    }
    return beat;
}

/// Takes a reservation that stops where a member is at a beat.
///
/// @param[out] met  the unit that is in the way; NO_AGENT: walls or limits forbid it
static bool take(planning *task, const jam *jam, int32_t member, double beat, uint32_t *met)
{
    const joint_place at = jam_at(jam, member, beat);
    const candidate place = { .x = at.x, .y = at.y, .longest = LONGEST_MOTION };
    reservation made;
    *met = NO_AGENT;
    if (!planning_build_motion(task, &place, &made))
        return false;
    *met = planning_conflict(task, &made);
    if (*met == NO_AGENT)
        planning_adopt(task, &made);
    return *met == NO_AGENT;
}

/// Moves the end of a member's reservation on along its path, as far as a beat.
///
/// @param[out] met  the first unit that is in the way; NO_AGENT: there is none
/// @return the beat that it gets to
static double advance(planning *task, const jam *jam, int32_t member, double most, uint32_t *met)
{
    const double reached = jam->members[member].reached;
    const joint_place stop = jam_at(jam, member, reached);
    uint32_t other;
    double beat = most;
    *met = NO_AGENT;
    for (; beat > reached; beat = ceil(beat) - 1) {
        const joint_place at = jam_at(jam, member, beat), before = jam_at(jam, member, ceil(beat) - 1);
        if (at.x == stop.x && at.y == stop.y)
            return beat; // it waits there
        const bool is_part = beat < ceil(beat) && apart(at.x, at.y, stop.x, stop.y) < LEAST_MOTION;
        if (is_part || (at.x == before.x && at.y == before.y && ceil(beat) - 1 > reached))
            continue;
        if (take(task, jam, member, beat, &other))
            return beat;
        *met = *met == NO_AGENT ? other : *met;
    }
    beat = fmin(floor(reached) + 1, most);
    for (int32_t i = 1; i <= PARTS; i++) {
        const double part = reached + (beat - reached) / (1 << i);
        const joint_place at = jam_at(jam, member, part);
        if (apart(at.x, at.y, stop.x, stop.y) >= LEAST_MOTION && take(task, jam, member, part, &other))
            return part;
    }
    return reached;
}

void jam_drive(fw_traffic *traffic, uint32_t slot)
{
    agent *unit = &traffic->agents[slot];
    planning *task = planning_room(traffic, 0);
    jam *jam = &traffic->joint.jams->list[unit->jam.number - 1];
    const int32_t index = jam_index(jam, slot);
    jam_member *member = &jam->members[index];
    if (member->state == MEMBER_RESTS || !task || !planning_begin(traffic, slot, task))
        return;
    int32_t before = -1;
    uint32_t met = NO_AGENT;
    unit->pursuit.is_lost = false; // its path leads it
    const double most = jam_turn(traffic, jam, index, farthest_beat(task, jam, index), &before);
    const double reached = advance(task, jam, index, most, &met);
    const bool gets_on = reached > member->reached || outline_end(&unit->plan) > traffic->clock.knot;
    planning_end(task);
    unit->pursuit.stalled = gets_on ? 0 : unit->pursuit.stalled + 1;
    jam->advanced = gets_on ? traffic->clock.knot : jam->advanced;
    member->reached = reached;
    unit->relation.met = met;
    unit->relation.blocker = met != NO_AGENT || before < 0 ? met : jam->members[before].slot;
    if (reached >= member->last)
        jam_finish(traffic, jam, index);
}
