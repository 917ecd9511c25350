#include "hierarchy/hierarchy_search.h"

#include <math.h>
#include <string.h>

/// By how much a wave may go astray: the cost of a part of a cluster's side on the cheapest ground.
enum { SLACK_PART = 3 };

/// A cluster that the abstract path leads through.
typedef struct leg {
    cluster_at cluster;
    int side; ///< through which the path leaves it; NO_MOVE: the path ends there
    int32_t
        end;  ///< tile, in the arrays, of the transition through which it leaves; -1: the path ends at a goal
    int move; ///< of this transition
    uint64_t length; ///< on the graph, from the middle of the transition before; WAVE_UNKNOWN: may be more
} leg;

/// What a wave over a cluster needs.
typedef struct wave_scratch {
    ground ground;
    wave wave;
} wave_scratch;

typedef enum search_phase { PHASE_ABSTRACT, PHASE_REFINE, PHASE_DONE } search_phase;

struct hierarchy_search {
    memory *memory;
    abstract_space space;
    search_phase phase;
    wave_scratch scratch[2]; ///< of leg i: i % 2
    leg *legs;               ///< [leg * leg_count]
    size_t leg_capacity;
    int32_t segment;            ///< legs of a segment of the path; 0: one for all
    int32_t leg_count, refined; ///< `refined` legs have had their wave
    uint8_t *arrived;           ///< [leg * refined][tile * (side + 2)^2] the moves of their waves
    size_t arrived_capacity;
    uint64_t refining; ///< work of refinement
    int32_t end_tile;  ///< of the last leg, where the path ends; -1: not known
    uint64_t end_cost;
    grid_run *route;
    size_t route_capacity;
};

fw_result hierarchy_search_create(memory *memory, page_pool *pool, hierarchy_search **created)
{
    hierarchy_search *search = memory_get_zeroed(memory, 1, sizeof *search);
    if (!search)
        return FW_NO_MEMORY;
    search->memory = memory;
    best_first_init(&search->space.search, memory, pool);
    *created = search;
    return FW_OK;
}

void hierarchy_search_destroy(hierarchy_search *search)
{
    if (!search)
        return;
    best_first_free(&search->space.search);
    for (int i = 0; i < 2; i++) {
        ground_free(&search->scratch[i].ground);
        wave_free(&search->scratch[i].wave);
    }
    memory_give_back(search->memory, search->legs, search->leg_capacity, sizeof *search->legs);
    memory_give_back(search->memory, search->arrived, search->arrived_capacity, sizeof *search->arrived);
    memory_give_back(search->memory, search->route, search->route_capacity, sizeof *search->route);
    memory_give_back(search->memory, search, 1, sizeof *search);
}

size_t hierarchy_search_bytes(const hierarchy_search *search)
{
    size_t bytes = best_first_bytes(&search->space.search) + sizeof *search +
                   search->leg_capacity * sizeof *search->legs + search->arrived_capacity +
                   search->route_capacity * sizeof *search->route;
    for (int i = 0; i < 2; i++)
        bytes += ground_bytes(&search->scratch[i].ground) + wave_bytes(&search->scratch[i].wave);
    return bytes;
}

