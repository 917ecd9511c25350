#pragma once

/// The labels in use. For each label: the number of border components that carry it, and a box of blocks around them.
/// Versions share the pages of labels that are the same.

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/block.h"
#include "base/memory.h"
#include "base/paged.h"

/// A label. A label that no component carries is in the chain of free labels.
typedef struct label_entry {
    uint32_t component_count;
    union {
        /// Around all its components; may be too large, because it only grows while the label is used
        block_box box;
        uint32_t next_free; ///< 0: none
    };
} label_entry;

enum { LABELS_A_PAGE = 512 };

/// Labels 1 .. end - 1; entry 0 is not used.
typedef struct label_table {
    paged pages; ///< [label / LABELS_A_PAGE] entries; none behind the last label
    uint32_t end;
    uint32_t first_free; ///< 0: none
} label_table;

/// A table without labels, with room for so many. FW_OK or FW_NO_MEMORY.
fw_result label_table_create(memory *memory, size_t most, label_table *made);

void label_table_destroy(label_table *table);

/// A table with the same labels, of the same family of paged tables. FW_OK or FW_NO_MEMORY.
fw_result label_table_copy(const label_table *from, label_table *made);

/// Makes a table equal to the one of its family that changes.
void label_table_catch_up(label_table *table, label_table *newest);

/// The entry of a label. To be written if label_own() gave the label a page of its own.
static inline label_entry *label_at(const label_table *table, uint32_t label)
{
    return (label_entry *)table->pages.row[label / LABELS_A_PAGE] + label % LABELS_A_PAGE;
}

/// Gives a label a page of its own, so that its entry may be written. False without memory.
bool label_own(label_table *table, uint32_t label);

/// Gives out labels without changing the table: the labels are free again if the cursor is dropped.
typedef struct label_cursor {
    uint32_t end;
    uint32_t first_free;
} label_cursor;

static inline label_cursor label_cursor_at(const label_table *table)
{
    return (label_cursor){ .end = table->end, .first_free = table->first_free };
}

/// Takes a free label, and gives it a page of its own; 0 without memory.
uint32_t label_take(label_table *table, label_cursor *cursor);

/// Marks all labels that the cursor gave out as used. Each must get a component next.
void label_keep_taken(label_table *table, const label_cursor *cursor);

/// Adds a component with this label, which has a page of its own, in the block at (column, row).
void label_add(label_table *table, uint32_t label, int32_t column, int32_t row);

/// Removes a component with this label, which has a page of its own. After the last one the label is free.
void label_remove(label_table *table, uint32_t label);
