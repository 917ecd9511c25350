#ifndef FAIRWAY_REQUEST_H
#define FAIRWAY_REQUEST_H

/// @file
/// Requests for paths: goals, and options of the search and of the stages that shape its path.

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "fairway/map.h"
#include "fairway/overlay.h"
#include "fairway/path.h"
#include "fairway/pose.h"
#include "fairway/refusal.h"
#include "fairway/trace.h"
#include "fairway/unit.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Kinds of goals.
typedef enum fw_goal_kind {
    FW_GOAL_PLACE = 0, ///< a position, with any heading
    FW_GOAL_POSE,      ///< a position and a heading
    FW_GOAL_RADIUS,    ///< any position within a radius of a point
    FW_GOAL_SET        ///< whichever of several positions or poses is cheapest to reach
} fw_goal_kind;

/// A goal. Fill it with one of the fw_goal_ functions, and then, if the unit need not come that near, `radius` and
/// `heading_tolerance`.
///
/// A unit whose start is at the goal has arrived: its path has length 0. A pose is at the goal if its distance from the
/// goal's position, or from one of the set, is at most `radius`, and if its heading, where it counts, differs by no
/// more than `heading_tolerance`. Both allow for rounding, see FW_ROUNDING; fw_path_check() judges alike.
typedef struct fw_goal {
    fw_goal_kind kind; ///< decides which of the fields below are used
    fw_pose pose;      ///< the position or pose; FW_GOAL_RADIUS: the centre
    /// How near the unit must come, in tiles. FW_GOAL_RADIUS: the path ends where this is cheapest; for other kinds it
    /// ends at the position itself, unless it begins within the radius. [Limits: 0 <= radius <= 2 * FW_MAX_SIDE]
    double radius;
    const fw_pose *set; ///< FW_GOAL_SET: [pose * count]; must stay [until: the search ends]
    int32_t count;      ///< FW_GOAL_SET: number of poses [Limits: 1 <= count <= 65,536]
    /// FW_GOAL_RADIUS, FW_GOAL_SET: the heading of `pose`, or the headings of the set, are used.
    bool has_heading;
    /// How much the heading at the end may differ from the goal's, in radians. Directional methods try the headings of
    /// the lattice within the tolerance, or between lattice points those at most 22.5 degrees apart. With FW_PI any
    /// heading will do. [Limits: 0 <= tolerance <= FW_PI]
    double heading_tolerance;
} fw_goal;

/// A position with any heading.
///
/// @param x, y  body centre, in tiles
/// @return the goal
fw_goal fw_goal_at(double x, double y);

/// A position and a heading. The heading is used only if the unit has a turning radius: other units turn on the spot
/// after their arrival.
///
/// @param pose  body centre and heading
/// @return the goal
fw_goal fw_goal_pose(fw_pose pose);

/// Any position within a straight distance of a point. Grid methods end at an anchor within the radius; directional
/// methods end at a lattice pose within it. If the radius is so small that there is none, the path
/// ends at the point itself. Directional methods allow a radius of up to 64 tiles.
///
/// @param x, y    the point, in tiles; may lie outside the map if part of the disc lies inside
/// @param radius  tiles
/// @return the goal
fw_goal fw_goal_within(double x, double y, double radius);

/// Any position within a straight distance of a point, with a heading. The heading is used only if the unit has a
/// turning radius.
///
/// @param centre  the point and the heading
/// @param radius  tiles
/// @return the goal
fw_goal fw_goal_pose_within(fw_pose centre, double radius);

/// Whichever of several positions is cheapest to reach. Positions outside the map, and those where the unit cannot
/// stand, are ignored.
///
/// @param set    [pose * count], headings are ignored; not copied
/// @param count  number of positions
/// @return the goal
fw_goal fw_goal_nearest_of(const fw_pose *set, int32_t count);

/// Whichever of several poses is cheapest to reach. The headings are used only if the unit has a turning radius.
///
/// @param set    [pose * count]; not copied
/// @param count  number of poses
/// @return the goal
fw_goal fw_goal_nearest_pose_of(const fw_pose *set, int32_t count);

