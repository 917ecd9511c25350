#ifndef FAIRWAY_PLANNER_H
#define FAIRWAY_PLANNER_H

/// @file
/// Ask for a path: requests, planners, and searches that run in slices.

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "fairway/map.h"
#include "fairway/overlay.h"
#include "fairway/path.h"
#include "fairway/pose.h"
#include "fairway/refusal.h"
#include "fairway/result.h"
#include "fairway/trace.h"

#ifdef __cplusplus
extern "C" {
#endif

/// A planner: scratch memory for searches on one map, for one thread at a time. Opaque.
typedef struct fw_planner fw_planner;

/// A search under way on a planner. Opaque.
typedef struct fw_search fw_search;

/// Where a request wants to get.
typedef enum fw_goal_kind {
    FW_GOAL_PLACE = 0, ///< a position, with any heading
    FW_GOAL_POSE,      ///< a position and a heading
    FW_GOAL_RADIUS,    ///< any position within a radius of a point
    FW_GOAL_SET        ///< the cheapest to reach of several positions or poses
} fw_goal_kind;

/// A goal. Fill it with one of the fw_goal_ functions.
typedef struct fw_goal {
    fw_goal_kind kind;  ///< which of the fields below count
    fw_pose pose;       ///< place, pose, centre of the radius
    double radius;      ///< tiles, for FW_GOAL_RADIUS [Limits: 0 <= radius <= 2 * FW_MAX_SIDE]
    const fw_pose *set; ///< for FW_GOAL_SET: [pose * count]; must live until the search ends
    int32_t count;      ///< for FW_GOAL_SET [Limits: 1 <= count <= 65,536]
    bool has_heading;   ///< FW_GOAL_RADIUS, FW_GOAL_SET: the heading of `pose`, or those of the set, count
} fw_goal;

/// A position with any heading.
///
/// @param x, y  body centre, in tiles
/// @return the goal
fw_goal fw_goal_at(double x, double y);

/// A position and a heading. The heading counts for units that have a turning radius; others turn on the spot when
/// they are there.
///
/// @param pose  body centre and heading
/// @return the goal
fw_goal fw_goal_pose(fw_pose pose);

/// Any position whose straight distance to a point is at most `radius`. Grid methods end on an anchor within it,
/// directional ones on a lattice pose or where the unit is already; only where there is none, because the radius is
/// that small, they end on the point itself. Directional methods serve radii up to 64 tiles.
///
/// @param x, y    the point, in tiles; may lie off the map as long as the disc reaches into it
/// @param radius  tiles
/// @return the goal
fw_goal fw_goal_within(double x, double y, double radius);

/// The same, to be reached with a heading by units that have a turning radius.
///
/// @param centre  the point and the heading
/// @param radius  tiles
/// @return the goal
fw_goal fw_goal_pose_within(fw_pose centre, double radius);

/// The cheapest to reach of several positions. Those where the unit cannot stand, or off the map, are passed
/// over.
///
/// @param set    [pose * count], headings ignored; not copied
/// @param count  how many
/// @return the goal
fw_goal fw_goal_nearest_of(const fw_pose *set, int32_t count);

/// The same, each to be reached with its heading by units that have a turning radius.
///
/// @param set    [pose * count]; not copied
/// @param count  how many
/// @return the goal
fw_goal fw_goal_nearest_pose_of(const fw_pose *set, int32_t count);

/// The pose at which a unit of a size stands on its anchor tile: centre = anchor + size / 2, heading 0.
///
/// @param x, y  anchor tile
/// @param size  side of the unit's square, in tiles
/// @return the pose
fw_pose fw_pose_on_tile(int32_t x, int32_t y, int32_t size);

/// The place where a unit of a size stands on its anchor tile, with any heading.
///
/// @param x, y  anchor tile
/// @param size  side of the unit's square, in tiles
/// @return the goal
fw_goal fw_goal_on_tile(int32_t x, int32_t y, int32_t size);

/// What estimates the cost that remains, in directional search.
typedef enum fw_heuristic {
    FW_HEURISTIC_AUTO = 0, ///< as FW_HEURISTIC_GRID; FW_DIRECTIONAL hurries and claims no bound
    FW_HEURISTIC_STRAIGHT, ///< straight distance
    FW_HEURISTIC_CURVE,    ///< length of the shortest curve without obstacles
    FW_HEURISTIC_TABLE,    ///< a table of it, 10 tiles wide, and what lies beyond by its edge: no bound
    FW_HEURISTIC_GRID      ///< what motions cost at least around the obstacles: a bound
} fw_heuristic;

/// How a path is made straighter or rounder after the search.
typedef enum fw_smoothing {
    FW_SMOOTH_NONE = 0,       ///< as the search left it
    FW_SMOOTH_AUTO,           ///< taut for units without a turning radius, curved for those with one
    FW_SMOOTH_SIMPLE,         ///< drop waypoints that can be walked past; Pinter 2001, Listing 1
    FW_SMOOTH_SIMPLE_SAMPLED, ///< the same with the article's sampled test, for comparison: may touch
    FW_SMOOTH_TAUT,           ///< the shortest path on the same side of every obstacle
    FW_SMOOTH_CURVED, ///< arcs of the turning radius and straight lines; taut without a turning radius
    FW_SMOOTH_TAUT_LINES ///< taut without arcs, for engines that know only lines: a vertex every 45 degrees at most
} fw_smoothing;

/// What happens to a grid path before its turns are made legal. Needs the motions of FW_DIRECTIONAL or FW_HYBRID, a
/// place or pose as the goal, and terrains that cost the same.
typedef enum fw_pre_smooth {
    FW_PRE_SMOOTH_NONE = 0, ///< nothing
    FW_PRE_SMOOTH_48        ///< directional search along its tiles; Pinter 2001, "Smoothing-48"
} fw_pre_smooth;

/// How the path of a grid method becomes one for a unit with a turning radius. From waypoint to waypoint it goes by an
/// arc and a straight line, with any heading at the waypoints between; what is different is what happens where each
/// such turn touches something. Paths start with the heading of the request's start, and end with that of
/// FW_GOAL_POSE. Nothing is done for units without a turning radius, whose paths turn on the spot. Directional methods,
/// whose turns are legal, and units that cut corners get FW_METHOD_DOES_NOT_FIT.
///
/// Where nothing helps, a turn stays one on the spot: it counts as one of the `heading_jumps`, and the line after it is
/// listed as impossible. What a path breaks is counted as fw_path_check() counts it, see fw_violations; a path that
/// breaks a rule is not smoothed any more. fw_path_turn() turns a finished path. Source: Pinter 2001, "legal turns".
typedef enum fw_turns {
    FW_TURNS_NONE = 0, ///< nothing
    /// Turn even where that touches blocked tiles, but not off the map, nor by a forbidden move. Each arc or line that
    /// touches one counts as `blocked`.
    FW_TURNS_IGNORE,
    /// Forbid the moves that lead to illegal turns and search again, up to 63 times: the path is legal, or there is
    /// FW_GAVE_UP (nothing is left that is not forbidden, or 63 times were not enough). A move is forbidden for every
    /// approach, though another one may be legal: fw_statistics tells how often that was so.
    FW_TURNS_RECALCULATE,
    /// Where a turn is illegal, the widest one that touches nothing. Each of these arcs counts as `too_tight`. The
    /// article searches with four neighbours for that; here eight give fewer of them, and shorter paths.
    FW_TURNS_TIGHTEN,
    /// Three-point turns where no other is legal. Units without a reverse gear get FW_METHOD_DOES_NOT_FIT.
    FW_TURNS_BACK_UP
} fw_turns;

/// What a path does about roads: the terrains in `fw_request::road_terrains`. A unit is on a road where the tile under
/// its body's centre is road. These ways are for grid methods, but for FW_ROADS_WIDE; together with `turns` they get
/// FW_METHOD_DOES_NOT_FIT. They do not look for roads: units get on one where that is cheapest. Source: Pinter 2001,
/// "roads".
typedef enum fw_roads {
    FW_ROADS_NONE = 0, ///< nothing special
    /// No smoothing on roads: there the path is that of the grid, and turns on the spot. What lies between roads is
    /// smoothed. Where the unit has a turning radius, the turns count as `heading_jumps`.
    FW_ROADS_FOLLOW,
    /// While on a road, stay on it: a road is left only at its place nearest to a goal that lies aside. Smoothing keeps
    /// the whole body on it. Where there is no such way, as without lanes. Not for FW_GOAL_SET.
    FW_ROADS_LANES,
    /// Wide turns that begin and end on the road, by directional search: FW_AUTO becomes FW_DIRECTIONAL. Grid methods
    /// get FW_METHOD_DOES_NOT_FIT.
    FW_ROADS_WIDE,
    /// The same search as for lanes, and wide turns: for smoothing there are cones beside the road, a turning radius
    /// and a tile beyond every turn, so that it leaves the road for turns only. Not for FW_GOAL_SET.
    FW_ROADS_CONES
} fw_roads;

/// What a planner is like. Fill it with fw_default_planner_def().
typedef struct fw_planner_def {
    const fw_allocator *allocator; ///< copied; null = malloc and free, whatever the map has
    uint64_t cookie;               ///< set by fw_default_planner_def(); leave it
} fw_planner_def;

/// Memory by malloc and free.
///
/// @return the def
fw_planner_def fw_default_planner_def(void);

struct fw_speed_def; // in shape.h

/// What is asked for. Fill it with fw_default_request(), then set unit, start and goal.
typedef struct fw_request {
    fw_unit_id unit;  ///< who
    fw_pose start;    ///< from where; the heading counts for units with a turning radius
    fw_goal goal;     ///< to where
    fw_method method; ///< how
    bool nearest;     ///< where the goal cannot be reached, go as near to it (to any of a set) as possible,
                      ///< with any heading
    bool partial; ///< where a limit is reached, give the best so far, see fw_search_best_so_far(), instead of
                  ///< FW_LIMIT
    bool fewer_bends; ///< grid methods and hybrid: the fewest bends among the cheapest paths on the grid
    /// Drive in the middle of the right half of roads, where it is wide enough for the body and nothing is in the way.
    /// For grid methods. The path on roads is not smoothed then, but for curves around its bends where the unit has a
    /// turning radius.
    bool keep_right;
    double weight; ///< bounded suboptimality: at most weight times the optimum [Limits: 1 <= weight <= 1000]
    uint64_t
        max_work; ///< expansions; 0 = no limit. Nodes of fields count, and up to 4,200 may follow at once
    uint64_t max_time_us; ///< microseconds; 0 = no limit. Answers cut short by it cannot be reproduced
    /// Give up beyond this cost from the start, in tiles; 0 = no limit. The search runs as it would without the limit,
    /// and stops where it takes a node from the open list that costs more. With `partial` the path leads to that node,
    /// cut where it has cost so much; where it is left to the search what is nearest, to the nearest place within.
    /// Whether the path itself costs more is judged before it is shaped. Searches that hurry or have a weight may come
    /// to such a node although there is a path within. A hybrid looks for its path on the grid without the limit. Not
    /// with `fastest`.
    double max_distance;
    int32_t headings;       ///< directional search: 0, or what the unit must have: 8 or 16
    fw_heuristic heuristic; ///< directional search
    /// Directional search: least time instead of least cost, for a unit with these speeds; copied. Null = least cost.
    /// The path has its speed profile, as by fw_path_profile(). See directional.h.
    const struct fw_speed_def *fastest;
    /// Directional search and curved smoothing: what a full turn is charged, in tiles, in choosing a way. The path's
    /// cost is told without it. [Limits: charge >= 0]
    double turn_charge;
    int32_t cluster;          ///< for FW_HIERARCHY, which is not part of this build
    fw_pre_smooth pre_smooth; ///< before the turns are made legal
    fw_smoothing smoothing;   ///< after the search
    fw_turns turns;           ///< how a grid path becomes one for a unit with a turning radius
    fw_roads roads;           ///< what is done about roads
    uint32_t road_terrains;   ///< terrains that are road, one bit each; FW_ROAD by default
    int32_t fixed_angles;     ///< 0, or 8 or 16 for fixed-angle art
    /// What this request sees differently; read-only until the search ends. Null = nothing.
    const fw_overlay *overlay;
    fw_trace_fn trace; ///< told of every step of the search; null = nobody
    void *trace_user;  ///< handed to `trace`
    uint64_t cookie;   ///< set by fw_default_request(); leave it
} fw_request;

/// FW_AUTO, weight 1, no limits, no smoothing.
///
/// @return the request
fw_request fw_default_request(void);

/// Which field of a request is wrong, or which two cannot be combined.
///
/// @param map      committed map
/// @param request  the request
/// @return what fw_find_path() and fw_search_begin() refuse; its result is FW_OK where they search, or find that start
///         or goal is blocked or that there is no way
fw_refusal fw_request_refusal(const fw_map *map, const fw_request *request);

/// Which options of a request have no effect. A method that is named refuses those that have none on it, with
/// FW_METHOD_DOES_NOT_FIT; FW_AUTO and FW_GRID, which choose their method, ignore them. Options that have no effect
/// because the unit turns on the spot or has one gear are ignored by all methods.
///
/// @param map          committed map
/// @param request      the request
/// @param[out] fields  [field * capacity] such as "heuristic" or "unit.reverse": static texts; may be null
/// @param capacity     room in `fields` [Limits: >= 0]
/// @return how many there are, which may be more than `capacity`; 0 for a request that is refused
int32_t fw_request_ignored(const fw_map *map, const fw_request *request, const char **fields,
                           int32_t capacity);

/// What a search has done.
typedef struct fw_statistics {
    uint64_t expanded;        ///< nodes taken from the open list and expanded
    uint64_t generated;       ///< successors pushed by the space
    uint64_t improved;        ///< successors that were new or better, and so entered the open list
    uint64_t reopened;        ///< closed nodes opened again
    uint64_t work;            ///< expansions, and nodes of fields
    uint64_t pages;           ///< pages of nodes touched
    uint64_t bytes;           ///< memory of this search
    uint32_t fringe;          ///< most nodes open at once
    double bound;             ///< the path costs at most this many times the optimum; 0 = no bound is claimed
    uint32_t turn_rounds;     ///< FW_TURNS_RECALCULATE: searches after the first one
    uint32_t lost_approaches; ///< FW_TURNS_RECALCULATE: moves forbidden although legal from another side
} fw_statistics;

/// Creates a planner.
///
/// @param map           must outlive the planner; may change in its write phases
/// @param def           from fw_default_planner_def(); null = defaults
/// @param[out] planner  give it back with fw_planner_destroy()
/// @return FW_OK, FW_NULL_ARGUMENT, FW_BAD_DEF or FW_NO_MEMORY
fw_result fw_planner_create(const fw_map *map, const fw_planner_def *def, fw_planner **planner);

/// Frees a planner and ends its searches.
///
/// @param planner  or null, which does nothing
void fw_planner_destroy(fw_planner *planner);

/// Bytes that a planner holds, searches under way included.
///
/// @param planner  the planner
/// @return bytes; 0 for null
size_t fw_planner_bytes(const fw_planner *planner);

/// Gives back all memory that no search under way uses.
///
/// @param planner  or null, which does nothing
void fw_planner_trim(fw_planner *planner);

/// Finds a path.
///
/// @param planner     one thread at a time
/// @param request     what is asked for
/// @param[in,out] path  receives the path. Bad input leaves it as it was; a search without success leaves it
///                    empty, with the outcome that tells why
/// @return FW_OK: the path reaches the goal, or what `nearest` or `partial` promised (its outcome tells).
///         FW_UNREACHABLE, FW_NOT_FOUND, FW_GAVE_UP, FW_START_BLOCKED, FW_GOAL_BLOCKED, FW_LIMIT: no path.
///         FW_NULL_ARGUMENT, FW_BAD_DEF, FW_UNKNOWN_UNIT, FW_NOT_FINITE, FW_OUT_OF_BOUNDS (start or goal),
///         FW_BAD_VALUE, FW_BAD_SIZE (a set), FW_WRONG_MAP (overlay), FW_METHOD_DOES_NOT_FIT,
///         FW_NOT_PREPARED, FW_NOT_SUPPORTED, FW_TOO_MANY, FW_NO_MEMORY: nothing was changed;
///         fw_request_refusal() tells which field is to blame
///
/// Allocates nothing once the planner and the path are warm.
fw_result fw_find_path(fw_planner *planner, const fw_request *request, fw_path *path);

/// Begins a search that is stepped by the caller. Any number may be under way on one planner.
///
/// @param planner      one thread at a time
/// @param request      copied; its overlay, goal set and trace must live until the search ends
/// @param[out] search  the search; end it with fw_search_end()
/// @return FW_OK, or bad input as in fw_find_path(); what only a search can tell is told by fw_search_step()
fw_result fw_search_begin(fw_planner *planner, const fw_request *request, fw_search **search);

/// Goes on with a search. The answer does not depend on how the work is sliced.
///
/// @param search  the search
/// @param work    expansions to spend at most; 0 = no end. A step exceeds it by 4,200 at most, and by one expansion
///                where no field grows and nothing is looked up. Turning and smoothing a path is one step
/// @return FW_PENDING: more work is needed. FW_STALE: the map changed. Otherwise the search is over, as in
///         fw_find_path(); further steps return the same
fw_result fw_search_step(fw_search *search, uint64_t work);

/// The path that was found, or, while the search is under way, the way to the open node with the least h. For a unit
/// with a turning radius the way along a path on the grid as long as that ends nearer to the goal, which takes up to
/// 768 expansions beside the search. Where nothing leads on, the start alone. Partial paths can be driven.
///
/// @param search      the search
/// @param[in,out] path  receives the path
/// @return FW_OK (its outcome tells what it is), FW_NULL_ARGUMENT, FW_NOT_FOUND (there is none), FW_STALE,
///         FW_METHOD_DOES_NOT_FIT (a search on a user's space: see fw_search_nodes()) or FW_NO_MEMORY
fw_result fw_search_best_so_far(const fw_search *search, fw_path *path);

/// What a search has done so far.
///
/// @param search           the search
/// @param[out] statistics  the figures
/// @return FW_OK or FW_NULL_ARGUMENT
fw_result fw_search_statistics(const fw_search *search, fw_statistics *statistics);

/// How far a search has come: 1 - least h / h at the start. Grows only, and is 1 when the search is over.
///
/// @param search  the search
/// @return 0 .. 1; 0 for null
double fw_search_progress(const fw_search *search);

/// Ends a search, finished or not (which cancels it), and hands its memory to the planner.
///
/// @param search  or null, which does nothing
void fw_search_end(fw_search *search);

/// What the last fw_find_path() of a planner has done.
///
/// @param planner          the planner
/// @param[out] statistics  the figures
/// @return FW_OK or FW_NULL_ARGUMENT
fw_result fw_planner_statistics(const fw_planner *planner, fw_statistics *statistics);

#ifdef __cplusplus
}
#endif
#endif
