#pragma once

/// What the straight ways between the tiles of a cluster cost on the cheapest ground, as a table: lower bounds of the
/// costs of all ways.

#include <stdint.h>

#include "base/memory.h"
#include "fairway/result.h"

typedef struct beelines {
    memory *memory;
    int32_t side;   ///< of a cluster
    uint32_t least; ///< the cheapest cost for a tile's length, doubled
    /// [rows apart * side][columns * (2 * side - 1)] columns from -(side - 1) to side - 1
    int64_t *cost;
    size_t capacity; ///< of `cost`
} beelines;

/// Fills the table, unless it is the same as before. FW_OK or FW_NO_MEMORY.
fw_result beelines_set(beelines *lines, memory *memory, int32_t side, uint32_t least);

/// Costs between tiles so many rows apart, by columns apart, of either sign.
static inline const int64_t *beelines_row(const beelines *lines, int32_t rows)
{
    return lines->cost + rows * (2 * lines->side - 1) + lines->side - 1;
}
