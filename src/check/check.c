#include "fairway/check.h"

#include <math.h>

#include "base/cookie.h"
#include "base/trig.h"
#include "check/contact.h"
#include "check/cost.h"
#include "check/ground.h"
#include "check/lattice.h"
#include "check/motion.h"
#include "map/overlay.h"

/// How far headings may be apart, in radians, and positions, in tiles, before they count as different.
#define SAME_HEADING 1e-6
#define SAME_PLACE   FW_TOUCH

/// Relative errors allowed: to a radius and a length, which planners sum up, and to a cost, which grid planners hold in
/// integers.
#define SAME_LENGTH 1e-9
#define SAME_COST   1e-6

typedef struct judge {
    ground under;
    body moving; ///< the unit's body
    bool cuts_corners;
    const fw_segment *segments;
    int32_t count;
    fw_path_summary claimed;
    fw_check_report *report;
} judge;

typedef struct place {
    int32_t segment; ///< -1 for the whole path
    double at;       ///< tiles along the path
    double x, y;     ///< body centre
    int64_t tile_x;
    int64_t tile_y;
} place;

const char *fw_fault_text(fw_fault fault)
{
    static const char *const texts[FW_FAULT_COUNT] = {
        [FW_FAULT_NONE] = "has no fault",
        [FW_FAULT_BLOCKED] = "touches a blocked tile",
        [FW_FAULT_POSITION] = "jumps from one place to another",
        [FW_FAULT_HEADING] = "jumps from one heading to another",
        [FW_FAULT_TOO_TIGHT] = "turns tighter than the unit can",
        [FW_FAULT_GEAR] = "drives backward without a reverse gear",
        [FW_FAULT_CORNER] = "cuts a corner that the unit may not cut",
        [FW_FAULT_FORBIDDEN] = "makes a move that the overlay forbids",
        [FW_FAULT_ANGLE] = "faces a way that is none of its fixed angles",
        [FW_FAULT_START] = "starts where it should not",
        [FW_FAULT_GOAL] = "ends where it should not",
        [FW_FAULT_LENGTH] = "claims a length that is not its length",
        [FW_FAULT_COST] = "claims a cost that is not its cost",
        [FW_FAULT_STALE] = "was made for another version of the map",
    };
    if ((int)fault < 0 || fault >= FW_FAULT_COUNT)
        return "has an unknown fault";
    return texts[fault];
}

fw_check_def fw_default_check_def(void)
{
    return (fw_check_def){ .cookie = COOKIE_OF(fw_check_def) };
}

/// Faults along the path come before those of the whole path, and among them the one that begins first.
static void note_fault(fw_check_report *report, fw_fault fault, const place *where)
{
    report->faults[fault]++;
    const bool is_first =
        report->first == FW_FAULT_NONE ||
        (where->segment >= 0 && (report->first_segment < 0 || where->at < report->first_at));
    if (!is_first)
        return;
    report->first = fault;
    report->first_segment = where->segment;
    report->first_at = where->at;
    report->first_x = where->x;
    report->first_y = where->y;
    report->first_tile_x = (int32_t)where->tile_x;
    report->first_tile_y = (int32_t)where->tile_y;
}

/// The tile at a position; the rows and columns around the map stand for all that lies beyond.
static int64_t tile_of(double position, int32_t side)
{
    return (int64_t)floor(fmin(fmax(position, -1), side));
}

/// The share of a piece after which the body first overlaps a tile that it does overlap.
static double share_of_contact(const body *of, const piece *along, int64_t x, int64_t y)
{
    double free = 0, hit = 1;
    for (int i = 0; i < 50; i++) {
        const double middle = (free + hit) / 2;
        const piece part = motion_shortened(along, middle);
        if (contact_along(of, &part, x, y))
            hit = middle;
        else
            free = middle;
    }
    return hit;
}

static bool starts_on_map(const ground *under, const piece *along)
{
    return along->x >= 0 && along->y >= 0 && along->x <= under->width && along->y <= under->height;
}

/// Does the body touch a blocked tile along a piece? Tells the tile that it touches first, and after which share.
static bool piece_is_blocked(const ground *under, const body *of, const piece *along, double *share,
                             int64_t *tile_x, int64_t *tile_y)
{
    const fw_box box = motion_box(along);
    const int64_t left = tile_of(box.min_x - of->reach, under->width);
    const int64_t right = tile_of(box.max_x + of->reach, under->width);
    const int64_t top = tile_of(box.min_y - of->reach, under->height);
    const int64_t bottom = tile_of(box.max_y + of->reach, under->height);
    *tile_x = tile_of(along->x, under->width);
    *tile_y = tile_of(along->y, under->height);
    if (!starts_on_map(under, along)) {
        *share = 0;
        return true;
    }
    *share = INFINITY;
    for (int64_t y = top; y <= bottom; y++)
        for (int64_t x = left; x <= right; x++) {
            if (!ground_is_blocked(under, x, y) || !contact_along(of, along, x, y))
                continue;
            const double contact = share_of_contact(of, along, x, y);
            if (contact < *share) {
                *share = contact;
                *tile_x = x;
                *tile_y = y;
            }
        }
    return *share <= 1;
}

