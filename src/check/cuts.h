#pragma once

/// Where a piece crosses the lines of a grid.

#include "check/motion.h"

/// Most lines of a grid that such a piece crosses: it may reach five lines of each kind, and an arc may cross each
/// twice.
enum { CUTS_OF_A_GRID = 24, CUTS_GRIDS = 4, MOST_CUTS = CUTS_GRIDS * CUTS_OF_A_GRID };

/// Distances from the beginning of a piece, in tiles, in order.
typedef struct cuts {
    double at[MOST_CUTS];
    int count;
} cuts;

/// Length of the longest pieces of a segment that may be cut, in tiles, at most 4.
double cuts_longest(const fw_segment *segment);

/// Adds the places strictly inside a piece where it crosses a line x = n + shift or y = n + shift, for all whole n. A
/// list has room for CUTS_GRIDS shifts.
void cuts_add(cuts *list, const piece *along, double shift);
