#include <float.h>
#include <math.h>

#include "base/cookie.h"
#include "fairway/planner.h"
#include "fairway/space.h"
#include "map/overlay.h"
#include "plan/query.h"
#include "shape/speed_limits.h"

enum { MOST_GOALS = 65536, MOST_WEIGHT = 1000 };

fw_planner_def fw_default_planner_def(void)
{
    return (fw_planner_def){ .cookie = COOKIE_OF(fw_planner_def) };
}

fw_request fw_default_request(void)
{
    static const fw_request plain = { .weight = 1.0,
                                      .road_terrains = 1u << FW_ROAD,
                                      .cookie = COOKIE_OF(fw_request) };
    return plain;
}

fw_space_request fw_default_space_request(void)
{
    return (fw_space_request){ .weight = 1.0, .cookie = COOKIE_OF(fw_space_request) };
}

fw_goal fw_goal_at(double x, double y)
{
    return (fw_goal){ .kind = FW_GOAL_PLACE, .pose = { x, y, 0.0 } };
}

fw_goal fw_goal_pose(fw_pose pose)
{
    return (fw_goal){ .kind = FW_GOAL_POSE, .pose = pose };
}

fw_goal fw_goal_within(double x, double y, double radius)
{
    return (fw_goal){ .kind = FW_GOAL_RADIUS, .pose = { x, y, 0.0 }, .radius = radius };
}

fw_goal fw_goal_pose_within(fw_pose centre, double radius)
{
    return (fw_goal){ .kind = FW_GOAL_RADIUS, .pose = centre, .radius = radius, .has_heading = true };
}

fw_goal fw_goal_nearest_of(const fw_pose *set, int32_t count)
{
    return (fw_goal){ .kind = FW_GOAL_SET, .set = set, .count = count };
}

fw_goal fw_goal_nearest_pose_of(const fw_pose *set, int32_t count)
{
    return (fw_goal){ .kind = FW_GOAL_SET, .set = set, .count = count, .has_heading = true };
}

fw_pose fw_pose_on_tile(int32_t x, int32_t y, int32_t size)
{
    return (fw_pose){ x + size / 2.0, y + size / 2.0, 0.0 };
}

fw_goal fw_goal_on_tile(int32_t x, int32_t y, int32_t size)
{
    const fw_pose at = fw_pose_on_tile(x, y, size);
    return fw_goal_at(at.x, at.y);
}

static bool pose_is_finite(const fw_pose *pose)
{
    return isfinite(pose->x) && isfinite(pose->y) && isfinite(pose->heading);
}

/// Does a disc reach into the map?
static bool disc_is_on_map(const fw_map *map, const fw_goal *goal)
{
    const double nearest_x = fmin(fmax(goal->pose.x, 0.0), fw_map_width(map));
    const double nearest_y = fmin(fmax(goal->pose.y, 0.0), fw_map_height(map));
    const double dx = goal->pose.x - nearest_x;
    const double dy = goal->pose.y - nearest_y;
    return dx * dx + dy * dy <= goal->radius * goal->radius;
}

static fw_result judge_set(const map_unit *unit, const fw_goal *goal)
{
    if (!goal->set)
        return FW_NULL_ARGUMENT;
    if (goal->count < 1 || goal->count > MOST_GOALS)
        return FW_BAD_SIZE;
    bool any_on_map = false;
    for (int32_t i = 0; i < goal->count; i++) {
        if (!isfinite(goal->set[i].x) || !isfinite(goal->set[i].y) ||
            (goal->has_heading && !isfinite(goal->set[i].heading)))
            return FW_NOT_FINITE;
        pose_anchor at;
        any_on_map = any_on_map || anchor_under(unit, &goal->set[i], &at);
    }
    return any_on_map ? FW_OK : FW_OUT_OF_BOUNDS;
}