/// The pose of a unit that stands on an anchor tile: centre = anchor + size / 2, heading 0.
///
/// @param x, y  anchor tile
/// @param size  side of the unit's square, in tiles
/// @return the pose
fw_pose fw_pose_on_tile(int32_t x, int32_t y, int32_t size);

/// The position of a unit that stands on an anchor tile, with any heading.
///
/// @param x, y  anchor tile
/// @param size  side of the unit's square, in tiles
/// @return the goal
fw_goal fw_goal_on_tile(int32_t x, int32_t y, int32_t size);

/// Heuristics of directional search: how it estimates the remaining cost. A heuristic that never overestimates
/// guarantees the optimum; see fw_statistics::bound.
typedef enum fw_heuristic {
    /// As FW_HEURISTIC_MOTIONS, but FW_DIRECTIONAL is greedy: its path may cost more than the optimum.
    FW_HEURISTIC_AUTO = 0,
    FW_HEURISTIC_STRAIGHT, ///< straight distance; never overestimates
    /// Length of the shortest curve without obstacles; never overestimates. To a goal without a heading, a turn and a
    /// straight line; the straight distance if the goal lies within a turning circle, or the unit has a reverse gear.
    FW_HEURISTIC_CURVE,
    /// The same from a table 10 tiles wide, extrapolated beyond; may overestimate. To a goal without a heading, as
    /// FW_HEURISTIC_TURN_TABLE.
    FW_HEURISTIC_TABLE,
    FW_HEURISTIC_MOTIONS, ///< least cost of the motions around obstacles; never overestimates
    FW_HEURISTIC_GRID = FW_HEURISTIC_MOTIONS, ///< deprecated name; `--heuristic grid` of the command
    /// Length of a turn and a straight line to the goal's position, whatever its heading; may overestimate if the goal
    /// lies within a turning circle. With several goals, the length to the nearest; with more than 64, as
    /// FW_HEURISTIC_MOTIONS. Source: Pinter 2001, "the modified heuristic".
    FW_HEURISTIC_TURN,
    FW_HEURISTIC_TURN_TABLE, ///< the same from the table of Pinter 2001, by distance and by eighths of a turn
    FW_HEURISTIC_COUNT       ///< number of heuristics
} fw_heuristic;

/// Kinds of smoothing, which makes a path straighter or rounder after the search.
typedef enum fw_smoothing {
    FW_SMOOTH_NONE = 0, ///< no smoothing
    /// FW_SMOOTH_CURVED if the unit has a turning radius, else FW_SMOOTH_TAUT; for FW_HYBRID_STRICT its own sixth step,
    /// FW_SMOOTH_SIMPLE.
    FW_SMOOTH_AUTO,
    /// Drop waypoints that the unit can pass in a straight line, or, on a path with arcs, by the shortest curve between
    /// the poses there; waypoints are a tile apart. Pinter 2001, Listing 1 and "Directional Curved Paths".
    FW_SMOOTH_SIMPLE,
    /// The same with Pinter's sampled test, for comparison; may touch blocked tiles. It judges the body also of a unit
    /// that cuts corners. Steps that the body cannot take stay as they are; see fw_path_impossible().
    FW_SMOOTH_SIMPLE_SAMPLED,
    FW_SMOOTH_TAUT,   ///< the shortest path that passes every obstacle on the same side
    FW_SMOOTH_CURVED, ///< arcs of the turning radius and straight lines; taut if there is no turning radius
    FW_SMOOTH_TAUT_LINES, ///< taut without arcs, for engines without arcs: at least one vertex every 45 degrees
    FW_SMOOTHING_COUNT    ///< number of kinds
} fw_smoothing;

