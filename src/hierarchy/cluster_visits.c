#include "hierarchy/cluster_visits.h"

#include <string.h>

#include "base/must_hold.h"
#include "hierarchy/abstract_search.h"
#include "hierarchy/border_steps.h"

/// A wave follows ways that cost more than the way on the graph, by up to the cost of a part of a cluster's side on the
/// cheapest ground; of a whole side if the path is short.
enum { SLACK_PART = 3 };

/// Most visits of a short path.
enum { SHORT_PATH = 6 };

void cluster_visits_init(cluster_visits *visits, memory *memory, abstract_space *space)
{
    visits->memory = memory;
    visits->space = space;
}

fw_result cluster_visits_reset(cluster_visits *visits, int32_t leg_tiles)
{
    const abstract_space *space = visits->space;
    const int32_t side = space->grid.side;
    visits->first = visits->count = visits->refined = 0;
    visits->is_short = visits->corner_is_due = false;
    visits->work = 0;
    visits->leg_visits = leg_tiles / side + (leg_tiles % side != 0);
    if (beelines_set(&visits->lines, visits->memory, side, 2 * space->rules.cheapest) != FW_OK)
        return FW_NO_MEMORY;
    return cluster_wave_reserve(&visits->odd_visit, visits->memory, side, &space->rules);
}

static const cluster_grid *grid_of(const cluster_visits *visits)
{
    return &visits->space->grid;
}

/// From row to row in the arrays of waves.
static int32_t stride_of(const cluster_visits *visits)
{
    return grid_of(visits)->side + 2;
}

/// Bytes of a wave's moves.
static size_t wave_tiles(const cluster_visits *visits)
{
    const size_t stride = (size_t)stride_of(visits);
    return stride * stride;
}

/// The wave over the cluster of a visit that does not end at a goal. The wave of the visit before stays valid
/// beside it.
static cluster_wave *wave_over(cluster_visits *visits, int32_t index)
{
    if (index == visits->first && !visits->is_draft)
        return &visits->space->from_start.over;
    return (index - visits->first) % 2 ? &visits->odd_visit : &visits->space->within.over;
}

/// The visit that ends with a node's transition.
static visit visit_before(const cluster_visits *visits, uint32_t slot)
{
    const node_store *nodes = &visits->space->search.nodes;
    const node *node = node_of(nodes, slot);
    const cluster_entry entry = cluster_entry_of(grid_of(visits), node_id_of(nodes, slot));
    const transition step = transition_unpacked(node->via);
    const uint64_t before = node->parent == NO_SLOT ? 0 : node_of(nodes, node->parent)->g;
    return (visit){ .cluster = cluster_beside(entry.cluster, entry.side),
                    .side = move_opposite(entry.side),
                    .end = step.tile,
                    .move = step.move,
                    .length = node->g - before };
}

/// The last visit of a path that ends at a node.
static visit visit_at(const cluster_visits *visits, uint32_t slot)
{
    const node_store *nodes = &visits->space->search.nodes;
    const fw_node_id id = node_id_of(nodes, slot);
    const cluster_at cluster = cluster_entry_of(grid_of(visits), id).cluster;
    const cluster_box box = cluster_box_of(grid_of(visits), cluster);
    const grid_anchor end = abstract_search_entry_tile(visits->space, id, node_of(nodes, slot)->via);
    const int32_t stride = stride_of(visits);
    return (visit){ .cluster = cluster,
                    .side = NO_MOVE,
                    .end = (end.y - box.y + 1) * stride + end.x - box.x + 1,
                    .length = WAVE_UNKNOWN };
}

/// The last visit of a path that leads to a goal from a node; NO_SLOT: from the start.
static visit visit_to_goal(const cluster_visits *visits, uint32_t slot)
{
    const node_store *nodes = &visits->space->search.nodes;
    const cluster_at cluster = slot == NO_SLOT
                                   ? visits->space->start_cluster
                                   : cluster_entry_of(grid_of(visits), node_id_of(nodes, slot)).cluster;
    return (visit){ .cluster = cluster, .side = NO_MOVE, .is_goal = true, .length = WAVE_UNKNOWN };
}

