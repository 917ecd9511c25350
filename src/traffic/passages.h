#pragma once

/// The narrow passages that the ways of units lead through, so that others can take parallel ones.
///
/// A stretch of a way is narrow where the free tiles across it are at most PASSAGE_RADII radii wide. Its passage is the
/// row, or the column, of free tiles where it is narrowest first.

#include "traffic/inside.h"

#define PASSAGE_RADII 14.0

/// The free tiles across a place.
///
/// @return false: the ground is wide there, or blocked
bool passage_at(const fw_traffic *traffic, const agent *unit, int32_t x, int32_t y, passage *found);

/// The passage at a place, or else the next one of a unit's way.
///
/// @param most  length of the way up to it at most, in tiles
/// @return false: there is none
bool passage_near(const fw_traffic *traffic, const agent *unit, double x, double y, double most,
                  passage *found);

/// Number of tiles in a row, from a passage on, where it is as wide and lies as it does there, at most `most`.
///
/// @param step  1: toward greater coordinates; -1: toward smaller ones
int32_t passage_length(const fw_traffic *traffic, const agent *unit, const passage *at, int32_t step,
                       int32_t most);

/// Notes the first passages of a unit's way, after the unit has got it.
///
/// @return FW_OK or FW_NO_MEMORY
fw_result passages_note(fw_traffic *traffic, const agent *unit);

/// Forgets those that a unit has passed.
void passages_forget_passed(fw_traffic *traffic, const agent *unit);

/// Forgets all passages of a unit.
void passages_forget(fw_traffic *traffic, uint32_t slot);

/// Counts a crossing that has just been set.
void passages_enter(fw_traffic *traffic, crossing *entered);

/// Makes room for the passages of all units, if there is none yet.
///
/// @return FW_OK or FW_NO_MEMORY
fw_result passages_provide(fw_traffic *traffic);

void passages_free(fw_traffic *traffic);

/// After the end of a unit's way has moved.
///
/// @param change  length of the way, less that before
void passages_move_end(fw_traffic *traffic, const agent *unit, double change);

/// Makes room for the passages of a number of units, if any has been noted yet.
///
/// @return FW_OK or FW_NO_MEMORY
fw_result passages_reserve(fw_traffic *traffic, size_t units);

/// The passages of a unit's way: [crossing * MOST_CROSSINGS]; behind the last one, their width is 0. Null: none was
/// noted for any unit yet.
static inline crossing *passages_of(const fw_traffic *traffic, uint32_t slot)
{
    crossing *all = traffic->around.prices.crossings;
    return all ? &all[(size_t)slot * MOST_CROSSINGS] : NULL;
}
