#pragma once

/// The median of what was measured.

#include <stddef.h>

/// Sorts the values; 0 where there are none.
double median_of(double *values, size_t count);
