#include "plan/search_pool.h"

#include "base/def.h"
#include "grid/jump_explore.h"
#include "grid/jump_kind.h"
#include "grid/natural_moves.h"
#include "map/map.h"
#include "plan/replanning.h"

static bool is_number_of_runs(uint32_t count)
{
    return count >= 64 && count <= 65536 && (count & (count - 1)) == 0;
}

static const fw_planner_def defaults = { .bytes = sizeof defaults,
                                         .cookie = PLANNER_DEF_COOKIE,
                                         .known_runs = 2048 };

fw_result fw_planner_def_init(fw_planner_def *def, size_t bytes)
{
    return def_init(def, bytes, &defaults, sizeof defaults);
}

fw_planner_def fw_default_planner_def(void)
{
    return defaults;
}

static page_pool pages_of(memory *memory, int page_shift, size_t kept_bytes)
{
    enum { FEWEST_KEPT = 4 };
    page_pool pool = node_page_pool(memory, page_shift);
    const size_t kept = kept_bytes / pool.page_bytes;
    if (kept_bytes > 0)
        pool.most_kept = kept < FEWEST_KEPT ? FEWEST_KEPT : kept;
    return pool;
}

fw_result fw_planner_create(const fw_map *map, const fw_planner_def *def, fw_planner **created)
{
    if (!map || !created)
        return FW_NULL_ARGUMENT;
    fw_planner_def room;
    def = def ? def_whole(def, &defaults, sizeof defaults, &room) : &defaults;
    if (!def)
        return FW_BAD_DEF;
    if (!is_number_of_runs(def->known_runs))
        return FW_BAD_VALUE;
    memory memory;
    memory_init(&memory, def->allocator);
    fw_planner *planner = memory_get_zeroed(&memory, 1, sizeof *planner);
    if (!planner)
        return FW_NO_MEMORY;
    planner->memory = memory;
    planner->map = map;
    planner->recorder = map->pins->recorder;
    planner->known.room = def->known_runs;
    planner->known.memory = &planner->memory;
    map_pin_join(map, &planner->pin);
    shapers_init(&planner->finishing, &planner->memory, &planner->known);
    planner->kept_bytes = def->kept_bytes;
    planner->pages = pages_of(&planner->memory, NODE_PAGE_SHIFT, def->kept_bytes);
    planner->small_pages = pages_of(&planner->memory, SMALL_NODE_PAGE_SHIFT, def->kept_bytes);
    *created = planner;
    return FW_OK;
}

fw_search *planner_take_search(fw_planner *planner)
{
    fw_search *search = planner->idle;
    if (search) {
        planner->idle = search->next;
        planner->idle_count--;
    } else {
        search = memory_get_zeroed(&planner->memory, 1, sizeof *search);
        if (!search)
            return NULL;
        search->planner = planner;
        keeper_init(&search->kept, &planner->memory);
        memory *memory = &search->kept.memory;
        search->spaces.pages.large = pages_of(memory, NODE_PAGE_SHIFT, planner->kept_bytes);
        search->spaces.pages.jump = pages_of(memory, JUMP_NODE_PAGE_SHIFT, planner->kept_bytes);
        search->spaces.pages.cluster = pages_of(memory, CLUSTER_NODE_PAGE_SHIFT, planner->kept_bytes);
        search->spaces.pages.small = pages_of(memory, SMALL_NODE_PAGE_SHIFT, planner->kept_bytes);
        search->query = &search->judged;
        map_pin_join(planner->map, &search->pin);
        shapers_init(&search->shapers, memory, &planner->known);
    }
    search->next = NULL;
    search->spaces.flow = NULL;
    search->record.stream.number = search->record.number = 0;
    recalculation_clear(&search->recalculation);
    tally_clear(&search->tally);
    attempts_clear(&search->attempts);
    if (search->replanning)
        replanning_clear(search);
    return search;
}

static void destroy_search(fw_search *search)
{
    map_pin_leave(&search->pin);
    jump_space_destroy(search->spaces.jump); // it lets go of its graph
    keeper_release(&search->kept);
    memory_give_back(&search->planner->memory, search, 1, sizeof *search);
}

