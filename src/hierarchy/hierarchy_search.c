#include "hierarchy/hierarchy_search.h"

#include <math.h>
#include <string.h>

/// By how much a wave may go astray: the cost of a part of a cluster's side on the cheapest ground.
enum { SLACK_PART = 3 };

/// A cluster that the abstract path leads through.
typedef struct leg {
    cluster_at cluster;
    int side;        ///< through which the path leaves it; NO_MOVE: the path ends there
    int32_t end;     ///< tile, in the arrays, of the transition through which it leaves, or of the path's end
    bool is_goal;    ///< the path ends at a goal, and `end` is known once the leg is refined
    int move;        ///< of the transition
    uint64_t length; ///< on the graph, from the middle of the transition before; WAVE_UNKNOWN: may be more
} leg;

typedef enum search_phase { PHASE_ABSTRACT, PHASE_REFINE, PHASE_DONE } search_phase;

struct hierarchy_search {
    memory *memory;
    abstract_space space;
    search_phase phase;
    cluster_wave odd_leg; ///< over the cluster of a leg with an odd number
    leg *legs;            ///< [leg * leg_count]
    size_t leg_capacity;
    int32_t segment;            ///< legs of a segment of the path; 0: one for all
    int32_t leg_count, refined; ///< `refined` legs have had their wave
    uint8_t *arrived;           ///< [leg * refined][tile * (side + 2)^2] the moves of their waves
    size_t arrived_capacity;
    uint64_t refining; ///< work of refinement: legs and closed tiles
    grid_run *route;
    size_t route_capacity;
};

fw_result hierarchy_search_create(memory *memory, page_pool *pool, hierarchy_search **created)
{
    hierarchy_search *search = memory_get_zeroed(memory, 1, sizeof *search);
    if (!search)
        return FW_NO_MEMORY;
    search->memory = memory;
    abstract_space_init(&search->space, memory, pool);
    *created = search;
    return FW_OK;
}

void hierarchy_search_destroy(hierarchy_search *search)
{
    if (!search)
        return;
    abstract_space_free(&search->space);
    cluster_wave_free(&search->odd_leg);
    memory_give_back(search->memory, search->legs, search->leg_capacity, sizeof *search->legs);
    memory_give_back(search->memory, search->arrived, search->arrived_capacity, sizeof *search->arrived);
    memory_give_back(search->memory, search->route, search->route_capacity, sizeof *search->route);
    memory_give_back(search->memory, search, 1, sizeof *search);
}

size_t hierarchy_search_bytes(const hierarchy_search *search)
{
    return abstract_space_bytes(&search->space) + cluster_wave_bytes(&search->odd_leg) + sizeof *search +
           search->leg_capacity * sizeof *search->legs + search->arrived_capacity +
           search->route_capacity * sizeof *search->route;
}

fw_result hierarchy_search_reset(hierarchy_search *search, const hierarchy_query *query,
                                 const search_limits *limits)
{
    const int32_t side = query->table->grid.side;
    if (abstract_space_reset(&search->space, query, limits) != FW_OK ||
        cluster_wave_reserve(&search->odd_leg, search->memory, side, &search->space.rules) != FW_OK)
        return FW_NO_MEMORY;
    search->phase = PHASE_ABSTRACT;
    search->leg_count = search->refined = 0;
    search->refining = 0;
    search->segment = query->segment / side + (query->segment % side != 0);
    return FW_OK;
}

static const cluster_grid *grid_of(const hierarchy_search *search)
{
    return &search->space.grid;
}

/// From row to row in the arrays of waves.
static int32_t stride_of(const hierarchy_search *search)
{
    return grid_of(search)->side + 2;
}

/// Bytes of a wave's moves.
static size_t wave_tiles(const hierarchy_search *search)
{
    const size_t stride = (size_t)stride_of(search);
    return stride * stride;
}

/// The wave over the cluster of a leg that does not end at a goal. That of the leg before stays valid beside it.
static cluster_wave *wave_over(hierarchy_search *search, int32_t index)
{
    if (index == 0)
        return &search->space.from_start;
    return index % 2 ? &search->odd_leg : &search->space.within;
}

/// What an edge to a cost adds to that of a node, or WAVE_UNKNOWN if the graph does not tell.
static uint64_t length_from(const node_store *nodes, uint32_t parent, uint64_t to)
{
    const uint64_t length = to - (parent == NO_SLOT ? 0 : node_of(nodes, parent)->g);
    return length < EDGE_MOST ? length : WAVE_UNKNOWN;
}

