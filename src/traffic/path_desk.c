#include "traffic/path_desk.h"

#include "base/must_hold.h"
#include "traffic/agent_state.h"
#include "traffic/convoy.h"
#include "traffic/course_path.h"
#include "traffic/detour.h"
#include "traffic/flow.h"
#include "traffic/held_place.h"
#include "traffic/laid.h"
#include "traffic/lane.h"
#include "traffic/passages.h"
#include "traffic/prices.h"
#include "traffic/setting_out.h"
#include "traffic/terrain.h"
#include "traffic/way_pool.h"
#include "traffic/way_queue.h"
#include "traffic/way_redirect.h"
#include "traffic/way_set.h"
#include "traffic/way_sight.h"

/// way_length_left(), and what the places cost that the way leads over.
static double priced_length_left(fw_traffic *traffic, agent *unit)
{
    const double length = way_length_left(traffic, unit);
    const way_point *next = &unit->way.points[unit->way.next];
    return length + prices_along(traffic, agent_stop(unit), next, unit->way.count - unit->way.next);
}

/// Makes the path that was found the way of a unit, with a lane, unless it is a way round others: a lane could lead to
/// these.
static fw_result take_path(fw_traffic *traffic, agent *unit)
{
    if (way_take_path(traffic, unit) != FW_OK)
        return FW_NO_MEMORY;
    const fw_result result = traffic->around.detour.is_searched ? FW_OK : lane_keep_right(traffic, unit);
    way_begin(traffic, unit);
    return result == FW_OK ? passages_note(traffic, unit) : result;
}

/// Lays the path that was found before the way of a unit, or behind it. It ends, or begins, where the way is.
static fw_result take_part(fw_traffic *traffic, agent *unit)
{
    int32_t count = 0;
    const fw_segment *segments = fw_path_segments(traffic->path, &count);
    way *way = &unit->way;
    if (way_reserve(traffic, agent_slot(traffic, unit), way->count + count) != FW_OK)
        return FW_NO_MEMORY;
    must_hold(way->points);
    const bool is_first = unit->pursuit.faults.lacks_first;
    const int32_t behind = is_first ? 0 : way->count - 1;
    for (int32_t i = way->count; i > 0 && is_first; i--)
        way->points[i - 1 + count] = way->points[i - 1];
    for (int32_t i = 0; i < count; i++)
        way->points[behind + i] = (way_point){ .x = segments[i].start.x, .y = segments[i].start.y };
    way->count += count;
    if (is_first)
        way->next = way->farthest = 0;
    else
        way->points[way->count - 1] = (way_point){ .x = unit->order.goal_x, .y = unit->order.goal_y };
    for (int32_t i = behind + 1; i < behind + count; i++)
        way_widen_corner(traffic, unit, &way->points[i - 1], &way->points[i], &way->points[i + 1]);
    way_begin(traffic, unit);
    return FW_OK;
}

/// What the first unit of the queue waits for.
typedef enum wanted {
    WANTS_WAY,    ///< a way from where it will stop to its goal
    WANTS_COURSE, ///< the same as a course
    WANTS_FIRST,  ///< a path from where it will stop to the beginning of its way
    WANTS_LAST,   ///< a path from the end of its way to its goal
    WANTS_BETTER, ///< a way round places where others cost time; it has one that leads over these
    WANTS_SHARED  ///< the shared way of its convoy
} wanted;

static wanted wanted_by_first(const fw_traffic *traffic)
{
    const agent *unit = &traffic->agents[traffic->desk.queue[0]];
    if (convoy_led_by(traffic, traffic->desk.queue[0]))
        return WANTS_SHARED;
    if (unit->pursuit.faults.lacks_first && unit->way.count > 0)
        return WANTS_FIRST;
    if (unit->pursuit.faults.lacks_last && unit->way.count > 0)
        return WANTS_LAST;
    if (unit->pursuit.detour == DETOUR_WEIGHED && unit->way.count > 0)
        return WANTS_BETTER;
    return unit->pursuit.wants_course ? WANTS_COURSE : WANTS_WAY;
}

