#pragma once

/// Rows of letters or of numbers, without a header.

#include "io/letter_table.h"

/// Reads rows of letters or of numbers.
///
/// Rows that are shorter than the longest one are filled up with the terrain `default`, or blocked, and a warning.
bool io_grid_read(io_reading *reading, const io_letter_table *table, io_fault *fault);
