#pragma once

/// A request that was checked and resolved: the unit, the method, and the anchors of start and goal.

#include <math.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/def.h"
#include "base/refusal.h"
#include "curve/mover.h"
#include "directional/ends/goal_set.h"
#include "directional/motions/lattice.h"
#include "directional/motions/motions.h"
#include "fairway/planner.h"
#include "fairway/shape.h"
#include "grid/grid_goal.h"
#include "grid/grid_route.h"
#include "grid/jump_sight.h"
#include "hierarchy/shared_kind.h"
#include "map/clearance.h"
#include "map/map.h"
#include "map/overlay.h"
#include "search/near_nodes.h"

/// A pose this near to the body's centre on an anchor, in tiles along either axis, counts as on the anchor.
#define ON_LATTICE 1e-9

typedef struct pose_anchor {
    int32_t x, y;
    bool is_centred; ///< the pose is the body's centre on that anchor
} pose_anchor;

typedef struct drive_goal {
    search_end end;   ///< the goal; if there are several, the first one
    goal_set several; ///< all goals, if there are several; else empty
    bool any_heading;
} drive_goal;

/// The runs to a goal in sight.
typedef struct goal_sight {
    int32_t count; ///< of runs, or JUMP_HIDDEN
    grid_run runs[2];
} goal_sight;

/// What of the answer the request leaves open.
typedef enum request_scope {
    SCOPE_PLAIN,  ///< method and shape: the unit and the goal decide
    SCOPE_SEARCH, ///< the shape: the path is that of the search
    SCOPE_SHAPED  ///< nothing: stages after the search shape the path
} request_scope;

/// What becomes of a goal that cannot be reached.
typedef enum nearest_use {
    NEAREST_NEVER,     ///< there is no path; or another goal was chosen already
    NEAREST_IF_FAILED, ///< directional methods: go to the nearest place if the search fails
    NEAREST_AT_ONCE,   ///< directional methods: the goal is known to be unreachable, go to the nearest place
    NEAREST_BY_SEARCH  ///< on the grid, without a layer: the search finds the nearest place
} nearest_use;

/// Whether a path on the grid is made drivable.
typedef enum hybrid_use {
    HYBRID_UNUSED, ///< no: the method is not a hybrid
    HYBRID_SERVES, ///< yes, by `motions`
    HYBRID_BLOCKED ///< there is none: the unit cannot leave the start, or reach the goal, on the grid
} hybrid_use;

/// A query does not change while stages run: stages write to fw_search::decisions. But where the nearest places are the
/// goal, query_go_to_places() completes it for a hybrid.
typedef struct query {
    fw_request request;
    uint64_t map_version;
    const map_unit *unit;
    fw_method method; ///< never FW_AUTO or FW_GRID
    request_scope scope;
    bool has_arrived;    ///< the start is at the goal
    fw_pose asked_start; ///< if `start_shift` is not 0: the start of the request, before it was moved
    double start_shift;  ///< from there to `request.start`, in tiles
    pose_anchor start;
    pose_anchor place;        ///< anchor of a goal that is a place or a pose
    grid_goal goal;           ///< on anchors
    const fw_pose *end;       ///< GRID_GOAL_ANCHOR: the exact goal; null = the body's centre on that anchor
    const jump_tables *jumps; ///< FW_JUMP_POINTS: the tables
    unit_graph clusters;      ///< FW_HIERARCHY: the graph
    goal_sight sight;         ///< if query_looks_first()
    const motion_table *motions; ///< directional methods: the tables
    const motion_table *repairs; ///< FW_HYBRID_STRICT: the motions of the repair
    search_end from;             ///< directional methods: the start
    drive_goal drive_to;         ///< directional methods: the goal
    /// Directional methods: the goal of the request; `request` may hold the only goals that can be reached.
    fw_goal requested_goal;
    nearest_use nearest;
    hybrid_use hybrid;
    fw_outcome reached;  ///< outcome of a path to `goal`: found, or nearest
    fw_speed_def speeds; ///< `request.fastest` points here, unless it is null
} query;

/// The start of the request, before it was moved.
static inline fw_pose query_asked_start(const query *query)
{
    return query->start_shift > 0 ? query->asked_start : query->request.start;
}

