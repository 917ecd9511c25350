// Costs of 32 bits: a sum that would not fit ends the search with FW_TOO_MANY.
#define SEARCH_COST uint32_t

#include "grid/jump_space.h"

#include <math.h>
#include <stdlib.h>

#include "grid/grid_goal.h"
#include "grid/grid_moves.h"
#include "grid/jump_scan.h"
#include "search/best_first.h"

enum {
    BLOCK_SHIFT = 6, ///< ids run through blocks of 16 x 16 tiles, which is one page of the node store
    BLOCK_MASK = (1 << BLOCK_SHIFT) - 1,
    FROM_ANYWHERE =
        256, ///< `via` of the start; that of others holds the straight moves of arrival as FW_MOVE_ bits
    UNKNOWN_REACH = -1
};

struct jump_space {
    best_first search;
    memory *from;
    jump_query ask;
    int row_shift; ///< ids: bits below the row of blocks
    int32_t
        reach[MOVE_COUNT]; ///< free tiles before the goal on a line that this move follows; or UNKNOWN_REACH
    grid_waypoint *route;
    size_t route_capacity;
    struct arrival *arrivals; ///< room for the successors of one node
    size_t arrival_capacity;
    uint8_t turns[MOVE_COUNT]
                 [256]; ///< moves to follow, by the straight move of arrival and the free neighbours
};

/// How a tile sees the goal.
typedef enum sight {
    SIGHT_NONE,
    SIGHT_DIAGONAL_FIRST, ///< a diagonal run, then a straight one
    SIGHT_STRAIGHT_FIRST  ///< a straight run, then a diagonal one
} sight;

static inline uint32_t id_of(int32_t tile_x, int32_t tile_y, int row_shift)
{
    const uint32_t x = (uint32_t)tile_x;
    const uint32_t y = (uint32_t)tile_y;
    return y >> BLOCK_SHIFT << row_shift | x >> BLOCK_SHIFT << 2 * BLOCK_SHIFT |
           (y & BLOCK_MASK) << BLOCK_SHIFT | (x & BLOCK_MASK);
}

static inline int32_t x_of_id(const jump_space *space, fw_node_id id)
{
    const uint32_t in_row = (uint32_t)id & ((UINT32_C(1) << space->row_shift) - 1);
    return (int32_t)(in_row >> 2 * BLOCK_SHIFT << BLOCK_SHIFT | (in_row & BLOCK_MASK));
}

static inline int32_t y_of_id(const jump_space *space, fw_node_id id)
{
    return (int32_t)((uint32_t)id >> space->row_shift << BLOCK_SHIFT |
                     ((uint32_t)id >> BLOCK_SHIFT & BLOCK_MASK));
}

static inline cost distance_to_goal(const jump_space *space, int32_t x, int32_t y)
{
    const int32_t dx = abs(x - space->ask.goal_x);
    const int32_t dy = abs(y - space->ask.goal_y);
    const int32_t both = dx < dy ? dx : dy;
    return (cost)(STRAIGHT_STEP * (dx + dy) - (2 * STRAIGHT_STEP - DIAGONAL_STEP) * both);
}

/// Free tiles in a straight line.
static int32_t free_straight(const jump_space *space, int move, int32_t x, int32_t y, int32_t enough)
{
    const jump_tables *tables = space->ask.tables;
    switch (move) {
    case 0:
        return jump_free_up(tables->rows, x, y, enough);
    case 2:
        return jump_free_up(&tables->columns, y, x, enough);
    case 4:
        return jump_free_down(tables->rows, x, y, enough);
    default:
        return jump_free_down(&tables->columns, y, x, enough);
    }
}

/// Steps that are free before the goal on a line that a move follows.
static inline int32_t reach_of_goal(jump_space *space, int move)
{
    if (space->reach[move] == UNKNOWN_REACH) {
        const int back = move_opposite(move);
        const int32_t x = space->ask.goal_x;
        const int32_t y = space->ask.goal_y;
        const int direction = (move_dx[back] < 0) | (move_dy[back] < 0) << 1;
        space->reach[move] = move_is_diagonal(move)
                                 ? jump_free_diagonal(space->ask.tables, direction, x, y, FW_MAX_SIDE)
                                 : free_straight(space, back, x, y, FW_MAX_SIDE);
    }
    return space->reach[move];
}