/// Between which places the first unit of the queue wants a path.
///
/// @return false: there are no such places
static bool find_ends(const fw_traffic *traffic, wanted wanted, fw_pose *start, fw_pose *goal)
{
    const agent *unit = &traffic->agents[traffic->desk.queue[0]];
    const way *way = &unit->way;
    if (wanted == WANTS_SHARED)
        return convoy_ends(traffic, convoy_led_by(traffic, traffic->desk.queue[0]), start, goal);
    *start = agent_stop(unit);
    *goal = (fw_pose){ unit->order.goal_x, unit->order.goal_y, 0 };
    if (wanted == WANTS_FIRST)
        *goal = (fw_pose){ way->points[0].x, way->points[0].y, 0 };
    if (wanted == WANTS_LAST)
        *start = (fw_pose){ way->points[way->count - 1].x, way->points[way->count - 1].y, 0 };
    return true;
}

/// @param again  the search is repeated in a traffic that was restored
static fw_result begin_search(fw_traffic *traffic, fw_pose start, fw_pose goal, bool again)
{
    agent *unit = &traffic->agents[traffic->desk.queue[0]];
    const bool is_course = wanted_by_first(traffic) == WANTS_COURSE;
    fw_request ask = fw_default_request();
    ask.unit = kind_of(traffic, unit)->unit;
    ask.start = start;
    ask.start_slack = 0;                          // the way begins where the unit is
    ask.method = is_course ? FW_HYBRID : FW_GRID; // a grid path knows no turning radius
    ask.goal = fw_goal_at(goal.x, goal.y);
    ask.max_work = is_course ? course_most_work(unit) : 0;
    ask.allow_violations = !is_course; // a way is only followed as far as the body touches nothing
    ask.smoothing = is_course ? FW_SMOOTH_CURVED : FW_SMOOTH_TAUT_LINES;
    traffic->desk.start = start;
    traffic->desk.goal = goal;
    traffic->desk.slice_count = 0;
    if (wanted_by_first(traffic) != WANTS_BETTER)
        traffic->around.prices.count = 0; // it leads round no places
    traffic->around.detour.is_searched =
        wanted_by_first(traffic) == WANTS_WAY && unit->pursuit.detour == DETOUR_SOUGHT;
    ask.overlay = laid_over(traffic, kind_of(traffic, unit));
    if ((traffic->around.detour.is_searched && detour_ask(traffic, unit, &ask) != FW_OK) ||
        (wanted_by_first(traffic) == WANTS_BETTER && prices_block(traffic, &ask.overlay) != FW_OK))
        return FW_NO_MEMORY;
    return flows_begin_search(traffic, &ask, again);
}

/// Steps the search under way.
static fw_result step_search(fw_traffic *traffic, uint64_t work, uint64_t *spent)
{
    fw_statistics before, after;
    if (MEMORY_RESERVE(&traffic->memory, traffic->desk.slices, traffic->desk.slice_room,
                       (size_t)traffic->desk.slice_count + 1) != FW_OK)
        return FW_NO_MEMORY;
    traffic->desk.slices[traffic->desk.slice_count++] = work;
    fw_search_statistics(traffic->desk.search, &before);
    const fw_result result = fw_search_step(traffic->desk.search, work);
    fw_search_statistics(traffic->desk.search, &after);
    flows_note_work(traffic, after.work - before.work);
    *spent = after.work + after.shaping - before.work - before.shaping;
    return result;
}

fw_result way_resume(fw_traffic *traffic, fw_pose start, fw_pose goal, int32_t count)
{
    const fw_result result = begin_search(traffic, start, goal, true);
    if (result != FW_OK)
        return result == FW_NO_MEMORY ? result : FW_OK; // the next step comes to the same end
    for (traffic->desk.slice_count = 0; traffic->desk.slice_count < count; traffic->desk.slice_count++)
        if (fw_search_step(traffic->desk.search, traffic->desk.slices[traffic->desk.slice_count]) ==
            FW_NO_MEMORY)
            return FW_NO_MEMORY;
    return FW_OK;
}

