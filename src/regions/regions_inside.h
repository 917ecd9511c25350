#pragma once

/// What regions are made of, for the files that build, repair and read them. The regions of versions are a family: they
/// share the records of blocks and the pages of labels that are the same.
///
/// The border components of all blocks are the nodes of a graph. Two nodes are joined by an edge if their side masks
/// meet. A region is a component of this graph, or a component of a block that ends within the block. A commit replaces
/// the records of some blocks, and with them some nodes; most nodes come back with the same sides, and so with the same
/// edges.

#include "base/journal.h"
#include "base/memory.h"
#include "map/change_list.h"
#include "map/layer.h"
#include "regions/label_table.h"
#include "regions/region_graph.h"

enum { REGIONS_SPARES = 4, LOST_WORDS = BLOCK_BORDER_MAX / WORD_BITS };

typedef struct region_slot {
    region_block *now;
    region_block *staged; ///< the record that will replace `now`; null if `now` stays
    uint32_t touched;     ///< index + 1 in the list of touched blocks, 0 otherwise
    uint32_t first_node;  ///< number of its first border component in a labelling
} region_slot;

/// A block with changed words.
typedef struct touched_block {
    uint64_t rows; ///< changed rows, one bit each
    /// Border components of the old record that the new record lacks, one bit each
    uint64_t lost[LOST_WORDS];
    uint32_t block;
    bool has_new; ///< the new record has border components that the old record lacks
} touched_block;

/// A node and the label that it will carry.
typedef struct relabelling {
    node_id node;
    uint32_t before; ///< 0: the node is new
    uint32_t label;
} relabelling;

typedef struct regions {
    memory *memory;
    bool diagonal;
    int32_t columns, rows; ///< of blocks
    region_slot *slots;    ///< [row * column]
    journal *journal;      ///< of the family: blocks whose records were replaced
    uint64_t since; ///< a moment after which all blocks are noted that differ from the regions that change
    label_table labels;
    region_block *spares[REGIONS_SPARES]; ///< records for later use, null where there is none

    touched_block *touched; ///< [touched_count] blocks that the stage changes
    size_t touched_count, touched_capacity;
    relabelling *redo; ///< [redo_count] nodes that the stage labels anew
    size_t redo_count, redo_capacity;
    label_cursor taken; ///< labels that the stage takes
} regions;

static inline uint32_t regions_block_count(const regions *regions)
{
    return (uint32_t)regions->columns * (uint32_t)regions->rows;
}

/// The staged record of a block or, if there is none, its present record.
static inline const region_block *regions_view(const regions *regions, uint32_t block)
{
    const region_slot *slot = &regions->slots[block];
    return slot->staged ? slot->staged : slot->now;
}

static inline node_id node_of(uint32_t block, int component)
{
    return block << BLOCK_BORDER_SHIFT | (uint32_t)component;
}

/// The label of a component that ends within its block is in no table: the label says where the component is.
#define INNER_LABEL UINT32_C(0x80000000)

static inline uint32_t inner_label(uint32_t block, int component)
{
    return INNER_LABEL | block << BLOCK_COMPONENT_SHIFT | (uint32_t)component;
}

/// Label of a component of a block's record.
static inline uint32_t component_label(const region_block *record, uint32_t block, int component)
{
    return component < record->border_count ? block_labels_of(record)[component]
                                            : inner_label(block, component);
}

/// Takes a record with room for `bytes`, from the spares if one fits; null without memory.
region_block *regions_take_record(regions *regions, size_t bytes);

/// Lets a record go: the last of its users keeps it as a spare, or frees it. Null does nothing.
void regions_drop_record(regions *regions, region_block *record);

/// Finds a block's components in a layer and writes a new record; null without memory.
region_block *regions_scan_block(regions *regions, const layer *layer, uint32_t block);

/// About the words that are read to find the neighbours of a node.
enum { NEIGHBOUR_WORDS = 16 };
