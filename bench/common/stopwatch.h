#ifndef BENCH_STOPWATCH_H
#define BENCH_STOPWATCH_H

/// @file
/// Time on the monotonic clock. A source that includes this defines _POSIX_C_SOURCE first.

#include <time.h>

/// Microseconds since some moment.
static inline double stopwatch_us(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return 1e6 * (double)now.tv_sec + 1e-3 * (double)now.tv_nsec;
}

#endif
