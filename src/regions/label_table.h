#ifndef REGIONS_LABEL_TABLE_H
#define REGIONS_LABEL_TABLE_H

/// @file
/// The labels in use: how many border components carry each, and a box of blocks around them.

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/block.h"
#include "base/memory.h"

/// A label that no component carries is in the chain of free ones.
typedef struct label_entry {
    uint32_t component_count;
    union {
        block_box box; ///< holds all its components; may be larger, for it only grows while the label lives
        uint32_t next_free; ///< 0: none
    };
} label_entry;

/// Labels 1 .. end - 1; entry 0 is not used.
typedef struct label_table {
    label_entry *entries;
    size_t capacity;
    uint32_t end;
    uint32_t first_free; ///< 0: none
} label_table;

/// Gives out labels without changing the table, so that they can be taken back by forgetting the cursor.
typedef struct label_cursor {
    uint32_t end;
    uint32_t first_free;
} label_cursor;

static inline label_cursor label_cursor_at(const label_table *table)
{
    return (label_cursor){ .end = table->end, .first_free = table->first_free };
}

/// A label that is free, 0 when there is no memory for one more.
uint32_t label_take(memory *memory, label_table *table, label_cursor *cursor);

/// Makes all labels that the cursor gave out taken. Each must get a component next.
void label_keep_taken(label_table *table, const label_cursor *cursor);

/// One more component, in the block at (column, row), carries this label.
void label_add(label_table *table, uint32_t label, int32_t column, int32_t row);

/// One component less; without any the label is free.
void label_remove(label_table *table, uint32_t label);

#endif
