#pragma once

/// All memory of the library comes from here: from the caller's hooks, with a count of bytes and calls.

#include <stddef.h>
#include <stdint.h>

#include "fairway/allocator.h"
#include "fairway/result.h"

typedef struct memory {
    fw_allocator hooks;
    size_t bytes;   ///< allocated and not yet released
    uint64_t calls; ///< number of allocations so far
    /// Words of its tables that were copied or compared, and places that were looked at, so far: what may take longer
    /// in a larger table. Tests bound with it what one commit does.
    uint64_t visited;
} memory;

/// Nothing is allocated yet.
///
/// @param hooks  null = malloc and free
void memory_init(memory *memory, const fw_allocator *hooks);

/// Allocates `count` items of `item_bytes` bytes, not initialised. Null if there is no memory, or if the product
/// overflows or is 0.
void *memory_get(memory *memory, size_t count, size_t item_bytes);

/// Allocates like memory_get(); all bytes are 0.
void *memory_get_zeroed(memory *memory, size_t count, size_t item_bytes);

/// Releases what memory_get() returned for the same count and size. Null does nothing.
void memory_give_back(memory *memory, void *items, size_t count, size_t item_bytes);

/// Moves an array to memory with a larger capacity. Old items keep their values, new ones are not initialised. On
/// FW_NO_MEMORY nothing has changed.
///
/// @param[in,out] items  address of the pointer to the items, a pointer of any type
fw_result memory_lengthen(memory *memory, void *items, size_t *capacity, size_t longer, size_t item_bytes);

/// The part of memory_reserve() that is not inlined: `needed` is larger than the capacity.
fw_result memory_grow(memory *memory, void *items, size_t *capacity, size_t needed, size_t item_bytes);

/// Makes room for at least `needed` items. If the array must grow, its capacity grows by at least half: doubling would
/// copy less, but leave more memory unused. Old items keep their values, new ones are not initialised. On FW_NO_MEMORY
/// nothing has changed.
///
/// @param[in,out] items  address of the pointer to the items, a pointer of any type
static inline fw_result memory_reserve(memory *memory, void *items, size_t *capacity, size_t needed,
                                       size_t item_bytes)
{
    return needed <= *capacity ? FW_OK : memory_grow(memory, items, capacity, needed, item_bytes);
}

/// memory_reserve() of an array, by its pointer and its capacity themselves.
#define MEMORY_RESERVE(memory, items, capacity, needed)                                                      \
    memory_reserve(memory, &(items), &(capacity), needed, sizeof *(items))

/// Parts of a large array, one of which memory_reserve_closely() leaves unused at most.
enum { CLOSE_PARTS = 16 };

/// memory_reserve() for arrays that are large, and seldom grow: little memory stays unused, but more is copied.
static inline fw_result memory_reserve_closely(memory *memory, void *items, size_t *capacity, size_t needed,
                                               size_t item_bytes)
{
    return needed <= *capacity
               ? FW_OK
               : memory_lengthen(memory, items, capacity, needed + needed / CLOSE_PARTS, item_bytes);
}

/// memory_reserve_closely() of an array, by its pointer and its capacity themselves.
#define MEMORY_RESERVE_CLOSELY(memory, items, capacity, needed)                                              \
    memory_reserve_closely(memory, &(items), &(capacity), needed, sizeof *(items))

/// Hooks that allocate from `memory`, for objects that take an fw_allocator, such as an fw_path: their bytes are
/// counted, too.
fw_allocator memory_hooks(memory *memory);
