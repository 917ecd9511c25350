#pragma once

/// A map where units search in different ways, and requests of any kind for them.

#include "base/random.h"
#include "common/rationed.h"
#include "fairway/planner.h"

enum { SIDE = 96, UNITS = 3 };

/// A map with units that search it in different ways, and one planner.
typedef struct yard {
    fw_map *map;
    fw_unit_id units[UNITS]; ///< jump points, A* over terrains, A* for a larger unit that cuts corners
    fw_planner *planner;
    fw_path *path;
    fw_overlay *overlay;
    ration ration; ///< of the planner
} yard;

/// Draws the map, registers the units, and makes planner, path and overlay.
void begin_yard(yard *begun, uint64_t seed);

/// Frees everything, and fails the test where the planner lost memory.
void end_yard(yard *yard);

/// A place where a unit fits.
fw_pose somewhere(const yard *yard, random_source *source, fw_unit_id unit);

/// A request of any kind.
fw_request request_at_random(const yard *yard, random_source *source);

/// Begins a search that needs more than a step.
fw_search *begin_long_search(const yard *yard, random_source *source);
