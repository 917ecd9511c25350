#include "grid/overlay_access.h"

#include <stdlib.h>
#include <string.h>

#include "grid/overlay_moves.h"
#include "search/two_floods.h"

/// The bit of ids whose nodes are components of blocks: block << BLOCK_COMPONENT_SHIFT | component. Other ids are those
/// of block_tile_id().
#define COMPONENT_ID (UINT64_C(1) << 40)

/// How the anchors of a block are explored.
typedef enum block_kind {
    BLOCK_PLAIN,   ///< by the components of the map
    BLOCK_SCANNED, ///< by components that were found under the overlay
    BLOCK_BY_ANCHORS ///< one by one: forbidden moves lead one way only, and at the border of a corridor a diagonal move
                     ///< may join anchors that no straight moves join
} block_kind;

/// What is known of a block.
typedef struct block_note {
    uint32_t stamp; ///< of the query
    block_kind kind;
    uint32_t record; ///< BLOCK_SCANNED: index of the first word of the record
} block_note;

struct overlay_access {
    memory *memory;
    access_query query;
    two_floods floods;
    block_note *notes; ///< [block * note_capacity]
    size_t note_capacity;
    uint32_t stamp;    ///< of the query
    uint64_t *records; ///< [word * word_count] records of scanned blocks, one after the other
    size_t word_count, word_capacity;
    block_scan scan;   ///< scratch memory
    block_box reached; ///< around the blocks that the flood from the start has expanded
    bool is_shut_in;   ///< the unit cannot stand at the start
};

static tile_box box_of_block(const overlay_access *access, uint32_t block)
{
    const int32_t columns = access->query.layer->words;
    const int32_t x = (int32_t)block % columns * BLOCK_SIDE, y = (int32_t)block / columns * BLOCK_SIDE;
    return (tile_box){ x, y, x + BLOCK_MASK, y + BLOCK_MASK };
}

static uint32_t block_at(const overlay_access *access, int32_t x, int32_t y)
{
    return (uint32_t)(y >> BLOCK_SHIFT) * (uint32_t)access->query.layer->words + (uint32_t)(x >> BLOCK_SHIFT);
}

/// The free anchors of a row of a block, under the overlay.
static uint64_t free_row(const access_query *query, int32_t x, int32_t y)
{
    return layer_row(query->layer, y)[x >> BLOCK_SHIFT] &
           overlay_free(query->overlay, query->layer->size, x, y);
}

/// Finds the components of a block under the overlay. FW_OK or FW_NO_MEMORY.
static fw_result scan_block(overlay_access *access, uint32_t block, block_note *note)
{
    const access_query *query = &access->query;
    const tile_box box = box_of_block(access, block);
    uint64_t words[BLOCK_SIDE];
    block_rows rows = regions_rows(query->regions, query->layer, block);
    for (int32_t i = 0; i < rows.count; i++)
        words[i] = free_row(query, box.left, box.top + i);
    rows.words = words;
    block_find_components(&rows, query->corners == FW_CORNERS_ALWAYS, &access->scan);
    const size_t bytes = block_bytes(access->scan.border_count, access->scan.run_count);
    const size_t count = (bytes + sizeof(uint64_t) - 1) / sizeof(uint64_t);
    if (MEMORY_RESERVE(access->memory, access->records, access->word_capacity, access->word_count + count) !=
        FW_OK)
        return FW_NO_MEMORY;
    note->record = (uint32_t)access->word_count;
    block_write(&access->scan, (region_block *)(access->records + access->word_count));
    access->word_count += count;
    return FW_OK;
}

/// True if the overlay blocks an anchor of a block.
static bool is_blocked_in(const access_query *query, tile_box block)
{
    for (int32_t y = block.top; y <= block.bottom; y++)
        if (overlay_free(query->overlay, query->layer->size, block.left, y) != UINT64_MAX)
            return true;
    return false;
}

