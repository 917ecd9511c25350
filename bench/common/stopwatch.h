#pragma once

/// Time on the monotonic clock, and of the process. A source that includes this defines _POSIX_C_SOURCE first.

#include <time.h>

/// Microseconds on a clock.
static inline double stopwatch_on(clockid_t clock)
{
    struct timespec now;
    clock_gettime(clock, &now);
    return 1e6 * (double)now.tv_sec + 1e-3 * (double)now.tv_nsec;
}

/// Microseconds since some moment.
static inline double stopwatch_us(void)
{
    return stopwatch_on(CLOCK_MONOTONIC);
}

/// Microseconds that this process has computed: other ones on the machine do not count.
static inline double stopwatch_computed_us(void)
{
    return stopwatch_on(CLOCK_PROCESS_CPUTIME_ID);
}

/// Microseconds that this thread has computed.
static inline double stopwatch_thread_us(void)
{
    return stopwatch_on(CLOCK_THREAD_CPUTIME_ID);
}

/// Microseconds that pass between two looks at a clock, one right after the other.
static inline double stopwatch_cost_us(clockid_t clock)
{
    double least = 1e6;
    for (int i = 0; i < 1000; i++) {
        const double start = stopwatch_on(clock);
        const double cost = stopwatch_on(clock) - start;
        least = cost < least ? cost : least;
    }
    return least;
}
