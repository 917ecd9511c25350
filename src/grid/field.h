#pragma once

/// The resumable field: distances from an origin to the tiles around it, grown as far as a search needs them. Distances
/// from a goal guide searches whose own moves cost more to compute than those of the grid.
///
/// 8 neighbours, corner rule `never`; a straight step costs FIELD_STRAIGHT, a diagonal one FIELD_DIAGONAL, which is
/// 0.17 % more than sqrt(2) * FIELD_STRAIGHT. The wave grows toward an aim first (Silver 2005, reverse resumable A*),
/// along canonical paths only (Harabor & Grastien 2011), in a ring of buckets by f (Dial 1969); one word marks the
/// buckets in use. To follow a tile means to make the moves that lead on from it. If the tile that was reached last
/// belongs to the current bucket, it is followed at once, without being put there; and straight lines are followed
/// without a test of each tile's neighbours.
///
/// If tiles differ in cost, a step pays half of each of its two tiles, which is the integral of cost along the step.
/// Then every move is followed, because canonical paths may not be the cheapest.

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/block.h"
#include "base/memory.h"
#include "fairway/overlay.h"
#include "map/layer.h"
#include "map/overlay.h"
#include "search/page_pool.h"

enum {
    FIELD_STRAIGHT = 12,
    FIELD_DIAGONAL = 17,
    FIELD_BUCKETS = 64,  ///< more than f grows by in a step, which is at most 2 * FIELD_DIAGONAL
    FIELD_SLICE = 256,   ///< tiles by which a search grows a field before it may pause
    FIELD_EVERY_MOVE = 8 ///< row of `useful` for tiles without a move that led to them
};

/// A distance that is not known.
#define FIELD_UNKNOWN UINT32_MAX

/// If tiles differ in cost, larger distances are reduced to this, so that distance plus estimate never overflows.
#define FIELD_FARTHEST (FIELD_UNKNOWN - (UINT32_C(1) << 20))

typedef struct field_tile {
    uint32_t distance;
    /// FW_MOVE_ bits of the moves that reached the tile at this distance; from FIELD_PENDING_SHIFT on, bits of those
    /// that were not followed yet.
    uint16_t arrived;
    uint16_t stamp; ///< the entry is valid if this is the field's stamp
} field_tile;

enum {
    FIELD_ARRIVED = 0xff,
    FIELD_PENDING_SHIFT = 8,
    /// Times a move: the tile was reached by this move, which was not followed yet
    FIELD_ARRIVED_ANEW = 1 | 1 << FIELD_PENDING_SHIFT
};

typedef struct field_page {
    field_tile tiles[BLOCK_SIDE * BLOCK_SIDE];
    uint16_t priced; ///< the prices are valid if this is the field's stamp
    /// The cost of each tile, in 1 / FIELD_COST_ONE of the cheapest terrain. Pages end before it until tiles differ in
    /// cost for the first time.
    uint16_t prices[BLOCK_SIDE * BLOCK_SIDE];
} field_page;

/// A tile that waits in a bucket, or an entry of the free list.
typedef struct field_place {
    uint16_t x, y;
    uint32_t next;
} field_place;

/// A tile that a field grows from.
typedef struct field_origin {
    int32_t x, y;
    uint32_t distance; ///< initial distance of the tile
    uint32_t f;        ///< set by the field
} field_origin;

typedef struct field_costs {
    tile_rows tiles;
    const fw_overlay *overlay;               ///< costs to be added; null = none
    uint32_t cheapest;                       ///< cost of the cheapest terrain, in 1 / COST_ONE
    uint32_t terrain_cost[FW_TERRAIN_COUNT]; ///< in 1 / FIELD_COST_ONE of the cheapest
} field_costs;

enum {
    FIELD_COST_ONE = 256,
    FIELD_MOST_EXPENSIVE =
        64 * FIELD_COST_ONE, ///< larger costs of tiles are reduced to this, so that sums do not overflow
    FIELD_GREEDY_SHIFT = 6,  ///< greedy: buckets are 64 wide, about five tiles
    FIELD_WIDEST_SHIFT =
        3 ///< if tiles differ in cost, buckets are at most 8 wide: less than a step, so that no tile is followed twice
};

/// Places in buckets.
typedef struct field_places {
    field_place *all;
    size_t count; ///< used or free
    size_t capacity;
    uint32_t free; ///< the first free one
} field_places;