/// The most that a path on the grid may cost, in tiles; 0 = any. Of a hybrid, what is driven counts.
static inline double most_on_grid(const query *query)
{
    return query->hybrid != HYBRID_UNUSED ? 0 : query->request.max_distance;
}

enum {
    MOST_GOALS = 65536,
    /// Largest distance between a pose and the anchor that it is connected to, in tiles; small units use their size.
    MOST_RINGS = 8
};

/// True if the path may contain parts that the unit cannot drive. There are none if the unit turns on the spot and its
/// body stays within its size, unless smoothing by samples lets the path touch something. A body with corners may touch
/// something when it turns between lattice points.
static inline bool query_may_be_violated(const query *query)
{
    return query->unit &&
           (!query->unit->keeps_to_grid || query->request.smoothing == FW_SMOOTH_SIMPLE_SAMPLED);
}

/// True if the road stage shapes the path.
static inline bool query_shapes_roads(const query *query)
{
    const fw_roads roads = query->request.roads;
    return query->request.keep_right || roads == FW_ROADS_LANES || roads == FW_ROADS_CONES ||
           (roads == FW_ROADS_FOLLOW && !query->motions);
}

/// True if directional search finds the path, and smoothing leaves its stretches on roads unchanged.
static inline bool query_drives_roads(const query *query)
{
    return query->motions &&
           (query->request.roads == FW_ROADS_WIDE || query->request.roads == FW_ROADS_FOLLOW);
}

static inline bool counts_bends(const fw_request *request)
{
    return request->fewer_bends || request->bend_cost > 0.0;
}

static inline const char *bends_field(const fw_request *request)
{
    return request->fewer_bends ? "fewer_bends" : "bend_cost";
}

/// True if a goal in sight of the start is found without a search. A request with a trace always gets a search.
static inline bool query_looks_first(const query *query)
{
    return query->jumps && !query->request.trace;
}

/// True if this is done before the goal's places are surveyed: the goal is an anchor, and the search is on the grid.
static inline bool query_looks_at_once(const query *query)
{
    return query_looks_first(query) && !query->motions && query->place.is_centred;
}

/// True if the search may leave roads only near the goal.
static inline bool query_keeps_to_roads(const query *query)
{
    return query->request.roads == FW_ROADS_LANES || query->request.roads == FW_ROADS_CONES;
}

/// True if the search begins with a quick path and refines it.
static inline bool query_is_refined(const query *query)
{
    return query->request.refine > 0 && query->method == FW_ASTAR && !query->motions;
}

/// True if the body may stand at a pose, with its heading or with any heading of the lattice.
bool query_body_stands(const query *query, fw_pose pose, bool any_heading);

/// False if the regions prove that the body cannot get from the start to a pose.
bool query_body_may_reach(const map_version *map, const query *query, lattice_pose pose);

/// The coordinate of the anchor under a body's centre: floor(centre - size / 2 + 1 / 2). The centre must be less than
/// 2^30 away from the origin.
static inline int32_t anchor_of(double centre, int32_t size)
{
    const double corner = centre - 0.5 * (size - 1);
    const int32_t toward_zero = (int32_t)corner;
    return toward_zero - (toward_zero > corner);
}

/// One coordinate of the anchor under a pose. A body with corners may be nearer to the border than the square in which
/// the body turns: then the first anchor counts.
///
/// @param last      map_unit::last_x or last_y
/// @param[out] off  distance of the pose from the body's centre on that anchor
/// @return true if pose and anchor are on the map
static inline bool anchor_along(const map_unit *unit, double pose, double last, int32_t *anchor, double *off)
{
    double corner = pose - unit->centre_offset;
    if (!(corner >= 0 && pose <= last)) {
        if (unit->def.footprint.kind == FW_FOOTPRINT_CIRCLE || !(pose >= 0 && pose <= last))
            return false;
        corner = 0;
    }
    *anchor = (int32_t)corner;
    *off = fabs(corner - *anchor - 0.5);
    return true;
}

/// Finds the anchor under a pose. False if the pose or the anchor lies outside the map; then `anchor` is not set.
static inline bool anchor_under(const map_unit *unit, const fw_pose *pose, pose_anchor *anchor)
{
    int32_t x, y;
    double off_x, off_y;
    if (!anchor_along(unit, pose->x, unit->last_x, &x, &off_x) ||
        !anchor_along(unit, pose->y, unit->last_y, &y, &off_y))
        return false;
    *anchor = (pose_anchor){ x, y, off_x <= ON_LATTICE && off_y <= ON_LATTICE };
    return true;
}

