#ifndef TOOLS_STOPWATCH_H
#define TOOLS_STOPWATCH_H

/// @file
/// A clock that only goes forward.

/// Microseconds since some moment.
double stopwatch_us(void);

#endif
