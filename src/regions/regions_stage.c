#include "regions/regions_stage.h"

#include <string.h>

#include "regions/region_block_patch.h"
#include "regions/regions_graph.h"
#include "regions/regions_relabel.h"
#include "regions/regions_whole.h"

/// The repair of regions by a commit: staging, publishing and discarding.

enum {
    SMALL_STAGE = 4,      ///< touched blocks that are always repaired one by one
    WHOLE_STAGE_PART = 8, ///< beyond this part of all blocks, labelling the layer anew is cheaper
    KEPT_SCRATCH = 64,    ///< entries of lists that are kept from commit to commit
};

/// Lists a block as touched, if it is not. FW_OK or FW_NO_MEMORY.
static fw_result touch_block(regions *regions, uint32_t block)
{
    region_slot *slot = &regions->slots[block];
    if (slot->touched)
        return FW_OK;
    if (MEMORY_RESERVE(regions->memory, regions->touched, regions->touched_capacity,
                       regions->touched_count + 1) != FW_OK)
        return FW_NO_MEMORY;
    regions->touched[regions->touched_count++] = (touched_block){ .block = block };
    slot->touched = (uint32_t)regions->touched_count;
    return FW_OK;
}

/// Lists the blocks whose words changed.
static fw_result list_touched(regions *regions, const change_list *changes)
{
    for (size_t i = 0; i < changes->count; i++) {
        const layer_change *change = &changes->items[i];
        const uint32_t row = (uint32_t)change->y >> BLOCK_SHIFT;
        const uint32_t block = row * (uint32_t)regions->columns + (uint32_t)change->word;
        if (touch_block(regions, block) != FW_OK)
            return FW_NO_MEMORY;
        regions->touched[regions->slots[block].touched - 1].rows |= UINT64_C(1) << (change->y & BLOCK_MASK);
    }
    return FW_OK;
}

/// Stages a copy of a block's record if others share it and no record is staged, so that its labels may be written.
/// FW_OK or FW_NO_MEMORY.
static fw_result own_block(regions *regions, uint32_t block)
{
    region_slot *slot = &regions->slots[block];
    if (slot->staged || slot->now->users == 1)
        return FW_OK;
    if (touch_block(regions, block) != FW_OK)
        return FW_NO_MEMORY;
    const region_block *shared = slot->now;
    const size_t bytes = block_bytes(shared->border_count, shared->first_run[BLOCK_SIDE]);
    region_block *record = regions_take_record(regions, bytes);
    if (!record)
        return FW_NO_MEMORY;
    const uint32_t room = record->bytes;
    regions->memory->visited += bytes / sizeof(uint64_t);
    memcpy(record, shared, bytes);
    record->bytes = room;
    record->users = 1;
    slot->staged = record;
    return FW_OK;
}

static bool same_sides(const side_masks *a, const side_masks *b)
{
    return memcmp(a, b, sizeof *a) == 0;
}

/// Finds the border components that kept their sides: they keep their labels too. Most components keep their order, so
/// the search for each starts behind the one found before.
static void match_border(const region_block *old, region_block *record, touched_block *touched)
{
    memset(touched->lost, 0, sizeof touched->lost);
    for (int i = 0; i < old->border_count; i++)
        bits_set(touched->lost, (size_t)i);
    int next = 0;
    for (int i = 0; i < record->border_count; i++) {
        int tried = 0;
        while (tried < old->border_count && !same_sides(&record->sides[i], &old->sides[next])) {
            next = next + 1 < old->border_count ? next + 1 : 0;
            tried++;
        }
        if (tried == old->border_count) {
            touched->has_new = true;
            continue;
        }
        block_labels(record)[i] = block_labels_of(old)[next];
        bits_clear(touched->lost, (size_t)next);
        next = next + 1 < old->border_count ? next + 1 : 0;
    }
}

/// Stages the record of a touched block.
static fw_result stage_block(regions *regions, const layer *layer, touched_block *touched,
                             const change_list *changes)
{
    bool patched;
    if (regions_patch_block(regions, layer, touched, changes, &patched) != FW_OK)
        return FW_NO_MEMORY;
    if (patched)
        return FW_OK;
    region_slot *slot = &regions->slots[touched->block];
    slot->staged = regions_scan_block(regions, layer, touched->block);
    if (!slot->staged)
        return FW_NO_MEMORY;
    match_border(slot->now, slot->staged, touched);
    return FW_OK;
}

/// Lets nodes that have other sides than before, but the same edges, keep their labels. Says whether other nodes are
/// new or lost.
static bool keep_labels(regions *regions)
{
    bool others = false;
    for (size_t i = 0; i < regions->touched_count; i++) {
        touched_block *touched = &regions->touched[i];
        if (!touched->has_new && !(touched->lost[0] | touched->lost[1]))
            continue;
        if (!regions_keeps_edges(regions, touched->block)) {
            others = true;
            continue;
        }
        const region_slot *slot = &regions->slots[touched->block];
        block_labels(slot->staged)[0] = block_labels_of(slot->now)[0];
        memset(touched->lost, 0, sizeof touched->lost);
        touched->has_new = false;
    }
    return others;
}

