// Costs of 32 bits: a sum that would not fit ends the search with FW_TOO_MANY.
#define SEARCH_COST uint32_t

#include "grid/jump_space.h"

#include <math.h>
#include <stdlib.h>

#include "grid/jump_goal.h"
#include "search/best_first.h"

/// `via` of the start; that of others holds a bit for each direction of arrival.
enum { FROM_ANYWHERE = 16 };

struct jump_space {
    best_first search;
    memory *from;
    jump_graph **graphs; ///< of the planner
    jump_graph *graph;   ///< of the query's layer
    jump_query ask;
    jump_goal goal;
    jump_found *found; ///< room for what the start sees
    size_t found_capacity;
    grid_waypoint *route;
    size_t route_capacity;
};

/// Where a node is.
static inline grid_waypoint tile_of(const jump_space *space, fw_node_id id)
{
    if (id == JUMP_START)
        return (grid_waypoint){ space->ask.start_x, space->ask.start_y };
    const jump_vertex *vertex = &space->graph->vertices[id];
    return (grid_waypoint){ vertex->x, vertex->y };
}

static fw_result begin(void *context, successors *out)
{
    jump_space *space = context;
    const jump_query *ask = &space->ask;
    if (jump_goal_sight_once(&space->goal, ask->start_x, ask->start_y) != JUMP_SIGHT_NONE) {
        successors_push_goal(out, jump_goal_distance(&space->goal, ask->start_x, ask->start_y));
        return FW_OK;
    }
    jump_goal_measure(&space->goal);
    successors_push(out, JUMP_START, 0, FROM_ANYWHERE);
    return FW_OK;
}

/// The start need not be a jump point: what it sees is looked for in each query.
static fw_result find_from_start(jump_space *space, size_t *count)
{
    const jump_tables *tables = space->ask.tables;
    if (memory_reserve(space->from, (void **)&space->found, &space->found_capacity, jump_most_found(tables),
                       sizeof *space->found) != FW_OK)
        return FW_NO_MEMORY;
    const int32_t x = space->ask.start_x;
    const int32_t y = space->ask.start_y;
    *count = jump_find(tables, x, y, jump_moves_from(tables, x, y), space->found);
    return FW_OK;
}

static inline __attribute__((always_inline)) fw_result expand(void *context, fw_node_id id, const node *from,
                                                              successors *out)
{
    jump_space *space = context;
    jump_graph *graph = space->graph;
    const grid_waypoint here = tile_of(space, id);
    if (jump_goal_sight(&space->goal, here.x, here.y) != JUMP_SIGHT_NONE) {
        successors_push_goal(out, jump_goal_distance(&space->goal, here.x, here.y));
        return FW_OK;
    }
    size_t count = 0;
    if (from->via == FROM_ANYWHERE && find_from_start(space, &count) != FW_OK)
        return FW_NO_MEMORY;
    for (const jump_found *it = space->found; it < space->found + count; it++) {
        const uint32_t to = jump_graph_vertex(graph, it->x, it->y);
        if (!to)
            return FW_NO_MEMORY;
        successors_push(out, to, it->cost, (uint16_t)(1 << (it->move >> 1)));
    }
    for (uint32_t via = from->via & 15; via; via &= via - 1) {
        const jump_edge *list = jump_graph_list(graph, (uint32_t)id, (uint32_t)bits_lowest(via));
        if (!list)
            return FW_NO_MEMORY;
        const jump_edge *end = list + 1 + list->to;
        for (const jump_edge *edge = list + 1; edge < end; edge++)
            successors_push(out, edge->to >> 2, edge->cost, (uint16_t)(1 << (edge->to & 3)));
    }
    return FW_OK;
}

static inline __attribute__((always_inline)) void estimate(void *context, successor *improved, size_t count)
{
    const jump_space *space = context;
    for (size_t i = 0; i < count; i++) {
        const grid_waypoint tile = tile_of(space, improved[i].id);
        improved[i].h = jump_goal_distance(&space->goal, tile.x, tile.y);
    }
}