/// Where a field grows from, if it grows from several tiles.
typedef struct field_origins {
    field_origin *all; ///< [origin * count] by f
    size_t count;
    size_t capacity;
    size_t next; ///< the first origin that is not in a bucket yet
    uint32_t f;  ///< of that origin; UINT32_MAX: all are in buckets
} field_origins;

typedef struct grid_field {
    memory *memory;
    const layer *layer;
    const fw_overlay *overlay; ///< null = none
    tile_box bounds;           ///< under an overlay, tiles outside are not entered
    tile_box changed;          ///< under an overlay, a box around all tiles beside which it changes something
    field_page **pages;        ///< [page * columns * rows] null if no tile of the page was touched yet
    size_t page_capacity;
    size_t page_count; ///< pages that exist, spare ones included
    page_pool spare;   ///< free pages; they are cleared when they are used again
    int32_t columns;   ///< pages across
    uint16_t stamp;
    int32_t aim_x, aim_y; ///< the tile toward which the field grows first; negative: in all directions
    field_places places;
    field_origins origins;
    int shift;     ///< a bucket is 2^shift wide
    uint32_t f;    ///< number of the current bucket: f >> shift
    uint64_t used; ///< bit i: bucket i modulo FIELD_BUCKETS holds a tile
    uint32_t first[FIELD_BUCKETS];
    bool is_greedy;
    bool has_costs;
    field_costs costs;
    uint8_t useful[9][512]; ///< by the last move and the 3 x 3 free tiles around: the moves to follow
} grid_field;

void grid_field_init(grid_field *field, memory *memory);

/// Sets the costs of tiles from the next reset on; null = all tiles cost the same.
void grid_field_set_costs(grid_field *field, const field_costs *costs);

/// From the next reset on, if all tiles cost the same, distances may be too long by less than 2^FIELD_GREEDY_SHIFT. A
/// greedy field is faster: lines are followed while they stay in a bucket, and wide buckets hold longer lines.
void grid_field_set_greedy(grid_field *field, bool is_greedy);

/// Restarts the field from a tile, which must be free. Layer and overlay must not change while the field is used.
///
/// @param overlay       null = none; tiles that it blocks are not entered; its corridor and forbidden moves are ignored
/// @param aim_x, aim_y  the tile toward which the field grows first; negative: it grows in all directions
/// @return FW_OK or FW_NO_MEMORY
fw_result grid_field_reset(grid_field *field, const layer *layer, const fw_overlay *overlay, int32_t x,
                           int32_t y, int32_t aim_x, int32_t aim_y);

/// Restarts the field from several tiles, which must be free: the distance of a tile is the least over all origins,
/// each with its initial distance added.
///
/// @param origins  [origin * count], count >= 1
/// @return FW_OK or FW_NO_MEMORY
fw_result grid_field_reset_from(grid_field *field, const layer *layer, const fw_overlay *overlay,
                                const field_origin *origins, size_t count, int32_t aim_x, int32_t aim_y);

/// Confines a field that was just reset under an overlay: no tile outside `bounds` is entered.
void grid_field_confine(grid_field *field, tile_box bounds);

/// The page of a tile, or null if it was never touched; (x, y) on the map.
static inline field_page *grid_field_page(const grid_field *field, int32_t x, int32_t y)
{
    return field->pages[(y >> BLOCK_SHIFT) * field->columns + (x >> BLOCK_SHIFT)];
}

/// Number of a tile in its page.
static inline size_t field_index(int32_t x, int32_t y)
{
    return (size_t)((y & BLOCK_MASK) << BLOCK_SHIFT | (x & BLOCK_MASK));
}

/// The tile's entry, or null if its page was never touched; (x, y) on the map.
static inline field_tile *grid_field_tile(const grid_field *field, int32_t x, int32_t y)
{
    field_page *page = grid_field_page(field, x, y);
    return page ? &page->tiles[field_index(x, y)] : NULL;
}

/// True if a tile's distance is final: at least one of the moves that reached the tile was followed.
static inline bool field_tile_is_final(const grid_field *field, const field_tile *tile)
{
    return tile->stamp == field->stamp &&
           tile->arrived >> FIELD_PENDING_SHIFT != (tile->arrived & FIELD_ARRIVED);
}

/// The distance of a tile, or FIELD_UNKNOWN if the field has not grown there; (x, y) on the map.
static inline uint32_t grid_field_at(const grid_field *field, int32_t x, int32_t y)
{
    const field_tile *tile = grid_field_tile(field, x, y);
    return tile && field_tile_is_final(field, tile) ? tile->distance : FIELD_UNKNOWN;
}

