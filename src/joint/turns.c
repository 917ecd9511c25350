#include "joint/turns.h"

#include <math.h>

#include "base/trig.h"
#include "base/vector.h"
#include "curve/segment.h"

/// Units that make room, one for the other; how often a unit tries again after others have made room; bodies that
/// stand.
enum { MOST_DEPTH = 8, MOST_ROUNDS = 5, MOST_BODIES = 64 };

/// Poses that the search for one drive expands at most.
enum { MOST_WORK = 1500 };

/// A search for a plan.
typedef struct turns_search {
    memory *memory;
    lone_drive *search;
    const turns_problem *problem;
    turns_plan *plan;
    fw_pose poses[TURNS_MOST_UNITS]; ///< after the drives so far
    standing_body bodies[MOST_BODIES];
    int32_t depth;
} turns_search;

/// Lists the bodies that stand while a unit drives.
///
/// @param alone  only those that nobody can move
static int32_t list_bodies(turns_search *turns, int32_t unit, bool alone)
{
    const turns_problem *problem = turns->problem;
    const fw_pose at = turns->poses[unit];
    int32_t count = 0;
    for (int32_t i = 0; i < problem->other_count && count < MOST_BODIES; i++)
        turns->bodies[count++] = problem->others[i];
    for (int32_t i = 0; i < problem->count && count < MOST_BODIES && !alone; i++)
        if (i != unit)
            turns->bodies[count++] =
                (standing_body){ turns->poses[i].x, turns->poses[i].y, problem->units[i].radius };
    for (int32_t i = 0; i < count; i++) {
        standing_body *body = &turns->bodies[i];
        const double dx = body->x - at.x, dy = body->y - at.y;
        // Where both stand too near to each other now, the unit must not come nearer.
        body->reach = fmin(body->reach + problem->units[unit].radius + problem->room, hypotenuse(dx, dy));
    }
    return count;
}

/// Adds the first unit at its place to the bodies that stand while a unit drives.
static int32_t add_first_at_place(turns_search *turns, int32_t unit, int32_t count)
{
    const turns_problem *problem = turns->problem;
    const double dx = problem->x - turns->poses[unit].x, dy = problem->y - turns->poses[unit].y;
    const double reach = problem->units[0].radius + problem->units[unit].radius + problem->room;
    if (count < MOST_BODIES)
        turns->bodies[count++] = (standing_body){ problem->x, problem->y, fmin(reach, hypotenuse(dx, dy)) };
    return count;
}

/// What a drive is for.
typedef struct purpose {
    const drive_list *way; ///< to get off; null: to get to (x, y)
    double room;           ///< from the way
    double x, y;
    bool alone;         ///< units that can be moved are not there
    bool first_is_home; ///< the first unit is at its place besides
} purpose;

/// Finds a drive of a unit.
static fw_result find_drive(turns_search *turns, int32_t unit, const purpose *purpose, drive_list *found)
{
    const turns_problem *problem = turns->problem;
    const turns_unit *its = &problem->units[unit];
    if (turns->plan->work >= problem->work)
        return FW_LIMIT;
    const uint64_t left = problem->work - turns->plan->work;
    int32_t count = list_bodies(turns, unit, purpose->alone);
    if (purpose->first_is_home)
        count = add_first_at_place(turns, unit, count);
    const lone_drive_query query = { .ground = &its->ground,
                                     .body = &its->body,
                                     .turn_radius = its->turn_radius,
                                     .reverses = its->reverses,
                                     .start = turns->poses[unit],
                                     .bodies = turns->bodies,
                                     .body_count = count,
                                     .way = purpose->way ? purpose->way->segments : NULL,
                                     .way_count = purpose->way ? (int32_t)purpose->way->count : 0,
                                     .room = purpose->room,
                                     .x = purpose->x,
                                     .y = purpose->y,
                                     .window = problem->window,
                                     .work = left < MOST_WORK ? left : MOST_WORK };
    const fw_result result = lone_drive_find(turns->search, &query, found, &turns->plan->work);
    return result == FW_LIMIT && left > MOST_WORK ? FW_NOT_FOUND : result;
}

/// Lets a unit drive what was appended to the plan's list.
static fw_result take_drive(turns_search *turns, int32_t unit, size_t first)
{
    turns_plan *plan = turns->plan;
    const size_t count = plan->drives.count - first;
    if (count == 0)
        return FW_OK;
    if (plan->count == TURNS_MOST)
        return FW_LIMIT;
    plan->turns[plan->count++] = (turn){ .unit = unit, .first = first, .count = count };
    turns->poses[unit] = segment_end(&plan->drives.segments[plan->drives.count - 1]);
    turns->poses[unit].heading = trig_wrap(turns->poses[unit].heading);
    return FW_OK;
}

