#include <string.h>

#include "curve/line_cost.h"
#include "plan/draft.h"
#include "plan/grid_search.h"
#include "plan/planner.h"
#include "plan/refine.h"
#include "plan/route.h"
#include "plan/stage.h"

enum {
    FIRST_PIECE = 32, ///< steps of a piece in the first round
    MARGIN = 16       ///< of the window around a piece, in tiles
};

void refinement_free(refinement *spent, memory *memory)
{
    memory_give_back(memory, spent->anchors, spent->room, sizeof *spent->anchors);
    memory_give_back(memory, spent->runs, spent->run_room, sizeof *spent->runs);
    *spent = (refinement){ 0 };
}

/// The costs 1, 1.1, 1.2, ... times the cheapest instead of those of the unit, in the same order.
static void compress_costs(map_unit *quick, const map_unit *unit)
{
    *quick = *unit;
    uint32_t price = unit->cheapest;
    for (uint32_t rank = 0; price; rank++) {
        uint32_t next = 0;
        for (int terrain = 0; terrain < FW_TERRAIN_COUNT; terrain++) {
            const uint32_t cost = unit->terrain_cost[terrain];
            if (cost == price)
                quick->terrain_cost[terrain] = (unit->cheapest * (10 + rank) + 9) / 10;
            else if (cost > price && (next == 0 || cost < next))
                next = cost;
        }
        price = next;
    }
}

static fw_result begin_quick(fw_search *search)
{
    if (grid_search_prepare(search) != FW_OK)
        return FW_NO_MEMORY;
    const query *asked = search->asked;
    compress_costs(&search->refined.quick, asked->unit);
    grid_query quick =
        grid_search_between(search, (grid_anchor){ asked->start.x, asked->start.y }, asked->goal);
    int32_t aim_count;
    quick.unit = &search->refined.quick;
    quick.aims = query_aims(asked, &aim_count);
    quick.aim_count = asked->searches_nearest ? aim_count : 0;
    const search_limits limits = limits_left(search, 0);
    grid_space_reset(search->grid, &quick, &limits);
    search->grid_by = &grid_astar;
    return FW_OK;
}

static double cost_of_runs(const fw_search *search, const grid_route *route)
{
    const query *asked = search->asked;
    fw_pose from = fw_pose_on_tile(route->start.x, route->start.y, asked->unit->def.size);
    double cost = 0;
    for (int32_t i = 0; i < route->count; i++) {
        const grid_run *run = &route->runs[i];
        const double to_x = from.x + (double)run->steps * move_dx[run->direction];
        const double to_y = from.y + (double)run->steps * move_dy[run->direction];
        cost += line_cost(search->map, asked->unit, asked->ask.overlay, from.x, from.y, to_x, to_y);
        from.x = to_x;
        from.y = to_y;
    }
    return cost;
}

/// Writes the path of the quick search with what it really costs.
static fw_result write_quick(fw_search *search, fw_outcome outcome, fw_path *path)
{
    const grid_end end = grid_search_end_of(search->asked, outcome);
    grid_route route;
    const fw_result routed = grid_search_route(search, end, &route);
    if (routed != FW_OK)
        return routed;
    route.cost = cost_of_runs(search, &route);
    return grid_search_write_route(search, outcome, end, &route, path);
}

const stage_kind quick_stage = { .begin = begin_quick,
                                 .step = grid_search_run,
                                 .write = write_quick,
                                 .statistics = grid_search_statistics,
                                 .progress = grid_search_progress };

/// Steps of a route.
static int32_t steps_of(const grid_route *route)
{
    int32_t steps = 0;
    for (int32_t i = 0; i < route->count; i++)
        steps += route->runs[i].steps;
    return steps;
}

