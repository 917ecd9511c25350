// The search on the graph of the hierarchy.

#include <stdlib.h>

#include "base/keeper.h"
#include "common/drawing.h"
#include "common/relaxed_graph.h"
#include "common/rounds.h"
#include "common/scene.h"
#include "common/unit.h"
#include "hierarchy/abstract_search.h"
#include "hierarchy/shared_kind.h"
#include "map/overlay.h"

/// Integer costs are true to 1e-8 of a diagonal step.
#define EXACT 1e-6

static fw_request request_by_hierarchy(const scene *scene, const int32_t from[2], const int32_t to[2])
{
    fw_request ask = scene_request(scene, from[0], from[1], to[0], to[1]);
    ask.method = FW_HIERARCHY;
    return ask;
}

static const hierarchy *table_of(const scene *scene)
{
    const map_version *version = map_version_of(scene->map);
    return unit_graph_of(version, map_find_unit(version, scene->unit)).table;
}

/// A search on the graph.
typedef struct graph_search {
    memory memory;
    keeper kept;
    page_pool pages;
    abstract_space space;
} graph_search;

/// Runs a search to its end.
///
/// @return the cost of the way that it finds, or COST_LIMIT
static cost graph_search_run(graph_search *search, const scene *scene, const hierarchy *table,
                             const int32_t from[2], const int32_t to[2])
{
    const map_version *version = map_version_of(scene->map);
    const map_unit *unit = map_find_unit(version, scene->unit);
    const hierarchy_query query = { .map = version,
                                    .unit = unit,
                                    .table = table,
                                    .kind = unit_graph_of(version, unit).kind,
                                    .overlay = scene->overlay,
                                    .start_x = from[0],
                                    .start_y = from[1],
                                    .goal = { .kind = GRID_GOAL_ANCHOR, .x = to[0], .y = to[1] } };
    *search = (graph_search){ 0 };
    memory_init(&search->memory, NULL);
    keeper_init(&search->kept, &search->memory);
    search->pages = node_page_pool(&search->kept.memory, CLUSTER_NODE_PAGE_SHIFT);
    abstract_search_init(&search->space, &search->kept.memory, &search->pages);
    assert_int_equal(abstract_search_reset(&search->space, &query, &(search_limits){ .weight = 1.0 }), FW_OK);
    const fw_result result = abstract_search_run(&search->space, UINT64_MAX);
    return result == FW_OK ? search->space.search.goal_g : COST_LIMIT;
}

static void graph_search_end(graph_search *search)
{
    keeper_release(&search->kept);
    assert_int_equal(search->memory.bytes, 0);
}

/// The cost that the search on the graph finds, or COST_LIMIT.
static cost abstract_cost(const scene *scene, const hierarchy *table, const int32_t from[2],
                          const int32_t to[2])
{
    static graph_search search;
    const cost found = graph_search_run(&search, scene, table, from, to);
    graph_search_end(&search);
    return found;
}

/// The least costs from a tile to the transitions of its cluster, within the cluster.
///
/// @param to          another tile
/// @param[out] costs  [transition] WAVE_UNKNOWN: no way leads there
/// @return the cost to the other tile, or WAVE_UNKNOWN
static uint64_t costs_from(const scene *scene, const hierarchy *table, const int32_t from[2],
                           const int32_t to[2], uint64_t *costs)
{
    const map_unit *unit = map_find_unit(map_version_of(scene->map), scene->unit);
    const ground_rules rules = ground_rules_of(map_version_of(scene->map), unit->layer, &unit->def);
    const cluster_at cluster = cluster_of_tile(&table->grid, from[0], from[1]);
    const cluster_record *record = table->records[cluster_index(&table->grid, cluster)];
    const cluster_box box = cluster_box_of(&table->grid, cluster);
    const int32_t count = record ? cluster_record_count(record) : 0;
    const bool holds_both = cluster_box_holds(&box, to[0], to[1]);
    memory memory;
    memory_init(&memory, NULL);
    cluster_wave over = { 0 };
    assert_int_equal(cluster_wave_reserve(&over, &memory, table->grid.side, &rules), FW_OK);
    ground_load(&over.ground, &rules, box);
    wave_begin(&over.wave, &over.ground);
    wave_add_seed(&over.wave,
                  (wave_seed){ .tile = ground_tile(&over.ground, from[0], from[1]), .move = NO_MOVE });
    for (int32_t i = 0; i < count; i++)
        wave_want(&over.wave, record->transitions[i].tile);
    if (holds_both)
        wave_want(&over.wave, ground_tile(&over.ground, to[0], to[1]));
    wave_run(&over.wave);
    for (int32_t i = 0; i < count; i++) {
        const uint64_t within = wave_distance(&over.wave, record->transitions[i].tile);
        costs[i] =
            within == WAVE_UNKNOWN ? within : within + transition_half(&over.ground, &record->transitions[i]);
    }
    const uint64_t found =
        holds_both ? wave_distance(&over.wave, ground_tile(&over.ground, to[0], to[1])) : WAVE_UNKNOWN;
    ground_free(&over.ground);
    wave_free(&over.wave);
    return found;
}