/// True if a unit that stands is in the way of a drive of another one.
static bool is_in_way(const turns_search *turns, int32_t unit, const drive_list *way, double room)
{
    for (size_t i = 0; i < way->count; i++) {
        double away;
        segment_nearest(&way->segments[i], turns->poses[unit].x, turns->poses[unit].y, &away);
        if (away < room)
            return true;
    }
    return false;
}

static double room_between(const turns_search *turns, int32_t a, int32_t b)
{
    const turns_problem *problem = turns->problem;
    return problem->units[a].radius + problem->units[b].radius + problem->room;
}

static fw_result bring(turns_search *turns, int32_t unit, purpose purpose);

/// Lets all units get off a drive of one of them.
static fw_result clear_way(turns_search *turns, int32_t unit, const drive_list *way)
{
    fw_result result = FW_OK;
    for (int32_t i = 0; i < turns->problem->count && result == FW_OK; i++) {
        const double room = room_between(turns, unit, i);
        if (i != unit && is_in_way(turns, i, way, room))
            result = bring(turns, i, (purpose){ .way = way, .room = room });
    }
    return result;
}

/// True if a unit gets from the end of a drive to its own place, although the first unit is at its place.
static fw_result judge_end(turns_search *turns, int32_t unit, const drive_list *drives, size_t first)
{
    const turns_unit *its = &turns->problem->units[unit];
    const purpose home = { .x = its->home_x, .y = its->home_y, .alone = true, .first_is_home = true };
    drive_list back = { 0 };
    const fw_pose before = turns->poses[unit];
    if (drives->count > first)
        turns->poses[unit] = segment_end(&drives->segments[drives->count - 1]);
    turns->poses[unit].heading = trig_wrap(turns->poses[unit].heading);
    const fw_result result = find_drive(turns, unit, &home, &back);
    turns->poses[unit] = before;
    memory_give_back(turns->memory, back.segments, back.room, sizeof *back.segments);
    return result;
}

/// Appends a drive of a unit that gets off a way, or of the first one, after which it can get to its place. First it
/// tries not to pass where the first unit will be.
static fw_result find_good_drive(turns_search *turns, int32_t unit, purpose purpose, drive_list *drives)
{
    const size_t first = drives->count;
    if (unit == 0)
        return find_drive(turns, unit, &purpose, drives);
    fw_result result = FW_NOT_FOUND;
    for (int passes = 0; passes < 2 && result == FW_NOT_FOUND; passes++) {
        drives->count = first;
        purpose.first_is_home = passes == 0;
        result = find_drive(turns, unit, &purpose, drives);
        if (result == FW_OK && turns->problem->units[unit].comes_back)
            result = judge_end(turns, unit, drives, first);
    }
    if (result != FW_OK)
        drives->count = first;
    return result;
}

/// Finds out how a unit would drive if those that can be moved were not there, and lets them get off this drive.
static fw_result make_room(turns_search *turns, int32_t unit, purpose purpose)
{
    drive_list alone = { 0 };
    purpose.alone = true;
    turns->depth++;
    fw_result result = find_good_drive(turns, unit, purpose, &alone);
    if (result == FW_OK)
        result = clear_way(turns, unit, &alone);
    turns->depth--;
    memory_give_back(turns->memory, alone.segments, alone.room, sizeof *alone.segments);
    return result;
}

/// Brings a unit off a way, or the first one to its place. It may have to make room itself for those that make room for
/// it; so its drive may begin elsewhere then, and others may be in the way of the new one.
static fw_result bring(turns_search *turns, int32_t unit, purpose purpose)
{
    for (int32_t round = 0;; round++) {
        const size_t first = turns->plan->drives.count;
        fw_result result = find_good_drive(turns, unit, purpose, &turns->plan->drives);
        if (result == FW_OK)
            return take_drive(turns, unit, first);
        if (result != FW_NOT_FOUND || turns->depth == MOST_DEPTH || round == MOST_ROUNDS)
            return result;
        result = make_room(turns, unit, purpose);
        if (result != FW_OK)
            return result;
    }
}

fw_result turns_find(memory *memory, lone_drive *search, const turns_problem *problem, turns_plan *plan)
{
    turns_search turns = { .memory = memory, .search = search, .problem = problem, .plan = plan };
    for (int32_t i = 0; i < problem->count; i++)
        turns.poses[i] = problem->units[i].pose;
    plan->count = 0;
    plan->work = 0;
    plan->drives.count = 0;
    return bring(&turns, 0, (purpose){ .x = problem->x, .y = problem->y });
}

void turns_free(memory *memory, turns_plan *plan)
{
    memory_give_back(memory, plan->drives.segments, plan->drives.room, sizeof *plan->drives.segments);
    *plan = (turns_plan){ 0 };
}