/// After a unit has got a way: if this leads over places where others cost time, the unit goes on along it, and asks
/// for a better one.
static fw_result weigh(fw_traffic *traffic, uint32_t slot)
{
    agent *unit = &traffic->agents[slot];
    if (unit->drive || unit->pursuit.detour != DETOUR_NOT_SOUGHT || unit->pursuit.is_queued ||
        unit->pursuit.faults.has_set_out)
        return FW_OK;
    if (prices_find(traffic, unit) != FW_OK)
        return FW_NO_MEMORY;
    if (!prices_choose(traffic, unit))
        return FW_OK;
    unit->pursuit.detour = DETOUR_WEIGHED;
    unit->pursuit.faults.goes_on = true;
    return way_ask(traffic, slot);
}

/// Lets the first unit of the queue keep the way that it has.
static fw_result keep_way(fw_traffic *traffic)
{
    traffic->agents[traffic->desk.queue[0]].pursuit.detour = DETOUR_NOT_SOUGHT;
    way_finish_first(traffic);
    return FW_OK;
}

/// Takes the way that leads round places where others cost time, if it saves more than it costs. Asks again only if it
/// does so with its lane, too, which may lead back over such places: what the way costs falls each time.
static fw_result take_better(fw_traffic *traffic, fw_result result)
{
    const uint32_t slot = traffic->desk.queue[0];
    agent *unit = &traffic->agents[slot];
    const fw_pose goal = traffic->desk.goal;
    if (result != FW_OK || goal.x != unit->order.goal_x || goal.y != unit->order.goal_y)
        return keep_way(traffic);
    if (prices_find(traffic, unit) != FW_OK)
        return FW_NO_MEMORY;
    const double before = priced_length_left(traffic, unit);
    const bool is_better = fw_path_length(traffic->path) + prices_of_path(traffic, traffic->path) < before;
    if (is_better && way_replace(traffic, unit, goal, take_path) != FW_OK)
        return FW_NO_MEMORY;
    keep_way(traffic);
    return is_better && priced_length_left(traffic, unit) < before ? weigh(traffic, slot) : FW_OK;
}

/// Takes a path that leads to the way of the first unit of the queue, or from it to the goal. Without such a path, the
/// unit asks for another way.
static fw_result take_found_part(fw_traffic *traffic, wanted wanted, fw_result result)
{
    const uint32_t slot = traffic->desk.queue[0];
    agent *unit = &traffic->agents[slot];
    const fw_pose stop = agent_stop(unit), start = traffic->desk.start;
    if (wanted == WANTS_FIRST && (stop.x != start.x || stop.y != start.y))
        result = FW_UNREACHABLE; // the unit is elsewhere now
    if (result == FW_OK)
        result = wanted == WANTS_FIRST ? take_part(traffic, unit)
                                       : way_replace(traffic, unit, traffic->desk.goal, take_part);
    if (result == FW_NO_MEMORY)
        return result;
    if (result != FW_OK)
        way_forget(unit);
    if (wanted == WANTS_FIRST)
        unit->pursuit.faults.lacks_first = false;
    else
        unit->pursuit.faults.lacks_last = false;
    way_finish_first(traffic);
    return result != FW_OK || unit->pursuit.faults.lacks_last ? way_ask(traffic, slot) : FW_OK;
}

/// Ends the search of the first unit of the queue.
///
/// @param result  of the search; FW_OK: the path was found
static fw_result take_result(fw_traffic *traffic, wanted wanted, fw_result result)
{
    const uint32_t slot = traffic->desk.queue[0];
    agent *unit = &traffic->agents[slot];
    const fw_pose goal = traffic->desk.goal;
    const bool is_detour = traffic->around.detour.is_searched && wanted == WANTS_WAY;
    if (wanted == WANTS_SHARED)
        return convoy_take(traffic, slot, result);
    if (wanted == WANTS_BETTER)
        return take_better(traffic, result);
    if (wanted == WANTS_FIRST || wanted == WANTS_LAST)
        return take_found_part(traffic, wanted, result);
    if (result == FW_OK)
        result = wanted == WANTS_COURSE ? course_take_path(traffic, unit)
                                        : way_replace(traffic, unit, goal, take_path);
    if (result == FW_NO_MEMORY)
        return result;
    if (result == FW_START_BLOCKED && unit->pursuit.is_cut) {
        way_forget(unit); // it asks again where it has come out of the wall
        way_finish_first(traffic);
        return FW_OK;
    }
    const bool has_moved = goal.x != unit->order.goal_x || goal.y != unit->order.goal_y;
    if (is_detour && result != FW_OK) {
        unit->pursuit.detour = DETOUR_NOT_FOUND;
        way_finish_first(traffic);
        return unit->way.count > 0 ? FW_OK : way_ask(traffic, slot);
    }
    if (wanted == WANTS_COURSE && !has_moved && unit->jam.number == NO_JAM)
        course_note_result(traffic, unit, result);
    else if (wanted != WANTS_COURSE && !has_moved)
        held_place_refuse(traffic, unit, result);
    if (result != FW_OK && unit->pursuit.faults.has_set_out)
        way_forget(unit);
    unit->pursuit.wants_course = false;
    way_finish_first(traffic);
    if (has_moved)
        return way_redirect(traffic, slot);
    return result == FW_OK && wanted == WANTS_WAY ? weigh(traffic, slot) : FW_OK;
}

