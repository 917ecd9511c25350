#pragma once

/// The reservations of units, and the boxes in which they are found.

#include "curve/sweep_rows.h"
#include "traffic/inside.h"

/// Gives a unit a reservation, and enters it in its cell.
void crowd_place(fw_traffic *traffic, uint32_t slot, const reservation *plan);

/// Enters a unit, which has its reservation already, in the cell of its box.
void crowd_take(fw_traffic *traffic, uint32_t slot, const fw_box *box);

/// The reservation of a unit, with its knots. Valid until the next call, and until the unit gets another reservation.
const reservation *crowd_reservation(fw_traffic *traffic, uint32_t slot);

/// The first unit whose reservation a motion of another one conflicts with; NO_AGENT: there is none.
uint32_t crowd_conflict(fw_traffic *traffic, uint32_t slot, const reservation *made);

/// Measures the largest box and the largest body of all units: those of units that are gone count no longer.
void crowd_measure(fw_traffic *traffic);
