#pragma once

/// Knots of units for the joint planner: scenes, random ones, and a judge of plans that shares no code with the
/// planner.

#include <stdbool.h>
#include <stdint.h>

#include "base/random.h"
#include "fairway/map.h"
#include "joint/joint.h"

enum { KNOT_UNITS = 200 };

/// A map, and units on it. Radii are of the whole body.
typedef struct knot_scene {
    fw_map *map;
    sweep_ground ground;
    joint_unit units[KNOT_UNITS];
    double radii[KNOT_UNITS];
    int32_t count;
} knot_scene;

/// A scene on a map, which it owns, without units.
knot_scene knot_scene_on(fw_map *map);

void knot_scene_end(knot_scene *scene);

/// Adds a unit that goes. Its id is the number of units before it, plus 1.
void knot_goes(knot_scene *scene, double radius, double x, double y, double to_x, double to_y);

/// Adds a unit that is parked.
void knot_parks(knot_scene *scene, double radius, double x, double y);

/// The problem of a scene: all places, one plan, no limit that matters.
joint_problem knot_problem(const knot_scene *scene);

/// Kinds of random scenes.
typedef enum knot_place { KNOT_CAVES, KNOT_MAZE, KNOT_ROOMS, KNOT_PLACES } knot_place;

/// A small random map with 5 to 18 units of radius .25 to .5, off the middles of tiles, each with a goal in reach.
knot_scene knot_at_random(knot_place place, uint64_t seed);

/// Units of one radius at random places of a map, with random goals in reach, apart from each other. It may find room
/// for fewer.
void knot_scatter(knot_scene *scene, random_source *source, int32_t count, double low, double high);

/// True if a body of this radius touches a wall on a line, by brute force.
bool knot_hits_wall(const knot_scene *scene, double radius, double x, double y, double to_x, double to_y);

/// What is wrong with a plan; null if nothing is: all begin where they are, end at their goals (or, if goals overlap,
/// near them), and touch neither walls nor each other.
///
/// @param group_reach  how far units with overlapping goals may end from theirs, in tiles
const char *knot_fault(const knot_scene *scene, const joint_plan *plan, double group_reach);

/// What is wrong if units drive the plan at random speeds, stopping at random, but in the plan's order: null if nothing
/// is. They must not overlap, and all must arrive.
const char *knot_fault_late(const knot_scene *scene, const joint_plan *plan, uint64_t seed);
