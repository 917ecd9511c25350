#pragma once

/// Many queries of many kinds on one map, for tests that compare answers.

#include <stdint.h>

#include "base/random.h"
#include "fairway/map.h"
#include "fairway/overlay.h"
#include "fairway/planner.h"

enum { QUERY_UNITS = 8 };

/// A map with units of several sizes and abilities, corner rules and terrain costs among them.
typedef struct query_world {
    fw_map *map;
    fw_overlay *overlay; ///< a few things parked on the map
    fw_unit_id units[QUERY_UNITS];
} query_world;

/// Registers the units on a map, which the world takes over.
query_world query_world_on(fw_map *map);

void query_world_destroy(query_world *world);

/// The n-th query of a world: unit, start, goal, method and wishes follow from n alone.
fw_request query_of(const query_world *world, uint64_t n);

/// Asks the n-th query and adds the answer, path or result, to a hash.
///
/// @param slice  work of a step; 0 = in one call
uint64_t query_answer(fw_planner *planner, const query_world *world, uint64_t n, uint64_t slice,
                      fw_path *path, uint64_t hash);