static bool is_line(const fw_segment *segment)
{
    return segment->curvature == 0;
}

/// Does a body touch anything along a segment? Tells where it begins to.
static bool sweep_is_blocked(const judge *by, const body *of, int32_t index, double before, place *where)
{
    const fw_segment *segment = &by->segments[index];
    const double longest = fmax(4, 2 * of->reach);
    const int64_t count = motion_piece_count(segment, longest);
    for (int64_t i = 0; i < count; i++) {
        const piece along = motion_piece(segment, longest, i);
        double share;
        if (!piece_is_blocked(&by->under, of, &along, &share, &where->tile_x, &where->tile_y))
            continue;
        const piece part = motion_shortened(&along, share);
        where->segment = index;
        where->at = before + along.from + part.length;
        where->x = part.to_x;
        where->y = part.to_y;
        return true;
    }
    return false;
}

/// The body along a segment: at most one fault, where it begins to touch.
static void judge_sweep(judge *by, int32_t index, double before)
{
    const body of = by->cuts_corners && is_line(&by->segments[index]) ? body_point() : by->moving;
    place where;
    if (sweep_is_blocked(by, &of, index, before, &where))
        note_fault(by->report, FW_FAULT_BLOCKED, &where);
}

/// Corner rules say where a body may touch something. One that touches nothing needs none.
static void judge_steps(judge *by, int32_t index, double before, fw_pose ends)
{
    const fw_segment *segment = &by->segments[index];
    place touched;
    if (!sweep_is_blocked(by, &by->moving, index, before, &touched))
        return;
    const lattice_fault found = lattice_first_fault(&by->under, segment, ends);
    if (found.fault == FW_FAULT_NONE)
        return;
    const fw_pose at = motion_at(segment, found.at);
    note_fault(by->report, found.fault,
               &(place){ index, before + found.at, at.x, at.y, found.tile_x, found.tile_y });
}

