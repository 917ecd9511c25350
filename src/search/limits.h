#pragma once

/// The limits of a search, and its trace: the same for every space and every width of costs.

#include <stdbool.h>
#include <stdint.h>

#include "fairway/planner.h"
#include "fairway/trace.h"

typedef struct search_limits {
    uint64_t max_work;    ///< 0 = none
    uint64_t deadline_us; ///< on clock_us(); 0 = none
    uint64_t max_cost;    ///< the search stops when it takes a node that costs more; 0 = none
    double weight;        ///< of h: nodes are ordered by g + weight * h
    fw_trace_fn trace;
    void *trace_user;
    double trace_scale; ///< tiles of one unit of cost, for the trace
} search_limits;

/// Largest relative difference between the cost that a search computes and the cost of the path.
#define COST_ROUNDING (1.0 / 2048)

/// `max_cost` for a limit in tiles.
///
/// @param distance  0 = no limit
/// @param scale     cost of a tile's length
static inline uint64_t limits_max_cost(double distance, double scale)
{
    const double most = distance * scale * (1 + COST_ROUNDING) + 1;
    return distance > 0 && most < 0x1p62 ? (uint64_t)most : 0;
}

/// The lower one of two limits of work.
///
/// @param max_work  0 = none
static inline uint64_t limits_max_work(uint64_t max_work, uint64_t most)
{
    return max_work && max_work < most ? max_work : most;
}

/// Subtracts from the work that is left, but not below 0.
static inline void work_spend(uint64_t *left, uint64_t spent)
{
    *left -= spent < *left ? spent : *left;
}

/// Microseconds on a clock that never goes back, if the system has such a clock.
uint64_t clock_us(void);

/// The time on clock_us() at which a search that begins now must end.
///
/// @param max_time_us  microseconds; 0 = no limit
/// @return the deadline, 0 = none
uint64_t deadline_in(uint64_t max_time_us);