/// Finds the anchor under a pose, or why there is none.
static inline fw_result judge_pose(const map_unit *unit, const fw_pose *pose, pose_anchor *at)
{
    if (isfinite(pose->heading) && anchor_under(unit, pose, at))
        return FW_OK;
    return pose_is_finite(pose) ? FW_OUT_OF_BOUNDS : FW_NOT_FINITE;
}

static fw_result judge_goal(const fw_map *map, const fw_goal *goal, query *asked)
{
    switch (goal->kind) {
    case FW_GOAL_PLACE:
    case FW_GOAL_POSE:
        return judge_pose(asked->unit, &goal->pose, &asked->place);
    case FW_GOAL_RADIUS:
        if (!pose_is_finite(&goal->pose) || !isfinite(goal->radius))
            return FW_NOT_FINITE;
        if (goal->radius < 0.0 || goal->radius > 2.0 * FW_MAX_SIDE)
            return FW_BAD_VALUE;
        return disc_is_on_map(map, goal) ? FW_OK : FW_OUT_OF_BOUNDS;
    case FW_GOAL_SET:
        return judge_set(asked->unit, goal);
    }
    return FW_BAD_VALUE;
}

static inline bool search_options_are_in_range(const fw_request *request)
{
    return request->method >= 0 && request->method < FW_METHOD_COUNT && request->weight >= 1.0 &&
           request->weight <= MOST_WEIGHT && request->max_distance >= 0.0 &&
           request->max_distance <= DBL_MAX && request->turn_charge >= 0.0 &&
           request->turn_charge <= DBL_MAX &&
           (request->headings == 0 || request->headings == 8 || request->headings == 16) &&
           request->cluster >= 0 && request->heuristic >= 0 && request->heuristic <= FW_HEURISTIC_GRID;
}

static bool shape_options_are_in_range(const fw_request *request)
{
    return request->pre_smooth >= 0 && request->pre_smooth <= FW_PRE_SMOOTH_48 && request->smoothing >= 0 &&
           request->smoothing <= FW_SMOOTH_TAUT_LINES && request->turns >= 0 &&
           request->turns <= FW_TURNS_BACK_UP && request->roads >= 0 && request->roads <= FW_ROADS_CONES &&
           (request->fixed_angles == 0 || request->fixed_angles == 8 || request->fixed_angles == 16);
}

/// Is more asked for than the path that the search leaves? All options that say so are 0 where nothing is.
static inline bool wants_shape(const fw_request *ask)
{
    return ((uint32_t)ask->turns | (uint32_t)ask->roads | (uint32_t)ask->pre_smooth |
            (uint32_t)ask->smoothing | (uint32_t)ask->fixed_angles | ask->keep_right) != 0 ||
           ask->fastest;
}

static bool options_are_finite(const fw_request *request)
{
    return isfinite(request->weight) && isfinite(request->max_distance) && isfinite(request->turn_charge);
}

fw_result request_judge(const fw_map *map, const fw_request *request, query *asked)
{
    if (!request)
        return FW_NULL_ARGUMENT;
    if (request->cookie != COOKIE_OF(fw_request))
        return FW_BAD_DEF;
    asked->unit = map_find_unit(map, request->unit);
    if (!asked->unit)
        return FW_UNKNOWN_UNIT;
    asked->is_shaped = wants_shape(request);
    if (!search_options_are_in_range(request) || (asked->is_shaped && !shape_options_are_in_range(request)))
        return options_are_finite(request) ? FW_BAD_VALUE : FW_NOT_FINITE;
    const fw_result speeds = request->fastest ? speed_def_judge(request->fastest) : FW_OK;
    if (speeds != FW_OK)
        return speeds;
    const fw_result start = judge_pose(asked->unit, &request->start, &asked->start);
    if (start != FW_OK)
        return start;
    if (request->overlay && !overlay_fits(request->overlay, fw_map_width(map), fw_map_height(map)))
        return FW_WRONG_MAP;
    return judge_goal(map, &request->goal, asked);
}