/// A turn on the spot by a unit that may: only a rectangle can touch anything new. The rectangle is symmetric about its
/// centre, so half a turn sweeps the same tiles either way.
static void judge_turn(judge *by, int32_t index, double before, fw_pose at, double turn)
{
    if (by->moving.is_round || by->cuts_corners)
        return;
    place where = { .segment = index, .at = before, .x = at.x, .y = at.y };
    double share;
    const piece turning = motion_turn(at, turn);
    if (piece_is_blocked(&by->under, &by->moving, &turning, &share, &where.tile_x, &where.tile_y))
        note_fault(by->report, FW_FAULT_BLOCKED, &where);
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

/// Where one segment ends and the next one starts.
static void judge_joint(judge *by, int32_t index, double before, fw_pose ends)
{
    const fw_pose next = by->segments[index].start;
    const place where = { .segment = index, .at = before, .x = next.x, .y = next.y };
    if (!is_same_place(ends, next, SAME_PLACE))
        note_fault(by->report, FW_FAULT_POSITION, &where);
    if (by->claimed.fixed_angles || is_same_heading(ends.heading, next.heading))
        return;
    if (by->under.unit->def.turn_radius > 0)
        note_fault(by->report, FW_FAULT_HEADING, &where);
    else
        judge_turn(by, index, before, (fw_pose){ next.x, next.y, ends.heading },
                   trig_wrap(next.heading - ends.heading));
}

static bool is_fixed_angle(double heading, int32_t angles)
{
    const double step = 2 * FW_PI / angles;
    return is_same_heading(heading, step * rint(trig_wrap(heading) / step));
}

/// Rules that a segment breaks from its start on.
static void judge_rules(judge *by, int32_t index, double before)
{
    const fw_segment *segment = &by->segments[index];
    const fw_unit_def *unit = &by->under.unit->def;
    const place where = { .segment = index, .at = before, .x = segment->start.x, .y = segment->start.y };
    const int32_t angles = by->claimed.fixed_angles;
    if (angles &&
        !(is_fixed_angle(segment->start.heading, angles) && (is_line(segment) || segment->length == 0)))
        note_fault(by->report, FW_FAULT_ANGLE, &where);
    if (segment->length == 0)
        return;
    if (segment->gear == FW_REVERSE && !unit->reverse)
        note_fault(by->report, FW_FAULT_GEAR, &where);
    if (fabs(segment->curvature) * unit->turn_radius > 1 + SAME_LENGTH)
        note_fault(by->report, FW_FAULT_TOO_TIGHT, &where);
}

/// Sums that keep what rounding takes away (Neumaier 1974).
typedef struct exact_sum {
    double sum, lost;
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

/// All segments in order; returns where the path ends.
static fw_pose judge_segments(judge *by)
{
    exact_sum length = { 0 }, cost = { 0 };
    fw_pose ends = by->segments[0].start;
    const fw_segment *driven = NULL;
    for (int32_t i = 0; i < by->count; i++) {
        const fw_segment *segment = &by->segments[i];
        const double before = value_of(&length);
        if (i > 0)
            judge_joint(by, i, before, ends);
        ends = motion_at(segment, segment->length);
        judge_rules(by, i, before);
        judge_sweep(by, i, before);
        if (by->cuts_corners && is_line(segment))
            judge_steps(by, i, before, ends);
        add_to(&length, segment->length);
        if (segment->length == 0)
            continue;
        add_to(&cost, cost_of_segment(&by->under, segment, ends));
        if (driven && driven->gear != segment->gear)
            add_to(&cost, by->under.unit->def.gear_change_cost);
        driven = segment;
    }
    by->report->length = value_of(&length);
    by->report->cost = value_of(&cost);
    return ends;
}

/// Does the unit face as a goal asks, where it asks for anything?
static bool faces(const judge *by, fw_pose end, const fw_goal *goal, fw_pose asked)
{
    const bool has_heading = goal->kind == FW_GOAL_POSE || (goal->kind != FW_GOAL_PLACE && goal->has_heading);
    return !has_heading || by->under.unit->def.turn_radius <= 0 ||
           is_same_heading(end.heading, asked.heading);
}

static bool reaches(const judge *by, fw_pose end, const fw_goal *goal)
{
    switch (goal->kind) {
    case FW_GOAL_PLACE:
    case FW_GOAL_POSE:
        return is_same_place(end, goal->pose, SAME_PLACE) && faces(by, end, goal, goal->pose);
    case FW_GOAL_RADIUS:
        return is_same_place(end, goal->pose, goal->radius + SAME_PLACE) && faces(by, end, goal, goal->pose);
    case FW_GOAL_SET:
        for (int32_t i = 0; i < goal->count; i++)
            if (is_same_place(end, goal->set[i], SAME_PLACE) && faces(by, end, goal, goal->set[i]))
                return true;
        break;
    }
    return false;
}

static void judge_ends(judge *by, const fw_check_def *against, fw_pose end)
{
    const fw_pose start = by->segments[0].start;
    const bool starts_right =
        is_same_place(start, against->start, SAME_PLACE) &&
        (by->under.unit->def.turn_radius <= 0 || is_same_heading(start.heading, against->start.heading));
    if (against->has_start && !starts_right)
        note_fault(by->report, FW_FAULT_START, &(place){ .segment = 0, .x = start.x, .y = start.y });
    if (against->has_goal && !reaches(by, end, &against->goal))
        note_fault(by->report, FW_FAULT_GOAL,
                   &(place){ .segment = by->count - 1, .at = by->report->length, .x = end.x, .y = end.y });
}

static bool is_about(double claimed, double is, double tolerance)
{
    return fabs(claimed - is) <= tolerance * (1 + fabs(is));
}

/// Faults of the whole path; STALE comes last, because it alone leaves a path legal.
static void judge_claims(judge *by, bool check_cost)
{
    const place whole = { .segment = -1 };
    const uint64_t version = by->claimed.map_version;
    if (!is_about(by->claimed.length, by->report->length, SAME_LENGTH))
        note_fault(by->report, FW_FAULT_LENGTH, &whole);
    if (check_cost && !is_about(by->claimed.cost, by->report->cost, SAME_COST))
        note_fault(by->report, FW_FAULT_COST, &whole);
    if (version && version != fw_map_version(by->under.map))
        note_fault(by->report, FW_FAULT_STALE, &whole);
}

static fw_result find_ground(const fw_map *map, fw_unit_id unit, const fw_overlay *overlay, ground *under)
{
    *under = (ground){ map, map_find_unit(map, unit), overlay, fw_map_width(map), fw_map_height(map) };
    if (!under->unit)
        return FW_UNKNOWN_UNIT;
    if (overlay && !overlay_fits(overlay, under->width, under->height))
        return FW_WRONG_MAP;
    return FW_OK;
}

fw_result fw_path_check(const fw_map *map, fw_unit_id unit, const fw_path *path, const fw_check_def *def,
                        fw_check_report *report)
{
    const fw_check_def against = def ? *def : fw_default_check_def();
    if (!map || !path || !report)
        return FW_NULL_ARGUMENT;
    if (against.cookie != COOKIE_OF(fw_check_def))
        return FW_BAD_DEF;
    judge by = { .report = report };
    const fw_result result = find_ground(map, unit, against.overlay, &by.under);
    if (result != FW_OK)
        return result;
    by.segments = fw_path_segments(path, &by.count);
    if (!by.count)
        return FW_BAD_SIZE;
    fw_path_summarise(path, &by.claimed);
    by.moving = body_of(&by.under.unit->def.footprint);
    const fw_corner_rule corners = by.under.unit->def.corners;
    by.cuts_corners = corners == FW_CORNERS_ONE || corners == FW_CORNERS_ALWAYS;
    *report = (fw_check_report){ .first = FW_FAULT_NONE, .first_segment = -1 };
    const fw_pose end = judge_segments(&by);
    judge_ends(&by, &against, end);
    judge_claims(&by, against.check_cost);
    report->legal = true;
    for (int fault = 0; fault < FW_FAULT_COUNT; fault++)
        report->legal = report->legal && (report->faults[fault] == 0 || fault == FW_FAULT_STALE);
    return FW_OK;
}
