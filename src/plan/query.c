#include "plan/query.h"

#include <math.h>
#include <stdlib.h>

#include "curve/line_cost.h"
#include "curve/segment.h"
#include "fairway/curve.h"
#include "grid/jump_kind.h"
#include "map/overlay.h"
#include "plan/planner.h"

/// Poses this near to an anchor's centre count as on it.
#define ON_LATTICE 1e-9

int32_t anchor_of(double centre, int32_t size)
{
    return (int32_t)floor(centre - size / 2.0 + 0.5);
}

bool query_line_is_free(const fw_map *map, const query *asked, double from_x, double from_y, double to_x,
                        double to_y)
{
    fw_segment line;
    segment_set_line(&line, from_x, from_y, to_x, to_y);
    bool is_free = false;
    return fw_sweep(map, asked->unit->id, asked->ask.overlay, &line, &is_free) == FW_OK && is_free;
}

/// May the unit be anchored there, as the query sees the map?
static bool fits(const fw_map *map, const query *asked, int32_t x, int32_t y)
{
    const map_unit *unit = asked->unit;
    const int32_t size = unit->def.size;
    const bool on_map = unit->on ? layer_fits_anywhere(unit->on, x, y)
                                 : map_clearance_up_to(map, unit->capability, x, y, size) >= size;
    return on_map &&
           (overlay_is_empty(asked->ask.overlay) || (overlay_open(asked->ask.overlay, size, x, y) & 1));
}

/// Can the unit stand at a pose: anchored under it, and joined to the anchor's centre by a free line?
static bool stands(const fw_map *map, const query *asked, const fw_pose *pose, int32_t *x, int32_t *y)
{
    const int32_t size = asked->unit->def.size;
    *x = anchor_of(pose->x, size);
    *y = anchor_of(pose->y, size);
    if (!fits(map, asked, *x, *y))
        return false;
    const fw_pose centre = fw_pose_on_tile(*x, *y, size);
    if (fabs(centre.x - pose->x) <= ON_LATTICE && fabs(centre.y - pose->y) <= ON_LATTICE)
        return true;
    return query_line_is_free(map, asked, pose->x, pose->y, centre.x, centre.y);
}

/// Do the regions leave open that two anchors are joined?
static bool may_be_joined(const query *asked, int32_t x, int32_t y)
{
    const map_unit *unit = asked->unit;
    return !unit->joined || regions_label(unit->joined, unit->on, asked->start_x, asked->start_y) ==
                                regions_label(unit->joined, unit->on, x, y);
}

/// Is it a question that jump points can answer: one goal, on the map as it is?
static bool suits_jump_points(const query *asked)
{
    const fw_request *ask = &asked->ask;
    return (ask->goal.kind == FW_GOAL_PLACE || ask->goal.kind == FW_GOAL_POSE) &&
           asked->unit->def.corners == FW_CORNERS_NEVER && asked->unit->uniform && !ask->fewer_bends &&
           overlay_is_empty(ask->overlay);
}

/// The method that serves the request, or why none does.
static fw_result choose_method(const fw_map *map, query *asked)
{
    const fw_request *ask = &asked->ask;
    if (ask->smoothing != FW_SMOOTH_NONE || ask->pre_smooth != FW_PRE_SMOOTH_NONE ||
        ask->turns != FW_TURNS_NONE || ask->roads != FW_ROADS_NONE || ask->fixed_angles || ask->fastest ||
        ask->keep_right)
        return FW_NOT_SUPPORTED;
    switch (ask->method) {
    case FW_AUTO:
    case FW_GRID:
        asked->jumps = suits_jump_points(asked) ? map_table(map, asked->unit, &jump_tables_kind) : NULL;
        asked->method = asked->jumps ? FW_JUMP_POINTS : asked->unit->on ? FW_ASTAR : FW_ON_DEMAND;
        return FW_OK;
    case FW_JUMP_POINTS:
        if (!suits_jump_points(asked))
            return FW_METHOD_DOES_NOT_FIT;
        asked->jumps = map_table(map, asked->unit, &jump_tables_kind);
        asked->method = FW_JUMP_POINTS;
        return asked->jumps ? FW_OK : FW_NOT_PREPARED;
    case FW_ASTAR:
        asked->method = FW_ASTAR;
        return asked->unit->on ? FW_OK : FW_NOT_PREPARED;
    case FW_ON_DEMAND:
        asked->method = FW_ON_DEMAND;
        return FW_OK;
    default:
        return FW_NOT_SUPPORTED;
    }
}

