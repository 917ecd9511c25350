#include "plan/replanning.h"

#include <math.h>

#include "base/trig.h"
#include "curve/line_cost.h"
#include "curve/mover.h"
#include "curve/path.h"
#include "curve/path_edit.h"
#include "curve/segment.h"
#include "curve/sweep_body.h"
#include "plan/goal.h"
#include "plan/goal_area.h"
#include "plan/next_attempt.h"
#include "plan/planner.h"
#include "shape/path_on_map.h"
#include "shape/violations.h"

/// A path is kept as long as it costs no more than this times a lower bound, or the path of a new search.
#define KEPT_COST 1.05

/// Accuracy to which the first blocked place is found, in tiles.
#define BLOCKED_WITHIN 0.01

typedef enum replan_state {
    REPLAN_NONE,  ///< the path of the search is the answer
    REPLAN_RIVAL, ///< `kept` is a legal path to the goal, which the search must beat
    REPLAN_TAIL   ///< `kept` is the beginning of the answer, and the search begins where it ends
} replan_state;

struct replanning {
    replan_state state;
    fw_path *kept;      ///< the part of the previous path that is kept; null before the first one
    fw_request request; ///< REPLAN_TAIL: the user's request
};

void replanning_clear(fw_search *search)
{
    search->replanning->state = REPLAN_NONE;
}

/// Provides the memory, which is kept from query to query.
static fw_result provide(fw_search *search)
{
    memory *memory = &search->kept.memory;
    if (!search->replanning)
        search->replanning = memory_get_zeroed(memory, 1, sizeof *search->replanning);
    return search->replanning ? path_provide(memory, &search->replanning->kept) : FW_NO_MEMORY;
}

static bool drives(const fw_search *search)
{
    return search->query->unit->def.turn_radius > 0;
}

static fw_segment part_of(const fw_segment *segment, double from, double to)
{
    fw_segment part = *segment;
    part.start = segment_pose_at(segment, from);
    part.start.heading = trig_wrap(part.start.heading);
    part.length = to - from;
    return part;
}

/// The place along a segment where a pose lies, within rounding; negative if it lies elsewhere. Along an arc, the
/// heading tells the place more exactly than the position does.
static double place_along(const fw_segment *segment, fw_pose pose, bool has_heading)
{
    double away;
    double place = segment_nearest(segment, pose.x, pose.y, &away);
    const double turn = trig_wrap(pose.heading - segment_pose_at(segment, place).heading);
    if (has_heading && fabs(turn) <= ARRIVAL_TURN && segment->curvature != 0)
        place = fmin(fmax(place + turn / segment_signed(segment, segment->curvature), 0), segment->length);
    const fw_pose there = segment_pose_at(segment, place);
    const bool is_there = pose_distance(there, pose) <= arrival_distance(&pose) &&
                          (!has_heading || headings_meet(there.heading, pose.heading));
    return is_there ? place : -1;
}

/// Finds the place on a path where the unit stands: the last one, if the path passes there more than once.
///
/// @param[out] into  tiles from the beginning of the segment
/// @return index of the segment; -1 if the unit does not stand on the path
static int32_t find_start(const fw_search *search, const fw_path *path, double *into)
{
    int32_t index;
    const fw_segment *segments = fw_path_segments(path, &index);
    do
        index--;
    while (index >= 0 &&
           (*into = place_along(&segments[index], search->query->request.start, drives(search))) < 0);
    return index;
}

/// True if one segment begins where another one ends.
static bool follows(const fw_segment *before, const fw_segment *after)
{
    const fw_pose end = segment_end(before);
    const double dx = after->start.x - end.x, dy = after->start.y - end.y;
    return dx * dx + dy * dy <= FW_TOUCH * FW_TOUCH;
}

