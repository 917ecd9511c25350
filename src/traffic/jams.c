#include "traffic/jams.h"

#include <assert.h>
#include <string.h>

#include "traffic/jam_ask.h"
#include "traffic/jam_gather.h"
#include "traffic/jam_turns.h"
#include "traffic/place.h"
#include "traffic/planning.h"

/// A window in which a plan is looked for, in multiples of REACH_RADII radii of the unit that asks.
typedef struct window {
    double reach;    ///< infinite: all places, and no plan means that there is none
    uint64_t effort; ///< work after which the next window is tried
} window;

/// Small windows fail soon, so trying them first costs little. The one without an end comes before those that most
/// units need only in long corridors, so that pairs that cannot pass are told within two seconds.
static const window windows[] = { { 1, 3000 }, { 2, 4000 },  { INFINITY, 24000 },
                                  { 4, 8000 }, { 8, 16000 }, { 16, 32000 } };
static_assert(sizeof windows / sizeof *windows == JAM_WINDOWS, "all windows are tried");

enum { ALL_PLACES = 2 }; // index of the window without an end

#define REACH_RADII 5.0

/// Ways count as far ahead as this many reaches of the window.
#define AHEAD_REACHES 2.0

/// A jam of more units is a crowd: the plan of the part that a window holds leads nowhere. So it gets one plan of
/// all, to their goals: of those within NEAR_CROWD times REACH_RADII radii of each other.
enum { CROWD = 48 };
#define NEAR_CROWD 2.0

/// More work for each unit of the jam; for each two units of a crowd.
enum { EFFORT_A_UNIT = 300, EFFORT_A_PAIR = 120 };

/// Work on a plan in a knot, on that of a crowd, and the plans of which the best one is taken. A crowd takes the
/// best of those that PATIENCE times the work of the first one finds.
enum { SLICE = 4000, SLICE_CROWD = 12000, PLANS = 4 };
#define PATIENCE 4.0

/// Knots until a unit asks again after no plan was found.
enum { ASKS_AGAIN_AFTER = 16 };

/// The number of no version of a map: the plan that is being made begins anew.
#define OLD_GROUND UINT64_MAX

/// Knots without progress of any member after which a jam ends.
enum { ENDS_AFTER = 8 };

/// Most units of a jam that is resolved at once. A larger one is mostly a crowd that flows, where free motion is
/// faster: none of its FIRST units, those nearest in the row of those that hold each other, must have got on for QUIET
/// knots, or have been nearer to its goal than ever for QUIET_NEAREST knots.
enum { FEW = 6, FIRST = 16, QUIET = 10, QUIET_NEAREST = 24 };

static void free_slots(fw_traffic *traffic, const uint32_t *slots, int32_t count)
{
    for (int32_t i = 0; i < count; i++) {
        agent *unit = &traffic->agents[slots[i]];
        if (unit->jam == JAM_IS_PLANNED)
            unit->jam = NO_JAM;
    }
}

/// Ends the plan that is being made, if there is one, and gives its memory back: 240 KB and more.
static void drop_request(fw_traffic *traffic)
{
    jam_request *request = &traffic->jams->request;
    if (request->asker == NO_AGENT)
        return;
    free_slots(traffic, request->slots, request->count);
    request->asker = NO_AGENT;
    joint_solver_destroy(traffic->jams->solver);
    traffic->jams->solver = NULL;
}

/// Ends the plan that is being made. Its unit asks again some time later.
static void give_up(fw_traffic *traffic)
{
    traffic->agents[traffic->jams->request.asker].asks_from = traffic->knot + ASKS_AGAIN_AFTER;
    drop_request(traffic);
}

/// The reach of the window that is tried, in tiles.
static double reach_of(const fw_traffic *traffic)
{
    const jam_request *request = &traffic->jams->request;
    return windows[request->level].reach * REACH_RADII * radius_of(traffic, &traffic->agents[request->asker]);
}

/// True if the units of a request are a crowd.
static bool is_crowd(const jam_request *request)
{
    return request->count > CROWD;
}