/// The cost of the cheapest way on the graph, or COST_LIMIT.
static cost least_cost(const scene *scene, const hierarchy *table, const int32_t from[2], const int32_t to[2])
{
    relaxed_graph graph = relaxed_graph_of(table);
    const cluster_grid *grid = &table->grid;
    const size_t start = cluster_index(grid, cluster_of_tile(grid, from[0], from[1]));
    const size_t goal = cluster_index(grid, cluster_of_tile(grid, to[0], to[1]));
    const int32_t count = table->records[goal] ? cluster_record_count(table->records[goal]) : 0;
    uint64_t to_goal[MOST_TRANSITIONS];
    uint64_t least = costs_from(scene, table, from, to, &graph.nearest[graph.first[start]]);
    costs_from(scene, table, to, from, to_goal);
    relaxed_graph_run(&graph);
    for (int32_t i = 0; i < count; i++) {
        const uint64_t there = graph.nearest[graph.first[goal] + (size_t)i];
        if (there != UINT64_MAX && to_goal[i] != WAVE_UNKNOWN && there + to_goal[i] < least)
            least = there + to_goal[i];
    }
    relaxed_graph_end(&graph);
    return least == WAVE_UNKNOWN ? COST_LIMIT : least;
}

TEST(the_search_finds_the_cheapest_way_on_the_graph)
{
    random_source source = { 1003 };
    int found = 0;
    for (int i = 0; i < rounds(1500); i++) {
        scene scene = scene_with_clusters_at_random(&source);
        const hierarchy *table = table_of(&scene);
        int32_t from[2], to[2];
        for (int query = 0; query < 6 && scene_pick_ends(&scene, &source, from, to); query++) {
            const cost least = least_cost(&scene, table, from, to);
            assert_int_equal(abstract_cost(&scene, table, from, to), least);
            found += least != COST_LIMIT;
        }
        scene_end(&scene);
    }
    assert_true(found > at_least(4000));
}

/// The cost that the search on the graph finds if landmarks count as valid, or as not valid; or COST_LIMIT.
static cost cost_if(bool are_valid, const scene *scene, const int32_t from[2], const int32_t to[2])
{
    hierarchy table = *table_of(scene);
    table.landmarks.are_valid = are_valid;
    return abstract_cost(scene, &table, from, to);
}

/// The cost that the search on the graph finds without landmarks, or COST_LIMIT.
static cost blind_cost(const scene *scene, const int32_t from[2], const int32_t to[2])
{
    return cost_if(false, scene, from, to);
}

/// Blocks tiles by an overlay, then on the map.
TEST(under_an_overlay_that_blocks_tiles_the_way_costs_as_much_as_with_these_tiles_blocked)
{
    random_source source = { 1005 };
    int found = 0;
    for (int i = 0; i < rounds(1500); i++) {
        scene scene = scene_with_clusters_at_random(&source);
        const int32_t width = scene.seen.width, height = scene.seen.height;
        const int32_t x = (int32_t)random_below(&source, (uint32_t)width);
        const int32_t y = (int32_t)random_below(&source, (uint32_t)height);
        const int32_t across = width - x < 3 ? width - x : 3, down = height - y < 3 ? height - y : 3;
        int32_t from[2], to[2];
        assert_int_equal(fw_overlay_create(width, height, NULL, &scene.overlay), FW_OK);
        assert_int_equal(fw_overlay_block(scene.overlay, x, y, across, down), FW_OK);
        if (scene_pick_ends(&scene, &source, from, to) &&
            overlay_open(scene.overlay, scene.seen.size, from[0], from[1]) & 1 &&
            overlay_open(scene.overlay, scene.seen.size, to[0], to[1]) & 1) {
            const cost least = blind_cost(&scene, from, to);
            fw_overlay_destroy(scene.overlay);
            scene.overlay = NULL;
            assert_int_equal(fw_map_set_rect(scene.map, x, y, across, down, FW_BLOCKED), FW_OK);
            assert_int_equal(fw_map_commit(scene.map), FW_OK);
            assert_int_equal(blind_cost(&scene, from, to), least);
            found += least != COST_LIMIT;
        }
        scene_end(&scene);
    }
    assert_true(found > at_least(500));
}