/// The cost of a path, as fw_path_check() has it.
static double cost_of(const fw_search *search, const fw_path *path)
{
    const query *query = search->query;
    const fw_unit_def *unit = &query->unit->def;
    int32_t count;
    const fw_segment *segments = fw_path_segments(path, &count);
    double cost = 0;
    for (int32_t i = 0; i < count; i++) {
        const double length = segment_cost(search->map, query->unit, query->request.overlay, &segments[i]);
        cost += segments[i].gear == FW_REVERSE ? length * unit->reverse_penalty : length;
        cost += i > 0 && segments[i].gear != segments[i - 1].gear ? unit->gear_change_cost : 0;
    }
    return cost;
}

/// Writes what is left of the previous path as the kept path, as if the search had found it. FW_OK, FW_NOT_FOUND (the
/// unit does not stand on the path, or the path has a gap) or FW_NO_MEMORY.
static fw_result write_rest(fw_search *search, const fw_path *previous)
{
    const query *query = search->query;
    fw_path *kept = search->replanning->kept;
    double into = 0;
    int32_t count;
    const fw_segment *segments = fw_path_segments(previous, &count);
    const int32_t first = path_on_map(NULL, previous) == FW_OK ? find_start(search, previous, &into) : -1;
    if (first < 0)
        return FW_NOT_FOUND;
    const fw_segment part = part_of(&segments[first], into, segments[first].length);
    path_begin(kept);
    fw_result pushed = path_push(kept, &part);
    for (int32_t i = first + 1; i < count && pushed == FW_OK; i++)
        pushed = follows(&segments[i - 1], &segments[i]) ? path_push(kept, &segments[i]) : FW_NOT_FOUND;
    if (pushed != FW_OK) {
        path_abandon(kept);
        return pushed;
    }
    path_end(kept, &(fw_path_summary){ .outcome = FW_OUTCOME_FOUND,
                                       .method = path_shown(previous)->method,
                                       .unit = query->request.unit,
                                       .map_version = query->map_version,
                                       .asked_start = query->request.start,
                                       .start_shift = pose_distance(part.start, query->request.start) });
    return FW_OK;
}

static bool leads_to_goal(const fw_search *search)
{
    const fw_path *kept = search->replanning->kept;
    fw_pose end;
    fw_path_pose_at(kept, fw_path_length(kept), &end);
    return goal_area_holds(&search->query->request.goal, &end, drives(search));
}

/// True if the kept path breaks no rule of the unit but that something may be in its way.
static bool may_be_kept(const fw_search *search)
{
    const query *query = search->query;
    fw_path *kept = search->replanning->kept;
    int32_t count;
    const fw_segment *segments = fw_path_segments(kept, &count);
    for (int32_t i = 0; i < count; i++)
        if (segments[i].gear == FW_REVERSE && !query->unit->def.reverse)
            return false;
    violations_count_turns(query->unit, &query->request.start.heading, NULL, kept);
    return fw_path_length(kept) > 0 && !violations_any(&path_shown(kept)->violations);
}

/// The distance along a segment up to where something is in the way.
static double free_length(const mover *mover, const fw_segment *segment)
{
    double free = 0, blocked = segment->length;
    while (blocked - free > BLOCKED_WITHIN) {
        const double middle = (free + blocked) / 2;
        const fw_segment part = part_of(segment, 0, middle);
        *(mover_may_drive(mover, &part) ? &free : &blocked) = middle;
    }
    return free;
}

/// True if a unit that turns on the spot may turn to the heading of the goal, or needs not do so.
static bool may_turn_to_goal(const fw_search *search, const mover *mover, fw_pose at)
{
    double heading;
    const bool turns = !drives(search) && search->query->request.splice == 0 &&
                       query_goal_heading(search->query, at, &heading) && !headings_meet(at.heading, heading);
    return !turns || mover_may_turn(mover, at, trig_wrap(heading - at.heading));
}