/// Work after which a window is given up, besides that of the window.
static uint64_t more_effort(const jam_request *request)
{
    const uint64_t count = (uint64_t)request->count;
    return is_crowd(request) ? EFFORT_A_PAIR * count * count : EFFORT_A_UNIT * count;
}

/// Work on the plan in a knot.
static uint64_t slice_of(const jam_request *request)
{
    return is_crowd(request) ? SLICE_CROWD : SLICE;
}

/// Begins to look for a plan of the units that were gathered.
///
/// @return FW_OK or FW_NO_MEMORY
static fw_result begin_plan(fw_traffic *traffic)
{
    jam_request *request = &traffic->jams->request;
    for (int32_t i = 0; i < request->count; i++)
        traffic->agents[request->slots[i]].jam = JAM_IS_PLANNED;
    request->slices = 0;
    request->map_version = map_version_number(traffic->map);
    const joint_problem problem = { .grounds = request->grounds,
                                    .ground_count = request->ground_count,
                                    .units = request->units,
                                    .unit_count = request->count,
                                    .reach = reach_of(traffic),
                                    .plans = PLANS,
                                    .patience = is_crowd(request) ? PATIENCE : 0,
                                    .effort = windows[request->level].effort + more_effort(request) };
    fw_result result = FW_OK;
    if (!traffic->jams->solver)
        result = joint_solver_create(&traffic->memory, &traffic->jams->solver);
    if (result == FW_OK)
        result = joint_begin(traffic->jams->solver, &problem);
    if (result == FW_NO_MEMORY)
        drop_request(traffic);
    else if (result != FW_OK)
        give_up(traffic);
    return result == FW_NO_MEMORY ? result : FW_OK;
}

bool jam_is_on_ground(const fw_traffic *traffic, const jam_request *request)
{
    bool is_same = request->map_version == map_version_number(traffic->map);
    for (int32_t i = 0; i < request->count && is_same; i++)
        is_same = request->grounds[request->units[i].ground].open ==
                  kind_of(traffic, &traffic->agents[request->slots[i]])->ground.open;
    return is_same;
}

fw_result jam_repeat(fw_traffic *traffic, uint64_t slices, bool is_outdated)
{
    jam_request *request = &traffic->jams->request;
    joint_answer answer = JOINT_WORKING;
    fw_result result = begin_plan(traffic);
    for (; request->slices < slices && result == FW_OK && request->asker != NO_AGENT; request->slices++) {
        if (answer != JOINT_WORKING)
            return FW_BAD_VALUE; // the plan that was being made needed more work
        result = joint_work(traffic->jams->solver, slice_of(request), &answer);
    }
    if (is_outdated)
        request->map_version = OLD_GROUND;
    return result;
}

/// True if a unit has got on lately: it has neither gone to and fro, nor away from its goal and back.
static bool gets_on(const agent *unit)
{
    return !unit->has_been && unit->stalled < QUIET && unit->stuck < QUIET_NEAREST;
}

/// True if a jam is small, or none of its units gets on.
static bool is_stuck(const fw_traffic *traffic)
{
    const jam_request *request = &traffic->jams->request;
    for (int32_t i = 0; i < request->count && i < FIRST && request->count > FEW; i++)
        if (request->units[i].order == JOINT_GOES && gets_on(&traffic->agents[request->slots[i]]))
            return false;
    return true;
}

/// Gathers the units of the window that is tried.
static bool gather(fw_traffic *traffic)
{
    jam_request *request = &traffic->jams->request;
    const bool is_whole = request->level == ALL_PLACES, takes_all = is_whole && is_crowd(request);
    const double radius = radius_of(traffic, &traffic->agents[request->asker]), reach = reach_of(traffic);
    const double near = takes_all ? NEAR_CROWD * REACH_RADII * radius : is_whole ? 0 : reach;
    free_slots(traffic, request->slots, request->count);
    return jam_gather(traffic, AHEAD_REACHES * reach, near, takes_all, request);
}

