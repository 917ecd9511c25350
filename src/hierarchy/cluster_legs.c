#include "hierarchy/cluster_legs.h"

#include <math.h>
#include <string.h>

#include "base/bits.h"

/// A wave follows ways that cost more than the way on the graph, by up to the cost of a part of a cluster's side on the
/// cheapest ground.
enum { SLACK_PART = 3 };

void cluster_legs_init(cluster_legs *legs, memory *memory, abstract_space *space)
{
    legs->memory = memory;
    legs->space = space;
}

void cluster_legs_free(cluster_legs *legs)
{
    memory *memory = legs->memory;
    cluster_wave_free(&legs->odd_leg);
    memory_give_back(memory, legs->items, legs->capacity, sizeof *legs->items);
    memory_give_back(memory, legs->arrived, legs->arrived_capacity, sizeof *legs->arrived);
    memory_give_back(memory, legs->route, legs->route_capacity, sizeof *legs->route);
}

size_t cluster_legs_bytes(const cluster_legs *legs)
{
    return cluster_wave_bytes(&legs->odd_leg) + legs->capacity * sizeof *legs->items +
           legs->arrived_capacity + legs->route_capacity * sizeof *legs->route;
}

fw_result cluster_legs_reset(cluster_legs *legs, int32_t segment)
{
    const abstract_space *space = legs->space;
    const int32_t side = space->grid.side;
    legs->first = legs->count = legs->refined = 0;
    legs->work = 0;
    legs->segment = segment / side + (segment % side != 0);
    return cluster_wave_reserve(&legs->odd_leg, legs->memory, side, &space->rules);
}

static const cluster_grid *grid_of(const cluster_legs *legs)
{
    return &legs->space->grid;
}

/// From row to row in the arrays of waves.
static int32_t stride_of(const cluster_legs *legs)
{
    return grid_of(legs)->side + 2;
}

/// Bytes of a wave's moves.
static size_t wave_tiles(const cluster_legs *legs)
{
    const size_t stride = (size_t)stride_of(legs);
    return stride * stride;
}

/// The wave over the cluster of a leg that does not end at a goal. The wave of the leg before stays valid beside it.
static cluster_wave *wave_over(cluster_legs *legs, int32_t index)
{
    if (index == legs->first && !legs->is_draft)
        return &legs->space->from_start;
    return (index - legs->first) % 2 ? &legs->odd_leg : &legs->space->within;
}

/// Length of the edge from a node's parent to the node.
///
/// @param to  the node's cost
/// @return WAVE_UNKNOWN: the graph holds no exact length
static uint64_t length_from(const node_store *nodes, uint32_t parent, uint64_t to)
{
    const uint64_t length = to - (parent == NO_SLOT ? 0 : node_of(nodes, parent)->g);
    return length < EDGE_MOST ? length : WAVE_UNKNOWN;
}

/// The leg that a path leaves through a node's transition.
static leg leg_before(const cluster_legs *legs, uint32_t slot)
{
    const node_store *nodes = &legs->space->search.nodes;
    const node *node = node_of(nodes, slot);
    const cluster_entry entry = cluster_entry_of(grid_of(legs), node_id_of(nodes, slot));
    const transition step = step_of_via(node->via);
    return (leg){ .cluster = cluster_beside(entry.cluster, entry.side),
                  .side = move_opposite(entry.side),
                  .end = step.tile,
                  .move = step.move,
                  .length = length_from(nodes, node->parent, node->g) };
}

/// The last leg of a path that ends at a node.
static leg leg_at(const cluster_legs *legs, uint32_t slot)
{
    const node_store *nodes = &legs->space->search.nodes;
    const fw_node_id id = node_id_of(nodes, slot);
    const cluster_at cluster = cluster_entry_of(grid_of(legs), id).cluster;
    const cluster_box box = cluster_box_of(grid_of(legs), cluster);
    const grid_anchor end = abstract_space_entry_tile(legs->space, id, node_of(nodes, slot)->via);
    const int32_t stride = stride_of(legs);
    return (leg){ .cluster = cluster,
                  .side = NO_MOVE,
                  .end = (end.y - box.y + 1) * stride + end.x - box.x + 1,
                  .length = WAVE_UNKNOWN };
}

