#include "grid/field.h"

#include <stdlib.h>
#include <string.h>

#include "grid/grid_moves.h"
#include "map/overlay.h"

enum {
    ALL_MOVES = 0xff,
    ARRIVED_ANEW = 1 | 1 << FIELD_PENDING_SHIFT, ///< times a move: arrived by it, and it was not followed yet
    FIRST_PLACES = 1024
};

#define NO_PLACE UINT32_MAX

static const uint32_t step[MOVE_COUNT] = { FIELD_STRAIGHT, FIELD_DIAGONAL, FIELD_STRAIGHT, FIELD_DIAGONAL,
                                           FIELD_STRAIGHT, FIELD_DIAGONAL, FIELD_STRAIGHT, FIELD_DIAGONAL };

static uint32_t bit_of(int move)
{
    return 1u << (move & 7);
}

/// Moves that continue a canonical path: diagonal steps come first, and a straight run turns aside only where what it
/// passes was blocked a tile earlier.
static uint32_t canonical_after(int move, uint32_t free)
{
    uint32_t next = bit_of(move);
    if (move_is_diagonal(move))
        return next | bit_of(move + 1) | bit_of(move - 1);
    for (int side = -1; side <= 1; side += 2)
        if (!(free & bit_of(move + 3 * side)))
            next |= bit_of(move + side) | bit_of(move + 2 * side);
    return next;
}

void grid_field_init(grid_field *field, memory *from)
{
    memset(field, 0, sizeof *field);
    field->from = from;
    field->free_places = NO_PLACE;
    for (unsigned around = 0; around < 512; around++) {
        const uint32_t free = moves_into(around & 7, around >> 3 & 7, around >> 6);
        const uint32_t allowed = moves_allowed(free, FW_CORNERS_NEVER);
        for (int move = 0; move < MOVE_COUNT; move++)
            field->useful[move][around] = (uint8_t)(allowed & canonical_after(move, free));
        field->useful[FIELD_EVERY_MOVE][around] = (uint8_t)allowed;
    }
}

static void free_pages(grid_field *field)
{
    for (size_t i = 0; i < field->page_capacity; i++)
        memory_give_back(field->from, field->pages[i], 1, sizeof(field_page));
    memory_give_back(field->from, (void *)field->pages, field->page_capacity, sizeof *field->pages);
    field->pages = NULL;
    field->page_capacity = field->page_count = 0;
}

void grid_field_free(grid_field *field)
{
    free_pages(field);
    memory_give_back(field->from, field->places, field->place_capacity, sizeof *field->places);
    memory_give_back(field->from, field->origins, field->origin_capacity, sizeof *field->origins);
    field->places = NULL;
    field->origins = NULL;
    field->place_capacity = field->origin_capacity = 0;
}

size_t grid_field_bytes(const grid_field *field)
{
    return field->page_capacity * sizeof *field->pages + field->page_count * sizeof(field_page) +
           field->place_capacity * sizeof *field->places + field->origin_capacity * sizeof *field->origins;
}

/// A list of pages for a map of this size.
static fw_result cover(grid_field *field, const layer *on)
{
    const int32_t columns = (on->width + FIELD_PAGE_SIDE - 1) >> FIELD_PAGE_SHIFT;
    const int32_t rows = (on->height + FIELD_PAGE_SIDE - 1) >> FIELD_PAGE_SHIFT;
    const size_t count = (size_t)columns * (size_t)rows;
    if (field->page_capacity != count) {
        free_pages(field);
        field->pages = (field_page **)memory_get_zeroed(field->from, count, sizeof *field->pages);
        if (!field->pages)
            return FW_NO_MEMORY;
        field->page_capacity = count;
    }
    field->columns = columns;
    return FW_OK;
}

/// A new stamp, which no tile bears.
static void renew_stamp(grid_field *field)
{
    if (++field->stamp != 0)
        return;
    for (size_t i = 0; i < field->page_capacity; i++)
        if (field->pages[i])
            memset(field->pages[i], 0, sizeof *field->pages[i]);
    field->stamp = 1;
}

/// The tile's entry, on a page that is made when need be; null when there is no memory.
static inline field_tile *touch(grid_field *field, int32_t x, int32_t y)
{
    field_tile *tile = grid_field_tile(field, x, y);
    if (tile)
        return tile;
    field_page *page = memory_get_zeroed(field->from, 1, sizeof *page);
    if (!page)
        return NULL;
    field->pages[(y >> FIELD_PAGE_SHIFT) * field->columns + (x >> FIELD_PAGE_SHIFT)] = page;
    field->page_count++;
    return grid_field_tile(field, x, y);
}

