#include "map/regions.h"

#include "map/regions_parts.h"

enum { RECORD_ROUNDING = 64 };

block_rows regions_rows(const regions *of, const layer *on, uint32_t block)
{
    const int32_t column = (int32_t)(block % (uint32_t)of->columns),
                  row = (int32_t)(block / (uint32_t)of->columns);
    const int32_t top = row << BLOCK_SHIFT;
    const unsigned open = (unsigned)(row > 0) << SIDE_NORTH | (unsigned)(row + 1 < of->rows) << SIDE_SOUTH |
                          (unsigned)(column > 0) << SIDE_WEST |
                          (unsigned)(column + 1 < of->columns) << SIDE_EAST;
    return (block_rows){ .first = layer_row(on, top) + column,
                         .stride = on->stride,
                         .count = on->height - top < BLOCK_SIDE ? on->height - top : BLOCK_SIDE,
                         .open = (uint8_t)open };
}

/// A spare may hold up to twice of what is needed.
region_block *regions_take_record(regions *of, size_t bytes)
{
    for (int i = 0; i < REGIONS_SPARES; i++) {
        region_block *spare = of->spares[i];
        if (!spare || spare->bytes < bytes || spare->bytes > 2 * bytes)
            continue;
        of->spares[i] = NULL;
        return spare;
    }
    const size_t rounded = (bytes + RECORD_ROUNDING - 1) / RECORD_ROUNDING * RECORD_ROUNDING;
    region_block *record = memory_get(of->from, 1, rounded);
    if (record)
        record->bytes = (uint32_t)rounded;
    return record;
}

/// The newest spare comes first; one that finds no place is freed.
void regions_drop_record(regions *of, region_block *record)
{
    for (int i = 0; record && i < REGIONS_SPARES; i++) {
        region_block *older = of->spares[i];
        of->spares[i] = record;
        record = older;
    }
    if (record)
        memory_give_back(of->from, record, 1, record->bytes);
}

region_block *regions_scan_block(regions *of, const layer *on, uint32_t block)
{
    block_scan scan;
    const block_rows rows = regions_rows(of, on, block);
    block_find_components(&rows, of->diagonal, &scan);
    region_block *record = regions_take_record(of, block_bytes(scan.border_count, scan.run_count));
    if (record)
        block_write(&scan, record);
    return record;
}

static fw_result scan_all(regions *of, const layer *on)
{
    for (uint32_t block = 0; block < regions_block_count(of); block++) {
        of->slots[block].now = regions_scan_block(of, on, block);
        if (!of->slots[block].now)
            return FW_NO_MEMORY;
    }
    return FW_OK;
}

fw_result regions_build(memory *from, const layer *on, bool diagonal, regions **built)
{
    regions *made = memory_get_zeroed(from, 1, sizeof *made);
    if (!made)
        return FW_NO_MEMORY;
    made->from = from;
    made->diagonal = diagonal;
    made->columns = on->words;
    made->rows = (on->height + BLOCK_SIDE - 1) >> BLOCK_SHIFT;
    made->labels.end = 1;
    made->slots = memory_get_zeroed(from, regions_block_count(made), sizeof *made->slots);
    if (!made->slots || scan_all(made, on) != FW_OK || regions_label_all(made) != FW_OK) {
        regions_destroy(from, made);
        return FW_NO_MEMORY;
    }
    regions_adopt_labels(made);
    *built = made;
    return FW_OK;
}

void regions_destroy(memory *from, regions *doomed)
{
    if (!doomed)
        return;
    for (uint32_t block = 0; doomed->slots && block < regions_block_count(doomed); block++) {
        region_slot *slot = &doomed->slots[block];
        if (slot->now)
            memory_give_back(from, slot->now, 1, slot->now->bytes);
        if (slot->staged)
            memory_give_back(from, slot->staged, 1, slot->staged->bytes);
    }
    for (int i = 0; i < REGIONS_SPARES; i++)
        if (doomed->spares[i])
            memory_give_back(from, doomed->spares[i], 1, doomed->spares[i]->bytes);
    regions_forget_labels(doomed);
    memory_give_back(from, doomed->slots, regions_block_count(doomed), sizeof *doomed->slots);
    memory_give_back(from, doomed->labels.entries, doomed->labels.capacity, sizeof *doomed->labels.entries);
    memory_give_back(from, doomed->touched, doomed->touched_capacity, sizeof *doomed->touched);
    memory_give_back(from, doomed->redo, doomed->redo_capacity, sizeof *doomed->redo);
    memory_give_back(from, doomed, 1, sizeof *doomed);
}

uint32_t regions_label(const regions *of, const layer *on, int32_t x, int32_t y)
{
    const uint64_t word = layer_row(on, y)[x >> BLOCK_SHIFT];
    const int column = x & (BLOCK_SIDE - 1);
    if (!(word >> column & 1))
        return 0;
    const uint32_t block =
        (uint32_t)(y >> BLOCK_SHIFT) * (uint32_t)of->columns + (uint32_t)(x >> BLOCK_SHIFT);
    const region_block *record = of->slots[block].now;
    return component_label(record, block, block_component_at(record, word, column, y & (BLOCK_SIDE - 1)));
}

size_t regions_bytes(const regions *of)
{
    size_t bytes = sizeof *of + regions_block_count(of) * sizeof *of->slots +
                   of->labels.capacity * sizeof *of->labels.entries +
                   of->touched_capacity * sizeof *of->touched + of->redo_capacity * sizeof *of->redo +
                   of->whole.count * sizeof *of->whole.labels +
                   of->whole.table.capacity * sizeof *of->whole.table.entries;
    for (uint32_t block = 0; block < regions_block_count(of); block++) {
        const region_slot *slot = &of->slots[block];
        bytes += slot->now->bytes + (slot->staged ? slot->staged->bytes : 0);
    }
    for (int i = 0; i < REGIONS_SPARES; i++)
        bytes += of->spares[i] ? of->spares[i]->bytes : 0;
    return bytes;
}