/// True if all anchors of a block, and those around it, lie within the corridor, except for what lies outside the map.
static bool is_admitted(const access_query *query, tile_box block)
{
    const layer *layer = query->layer;
    const int32_t bottom = block.bottom + 1 < layer->height ? block.bottom + 1 : layer->height - 1;
    for (int32_t y = block.top > 0 ? block.top - 1 : 0; y <= bottom; y++)
        for (int32_t x = block.left - 1; x <= block.left + 1; x += 2) {
            const uint64_t on_map = bits_below(layer->width - x) & (x < 0 ? ~UINT64_C(1) : UINT64_MAX);
            if (~overlay_corridor(query->overlay, x, y) & on_map)
                return false;
        }
    return true;
}

static block_kind kind_of(const access_query *query, tile_box block)
{
    const tile_box around = { block.left - 1, block.top - 1, block.right + 1, block.bottom + 1 };
    if (!query->only_blocked &&
        (overlay_has_moves_in(query->overlay, query->layer->size, around) || !is_admitted(query, block)))
        return BLOCK_BY_ANCHORS;
    return is_blocked_in(query, block) ? BLOCK_SCANNED : BLOCK_PLAIN;
}

/// Finds out how to explore a block, if that is not known yet; null if there is no memory.
static const block_note *know_block(overlay_access *access, uint32_t block)
{
    block_note *note = &access->notes[block];
    if (note->stamp == access->stamp)
        return note;
    note->kind = kind_of(&access->query, box_of_block(access, block));
    if (note->kind == BLOCK_SCANNED && scan_block(access, block, note) != FW_OK)
        return NULL;
    note->stamp = access->stamp;
    return note;
}

/// The record of a known block, as a region_view_fn. A block that is explored anchor by anchor has no components.
static const region_block *view_block(const void *context, uint32_t block)
{
    static const region_block no_components;
    const overlay_access *access = context;
    const block_note *note = &access->notes[block];
    switch (note->kind) {
    case BLOCK_PLAIN:
        return regions_record(access->query.regions, block);
    case BLOCK_SCANNED:
        return (const region_block *)(access->records + note->record);
    case BLOCK_BY_ANCHORS:
        break;
    }
    return &no_components;
}

/// True if the unit may stand at an anchor.
static bool is_open(const access_query *query, int32_t x, int32_t y)
{
    const int32_t size = query->layer->size;
    return layer_fits_anywhere(query->layer, x, y) &&
           (query->only_blocked ? overlay_free(query->overlay, size, x, y)
                                : overlay_open(query->overlay, size, x, y)) &
               1;
}

/// The node of an anchor where the unit may stand. FW_OK or FW_NO_MEMORY.
static fw_result node_of_anchor(overlay_access *access, int32_t x, int32_t y, fw_node_id *id)
{
    const uint32_t block = block_at(access, x, y);
    const block_note *note = know_block(access, block);
    if (!note)
        return FW_NO_MEMORY;
    *id = block_tile_id((uint32_t)x, (uint32_t)y);
    if (note->kind == BLOCK_BY_ANCHORS)
        return FW_OK;
    const uint64_t row = free_row(&access->query, x & ~BLOCK_MASK, y);
    const int component = block_component_at(view_block(access, block), row, x & BLOCK_MASK, y & BLOCK_MASK);
    *id = COMPONENT_ID | (uint64_t)block << BLOCK_COMPONENT_SHIFT | (uint64_t)component;
    return FW_OK;
}

/// The moves out of an anchor.
static uint32_t moves_out(const access_query *query, int32_t x, int32_t y)
{
    const layer *layer = query->layer;
    const uint32_t free = moves_into(layer_window(layer, x - 1, y - 1), layer_window(layer, x - 1, y),
                                     layer_window(layer, x - 1, y + 1));
    return overlay_moves(query->overlay, layer->size, query->corners, free, x, y);
}