/// Processing of a grid path before its turns are made legal. Needs the tables of FW_DIRECTIONAL or FW_HYBRID (for
/// FW_PRE_SMOOTH_48_STRICT, those of FW_HYBRID_STRICT), a position or pose as the goal, and equal costs on all
/// terrains.
typedef enum fw_pre_smooth {
    FW_PRE_SMOOTH_NONE = 0, ///< none
    FW_PRE_SMOOTH_48,       ///< directional search along the path and a margin beside it
    FW_PRE_SMOOTH_48_STRICT ///< on the tiles of the path alone, 1 to 3 tiles on; Pinter 2001, "Smoothing-48"
} fw_pre_smooth;

/// How the turns of a grid path are made drivable for a unit with a turning radius. Every turn becomes an arc and a
/// straight line to the next waypoint, with any heading there. The choices differ in what happens if such a turn
/// touches something.
///
/// The path starts with the heading of the request's start and ends with the heading of FW_GOAL_POSE. If no solution is
/// found for a turn, it remains a turn on the spot: it counts as one of the `heading_jumps`, and the line after it is
/// listed as impossible. Faults are counted as in fw_path_check(), see fw_violations. A path with faults is not
/// smoothed.
///
/// Paths of units without a turning radius stay as they are. FW_METHOD_DOES_NOT_FIT: directional methods (their turns
/// are legal already), and units that cut corners. fw_path_turn() does the same to a finished path. Source: Pinter
/// 2001, "legal turns".
typedef enum fw_turns {
    FW_TURNS_NONE = 0, ///< leave the turns as they are
    /// Turn even if the turn touches blocked tiles; but never leave the map or make a forbidden move. Each arc or line
    /// that touches a blocked tile counts as `blocked`.
    FW_TURNS_IGNORE,
    /// Forbid the moves that lead to illegal turns and search again, up to 63 times. The result is a legal path, or
    /// FW_GAVE_UP if all paths use forbidden moves or 63 searches were not enough. A move is forbidden from every
    /// direction of approach, even if it is legal from some of them; fw_statistics::lost_approaches counts these cases.
    FW_TURNS_RECALCULATE,
    /// Replace an illegal turn by the widest turn that touches nothing. Each such arc counts as `too_tight`. (Pinter
    /// searches with four neighbours for this; eight give fewer tight arcs and shorter paths.)
    FW_TURNS_TIGHTEN,
    /// Use three-point turns if no other turn is legal. FW_METHOD_DOES_NOT_FIT if the unit has no reverse gear.
    FW_TURNS_BACK_UP
} fw_turns;

/// How a path uses roads, that is the terrains in `fw_request::road_terrains`. A unit is on a road if the tile under
/// its body's centre is road.
///
/// No choice seeks roads: a unit enters a road only if that is cheapest. FW_ROADS_LANES and FW_ROADS_CONES are for grid
/// methods. None can be combined with `turns` (FW_METHOD_DOES_NOT_FIT). Source: Pinter 2001, "roads".
typedef enum fw_roads {
    FW_ROADS_NONE = 0, ///< treat road like any terrain
    /// Do not smooth on roads: there, the path is the grid path and turns on the spot. The parts between roads are
    /// smoothed. If the unit has a turning radius, the turns count as `heading_jumps`. With a directional method, as
    /// FW_ROADS_WIDE.
    FW_ROADS_FOLLOW,
    /// Stay on a road once the unit is on it. If the goal is not on a road, leave the road at its place nearest to the
    /// goal. Smoothing keeps the whole body on the road. If there is no such path, search without this rule. Not for
    /// FW_GOAL_SET.
    FW_ROADS_LANES,
    /// Directional search, without smoothing on roads: the vehicle drives along its lane instead of diagonally across
    /// the road, and turns wide at bends. Only the parts between roads are smoothed. FW_AUTO becomes FW_DIRECTIONAL.
    /// Grid methods get FW_METHOD_DOES_NOT_FIT.
    FW_ROADS_WIDE,
    /// Search as for FW_ROADS_LANES, then allow wide turns: smoothing sees cones on both sides of the road, except
    /// within a turning radius and a tile of each turn. So the unit leaves the road for turns only. Not for
    /// FW_GOAL_SET.
    FW_ROADS_CONES
} fw_roads;

