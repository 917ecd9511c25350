#pragma once

/// A limit on what a program allocates, by the operating system.

#include <stdbool.h>
#include <stddef.h>

/// True if memory can be limited here: on Linux, without sanitizers, which take memory of their own.
bool memory_can_be_limited(void);

/// Lets the program take so many bytes more than it has now; nothing if memory cannot be limited.
void memory_limit(size_t bytes);

/// Ends the limit.
void memory_unlimit(void);
