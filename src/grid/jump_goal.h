#pragma once

/// Where a jump point search ends: the first tile taken from the open list that sees the goal. If there are several
/// goals, a tile that sees one of them may lead to another one at a lower cost, and the search goes on.

#include "base/memory.h"
#include "grid/grid_goal.h"
#include "grid/jump_sight.h"

/// The reach of a line that was not measured yet; longer than any line.
enum { JUMP_UNKNOWN = INT32_MAX };

typedef struct jump_goal {
    const jump_tables *tables;
    int32_t x, y;
    /// By move: number of free tiles before the goal on the line along which the move leads to it, or JUMP_UNKNOWN.
    int32_t reach[MOVE_COUNT];
} jump_goal;

static inline jump_goal jump_goal_at(const jump_tables *tables, int32_t x, int32_t y)
{
    jump_goal goal = { .tables = tables, .x = x, .y = y };
    for (int move = 0; move < MOVE_COUNT; move++)
        goal.reach[move] = JUMP_UNKNOWN;
    return goal;
}

/// Octile distance to the goal, or Manhattan distance on four neighbours.
static inline uint32_t jump_goal_distance(const jump_goal *goal, int32_t x, int32_t y)
{
    const int32_t dx = abs(x - goal->x);
    const int32_t dy = abs(y - goal->y);
    const int32_t both = jump_is_orthogonal(goal->tables) ? 0 : dx < dy ? dx : dy;
    return (uint32_t)(STRAIGHT_STEP * (dx + dy) - (2 * STRAIGHT_STEP - DIAGONAL_STEP) * both);
}

/// The runs by which a tile sees the goal, if the lines to the goal that were measured do not rule both out.
jump_sight jump_goal_look(jump_goal *goal, jump_aim aim, int32_t x, int32_t y);

/// True if a run that ends at the goal may be free. The line of each direction is measured once, so that for most tiles
/// one comparison shows that they do not see the goal.
static inline bool jump_goal_may_be_reached(const jump_goal *goal, path_run run)
{
    return run.steps <= goal->reach[run.direction];
}

/// The runs by which a tile sees the goal.
static inline jump_sight jump_goal_sight(jump_goal *goal, int32_t x, int32_t y)
{
    const jump_aim aim = jump_aim_along(goal->tables, goal->x - x, goal->y - y);
    return jump_goal_may_be_reached(goal, aim.straight) || jump_goal_may_be_reached(goal, aim.leading)
               ? jump_goal_look(goal, aim, x, y)
               : JUMP_SIGHT_NONE;
}

typedef struct jump_goals {
    jump_goal *items; ///< [count]
    int32_t count;
    size_t capacity;
} jump_goals;

/// Takes over the goals of a query. FW_OK or FW_NO_MEMORY.
fw_result jump_goals_set(memory *memory, const jump_tables *tables, const grid_target *targets, int32_t count,
                         jump_goals *goals);

/// The distance to the nearest of several goals, without obstacles. O(count)
uint32_t jump_goals_distance(const jump_goals *goals, int32_t x, int32_t y);