/// Begins to look for a plan of the units that were gathered, unless they must be left to others.
///
/// @param is_free  false: units that cannot be moved are in the way
/// @return FW_OK, also if they are left to others; FW_NO_MEMORY
static fw_result begin_if_stuck(fw_traffic *traffic, bool is_free)
{
    const jam_request *request = &traffic->jams->request;
    if (is_free && request->count > 1 && is_stuck(traffic))
        return begin_plan(traffic);
    traffic->agents[request->asker].asks_from = traffic->knot + ASKS_AFTER;
    drop_request(traffic);
    return FW_OK;
}

/// Gathers all units of a crowd, and begins to look for their plan.
static fw_result begin_crowd(fw_traffic *traffic)
{
    traffic->jams->request.level = ALL_PLACES;
    return begin_if_stuck(traffic, gather(traffic));
}

/// Gathers the jam for a window, and begins to look for a plan.
///
/// @return FW_OK, also if it is left to others; FW_NO_MEMORY
static fw_result begin(fw_traffic *traffic)
{
    const jam_request *request = &traffic->jams->request;
    const bool is_free = gather(traffic);
    if (is_crowd(request) && request->level < ALL_PLACES && is_stuck(traffic))
        return begin_crowd(traffic);
    return begin_if_stuck(traffic, is_free);
}

/// The number of a jam that is free, less 1.
static fw_result find_free(fw_traffic *traffic, int32_t *index)
{
    struct jams *jams = traffic->jams;
    for (*index = 0; *index < jams->count; ++*index)
        if (jams->list[*index].count == 0)
            return FW_OK;
    if (memory_reserve(&traffic->memory, &jams->list, &jams->room, (size_t)jams->count + 1,
                       sizeof *jams->list) != FW_OK)
        return FW_NO_MEMORY;
    jams->list[jams->count++] = (jam){ .count = 0 };
    return FW_OK;
}

/// The beat from which on a member rests.
static double last_beat(const jam *jam, int32_t member)
{
    int32_t last = jam->beats - 1;
    const joint_place end = jam->places[last * jam->count + member];
    for (; last > 0; last--) {
        const joint_place at = jam->places[(last - 1) * jam->count + member];
        if (at.x != end.x || at.y != end.y)
            break;
    }
    return last;
}

/// Makes a unit a member. What it has done to get on counts no longer.
static void enter_member(fw_traffic *traffic, jam *jam, int32_t index, uint32_t slot, int32_t number)
{
    agent *unit = &traffic->agents[slot];
    jam->members[index] = (jam_member){ .slot = slot, .state = MEMBER_DRIVES, .last = last_beat(jam, index) };
    unit->jam = number;
    unit->in_way_of = unit->met = unit->blocker = NO_AGENT;
    unit->stalled = unit->stuck = 0;
}

void jam_find_box(jam *jam)
{
    jam->box = (fw_box){ INFINITY, INFINITY, -INFINITY, -INFINITY };
    for (int32_t i = 0; i < jam->count * jam->beats; i++) {
        const joint_place at = jam->places[i];
        jam->box = (fw_box){ fmin(jam->box.min_x, at.x), fmin(jam->box.min_y, at.y),
                             fmax(jam->box.max_x, at.x), fmax(jam->box.max_y, at.y) };
    }
}

/// Lets the units follow the plan that was found.
static fw_result take_plan(fw_traffic *traffic)
{
    const joint_plan *plan = joint_plan_of(traffic->jams->solver);
    int32_t index = 0;
    assert(plan);
    if (find_free(traffic, &index) != FW_OK)
        return FW_NO_MEMORY;
    jam *jam = &traffic->jams->list[index];
    const size_t places = (size_t)plan->beats * (size_t)plan->units;
    if (memory_reserve(&traffic->memory, &jam->members, &jam->member_room, (size_t)plan->units,
                       sizeof *jam->members) != FW_OK ||
        memory_reserve(&traffic->memory, &jam->places, &jam->place_room, places, sizeof *jam->places) !=
            FW_OK)
        return FW_NO_MEMORY;
    memcpy(jam->places, plan->places, places * sizeof *jam->places);
    jam->count = jam->left = plan->units;
    jam->beats = plan->beats;
    if (jam_measure(&traffic->memory, jam) != FW_OK) {
        jam->count = 0;
        return FW_NO_MEMORY;
    }
    jam->advanced = traffic->knot;
    jam_find_box(jam);
    for (int32_t i = 0; i < plan->units; i++)
        enter_member(traffic, jam, i, traffic_slot_of(traffic, plan->ids[i]), index + 1);
    drop_request(traffic);
    return FW_OK;
}

