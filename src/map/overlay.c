#include "map/overlay.h"

#include <math.h>
#include <string.h>

#include "base/bits.h"
#include "base/hash.h"
#include "base/memory.h"
#include "base/must_hold.h"
#include "fairway/map.h"
#include "map/costmap.h"

enum { HIGHEST_COST = 255 * COST_ONE };

fw_result fw_overlay_create(int32_t width, int32_t height, const fw_allocator *allocator,
                            fw_overlay **overlay)
{
    if (!overlay)
        return FW_NULL_ARGUMENT;
    if (width < 1 || width > FW_MAX_SIDE || height < 1 || height > FW_MAX_SIDE)
        return FW_BAD_SIZE;
    fw_overlay *made = keeper_found(allocator, sizeof *made);
    if (!made)
        return FW_NO_MEMORY;
    made->width = width;
    made->height = height;
    made->corridor = made->closed = NO_TILES;
    if (sheet_create(&made->kept.memory, width, height, sizeof(overlay_block), &made->blocks)) {
        fw_overlay_destroy(made);
        return FW_NO_MEMORY;
    }
    *overlay = made;
    return FW_OK;
}

void fw_overlay_destroy(fw_overlay *overlay)
{
    keeper_close(overlay, sizeof *overlay);
}

static void clean(overlay_block *block)
{
    memset(block->blocked, 0, sizeof block->blocked);
    memset(block->corridor, 0, sizeof block->corridor);
    if (block->has_moves)
        memset(block->moves, 0, BLOCK_TILES * sizeof *block->moves);
    if (block->has_costs)
        memset(block->costs, 0, BLOCK_TILES * sizeof *block->costs);
    if (block->has_bytes)
        *block->bytes = (cost_bytes){ 0 };
    block->has_moves = block->has_costs = block->has_bytes = false;
}

void fw_overlay_clear(fw_overlay *overlay)
{
    if (!overlay)
        return;
    for (sheet_block *block = overlay->blocks.used; block; block = block->next)
        clean((overlay_block *)block);
    sheet_clear(&overlay->kept.memory, &overlay->blocks, SIZE_MAX);
    overlay->stamp = 0;
    overlay->corridor = NO_TILES;
    overlay->changes.count = 0;
    overlay->closed = NO_TILES;
    overlay->walls = (inflated_walls){ 0 };
    overlay->has_blocked = overlay->has_moves = overlay->has_costs = overlay->has_corridor = false;
}

static bool get_moves(fw_overlay *overlay, overlay_block *block)
{
    return block->moves ||
           (block->moves = memory_get_zeroed(&overlay->kept.memory, BLOCK_TILES, sizeof *block->moves));
}

static bool get_costs(fw_overlay *overlay, overlay_block *block)
{
    return block->costs ||
           (block->costs = memory_get_zeroed(&overlay->kept.memory, BLOCK_TILES, sizeof *block->costs));
}

static fw_result copy_block(const overlay_block *from, fw_overlay *to)
{
    overlay_block *copy =
        (overlay_block *)sheet_put(&to->kept.memory, &to->blocks, from->block.column, from->block.row);
    if (!copy || (from->has_moves && !get_moves(to, copy)) || (from->has_costs && !get_costs(to, copy)) ||
        (from->has_bytes && !costmap_get_bytes(to, copy)))
        return FW_NO_MEMORY;
    memcpy(copy->blocked, from->blocked, sizeof copy->blocked);
    memcpy(copy->corridor, from->corridor, sizeof copy->corridor);
    if (from->has_moves)
        memcpy(copy->moves, from->moves, BLOCK_TILES * sizeof *copy->moves);
    if (from->has_costs)
        memcpy(copy->costs, from->costs, BLOCK_TILES * sizeof *copy->costs);
    if (from->has_bytes)
        *copy->bytes = *from->bytes;
    copy->has_moves = from->has_moves;
    copy->has_costs = from->has_costs;
    copy->has_bytes = from->has_bytes;
    return FW_OK;
}

