#pragma once

/// A spline, which no vehicle can follow, and searches that end early.

#include "common/canvas.h"

/// A quadratic B-spline through a right angle of a path on the grid, beside the turn of a vehicle.
void a_spline_and_a_turn(canvas *canvas);
void the_spline_turns_too_tightly(canvas *canvas);

/// The best paths so far of searches that a number of nodes, a distance and a time ended (Patel, early exit).
void searches_that_end_early(canvas *canvas);
void each_leads_a_part_of_the_way(canvas *canvas);
