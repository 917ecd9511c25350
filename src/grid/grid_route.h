#pragma once

/// The route that a search on the grid has found: a path as runs.

#include <stdint.h>

#include "base/memory.h"
#include "curve/path.h"
#include "grid/grid_goal.h"

/// An anchor on the path.
typedef struct grid_anchor {
    int32_t x, y;
} grid_anchor;

/// Consecutive steps by the same move.
typedef path_run grid_run;

/// Appends a step to runs. FW_OK or FW_NO_MEMORY.
static inline fw_result grid_runs_add(memory *memory, grid_run **runs, size_t *room, int32_t *count, int move)
{
    if (*count > 0 && (*runs)[*count - 1].direction == move) {
        (*runs)[*count - 1].steps++;
        return FW_OK;
    }
    if (MEMORY_RESERVE(memory, *runs, *room, (size_t)*count + 1) != FW_OK)
        return FW_NO_MEMORY;
    (*runs)[(*count)++] = (grid_run){ move, 1 };
    return FW_OK;
}

static inline void grid_runs_reverse(grid_run *runs, int32_t count)
{
    for (int32_t i = 0; i < count / 2; i++) {
        const grid_run swapped = runs[i];
        runs[i] = runs[count - 1 - i];
        runs[count - 1 - i] = swapped;
    }
}

/// The path as runs, from the start on. Consecutive runs have different moves.
typedef struct grid_route {
    const grid_run *runs; ///< [run * count], valid until the next call for the space
    int32_t count;
    grid_anchor start, end;
    double cost;               ///< the exact integral of cost along the path, in tiles
    const grid_target *target; ///< GRID_GOAL_SET: which target was reached; null otherwise
} grid_route;

/// The end of the search to which a route leads.
typedef enum grid_end {
    GRID_END_GOAL,   ///< the goal that was reached
    GRID_END_BEST,   ///< the open anchor with the least h
    GRID_END_NEAREST ///< the cheapest of the expanded anchors that are nearest to the query's aims
} grid_end;
