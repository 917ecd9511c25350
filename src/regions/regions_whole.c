#include "regions/regions_whole.h"

#include "regions/regions_graph.h"

/// @file
/// Labels for all nodes at once. The classes of connected nodes are found from scratch. But labels stay where they can:
/// a label goes to the class of most nodes that carry it, so that few nodes change theirs when little has changed.

/// The class that may keep a label, by a majority vote of the nodes that carry the label.
/// Source: Boyer & Moore 1991, "MJRTY - A Fast Majority Vote Algorithm".
typedef struct ballot {
    uint32_t root;
    uint32_t lead; ///< 0: nobody
} ballot;

typedef struct whole_labelling {
    size_t count;          ///< nodes
    uint32_t *roots;       ///< [node] of its class; while classes are joined, its parent
    uint32_t *class_label; ///< [root] 0: none yet
    size_t label_end;
    ballot *ballots; ///< [label]
} whole_labelling;

fw_result regions_note_label(regions *regions, node_id node, uint32_t before, uint32_t *class_label)
{
    if (!*class_label)
        *class_label = label_take(&regions->labels, &regions->taken);
    if (!*class_label || memory_reserve(regions->memory, &regions->redo, &regions->redo_capacity,
                                        regions->redo_count + 1, sizeof *regions->redo) != FW_OK)
        return FW_NO_MEMORY;
    if (*class_label != before)
        regions->redo[regions->redo_count++] = (relabelling){ node, before, *class_label };
    return FW_OK;
}

/// Numbers the nodes, blocks one after another.
static size_t number_nodes(regions *regions)
{
    size_t count = 0;
    for (uint32_t block = 0; block < regions_block_count(regions); block++) {
        regions->slots[block].first_node = (uint32_t)count;
        count += regions_view(regions, block)->border_count;
    }
    return count;
}

static void close_whole(memory *memory, whole_labelling *whole)
{
    memory_give_back(memory, whole->roots, whole->count, sizeof *whole->roots);
    memory_give_back(memory, whole->class_label, whole->count, sizeof *whole->class_label);
    memory_give_back(memory, whole->ballots, whole->label_end, sizeof *whole->ballots);
}

static fw_result open_whole(const regions *regions, size_t count, whole_labelling *whole)
{
    memory *memory = regions->memory;
    *whole = (whole_labelling){ .count = count, .label_end = regions->labels.end };
    whole->roots = memory_get(memory, count, sizeof *whole->roots);
    whole->class_label = memory_get_zeroed(memory, count, sizeof *whole->class_label);
    whole->ballots = memory_get_zeroed(memory, whole->label_end, sizeof *whole->ballots);
    if (whole->roots && whole->class_label && whole->ballots)
        return FW_OK;
    close_whole(memory, whole);
    return FW_NO_MEMORY;
}

static void find_classes(const regions *regions, whole_labelling *whole)
{
    for (size_t i = 0; i < whole->count; i++)
        whole->roots[i] = (uint32_t)i;
    regions_join_neighbours(regions, whole->roots);
    for (size_t i = 0; i < whole->count; i++)
        whole->roots[i] = whole->roots[whole->roots[i]]; // a parent's number is smaller: its root is known
}

static void vote(ballot *ballot, uint32_t root)
{
    if (ballot->lead == 0)
        ballot->root = root;
    ballot->lead += ballot->root == root ? 1 : UINT32_MAX;
}

/// Gives labels to the classes of most of their nodes. A class that could keep several labels keeps that of most nodes.
static void keep_labels(const regions *regions, whole_labelling *whole)
{
    for (uint32_t block = 0; block < regions_block_count(regions); block++) {
        const region_block *record = regions_view(regions, block);
        const uint32_t *labels = block_labels_of(record),
                       *roots = whole->roots + regions->slots[block].first_node;
        for (int i = 0; i < record->border_count; i++)
            if (labels[i])
                vote(&whole->ballots[labels[i]], roots[i]);
    }
    for (uint32_t label = 1; label < whole->label_end; label++) {
        if (whole->ballots[label].lead == 0)
            continue;
        uint32_t *kept = &whole->class_label[whole->ballots[label].root];
        if (!*kept || label_at(&regions->labels, label)->component_count >
                          label_at(&regions->labels, *kept)->component_count)
            *kept = label;
    }
}

static fw_result note_labels(regions *regions, whole_labelling *whole)
{
    for (uint32_t block = 0; block < regions_block_count(regions); block++) {
        const region_block *record = regions_view(regions, block);
        const uint32_t *before = block_labels_of(record),
                       *roots = whole->roots + regions->slots[block].first_node;
        for (int i = 0; i < record->border_count; i++) {
            uint32_t *label = &whole->class_label[roots[i]];
            if ((*label == 0 || *label != before[i]) &&
                regions_note_label(regions, node_of(block, i), before[i], label) != FW_OK)
                return FW_NO_MEMORY;
        }
    }
    return FW_OK;
}

fw_result regions_label_all(regions *regions)
{
    whole_labelling whole;
    const size_t count = number_nodes(regions);
    if (count == 0)
        return FW_OK;
    if (open_whole(regions, count, &whole) != FW_OK)
        return FW_NO_MEMORY;
    regions->memory->visited += count * NEIGHBOUR_WORDS;
    find_classes(regions, &whole);
    keep_labels(regions, &whole);
    const fw_result result = note_labels(regions, &whole);
    close_whole(regions->memory, &whole);
    return result;
}
