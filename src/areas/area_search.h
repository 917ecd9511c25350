#pragma once

/// The search for a path over the areas of a map. A step from an area to an adjacent one costs the distance between
/// their middles times the mean cost of their terrains.

#include "areas/area_map.h"
#include "search/best_first.h"

_Static_assert(COST_IS_WIDE, "sources that share this header agree on the width of costs");

typedef struct area_search {
    best_first search;
    const fw_area_map *areas;
    int32_t start, goal;
    double cheapest; ///< cost of a tile's length on the cheapest terrain
} area_search;

void area_search_init(area_search *search, memory *memory, page_pool *pool);

/// Begins a search between two areas.
///
/// @param cheapest  cost of the unit's cheapest terrain, in 1 / COST_ONE
void area_search_reset(area_search *search, const fw_area_map *areas, int32_t start, int32_t goal,
                       uint32_t cheapest, const search_limits *limits);

/// Continues; results as best_first_run().
fw_result area_search_run(area_search *search, uint64_t work);

/// Writes the areas of the path that was found, from the start on.
///
/// @param[out] route  [area * result] if `capacity` suffices; may be null
/// @return number of areas
int32_t area_search_route(const area_search *search, int32_t *route, int32_t capacity);

fw_statistics area_search_statistics(const area_search *search);
