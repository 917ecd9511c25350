#include "joint/schedule.h"

#include <math.h>
#include <string.h>

enum { COLUMNS = 16 }; ///< of cells whose buckets differ, if they lie in one row
#define CELL_RADII 4.0 ///< width of a cell, in radii of the widest unit
#define LEAST_CELL 0.1 ///< in tiles

void schedule_init(schedule *schedule, memory *memory)
{
    *schedule = (struct schedule){ .memory = memory };
}

void schedule_release(schedule *schedule)
{
    memory_give_back(schedule->memory, schedule->places, schedule->capacity, sizeof *schedule->places);
    memory_give_back(schedule->memory, schedule->rests, schedule->rest_capacity, sizeof *schedule->rests);
    memory_give_back(schedule->memory, schedule->moves, schedule->move_capacity, sizeof *schedule->moves);
    memory_give_back(schedule->memory, schedule->boxes, schedule->box_capacity, sizeof *schedule->boxes);
    schedule_init(schedule, schedule->memory);
}

fw_result schedule_begin(schedule *schedule, const joint_place *starts, const double *radii,
                         int32_t unit_count)
{
    const size_t count = (size_t)unit_count;
    fw_result result = MEMORY_RESERVE(schedule->memory, schedule->places, schedule->capacity, count);
    if (result == FW_OK)
        result = MEMORY_RESERVE(schedule->memory, schedule->rests, schedule->rest_capacity, count);
    if (result != FW_OK)
        return result;
    memcpy(schedule->places, starts, count * sizeof *starts);
    memset(schedule->rests, 0, count * sizeof *schedule->rests);
    schedule->unit_count = unit_count;
    schedule->beats = 1;
    schedule->radii = radii;
    schedule->longest = schedule->widest = 0;
    for (size_t i = 0; i < count; i++)
        schedule->widest = fmax(schedule->widest, radii[i]);
    schedule->move_count = 0;
    memset(schedule->buckets, 0xff, sizeof schedule->buckets);
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

/// The column or row of cells of a coordinate.
static int32_t cell_of(const schedule *schedule, double coordinate)
{
    return (int32_t)floor(coordinate / fmax(CELL_RADII * schedule->widest, LEAST_CELL));
}

static int32_t *bucket_of(schedule *schedule, int32_t column, int32_t row)
{
    return &schedule->buckets[((uint32_t)column + COLUMNS * (uint32_t)row) % SCHEDULE_BUCKETS];
}

/// Lists a move in the bucket of the cell where it begins, the latest one first.
static fw_result list_move(schedule *schedule, int32_t unit, int32_t beat, joint_place from)
{
    const fw_result result = MEMORY_RESERVE(schedule->memory, schedule->moves, schedule->move_capacity,
                                            (size_t)schedule->move_count + 1);
    if (result != FW_OK)
        return result;
    int32_t *link = bucket_of(schedule, cell_of(schedule, from.x), cell_of(schedule, from.y));
    while (*link >= 0 && schedule->moves[*link].beat > beat)
        link = &schedule->moves[*link].next;
    schedule->moves[schedule->move_count] = (schedule_move){ beat, unit, *link };
    *link = schedule->move_count++;
    return FW_OK;
}

/// The first beat, from one on, at which a unit's move may begin for the sake of the moves of others in a bucket. Who
/// only stands in its way does so until a move, or came there by one.
static int32_t beat_after(const schedule *schedule, int32_t bucket, int32_t unit, joint_place to,
                          int32_t beat)
{
    const joint_place from = *schedule_at(schedule, schedule->rests[unit], unit);
    for (int32_t i = bucket; i >= 0 && schedule->moves[i].beat >= beat; i = schedule->moves[i].next) {
        const schedule_move *move = &schedule->moves[i];
        const double reach = schedule->radii[unit] + schedule->radii[move->unit];
        const joint_place begin = *schedule_at(schedule, move->beat, move->unit),
                          end = *schedule_at(schedule, move->beat + 1, move->unit);
        const double far = reach + 2 * schedule->longest; // whoever is farther cannot be in the way
        if (move->unit != unit && places_touch(from, begin, far) && ways_touch(from, to, begin, end, reach))
            beat = move->beat + (motions_touch(from, to, begin, end, reach) ? 1 : 0);
    }
    return beat;
}

/// The first beat at which a unit's move may begin: after all moves of others in whose way it would be.
static int32_t first_beat(schedule *schedule, int32_t unit, joint_place to)
{
    int32_t beat = schedule->rests[unit];
    const joint_place from = *schedule_at(schedule, beat, unit);
    const double far = schedule->radii[unit] + schedule->widest + schedule->longest;
    const int32_t left = cell_of(schedule, fmin(from.x, to.x) - far),
                  right = cell_of(schedule, fmax(from.x, to.x) + far),
                  top = cell_of(schedule, fmin(from.y, to.y) - far),
                  bottom = cell_of(schedule, fmax(from.y, to.y) + far);
    if ((right - left + 1) * (double)(bottom - top + 1) >= SCHEDULE_BUCKETS) {
        for (int32_t i = 0; i < SCHEDULE_BUCKETS; i++)
            beat = beat_after(schedule, schedule->buckets[i], unit, to, beat);
        return beat;
    }
    for (int32_t row = top; row <= bottom; row++)
        for (int32_t column = left; column <= right; column++)
            beat = beat_after(schedule, *bucket_of(schedule, column, row), unit, to, beat);
    return beat;
}

/// Lets a unit stand from the end of its last move until a beat.
static void stand(schedule *schedule, int32_t unit, int32_t until)
{
    const joint_place at = *schedule_at(schedule, schedule->rests[unit], unit);
    for (int32_t i = schedule->rests[unit] + 1; i <= until; i++)
        *schedule_at(schedule, i, unit) = at;
}

fw_result schedule_add(schedule *schedule, int32_t unit, joint_place to)
{
    const joint_place from = *schedule_at(schedule, schedule->rests[unit], unit);
    const double length = sqrt((from.x - to.x) * (from.x - to.x) + (from.y - to.y) * (from.y - to.y));
    schedule->longest = fmax(schedule->longest, length);
    const int32_t beat = first_beat(schedule, unit, to);
    const int32_t beats = beat + 2 > schedule->beats ? beat + 2 : schedule->beats;
    fw_result result = list_move(schedule, unit, beat, from);
    if (result == FW_OK)
        result = MEMORY_RESERVE(schedule->memory, schedule->places, schedule->capacity,
                                (size_t)beats * (size_t)schedule->unit_count);
    if (result != FW_OK)
        return result;
    schedule->beats = beats;
    stand(schedule, unit, beat);
    *schedule_at(schedule, beat + 1, unit) = to;
    schedule->rests[unit] = beat + 1;
    return FW_OK;
}

void schedule_end(schedule *schedule)
{
    for (int32_t i = 0; i < schedule->unit_count; i++)
        stand(schedule, i, schedule->beats - 1);
}
