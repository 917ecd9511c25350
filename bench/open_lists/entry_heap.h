#pragma once

/// An implicit heap in an array of entries (Williams 1964; of any arity: Johnson 1975). `arity` is a constant
/// where it is called.

#include "open_lists/entry_array.h"

#define HEAP_INLINE static inline __attribute__((always_inline))

/// Moves `rising` from place `i` towards the top.
HEAP_INLINE void entry_heap_rise(entry_array *heap, size_t arity, size_t i, queue_entry rising)
{
    while (i > 0 && entry_before(&rising, &heap->items[(i - 1) / arity])) {
        heap->items[i] = heap->items[(i - 1) / arity];
        i = (i - 1) / arity;
    }
    heap->items[i] = rising;
}

/// Place of the best child of place `i`, `count` when it has none.
HEAP_INLINE size_t entry_heap_best_child(const entry_array *heap, size_t arity, size_t i)
{
    size_t best = arity * i + 1;
    if (best >= heap->count)
        return heap->count;
    const size_t end = best + arity < heap->count ? best + arity : heap->count;
    for (size_t other = best + 1; other < end; other++)
        if (entry_before(&heap->items[other], &heap->items[best]))
            best = other;
    return best;
}

/// Moves `sinking` from place `i` towards the bottom.
HEAP_INLINE void entry_heap_sink(entry_array *heap, size_t arity, size_t i, queue_entry sinking)
{
    for (size_t child; (child = entry_heap_best_child(heap, arity, i)) < heap->count; i = child) {
        if (!entry_before(&heap->items[child], &sinking))
            break;
        heap->items[i] = heap->items[child];
    }
    heap->items[i] = sinking;
}

HEAP_INLINE void entry_heap_push(entry_array *heap, size_t arity, queue_entry added)
{
    entry_array_append(heap, added);
    entry_heap_rise(heap, arity, heap->count - 1, added);
}

/// Takes the best; the heap is not empty.
HEAP_INLINE queue_entry entry_heap_pop(entry_array *heap, size_t arity)
{
    const queue_entry best = heap->items[0];
    const queue_entry last = heap->items[--heap->count];
    if (heap->count > 0)
        entry_heap_sink(heap, arity, 0, last);
    return best;
}

/// Makes a heap of entries in any order (Floyd 1964).
HEAP_INLINE void entry_heap_order(entry_array *heap, size_t arity)
{
    for (size_t i = heap->count < 2 ? 0 : (heap->count - 2) / arity + 1; i-- > 0;)
        entry_heap_sink(heap, arity, i, heap->items[i]);
}
