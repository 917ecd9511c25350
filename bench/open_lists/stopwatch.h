#ifndef OPEN_LISTS_STOPWATCH_H
#define OPEN_LISTS_STOPWATCH_H

/// Seconds of a clock that never goes back.
double stopwatch_seconds(void);

#endif