/// Makes room for visits, and for their corners if the path is short. FW_OK or FW_NO_MEMORY.
static fw_result reserve_visits(cluster_visits *visits, int32_t count)
{
    memory *memory = visits->memory;
    const size_t waves = visits->is_short ? 2 * (size_t)count : (size_t)count;
    if (MEMORY_RESERVE(memory, visits->items, visits->capacity, (size_t)count) != FW_OK ||
        MEMORY_RESERVE(memory, visits->arrived, visits->arrived_capacity, waves * wave_tiles(visits)) !=
            FW_OK)
        return FW_NO_MEMORY;
    return visits->is_short ? cluster_wave_reserve(&visits->at_corner, memory, grid_of(visits)->side,
                                                   &visits->space->rules)
                            : FW_OK;
}

/// True if a path turns that goes across one side, then across another.
static bool is_turn(int side, int next)
{
    return !move_is_diagonal(side) && !move_is_diagonal(next) && next != side && next != move_opposite(side);
}

/// Finds the turns of the path, and the clusters in which it may turn instead.
static void find_corners(cluster_visits *visits)
{
    for (int32_t i = 1; i + 1 < visits->count; i++) {
        const visit *before = &visits->items[i - 1];
        visit *turn = &visits->items[i];
        turn->has_corner = is_turn(before->side, turn->side);
        turn->corner = cluster_beside(before->cluster, turn->side);
    }
}

fw_result cluster_visits_list(cluster_visits *visits, uint32_t slot, bool to_goal)
{
    const node_store *nodes = &visits->space->search.nodes;
    int32_t count = visits->first + 1;
    for (uint32_t at = slot; at != NO_SLOT; at = node_of(nodes, at)->parent)
        count++;
    visits->is_short = to_goal && count <= SHORT_PATH && (!visits->leg_visits || count <= visits->leg_visits);
    if (reserve_visits(visits, count) != FW_OK)
        return FW_NO_MEMORY;
    visits->count = count;
    visits->refined = visits->first;
    visit *last = &visits->items[count - 1];
    *last = to_goal ? visit_to_goal(visits, slot) : visit_at(visits, slot);
    for (uint32_t at = slot; at != NO_SLOT; at = node_of(nodes, at)->parent)
        *--last = visit_before(visits, at);
    if (visits->is_short)
        find_corners(visits);
    return FW_OK;
}

/// True if a leg of the path ends with a visit, and another follows.
static bool ends_leg(const cluster_visits *visits, int32_t index)
{
    return visits->leg_visits && (index + 1) % visits->leg_visits == 0 &&
           visits->items[index].side != NO_MOVE;
}

/// The step through the transition at the end of a visit that had its wave.
static wave_seed seed_through(const cluster_wave *before, const visit *visit, const ground *ground)
{
    const int32_t x = before->ground.box.x + visit->end % before->ground.stride - 1 + move_dx[visit->move];
    const int32_t y = before->ground.box.y + visit->end / before->ground.stride - 1 + move_dy[visit->move];
    return (wave_seed){ .distance =
                            wave_known_distance(&before->wave, visit->end) +
                            ground_step_cost(&before->ground, visit->end, &before->ground.steps[visit->move]),
                        .tile = ground_tile(ground, x, y),
                        .move = (uint8_t)visit->move };
}

/// Lists where a visit enters its cluster: all steps into the cluster, from the visit before and from its corner; at a
/// new leg, only the step through the transition.
///
/// @param[out] seeds  room for the tiles of two of a cluster's sides
static int32_t list_entries(cluster_visits *visits, int32_t index, const ground *ground, wave_seed *seeds)
{
    if (index == visits->first) {
        const hierarchy_query *ask = &visits->space->ask;
        seeds[0] = (wave_seed){ .tile = ground_tile(ground, ask->start_x, ask->start_y), .move = NO_MOVE };
        return 1;
    }
    const cluster_wave *before = wave_over(visits, index - 1);
    const visit *last = &visits->items[index - 1];
    if (ends_leg(visits, index - 1)) {
        seeds[0] = seed_through(before, last, ground);
        return 1;
    }
    const int32_t count = border_steps_list(before, last->side, ground, seeds);
    return last->has_corner
               ? count + border_steps_list(&visits->at_corner, last[-1].side, ground, seeds + count)
               : count;
}

