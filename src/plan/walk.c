#include "plan/walk.h"

#include <math.h>
#include <stdlib.h>

#include "plan/planner.h"

const char *fw_leg_failure_name(fw_leg_failure failure)
{
    static const char *const names[FW_LEG_FAILURE_COUNT] = { [FW_LEGS_COMPLETE] = "none",
                                                             [FW_LEG_BLOCKED] = "blocked",
                                                             [FW_LEG_OUTSIDE_WINDOW] = "outside_window",
                                                             [FW_LEG_NOTHING_AHEAD] = "nothing_ahead",
                                                             [FW_LEG_ASTRAY] = "astray",
                                                             [FW_LEG_NO_AREAS] = "no_areas" };
    return (unsigned)failure < FW_LEG_FAILURE_COUNT ? names[failure] : "unknown";
}

fw_result walk_create(memory *memory, page_pool *pages, walk **created)
{
    walk *made = memory_get_zeroed(memory, 1, sizeof *made);
    if (!made)
        return FW_NO_MEMORY;
    made->memory = memory;
    area_search_init(&made->planning, memory, pages);
    *created = made;
    return FW_OK;
}

void walk_destroy(walk *walk)
{
    if (!walk)
        return;
    area_search_free(&walk->planning);
    memory_give_back(walk->memory, walk->areas, walk->area_capacity, sizeof *walk->areas);
    memory_give_back(walk->memory, walk->targets, walk->target_capacity, sizeof *walk->targets);
    memory_give_back(walk->memory, walk->runs, walk->run_capacity, sizeof *walk->runs);
    memory_give_back(walk->memory, walk, 1, sizeof *walk);
}

size_t walk_bytes(const walk *walk)
{
    return sizeof *walk + walk->run_capacity * sizeof *walk->runs +
           walk->target_capacity * sizeof *walk->targets + walk->area_capacity * sizeof *walk->areas +
           best_first_bytes(&walk->planning.search);
}

fw_result walk_fail(walk *walk, fw_leg_failure failure)
{
    walk->failure = failure;
    return FW_GAVE_UP;
}

void walk_aim_at(walk *walk, grid_anchor end)
{
    const int32_t left = (walk->position.x + end.x - WALK_WINDOW) / 2;
    const int32_t top = (walk->position.y + end.y - WALK_WINDOW) / 2;
    walk->leg.goal = (grid_goal){ .kind = GRID_GOAL_ANCHOR, .x = end.x, .y = end.y };
    walk->leg.window = (tile_box){ left, top, left + WALK_WINDOW - 1, top + WALK_WINDOW - 1 };
}

fw_result walk_begin_ends(fw_search *search, size_t most, grid_goal *ends)
{
    walk *walk = search->walk;
    if (memory_reserve(walk->memory, &walk->targets, &walk->target_capacity, most, sizeof *walk->targets) !=
        FW_OK)
        return FW_NO_MEMORY;
    *ends = (grid_goal){ .kind = GRID_GOAL_SET, .set = walk->targets };
    return FW_OK;
}

void walk_add_end(fw_search *search, int32_t x, int32_t y, grid_goal *ends)
{
    const query *query = search->query;
    if (x >= map_width(search->map) || y >= map_height(search->map) || !query_fits(search->map, query, x, y))
        return;
    const double left = hypot(query->goal.x - x, query->goal.y - y) * query->unit->cheapest / COST_ONE;
    search->walk->targets[ends->count++] = (grid_target){ .x = x, .y = y, .closing_cost = left };
}

fw_result walk_take_ends(fw_search *search, grid_goal *ends)
{
    grid_target *targets = search->walk->targets;
    double least = INFINITY;
    if (ends->count == 0)
        return walk_fail(search->walk, FW_LEG_NOTHING_AHEAD);
    for (int32_t i = 0; i < ends->count; i++)
        least = fmin(least, targets[i].closing_cost);
    for (int32_t i = 0; i < ends->count; i++)
        targets[i].closing_cost -= least; // a cost that all ends share would only weaken the heuristic
    grid_goal_bound(ends);
    search->walk->leg.goal = *ends;
    return FW_OK;
}

tile_box walk_window(tile_box around)
{
    return (tile_box){ around.left - WALK_MARGIN, around.top - WALK_MARGIN, around.right + WALK_MARGIN,
                       around.bottom + WALK_MARGIN };
}

/// The i-th of n parts of a distance, to the nearest tile.
static int32_t part_of(int32_t distance, uint32_t i, uint32_t n)
{
    const int64_t doubled = 2 * (int64_t)distance * i;
    return (int32_t)((doubled + (distance < 0 ? -(int64_t)n : (int64_t)n)) / (2 * (int64_t)n));
}

fw_result walk_choose_midpoint(fw_search *search)
{
    const query *query = search->query;
    walk *walk = search->walk;
    const int32_t dx = query->goal.x - query->start.x, dy = query->goal.y - query->start.y;
    const int32_t extent = abs(dx) > abs(dy) ? abs(dx) : abs(dy);
    const uint32_t count = extent > WALK_LEG ? (uint32_t)(extent + WALK_LEG - 1) / WALK_LEG : 1;
    const uint32_t next = walk->leg_count + 1;
    const grid_anchor end = { query->start.x + part_of(dx, next, count),
                              query->start.y + part_of(dy, next, count) };
    if (!query_fits(search->map, query, end.x, end.y))
        return walk_fail(walk, FW_LEG_BLOCKED);
    walk_aim_at(walk, end);
    return FW_OK;
}
