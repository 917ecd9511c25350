#include "traffic/traffic.h"

#include <math.h>
#include <string.h>

#include "base/trig.h"
#include "map/pin.h"
#include "plan/search.h"
#include "traffic/agent_def.h"
#include "traffic/convoy.h"
#include "traffic/convoy_members.h"
#include "traffic/crowd.h"
#include "traffic/crowd_cells.h"
#include "traffic/detour.h"
#include "traffic/errand_list.h"
#include "traffic/flow.h"
#include "traffic/jams.h"
#include "traffic/kinds.h"
#include "traffic/laid.h"
#include "traffic/passages.h"
#include "traffic/planning.h"
#include "traffic/prices.h"
#include "traffic/rally.h"
#include "traffic/recording.h"
#include "traffic/reservation.h"
#include "traffic/roster.h"
#include "traffic/site.h"
#include "traffic/turn_plans.h"
#include "traffic/way_queue.h"
#include "traffic/way_set.h"
#include "traffic/yield.h"

enum { MOST_AGENTS = 1 << 20 };

/// Straight runs that the planner remembers, as few as possible. The usual 2,048 save .2 % of a step on public maps,
/// and take 206 KB more.
enum { KNOWN_RUNS = 64 };

fw_result fw_traffic_create(const fw_map *map, const fw_allocator *allocator, fw_traffic **created)
{
    if (!map || !created)
        return FW_NULL_ARGUMENT;
    memory memory;
    memory_init(&memory, allocator);
    fw_traffic *traffic = memory_get_zeroed(&memory, 1, sizeof *traffic);
    if (!traffic)
        return FW_NO_MEMORY;
    traffic->memory = memory;
    traffic->handle = map;
    traffic->record.recorder = map->pins->recorder;
    traffic_look(traffic);
    traffic->map_version = map_version_number(traffic->map);
    traffic->clock.knot =
        -1; // the first knot lies ahead: units that get their orders now begin to move at once
    traffic->clock.phase = FW_TRAFFIC_KNOT;
    traffic->roster.free_slot = traffic->ways.measured = traffic->joint.asker = traffic->joint.driver =
        NO_AGENT;
    traffic->around.sites.news = NO_TILES;
    for (size_t i = 0; i < UNFOLDED; i++)
        traffic->crowd.unfolded_slot[i] = NO_AGENT;
    const fw_allocator hooks = memory_hooks(&traffic->memory);
    fw_planner_def def = fw_default_planner_def();
    def.allocator = &hooks;
    def.known_runs = KNOWN_RUNS;
    if (fw_planner_create(map, &def, &traffic->planner) != FW_OK ||
        fw_path_create(&hooks, &traffic->path) != FW_OK || crowd_reserve(traffic, 1) != FW_OK) {
        fw_traffic_destroy(traffic);
        return FW_NO_MEMORY;
    }
    planner_make_inner(traffic->planner);
    *created = traffic;
    return FW_OK;
}

fw_result agent_begin_drive(fw_traffic *traffic, agent *unit)
{
    if (!unit->drive)
        unit->drive = memory_get_zeroed(&traffic->memory, 1, sizeof *unit->drive);
    if (!unit->drive || (!traffic->push.drives && planning_widen(traffic) != FW_OK))
        return FW_NO_MEMORY;
    return planning_room(traffic, 0) ? FW_OK : FW_NO_MEMORY;
}

/// Frees the `drive` of a unit, if it has one.
static void agent_end_drive(memory *memory, agent *unit)
{
    if (unit->drive)
        memory_give_back(memory, unit->drive->course.segments, unit->drive->course.room, sizeof(fw_segment));
    memory_give_back(memory, unit->drive, 1, sizeof *unit->drive);
    unit->drive = NULL;
}