/// The distance along the kept path up to where something is in the way; infinite if nothing is.
static double free_ahead(const fw_search *search)
{
    const query *query = search->query;
    mover mover = mover_of(search->map, query->unit, query->request.overlay);
    mover.body = sweep_core_of(&query->unit->def.footprint);
    int32_t count;
    const fw_segment *segments = fw_path_segments(search->replanning->kept, &count);
    fw_pose at = query->request.start;
    double ahead = 0;
    for (int32_t i = 0; i < count; ahead += segments[i].length, i++) {
        const fw_segment *segment = &segments[i];
        const double turn = trig_wrap(segment->start.heading - at.heading);
        if (!drives(search) && fabs(turn) > HEADINGS_MEET && !mover_may_turn(&mover, at, turn))
            return ahead;
        if (!mover_may_drive(&mover, segment))
            return ahead + free_length(&mover, segment);
        if (i > 0 && !mover_may_go_on(&mover, &segments[i - 1], segment))
            return ahead;
        at = segment_end(segment);
    }
    return may_turn_to_goal(search, &mover, at) ? INFINITY : ahead;
}

/// The straight distance to the nearest place of the goal, on the cheapest terrain.
static double least_cost(const query *query)
{
    const fw_goal *goal = &query->request.goal;
    const fw_pose start = query->request.start;
    const fw_pose *places = goal->kind == FW_GOAL_SET ? goal->set : &goal->pose;
    const int32_t count = goal->kind == FW_GOAL_SET ? goal->count : 1;
    double least = INFINITY;
    for (int32_t i = 0; i < count; i++)
        least = fmin(least, pose_distance(places[i], start));
    return fmax(least - goal->radius, 0) * query->unit->cheapest / COST_ONE;
}

static fw_result answer_with_kept(fw_search *search)
{
    attempts *attempts = &search->attempts;
    if (path_provide(&search->kept.memory, &attempts->answer) != FW_OK ||
        fw_path_copy(search->replanning->kept, attempts->answer) != FW_OK)
        return FW_NO_MEMORY;
    search->decisions.method = path_shown(attempts->answer)->method;
    search->decisions.reached = FW_OUTCOME_FOUND;
    search->decisions.is_partial = false;
    attempts->is_written = true;
    search->replanning->state = REPLAN_NONE;
    return FW_OK;
}

/// The distance before something in the way that is searched anew.
static double braking_distance(const fw_search *search)
{
    const fw_unit_def *unit = &search->query->unit->def;
    const double asked = search->query->request.braking;
    return asked > 0 ? asked : 2 * unit->turn_radius + footprint_reach(&unit->footprint);
}

/// Keeps the beginning of the path, up to where the unit must begin to brake.
///
/// @param free  tiles along the path up to what is in the way; infinite: keep all of it
static void keep_beginning(fw_search *search, const fw_request *request, double free)
{
    replanning *replanning = search->replanning;
    const double length = free - braking_distance(search);
    if (length <= 0)
        return;
    if (length < fw_path_length(replanning->kept))
        path_cut(replanning->kept, length, 0);
    fw_path_set_cost(replanning->kept, cost_of(search, replanning->kept));
    replanning->state = REPLAN_TAIL;
    replanning->request = *request;
}

fw_result replanning_begin(fw_search *search, const fw_request *request)
{
    if (goal_is_reached(&request->goal, &request->start, drives(search)))
        return FW_PENDING;
    if (provide(search) != FW_OK)
        return FW_NO_MEMORY;
    const fw_result written = write_rest(search, request->previous);
    const bool is_spliced = request->splice > 0;
    fw_path *kept = search->replanning->kept;
    if (written == FW_OK && is_spliced && request->splice < fw_path_length(kept))
        path_cut(kept, request->splice, 0);
    if (written != FW_OK || !may_be_kept(search) || !(is_spliced || leads_to_goal(search)))
        return written == FW_NO_MEMORY ? FW_NO_MEMORY : FW_PENDING;
    const double free = free_ahead(search);
    if (free < INFINITY || is_spliced) {
        keep_beginning(search, request, free);
        return FW_PENDING;
    }
    const double cost = cost_of(search, kept);
    fw_path_set_cost(kept, cost);
    search->replanning->state = REPLAN_RIVAL;
    return cost <= KEPT_COST * least_cost(search->query) ? answer_with_kept(search) : FW_PENDING;
}

