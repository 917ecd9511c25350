#ifndef GRID_FIELD_INSIDE_H
#define GRID_FIELD_INSIDE_H

/// @file
/// The inside of a field, for the files that set up and grow fields.

#include <string.h>

#include "grid/field.h"

enum {
    FIELD_ARRIVED_ANEW =
        1 |
        1 << FIELD_PENDING_SHIFT, ///< times a move: the tile was reached by this move, which was not followed yet
    FIELD_FIRST_PLACES = 1024
};

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
    memset(page, 0, sizeof *page);
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
    uint32_t place = field->free_places;
    if (place != FIELD_NO_PLACE) {
        field->free_places = field->places[place].next;
    } else {
        if (field->place_count == field->place_capacity &&
            memory_reserve(field->memory, &field->places, &field->place_capacity,
                           field->place_count + FIELD_FIRST_PLACES, sizeof *field->places) != FW_OK)
            return FW_NO_MEMORY;
        place = (uint32_t)field->place_count++;
    }
    const uint32_t bucket = field_bucket(field, x, y, distance) % FIELD_BUCKETS;
    const uint64_t bit = UINT64_C(1) << bucket;
    field->places[place] =
        (field_place){ (uint16_t)x, (uint16_t)y, field->used & bit ? field->first[bucket] : FIELD_NO_PLACE };
    field->first[bucket] = place;
    field->used |= bit;
    return FW_OK;
}

#endif
