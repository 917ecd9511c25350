#include "directional/search/directional_inside.h"

#include <math.h>

#include "directional/search/speed_ladder.h"
#include "directional/search/speed_space.h"

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
    space->forward = memory_get_zeroed(memory, 1, sizeof *space->forward);
    space->backward = memory_get_zeroed(memory, 1, sizeof *space->backward);
    space->starts = memory_get_zeroed(memory, 1, sizeof *space->starts);
    space->goals = memory_get_zeroed(memory, 1, sizeof *space->goals);
    if (!space->guide.perimeter || !space->guide.motions || !space->forward || !space->backward ||
        !space->starts || !space->goals) {
        directional_space_destroy(space);
        return FW_NO_MEMORY;
    }
    *created = space;
    return FW_OK;
}

void directional_space_destroy(directional_space *space)
{
    if (!space)
        return;
    best_first_free(&space->search);
    grid_field_free(&space->guide.field);
    motion_field_destroy(space->guide.motions);
    perimeter_destroy(space->guide.perimeter);
    memory_give_back(space->memory, space->starts, 1, sizeof *space->starts);
    memory_give_back(space->memory, space->goals, 1, sizeof *space->goals);
    memory_give_back(space->memory, space->forward, 1, sizeof *space->forward);
    memory_give_back(space->memory, space->backward, 1, sizeof *space->backward);
    memory_give_back(space->memory, space->ways, space->way_capacity, sizeof *space->ways);
    memory_give_back(space->memory, space->route, space->route_capacity, sizeof *space->route);
    memory_give_back(space->memory, space->origins, space->origin_capacity, sizeof *space->origins);
    memory_give_back(space->memory, space->joints, space->joint_capacity, sizeof *space->joints);
    memory_give_back(space->memory, space->joined, space->joined_capacity, sizeof *space->joined);
    speed_space_destroy(space->memory, space->speeds);
    fine_search_destroy(space->fine);
    memory_give_back(space->memory, space, 1, sizeof *space);
}

size_t directional_space_bytes(const directional_space *space)
{
    return sizeof *space + best_first_bytes(&space->search) + grid_field_bytes(&space->guide.field) +
           motion_field_bytes(space->guide.motions) + perimeter_bytes(space->guide.perimeter) +
           2 * sizeof *space->backward + 2 * sizeof *space->goals +
           space->way_capacity * sizeof *space->ways + space->route_capacity * sizeof *space->route +
           space->origin_capacity * sizeof *space->origins + space->joint_capacity * sizeof *space->joints +
           space->joined_capacity * sizeof *space->joined + speed_space_bytes(space->speeds) +
           fine_search_bytes(space->fine);
}

/// Reserves memory for all ways out of one pose, and for as many successors.
static fw_result reserve_ways(directional_space *space)
{
    size_t most = MOST_CONNECTIONS;
    for (int32_t set = 0; set < space->ask.table->set_count; set++)
        most += MOTION_GEARS * (size_t)space->ask.table->sets[set].most;
    most *= space->ask.speeds ? LADDER_LEVELS : 1;
    if (best_first_reserve(&space->search, most) != FW_OK)
        return FW_NO_MEMORY;
    return memory_reserve(space->memory, &space->ways, &space->way_capacity, most, sizeof *space->ways);
}

/// Begins a search on the lattice with the motions and connections that are allowed now.
///
/// @return FW_OK or FW_NO_MEMORY
static fw_result begin_lattice(directional_space *space)
{
    if (directional_connect_ends(space) != FW_OK)
        return FW_NO_MEMORY;
    directional_guide_choose(space);
    space->nearest_square = INFINITY;
    space->probed = FW_PENDING;
    search_limits limits = space->limits;
    const uint64_t spent = space->before.work;
    if (limits.max_work)
        limits.max_work = limits.max_work > spent ? limits.max_work - spent : 1;
    if (space->ask.speeds)
        speed_search_reset(space, &limits);
    else
        directional_search_reset(space, &limits);
    return FW_OK;
}

