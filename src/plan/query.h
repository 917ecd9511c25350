#ifndef PLAN_QUERY_H
#define PLAN_QUERY_H

/// @file
/// A request that was judged and understood: the unit, the method that serves it, and anchors for start and goal.

#include <math.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/refusal.h"
#include "curve/mover.h"
#include "directional/ends/goal_places.h"
#include "directional/motions/lattice.h"
#include "directional/motions/motions.h"
#include "fairway/planner.h"
#include "fairway/shape.h"
#include "grid/grid_goal.h"
#include "grid/grid_route.h"
#include "grid/jump_sight.h"
#include "map/map.h"
#include "map/overlay.h"

/// Poses this near to an anchor's centre, in tiles along either axis, count as on it.
#define ON_LATTICE 1e-9

/// The anchor under a pose.
typedef struct pose_anchor {
    int32_t x, y;
    bool is_centred; ///< the pose is where the body's centre is on that anchor
} pose_anchor;

typedef struct query {
    fw_request ask;
    uint64_t map_version;
    const map_unit *unit;
    fw_method method; ///< never FW_AUTO or FW_GRID
    bool is_shaped;   ///< more is asked for than the path that the search leaves
    pose_anchor start;
    pose_anchor place;        ///< of a goal that is a place or a pose
    grid_goal goal;           ///< on anchors
    const fw_pose *end;       ///< GRID_GOAL_ANCHOR: the exact goal; null = the body's centre on that anchor
    const jump_tables *jumps; ///< FW_JUMP_POINTS: the tables
    int32_t sight_count;      ///< a query that looks first: runs to a goal in sight, or JUMP_HIDDEN
    grid_run sight[2];        ///< those runs
    const motion_table *motions;   ///< directional methods: the tables
    lattice_pose from, to;         ///< directional methods: start and goal
    bool from_lattice, to_lattice; ///< or tiles only: the poses lie between lattice poses
    fw_pose to_pose;               ///< directional methods: the goal exactly
    bool to_any_heading;
    fw_goal
        wished; ///< directional methods: the goal that was asked for; `ask` may hold the one that is left of it
    goal_places several;   ///< directional methods: several goals, `to` being one of them
    bool may_go_near;      ///< directional methods: to the nearest place, should the goal not be reached
    bool goes_near;        ///< it is known that it cannot
    bool is_hybrid;        ///< a path on the grid is made drivable; `motions` are for that
    bool grid_serves;      ///< hybrid: the unit can set out and arrive on the grid
    fw_outcome reached;    ///< what it means to reach `goal`: found, or nearest
    fw_speed_def speeds;   ///< where `ask.fastest` points to, unless it is null
    bool searches_nearest; ///< should the goal not be reached, only the search can tell what is nearest
} query;

/// Judges a request: whether it makes sense at all.
///
/// @param request     not null
/// @param[out] asked  what was found on the way: the unit, whether a shape is wanted, the start's anchor and, for one
///                    place, the goal's
/// @param why         tells which field is wrong; may be null
/// @return FW_OK, or the bad input as in fw_find_path()
fw_result request_judge(const fw_map *map, const fw_request *request, query *asked, fw_refusal *why);

/// Chooses the method and the shape of a request that was judged.
///
/// @param[in,out] asked  as request_judge() left it
/// @param why            tells which fields cannot be combined; may be null
/// @return FW_OK, FW_NOT_PREPARED, FW_METHOD_DOES_NOT_FIT or FW_NOT_SUPPORTED
fw_result query_choose(const fw_map *map, const fw_request *request, query *asked, fw_refusal *why);

/// Chooses a method, whatever the request says, and its shape. Options that have no effect on that method are ignored.
///
/// @return as query_choose(), and FW_NOT_SUPPORTED never
fw_result query_choose_by(const fw_map *map, const fw_request *request, fw_method method, query *asked);

/// Understands a request whose method was chosen: anchors, what is blocked or unreachable.
///
/// @param search  whose `asked` is filled in
/// @return FW_OK, FW_START_BLOCKED, FW_GOAL_BLOCKED, FW_UNREACHABLE or FW_NO_MEMORY
fw_result query_understand(fw_search *search);

/// The second half of it: from the goal that was asked for, one place or one of several, to a goal on anchors.
fw_result query_understand_place(const fw_map *map, query *asked);
fw_result query_understand_places(fw_search *search);

/// May there be something in the path that the unit cannot drive? Not if it turns on the spot and its body keeps to its
/// size, unless sampling lets the path touch something; but a rectangle may touch something where it turns between
/// lattice points.
static inline bool query_may_be_violated(const query *asked)
{
    const map_unit *unit = asked->unit;
    return unit && (unit->def.turn_radius > 0 || asked->ask.smoothing == FW_SMOOTH_SIMPLE_SAMPLED ||
                    (!corners_are_cut(unit->def.corners) &&
                     (unit->def.footprint.kind == FW_FOOTPRINT_RECTANGLE || mover_outgrows_size(unit))));
}

/// Does a stage of its own shape the path as roads want it?
static inline bool query_shapes_roads(const query *asked)
{
    const fw_roads roads = asked->ask.roads;
    return asked->ask.keep_right || (roads != FW_ROADS_NONE && roads != FW_ROADS_WIDE);
}

/// Is the goal looked for from the start, before any search? Requests that want to see a search get one.
static inline bool query_looks_first(const query *asked)
{
    return asked->jumps && !asked->ask.trace;
}