struct fw_speed_def; // in shape.h
struct fw_area_map;  // in areas.h

/// A request for a path. Fill it with fw_request_init(), then set at least unit, start and goal. Any other member
/// may keep its default: 0, false or null, unless its comment names another one. Options that cannot be combined are
/// refused with FW_METHOD_DOES_NOT_FIT; fw_request_refusal() names both.
typedef struct fw_request {
    uint32_t bytes;  ///< size of the struct in the program's header; set by fw_request_init()
    uint32_t cookie; ///< tells that the struct was filled; set by fw_request_init()
    fw_unit_id unit; ///< the unit that will drive the path
    /// Start of the path; its heading is used only if the unit has a turning radius. The path of such a unit may begin
    /// beside it by what 32-bit floats are rounded by (FW_ROUNDING): on the curve that the unit was on.
    fw_pose start;
    /// If the unit cannot stand at its start, the path begins at the nearest place where it can, with the same heading,
    /// if this place is no farther than this, in tiles; with `nearest`, wherever it is. See fw_map_nearest_free(). Else
    /// the result is FW_START_BLOCKED. fw_path_summary::start_shift tells how far the start was moved. Default 0.01.
    /// [Limits: 0 <= slack <= 2 * FW_MAX_SIDE]
    double start_slack;
    fw_goal goal;     ///< goal of the path
    fw_method method; ///< path-finding method; FW_AUTO by default
    /// If the goal cannot be reached, find a path to the place nearest to it (or to any goal of a set), with any
    /// heading there; of places that are equally near, to the one that is cheapest to reach (FW_MIDPOINT, FW_AREAS,
    /// FW_COMPASS, FW_SIGHT: to the one nearest to the start). Cannot be combined with `fastest` or `pre_smooth`.
    bool nearest;
    bool partial; ///< if a limit ends the search, return the best path so far instead of FW_LIMIT
    /// Accept a path that breaks rules of the unit: the result is FW_OK instead of FW_ILLEGAL, and the path counts its
    /// faults as fw_violations. FW_AUTO still takes a legal path if a method that is prepared finds one.
    ///
    /// Some options ask for such paths, and have the same effect on the result: `turns` FW_TURNS_IGNORE and
    /// FW_TURNS_TIGHTEN for a unit with a turning radius, `smoothing` FW_SMOOTH_SIMPLE_SAMPLED, and the methods that
    /// may give up: FW_MIDPOINT, FW_AREAS, FW_COMPASS, FW_SIGHT and FW_HYBRID_STRICT.
    bool allow_violations;
    /// FW_AUTO and FW_GRID: take FW_HIERARCHY if it was prepared for the unit, terrains differ in cost, and the map has
    /// more than 128 tiles along a side. The path may then be longer than the cheapest one.
    bool allow_longer;
    /// `nearest`: places count as equally near if their distances from the goal, in tiles, exceed the least one by no
    /// more than this. The start is such a place, too: the unit stays where it is if no other place is nearer by more.
    /// Default 0.25. [Limits: 0 <= tolerance <= 32768]
    double nearest_tolerance;
    /// FW_AREAS: the area map, which must have been made for `unit`, and must not change until the search ends.
    const struct fw_area_map *areas;
    /// FW_MIDPOINT, FW_AREAS, FW_COMPASS, FW_SIGHT: if the method gives up, search from start to goal with FW_ASTAR,
    /// which the path then names as its method. Source: Pinter 2001, "slower, methodical search".
    bool methodical;
    /// FW_ASTAR: find a quick path first, and then spend up to this much work (in the unit of `max_work`) on making it
    /// cheaper, from the start on; 0 = search for the cheapest path at once. A unit can set out on the quick path:
    /// fw_search_best_so_far() gives it as soon as it is found. With enough work the path becomes the cheapest one.
    /// Cannot be combined with `weight`, `max_distance`, `fewer_bends`, `bend_cost`, `turns`, `pre_smooth`,
    /// `keep_right` or `roads`; beside one of these FW_AUTO and FW_GRID ignore it.
    uint64_t refine;
    bool fewer_bends; ///< grid methods and hybrid: of all cheapest grid paths, take one with the fewest bends
    /// Grid methods and hybrid: charge for each bend of the grid path, in tiles; the path may become longer. It
    /// influences the choice of a path but is not part of the path's cost. Of paths that are as cheap with it, one with
    /// the fewest bends is taken. Cannot be combined with `max_distance`. [Limits: 0 <= cost <= 1024]
    /// Source: Pinter 2001, penalties for turns
    double bend_cost;
    /// Grid methods: drive in the middle of the right half of roads, if the body fits there and nothing is in the way.
    /// On roads the path is then not smoothed, except for curves around bends if the unit has a turning radius.
    bool keep_right;
    /// The path may cost up to weight times the optimum: above 1, the search is faster. Default 1.
    /// [Limits: 1 <= weight <= 1000]
    double weight;
    /// Most work of the search; 0 = no limit. Units: an expansion, a node of a heuristic field, 32 places of a goal, a
    /// tile, or part of it, where a place for a blocked start is sought, 32 where the body fits nowhere. A search may
    /// exceed this by up to 4,200, with `partial` by what the start takes. Turning and smoothing are not limited.
    uint64_t max_work;
    /// Most time of the search, in microseconds; 0 = no limit. A result cut short by this limit is not reproducible.
    uint64_t max_time_us;
    /// Greatest cost of the path before smoothing, in tiles; 0 = no limit. Cannot be combined with `fastest` or
    /// `refine`. The search stops at the first node that it takes from the open list with a greater cost. With
    /// `partial`, the path then leads toward that node, up to where its cost reaches the limit; with `nearest`, to the
    /// nearest place within the limit.
    ///
    /// A greedy search, or one with a weight above 1, may stop although there is a path within the limit. The hybrid's
    /// search for a grid path is not limited.
    double max_distance;
    int32_t headings; ///< directional search: 0, or the number of headings that the unit must have: 8 or 16
    fw_heuristic heuristic; ///< directional search: how the remaining cost is estimated
    /// Directional search: minimise time instead of cost, for a unit with these speed limits; copied. [opt] Null =
    /// minimise cost. The path gets its speed profile, as from fw_path_profile(). See directional.h. Cannot be combined
    /// with `nearest`, `turn_charge` or `max_distance`.
    const struct fw_speed_def *fastest;
    /// Directional search and curved smoothing: charge for a full turn, in tiles; smaller turns are charged in
    /// proportion. It influences the choice of a path but is not part of the path's cost. [Limits: charge >= 0]
    double turn_charge;
    int32_t cluster; ///< FW_HIERARCHY: 0, or the side of a cluster that the unit must have
    /// FW_HIERARCHY, for a unit without turning radius: deliver the path in legs of about this many tiles, rounded up
    /// to whole clusters, so that the unit can set out early; 0 = as a whole. During the search,
    /// fw_search_best_so_far() gives the legs that are ready, or the start alone, and fw_statistics::legs counts them.
    /// The path that is found begins with them, unless it is shaped (smoothed, ...). The first leg is decided on before
    /// the way to the goal is known; a step of the search ends when this leg is ready. [Limits: >= 0]
    int32_t segment;
    fw_dominance dominance;   ///< FW_HIERARCHY: what the unit must have, or FW_DOMINANCE_DEFAULT for any
    fw_placement placement;   ///< FW_HIERARCHY: what the unit must have, or FW_PLACEMENT_DEFAULT for any
    fw_pre_smooth pre_smooth; ///< processing before the turns are made legal
    fw_smoothing smoothing;   ///< smoothing after the search
    fw_turns turns;           ///< how the turns of a grid path are made drivable
    fw_roads roads;           ///< how the path uses roads
    uint32_t road_terrains;   ///< terrains that are road, one bit each; FW_ROAD by default
    int32_t fixed_angles;     ///< bend the path to 8 or 16 fixed angles, see fw_path_fix_angles(); 0 = do not
    /// Changes to the map for this request; must not change until the search ends. [opt] Null = none.
    const fw_overlay *overlay;
    fw_trace_fn trace; ///< receives every step of the search; [opt] null = no trace
    void *trace_user;  ///< passed to `trace`
    /// The last path of a unit on its way, which asks again ten times a second or after each step; null = none. It is
    /// read while the search begins, and may be the path that receives the answer.
    ///
    /// If the unit stands on this path, within rounding, and the path leads to the goal, the rest of the path is
    /// returned while it is legal and costs at most 1.05 times the straight distance to the goal on the cheapest
    /// terrain. If it costs more, a search looks for another path, and the rest is returned unless that path is cheaper
    /// by a factor of 1.05: so a unit that asks at each step arrives. If something is in the way, the path is kept up
    /// to `braking` tiles before it, and the search goes on from there; if nothing leads on, or the unit stands nearer,
    /// the search begins at the start. The result is FW_OK if the rest is returned, also if the search found nothing. A
    /// path that the unit does not stand on, or that leads elsewhere, is ignored.
    ///
    /// A unit that strays from its path asks from the place on it that fw_path_nearest() gives. Cannot be combined with
    /// `fastest`, `max_distance` or `fixed_angles`. [opt]
    const fw_path *previous;
    /// `previous`: tiles before something in the way that are searched anew; 0 = twice the turning radius and the reach
    /// of the body. [Limits: 0 <= braking <= 32768]
    double braking;
    /// `previous`: keep so many tiles of it from `start` on, wherever it leads, and search for the goal from there,
    /// under the limits of this request; 0 = do not. For a goal that moves. The answer has no jump where the two parts
    /// meet. If something is in the way, less is kept (see `braking`); if no path leads on, a search begins at the
    /// start. [Limits: 0 <= splice <= 1e9] Source: Patel, "path splicing"
    double splice;
    /// FW_SMOOTH_SIMPLE_SAMPLED: most tiles between two samples; 0 = a fifth of a tile, as in Pinter 2001.
    /// [Limits: 0, or 1/64 <= step <= 64]
    double sample_step;
} fw_request;