/// The leg from which a node's transition leads on, and where it does.
static leg leg_before(const hierarchy_search *search, uint32_t slot)
{
    const node_store *nodes = &search->space.search.nodes;
    const node *node = node_of(nodes, slot);
    const cluster_entry entry = cluster_entry_of(grid_of(search), node_id_of(nodes, slot));
    const transition step = step_of_via(node->via);
    return (leg){ .cluster = cluster_beside(entry.cluster, entry.side),
                  .side = move_opposite(entry.side),
                  .end = step.tile,
                  .move = step.move,
                  .length = length_from(nodes, node->parent, node->g) };
}

/// The last leg of a path that ends at a node.
static leg leg_at(const hierarchy_search *search, uint32_t slot)
{
    const node_store *nodes = &search->space.search.nodes;
    const fw_node_id id = node_id_of(nodes, slot);
    const cluster_at cluster = cluster_entry_of(grid_of(search), id).cluster;
    const cluster_box box = cluster_box_of(grid_of(search), cluster);
    const grid_anchor end = abstract_space_entry_tile(&search->space, id, node_of(nodes, slot)->via);
    const int32_t stride = stride_of(search);
    return (leg){ .cluster = cluster,
                  .side = NO_MOVE,
                  .end = (end.y - box.y + 1) * stride + end.x - box.x + 1,
                  .length = WAVE_UNKNOWN };
}

/// The last leg of a path that leads to a goal from a node; NO_SLOT: from the start.
static leg leg_to_goal(const hierarchy_search *search, uint32_t slot)
{
    const node_store *nodes = &search->space.search.nodes;
    const cluster_at cluster = slot == NO_SLOT
                                   ? search->space.start_cluster
                                   : cluster_entry_of(grid_of(search), node_id_of(nodes, slot)).cluster;
    return (leg){ .cluster = cluster, .side = NO_MOVE, .is_goal = true, .length = WAVE_UNKNOWN };
}

/// Lists the legs of the abstract path to a node, or to the goal beyond it. FW_OK or FW_NO_MEMORY.
///
/// @param slot  NO_SLOT: the goal is reached within the start's cluster
static fw_result list_legs(hierarchy_search *search, uint32_t slot, bool to_goal)
{
    const node_store *nodes = &search->space.search.nodes;
    int32_t count = 1;
    for (uint32_t at = slot; at != NO_SLOT; at = node_of(nodes, at)->parent)
        count++;
    if (memory_reserve(search->memory, &search->legs, &search->leg_capacity, (size_t)count,
                       sizeof *search->legs) != FW_OK ||
        memory_reserve(search->memory, &search->arrived, &search->arrived_capacity,
                       (size_t)count * wave_tiles(search), sizeof *search->arrived) != FW_OK)
        return FW_NO_MEMORY;
    search->leg_count = count;
    search->refined = 0;
    leg *last = &search->legs[count - 1];
    *last = to_goal ? leg_to_goal(search, slot) : leg_at(search, slot);
    for (uint32_t at = slot; at != NO_SLOT; at = node_of(nodes, at)->parent)
        *--last = leg_before(search, at);
    return FW_OK;
}

/// True if a segment of the path ends with a leg, and another follows.
static bool ends_segment(const hierarchy_search *search, int32_t index)
{
    return search->segment && (index + 1) % search->segment == 0 && search->legs[index].side != NO_MOVE;
}

/// The step through the transition at the end of a leg that had its wave.
///
/// @param ground  of the next leg
static wave_seed seed_through(const cluster_wave *before, const leg *leg, const ground *ground)
{
    const int32_t x = before->ground.box.x + leg->end % before->ground.stride - 1 + move_dx[leg->move];
    const int32_t y = before->ground.box.y + leg->end / before->ground.stride - 1 + move_dy[leg->move];
    return (wave_seed){ .distance =
                            wave_distance(&before->wave, leg->end) +
                            ground_step_cost(&before->ground, leg->end, &before->ground.steps[leg->move]),
                        .tile = ground_tile(ground, x, y),
                        .move = (uint8_t)leg->move };
}