fw_request replanning_request(const fw_search *search, const fw_request *request)
{
    fw_request searched = *request;
    const replanning *replanning = search->replanning;
    if (replanning && replanning->state == REPLAN_TAIL) {
        const fw_path *kept = replanning->kept;
        fw_path_pose_at(kept, fw_path_length(kept), &searched.start);
        searched.start_slack = 0;
    }
    return searched;
}

/// True if a search has a path that is cheaper than the kept one by more than is tolerated.
static bool beats_kept(const fw_search *search)
{
    return search->ended == FW_OK && !search->decisions.is_partial &&
           search->decisions.reached == FW_OUTCOME_FOUND &&
           path_shown(search->replanning->kept)->cost > KEPT_COST * path_shown(search->attempts.answer)->cost;
}

const fw_path *replanning_rival(const fw_search *search)
{
    const replanning *replanning = search->replanning;
    return replanning && replanning->state == REPLAN_RIVAL ? replanning->kept : NULL;
}

const fw_request *replanning_settle(fw_search *search)
{
    replanning *replanning = search->replanning;
    if (!replanning || replanning->state == REPLAN_NONE || search->ended == FW_STALE)
        return NULL;
    const bool is_rival = replanning->state == REPLAN_RIVAL;
    if (search_has_path(search->ended) && !search->attempts.is_written)
        search->ended = attempts_write(search);
    replanning->state = REPLAN_NONE;
    if (search->ended == FW_NO_MEMORY)
        return NULL;
    if (is_rival) {
        search->ended = beats_kept(search) ? search->ended : answer_with_kept(search);
        return NULL;
    }
    const bool leads_on = search->ended == FW_OK && search->decisions.reached == FW_OUTCOME_FOUND &&
                          search->query->start_shift == 0;
    return leads_on || search->ended == FW_LIMIT ? NULL : &replanning->request;
}

/// Writes the kept beginning and the path after it. The end of the old path stays readable until path_end().
static fw_result push_both(const fw_path *kept, fw_path *path)
{
    int32_t before, after, numbers;
    const fw_segment *begin = fw_path_segments(kept, &before), *rest = fw_path_segments(path, &after);
    const double *impossible = fw_path_impossible(path, &numbers), length = fw_path_length(kept);
    fw_result pushed = FW_OK;
    path_begin(path);
    for (int32_t i = 0; i < before && pushed == FW_OK; i++)
        pushed = path_push(path, &begin[i]);
    for (int32_t i = 0; i < after && pushed == FW_OK; i++)
        pushed = path_push(path, &rest[i]);
    for (int32_t i = 0; i < numbers && pushed == FW_OK; i++)
        pushed = path_push_impossible(path, length + impossible[2 * i], length + impossible[2 * i + 1]);
    return pushed;
}

/// The cost of the change of gear where a path goes on from the kept beginning.
static double joint_cost(const fw_search *search, const fw_path *path)
{
    int32_t before, after;
    const fw_segment *begin = fw_path_segments(search->replanning->kept, &before),
                     *rest = fw_path_segments(path, &after);
    const bool changes = after > 0 && rest[0].length > 0 && rest[0].gear != begin[before - 1].gear;
    return changes ? search->query->unit->def.gear_change_cost : 0;
}

fw_result replanning_complete(const fw_search *search, fw_path *path)
{
    const replanning *replanning = search->replanning;
    if (replanning->state != REPLAN_TAIL)
        return FW_OK;
    const fw_path *kept = replanning->kept;
    const fw_path_summary *begin = path_shown(kept);
    fw_path_summary whole = *path_shown(path);
    whole.cost += begin->cost + joint_cost(search, path);
    whole.asked_start = begin->asked_start;
    whole.start_shift = begin->start_shift;
    if (push_both(kept, path) != FW_OK) {
        path_abandon(path);
        return FW_NO_MEMORY;
    }
    path_end(path, &whole);
    return FW_OK;
}
