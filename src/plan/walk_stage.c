#include <math.h>

#include "base/must_hold.h"
#include "plan/grid_stage.h"
#include "plan/planner.h"
#include "plan/route.h"
#include "plan/stage.h"
#include "plan/walk.h"

/// The function by which a method chooses legs; null if the method does not walk in legs.
static walk_chooser chooser_of(fw_method method)
{
    return method == FW_MIDPOINT  ? walk_choose_midpoint
           : method == FW_COMPASS ? walk_choose_by_compass
           : method == FW_SIGHT   ? walk_choose_in_sight
           : method == FW_AREAS   ? walk_choose_area
                                  : NULL;
}

/// Statistics of the present search, or of the last one.
static fw_statistics leg_statistics(const fw_search *search)
{
    if (search->spaces.walk->phase == WALK_PLANS)
        return area_search_statistics(&search->spaces.walk->planning);
    fw_statistics leg;
    grid_space_statistics(search->spaces.grid, &leg);
    return leg;
}

static uint64_t work_of(const fw_search *search)
{
    const walk *walk = search->spaces.walk;
    return walk->before.work + (walk->phase == WALK_IS_OVER ? 0 : leg_statistics(search).work);
}

static void begin_search(fw_search *search)
{
    const walk *walk = search->spaces.walk;
    grid_query leg = grid_search_between(search, walk->position,
                                         walk->is_methodical ? search->query->goal : walk->leg.goal);
    leg.window = walk->is_methodical ? NULL : &walk->leg.window;
    const search_limits limits = limits_left(search, walk->before.work);
    grid_space_reset(search->spaces.grid, &leg, &limits);
}

static void return_to_start(fw_search *search)
{
    walk *walk = search->spaces.walk;
    walk->position = (grid_anchor){ search->query->start.x, search->query->start.y };
    walk->run_count = 0;
    walk->cost = 0;
}

/// Begins the next search: the next leg, or if the method has given up and the request asks for it, A* from start to
/// goal.
///
/// @param chosen  FW_OK (the next leg is chosen), FW_GAVE_UP or FW_NO_MEMORY
/// @return FW_PENDING, FW_GAVE_UP or FW_NO_MEMORY
static fw_result go_on(fw_search *search, fw_result chosen)
{
    walk *walk = search->spaces.walk;
    if (chosen == FW_GAVE_UP && search->query->request.methodical) {
        walk->is_methodical = true;
        search->decisions.method = FW_ASTAR;
        return_to_start(search);
        chosen = FW_OK;
    }
    walk->phase = chosen == FW_OK ? WALK_GOES : WALK_IS_OVER;
    if (chosen != FW_OK)
        return chosen;
    begin_search(search);
    return FW_PENDING;
}

/// Begins the next leg. If there is none, the method gives up.
///
/// @return as go_on()
static fw_result begin_leg(fw_search *search)
{
    const bool has_failed = search->spaces.walk->failure;
    return go_on(search, has_failed ? FW_GAVE_UP : chooser_of(search->query->method)(search));
}

static fw_result begin(fw_search *search)
{
    if (grid_search_prepare(search) != FW_OK ||
        (!search->spaces.walk &&
         walk_create(&search->kept.memory, &search->spaces.pages.large, &search->spaces.walk) != FW_OK))
        return FW_NO_MEMORY;
    walk *walk = search->spaces.walk;
    walk->is_methodical = false;
    walk->failure = FW_LEGS_COMPLETE;
    walk->leg_count = 0;
    walk->area_count = 0;
    walk->before = (fw_statistics){ 0 };
    return_to_start(search);
    walk->phase =
        search->query->method == FW_AREAS && walk_plan_areas(search) == FW_OK ? WALK_PLANS : WALK_GOES;
    const fw_result begun = walk->phase == WALK_PLANS ? FW_PENDING : begin_leg(search);
    return begun == FW_NO_MEMORY ? begun : FW_OK;
}

static fw_result append(walk *walk, const grid_route *route)
{
    if (MEMORY_RESERVE(walk->memory, walk->runs, walk->run_capacity,
                       (size_t)walk->run_count + (size_t)route->count) != FW_OK)
        return FW_NO_MEMORY;
    for (int32_t i = 0; i < route->count; i++) {
        must_hold(walk->runs);
        grid_run *last = walk->run_count ? &walk->runs[walk->run_count - 1] : NULL;
        if (last && last->direction == route->runs[i].direction)
            last->steps += route->runs[i].steps;
        else
            walk->runs[walk->run_count++] = route->runs[i];
    }
    walk->cost += route->cost;
    walk->position = route->end;
    return FW_OK;
}

