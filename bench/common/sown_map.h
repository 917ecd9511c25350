#ifndef BENCH_SOWN_MAP_H
#define BENCH_SOWN_MAP_H

/// @file
/// Maps whose free tiles are sown with patches of ground, swamp and sand, and a textbook A* on them.

#include "common/textbook_astar.h"
#include "fairway/fairway.h"

/// What the terrains cost; 0 for all others.
extern const double sown_costs[FW_TERRAIN_COUNT];

/// Sows free tiles with terrains, patch by patch.
bool sow_map(fw_map *map);

/// The textbook's A* for a unit: on a sown map, or null costs for one where all tiles cost the same.
textbook_astar *textbook_on(const fw_map *map, fw_unit_id unit, const double *costs);

#endif
