#ifndef GRID_FIELD_H
#define GRID_FIELD_H

/// @file
/// The resumable wave over tiles: distances from a place to the tiles around, grown as far as asked. Backward
/// distances toward a goal are what guides searches whose own moves are dearer than the grid's.
///
/// 8 neighbours, corner rule `never`; a straight step is FIELD_STRAIGHT, a diagonal one FIELD_DIAGONAL, which is 0.17 %
/// more than it should be. The wave grows toward an aim first (Silver 2005, reverse resumable A*), along canonical
/// paths only (Harabor & Grastien 2011), in a ring of buckets by f that one word keeps account of (Dial 1969). What
/// would be taken next from the current bucket is followed at once, straight lines without a look around at each tile.
///
/// Where tiles differ in cost, a step pays half of each of its two tiles: what the integral along it comes to. Every
/// move is followed then, since canonical paths are not the cheapest.

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

#include "base/memory.h"
#include "fairway/overlay.h"
#include "map/layer.h"
#include "map/overlay.h"
#include "search/page_pool.h"

enum {
    FIELD_STRAIGHT = 12,
    FIELD_DIAGONAL = 17,
    FIELD_PAGE_SHIFT = 6,
    FIELD_PAGE_SIDE = 1 << FIELD_PAGE_SHIFT, ///< tiles
    FIELD_BUCKETS = 64,                      ///< more than f rises by in a step: twice FIELD_DIAGONAL
    FIELD_EVERY_MOVE = 8                     ///< row of `useful` for tiles that no move led to
};

/// Stands for a distance that is not known.
#define FIELD_UNKNOWN UINT32_MAX

/// Longer ways where tiles differ in cost count as this: so that sums can be counted of it and what f adds on any map.
#define FIELD_FARTHEST (FIELD_UNKNOWN - (UINT32_C(1) << 20))

typedef struct field_tile {
    uint32_t distance;
    uint16_t
        arrived; ///< moves by which a way of this length arrived, FW_MOVE_ bits; above them those not followed yet
    uint16_t stamp; ///< of the field that it belongs to
} field_tile;

enum { FIELD_ARRIVED = 0xff, FIELD_PENDING_SHIFT = 8 };

typedef struct field_page {
    field_tile tiles[FIELD_PAGE_SIDE * FIELD_PAGE_SIDE];
} field_page;

/// A tile that waits in a bucket, or a free place.
typedef struct field_place {
    uint16_t x, y;
    uint32_t next;
} field_place;

/// A tile that a field grows from.
typedef struct field_origin {
    int32_t x, y;
    uint32_t distance; ///< that it begins with
    uint32_t f;        ///< set by the field
} field_origin;

/// What tiles cost.
typedef struct field_costs {
    const uint8_t *terrains;                 ///< row 0
    size_t stride;                           ///< bytes from row to row
    const fw_overlay *overlay;               ///< whose costs are added; null = none
    uint32_t cheapest;                       ///< terrain's cost, in 1 / COST_ONE
    uint32_t terrain_cost[FW_TERRAIN_COUNT]; ///< in 1 / FIELD_COST_ONE of the cheapest
} field_costs;

enum {
    FIELD_COST_ONE = 256,
    FIELD_DEAREST = 64 * FIELD_COST_ONE, ///< dearer tiles are as good as this: sums of it can be counted
    FIELD_HASTE_SHIFT = 6,               ///< in a hurry buckets are 64 wide: five tiles
    FIELD_WIDEST_SHIFT = 3 ///< buckets 8 wide: a step costs more, so that a tile is followed once
};

typedef struct grid_field {
    memory *memory;
    const layer *layer;
    const fw_overlay *overlay; ///< null: none that matters
    overlay_span bounds;       ///< under an overlay, nothing outside is entered
    field_page **pages;        ///< [page * columns * rows] null where nothing was touched yet
    size_t page_capacity;
    size_t page_count; ///< pages that exist, spare ones included
    page_pool spare;   ///< pages with old stamps, which are cleared when they are needed again
    int32_t columns;   ///< pages across
    uint16_t stamp;
    int32_t aim_x, aim_y; ///< the tile toward which it grows first; negative: all around
    field_place *places;
    size_t place_count; ///< used or free
    size_t place_capacity;
    uint32_t free_places;
    field_origin *origins; ///< [origin * origin_count] of a field that grows from several tiles, by f
    size_t origin_count;
    size_t origin_capacity;
    size_t next_origin; ///< the first one that does not wait yet
    uint32_t origin_f;  ///< its f; UINT32_MAX: none is left
    int shift;          ///< a bucket is 2^shift wide
    uint32_t f;         ///< number of the current bucket: f >> shift
    uint64_t used;      ///< buckets that hold a tile, bit 0 = 0 modulo FIELD_BUCKETS
    uint32_t first[FIELD_BUCKETS];
    bool is_greedy;
    bool has_costs;
    field_costs costs;
    uint8_t useful[9][512]; ///< moves worth following after a move, by the 3 x 3 free tiles around
} grid_field;

void grid_field_init(grid_field *field, memory *memory);
void grid_field_free(grid_field *field);
size_t grid_field_bytes(const grid_field *field);