/// Do one diagonal and one straight run lead to the goal? Then no path is shorter.
static inline sight sight_of_goal(jump_space *space, int32_t x, int32_t y)
{
    static const uint8_t move_of_signs[4] = { 1, 3, 7, 5 };
    const int32_t dx = space->ask.goal_x - x;
    const int32_t dy = space->ask.goal_y - y;
    const int32_t far_x = abs(dx);
    const int32_t far_y = abs(dy);
    const int32_t diagonal = far_x < far_y ? far_x : far_y;
    const int32_t straight = far_x + far_y - 2 * diagonal;
    const int direction = (dx < 0) | (dy < 0) << 1;
    const int move = far_x > far_y ? (dx < 0 ? 4 : 0) : (dy < 0 ? 6 : 2);
    if (straight <= reach_of_goal(space, move) &&
        (diagonal == 0 || jump_free_diagonal(space->ask.tables, direction, x, y, diagonal) >= diagonal))
        return SIGHT_DIAGONAL_FIRST;
    if (diagonal > 0 && straight > 0 && diagonal <= reach_of_goal(space, move_of_signs[direction]) &&
        free_straight(space, move, x, y, straight) >= straight)
        return SIGHT_STRAIGHT_FIRST;
    return SIGHT_NONE;
}

/// A jump point on its way into the store.
typedef struct arrival {
    uint32_t id;
    cost step;
    uint32_t via;
} arrival;

/// An expansion under way: what its loops look at, kept where the compiler need not read it again after each store.
typedef struct expansion {
    const jump_line *along_x;
    const jump_line *along_y;
    size_t row_words;
    size_t column_words;
    int row_shift;
    arrival *next; ///< where the next one goes
} expansion;

static inline void push(expansion *under, int32_t x, int32_t y, cost step, uint16_t via)
{
    *under->next++ = (arrival){ id_of(x, y, under->row_shift), step, via };
}

static inline void push_along_x(expansion *under, int32_t x, int32_t y, bool west, cost so_far)
{
    const jump_line *line = under->along_x + (size_t)y * under->row_words + (size_t)(x >> WORD_SHIFT);
    const int32_t steps = west ? jump_steps_down(line, x) : jump_steps_up(line, x);
    push(under, west ? x - steps : x + steps, y, so_far + (cost)steps * STRAIGHT_STEP,
         west ? FW_MOVE_W : FW_MOVE_E);
}

static inline void push_along_y(expansion *under, int32_t x, int32_t y, bool north, cost so_far)
{
    const jump_line *line = under->along_y + (size_t)x * under->column_words + (size_t)(y >> WORD_SHIFT);
    const int32_t steps = north ? jump_steps_down(line, y) : jump_steps_up(line, y);
    push(under, x, north ? y - steps : y + steps, so_far + (cost)steps * STRAIGHT_STEP,
         north ? FW_MOVE_N : FW_MOVE_S);
}

/// Pushes the jump points that straight runs meet from the tiles of a diagonal run. Only tiles that have one are
/// looked at.
static inline __attribute__((always_inline)) void push_diagonal(const jump_tables *tables, expansion *under,
                                                                int32_t x, int32_t y, const int direction)
{
    const bool west = direction & 1;
    const bool north = direction & 2;
    const ptrdiff_t stride = jump_diagonal_stride(tables, direction);
    const jump_diagonal *line = &tables->diagonal[direction][jump_diagonal_index(tables, direction, x, y)];
    int32_t first = x & ~63; // tile of bit 0 of the word
    const int32_t bit = x & 63;
    uint64_t ahead = west ? bits_below(bit) : ~UINT64_C(1) << bit;
    uint64_t stuck = line->stuck & (west ? bits_below(bit) << 1 | 1 : ~UINT64_C(0) << bit);
    for (;;) {
        uint64_t within = ahead;
        if (stuck)
            within &= west ? ~UINT64_C(0) << bits_highest(stuck) : stuck ^ (stuck - 1);
        for (uint64_t tiles = line->has_along_x & within; tiles; tiles &= tiles - 1) {
            const int32_t at = first + bits_lowest(tiles);
            const int32_t steps = west ? x - at : at - x;
            push_along_x(under, at, north ? y - steps : y + steps, west, (cost)steps * DIAGONAL_STEP);
        }
        for (uint64_t tiles = line->has_along_y & within; tiles; tiles &= tiles - 1) {
            const int32_t at = first + bits_lowest(tiles);
            const int32_t steps = west ? x - at : at - x;
            push_along_y(under, at, north ? y - steps : y + steps, north, (cost)steps * DIAGONAL_STEP);
        }
        if (stuck)
            return;
        first += west ? -WORD_BITS : WORD_BITS;
        line += stride;
        ahead = ~UINT64_C(0);
        stuck = line->stuck;
    }
}