/// The cheapest step from a cluster that had its wave to a tile of the next one.
///
/// @param x, y  of the tile, on the map
static wave_seed seed_from(const cluster_wave *before, int32_t x, int32_t y, int32_t tile)
{
    const ground *ground = &before->ground;
    wave_seed seed = { .distance = WAVE_UNKNOWN, .tile = tile };
    for (int move = 0; move < MOVE_COUNT; move++) {
        const int32_t from_x = x - move_dx[move], from_y = y - move_dy[move];
        if (!cluster_box_holds(&ground->box, from_x, from_y))
            continue;
        const int32_t from = ground_tile(ground, from_x, from_y);
        const uint64_t distance = wave_distance(&before->wave, from);
        if (!(ground->moves[from] >> move & 1) || distance == WAVE_UNKNOWN)
            continue;
        const uint64_t there = distance + ground_step_cost(ground, from, &ground->steps[move]);
        if (there < seed.distance) {
            seed.distance = there;
            seed.move = (uint8_t)move;
        }
    }
    return seed;
}

/// Lists where a leg enters its cluster: all steps of the wave of the leg before into the cluster, the cheapest one to
/// each tile; at a new segment, only the step through the transition.
///
/// @param ground      of the leg
/// @param[out] seeds  up to a cluster's side
/// @return their number
static int32_t list_entries(hierarchy_search *search, int32_t index, const ground *ground, wave_seed *seeds)
{
    if (index == 0) {
        const hierarchy_query *ask = &search->space.ask;
        seeds[0] = (wave_seed){ .tile = ground_tile(ground, ask->start_x, ask->start_y), .move = NO_MOVE };
        return 1;
    }
    const cluster_wave *before = wave_over(search, index - 1);
    if (ends_segment(search, index - 1)) {
        seeds[0] = seed_through(before, &search->legs[index - 1], ground);
        return 1;
    }
    const cluster_box edge = cluster_box_side(&ground->box, move_opposite(search->legs[index - 1].side));
    int32_t count = 0;
    for (int32_t y = edge.y; y < edge.y + edge.height; y++)
        for (int32_t x = edge.x; x < edge.x + edge.width; x++) {
            seeds[count] = seed_from(before, x, y, ground_tile(ground, x, y));
            count += seeds[count].distance != WAVE_UNKNOWN;
        }
    return count;
}

/// Moves that lead across a side: straight on and both diagonals.
static uint32_t moves_across(int side)
{
    const uint32_t straight = 1u << side;
    return move_is_diagonal(side) ? straight : straight | 1u << ((side + 1) & 7) | 1u << ((side + 7) & 7);
}

/// Wants the tiles of a leg from which its wave goes on.
static void want_ends(hierarchy_search *search, int32_t index)
{
    cluster_wave *over = wave_over(search, index);
    const leg *leg = &search->legs[index];
    wave_want(&over->wave, leg->end);
    if (leg->side == NO_MOVE || ends_segment(search, index))
        return;
    const uint32_t across = moves_across(leg->side);
    const cluster_box edge = cluster_box_side(&over->ground.box, leg->side);
    for (int32_t y = edge.y; y < edge.y + edge.height; y++)
        for (int32_t x = edge.x; x < edge.x + edge.width; x++)
            if (over->ground.moves[ground_tile(&over->ground, x, y)] & across)
                wave_want(&over->wave, ground_tile(&over->ground, x, y));
}

/// Half of the cost of the step through which a leg is left.
static uint64_t half_of(const ground *ground, const leg *leg)
{
    return transition_half(ground, &(transition){ (uint16_t)leg->end, (uint8_t)leg->move });
}

/// Begins a wave that follows no detours: the way through the transition of the leg before, as the graph has it, is one
/// that it finds, and all others may cost a little more.
static void begin_leg(hierarchy_search *search, int32_t index)
{
    cluster_wave *over = wave_over(search, index);
    const cluster_wave *before = wave_over(search, index - 1);
    const leg *leg = &search->legs[index];
    const uint32_t least = 2 * search->space.rules.cheapest;
    if (leg->length == WAVE_UNKNOWN) {
        wave_begin(&over->wave, &over->ground);
        return;
    }
    const uint32_t slack = (uint32_t)grid_of(search)->side / SLACK_PART * least * GROUND_STRAIGHT;
    const uint64_t most = leg->length + slack - half_of(&over->ground, leg) +
                          wave_distance(&before->wave, search->legs[index - 1].end) +
                          half_of(&before->ground, &search->legs[index - 1]);
    wave_begin_toward(&over->wave, &over->ground, leg->end, most, least * GROUND_STRAIGHT,
                      least * GROUND_DIAGONAL);
}

