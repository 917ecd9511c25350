#ifndef FAIRWAY_ALLOCATOR_H
#define FAIRWAY_ALLOCATOR_H

/// @file
/// Where memory comes from: every byte goes through hooks that the caller may replace.

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Hooks for memory. Copied where it is handed over; the functions and `user` must outlive what was created
/// with it. One thread at a time calls the hooks of a map (in its write phase), of a planner or of a path: hooks that
/// only one of these was given need not be safe for threads. Nothing takes the hooks of something else.
typedef struct fw_allocator {
    /// Gives at least `bytes` (> 0) bytes aligned for any type, as malloc does, or null.
    void *(*allocate)(size_t bytes, void *user);
    /// Takes back what `allocate` gave; `bytes` is what was asked for then. Never called with null.
    void (*release)(void *memory, size_t bytes, void *user);
    void *user; ///< handed to both functions
} fw_allocator;

#ifdef __cplusplus
}
#endif
#endif
