#pragma once

/// Motions that units get on trial: pushes, shoves, and braking one behind the other. If one of the units cannot go on,
/// all of it is undone. There is one trial at a time; `push.count` units are part of it.

#include "traffic/inside.h"

/// Notes what a unit does before it gets a motion on trial. At most MOST_PLANS are noted.
void trial_note(fw_traffic *traffic, uint32_t slot);

/// True if a unit is part of the trial.
bool trial_has(const fw_traffic *traffic, uint32_t slot);

/// Undoes what was noted last, until so many notes are left.
void trial_undo(fw_traffic *traffic, int32_t count);
