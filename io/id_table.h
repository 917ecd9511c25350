#pragma once

/// A hash table that numbers ids in the order in which they come.

#include <stddef.h>
#include <stdint.h>

/// All 0 = empty.
typedef struct io_id_table {
    uint64_t *ids;   ///< [entry * capacity] UINT64_MAX = none
    size_t *numbers; ///< [entry * capacity]
    size_t count, capacity;
} io_id_table;

/// The number of an id: that of its first call, or, for a new id, the count of ids before.
///
/// @param id  any but UINT64_MAX
/// @return SIZE_MAX without memory
size_t io_id_number(io_id_table *table, uint64_t id);

void io_id_table_free(io_id_table *table);
