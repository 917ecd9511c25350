#include "regions/label_table.h"

uint32_t label_take(memory *memory, label_table *table, label_cursor *cursor)
{
    const uint32_t reused = cursor->first_free;
    if (reused) {
        cursor->first_free = table->entries[reused].next_free;
        return reused;
    }
    const size_t needed = (size_t)cursor->end + 1;
    if (memory_reserve(memory, &table->entries, &table->capacity, needed, sizeof *table->entries) != FW_OK)
        return 0;
    table->entries[cursor->end].component_count = 0;
    return cursor->end++;
}

void label_keep_taken(label_table *table, const label_cursor *cursor)
{
    table->end = cursor->end;
    table->first_free = cursor->first_free;
}

void label_add(label_table *table, uint32_t label, int32_t column, int32_t row)
{
    const uint8_t x = (uint8_t)column, y = (uint8_t)row;
    label_entry *entry = &table->entries[label];
    if (entry->component_count++ == 0)
        entry->box = NO_BLOCKS;
    block_box_widen(&entry->box, (block_box){ x, y, x, y });
}

void label_remove(label_table *table, uint32_t label)
{
    label_entry *entry = &table->entries[label];
    if (--entry->component_count)
        return;
    entry->next_free = table->first_free;
    table->first_free = label;
}
