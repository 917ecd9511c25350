#pragma once

/// A clock that never goes back.

/// Microseconds since an arbitrary moment.
double stopwatch_us(void);
