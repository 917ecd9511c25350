#ifndef BASE_KEEPER_H
#define BASE_KEEPER_H

/// @file
/// Memory that is given back at once, so that none of the many lists of an owner has to be freed.

#include "base/memory.h"

typedef struct keeper {
    memory memory; ///< for all that is kept
    struct memory *source;
    struct kept_block *first; ///< of the list of blocks
} keeper;

/// Keeps nothing yet. The keeper must not move from now on.
void keeper_init(keeper *keeper, memory *source);

/// Gives back all that was allocated from the keeper's memory.
void keeper_release(keeper *keeper);

#endif