/// Takes the anchor of the start's region that is nearest to a point as the goal, or leaves it to the search.
static fw_result go_near(query *asked, double x, double y)
{
    const map_unit *unit = asked->unit;
    const int32_t size = unit->def.size;
    asked->reached = FW_OUTCOME_NEAREST;
    asked->goal = (grid_goal){ .kind = GRID_GOAL_ANCHOR, .x = -1, .y = -1 };
    if (unit->joined && overlay_is_empty(asked->ask.overlay)) {
        const uint32_t region = regions_label(unit->joined, unit->on, asked->start_x, asked->start_y);
        regions_nearest(unit->joined, unit->on, region, x, y, &asked->goal.x, &asked->goal.y);
        asked->end = fw_pose_on_tile(asked->goal.x, asked->goal.y, size);
        return FW_OK;
    }
    asked->searches_nearest = true;
    asked->near_x = x - size / 2.0;
    asked->near_y = y - size / 2.0;
    asked->goal.x = anchor_of(x, size);
    asked->goal.y = anchor_of(y, size);
    return FW_OK;
}

static fw_result understand_place(const fw_map *map, query *asked)
{
    const fw_pose *pose = &asked->ask.goal.pose;
    int32_t x;
    int32_t y;
    const bool blocked = !stands(map, asked, pose, &x, &y);
    if (blocked || !may_be_joined(asked, x, y)) {
        if (asked->ask.nearest)
            return go_near(asked, pose->x, pose->y);
        return blocked ? FW_GOAL_BLOCKED : FW_UNREACHABLE;
    }
    asked->goal = (grid_goal){ .kind = GRID_GOAL_ANCHOR, .x = x, .y = y };
    asked->end = *pose;
    // Under an overlay the regions cannot promise a way: the search may still have to look for what is nearest.
    if (asked->ask.nearest && (!asked->unit->joined || !overlay_is_empty(asked->ask.overlay))) {
        asked->searches_nearest = true;
        asked->near_x = pose->x - asked->unit->def.size / 2.0;
        asked->near_y = pose->y - asked->unit->def.size / 2.0;
    }
    return FW_OK;
}

static fw_result understand_radius(const fw_map *map, query *asked)
{
    (void)map;
    const fw_goal *goal = &asked->ask.goal;
    const map_unit *unit = asked->unit;
    const double half = unit->def.size / 2.0;
    asked->goal = (grid_goal){ .kind = GRID_GOAL_RADIUS,
                               .centre_x = goal->pose.x - half,
                               .centre_y = goal->pose.y - half,
                               .radius = goal->radius };
    asked->near_x = goal->pose.x - half;
    asked->near_y = goal->pose.y - half;
    if (!unit->joined) {
        asked->searches_nearest = asked->ask.nearest;
        return FW_OK;
    }
    int32_t x = asked->start_x;
    int32_t y = asked->start_y;
    const uint32_t region = regions_label(unit->joined, unit->on, x, y);
    regions_nearest(unit->joined, unit->on, region, goal->pose.x, goal->pose.y, &x, &y);
    const grid_target *none = NULL;
    if (grid_goal_holds(&asked->goal, x, y, &none)) {
        asked->searches_nearest = asked->ask.nearest && !overlay_is_empty(asked->ask.overlay);
        return FW_OK;
    }
    return asked->ask.nearest ? go_near(asked, goal->pose.x, goal->pose.y) : FW_UNREACHABLE;
}

static int compare_targets(const void *left, const void *right)
{
    const grid_target *a = left;
    const grid_target *b = right;
    if (a->y != b->y)
        return a->y < b->y ? -1 : 1;
    if (a->x != b->x)
        return a->x < b->x ? -1 : 1;
    if (a->closing_cost != b->closing_cost)
        return a->closing_cost < b->closing_cost ? -1 : 1;
    return a->index < b->index ? -1 : a->index > b->index;
}

