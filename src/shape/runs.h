#ifndef SHAPE_RUNS_H
#define SHAPE_RUNS_H

/// @file
/// Runs: lines of grid paths, from the middle of one tile to that of another in one of the eight directions.

#include "shape/gates.h"
#include "shape/way.h"

typedef struct tile_run {
    int32_t x, y;   ///< tile where it begins
    int32_t dx, dy; ///< its step
    int32_t count;  ///< of its steps
} tile_run;

/// Is a line a run that crosses borders between rows?
bool run_between(shape_point from, shape_point to, tile_run *run);

/// Finds the gates of a run that a taut string may notice, and the first and the last one. For rows without an overlay
/// and bodies that do not slip through between corners.
///
/// @param gates    [crossing * run->count] room for them
/// @param scratch  [run->count]
/// @return how many there are; 0 where the run leaves the free rows or comes to a corner
int32_t run_gates(const free_rows *on, gate_limits within, const tile_run *run, crossing *gates,
                  int32_t *scratch);

#endif
