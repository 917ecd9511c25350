#include "fairway/check.h"

#include <math.h>

#include "base/arrival.h"
#include "base/def.h"
#include "base/trig.h"
#include "check/anchor.h"
#include "check/circles.h"
#include "check/cost.h"
#include "check/fault.h"
#include "check/ground.h"
#include "check/motion.h"
#include "check/touch.h"
#include "check/wheels.h"
#include "map/overlay.h"

/// Headings (radians) and positions (tiles) that differ by no more than this count as equal.
#define SAME_HEADING 1e-6
#define SAME_PLACE   FW_TOUCH

/// Allowed relative errors: of a radius and of a length, which is a sum, and of a cost, which grid planners keep in
/// integers. The cost may also differ by this share of a tile.
#define SAME_LENGTH 1e-9
#define SAME_COST   1e-6

/// The sum of all jumps between segments so far. Each jump may be small enough to be legal while their sum is not.
typedef struct drift {
    double x, y, heading;
} drift;

typedef struct judge {
    ground ground;
    body moving; ///< the unit's body
    circles trees;
    bool cuts_corners;
    bool has_moves;       ///< the overlay forbids moves
    anchor_track corners; ///< for the corner rule of a unit that cuts corners
    anchor_track moves;   ///< for the moves that the overlay forbids
    drift drift;
    const fw_segment *segments;
    int32_t count;
    int32_t first;   ///< the first segment that is judged
    double skipped;  ///< tiles at the start of the path that are not judged
    fw_segment rest; ///< the part of the first segment that is judged
    fw_path_summary claimed;
    fw_check_report *report;
} judge;

static const fw_check_def defaults = { .bytes = sizeof defaults,
                                       .cookie = CHECK_DEF_COOKIE,
                                       .start_slack = 0.01 };

fw_result fw_check_def_init(fw_check_def *def, size_t bytes)
{
    return def_init(def, bytes, &defaults, sizeof defaults);
}

fw_check_def fw_default_check_def(void)
{
    return defaults;
}

static bool is_line(const fw_segment *segment)
{
    return segment->curvature == 0;
}

static const fw_segment *segment_at(const judge *judge, int32_t index)
{
    return index == judge->first ? &judge->rest : &judge->segments[index];
}

/// Skips the part of the path before a distance along it.
static void skip_to(judge *judge, double distance)
{
    double left = distance;
    while (left > 0 && judge->first + 1 < judge->count && judge->segments[judge->first].length <= left)
        left -= judge->segments[judge->first++].length;
    judge->rest = motion_rest(&judge->segments[judge->first], left);
    judge->skipped = distance;
}

/// Finds the blocked tile in the way of a diagonal move from a tile.
static void find_corner(const judge *judge, int64_t from_x, int64_t from_y, const anchor_spot *to,
                        place *where)
{
    int64_t *x = &where->tile_x, *y = &where->tile_y;
    if (!ground_square_is_blocked(&judge->ground, from_x, to->y, x, y))
        ground_square_is_blocked(&judge->ground, to->x, from_y, x, y);
}

/// True if the body touches something along a stretch where the anchor point breaks the corner rule. A move that breaks
/// the rule is made at the start of the stretch, so the body is judged there.
static bool stretch_is_faulty(const judge *judge, const anchor_walk *walk, anchor_step step, double before,
                              place *where)
{
    const int64_t from_x = where->tile_x, from_y = where->tile_y;
    const double length = step == ANCHOR_NOWHERE ? walk->to - walk->from : 0;
    const fw_segment part = { .start = motion_at(walk->segment, walk->from),
                              .length = length,
                              .gear = walk->segment->gear };
    if (!touch_along(&judge->ground, &judge->moving, &part, where))
        return false;
    where->at += before + walk->from;
    if (step == ANCHOR_BREAKS)
        find_corner(judge, from_x, from_y, &walk->spot, where);
    return true;
}

/// Judges a line along which a unit that cuts corners touches something with its body: at most one fault.
static void judge_corners(judge *judge, int32_t index, double before)
{
    place where = { .segment = index };
    anchor_walk walk;
    anchor_walk_begin(&walk, &judge->ground, segment_at(judge, index));
    while (anchor_walk_next(&walk)) {
        const anchor_step step =
            anchor_enter(&judge->corners, &judge->ground, &walk.spot, &where.tile_x, &where.tile_y);
        if (step == ANCHOR_KEEPS || !stretch_is_faulty(judge, &walk, step, before, &where))
            continue;
        fault_note(judge->report, step == ANCHOR_NOWHERE ? FW_FAULT_BLOCKED : FW_FAULT_CORNER, &where);
        judge->corners.tiles = 0;
        return;
    }
}