fw_result hierarchy_search_reset(hierarchy_search *search, const hierarchy_query *query,
                                 const search_limits *limits)
{
    const int32_t side = query->table->grid.side;
    abstract_space_reset(&search->space, query, &search->scratch[0].ground, &search->scratch[0].wave, limits);
    for (int i = 0; i < 2; i++)
        if (ground_reserve(&search->scratch[i].ground, search->memory, side) != FW_OK ||
            wave_reserve(&search->scratch[i].wave, search->memory, side, &search->space.rules) != FW_OK)
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

/// Bytes of a wave's moves.
static size_t wave_tiles(const hierarchy_search *search)
{
    const size_t stride = (size_t)search->scratch[0].ground.stride;
    return stride * stride;
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
    const int32_t stride = search->scratch[0].ground.stride;
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
    return (leg){ .cluster = cluster, .side = NO_MOVE, .end = -1, .length = WAVE_UNKNOWN };
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
static wave_seed seed_through(const wave_scratch *before, const leg *leg, const ground *ground)
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
static wave_seed seed_from(const wave_scratch *before, int32_t x, int32_t y, int32_t tile)
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

/// Begins the wave of a leg where the wave of the leg before can step into the cluster; at a new segment, only where
/// the transition does.
static void seed_leg(hierarchy_search *search, int32_t index)
{
    wave_scratch *scratch = &search->scratch[index % 2];
    const ground *ground = &scratch->ground;
    if (index == 0) {
        const hierarchy_query *ask = &search->space.ask;
        wave_add_seed(&scratch->wave, (wave_seed){ .tile = ground_tile(ground, ask->start_x, ask->start_y),
                                                   .move = NO_MOVE });
        return;
    }
    const wave_scratch *before = &search->scratch[(index - 1) % 2];
    if (ends_segment(search, index - 1)) {
        wave_add_seed(&scratch->wave, seed_through(before, &search->legs[index - 1], ground));
        return;
    }
    const cluster_box edge = cluster_box_side(&ground->box, move_opposite(search->legs[index - 1].side));
    for (int32_t y = edge.y; y < edge.y + edge.height; y++)
        for (int32_t x = edge.x; x < edge.x + edge.width; x++) {
            const wave_seed seed = seed_from(before, x, y, ground_tile(ground, x, y));
            if (seed.distance != WAVE_UNKNOWN)
                wave_add_seed(&scratch->wave, seed);
        }
}

static void want_goal(void *user, int32_t tile, uint64_t closing)
{
    (void)closing;
    wave_want(user, tile);
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
    wave_scratch *scratch = &search->scratch[index % 2];
    const ground *ground = &scratch->ground;
    const leg *leg = &search->legs[index];
    if (leg->end >= 0)
        wave_want(&scratch->wave, leg->end);
    else
        abstract_space_visit_goals(&search->space, ground, want_goal, &scratch->wave);
    if (leg->side == NO_MOVE || ends_segment(search, index))
        return;
    const uint32_t across = moves_across(leg->side);
    const cluster_box edge = cluster_box_side(&ground->box, leg->side);
    for (int32_t y = edge.y; y < edge.y + edge.height; y++)
        for (int32_t x = edge.x; x < edge.x + edge.width; x++)
            if (ground->moves[ground_tile(ground, x, y)] & across)
                wave_want(&scratch->wave, ground_tile(ground, x, y));
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
    wave_scratch *scratch = &search->scratch[index % 2];
    const leg *leg = &search->legs[index];
    const uint32_t least = 2 * search->space.rules.cheapest;
    if (leg->length == WAVE_UNKNOWN) {
        wave_begin(&scratch->wave, &scratch->ground);
        return;
    }
    const uint32_t slack = (uint32_t)grid_of(search)->side / SLACK_PART * least * GROUND_STRAIGHT;
    uint64_t most = leg->length + slack - half_of(&scratch->ground, leg);
    if (index > 0) {
        const wave_scratch *before = &search->scratch[(index - 1) % 2];
        most += wave_distance(&before->wave, search->legs[index - 1].end) +
                half_of(&before->ground, &search->legs[index - 1]);
    }
    wave_begin_toward(&scratch->wave, &scratch->ground, leg->end, most, least * GROUND_STRAIGHT,
                      least * GROUND_DIAGONAL);
}

/// Runs the wave of the next leg.
static void refine_leg(hierarchy_search *search)
{
    const int32_t index = search->refined;
    wave_scratch *scratch = &search->scratch[index % 2];
    ground_load(&scratch->ground, &search->space.rules,
                cluster_box_of(grid_of(search), search->legs[index].cluster));
    begin_leg(search, index);
    want_ends(search, index);
    seed_leg(search, index);
    search->refining += wave_run(&scratch->wave);
    memcpy(search->arrived + (size_t)index * wave_tiles(search), scratch->wave.tiles, wave_tiles(search));
    search->refined++;
}

/// Keeps the cheapest goal.
static void compare_goal(void *user, int32_t tile, uint64_t closing)
{
    hierarchy_search *search = user;
    const uint64_t distance = wave_distance(&search->scratch[(search->refined - 1) % 2].wave, tile);
    if (distance == WAVE_UNKNOWN || distance + closing >= search->end_cost)
        return;
    search->end_cost = distance + closing;
    search->end_tile = tile;
}

/// Finds the tile where the path's first legs end.
static void find_end(hierarchy_search *search, int32_t legs)
{
    const leg *last = &search->legs[legs - 1];
    search->end_tile = last->end;
    search->end_cost = WAVE_UNKNOWN;
    if (last->end < 0)
        abstract_space_visit_goals(&search->space, &search->scratch[(legs - 1) % 2].ground, compare_goal,
                                   search);
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
    find_end(search, search->leg_count);
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
    const int32_t stride = search->scratch[0].ground.stride;
    int32_t index = legs - 1;
    cluster_box box = cluster_box_of(grid_of(search), search->legs[index].cluster);
    int32_t x = box.x + search->end_tile % stride - 1, y = box.y + search->end_tile / stride - 1;
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
    if (search->legs[legs - 1].end < 0 && search->space.ask.goal.kind == GRID_GOAL_SET)
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
    if (search->phase != PHASE_DONE)
        find_end(search, legs);
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
