#pragma once

/// The inside of the space of jump points, for the instances of its loop: one under an overlay, two for all others.

// Costs of 32 bits: a sum that would not fit ends the search with FW_TOO_MANY.
#define SEARCH_COST uint32_t

#include "base/block.h"
#include "base/compiler.h"
#include "grid/grid_route.h"
#include "grid/jump_goal.h"
#include "grid/jump_graph.h"
#include "grid/jump_query.h"
#include "grid/overlay_boxes.h"
#include "search/best_first.h"

/// `via` of the start; `via` of other nodes holds a bit for each direction of arrival.
enum { FROM_ANYWHERE = 16, ALL_MOVES = 0xff };

/// Under an overlay: the bit of ids whose nodes are tiles. Their `via` holds FW_MOVE_ bits of arrival, or START_MOVES.
/// Where all nodes are tiles without an overlay: the bit of the start's id.
enum { START_MOVES = 0x100 };
#define TILE_ID (1U << 31)

typedef struct jump_space {
    best_first search;
    page_pool *pool, *small; ///< of the nodes of searches on the map, and of others
    memory *memory;
    memory *shared;      ///< of the graphs
    jump_graph **graphs; ///< of the planner
    jump_graph *graph;   ///< of the query's layer
    jump_query ask;
    jump_goal goal;
    jump_goals goals;    ///< if there are several
    overlay_boxes boxes; ///< searched tile by tile; none without an overlay
    /// Jump points ahead of the start, which need not be one and is not kept in the graph
    jump_found_list ahead;
    bool has_looked_ahead;    ///< `ahead` is filled for the start
    const jump_found *corner; ///< jump point of `ahead` by which no search is needed; or null
    jump_sight corner_sight;  ///< how that jump point sees the goal
    bool is_bare;             ///< the graph is full: nodes are tiles, and each expansion reads the tables
    bool is_apart;            ///< under an overlay, the present search enters no boxes
    uint32_t past_boxes;      ///< no path that costs less enters a box
    uint32_t around_boxes;    ///< paths around the boxes seldom cost more
    uint32_t below;           ///< under an overlay, the present search looks for paths that cost less
    grid_run *route;
    size_t route_capacity;
} jump_space;

/// The tile of an id of block_tile_id().
static inline grid_anchor tile_of_id(uint32_t id)
{
    return (grid_anchor){ block_tile_x(id), block_tile_y(id) };
}

/// A node's tile where nodes are vertices of the graph.
static inline grid_anchor tile_of_vertex(const jump_space *space, fw_node_id id)
{
    if (id == JUMP_START)
        return (grid_anchor){ space->ask.start_x, space->ask.start_y };
    const jump_vertex *vertex = &space->graph->vertices[id];
    return (grid_anchor){ vertex->x, vertex->y };
}

static inline grid_anchor tile_of(const jump_space *space, fw_node_id id)
{
    return space->is_bare || id & TILE_ID ? tile_of_id((uint32_t)id) : tile_of_vertex(space, id);
}

/// Pushes a node on a tile.
///
/// @param apart    leave out nodes from which the way to the goal costs `below` or more
/// @param several  there may be several goals
static ALWAYS_INLINE void push_if(const jump_space *space, uint32_t id, grid_anchor tile, uint32_t step,
                                  uint32_t via, bool apart, bool several, successors *successors)
{
    successor to;
    if (!successors_reach(successors, id, step, (uint16_t)via, false, &to))
        return;
    const uint32_t h = several && UNLIKELY(space->goals.count > 0)
                           ? jump_goals_distance(&space->goals, tile.x, tile.y)
                           : jump_goal_distance(&space->goal, tile.x, tile.y);
    if (!apart || to.g + h < space->below)
        successors_open(successors, space, &to, h);
}

/// The pose of a node, for traces.
fw_pose jump_node_pose(const void *context, fw_node_id id, uint16_t via);
