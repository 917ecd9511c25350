#include "plan/refine.h"

#include <string.h>

#include "curve/line_cost.h"
#include "plan/grid_search.h"
#include "plan/grid_stage.h"
#include "plan/planner.h"
#include "plan/route.h"
#include "plan/stage.h"

enum {
    FIRST_PIECE = 32, ///< steps of a piece in the first round
    MARGIN = 16       ///< least margin of the window around a piece, in tiles
};

/// Replaces the costs of a unit's terrains, in their order, by 1, 1.1, 1.2, ... times the cheapest.
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
    const query *query = search->query;
    compress_costs(&search->refinement.quick, query->unit);
    grid_query quick =
        grid_search_between(search, (grid_anchor){ query->start.x, query->start.y }, query->goal);
    quick.unit = &search->refinement.quick;
    const search_limits limits = limits_left(search, 0);
    grid_space_reset(search->spaces.grid, &quick, &limits);
    search->decisions.grid_by = &grid_astar;
    return FW_OK;
}

static double cost_of_runs(const fw_search *search, const grid_route *route)
{
    const query *query = search->query;
    fw_pose from = fw_pose_on_tile(route->start.x, route->start.y, query->unit->def.size);
    double cost = 0;
    for (int32_t i = 0; i < route->count; i++) {
        const grid_run *run = &route->runs[i];
        const double to_x = from.x + (double)run->steps * move_dx[run->direction];
        const double to_y = from.y + (double)run->steps * move_dy[run->direction];
        cost += line_cost(search->map, query->unit, query->request.overlay, from.x, from.y, to_x, to_y);
        from.x = to_x;
        from.y = to_y;
    }
    return cost;
}

