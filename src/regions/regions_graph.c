#include "regions/regions_graph.h"

#include "base/compiler.h"
#include "base/union_find.h"

/// The graph of border components: neighbours of a node.

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

/// Bit i of the result: bit i + shift of the mask.
static uint64_t shifted(uint64_t mask, int shift)
{
    return shift < 0 ? mask << 1 : mask >> shift;
}

/// Joins the components of two blocks that meet at a side of the first one. Each pair is met once.
static ALWAYS_INLINE void join_at_side(const regions *regions, uint32_t block, int side, uint32_t *parents)
{
    const region_block *record = regions_view(regions, block);
    if (!record->border.at[side])
        return;
    const int facing = side ^ 1;
    const uint32_t beyond = block_beyond(regions, block, side);
    const region_block *other = regions_view(regions, beyond);
    const uint32_t first = regions->slots[block].first_node, other_first = regions->slots[beyond].first_node;
    for (int shift = regions->diagonal ? -1 : 0; shift <= regions->diagonal; shift++)
        for (uint64_t rest = record->border.at[side] & shifted(other->border.at[facing], shift); rest;) {
            const int i = bits_lowest(rest), here = block_component_on_side(record, side, i),
                      there = block_component_on_side(other, facing, i + shift);
            union_find_join(parents, first + (uint32_t)here, other_first + (uint32_t)there);
            rest &= ~(record->sides[here].at[side] & shifted(other->sides[there].at[facing], shift));
        }
}

/// Joins a block's component at a southern corner with that of the block across.
static void join_at_corner(const regions *regions, uint32_t block, int horizontal, uint32_t *parents)
{
    const region_block *record = regions_view(regions, block);
    node_id found;
    const int here = corner_at(horizontal);
    if (!neighbour_across(regions, staged_view, regions, block, &record->border, SIDE_SOUTH, horizontal,
                          &found))
        return;
    union_find_join(parents,
                    regions->slots[block].first_node +
                        (uint32_t)block_component_on_side(record, SIDE_SOUTH, here),
                    regions->slots[node_block(found)].first_node + (uint32_t)node_component(found));
}

void regions_join_neighbours(const regions *regions, uint32_t *parents)
{
    for (uint32_t block = 0; block < regions_block_count(regions); block++) {
        join_at_side(regions, block, SIDE_EAST, parents);
        join_at_side(regions, block, SIDE_SOUTH, parents);
        for (int horizontal = SIDE_WEST; regions->diagonal && horizontal <= SIDE_EAST; horizontal++)
            join_at_corner(regions, block, horizontal, parents);
    }
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