void fw_traffic_destroy(fw_traffic *traffic)
{
    if (!traffic)
        return;
    traffic_record_end(traffic);
    memory *memory = &traffic->memory;
    fw_search_end(traffic->desk.search);
    flows_free(traffic);
    fw_path_destroy(traffic->path);
    fw_planner_destroy(traffic->planner);
    for (uint32_t i = 0; i < traffic->roster.slots; i++)
        agent_end_drive(memory, &traffic->agents[i]);
    memory_give_back(memory, traffic->push.drives, MOST_PLANS, sizeof *traffic->push.drives);
    memory_give_back(memory, traffic->agents, traffic->roster.agent_room, sizeof *traffic->agents);
    memory_give_back(memory, traffic->crowd.marks, traffic->crowd.mark_room, sizeof *traffic->crowd.marks);
    memory_give_back(memory, traffic->crowd.found, traffic->crowd.found_room, sizeof *traffic->crowd.found);
    memory_give_back(memory, traffic->by_id, traffic->roster.by_id_room, sizeof *traffic->by_id);
    for (uint32_t i = 0; i < traffic->roster.kind_count; i++)
        laid_end_kind(traffic, &traffic->roster.kinds[i]);
    laid_end(&traffic->around.laid);
    memory_give_back(memory, traffic->roster.kinds, traffic->roster.kind_room, sizeof *traffic->roster.kinds);
    crowd_free(traffic);
    memory_give_back(memory, traffic->round.slots, traffic->round.room, sizeof *traffic->round.slots);
    memory_give_back(memory, traffic->desk.queue, traffic->desk.room, sizeof *traffic->desk.queue);
    memory_give_back(memory, traffic->desk.slices, traffic->desk.slice_room, sizeof *traffic->desk.slices);
    memory_give_back(memory, traffic->ways.pool, traffic->ways.bytes, 1);
    memory_give_back(memory, traffic->ways.rests, traffic->ways.rest_room, sizeof *traffic->ways.rests);
    memory_give_back(memory, traffic->work.scratch, traffic->work.bytes, 1);
    planning_free(traffic);
    rally_free(traffic);
    detour_free(traffic);
    prices_free(traffic);
    jams_free(traffic);
    turns_end_all(traffic);
    sites_free(traffic);
    obstacles_free(memory, &traffic->around.obstacles);
    errand_free(traffic);
    memory_give_back(memory, traffic->convoys.all, traffic->convoys.room, sizeof *traffic->convoys.all);
    memory_give_back(memory, traffic->convoys.pairs, traffic->convoys.pair_room,
                     sizeof *traffic->convoys.pairs);
    memory_give_back(memory, traffic->roster.states, traffic->roster.state_room,
                     sizeof *traffic->roster.states);
    memory_give_back(memory, traffic->events.all, traffic->events.room, sizeof *traffic->events.all);
    memory_give_back(&(struct memory){ .hooks = traffic->memory.hooks }, traffic, 1, sizeof *traffic);
}

const char *fw_agent_activity_name(fw_agent_activity activity)
{
    static const char *const names[] = { "standing", "thinking", "moving",  "waiting",
                                         "yielding", "arrived",  "blocked", "infeasible" };
    return (unsigned)activity < FW_AGENT_ACTIVITIES ? names[activity] : "unknown";
}

fw_result traffic_reserve(fw_traffic *traffic, size_t units)
{
    memory *memory = &traffic->memory;
    if (units > MOST_AGENTS)
        return FW_TOO_MANY;
    if (MEMORY_RESERVE_CLOSELY(memory, traffic->agents, traffic->roster.agent_room, units) ||
        MEMORY_RESERVE_CLOSELY(memory, traffic->crowd.marks, traffic->crowd.mark_room, units) ||
        MEMORY_RESERVE_CLOSELY(memory, traffic->crowd.found, traffic->crowd.found_room, units + 1) ||
        MEMORY_RESERVE_CLOSELY(memory, traffic->by_id, traffic->roster.by_id_room, units) ||
        MEMORY_RESERVE_CLOSELY(memory, traffic->round.slots, traffic->round.room, units) ||
        MEMORY_RESERVE_CLOSELY(memory, traffic->desk.queue, traffic->desk.room, units) ||
        MEMORY_RESERVE_CLOSELY(memory, traffic->roster.states, traffic->roster.state_room, units) ||
        rally_reserve(traffic, units) || passages_reserve(traffic, units) || !planning_room(traffic, 0))
        return FW_NO_MEMORY;
    return crowd_reserve(traffic, (int32_t)units);
}

