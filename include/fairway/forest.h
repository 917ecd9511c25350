#ifndef FAIRWAY_FOREST_H
#define FAIRWAY_FOREST_H

/// @file
/// Shortest paths of a round body among round obstacles: trees, towers, other units. A path is made of straight lines
/// that touch circles and of arcs that hug them.
///
/// A forest is changed by one thread, in a write phase; between edits any number of planners, one a thread, search it.
/// A planner keeps what it has seen of the forest, for each radius of a body, and drops after an edit what the edited
/// circle can have changed.
///
/// Circles grow by the body's radius, and the body becomes a point (a Minkowski sum). Grown circles that overlap, or
/// whose gap is at most FW_FOREST_TOUCH, leave no way between them; a wider gap is passed. Everything may touch a grown
/// circle, and reach into it by FW_FOREST_TOUCH. Coordinates are doubles: far from the origin places are as exact as
/// those, about 1e-7 tile at 1e9 tiles.
///
/// Source: Red Blob Games, "Circular Obstacle Pathfinding".

#include <stdint.h>

#include "fairway/allocator.h"
#include "fairway/path.h"
#include "fairway/planner.h"
#include "fairway/result.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Depth of an overlap, and width of a gap, up to which circles only touch, in tiles.
#define FW_FOREST_TOUCH 1e-9

/// Largest coordinate, either sign, and largest radius, in tiles.
#define FW_FOREST_MOST 1073741824.0

/// Round obstacles: opaque, created by fw_forest_create().
typedef struct fw_forest fw_forest;

/// What searches a forest: opaque, created by fw_forest_planner_create().
typedef struct fw_forest_planner fw_forest_planner;

/// A circle of one forest; 0 is none. Ids are not used again.
typedef uint64_t fw_tree_id;

/// A round obstacle.
typedef struct fw_tree {
    double x;      ///< centre, in tiles [Limits: |x| <= FW_FOREST_MOST]
    double y;      ///< centre, in tiles [Limits: |y| <= FW_FOREST_MOST]
    double radius; ///< tiles [Limits: 0 <= radius <= FW_FOREST_MOST]
} fw_tree;

/// Creates an empty forest.
///
/// @param allocator    copied; null = malloc and free
/// @param[out] forest  give it back with fw_forest_destroy()
/// @return FW_OK, FW_NULL_ARGUMENT or FW_NO_MEMORY
fw_result fw_forest_create(const fw_allocator *allocator, fw_forest **forest);

/// Frees a forest. Its planners must be destroyed before.
///
/// @param forest  or null, which does nothing
void fw_forest_destroy(fw_forest *forest);

/// Adds a circle. Circles may overlap, lie inside each other and be equal.
///
/// @param forest   the forest
/// @param circle   copied
/// @param[out] id  of the circle; may be null
/// @return FW_OK, FW_NULL_ARGUMENT, FW_NOT_FINITE, FW_BAD_VALUE, FW_TOO_MANY (2^24 circles) or FW_NO_MEMORY
///
/// O(circles that it overlaps), amortised.
fw_result fw_forest_add(fw_forest *forest, fw_tree circle, fw_tree_id *id);

/// Moves a circle, or gives it another radius.
///
/// @param forest  the forest
/// @param id      of the circle
/// @param circle  what it becomes
/// @return FW_OK, FW_NULL_ARGUMENT, FW_UNKNOWN_TREE, FW_NOT_FINITE, FW_BAD_VALUE or FW_NO_MEMORY
fw_result fw_forest_move(fw_forest *forest, fw_tree_id id, fw_tree circle);

/// Removes a circle.
///
/// @param forest  the forest
/// @param id      of the circle
/// @return FW_OK, FW_NULL_ARGUMENT or FW_UNKNOWN_TREE
fw_result fw_forest_remove(fw_forest *forest, fw_tree_id id);

/// Where a circle is.
///
/// @param forest       the forest
/// @param id           of the circle
/// @param[out] circle  its centre and radius
/// @return FW_OK, FW_NULL_ARGUMENT or FW_UNKNOWN_TREE
fw_result fw_forest_tree(const fw_forest *forest, fw_tree_id id, fw_tree *circle);

/// @param forest  the forest
/// @return how many circles it has; 0 for null
int32_t fw_forest_count(const fw_forest *forest);

/// @param forest  the forest
/// @return its version, which grows with every edit; 0 for null
uint64_t fw_forest_version(const fw_forest *forest);

/// Creates a planner.
///
/// @param forest        must outlive the planner
/// @param allocator     copied; null = malloc and free
/// @param[out] planner  give it back with fw_forest_planner_destroy()
/// @return FW_OK, FW_NULL_ARGUMENT or FW_NO_MEMORY
fw_result fw_forest_planner_create(const fw_forest *forest, const fw_allocator *allocator,
                                   fw_forest_planner **planner);

/// Frees a planner.
///
/// @param planner  or null, which does nothing
void fw_forest_planner_destroy(fw_forest_planner *planner);

/// What is asked for. Fill it with fw_default_forest_request(), then set radius, start and goal.
typedef struct fw_forest_request {
    double radius;  ///< of the body, in tiles [Limits: 0 <= radius <= FW_FOREST_MOST]
    double start_x; ///< centre of the body, in tiles [Limits: |start_x| <= FW_FOREST_MOST]
    double start_y; ///< centre of the body, in tiles
    double goal_x;  ///< centre of the body, in tiles
    double goal_y;  ///< centre of the body, in tiles
    /// Turning radius of the body, in tiles: arcs with a smaller one are counted in `too_tight`. They are there only if
    /// a circle and the body together are smaller. [Limits: radius >= 0]
    double turn_radius;
    uint64_t max_work; ///< expansions; 0 = no limit
    uint64_t cookie;   ///< set by fw_default_forest_request(); leave it
} fw_forest_request;

/// A point at the origin, no limit.
///
/// @return the request
fw_forest_request fw_default_forest_request(void);

/// Finds the shortest path: lines and arcs with one heading where they meet, driven forward.
///
/// The length is the least there is, but for rounding: about 1e-12 of the forest's width.
///
/// @param planner   the planner
/// @param request   what is asked for
/// @param path      receives the path, or how the search ended; its method is FW_AUTO and its unit 0
/// @return FW_OK, FW_UNREACHABLE (circles close every way), FW_START_BLOCKED, FW_GOAL_BLOCKED (inside of a grown
///         circle by more than FW_FOREST_TOUCH), FW_LIMIT, FW_NULL_ARGUMENT, FW_BAD_DEF, FW_NOT_FINITE, FW_BAD_VALUE,
///         FW_TOO_MANY (a path that is too long to be counted) or FW_NO_MEMORY
///
/// The first query for a radius looks around at the circles near the way; later ones use what was seen. Planners keep
/// what they have seen for FW_FOREST_RADII radii, used last.
fw_result fw_forest_find_path(fw_forest_planner *planner, const fw_forest_request *request, fw_path *path);

/// Radii of bodies for which a planner keeps what it has seen.
#define FW_FOREST_RADII 8

/// What the last search has done; `bytes` is the memory of the planner.
///
/// @param planner          the planner
/// @param[out] statistics  all zero before the first search
/// @return FW_OK or FW_NULL_ARGUMENT
fw_result fw_forest_planner_statistics(const fw_forest_planner *planner, fw_statistics *statistics);

#ifdef __cplusplus
}
#endif
#endif