static inline __attribute__((always_inline)) void push_all(const jump_space *space, successors *out,
                                                           int32_t x, int32_t y, uint32_t moves)
{
    const jump_tables *tables = space->ask.tables;
    expansion under = { .along_x = tables->along_x,
                        .along_y = tables->along_y,
                        .row_words = (size_t)tables->rows->words,
                        .column_words = (size_t)tables->columns.words,
                        .row_shift = space->row_shift,
                        .next = space->arrivals };
    const jump_line *row = jump_line_x(tables, x, y);
    const jump_line *column = jump_line_y(tables, x, y);
    if (moves & FW_MOVE_E && row->has_up >> (x & 63) & 1)
        push_along_x(&under, x, y, false, 0);
    if (moves & FW_MOVE_W && row->has_down >> (x & 63) & 1)
        push_along_x(&under, x, y, true, 0);
    if (moves & FW_MOVE_S && column->has_up >> (y & 63) & 1)
        push_along_y(&under, x, y, false, 0);
    if (moves & FW_MOVE_N && column->has_down >> (y & 63) & 1)
        push_along_y(&under, x, y, true, 0);
    if (moves & FW_MOVE_SE)
        push_diagonal(tables, &under, x, y, JUMP_SE);
    if (moves & FW_MOVE_SW)
        push_diagonal(tables, &under, x, y, JUMP_SW);
    if (moves & FW_MOVE_NE)
        push_diagonal(tables, &under, x, y, JUMP_NE);
    if (moves & FW_MOVE_NW)
        push_diagonal(tables, &under, x, y, JUMP_NW);
    for (const arrival *it = space->arrivals; it < under.next; it++)
        successors_push(out, it->id, it->step, (uint16_t)it->via);
}

/// Moves that may begin a diagonal-first shortest path on from a tile that was reached by straight moves.
static inline uint32_t moves_from(const jump_space *space, int32_t x, int32_t y, uint32_t via)
{
    const layer *on = space->ask.tables->rows;
    const uint32_t free = moves_into(layer_window(on, x - 1, y - 1), layer_window(on, x - 1, y),
                                     layer_window(on, x - 1, y + 1));
    if (via == FROM_ANYWHERE)
        return moves_allowed(free, FW_CORNERS_NEVER);
    uint32_t moves = 0;
    for (; via; via &= via - 1)
        moves |= space->turns[bits_lowest(via)][free];
    return moves;
}

static fw_result begin(void *context, successors *out)
{
    jump_space *space = context;
    const jump_query *ask = &space->ask;
    if (sight_of_goal(space, ask->start_x, ask->start_y) != SIGHT_NONE)
        successors_push_goal(out, distance_to_goal(space, ask->start_x, ask->start_y));
    else
        successors_push(out, id_of(ask->start_x, ask->start_y, space->row_shift), 0, FROM_ANYWHERE);
    return FW_OK;
}

static inline __attribute__((always_inline)) fw_result expand(void *context, fw_node_id id, const node *from,
                                                              successors *out)
{
    jump_space *space = context;
    const int32_t x = x_of_id(space, id);
    const int32_t y = y_of_id(space, id);
    if (sight_of_goal(space, x, y) != SIGHT_NONE)
        successors_push_goal(out, distance_to_goal(space, x, y));
    else
        push_all(space, out, x, y, moves_from(space, x, y, from->via));
    return FW_OK;
}

static inline __attribute__((always_inline)) void estimate(void *context, successor *improved, size_t count)
{
    const jump_space *space = context;
    for (size_t i = 0; i < count; i++)
        improved[i].h =
            distance_to_goal(space, x_of_id(space, improved[i].id), y_of_id(space, improved[i].id));
}

static fw_pose place(const void *context, fw_node_id id, uint16_t via)
{
    (void)via;
    const jump_space *space = context;
    return fw_pose_on_tile(x_of_id(space, id), y_of_id(space, id), space->ask.tables->rows->size);
}

static const space_kind jump_kind = { .begin = begin,
                                      .expand = expand,
                                      .estimate = estimate,
                                      .place = place,
                                      .merges = true,
                                      .stacks = true,
                                      .reopens = true };

/// Moves to follow after a straight move: on, and, where a wall beside it has ended, around its corner.
static uint32_t turns_after(int move, uint32_t free)
{
    uint32_t turns = 1u << move;
    for (int side = -1; side <= 1; side += 2) {
        const int beside = (move + 2 * side) & 7;
        const int behind = (move + 3 * side) & 7;
        if (free >> beside & 1 && !(free >> behind & 1))
            turns |= 1u << beside | 1u << ((move + side) & 7);
    }
    return turns & moves_allowed(free, FW_CORNERS_NEVER);
}