/// Replaces the anchors from one index to another, both included, by those of a route.
static fw_result splice(refinement *refined, memory *memory, int32_t first, int32_t last,
                        const grid_route *route)
{
    const int32_t steps = steps_of(route);
    const int32_t count = refined->count + steps - (last - first);
    if (memory_reserve(memory, &refined->anchors, &refined->room, (size_t)count, sizeof *refined->anchors) !=
        FW_OK)
        return FW_NO_MEMORY;
    grid_anchor *anchor = &refined->anchors[first];
    memmove(anchor + steps, &refined->anchors[last], (size_t)(refined->count - last) * sizeof *anchor);
    refined->count = count;
    grid_anchor at = route->start;
    for (int32_t i = 0; i < route->count; i++)
        for (int32_t step = 0; step < route->runs[i].steps; step++) {
            *anchor++ = at;
            at.x += move_dx[route->runs[i].direction];
            at.y += move_dy[route->runs[i].direction];
        }
    *anchor = route->end;
    return FW_OK;
}

/// The last anchor of the present piece.
static int32_t last_of_piece(const refinement *refined)
{
    const int32_t last = refined->count - 1;
    return last - refined->first < refined->length ? last : refined->first + refined->length;
}

static bool piece_is_whole(const refinement *refined)
{
    return refined->first == 0 && refined->length >= refined->count - 1;
}

/// The box around the anchors of a piece, and a margin.
static overlay_span window_of(const refinement *refined, int32_t last)
{
    const int32_t margin = refined->length / 2 > MARGIN ? refined->length / 2 : MARGIN;
    const grid_anchor start = refined->anchors[refined->first];
    overlay_span box = { start.x, start.y, start.x, start.y };
    for (int32_t i = refined->first; i <= last; i++) {
        const grid_anchor at = refined->anchors[i];
        box.left = at.x < box.left ? at.x : box.left;
        box.top = at.y < box.top ? at.y : box.top;
        box.right = at.x > box.right ? at.x : box.right;
        box.bottom = at.y > box.bottom ? at.y : box.bottom;
    }
    return (overlay_span){ box.left - margin, box.top - margin, box.right + margin + 1,
                           box.bottom + margin + 1 };
}

/// Work that the refinement may still do; 0 = none.
static uint64_t work_left(const fw_search *search)
{
    const refinement *refined = &search->refined;
    const uint64_t done = refined->spent.work - refined->quick_work;
    return search->asked->ask.refine > done ? search->asked->ask.refine - done : 0;
}

/// Begins to search for the present piece, if any work is left for it.
static void begin_piece(fw_search *search)
{
    refinement *refined = &search->refined;
    const query *asked = search->asked;
    const uint64_t left = work_left(search);
    refined->is_over = left == 0;
    if (refined->is_over)
        return;
    const int32_t last = last_of_piece(refined);
    const bool is_whole = piece_is_whole(refined);
    const grid_anchor end = refined->anchors[last];
    const bool ends_at_goal = is_whole && search->decisions.reached == FW_OUTCOME_FOUND;
    grid_query piece = grid_search_between(
        search, refined->anchors[refined->first],
        ends_at_goal ? asked->goal : (grid_goal){ .kind = GRID_GOAL_ANCHOR, .x = end.x, .y = end.y });
    refined->window = window_of(refined, last);
    piece.window = is_whole ? NULL : &refined->window;
    search_limits limits = limits_left(search, refined->spent.work);
    limits.max_work = limits.max_work && limits.max_work < left ? limits.max_work : left;
    grid_space_reset(search->grid, &piece, &limits);
}

/// The end of the quick search: the goal, or the place nearest to it.
static grid_end end_reached(const fw_search *search)
{
    return grid_search_end_of(search->asked, search->decisions.reached);
}

/// Takes over the anchors of the quick path, and begins with its first piece. A path that a limit cut short stays as it
/// is.
static fw_result begin_refining(fw_search *search)
{
    memory *memory = &search->planner->memory;
    refinement *refined = &search->refined;
    refined->is_cheapest = false;
    grid_space_statistics(search->grid, &refined->spent);
    refined->quick_work = refined->spent.work;
    refined->count = 0;
    refined->is_over = search->is_partial;
    if (refined->is_over)
        return FW_OK;
    grid_route quick;
    if (grid_space_route(search->grid, end_reached(search), &quick) != FW_OK)
        return FW_NO_MEMORY;
    refined->count = 1;
    if (memory_reserve(memory, &refined->anchors, &refined->room, 1, sizeof *refined->anchors) != FW_OK ||
        splice(refined, memory, 0, 0, &quick) != FW_OK)
        return FW_NO_MEMORY;
    refined->target = quick.target;
    refined->first = 0;
    refined->length = FIRST_PIECE;
    begin_piece(search);
    return FW_OK;
}