fw_result overlay_copy(const fw_overlay *from, fw_overlay *to)
{
    fw_overlay_clear(to);
    if (!from)
        return FW_OK;
    for (const sheet_block *block = from->blocks.used; block; block = block->next)
        if (copy_block((const overlay_block *)block, to) != FW_OK) {
            fw_overlay_clear(to);
            return FW_NO_MEMORY;
        }
    to->stamp = from->stamp;
    to->corridor = from->corridor;
    to->changes = from->changes;
    to->has_blocked = from->has_blocked;
    to->has_moves = from->has_moves;
    to->has_costs = from->has_costs;
    to->has_corridor = from->has_corridor;
    to->closed = from->closed;
    to->walls = from->walls;
    return FW_OK;
}

enum change_kind { CHANGE_BLOCK = 1, CHANGE_FORBID, CHANGE_COST, CHANGE_CORRIDOR };

static void stamp_change(fw_overlay *overlay, enum change_kind kind, const tile_box *span, uint32_t what)
{
    uint64_t stamp = hash_mixed(overlay->stamp + UINT64_C(0x9e3779b97f4a7c15), (uint64_t)kind << 32 | what);
    stamp = hash_mixed(hash_mixed(stamp, (uint32_t)span->left), (uint32_t)span->top);
    overlay->stamp = hash_mixed(hash_mixed(stamp, (uint32_t)span->right), (uint32_t)span->bottom);
}

tile_box overlay_clipped(const fw_overlay *overlay, int32_t x, int32_t y, int32_t width, int32_t height)
{
    const int64_t right = (int64_t)x + width, bottom = (int64_t)y + height;
    return (tile_box){ .left = x > 0 ? x : 0,
                       .top = y > 0 ? y : 0,
                       .right = (int32_t)(right < overlay->width ? right : overlay->width) - 1,
                       .bottom = (int32_t)(bottom < overlay->height ? bottom : overlay->height) - 1 };
}

/// The block under a tile for which put_blocks() was called.
static overlay_block *block_under(const fw_overlay *overlay, int32_t x, int32_t y)
{
    overlay_block *block = overlay_block_at(overlay, x >> BLOCK_SHIFT, y >> BLOCK_SHIFT);
    must_hold(block);
    return block;
}

/// Puts all blocks under a rectangle, so that what follows cannot fail.
static fw_result put_blocks(fw_overlay *overlay, const tile_box *span, enum change_kind kind)
{
    for (int32_t row = span->top >> BLOCK_SHIFT; row <= span->bottom >> BLOCK_SHIFT; row++)
        for (int32_t column = span->left >> BLOCK_SHIFT; column <= span->right >> BLOCK_SHIFT; column++) {
            overlay_block *block =
                (overlay_block *)sheet_put(&overlay->kept.memory, &overlay->blocks, column, row);
            if (!block || (kind == CHANGE_FORBID && !get_moves(overlay, block)) ||
                (kind == CHANGE_COST && !get_costs(overlay, block)))
                return FW_NO_MEMORY;
        }
    return FW_OK;
}

/// The part of a rectangle's row that lies in a column of blocks, as bits.
static uint64_t span_bits(const tile_box *span, int32_t column)
{
    const int32_t first = span->left - column * BLOCK_SIDE, end = span->right + 1 - column * BLOCK_SIDE;
    return bits_below(end < BLOCK_SIDE ? end : BLOCK_SIDE) & ~bits_below(first > 0 ? first : 0);
}

static void set_bits(fw_overlay *overlay, const tile_box *span, enum change_kind kind)
{
    for (int32_t y = span->top; y <= span->bottom; y++)
        for (int32_t column = span->left >> BLOCK_SHIFT; column <= span->right >> BLOCK_SHIFT; column++) {
            overlay_block *block = block_under(overlay, column * BLOCK_SIDE, y);
            uint64_t *rows = kind == CHANGE_BLOCK ? block->blocked : block->corridor;
            rows[y & BLOCK_MASK] |= span_bits(span, column);
        }
}

