#include "traffic/jam_request.h"

#include <assert.h>

#include "traffic/jam_ask.h"
#include "traffic/jam_gather.h"
#include "traffic/patience.h"
#include "traffic/roster.h"

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

/// Knots until a unit asks again after no plan was found. Then the search goes on with twice the work, at most
/// 2^MOST_DOUBLINGS times as much.
enum { ASKS_AGAIN_AFTER = 16, MOST_DOUBLINGS = 3 };

static void free_slots(fw_traffic *traffic, const uint32_t *slots, int32_t count)
{
    for (int32_t i = 0; i < count; i++) {
        agent *unit = &traffic->agents[slots[i]];
        if (unit->jam.number == JAM_IS_PLANNED)
            unit->jam.number = NO_JAM;
    }
}

/// True if only a proof is looked for: the unit that asks has a turning radius, and follows no joint plan of this kind.
static bool is_proof(const fw_traffic *traffic)
{
    return traffic->agents[traffic->joint.jams->request.asker].drive;
}

/// Lets a unit not ask before a knot.
static void ask_from(agent *unit, int64_t knot)
{
    unit->jam.asks_from = unit->jam.asks_from < knot ? knot : unit->jam.asks_from;
}

fw_result jam_request_open(fw_traffic *traffic, uint32_t asker)
{
    jam_request *request = &traffic->joint.jams->request;
    joint_unit *units = memory_get(&traffic->memory, MOST_JAMMED, sizeof *units);
    if (!units)
        return FW_NO_MEMORY;
    request->units = units;
    request->asker = asker;
    request->count = request->ground_count = 0;
    request->level = is_proof(traffic) ? ALL_PLACES : 0;
    return FW_OK;
}

void jam_request_drop(fw_traffic *traffic)
{
    jam_request *request = &traffic->joint.jams->request;
    if (request->asker == NO_AGENT)
        return;
    free_slots(traffic, request->slots, request->count);
    memory_give_back(&traffic->memory, request->units, MOST_JAMMED, sizeof *request->units);
    request->units = NULL;
    request->asker = NO_AGENT;
    joint_solver_destroy(traffic->joint.jams->solver);
    traffic->joint.jams->solver = NULL;
}

void jam_request_give_up(fw_traffic *traffic)
{
    ask_from(&traffic->agents[traffic->joint.jams->request.asker], traffic->clock.knot + ASKS_AGAIN_AFTER);
    jam_request_drop(traffic);
}

/// The reach of the window that is tried, in tiles.
static double reach_of(const fw_traffic *traffic)
{
    const jam_request *request = &traffic->joint.jams->request;
    return windows[request->level].reach * REACH_RADII * radius_of(traffic, &traffic->agents[request->asker]);
}

/// True if the units of a request are a crowd.
static bool is_crowd(const jam_request *request)
{
    return request->count > CROWD;
}

/// Work after which the window is given up.
static uint64_t effort_of(const fw_traffic *traffic, const jam_request *request)
{
    const uint64_t count = (uint64_t)request->count,
                   more = is_crowd(request) ? EFFORT_A_PAIR * count * count : EFFORT_A_UNIT * count;
    return (windows[request->level].effort + more)
           << agent_doublings(&traffic->agents[request->asker], MOST_DOUBLINGS);
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
    jam_request *request = &traffic->joint.jams->request;
    for (int32_t i = 0; i < request->count; i++)
        traffic->agents[request->slots[i]].jam.number = JAM_IS_PLANNED;
    request->slices = 0;
    request->map_version = map_version_number(traffic->map);
    const joint_problem problem = { .grounds = request->grounds,
                                    .ground_count = request->ground_count,
                                    .units = request->units,
                                    .unit_count = request->count,
                                    .reach = reach_of(traffic),
                                    .plans = PLANS,
                                    .patience = is_crowd(request) ? PATIENCE : 0,
                                    .effort = effort_of(traffic, request) };
    fw_result result = FW_OK;
    if (!traffic->joint.jams->solver)
        result = joint_solver_create(&traffic->memory, &traffic->joint.jams->solver);
    if (result == FW_OK)
        result = joint_begin(traffic->joint.jams->solver, &problem);
    if (result == FW_NO_MEMORY)
        jam_request_drop(traffic);
    else if (result != FW_OK)
        jam_request_give_up(traffic);
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
    jam_request *request = &traffic->joint.jams->request;
    joint_answer answer = JOINT_WORKING;
    fw_result result = begin_plan(traffic);
    for (; request->slices < slices && result == FW_OK && request->asker != NO_AGENT; request->slices++) {
        if (answer != JOINT_WORKING)
            return FW_BAD_VALUE; // the plan that was being made needed more work
        result = joint_work(traffic->joint.jams->solver, slice_of(request), &answer);
    }
    if (is_outdated)
        request->map_version = OLD_GROUND;
    return result;
}