/// Sets what tiles cost from the next reset on; null = all the same.
void grid_field_set_costs(grid_field *field, const field_costs *costs);

/// From the next reset on, where all tiles cost the same: may the distances that it tells be too long, by less than
/// 2^FIELD_HASTE_SHIFT? Lines are followed as far as they stay in a bucket, and wide ones hold longer lines.
void grid_field_set_greedy(grid_field *field, bool is_greedy);

/// Starts anew from a tile that must be free. Layer and overlay must stay as they are while the field is used.
///
/// @param overlay       null = none; its blocked tiles count, its corridor and moves that it forbids do not
/// @param aim_x, aim_y  the tile toward which it grows first; negative: all around
/// @return FW_OK or FW_NO_MEMORY
fw_result grid_field_reset(grid_field *field, const layer *layer, const fw_overlay *overlay, int32_t x,
                           int32_t y, int32_t aim_x, int32_t aim_y);

/// Starts anew from several tiles that must be free: distances are the least over any of them, with what it begins
/// with.
///
/// @param origins  [origin * count], count >= 1
/// @return FW_OK or FW_NO_MEMORY
fw_result grid_field_reset_from(grid_field *field, const layer *layer, const fw_overlay *overlay,
                                const field_origin *origins, size_t count, int32_t aim_x, int32_t aim_y);

/// Confines a field that was just reset under an overlay: nothing outside is entered.
void grid_field_confine(grid_field *field, overlay_span bounds);

/// Grows until the distance of a tile is known, or known not to exist.
///
/// @param[in,out] work  tiles that may be followed; what was used is taken off
/// @return FW_OK, FW_PENDING (the work is used up) or FW_NO_MEMORY: then it must be reset
fw_result grid_field_reach(grid_field *field, int32_t x, int32_t y, uint64_t *work);

/// As grid_field_reach(), but until the distance is known not to be too long in a hurry either: the wave has passed it.
fw_result grid_field_settle(grid_field *field, int32_t x, int32_t y, uint64_t *work);

/// The tile's entry, or null where its page was never touched; (x, y) within the map.
static inline field_tile *grid_field_tile(const grid_field *field, int32_t x, int32_t y)
{
    const int32_t mask = FIELD_PAGE_SIDE - 1;
    field_page *page = field->pages[(y >> FIELD_PAGE_SHIFT) * field->columns + (x >> FIELD_PAGE_SHIFT)];
    return page ? &page->tiles[(y & mask) << FIELD_PAGE_SHIFT | (x & mask)] : NULL;
}

/// Is a tile's distance final: was any of the ways that arrived followed on?
static inline bool field_tile_is_final(const grid_field *field, const field_tile *tile)
{
    return tile->stamp == field->stamp &&
           tile->arrived >> FIELD_PENDING_SHIFT != (tile->arrived & FIELD_ARRIVED);
}

/// The distance of a tile as far as the field has grown, or FIELD_UNKNOWN; (x, y) within the map.
static inline uint32_t grid_field_at(const grid_field *field, int32_t x, int32_t y)
{
    const field_tile *tile = grid_field_tile(field, x, y);
    return tile && field_tile_is_final(field, tile) ? tile->distance : FIELD_UNKNOWN;
}

/// How far it is to a tile so many tiles away where nothing is in the way.
static inline uint32_t grid_field_straight(int32_t dx, int32_t dy)
{
    const uint32_t x = (uint32_t)abs(dx), y = (uint32_t)abs(dy), least = x < y ? x : y;
    return FIELD_STRAIGHT * (x + y - least) + (FIELD_DIAGONAL - FIELD_STRAIGHT) * least;
}

/// The way from a tile to its aim as the crow flies on the grid.
static inline uint32_t grid_field_aim_distance(const grid_field *field, int32_t x, int32_t y)
{
    return grid_field_straight(x - field->aim_x, y - field->aim_y);
}

/// What f adds to a tile's distance.
static inline uint32_t grid_field_to_aim(const grid_field *field, int32_t x, int32_t y)
{
    return field->aim_x < 0 ? 0 : grid_field_aim_distance(field, x, y);
}

/// The least distance that a tile can have that was not touched; the field must have an aim.
static inline uint32_t grid_field_at_least(const grid_field *field, int32_t x, int32_t y)
{
    const uint32_t to_aim = grid_field_to_aim(field, x, y), f = field->f << field->shift;
    return f > to_aim ? f - to_aim : 0;
}

/// Has it grown everywhere it can: is what is unknown now out of reach?
static inline bool grid_field_is_complete(const grid_field *field)
{
    return field->used == 0 && field->origin_f == UINT32_MAX;
}

/// The distance of a tile that the wave has passed, which is exact in a hurry too, or FIELD_UNKNOWN; (x, y) within the
/// map. What is unknown is at least as far as grid_field_at_least() tells.
static inline uint32_t grid_field_settled(const grid_field *field, int32_t x, int32_t y)
{
    const uint32_t distance = grid_field_at(field, x, y);
    const bool is_passed =
        distance != FIELD_UNKNOWN && (grid_field_is_complete(field) ||
                                      (distance + grid_field_to_aim(field, x, y)) >> field->shift < field->f);
    return is_passed ? distance : FIELD_UNKNOWN;
}

#endif