/// Runs the wave of a leg that ends at a transition. The wave from the start has run already, to all transitions.
static void refine_to_transition(hierarchy_search *search, int32_t index)
{
    cluster_wave *over = wave_over(search, index);
    if (index > 0) {
        wave_seed seeds[CLUSTER_MOST];
        ground_load(&over->ground, &search->space.rules,
                    cluster_box_of(grid_of(search), search->legs[index].cluster));
        begin_leg(search, index);
        const int32_t count = list_entries(search, index, &over->ground, seeds);
        for (int32_t i = 0; i < count; i++)
            wave_add_seed(&over->wave, seeds[i]);
    }
    want_ends(search, index);
    search->refining += wave_run(&over->wave);
    memcpy(search->arrived + (size_t)index * wave_tiles(search), over->wave.tiles, wave_tiles(search));
}

/// The entry through which the way to a goal costs least.
static const wave_seed *best_entry(const wave *to_goals, const wave_seed *entries, int32_t count)
{
    const wave_seed *best = NULL;
    uint64_t least = WAVE_UNKNOWN;
    for (int32_t i = 0; i < count; i++) {
        const uint64_t left = wave_distance(to_goals, entries[i].tile);
        if (left < WAVE_UNKNOWN - entries[i].distance && entries[i].distance + left < least) {
            least = entries[i].distance + left;
            best = &entries[i];
        }
    }
    return best;
}

/// Finds the way of a leg that ends at a goal. The wave from the goals has run already, so that the way follows its moves
/// backward, from the best entry.
static void refine_to_goal(hierarchy_search *search, int32_t index)
{
    leg *leg = &search->legs[index];
    search->refining += abstract_space_join_goals(&search->space, leg->cluster);
    cluster_wave *over = &search->space.to_goals;
    wave_seed entries[CLUSTER_MOST];
    const int32_t count = list_entries(search, index, &over->ground, entries);
    for (int32_t i = 0; i < count; i++)
        wave_want(&over->wave, entries[i].tile);
    search->refining += wave_run(&over->wave);
    const wave_seed *entry = best_entry(&over->wave, entries, count);
    uint8_t *arrived = search->arrived + (size_t)index * wave_tiles(search);
    leg->end = entry->tile;
    arrived[leg->end] = entry->move;
    for (;;) {
        const int move = over->wave.tiles[leg->end] & WAVE_MOVE;
        if (move == NO_MOVE)
            break;
        leg->end -= over->ground.steps[move].to;
        arrived[leg->end] = (uint8_t)move_opposite(move);
    }
}

/// Refines the next leg.
static void refine_leg(hierarchy_search *search)
{
    if (search->legs[search->refined].is_goal)
        refine_to_goal(search, search->refined);
    else
        refine_to_transition(search, search->refined);
    search->refined++;
    search->refining++; // so that a leg whose wave has run already counts as work
}

static uint64_t work_done(const hierarchy_search *search)
{
    return search->space.search.count.work + search->refining;
}

static bool is_spent(const hierarchy_search *search)
{
    const search_limits *limits = &search->space.search.limits;
    return (limits->max_work && work_done(search) >= limits->max_work) ||
           (limits->deadline_us && clock_us() >= limits->deadline_us);
}

/// Refines until `end` work is done.
static fw_result refine(hierarchy_search *search, uint64_t end)
{
    while (search->refined < search->leg_count) {
        if (work_done(search) >= end)
            return FW_PENDING;
        if (is_spent(search))
            return FW_LIMIT;
        refine_leg(search);
    }
    search->phase = PHASE_DONE;
    return FW_OK;
}

fw_result hierarchy_search_run(hierarchy_search *search, uint64_t work)
{
    const uint64_t done = work_done(search), end = work < UINT64_MAX - done ? done + work : UINT64_MAX;
    if (search->phase == PHASE_ABSTRACT) {
        const fw_result found = abstract_space_run(&search->space, work);
        if (found != FW_OK)
            return found;
        if (list_legs(search, search->space.search.goal_parent, true) != FW_OK)
            return FW_NO_MEMORY;
        search->phase = PHASE_REFINE;
    }
    return refine(search, end);
}