static fw_pose place(const void *context, fw_node_id id, uint16_t via)
{
    (void)via;
    const jump_space *space = context;
    const grid_waypoint tile = tile_of(space, id);
    return fw_pose_on_tile(tile.x, tile.y, space->ask.tables->rows->size);
}

static const space_kind jump_kind = { .begin = begin,
                                      .expand = expand,
                                      .estimate = estimate,
                                      .place = place,
                                      .stacks = true,
                                      .reopens = true,
                                      .merges = true };

fw_result jump_space_create(memory *from, page_pool *pool, jump_graph **graphs, jump_space **created)
{
    jump_space *space = memory_get_zeroed(from, 1, sizeof *space);
    if (!space)
        return FW_NO_MEMORY;
    best_first_init(&space->search, from, pool);
    space->from = from;
    space->graphs = graphs;
    *created = space;
    return FW_OK;
}

void jump_space_destroy(jump_space *space)
{
    if (!space)
        return;
    best_first_free(&space->search);
    memory_give_back(space->from, space->found, space->found_capacity, sizeof *space->found);
    memory_give_back(space->from, space->route, space->route_capacity, sizeof *space->route);
    memory_give_back(space->from, space, 1, sizeof *space);
}

size_t jump_space_bytes(const jump_space *space)
{
    return best_first_bytes(&space->search) + sizeof *space + space->found_capacity * sizeof *space->found +
           space->route_capacity * sizeof *space->route;
}

fw_result jump_space_reset(jump_space *space, const jump_query *query, const search_limits *limits)
{
    space->ask = *query;
    space->goal = (jump_goal){ .tables = query->tables, .x = query->goal_x, .y = query->goal_y };
    space->graph = jump_graph_of(space->from, space->graphs, query->tables, query->map_version);
    if (!space->graph || best_first_reserve(&space->search, jump_most_found(query->tables)) != FW_OK)
        return FW_NO_MEMORY;
    search_limits bounded = *limits;
    const double scale = STRAIGHT_STEP / query->tile_cost;
    const double most = query->max_distance * scale;
    bounded.max_cost = query->max_distance > 0 ? (most < (double)COST_LIMIT ? (uint64_t)most + 1 : 0) : 0;
    bounded.trace_scale = 1 / scale;
    best_first_reset(&space->search, &jump_kind, &bounded, STRAIGHT_STEP);
    return FW_OK;
}

fw_result jump_space_run(jump_space *space, uint64_t work)
{
    return best_first_run(&space->search, &jump_kind, space, work);
}

/// A route that is written from its end to its start.
typedef struct route_writer {
    jump_space *space;
    size_t count;
    int last_dx, last_dy; ///< step of the last run
    int64_t straight, diagonal;
} route_writer;

static int sign_of(int32_t value)
{
    return (value > 0) - (value < 0);
}

/// Goes on, backward, to a tile in one of the eight directions.
static fw_result route_to(route_writer *writer, int32_t x, int32_t y)
{
    jump_space *space = writer->space;
    if (writer->count > 0) {
        const grid_waypoint *last = &space->route[writer->count - 1];
        const int32_t across = abs(last->x - x);
        const int32_t along = abs(last->y - y);
        if (across == 0 && along == 0)
            return FW_OK;
        *(across && along ? &writer->diagonal : &writer->straight) += across > along ? across : along;
        const int dx = sign_of(last->x - x);
        const int dy = sign_of(last->y - y);
        writer->count -= dx == writer->last_dx && dy == writer->last_dy;
        writer->last_dx = dx;
        writer->last_dy = dy;
    }
    if (memory_reserve(space->from, (void **)&space->route, &space->route_capacity, writer->count + 1,
                       sizeof *space->route) != FW_OK)
        return FW_NO_MEMORY;
    space->route[writer->count++] = (grid_waypoint){ x, y };
    return FW_OK;
}

