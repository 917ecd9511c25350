#pragma once

/// The oracle of grid search: Dijkstra over anchors in doubles, slow and plain, that knows only the rules
/// which the documentation states and nothing of the library's grid. It keeps its own copy of a map, with
/// what an overlay changes.

#include <stdbool.h>
#include <stdint.h>

#include "base/random.h"
#include "fairway/map.h"
#include "fairway/overlay.h"
#include "fairway/path.h"

enum { WORLD_SIDE = 24, WORLD_TILES = WORLD_SIDE * WORLD_SIDE };

/// A small map as one unit sees it.
typedef struct world {
    int32_t width, height; ///< at most WORLD_TILES in all
    int32_t size;          ///< of the unit
    fw_corner_rule corners;
    double cost[WORLD_TILES];       ///< [tile] of a tile's length; 0 = the unit may not enter
    double added[WORLD_TILES];      ///< [tile] by an overlay
    uint8_t bytes[WORLD_TILES];     ///< [tile] costs in 1/16; 254 = forbidden for the centre
    bool blocked[WORLD_TILES];      ///< [tile] by an overlay
    uint8_t forbidden[WORLD_TILES]; ///< [anchor] moves out of it, FW_MOVE_ bits
    bool corridor[WORLD_TILES];     ///< [anchor] counts only where there is a corridor
    bool has_corridor;
} world;

/// What Dijkstra found out.
typedef struct distances {
    double cost[WORLD_TILES];   ///< [anchor] of the cheapest way from the start; infinite = none
    int32_t bends[WORLD_TILES]; ///< [anchor] fewest bends among these; only where they were asked for
} distances;

/// A map as a unit sees it, without an overlay.
void world_of(const fw_map *map, fw_unit_id unit, world *seen);

/// Changes an overlay and the world alike, by one random call.
void world_overlay_at_random(world *seen, fw_overlay *overlay, random_source *source);

static inline int32_t world_tile(const world *seen, int32_t x, int32_t y)
{
    return y * seen->width + x;
}

/// True if the unit may be anchored at a tile: blocked tiles and the corridor count.
bool world_fits(const world *seen, int32_t x, int32_t y);

/// True if the unit may step from an anchor where it may stand by (dx, dy), each -1, 0 or 1.
bool world_may_step(const world *seen, int32_t x, int32_t y, int32_t dx, int32_t dy);

/// What the step costs.
double world_step_cost(const world *seen, int32_t x, int32_t y, int32_t dx, int32_t dy);

/// Costs from an anchor to all others.
void world_search(const world *seen, int32_t x, int32_t y, distances *found);

/// The same with the fewest bends among the cheapest ways. Slower.
void world_search_with_bends(const world *seen, int32_t x, int32_t y, distances *found);

/// Walks a path of lines step by step from one anchor to another; fails the test where a step is not allowed
/// or the path does not consist of steps.
///
/// @param[out] bends  how often it changes direction; may be null
/// @return what the walk costs
double world_walk(const world *seen, const fw_path *path, int32_t from_x, int32_t from_y, int32_t to_x,
                  int32_t to_y, int32_t *bends);