void traffic_clear(fw_traffic *traffic)
{
    jams_free(traffic);
    turns_end_all(traffic);
    for (uint32_t i = 0; i < traffic->roster.slots; i++)
        rally_leave(traffic, i);
    traffic->joint.asker = traffic->joint.driver = traffic->roster.free_slot = NO_AGENT;
    traffic->count = traffic->desk.count = traffic->round.count = traffic->round.next = 0;
    traffic->around.sites.count = traffic->around.obstacles.count = traffic->around.errands.count = 0;
    traffic->convoys.count = 0;
    for (uint32_t i = 0; i < traffic->roster.slots; i++) {
        traffic->agents[i].is_used = false;
        traffic->agents[i].next_free = traffic->roster.free_slot;
        traffic->roster.free_slot = i;
    }
    crowd_enter_all(traffic);
}

/// Makes room for one more unit, so that there is a free slot.
static fw_result reserve_slot(fw_traffic *traffic)
{
    const fw_result result = traffic_reserve(traffic, (size_t)traffic->count + 1);
    if (result != FW_OK || traffic->roster.free_slot != NO_AGENT)
        return result;
    traffic->agents[traffic->roster.slots] = (agent){ .next_free = NO_AGENT };
    traffic->roster.free_slot = traffic->roster.slots++;
    return FW_OK;
}

/// Makes a new unit, which stands at its start; this is its goal, too.
static void stand_at_start(agent *unit, const fw_agent_def *def, uint32_t kind)
{
    const double x = def->start.x, y = def->start.y;
    const way kept = unit->way;
    drive *const drive = unit->drive;
    if (drive) // of this unit, or of one that was removed
        *drive = (struct drive){ .under_way = rail_standing(def->start),
                                 .course = { .segments = drive->course.segments, .room = drive->course.room },
                                 .wanted = rail_standing(def->start) };
    *unit = (agent){ .id = def->id,
                     .kind = kind,
                     .limits = { def->top, def->acceleration, def->braking, def->lateral },
                     .from = { .x = x, .y = y },
                     .to = { .x = x, .y = y },
                     .heading = trig_wrap(def->start.heading),
                     .order.x = x,
                     .order.y = y,
                     .order.place_x = x,
                     .order.place_y = y,
                     .order.stage = PLACE_IS_GOAL,
                     .order.goal_x = x,
                     .order.goal_y = y,
                     .pursuit.arrival = IS_AT_GOAL,
                     .priority = 1,
                     .regard.sides = def->sides,
                     .regard.layers = def->layers,
                     .regard.gives_way_to = def->gives_way_to,
                     .regard.may_push = def->may_push,
                     .order.follows = NO_AGENT,
                     .way = kept,
                     .drive = drive,
                     .relation.blocker = NO_AGENT,
                     .relation.in_way_of = NO_AGENT,
                     .relation.met = NO_AGENT,
                     .relation.yields_to = NO_AGENT,
                     .relation.impasse = NO_AGENT };
}

/// Moves the units from an index on to another index, in what is sorted by id.
static void move_units(fw_traffic *traffic, int32_t from, int32_t to)
{
    const size_t count = (size_t)(traffic->count - from);
    memmove(traffic->by_id + to, traffic->by_id + from, count * sizeof *traffic->by_id);
    memmove(traffic->roster.states + to, traffic->roster.states + from,
            count * sizeof *traffic->roster.states);
}