/// Wants the tiles of a visit from which waves go on.
static void want_ends(cluster_visits *visits, int32_t index)
{
    cluster_wave *over = wave_over(visits, index);
    const visit *visit = &visits->items[index];
    wave_want(&over->wave, visit->end);
    if (visit->side == NO_MOVE || ends_leg(visits, index))
        return;
    border_steps_want(over, visit->side);
    if (visit[1].has_corner)
        border_steps_want(over, visit[1].side);
}

/// Half of the cost of the step through which a visit is left.
static uint64_t half_of(const ground *ground, const visit *visit)
{
    return transition_half(ground, &(transition){ (uint16_t)visit->end, (uint8_t)visit->move });
}

/// Begins a wave that follows no detours: the way through the transition of the visit before, as the graph has it, is
/// one that it finds, and all others may cost a little more.
static void begin_visit(cluster_visits *visits, int32_t index)
{
    cluster_wave *over = wave_over(visits, index);
    const visit *visit = &visits->items[index];
    if (visit->length == WAVE_UNKNOWN || index == visits->first) {
        wave_begin(&over->wave, &over->ground);
        return;
    }
    const cluster_wave *before = wave_over(visits, index - 1);
    const uint32_t part = visits->is_short ? 1 : SLACK_PART;
    const uint32_t slack = (uint32_t)grid_of(visits)->side / part * visits->lines.least * GROUND_STRAIGHT;
    const uint64_t most = visit->length + slack - half_of(&over->ground, visit) +
                          wave_known_distance(&before->wave, visits->items[index - 1].end) +
                          half_of(&before->ground, &visits->items[index - 1]);
    wave_begin_toward(&over->wave, &over->ground, visit->end, most, &visits->lines);
}

/// Adds the seeds from which ways may lead on.
static void add_seeds(wave *wave, const wave_seed *seeds, int32_t count)
{
    for (int32_t i = 0; i < count; i++)
        if ((int64_t)seeds[i].distance < wave->distance[seeds[i].tile])
            wave_add_seed(wave, seeds[i]);
}

/// Runs a wave and keeps its moves.
static void run_over(cluster_visits *visits, cluster_wave *over, size_t place)
{
    visits->work += wave_run(&over->wave);
    memcpy(visits->arrived + place * wave_tiles(visits), over->wave.tiles, wave_tiles(visits));
}

/// Runs the wave of a visit that ends at a transition. Except for a draft, the wave from the start may have begun
/// already, and goes on.
static void refine_to_transition(cluster_visits *visits, int32_t index)
{
    cluster_wave *over = wave_over(visits, index);
    if (over == &visits->space->from_start.over) {
        abstract_search_begin_at_start(visits->space);
    } else {
        wave_seed seeds[2 * CLUSTER_MOST];
        ground_load(&over->ground, &visits->space->rules,
                    cluster_box_of(grid_of(visits), visits->items[index].cluster));
        begin_visit(visits, index);
        add_seeds(&over->wave, seeds, list_entries(visits, index, &over->ground, seeds));
    }
    want_ends(visits, index);
    run_over(visits, over, (size_t)index);
}

/// The cost below which a way must leave a cluster across a side, so that it may cost less than the way on the graph.
static uint64_t most_at_side(const abstract_space *space, const cluster_box *box, int side)
{
    const cluster_box border = cluster_box_side(box, side);
    cost least = COST_LIMIT;
    for (int32_t y = border.y; y < border.y + border.height; y++)
        for (int32_t x = border.x; x < border.x + border.width; x++) {
            const cost left = abstract_search_remaining(space, x, y);
            least = left < least ? left : least;
        }
    return least < space->search.goal_g ? space->search.goal_g - least : 0;
}