fw_result fw_overlay_block(fw_overlay *overlay, int32_t x, int32_t y, int32_t width, int32_t height)
{
    if (!overlay)
        return FW_NULL_ARGUMENT;
    if (width <= 0 || height <= 0)
        return FW_BAD_SIZE;
    const tile_box span = overlay_clipped(overlay, x, y, width, height);
    if (tile_box_is_empty(&span))
        return FW_OK;
    if (put_blocks(overlay, &span, CHANGE_BLOCK))
        return FW_NO_MEMORY;
    set_bits(overlay, &span, CHANGE_BLOCK);
    overlay_spans_add(&overlay->changes, &span);
    overlay->has_blocked = true;
    stamp_change(overlay, CHANGE_BLOCK, &span, 0);
    return FW_OK;
}

fw_result fw_overlay_corridor(fw_overlay *overlay, int32_t x, int32_t y, int32_t width, int32_t height)
{
    if (!overlay)
        return FW_NULL_ARGUMENT;
    if (width <= 0 || height <= 0)
        return FW_BAD_SIZE;
    const tile_box span = overlay_clipped(overlay, x, y, width, height);
    if (!tile_box_is_empty(&span)) {
        if (put_blocks(overlay, &span, CHANGE_CORRIDOR))
            return FW_NO_MEMORY;
        set_bits(overlay, &span, CHANGE_CORRIDOR);
        tile_box_widen(&overlay->corridor, span);
    }
    overlay->has_corridor = true;
    stamp_change(overlay, CHANGE_CORRIDOR, &span, 0);
    return FW_OK;
}

fw_result overlay_make_room(fw_overlay *overlay, int32_t x, int32_t y, int32_t width, int32_t height)
{
    const tile_box span = overlay_clipped(overlay, x, y, width, height);
    return tile_box_is_empty(&span) ? FW_OK : put_blocks(overlay, &span, CHANGE_CORRIDOR);
}

fw_result fw_overlay_forbid(fw_overlay *overlay, int32_t x, int32_t y, uint8_t moves)
{
    if (!overlay)
        return FW_NULL_ARGUMENT;
    if (x < 0 || y < 0 || x >= overlay->width || y >= overlay->height)
        return FW_OUT_OF_BOUNDS;
    if (!moves)
        return FW_OK;
    const tile_box span = tile_box_at(x, y);
    if (put_blocks(overlay, &span, CHANGE_FORBID))
        return FW_NO_MEMORY;
    overlay_block *block = block_under(overlay, x, y);
    block->moves[overlay_tile_of(x, y)] |= moves;
    overlay_spans_add(&overlay->changes, &span);
    block->has_moves = overlay->has_moves = true;
    stamp_change(overlay, CHANGE_FORBID, &span, moves);
    return FW_OK;
}

/// What fw_overlay_add_cost() has added to a tile, in 1/256.
static uint32_t sum_at(const fw_overlay *overlay, int32_t x, int32_t y)
{
    const overlay_block *block = overlay_block_at(overlay, x >> BLOCK_SHIFT, y >> BLOCK_SHIFT);
    return block && block->has_costs ? block->costs[overlay_tile_of(x, y)] : 0;
}

static bool cost_stays_legal(const fw_overlay *overlay, const tile_box *span, uint32_t cost)
{
    for (int32_t y = span->top; y <= span->bottom; y++)
        for (int32_t x = span->left; x <= span->right; x++)
            if (sum_at(overlay, x, y) + cost > HIGHEST_COST)
                return false;
    return true;
}

