#include "directional/search/directional_space.h"

#include <math.h>

#include "directional/ends/end_connections.h"
#include "directional/ends/end_floods.h"
#include "directional/ends/search_ends.h"
#include "directional/guides/guide_choice.h"
#include "directional/search/directional_expand.h"
#include "directional/search/directional_inside.h"
#include "directional/search/speed_ladder.h"
#include "directional/search/speed_search.h"
#include "directional/search/speed_space.h"
#include "search/counts.h"

/// Weights on h of a greedy search. A unit with a reverse gear backs out of a dead end, so its weight is larger.
#define GREEDY_WEIGHT    1.1
#define REVERSING_WEIGHT 1.2

fw_result directional_space_create(memory *memory, page_pool *pool, directional_space **created)
{
    directional_space *space = memory_get_zeroed(memory, 1, sizeof *space);
    if (!space)
        return FW_NO_MEMORY;
    best_first_init(&space->search, memory, pool);
    grid_field_init(&space->guide.field, memory);
    space->memory = memory;
    space->guide.perimeter = perimeter_create(memory, pool);
    space->guide.motions = motion_field_create(memory, pool);
    if (search_ends_init(&space->ends, memory, &space->task) != FW_OK || !space->guide.perimeter ||
        !space->guide.motions)
        return FW_NO_MEMORY;
    *created = space;
    return FW_OK;
}

/// Reserves memory for all steps out of one pose, and for as many successors.
static fw_result reserve_steps(directional_space *space)
{
    size_t most = MOST_CONNECTIONS;
    for (int32_t set = 0; set < space->task.query.table->set_count; set++)
        most += MOTION_GEARS * (size_t)space->task.query.table->sets[set].most;
    most *= space->task.query.speeds ? LADDER_LEVELS : 1;
    if (best_first_reserve(&space->search, most) != FW_OK)
        return FW_NO_MEMORY;
    return MEMORY_RESERVE(space->memory, space->steps, space->step_capacity, most);
}

search_limits limits_of_rest(const directional_space *space)
{
    search_limits limits = space->limits;
    const uint64_t spent = space->before.work;
    if (limits.max_work)
        limits.max_work = limits.max_work > spent ? limits.max_work - spent : 1;
    return limits;
}

/// Begins a search on the lattice with the motions and connections that are allowed now. FW_OK or FW_NO_MEMORY.
static fw_result begin_lattice(directional_space *space)
{
    space->phase = SPACE_LATTICE;
    if (search_ends_connect(&space->ends, &space->before.work) != FW_OK)
        return FW_NO_MEMORY;
    directional_guide_choose(space);
    const search_limits limits = limits_of_rest(space);
    if (space->task.query.speeds)
        speed_search_reset(space, &limits);
    else
        directional_search_reset(space, &limits);
    return FW_OK;
}

/// Begins the wide search.
///
/// @param phase  SPACE_WIDE: a single curve comes first
/// @return FW_OK or FW_NO_MEMORY
static fw_result begin_wide(directional_space *space, space_phase phase)
{
    if (!space->wide && wide_search_create(space->memory, space->search.nodes.pool, &space->wide) != FW_OK)
        return FW_NO_MEMORY;
    const exact_query query = directional_task_exact(&space->task);
    space->phase = phase;
    if (phase == SPACE_WIDE)
        search_ends_look_straight(&space->ends);
    const search_limits limits = limits_of_rest(space);
    directional_search_reset(space, &limits);
    return wide_search_reset(space->wide, &query, &limits);
}

/// Begins the search for the goals of a query. FW_OK or FW_NO_MEMORY.
static fw_result begin_query(directional_space *space, const directional_query *query)
{
    const fw_unit_def *unit = &query->unit->def;
    if (search_ends_reset(&space->ends, query) != FW_OK)
        return FW_NO_MEMORY;
    if (query->is_greedy)
        space->limits.weight = fmax(space->limits.weight, unit->reverse ? REVERSING_WEIGHT : GREEDY_WEIGHT);
    space->limits.max_cost = limits_max_cost(query->max_distance, MOTION_SCALE);
    space->limits.trace_scale = 1.0 / MOTION_SCALE;
    // A Dubins curve from pose to pose. For one with changes of gear, or to a goal with any heading, nothing is
    // claimed.
    space->is_curve_shortest = !query->goals.any_heading && !unit->reverse;
    directional_guide_reset(space);
    if (reserve_steps(space) != FW_OK || (query->speeds && speed_space_reset(space) != FW_OK))
        return FW_NO_MEMORY;
    return directional_query_allows_fine(query) && wide_search_suits(unit) ? begin_wide(space, SPACE_WIDE)
                                                                           : begin_lattice(space);
}

