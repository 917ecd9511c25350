#include "regions/regions_inside.h"

#include <assert.h>

#include "base/compiler.h"
#include "base/union_find.h"

/// @file
/// The graph of border components: neighbours of a node, and labels for all nodes at once.

/// Block beyond a side.
static uint32_t block_beyond(const regions *regions, uint32_t block, int side)
{
    const uint32_t columns = (uint32_t)regions->columns;
    switch (side) {
    case SIDE_NORTH:
        return block - columns;
    case SIDE_SOUTH:
        return block + columns;
    case SIDE_WEST:
        return block - 1;
    default:
        return block + 1;
    }
}

/// The tiles beyond a side that a border meets.
static uint64_t reach_beyond(const regions *regions, const side_masks *border, int side)
{
    return regions->diagonal ? bits_spread(border->at[side]) : border->at[side];
}

/// The place of a corner in the mask of a northern or southern side.
static int corner_at(int horizontal)
{
    return horizontal == SIDE_EAST ? BLOCK_SIDE - 1 : 0;
}

static ALWAYS_INLINE int neighbours_beyond(const regions *regions, region_view_fn *view, const void *context,
                                           uint32_t block, const side_masks *sides, int side, node_id *found)
{
    const uint64_t reach = reach_beyond(regions, sides, side);
    if (!reach)
        return 0;
    const int facing = side ^ 1;
    const uint32_t beyond = block_beyond(regions, block, side);
    const region_block *record = view(context, beyond);
    int count = 0;
    for (uint64_t rest = reach & record->border.at[facing]; rest; count++) {
        const int component = block_component_on_side(record, facing, bits_lowest(rest));
        found[count] = node_of(beyond, component);
        rest &= ~record->sides[component].at[facing];
    }
    return count;
}

/// The node across the corner where a northern or southern side meets an eastern or western one.
static ALWAYS_INLINE int neighbour_across(const regions *regions, region_view_fn *view, const void *context,
                                          uint32_t block, const side_masks *sides, int vertical,
                                          int horizontal, node_id *found)
{
    const int here = corner_at(horizontal);
    if (!(sides->at[vertical] >> here & 1) || !(sides->at[horizontal]))
        return 0;
    const uint32_t across = block_beyond(regions, block_beyond(regions, block, vertical), horizontal);
    const region_block *record = view(context, across);
    const int there = BLOCK_SIDE - 1 - here;
    if (!(record->border.at[vertical ^ 1] >> there & 1))
        return 0;
    *found = node_of(across, block_component_on_side(record, vertical ^ 1, there));
    return 1;
}

static ALWAYS_INLINE int neighbours(const regions *regions, region_view_fn *view, const void *context,
                                    uint32_t block, const side_masks *sides, node_id *found)
{
    int count = 0;
    for (int side = 0; side < SIDE_COUNT; side++)
        count += neighbours_beyond(regions, view, context, block, sides, side, found + count);
    if (!regions->diagonal)
        return count;
    for (int vertical = SIDE_NORTH; vertical <= SIDE_SOUTH; vertical++)
        for (int horizontal = SIDE_WEST; horizontal <= SIDE_EAST; horizontal++)
            count +=
                neighbour_across(regions, view, context, block, sides, vertical, horizontal, found + count);
    return count;
}

/// The staged record of a block, as a region_view_fn.
static inline const region_block *staged_view(const void *context, uint32_t block)
{
    return regions_view(context, block);
}

int regions_neighbours(const regions *regions, uint32_t block, const side_masks *sides, node_id *found)
{
    return neighbours(regions, staged_view, regions, block, sides, found);
}

int regions_neighbours_in(const regions *regions, region_view_fn *view, const void *context, uint32_t block,
                          const side_masks *sides, node_id *found)
{
    return neighbours(regions, view, context, block, sides, found);
}

const region_block *regions_record(const regions *regions, uint32_t block)
{
    return regions->slots[block].now;
}

int regions_neighbours_ahead(const regions *regions, uint32_t block, const side_masks *sides, node_id *found)
{
    int count = neighbours_beyond(regions, staged_view, regions, block, sides, SIDE_EAST, found);
    count += neighbours_beyond(regions, staged_view, regions, block, sides, SIDE_SOUTH, found + count);
    if (!regions->diagonal)
        return count;
    for (int horizontal = SIDE_WEST; horizontal <= SIDE_EAST; horizontal++)
        count += neighbour_across(regions, staged_view, regions, block, sides, SIDE_SOUTH, horizontal,
                                  found + count);
    return count;
}

/// True if a block has one border component, before and after the stage.
static bool has_single_node(const regions *regions, uint32_t block)
{
    return regions->slots[block].now->border_count == 1 && regions_view(regions, block)->border_count == 1;
}

/// True if the border of a block meets that of the block beyond a side.
static bool meets(const regions *regions, const region_block *record, const region_block *beyond, int side)
{
    return reach_beyond(regions, &record->border, side) & beyond->border.at[side ^ 1];
}

/// True if the border of a block meets that of the block across a corner.
static bool meets_across(const region_block *record, const region_block *across, int vertical, int horizontal)
{
    const int here = corner_at(horizontal), there = BLOCK_SIDE - 1 - here;
    return record->border.at[vertical] >> here & across->border.at[vertical ^ 1] >> there & 1;
}

