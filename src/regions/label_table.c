#include "regions/label_table.h"

fw_result label_table_create(memory *memory, size_t most, label_table *made)
{
    *made = (label_table){ .end = 1 };
    return paged_create(memory, most / LABELS_A_PAGE + 1,
                        LABELS_A_PAGE * sizeof(label_entry) / sizeof(uint64_t), 0, &made->pages);
}

void label_table_destroy(label_table *table)
{
    paged_destroy(&table->pages);
}

fw_result label_table_copy(const label_table *from, label_table *made)
{
    *made = *from;
    return paged_copy(&from->pages, &made->pages);
}

void label_table_catch_up(label_table *table, label_table *newest)
{
    paged_catch_up(&table->pages, &newest->pages);
    table->end = newest->end;
    table->first_free = newest->first_free;
}

bool label_own(label_table *table, uint32_t label)
{
    const size_t page = label / LABELS_A_PAGE;
    return table->pages.row[page] ? paged_write(&table->pages, page) != NULL : paged_add(&table->pages, page);
}

uint32_t label_take(label_table *table, label_cursor *cursor)
{
    const uint32_t reused = cursor->first_free, label = reused ? reused : cursor->end;
    if (!label_own(table, label))
        return 0;
    if (reused)
        cursor->first_free = label_at(table, label)->next_free;
    else
        label_at(table, cursor->end++)->component_count = 0;
    return label;
}

void label_keep_taken(label_table *table, const label_cursor *cursor)
{
    table->end = cursor->end;
    table->first_free = cursor->first_free;
}

void label_add(label_table *table, uint32_t label, int32_t column, int32_t row)
{
    const uint8_t x = (uint8_t)column, y = (uint8_t)row;
    label_entry *entry = label_at(table, label);
    if (entry->component_count++ == 0)
        entry->box = NO_BLOCKS;
    block_box_widen(&entry->box, (block_box){ x, y, x, y });
}

void label_remove(label_table *table, uint32_t label)
{
    label_entry *entry = label_at(table, label);
    if (--entry->component_count)
        return;
    entry->next_free = table->first_free;
    table->first_free = label;
}