/// Writes the path of the quick search with its true cost.
static fw_result write_quick(fw_search *search, fw_outcome outcome, fw_path *path)
{
    const grid_end end = grid_search_end_of(search->query, outcome);
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

static int32_t steps_of(const grid_route *route)
{
    int32_t steps = 0;
    for (int32_t i = 0; i < route->count; i++)
        steps += route->runs[i].steps;
    return steps;
}

/// Replaces the anchors between two indices, both included, by the anchors of a route.
static fw_result splice(refinement *refinement, memory *memory, int32_t first, int32_t last,
                        const grid_route *route)
{
    const int32_t steps = steps_of(route);
    const int32_t count = refinement->count + steps - (last - first);
    if (MEMORY_RESERVE(memory, refinement->anchors, refinement->room, (size_t)count) != FW_OK)
        return FW_NO_MEMORY;
    grid_anchor *anchor = &refinement->anchors[first];
    memmove(anchor + steps, &refinement->anchors[last], (size_t)(refinement->count - last) * sizeof *anchor);
    refinement->count = count;
    grid_anchor next = route->start;
    for (int32_t i = 0; i < route->count; i++)
        for (int32_t step = 0; step < route->runs[i].steps; step++) {
            *anchor++ = next;
            next.x += move_dx[route->runs[i].direction];
            next.y += move_dy[route->runs[i].direction];
        }
    *anchor = route->end;
    return FW_OK;
}

/// Index of the last anchor of the present piece.
static int32_t last_of_piece(const refinement *refinement)
{
    const int32_t last = refinement->count - 1;
    return last - refinement->first < refinement->length ? last : refinement->first + refinement->length;
}

static bool piece_is_whole(const refinement *refinement)
{
    return refinement->first == 0 && refinement->length >= refinement->count - 1;
}

/// The bounding box of the anchors of a piece, with a margin.
static tile_box window_of(const refinement *refinement, int32_t last)
{
    const int32_t margin = refinement->length / 2 > MARGIN ? refinement->length / 2 : MARGIN;
    tile_box box = NO_TILES;
    for (int32_t i = refinement->first; i <= last; i++)
        tile_box_widen(&box, tile_box_at(refinement->anchors[i].x, refinement->anchors[i].y));
    return (tile_box){ box.left - margin, box.top - margin, box.right + margin, box.bottom + margin };
}

/// Work that the refinement may still do.
static uint64_t work_left(const fw_search *search)
{
    const refinement *refinement = &search->refinement;
    const uint64_t done = refinement->spent.work - refinement->quick_work;
    return search->query->request.refine > done ? search->query->request.refine - done : 0;
}

/// Begins the search for the present piece, if any work is left.
static void begin_piece(fw_search *search)
{
    refinement *refinement = &search->refinement;
    const query *query = search->query;
    const uint64_t left = work_left(search);
    refinement->is_over = left == 0;
    if (refinement->is_over)
        return;
    const int32_t last = last_of_piece(refinement);
    const bool is_whole = piece_is_whole(refinement);
    const grid_anchor end = refinement->anchors[last];
    const bool ends_at_goal = is_whole && search->decisions.reached == FW_OUTCOME_FOUND;
    grid_query piece = grid_search_between(
        search, refinement->anchors[refinement->first],
        ends_at_goal ? query->goal : (grid_goal){ .kind = GRID_GOAL_ANCHOR, .x = end.x, .y = end.y });
    refinement->window = window_of(refinement, last);
    piece.window = is_whole ? NULL : &refinement->window;
    search_limits limits = limits_left(search, refinement->spent.work);
    limits.max_work = limits_max_work(limits.max_work, left);
    grid_space_reset(search->spaces.grid, &piece, &limits);
}

/// The end of the quick search: the goal, or the place nearest to it.
static grid_end end_reached(const fw_search *search)
{
    return grid_search_end_of(search->query, search->decisions.reached);
}

/// Copies the anchors of the quick path, and begins with its first piece. A path that a limit cut short stays
/// unchanged.
static fw_result begin_refining(fw_search *search)
{
    memory *memory = &search->kept.memory;
    refinement *refinement = &search->refinement;
    refinement->is_cheapest = false;
    grid_space_statistics(search->spaces.grid, &refinement->spent);
    refinement->quick_work = refinement->spent.work;
    refinement->count = 0;
    refinement->is_over = search->decisions.is_partial;
    if (refinement->is_over)
        return FW_OK;
    grid_route quick;
    if (grid_space_route(search->spaces.grid, end_reached(search), &quick) != FW_OK)
        return FW_NO_MEMORY;
    refinement->count = 1;
    if (MEMORY_RESERVE(memory, refinement->anchors, refinement->room, 1) != FW_OK ||
        splice(refinement, memory, 0, 0, &quick) != FW_OK)
        return FW_NO_MEMORY;
    refinement->target = quick.target;
    refinement->first = 0;
    refinement->length = FIRST_PIECE;
    begin_piece(search);
    return FW_OK;
}

/// Inserts the piece that was found, and begins the next one: half a piece farther, or at the start in the next round.
static fw_result leave_piece(fw_search *search)
{
    refinement *refinement = &search->refinement;
    const int32_t last = last_of_piece(refinement);
    const bool is_round_over = last == refinement->count - 1;
    grid_route piece;
    refinement->is_cheapest = piece_is_whole(refinement);
    if (grid_space_route(search->spaces.grid, GRID_END_GOAL, &piece) != FW_OK ||
        splice(refinement, &search->kept.memory, refinement->first, last, &piece) != FW_OK)
        return FW_NO_MEMORY;
    if (refinement->is_cheapest) {
        refinement->target = piece.target;
        refinement->is_over = true;
        return FW_OK;
    }
    const int32_t half = (steps_of(&piece) + 1) / 2;
    refinement->first = is_round_over ? 0 : refinement->first + half;
    refinement->length *= is_round_over ? 2 : 1;
    begin_piece(search);
    return FW_OK;
}

/// Searches for pieces until the work, the limits of the request or the pieces are used up. A search that ends at a
/// limit changes nothing.
static fw_result step_refining(fw_search *search, uint64_t work)
{
    refinement *refinement = &search->refinement;
    while (!refinement->is_over) {
        fw_statistics before, after;
        grid_space_statistics(search->spaces.grid, &before);
        const fw_result found = grid_space_run(search->spaces.grid, work);
        grid_space_statistics(search->spaces.grid, &after);
        if (found == FW_PENDING || found == FW_NO_MEMORY)
            return found;
        statistics_add(&refinement->spent, &after);
        refinement->is_over = found != FW_OK;
        if (found == FW_OK && leave_piece(search) != FW_OK)
            return FW_NO_MEMORY;
        const uint64_t spent = after.work - before.work;
        if (refinement->is_over)
            break;
        if (spent >= work)
            return FW_PENDING;
        work -= spent;
    }
    return FW_OK;
}

static fw_result runs_of(refinement *refinement, memory *memory, grid_route *route)
{
    if (MEMORY_RESERVE(memory, refinement->runs, refinement->run_room, (size_t)refinement->count) != FW_OK)
        return FW_NO_MEMORY;
    int32_t count = 0;
    for (int32_t i = 1; i < refinement->count; i++) {
        const grid_anchor from = refinement->anchors[i - 1], to = refinement->anchors[i];
        const int move = move_towards(to.x - from.x, to.y - from.y);
        if (count > 0 && refinement->runs[count - 1].direction == move)
            refinement->runs[count - 1].steps++;
        else
            refinement->runs[count++] = (grid_run){ .direction = move, .steps = 1 };
    }
    *route = (grid_route){ .runs = refinement->runs,
                           .count = count,
                           .start = refinement->anchors[0],
                           .end = refinement->anchors[refinement->count - 1],
                           .target = refinement->target };
    return FW_OK;
}

/// Writes the path so far. It leads to the end at any time during the refinement.
static fw_result write_refined(fw_search *search, fw_outcome outcome, fw_path *path)
{
    (void)outcome; // it is that of the quick path
    if (search->refinement.count == 0)
        return fw_path_copy(search->draft, path);
    grid_route route;
    if (runs_of(&search->refinement, &search->kept.memory, &route) != FW_OK)
        return FW_NO_MEMORY;
    route.cost = cost_of_runs(search, &route);
    return grid_search_write_route(search, search->decisions.reached, end_reached(search), &route, path);
}

static void statistics(const fw_search *search, fw_statistics *result)
{
    const refinement *refinement = &search->refinement;
    grid_space_statistics(search->spaces.grid, result);
    if (refinement->is_over)
        *result = refinement->spent;
    else
        statistics_add(result, &refinement->spent);
    result->bound = refinement->is_cheapest ? 1 : 0;
}

static double progress(const fw_search *search)
{
    fw_statistics now;
    statistics(search, &now);
    const double done =
        (double)(now.work - search->refinement.quick_work) / (double)search->query->request.refine;
    return done < 1 ? done : 1;
}

const stage_kind refine_stage = { .begin = begin_refining,
                                  .step = step_refining,
                                  .write = write_refined,
                                  .statistics = statistics,
                                  .progress = progress };