/// Counts the nodes that were reached, and those whose transition was reached the other way round at no greater cost.
static void count_ways_back(const graph_search *search, size_t *nodes, size_t *back)
{
    const node_store *store = &search->space.search.nodes;
    for (uint32_t slot = 0; slot < store->page_count << store->page_shift; slot++) {
        const fw_node_id id = node_id_of(store, slot);
        const node *node = node_store_reached(store, id);
        if (!node)
            continue;
        const cluster_entry entry = cluster_entry_of(&search->space.grid, id);
        const cluster_entry other = { cluster_beside(entry.cluster, entry.side), move_opposite(entry.side),
                                      entry.place };
        const struct node *twin = node_store_reached(store, cluster_entry_id(&search->space.grid, other));
        *nodes += 1;
        *back += twin && twin->g <= node->g;
    }
}

TEST(few_ways_lead_back_through_a_transition_that_another_has_taken)
{
    random_source source = { 1004 };
    size_t nodes = 0, back = 0;
    for (int i = 0; i < 20; i++) {
        fw_unit_def unit = fw_default_unit_def();
        unit.terrain_cost[FW_SAND] = 1.5f;
        unit.terrain_cost[FW_SWAMP] = 2.5f;
        unit.methods = FW_METHOD_BIT(FW_HIERARCHY);
        scene scene = scene_with_patches(&source, 160, 200, unit);
        int32_t from[2], to[2];
        static graph_search search;
        if (scene_pick_ends(&scene, &source, from, to)) {
            graph_search_run(&search, &scene, table_of(&scene), from, to);
            count_ways_back(&search, &nodes, &back);
            graph_search_end(&search);
        }
        scene_end(&scene);
    }
    assert_true(nodes > 1000 && 6 * back < nodes);
}

/// A path may leave the way on the graph, but only for a cheaper one; and the search on the graph may take a way that
/// costs a hundredth more than the cheapest.
TEST(no_path_costs_a_hundredth_more_than_the_cheapest_way_on_the_graph)
{
    random_source source = { 1002 };
    int found = 0;
    for (int i = 0; i < rounds(600); i++) {
        scene scene = scene_with_clusters_at_random(&source);
        int32_t from[2], to[2];
        for (int query = 0; query < 6 && scene_pick_ends(&scene, &source, from, to); query++) {
            const fw_request ask = request_by_hierarchy(&scene, from, to);
            if (scene_ask(&scene, &ask) != FW_OK)
                continue;
            const cost least = abstract_cost(&scene, table_of(&scene), from, to);
            assert_true(scene_summary(&scene).cost <= 1.0101 * (double)least / ABSTRACT_TILE + EXACT);
            found++;
        }
        scene_end(&scene);
    }
    assert_true(found > at_least(1000));
}

static void assert_landmarks_mislead_nobody(const scene *scene, random_source *source)
{
    int32_t from[2], to[2];
    for (int i = 0; i < 4; i++)
        if (scene_pick_ends(scene, source, from, to))
            assert_int_equal(abstract_cost(scene, table_of(scene), from, to), blind_cost(scene, from, to));
}

TEST(landmarks_change_no_cost_and_after_commits_they_do_not_either)
{
    random_source source = { 1001 };
    int valid = 0;
    for (int i = 0; i < 400; i++) {
        scene scene = scene_with_clusters_at_random(&source);
        assert_landmarks_mislead_nobody(&scene, &source);
        scene_edit_at_random(&scene, &source, 1);
        const hierarchy *table = table_of(&scene); // a large commit builds another one
        world_of(scene.map, scene.unit, &scene.seen);
        if (table->landmarks.moved_count == 0)
            assert_landmarks_mislead_nobody(&scene, &source);
        assert_int_equal(fw_map_prepare(scene.map, scene.unit, FW_HIERARCHY), FW_OK);
        assert_int_equal(table->landmarks.moved_count, 0);
        valid += table->landmarks.are_valid;
        assert_landmarks_mislead_nobody(&scene, &source);
        scene_end(&scene);
    }
    assert_true(valid > 200);
}