/// Finds the anchor under a pose that must be valid. False if a number is not finite, too.
static inline bool pose_has_anchor(const map_unit *unit, const fw_pose *pose, pose_anchor *anchor)
{
    return isfinite(pose->heading) && anchor_under(unit, pose, anchor);
}

/// The body's centre if the unit stands on an anchor; the same as fw_pose_on_tile().
static inline fw_pose centre_of(int32_t x, int32_t y, int32_t size)
{
    const double half = 0.5 * size;
    return (fw_pose){ x + half, y + half, 0.0 };
}

/// True if the unit may be anchored on a tile, under the query's overlay.
static inline bool query_fits(const map_version *map, const query *query, int32_t x, int32_t y)
{
    const map_unit *unit = query->unit;
    const fw_overlay *overlay = query->request.overlay;
    return (unit->layer ? layer_fits(unit->layer, x, y) : map_unit_fits(map, unit, x, y)) &&
           (!overlay || (overlay_open(overlay, unit->def.size, x, y) & 1));
}

/// False if the regions prove that no path leads from the start to an anchor.
bool query_may_reach(const map_version *map, const query *query, int32_t x, int32_t y);

/// The poses near which a path may end if the goal cannot be reached.
const fw_pose *query_aims(const query *query, int32_t *count);

/// The distance of a place from an aim; ties are broken by y, then x.
typedef struct nearness {
    double square; ///< square of the distance; infinite = no place yet
    double x, y;
} nearness;

static inline double square_between(double x, double y, const fw_pose *aim)
{
    const double dx = x - aim->x, dy = y - aim->y;
    return dx * dx + dy * dy;
}

static inline nearness nearness_of(double x, double y, const fw_pose *aim)
{
    return (nearness){ .square = square_between(x, y, aim), .x = x, .y = y };
}

static inline bool is_nearer(const nearness *a, const nearness *b)
{
    if (a->square != b->square)
        return a->square < b->square;
    return a->y != b->y ? a->y < b->y : a->x < b->x;
}

/// True if the unit can go along a straight line, under the query's overlay. A unit whose body is larger than its size
/// may also go as a circle with that size as diameter.
bool query_line_is_free(const map_version *map, const query *query, double from_x, double from_y, double to_x,
                        double to_y);

/// Finds an anchor to which a free line leads from a pose between lattice points: the anchor under the pose, or the
/// nearest such anchor on the first ring around it that has one; of several, the nearest to the other end of the path.
///
/// @param is_goal         the line leads to the pose, not away from it
/// @param[in,out] anchor  the anchor under the pose; unchanged if no line is free
bool query_finds_anchor(const map_version *map, const query *query, const fw_pose *pose, bool is_goal,
                        pose_anchor *anchor);

/// True if the unit can stand at a pose: on an anchor, or on a free line to the body's centre on an anchor.
///
/// @param is_goal         the line leads to the pose, not away from it
/// @param[in,out] anchor  the anchor under the pose; then the anchor on which the unit stands
static inline bool query_stands(const map_version *map, const query *query, const fw_pose *pose, bool is_goal,
                                pose_anchor *anchor)
{
    return anchor->is_centred ? query_fits(map, query, anchor->x, anchor->y)
                              : query_finds_anchor(map, query, pose, is_goal, anchor);
}

/// True if the method searches over poses: the body decides where the unit stands, and not the anchors.
static inline bool query_is_by_body(const query *query)
{
    return query->motions || query->method == FW_PIVOT;
}

/// True if the unit stands at its start, by the method that was chosen. A method on the grid sets out from the anchor
/// `start`.
static inline bool query_stands_at_start(const map_version *map, query *query)
{
    const fw_pose *start = &query->request.start;
    return query_is_by_body(query) ? query_body_stands(query, *start, false)
                                   : query_stands(map, query, start, false, &query->start);
}

/// True if the goal is so near that most of the path would be turning: there directional search takes no more work than
/// the hybrid, and its paths are shorter. A unit with a reverse gear needs little room to turn. Bends of the path on
/// the grid, and passes over it, are the hybrid's.
bool query_goal_is_near(const query *query);
