#define _POSIX_C_SOURCE 200809L

#include "open_lists/stopwatch.h"

#include <time.h>

static double seconds_on(clockid_t clock)
{
    struct timespec now;
    clock_gettime(clock, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

double stopwatch_seconds(void)
{
    return seconds_on(CLOCK_MONOTONIC);
}

double stopwatch_computed_seconds(void)
{
    return seconds_on(CLOCK_PROCESS_CPUTIME_ID);
}
