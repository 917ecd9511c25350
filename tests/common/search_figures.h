#ifndef TESTS_SEARCH_FIGURES_H
#define TESTS_SEARCH_FIGURES_H

/// @file
/// The figures of Pinter 2001 that show directional search.

#include "common/canvas.h"

/// Figure 8: to the left there is no room to turn, to the right there is.
void three_quarters_to_the_right(canvas *canvas);

/// Figure 12: motions out of a pose, and what is left of them where sums of others are dropped.
void motions_to_8_tiles(canvas *canvas);
void motions_to_24_tiles(canvas *canvas);
void motions_to_48_tiles(canvas *canvas);
void motions_that_suffice(canvas *canvas);

/// Figure 13: a motion and the tiles of its hit mask.
void a_motion_and_what_it_touches(canvas *canvas);

/// Figure 18: the grid's path cannot turn where it does; approached otherwise, the same way can be driven.
void along_the_grid(canvas *canvas);

/// Figure 19: the tiles that directional search along a path may enter.
void a_step_along_the_grid(canvas *canvas);

/// Figures 20, 21a and 21b: from scratch, and by the hybrid.
void sail_by_directional_search(canvas *canvas);
void sail_by_hybrid(canvas *canvas);

#endif
