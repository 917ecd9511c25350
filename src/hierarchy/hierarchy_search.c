#include "hierarchy/hierarchy_search.h"

#include <string.h>

#include "hierarchy/cluster_legs.h"

/// Expansions of the graph for each leg of the first segment, and for one leg beyond, before the segment is chosen.
enum { LOOK_AHEAD = 16 };

typedef enum search_phase {
    PHASE_LOOK_AHEAD,    ///< search on the graph, for the first segment
    PHASE_FIRST_SEGMENT, ///< refine the first segment
    PHASE_ABSTRACT,      ///< search on the graph for the goal
    PHASE_REFINE,
    PHASE_DONE
} search_phase;

struct hierarchy_search {
    memory *memory;
    abstract_space space;
    cluster_legs legs;
    search_phase phase;
    search_limits limits; ///< of the request
    fw_statistics ahead;  ///< of the search that looked ahead, if another one goes on from the first segment
};

fw_result hierarchy_search_create(memory *memory, page_pool *pool, hierarchy_search **created)
{
    hierarchy_search *search = memory_get_zeroed(memory, 1, sizeof *search);
    if (!search)
        return FW_NO_MEMORY;
    search->memory = memory;
    abstract_space_init(&search->space, memory, pool);
    cluster_legs_init(&search->legs, memory, &search->space);
    *created = search;
    return FW_OK;
}

void hierarchy_search_destroy(hierarchy_search *search)
{
    if (!search)
        return;
    abstract_space_free(&search->space);
    cluster_legs_free(&search->legs);
    memory_give_back(search->memory, search, 1, sizeof *search);
}

size_t hierarchy_search_bytes(const hierarchy_search *search)
{
    return sizeof *search + abstract_space_bytes(&search->space) + cluster_legs_bytes(&search->legs);
}

fw_result hierarchy_search_reset(hierarchy_search *search, const hierarchy_query *query,
                                 const search_limits *limits)
{
    search->phase = query->segment && query->max_distance <= 0 ? PHASE_LOOK_AHEAD : PHASE_ABSTRACT;
    search->limits = *limits;
    search->ahead = (fw_statistics){ 0 };
    const fw_result reset = abstract_space_reset(&search->space, query, limits);
    return reset == FW_OK ? cluster_legs_reset(&search->legs, query->segment) : reset;
}

static uint64_t work_done(const hierarchy_search *search)
{
    return search->ahead.work + search->space.search.count.work + search->legs.work;
}

static bool is_spent(const hierarchy_search *search)
{
    const search_limits *limits = &search->limits;
    return (limits->max_work && work_done(search) >= limits->max_work) ||
           (limits->deadline_us && clock_us() >= limits->deadline_us);
}

/// Searches on the graph for the goal, then lists the legs of the path.
static fw_result search_graph(hierarchy_search *search, uint64_t end)
{
    const uint64_t done = work_done(search);
    const fw_result found = done < end ? abstract_space_run(&search->space, end - done) : FW_PENDING;
    if (found != FW_OK)
        return found;
    search->phase = PHASE_REFINE;
    return cluster_legs_list(&search->legs, search->space.search.goal_parent, true);
}

/// Searches on the graph until the first segment can be decided on: the path to the node that seems nearest to the goal
/// begins with it.
static fw_result look_ahead(hierarchy_search *search, uint64_t end)
{
    cluster_legs *legs = &search->legs;
    const uint64_t most = LOOK_AHEAD * ((uint64_t)legs->segment + 1);
    while (search->space.search.count.expanded < most) {
        if (work_done(search) >= end)
            return FW_PENDING;
        const fw_result found = search_graph(search, work_done(search) + 1);
        if (found != FW_PENDING)
            return found;
    }
    search->phase = PHASE_ABSTRACT;
    if (cluster_legs_list(legs, best_first_best(&search->space.search), false) != FW_OK)
        return FW_NO_MEMORY;
    if (legs->count <= legs->segment) {
        legs->count = 0;
        return FW_OK;
    }
    legs->count = legs->segment;
    search->phase = PHASE_FIRST_SEGMENT;
    return FW_OK;
}

