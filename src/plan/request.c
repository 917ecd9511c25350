#include "plan/request.h"

#include <math.h>

#include "base/refusal.h"
#include "curve/segment.h"
#include "map/overlay.h"
#include "plan/goal_area.h"
#include "shape/speed/speed_limits.h"

const fw_request request_defaults = { .bytes = sizeof request_defaults,
                                      .cookie = REQUEST_COOKIE,
                                      .nearest_tolerance = 0.25,
                                      .start_slack = 0.01,
                                      .weight = 1.0,
                                      .road_terrains = 1u << FW_ROAD };

fw_result fw_request_init(fw_request *request, size_t bytes)
{
    return def_init(request, bytes, &request_defaults, sizeof request_defaults);
}

fw_request fw_default_request(void)
{
    return request_defaults;
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
    const fw_pose pose = fw_pose_on_tile(x, y, size);
    return fw_goal_at(pose.x, pose.y);
}

/// Refuses a pose that has a number which is NaN or infinite.
static fw_result refuse_pose(fw_refusal *why, const fw_pose *pose, const char *field)
{
    const char *number = !isfinite(pose->x) ? "x" : !isfinite(pose->y) ? "y" : "heading";
    refuse(why, FW_NOT_FINITE, number, "a number must be finite");
    return refuse_part(why, FW_NOT_FINITE, field);
}

static bool disc_is_on_map(const map_version *map, const fw_goal *goal)
{
    const double nearest_x = fmin(fmax(goal->pose.x, 0.0), map_width(map));
    const double nearest_y = fmin(fmax(goal->pose.y, 0.0), map_height(map));
    const double dx = goal->pose.x - nearest_x;
    const double dy = goal->pose.y - nearest_y;
    return dx * dx + dy * dy <= goal->radius * goal->radius;
}

static fw_result judge_set(const map_unit *unit, const fw_goal *goal, fw_refusal *why)
{
    if (!goal->set)
        return refuse(why, FW_NULL_ARGUMENT, "goal.set", "the pointer must not be null");
    if (goal->count < 1 || goal->count > MOST_GOALS)
        return refuse(why, FW_BAD_SIZE, "goal.count", "a set must hold from 1 to 65536 goals");
    bool any_on_map = false;
    for (int32_t i = 0; i < goal->count; i++) {
        const fw_pose pose = { goal->set[i].x, goal->set[i].y, goal->has_heading ? goal->set[i].heading : 0 };
        if (!pose_is_finite(&pose)) {
            refuse(why, FW_NOT_FINITE, "set", "a number must be finite");
            refuse_item(why, FW_NOT_FINITE, i);
            return refuse_part(why, FW_NOT_FINITE, "goal");
        }
        pose_anchor anchor;
        any_on_map = any_on_map || anchor_under(unit, &pose, &anchor);
    }
    return any_on_map ? FW_OK
                      : refuse(why, FW_OUT_OF_BOUNDS, "goal.set", "all goals of the set lie outside the map");
}

/// Finds the anchor under a pose, or refuses the pose.
static inline fw_result judge_pose(const map_unit *unit, const fw_pose *pose, pose_anchor *anchor,
                                   const char *field, fw_refusal *why)
{
    if (pose_has_anchor(unit, pose, anchor))
        return FW_OK;
    if (!pose_is_finite(pose))
        return refuse_pose(why, pose, field);
    return refuse(why, FW_OUT_OF_BOUNDS, field, "the body's centre or its anchor lies outside the map");
}

static fw_result judge_disc(const map_version *map, const fw_goal *goal, fw_refusal *why)
{
    if (!pose_is_finite(&goal->pose))
        return refuse_pose(why, &goal->pose, "goal.pose");
    return disc_is_on_map(map, goal)
               ? FW_OK
               : refuse(why, FW_OUT_OF_BOUNDS, "goal.pose", "the disc lies outside the map");
}

static fw_result judge_goal(const map_version *map, const fw_goal *goal, query *query, fw_refusal *why)
{
    const fw_result judged = goal_is_exact(goal) ? FW_OK : goal_area_judge(goal, why);
    if (judged != FW_OK)
        return judged;
    switch (goal->kind) {
    case FW_GOAL_PLACE:
    case FW_GOAL_POSE:
        return judge_pose(query->unit, &goal->pose, &query->place, "goal.pose", why);
    case FW_GOAL_RADIUS:
        return judge_disc(map, goal, why);
    case FW_GOAL_SET:
        return judge_set(query->unit, goal, why);
    }
    return refuse(why, FW_BAD_VALUE, "goal.kind", "there is no such kind of goal");
}