fw_result fw_overlay_add_cost(fw_overlay *overlay, int32_t x, int32_t y, int32_t width, int32_t height,
                              float cost)
{
    if (!overlay)
        return FW_NULL_ARGUMENT;
    if (width <= 0 || height <= 0)
        return FW_BAD_SIZE;
    if (!isfinite(cost))
        return FW_NOT_FINITE;
    if (cost < 0.0f || cost > 255.0f)
        return FW_BAD_VALUE;
    const tile_box span = overlay_clipped(overlay, x, y, width, height);
    const uint32_t added = (uint32_t)lround((double)cost * COST_ONE);
    if (tile_box_is_empty(&span) || added == 0)
        return FW_OK;
    if (!cost_stays_legal(overlay, &span, added))
        return FW_BAD_VALUE;
    if (put_blocks(overlay, &span, CHANGE_COST))
        return FW_NO_MEMORY;
    for (int32_t row = span.top; row <= span.bottom; row++)
        for (int32_t column = span.left; column <= span.right; column++) {
            overlay_block *block = block_under(overlay, column, row);
            uint16_t *sum = &block->costs[overlay_tile_of(column, row)];
            *sum = (uint16_t)(*sum + added);
            block->has_costs = true;
        }
    overlay->has_costs = true;
    stamp_change(overlay, CHANGE_COST, &span, added);
    return FW_OK;
}

bool overlay_has_anything(const fw_overlay *overlay)
{
    return overlay->has_blocked || overlay->has_moves || overlay->has_costs || overlay->has_corridor;
}

bool overlay_fits(const fw_overlay *overlay, int32_t width, int32_t height)
{
    return !overlay || (overlay->width == width && overlay->height == height);
}

uint64_t overlay_stamp(const fw_overlay *overlay)
{
    return overlay ? overlay->stamp : 0;
}

bool overlay_has_corridor(const fw_overlay *overlay)
{
    return overlay && overlay->has_corridor;
}

bool overlay_has_costs(const fw_overlay *overlay)
{
    return overlay && overlay->has_costs;
}

bool overlay_has_closed(const fw_overlay *overlay)
{
    return overlay && !tile_box_is_empty(&overlay->closed);
}

bool overlay_restricts(const fw_overlay *overlay)
{
    return overlay && (overlay->has_blocked || overlay->has_moves || overlay->has_corridor ||
                       overlay_has_closed(overlay));
}

const overlay_spans *overlay_changes(const fw_overlay *overlay)
{
    return &overlay->changes;
}

tile_box overlay_corridor_box(const fw_overlay *overlay, int32_t size)
{
    const tile_box set = overlay->corridor;
    return tile_box_is_empty(&set)
               ? (tile_box){ 0, 0, -1, -1 }
               : (tile_box){ set.left - (set.left == 0 ? size : 0), set.top - (set.top == 0 ? size : 0),
                             set.right + (set.right >= overlay->width - size ? size : 0),
                             set.bottom + (set.bottom >= overlay->height - size ? size : 0) };
}

/// Row y of a block's bits of a kind; 0 where there is no block.
static uint64_t block_row(const fw_overlay *overlay, int32_t column, int32_t y, overlay_bits kind)
{
    if (column < 0 || column >= overlay->blocks.columns)
        return 0;
    const overlay_block *block = overlay_block_at(overlay, column, y >> BLOCK_SHIFT);
    if (!block)
        return 0;
    if (kind == OVERLAY_CLOSED)
        return block->has_bytes ? block->bytes->closed[y & BLOCK_MASK] : 0;
    return (kind == OVERLAY_BLOCKED ? block->blocked : block->corridor)[y & BLOCK_MASK];
}

uint64_t overlay_window(const fw_overlay *overlay, int32_t x, int32_t y, overlay_bits kind)
{
    if (y < 0 || y >= overlay->height)
        return 0;
    const int32_t column = x >> BLOCK_SHIFT;
    const int shift = x & BLOCK_MASK;
    const uint64_t bits = block_row(overlay, column, y, kind) >> shift;
    return shift ? bits | block_row(overlay, column + 1, y, kind) << (BLOCK_SIDE - shift) : bits;
}

uint64_t overlay_blocked(const fw_overlay *overlay, int32_t x, int32_t y)
{
    return overlay && overlay->has_blocked ? overlay_window(overlay, x, y, OVERLAY_BLOCKED) : 0;
}

/// Sets the bits `shift` below those set in two neighbouring words, 0 < shift < 64.
static void widen(uint64_t *here, uint64_t *next, int32_t shift)
{
    *here |= *here >> shift | *next << (WORD_BITS - shift);
    *next |= *next >> shift;
}

