#pragma once

/// An index of points: of each unit at most one. It finds those at a place, and those within a box.

#include "base/memory.h"
#include "curve/sweep_rows.h"

/// The point of a unit.
typedef struct indexed_point {
    double x, y;
    uint32_t before, next; ///< other points of the bucket
} indexed_point;

typedef struct point_index {
    indexed_point *points; ///< [point * slots]
    size_t slots;
    uint32_t *buckets;   ///< [slot * bucket_count] the first point of each bucket
    size_t bucket_count; ///< a power of two
} point_index;

/// Makes room for the points of a number of slots.
///
/// @return FW_OK or FW_NO_MEMORY: nothing has changed
fw_result points_reserve(memory *memory, point_index *index, size_t slots);

void points_free(memory *memory, point_index *index);

/// Enters the point of a unit, or moves it.
void points_enter(point_index *index, uint32_t slot, double x, double y);

/// Takes the point of a unit out, if it is there.
void points_leave(point_index *index, uint32_t slot);

/// Lists the units with points exactly at a place, in no order.
///
/// @param[out] slots  [slot * number of points]
/// @return number of them
int32_t points_at(const point_index *index, double x, double y, uint32_t *slots);

/// The same within a box.
int32_t points_in(const point_index *index, const fw_box *box, uint32_t *slots);