void planner_put_search(fw_planner *planner, fw_search *search)
{
    if (planner->idle_count == MOST_AT_ONCE || search->ended == FW_NO_MEMORY) {
        destroy_search(search);
        return;
    }
    search->previous = NULL;
    search->next = planner->idle;
    planner->idle = search;
    planner->idle_count++;
}

void planner_drop_own(fw_planner *planner)
{
    if (planner->own)
        destroy_search(planner->own);
    planner->own = NULL;
}

void planner_add_active(fw_planner *planner, fw_search *search)
{
    search->previous = NULL;
    search->next = planner->active;
    if (planner->active)
        planner->active->previous = search;
    planner->active = search;
}

static void destroy_list(fw_search *first)
{
    while (first) {
        fw_search *next = first->next;
        destroy_search(first);
        first = next;
    }
}

static void trim_pages(search_pages *pages)
{
    page_pool_trim(&pages->large);
    page_pool_trim(&pages->jump);
    page_pool_trim(&pages->cluster);
    page_pool_trim(&pages->small);
}

void planner_trim(fw_planner *planner)
{
    queue_trim(&planner->queue, &planner->memory);
    destroy_list(planner->idle);
    planner->idle = NULL;
    planner->idle_count = 0;
    planner_drop_own(planner);
    fw_path_destroy(planner->found);
    planner->found = NULL;
    if (!planner->active) {
        jump_graph_free_all(&planner->jump_graphs);
        natural_moves_destroy(&planner->memory, planner->natural_moves);
        planner->natural_moves = NULL;
        known_runs_free(&planner->known); // a search may rest between two runs
    }
    for (fw_search *search = planner->active; search; search = search->next)
        trim_pages(&search->spaces.pages);
    page_pool_trim(&planner->pages);
    page_pool_trim(&planner->small_pages);
    shapers_free(&planner->finishing);
}

void planner_destroy(fw_planner *planner)
{
    queue_free(&planner->queue, &planner->memory);
    destroy_list(planner->active);
    planner->active = NULL;
    planner_trim(planner);
    map_pin_leave(&planner->pin);
    memory memory = planner->memory;
    memory_give_back(&memory, planner, 1, sizeof *planner);
}

size_t fw_planner_bytes(const fw_planner *planner)
{
    return planner ? planner->memory.bytes : 0;
}

/// Explores the graph of jump points of a unit, as far as it has one.
static fw_result prepare_unit(fw_planner *planner, const map_version *map, fw_unit_id id, fw_method method)
{
    const map_unit *unit = map_find_unit(map, id);
    const uint32_t bit = FW_METHOD_BIT(method);
    if (!unit)
        return FW_UNKNOWN_UNIT;
    if (!((jump_tables_kind.methods | jump_tables_kind.helps) & bit))
        return FW_OK;
    const jump_tables *tables = map_table(map, unit, &jump_tables_kind);
    if (!tables)
        return jump_tables_kind.methods & bit ? FW_NOT_PREPARED : FW_OK;
    jump_graph *graph = jump_graph_of(&planner->memory, &planner->jump_graphs, tables);
    return graph ? jump_graph_explore(graph, tables) : FW_NO_MEMORY;
}

fw_result fw_planner_prepare(fw_planner *planner, fw_unit_id unit, fw_method method)
{
    if (!planner)
        return FW_NULL_ARGUMENT;
    if ((unsigned)method >= FW_METHOD_COUNT)
        return FW_BAD_VALUE;
    const fw_result result = prepare_unit(planner, map_pin_hold(&planner->pin), unit, method);
    map_pin_let_go(&planner->pin);
    return result;
}

fw_result fw_planner_statistics(const fw_planner *planner, fw_statistics *statistics)
{
    if (!planner || !statistics)
        return FW_NULL_ARGUMENT;
    *statistics = (fw_statistics){ 0 };
    return planner->own ? fw_search_statistics(planner->own, statistics) : FW_OK;
}

fw_result fw_planner_get_statistics(const fw_planner *planner, fw_statistics *statistics, size_t bytes)
{
    fw_statistics whole;
    const fw_result result = fw_planner_statistics(planner, &whole);
    return result == FW_OK ? struct_give(statistics, bytes, &whole, sizeof whole) : result;
}
