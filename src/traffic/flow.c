#include "traffic/flow.h"

#include "base/bits.h"
#include "map/clearance.h"
#include "plan/query.h"
#include "plan/search.h"
#include "traffic/way_queue.h"

// Whether a flow takes less work than a search for each unit depends on the map: searches for paths take 8 expansions
// on one, and 350 on another with as many tiles. So the mean of the last searches is compared with the tiles that a
// flow may have to expand.

fw_result flows_provide(fw_traffic *traffic)
{
    if (!traffic->desk.flows &&
        (traffic->desk.flows = memory_get_zeroed(&traffic->memory, 1, sizeof *traffic->desk.flows)))
        traffic->desk.flows->under_way = FLOW_OTHER;
    return traffic->desk.flows ? FW_OK : FW_NO_MEMORY;
}

void flows_free(fw_traffic *traffic)
{
    for (int i = 0; traffic->desk.flows && i < MOST_FLOWS; i++)
        flow_free(&traffic->desk.flows->all[i].flow);
    memory_give_back(&traffic->memory, traffic->desk.flows, 1, sizeof *traffic->desk.flows);
    traffic->desk.flows = NULL;
}

/// The flow of a unit to a goal; null if there is none.
static used_flow *find(const fw_traffic *traffic, fw_unit_id unit, pose_anchor goal)
{
    for (int i = 0; traffic->desk.flows && i < MOST_FLOWS; i++) {
        used_flow *flow = &traffic->desk.flows->all[i];
        if (flow->version != 0 && flow->flow.unit == unit && flow->flow.goal.x == goal.x &&
            flow->flow.goal.y == goal.y)
            return flow;
    }
    return NULL;
}

/// Number of anchors where a unit can stand: most expansions of a flow, nearly.
static uint64_t count_ground(struct flows *flows, const map_version *map, const map_unit *unit, fw_unit_id id)
{
    flow_ground *ground = &flows->ground;
    if (ground->unit == id && ground->version == map_version_number(map))
        return ground->count;
    *ground = (flow_ground){ .unit = id, .version = map_version_number(map) };
    for (int32_t y = 0; y < unit->layer->height; y++)
        for (int32_t word = 0; word < unit->layer->words; word++)
            ground->count += (uint64_t)bits_count(layer_row(unit->layer, y)[word]);
    return ground->count;
}

/// Number of units that wait for paths to one goal, from a sample of the queue.
static uint64_t count_waiting(const fw_traffic *traffic, const map_unit *unit, pose_anchor goal)
{
    const uint32_t kind = traffic->agents[traffic->desk.queue[0]].kind;
    const int32_t count = traffic->desk.count, sample = count < FLOW_SAMPLE ? count : FLOW_SAMPLE;
    uint64_t waiting = 0;
    for (int32_t i = 0; i < sample; i++) {
        const agent *other = &traffic->agents[traffic->desk.queue[(int64_t)i * count / sample]];
        pose_anchor anchor;
        waiting += other->kind == kind && !other->pursuit.wants_course &&
                   anchor_under(unit, &(fw_pose){ other->order.goal_x, other->order.goal_y, 0 }, &anchor) &&
                   anchor.x == goal.x && anchor.y == goal.y;
    }
    return waiting * (uint64_t)count / (uint64_t)sample;
}

/// True if searches for all units that wait for paths to a goal are expected to take more work than a flow.
///
/// @param done  work that the flow has done already
static bool is_wanted(const fw_traffic *traffic, const fw_request *ask, const map_unit *unit,
                      pose_anchor goal, uint64_t done)
{
    struct flows *flows = traffic->desk.flows;
    if (traffic->desk.count < FLOW_FEWEST || !unit->layer)
        return false;
    const uint64_t ground = count_ground(flows, traffic->map, unit, ask->unit),
                   left = done < ground ? ground - done : 0;
    if ((uint64_t)traffic->desk.count * flows->mean_work < FLOW_MEAN * left)
        return false;
    const uint64_t waiting = count_waiting(traffic, unit, goal);
    return waiting >= FLOW_FEWEST && waiting * flows->mean_work >= FLOW_MEAN * left;
}

/// The first flow that was never begun, has ended, or is not used any more; null if there is none. So there are only as
/// many as are used at the same time.
static used_flow *find_free(const fw_traffic *traffic)
{
    for (int i = 0; i < MOST_FLOWS; i++) {
        used_flow *used = &traffic->desk.flows->all[i];
        if (used->version == 0 || used->used + FLOW_IDLE <= traffic->clock.steps)
            return used;
    }
    return NULL;
}

static used_flow *begin(fw_traffic *traffic, fw_unit_id unit, pose_anchor goal)
{
    used_flow *used = find_free(traffic);
    if (!used)
        return NULL;
    const fw_result begun =
        flow_begin(&used->flow, traffic->planner, traffic->map, unit, (grid_anchor){ goal.x, goal.y });
    used->version = begun == FW_OK ? map_version_number(traffic->map) : 0;
    return begun == FW_OK ? used : NULL;
}

