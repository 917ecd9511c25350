#include "hierarchy/staging.h"

#include <string.h>

fw_result staging_note(memory *memory, hierarchy *table, size_t index, tile_box anchors)
{
    size_t at = table->staged_count;
    while (at > 0 && table->staged[at - 1].index > index)
        at--;
    if (at > 0 && table->staged[at - 1].index == index) {
        tile_box_widen(&table->staged[at - 1].changed, anchors);
        return FW_OK;
    }
    if (MEMORY_RESERVE(memory, table->staged, table->staged_capacity, table->staged_count + 1) != FW_OK)
        return FW_NO_MEMORY;
    memmove(table->staged + at + 1, table->staged + at, (table->staged_count - at) * sizeof *table->staged);
    table->staged[at] = (staged_cluster){ .index = index, .changed = anchors };
    table->staged_count++;
    return FW_OK;
}

/// Prepares for the next commit.
static void forget_staged(hierarchy *table)
{
    table->staged_count = 0;
    table->staged_makes_cheaper = table->staged_raises_costs = false;
}

void staging_discard(memory *memory, hierarchy *table)
{
    for (size_t i = 0; i < table->staged_count; i++)
        record_leave(memory, table->staged[i].record);
    forget_staged(table);
}

void staging_publish(memory *memory, hierarchy *table)
{
    for (size_t i = 0; i < table->staged_count; i++) {
        const staged_cluster *staged = &table->staged[i];
        record_leave(memory, hierarchy_exchange(table, staged->index, staged->record));
        journal_note(table->journal, staged->index);
        landmarks_note_moved(&table->landmarks, staged->index, staged->record);
    }
    if (table->staged_makes_cheaper)
        landmarks_note_cheaper(&table->landmarks);
    forget_staged(table);
}
