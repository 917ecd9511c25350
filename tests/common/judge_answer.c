// What can be told from one answer alone.
#include <math.h>
#include <string.h>

#include "common/body_depth.h"
#include "common/judge.h"

bool judge_is_walk(fw_method method)
{
    return method == FW_MIDPOINT || method == FW_AREAS || method == FW_COMPASS || method == FW_SIGHT;
}

static bool is_directional(fw_method method)
{
    return method >= FW_DIRECTIONAL && method <= FW_HYBRID_STRICT;
}

/// True if the unit's turning radius or body rules out directional search.
static bool is_beyond_directional(const hearing *hearing)
{
    const fw_unit_def *def = &hearing->at.def;
    return def->turn_radius < 1.0 / 64 || body_farthest(&def->footprint) > 12 ||
           (hearing->at.ask.goal.kind == FW_GOAL_RADIUS && hearing->at.ask.goal.radius > 64);
}

static bool terrains_differ(const fw_unit_def *def)
{
    float one = 0;
    for (int terrain = 1; terrain < FW_TERRAIN_COUNT; terrain++) {
        if (one > 0 && def->terrain_cost[terrain] > 0 && def->terrain_cost[terrain] != one)
            return true;
        one = def->terrain_cost[terrain] > 0 ? def->terrain_cost[terrain] : one;
    }
    return false;
}

static bool wants_one_place(const fw_request *ask)
{
    return ask->goal.kind == FW_GOAL_PLACE || ask->goal.kind == FW_GOAL_POSE;
}

static bool shapes_roads(const fw_request *ask)
{
    return ask->keep_right || (ask->roads && ask->roads != FW_ROADS_WIDE);
}

/// True if the request charges for anything besides lengths.
static bool has_other_costs(const hearing *hearing)
{
    return terrains_differ(&hearing->at.def) || hearing->drawn->edit_count > 0 ||
           hearing->at.ask.turn_charge > 0 || hearing->at.ask.roads == FW_ROADS_WIDE;
}

static bool jump_points_may_refuse(const hearing *hearing)
{
    const fw_request *ask = &hearing->at.ask;
    const fw_corner_rule corners = hearing->at.def.corners;
    return !wants_one_place(ask) || corners == FW_CORNERS_ONE || corners == FW_CORNERS_ALWAYS ||
           terrains_differ(&hearing->at.def) || hearing->drawn->edit_count > 0 || ask->fewer_bends ||
           ask->roads == FW_ROADS_LANES || ask->roads == FW_ROADS_CONES;
}

static bool shape_may_be_refused(const hearing *hearing)
{
    const fw_request *ask = &hearing->at.ask;
    const bool may_be_directional = is_directional(ask->method) || ask->method == FW_AUTO;
    const bool cuts =
        hearing->at.def.corners == FW_CORNERS_ONE || hearing->at.def.corners == FW_CORNERS_ALWAYS;
    const bool turns = ask->turns && hearing->at.def.turn_radius > 0;
    return (shapes_roads(ask) && (may_be_directional || turns)) ||
           (ask->roads && ask->goal.kind == FW_GOAL_SET) || (ask->roads == FW_ROADS_WIDE) ||
           (turns && (cuts || (ask->turns == FW_TURNS_BACK_UP && !hearing->at.def.reverse))) ||
           (ask->pre_smooth &&
            (may_be_directional || is_beyond_directional(hearing) || !wants_one_place(ask) || ask->nearest ||
             has_other_costs(hearing) || shapes_roads(ask)));
}

/// True if an option has no effect on the method that the request names.
static bool has_idle_options(const fw_request *ask)
{
    if (ask->method == FW_AUTO || ask->method == FW_GRID)
        return false;
    const bool is_of_clusters = ask->allow_longer || ask->cluster || ask->segment || ask->dominance;
    if ((is_of_clusters && ask->method != FW_HIERARCHY) || (ask->methodical && !judge_is_walk(ask->method)) ||
        (ask->refine && ask->method != FW_ASTAR) || (ask->areas && ask->method != FW_AREAS))
        return true;
    return is_directional(ask->method)
               ? (ask->fewer_bends && ask->method < FW_HYBRID) || ask->pre_smooth || ask->turns
               : ask->headings || ask->heuristic || ask->turn_charge > 0 ||
                     ((ask->method == FW_HIERARCHY || ask->method == FW_PIVOT ||
                       judge_is_walk(ask->method)) &&
                      (ask->fewer_bends || ask->pre_smooth || ask->turns));
}

/// True if a walk in legs may refuse the request.
static bool walk_may_refuse(const hearing *hearing)
{
    const fw_request *ask = &hearing->at.ask;
    return !wants_one_place(ask) || ask->roads == FW_ROADS_LANES || ask->roads == FW_ROADS_CONES ||
           (ask->nearest && hearing->drawn->edit_count > 0);
}