/// Anchors of a row from tile x on whose square reaches a blocked tile.
static uint64_t blocked_anchors(const fw_overlay *overlay, int32_t size, int32_t x, int32_t y)
{
    if (size == 1)
        return overlay_window(overlay, x, y, OVERLAY_BLOCKED);
    uint64_t here = 0;
    uint64_t next = 0;
    for (int32_t row = y; row < y + size; row++) {
        here |= overlay_window(overlay, x, row, OVERLAY_BLOCKED);
        next |= overlay_window(overlay, x + WORD_BITS, row, OVERLAY_BLOCKED);
    }
    if (!(here | next))
        return 0;
    int32_t reach = 1; // columns of the square that are heeded, doubled while they fit
    for (; 2 * reach <= size; reach *= 2)
        widen(&here, &next, reach);
    if (reach < size)
        widen(&here, &next, size - reach);
    return here;
}

uint64_t overlay_free(const fw_overlay *overlay, int32_t size, int32_t x, int32_t y)
{
    return overlay && overlay->has_blocked ? ~blocked_anchors(overlay, size, x, y) : UINT64_MAX;
}

uint64_t overlay_corridor(const fw_overlay *overlay, int32_t x, int32_t y)
{
    return overlay_has_corridor(overlay) ? overlay_window(overlay, x, y, OVERLAY_CORRIDOR) : UINT64_MAX;
}

/// Of the anchors whose squares lie on the map, the one nearest to a coordinate; -1 if the map's side is too short.
static int32_t nearest_anchor(int32_t at, int32_t side, int32_t size)
{
    return side < size ? -1 : at < 0 ? 0 : at > side - size ? side - size : at;
}

bool overlay_admits(const fw_overlay *overlay, int32_t size, int32_t x, int32_t y)
{
    return (!overlay_has_corridor(overlay) ||
            overlay_corridor(overlay, nearest_anchor(x, overlay->width, size),
                             nearest_anchor(y, overlay->height, size)) &
                1) &&
           (!overlay_has_closed(overlay) || !(overlay_closed(overlay, size, x, y) & 1));
}

uint64_t overlay_open(const fw_overlay *overlay, int32_t size, int32_t x, int32_t y)
{
    return overlay_free(overlay, size, x, y) & overlay_corridor(overlay, x, y) &
           ~overlay_closed(overlay, size, x, y);
}

uint32_t overlay_cost(const fw_overlay *overlay, int32_t x, int32_t y)
{
    if (!overlay || (uint32_t)x >= (uint32_t)overlay->width || (uint32_t)y >= (uint32_t)overlay->height)
        return 0;
    const overlay_block *block = overlay_block_at(overlay, x >> BLOCK_SHIFT, y >> BLOCK_SHIFT);
    if (!block)
        return 0;
    const uint32_t sum = block->has_costs ? block->costs[overlay_tile_of(x, y)] : 0;
    const uint32_t cost =
        sum + (block->has_bytes ? costmap_cost(block->bytes->tiles[overlay_tile_of(x, y)]) : 0);
    return cost < HIGHEST_COST ? cost : HIGHEST_COST;
}

bool overlay_row_costs(const fw_overlay *overlay, int32_t column, int32_t y, uint32_t *costs)
{
    const overlay_block *block = overlay_block_at(overlay, column, y >> BLOCK_SHIFT);
    if (!block || (!block->has_costs && !block->has_bytes))
        return false;
    const size_t first = overlay_tile_of(0, y);
    const uint8_t *bytes = block->has_bytes ? block->bytes->tiles + first : NULL;
    const uint16_t *sums = block->has_costs ? block->costs + first : NULL;
    for (int32_t i = 0; i < BLOCK_SIDE; i++)
        costs[i] = bytes ? costmap_cost(bytes[i]) : 0;
    for (int32_t i = 0; sums && i < BLOCK_SIDE; i++)
        costs[i] = costs[i] + sums[i] < HIGHEST_COST ? costs[i] + sums[i] : HIGHEST_COST;
    return true;
}