/// Prepares the graph of a scene's unit anew in small steps. While landmarks are sought, tiles are blocked now and
/// then, or tiles are freed.
///
/// @return number of tiles that were changed
static int prepare_while_tiles_change(scene *scene, random_source *source)
{
    const uint8_t terrain = random_below(source, 2) ? FW_BLOCKED : FW_GROUND;
    fw_unit_def def;
    int edits = 0, steps = 0;
    assert_int_equal(fw_map_unit(scene->map, scene->unit, &def), FW_OK);
    assert_int_equal(fw_map_remove_unit(scene->map, scene->unit), FW_OK);
    def.methods = FW_METHOD_BIT(FW_ASTAR);
    scene->unit = add_unit(scene->map, def);
    while (fw_map_prepare_step(scene->map, scene->unit, FW_HIERARCHY, 12) == FW_PENDING) {
        assert_true(steps++ < 100000);
        if (!table_of(scene) || random_below(source, 4))
            continue;
        const int32_t x = (int32_t)random_below(source, (uint32_t)scene->seen.width);
        const int32_t y = (int32_t)random_below(source, (uint32_t)scene->seen.height);
        assert_int_equal(fw_map_set_tile(scene->map, x, y, terrain), FW_OK);
        assert_int_equal(fw_map_commit(scene->map), FW_OK);
        edits++;
    }
    world_of(scene->map, scene->unit, &scene->seen);
    return edits;
}

TEST(landmarks_found_while_the_map_changed_change_no_cost_either)
{
    random_source source = { 1006 };
    int valid = 0;
    for (int i = 0; i < rounds(400); i++) {
        scene scene = scene_with_clusters_at_random(&source);
        const int edits = prepare_while_tiles_change(&scene, &source);
        const landmarks *landmarks = &table_of(&scene)->landmarks;
        if (landmarks->are_valid && landmarks->moved_count == 0) {
            assert_landmarks_mislead_nobody(&scene, &source);
            valid += edits > 0;
        }
        scene_end(&scene);
    }
    assert_true(valid > at_least(50));
}

enum { LAND = 24, FAMILY = 4 };

/// Units of one map, the last one of which comes and goes.
typedef struct family {
    fw_map *map;
    fw_unit_id units[FAMILY];
    int count;
    fw_abstraction abstraction;
    fw_dominance dominance;
} family;

/// For each kind, a terrain costs more than those before it, or is closed: an edit makes ways cheaper for all kinds or
/// for none.
static const uint8_t by_cost[] = { FW_GROUND, FW_SWAMP, FW_SAND, FW_BLOCKED };

static void family_grow(family *family)
{
    static const float swamp[FAMILY] = { 2, 0, 3, 1.25f }, sand[FAMILY] = { 0, 0, 6, 1.5f };
    const int kind = family->count++;
    fw_unit_def def = unit_of_size(kind == 2 ? 2 : 1);
    def.methods = FW_METHOD_BIT(FW_HIERARCHY);
    def.cluster = 8;
    def.abstraction = family->abstraction;
    def.dominance = family->dominance;
    def.terrain_cost[FW_SWAMP] = swamp[kind];
    def.terrain_cost[FW_SAND] = sand[kind];
    family->units[kind] = add_unit(family->map, def);
}

static family family_of(random_source *source, int number)
{
    family made = { .map = open_map(LAND, LAND),
                    .abstraction = number % 2 ? FW_ABSTRACTION_SHARED : FW_ABSTRACTION_UNIT,
                    .dominance = (fw_dominance)(number / 2 % 3) };
    for (int32_t i = 0; i < LAND * LAND; i++)
        assert_int_equal(
            fw_map_set_tile(made.map, i % LAND, i / LAND, by_cost[random_below(source, 8) * 3 / 7]), FW_OK);
    assert_int_equal(fw_map_commit(made.map), FW_OK);
    while (made.count < FAMILY - 1)
        family_grow(&made);
    return made;
}