/// What a step may still spend on the queue.
typedef struct allowance {
    uint64_t work;
    uint64_t paths; ///< searches that may end
} allowance;

/// Lets the first unit of the queue go straight to its goal, without a search.
static fw_result take_line(fw_traffic *traffic, agent *unit, fw_pose goal, allowance *left)
{
    const uint32_t slot = traffic->desk.queue[0];
    left->work -= 1;
    fw_result result = way_replace(traffic, unit, goal, way_set_line);
    if (result == FW_OK)
        result = passages_note(traffic, unit);
    if (result == FW_OK)
        way_finish_first(traffic);
    return result == FW_OK ? weigh(traffic, slot) : result;
}

/// Continues the search of the first unit of the queue.
static fw_result serve_first(fw_traffic *traffic, allowance *left)
{
    agent *unit = &traffic->agents[traffic->desk.queue[0]];
    const wanted wanted = wanted_by_first(traffic);
    fw_result result = FW_OK;
    if (!traffic->desk.search) {
        fw_pose start, goal;
        if (wanted == WANTS_BETTER && prices_find(traffic, unit) != FW_OK)
            return FW_NO_MEMORY;
        if (wanted == WANTS_BETTER && !prices_choose(traffic, unit))
            return keep_way(traffic);
        if (!find_ends(traffic, wanted, &start, &goal))
            result = FW_START_BLOCKED;
        else if (wanted == WANTS_WAY && unit->pursuit.detour != DETOUR_SOUGHT &&
                 way_is_clear(traffic, unit, start.x, start.y, goal.x, goal.y) &&
                 terrain_is_cheap(traffic, unit, start.x, start.y, goal.x, goal.y))
            return take_line(traffic, unit, goal, left);
        else
            result = begin_search(traffic, start, goal, false);
    }
    if (result == FW_NO_MEMORY)
        return result;
    uint64_t spent = 0;
    if (result == FW_OK)
        result = step_search(traffic, left->work, &spent);
    if (result == FW_NO_MEMORY) {
        way_end_search(traffic); // it begins again in the next step
        return result;
    }
    left->work -= spent < left->work ? (spent > 0 ? spent : 1) : left->work;
    if (result == FW_PENDING)
        return FW_OK;
    if (result == FW_STALE) {
        way_end_search(traffic);
        return FW_OK;
    }
    if (result == FW_OK)
        result = fw_search_best_so_far(traffic->desk.search, traffic->path);
    if (result == FW_NO_MEMORY)
        return result;
    left->paths--;
    return take_result(traffic, wanted, result);
}

fw_result way_serve(fw_traffic *traffic, uint64_t budget)
{
    allowance left = { budget, budget == FW_ONE_PATH ? 1 : UINT64_MAX };
    if (detour_is_outdated(traffic))
        way_end_search(traffic);
    if (prices_look(traffic) != FW_OK)
        return FW_NO_MEMORY;
    while (traffic->desk.count > 0 && left.work > 0 && left.paths > 0) {
        const uint64_t before = left.work;
        traffic->desk.lane_work = 0;
        const fw_result result = serve_first(traffic, &left);
        if (result != FW_OK)
            return result;
        left.work -= traffic->desk.lane_work < left.work ? traffic->desk.lane_work : left.work;
        traffic->desk.clock += before - left.work;
    }
    setting_out_plan(traffic);
    return FW_OK;
}
