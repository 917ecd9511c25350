#include "regions/regions.h"

#include "regions/regions_inside.h"

enum { RECORD_ROUNDING = 64 };

block_rows regions_rows(const regions *regions, const layer *layer, uint32_t block)
{
    const int32_t column = (int32_t)(block % (uint32_t)regions->columns),
                  row = (int32_t)(block / (uint32_t)regions->columns);
    const int32_t top = row << BLOCK_SHIFT;
    const unsigned open =
        (unsigned)(row > 0) << SIDE_NORTH | (unsigned)(row + 1 < regions->rows) << SIDE_SOUTH |
        (unsigned)(column > 0) << SIDE_WEST | (unsigned)(column + 1 < regions->columns) << SIDE_EAST;
    return (block_rows){ .first = layer_row(layer, top) + column,
                         .stride = layer->stride,
                         .count = layer->height - top < BLOCK_SIDE ? layer->height - top : BLOCK_SIDE,
                         .open = (uint8_t)open };
}

/// A spare may hold up to twice of what is needed.
region_block *regions_take_record(regions *regions, size_t bytes)
{
    for (int i = 0; i < REGIONS_SPARES; i++) {
        region_block *spare = regions->spares[i];
        if (!spare || spare->bytes < bytes || spare->bytes > 2 * bytes)
            continue;
        regions->spares[i] = NULL;
        return spare;
    }
    const size_t rounded = (bytes + RECORD_ROUNDING - 1) / RECORD_ROUNDING * RECORD_ROUNDING;
    region_block *record = memory_get(regions->memory, 1, rounded);
    if (record)
        record->bytes = (uint32_t)rounded;
    return record;
}

/// The newest spare comes first; one that finds no place is freed.
void regions_drop_record(regions *regions, region_block *record)
{
    for (int i = 0; record && i < REGIONS_SPARES; i++) {
        region_block *older = regions->spares[i];
        regions->spares[i] = record;
        record = older;
    }
    if (record)
        memory_give_back(regions->memory, record, 1, record->bytes);
}

region_block *regions_scan_block(regions *regions, const layer *layer, uint32_t block)
{
    block_scan scan;
    const block_rows rows = regions_rows(regions, layer, block);
    block_find_components(&rows, regions->diagonal, &scan);
    region_block *record = regions_take_record(regions, block_bytes(scan.border_count, scan.run_count));
    if (record)
        block_write(&scan, record);
    return record;
}

static fw_result scan_all(regions *regions, const layer *layer)
{
    for (uint32_t block = 0; block < regions_block_count(regions); block++) {
        regions->slots[block].now = regions_scan_block(regions, layer, block);
        if (!regions->slots[block].now)
            return FW_NO_MEMORY;
    }
    return FW_OK;
}

fw_result regions_build(memory *memory, const layer *layer, bool diagonal, regions **built)
{
    regions *made = memory_get_zeroed(memory, 1, sizeof *made);
    if (!made)
        return FW_NO_MEMORY;
    made->memory = memory;
    made->diagonal = diagonal;
    made->columns = layer->words;
    made->rows = blocks_across(layer->height);
    made->labels.end = 1;
    made->slots = memory_get_zeroed(memory, regions_block_count(made), sizeof *made->slots);
    if (!made->slots || scan_all(made, layer) != FW_OK || regions_label_all(made) != FW_OK) {
        regions_destroy(memory, made);
        return FW_NO_MEMORY;
    }
    regions_adopt_labels(made);
    *built = made;
    return FW_OK;
}

void regions_destroy(memory *memory, regions *doomed)
{
    if (!doomed)
        return;
    for (uint32_t block = 0; doomed->slots && block < regions_block_count(doomed); block++) {
        region_slot *slot = &doomed->slots[block];
        if (slot->now)
            memory_give_back(memory, slot->now, 1, slot->now->bytes);
        if (slot->staged)
            memory_give_back(memory, slot->staged, 1, slot->staged->bytes);
    }
    for (int i = 0; i < REGIONS_SPARES; i++)
        if (doomed->spares[i])
            memory_give_back(memory, doomed->spares[i], 1, doomed->spares[i]->bytes);
    regions_forget_labels(doomed);
    memory_give_back(memory, doomed->slots, regions_block_count(doomed), sizeof *doomed->slots);
    memory_give_back(memory, doomed->labels.entries, doomed->labels.capacity, sizeof *doomed->labels.entries);
    memory_give_back(memory, doomed->touched, doomed->touched_capacity, sizeof *doomed->touched);
    memory_give_back(memory, doomed->redo, doomed->redo_capacity, sizeof *doomed->redo);
    memory_give_back(memory, doomed, 1, sizeof *doomed);
}

uint32_t regions_label(const regions *regions, const layer *layer, int32_t x, int32_t y)
{
    const uint64_t word = layer_row(layer, y)[x >> BLOCK_SHIFT];
    const int column = x & BLOCK_MASK;
    if (!(word >> column & 1))
        return 0;
    const uint32_t block =
        (uint32_t)(y >> BLOCK_SHIFT) * (uint32_t)regions->columns + (uint32_t)(x >> BLOCK_SHIFT);
    const region_block *record = regions->slots[block].now;
    return component_label(record, block, block_component_at(record, word, column, y & BLOCK_MASK));
}

size_t regions_bytes(const regions *regions)
{
    size_t bytes = sizeof *regions + regions_block_count(regions) * sizeof *regions->slots +
                   regions->labels.capacity * sizeof *regions->labels.entries +
                   regions->touched_capacity * sizeof *regions->touched +
                   regions->redo_capacity * sizeof *regions->redo +
                   regions->whole.count * sizeof *regions->whole.labels +
                   regions->whole.table.capacity * sizeof *regions->whole.table.entries;
    for (uint32_t block = 0; block < regions_block_count(regions); block++) {
        const region_slot *slot = &regions->slots[block];
        bytes += slot->now->bytes + (slot->staged ? slot->staged->bytes : 0);
    }
    for (int i = 0; i < REGIONS_SPARES; i++)
        bytes += regions->spares[i] ? regions->spares[i]->bytes : 0;
    return bytes;
}
