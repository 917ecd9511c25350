#ifndef DIRECTIONAL_MOTIONS_SHUFFLE_H
#define DIRECTIONAL_MOTIONS_SHUFFLE_H

/// @file
/// Turning on the spot by short arcs in alternating gears, all to one side. They end where they began, a heading
/// on, after as much way as one arc of that turn: so a unit with a reverse gear gets wherever its body can turn.

#include "directional/motions/motion_candidates.h"

enum { MOST_SHUFFLE_ARCS = 31 };

/// The arcs from the point (0, 0), the first one forward.
///
/// @param heading, end  of the lattice, less than half a turn apart
/// @param count         of arcs: odd
/// @param[out] arcs     [segment * count]
void shuffle_draw(double turn_radius, int heading, int end, int32_t count, fw_segment *arcs);

/// Adds those of a unit to both sides: with as few arcs as touch no more tiles than MOST_SHUFFLE_ARCS would.
///
/// @return FW_OK or FW_NO_MEMORY
fw_result candidates_add_shuffles(candidates *candidates, const fw_unit_def *unit);

#endif