/// The bucket of a tile's f, or, where tiles differ in cost, the nearest one that the ring holds.
static inline uint32_t bucket_of(const grid_field *field, int32_t x, int32_t y, uint32_t distance)
{
    const uint32_t f = distance + grid_field_to_aim(field, x, y);
    if (!field->has_costs)
        return f;
    const uint32_t bucket = f >> field->shift;
    return bucket < field->f                        ? field->f
           : bucket - field->f >= FIELD_BUCKETS - 1 ? field->f + FIELD_BUCKETS - 1
                                                    : bucket;
}

/// Lets a tile wait in the bucket of its f.
static inline fw_result wait_at(grid_field *field, int32_t x, int32_t y, uint32_t distance)
{
    uint32_t place = field->free_places;
    if (place != NO_PLACE) {
        field->free_places = field->places[place].next;
    } else {
        if (field->place_count == field->place_capacity &&
            memory_reserve(field->from, &field->places, &field->place_capacity,
                           field->place_count + FIRST_PLACES, sizeof *field->places) != FW_OK)
            return FW_NO_MEMORY;
        place = (uint32_t)field->place_count++;
    }
    const uint32_t bucket = bucket_of(field, x, y, distance) % FIELD_BUCKETS;
    const uint64_t bit = UINT64_C(1) << bucket;
    field->places[place] =
        (field_place){ (uint16_t)x, (uint16_t)y, field->used & bit ? field->first[bucket] : NO_PLACE };
    field->first[bucket] = place;
    field->used |= bit;
    return FW_OK;
}

void grid_field_set_costs(grid_field *field, const field_costs *costs)
{
    field->has_costs = costs != NULL;
    if (costs)
        field->costs = *costs;
}

/// Buckets wide enough for the dearest usual step, if there may be such.
static int shift_of(const grid_field *field)
{
    uint32_t dearest = 0;
    int shift = 0;
    for (int terrain = 0; field->has_costs && terrain < FW_TERRAIN_COUNT; terrain++)
        dearest = field->costs.terrain_cost[terrain] > dearest ? field->costs.terrain_cost[terrain] : dearest;
    const uint32_t rise = FIELD_DIAGONAL * (dearest / FIELD_COST_ONE + 2);
    while (shift < FIELD_WIDEST_SHIFT && field->has_costs && rise >> shift >= FIELD_BUCKETS - 1)
        shift++;
    return shift;
}

/// Starts anew without any origin.
static fw_result clear(grid_field *field, const layer *on, const fw_overlay *overlay, int32_t aim_x,
                       int32_t aim_y)
{
    field->on = on;
    field->overlay = overlay_is_empty(overlay) ? NULL : overlay;
    field->bounds = (overlay_span){ 0, 0, on->width, on->height };
    field->aim_x = aim_y < 0 ? -1 : aim_x;
    field->aim_y = aim_y;
    field->place_count = 0;
    field->free_places = NO_PLACE;
    field->used = 0;
    field->origin_count = field->next_origin = 0;
    field->origin_f = UINT32_MAX;
    field->shift = shift_of(field);
    if (cover(field, on) != FW_OK)
        return FW_NO_MEMORY;
    renew_stamp(field);
    return FW_OK;
}

/// Marks a tile from which the field grows, and tells its f.
static fw_result mark_origin(grid_field *field, int32_t x, int32_t y, uint32_t *f)
{
    field_tile *origin = touch(field, x, y);
    if (!origin)
        return FW_NO_MEMORY;
    *origin = (field_tile){ .arrived = ARRIVED_ANEW * ALL_MOVES, .stamp = field->stamp };
    *f = grid_field_to_aim(field, x, y) >> field->shift;
    return FW_OK;
}

fw_result grid_field_reset(grid_field *field, const layer *on, const fw_overlay *overlay, int32_t x,
                           int32_t y, int32_t aim_x, int32_t aim_y)
{
    if (clear(field, on, overlay, aim_x, aim_y) != FW_OK || mark_origin(field, x, y, &field->f) != FW_OK)
        return FW_NO_MEMORY;
    return wait_at(field, x, y, 0);
}

static int compare_origins(const void *left, const void *right)
{
    const field_origin *a = left, *b = right;
    if (a->f != b->f)
        return a->f < b->f ? -1 : 1;
    return a->y != b->y ? (a->y > b->y) - (a->y < b->y) : (a->x > b->x) - (a->x < b->x);
}