/// Appends a step to the route, which is written from its end. FW_OK or FW_NO_MEMORY.
static fw_result add_step(hierarchy_search *search, int move, int32_t *count)
{
    if (*count > 0 && search->route[*count - 1].direction == move) {
        search->route[*count - 1].steps++;
        return FW_OK;
    }
    if (memory_reserve(search->memory, &search->route, &search->route_capacity, (size_t)*count + 1,
                       sizeof *search->route) != FW_OK)
        return FW_NO_MEMORY;
    search->route[(*count)++] = (grid_run){ move, 1 };
    return FW_OK;
}

static void reverse(grid_run *runs, int32_t count)
{
    for (int32_t i = 0; i < count / 2; i++) {
        const grid_run swapped = runs[i];
        runs[i] = runs[count - 1 - i];
        runs[count - 1 - i] = swapped;
    }
}

/// Goes back from the end of the first legs, which were refined, to the start. FW_OK or FW_NO_MEMORY.
static fw_result write_route(hierarchy_search *search, int32_t legs, grid_route *route)
{
    const int32_t stride = stride_of(search);
    const leg *last = &search->legs[legs - 1];
    int32_t index = legs - 1;
    cluster_box box = cluster_box_of(grid_of(search), last->cluster);
    int32_t x = box.x + last->end % stride - 1, y = box.y + last->end / stride - 1;
    uint64_t doubled[2] = { 0 }; // straight, diagonal
    *route = (grid_route){ .end = { x, y } };
    for (;;) {
        const int32_t tile = (y - box.y + 1) * stride + x - box.x + 1;
        const int move = search->arrived[(size_t)index * wave_tiles(search) + (size_t)tile] & WAVE_MOVE;
        if (move == NO_MOVE)
            break;
        if (add_step(search, move, &route->count) != FW_OK)
            return FW_NO_MEMORY;
        doubled[move_is_diagonal(move)] +=
            ground_rules_doubled(&search->space.rules, x, y, move_opposite(move));
        x -= move_dx[move];
        y -= move_dy[move];
        if (!cluster_box_holds(&box, x, y))
            box = cluster_box_of(grid_of(search), search->legs[--index].cluster);
    }
    reverse(search->route, route->count);
    route->runs = search->route;
    route->start = (grid_anchor){ x, y };
    route->cost = ((double)doubled[0] + (double)doubled[1] * sqrt(2.0)) / (2.0 * COST_ONE);
    if (last->is_goal && search->space.ask.goal.kind == GRID_GOAL_SET)
        grid_goal_holds(&search->space.ask.goal, route->end.x, route->end.y, &route->target);
    return FW_OK;
}

/// Refines the way to the most promising node of the abstract search.
static fw_result refine_best(hierarchy_search *search)
{
    const uint32_t slot = best_first_best(&search->space.search);
    if (slot == NO_SLOT)
        return FW_NOT_FOUND;
    const uint64_t refining = search->refining;
    if (list_legs(search, slot, false) != FW_OK)
        return FW_NO_MEMORY;
    while (search->refined < search->leg_count)
        refine_leg(search);
    search->refining = refining;
    return FW_OK;
}

/// Number of legs of the segments that are ready.
static int32_t ready_legs(const hierarchy_search *search)
{
    const bool is_whole = search->phase == PHASE_DONE || !search->segment;
    return is_whole ? search->refined : search->refined / search->segment * search->segment;
}

fw_result hierarchy_search_route(hierarchy_search *search, grid_end end, grid_route *route)
{
    if (end == GRID_END_BEST && search->phase == PHASE_ABSTRACT && !search->segment) {
        const fw_result refined = refine_best(search);
        if (refined != FW_OK)
            return refined;
    }
    const int32_t legs = ready_legs(search);
    if (legs == 0)
        return FW_NOT_FOUND;
    return write_route(search, legs, route);
}

void hierarchy_search_statistics(const hierarchy_search *search, fw_statistics *statistics)
{
    *statistics = search->space.search.count;
    statistics->work += search->refining;
    statistics->pages = search->space.search.nodes.page_count;
    statistics->bytes = hierarchy_search_bytes(search);
    if (search->segment)
        statistics->legs = (uint32_t)((ready_legs(search) + search->segment - 1) / search->segment);
}

double hierarchy_search_progress(const hierarchy_search *search)
{
    return search->phase == PHASE_DONE ? 1.0 : best_first_progress(&search->space.search);
}