/// True if a move leads out of an anchor; backward: into the anchor from the one where the move would lead.
static bool is_joined(const access_query *query, int32_t x, int32_t y, int move, bool backward)
{
    if (!backward)
        return moves_out(query, x, y) >> move & 1;
    const int32_t from_x = x + move_dx[move], from_y = y + move_dy[move];
    return is_open(query, from_x, from_y) && moves_out(query, from_x, from_y) >> move_opposite(move) & 1;
}

/// Visits the anchors around one.
///
/// @param only_by_anchors  only those in blocks that are explored anchor by anchor
static fw_result visit_around(overlay_access *access, int32_t x, int32_t y, bool only_by_anchors,
                              bool backward)
{
    for (int move = 0; move < MOVE_COUNT; move++) {
        fw_node_id id;
        if (!is_joined(&access->query, x, y, move, backward))
            continue;
        if (node_of_anchor(access, x + move_dx[move], y + move_dy[move], &id) != FW_OK)
            return FW_NO_MEMORY;
        if (only_by_anchors && id & COMPONENT_ID)
            continue;
        if (two_floods_visit(&access->floods, id) != FW_OK)
            return FW_NO_MEMORY;
    }
    return FW_OK;
}

/// Makes the blocks around one known.
///
/// @param[out] by_anchors  one of them is explored anchor by anchor
static fw_result know_around(overlay_access *access, uint32_t block, bool *by_anchors)
{
    const layer *layer = access->query.layer;
    const tile_box box = box_of_block(access, block);
    *by_anchors = false;
    for (int32_t y = box.top - BLOCK_SIDE; y <= box.top + BLOCK_SIDE; y += BLOCK_SIDE)
        for (int32_t x = box.left - BLOCK_SIDE; x <= box.left + BLOCK_SIDE; x += BLOCK_SIDE) {
            if (x < 0 || y < 0 || x >= layer->width || y >= layer->height)
                continue;
            const block_note *note = know_block(access, block_at(access, x, y));
            if (!note)
                return FW_NO_MEMORY;
            *by_anchors = *by_anchors || note->kind == BLOCK_BY_ANCHORS;
        }
    return FW_OK;
}

/// Visits the anchors around the border of a component that lie in blocks which are explored anchor by anchor.
static fw_result visit_from_border(overlay_access *access, uint32_t block, const side_masks *sides,
                                   bool backward)
{
    const tile_box box = box_of_block(access, block);
    for (int side = 0; side < SIDE_COUNT; side++)
        for (uint64_t rest = sides->at[side]; rest; rest &= rest - 1) {
            const int32_t at = bits_lowest(rest);
            const int32_t x = side == SIDE_WEST ? box.left : side == SIDE_EAST ? box.right : box.left + at;
            const int32_t y = side == SIDE_NORTH ? box.top : side == SIDE_SOUTH ? box.bottom : box.top + at;
            if (visit_around(access, x, y, true, backward) != FW_OK)
                return FW_NO_MEMORY;
        }
    return FW_OK;
}

static fw_result expand_component(overlay_access *access, uint32_t block, int component, bool backward)
{
    bool by_anchors;
    if (component >= view_block(access, block)->border_count)
        return FW_OK; // it ends within its block
    if (know_around(access, block, &by_anchors) != FW_OK)
        return FW_NO_MEMORY;
    const side_masks sides = view_block(access, block)->sides[component];
    node_id found[NEIGHBOURS_MAX];
    const int count = regions_neighbours_in(access->query.regions, view_block, access, block, &sides, found);
    for (int i = 0; i < count; i++)
        if (two_floods_visit(&access->floods, COMPONENT_ID |
                                                  (uint64_t)node_block(found[i]) << BLOCK_COMPONENT_SHIFT |
                                                  (uint64_t)node_component(found[i])) != FW_OK)
            return FW_NO_MEMORY;
    return by_anchors ? visit_from_border(access, block, &sides, backward) : FW_OK;
}

static uint32_t block_of_id(fw_node_id id)
{
    return (uint32_t)(id & (COMPONENT_ID - 1)) >> BLOCK_COMPONENT_SHIFT;
}