/// Gives the labels that lost components carry pages of their own. False without memory.
static bool own_lost_labels(regions *regions, const touched_block *touched)
{
    const uint32_t *labels = block_labels_of(regions->slots[touched->block].now);
    for (int k = 0; k < LOST_WORDS; k++)
        for (uint64_t rest = touched->lost[k]; rest; rest &= rest - 1)
            if (!label_own(&regions->labels, labels[k * WORD_BITS + bits_lowest(rest)]))
                return false;
    return true;
}

/// Makes sure that all labels, and all records, that are written when the stage is published may be written.
static fw_result own_labels(regions *regions)
{
    for (size_t i = 0; i < regions->touched_count; i++)
        if (!own_lost_labels(regions, &regions->touched[i]))
            return FW_NO_MEMORY;
    for (size_t i = 0; i < regions->redo_count; i++) {
        const relabelling *redo = &regions->redo[i];
        if (!label_own(&regions->labels, redo->label) ||
            (redo->before && !label_own(&regions->labels, redo->before)) ||
            own_block(regions, node_block(redo->node)) != FW_OK)
            return FW_NO_MEMORY;
    }
    return FW_OK;
}

/// Finds the labels that change.
static fw_result stage_labels(regions *regions)
{
    if (!keep_labels(regions))
        return FW_OK;
    const bool is_large = regions->touched_count > SMALL_STAGE &&
                          regions->touched_count > regions_block_count(regions) / WHOLE_STAGE_PART;
    const fw_result found = is_large ? regions_label_all(regions) : regions_settle(regions);
    return found ? found : own_labels(regions);
}

fw_result regions_stage(regions *regions, const layer *layer, const change_list *changes)
{
    regions->taken = label_cursor_at(&regions->labels);
    fw_result result = list_touched(regions, changes);
    for (size_t i = 0; i < regions->touched_count && result == FW_OK; i++)
        result = stage_block(regions, layer, &regions->touched[i], changes);
    if (result == FW_OK)
        result = stage_labels(regions);
    if (result != FW_OK)
        regions_discard(regions);
    return result;
}

static void count_label(regions *regions, node_id node, uint32_t label)
{
    const uint32_t block = node_block(node);
    label_add(&regions->labels, label, (int32_t)(block % (uint32_t)regions->columns),
              (int32_t)(block / (uint32_t)regions->columns));
}

/// Counts components by label: adds the new ones first and then removes the old ones, or a label would be freed too
/// early.
static void publish_counts(regions *regions)
{
    label_keep_taken(&regions->labels, &regions->taken);
    for (size_t i = 0; i < regions->redo_count; i++)
        count_label(regions, regions->redo[i].node, regions->redo[i].label);
    for (size_t i = 0; i < regions->redo_count; i++)
        if (regions->redo[i].before)
            label_remove(&regions->labels, regions->redo[i].before);
    for (size_t i = 0; i < regions->touched_count; i++) {
        const touched_block *touched = &regions->touched[i];
        const uint32_t *labels = block_labels_of(regions->slots[touched->block].now);
        for (int k = 0; k < LOST_WORDS; k++)
            for (uint64_t rest = touched->lost[k]; rest; rest &= rest - 1)
                label_remove(&regions->labels, labels[k * WORD_BITS + bits_lowest(rest)]);
    }
}

static void swap_records(regions *regions)
{
    for (size_t i = 0; i < regions->touched_count; i++) {
        region_slot *slot = &regions->slots[regions->touched[i].block];
        region_block *old = slot->now;
        slot->now = slot->staged;
        slot->staged = old;
        journal_note(regions->journal, regions->touched[i].block);
    }
}

/// Ends a stage: drops records that are still staged, and gives back lists that have grown large.
static void clear_stage(regions *regions)
{
    for (size_t i = 0; i < regions->touched_count; i++) {
        region_slot *slot = &regions->slots[regions->touched[i].block];
        regions_drop_record(regions, slot->staged);
        slot->staged = NULL;
        slot->touched = 0;
    }
    regions->touched_count = regions->redo_count = 0;
    if (regions->touched_capacity > KEPT_SCRATCH) {
        memory_give_back(regions->memory, regions->touched, regions->touched_capacity,
                         sizeof *regions->touched);
        regions->touched = NULL;
        regions->touched_capacity = 0;
    }
    if (regions->redo_capacity > KEPT_SCRATCH) {
        memory_give_back(regions->memory, regions->redo, regions->redo_capacity, sizeof *regions->redo);
        regions->redo = NULL;
        regions->redo_capacity = 0;
    }
}

void regions_publish(regions *regions)
{
    publish_counts(regions);
    swap_records(regions);
    for (size_t i = 0; i < regions->redo_count; i++) {
        const node_id node = regions->redo[i].node;
        block_labels(regions->slots[node_block(node)].now)[node_component(node)] = regions->redo[i].label;
    }
    clear_stage(regions);
}

void regions_discard(regions *regions)
{
    clear_stage(regions);
}