/// Puts a new unit into the free slot.
static fw_result enter_unit(fw_traffic *traffic, const fw_agent_def *def, uint32_t kind)
{
    const uint32_t slot = traffic->roster.free_slot;
    agent *unit = &traffic->agents[slot];
    const uint32_t next = unit->next_free;
    if (traffic->roster.kinds[kind].turn_radius == 0)
        agent_end_drive(&traffic->memory, unit);
    else if (agent_begin_drive(traffic, unit) != FW_OK)
        return FW_NO_MEMORY;
    stand_at_start(unit, def, kind);
    if (way_set_line(traffic, unit) != FW_OK) {
        unit->next_free = next;
        return FW_NO_MEMORY;
    }
    traffic->roster.free_slot = next;
    const int32_t index = traffic_index_of(traffic, def->id);
    move_units(traffic, index, index + 1);
    traffic->by_id[index] = slot;
    traffic->roster.states[index] = (fw_agent_state){ .arrived = -1 };
    traffic->count++;
    points_enter(&traffic->rally.places, slot, def->start.x, def->start.y);
    const reservation plan = reservation_standing(traffic->clock.knot, def->start);
    crowd_place(traffic, slot, &plan);
    return FW_OK;
}

fw_result fw_traffic_add(fw_traffic *traffic, const fw_agent_def *def)
{
    if (!traffic || !def)
        return FW_NULL_ARGUMENT;
    fw_agent_def complete;
    traffic_look(traffic);
    fw_result result = agent_judge(traffic, def, &complete, NULL);
    uint32_t kind = 0;
    if (result == FW_OK)
        result = traffic_find_kind(traffic, complete.unit, &kind);
    if (result == FW_OK)
        result = reserve_slot(traffic);
    if (result != FW_OK)
        return result; // nothing has changed
    TRAFFIC_CALL(traffic, RECORD_AGENT, "A", &complete);
    return traffic_answer(traffic, enter_unit(traffic, &complete, kind), 0);
}

static fw_result remove_unit(fw_traffic *traffic, fw_agent_id id)
{
    const uint32_t slot = traffic_slot_of(traffic, id);
    if (slot == NO_AGENT)
        return FW_UNKNOWN_UNIT;
    traffic_look(traffic);
    jam_forget(traffic, slot);
    convoy_leave(traffic, slot); // cannot fail: the queue has room for all units
    way_drop(traffic, slot);
    passages_forget(traffic, slot);
    yield_forget(traffic, slot);
    errand_forget(traffic, slot);
    agent_leave_goal(traffic, &traffic->agents[slot]);
    rally_leave(traffic, slot);
    crowd_leave(traffic, slot);
    const int32_t index = traffic_index_of(traffic, id);
    move_units(traffic, index + 1, index);
    traffic->count--;
    crowd_measure(traffic);
    for (int32_t i = 0; i < traffic->round.count; i++)
        if (traffic->round.slots[i] == slot) {
            traffic->round.count--;
            traffic->round.next -= i < traffic->round.next;
            memmove(traffic->round.slots + i, traffic->round.slots + i + 1,
                    (size_t)(traffic->round.count - i) * sizeof *traffic->round.slots);
            break;
        }
    for (int32_t i = 0; i < traffic->count; i++) {
        agent *other = &traffic->agents[traffic->by_id[i]];
        other->relation.blocker = other->relation.blocker == slot ? NO_AGENT : other->relation.blocker;
        other->relation.in_way_of = other->relation.in_way_of == slot ? NO_AGENT : other->relation.in_way_of;
        other->relation.met = other->relation.met == slot ? NO_AGENT : other->relation.met;
        other->relation.impasse = other->relation.impasse == slot ? NO_AGENT : other->relation.impasse;
    }
    agent *unit = &traffic->agents[slot];
    if (kind_of(traffic, unit)->owner == id)
        laid_end_kind(traffic, &traffic->roster.kinds[unit->kind]);
    unit->is_used = false;
    unit->next_free = traffic->roster.free_slot;
    traffic->roster.free_slot = slot;
    return FW_OK;
}

fw_result fw_traffic_remove(fw_traffic *traffic, fw_agent_id id)
{
    return TRAFFIC_ANSWER(traffic, remove_unit(traffic, id), RECORD_LEAVE, "i", (int64_t)id);
}

double fw_traffic_time(const fw_traffic *traffic)
{
    return traffic ? (double)traffic->clock.knot * FW_TRAFFIC_KNOT + traffic->clock.phase : 0;
}

size_t fw_traffic_bytes(const fw_traffic *traffic)
{
    return traffic ? traffic->memory.bytes : 0;
}
