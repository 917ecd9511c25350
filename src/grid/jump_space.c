#include "grid/jump_space.h"

#include <math.h>

#include "grid/jump_inside.h"
#include "grid/jump_overlay.h"

/// Ends the search where a node sees the goal.
static inline bool reaches_goal(jump_space *space, grid_anchor here, successors *successors)
{
    if (jump_goal_sight(&space->goal, here.x, here.y) == JUMP_SIGHT_NONE)
        return false;
    successors_push_goal(successors, jump_goal_distance(&space->goal, here.x, here.y));
    return true;
}

/// Pushes what was found ahead of a tile.
///
/// @param bare   nodes are tiles, not vertices of the graph
static ALWAYS_INLINE fw_result push_found(jump_space *space, const jump_found_list *found, bool bare,
                                          bool apart, successors *successors)
{
    for (size_t i = 0; i < found->count; i++) {
        const jump_found *it = &found->items[i];
        const uint32_t to = bare ? block_tile_id(it->x, it->y)
                                 : jump_graph_vertex(space->graph, space->ask.tables, it->x, it->y);
        if (!bare && !to)
            return FW_NO_MEMORY;
        push_if(space, to, (grid_anchor){ it->x, it->y }, it->cost, 1u << (it->move >> 1), apart, false,
                successors);
    }
    return FW_OK;
}

static fw_result begin_on_graph(void *context, successors *successors)
{
    push_if(context, JUMP_START, tile_of_vertex(context, JUMP_START), 0, FROM_ANYWHERE, false, false,
            successors);
    return FW_OK;
}

static ALWAYS_INLINE fw_result expand_vertex(jump_space *space, fw_node_id id, const node *node, bool apart,
                                             successors *successors)
{
    const grid_anchor here = tile_of_vertex(space, id);
    if (reaches_goal(space, here, successors))
        return FW_OK;
    if (node->via == FROM_ANYWHERE)
        return push_found(space, &space->ahead, false, apart, successors);
    for (uint32_t via = node->via; via; via &= via - 1) {
        const jump_edge *list =
            jump_graph_list(space->graph, space->ask.tables, (uint32_t)id, (uint32_t)bits_lowest(via));
        if (!list)
            return FW_NO_MEMORY;
        const jump_edge *end = list + 1 + list->to;
        for (const jump_edge *edge = list + 1; edge < end; edge++)
            push_if(space, edge->to >> 2, tile_of_vertex(space, edge->to >> 2), edge->cost,
                    1u << (edge->to & 3), apart, false, successors);
    }
    return FW_OK;
}

static ALWAYS_INLINE fw_result expand_on_graph(void *context, fw_node_id id, const node *node,
                                               successors *successors)
{
    return expand_vertex(context, id, node, false, successors);
}

static ALWAYS_INLINE fw_result expand_apart(void *context, fw_node_id id, const node *node,
                                            successors *successors)
{
    return expand_vertex(context, id, node, true, successors);
}

/// The start is a node of its own, as on the graph: a way that leads round to its tile counts the same.
static fw_result begin_bare(void *context, successors *successors)
{
    const grid_anchor start = tile_of_vertex(context, JUMP_START);
    push_if(context, TILE_ID | block_tile_id((uint32_t)start.x, (uint32_t)start.y), start, 0, FROM_ANYWHERE,
            false, false, successors);
    return FW_OK;
}

/// Expands a node on a tile as if it were a vertex, arrival by arrival, so that no answer tells the difference.
static ALWAYS_INLINE fw_result expand_from_tables(jump_space *space, fw_node_id id, const node *node,
                                                  bool apart, successors *successors)
{
    const jump_tables *tables = space->ask.tables;
    const grid_anchor here = tile_of_id((uint32_t)id);
    if (reaches_goal(space, here, successors))
        return FW_OK;
    if (node->via & FROM_ANYWHERE)
        return push_found(space, &space->ahead, true, apart, successors);
    jump_found_list *found = &space->graph->found;
    for (uint32_t via = node->via; via; via &= via - 1) {
        const uint32_t moves = jump_moves_after(tables, here.x, here.y, 2 * bits_lowest(via));
        if (jump_find(space->memory, tables, here.x, here.y, moves, found) != FW_OK)
            return FW_NO_MEMORY;
        push_found(space, found, true, apart, successors);
    }
    return FW_OK;
}

static ALWAYS_INLINE fw_result expand_bare(void *context, fw_node_id id, const node *node,
                                           successors *successors)
{
    return expand_from_tables(context, id, node, false, successors);
}

static ALWAYS_INLINE fw_result expand_bare_apart(void *context, fw_node_id id, const node *node,
                                                 successors *successors)
{
    return expand_from_tables(context, id, node, true, successors);
}