/// What a commit does.
typedef enum edit { RAISES, LOWERS, BLOCKS, FREES, EDITS } edit;

/// Commits an edit of up to four tiles.
static void family_edit(const family *family, random_source *source, edit edit)
{
    for (int i = 0; i < 4; i++) {
        const int32_t x = (int32_t)random_below(source, LAND), y = (int32_t)random_below(source, LAND);
        const uint8_t terrain = fw_map_terrain(family->map, x, y);
        int at = 0;
        while (by_cost[at] != terrain)
            at++;
        const bool is_blocked = terrain == FW_BLOCKED;
        const int after[] = { [RAISES] = at < 2 ? at + 1 : at,
                              [LOWERS] = at > 0 && !is_blocked ? at - 1 : at,
                              [BLOCKS] = 3,
                              [FREES] = is_blocked ? 0 : at };
        assert_int_equal(fw_map_set_tile(family->map, x, y, by_cost[after[edit]]), FW_OK);
    }
    assert_int_equal(fw_map_commit(family->map), FW_OK);
}

/// Counts queries.
typedef struct landmark_tally {
    int exact[EDITS];  ///< with landmarks of all transitions, after commits of a kind
    int moved;         ///< with landmarks that some transitions lack
    double excess;     ///< of their costs, as shares of the least ones
    int misled[EDITS]; ///< those that landmarks would mislead if they were kept
} landmark_tally;

/// Compares costs with and without landmarks.
static void family_compare(const family *family, random_source *source, edit last, landmark_tally *tally)
{
    for (int kind = 0; kind < family->count; kind++) {
        scene scene = { .map = family->map, .unit = family->units[kind] };
        int32_t from[2], to[2];
        world_of(scene.map, scene.unit, &scene.seen);
        const landmarks *landmarks = &table_of(&scene)->landmarks;
        for (int i = 0; i < 2 && landmarks->known && scene_pick_ends(&scene, source, from, to); i++) {
            const cost least = blind_cost(&scene, from, to),
                       found = abstract_cost(&scene, table_of(&scene), from, to);
            if (landmarks->are_valid && landmarks->moved_count > 0 && least > 0) {
                assert_int_equal(found == COST_LIMIT, least == COST_LIMIT);
                assert_true(found >= least);
                tally->moved++;
                tally->excess += (double)(found - least) / (double)least;
                continue;
            }
            assert_int_equal(found, least);
            tally->exact[last] += landmarks->are_valid;
            tally->misled[last] += !landmarks->are_valid && cost_if(true, &scene, from, to) != least;
        }
    }
}

/// The last unit comes or goes, or landmarks are found anew for all.
static void family_change(family *family, random_source *source)
{
    if (random_below(source, 2))
        for (int kind = 0; kind < family->count; kind++)
            assert_int_equal(fw_map_prepare(family->map, family->units[kind], FW_HIERARCHY), FW_OK);
    else if (family->count < FAMILY)
        family_grow(family);
    else
        assert_int_equal(fw_map_remove_unit(family->map, family->units[--family->count]), FW_OK);
}

/// Distances stay lower bounds as long as ways become no cheaper and no transition is new. New ones may open ways on
/// the graph that are cheaper than those before, though nothing on the map is cheaper.
TEST(landmarks_mislead_nobody_whatever_commits_do_and_whoever_comes_and_goes)
{
    random_source source = { 1007 };
    landmark_tally tally = { 0 };
    for (int i = 0; i < rounds(150); i++) {
        family family = family_of(&source, i);
        for (int phase = 0; phase < 6; phase++) {
            const edit edit = (enum edit)random_below(&source, EDITS);
            for (int commit = 0; commit < 3; commit++) {
                family_edit(&family, &source, edit);
                family_compare(&family, &source, edit, &tally);
            }
            family_change(&family, &source);
            family_compare(&family, &source, edit, &tally);
        }
        fw_map_destroy(family.map);
    }
    for (int edit = 0; edit < EDITS; edit++)
        assert_true(tally.exact[edit] > at_least(200));
    assert_true(tally.misled[LOWERS] >= at_least(3) && tally.misled[FREES] >= at_least(3));
    assert_true(tally.moved > at_least(500) && tally.excess < 0.001 * tally.moved);
}
