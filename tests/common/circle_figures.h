#pragma once

/// The constructions of Red Blob Games, "Circular Obstacle Pathfinding", drawn from what fairway/circles.h and
/// fairway/forest.h compute, and what each of them teaches. The letters are those of the article.

#include "common/canvas.h"

/// The lines that cross between two circles: theta at A, and the points C to F where they touch.
void internal_bitangents(canvas *canvas);
void internal_lines_cross_between_the_circles(canvas *canvas);

/// The lines along both circles.
void external_bitangents(canvas *canvas);
void external_lines_keep_both_circles_on_one_side(canvas *canvas);

/// The nearest point E of a line to the centre of a circle that blocks it, of one that does not, and of one that lies
/// off its end.
void lines_of_sight(canvas *canvas);
void a_circle_blocks_a_line_that_comes_nearer_than_its_radius(canvas *canvas);

/// All surfing and hugging edges of two circles, and the nodes where they meet.
void graph_of_two_circles(canvas *canvas);
void each_node_joins_a_surfing_edge_and_a_circle(canvas *canvas);

/// Where the radical line of two circles crosses them, and the arc that the second one blocks.
void a_blocked_arc(canvas *canvas);
void crossings_lie_on_both_circles(canvas *canvas);

/// A body among circles, and a point among circles that have grown by its radius.
void a_body_and_a_point(canvas *canvas);
void both_ways_are_the_same(canvas *canvas);

/// The ways on from a node: two that keep the turning sense, and one with a cusp.
void a_cusp(canvas *canvas);
void only_the_cusp_turns_back(canvas *canvas);

/// A partial path whose last line crosses the one before.
void a_crossing(canvas *canvas);
void a_shorter_way_leads_there(canvas *canvas);