fw_pose jump_node_pose(const void *context, fw_node_id id, uint16_t via)
{
    (void)via;
    const jump_space *space = context;
    const grid_anchor tile = tile_of(space, id);
    return fw_pose_on_tile(tile.x, tile.y, space->ask.tables->rows->size);
}

/// Arrivals that cost the same are merged, so that a node looks ahead for each. No map is known where the first of
/// them, or the last, would not be enough: 50 million queries on small random maps, half of them mirror images of
/// themselves, showed none. But no proof of jump point search speaks of ties, and merging costs only 2 % of the work.
// NOLINTBEGIN(bugprone-macro-parentheses)
#define JUMP_KIND(name, shift, from, to)                                                                     \
    static const space_kind name = { .begin = from,                                                          \
                                     .expand = to,                                                           \
                                     .place = jump_node_pose,                                                \
                                     .stacks = true,                                                         \
                                     .page_shift = shift,                                                    \
                                     .reopens = true,                                                        \
                                     .merges = true }
// NOLINTEND(bugprone-macro-parentheses)
JUMP_KIND(graph_kind, JUMP_NODE_PAGE_SHIFT, begin_on_graph, expand_on_graph);
JUMP_KIND(apart_kind, SMALL_NODE_PAGE_SHIFT, begin_on_graph, expand_apart);
JUMP_KIND(bare_kind, JUMP_NODE_PAGE_SHIFT, begin_bare, expand_bare);
JUMP_KIND(bare_apart_kind, SMALL_NODE_PAGE_SHIFT, begin_bare, expand_bare_apart);

fw_result jump_space_create(memory *memory, page_pool *pool, page_pool *small, struct memory *shared,
                            jump_graph **graphs, jump_space **created)
{
    jump_space *space = memory_get_zeroed(memory, 1, sizeof *space);
    if (!space)
        return FW_NO_MEMORY;
    best_first_init(&space->search, memory, pool);
    space->pool = pool;
    space->small = small;
    space->memory = memory;
    space->shared = shared;
    space->graphs = graphs;
    *created = space;
    return FW_OK;
}

void jump_space_let_go(jump_space *space)
{
    if (space->graph)
        space->graph->searches--;
    space->graph = NULL;
}

void jump_space_destroy(jump_space *space)
{
    if (!space)
        return;
    jump_space_let_go(space);
    best_first_free(&space->search);
    memory_give_back(space->memory, space->route, space->route_capacity, sizeof *space->route);
    memory_give_back(space->memory, space->ahead.items, space->ahead.capacity, sizeof *space->ahead.items);
    memory_give_back(space->memory, space->goals.items, space->goals.capacity, sizeof *space->goals.items);
    memory_give_back(space->memory, space, 1, sizeof *space);
}

/// True if the way around a corner enters no box of an overlay, which makes no other way shorter.
static bool corner_spares_boxes(const jump_space *space, const jump_found *corner)
{
    const jump_query *ask = &space->ask;
    const jump_aim to = jump_aim_along(ask->tables, corner->x - ask->start_x, corner->y - ask->start_y);
    const jump_aim onward = jump_aim_along(ask->tables, ask->goal_x - corner->x, ask->goal_y - corner->y);
    const bool is_leading_first = space->corner_sight == JUMP_SIGHT_LEADING_FIRST;
    return overlay_boxes_spare(&space->boxes, ask->start_x, ask->start_y, to.leading, to.straight) &&
           overlay_boxes_spare(&space->boxes, corner->x, corner->y,
                               is_leading_first ? onward.leading : onward.straight,
                               is_leading_first ? onward.straight : onward.leading);
}

/// Answers a query without a search if the start does not see the goal, but the jump point with the least f ahead of
/// the start does: a search would expand this jump point first, and no other path is cheaper than its f. Most goals
/// that are near are answered in this way. The nodes of the space then still belong to an earlier query. Returns the
/// cost of the path around the corner on the map without an overlay; COST_LIMIT = there is none.
static uint32_t look_around_corner(jump_space *space)
{
    const jump_found *best = NULL;
    uint32_t best_f = COST_LIMIT;
    for (const jump_found *it = space->ahead.items; it < space->ahead.items + space->ahead.count; it++) {
        const uint32_t f = it->cost + jump_goal_distance(&space->goal, it->x, it->y);
        if (f <= best_f) { // of several the last one, because a search takes that one first
            best = it;
            best_f = f;
        }
    }
    space->corner_sight = best ? jump_goal_sight(&space->goal, best->x, best->y) : JUMP_SIGHT_NONE;
    if (space->corner_sight == JUMP_SIGHT_NONE)
        return COST_LIMIT;
    if (space->boxes.each.count == 0 || corner_spares_boxes(space, best))
        space->corner = best;
    return best_f;
}