/// Two units cannot pass each other anywhere: both are told.
static void tell_impasse(fw_traffic *traffic, joint_proof proof)
{
    const uint32_t first = traffic_slot_of(traffic, proof.first),
                   second = traffic_slot_of(traffic, proof.second);
    agent *one = &traffic->agents[first], *two = &traffic->agents[second];
    one->impasse = second;
    two->impasse = first;
    one->is_named = two->is_named = true;
}

/// Tries the next window. After the last one, the unit asks again some time later.
static fw_result try_next(fw_traffic *traffic)
{
    jam_request *request = &traffic->jams->request;
    if (++request->level < JAM_WINDOWS)
        return begin(traffic);
    give_up(traffic);
    return FW_OK;
}

/// Takes the plan that was found, unless others stand where it leads.
static fw_result judge_plan(fw_traffic *traffic)
{
    jam_request *request = &traffic->jams->request;
    switch (jam_gather_along(traffic, AHEAD_REACHES * reach_of(traffic), joint_plan_of(traffic->jams->solver),
                             request)) {
    case ALONG_IS_TAKEN:
        return is_crowd(request) && request->level < ALL_PLACES ? begin_crowd(traffic) : begin_plan(traffic);
    case ALONG_IS_BLOCKED:
        return try_next(traffic);
    default:
        return take_plan(traffic);
    }
}

static fw_result work(fw_traffic *traffic)
{
    jam_request *request = &traffic->jams->request;
    joint_answer answer;
    fw_result result = joint_work(traffic->jams->solver, slice_of(request), &answer);
    request->slices++;
    if (result == FW_OK && answer == JOINT_PLANNED)
        result = judge_plan(traffic);
    if (result == FW_NO_MEMORY)
        drop_request(traffic);
    if (result != FW_OK || answer == JOINT_WORKING || answer == JOINT_PLANNED)
        return result;
    const joint_proof proof = joint_proof_of(traffic->jams->solver);
    if (answer != JOINT_INFEASIBLE || proof.kind != JOINT_PAIR)
        return try_next(traffic);
    tell_impasse(traffic, proof);
    drop_request(traffic);
    return FW_OK;
}

/// Lets a unit leave its jam. The others follow the plan.
static void release(fw_traffic *traffic, jam_member *member)
{
    agent *unit = &traffic->agents[member->slot];
    member->state = MEMBER_HAS_LEFT;
    unit->jam = NO_JAM;
    unit->remaining = unit->nearest = INFINITY;
    unit->patience = 0;
}

static void free_plan(fw_traffic *traffic, jam *jam)
{
    memory_give_back(&traffic->memory, jam->members, jam->member_room, sizeof *jam->members);
    memory_give_back(&traffic->memory, jam->places, jam->place_room, sizeof *jam->places);
    memory_give_back(&traffic->memory, jam->stretches, jam->stretch_room, sizeof *jam->stretches);
    *jam = (struct jam){ .count = 0 };
}

static void end_jam(fw_traffic *traffic, jam *jam)
{
    for (int32_t i = 0; i < jam->count; i++)
        if (jam->members[i].state != MEMBER_HAS_LEFT)
            release(traffic, &jam->members[i]);
    free_plan(traffic, jam);
}

void jam_finish(fw_traffic *traffic, jam *jam, int32_t index)
{
    jam_member *member = &jam->members[index];
    const agent *unit = &traffic->agents[member->slot];
    member->reached = jam->beats;
    member->state = MEMBER_RESTS;
    if (apart(unit->plan.stop_x, unit->plan.stop_y, unit->goal_x, unit->goal_y) > FW_TRAFFIC_ARRIVED)
        release(traffic, member);
    if (--jam->left == 0)
        end_jam(traffic, jam);
}

