#include "plan/walk.h"

#include <stdlib.h>

#include "plan/planner.h"

const char *fw_leg_failure_name(fw_leg_failure failure)
{
    static const char *const names[FW_LEG_FAILURE_COUNT] = { [FW_LEGS_COMPLETE] = "none",
                                                             [FW_LEG_BLOCKED] = "blocked",
                                                             [FW_LEG_OUTSIDE_WINDOW] = "outside_window",
                                                             [FW_LEG_NOTHING_AHEAD] = "nothing_ahead",
                                                             [FW_LEG_ASTRAY] = "astray" };
    return (unsigned)failure < FW_LEG_FAILURE_COUNT ? names[failure] : "unknown";
}

fw_result walk_create(memory *memory, walk **created)
{
    walk *made = memory_get_zeroed(memory, 1, sizeof *made);
    if (!made)
        return FW_NO_MEMORY;
    made->memory = memory;
    *created = made;
    return FW_OK;
}

void walk_destroy(walk *walk)
{
    if (!walk)
        return;
    memory_give_back(walk->memory, walk->targets, walk->target_capacity, sizeof *walk->targets);
    memory_give_back(walk->memory, walk->runs, walk->run_capacity, sizeof *walk->runs);
    memory_give_back(walk->memory, walk, 1, sizeof *walk);
}

size_t walk_bytes(const walk *walk)
{
    return sizeof *walk + walk->run_capacity * sizeof *walk->runs +
           walk->target_capacity * sizeof *walk->targets;
}

walk_chooser walk_chooser_of(fw_method method)
{
    return method == FW_MIDPOINT  ? walk_choose_midpoint
           : method == FW_COMPASS ? walk_choose_by_compass
           : method == FW_SIGHT   ? walk_choose_in_sight
                                  : NULL;
}

fw_result walk_fail(walk *walk, fw_leg_failure failure)
{
    walk->failure = failure;
    return FW_GAVE_UP;
}

void walk_aim_at(walk *walk, grid_anchor end)
{
    const int32_t left = (walk->here.x + end.x - WALK_WINDOW) / 2;
    const int32_t top = (walk->here.y + end.y - WALK_WINDOW) / 2;
    walk->leg.goal = (grid_goal){ .kind = GRID_GOAL_ANCHOR, .x = end.x, .y = end.y };
    walk->leg.window = (overlay_span){ left, top, left + WALK_WINDOW, top + WALK_WINDOW };
}

/// The i-th of n parts of a distance, to the nearest tile.
static int32_t part_of(int32_t distance, uint32_t i, uint32_t n)
{
    const int64_t doubled = 2 * (int64_t)distance * i;
    return (int32_t)((doubled + (distance < 0 ? -(int64_t)n : (int64_t)n)) / (2 * (int64_t)n));
}

fw_result walk_choose_midpoint(fw_search *search)
{
    const query *asked = search->asked;
    walk *walk = search->walk;
    const int32_t dx = asked->goal.x - asked->start.x, dy = asked->goal.y - asked->start.y;
    const int32_t extent = abs(dx) > abs(dy) ? abs(dx) : abs(dy);
    const uint32_t count = extent > WALK_LEG ? (uint32_t)(extent + WALK_LEG - 1) / WALK_LEG : 1;
    const uint32_t next = walk->leg_count + 1;
    const grid_anchor end = { asked->start.x + part_of(dx, next, count),
                              asked->start.y + part_of(dy, next, count) };
    if (!query_fits(search->map, asked, end.x, end.y))
        return walk_fail(walk, FW_LEG_BLOCKED);
    walk_aim_at(walk, end);
    return FW_OK;
}
