#include "grid/field.h"

#include <stddef.h>

#include "grid/grid_moves.h"
#include "grid/overlay_boxes.h"

enum { ALL_MOVES = 0xff };

static uint32_t bit_of(int move)
{
    return 1u << (move & 7);
}

/// Moves that continue a canonical path: diagonal steps come first, and a straight run turns aside only past the end of
/// a wall, where the tile beside it is free and the tile beside the one before was blocked.
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

void grid_field_init(grid_field *field, memory *memory)
{
    memset(field, 0, sizeof *field);
    field->memory = memory;
    field->spare = (page_pool){ .memory = memory, .page_bytes = offsetof(field_page, prices) };
    field->places.free = FIELD_NO_PLACE;
    for (unsigned around = 0; around < 512; around++) {
        const uint32_t free = moves_into(around & 7, around >> 3 & 7, around >> 6);
        const uint32_t allowed = moves_allowed(free, FW_CORNERS_NEVER);
        for (int move = 0; move < MOVE_COUNT; move++)
            field->useful[move][around] = (uint8_t)(allowed & canonical_after(move, free));
        field->useful[FIELD_EVERY_MOVE][around] = (uint8_t)allowed;
    }
}

/// Returns all pages to the spare ones.
static void lift_pages(grid_field *field)
{
    for (size_t i = 0; i < field->page_capacity; i++)
        if (field->pages[i]) {
            page_pool_put(&field->spare, field->pages[i]);
            field->pages[i] = NULL;
        }
}

static void free_pages(grid_field *field)
{
    lift_pages(field);
    page_pool_trim(&field->spare);
    memory_give_back(field->memory, (void *)field->pages, field->page_capacity, sizeof *field->pages);
    field->pages = NULL;
    field->page_capacity = field->page_count = 0;
}

/// Allocates the list of pages for the size of a layer, without pages.
static fw_result cover(grid_field *field, const layer *layer)
{
    const int32_t columns = blocks_across(layer->width);
    const int32_t rows = blocks_across(layer->height);
    const size_t count = (size_t)columns * (size_t)rows;
    const bool lacks_prices = field->has_costs && field->spare.page_bytes < sizeof(field_page);
    if (field->page_capacity != count || lacks_prices) {
        free_pages(field);
        field->spare.page_bytes = lacks_prices ? sizeof(field_page) : field->spare.page_bytes;
        field->pages = (field_page **)memory_get_zeroed(field->memory, count, sizeof *field->pages);
        if (!field->pages)
            return FW_NO_MEMORY;
        field->page_capacity = count;
    }
    field->columns = columns;
    return FW_OK;
}

/// Makes all entries invalid: takes a new stamp. If stamps begin again, all pages are cleared before they are used.
static void renew_stamp(grid_field *field)
{
    if (++field->stamp != 0)
        return;
    lift_pages(field);
    field->stamp = 1;
}

void grid_field_set_costs(grid_field *field, const field_costs *costs)
{
    field->has_costs = costs != NULL;
    if (costs)
        field->costs = *costs;
}

void grid_field_set_greedy(grid_field *field, bool is_greedy)
{
    field->is_greedy = is_greedy;
}

/// The width of buckets, as a shift. If tiles differ in cost, the ring of buckets should hold the rise of f by a step
/// of the most expensive terrain.
static int shift_of(const grid_field *field)
{
    if (!field->has_costs)
        return field->is_greedy ? FIELD_GREEDY_SHIFT : 0;
    uint32_t most = 0;
    int shift = 0;
    for (int terrain = 0; terrain < FW_TERRAIN_COUNT; terrain++)
        most = field->costs.terrain_cost[terrain] > most ? field->costs.terrain_cost[terrain] : most;
    const uint32_t rise = FIELD_DIAGONAL * (most / FIELD_COST_ONE + 2);
    while (shift < FIELD_WIDEST_SHIFT && rise >> shift >= FIELD_BUCKETS - 1)
        shift++;
    return shift;
}

/// Makes the field empty: no origin, no tile with a distance.
static fw_result clear(grid_field *field, const layer *layer, const fw_overlay *overlay, int32_t aim_x,
                       int32_t aim_y)
{
    field->layer = layer;
    field->overlay = overlay_is_empty(overlay) ? NULL : overlay;
    field->bounds = (tile_box){ -BLOCK_SIDE, -BLOCK_SIDE, layer->width + BLOCK_SIDE,
                                layer->height + BLOCK_SIDE }; // walls end the map
    field->changed = field->overlay ? overlay_boxes_of(overlay, layer->size).hull : NO_TILES;
    field->aim_x = aim_y < 0 ? -1 : aim_x;
    field->aim_y = aim_y;
    field->places.count = 0;
    field->places.free = FIELD_NO_PLACE;
    field->used = 0;
    field->origins.count = field->origins.next = 0;
    field->origins.f = UINT32_MAX;
    field->shift = shift_of(field);
    if (cover(field, layer) != FW_OK)
        return FW_NO_MEMORY;
    renew_stamp(field);
    return FW_OK;
}

/// Gives the tile of an origin its distance, and computes the origin's f.
static fw_result mark_origin(grid_field *field, field_origin *origin)
{
    field_tile *tile = field_touch(field, origin->x, origin->y);
    if (!tile)
        return FW_NO_MEMORY;
    if (tile->stamp != field->stamp || origin->distance < tile->distance)
        *tile = (field_tile){ origin->distance, (uint16_t)(FIELD_ARRIVED_ANEW * ALL_MOVES), field->stamp };
    origin->f = (origin->distance + grid_field_to_aim(field, origin->x, origin->y)) >> field->shift;
    return FW_OK;
}

fw_result grid_field_reset(grid_field *field, const layer *layer, const fw_overlay *overlay, int32_t x,
                           int32_t y, int32_t aim_x, int32_t aim_y)
{
    field_origin origin = { .x = x, .y = y };
    if (clear(field, layer, overlay, aim_x, aim_y) != FW_OK || mark_origin(field, &origin) != FW_OK)
        return FW_NO_MEMORY;
    field->f = origin.f;
    return field_wait(field, x, y, 0);
}

static int compare_origins(const void *left, const void *right)
{
    const field_origin *a = left, *b = right;
    if (a->f != b->f)
        return a->f < b->f ? -1 : 1;
    return a->y != b->y ? (a->y > b->y) - (a->y < b->y) : (a->x > b->x) - (a->x < b->x);
}

fw_result grid_field_reset_from(grid_field *field, const layer *layer, const fw_overlay *overlay,
                                const field_origin *origins, size_t count, int32_t aim_x, int32_t aim_y)
{
    if (clear(field, layer, overlay, aim_x, aim_y) != FW_OK ||
        MEMORY_RESERVE(field->memory, field->origins.all, field->origins.capacity, count) != FW_OK)
        return FW_NO_MEMORY;
    for (size_t i = 0; i < count; i++) {
        field->origins.all[i] = origins[i];
        if (mark_origin(field, &field->origins.all[i]) != FW_OK)
            return FW_NO_MEMORY;
    }
    qsort(field->origins.all, count, sizeof *field->origins.all, compare_origins);
    field->origins.count = count;
    field->origins.f = field->f = field->origins.all[0].f;
    return FW_OK;
}

void grid_field_confine(grid_field *field, tile_box bounds)
{
    field->bounds = bounds;
}
