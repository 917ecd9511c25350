#pragma once

/// An allocator that fails from its n-th call on, and knows what it has not been given back.

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "fairway/allocator.h"

/// Never fails.
#define UNRATIONED UINT64_MAX

typedef struct ration {
    uint64_t left;  ///< calls that succeed from now on
    uint64_t calls; ///< calls so far, failed ones included
    uint64_t held;  ///< pieces given and not given back
    size_t bytes;   ///< bytes given and not given back
    bool once;      ///< only one call fails, after which there is no more ration
} ration;

/// Hooks that draw on a ration, which must outlive them.
fw_allocator rationed(ration *from);
