#pragma once

/// Shuffles: turns on the spot by short arcs in alternating gears, all of which turn to the same side. A shuffle ends
/// where it began, with the next heading, and is as long as a single arc of the same turn. By shuffles, a unit with a
/// reverse gear reaches all poses around which its body has room to turn.

#include "directional/motions/motion_candidates.h"

enum { MOST_SHUFFLE_ARCS = 31 };

/// Draws the arcs of a shuffle from the point (0, 0), the first one in forward gear.
///
/// @param heading, end  headings of the lattice, less than half a turn apart
/// @param count         number of arcs, odd
/// @param[out] arcs     [segment * count]
void shuffle_draw(double turn_radius, int heading, int end, int32_t count, fw_segment *arcs);

/// Adds a unit's shuffles to both sides, each with the fewest arcs that touch no more tiles than MOST_SHUFFLE_ARCS arcs
/// do. FW_OK or FW_NO_MEMORY.
fw_result candidates_add_shuffles(candidates *candidates, const fw_unit_def *unit);
