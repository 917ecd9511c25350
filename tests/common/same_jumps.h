#pragma once

/// Comparison of two tables of jump points.

#include "grid/jump_tables.h"

/// Fails unless all rows are the same, bit for bit.
void assert_same_jumps(const jump_tables *a, const jump_tables *b);
