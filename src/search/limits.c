#include "search/limits.h"

#include <time.h>

uint64_t clock_us(void)
{
    struct timespec now;
    if (timespec_get(&now, TIME_UTC) == 0)
        return 0;
    return (uint64_t)now.tv_sec * 1000000u + (uint64_t)now.tv_nsec / 1000u;
}
