#pragma once

/// The figures of Pinter 2001 that show directional search.

#include "common/canvas.h"

/// Figures 1c and 1d: turns along the grid's path that obstacles are in the way of, and a legal way.
void ignoring_obstacles(canvas *canvas);
void by_directional_search(canvas *canvas);

/// Figures 1a and 1b: A* on the grid, and what simple smoothing makes of its path.
void as_the_grid_found_it(canvas *canvas);
void simply_smoothed(canvas *canvas);

/// Figure 2: a path on the grid, one with fewer bends, and the direct one.
void zigzag(canvas *canvas);
void with_fewer_bends(canvas *canvas);
void straightened(canvas *canvas);

/// Figure 3: the points that Walkable() looks at.
void points_of_walkable(canvas *canvas);

/// Figure 4: simple smoothing leaves what is impossible alone.
void an_impossible_diagonal(canvas *canvas);

/// Figures 7a and 7b: a driveway that the turning radius does not fit into.
void a_tighter_turn(canvas *canvas);
void turn_as_wide_as_it_can(canvas *canvas);
void a_three_point_turn(canvas *canvas);

/// Figure 8: there is no room to turn at c, and at b only to the right.
void three_quarters_to_the_right(canvas *canvas);

/// Figure 12: a curve that leads farther than to the next tile.
void around_a_bend_of_two_tiles(canvas *canvas);

/// The motions that leave a pose, and the motions that are left after pruning.
void motions_to_8_tiles(canvas *canvas);
void motions_to_24_tiles(canvas *canvas);
void motions_to_48_tiles(canvas *canvas);
void motions_that_suffice(canvas *canvas);

/// Figure 13: a motion and the tiles of its hit mask.
void a_motion_and_what_it_touches(canvas *canvas);

/// Figure 18: the grid's path cannot turn where it does; approached otherwise, the same way can be driven.
void along_the_grid(canvas *canvas);

/// Figure 19: the grid's path cannot be driven, and the only legal way is a different one.
void another_way(canvas *canvas);

/// Figure 20: the first path of the hybrid, what Smoothing-48 makes of it, and the path after the repair.
void by_four_neighbours(canvas *canvas);
void by_smoothing_48_and_repair(canvas *canvas);
void repaired(canvas *canvas);

/// Figures 21a and 21b: a simpler repair, and a tile that makes it needless.
void a_simpler_repair(canvas *canvas);
void with_a_tile_more(canvas *canvas);

void motions_end_on_8_tiles(canvas *canvas);
void motions_end_on_24_tiles(canvas *canvas);
void motions_end_on_48_tiles(canvas *canvas);
void fewer_motions_suffice(canvas *canvas);
