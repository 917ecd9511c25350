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

int rounds(int usual)
{
    const char *many = getenv("FAIRWAY_MANY");
    const int all = usual * (many ? atoi(many) : 1);
    return IS_SANITIZED && all >= 300 ? all / 3 : all;
}