/// The place of a node; of a component the middle of its block.
static void place_of(const overlay_access *access, fw_node_id id, int32_t *x, int32_t *y)
{
    const bool is_component = id & COMPONENT_ID;
    const tile_box box = box_of_block(access, is_component ? block_of_id(id) : 0);
    *x = is_component ? box.left + BLOCK_SIDE / 2 : block_tile_x((uint32_t)id);
    *y = is_component ? box.top + BLOCK_SIDE / 2 : block_tile_y((uint32_t)id);
}

static fw_result expand(void *context, fw_node_id id, bool backward)
{
    overlay_access *access = context;
    int32_t x, y;
    place_of(access, id, &x, &y);
    if (!backward)
        block_box_widen(&access->reached, block_box_at(x, y));
    if (!(id & COMPONENT_ID))
        return visit_around(access, x, y, false, backward);
    const int component = (int)id & ((1 << BLOCK_COMPONENT_SHIFT) - 1);
    return expand_component(access, block_of_id(id), component, backward);
}

static uint32_t distance(const void *context, fw_node_id from, fw_node_id to)
{
    int32_t from_x, from_y, to_x, to_y;
    place_of(context, from, &from_x, &from_y);
    place_of(context, to, &to_x, &to_y);
    const int32_t dx = abs(to_x - from_x), dy = abs(to_y - from_y);
    return (uint32_t)(dx + dy - (dx < dy ? dx : dy) / 2);
}

static const flood_graph graph = { .expand = expand, .distance = distance };

fw_result overlay_access_create(page_pool *pool, overlay_access **created)
{
    overlay_access *access = memory_get_zeroed(pool->memory, 1, sizeof *access);
    if (!access)
        return FW_NO_MEMORY;
    access->memory = pool->memory;
    two_floods_init(&access->floods, pool, &graph, access);
    *created = access;
    return FW_OK;
}

/// Makes room for notes on all blocks, of which none is known.
static fw_result forget_blocks(overlay_access *access)
{
    const layer *layer = access->query.layer;
    const size_t blocks = (size_t)layer->words * (size_t)blocks_across(layer->height);
    const size_t before = access->note_capacity;
    if (MEMORY_RESERVE(access->memory, access->notes, access->note_capacity, blocks) != FW_OK)
        return FW_NO_MEMORY;
    if (access->note_capacity > before)
        memset(access->notes + before, 0, (access->note_capacity - before) * sizeof *access->notes);
    if (++access->stamp == 0) {
        memset(access->notes, 0, access->note_capacity * sizeof *access->notes);
        access->stamp = 1;
    }
    access->word_count = 0;
    return FW_OK;
}

fw_result overlay_access_begin(overlay_access *access, const access_query *query)
{
    fw_node_id start;
    access->query = *query;
    access->reached = NO_BLOCKS;
    access->is_shut_in = !is_open(query, query->start_x, query->start_y);
    if (access->is_shut_in)
        return FW_OK;
    if (forget_blocks(access) != FW_OK ||
        node_of_anchor(access, query->start_x, query->start_y, &start) != FW_OK)
        return FW_NO_MEMORY;
    return two_floods_begin(&access->floods, start);
}

fw_result overlay_access_ask(overlay_access *access, int32_t x, int32_t y, uint64_t *work, bool *is_there)
{
    fw_node_id id;
    *is_there = false;
    if (access->is_shut_in || !is_open(&access->query, x, y))
        return FW_OK;
    if (node_of_anchor(access, x, y, &id) != FW_OK)
        return FW_NO_MEMORY;
    return two_floods_ask(&access->floods, id, work, is_there);
}

bool overlay_access_is_plain(const overlay_access *access, int32_t x, int32_t y)
{
    if (access->is_shut_in)
        return true;
    const block_note *note = &access->notes[block_at(access, x, y)];
    return note->stamp == access->stamp && note->kind == BLOCK_PLAIN;
}

const block_box *overlay_access_box(const overlay_access *access)
{
    return access->is_shut_in || access->floods.is_complete ? &access->reached : NULL;
}
