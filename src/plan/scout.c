#include "plan/scout.h"

#include <math.h>

#include "curve/segment.h"
#include "directional/drive_writer.h"
#include "directional/motions/departure.h"
#include "directional/motions/motion_set.h"
#include "plan/grid_stage.h"
#include "plan/hybrid.h"
#include "plan/hybrid_along.h"
#include "plan/planner.h"
#include "plan/route.h"

static fw_result scout_create(memory *memory, page_pool *pool, scout **created)
{
    scout *scout = memory_get_zeroed(memory, 1, sizeof *scout);
    if (!scout)
        return FW_NO_MEMORY;
    scout->memory = scout->driven.memory = memory;
    if (smoothing_48_create(memory, pool, &scout->along) != FW_OK)
        return FW_NO_MEMORY;
    *created = scout;
    return FW_OK;
}

/// Searches for a path to the goal on the grid, with little work. FW_OK, FW_NOT_FOUND (the unit does not stand on the
/// grid, or the goal is not on it) or FW_NO_MEMORY.
static fw_result look_ahead(fw_search *search, grid_route *route)
{
    const query *query = search->query;
    pose_anchor goal;
    if (!query_fits(search->map, query, query->start.x, query->start.y) ||
        !anchor_under(query->unit, &search->decisions.drive_to.end.pose, &goal))
        return FW_NOT_FOUND;
    if (grid_search_prepare(search) != FW_OK)
        return FW_NO_MEMORY;
    grid_query ahead = grid_search_between(search, (grid_anchor){ query->start.x, query->start.y },
                                           (grid_goal){ .kind = GRID_GOAL_ANCHOR, .x = goal.x, .y = goal.y });
    ahead.on_demand = !query->unit->layer;
    const search_limits limits = { .max_work = SCOUT_GRID_WORK, .weight = 1 };
    grid_space_reset(search->spaces.grid, &ahead, &limits);
    const fw_result found = grid_space_run(search->spaces.grid, UINT64_MAX);
    if (found == FW_NO_MEMORY)
        return FW_NO_MEMORY;
    return grid_space_route(search->spaces.grid, found == FW_OK ? GRID_END_GOAL : GRID_END_BEST, route);
}

/// The hybrid that makes a path on the grid drivable; null if the search is a directional one from the start.
static const hybrid *hybrid_of(const fw_search *search)
{
    const bool is_hybrid =
        search->chain.kinds[0] == &hybrid_stage && search->spaces.hybrid->phase != HYBRID_FULL;
    return is_hybrid ? search->spaces.hybrid : NULL;
}

/// Finds a path on the grid: the hybrid's, as far as its search has come, or a short one of the scout.
static fw_result find_route(fw_search *search, grid_route *route)
{
    const hybrid *hybrid = hybrid_of(search);
    if (!hybrid)
        return look_ahead(search, route);
    return grid_search_route(search, hybrid->phase == HYBRID_GRID ? GRID_END_BEST : GRID_END_GOAL, route);
}

/// Notes the first tiles of the path on the grid; only the start's tile if there is no path.
static fw_result note_points(fw_search *search)
{
    scout *scout = search->spaces.scout;
    grid_route route;
    scout->points[0] = (corridor_tile){ search->query->from.tile.x, search->query->from.tile.y, 0 };
    scout->point_count = 1;
    const fw_result routed = find_route(search, &route);
    if (routed != FW_OK)
        return routed == FW_NO_MEMORY ? FW_NO_MEMORY : FW_OK;
    scout->point_count = route_points(&route, search->query->unit->def.size / 2, scout->points, SCOUT_POINTS);
    return FW_OK;
}

static double distance_to_goal(const fw_search *search, fw_pose pose)
{
    const fw_pose *goal = &search->decisions.drive_to.end.pose;
    return hypot(pose.x - goal->x, pose.y - goal->y);
}

/// One motion from a connection of the start.
typedef struct first_motion {
    int32_t start; ///< index of the connection
    const motion_set *set;
    const motion *motion;
    fw_gear gear;
    double distance; ///< from the motion's end to the goal
} first_motion;

/// Keeps the motion of a departure that ends nearest to the goal, if it ends nearer than the best so far.
static void take_nearest(const fw_search *search, const departure *departure, int32_t start,
                         first_motion *best)
{
    lattice_pose to;
    for (int32_t i = 0;; i++) {
        const motion *motion = departure_next(departure, &i, &to);
        if (!motion)
            return;
        const double distance = distance_to_goal(search, motion_pose(to, departure->ground->table->offset));
        if (distance < best->distance && departure_lets_pass(departure, motion))
            *best = (first_motion){ start, departure->motions, motion, departure->gear, distance };
    }
}

