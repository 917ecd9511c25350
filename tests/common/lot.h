#pragma once

/// A map with a unit that has a turning radius, and what finds its paths.

#include "fairway/planner.h"

typedef struct lot {
    fw_map *map;
    fw_unit_def def;
    fw_unit_id unit;
    fw_planner *planner;
    fw_path *path;
    fw_overlay *overlay; ///< null: none
} lot;

/// Takes over a map.
///
/// @param allocator  of planner and path; null = malloc and free
lot lot_on(fw_map *map, fw_unit_def def, const fw_allocator *allocator);

void lot_end(lot *lot);

/// A round body of radius 0.45.
fw_unit_def lot_vehicle(double turn_radius, bool reverse);

/// From an anchor, with a heading, to another one with any heading, on the grid. Violations are allowed: the tests of
/// turns begin with lines.
fw_request lot_request(const lot *lot, int32_t x, int32_t y, double degrees, int32_t to_x, int32_t to_y,
                       fw_turns turns);

fw_violations lot_violations(const lot *lot);

/// Sees that the checker finds the faults that the path counts, and no others, and that no segment is a rounding error.
///
/// @return what they count
fw_violations lot_judge(const lot *lot, const fw_request *ask);
