#pragma once

#include <stdio.h>
#include <stdlib.h>

/// Ends a benchmark that cannot go on.
static inline void give_up(const char *why)
{
    fprintf(stderr, "%s\n", why);
    exit(1);
}
