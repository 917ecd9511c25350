#ifndef BASE_MEMORY_H
#define BASE_MEMORY_H

/// @file
/// The one way to memory: the caller's hooks, with a count of bytes and calls.

#include <stddef.h>
#include <stdint.h>

#include "fairway/allocator.h"
#include "fairway/result.h"

typedef struct memory {
    fw_allocator hooks;
    size_t bytes;   ///< held at present
    uint64_t calls; ///< times that the hooks gave memory
} memory;

/// Starts with the hooks of a caller, or malloc and free for null.
void memory_init(memory *made, const fw_allocator *hooks);

/// Room for `count` items of `each` bytes, not initialised; null when there is none, or the product
/// overflows, or is 0.
void *memory_get(memory *memory, size_t count, size_t each);

/// The same, all bytes zero.
void *memory_get_zeroed(memory *memory, size_t count, size_t each);

/// Gives back what memory_get() gave for the same count and size. Null does nothing.
void memory_give_back(memory *memory, void *items, size_t count, size_t each);

/// What memory_reserve() does where there is not room enough yet.
fw_result memory_grow(memory *memory, void *items, size_t *capacity, size_t needed, size_t each);

/// Makes room for at least `needed` items, at least doubling; items keep their values, new ones are not
/// initialised. On FW_NO_MEMORY nothing is changed.
///
/// @param[in,out] items  address of the pointer to the items, whatever their type
static inline fw_result memory_reserve(memory *memory, void *items, size_t *capacity, size_t needed,
                                       size_t each)
{
    return needed <= *capacity ? FW_OK : memory_grow(memory, items, capacity, needed, each);
}

/// Hooks that draw on this memory and count there, for what has an allocator of its own.
fw_allocator memory_hooks(memory *memory);

#endif