/// Judges the body along a segment: at most one fault, where the body begins to touch a blocked tile.
static void judge_sweep(judge *judge, int32_t index, double before)
{
    const fw_segment *segment = segment_at(judge, index);
    place where = { .segment = index };
    const bool touches = touch_along(&judge->ground, &judge->moving, segment, &where);
    if (touches && judge->cuts_corners && is_line(segment)) {
        judge_corners(judge, index, before);
        return;
    }
    judge->corners.tiles = 0;
    where.at += before;
    if (touches)
        fault_note(judge->report, FW_FAULT_BLOCKED, &where);
}

/// Judges whether the body overlaps a round obstacle along a segment.
static void judge_trees(judge *judge, int32_t index, double before)
{
    const fw_segment *segment = segment_at(judge, index);
    const double at = circles_first_overlap(&judge->trees, segment);
    if (at == INFINITY)
        return;
    const fw_pose there = motion_at(segment, at);
    fault_note(judge->report, FW_FAULT_TREE,
               &(place){ .segment = index, .at = before + at, .x = there.x, .y = there.y });
}

/// True if the anchor point makes no forbidden move and is in no closed tile along a segment, or a part of one, of at
/// most a full turn.
static bool keeps_to_moves(judge *judge, const fw_segment *part, int32_t index, double before)
{
    place where = { .segment = index };
    anchor_walk walk;
    anchor_walk_begin(&walk, &judge->ground, part);
    while (anchor_walk_next(&walk)) {
        const anchor_step step =
            anchor_enter(&judge->moves, &judge->ground, &walk.spot, &where.tile_x, &where.tile_y);
        if (step == ANCHOR_KEEPS || walk.spot.columns == 0)
            continue;
        const fw_pose at = motion_at(part, walk.from);
        where.at = before + walk.from;
        where.x = at.x;
        where.y = at.y;
        fault_note(judge->report, FW_FAULT_FORBIDDEN, &where);
        judge->moves.tiles = 0;
        return false;
    }
    return true;
}

/// Judges the moves that the overlay forbids. A circle that begins on the side of a tile comes back to this side from
/// one tile, and the move across it is made at the start of the second full turn. Further ones repeat the second and
/// are skipped; the last part of a turn leads to where the next segment begins.
static void judge_moves(judge *judge, int32_t index, double before)
{
    fw_segment part = *segment_at(judge, index);
    const double circle = 2 * FW_PI / fabs(part.curvature), length = part.length;
    part.length = circle;
    for (int turn = 0; turn < 2 && (turn + 1) * circle <= length; turn++)
        if (!keeps_to_moves(judge, &part, index, before + turn * circle))
            return;
    part.length = fmod(length, circle);
    keeps_to_moves(judge, &part, index, before + (length - part.length));
}

/// Judges a turn on the spot of a unit that may make such turns: only a body with corners can touch a new tile. Half
/// a turn may be made to either side.
static void judge_turn(judge *judge, int32_t index, double before, fw_pose at, double turn)
{
    if (fabs(turn) <= SAME_HEADING || judge->moving.is_round || judge->cuts_corners)
        return;
    place where = { .segment = index };
    const bool is_half = FW_PI - fabs(turn) <= SAME_HEADING;
    const bool touches = touch_turning(&judge->ground, &judge->moving, at, turn, &where) &&
                         (!is_half || touch_turning(&judge->ground, &judge->moving, at,
                                                    turn > 0 ? turn - 2 * FW_PI : turn + 2 * FW_PI, &where));
    where.at = before;
    if (touches)
        fault_note(judge->report, FW_FAULT_BLOCKED, &where);
}

static bool is_same_place(fw_pose a, fw_pose b, double tolerance)
{
    const double dx = a.x - b.x, dy = a.y - b.y;
    return dx * dx + dy * dy <= tolerance * tolerance;
}

static bool is_same_heading(double a, double b)
{
    return fabs(trig_wrap(a - b)) <= SAME_HEADING;
}

