#pragma once

/// The exact cost from each pose around a goal to the goal, and so the cost of the last turns. A search backward from
/// the goal (forward motions from the goal turned around) finds these poses up to a radius. Beyond lies a border of
/// tiles, from which a wave may go on. Bounds that are built on the border include the last turns. A bound without the
/// last turns misleads a search most, because the search finds out their cost only with its last expansions. (Perimeter
/// search: Dillenburg & Nelson 1994.)

#include "directional/guides/surcharge.h"
#include "directional/motions/ground.h"
#include "search/page_pool.h"

typedef struct perimeter perimeter;

/// A tile one motion beyond the perimeter, with the cost from there to the goal.
typedef struct border_tile {
    int32_t x, y;
    uint32_t cost;
} border_tile;

/// Stands for a pose outside the perimeter.
#define NOT_WITHIN UINT32_MAX

perimeter *perimeter_create(memory *memory, page_pool *pool);

/// Resets a perimeter; ground, charges and origins must stay unchanged while it is used.
///
/// @param radius   poses from which the goal costs less are inside, in 1 / MOTION_SCALE tile; 0: no pose is inside
void perimeter_reset(perimeter *around, const motion_ground *ground, const surcharge *charges,
                     const motion_origin *origins, int32_t count, uint32_t radius);

/// Expands poses until all poses inside the radius are known.
///
/// @param[in,out] work  poses that may be expanded; the number expanded is subtracted
/// @return FW_OK, FW_PENDING (the work is used up), FW_NO_MEMORY or FW_TOO_MANY
fw_result perimeter_complete(perimeter *around, uint64_t *work);

/// The exact cost from a pose, or NOT_WITHIN. The perimeter must be complete.
uint32_t perimeter_cost(const perimeter *around, lattice_pose from);

/// The border of a complete perimeter; a tile may occur several times. If the border is empty, no pose outside leads to
/// the goal.
const border_tile *perimeter_border(const perimeter *around, size_t *count);