/// Ends a leg: appends its route and begins the next search.
///
/// @return FW_OK (the walk is complete), FW_PENDING (another search was begun), FW_NOT_FOUND, FW_GAVE_UP or
///         FW_NO_MEMORY
static fw_result leave_leg(fw_search *search, fw_result result)
{
    walk *walk = search->spaces.walk;
    const fw_statistics leg = leg_statistics(search);
    grid_route route;
    if (result == FW_OK && (grid_space_route(search->spaces.grid, GRID_END_GOAL, &route) != FW_OK ||
                            append(walk, &route) != FW_OK))
        return FW_NO_MEMORY;
    statistics_add(&walk->before, &leg);
    walk->leg_count += !walk->is_methodical;
    const bool is_there =
        walk->position.x == search->query->goal.x && walk->position.y == search->query->goal.y;
    if (walk->is_methodical || (result == FW_OK && is_there)) {
        walk->phase = WALK_IS_OVER;
        return result;
    }
    if (result != FW_OK)
        walk->failure = FW_LEG_OUTSIDE_WINDOW;
    return begin_leg(search);
}

/// Ends the search over areas, and begins the first leg.
///
/// @return as go_on()
static fw_result leave_plan(fw_search *search, fw_result result)
{
    const fw_statistics plan = leg_statistics(search);
    statistics_add(&search->spaces.walk->before, &plan);
    const fw_result taken = walk_take_areas(search, result);
    return taken == FW_OK ? begin_leg(search) : go_on(search, taken);
}

/// Continues the search under way; when it ends, begins the next one.
static fw_result step_search(fw_search *search, uint64_t work)
{
    walk *walk = search->spaces.walk;
    const bool plans = walk->phase == WALK_PLANS;
    const fw_result result =
        plans ? area_search_run(&walk->planning, work) : grid_space_run(search->spaces.grid, work);
    if (result != FW_OK && result != FW_NOT_FOUND)
        return result;
    return plans ? leave_plan(search, result) : leave_leg(search, result);
}

static fw_result step(fw_search *search, uint64_t work)
{
    const walk *walk = search->spaces.walk;
    const uint64_t before = work_of(search), end = work < UINT64_MAX - before ? before + work : UINT64_MAX;
    fw_result result =
        walk->phase == WALK_IS_OVER ? FW_GAVE_UP : FW_PENDING; // the method gave up before the first leg
    for (uint64_t done = before; result == FW_PENDING && done < end; done = work_of(search))
        result = step_search(search, end - done);
    return result;
}

/// Appends the route to the best anchor of the leg under way. FW_OK or FW_NO_MEMORY.
static fw_result append_best(fw_search *search)
{
    grid_route route;
    const fw_result routed = grid_space_route(search->spaces.grid, GRID_END_BEST, &route);
    return routed == FW_OK ? append(search->spaces.walk, &route) : routed == FW_NOT_FOUND ? FW_OK : routed;
}

static fw_result write(fw_search *search, fw_outcome outcome, fw_path *path)
{
    walk *walk = search->spaces.walk;
    const bool is_partial = outcome == FW_OUTCOME_PARTIAL;
    const struct walk kept = *walk;
    const grid_run last = walk->run_count ? walk->runs[walk->run_count - 1] : (grid_run){ 0 };
    fw_result written = is_partial && walk->phase == WALK_GOES ? append_best(search) : FW_OK;
    if (written == FW_OK && is_partial && walk->run_count == 0)
        written = FW_NOT_FOUND;
    const grid_route route = { .runs = walk->runs,
                               .count = walk->run_count,
                               .start = { search->query->start.x, search->query->start.y },
                               .end = walk->position,
                               .cost = walk->cost };
    if (written == FW_OK)
        written = write_route(search, outcome, &route, is_partial ? NULL : search->query->end, path);
    walk->run_count = kept.run_count;
    walk->cost = kept.cost;
    walk->position = kept.position;
    if (walk->run_count)
        walk->runs[walk->run_count - 1] = last;
    return written;
}

static void statistics(const fw_search *search, fw_statistics *result)
{
    const walk *walk = search->spaces.walk;
    *result = walk->before;
    if (walk->phase != WALK_IS_OVER) {
        const fw_statistics leg = leg_statistics(search);
        statistics_add(result, &leg);
    }
    result->bound = walk->is_methodical ? search->query->request.weight : 0;
    result->legs = walk->leg_count;
    result->leg_failure = walk->failure;
}

static double progress(const fw_search *search)
{
    const query *query = search->query;
    const double all = hypot(query->goal.x - query->start.x, query->goal.y - query->start.y);
    const double left = hypot(query->goal.x - search->spaces.walk->position.x,
                              query->goal.y - search->spaces.walk->position.y);
    return all > 0 ? fmax(0, 1 - left / all) : 0;
}

const stage_kind walk_stage = {
    .begin = begin, .step = step, .write = write, .statistics = statistics, .progress = progress
};