static fw_result judge_numbers(const fw_request *request, fw_refusal *why)
{
    double value;
#define JUDGE(number, is_right, reason)                                                                      \
    value = request->number;                                                                                 \
    if (!(is_right))                                                                                         \
        return refuse_number(why, value, FW_BAD_VALUE, #number, reason);
    EACH_NUMBER(JUDGE)
#undef JUDGE
    if (request->bend_cost > 0.0 && request->max_distance > 0.0)
        return refuse_both(
            why, FW_METHOD_DOES_NOT_FIT, "bend_cost", "max_distance",
            "a path with charges for bends is not the cheapest one, which the distance is about");
    return FW_OK;
}

static fw_result judge_search_options(const fw_request *request, fw_refusal *why)
{
    if (!(request->method >= 0 && request->method < FW_METHOD_COUNT))
        return refuse(why, FW_BAD_VALUE, "method", "there is no such method");
    if (!(request->headings == 0 || request->headings == 8 || request->headings == 16))
        return refuse(why, FW_BAD_VALUE, "headings",
                      "the number of headings must be 8 or 16, or 0 for that of the unit");
    if (request->cluster < 0)
        return refuse(why, FW_BAD_VALUE, "cluster", "the side of a cluster must not be negative");
    if (request->segment < 0)
        return refuse(why, FW_BAD_VALUE, "segment", "the length of a segment must not be negative");
    if (!(request->dominance >= 0 && request->dominance <= FW_DOMINANCE_WEAK))
        return refuse(why, FW_BAD_VALUE, "dominance", "there is no such dominance");
    if (!(request->placement >= 0 && request->placement <= FW_PLACEMENT_CLEARANCE))
        return refuse(why, FW_BAD_VALUE, "placement", "there is no such placement");
    if (!(request->heuristic >= 0 && request->heuristic < FW_HEURISTIC_COUNT))
        return refuse(why, FW_BAD_VALUE, "heuristic", "there is no such heuristic");
    return FW_OK;
}

static fw_result judge_shape_options(const fw_request *request, fw_refusal *why)
{
    if (!(request->pre_smooth >= 0 && request->pre_smooth <= FW_PRE_SMOOTH_48_STRICT))
        return refuse(why, FW_BAD_VALUE, "pre_smooth", "there is no such kind of pre-smoothing");
    if (!(request->smoothing >= 0 && request->smoothing < FW_SMOOTHING_COUNT))
        return refuse(why, FW_BAD_VALUE, "smoothing", "there is no such kind of smoothing");
    if (!(request->turns >= 0 && request->turns <= FW_TURNS_BACK_UP))
        return refuse(why, FW_BAD_VALUE, "turns", "there is no such kind of turns");
    if (!(request->roads >= 0 && request->roads <= FW_ROADS_CONES))
        return refuse(why, FW_BAD_VALUE, "roads", "there is no such kind of roads");
    if (!(request->fixed_angles == 0 || request->fixed_angles == 8 || request->fixed_angles == 16))
        return refuse(why, FW_BAD_VALUE, "fixed_angles",
                      "the number of fixed angles must be 8 or 16, or 0 for none");
    if (!request->fastest)
        return FW_OK;
    const fw_result speeds = speed_def_judge(request->fastest, why);
    return speeds == FW_OK ? FW_OK : refuse_part(why, speeds, "fastest");
}

static fw_result judge_options(const fw_request *request, bool is_shaped, fw_refusal *why)
{
    fw_result judged = judge_search_options(request, why);
    if (judged == FW_OK && is_shaped)
        judged = judge_shape_options(request, why);
    return judged == FW_OK ? judge_numbers(request, why) : judged;
}

/// Refuses options that cannot be combined with a previous path.
static fw_result judge_previous(const fw_request *request, fw_refusal *why)
{
    const char *other = request->fastest            ? "fastest"
                        : request->max_distance > 0 ? "max_distance"
                        : request->fixed_angles     ? "fixed_angles"
                                                    : NULL;
    return other ? refuse_both(why, FW_METHOD_DOES_NOT_FIT, "previous", other,
                               "what is kept of a path is judged by its cost alone")
                 : FW_OK;
}

fw_result request_judge(const map_version *map, const fw_request *request, query *query, fw_refusal *why)
{
    if (!request)
        return refuse(why, FW_BAD_DEF, "cookie", "the request must be filled by fw_request_init() first");
    query->unit = map_find_unit(map, request->unit);
    if (!query->unit)
        return refuse(why, FW_UNKNOWN_UNIT, "unit", "no unit of this map has this id");
    query->scope = request_scope_of(request, query->unit);
    fw_result judged =
        query->scope == SCOPE_PLAIN ? FW_OK : judge_options(request, query->scope == SCOPE_SHAPED, why);
    if (judged == FW_OK && request->previous)
        judged = judge_previous(request, why);
    if (judged != FW_OK)
        return judged;
    judged = judge_pose(query->unit, &request->start, &query->start, "start", why);
    if (judged != FW_OK)
        return judged;
    if (request->overlay && !overlay_fits(request->overlay, map_width(map), map_height(map)))
        return refuse(why, FW_WRONG_MAP, "overlay", "the overlay is for maps of another size");
    return judge_goal(map, &request->goal, query, why);
}
