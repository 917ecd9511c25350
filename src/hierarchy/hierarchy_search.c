#include "hierarchy/hierarchy_search.h"

#include "hierarchy/abstract_search.h"
#include "hierarchy/cluster_visits.h"
#include "hierarchy/short_path.h"
#include "search/counts.h"

/// Expansions of the graph for each visit of the first leg, and for one visit beyond, before the leg is chosen.
enum { LOOK_AHEAD = 16 };

typedef enum search_phase {
    PHASE_LOOK_AHEAD, ///< search on the graph, for the first leg
    PHASE_FIRST_LEG,  ///< refine the first leg
    PHASE_ABSTRACT,   ///< search on the graph for the goal
    PHASE_SHORT,      ///< refine a short path
    PHASE_SHORT_DONE,
    PHASE_REFINE, ///< refine another path
    PHASE_DONE
} search_phase;

struct hierarchy_search {
    memory *memory;
    abstract_space space;
    cluster_visits visits;
    short_path short_path;
    search_phase phase;
    search_limits limits; ///< of the request
    fw_statistics ahead;  ///< of the search that looked ahead, if another one goes on from the first leg
};

fw_result hierarchy_search_create(memory *memory, page_pool *pool, hierarchy_search **created)
{
    hierarchy_search *search = memory_get_zeroed(memory, 1, sizeof *search);
    if (!search)
        return FW_NO_MEMORY;
    search->memory = memory;
    abstract_search_init(&search->space, memory, pool);
    cluster_visits_init(&search->visits, memory, &search->space);
    short_path_init(&search->short_path, memory, &search->space);
    *created = search;
    return FW_OK;
}

fw_result hierarchy_search_reset(hierarchy_search *search, const hierarchy_query *query,
                                 const search_limits *limits)
{
    search->phase = query->leg_tiles && query->max_distance <= 0 ? PHASE_LOOK_AHEAD : PHASE_ABSTRACT;
    search->limits = *limits;
    search->limits.weight *= GRAPH_WEIGHT;
    search->ahead = (fw_statistics){ 0 };
    search->short_path.work = 0;
    const fw_result reset = abstract_search_reset(&search->space, query, &search->limits);
    return reset == FW_OK ? cluster_visits_reset(&search->visits, query->leg_tiles) : reset;
}

static uint64_t work_done(const hierarchy_search *search)
{
    return search->ahead.work + search->space.search.count.work + search->short_path.work +
           search->visits.work;
}

static bool is_spent(const hierarchy_search *search)
{
    const search_limits *limits = &search->limits;
    return (limits->max_work && work_done(search) >= limits->max_work) ||
           (limits->deadline_us && clock_us() >= limits->deadline_us);
}

/// Lists the visits of the path that the search on the graph has found.
static fw_result begin_to_refine(hierarchy_search *search)
{
    search->phase = PHASE_REFINE;
    return cluster_visits_list(&search->visits, search->space.search.goal_parent, true);
}

/// Searches on the graph for the goal, then begins to refine the path.
static fw_result search_graph(hierarchy_search *search, uint64_t end)
{
    const uint64_t done = work_done(search);
    const fw_result found = done < end ? abstract_search_run(&search->space, end - done) : FW_PENDING;
    if (found != FW_OK)
        return found;
    bool is_short = false;
    if (!search->visits.leg_visits && short_path_begin(&search->short_path, &is_short) != FW_OK)
        return FW_NO_MEMORY;
    if (!is_short)
        return begin_to_refine(search);
    search->phase = PHASE_SHORT;
    return FW_OK;
}

/// Searches on the graph until the first leg can be decided on: the path to the node that seems nearest to the goal
/// begins with it.
static fw_result look_ahead(hierarchy_search *search, uint64_t end)
{
    cluster_visits *visits = &search->visits;
    const uint64_t most = LOOK_AHEAD * ((uint64_t)visits->leg_visits + 1);
    while (search->space.search.count.expanded < most) {
        if (work_done(search) >= end)
            return FW_PENDING;
        const fw_result found = search_graph(search, work_done(search) + 1);
        if (found != FW_PENDING)
            return found;
    }
    search->phase = PHASE_ABSTRACT;
    if (cluster_visits_list(visits, best_first_best(&search->space.search), false) != FW_OK)
        return FW_NO_MEMORY;
    if (visits->count <= visits->leg_visits) {
        visits->count = 0;
        return FW_OK;
    }
    visits->count = visits->leg_visits;
    search->phase = PHASE_FIRST_LEG;
    return FW_OK;
}