fw_result grid_field_reset_from(grid_field *field, const layer *on, const fw_overlay *overlay,
                                const field_origin *origins, size_t count, int32_t aim_x, int32_t aim_y)
{
    if (clear(field, on, overlay, aim_x, aim_y) != FW_OK ||
        memory_reserve(field->from, &field->origins, &field->origin_capacity, count,
                       sizeof *field->origins) != FW_OK)
        return FW_NO_MEMORY;
    for (size_t i = 0; i < count; i++) {
        field->origins[i] = origins[i];
        if (mark_origin(field, origins[i].x, origins[i].y, &field->origins[i].f) != FW_OK)
            return FW_NO_MEMORY;
    }
    qsort(field->origins, count, sizeof *field->origins, compare_origins);
    field->origin_count = count;
    field->origin_f = field->f = field->origins[0].f;
    return FW_OK;
}

/// The f up to which the field may grow before more origins must wait.
static uint32_t until_origins(const grid_field *field)
{
    return field->origin_f == UINT32_MAX     ? UINT32_MAX
           : field->origin_f > FIELD_BUCKETS ? field->origin_f - FIELD_BUCKETS
                                             : 0;
}

/// Lets those origins wait whose f the ring of buckets can hold: no f between is passed over.
static fw_result admit_origins(grid_field *field)
{
    if (!field->used)
        field->f = field->origin_f;
    while (field->origin_f - field->f < FIELD_BUCKETS) {
        const field_origin *next = &field->origins[field->next_origin];
        if (wait_at(field, next->x, next->y, 0) != FW_OK)
            return FW_NO_MEMORY;
        field->next_origin++;
        field->origin_f =
            field->next_origin < field->origin_count ? field->origins[field->next_origin].f : UINT32_MAX;
    }
    return FW_OK;
}

void grid_field_confine(grid_field *field, overlay_span bounds)
{
    field->bounds = bounds;
}

/// The 3 x 3 free tiles around, row by row.
static inline size_t free_around(const layer *on, int32_t x, int32_t y)
{
    const uint64_t *row = layer_row(on, y) + ((x - 1) >> WORD_SHIFT);
    const int shift = (x - 1) & (WORD_BITS - 1);
    size_t around = 0;
    row -= on->stride;
    for (int i = 0; i < 9; i += 3, row += on->stride)
        around |= (size_t)((row[0] >> shift | row[1] << 1 << (WORD_BITS - 1 - shift)) & 7) << i;
    return around;
}

/// The same under an overlay, and within the bounds.
static size_t free_around_in_bounds(const grid_field *field, int32_t x, int32_t y)
{
    size_t columns = 0, around = 0;
    for (int32_t i = 0; i < 3; i++)
        columns |= (size_t)(x - 1 + i >= field->bounds.left && x - 1 + i < field->bounds.right) << i;
    for (int32_t i = 0; i < 3; i++) {
        const int32_t row = y - 1 + i;
        if (row >= field->bounds.top && row < field->bounds.bottom)
            around |= (size_t)(layer_window(field->on, x - 1, row) &
                               overlay_free(field->overlay, field->on->size, x - 1, row) & columns)
                      << 3 * i;
    }
    return around;
}

/// The free tiles around as the field sees them.
static inline size_t free_near(const grid_field *field, int32_t x, int32_t y)
{
    return field->overlay ? free_around_in_bounds(field, x, y) : free_around(field->on, x, y);
}

/// All moves that may be made from a tile.
static inline uint32_t every_move(const grid_field *field, int32_t x, int32_t y)
{
    return field->useful[FIELD_EVERY_MOVE][free_near(field, x, y)];
}

/// The moves to follow from a tile.
static inline uint32_t moves_from(const grid_field *field, int32_t x, int32_t y, uint32_t arrived)
{
    const size_t around = free_near(field, x, y);
    uint32_t moves = field->useful[bits_lowest(arrived)][around];
    while (arrived &= arrived - 1)
        moves |= field->useful[bits_lowest(arrived)][around];
    return moves;
}

/// Notes a way to a tile. Ways of equal length are both followed, because each is canonical for other tiles.
static inline fw_result arrive(grid_field *field, field_tile *tile, int32_t x, int32_t y, uint32_t distance,
                               int move)
{
    const uint32_t arrived = (uint32_t)ARRIVED_ANEW << move;
    if (tile->stamp != field->stamp || distance < tile->distance)
        *tile = (field_tile){ distance, (uint16_t)arrived, field->stamp };
    else if (distance > tile->distance || (tile->arrived >> move & 1))
        return FW_OK;
    else
        tile->arrived |= (uint16_t)arrived;
    return wait_at(field, x, y, distance);
}