/// The last leg of a path that leads to a goal from a node; NO_SLOT: from the start.
static leg leg_to_goal(const cluster_legs *legs, uint32_t slot)
{
    const node_store *nodes = &legs->space->search.nodes;
    const cluster_at cluster = slot == NO_SLOT
                                   ? legs->space->start_cluster
                                   : cluster_entry_of(grid_of(legs), node_id_of(nodes, slot)).cluster;
    return (leg){ .cluster = cluster, .side = NO_MOVE, .is_goal = true, .length = WAVE_UNKNOWN };
}

fw_result cluster_legs_list(cluster_legs *legs, uint32_t slot, bool to_goal)
{
    const node_store *nodes = &legs->space->search.nodes;
    int32_t count = legs->first + 1;
    for (uint32_t at = slot; at != NO_SLOT; at = node_of(nodes, at)->parent)
        count++;
    if (memory_reserve(legs->memory, &legs->items, &legs->capacity, (size_t)count, sizeof *legs->items) !=
            FW_OK ||
        memory_reserve(legs->memory, &legs->arrived, &legs->arrived_capacity,
                       (size_t)count * wave_tiles(legs), sizeof *legs->arrived) != FW_OK)
        return FW_NO_MEMORY;
    legs->count = count;
    legs->refined = legs->first;
    leg *last = &legs->items[count - 1];
    *last = to_goal ? leg_to_goal(legs, slot) : leg_at(legs, slot);
    for (uint32_t at = slot; at != NO_SLOT; at = node_of(nodes, at)->parent)
        *--last = leg_before(legs, at);
    return FW_OK;
}

