#pragma once

/// Maps whose free tiles are sown with patches of ground, swamp and sand.

#include "fairway/fairway.h"

/// What the terrains cost; 0 for all others.
extern const double sown_costs[FW_TERRAIN_COUNT];

/// Sows free tiles with terrains, patch by patch.
bool sow_map(fw_map *map);