/// The pose of the set that is nearest to the start: what `nearest` aims at when none can be reached.
static const fw_pose *nearest_of_set(const query *asked)
{
    const fw_goal *goal = &asked->ask.goal;
    const fw_pose *best = &goal->set[0];
    double least = INFINITY;
    for (int32_t i = 0; i < goal->count; i++) {
        const double dx = goal->set[i].x - asked->ask.start.x;
        const double dy = goal->set[i].y - asked->ask.start.y;
        if (dx * dx + dy * dy < least) {
            least = dx * dx + dy * dy;
            best = &goal->set[i];
        }
    }
    return best;
}

static void bound_targets(grid_goal *goal)
{
    goal->min_x = goal->max_x = goal->set[0].x;
    goal->min_y = goal->set[0].y;
    goal->max_y = goal->set[goal->count - 1].y;
    for (int32_t i = 1; i < goal->count; i++) {
        goal->min_x = goal->set[i].x < goal->min_x ? goal->set[i].x : goal->min_x;
        goal->max_x = goal->set[i].x > goal->max_x ? goal->set[i].x : goal->max_x;
    }
}

static fw_result understand_set(fw_search *search)
{
    const fw_map *map = search->planner->map;
    query *asked = &search->asked;
    const fw_goal *goal = &asked->ask.goal;
    if (memory_reserve(&search->planner->from, (void **)&search->targets, &search->target_capacity,
                       (size_t)goal->count, sizeof *search->targets) != FW_OK)
        return FW_NO_MEMORY;
    int32_t count = 0;
    bool all_blocked = true;
    for (int32_t i = 0; i < goal->count; i++) {
        grid_target *target = &search->targets[count];
        if (!stands(map, asked, &goal->set[i], &target->x, &target->y))
            continue;
        all_blocked = false;
        if (!may_be_joined(asked, target->x, target->y))
            continue;
        const fw_pose centre = fw_pose_on_tile(target->x, target->y, asked->unit->def.size);
        target->index = i;
        target->closing_cost = line_cost(map, asked->unit, asked->ask.overlay, centre.x, centre.y,
                                         goal->set[i].x, goal->set[i].y);
        count++;
    }
    const fw_pose *near = nearest_of_set(asked);
    if (count == 0 && !asked->ask.nearest)
        return all_blocked ? FW_GOAL_BLOCKED : FW_UNREACHABLE;
    if (count == 0)
        return go_near(asked, near->x, near->y);
    qsort(search->targets, (size_t)count, sizeof *search->targets, compare_targets);
    asked->goal = (grid_goal){ .kind = GRID_GOAL_SET, .set = search->targets, .count = count };
    bound_targets(&asked->goal);
    asked->searches_nearest =
        asked->ask.nearest && (!asked->unit->joined || !overlay_is_empty(asked->ask.overlay));
    asked->near_x = near->x - asked->unit->def.size / 2.0;
    asked->near_y = near->y - asked->unit->def.size / 2.0;
    return FW_OK;
}

fw_result query_understand(fw_search *search, const fw_request *request)
{
    const fw_map *map = search->planner->map;
    query *asked = &search->asked;
    asked->ask = *request;
    asked->map_version = fw_map_version(map);
    asked->unit = map_find_unit(map, request->unit);
    asked->reached = FW_OUTCOME_FOUND;
    asked->searches_nearest = false;
    const fw_result chosen = choose_method(map, asked);
    if (chosen != FW_OK)
        return chosen;
    if (!stands(map, asked, &request->start, &asked->start_x, &asked->start_y))
        return FW_START_BLOCKED;
    switch (request->goal.kind) {
    case FW_GOAL_PLACE:
    case FW_GOAL_POSE:
        return understand_place(map, asked);
    case FW_GOAL_RADIUS:
        return understand_radius(map, asked);
    case FW_GOAL_SET:
        break;
    }
    return understand_set(search);
}