static bool keeps_sides(const regions *regions, uint32_t block)
{
    const region_block *old = regions->slots[block].now, *record = regions_view(regions, block);
    for (int side = 0; side < SIDE_COUNT; side++) {
        if (!(old->border.at[side] | record->border.at[side]))
            continue;
        const uint32_t beyond = block_beyond(regions, block, side);
        if (!has_single_node(regions, beyond) ||
            meets(regions, old, regions->slots[beyond].now, side) !=
                meets(regions, record, regions_view(regions, beyond), side))
            return false;
    }
    return true;
}

static bool keeps_corners(const regions *regions, uint32_t block)
{
    const region_block *old = regions->slots[block].now, *record = regions_view(regions, block);
    for (int vertical = SIDE_NORTH; vertical <= SIDE_SOUTH; vertical++)
        for (int horizontal = SIDE_WEST; horizontal <= SIDE_EAST; horizontal++) {
            if (!(old->border.at[vertical] | record->border.at[vertical]) ||
                !(old->border.at[horizontal] | record->border.at[horizontal]))
                continue;
            const uint32_t across = block_beyond(regions, block_beyond(regions, block, vertical), horizontal);
            if (!has_single_node(regions, across) ||
                meets_across(old, regions->slots[across].now, vertical, horizontal) !=
                    meets_across(record, regions_view(regions, across), vertical, horizontal))
                return false;
        }
    return true;
}

bool regions_keeps_edges(const regions *regions, uint32_t block)
{
    return has_single_node(regions, block) && keeps_sides(regions, block) &&
           (!regions->diagonal || keeps_corners(regions, block));
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

static void join_neighbours(const regions *regions, uint32_t *parents)
{
    node_id found[NEIGHBOURS_MAX];
    for (uint32_t block = 0; block < regions_block_count(regions); block++) {
        const region_block *record = regions_view(regions, block);
        for (int i = 0; i < record->border_count; i++) {
            const int count = regions_neighbours_ahead(regions, block, &record->sides[i], found);
            for (int k = 0; k < count; k++) {
                assert(parents); // where there are neighbours there are nodes
                union_find_join(parents, regions->slots[block].first_node + (uint32_t)i,
                                regions->slots[node_block(found[k])].first_node +
                                    (uint32_t)node_component(found[k]));
            }
        }
    }
}

/// Turns the parent of each node into its label, counted from 1.
static uint32_t labels_from_parents(uint32_t *parents, size_t count)
{
    uint32_t end = 1;
    for (size_t i = 0; i < count; i++)
        parents[i] = parents[i] == i ? end++ : parents[parents[i]];
    return end;
}

/// A table with as many entries as labels, and some to spare.
static fw_result open_table(memory *memory, uint32_t end, label_table *table)
{
    *table = (label_table){ .end = end };
    return memory_reserve(memory, &table->entries, &table->capacity, (size_t)end + end / 8 + 4,
                          sizeof *table->entries);
}

static void count_labels(const regions *regions, whole_labelling *whole)
{
    for (uint32_t label = 0; label < whole->table.end; label++)
        whole->table.entries[label].component_count = 0;
    uint32_t node = 0;
    for (int32_t row = 0; row < regions->rows; row++)
        for (int32_t column = 0; column < regions->columns; column++) {
            const uint32_t block = (uint32_t)row * (uint32_t)regions->columns + (uint32_t)column;
            for (int i = 0; i < regions_view(regions, block)->border_count; i++)
                label_add(&whole->table, whole->labels[node++], column, row);
        }
}

fw_result regions_label_all(regions *regions)
{
    whole_labelling *whole = &regions->whole;
    *whole = (whole_labelling){ .count = number_nodes(regions) };
    if (whole->count) {
        whole->labels = memory_get(regions->memory, whole->count, sizeof *whole->labels);
        if (!whole->labels)
            return FW_NO_MEMORY;
    }
    for (size_t i = 0; i < whole->count; i++)
        whole->labels[i] = (uint32_t)i;
    join_neighbours(regions, whole->labels);
    const uint32_t end = labels_from_parents(whole->labels, whole->count);
    whole->made = true;
    if (open_table(regions->memory, end, &whole->table) != FW_OK) {
        regions_forget_labels(regions);
        return FW_NO_MEMORY;
    }
    count_labels(regions, whole);
    return FW_OK;
}

void regions_adopt_labels(regions *regions)
{
    for (uint32_t block = 0; block < regions_block_count(regions); block++) {
        region_slot *slot = &regions->slots[block];
        uint32_t *labels = block_labels(slot->now);
        for (int i = 0; i < slot->now->border_count; i++)
            labels[i] = regions->whole.labels[slot->first_node + (uint32_t)i];
    }
    const label_table old = regions->labels;
    regions->labels = regions->whole.table;
    regions->whole.table = old;
    regions_forget_labels(regions);
}

void regions_forget_labels(regions *regions)
{
    whole_labelling *whole = &regions->whole;
    memory_give_back(regions->memory, whole->labels, whole->count, sizeof *whole->labels);
    memory_give_back(regions->memory, whole->table.entries, whole->table.capacity,
                     sizeof *whole->table.entries);
    *whole = (whole_labelling){ .made = false };
}