/// Refines a short path, until `end` work is done.
static fw_result refine_short(hierarchy_search *search, uint64_t end)
{
    const uint64_t limit = search->limits.max_work, stop = limit && limit < end ? limit : end;
    fw_result found = FW_PENDING;
    while (found == FW_PENDING) {
        if (work_done(search) >= end)
            return FW_PENDING;
        if (is_spent(search))
            return FW_LIMIT;
        found = short_path_run(&search->short_path, stop - work_done(search));
    }
    if (found == FW_NOT_FOUND)
        return begin_to_refine(search);
    search->phase = PHASE_SHORT_DONE;
    return FW_OK;
}

/// Refines the visits that are listed, until `end` work is done.
static fw_result refine(hierarchy_search *search, uint64_t end)
{
    while (search->visits.refined < search->visits.count) {
        if (work_done(search) >= end)
            return FW_PENDING;
        if (is_spent(search))
            return FW_LIMIT;
        cluster_visits_advance(&search->visits);
    }
    return FW_OK;
}

/// Begins a search on the graph that goes on from the first leg.
static fw_result search_on(hierarchy_search *search)
{
    if (is_spent(search))
        return FW_LIMIT;
    search_limits limits = search->limits;
    const grid_anchor start = cluster_visits_continue(&search->visits);
    limits.max_work -= limits.max_work ? work_done(search) : 0;
    search->ahead = search->space.search.count;
    search->phase = PHASE_ABSTRACT;
    abstract_search_begin_at(&search->space, start, &limits);
    return FW_OK;
}

static bool is_done(const hierarchy_search *search)
{
    return search->phase == PHASE_SHORT_DONE || search->phase == PHASE_DONE;
}

/// Takes the search through a phase, until `end` work is done. FW_OK: the phase is over; else as
/// hierarchy_search_run().
static fw_result run_phase(hierarchy_search *search, uint64_t end)
{
    fw_result result = FW_OK;
    switch (search->phase) {
    case PHASE_LOOK_AHEAD:
        return look_ahead(search, end);
    case PHASE_FIRST_LEG:
        result = refine(search, end);
        return result == FW_OK ? search_on(search) : result;
    case PHASE_ABSTRACT:
        return search_graph(search, end);
    case PHASE_SHORT:
        return refine_short(search, end);
    case PHASE_REFINE:
        result = refine(search, end);
        search->phase = result == FW_OK ? PHASE_DONE : PHASE_REFINE;
        return result;
    case PHASE_SHORT_DONE:
    case PHASE_DONE:
        break;
    }
    return result;
}

fw_result hierarchy_search_run(hierarchy_search *search, uint64_t work)
{
    const uint64_t done = work_done(search), end = work < UINT64_MAX - done ? done + work : UINT64_MAX;
    fw_result result = FW_OK;
    while (result == FW_OK && !is_done(search)) {
        const bool is_first = search->phase == PHASE_FIRST_LEG;
        result = run_phase(search, end);
        if (is_first && result == FW_OK && end != UINT64_MAX)
            return FW_PENDING; // the unit can set out
    }
    return result;
}

/// Number of visits of the legs that are ready.
static int32_t ready_visits(const hierarchy_search *search)
{
    const cluster_visits *visits = &search->visits;
    const bool is_whole = search->phase == PHASE_DONE || !visits->leg_visits;
    return is_whole ? visits->refined : visits->refined / visits->leg_visits * visits->leg_visits;
}

fw_result hierarchy_search_route(hierarchy_search *search, grid_end end, grid_route *route)
{
    if (search->phase == PHASE_SHORT_DONE)
        return short_path_route(&search->short_path, route);
    const bool has_no_visits = search->phase == PHASE_ABSTRACT || search->phase == PHASE_SHORT;
    if (end == GRID_END_BEST && has_no_visits && !search->visits.leg_visits) {
        const uint32_t best = best_first_best(&search->space.search);
        if (best == NO_SLOT)
            return FW_NOT_FOUND;
        if (cluster_visits_draft(&search->visits, best) != FW_OK)
            return FW_NO_MEMORY;
    }
    const int32_t visits = ready_visits(search);
    return visits == 0 ? FW_NOT_FOUND : cluster_visits_route(&search->visits, visits, route);
}

void hierarchy_search_statistics(const hierarchy_search *search, fw_statistics *statistics)
{
    const fw_statistics *ahead = &search->ahead;
    const int32_t leg = search->visits.leg_visits;
    *statistics = search->space.search.count;
    counts_add_in_turn(statistics, ahead);
    statistics->work = work_done(search);
    statistics->pages = search->space.search.nodes.page_count;
    if (leg)
        statistics->legs = (uint32_t)((ready_visits(search) + leg - 1) / leg);
}

double hierarchy_search_progress(const hierarchy_search *search)
{
    return is_done(search) ? 1.0 : best_first_progress(&search->space.search);
}
