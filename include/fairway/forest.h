#ifndef FAIRWAY_FOREST_H
#define FAIRWAY_FOREST_H

/// @file
/// Forests: shortest paths of a round body among round obstacles such as trees, towers or other units. A path consists
/// of straight lines that touch circles and of arcs along circles.
///
/// In a write phase, one thread changes the forest. Between edits, any number of planners, one per thread, search it.
/// A search that is done in steps goes on with the version that it began with, even if the forest is edited between its
/// steps. A snapshot can be searched on any thread while the forest itself is edited.
///
/// For each radius of a body, a planner keeps the lines and arcs that it has computed; after an edit it drops those
/// that the edited circle may have changed.
///
/// Each circle grows by the body's radius, so that the body becomes a point (a Minkowski sum). Two grown circles block
/// the space between them if they overlap or their gap is at most FW_FOREST_TOUCH; the body passes a wider gap. A path
/// may touch a grown circle, and may overlap it by FW_FOREST_TOUCH. Coordinates are doubles: at 1e9 tiles from the
/// origin, positions are exact to about 1e-7 tile.
///
/// Source: Red Blob Games, "Circular Obstacle Pathfinding".

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "fairway/allocator.h"
#include "fairway/map.h"
#include "fairway/path.h"
#include "fairway/planner.h"
#include "fairway/result.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Greatest overlap, and greatest gap, of two circles that count as touching, in tiles.
#define FW_FOREST_TOUCH 1e-9

/// Greatest absolute value of a coordinate, and greatest radius, in tiles.
#define FW_FOREST_MOST 1073741824.0

/// Round obstacles: opaque, created by fw_forest_create() [thread: one; snapshots: any].
typedef struct fw_forest fw_forest;

/// Searches a forest: opaque, created by fw_forest_planner_create() [thread: one at a time].
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
/// @param allocator    copied; [opt] null = malloc and free
/// @param[out] forest  the forest [frees: fw_forest_destroy]
/// @return FW_OK, FW_NULL_ARGUMENT or FW_NO_MEMORY
fw_result fw_forest_create(const fw_allocator *allocator, fw_forest **forest);

/// Frees a forest. Destroy its planners first.
///
/// @param forest  the forest; [opt] null does nothing
void fw_forest_destroy(fw_forest *forest);

/// Adds a circle. Circles may overlap, lie inside each other and be equal.
///
/// @param forest   the forest
/// @param circle   copied
/// @param[out] id  id of the circle; [opt] may be null
/// @return FW_OK, FW_NULL_ARGUMENT, FW_NOT_FINITE, FW_BAD_VALUE, FW_TOO_MANY (more than 2^24 circles) or FW_NO_MEMORY
///
/// O(number of circles that overlap the circle), amortised.
fw_result fw_forest_add(fw_forest *forest, fw_tree circle, fw_tree_id *id);

/// Moves a circle or changes its radius.
///
/// @param forest  the forest
/// @param id      id of the circle
/// @param circle  new centre and radius
/// @return FW_OK, FW_NULL_ARGUMENT, FW_UNKNOWN_TREE, FW_NOT_FINITE, FW_BAD_VALUE or FW_NO_MEMORY
fw_result fw_forest_move(fw_forest *forest, fw_tree_id id, fw_tree circle);

/// Removes a circle.
///
/// @param forest  the forest
/// @param id      id of the circle
/// @return FW_OK, FW_NULL_ARGUMENT or FW_UNKNOWN_TREE
fw_result fw_forest_remove(fw_forest *forest, fw_tree_id id);

/// Makes obstacles of the blocked tiles of a map and of everything outside of the map. They replace the tiles of an
/// earlier call. One query then crosses a map with walls and trees.
///
/// A body may overlap blocked tiles by FW_TOUCH / 2, as on a map: between two of them a gap that is narrower than the
/// body by at most FW_TOUCH leaves a way. Among blocked tiles a body has a radius of at least 2e-6 tile.
///
/// @param forest      the forest
/// @param map         committed map; later commits have no effect on the forest; [opt] null = no tile is an obstacle
/// @param capability  terrains that the body may enter, one bit each; tiles of all others are blocked
/// @return FW_OK, FW_NULL_ARGUMENT or FW_NO_MEMORY
///
/// O(tiles + circles). Planners drop what they have computed.
fw_result fw_forest_set_map(fw_forest *forest, const fw_map *map, uint32_t capability);

