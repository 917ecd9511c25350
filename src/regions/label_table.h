#ifndef REGIONS_LABEL_TABLE_H
#define REGIONS_LABEL_TABLE_H

/// @file
/// The labels in use. For each label: the number of border components that carry it, and a box of blocks around them.

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/block.h"
#include "base/memory.h"

/// A label. A label that no component carries is in the chain of free labels.
typedef struct label_entry {
    uint32_t component_count;
    union {
        block_box
            box; ///< around all its components; may be too large, because it only grows while the label is used
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

/// Gives out labels without changing the table: the labels are free again if the cursor is dropped.
typedef struct label_cursor {
    uint32_t end;
    uint32_t first_free;
} label_cursor;

static inline label_cursor label_cursor_at(const label_table *table)
{
    return (label_cursor){ .end = table->end, .first_free = table->first_free };
}

/// Takes a free label; 0 without memory.
uint32_t label_take(memory *memory, label_table *table, label_cursor *cursor);

/// Marks all labels that the cursor gave out as used. Each must get a component next.
void label_keep_taken(label_table *table, const label_cursor *cursor);

/// Adds a component with this label, in the block at (column, row).
void label_add(label_table *table, uint32_t label, int32_t column, int32_t row);

/// Removes a component with this label. After the last one the label is free.
void label_remove(label_table *table, uint32_t label);

#endif
