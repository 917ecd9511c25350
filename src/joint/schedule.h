#pragma once

/// From moves that are made one after the other to beats, in each of which many units move at once; and shortcuts.

#include "joint/search.h"
#include "joint/stretches.h"

enum { SCHEDULE_BUCKETS = 256 }; ///< a power of two

/// A move of a unit, from a beat to the next one. Moves are listed by the cell in which they begin.
typedef struct schedule_move {
    int32_t beat, unit;
    int32_t next; ///< of the same bucket: an earlier one, or one of the same beat; -1 = none
} schedule_move;

/// A plan that grows. All units of a beat move straight and evenly to their places of the next beat, without overlap.
typedef struct schedule {
    memory *memory;
    joint_place *places; ///< [place * beats * unit_count]
    size_t capacity;
    int32_t beats;
    int32_t unit_count;
    double longest; ///< move of a unit in one beat, in tiles
    int32_t *rests; ///< [beat * unit_count] the last beat at which a unit arrives somewhere
    size_t rest_capacity;
    schedule_move *moves; ///< [move * move_count]
    size_t move_capacity;
    int32_t move_count;
    const double *radii; ///< [radius * unit_count]
    double widest;       ///< of the radii
    fw_box
        *boxes; ///< [box * stretches_of(beats) * unit_count] of the paths, once smooth_open() has found them
    size_t box_capacity;
    int32_t buckets[SCHEDULE_BUCKETS]; ///< the latest move of the cells that share a bucket; -1 = none
} schedule;

void schedule_init(schedule *schedule, memory *memory);

void schedule_release(schedule *schedule);

/// Begins with units that stand at places.
///
/// @param radii  [radius * unit_count] kept until the last move is added
fw_result schedule_begin(schedule *schedule, const joint_place *starts, const double *radii,
                         int32_t unit_count);

/// Adds a move after all others, at the first beat at which it is free of all that were added before. Until it begins,
/// the unit stands where its last move has ended.
fw_result schedule_add(schedule *schedule, int32_t unit, joint_place to);

/// After the last move: lets all units stand where theirs have ended until the last beat.
void schedule_end(schedule *schedule);

/// The place of a unit at a beat: up to the end of its last move, or after schedule_end() up to the last beat.
static inline joint_place *schedule_at(const schedule *schedule, int32_t beat, int32_t unit)
{
    return &schedule->places[(size_t)beat * (size_t)schedule->unit_count + (size_t)unit];
}

/// True if two units that move at the same time, straight and evenly, overlap on the way.
bool motions_touch(joint_place a, joint_place a_to, joint_place b, joint_place b_to, double reach);
