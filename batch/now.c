#define _POSIX_C_SOURCE 200809L

#include "batch/now.h"

#include <time.h>

double now_us(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return 1e6 * (double)now.tv_sec + 1e-3 * (double)now.tv_nsec;
}
