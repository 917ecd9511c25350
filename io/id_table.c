#include "io/id_table.h"

#include <stdlib.h>

/// The entry of an id, or the one for a new id. The capacity is a power of two.
static size_t entry_of(const io_id_table *table, uint64_t id)
{
    size_t entry = (size_t)(id * UINT64_C(0x9e3779b97f4a7c15) >> 20) & (table->capacity - 1);
    while (table->ids[entry] != UINT64_MAX && table->ids[entry] != id)
        entry = (entry + 1) & (table->capacity - 1);
    return entry;
}

static void grow(io_id_table *table)
{
    io_id_table grown = { .capacity = table->capacity ? 2 * table->capacity : 1024, .count = table->count };
    grown.ids = malloc(grown.capacity * sizeof *grown.ids);
    grown.numbers = malloc(grown.capacity * sizeof *grown.numbers);
    if (!grown.ids || !grown.numbers) {
        io_id_table_free(&grown);
        return;
    }
    for (size_t i = 0; i < grown.capacity; i++)
        grown.ids[i] = UINT64_MAX;
    for (size_t i = 0; i < table->capacity; i++)
        if (table->ids[i] != UINT64_MAX) {
            const size_t entry = entry_of(&grown, table->ids[i]);
            grown.ids[entry] = table->ids[i];
            grown.numbers[entry] = table->numbers[i];
        }
    io_id_table_free(table);
    *table = grown;
}

size_t io_id_number(io_id_table *table, uint64_t id)
{
    if (2 * table->count >= table->capacity)
        grow(table);
    if (2 * table->count >= table->capacity)
        return SIZE_MAX;
    const size_t entry = entry_of(table, id);
    if (table->ids[entry] != id) {
        table->ids[entry] = id;
        table->numbers[entry] = table->count++;
    }
    return table->numbers[entry];
}

void io_id_table_free(io_id_table *table)
{
    free(table->ids);
    free(table->numbers);
    *table = (io_id_table){ 0 };
}