/// Returns the centre and radius of a circle.
///
/// @param forest       the forest
/// @param id           id of the circle
/// @param[out] circle  its centre and radius
/// @return FW_OK, FW_NULL_ARGUMENT or FW_UNKNOWN_TREE
fw_result fw_forest_tree(const fw_forest *forest, fw_tree_id id, fw_tree *circle);

/// Number of circles.
///
/// @param forest  the forest
/// @return number of circles; 0 for null
int32_t fw_forest_count(const fw_forest *forest);

/// Version of the forest; it increases with every edit.
///
/// @param forest  the forest
/// @return the version; 0 for null
uint64_t fw_forest_version(const fw_forest *forest);

/// Holds the present version of a forest: a forest that never changes. Functions that take a `const fw_forest *` answer
/// for it, and planners may be created on it, on any thread, while the forest itself is edited on another one.
///
/// @param forest  the forest [thread: the one that edits it]
/// @return the snapshot [frees: fw_forest_release], after its planners and before the forest.
///         [opt] Null for null, or if there is no memory
///
/// O(circles + tiles of the map) for the first snapshot of a version, O(1) for others.
const fw_forest *fw_forest_snapshot(fw_forest *forest);

/// Gives a snapshot back. A later edit of the forest frees its memory.
///
/// @param snapshot  from fw_forest_snapshot(); [opt] null does nothing [thread: any]
void fw_forest_release(const fw_forest *snapshot);

/// Creates a planner.
///
/// @param forest        must outlive the planner; or a snapshot
/// @param allocator     copied; [opt] null = malloc and free
/// @param[out] planner  the planner [frees: fw_forest_planner_destroy]
/// @return FW_OK, FW_NULL_ARGUMENT or FW_NO_MEMORY
fw_result fw_forest_planner_create(const fw_forest *forest, const fw_allocator *allocator,
                                   fw_forest_planner **planner);

/// Frees a planner.
///
/// @param planner  the planner; [opt] null does nothing
void fw_forest_planner_destroy(fw_forest_planner *planner);

/// A request for a path. Fill it with fw_forest_request_init(), then set radius, start and goal.
typedef struct fw_forest_request {
    uint32_t bytes;  ///< size of the struct in the program's header; set by fw_forest_request_init()
    uint32_t cookie; ///< tells that the struct was filled; set by fw_forest_request_init()
    double radius;   ///< radius of the body, in tiles [Limits: 0 <= radius <= FW_FOREST_MOST]
    double start_x;  ///< centre of the body, in tiles [Limits: |start_x| <= FW_FOREST_MOST]
    double start_y;  ///< centre of the body, in tiles
    double goal_x;   ///< centre of the body, in tiles
    double goal_y;   ///< centre of the body, in tiles
    /// Turning radius of the body, in tiles. Arcs with a smaller radius count as `too_tight`; there are such arcs only
    /// if the radii of a circle and the body add up to less. [Limits: radius >= 0]
    double turn_radius;
    uint64_t max_work; ///< expansions; 0 = no limit
} fw_forest_request;

/// Default request: a body of radius 0, start and goal at the origin, no limit.
///
/// @param[out] request  the struct
/// @param bytes        sizeof *request
/// @return FW_OK, FW_NULL_ARGUMENT, or FW_BAD_SIZE if the program's header is newer than the library
fw_result fw_forest_request_init(fw_forest_request *request, size_t bytes);

/// The same by value: for programs that were compiled with headers of the same minor version, see docs/abi.md.
///
/// @return the request
fw_forest_request fw_default_forest_request(void);

/// Finds the shortest path: lines and arcs that join without a jump of the heading, driven forward.
///
/// The length is the optimum except for rounding errors of about 1e-12 of the forest's width.
///
/// @param planner   the planner
/// @param request   the request
/// @param path      receives the path and the outcome; its method is FW_AUTO and its unit 0
/// @return FW_OK, FW_UNREACHABLE (circles separate start and goal), FW_START_BLOCKED, FW_GOAL_BLOCKED (inside of a
///         grown circle by more than FW_FOREST_TOUCH, or where two of them touch each other), FW_LIMIT,
///         FW_NULL_ARGUMENT, FW_BAD_DEF, FW_NOT_FINITE, FW_BAD_VALUE, FW_TOO_MANY (the path is too long) or
///         FW_NO_MEMORY
///
/// The first request for a radius computes the lines between circles near the path; later requests reuse them. A
/// planner keeps the lines of the FW_FOREST_RADII radii that were used last.
fw_result fw_forest_find_path(fw_forest_planner *planner, const fw_forest_request *request, fw_path *path);

