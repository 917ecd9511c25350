#include "plan/turn_rounds.h"

#include <math.h>

#include "grid/field_grow.h"
#include "grid/grid_moves.h"
#include "map/overlay.h"
#include "plan/planner.h"
#include "plan/route.h"
#include "plan/stages.h"

enum { MOST_ROUNDS = 64 };

/// A step of the grid.
typedef struct grid_step {
    int32_t x, y; ///< anchor where it begins
    int move;
} grid_step;

/// The first or the last step between two waypoints. Returns false if one of them lies between lattice points.
static bool find_step(int32_t size, vector from, vector to, bool is_last, grid_step *found)
{
    const int32_t x = anchor_of(from.x, size), y = anchor_of(from.y, size);
    const int32_t to_x = anchor_of(to.x, size), to_y = anchor_of(to.y, size);
    const fw_pose begin = centre_of(x, y, size), end = centre_of(to_x, to_y, size);
    if ((x == to_x && y == to_y) || fabs(begin.x - from.x) > ON_LATTICE ||
        fabs(begin.y - from.y) > ON_LATTICE || fabs(end.x - to.x) > ON_LATTICE ||
        fabs(end.y - to.y) > ON_LATTICE)
        return false;
    const int dx = (to_x > x) - (to_x < x), dy = (to_y > y) - (to_y < y);
    const int move = move_towards(dx, dy);
    *found = is_last ? (grid_step){ to_x - dx, to_y - dy, move } : (grid_step){ x, y, move };
    return true;
}

/// The first step of the path after a waypoint; if there is none, the last step of the path.
static bool find_step_after(const shape_points *way, int32_t size, int32_t waypoint, grid_step *found)
{
    for (int32_t i = waypoint; i + 1 < way->count; i++)
        if (find_step(size, way->items[i], way->items[i + 1], false, found))
            return true;
    for (int32_t i = waypoint; i > 0; i--)
        if (find_step(size, way->items[i - 1], way->items[i], true, found))
            return true;
    return false;
}

/// Forbids the steps that led to illegal turns. FW_OK, FW_GAVE_UP (there are none) or FW_NO_MEMORY.
static fw_result forbid_steps(fw_search *search)
{
    const turn_pass *turns = &search->shapers.turns;
    const map_version *map = search->map;
    const fw_allocator hooks = memory_hooks(&search->kept.memory);
    fw_overlay **forbidden = &search->recalculation.forbidden;
    fw_result result = FW_GAVE_UP;
    if (!*forbidden && fw_overlay_create(map_width(map), map_height(map), &hooks, forbidden) != FW_OK)
        return FW_NO_MEMORY;
    for (int32_t i = 0; i < turns->illegal_count; i++) {
        grid_step step;
        if (!find_step_after(&turns->store.way, search->query->unit->def.size, turns->illegal[i], &step))
            continue;
        result = fw_overlay_forbid(*forbidden, step.x, step.y, (uint8_t)(1u << step.move));
        if (result != FW_OK)
            return result;
    }
    return result;
}

/// Begins the chain again with A*, which knows forbidden moves.
static fw_result search_again(fw_search *search)
{
    if (search->decisions.method == FW_JUMP_POINTS)
        search->decisions.method = FW_ASTAR;
    const fw_result begun = stages_restart(search, &grid_stage);
    return begun == FW_OK ? FW_PENDING : begun;
}

/// True if distances to the goal on the layer are lower bounds of the cost, and nothing else costs.
static bool can_be_guided(const query *query)
{
    return query->goal.kind == GRID_GOAL_ANCHOR && query->unit->layer && query->unit->uniform &&
           query->nearest != NEAREST_BY_SEARCH && !overlay_has_costs(query->request.overlay) &&
           !corners_are_cut(query->unit->def.corners);
}

/// Begins the field of distances to the goal, toward the start. For units of one tile it knows tiles that an overlay
/// blocks.
static fw_result begin_guide(fw_search *search)
{
    recalculation *recalculation = &search->recalculation;
    const query *query = search->query;
    memory *memory = &search->kept.memory;
    if (!recalculation->guide) {
        recalculation->guide = memory_get_zeroed(memory, 1, sizeof *recalculation->guide);
        if (!recalculation->guide)
            return FW_NO_MEMORY;
        grid_field_init(recalculation->guide, memory);
    }
    const fw_overlay *overlay = query->unit->def.size == 1 && !overlay_is_empty(query->request.overlay)
                                    ? query->request.overlay
                                    : NULL;
    recalculation->is_growing = true;
    return grid_field_reset(recalculation->guide, query->unit->layer, overlay, query->goal.x, query->goal.y,
                            query->start.x, query->start.y);
}

fw_result turn_rounds_grow(fw_search *search, uint64_t work)
{
    recalculation *recalculation = &search->recalculation;
    const uint64_t limit = limits_left(search, stages_first_statistics(search).work).max_work;
    const uint64_t most = limit && limit < work ? limit : work;
    uint64_t left = most;
    const fw_result grown =
        grid_field_reach(recalculation->guide, search->query->start.x, search->query->start.y, &left);
    tally_spend_work(&search->tally, most - left);
    if (limits_reached(search, stages_first_statistics(search).work))
        return FW_LIMIT;
    if (grown != FW_OK)
        return grown;
    recalculation->is_growing = false;
    recalculation->has_guide = true;
    return search_again(search);
}

fw_result turn_rounds_begin(fw_search *search, uint64_t work)
{
    recalculation *recalculation = &search->recalculation;
    if (limits_reached(search, stages_first_statistics(search).work))
        return FW_LIMIT;
    if (recalculation->rounds + 1 == MOST_ROUNDS)
        return FW_GAVE_UP;
    recalculation->is_used = true;
    const fw_result forbidden = forbid_steps(search);
    if (forbidden != FW_OK)
        return forbidden;
    recalculation->lost += (uint32_t)search->shapers.turns.lost_approaches;
    recalculation->rounds++;
    if (recalculation->has_guide || !can_be_guided(search->query))
        return search_again(search);
    const fw_result begun = begin_guide(search);
    return begun == FW_OK ? turn_rounds_grow(search, work) : begun;
}