fw_result directional_space_reset(directional_space *space, const directional_query *query,
                                  const search_limits *limits)
{
    space->limits = *limits;
    space->before = (fw_statistics){ 0 };
    space->exhausted = FW_EXHAUSTED_NONE;
    space->alone = 0;
    space->is_shut_in = space->has_path = false;
    space->member_count = query->goals.count > 1 && query->goals.count <= FEW_GOALS ? query->goals.count : 0;
    for (int32_t i = 0; i < space->member_count; i++)
        space->members[i] = query->goals.items[i];
    return begin_query(space, query);
}

/// The end from which a lattice search that found no path has searched all poses: the end whose flood ran dry; the
/// goals if the guide knows that no path leads from the start to them; else the start.
static fw_exhausted exhausted_of(const directional_space *space)
{
    const bool is_at_goal =
        space->ends.dry_end == GOAL_END || (!space->ends.dry_end && directional_guide_misses_start(space));
    return is_at_goal ? FW_EXHAUSTED_GOAL : FW_EXHAUSTED_START;
}

fw_result directional_space_flood(directional_space *space)
{
    const fw_result flooded = search_ends_flood(&space->ends, &space->search.count.work);
    if (flooded == FW_NOT_FOUND)
        space->exhausted = exhausted_of(space);
    return flooded;
}

/// Continues the search on the lattice that was begun last: the floods, the guide, the best-first loop.
static fw_result continue_lattice(directional_space *space, uint64_t work)
{
    const fw_result flooded = search_ends_flood(&space->ends, &space->search.count.work);
    if (flooded != FW_OK)
        return flooded;
    const uint64_t end =
        work < UINT64_MAX - space->search.count.work ? space->search.count.work + work : UINT64_MAX;
    const fw_result guided =
        directional_guide_is_needed(space) ? directional_guide_begin(space, work) : FW_OK;
    if (guided != FW_OK)
        return guided;
    fw_result result = FW_PENDING; // the guide may have used up the work
    while (result == FW_PENDING && space->search.count.work < end)
        result = space->task.query.speeds ? speed_search_run(space, end - space->search.count.work)
                                          : directional_search_run(space, end - space->search.count.work);
    return result;
}

/// Allows extended motions and extended connections after a search that ran dry. Returns false if there are none, or
/// if they cannot help.
static bool may_escalate(directional_space *space)
{
    search_ends *ends = &space->ends;
    const directional_query *query = &space->task.query;
    if (query->extent == EXTENT_BASE || !query->table->escalates)
        return false;
    // Ends are rarely the cause of a large search that found nothing: the fine search decides.
    const bool only_dry = directional_query_allows_fine(query) && space->search.count.expanded > FLOOD_MOST;
    return search_ends_extend(ends, only_dry);
}

/// Continues the search on the lattice. If it runs dry, begins it again with more motions, until no more can help.
///
/// @param[in,out] left  work that is allowed; reduced by what was done
static fw_result run_lattice(directional_space *space, uint64_t *left)
{
    uint64_t before = space->search.count.work, work = *left;
    fw_result result = continue_lattice(space, work);
    while (result == FW_NOT_FOUND && may_escalate(space)) {
        const uint64_t spent = space->search.count.work - before;
        counts_add_in_turn(&space->before, &space->search.count);
        if (begin_lattice(space) != FW_OK)
            return FW_NO_MEMORY;
        before = space->search.count.work;
        work = work > spent ? work - spent : 0;
        result = work > 0 ? continue_lattice(space, work) : FW_PENDING;
    }
    const uint64_t spent = space->search.count.work - before;
    *left = work > spent ? work - spent : 0;
    return result;
}