/// True if the wave leads to a side of its cluster at a lower cost.
static bool reaches_side(const cluster_wave *over, int side, uint64_t most)
{
    const ground_border border = ground_border_of(&over->ground, side);
    for (int32_t i = 0, tile = border.first; i < border.count; i++, tile += border.along)
        if (wave_distance(&over->wave, tile) < most)
            return true;
    return false;
}

/// Runs the wave over the corner of a turn, from the cluster before the turn to the one behind, if a way through the
/// corner may cost less than the way on the graph.
static void refine_corner(cluster_visits *visits, int32_t index)
{
    visit *turn = &visits->items[index];
    cluster_wave *over = &visits->at_corner;
    const cluster_wave *before = wave_over(visits, index - 1);
    const cluster_box box = cluster_box_of(grid_of(visits), turn->corner);
    const uint64_t most = most_at_side(visits->space, &box, turn[-1].side);
    wave_seed seeds[CLUSTER_MOST];
    turn->has_corner = reaches_side(before, turn->side, most);
    if (!turn->has_corner)
        return;
    ground_load(&over->ground, &visits->space->rules, box);
    wave_begin_below(&over->wave, &over->ground, most);
    add_seeds(&over->wave, seeds, border_steps_list(before, turn->side, &over->ground, seeds));
    border_steps_want(over, turn[-1].side);
    run_over(visits, over, (size_t)visits->count + (size_t)index);
}

/// The entry through which the way to a goal costs least.
static const wave_seed *best_entry(const wave *to_goals, const wave_seed *entries, int32_t count)
{
    const wave_seed *best = NULL;
    uint64_t least = WAVE_UNKNOWN;
    for (int32_t i = 0; i < count; i++) {
        const uint64_t left = wave_distance(to_goals, entries[i].tile);
        if (left != WAVE_UNKNOWN && entries[i].distance + left < least) {
            least = entries[i].distance + left;
            best = &entries[i];
        }
    }
    return best;
}

/// Finds the way of a visit that ends at a goal. The wave from the goals has run already, unless the search has gone on
/// to goals of another cluster; the way follows its moves backward from the best entry.
static void refine_to_goal(cluster_visits *visits, int32_t index)
{
    visit *visit = &visits->items[index];
    abstract_search_begin_at_goals(visits->space, visit->cluster);
    cluster_wave *over = &visits->space->to_goals.over;
    wave_seed entries[2 * CLUSTER_MOST];
    const int32_t count = list_entries(visits, index, &over->ground, entries);
    for (int32_t i = 0; i < count; i++)
        wave_want(&over->wave, entries[i].tile);
    visits->work += wave_run(&over->wave);
    const wave_seed *entry = best_entry(&over->wave, entries, count);
    must_hold(entry); // the way on the graph leads through one
    uint8_t *arrived = visits->arrived + (size_t)index * wave_tiles(visits);
    visit->end = entry->tile;
    arrived[visit->end] = entry->move;
    for (;;) {
        const int move = over->wave.tiles[visit->end] & WAVE_MOVE;
        if (move == NO_MOVE)
            break;
        visit->end -= over->ground.steps[move].to;
        arrived[visit->end] = (uint8_t)move_opposite(move);
    }
}

/// The way of the first visit begins where the path so far ends: with the step through the transition.
static void join_to_visit_before(cluster_visits *visits)
{
    const hierarchy_query *ask = &visits->space->ask;
    const cluster_box box = cluster_box_of(grid_of(visits), visits->items[visits->first].cluster);
    const int32_t tile = (ask->start_y - box.y + 1) * stride_of(visits) + ask->start_x - box.x + 1;
    visits->arrived[(size_t)visits->first * wave_tiles(visits) + (size_t)tile] =
        (uint8_t)visits->items[visits->first - 1].move;
}