/// True if a request may be refused because a path that is refined in pieces cannot keep to another option.
static bool refinement_may_refuse(const hearing *hearing)
{
    const fw_request *ask = &hearing->at.ask;
    return ask->refine && ask->method == FW_ASTAR &&
           (ask->max_distance > 0 || ask->weight > 1 || ask->fewer_bends || ask->turns || ask->pre_smooth ||
            shapes_roads(ask));
}

/// True if FW_PIVOT may refuse a request.
static bool pivot_may_refuse(const hearing *hearing)
{
    const fw_request *ask = &hearing->at.ask;
    const fw_unit_def *def = &hearing->at.def;
    const fw_footprint_kind body = def->footprint.kind;
    return def->turn_radius > 0 || body == FW_FOOTPRINT_BY_SIZE || body == FW_FOOTPRINT_CIRCLE ||
           def->corners == FW_CORNERS_ONE || def->corners == FW_CORNERS_ALWAYS || !wants_one_place(ask) ||
           ask->nearest || ask->roads || ask->keep_right || ask->fixed_angles;
}

/// True if the documentation says that the method may refuse this request.
static bool may_not_fit(const hearing *hearing)
{
    const fw_request *ask = &hearing->at.ask;
    const bool is_timed = hearing->drawn->is_timed;
    if (is_timed && (!(ask->method == FW_AUTO || is_directional(ask->method)) || ask->method >= FW_HYBRID ||
                     ask->nearest || ask->turn_charge > 0 || ask->max_distance > 0))
        return true;
    const bool drives_clusters = ask->method == FW_HIERARCHY && hearing->at.def.turn_radius > 0;
    const bool needs_motions =
        is_directional(ask->method) || is_timed || ask->roads == FW_ROADS_WIDE || drives_clusters;
    return has_idle_options(ask) || (needs_motions && is_beyond_directional(hearing)) ||
           shape_may_be_refused(hearing) || (ask->method == FW_HYBRID_STRICT && has_other_costs(hearing)) ||
           (ask->method == FW_HIERARCHY && (ask->roads == FW_ROADS_LANES || ask->roads == FW_ROADS_CONES)) ||
           (ask->method == FW_JUMP_POINTS && jump_points_may_refuse(hearing)) ||
           (ask->method == FW_PIVOT && pivot_may_refuse(hearing)) ||
           (judge_is_walk(ask->method) && walk_may_refuse(hearing)) || refinement_may_refuse(hearing);
}

/// True if the request may need tables for which the unit was not prepared.
static bool may_be_unprepared(const hearing *hearing)
{
    const fw_request *ask = &hearing->at.ask;
    const uint32_t prepared = hearing->drawn->unit.methods;
    const fw_unit_def *def = &hearing->at.def;
    if ((ask->headings && ask->headings != def->headings) ||
        (ask->method == FW_HIERARCHY && (ask->cluster || ask->dominance)))
        return true;
    if (ask->method == FW_AREAS && !ask->areas)
        return true;
    if (prepared == FW_METHOD_BIT(FW_ON_DEMAND) && (ask->method != FW_ON_DEMAND || ask->smoothing))
        return true;
    if (ask->method == FW_AUTO || ask->method == FW_GRID)
        return ask->pre_smooth || hearing->drawn->is_timed || ask->roads == FW_ROADS_WIDE;
    return !(prepared & FW_METHOD_BIT(ask->method)) || ask->pre_smooth;
}

bool judge_may_give_up(const hearing *hearing)
{
    const fw_request *ask = &hearing->at.ask;
    const bool is_sure = ask->method == FW_AREAS && hearing->drawn->edit_count == 0;
    return ask->method == FW_HYBRID_STRICT || (judge_is_walk(ask->method) && !ask->methodical && !is_sure) ||
           (ask->turns == FW_TURNS_RECALCULATE && hearing->at.def.turn_radius > 0 &&
            !is_directional(ask->method));
}

/// True if a pose and the anchor under the pose are on the map.
static bool is_on_map(const hearing *hearing, const fw_pose *pose)
{
    const double half = (hearing->at.def.size - 1) / 2.0;
    return pose->x >= half && pose->y >= half && pose->x <= hearing->drawn->width &&
           pose->y <= hearing->drawn->height && pose->x - half < hearing->drawn->width &&
           pose->y - half < hearing->drawn->height;
}

static bool may_be_out_of_bounds(const hearing *hearing)
{
    const fw_goal *goal = &hearing->at.ask.goal;
    bool any = goal->kind != FW_GOAL_SET && is_on_map(hearing, &goal->pose);
    if (goal->kind == FW_GOAL_RADIUS)
        any = hypot(fmax(fmax(-goal->pose.x, goal->pose.x - hearing->drawn->width), 0),
                    fmax(fmax(-goal->pose.y, goal->pose.y - hearing->drawn->height), 0)) <= goal->radius;
    for (int32_t i = 0; goal->kind == FW_GOAL_SET && i < goal->count; i++)
        any = any || is_on_map(hearing, &goal->set[i]);
    return !is_on_map(hearing, &hearing->at.ask.start) || !any;
}

