#include "shape/turns.h"

#include <math.h>

#include "curve/path.h"
#include "fairway/shape.h"
#include "grid/grid_moves.h"
#include "plan/draft.h"
#include "plan/finished.h"
#include "plan/planner.h"
#include "shape/path_on_map.h"
#include "shape/violations.h"

/// Most searches for one path.
enum { MOST_ROUNDS = 64 };

void recalculation_forget(recalculation *of)
{
    fw_overlay_clear(of->forbidden);
    *of = (recalculation){ .forbidden = of->forbidden };
}

static void add_statistics(fw_statistics *sum, const fw_statistics *added)
{
    sum->expanded += added->expanded;
    sum->generated += added->generated;
    sum->improved += added->improved;
    sum->reopened += added->reopened;
    sum->work += added->work;
    if (sum->fringe < added->fringe)
        sum->fringe = added->fringe;
}

void recalculation_spend(recalculation *of, const fw_statistics *spent)
{
    add_statistics(&of->earlier, spent);
}

void recalculation_add(const recalculation *of, fw_statistics *statistics)
{
    add_statistics(statistics, &of->earlier);
    statistics->turn_rounds = of->rounds;
    statistics->lost_approaches = of->lost;
}

/// A step of the grid.
typedef struct grid_step {
    int32_t x, y; ///< anchor where it begins
    int move;
} grid_step;

/// The steps between two waypoints, as the first or the last of them; false where these are not both on the lattice.
static bool find_step(int32_t size, shape_point from, shape_point to, bool is_last, grid_step *found)
{
    const int32_t x = anchor_of(from.x, size), y = anchor_of(from.y, size);
    const int32_t to_x = anchor_of(to.x, size), to_y = anchor_of(to.y, size);
    const fw_pose begin = centre_of(x, y, size), end = centre_of(to_x, to_y, size);
    if ((x == to_x && y == to_y) || fabs(begin.x - from.x) > ON_LATTICE ||
        fabs(begin.y - from.y) > ON_LATTICE || fabs(end.x - to.x) > ON_LATTICE ||
        fabs(end.y - to.y) > ON_LATTICE)
        return false;
    const int dx = (to_x > x) - (to_x < x), dy = (to_y > y) - (to_y < y);
    int move = 0;
    while (move_dx[move] != dx || move_dy[move] != dy)
        move++;
    *found = is_last ? (grid_step){ to_x - dx, to_y - dy, move } : (grid_step){ x, y, move };
    return true;
}

/// The step with which the path leaves a waypoint; where it takes none from there on, its last one.
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

/// Forbids the steps that led to illegal turns.
///
/// @return FW_OK, FW_NOT_FOUND (there are none) or FW_NO_MEMORY
static fw_result forbid_steps(fw_search *search)
{
    const turner *turns = &search->planner->turns;
    const fw_map *map = search->planner->map;
    const fw_allocator hooks = memory_hooks(&search->planner->from);
    fw_overlay **forbidden = &search->turning.forbidden;
    fw_result result = FW_NOT_FOUND;
    if (!*forbidden && fw_overlay_create(fw_map_width(map), fw_map_height(map), &hooks, forbidden) != FW_OK)
        return FW_NO_MEMORY;
    for (int32_t i = 0; i < turns->illegal_count; i++) {
        grid_step step;
        if (!find_step_after(&turns->room.way, search->asked.unit->def.size, turns->illegal[i], &step))
            continue;
        result = fw_overlay_forbid(*forbidden, step.x, step.y, (uint8_t)(1u << step.move));
        if (result != FW_OK)
            return result;
    }
    return result;
}

/// Takes what the last search has used up from what the next one may use.
///
/// @return false where nothing is left
static bool take_off_limits(fw_search *search, const fw_statistics *spent)
{
    fw_request *ask = &search->asked.ask;
    if ((ask->max_work && ask->max_work <= spent->work) || search->turning.rounds + 1 == MOST_ROUNDS)
        return false;
    if (ask->max_work)
        ask->max_work -= spent->work;
    if (!ask->max_time_us)
        return true;
    const uint64_t now = clock_us(), passed = now - search->turning.begun_us;
    search->turning.begun_us = now;
    if (ask->max_time_us <= passed)
        return false;
    ask->max_time_us -= passed;
    return true;
}