/// Judges a jump in position, and the sum of all jumps so far, by the same tolerance.
static void judge_position(judge *judge, fw_pose end, const place *where)
{
    const fw_pose next = segment_at(judge, where->segment)->start, origin = { 0 };
    drift *drift = &judge->drift;
    drift->x += next.x - end.x;
    drift->y += next.y - end.y;
    if (is_same_place(end, next, SAME_PLACE) &&
        is_same_place((fw_pose){ drift->x, drift->y, 0 }, origin, SAME_PLACE))
        return;
    fault_note(judge->report, FW_FAULT_POSITION, where);
    drift->x = drift->y = 0;
    judge->corners.tiles = judge->moves.tiles = 0;
}

/// Judges a jump in heading of a unit that cannot turn on the spot, and the sum of all such jumps so far.
static void judge_heading(judge *judge, double turn, const place *where)
{
    judge->drift.heading += turn;
    if (fabs(turn) <= SAME_HEADING && fabs(judge->drift.heading) <= SAME_HEADING)
        return;
    fault_note(judge->report, FW_FAULT_HEADING, where);
    judge->drift.heading = 0;
}

/// Judges the joint between a segment and the one before it, which ends at `end`.
static void judge_joint(judge *judge, int32_t index, double before, fw_pose end)
{
    const fw_pose next = segment_at(judge, index)->start;
    const place where = { .segment = index, .at = before, .x = next.x, .y = next.y };
    const double turn = trig_wrap(next.heading - end.heading);
    judge_position(judge, end, &where);
    if (judge->claimed.fixed_angles)
        return;
    if (judge->ground.unit->def.turn_radius > 0)
        judge_heading(judge, turn, &where);
    else
        judge_turn(judge, index, before, (fw_pose){ next.x, next.y, end.heading }, turn);
}

static bool is_fixed_angle(double heading, int32_t angles)
{
    const double step = 2 * FW_PI / angles;
    return is_same_heading(heading, step * rint(trig_wrap(heading) / step));
}

/// Judges the rules that a segment keeps or breaks as a whole: fixed angles, gear and radius.
static void judge_rules(judge *judge, int32_t index, double before)
{
    const fw_segment *segment = segment_at(judge, index);
    const fw_unit_def *unit = &judge->ground.unit->def;
    const place where = { .segment = index, .at = before, .x = segment->start.x, .y = segment->start.y };
    const int32_t angles = judge->claimed.fixed_angles;
    if (angles &&
        !(is_fixed_angle(segment->start.heading, angles) && (is_line(segment) || segment->length == 0)))
        fault_note(judge->report, FW_FAULT_ANGLE, &where);
    if (segment->length == 0)
        return;
    if (segment->gear == FW_REVERSE && !unit->reverse)
        fault_note(judge->report, FW_FAULT_GEAR, &where);
    if (fabs(segment->curvature) * unit->turn_radius > 1 + SAME_LENGTH)
        fault_note(judge->report, FW_FAULT_TOO_TIGHT, &where);
}

/// A compensated sum (Neumaier 1974).
typedef struct exact_sum {
    double sum;
    double lost; ///< sum of the rounding errors
} exact_sum;

static void add_to(exact_sum *total, double value)
{
    const double sum = total->sum + value;
    total->lost += fabs(total->sum) >= fabs(value) ? total->sum - sum + value : value - sum + total->sum;
    total->sum = sum;
}

static double value_of(const exact_sum *total)
{
    return total->sum + total->lost;
}

/// Judges all segments in order; returns the pose at which the path ends.
static fw_pose judge_segments(judge *judge)
{
    exact_sum length = { 0 }, cost = { 0 };
    fw_pose end = judge->rest.start;
    const fw_segment *last_driven = NULL;
    for (int32_t i = judge->first; i < judge->count; i++) {
        const fw_segment *segment = segment_at(judge, i);
        const double before = judge->skipped + value_of(&length);
        if (i > judge->first)
            judge_joint(judge, i, before, end);
        end = motion_at(segment, segment->length);
        judge_rules(judge, i, before);
        judge_sweep(judge, i, before);
        judge_trees(judge, i, before);
        if (judge->has_moves)
            judge_moves(judge, i, before);
        add_to(&length, segment->length);
        if (segment->length == 0)
            continue;
        add_to(&cost, cost_of_segment(&judge->ground, segment, end));
        if (last_driven && last_driven->gear != segment->gear)
            add_to(&cost, judge->ground.unit->def.gear_change_cost);
        last_driven = segment;
    }
    judge->report->length = value_of(&length);
    judge->report->cost = value_of(&cost);
    return end;
}

