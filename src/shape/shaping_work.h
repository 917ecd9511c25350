#ifndef SHAPE_SHAPING_WORK_H
#define SHAPE_SHAPING_WORK_H

/// @file
/// Work on the shape of a path. What is judged on the way, lines and curves, is charged where it is judged; between two
/// of them a pass over a path may pause, and goes on later from the state that it keeps. Copying a path or adding up
/// the costs of its parts is no work.

#include <stdbool.h>
#include <stdint.h>

typedef struct shaping_work {
    uint64_t done; ///< so far
    uint64_t end;  ///< passes pause where so much is done
} shaping_work;

/// Tiles of a line or curve that are a unit of work, beside one for the line itself.
#define TILES_OF_WORK 64.0

/// Charges a line or curve that is judged.
///
/// @param work    null = nobody counts
/// @param length  tiles
static inline void shaping_charge(shaping_work *work, double length)
{
    if (work)
        work->done += 1 + (uint64_t)(length / TILES_OF_WORK);
}

/// Allows passes so much more.
static inline void shaping_allow(shaping_work *work, uint64_t more)
{
    work->end = more < UINT64_MAX - work->done ? work->done + more : UINT64_MAX;
}

/// Is it time for a pass to pause?
static inline bool shaping_pauses(const shaping_work *work)
{
    return work && work->done >= work->end;
}

#endif
