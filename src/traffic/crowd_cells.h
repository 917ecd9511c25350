#pragma once

/// Cells of units: a search for those near a place looks at few others.

#include "traffic/inside.h"

/// Gives a unit's mark a box, and enters the unit in the box's cell, or moves it there.
void crowd_enter(fw_traffic *traffic, uint32_t slot, const fw_box *box);

/// Takes a unit out of its cell.
void crowd_leave(fw_traffic *traffic, uint32_t slot);

/// Enters all units in the cells of their marks anew.
void crowd_enter_all(fw_traffic *traffic);

/// Makes room in the cells for a number of units.
///
/// @return FW_OK or FW_NO_MEMORY: nothing has changed
fw_result crowd_reserve(fw_traffic *traffic, int32_t count);

/// Frees the cells.
void crowd_free(fw_traffic *traffic);

/// Lists the units that may touch a box in `found`. Their order depends on their places and ids only.
///
/// @return number of them
int32_t crowd_near(const fw_traffic *traffic, const fw_box *box);

/// The same for those that have one of these layers.
int32_t crowd_on_layers(const fw_traffic *traffic, const fw_box *box, uint32_t layers);
