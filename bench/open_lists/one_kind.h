#pragma once

/// Recordings with operations of one kind only, for timing insertions, removals and membership tests apart.

#include "open_lists/sequences.h"

/// Of each recorded stretch, what was open at its beginning, and then as many operations of one kind as there are, but
/// at most 256, and half as many as there are open nodes.
///
/// @param kind  OPERATION_INSERT, OPERATION_REMOVE_BEST or OPERATION_CONTAINS
sequences sequences_of_one_kind(const sequences *from, operation kind);