fw_result jams_create(fw_traffic *traffic)
{
    if (traffic->jams)
        return FW_OK;
    struct jams *made = memory_get_zeroed(&traffic->memory, 1, sizeof *made);
    if (!made)
        return FW_NO_MEMORY;
    made->request.asker = NO_AGENT;
    traffic->jams = made;
    return FW_OK;
}

void jams_free(fw_traffic *traffic)
{
    struct jams *jams = traffic->jams;
    memory *memory = &traffic->memory;
    if (!jams)
        return;
    joint_solver_destroy(jams->solver);
    for (int32_t i = 0; i < jams->count; i++)
        free_plan(traffic, &jams->list[i]);
    memory_give_back(memory, jams->list, jams->room, sizeof *jams->list);
    memory_give_back(memory, jams, 1, sizeof *jams);
    traffic->jams = NULL;
}

fw_result jams_serve(fw_traffic *traffic)
{
    const uint32_t asker = traffic->jam_asker;
    traffic->jam_asker = NO_AGENT;
    if (!traffic->jams && asker == NO_AGENT)
        return FW_OK;
    fw_result result = jams_create(traffic);
    if (result != FW_OK)
        return result;
    struct jams *jams = traffic->jams;
    for (int32_t i = 0; i < jams->count; i++)
        if (jams->list[i].count > 0 && traffic->knot - jams->list[i].advanced > ENDS_AFTER)
            end_jam(traffic, &jams->list[i]);
    if (jams->request.asker == NO_AGENT && asker != NO_AGENT) {
        jams->request.asker = asker;
        jams->request.level = jams->request.count = 0;
        result = begin(traffic);
    } else if (jams->request.asker != NO_AGENT && !jam_is_on_ground(traffic, &jams->request)) {
        result = begin(traffic); // on the new ground
    }
    return result == FW_OK && jams->request.asker != NO_AGENT ? work(traffic) : result;
}

void jam_forget(fw_traffic *traffic, uint32_t slot)
{
    const int32_t number = traffic->agents[slot].jam;
    if (traffic->jam_asker == slot)
        traffic->jam_asker = NO_AGENT;
    if (number == JAM_IS_PLANNED)
        drop_request(traffic);
    if (number <= NO_JAM)
        return;
    jam *jam = &traffic->jams->list[number - 1];
    jam_member *member = &jam->members[jam_index(jam, slot)];
    if (member->state == MEMBER_RESTS)
        release(traffic, member);
    else
        end_jam(traffic, jam);
}

/// True if a wall blocks what is left of a member's path.
static bool path_is_cut(const fw_traffic *traffic, const jam *jam, int32_t index)
{
    const jam_member *member = &jam->members[index];
    const agent *unit = &traffic->agents[member->slot];
    joint_place at = jam_at(jam, index, member->reached);
    for (double beat = floor(member->reached) + 1; beat <= member->last; beat++) {
        const joint_place to = jam_at(jam, index, beat);
        if (!way_is_clear(traffic, unit, at.x, at.y, to.x, to.y))
            return true;
        at = to;
    }
    return false;
}

static bool is_cut(const fw_traffic *traffic, const jam *jam)
{
    for (int32_t i = 0; i < jam->count; i++)
        if (jam->members[i].state == MEMBER_DRIVES && path_is_cut(traffic, jam, i))
            return true;
    return false;
}

void jams_notice_edits(fw_traffic *traffic, const fw_box *changed)
{
    const double reach = traffic->most_radius + 1;
    if (traffic->jams)
        traffic->jams->request.map_version = OLD_GROUND;
    for (int32_t i = 0; traffic->jams && i < traffic->jams->count; i++) {
        jam *jam = &traffic->jams->list[i];
        if (jam->count > 0 && gap_between(&jam->box, changed) <= reach && is_cut(traffic, jam))
            end_jam(traffic, jam);
    }
}
