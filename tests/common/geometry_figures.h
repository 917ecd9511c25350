#pragma once

/// The figures of Pinter 2001 that show how curves are constructed, and what they teach.

#include "common/canvas.h"

/// Figure 5: a turn to both sides, then a straight line; and how three turning radii differ.
void turn_to_both_sides(canvas *canvas);
void three_turning_radii(canvas *canvas);
void the_tightest_turn_is_shortest(canvas *canvas);

/// Figure 6: the construction of a turn and a straight line.
void a_turn_and_its_triangle(canvas *canvas);

/// Figure 9: the four curves of turn, straight line, turn.
void four_curves(canvas *canvas);

/// Figures 10 and 11: their construction, for turns to one side and to different sides.
void around_both_circles_the_same_way(canvas *canvas);
void around_the_circles_in_opposite_ways(canvas *canvas);

/// Figure 14: around a wide circle, by the tangents at 16 and at 8 angles; and what happens if angles are only rounded.
void arcs_at_fixed_angles(canvas *canvas);
void rounded_art_that_slides(canvas *canvas);

/// Figure 15: the triangles of a circle, and both ways to bend a line.
void triangles_of_fixed_angles(canvas *canvas);

/// What figures 5, 6, 9, 10, 11, 14, 15 and the sliding art teach.
void the_right_turn_is_shorter(canvas *canvas);
void the_triangle_has_a_right_angle_at_q(canvas *canvas);
void all_four_lead_there(canvas *canvas);
void the_line_is_the_line_of_centres_moved(canvas *canvas);
void the_line_is_that_to_the_third_centre_moved(canvas *canvas);
void the_path_stays_outside_of_the_circle(canvas *canvas);
void the_art_moves_sideways(canvas *canvas);
void bases_are_as_long_as_the_triangle_says(canvas *canvas);
