#pragma once

/// Time of recorded operations on a structure.

#include "open_lists/sequences.h"

/// Nanoseconds an operation; NAN where a recording does not fit. Slow structures replay the beginning of each
/// recording only. Whole searches are timed with the clearing after them; stretches of a search without what
/// sets the stage and without their first third.
double measure_operations(const open_list_kind *kind, const sequences *sequences, bool asks_membership);