/// Continues the wide search. If it finds nothing, begins the lattice search, if the unit has motions, or after it the
/// fine search.
///
/// @param[in,out] left  work that is allowed; reduced by what was done
static fw_result run_wide(directional_space *space, uint64_t *left)
{
    fw_statistics now, before;
    wide_search_statistics(space->wide, &before);
    const fw_result result =
        space->ends.direct_state == DIRECT_CHEAPEST ? FW_OK : wide_search_run(space->wide, *left);
    wide_search_statistics(space->wide, &now);
    const uint64_t spent = now.work - before.work;
    *left = *left > spent ? *left - spent : 0;
    if (result != FW_GAVE_UP || space->task.query.table->set_count == 0)
        return result;
    counts_add_in_turn(&space->before, &now);
    const fw_result begun = space->phase == SPACE_WIDE ? begin_lattice(space) : directional_begin_fine(space);
    return begun == FW_OK ? FW_PENDING : FW_NO_MEMORY;
}

static fw_result run_fine(directional_space *space, uint64_t work)
{
    const fw_result result = work > 0 ? fine_search_run(space->fine, work) : FW_PENDING;
    if (result == FW_NOT_FOUND)
        space->exhausted = fine_search_exhausted(space->fine);
    return result;
}

/// Continues the searches for the goals of the present query, one after the other.
static fw_result run_phases(directional_space *space, uint64_t work)
{
    if (space->phase == SPACE_WIDE) {
        const fw_result result = run_wide(space, &work);
        if (space->phase == SPACE_WIDE || result != FW_PENDING || work == 0)
            return result;
    }
    if (space->phase == SPACE_LATTICE) {
        const fw_result result = run_lattice(space, &work);
        if (result == FW_NOT_FOUND)
            space->exhausted = exhausted_of(space);
        if (result != FW_NOT_FOUND || !directional_query_allows_fine(&space->task.query))
            return result;
        counts_add_in_turn(&space->before, &space->search.count);
        const bool goes_wide = space->alone == 0 && wide_search_may_follow(&space->task.query.unit->def);
        if ((goes_wide ? begin_wide(space, SPACE_LATE_WIDE) : directional_begin_fine(space)) != FW_OK)
            return FW_NO_MEMORY;
    }
    if (space->phase == SPACE_LATE_WIDE) {
        const fw_result result = run_wide(space, &work);
        if (space->phase == SPACE_LATE_WIDE || result != FW_PENDING)
            return result;
    }
    return run_fine(space, work);
}

/// True if a search for one of a few goals alone may find a path that the search for all of them has missed: the poses
/// that its cells keep depend on the goals.
static bool may_search_alone(const directional_space *space)
{
    return space->phase == SPACE_FINE && space->alone < space->member_count;
}

/// Begins the search for the next of a few goals alone. FW_PENDING or FW_NO_MEMORY.
static fw_result begin_alone(directional_space *space)
{
    fw_statistics now;
    fine_search_statistics(space->fine, &now);
    counts_add_in_turn(&space->before, &now);
    directional_query query = space->task.query;
    query.goals = goal_set_of(&space->members[space->alone++], query.goals.any_heading);
    return begin_query(space, &query) == FW_OK ? FW_PENDING : FW_NO_MEMORY;
}

/// Begins with the next goal after a search that found no path. That is enough for a step: it looks for connections.
static fw_result go_on(directional_space *space)
{
    space->is_shut_in |= space->exhausted == FW_EXHAUSTED_START;
    if (may_search_alone(space))
        return begin_alone(space);
    if (space->is_shut_in)
        space->exhausted = FW_EXHAUSTED_START;
    return FW_NOT_FOUND;
}

fw_result directional_space_run(directional_space *space, uint64_t work)
{
    const fw_result result = run_phases(space, work);
    space->has_path = result == FW_OK;
    return result == FW_NOT_FOUND ? go_on(space) : result;
}

bool directional_space_has_direct(const directional_space *space)
{
    return space->ends.direct_state != DIRECT_NONE;
}

void directional_space_list_start(const directional_space *space, connections *listed)
{
    connections_copy(space->ends.starts, listed);
}

void directional_space_list_goal(const directional_space *space, connections *listed)
{
    search_ends_list_goal(&space->ends, listed);
}

void directional_space_connect_start(const directional_space *space, connections *found)
{
    search_ends_connect_start(&space->ends, found);
}

bool directional_space_nearest(const directional_space *space, double *square)
{
    return searches_wide(space) ? wide_search_nearest(space->wide, square)
                                : directional_nearest_slot(space, square) != NO_SLOT;
}