/// True if a segment of the path ends with a leg, and another follows.
static bool ends_segment(const cluster_legs *legs, int32_t index)
{
    return legs->segment && (index + 1) % legs->segment == 0 && legs->items[index].side != NO_MOVE;
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

/// Moves that lead across a side: straight on and both diagonals.
static uint32_t moves_across(int side)
{
    const uint32_t straight = 1u << side;
    return move_is_diagonal(side) ? straight : straight | 1u << ((side + 1) & 7) | 1u << ((side + 7) & 7);
}

/// The cheapest step from a cluster that had its wave to a tile of the next one.
///
/// @param across  the moves that lead there
/// @param x, y    of the tile, on the map; the tile lies in the frame of the cluster before
static wave_seed seed_from(const cluster_wave *before, uint32_t across, int32_t x, int32_t y, int32_t tile)
{
    const ground *ground = &before->ground;
    const int32_t entered = ground_tile(ground, x, y);
    wave_seed seed = { .distance = WAVE_UNKNOWN, .tile = tile };
    for (uint32_t left = across; left; left &= left - 1) {
        const int move = bits_lowest(left);
        const int32_t from = entered - ground->steps[move].to;
        const uint64_t distance = wave_distance(&before->wave, from); // waves know no tile of the frame
        if (distance == WAVE_UNKNOWN || !(ground->moves[from] >> move & 1))
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
static int32_t list_entries(cluster_legs *legs, int32_t index, const ground *ground, wave_seed *seeds)
{
    if (index == legs->first) {
        const hierarchy_query *ask = &legs->space->ask;
        seeds[0] = (wave_seed){ .tile = ground_tile(ground, ask->start_x, ask->start_y), .move = NO_MOVE };
        return 1;
    }
    const cluster_wave *before = wave_over(legs, index - 1);
    if (ends_segment(legs, index - 1)) {
        seeds[0] = seed_through(before, &legs->items[index - 1], ground);
        return 1;
    }
    const int side = legs->items[index - 1].side;
    const uint32_t across = moves_across(side);
    const cluster_box edge = cluster_box_side(&ground->box, move_opposite(side));
    int32_t count = 0;
    for (int32_t y = edge.y; y < edge.y + edge.height; y++)
        for (int32_t x = edge.x; x < edge.x + edge.width; x++) {
            seeds[count] = seed_from(before, across, x, y, ground_tile(ground, x, y));
            count += seeds[count].distance != WAVE_UNKNOWN;
        }
    return count;
}

/// Wants the tiles of a leg from which its wave goes on.
static void want_ends(cluster_legs *legs, int32_t index)
{
    cluster_wave *over = wave_over(legs, index);
    const leg *leg = &legs->items[index];
    wave_want(&over->wave, leg->end);
    if (leg->side == NO_MOVE || ends_segment(legs, index))
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
static void begin_leg(cluster_legs *legs, int32_t index)
{
    cluster_wave *over = wave_over(legs, index);
    const leg *leg = &legs->items[index];
    const uint32_t least = 2 * legs->space->rules.cheapest;
    if (leg->length == WAVE_UNKNOWN || index == legs->first) {
        wave_begin(&over->wave, &over->ground);
        return;
    }
    const cluster_wave *before = wave_over(legs, index - 1);
    const uint32_t slack = (uint32_t)grid_of(legs)->side / SLACK_PART * least * GROUND_STRAIGHT;
    const uint64_t most = leg->length + slack - half_of(&over->ground, leg) +
                          wave_distance(&before->wave, legs->items[index - 1].end) +
                          half_of(&before->ground, &legs->items[index - 1]);
    wave_begin_toward(&over->wave, &over->ground, leg->end, most, least * GROUND_STRAIGHT,
                      least * GROUND_DIAGONAL);
}

/// Runs the wave of a leg that ends at a transition. Except for a draft, the wave from the start has run already, to
/// all transitions.
static void refine_to_transition(cluster_legs *legs, int32_t index)
{
    cluster_wave *over = wave_over(legs, index);
    if (over != &legs->space->from_start) {
        wave_seed seeds[CLUSTER_MOST];
        ground_load(&over->ground, &legs->space->rules,
                    cluster_box_of(grid_of(legs), legs->items[index].cluster));
        begin_leg(legs, index);
        const int32_t count = list_entries(legs, index, &over->ground, seeds);
        for (int32_t i = 0; i < count; i++)
            wave_add_seed(&over->wave, seeds[i]);
    }
    want_ends(legs, index);
    legs->work += wave_run(&over->wave);
    memcpy(legs->arrived + (size_t)index * wave_tiles(legs), over->wave.tiles, wave_tiles(legs));
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

/// Finds the way of a leg that ends at a goal. The wave from the goals has run already, unless the search has gone on
/// to goals of another cluster; the way follows its moves backward from the best entry.
static void refine_to_goal(cluster_legs *legs, int32_t index)
{
    leg *leg = &legs->items[index];
    abstract_space_begin_at_goals(legs->space, leg->cluster);
    cluster_wave *over = &legs->space->to_goals;
    wave_seed entries[CLUSTER_MOST];
    const int32_t count = list_entries(legs, index, &over->ground, entries);
    for (int32_t i = 0; i < count; i++)
        wave_want(&over->wave, entries[i].tile);
    legs->work += wave_run(&over->wave);
    const wave_seed *entry = best_entry(&over->wave, entries, count);
    uint8_t *arrived = legs->arrived + (size_t)index * wave_tiles(legs);
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

/// The way of the first leg begins where the path so far ends: with the step through the transition.
static void join_to_leg_before(cluster_legs *legs)
{
    const hierarchy_query *ask = &legs->space->ask;
    const cluster_box box = cluster_box_of(grid_of(legs), legs->items[legs->first].cluster);
    const int32_t tile = (ask->start_y - box.y + 1) * stride_of(legs) + ask->start_x - box.x + 1;
    legs->arrived[(size_t)legs->first * wave_tiles(legs) + (size_t)tile] =
        (uint8_t)legs->items[legs->first - 1].move;
}

void cluster_legs_advance(cluster_legs *legs)
{
    const int32_t index = legs->refined++;
    if (legs->items[index].is_goal)
        refine_to_goal(legs, index);
    else
        refine_to_transition(legs, index);
    legs->work++; // so that a leg whose wave has run already counts as work
    if (index == legs->first && index > 0)
        join_to_leg_before(legs);
}

fw_result cluster_legs_draft(cluster_legs *legs, uint32_t slot)
{
    const uint64_t work = legs->work;
    if (cluster_legs_list(legs, slot, false) != FW_OK)
        return FW_NO_MEMORY;
    legs->is_draft = true;
    while (legs->refined < legs->count)
        cluster_legs_advance(legs);
    legs->is_draft = false;
    legs->work = work;
    return FW_OK;
}

grid_anchor cluster_legs_continue(cluster_legs *legs)
{
    const leg *last = &legs->items[legs->refined - 1];
    const cluster_box box = cluster_box_of(grid_of(legs), last->cluster);
    const int32_t stride = stride_of(legs);
    legs->first = legs->count = legs->refined;
    return (grid_anchor){ box.x + last->end % stride - 1 + move_dx[last->move],
                          box.y + last->end / stride - 1 + move_dy[last->move] };
}

/// Appends a step to the route, which is written from its end. FW_OK or FW_NO_MEMORY.
static fw_result add_step(cluster_legs *legs, int move, int32_t *count)
{
    if (*count > 0 && legs->route[*count - 1].direction == move) {
        legs->route[*count - 1].steps++;
        return FW_OK;
    }
    if (memory_reserve(legs->memory, &legs->route, &legs->route_capacity, (size_t)*count + 1,
                       sizeof *legs->route) != FW_OK)
        return FW_NO_MEMORY;
    legs->route[(*count)++] = (grid_run){ move, 1 };
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

/// The route is written from its end.
fw_result cluster_legs_route(cluster_legs *legs, int32_t count, grid_route *route)
{
    const int32_t stride = stride_of(legs);
    const leg *last = &legs->items[count - 1];
    int32_t index = count - 1;
    cluster_box box = cluster_box_of(grid_of(legs), last->cluster);
    int32_t x = box.x + last->end % stride - 1, y = box.y + last->end / stride - 1;
    uint64_t doubled[2] = { 0 }; // straight, diagonal
    *route = (grid_route){ .end = { x, y } };
    for (;;) {
        const int32_t tile = (y - box.y + 1) * stride + x - box.x + 1;
        const int move = legs->arrived[(size_t)index * wave_tiles(legs) + (size_t)tile] & WAVE_MOVE;
        if (move == NO_MOVE)
            break;
        if (add_step(legs, move, &route->count) != FW_OK)
            return FW_NO_MEMORY;
        doubled[move_is_diagonal(move)] +=
            ground_rules_doubled(&legs->space->rules, x, y, move_opposite(move));
        x -= move_dx[move];
        y -= move_dy[move];
        if (!cluster_box_holds(&box, x, y))
            box = cluster_box_of(grid_of(legs), legs->items[--index].cluster);
    }
    reverse(legs->route, route->count);
    route->runs = legs->route;
    route->start = (grid_anchor){ x, y };
    route->cost = ((double)doubled[0] + (double)doubled[1] * sqrt(2.0)) / (2.0 * COST_ONE);
    if (last->is_goal && legs->space->ask.goal.kind == GRID_GOAL_SET)
        grid_goal_holds(&legs->space->ask.goal, route->end.x, route->end.y, &route->target);
    return FW_OK;
}
