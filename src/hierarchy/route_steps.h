#pragma once

/// The steps of a route while it is written, and what they cost.

#include <math.h>

#include "grid/grid_route.h"
#include "hierarchy/ground.h"

typedef struct route_steps {
    grid_run *runs; ///< [run * count]
    size_t capacity;
    int32_t count;
    step_prices prices;
    uint64_t straight,
        diagonal; ///< sums of what steps cost for each tile of their length, in halves of 1 / COST_ONE
} route_steps;

/// Begins a route without steps. It keeps the memory of the one before.
static inline void route_steps_begin(route_steps *steps, const ground_rules *rules)
{
    steps->count = 0;
    steps->prices = step_prices_of(rules);
    steps->straight = steps->diagonal = 0;
}

/// Adds a step between a tile and the one that `move` leads to from there.
///
/// @param run  the move of the route: this one, or the opposite one
/// @return FW_OK or FW_NO_MEMORY
static inline fw_result route_steps_add(route_steps *steps, memory *memory, grid_anchor at, int move, int run)
{
    const uint64_t doubled = step_prices_doubled(&steps->prices, at.x, at.y, move);
    steps->straight += move_is_diagonal(move) ? 0 : doubled;
    steps->diagonal += move_is_diagonal(move) ? doubled : 0;
    return grid_runs_add(memory, &steps->runs, &steps->capacity, &steps->count, run);
}

/// Cost of all steps, in tiles.
static inline double route_steps_cost(const route_steps *steps)
{
    return ((double)steps->straight + (double)steps->diagonal * sqrt(2.0)) / (2.0 * COST_ONE);
}
