// What can be told from one answer alone.
#include <math.h>
#include <string.h>

#include "common/judge.h"

static bool has_violations(const fw_path_summary *summary)
{
    const fw_violations *broken = &summary->violations;
    return broken->blocked || broken->too_tight || broken->heading_jumps || broken->impossible;
}

static bool is_directional(fw_method method)
{
    return method >= FW_DIRECTIONAL && method < FW_METHOD_COUNT;
}

/// Does a turning radius or a body that directional search does not serve forbid it?
static bool is_beyond_directional(const hearing *on)
{
    const fw_unit_def *def = &on->at.def;
    const double length = def->footprint.kind == FW_FOOTPRINT_RECTANGLE
                              ? hypot(def->footprint.length, def->footprint.width)
                              : 2 * def->footprint.radius;
    return def->turn_radius < 1.0 / 64 || length > 24 ||
           (on->at.ask.goal.kind == FW_GOAL_RADIUS && on->at.ask.goal.radius > 64);
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

/// Is something charged beside lengths?
static bool has_other_costs(const hearing *on)
{
    return terrains_differ(&on->at.def) || on->drawn->edit_count > 0 || on->at.ask.turn_charge > 0 ||
           on->at.ask.roads == FW_ROADS_WIDE;
}

static bool jump_points_may_refuse(const hearing *on)
{
    const fw_request *ask = &on->at.ask;
    const fw_corner_rule corners = on->at.def.corners;
    return !wants_one_place(ask) || corners == FW_CORNERS_ONE || corners == FW_CORNERS_ALWAYS ||
           terrains_differ(&on->at.def) || on->drawn->edit_count > 0 || ask->fewer_bends ||
           ask->roads == FW_ROADS_LANES || ask->roads == FW_ROADS_CONES;
}

static bool shape_may_be_refused(const hearing *on)
{
    const fw_request *ask = &on->at.ask;
    const bool may_be_directional = is_directional(ask->method) || ask->method == FW_AUTO;
    const bool cuts = on->at.def.corners == FW_CORNERS_ONE || on->at.def.corners == FW_CORNERS_ALWAYS;
    const bool turns = ask->turns && on->at.def.turn_radius > 0;
    return (shapes_roads(ask) && (may_be_directional || turns)) ||
           (ask->roads && ask->goal.kind == FW_GOAL_SET) || (ask->roads == FW_ROADS_WIDE) ||
           (turns && (cuts || (ask->turns == FW_TURNS_BACK_UP && !on->at.def.reverse))) ||
           (ask->pre_smooth && (may_be_directional || is_beyond_directional(on) || !wants_one_place(ask) ||
                                ask->nearest || has_other_costs(on) || shapes_roads(ask)));
}

/// Has an option no effect on the method that is named?
static bool has_idle_options(const fw_request *ask)
{
    if (ask->method == FW_AUTO || ask->method == FW_GRID)
        return false;
    return is_directional(ask->method)
               ? (ask->fewer_bends && ask->method < FW_HYBRID) || ask->pre_smooth || ask->turns
               : ask->headings || ask->heuristic || ask->turn_charge > 0;
}

/// Does the documentation say of this request that its method may not serve it?
static bool may_not_fit(const hearing *on)
{
    const fw_request *ask = &on->at.ask;
    const bool is_timed = on->drawn->is_timed;
    if (is_timed && (!(ask->method == FW_AUTO || is_directional(ask->method)) || ask->method >= FW_HYBRID ||
                     ask->nearest || ask->turn_charge > 0 || ask->max_distance > 0))
        return true;
    const bool needs_motions = is_directional(ask->method) || is_timed || ask->roads == FW_ROADS_WIDE;
    return has_idle_options(ask) || (needs_motions && is_beyond_directional(on)) ||
           shape_may_be_refused(on) || (ask->method == FW_HYBRID_STRICT && has_other_costs(on)) ||
           (ask->method == FW_JUMP_POINTS && jump_points_may_refuse(on));
}

/// May something be missing that the unit was not prepared for?
static bool may_be_unprepared(const hearing *on)
{
    const fw_request *ask = &on->at.ask;
    const uint32_t prepared = on->drawn->unit.methods;
    if (ask->headings && ask->headings != on->at.def.headings)
        return true;
    if (prepared == FW_METHOD_BIT(FW_ON_DEMAND) && (ask->method != FW_ON_DEMAND || ask->smoothing))
        return true;
    if (ask->method == FW_AUTO || ask->method == FW_GRID)
        return ask->pre_smooth || on->drawn->is_timed || ask->roads == FW_ROADS_WIDE;
    return !(prepared & FW_METHOD_BIT(ask->method)) || ask->pre_smooth;
}

bool judge_may_give_up(const hearing *on)
{
    const fw_request *ask = &on->at.ask;
    return ask->method == FW_HYBRID_STRICT ||
           (ask->turns == FW_TURNS_RECALCULATE && on->at.def.turn_radius > 0 && !is_directional(ask->method));
}

/// Is a pose on the map, and the anchor under it?
static bool is_on_map(const hearing *on, const fw_pose *pose)
{
    const double half = (on->at.def.size - 1) / 2.0;
    return pose->x >= half && pose->y >= half && pose->x <= on->drawn->width &&
           pose->y <= on->drawn->height && pose->x - half < on->drawn->width &&
           pose->y - half < on->drawn->height;
}

static bool may_be_out_of_bounds(const hearing *on)
{
    const fw_goal *goal = &on->at.ask.goal;
    bool any = goal->kind != FW_GOAL_SET && is_on_map(on, &goal->pose);
    if (goal->kind == FW_GOAL_RADIUS)
        any = hypot(fmax(fmax(-goal->pose.x, goal->pose.x - on->drawn->width), 0),
                    fmax(fmax(-goal->pose.y, goal->pose.y - on->drawn->height), 0)) <= goal->radius;
    for (int32_t i = 0; goal->kind == FW_GOAL_SET && i < goal->count; i++)
        any = any || is_on_map(on, &goal->set[i]);
    return !is_on_map(on, &on->at.ask.start) || !any;
}

static bool is_allowed(const hearing *on)
{
    const fw_request *ask = &on->at.ask;
    switch (on->result) {
    case FW_OK:
    case FW_START_BLOCKED:
        return true;
    case FW_UNREACHABLE:
    case FW_GOAL_BLOCKED:
    case FW_NOT_FOUND:
        return !ask->nearest;
    case FW_GAVE_UP:
        return judge_may_give_up(on);
    case FW_LIMIT:
        return !judge_is_unlimited(ask) && !ask->partial;
    case FW_OUT_OF_BOUNDS:
        return may_be_out_of_bounds(on);
    case FW_METHOD_DOES_NOT_FIT:
        return may_not_fit(on);
    case FW_NOT_PREPARED:
        return may_be_unprepared(on);
    case FW_NOT_SUPPORTED:
        return ask->method == FW_HIERARCHY || ask->method == FW_MIDPOINT || ask->method == FW_AREAS;
    default:
        return false;
    }
}

/// The outcome that a path has with a result.
static bool outcome_fits(const hearing *on)
{
    const fw_outcome outcome = on->summary.outcome;
    switch (on->result) {
    case FW_OK:
        return on->summary.segment_count > 0 &&
               (outcome == FW_OUTCOME_FOUND || (outcome == FW_OUTCOME_NEAREST && on->at.ask.nearest) ||
                (outcome == FW_OUTCOME_PARTIAL && on->at.ask.partial && !judge_is_unlimited(&on->at.ask)));
    case FW_UNREACHABLE:
        return outcome == FW_OUTCOME_UNREACHABLE;
    case FW_NOT_FOUND:
        return outcome == FW_OUTCOME_NOT_FOUND;
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

bool judge_result_is_documented(hearing *on)
{
    return is_allowed(on) ||
           judge_deny(on, "%s: %s", fw_method_name(on->at.ask.method), fw_result_text(on->result));
}

bool judge_what_is_refused_is_said(hearing *on)
{
    const fw_refusal refusal = fw_request_refusal(on->at.map, &on->at.ask);
    const fw_refusal of_unit = fw_unit_refusal(&on->drawn->unit),
                     of_speeds = fw_speed_refusal(&on->drawn->speeds);
    const bool is_refused = on->result >= FW_NULL_ARGUMENT && on->result != FW_GAVE_UP;
    if (refusal.result != (is_refused ? on->result : FW_OK) || is_refused != (refusal.field[0] != '\0'))
        return judge_deny(on, "%s, but told of %s: %s", fw_result_text(on->result), refusal.field,
                          fw_result_text(refusal.result));
    if (of_unit.result != FW_OK || of_speeds.result != FW_OK)
        return judge_deny(on, "unit: %s, speeds: %s", of_unit.reason, of_speeds.reason);
    return !is_refused || fw_request_ignored(on->at.map, &on->at.ask, NULL, 0) == 0 ||
           judge_deny(on, "options of a refused request are ignored");
}

bool judge_outcome_fits_the_result(hearing *on)
{
    return (outcome_fits(on) && (on->result == FW_OK || on->summary.segment_count == 0)) ||
           judge_deny(on, "%s, outcome %s with %d segments", fw_result_text(on->result),
                      fw_outcome_name(on->summary.outcome), (int)on->summary.segment_count);
}

static bool check(hearing *on, fw_check_report *report)
{
    fw_check_def def = fw_default_check_def();
    def.overlay = on->at.ask.overlay;
    def.has_start = true;
    def.start = on->at.ask.start;
    def.has_goal = on->summary.outcome == FW_OUTCOME_FOUND;
    def.goal = on->at.ask.goal;
    def.check_cost = true;
    return fw_path_check(on->at.map, on->at.unit, on->at.path, &def, report) == FW_OK;
}

/// How often the heading jumps, to the asked start's and the goal's included.
static int32_t count_jumps(const fw_check_report *report)
{
    return report->faults[FW_FAULT_HEADING] + report->faults[FW_FAULT_START] + report->faults[FW_FAULT_GOAL];
}

/// Tells of the first fault that the checker finds, and what the path counts of those that there are.
static bool deny_fault(hearing *on, const fw_check_report *report)
{
    const fw_path_summary *summary = &on->summary;
    const fw_violations *broken = &summary->violations;
    return judge_deny(
        on,
        "%s, %s: %s in segment %d at %.9g, %.9g; blocked %d of %d, tight %d of %d, jumps %d of %d, "
        "impossible %d; length %.9g of %.9g, cost %.9g of %.9g",
        fw_method_name(summary->method), fw_outcome_name(summary->outcome), fw_fault_text(report->first),
        (int)report->first_segment, report->first_x, report->first_y, (int)broken->blocked,
        (int)report->faults[FW_FAULT_BLOCKED], (int)broken->too_tight,
        (int)report->faults[FW_FAULT_TOO_TIGHT], (int)broken->heading_jumps, (int)count_jumps(report),
        (int)broken->impossible, summary->length, report->length, summary->cost, report->cost);
}

bool judge_path_without_violations_is_legal(hearing *on)
{
    fw_check_report report;
    if (on->result != FW_OK)
        return true;
    if (!check(on, &report))
        return judge_deny(on, "the path cannot be checked");
    return report.legal || has_violations(&on->summary) || deny_fault(on, &report);
}

bool judge_path_counts_what_the_checker_finds(hearing *on)
{
    fw_check_report report;
    const fw_violations *broken = &on->summary.violations;
    if (on->result != FW_OK || !check(on, &report))
        return true;
    int32_t stretches;
    fw_path_impossible(on->at.path, &stretches);
    const int32_t *faults = report.faults;
    int32_t others = 0;
    for (int fault = FW_FAULT_NONE; fault < FW_FAULT_COUNT; fault++)
        if (fault != FW_FAULT_BLOCKED && fault != FW_FAULT_TOO_TIGHT && fault != FW_FAULT_HEADING &&
            fault != FW_FAULT_START && fault != FW_FAULT_GOAL && fault != FW_FAULT_ANGLE)
            others += faults[fault];
    const bool agree = faults[FW_FAULT_BLOCKED] == broken->blocked &&
                       faults[FW_FAULT_TOO_TIGHT] == broken->too_tight &&
                       count_jumps(&report) == broken->heading_jumps && stretches == broken->impossible &&
                       (!faults[FW_FAULT_ANGLE] || stretches) && !others;
    return agree || deny_fault(on, &report);
}