/// The distance to a tile that is (dx, dy) away, without obstacles.
static inline uint32_t grid_field_straight(int32_t dx, int32_t dy)
{
    const uint32_t x = (uint32_t)abs(dx), y = (uint32_t)abs(dy), least = x < y ? x : y;
    return FIELD_STRAIGHT * (x + y - least) + (FIELD_DIAGONAL - FIELD_STRAIGHT) * least;
}

/// The distance from a tile to the field's aim, without obstacles.
static inline uint32_t grid_field_aim_distance(const grid_field *field, int32_t x, int32_t y)
{
    return grid_field_straight(x - field->aim_x, y - field->aim_y);
}

/// The estimate that f adds to a tile's distance: 0 without an aim.
static inline uint32_t grid_field_to_aim(const grid_field *field, int32_t x, int32_t y)
{
    return field->aim_x < 0 ? 0 : grid_field_aim_distance(field, x, y);
}

/// A lower bound of the distance of a tile that the field has not touched; the field must have an aim.
static inline uint32_t grid_field_at_least(const grid_field *field, int32_t x, int32_t y)
{
    const uint32_t to_aim = grid_field_to_aim(field, x, y), f = field->f << field->shift;
    return f > to_aim ? f - to_aim : 0;
}

/// True if the field has grown as far as it can: tiles without a distance cannot be reached.
static inline bool grid_field_is_complete(const grid_field *field)
{
    return field->used == 0 && field->origins.f == UINT32_MAX;
}

/// The distance of a tile if the wave has passed it, exact in a greedy field, too; else FIELD_UNKNOWN. (x, y) on the
/// map. An unknown distance is at least grid_field_at_least().
static inline uint32_t grid_field_settled(const grid_field *field, int32_t x, int32_t y)
{
    const uint32_t distance = grid_field_at(field, x, y);
    const bool is_passed =
        distance != FIELD_UNKNOWN && (grid_field_is_complete(field) ||
                                      (distance + grid_field_to_aim(field, x, y)) >> field->shift < field->f);
    return is_passed ? distance : FIELD_UNKNOWN;
}

// For the files that set up and grow fields.

/// Ends the list of a bucket.
#define FIELD_NO_PLACE UINT32_MAX

/// The entry of a tile. Its page is created if necessary; null if there is no memory.
static inline field_tile *field_touch(grid_field *field, int32_t x, int32_t y)
{
    field_tile *tile = grid_field_tile(field, x, y);
    if (tile)
        return tile;
    const bool is_new = !field->spare.free;
    field_page *page = page_pool_take(&field->spare);
    if (!page)
        return NULL;
    memset(page->tiles, 0, sizeof page->tiles);
    page->priced = 0;
    field->pages[(y >> BLOCK_SHIFT) * field->columns + (x >> BLOCK_SHIFT)] = page;
    field->page_count += is_new;
    return grid_field_tile(field, x, y);
}

/// The bucket of a tile's f or, if tiles differ in cost, the nearest bucket in the ring.
static inline uint32_t field_bucket(const grid_field *field, int32_t x, int32_t y, uint32_t distance)
{
    const uint32_t bucket = (distance + grid_field_to_aim(field, x, y)) >> field->shift;
    if (!field->has_costs)
        return bucket;
    return bucket < field->f                        ? field->f
           : bucket - field->f >= FIELD_BUCKETS - 1 ? field->f + FIELD_BUCKETS - 1
                                                    : bucket;
}

/// Puts a tile into the bucket of its f.
static inline fw_result field_wait(grid_field *field, int32_t x, int32_t y, uint32_t distance)
{
    enum { MORE_PLACES = 1024 };
    uint32_t place = field->places.free;
    if (place != FIELD_NO_PLACE) {
        field->places.free = field->places.all[place].next;
    } else {
        if (field->places.count == field->places.capacity &&
            MEMORY_RESERVE(field->memory, field->places.all, field->places.capacity,
                           field->places.count + MORE_PLACES) != FW_OK)
            return FW_NO_MEMORY;
        place = (uint32_t)field->places.count++;
    }
    const uint32_t bucket = field_bucket(field, x, y, distance) % FIELD_BUCKETS;
    const uint64_t bit = UINT64_C(1) << bucket;
    field->places.all[place] =
        (field_place){ (uint16_t)x, (uint16_t)y, field->used & bit ? field->first[bucket] : FIELD_NO_PLACE };
    field->first[bucket] = place;
    field->used |= bit;
    return FW_OK;
}
