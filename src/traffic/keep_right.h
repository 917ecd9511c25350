#pragma once

/// In a passage with room for it, units without a turning radius keep to the right while a crowd comes toward them.
/// Else two crowds that meet fill the passage from wall to wall, and hold each other.

#include "traffic/plan_task.h"

/// The half that a unit keeps to, of the passage where it is or which its way enters next; of cost 0: it keeps to none.
right_half keep_right(const planning *task);
