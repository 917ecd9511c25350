#pragma once

/// A vehicle with a turning radius on a map, and what tests of directional search ask of it.

#include "base/random.h"
#include "directional/corridor.h"
#include "directional/motions/lattice.h"
#include "fairway/fairway.h"

typedef struct road_test {
    fw_map *map;
    fw_unit_id unit;
    fw_unit_def def;
    fw_planner *planner;
    fw_path *path;
} road_test;

/// A unit with the tables of one method.
fw_unit_def vehicle(fw_footprint footprint, int32_t size, double radius, fw_method method);

/// Adds the unit to the map, which road_end() destroys.
road_test road_on(fw_map *map, fw_unit_def def);
void road_end(road_test *test);

/// The pose of the body's centre; heading 0 where the lattice pose has any.
fw_pose pose_at(const road_test *test, lattice_pose at);

/// To a pose, or to a place where the goal's heading is negative.
fw_request request_on(const road_test *test, fw_method method, lattice_pose start, lattice_pose goal);

/// Asserts that the checker finds no fault in the path, its ends and its cost.
void assert_path_is_legal(const road_test *test, const fw_request *ask);

/// Asserts that a search in random slices, whose progress never falls, ends as one that is asked as a whole.
void assert_slices_change_nothing(const road_test *test, const fw_request *ask, random_source *source);

/// The tiles of a path on the grid, at most so many; returns how many.
int32_t tiles_along(const fw_path *path, corridor_tile *points, int32_t most);

/// On a square map.
lattice_pose pose_at_random(random_source *source, int32_t side);

/// A pose up to half a tile beside another and up to 22.5 degrees askew.
fw_pose pose_moved_at_random(random_source *source, fw_pose from);

/// Off the map or blocked: nothing for the search.
bool is_blocked(fw_result result);