/// Takes over the piece that was found, and begins the next one: the next half, or the first piece of the next round.
static fw_result leave_piece(fw_search *search)
{
    refinement *refined = &search->refined;
    const int32_t last = last_of_piece(refined);
    const bool is_round_over = last == refined->count - 1;
    grid_route piece;
    refined->is_cheapest = piece_is_whole(refined);
    if (grid_space_route(search->grid, GRID_END_GOAL, &piece) != FW_OK ||
        splice(refined, &search->planner->memory, refined->first, last, &piece) != FW_OK)
        return FW_NO_MEMORY;
    if (refined->is_cheapest) {
        refined->target = piece.target;
        refined->is_over = true;
        return FW_OK;
    }
    const int32_t half = (steps_of(&piece) + 1) / 2;
    refined->first = is_round_over ? 0 : refined->first + half;
    refined->length *= is_round_over ? 2 : 1;
    begin_piece(search);
    return FW_OK;
}

/// Searches for pieces until the work, the limits of the request or the pieces are used up. A search that ends at a
/// limit changes nothing.
static fw_result step_refining(fw_search *search, uint64_t work)
{
    refinement *refined = &search->refined;
    while (!refined->is_over) {
        fw_statistics before, after;
        grid_space_statistics(search->grid, &before);
        const fw_result found = grid_space_run(search->grid, work);
        grid_space_statistics(search->grid, &after);
        if (found == FW_PENDING || found == FW_NO_MEMORY)
            return found;
        statistics_add(&refined->spent, &after);
        refined->is_over = found != FW_OK;
        if (found == FW_OK && leave_piece(search) != FW_OK)
            return FW_NO_MEMORY;
        const uint64_t spent = after.work - before.work;
        if (refined->is_over)
            break;
        if (spent >= work)
            return FW_PENDING;
        work -= spent;
    }
    return FW_OK;
}

/// Makes runs of the anchors.
static fw_result runs_of(refinement *refined, memory *memory, grid_route *route)
{
    if (memory_reserve(memory, &refined->runs, &refined->run_room, (size_t)refined->count,
                       sizeof *refined->runs) != FW_OK)
        return FW_NO_MEMORY;
    int32_t count = 0;
    for (int32_t i = 1; i < refined->count; i++) {
        const grid_anchor from = refined->anchors[i - 1], to = refined->anchors[i];
        const int move = move_towards(to.x - from.x, to.y - from.y);
        if (count > 0 && refined->runs[count - 1].direction == move)
            refined->runs[count - 1].steps++;
        else
            refined->runs[count++] = (grid_run){ .direction = move, .steps = 1 };
    }
    *route = (grid_route){ .runs = refined->runs,
                           .count = count,
                           .start = refined->anchors[0],
                           .end = refined->anchors[refined->count - 1],
                           .target = refined->target };
    return FW_OK;
}

/// The path so far leads to its end, also while it is refined.
static fw_result write_refined(fw_search *search, fw_outcome outcome, fw_path *path)
{
    if (search->refined.count == 0)
        return draft_write(search, outcome, path);
    grid_route route;
    if (runs_of(&search->refined, &search->planner->memory, &route) != FW_OK)
        return FW_NO_MEMORY;
    route.cost = cost_of_runs(search, &route);
    return grid_search_write_route(search, search->decisions.reached, end_reached(search), &route, path);
}

static void statistics(const fw_search *search, fw_statistics *result)
{
    const refinement *refined = &search->refined;
    grid_space_statistics(search->grid, result);
    if (refined->is_over)
        *result = refined->spent;
    else
        statistics_add(result, &refined->spent);
    result->bound = refined->is_cheapest ? 1 : 0;
}

static double progress(const fw_search *search)
{
    fw_statistics now;
    statistics(search, &now);
    const double done = (double)(now.work - search->refined.quick_work) / (double)search->asked->ask.refine;
    return done < 1 ? done : 1;
}

const stage_kind refine_stage = { .begin = begin_refining,
                                  .step = step_refining,
                                  .write = write_refined,
                                  .statistics = statistics,
                                  .progress = progress };
