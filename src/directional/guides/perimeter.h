#ifndef DIRECTIONAL_GUIDES_PERIMETER_H
#define DIRECTIONAL_GUIDES_PERIMETER_H

/// @file
/// What the last turns cost: poses around a goal, each with all that the way from there costs. They are found by a
/// search backward from the goal (which is forward, facing the other way) as far as a radius. Beyond lies a rim of
/// tiles, from which a wave may go on. So the last turns, which mislead a search most because it comes to them last,
/// are paid for by all that lies behind them. (Perimeter search: Dillenburg & Nelson 1994.)

#include "directional/guides/surcharge.h"
#include "directional/motions/ground.h"
#include "search/page_pool.h"

typedef struct perimeter perimeter;

/// A tile outside by one motion, and what the way over it costs at least.
typedef struct border_tile {
    int32_t x, y;
    uint32_t cost;
} border_tile;

/// Stands for a pose that is not within.
#define NOT_WITHIN UINT32_MAX

perimeter *perimeter_create(memory *memory, page_pool *pool);
void perimeter_destroy(perimeter *around);
size_t perimeter_bytes(const perimeter *around);

/// Starts anew; ground, charges and origins must stay as they are while it is used.
///
/// @param origins  [origin * count]
/// @param radius   costs that are less are within, in 1 / MOTION_SCALE tile; 0: nothing is
void perimeter_reset(perimeter *around, const motion_ground *ground, const surcharge *charges,
                     const motion_origin *origins, int32_t count, uint32_t radius);

/// Goes on until all that is within was found.
///
/// @param[in,out] work  poses that may be followed; what was used is taken off
/// @return FW_OK, FW_PENDING (the work is used up), FW_NO_MEMORY or FW_TOO_MANY
fw_result perimeter_complete(perimeter *around, uint64_t *work);

/// Once it is complete: what the way from a pose costs, or NOT_WITHIN.
uint32_t perimeter_cost(const perimeter *around, lattice_pose from);

/// And its rim: tiles may be there several times. Where there is none, no other pose leads to the goal.
///
/// @return [tile * count]
const border_tile *perimeter_border(const perimeter *around, size_t *count);

#endif