/// True if the single curve is the answer: no path is cheaper, or the search has ended with it. A search for the least
/// time does not count it.
static bool is_by_curve(const directional_space *space)
{
    const best_first *search = &space->search;
    return space->ends.direct_state == DIRECT_CHEAPEST ||
           (space->has_path && !space->task.query.speeds && search->goal_g < COST_LIMIT &&
            search->goal_parent == NO_SLOT);
}

/// fw_statistics::bound: the factor by which the path may exceed the optimum; 0 = unknown. It is asked for when the
/// search has ended, and the query's unit and map may be gone.
static double bound_of(const directional_space *space)
{
    const directional_query *query = &space->task.query;
    if (space->phase == SPACE_FINE)
        return 0.0;
    if (is_by_curve(space))
        return space->is_curve_shortest && space->ends.direct_state == DIRECT_CHEAPEST ? 1.0 : 0.0;
    if (searches_wide(space))
        return 0.0;
    const bool is_exact =
        query->start.on_lattice && space->ends.loose_count == 0 && !space->task.ground.extended_ends;
    const bool is_estimated = query->is_greedy || !heuristic_is_bound(query->heuristic);
    return is_exact && !is_estimated ? space->search.limits.weight : 0.0;
}

/// The level that has found the path, or that is under way.
static fw_search_level level_of(const directional_space *space)
{
    if (space->phase == SPACE_FINE)
        return FW_LEVEL_FINE;
    if (is_by_curve(space))
        return FW_LEVEL_CURVE;
    if (searches_wide(space))
        return FW_LEVEL_WIDE;
    return search_ends_are_extended(&space->ends) ? FW_LEVEL_EXTENDED : FW_LEVEL_BASE;
}

const char *fw_search_level_name(fw_search_level level)
{
    static const char *const names[FW_LEVEL_COUNT] = {
        [FW_LEVEL_NONE] = "none",         [FW_LEVEL_CURVE] = "curve", [FW_LEVEL_BASE] = "base",
        [FW_LEVEL_EXTENDED] = "extended", [FW_LEVEL_FINE] = "fine",   [FW_LEVEL_WIDE] = "wide"
    };
    return (unsigned)level < FW_LEVEL_COUNT ? names[level] : "unknown";
}

const char *fw_exhausted_name(fw_exhausted end)
{
    static const char *const names[FW_EXHAUSTED_COUNT] = {
        [FW_EXHAUSTED_NONE] = "none", [FW_EXHAUSTED_START] = "start", [FW_EXHAUSTED_GOAL] = "goal"
    };
    return (unsigned)end < FW_EXHAUSTED_COUNT ? names[end] : "unknown";
}

void directional_space_statistics(const directional_space *space, fw_statistics *statistics)
{
    fw_statistics now = space->search.count;
    if (space->phase == SPACE_FINE)
        fine_search_statistics(space->fine, &now);
    if (searches_wide(space))
        wide_search_statistics(space->wide, &now);
    *statistics = space->before;
    counts_add_in_turn(statistics, &now);
    statistics->pages = space->search.nodes.page_count + space->guide.field.page_count;
    statistics->bound = bound_of(space);
    statistics->level = level_of(space);
    statistics->exhausted = space->exhausted;
}

bool directional_space_is_beyond(const directional_space *space)
{
    return space->search.beyond != NO_SLOT;
}

double directional_space_progress(const directional_space *space)
{
    switch (space->phase) {
    case SPACE_WIDE:
    case SPACE_LATE_WIDE:
        return wide_search_progress(space->wide);
    case SPACE_FINE:
        return fine_search_progress(space->fine);
    case SPACE_LATTICE:
        break;
    }
    return best_first_progress(&space->search);
}

bool directional_space_has_guide(const directional_space *space)
{
    return space->phase == SPACE_LATTICE && space->search.count.expanded > 0;
}

double directional_space_estimate(const directional_space *space, int32_t x, int32_t y, double heading)
{
    const lattice_pose pose = { x, y, motion_heading_near(heading, space->task.query.table->headings) };
    const cost h = directional_space_has_guide(space) ? space->guide.kind->estimate(space, pose) : COST_LIMIT;
    return h < COST_LIMIT ? (double)h * space->limits.trace_scale : INFINITY;
}
