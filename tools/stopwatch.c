#define _POSIX_C_SOURCE 200809L

#include "stopwatch.h"

#include <time.h>

double stopwatch_us(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return 1e6 * (double)now.tv_sec + 1e-3 * (double)now.tv_nsec;
}
