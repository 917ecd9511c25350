#pragma once

/// In place of threads, where there are none: a thread runs as soon as it is created.

#include <stddef.h>

typedef int pthread_t;

static inline int pthread_create(pthread_t *thread, const void *attributes, void *(*run)(void *),
                                 void *argument)
{
    (void)attributes;
    *thread = 0;
    run(argument);
    return 0;
}

static inline int pthread_join(pthread_t thread, void **result)
{
    (void)thread;
    (void)result;
    return 0;
}
