#pragma once

/// The work of passes that shape a path. Each line and curve is charged when it is checked; between two checks a pass
/// may pause, and continues later from the state that it keeps. Copying a path or adding up the costs of its parts is
/// not charged.

#include <stdbool.h>
#include <stdint.h>

typedef struct shaping_work {
    uint64_t done; ///< so far
    uint64_t end;  ///< passes pause when `done` reaches this
} shaping_work;

/// Tiles of a line or curve that count as a unit of work, besides one unit for each line or curve.
#define TILES_OF_WORK 64.0

/// Charges the check of a line or curve.
///
/// @param work    null = not counted
/// @param length  tiles
static inline void shaping_charge(shaping_work *work, double length)
{
    if (work)
        work->done += 1 + (uint64_t)(length / TILES_OF_WORK);
}

static inline void shaping_allow(shaping_work *work, uint64_t more)
{
    work->end = more < UINT64_MAX - work->done ? work->done + more : UINT64_MAX;
}

/// True if a pass must pause: the work allowed is used up.
static inline bool shaping_pauses(const shaping_work *work)
{
    return work && work->done >= work->end;
}