/// Does its search leave roads only near to the goal?
static inline bool query_keeps_to_roads(const query *asked)
{
    return asked->ask.roads == FW_ROADS_LANES || asked->ask.roads == FW_ROADS_CONES;
}

/// Start and goals of a directional method, on its lattice or between.
///
/// @return FW_OK, FW_START_BLOCKED, FW_GOAL_BLOCKED, FW_UNREACHABLE or FW_NO_MEMORY
fw_result query_understand_directional(fw_search *search);

/// Makes a pose the goal of directional search.
void query_aim_at(query *asked, fw_pose pose, bool any_heading);

/// May the body stand there, with its heading or with any of the lattice's?
bool query_body_stands(const query *asked, fw_pose pose, bool any_heading);

/// Do the regions leave open that the body can get from the start to a tile?
bool query_body_may_reach(const query *asked, lattice_pose at);

/// The coordinate of the anchor under which a body centre falls: floor(centre - size / 2 + 1 / 2).
/// The centre must be less than 2^30 away from the origin.
static inline int32_t anchor_of(double centre, int32_t size)
{
    const double corner = centre - 0.5 * (size - 1);
    const int32_t toward_zero = (int32_t)corner;
    return toward_zero - (toward_zero > corner);
}

/// One coordinate of the anchor under a pose's, on a map of that many tiles.
///
/// @param[out] off  how far the pose is from where the body's centre is on that anchor
/// @return false: one of the two is not on the map
static inline bool anchor_along(double pose, double centre_offset, int32_t side, int32_t *anchor, double *off)
{
    const double corner = pose - centre_offset;
    if (!(corner >= 0 && pose <= side))
        return false;
    *anchor = (int32_t)corner;
    *off = fabs(corner - *anchor - 0.5);
    return *anchor < side;
}

/// Is a pose within the map, and the anchor under it too? Otherwise `at` means nothing.
static inline bool anchor_under(const map_unit *unit, const fw_pose *pose, pose_anchor *at)
{
    int32_t x, y;
    double off_x, off_y;
    if (!anchor_along(pose->x, unit->centre_offset, unit->body->width, &x, &off_x) ||
        !anchor_along(pose->y, unit->centre_offset, unit->body->height, &y, &off_y))
        return false;
    *at = (pose_anchor){ x, y, off_x <= ON_LATTICE && off_y <= ON_LATTICE };
    return true;
}

/// Where the body's centre is when the unit stands on an anchor; the same as fw_pose_on_tile().
static inline fw_pose centre_of(int32_t x, int32_t y, int32_t size)
{
    const double half = 0.5 * size;
    return (fw_pose){ x + half, y + half, 0.0 };
}

/// May the unit be anchored there, on the map as the query sees it?
static inline bool query_fits(const fw_map *map, const query *asked, int32_t x, int32_t y)
{
    const map_unit *unit = asked->unit;
    const fw_overlay *overlay = asked->ask.overlay;
    return (unit->layer ? layer_fits(unit->layer, x, y) : map_unit_fits(map, unit, x, y)) &&
           (!overlay || (overlay_open(overlay, unit->def.size, x, y) & 1));
}

/// Do the regions leave open that an anchor can be reached from the start?
bool query_may_reach(const query *asked, int32_t x, int32_t y);

/// The poses to be near to where the goal cannot be reached.
///
/// @param[out] count  how many
/// @return [pose * count]
const fw_pose *query_aims(const query *asked, int32_t *count);

/// How near a place is to what was asked for: ties are broken by y, then x.
typedef struct nearness {
    double square; ///< of the distance; infinite = no place yet
    double x, y;
} nearness;

static inline nearness nearness_of(double x, double y, const fw_pose *aim)
{
    const double dx = x - aim->x, dy = y - aim->y;
    return (nearness){ .square = dx * dx + dy * dy, .x = x, .y = y };
}

static inline bool is_nearer(const nearness *a, const nearness *b)
{
    if (a->square != b->square)
        return a->square < b->square;
    return a->y != b->y ? a->y < b->y : a->x < b->x;
}

/// The heading with which the goal wants to be reached. Units that turn on the spot turn to that of FW_GOAL_POSE only.
///
/// @param end           where a path to the goal ends
/// @param[out] heading  untouched where any will do
/// @return false: any heading
bool query_goal_heading(const query *asked, fw_pose end, double *heading);

/// Can the unit go along a straight line, under the query's overlay? One whose body is larger than its size may go as
/// its size does.
bool query_line_is_free(const fw_map *map, const query *asked, double from_x, double from_y, double to_x,
                        double to_y);

/// Finds the anchor that a pose between lattice points is joined to by a free line: the one under it, or the nearest on
/// the first ring around that one which has any.
///
/// @param is_goal      the line leads to the pose, not away
/// @param[in,out] at  the anchor under the pose; stays so where there is none
/// @return is there one?
bool query_joins(const fw_map *map, const query *asked, const fw_pose *pose, bool is_goal, pose_anchor *at);

/// Can the unit stand at a pose: on an anchor, or on a free line to where its centre is on one?
///
/// @param is_goal      the line leads to the pose, not away
/// @param[in,out] at  the anchor under the pose; then the one that it stands on
static inline bool query_stands(const fw_map *map, const query *asked, const fw_pose *pose, bool is_goal,
                                pose_anchor *at)
{
    return at->is_centred ? query_fits(map, asked, at->x, at->y) : query_joins(map, asked, pose, is_goal, at);
}

#endif