/// Refines the legs that are listed, until `end` work is done.
static fw_result refine(hierarchy_search *search, uint64_t end)
{
    while (search->legs.refined < search->legs.count) {
        if (work_done(search) >= end)
            return FW_PENDING;
        if (is_spent(search))
            return FW_LIMIT;
        cluster_legs_advance(&search->legs);
    }
    return FW_OK;
}

/// Begins a search on the graph that goes on from the first segment.
static fw_result search_on(hierarchy_search *search)
{
    if (is_spent(search))
        return FW_LIMIT;
    search_limits limits = search->limits;
    const grid_anchor start = cluster_legs_continue(&search->legs);
    limits.max_work -= limits.max_work ? work_done(search) : 0;
    search->ahead = search->space.search.count;
    search->phase = PHASE_ABSTRACT;
    abstract_space_begin_at(&search->space, start, &limits);
    return FW_OK;
}

/// Takes the search through a phase, until `end` work is done.
///
/// @return FW_OK: the phase is over; else as hierarchy_search_run()
static fw_result run_phase(hierarchy_search *search, uint64_t end)
{
    fw_result result = FW_OK;
    switch (search->phase) {
    case PHASE_LOOK_AHEAD:
        return look_ahead(search, end);
    case PHASE_FIRST_SEGMENT:
        result = refine(search, end);
        return result == FW_OK ? search_on(search) : result;
    case PHASE_ABSTRACT:
        return search_graph(search, end);
    case PHASE_REFINE:
        result = refine(search, end);
        search->phase = result == FW_OK ? PHASE_DONE : PHASE_REFINE;
        return result;
    case PHASE_DONE:
        break;
    }
    return result;
}

fw_result hierarchy_search_run(hierarchy_search *search, uint64_t work)
{
    const uint64_t done = work_done(search), end = work < UINT64_MAX - done ? done + work : UINT64_MAX;
    fw_result result = FW_OK;
    while (result == FW_OK && search->phase != PHASE_DONE) {
        const bool is_first = search->phase == PHASE_FIRST_SEGMENT;
        result = run_phase(search, end);
        if (is_first && result == FW_OK && end != UINT64_MAX)
            return FW_PENDING; // the unit can set out
    }
    return result;
}

/// Number of legs of the segments that are ready.
static int32_t ready_legs(const hierarchy_search *search)
{
    const cluster_legs *legs = &search->legs;
    const bool is_whole = search->phase == PHASE_DONE || !legs->segment;
    return is_whole ? legs->refined : legs->refined / legs->segment * legs->segment;
}

fw_result hierarchy_search_route(hierarchy_search *search, grid_end end, grid_route *route)
{
    if (end == GRID_END_BEST && search->phase == PHASE_ABSTRACT && !search->legs.segment) {
        const uint32_t best = best_first_best(&search->space.search);
        if (best == NO_SLOT)
            return FW_NOT_FOUND;
        if (cluster_legs_draft(&search->legs, best) != FW_OK)
            return FW_NO_MEMORY;
    }
    const int32_t legs = ready_legs(search);
    return legs == 0 ? FW_NOT_FOUND : cluster_legs_route(&search->legs, legs, route);
}

void hierarchy_search_statistics(const hierarchy_search *search, fw_statistics *statistics)
{
    const fw_statistics *ahead = &search->ahead;
    const int32_t segment = search->legs.segment;
    *statistics = search->space.search.count;
    statistics->expanded += ahead->expanded;
    statistics->generated += ahead->generated;
    statistics->improved += ahead->improved;
    statistics->reopened += ahead->reopened;
    statistics->fringe = ahead->fringe > statistics->fringe ? ahead->fringe : statistics->fringe;
    statistics->work = work_done(search);
    statistics->pages = search->space.search.nodes.page_count;
    statistics->bytes = hierarchy_search_bytes(search);
    if (segment)
        statistics->legs = (uint32_t)((ready_legs(search) + segment - 1) / segment);
}

double hierarchy_search_progress(const hierarchy_search *search)
{
    return search->phase == PHASE_DONE ? 1.0 : best_first_progress(&search->space.search);
}