/// Gathers the units of the window that is tried.
static jam_found gather(fw_traffic *traffic)
{
    jam_request *request = &traffic->joint.jams->request;
    const bool is_whole = request->level == ALL_PLACES, takes_all = is_whole && is_crowd(request);
    const double radius = radius_of(traffic, &traffic->agents[request->asker]), reach = reach_of(traffic);
    const double near = takes_all ? NEAR_CROWD * REACH_RADII * radius : is_whole ? 0 : reach;
    free_slots(traffic, request->slots, request->count);
    if (is_proof(traffic))
        return jam_gather_pair(traffic, request);
    return jam_gather(traffic, AHEAD_REACHES * reach, near, takes_all, request);
}

/// True if the units of a request are a crowd around the point of an order, who exchange their places.
static bool is_rally(const fw_traffic *traffic, const jam_request *request)
{
    const agent *asker = &traffic->agents[request->asker];
    return is_crowd(request) && asker->order.shares && asker->order.stage >= PLACE_IS_BESIDE;
}

/// Begins to look for a plan of the units that were gathered, unless they must be left to others.
///
/// @return FW_OK, also if they are left to others; FW_NO_MEMORY
static fw_result begin_if_stuck(fw_traffic *traffic, jam_found found)
{
    const jam_request *request = &traffic->joint.jams->request;
    if (found == JAM_STANDS && request->count > 1 && !is_rally(traffic, request))
        return begin_plan(traffic);
    ask_from(&traffic->agents[request->asker], traffic->clock.knot + PLANS_JOINTLY_AFTER);
    jam_request_drop(traffic);
    return FW_OK;
}

/// Gathers all units of a crowd, and begins to look for their plan.
static fw_result begin_crowd(fw_traffic *traffic)
{
    traffic->joint.jams->request.level = ALL_PLACES;
    return begin_if_stuck(traffic, gather(traffic));
}

fw_result jam_request_begin(fw_traffic *traffic)
{
    const jam_request *request = &traffic->joint.jams->request;
    const jam_found found = gather(traffic);
    if (is_crowd(request) && request->level < ALL_PLACES && found != JAM_FLOWS)
        return begin_crowd(traffic);
    return begin_if_stuck(traffic, found);
}

/// Notes that the search for a plan of these units has ended without an answer.
static void note_unsolved(fw_traffic *traffic)
{
    const jam_request *request = &traffic->joint.jams->request;
    for (int32_t i = 0; i < request->count; i++)
        if (request->units[i].order != JOINT_PARKED)
            agent_note_unsolved(&traffic->agents[request->slots[i]]);
}

/// Tries the next window. After the last one, the unit asks again some time later.
static fw_result try_next(fw_traffic *traffic)
{
    jam_request *request = &traffic->joint.jams->request;
    if (++request->level < JAM_WINDOWS)
        return jam_request_begin(traffic);
    note_unsolved(traffic);
    jam_request_give_up(traffic);
    return FW_OK;
}

/// Judges the plan that was found: others may stand where it leads.
///
/// @param[out] is_planned  true: nobody does
static fw_result judge_plan(fw_traffic *traffic, bool *is_planned)
{
    jam_request *request = &traffic->joint.jams->request;
    switch (jam_gather_along(traffic, AHEAD_REACHES * reach_of(traffic),
                             joint_plan_of(traffic->joint.jams->solver), request)) {
    case ALONG_IS_TAKEN:
        return is_crowd(request) && request->level < ALL_PLACES ? begin_crowd(traffic) : begin_plan(traffic);
    case ALONG_IS_BLOCKED:
        return try_next(traffic);
    default:
        *is_planned = true;
        return FW_OK;
    }
}

/// Notes that two units cannot pass each other anywhere, which is proven. One that has no order, or had arrived, is not
/// told: only the other one cannot get where it wants to be.
static void tell_impasse(fw_traffic *traffic, uint32_t first, uint32_t second)
{
    agent *one = &traffic->agents[first], *two = &traffic->agents[second];
    one->relation.impasse = agent_has_been(one) ? NO_AGENT : second;
    two->relation.impasse = agent_has_been(two) ? NO_AGENT : first;
    one->is_named = two->is_named = true;
}

fw_result jam_request_work(fw_traffic *traffic, bool *is_planned)
{
    jam_request *request = &traffic->joint.jams->request;
    joint_answer answer;
    const bool is_pair = is_proof(traffic);
    *is_planned = false;
    fw_result result = joint_work(traffic->joint.jams->solver, slice_of(request), &answer);
    request->slices++;
    if (result == FW_OK && answer == JOINT_PLANNED && !is_pair)
        result = judge_plan(traffic, is_planned);
    if (result == FW_NO_MEMORY)
        jam_request_drop(traffic);
    if (result != FW_OK || answer == JOINT_WORKING || (answer == JOINT_PLANNED && !is_pair))
        return result;
    const joint_proof proof = joint_proof_of(traffic->joint.jams->solver);
    const bool is_proven = answer == JOINT_INFEASIBLE && proof.kind == JOINT_PAIR;
    if (!is_proven && !is_pair)
        return try_next(traffic);
    if (is_proven)
        tell_impasse(traffic, traffic_slot_of(traffic, proof.first), traffic_slot_of(traffic, proof.second));
    jam_request_drop(traffic);
    return FW_OK;
}
