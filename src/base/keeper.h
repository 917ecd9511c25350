#pragma once

/// Memory that is given back at once, so that none of the many lists of an owner has to be freed.

#include "base/memory.h"

typedef struct keeper {
    memory memory; ///< for all that is kept
    struct memory *source;
    struct memory own;        ///< the source of an object that begins with its keeper
    struct kept_block *first; ///< of the list of blocks
} keeper;

/// Keeps nothing yet. The keeper must not move from now on.
void keeper_init(keeper *keeper, memory *source);

/// Gives back all that was allocated from the keeper's memory.
void keeper_release(keeper *keeper);

/// An object of zeros that begins with its keeper, whose own memory counts all bytes. Null: there is no memory.
///
/// @param hooks  null = malloc and free
void *keeper_found(const fw_allocator *hooks, size_t bytes);

/// Gives back such an object, with all that was allocated from its keeper's memory. Null does nothing.
void keeper_close(void *object, size_t bytes);
