#pragma once

/// What the figures of Pinter 2001 teach, checked on the paths of a figure that was drawn. The paths change.

#include "common/canvas.h"

/// Figure 1a: every line has one of eight directions.
void the_grid_has_eight_directions(canvas *canvas);

/// Figure 1b: the smoothed path is shorter, has other directions and not more bends.
void waypoints_are_left_out(canvas *canvas);

/// Figure 3: no point of the line that is taken is blocked, and some of the next one are.
void walkable_is_refused_at_the_first_hit(canvas *canvas);

/// Figure 4: one step is listed as impossible; the body overlaps there and nowhere else, and the rest is shorter.
void the_body_overlaps_where_it_is_impossible(canvas *canvas);

/// Figure 8: the grid's way over c is illegal; the legal one passes b twice and turns right by three quarters.
void a_loop_to_the_right_leads_to_the_left(canvas *canvas);

/// Figure 13: the marked tiles are those that the body overlaps at some point of the motion.
void the_mask_holds_what_the_body_touches(canvas *canvas);

/// Figure 1c: a blocked tile is in the way of both turns.
void both_turns_overlap(canvas *canvas);

/// Figure 1d: the legal way is a different one, and longer.
void another_way_is_legal_and_longer(canvas *canvas);

/// Figure 2: a path with fewer bends is as long, and the direct one has none and is shorter.
void bends_become_fewer(canvas *canvas);

/// Figure 2b: a path of the grid with fewer bends than that of 2a, and as long.
void bends_are_fewer_at_equal_length(canvas *canvas);

/// Figure 2c: a path in other directions than those of the grid, legal and shorter.
void the_way_is_direct(canvas *canvas);

/// Figure 7a: one turn is tighter than the unit can, and nothing else is wrong.
void one_turn_is_tighter(canvas *canvas);

/// Figure 7b: forward, in reverse, forward.
void it_backs_up_once(canvas *canvas);

/// Figure 12: Directional-8 finds no way.
void directional_8_finds_no_way(canvas *canvas);

/// Figure 19: near the path on the grid there is no legal way.
void no_way_is_near_the_grids(canvas *canvas);

/// Figure 17: the unit at q sees r and not s, the waypoint after it. The taut path turns at p straight to the goal, and
/// is shorter.
void the_direction_changes_before_the_corner(canvas *canvas);

/// Figure 18: the ship drives near the grid's path, on which no ship can turn.
void the_same_way_is_legal_from_the_side(canvas *canvas);

/// Figure 22: the fastest way is longer than the shortest one, and no charge for turns leads to a faster one.
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