/// Most old versions of a forest that searches may hold. If there were more, the oldest searches end with FW_STALE.
#define FW_FOREST_OLD_VERSIONS 8

/// Begins a search that the caller runs in steps. A planner has one search under way: an earlier one ends.
///
/// The search holds the present version of the forest until it ends: later edits do not change its answer, and the path
/// names the version, see fw_path_summary::map_version. The first edit after it has begun copies the forest.
///
/// @param planner  the planner
/// @param request  copied
/// @return FW_OK, or a refusal as from fw_forest_find_path(). Results of the search itself, FW_START_BLOCKED and
///         FW_GOAL_BLOCKED too, come from fw_forest_search_step()
fw_result fw_forest_search_begin(fw_forest_planner *planner, const fw_forest_request *request);

/// Continues the search. The answer does not depend on how the work is divided into steps.
///
/// @param planner  the planner
/// @param work     maximum number of expansions in this step; 0 = until the end
/// @param path     receives the path and the outcome when the search ends; unchanged before
/// @return FW_PENDING: the search needs another step. FW_STALE: it held the oldest of too many old versions, or there
///         was no memory to copy its version. FW_NOT_FOUND: no search is under way. FW_NULL_ARGUMENT. Any other result
///         is final, with the meaning that it has in fw_forest_find_path()
fw_result fw_forest_search_step(fw_forest_planner *planner, uint64_t work, fw_path *path);

/// Ends the search that is under way, if there is one.
///
/// @param planner  the planner; [opt] null does nothing
void fw_forest_search_end(fw_forest_planner *planner);

/// Number of radii for which a planner keeps its lines.
#define FW_FOREST_RADII 8

/// Statistics of the last search; `bytes` is the memory of the planner.
///
/// @param planner          the planner
/// @param[out] statistics  all zero before the first search
/// @return FW_OK or FW_NULL_ARGUMENT
fw_result fw_forest_planner_statistics(const fw_forest_planner *planner, fw_statistics *statistics);

/// fw_forest_planner_statistics() for programs whose headers may be of another minor version, see docs/abi.md.
///
/// @param planner  as for fw_forest_planner_statistics()
/// @param[out] statistics  as many bytes of it as the program's header has
/// @param bytes  sizeof *statistics
/// @return as fw_forest_planner_statistics()
fw_result fw_forest_planner_get_statistics(const fw_forest_planner *planner, fw_statistics *statistics,
                                           size_t bytes);

/// Kinds of the edges that a planner has computed in a forest.
typedef enum fw_forest_edge_kind {
    FW_FOREST_LINE = 0, ///< a line that touches two circles and meets no other one: a surfing edge
    FW_FOREST_ARC,      ///< an arc that a path can hug: a hugging edge
    FW_FOREST_BLOCKED   ///< an arc on which another circle lies
} fw_forest_edge_kind;

/// One line or arc that a planner has computed, in the direction in which its search would follow it.
typedef struct fw_forest_edge {
    fw_forest_edge_kind kind; ///< line, arc or blocked arc
    fw_segment segment;       ///< the line or arc, on circles that have grown by the body's radius
    bool is_reached;          ///< the last search put it on its open list
} fw_forest_edge;

/// Receives edges. Must not call the planner.
typedef void (*fw_forest_edge_fn)(const fw_forest_edge *edge, void *user);

/// Reports all edges that the last search, and earlier ones for the same radius, have considered; for pictures.
/// Arcs come in parts of at most 22.5 degrees.
///
/// @param planner  the planner
/// @param receive  called for each edge
/// @param user     handed to `receive`
/// @return FW_OK, FW_NULL_ARGUMENT or FW_NOT_FOUND (the last call of fw_forest_find_path() did not
///         search, or the forest has changed since)
fw_result fw_forest_planner_edges(const fw_forest_planner *planner, fw_forest_edge_fn receive, void *user);

#ifdef __cplusplus
}
#endif
#endif