/// Drives one motion of any set and gear from the start: if no motion leads along the path on the grid, the unit has to
/// turn first.
static fw_result drive_one_motion(fw_search *search, const connections *starts)
{
    scout *scout = search->spaces.scout;
    const motion_table *table = scout->ground.table;
    first_motion best = { .distance = INFINITY };
    scout->ground.extended_ends = START_END;
    scout->ground.extended_reach = FW_MAX_SIDE;
    for (int32_t start = 0; start < starts->count; start++)
        for (int32_t set = 0; set < table->set_count; set++)
            for (int gear = FW_FORWARD; gear <= (search->query->unit->def.reverse ? FW_REVERSE : FW_FORWARD);
                 gear++) {
                departure departure;
                departure_begin(&departure, &scout->ground, starts->items[start].pose, set, (fw_gear)gear,
                                false);
                take_nearest(search, &departure, start, &best);
            }
    if (!best.motion)
        return FW_OK;
    const connection *first = &starts->items[best.start];
    if (trail_push(&scout->driven, first->curve.segments, first->curve.count) != FW_OK)
        return FW_NO_MEMORY;
    for (int32_t i = 0; i < motion_segment_count(best.set, best.motion); i++) {
        const fw_segment next = motion_segment(best.set, best.motion, i, first->pose.x + table->offset,
                                               first->pose.y + table->offset, best.gear);
        if (trail_push(&scout->driven, &next, 1) != FW_OK)
            return FW_NO_MEMORY;
    }
    return FW_OK;
}

/// Drives along the path on the grid, with little work.
static fw_result drive_along(fw_search *search)
{
    scout *scout = search->spaces.scout;
    const query *query = search->query;
    const hybrid *whole = hybrid_of(search);
    const connections *starts = whole ? &whole->starts : &scout->starts;
    if (!whole)
        directional_space_connect_start(search->spaces.directional, &scout->starts);
    scout->ground = motion_ground_of(query->motions, query->unit, query->request.overlay);
    for (int32_t i = 0; i < starts->count; i++)
        scout->begins[i] = (path_end_pose){ starts->items[i].pose, starts->items[i].cost };
    smoothing_query along = hybrid_along_query(&query->unit->def, scout->points, scout->point_count);
    along.ground = &scout->ground;
    along.turning += query->motions->sets[BASE_MOTIONS].reach; // room for one motion, whatever the heading
    along.starts = scout->begins;
    along.start_count = starts->count;
    const search_limits limits = { .max_work = SCOUT_ALONG_WORK, .weight = 1 };
    trail_clear(&scout->driven);
    smoothing_route route;
    if (smoothing_48_reset(scout->along, &along, &limits) != FW_OK ||
        smoothing_48_run(scout->along, UINT64_MAX) == FW_NO_MEMORY)
        return FW_NO_MEMORY;
    const fw_result routed = smoothing_48_route(scout->along, SMOOTHING_END_BEST, &route);
    if (routed == FW_NO_MEMORY)
        return FW_NO_MEMORY;
    const fw_curve *first = routed == FW_OK ? &starts->items[route.first].curve : NULL;
    if (!first || first->count + route.count == 0)
        return drive_one_motion(search, starts);
    return trail_push(&scout->driven, first->segments, first->count) == FW_OK
               ? trail_push_hops(&scout->driven, query->motions, route.hops, route.count, false)
               : FW_NO_MEMORY;
}

static fw_result write_driven(const fw_search *search, fw_path *path)
{
    const query *query = search->query;
    const trail *driven = &search->spaces.scout->driven;
    drive_writer writer =
        drive_writer_begin(path, search->map, query->unit, query->request.overlay, query->request.start);
    path_begin(path);
    fw_result pushed = drive_writer_push_all(&writer, driven->segments, driven->segment_count);
    if (pushed == FW_OK)
        pushed = drive_writer_end(&writer);
    return write_end(search, pushed, FW_OUTCOME_PARTIAL, writer.cost, 0, path);
}

fw_result scout_improve(fw_search *search, fw_path *path)
{
    if (!search->spaces.scout &&
        scout_create(&search->kept.memory, &search->spaces.pages.large, &search->spaces.scout) != FW_OK)
        return FW_NO_MEMORY;
    scout *scout = search->spaces.scout;
    if (note_points(search) != FW_OK || drive_along(search) != FW_OK)
        return FW_NO_MEMORY;
    fw_pose end;
    fw_path_pose_at(path, fw_path_length(path), &end);
    if (scout->driven.segment_count == 0)
        return FW_OK;
    const fw_segment *last = &scout->driven.segments[scout->driven.segment_count - 1];
    return fw_path_length(path) == 0 ||
                   distance_to_goal(search, segment_end(last)) < distance_to_goal(search, end)
               ? write_driven(search, path)
               : FW_OK;
}
