#ifndef TOOLS_CLOCK_H
#define TOOLS_CLOCK_H

/// @file
/// A clock that only goes forward.

/// Microseconds since some moment.
double clock_us(void);

#endif