fw_result jump_space_create(memory *from, page_pool *pool, jump_space **created)
{
    jump_space *space = memory_get_zeroed(from, 1, sizeof *space);
    if (!space)
        return FW_NO_MEMORY;
    best_first_init(&space->search, from, pool);
    space->from = from;
    for (int move = 0; move < MOVE_COUNT; move += 2)
        for (uint32_t free = 0; free < 256; free++)
            space->turns[move][free] = (uint8_t)turns_after(move, free);
    *created = space;
    return FW_OK;
}

void jump_space_destroy(jump_space *space)
{
    if (!space)
        return;
    best_first_free(&space->search);
    memory_give_back(space->from, space->arrivals, space->arrival_capacity, sizeof *space->arrivals);
    memory_give_back(space->from, space->route, space->route_capacity, sizeof *space->route);
    memory_give_back(space->from, space, 1, sizeof *space);
}

size_t jump_space_bytes(const jump_space *space)
{
    return best_first_bytes(&space->search) + sizeof *space + space->route_capacity * sizeof *space->route;
}

fw_result jump_space_reset(jump_space *space, const jump_query *query, const search_limits *limits)
{
    const layer *on = query->tables->rows;
    space->ask = *query;
    const uint32_t blocks = (uint32_t)(on->width + BLOCK_MASK) >> BLOCK_SHIFT;
    space->row_shift = 2 * BLOCK_SHIFT + (blocks > 1 ? bits_highest(blocks - 1) + 1 : 0);
    for (int move = 0; move < MOVE_COUNT; move++)
        space->reach[move] = UNKNOWN_REACH;
    const int32_t longest = on->width > on->height ? on->width : on->height;
    if (best_first_reserve(&space->search, 8 * (size_t)longest) != FW_OK ||
        memory_reserve(space->from, (void **)&space->arrivals, &space->arrival_capacity, 8 * (size_t)longest,
                       sizeof *space->arrivals) != FW_OK)
        return FW_NO_MEMORY;
    search_limits bounded = *limits;
    const double scale = STRAIGHT_STEP / query->tile_cost;
    const double most = query->max_distance * scale;
    bounded.max_cost = query->max_distance > 0 ? (most < (double)COST_LIMIT ? (uint64_t)most + 1 : 0) : 0;
    bounded.trace_scale = 1 / scale;
    bounded.weight = 1.0; // pruned moves are proven needless for cheapest arrivals only
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
static fw_result route_leg(route_writer *writer, int32_t x, int32_t y, sight how)
{
    const grid_waypoint last = writer->space->route[writer->count - 1];
    const int32_t dx = last.x - x;
    const int32_t dy = last.y - y;
    const int32_t both = abs(dx) < abs(dy) ? abs(dx) : abs(dy);
    const int32_t diagonal_x = sign_of(dx) * both;
    const int32_t diagonal_y = sign_of(dy) * both;
    const bool diagonal_first = how == SIGHT_DIAGONAL_FIRST;
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
static fw_result route_nodes(route_writer *writer, uint32_t slot, sight how)
{
    const jump_space *space = writer->space;
    const node_store *nodes = &space->search.nodes;
    fw_result written = FW_OK;
    while (slot != NO_SLOT && written == FW_OK) {
        const fw_node_id id = node_id_of(nodes, slot);
        const int32_t x = x_of_id(space, id);
        const int32_t y = y_of_id(space, id);
        written = writer->count > 0 ? route_leg(writer, x, y, how) : route_to(writer, x, y);
        how = SIGHT_DIAGONAL_FIRST;
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
                         sight_of_goal(space, ask->start_x, ask->start_y));
    const fw_node_id id = node_id_of(&space->search.nodes, last);
    return route_nodes(writer, last, sight_of_goal(space, x_of_id(space, id), y_of_id(space, id)));
}

fw_result jump_space_route(jump_space *space, grid_end end, grid_route *route)
{
    route_writer writer = { .space = space };
    if (end == GRID_END_BEST && space->search.best == NO_SLOT)
        return FW_NOT_FOUND;
    const fw_result written = end == GRID_END_GOAL
                                  ? route_to_goal(&writer)
                                  : route_nodes(&writer, space->search.best, SIGHT_DIAGONAL_FIRST);
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
    statistics->bound = 1.0;
}

double jump_space_progress(const jump_space *space)
{
    return best_first_progress(&space->search);
}