/// Default request: FW_AUTO, weight 1, no limits, no smoothing.
///
/// @param[out] request  the struct
/// @param bytes        sizeof *request
/// @return FW_OK, FW_NULL_ARGUMENT, or FW_BAD_SIZE if the program's header is newer than the library
fw_result fw_request_init(fw_request *request, size_t bytes);

/// The same by value: for programs that were compiled with headers of the same minor version, see docs/abi.md.
///
/// @return the request
fw_request fw_default_request(void);

/// Explains why a request is refused: which field is wrong, or which two fields cannot be combined.
///
/// @param map      committed map
/// @param request  the request
/// @return the refusal; its `result` is FW_OK if fw_find_path() and fw_search_begin() accept the request. An accepted
///         request may still turn out to have a blocked start or goal, or no path
fw_refusal fw_request_refusal(const fw_map *map, const fw_request *request);

/// Lists the options of a request that have no effect.
///
/// FW_AUTO and FW_GRID ignore options that have no effect on the method that they choose. If that method finds no path,
/// FW_AUTO tries others, which such an option may have an effect on. All other methods refuse options without effect
/// with FW_METHOD_DOES_NOT_FIT. An option that has no effect because of the unit (it turns on the spot, or has
/// no reverse gear) is ignored by all methods.
///
/// @param map          committed map
/// @param request      the request
/// @param[out] fields  [field * capacity] names such as "heuristic" or "unit.reverse"
///                     [until: the program ends]; [opt] may be null
/// @param capacity     capacity of `fields` [Limits: >= 0]
/// @return number of options without effect, which may exceed `capacity`; 0 if the request is refused
int32_t fw_request_ignored(const fw_map *map, const fw_request *request, const char **fields,
                           int32_t capacity);

#ifdef __cplusplus
}
#endif
#endif
