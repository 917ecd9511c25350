#pragma once

/// malloc and free with a count of allocations, for one thread at a time.

#include <stdint.h>

#include "fairway/allocator.h"

typedef struct counting {
    uint64_t calls; ///< to `allocate`
} counting;

/// Hooks that count allocations in `count`, which must outlive all objects that are made with the hooks.
fw_allocator counting_hooks(counting *count);
