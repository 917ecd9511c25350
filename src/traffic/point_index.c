#include "traffic/point_index.h"

#include <math.h>

#include "base/hash.h"

/// Side of the cells, in tiles. All points of a cell are in one bucket.
#define SIDE 4.0

enum { LEAST_SLOTS = 32, CLOSE_PARTS_OF_SLOTS = 16 };

/// Instead of a slot: there is no other point in the bucket, and the slot itself has no point.
#define NO_POINT    UINT32_MAX
#define NOT_ENTERED (UINT32_MAX - 1)

static int64_t cell_of(double place)
{
    return (int64_t)floor(place / SIDE);
}

static uint32_t *bucket_of(const point_index *index, int64_t x, int64_t y)
{
    const uint64_t mixed = hash_64(hash_64((uint64_t)x) ^ (uint64_t)y);
    return &index->buckets[(mixed >> 32) & (index->bucket_count - 1)];
}

void points_free(memory *memory, point_index *index)
{
    memory_give_back(memory, index->points, index->slots, sizeof *index->points);
    memory_give_back(memory, index->buckets, index->bucket_count, sizeof *index->buckets);
    *index = (point_index){ 0 };
}

fw_result points_reserve(memory *memory, point_index *index, size_t slots)
{
    if (slots <= index->slots)
        return FW_OK;
    point_index made = { .slots = LEAST_SLOTS + slots + slots / CLOSE_PARTS_OF_SLOTS, .bucket_count = 1 };
    while (2 * made.bucket_count < made.slots)
        made.bucket_count *= 2;
    made.points = memory_get(memory, made.slots, sizeof *made.points);
    made.buckets = memory_get(memory, made.bucket_count, sizeof *made.buckets);
    if (!made.points || !made.buckets) {
        points_free(memory, &made);
        return FW_NO_MEMORY;
    }
    for (size_t i = 0; i < made.bucket_count; i++)
        made.buckets[i] = NO_POINT;
    for (size_t i = 0; i < made.slots; i++)
        made.points[i].before = NOT_ENTERED;
    for (size_t i = 0; i < index->slots; i++)
        if (index->points[i].before != NOT_ENTERED)
            points_enter(&made, (uint32_t)i, index->points[i].x, index->points[i].y);
    points_free(memory, index);
    *index = made;
    return FW_OK;
}

void points_leave(point_index *index, uint32_t slot)
{
    indexed_point *point = &index->points[slot];
    if (point->before == NOT_ENTERED)
        return;
    if (point->before == NO_POINT)
        *bucket_of(index, cell_of(point->x), cell_of(point->y)) = point->next;
    else
        index->points[point->before].next = point->next;
    if (point->next != NO_POINT)
        index->points[point->next].before = point->before;
    point->before = NOT_ENTERED;
}

void points_enter(point_index *index, uint32_t slot, double x, double y)
{
    points_leave(index, slot);
    uint32_t *bucket = bucket_of(index, cell_of(x), cell_of(y));
    index->points[slot] = (indexed_point){ .x = x, .y = y, .before = NO_POINT, .next = *bucket };
    if (*bucket != NO_POINT)
        index->points[*bucket].before = slot;
    *bucket = slot;
}

int32_t points_at(const point_index *index, double x, double y, uint32_t *slots)
{
    return points_in(index, &(fw_box){ x, y, x, y }, slots);
}

int32_t points_in(const point_index *index, const fw_box *box, uint32_t *slots)
{
    int32_t count = 0;
    for (int64_t row = cell_of(box->min_y); row <= cell_of(box->max_y); row++)
        for (int64_t column = cell_of(box->min_x); column <= cell_of(box->max_x); column++) {
            uint32_t slot = *bucket_of(index, column, row);
            for (; slot != NO_POINT; slot = index->points[slot].next) {
                const indexed_point *point =
                    &index->points[slot]; // points of other cells may be in the bucket
                const bool is_here = cell_of(point->x) == column && cell_of(point->y) == row;
                if (is_here && point->x >= box->min_x && point->x <= box->max_x && point->y >= box->min_y &&
                    point->y <= box->max_y)
                    slots[count++] = slot;
            }
        }
    return count;
}