fw_result directional_space_reset(directional_space *space, const directional_query *query,
                                  const search_limits *limits)
{
    const fw_overlay *overlay = overlay_is_empty(query->overlay) ? NULL : query->overlay;
    const fw_unit_def *unit = &query->unit->def;
    space->ask = *query;
    if (has_several(space))
        space->ask.goal.heading = -1; // so that no lookup table is used for `goal`, which does not count
    space->body = sweep_body_of(&unit->footprint);
    space->charges = surcharge_of(query->map, query->unit, overlay, query->turn_charge);
    space->driver = *unit;
    space->driver.gear_change_cost = (double)space->charges.gear_change / MOTION_SCALE;
    space->keeps_gear = unit->reverse && space->charges.gear_change > 0;
    space->limits = *limits;
    if (query->is_greedy)
        space->limits.weight = fmax(space->limits.weight, unit->reverse ? REVERSING_WEIGHT : GREEDY_WEIGHT);
    space->limits.max_cost = limits_max_cost(query->max_distance, MOTION_SCALE);
    space->limits.trace_scale = 1.0 / MOTION_SCALE;
    space->ground = (motion_ground){ .table = query->table,
                                     .open = query->unit->body,
                                     .reverses = unit->reverse,
                                     .overlay = overlay,
                                     .passage = passage_rules_of(query->unit, overlay),
                                     .corridor_shift = query->corridor_shift,
                                     .has_window = query->has_window,
                                     .window = query->window,
                                     .start = query->start,
                                     .goals = has_several(space) ? goal_places_box(&query->several)
                                                                 : lattice_window_of(query->goal),
                                     .extended_reach = (int32_t)ceil(2 * unit->turn_radius) };
    space->suspect = space->forward;
    space->before = (fw_statistics){ 0 };
    space->seems_dead = space->is_fine = false;
    space->joined_ends = space->extended_joins = 0;
    space->goal_reach = query->goal_on_lattice ? 0 : CONNECTION_REACH;
    space->starts->count = space->goals->count = 0;
    directional_guide_reset(space);
    if (reserve_ways(space) != FW_OK || directional_several_reset(space) != FW_OK ||
        (query->speeds && speed_space_reset(space) != FW_OK))
        return FW_NO_MEMORY;
    return begin_lattice(space);
}

fw_result directional_space_probe(directional_space *space)
{
    if (space->probed == FW_PENDING)
        space->probed =
            space->seems_dead ? FW_NOT_FOUND : directional_probe_ends(space, &space->search.count.work);
    return space->probed;
}

/// Continues the search on the lattice that was begun last: the floods, the guide, the best-first loop.
static fw_result continue_lattice(directional_space *space, uint64_t work)
{
    if (directional_space_probe(space) != FW_OK)
        return space->probed;
    const uint64_t end =
        work < UINT64_MAX - space->search.count.work ? space->search.count.work + work : UINT64_MAX;
    const fw_result guided =
        directional_guide_is_needed(space) ? directional_guide_begin(space, work) : FW_OK;
    if (guided != FW_OK)
        return guided;
    fw_result result = FW_PENDING; // the guide may have used up the work
    while (result == FW_PENDING && space->search.count.work < end)
        result = space->ask.speeds ? speed_search_run(space, end - space->search.count.work)
                                   : directional_search_run(space, end - space->search.count.work);
    return result;
}

static void add_statistics(fw_statistics *sum, const fw_statistics *more)
{
    sum->expanded += more->expanded;
    sum->generated += more->generated;
    sum->improved += more->improved;
    sum->reopened += more->reopened;
    sum->work += more->work;
    sum->fringe = more->fringe > sum->fringe ? more->fringe : sum->fringe;
}

