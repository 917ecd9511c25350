#pragma once

/// The place that a unit holds, which others regard when they choose theirs: that of its order, or where it will stop,
/// if there is no way to its goal.

#include "traffic/inside.h"

/// Enters the place of a unit after its order has got another one.
void held_place_enter(fw_traffic *traffic, uint32_t slot);

/// Notes why there is no way to a unit's goal; FW_OK: there may be one.
void held_place_refuse(fw_traffic *traffic, agent *unit, fw_result result);

/// After a unit has got another reservation.
void held_place_note_stop(fw_traffic *traffic, uint32_t slot);