static bool is_allowed(const hearing *hearing)
{
    const fw_request *ask = &hearing->at.ask;
    switch (hearing->result) {
    case FW_OK:
    case FW_START_BLOCKED:
        return true;
    case FW_ILLEGAL:
        return !judge_accepts_violations(hearing) && judge_has_violations(&hearing->summary);
    case FW_UNREACHABLE:
    case FW_GOAL_BLOCKED:
    case FW_NOT_FOUND:
        return !ask->nearest;
    case FW_GAVE_UP:
        return judge_may_give_up(hearing);
    case FW_LIMIT:
        return !judge_is_unlimited(ask) && !ask->partial;
    case FW_OUT_OF_BOUNDS:
        return may_be_out_of_bounds(hearing);
    case FW_METHOD_DOES_NOT_FIT:
        return may_not_fit(hearing);
    case FW_NOT_PREPARED:
        return may_be_unprepared(hearing);
    default:
        return false;
    }
}

/// "No path" of FW_DIRECTIONAL comes from the fine search, or was known before any search over poses.
static bool level_fits(const hearing *hearing)
{
    const fw_request *ask = &hearing->at.ask;
    const fw_search_level level = hearing->spent.level;
    return ask->method != FW_DIRECTIONAL || ask->fastest || level == FW_LEVEL_NONE || level == FW_LEVEL_FINE;
}

/// The outcome that a path has with a result.
static bool outcome_fits(const hearing *hearing)
{
    const fw_outcome outcome = hearing->summary.outcome;
    switch (hearing->result) {
    case FW_OK:
        return hearing->summary.segment_count > 0 &&
               (outcome == FW_OUTCOME_FOUND || (outcome == FW_OUTCOME_NEAREST && hearing->at.ask.nearest) ||
                (outcome == FW_OUTCOME_PARTIAL && hearing->at.ask.partial &&
                 !judge_is_unlimited(&hearing->at.ask)));
    case FW_ILLEGAL:
        return hearing->summary.segment_count > 0 && outcome == FW_OUTCOME_ILLEGAL;
    case FW_UNREACHABLE:
        return outcome == FW_OUTCOME_UNREACHABLE;
    case FW_NOT_FOUND:
        return outcome == FW_OUTCOME_NOT_FOUND && level_fits(hearing);
    case FW_START_BLOCKED:
    case FW_GOAL_BLOCKED:
        return outcome == FW_OUTCOME_BLOCKED;
    case FW_GAVE_UP:
        return outcome == FW_OUTCOME_GAVE_UP;
    case FW_LIMIT:
        return outcome == FW_OUTCOME_LIMIT;
    default:
        return outcome == FW_OUTCOME_NONE;
    }
}

bool judge_result_is_documented(hearing *hearing)
{
    return is_allowed(hearing) || judge_deny(hearing, "%s: %s", fw_method_name(hearing->at.ask.method),
                                             fw_result_text(hearing->result));
}

bool judge_what_is_refused_is_said(hearing *hearing)
{
    const fw_refusal refusal = fw_request_refusal(hearing->at.map, &hearing->at.ask);
    const fw_refusal of_unit = fw_unit_refusal(&hearing->drawn->unit),
                     of_speeds = fw_speed_refusal(&hearing->drawn->speeds);
    const bool is_refused =
        hearing->result >= FW_NULL_ARGUMENT && hearing->result != FW_GAVE_UP && hearing->result != FW_ILLEGAL;
    if (refusal.result != (is_refused ? hearing->result : FW_OK) || is_refused != (refusal.field[0] != '\0'))
        return judge_deny(hearing, "%s, but told of %s: %s", fw_result_text(hearing->result), refusal.field,
                          fw_result_text(refusal.result));
    if (of_unit.result != FW_OK || of_speeds.result != FW_OK)
        return judge_deny(hearing, "unit: %s, speeds: %s", of_unit.reason, of_speeds.reason);
    return !is_refused || fw_request_ignored(hearing->at.map, &hearing->at.ask, NULL, 0) == 0 ||
           judge_deny(hearing, "options of a refused request are ignored");
}

bool judge_outcome_fits_the_result(hearing *hearing)
{
    return (outcome_fits(hearing) && (judge_has_path(hearing) || hearing->summary.segment_count == 0)) ||
           judge_deny(hearing, "%s, outcome %s with %d segments", fw_result_text(hearing->result),
                      fw_outcome_name(hearing->summary.outcome), (int)hearing->summary.segment_count);
}