/// True if a search knows an overlay, or several goals. It reaches tiles far apart, and few on each page.
static bool runs_under_overlay(const jump_space *space)
{
    return space->boxes.each.count > 0 || space->goals.count > 0;
}

static void reset_search(jump_space *space, const search_limits *limits)
{
    const jump_query *query = &space->ask;
    const double scale = STRAIGHT_STEP / query->tile_cost;
    search_limits bounded = *limits;
    bounded.max_cost = limits_max_cost(query->max_distance, scale);
    bounded.trace_scale = 1 / scale;
    const bool is_on_map = !runs_under_overlay(space);
    node_store_use(&space->search.nodes, is_on_map ? space->pool : space->small);
    best_first_reset(&space->search, is_on_map ? &graph_kind : &apart_kind, &bounded, STRAIGHT_STEP);
}

fw_result jump_space_reset(jump_space *space, const jump_query *query, const search_limits *limits)
{
    space->ask = *query;
    space->goal = jump_goal_at(query->tables, query->goal_x, query->goal_y);
    if (jump_goals_set(space->memory, query->tables, query->goals, query->goal_count, &space->goals) != FW_OK)
        return FW_NO_MEMORY;
    space->corner = NULL;
    jump_space_let_go(space);
    space->boxes.each.count = 0;
    space->boxes.hull = NO_TILES;
    if (!overlay_is_empty(query->overlay))
        space->boxes = overlay_boxes_of(query->overlay, query->tables->rows->size);
    const bool has_boxes = space->boxes.each.count > 0;
    const uint32_t distance = jump_goal_distance(&space->goal, query->start_x, query->start_y);
    const bool is_single = query->goal_count == 0;
    const bool is_seen = is_single && has_boxes &&
                         jump_goal_sight(&space->goal, query->start_x, query->start_y) != JUMP_SIGHT_NONE;
    space->past_boxes = jump_overlay_least(space);
    // If boxes alone hide the goal, the search under the overlay looks ahead itself, and less far.
    space->has_looked_ahead = !is_seen || distance < space->past_boxes;
    if (space->has_looked_ahead && jump_find(space->memory, query->tables, query->start_x, query->start_y,
                                             ALL_MOVES, &space->ahead) != FW_OK)
        return FW_NO_MEMORY;
    uint32_t on_map = is_seen ? distance : COST_LIMIT;
    if (query->is_hidden && !is_seen)
        on_map = look_around_corner(space);
    if (space->corner)
        return FW_OK;
    reset_search(space, limits);
    space->graph = jump_graph_of(space->shared, space->graphs, query->tables);
    if (!space->graph)
        return FW_NO_MEMORY;
    space->graph->searches++;
    space->is_bare = jump_graph_is_full(space->graph);
    space->is_apart = is_single && has_boxes && distance < space->past_boxes;
    space->around_boxes = jump_overlay_most(space, on_map);
    space->below = space->is_apart ? space->past_boxes : space->around_boxes;
    return FW_OK;
}

/// Begins a search anew, for paths that cost less than a new limit.
static void begin_again(jump_space *space, uint32_t below)
{
    const search_limits limits = space->search.limits;
    const fw_statistics spent = space->search.count;
    best_first_reset(&space->search, &apart_kind, &limits, STRAIGHT_STEP);
    space->search.count = spent;
    space->is_apart = false;
    space->below = below;
}

/// Continues a search under an overlay, or for several goals. It looks first for paths that cost less than any that
/// enters a box, then for paths around the boxes, then for all paths.
static fw_result run_under_overlay(jump_space *space, uint64_t work)
{
    if (space->is_apart) {
        const fw_result result = space->is_bare
                                     ? best_first_serve(&space->search, &bare_apart_kind, space, work, &work)
                                     : best_first_serve(&space->search, &apart_kind, space, work, &work);
        if (result != FW_NOT_FOUND)
            return result;
        begin_again(space, space->around_boxes);
    }
    const fw_result result = jump_overlay_run(space, work, &work);
    if (result != FW_NOT_FOUND || space->below == UINT32_MAX)
        return result;
    begin_again(space, UINT32_MAX);
    return jump_overlay_run(space, work, &work);
}

fw_result jump_space_run(jump_space *space, uint64_t work)
{
    if (space->corner)
        return FW_OK;
    if (runs_under_overlay(space))
        return run_under_overlay(space, work);
    if (space->is_bare)
        return best_first_run(&space->search, &bare_kind, space, work);
    return best_first_run(&space->search, &graph_kind, space, work);
}

/// A route that is written from its end to its start.
typedef struct route_writer {
    grid_run *first; ///< the first run of the part that is written
    grid_run *end;
    grid_anchor at;             ///< where that part begins
    int32_t straight, diagonal; ///< steps of that part
} route_writer;

