#ifndef CHECK_CUTS_H
#define CHECK_CUTS_H

/// @file
/// Where a piece crosses the lines of a grid.

#include "check/motion.h"

/// Longest piece that is cut.
#define CUTS_LONGEST_PIECE 4.0

/// Most lines of one grid that such a piece crosses: two for each of the five lines of both kinds that it may reach.
enum { CUTS_OF_A_GRID = 24, CUTS_GRIDS = 4, MOST_CUTS = CUTS_GRIDS * CUTS_OF_A_GRID };

/// Distances from the beginning of a piece, in order.
typedef struct cuts {
    double at[MOST_CUTS];
    int count;
} cuts;

/// Adds where a piece crosses a line x = n + shift or y = n + shift, for all whole n; its ends are none. A list has
/// room for CUTS_GRIDS shifts.
void cuts_add(cuts *list, const piece *along, double shift);

#endif
