#include "regions/regions.h"

#include "base/must_hold.h"
#include "regions/regions_inside.h"
#include "regions/regions_stage.h"
#include "regions/regions_whole.h"

enum { RECORD_ROUNDING = 64 };

block_rows regions_rows(const regions *regions, const layer *layer, uint32_t block)
{
    const int32_t column = (int32_t)(block % (uint32_t)regions->columns),
                  row = (int32_t)(block / (uint32_t)regions->columns);
    const int32_t top = row << BLOCK_SHIFT;
    const unsigned open =
        (unsigned)(row > 0) << SIDE_NORTH | (unsigned)(row + 1 < regions->rows) << SIDE_SOUTH |
        (unsigned)(column > 0) << SIDE_WEST | (unsigned)(column + 1 < regions->columns) << SIDE_EAST;
    return (block_rows){ .layer = layer,
                         .top = top,
                         .word = column,
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
        spare->users = 1;
        return spare;
    }
    const size_t rounded = (bytes + RECORD_ROUNDING - 1) / RECORD_ROUNDING * RECORD_ROUNDING;
    region_block *record = memory_get(regions->memory, 1, rounded);
    if (record) {
        record->bytes = (uint32_t)rounded;
        record->users = 1;
    }
    return record;
}

/// The newest spare comes first; one that finds no place is freed.
void regions_drop_record(regions *regions, region_block *record)
{
    if (!record || --record->users > 0)
        return;
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

/// Regions without records and labels; null without memory.
static regions *new_regions(memory *memory, int32_t columns, int32_t rows, bool diagonal)
{
    regions *made = memory_get_zeroed(memory, 1, sizeof *made);
    if (!made)
        return NULL;
    made->memory = memory;
    made->diagonal = diagonal;
    made->columns = columns;
    made->rows = rows;
    made->slots = memory_get_zeroed(memory, regions_block_count(made), sizeof *made->slots);
    if (made->slots)
        return made;
    regions_destroy(memory, made);
    return NULL;
}

/// Labels all components, which have no labels yet.
static fw_result label_anew(regions *regions)
{
    regions->taken = label_cursor_at(&regions->labels);
    if (regions_label_all(regions) != FW_OK)
        return FW_NO_MEMORY;
    regions_publish(regions);
    return FW_OK;
}

fw_result regions_build(memory *memory, const layer *layer, bool diagonal, regions **built)
{
    regions *made = new_regions(memory, layer->words, blocks_across(layer->height), diagonal);
    if (!made)
        return FW_NO_MEMORY;
    // A commit may need two labels for each component: the one before, and the one that it gets.
    const size_t most_labels = 2 * (size_t)BLOCK_BORDER_MAX * regions_block_count(made);
    made->journal = journal_create(memory, regions_block_count(made));
    if (!made->journal || label_table_create(memory, most_labels, &made->labels) != FW_OK ||
        scan_all(made, layer) != FW_OK || label_anew(made) != FW_OK) {
        regions_destroy(memory, made);
        return FW_NO_MEMORY;
    }
    *built = made;
    return FW_OK;
}

fw_result regions_copy(const regions *from, regions **copied)
{
    regions *made = new_regions(from->memory, from->columns, from->rows, from->diagonal);
    if (!made)
        return FW_NO_MEMORY;
    if (label_table_copy(&from->labels, &made->labels) != FW_OK) {
        regions_destroy(from->memory, made);
        return FW_NO_MEMORY;
    }
    for (uint32_t block = 0; block < regions_block_count(made); block++) {
        made->slots[block].now = from->slots[block].now;
        made->slots[block].now->users++;
    }
    from->memory->visited += regions_block_count(made);
    made->journal = journal_join(from->journal);
    made->since = journal_now(made->journal);
    *copied = made;
    return FW_OK;
}

static void catch_up_block(regions *regions, const struct regions *newest, size_t block)
{
    region_block **now = &regions->slots[block].now, *record = newest->slots[block].now;
    regions->memory->visited++;
    if (*now == record)
        return;
    regions_drop_record(regions, *now);
    *now = record;
    record->users++;
}

void regions_catch_up(regions *regions, struct regions *newest)
{
    must_hold(newest->journal == regions->journal);
    journal_places places = journal_since(regions->journal, regions->since, regions_block_count(regions));
    for (size_t block; journal_next(&places, &block);)
        catch_up_block(regions, newest, block);
    regions->since = newest->since = journal_now(regions->journal);
    label_table_catch_up(&regions->labels, &newest->labels);
}

void regions_succeed(regions *built, const regions *former)
{
    journal_leave(built->journal);
    built->journal = journal_join(former->journal);
    built->since = former->since;
    for (uint32_t block = 0; block < regions_block_count(built); block++)
        journal_note(built->journal, block);
    paged_succeed(&built->labels.pages, &former->labels.pages);
}

void regions_destroy(memory *memory, regions *doomed)
{
    if (!doomed)
        return;
    for (uint32_t block = 0; doomed->slots && block < regions_block_count(doomed); block++) {
        regions_drop_record(doomed, doomed->slots[block].now);
        regions_drop_record(doomed, doomed->slots[block].staged);
    }
    for (int i = 0; i < REGIONS_SPARES; i++)
        if (doomed->spares[i])
            memory_give_back(memory, doomed->spares[i], 1, doomed->spares[i]->bytes);
    memory_give_back(memory, doomed->slots, regions_block_count(doomed), sizeof *doomed->slots);
    label_table_destroy(&doomed->labels);
    journal_leave(doomed->journal);
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
                   journal_bytes(regions->journal) + paged_bytes(&regions->labels.pages) +
                   regions->touched_capacity * sizeof *regions->touched +
                   regions->redo_capacity * sizeof *regions->redo;
    for (uint32_t block = 0; block < regions_block_count(regions); block++) {
        const region_slot *slot = &regions->slots[block];
        bytes += slot->now->bytes / slot->now->users + (slot->staged ? slot->staged->bytes : 0);
    }
    for (int i = 0; i < REGIONS_SPARES; i++)
        bytes += regions->spares[i] ? regions->spares[i]->bytes : 0;
    return bytes;
}