/// Allows extended motions and extended connections after a search that ran dry.
///
/// @return false if there are none, or if they cannot help
static bool may_escalate(directional_space *space)
{
    if (space->seems_dead || space->ask.is_base || !space->ask.table->escalates)
        return false;
    if (!directional_is_extended(space))
        space->seems_dead = directional_seems_dead(space, true, &space->search.count.work);
    return !space->seems_dead && directional_extend(space);
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
        add_statistics(&space->before, &space->search.count);
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

/// True if the fine search may follow the lattice search. It does not follow repairs, searches for the least time and
/// searches for the pose nearest to the goal.
static bool may_look_closer(const directional_space *space)
{
    const directional_query *ask = &space->ask;
    return ask->table->escalates && !ask->is_base && !ask->speeds && ask->aim_count == 0;
}

fw_result directional_space_run(directional_space *space, uint64_t work)
{
    if (!space->is_fine) {
        const fw_result result = run_lattice(space, &work);
        if (result != FW_NOT_FOUND || !may_look_closer(space))
            return result;
        add_statistics(&space->before, &space->search.count);
        if (directional_begin_fine(space) != FW_OK)
            return FW_NO_MEMORY;
    }
    return work > 0 ? fine_search_run(space->fine, work) : FW_PENDING;
}

bool directional_space_has_direct(const directional_space *space)
{
    return space->has_direct;
}

const connections *directional_space_starts(const directional_space *space)
{
    return space->starts;
}

const connections *directional_space_goals(const directional_space *space)
{
    return space->goals;
}

bool directional_space_nearest(const directional_space *space, fw_pose *nearest)
{
    *nearest = space->nearest_pose;
    return space->nearest_square < INFINITY;
}

/// fw_statistics::bound: the factor by which the path may exceed the optimum; 0 = unknown. A single curve is the
/// optimum if it is a Dubins curve from pose to pose: no path is shorter, with or without obstacles. A curve with
/// changes of gear, or to a goal with any heading, need not be the cheapest.
static double bound_of(const directional_space *space)
{
    const directional_query *ask = &space->ask;
    if (space->is_fine)
        return 0.0;
    if (space->has_direct && !ask->speeds)
        return ask->goal_any_heading || ask->unit->def.reverse ? 0.0 : 1.0;
    const bool is_exact = ask->start_on_lattice && ask->goal_on_lattice && !space->ground.extended_ends;
    const bool is_estimated = ask->is_greedy || !heuristic_is_bound(ask->heuristic);
    return is_exact && !is_estimated ? space->search.limits.weight : 0.0;
}

/// The level that has found the path, or that is under way.
static fw_search_level level_of(const directional_space *space)
{
    if (space->is_fine)
        return FW_LEVEL_FINE;
    if (space->has_direct && !space->ask.speeds)
        return FW_LEVEL_CURVE;
    return directional_is_extended(space) ? FW_LEVEL_EXTENDED : FW_LEVEL_BASE;
}

const char *fw_search_level_name(fw_search_level level)
{
    static const char *const names[FW_LEVEL_COUNT] = { [FW_LEVEL_NONE] = "none",
                                                       [FW_LEVEL_CURVE] = "curve",
                                                       [FW_LEVEL_BASE] = "base",
                                                       [FW_LEVEL_EXTENDED] = "extended",
                                                       [FW_LEVEL_FINE] = "fine" };
    return (unsigned)level < FW_LEVEL_COUNT ? names[level] : "unknown";
}

void directional_space_statistics(const directional_space *space, fw_statistics *statistics)
{
    fw_statistics now = space->search.count;
    if (space->is_fine)
        fine_search_statistics(space->fine, &now);
    *statistics = space->before;
    add_statistics(statistics, &now);
    statistics->pages = space->search.nodes.page_count + space->guide.field.page_count;
    statistics->bytes = directional_space_bytes(space);
    statistics->bound = bound_of(space);
    statistics->level = level_of(space);
}

bool directional_space_is_beyond(const directional_space *space)
{
    return space->search.beyond != NO_SLOT;
}

double directional_space_progress(const directional_space *space)
{
    return space->is_fine ? fine_search_progress(space->fine) : best_first_progress(&space->search);
}
