#pragma once

/// Places of units: each unit that is ordered to a point gets a place of its own there, or near there if others have
/// the point, too. A place is given when the order is, exchanged on the way (exchange.h), and fixed at rest.

#include "traffic/inside.h"

/// Makes room for a number of units.
///
/// @return FW_OK or FW_NO_MEMORY
fw_result rally_reserve(fw_traffic *traffic, size_t units);

/// After a unit has got an order to a point: it seeks a place.
void rally_enter(fw_traffic *traffic, uint32_t slot, double x, double y);

/// Forgets the order and the place of a unit, before the unit is removed.
void rally_leave(fw_traffic *traffic, uint32_t slot);

/// After a unit has lost its order: its place is where it will stop.
void rally_rest(fw_traffic *traffic, uint32_t slot, double x, double y);

/// Gives places to all units that seek one.
///
/// @return FW_OK or FW_NO_MEMORY: some units still seek a place
fw_result rally_serve(fw_traffic *traffic);

/// Gives a unit a place, but not a way there.
void rally_give_place(fw_traffic *traffic, uint32_t slot, double x, double y);

/// Lets a unit go to its place: straight, or if a wall is between, along its way to the point of its order.
///
/// @param searches  the unit goes to its place even if a wall is between
/// @return FW_OK or FW_NO_MEMORY
fw_result rally_head_for_place(fw_traffic *traffic, uint32_t slot, bool searches);

/// True if two units are ordered to one point: they exchange places instead of passing each other.
bool rally_is_one(const agent *a, const agent *b);

/// True if a unit may not push another one, because both are ordered to one point, and the other one rests there.
bool rally_spares(const agent *unit, const agent *other);

/// True if a unit shares its goal, and is so near to its place that it need not keep away from others.
bool rally_is_near(const fw_traffic *traffic, const agent *unit);

/// After a state was read: enters orders and places of all units.
void rally_enter_all(fw_traffic *traffic);

void rally_free(fw_traffic *traffic);