void cluster_visits_advance(cluster_visits *visits)
{
    if (visits->corner_is_due) {
        visits->corner_is_due = false;
        refine_corner(visits, visits->refined - 1);
        return;
    }
    const int32_t index = visits->refined++;
    visits->corner_is_due = visits->items[index].has_corner;
    if (visits->items[index].is_goal)
        refine_to_goal(visits, index);
    else
        refine_to_transition(visits, index);
    visits->work++; // so that a visit whose wave has run already counts as work
    if (index == visits->first && index > 0)
        join_to_visit_before(visits);
}

fw_result cluster_visits_draft(cluster_visits *visits, uint32_t slot)
{
    const uint64_t work = visits->work;
    if (cluster_visits_list(visits, slot, false) != FW_OK)
        return FW_NO_MEMORY;
    visits->is_draft = true;
    while (visits->refined < visits->count)
        cluster_visits_advance(visits);
    visits->is_draft = false;
    visits->work = work;
    return FW_OK;
}

grid_anchor cluster_visits_continue(cluster_visits *visits)
{
    const visit *last = &visits->items[visits->refined - 1];
    const cluster_box box = cluster_box_of(grid_of(visits), last->cluster);
    const int32_t stride = stride_of(visits);
    visits->first = visits->count = visits->refined;
    return (grid_anchor){ box.x + last->end % stride - 1 + move_dx[last->move],
                          box.y + last->end / stride - 1 + move_dy[last->move] };
}

/// Where a route is followed backward: the cluster that it leads through.
typedef struct route_place {
    int32_t index;          ///< of the visit
    cluster_box box;        ///< of the visit, or of its corner
    const uint8_t *arrived; ///< [tile] the moves of the wave
} route_place;

static route_place place_at(const cluster_visits *visits, int32_t index)
{
    return (route_place){ index, cluster_box_of(grid_of(visits), visits->items[index].cluster),
                          visits->arrived + (size_t)index * wave_tiles(visits) };
}

/// The visit before, or its corner, whichever holds a tile.
static route_place place_before(const cluster_visits *visits, const route_place *place, int32_t x, int32_t y)
{
    route_place before = place_at(visits, place->index - 1);
    const visit *visit = &visits->items[before.index];
    if (visit->has_corner && !cluster_box_holds(&before.box, x, y)) {
        before.box = cluster_box_of(grid_of(visits), visit->corner);
        before.arrived += (size_t)visits->count * wave_tiles(visits);
    }
    return before;
}

/// The route is written from its end.
fw_result cluster_visits_route(cluster_visits *visits, int32_t count, grid_route *route)
{
    const int32_t stride = stride_of(visits);
    const visit *last = &visits->items[count - 1];
    route_place place = place_at(visits, count - 1);
    grid_anchor at = { place.box.x + last->end % stride - 1, place.box.y + last->end / stride - 1 };
    *route = (grid_route){ .end = at };
    route_steps_begin(&visits->steps, &visits->space->rules);
    for (;;) {
        const int32_t tile = (at.y - place.box.y + 1) * stride + at.x - place.box.x + 1;
        const int move = place.arrived[tile] & WAVE_MOVE;
        if (move == NO_MOVE)
            break;
        if (route_steps_add(&visits->steps, visits->memory, at, move_opposite(move), move) != FW_OK)
            return FW_NO_MEMORY;
        at.x -= move_dx[move];
        at.y -= move_dy[move];
        if (!cluster_box_holds(&place.box, at.x, at.y))
            place = place_before(visits, &place, at.x, at.y);
    }
    grid_runs_reverse(visits->steps.runs, visits->steps.count);
    route->runs = visits->steps.runs;
    route->count = visits->steps.count;
    route->start = at;
    route->cost = route_steps_cost(&visits->steps);
    if (last->is_goal && visits->space->ask.goal.kind == GRID_GOAL_SET)
        grid_goal_holds(&visits->space->ask.goal, route->end.x, route->end.y, &route->target);
    return FW_OK;
}