/// True if the unit has the requested heading at an end of the path, up to a tolerance; on a path with fixed angles,
/// one of the two fixed angles beside it.
static bool faces_at_end(const judge *judge, double heading, double asked, double tolerance)
{
    const int32_t angles = judge->claimed.fixed_angles;
    const double most = tolerance + (angles ? 2 * FW_PI / angles : 0);
    return judge->ground.unit->def.turn_radius <= 0 || fabs(trig_wrap(heading - asked)) <= most;
}

/// True if the path ends at one pose of the goal.
static bool reaches_pose(const judge *judge, fw_pose end, const fw_goal *goal, fw_pose asked)
{
    const bool has_heading = goal->kind == FW_GOAL_POSE || (goal->kind != FW_GOAL_PLACE && goal->has_heading);
    return is_same_place(end, asked, goal->radius + arrival_distance(&end)) &&
           (!has_heading ||
            faces_at_end(judge, end.heading, asked.heading, goal->heading_tolerance + ARRIVAL_TURN));
}

static bool reaches(const judge *judge, fw_pose end, const fw_goal *goal)
{
    if (goal->kind != FW_GOAL_SET)
        return reaches_pose(judge, end, goal, goal->pose);
    for (int32_t i = 0; i < goal->count; i++)
        if (reaches_pose(judge, end, goal, goal->set[i]))
            return true;
    return false;
}

/// Judges the turns on the spot from the requested start heading to the path's, and from the path's to the goal's.
static void judge_turns_at_ends(judge *judge, const fw_check_def *against, fw_pose end)
{
    const fw_pose start = judge->rest.start;
    if (judge->ground.unit->def.turn_radius > 0 || judge->claimed.fixed_angles)
        return;
    if (against->has_start)
        judge_turn(judge, judge->first, judge->skipped, (fw_pose){ start.x, start.y, against->start.heading },
                   trig_wrap(start.heading - against->start.heading));
    const double turn = trig_wrap(against->goal.pose.heading - end.heading);
    if (against->has_goal && against->goal.kind == FW_GOAL_POSE &&
        fabs(turn) > against->goal.heading_tolerance)
        judge_turn(judge, judge->count - 1, judge->skipped + judge->report->length, end, turn);
}

static void judge_ends(judge *judge, const fw_check_def *against, fw_pose end)
{
    const fw_pose start = judge->rest.start;
    const fw_goal begin = { .kind = FW_GOAL_POSE, .radius = against->start_slack };
    const bool starts_right = reaches_pose(judge, start, &begin, against->start);
    if (against->has_start && !starts_right)
        fault_note(judge->report, FW_FAULT_START,
                   &(place){ .segment = judge->first, .at = judge->skipped, .x = start.x, .y = start.y });
    if (against->has_goal && !reaches(judge, end, &against->goal))
        fault_note(judge->report, FW_FAULT_GOAL,
                   &(place){ .segment = judge->count - 1,
                             .at = judge->skipped + judge->report->length,
                             .x = end.x,
                             .y = end.y });
    judge_turns_at_ends(judge, against, end);
}

/// Counts the places at which the unit must stand to turn its wheels; a place is a fault if the unit does not stand
/// there.
static void judge_steering(judge *judge, const fw_path *path)
{
    const fw_unit_def *unit = &judge->ground.unit->def;
    wheels_walk walk = wheels_walk_along(unit, path, judge->first);
    if (unit->turn_radius <= 0 || unit->curvature_rate <= 0 || judge->claimed.fixed_angles)
        return;
    while (wheels_walk_next(&walk)) {
        const fw_pose start = judge->segments[walk.index].start;
        judge->report->steering_stops++;
        if (wheels_are_too_slow(path, walk.at))
            fault_note(judge->report, FW_FAULT_STEERING,
                       &(place){ .segment = walk.index, .at = walk.at, .x = start.x, .y = start.y });
    }
}

static bool is_about(double claimed, double actual, double tolerance)
{
    return fabs(claimed - actual) <= tolerance * (1 + fabs(actual));
}

