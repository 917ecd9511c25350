#include "hierarchy/beelines.h"

#include <stdlib.h>

#include "hierarchy/ground.h"

static void fill(beelines *lines)
{
    int64_t *cost = lines->cost;
    for (int32_t rows = 0; rows < lines->side; rows++)
        for (int32_t columns = 1 - lines->side; columns < lines->side; columns++) {
            const int32_t across = abs(columns), diagonal = across < rows ? across : rows;
            const int32_t straight = across + rows - 2 * diagonal;
            *cost++ = (int64_t)lines->least * (straight * GROUND_STRAIGHT + diagonal * GROUND_DIAGONAL);
        }
}

fw_result beelines_set(beelines *lines, memory *memory, int32_t side, uint32_t least)
{
    if (lines->side == side && lines->least == least)
        return FW_OK;
    const size_t entries = (size_t)side * (size_t)(2 * side - 1);
    if (MEMORY_RESERVE(memory, lines->cost, lines->capacity, entries) != FW_OK)
        return FW_NO_MEMORY;
    lines->memory = memory;
    lines->side = side;
    lines->least = least;
    fill(lines);
    return FW_OK;
}
