#pragma once

/// Scenarios made from the files of the MAPF benchmarks: a map, and a .scen file with start and goal of each agent.
/// Source: Stern et al. 2019, "Multi-Agent Pathfinding: Definitions, Variants, and Benchmarks".

#include <stdbool.h>

#include "fairway/map.h"
#include "io/scenario.h"
#include "options.h"

/// Lets the first agents of --scen go from the centre of their start's tile to that of their goal's tile. Their bodies
/// are circles of radius --radius (0.35 tiles), their speeds those of --speed (top 2, all else 4). Ids begin with 1.
///
/// @param[out] map       to be destroyed, also after a failure
/// @param[out] scenario  to be freed, also after a failure
/// @return false after an error message
bool mapf_load(const options *given, fw_map **map, io_scenario *scenario);

/// The same on a map that was read already. Without --scen, nobody is there.
///
/// @param[out] scenario  to be freed, also after a failure
/// @return false after an error message
bool mapf_read(const options *given, const fw_map *map, io_scenario *scenario);

/// Adds the units of a map's file, which stand where they are. Their ids follow those that are there; their speeds are
/// those of --speed. Returns false after an error message.
bool mapf_add_units(const options *given, const fw_map *map, const io_reading *source, io_scenario *scenario);
