#ifndef SHAPE_TAUT_RUNS_H
#define SHAPE_TAUT_RUNS_H

/// @file
/// Runs: lines of grid paths, from the middle of one tile to that of another in one of the eight directions.

#include "shape/curved/way.h"
#include "shape/taut/gates.h"

typedef struct tile_run {
    int32_t x, y;   ///< tile where the run begins
    int32_t dx, dy; ///< step: -1, 0 or 1 along each axis
    int32_t count;  ///< of steps
} tile_run;

/// True if a distance is a whole number of tiles.
static inline bool run_is_whole(double distance)
{
    return distance == (int32_t)distance;
}

/// True if a line is a run that crosses borders between rows.
static inline bool run_between(shape_point from, shape_point to, tile_run *run)
{
    const double dx = to.x - from.x, dy = to.y - from.y;
    const bool straight = (dx == 0) | (dx == dy) | (dx == -dy);
    if (dy == 0 || !straight || !run_is_whole(dy) || !run_is_whole(from.x - 0.5) ||
        !run_is_whole(from.y - 0.5))
        return false;
    *run = (tile_run){ .x = (int32_t)from.x,
                       .y = (int32_t)from.y,
                       .dx = (dx > 0) - (dx < 0),
                       .dy = dy > 0 ? 1 : -1,
                       .count = (int32_t)(dy > 0 ? dy : -dy) };
    return true;
}

/// Finds the gates of a run that may bend a taut string, and the first and the last gate. For anchors without an
/// overlay and bodies that do not slip between corners.
///
/// @param gates    [crossing * run->count]
/// @param scratch  [run->count]
/// @return number of gates; 0 if the run leaves the free anchors or comes to a corner
int32_t run_gates(const free_anchors *anchors, gate_limits within, const tile_run *run, crossing *gates,
                  int32_t *scratch);

#endif
