#pragma once

/// What must hold between the records of a saved state, each of which is within its limits: a state that keeps these
/// rules is one that a traffic can go on from, even if no traffic has ever been in it.

#include "traffic/inside.h"

/// Judges a unit that was read, and its way.
bool save_unit_is_right(const fw_traffic *traffic, uint32_t slot);

/// Judges the data of a unit with a turning radius.
bool save_drive_is_right(const fw_traffic *traffic, const agent *unit);

/// Judges what units have to do with each other, after all of them were read and entered in their cells: no two of
/// their reservations meet.
bool save_units_are_right(fw_traffic *traffic);

/// Judges the queue, the round, convoys, sites, obstacles and errands.
bool save_lists_are_right(const fw_traffic *traffic);