/// The cost of a tile of the unit's most expensive terrain.
static double most_expensive_terrain(const ground *ground)
{
    const float *costs = ground->unit->def.terrain_cost;
    float most = 0;
    for (int terrain = 1; terrain < FW_TERRAIN_COUNT; terrain++)
        most = costs[terrain] > most ? costs[terrain] : most;
    return (double)most;
}

/// True if a path costs what it claims. An arc along a border of tiles lies on one side of the border or the other by
/// rounding, for sqrt(2 * radius * rounding) tiles; that is about 1e-6 tiles for the largest arcs.
static bool is_cost(const judge *judge, double claimed)
{
    const double actual = judge->report->cost;
    return fabs(claimed - actual) <= SAME_COST * (1 + fabs(actual) + most_expensive_terrain(&judge->ground));
}

/// Judges what the path claims about itself. FW_FAULT_STALE comes last, because a path with this fault alone is legal.
static void judge_claims(judge *judge, bool check_cost)
{
    const place whole = { .segment = -1 };
    const uint64_t version = judge->claimed.map_version;
    if (judge->skipped == 0 && !is_about(judge->claimed.length, judge->report->length, SAME_LENGTH))
        fault_note(judge->report, FW_FAULT_LENGTH, &whole);
    if (check_cost && !is_cost(judge, judge->claimed.cost))
        fault_note(judge->report, FW_FAULT_COST, &whole);
    if (version && version != map_version_number(judge->ground.map))
        fault_note(judge->report, FW_FAULT_STALE, &whole);
}

static fw_result find_ground(const map_version *map, fw_unit_id unit, const fw_overlay *overlay,
                             ground *found)
{
    *found = (ground){ map, map_find_unit(map, unit), overlay, map_width(map), map_height(map) };
    if (!found->unit)
        return FW_UNKNOWN_UNIT;
    if (overlay && !overlay_fits(overlay, found->width, found->height))
        return FW_WRONG_MAP;
    return FW_OK;
}

fw_result fw_path_check(const fw_map *map, fw_unit_id unit, const fw_path *path, const fw_check_def *def,
                        fw_check_report *report)
{
    const map_version *version = map_version_of(map);
    fw_check_def room;
    if (!map || !path || !report)
        return FW_NULL_ARGUMENT;
    def = def ? def_whole(def, &defaults, sizeof defaults, &room) : &defaults;
    if (!def)
        return FW_BAD_DEF;
    if (!isfinite(def->from))
        return FW_NOT_FINITE;
    if (def->from < 0 || (def->from > 0 && def->check_cost) || !(def->start_slack >= 0))
        return FW_BAD_VALUE;
    judge judge = { .report = report };
    const fw_result result = find_ground(version, unit, def->overlay, &judge.ground);
    if (result != FW_OK)
        return result;
    const fw_footprint *footprint = &judge.ground.unit->def.footprint;
    judge.trees = (circles){ def->trees, def->trees ? def->tree_count : 0, footprint->radius };
    if (judge.trees.count > 0 && footprint->kind != FW_FOOTPRINT_CIRCLE)
        return FW_NOT_SUPPORTED;
    judge.segments = fw_path_segments(path, &judge.count);
    if (!judge.count)
        return FW_BAD_SIZE;
    skip_to(&judge, fmin(def->from, fw_path_length(path)));
    fw_path_summarise(path, &judge.claimed);
    judge.moving = body_of(footprint);
    const fw_corner_rule corners = judge.ground.unit->def.corners;
    judge.cuts_corners = corners == FW_CORNERS_ONE || corners == FW_CORNERS_ALWAYS;
    judge.has_moves = def->overlay && overlay_has_moves(def->overlay);
    judge.corners.allows = anchor_is_free;
    judge.moves.allows = anchor_is_allowed;
    *report = (fw_check_report){ .first = FW_FAULT_NONE, .first_segment = -1 };
    const fw_pose end = judge_segments(&judge);
    judge_steering(&judge, path);
    judge_ends(&judge, def, end);
    judge_claims(&judge, def->check_cost);
    report->legal = true;
    for (int fault = 0; fault < FW_FAULT_COUNT; fault++)
        report->legal = report->legal && (report->faults[fault] == 0 || fault == FW_FAULT_STALE);
    return FW_OK;
}
