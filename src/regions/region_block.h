#pragma once

/// The record of one block of anchors: the runs of free anchors in its rows, the components that the runs form within
/// the block, and where the components reach the sides of the block. Components of neighbouring blocks are connected if
/// they meet at the common side.
///
/// A component that reaches a side with a neighbour is a border component. Border components come first in the
/// numbering, and only they are stored one by one. All other components end within the block.

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/block.h"
#include "map/layer.h"

enum {
    BLOCK_RUNS_MAX = BLOCK_SIDE * BLOCK_SIDE / 2,
    BLOCK_COMPONENT_SHIFT = 11, ///< bits of a component's number: there are no more components than runs
    BLOCK_BORDER_SHIFT =
        7, ///< the same for border components: no two of them hold adjacent tiles of the 252 outer ones
    BLOCK_BORDER_MAX = 1 << BLOCK_BORDER_SHIFT,
};

/// Sides of a block. A side meets the side `side ^ 1` of the neighbour.
enum { SIDE_NORTH, SIDE_SOUTH, SIDE_WEST, SIDE_EAST, SIDE_COUNT };

/// Anchors on each side, bit i for the i-th from the left or from the top. 0 on sides without a neighbour.
typedef struct side_masks {
    uint64_t at[SIDE_COUNT];
} side_masks;

/// After the side masks follow uint32_t labels [border_count] and uint16_t components [run].
typedef struct region_block {
    uint32_t bytes; ///< of the allocation
    uint32_t users; ///< regions of versions that share the record; a shared record is not written
    uint16_t border_count;
    uint16_t first_run[BLOCK_SIDE + 1]; ///< of each row; the last is the count of runs
    side_masks border;                  ///< of all components together
    side_masks sides[];                 ///< [border component]
} region_block;

/// The words that a block covers, and the sides on which it has neighbours.
typedef struct block_rows {
    const uint64_t *words; ///< [word * count] to read in place of the layer's; null: those of the layer
    const layer *layer;
    int32_t top;  ///< row of the layer
    int32_t word; ///< of each row
    int count;    ///< rows, 64 or fewer at the bottom of the map
    uint8_t open; ///< bit `side` is set if there is a neighbour
} block_rows;

/// The word of row y of a block.
static inline uint64_t block_row(const block_rows *rows, int y)
{
    return rows->words ? rows->words[y] : layer_row(rows->layer, rows->top + y)[rows->word];
}

/// Runs and components while they are being found.
typedef struct block_scan {
    bool diagonal;
    int run_count;
    int piece_count; ///< components found so far; some of them have been joined since
    int border_count;
    uint16_t first_run[BLOCK_SIDE + 1];
    uint16_t piece[BLOCK_RUNS_MAX];   ///< [run]
    uint32_t parents[BLOCK_RUNS_MAX]; ///< [piece] by union_find.h; in the end, the number of the component
    side_masks border;
} block_scan;

/// Finds a block's components.
///
/// @param diagonal  anchors are also connected corner to corner
void block_find_components(const block_rows *rows, bool diagonal, block_scan *scan);

/// Writes the components that were found into a record, which must have room for block_bytes(). All labels are 0.
void block_write(const block_scan *scan, region_block *record);

/// Bytes of a record.
static inline size_t block_bytes(int border_count, int run_count)
{
    return sizeof(region_block) + (size_t)border_count * (sizeof(side_masks) + sizeof(uint32_t)) +
           (size_t)run_count * sizeof(uint16_t);
}

/// Labels of the border components.
static inline uint32_t *block_labels(region_block *record)
{
    return (uint32_t *)(record->sides + record->border_count);
}

static inline const uint32_t *block_labels_of(const region_block *record)
{
    return (const uint32_t *)(record->sides + record->border_count);
}

/// Component of each run.
static inline uint16_t *block_components(region_block *record)
{
    return (uint16_t *)(block_labels(record) + record->border_count);
}

static inline const uint16_t *block_components_of(const region_block *record)
{
    return (const uint16_t *)(block_labels_of(record) + record->border_count);
}

/// The run of lowest bits; the word must not be 0.
static inline uint64_t lowest_run(uint64_t word)
{
    return word & ~(word + (word & (0 - word)));
}

/// The first bit of each run.
static inline uint64_t run_starts(uint64_t word)
{
    return word & ~(word << 1);
}

/// The set bits and the bits beside them.
static inline uint64_t bits_spread(uint64_t word)
{
    return word | word << 1 | word >> 1;
}

/// Component of the anchor at (x, y) of the block, whose row is `word`; its bit must be set.
static inline int block_component_at(const region_block *record, uint64_t word, int x, int y)
{
    const int run = record->first_run[y] + bits_count(run_starts(word) & bits_below(x + 1)) - 1;
    return block_components_of(record)[run];
}

/// Border component at a position of a side; its bit must be set in the border.
static inline int block_component_on_side(const region_block *record, int side, int position)
{
    switch (side) {
    case SIDE_NORTH:
        return block_component_at(record, record->border.at[SIDE_NORTH], position, 0);
    case SIDE_SOUTH:
        return block_component_at(record, record->border.at[SIDE_SOUTH], position, BLOCK_SIDE - 1);
    case SIDE_WEST:
        return block_components_of(record)[record->first_run[position]];
    default:
        return block_components_of(record)[record->first_run[position + 1] - 1];
    }
}
