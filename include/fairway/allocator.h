#ifndef FAIRWAY_ALLOCATOR_H
#define FAIRWAY_ALLOCATOR_H

/// @file
/// Memory hooks: every byte that the library allocates goes through functions that the caller may replace.

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Memory hooks. The struct is copied when an object is created with it; the functions and `user` must outlive this
/// object.
///
/// Only the thread that uses an object calls its hooks: a map calls them on its editor's thread only. Hooks that are
/// given to one object alone need not be thread-safe. An object never uses the hooks of another object: a planner does
/// not use those of its map.
typedef struct fw_allocator {
    /// Returns at least `bytes` (> 0) bytes, aligned for any type as malloc does, or null.
    void *(*allocate)(size_t bytes, void *user);
    /// Frees memory that `allocate` returned. `bytes` is the size that `allocate` was asked for; `memory` is never
    /// null.
    void (*release)(void *memory, size_t bytes, void *user);
    void *user; ///< passed to both functions
} fw_allocator;

#ifdef __cplusplus
}
#endif
#endif
