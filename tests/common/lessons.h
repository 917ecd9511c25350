#ifndef TESTS_LESSONS_H
#define TESTS_LESSONS_H

/// @file
/// What the figures of Pinter 2001 teach, checked on the paths of a figure that was drawn. The paths change.

#include "common/canvas.h"

/// Figure 1c: a blocked tile is in the way of both turns.
void both_turns_overlap(canvas *canvas);

/// Figure 1d: the legal way is a different one, and longer.
void another_way_is_legal_and_longer(canvas *canvas);

/// Figure 2: a path with fewer bends is as long, and the direct one has none and is shorter.
void bends_become_fewer(canvas *canvas);

/// Figure 7a: one turn is tighter than the unit can, and nothing else is wrong.
void one_turn_is_tighter(canvas *canvas);

/// Figure 7b: forward, in reverse, forward.
void it_backs_up_once(canvas *canvas);

/// Figure 12: Directional-8 finds no way.
void directional_8_finds_no_way(canvas *canvas);

/// Figure 19: near the path on the grid there is no legal way.
void no_way_is_near_the_grids(canvas *canvas);

/// Figure 17: the taut path is shorter than the simply smoothed one.
void the_direction_changes_before_the_corner(canvas *canvas);

/// Figure 18: the ship drives near the grid's path, on which no ship can turn.
void the_same_way_is_legal_from_the_side(canvas *canvas);

/// Figure 22: the fastest way is longer than the shortest one.
void the_longer_way_is_faster(canvas *canvas);

/// Figure 20a: the path of four neighbours takes a way that Smoothing-48 cannot, from either side.
void the_grid_leads_through_the_jog(canvas *canvas);

/// Figure 20b: the repair begins on the way from the start, which ends at a, and ends on the way from b to the goal.
void the_repair_joins_both_ends(canvas *canvas);

/// Figure 20c: the repaired path is legal, and passes another gap.
void another_gap_is_legal(canvas *canvas);

/// Figure 21a: a simpler repair than that of figure 20.
void the_repair_takes_less(canvas *canvas);

/// Figure 21b: with one blocked tile more the path of four neighbours can be driven.
void no_repair_is_needed(canvas *canvas);

#endif
