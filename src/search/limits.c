#define _POSIX_C_SOURCE 199309L // for clock_gettime, which is not part of ISO C
#include "search/limits.h"

#include <time.h>

/// Reads the monotonic clock, or the time of day, which may be set back, if the system has no monotonic clock.
static bool read_clock(struct timespec *now)
{
#ifdef CLOCK_MONOTONIC
    return clock_gettime(CLOCK_MONOTONIC, now) == 0;
#else
    return timespec_get(now, TIME_UTC) != 0;
#endif
}

uint64_t clock_us(void)
{
    struct timespec now;
    if (!read_clock(&now))
        return 0;
    return (uint64_t)now.tv_sec * 1000000u + (uint64_t)now.tv_nsec / 1000u;
}

uint64_t deadline_in(uint64_t max_time_us)
{
    if (max_time_us == 0)
        return 0;
    const uint64_t now = clock_us();
    return max_time_us < UINT64_MAX - now ? now + max_time_us : UINT64_MAX;
}