/// Goes on, backward, to a tile from which a diagonal and a straight run lead to the last one.
static fw_result route_leg(route_writer *writer, int32_t x, int32_t y, jump_sight how)
{
    const grid_waypoint last = writer->space->route[writer->count - 1];
    const int32_t dx = last.x - x;
    const int32_t dy = last.y - y;
    const int32_t both = abs(dx) < abs(dy) ? abs(dx) : abs(dy);
    const int32_t diagonal_x = sign_of(dx) * both;
    const int32_t diagonal_y = sign_of(dy) * both;
    const bool diagonal_first = how == JUMP_SIGHT_DIAGONAL_FIRST;
    const fw_result turned = diagonal_first ? route_to(writer, x + diagonal_x, y + diagonal_y)
                                            : route_to(writer, last.x - diagonal_x, last.y - diagonal_y);
    return turned == FW_OK ? route_to(writer, x, y) : turned;
}

static void turn_route_around(grid_waypoint *points, size_t count)
{
    for (size_t i = 0; i < count / 2; i++) {
        const grid_waypoint swapped = points[i];
        points[i] = points[count - 1 - i];
        points[count - 1 - i] = swapped;
    }
}

/// Writes the nodes from `slot` back to the start.
static fw_result route_nodes(route_writer *writer, uint32_t slot, jump_sight how)
{
    const jump_space *space = writer->space;
    const node_store *nodes = &space->search.nodes;
    fw_result written = FW_OK;
    while (slot != NO_SLOT && written == FW_OK) {
        const grid_waypoint tile = tile_of(space, node_id_of(nodes, slot));
        written =
            writer->count > 0 ? route_leg(writer, tile.x, tile.y, how) : route_to(writer, tile.x, tile.y);
        how = JUMP_SIGHT_DIAGONAL_FIRST;
        slot = node_of(nodes, slot)->parent;
    }
    return written;
}

/// Writes the leg into the goal, and all that led there.
static fw_result route_to_goal(route_writer *writer)
{
    jump_space *space = writer->space;
    const jump_query *ask = &space->ask;
    const uint32_t last = space->search.goal_parent;
    const fw_result begun = route_to(writer, ask->goal_x, ask->goal_y);
    if (begun != FW_OK)
        return begun;
    if (last == NO_SLOT)
        return route_leg(writer, ask->start_x, ask->start_y,
                         jump_goal_sight_once(&space->goal, ask->start_x, ask->start_y));
    const grid_waypoint tile = tile_of(space, node_id_of(&space->search.nodes, last));
    return route_nodes(writer, last, jump_goal_sight(&space->goal, tile.x, tile.y));
}

fw_result jump_space_route(jump_space *space, grid_end end, grid_route *route)
{
    route_writer writer = { .space = space };
    if (end == GRID_END_BEST && space->search.best == NO_SLOT)
        return FW_NOT_FOUND;
    const fw_result written = end == GRID_END_GOAL
                                  ? route_to_goal(&writer)
                                  : route_nodes(&writer, space->search.best, JUMP_SIGHT_DIAGONAL_FIRST);
    if (written != FW_OK)
        return written;
    turn_route_around(space->route, writer.count);
    const double tiles = (double)writer.straight + (double)writer.diagonal * sqrt(2.0);
    *route = (grid_route){ .points = space->route,
                           .count = (int32_t)writer.count,
                           .cost = tiles * space->ask.tile_cost };
    return FW_OK;
}

void jump_space_statistics(const jump_space *space, fw_statistics *statistics)
{
    *statistics = space->search.count;
    statistics->pages = space->search.nodes.page_count;
    statistics->bytes = jump_space_bytes(space);
    statistics->bound = space->search.limits.weight;
}

double jump_space_progress(const jump_space *space)
{
    return best_first_progress(&space->search);
}
