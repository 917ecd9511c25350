#ifndef TOOLS_STOPWATCH_H
#define TOOLS_STOPWATCH_H

/// @file
/// A clock that never goes back.

/// Microseconds since an arbitrary moment.
double stopwatch_us(void);

#endif