/// Begins the chain again with A*, which heeds what is forbidden.
static fw_result search_again(fw_search *search)
{
    recalculation *turning = &search->turning;
    fw_statistics spent = { 0 };
    search->chain[0]->statistics(search, &spent);
    if (!take_off_limits(search, &spent))
        return FW_LIMIT;
    const fw_result forbidden = forbid_steps(search);
    if (forbidden != FW_OK)
        return forbidden;
    recalculation_spend(turning, &spent);
    turning->lost += (uint32_t)search->planner->turns.lost;
    turning->rounds++;
    if (search->asked.method == FW_JUMP_POINTS)
        search->asked.method = FW_ASTAR;
    search->chain[0] = &grid_stage;
    search->stage = 0;
    const fw_result begun = grid_stage.begin(search);
    return begun == FW_OK ? FW_PENDING : begun;
}

static fw_result step(fw_search *search, uint64_t work)
{
    (void)work;
    const query *asked = &search->asked;
    if (asked->is_hybrid && search->hybrid->is_whole)
        return FW_OK; // driven already
    turner *turns = &search->planner->turns;
    const bend_ends ends = draft_ends(search);
    const smooth_ground ground = { .map = search->planner->map,
                                   .unit = asked->unit,
                                   .overlay = asked->ask.overlay };
    const turn_task task = { .on = ground,
                             .kind = asked->ask.turns,
                             .start = asked->ask.start,
                             .has_goal_heading = !ends.any_goal,
                             .goal_heading = ends.goal };
    const fw_result bent = turns_bend(turns, &task, search->draft);
    if (bent != FW_OK || !turns->illegal_count || search->is_partial)
        return bent;
    const fw_result again = search_again(search);
    if (again == FW_LIMIT)
        path_set_outcome(search->draft, FW_OUTCOME_PARTIAL);
    return again;
}

const stage_kind turns_stage = {
    .begin = draft_begin, .step = step, .write = draft_write, .progress = draft_progress
};

/// Turns a finished path, which starts where it starts.
static fw_result turn(turner *by, const smooth_ground *ground, fw_turns kind, const double *start,
                      const double *goal, fw_path *path)
{
    const fw_result judged = turns_judge(ground->unit, kind);
    if (judged != FW_OK)
        return judged;
    turn_task task = { .on = *ground, .kind = kind, .must_be_legal = kind == FW_TURNS_RECALCULATE };
    fw_path_pose_at(path, 0, &task.start);
    if (start)
        task.start.heading = *start;
    task.has_goal_heading = goal != NULL;
    task.goal_heading = goal ? *goal : 0;
    return turns_bend(by, &task, path);
}

fw_result fw_path_turn(fw_planner *planner, const fw_overlay *overlay, fw_turns kind, const double *start,
                       const double *goal, fw_path *path)
{
    if (!planner || !path)
        return FW_NULL_ARGUMENT;
    if (kind < FW_TURNS_NONE || kind > FW_TURNS_BACK_UP)
        return FW_BAD_VALUE;
    if ((start && !isfinite(*start)) || (goal && !isfinite(*goal)))
        return FW_NOT_FINITE;
    smooth_ground ground;
    fw_result result = finished_ground(planner, overlay, path, &ground);
    if (result == FW_OK)
        result = path_on_map(ground.map, path);
    if (result != FW_OK || kind == FW_TURNS_NONE)
        return result;
    if (ground.unit->def.turn_radius > 0)
        result = turn(&planner->turns, &ground, kind, start, goal, path);
    if (result != FW_OK)
        return result;
    violations_count_blocked(&ground, path);
    violations_count_turns(ground.unit, start, goal, path);
    return FW_OK;
}
