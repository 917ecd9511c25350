#include "regions/regions_whole.h"

#include "regions/regions_graph.h"

/// Labels for all nodes at once. The classes of connected nodes are found from scratch. But labels stay where they can:
/// a label goes to the class of most nodes that carry it, so that few nodes change theirs when little has changed.

/// The class that may keep a label, by a majority vote of the nodes that carry the label.
/// Source: Boyer & Moore 1991, "MJRTY - A Fast Majority Vote Algorithm".
typedef struct ballot {
    uint32_t root;
    uint32_t lead; ///< 0: nobody
} ballot;

/// Labels under way.
typedef struct whole_labelling {
    size_t count;          ///< nodes
    const uint32_t *roots; ///< [node] of its class
    uint32_t *class_label; ///< [root] 0: none yet
    size_t label_end;
    ballot *ballots; ///< [label]
} whole_labelling;

fw_result regions_note_label(regions *regions, node_id node, uint32_t before, uint32_t *class_label)
{
    if (!*class_label)
        *class_label = label_take(&regions->labels, &regions->taken);
    if (!*class_label || MEMORY_RESERVE(regions->memory, regions->redo, regions->redo_capacity,
                                        regions->redo_count + 1) != FW_OK)
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

fw_result regions_find_classes(regions *regions, node_classes *classes)
{
    classes->count = number_nodes(regions);
    classes->parents = memory_get(regions->memory, classes->count, sizeof *classes->parents);
    if (!classes->parents && classes->count > 0)
        return FW_NO_MEMORY;
    regions->memory->visited += classes->count * NEIGHBOUR_WORDS / 2; // each pair of neighbours is met once
    for (size_t i = 0; i < classes->count; i++)
        classes->parents[i] = (uint32_t)i;
    regions_join_neighbours(regions, classes->parents);
    return FW_OK;
}

void regions_drop_classes(regions *regions, node_classes *classes)
{
    memory_give_back(regions->memory, classes->parents, classes->count, sizeof *classes->parents);
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

/// Finds labels for classes, in memory that is all there.
static fw_result label_nodes(regions *regions, const node_classes *classes, whole_labelling *whole)
{
    for (size_t i = 0; i < classes->count; i++) // a parent's number is smaller: its root is known
        classes->parents[i] = classes->parents[classes->parents[i]];
    keep_labels(regions, whole);
    return note_labels(regions, whole);
}

fw_result regions_label_classes(regions *regions, const node_classes *classes)
{
    if (classes->count == 0)
        return FW_OK;
    memory *memory = regions->memory;
    whole_labelling whole = { classes->count, classes->parents, .label_end = regions->labels.end };
    whole.class_label = memory_get_zeroed(memory, whole.count, sizeof *whole.class_label);
    whole.ballots = memory_get_zeroed(memory, whole.label_end, sizeof *whole.ballots);
    const fw_result result =
        whole.ballots && whole.class_label ? label_nodes(regions, classes, &whole) : FW_NO_MEMORY;
    memory_give_back(memory, whole.class_label, whole.count, sizeof *whole.class_label);
    memory_give_back(memory, whole.ballots, whole.label_end, sizeof *whole.ballots);
    return result;
}

fw_result regions_label_all(regions *regions)
{
    node_classes classes;
    if (regions_find_classes(regions, &classes) != FW_OK)
        return FW_NO_MEMORY;
    const fw_result result = regions_label_classes(regions, &classes);
    regions_drop_classes(regions, &classes);
    return result;
}