/// Begins a route to an anchor. There is room for two runs from each node of a path, and for four more.
static fw_result begin_route(jump_space *space, route_writer *writer, grid_anchor end, uint32_t slot)
{
    size_t most = 4;
    for (; slot != NO_SLOT; slot = node_of(&space->search.nodes, slot)->parent)
        most += 2;
    if (MEMORY_RESERVE(space->memory, space->route, space->route_capacity, most) != FW_OK)
        return FW_NO_MEMORY;
    *writer = (route_writer){ .first = space->route + most, .end = space->route + most, .at = end };
    return FW_OK;
}

/// Writes a run before the part that is written.
static void route_run(route_writer *writer, grid_run run)
{
    if (run.steps == 0)
        return;
    *(move_is_diagonal(run.direction) ? &writer->diagonal : &writer->straight) += run.steps;
    if (writer->first < writer->end && writer->first->direction == run.direction)
        writer->first->steps += run.steps;
    else
        *--writer->first = run;
}

/// Writes the runs from a tile to the begin of the part that is written.
static void route_leg(const jump_space *space, route_writer *writer, grid_anchor from, jump_sight how)
{
    const jump_aim aim = jump_aim_along(space->ask.tables, writer->at.x - from.x, writer->at.y - from.y);
    const bool is_leading_first = how == JUMP_SIGHT_LEADING_FIRST;
    route_run(writer, is_leading_first ? aim.straight : aim.leading);
    route_run(writer, is_leading_first ? aim.leading : aim.straight);
    writer->at = from;
}

/// Writes the way that the search has found to a node.
static void route_to_node(const jump_space *space, route_writer *writer, uint32_t slot)
{
    const node_store *nodes = &space->search.nodes;
    while ((slot = node_of(nodes, slot)->parent) != NO_SLOT)
        route_leg(space, writer, tile_of(space, node_id_of(nodes, slot)), JUMP_SIGHT_LEADING_FIRST);
}

static fw_result route_around_corner(jump_space *space, route_writer *writer, grid_anchor goal)
{
    const jump_query *ask = &space->ask;
    if (begin_route(space, writer, goal, NO_SLOT) != FW_OK)
        return FW_NO_MEMORY;
    route_leg(space, writer, (grid_anchor){ space->corner->x, space->corner->y }, space->corner_sight);
    route_leg(space, writer, (grid_anchor){ ask->start_x, ask->start_y }, JUMP_SIGHT_LEADING_FIRST);
    return FW_OK;
}

static fw_result route_to_goal(jump_space *space, route_writer *writer, grid_anchor *end)
{
    const uint32_t slot = space->search.goal_parent;
    const grid_anchor seer = tile_of(space, node_id_of(&space->search.nodes, slot));
    const bool is_plain = !runs_under_overlay(space);
    jump_goal *goal = jump_overlay_goal(space, seer);
    *end = (grid_anchor){ goal->x, goal->y };
    if (begin_route(space, writer, *end, slot) != FW_OK)
        return FW_NO_MEMORY;
    route_leg(space, writer, seer,
              is_plain ? jump_goal_sight(goal, seer.x, seer.y) : jump_overlay_sight(space, goal, seer));
    route_to_node(space, writer, slot);
    return FW_OK;
}

static fw_result route_to_best(jump_space *space, route_writer *writer, grid_anchor *end)
{
    const uint32_t slot = space->corner ? NO_SLOT : best_first_best(&space->search);
    if (slot == NO_SLOT)
        return FW_NOT_FOUND;
    *end = tile_of(space, node_id_of(&space->search.nodes, slot));
    if (begin_route(space, writer, *end, slot) != FW_OK)
        return FW_NO_MEMORY;
    route_to_node(space, writer, slot);
    return FW_OK;
}

fw_result jump_space_route(jump_space *space, grid_end end, grid_route *route)
{
    route_writer writer;
    route->end = (grid_anchor){ space->ask.goal_x, space->ask.goal_y };
    const fw_result written = end != GRID_END_GOAL ? route_to_best(space, &writer, &route->end)
                              : space->corner      ? route_around_corner(space, &writer, route->end)
                                                   : route_to_goal(space, &writer, &route->end);
    if (written != FW_OK)
        return written;
    route->start = writer.at;
    route->runs = writer.first;
    route->count = (int32_t)(writer.end - writer.first);
    route->cost = (writer.straight + writer.diagonal * sqrt(2.0)) * space->ask.tile_cost;
    return FW_OK;
}

void jump_space_statistics(const jump_space *space, fw_statistics *statistics)
{
    if (space->corner)
        *statistics = (fw_statistics){ .bound = 1 };
    else {
        *statistics = space->search.count;
        statistics->pages = space->search.nodes.page_count;
        statistics->bound = space->search.limits.weight;
    }
}

double jump_space_progress(const jump_space *space)
{
    return space->corner ? 1 : best_first_progress(&space->search);
}
