#include "joint/schedule.h"

#include <math.h>
#include <string.h>

void schedule_init(schedule *schedule, memory *memory)
{
    *schedule = (struct schedule){ .memory = memory };
}

void schedule_release(schedule *schedule)
{
    memory_give_back(schedule->memory, schedule->places, schedule->capacity, sizeof *schedule->places);
    memory_give_back(schedule->memory, schedule->rests, schedule->rest_capacity, sizeof *schedule->rests);
    schedule_init(schedule, schedule->memory);
}

fw_result schedule_begin(schedule *schedule, const joint_place *starts, int32_t unit_count)
{
    const size_t count = (size_t)unit_count;
    fw_result result = memory_reserve(schedule->memory, &schedule->places, &schedule->capacity, count,
                                      sizeof *schedule->places);
    if (result == FW_OK)
        result = memory_reserve(schedule->memory, &schedule->rests, &schedule->rest_capacity, count,
                                sizeof *schedule->rests);
    if (result != FW_OK)
        return result;
    memcpy(schedule->places, starts, count * sizeof *starts);
    memset(schedule->rests, 0, count * sizeof *schedule->rests);
    schedule->unit_count = unit_count;
    schedule->beats = 1;
    schedule->longest = 0;
    return FW_OK;
}

bool motions_touch(joint_place a, joint_place a_to, joint_place b, joint_place b_to, double reach)
{
    const joint_place from = { a.x - b.x, a.y - b.y }, to = { a_to.x - b_to.x, a_to.y - b_to.y };
    return move_touches(from, to, (joint_place){ 0, 0 }, reach);
}

static double side_of(joint_place a, joint_place b, joint_place c)
{
    return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}

/// True if the ways of two units come closer than `reach`, whenever they move.
static bool ways_touch(joint_place a, joint_place a_to, joint_place b, joint_place b_to, double reach)
{
    return move_touches(a, a_to, b, reach) || move_touches(a, a_to, b_to, reach) ||
           move_touches(b, b_to, a, reach) || move_touches(b, b_to, a_to, reach) ||
           (side_of(a, a_to, b) * side_of(a, a_to, b_to) < 0 &&
            side_of(b, b_to, a) * side_of(b, b_to, a_to) < 0);
}

/// The first beat, from one on, at which a move may begin for the sake of another unit's moves.
static int32_t first_beat(const schedule *schedule, int32_t other, joint_place from, joint_place to,
                          double reach, int32_t beat)
{
    const double far = reach + 2 * schedule->longest; // whoever is farther cannot be in the way
    for (int32_t i = schedule->rests[other] - 1; i >= beat; i--) {
        const joint_place begin = *schedule_at(schedule, i, other),
                          end = *schedule_at(schedule, i + 1, other);
        if (!places_touch(from, begin, far) || !ways_touch(from, to, begin, end, reach))
            continue;
        return motions_touch(from, to, begin, end, reach) ? i + 1 : i;
    }
    return beat;
}

/// Lets all units stand for one beat more.
static fw_result add_beat(schedule *schedule)
{
    const size_t count = (size_t)schedule->unit_count, used = (size_t)schedule->beats * count;
    const fw_result result = memory_reserve(schedule->memory, &schedule->places, &schedule->capacity,
                                            used + count, sizeof *schedule->places);
    if (result != FW_OK)
        return result;
    memcpy(schedule->places + used, schedule->places + used - count, count * sizeof *schedule->places);
    schedule->beats++;
    return FW_OK;
}

fw_result schedule_add(schedule *schedule, int32_t unit, joint_place to, const double *radii)
{
    int32_t beat = schedule->rests[unit];
    const joint_place from = *schedule_at(schedule, beat, unit);
    const double length = sqrt((from.x - to.x) * (from.x - to.x) + (from.y - to.y) * (from.y - to.y));
    schedule->longest = fmax(schedule->longest, length);
    for (int32_t i = 0; i < schedule->unit_count; i++)
        if (i != unit)
            beat = first_beat(schedule, i, from, to, radii[unit] + radii[i], beat);
    while (schedule->beats < beat + 2) {
        const fw_result result = add_beat(schedule);
        if (result != FW_OK)
            return result;
    }
    for (int32_t i = beat + 1; i < schedule->beats; i++)
        *schedule_at(schedule, i, unit) = to;
    schedule->rests[unit] = beat + 1;
    return FW_OK;
}
