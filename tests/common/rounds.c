#include "common/rounds.h"

#include <stdlib.h>

#if defined __SANITIZE_ADDRESS__ || defined __SANITIZE_THREAD__
#define IS_SANITIZED 1
#elif defined __has_feature
#define IS_SANITIZED (__has_feature(address_sanitizer) || __has_feature(thread_sanitizer))
#else
#define IS_SANITIZED 0
#endif

bool is_sanitized(void)
{
    return IS_SANITIZED;
}

static int times_many(int usual)
{
    const char *many = getenv("FAIRWAY_MANY");
    return usual * (many ? atoi(many) : 1);
}

int rounds(int usual)
{
    const int all = times_many(usual), least = all < 3 ? all : 3;
    if (!IS_SANITIZED)
        return all;
    return all / 4 > least ? all / 4 : least;
}

int at_least(int usual)
{
    return times_many(usual) / (IS_SANITIZED ? 8 : 1);
}

int stride(int with_sanitizers)
{
    return IS_SANITIZED ? with_sanitizers : 1;
}