/// Follows moves from a tile.
static inline fw_result follow_moves(grid_field *field, const field_tile *tile, int32_t x, int32_t y,
                                     uint32_t moves)
{
    const int32_t last = FIELD_PAGE_SIDE - 1, column = x & last, row = y & last;
    const bool is_inside = column > 0 && column < last && row > 0 && row < last;
    const uint32_t distance = tile->distance;
    for (; moves; moves &= moves - 1) {
        const int move = bits_lowest(moves), dx = move_dx[move], dy = move_dy[move];
        field_tile *to =
            is_inside ? (field_tile *)tile + dy * FIELD_PAGE_SIDE + dx : touch(field, x + dx, y + dy);
        if (!to || arrive(field, to, x + dx, y + dy, distance + step[move], move) != FW_OK)
            return FW_NO_MEMORY;
    }
    return FW_OK;
}

/// What a tile costs, in 1 / FIELD_COST_ONE of the cheapest terrain.
static inline uint32_t cost_of(const grid_field *field, int32_t x, int32_t y)
{
    const field_costs *costs = &field->costs;
    uint64_t paid = costs->terrain_cost[costs->terrains[(size_t)y * costs->stride + (size_t)x]];
    if (costs->overlay)
        paid += (uint64_t)overlay_cost(costs->overlay, x, y) * FIELD_COST_ONE / costs->cheapest;
    return paid < FIELD_DEAREST ? (uint32_t)paid : FIELD_DEAREST;
}

/// Follows moves from a tile where tiles differ in cost: it pays half of its own and half of the other's.
static fw_result follow_dear_moves(grid_field *field, const field_tile *tile, int32_t x, int32_t y,
                                   uint32_t moves)
{
    const uint32_t distance = tile->distance, here = cost_of(field, x, y);
    for (; moves; moves &= moves - 1) {
        const int move = bits_lowest(moves);
        const int32_t to_x = x + move_dx[move], to_y = y + move_dy[move];
        const uint32_t way = step[move] * (here + cost_of(field, to_x, to_y)) / (2 * FIELD_COST_ONE);
        field_tile *to = touch(field, to_x, to_y);
        if (!to || arrive(field, to, to_x, to_y, distance + way, move) != FW_OK)
            return FW_NO_MEMORY;
    }
    return FW_OK;
}

/// Takes a place from the first bucket that holds any.
static inline field_place take_next(grid_field *field)
{
    const uint32_t turned = field->f % FIELD_BUCKETS;
    const uint64_t ahead = field->used >> turned | field->used << 1 << (FIELD_BUCKETS - 1 - turned);
    field->f += (uint32_t)bits_lowest(ahead);
    const uint32_t bucket = field->f % FIELD_BUCKETS;
    const uint32_t taken = field->first[bucket];
    field_place *place = &field->places[taken];
    const field_place next = *place;
    field->first[bucket] = next.next;
    if (next.next == NO_PLACE)
        field->used &= ~(UINT64_C(1) << bucket);
    place->next = field->free_places;
    field->free_places = taken;
    return next;
}

/// Follows tiles until the target's distance is known, the work is used up, or f has grown beyond `until`.
static fw_result grow(grid_field *field, const field_tile *target, uint32_t until, uint64_t *work)
{
    uint64_t left = *work;
    fw_result result = FW_OK;
    while (result == FW_OK && field->used && field->f <= until && !field_tile_is_final(field, target)) {
        if (left == 0) {
            result = FW_PENDING;
            break;
        }
        const field_place place = take_next(field);
        field_tile *tile = grid_field_tile(field, place.x, place.y);
        const uint32_t pending = tile->arrived >> FIELD_PENDING_SHIFT;
        if (!pending)
            continue; // followed already, from a shorter way
        if (field->has_costs && bucket_of(field, place.x, place.y, tile->distance) > field->f) {
            result = wait_at(field, place.x, place.y, tile->distance); // the ring did not reach so far
            continue;
        }
        tile->arrived &= FIELD_ARRIVED;
        left--;
        result =
            field->has_costs
                ? follow_dear_moves(field, tile, place.x, place.y, every_move(field, place.x, place.y))
                : follow_moves(field, tile, place.x, place.y, moves_from(field, place.x, place.y, pending));
    }
    *work = left;
    return result;
}

fw_result grid_field_reach(grid_field *field, int32_t x, int32_t y, uint64_t *work)
{
    const field_tile *target = touch(field, x, y);
    if (!target)
        return FW_NO_MEMORY;
    fw_result result = grow(field, target, until_origins(field), work);
    while (result == FW_OK && field->origin_f != UINT32_MAX && !field_tile_is_final(field, target)) {
        result = admit_origins(field);
        if (result == FW_OK)
            result = grow(field, target, until_origins(field), work);
    }
    return result;
}