/// The flow from which a path is to come; null: a search of its own takes less work.
static used_flow *choose(fw_traffic *traffic, const fw_request *ask)
{
    const map_unit *unit = map_find_unit(traffic->map, ask->unit);
    pose_anchor start, goal;
    if (!unit || !anchor_under(unit, &ask->start, &start) || !anchor_under(unit, &ask->goal.pose, &goal) ||
        !map_unit_fits(traffic->map, unit, goal.x, goal.y))
        return NULL;
    used_flow *flow = find(traffic, ask->unit, goal);
    if (flow && flow->flow.is_broken) {
        flow->version = 0;
        flow = NULL;
    }
    if (flow && flow_has_settled(&flow->flow, (grid_anchor){ start.x, start.y }))
        return flow;
    if (!is_wanted(traffic, ask, unit, goal, flow ? flow->flow.work : 0))
        return NULL;
    if (flow)
        return flow;
    return traffic->clock.steps >= traffic->desk.flows->rests_until ? begin(traffic, ask->unit, goal) : NULL;
}

void flows_note_work(fw_traffic *traffic, uint64_t expansions)
{
    if (traffic->desk.flows->under_way == FLOW_OWN)
        traffic->desk.flows->own_work += expansions;
}

/// Chooses where the path of the next search is to come from.
static void choose_next(fw_traffic *traffic, const fw_request *ask)
{
    struct flows *flows = traffic->desk.flows;
    if (flows->under_way == FLOW_OWN)
        flows->mean_work += flows->own_work - flows->mean_work / FLOW_MEAN;
    flows->own_work = 0;
    const bool is_usual = ask->method == FW_GRID && !ask->overlay;
    used_flow *flow = is_usual ? choose(traffic, ask) : NULL;
    flows->under_way = flow ? (int32_t)(flow - flows->all) : is_usual ? FLOW_OWN : FLOW_OTHER;
    if (flow)
        flow->used = traffic->clock.steps;
}

fw_result flows_begin_search(fw_traffic *traffic, const fw_request *ask, bool again)
{
    if (flows_provide(traffic) != FW_OK)
        return FW_NO_MEMORY;
    struct flows *flows = traffic->desk.flows;
    if (!again)
        choose_next(traffic, ask);
    used_flow *used = flows->under_way >= 0 ? &flows->all[flows->under_way] : NULL;
    flow *flow = used && used->version != 0 && !used->flow.is_broken ? &used->flow : NULL;
    return search_begin_by_flow(traffic->planner, ask, flow, &traffic->desk.search);
}

/// True if a flow cannot go on after the last change of the map.
static bool is_over(const fw_traffic *traffic, const used_flow *used)
{
    return used->flow.is_broken || !map_find_unit(traffic->map, used->flow.unit) ||
           flow_has_changed(&used->flow, traffic->map, used->version);
}

void flows_notice_edits(fw_traffic *traffic)
{
    struct flows *flows = traffic->desk.flows;
    if (!flows)
        return;
    if (traffic->desk.search && flows->under_way >= 0)
        way_end_search(traffic); // it would grow the flow on the map as it was
    for (int i = 0; i < MOST_FLOWS; i++) {
        used_flow *used = &flows->all[i];
        if (used->version == 0)
            continue;
        const bool ends = is_over(traffic, used);
        used->version = ends ? 0 : map_version_number(traffic->map);
        flows->rests_until = ends ? traffic->clock.steps + FLOW_REST : flows->rests_until;
    }
}

saved_flow flows_save(const fw_traffic *traffic, int32_t index)
{
    const struct flows *flows = traffic->desk.flows;
    if (!flows)
        return (saved_flow){ .unit = 0 };
    const used_flow *used = &flows->all[index];
    const flow *flow = &used->flow;
    if (used->version == 0)
        return (saved_flow){ .used = used->used };
    return (saved_flow){ .unit = map_relative_id(traffic->map, flow->unit),
                         .x = flow->goal.x,
                         .y = flow->goal.y,
                         .is_over = is_over(traffic, used),
                         .work = traffic->desk.search && flows->under_way == index ? flow->began : flow->work,
                         .used = used->used };
}

fw_result flows_restore(fw_traffic *traffic, int32_t index, const saved_flow *saved)
{
    used_flow *used = &traffic->desk.flows->all[index];
    used->used = saved->used;
    if (saved->unit == 0)
        return FW_OK;
    used->version = map_version_number(traffic->map);
    used->flow.unit = map_absolute_id(traffic->map, saved->unit);
    used->flow.is_broken = saved->is_over;
    if (saved->is_over)
        return FW_OK;
    const map_unit *unit = map_find_unit(traffic->map, used->flow.unit);
    if (!unit || saved->x >= map_width(traffic->map) || saved->y >= map_height(traffic->map))
        return FW_BAD_VALUE;
    const grid_anchor goal = { saved->x, saved->y };
    if (flow_begin(&used->flow, traffic->planner, traffic->map, used->flow.unit, goal) == FW_NO_MEMORY ||
        flow_grow(&used->flow, saved->work) == FW_NO_MEMORY)
        return FW_NO_MEMORY;
    return FW_OK;
}
