#include "grid/jump_goal.h"

/// True if a run that ends at the goal is free. Measures its line if that was not done yet.
static bool is_reached(jump_goal *goal, path_run run)
{
    int32_t *reach = &goal->reach[run.direction];
    if (*reach == JUMP_UNKNOWN)
        *reach = jump_free_along(goal->tables, move_opposite(run.direction), goal->x, goal->y, FW_MAX_SIDE);
    return run.steps <= *reach;
}

jump_sight jump_goal_look(jump_goal *goal, jump_aim aim, int32_t x, int32_t y)
{
    if (is_reached(goal, aim.straight) && jump_run_is_free(goal->tables, aim.leading, x, y))
        return JUMP_SIGHT_LEADING_FIRST;
    if (is_reached(goal, aim.leading) && jump_run_is_free(goal->tables, aim.straight, x, y))
        return JUMP_SIGHT_STRAIGHT_FIRST;
    return JUMP_SIGHT_NONE;
}

fw_result jump_goals_set(memory *memory, const jump_tables *tables, const grid_target *targets, int32_t count,
                         jump_goals *goals)
{
    goals->count = 0;
    if (MEMORY_RESERVE(memory, goals->items, goals->capacity, (size_t)count) != FW_OK)
        return FW_NO_MEMORY;
    for (; goals->count < count; goals->count++) {
        const grid_target *target = &targets[goals->count];
        goals->items[goals->count] = jump_goal_at(tables, target->x, target->y);
    }
    return FW_OK;
}

uint32_t jump_goals_distance(const jump_goals *goals, int32_t x, int32_t y)
{
    uint32_t least = UINT32_MAX;
    for (int32_t i = 0; i < goals->count; i++) {
        const uint32_t away = jump_goal_distance(&goals->items[i], x, y);
        least = away < least ? away : least;
    }
    return least;
}
