// The graph of clusters, built in slices while the map is edited and searched.
#include <math.h>

#include "common/drawing.h"
#include "common/near.h"
#include "common/rounds.h"
#include "common/same_graph.h"
#include "common/scene.h"
#include "common/unit.h"
#include "fairway/hierarchy.h"
#include "hierarchy/construction.h"
#include "hierarchy/landmark_survey.h"

enum { SCENES = 2500, MOST_STEPS = 100000 };

/// Integer costs are true to 1e-8 of a diagonal step.
#define EXACT 1e-6

static const hierarchy *table_of(const fw_map *map, fw_unit_id unit)
{
    return map_table(map_version_of(map), map_find_unit(map_version_of(map), unit), &hierarchy_kind);
}

/// Replaces the unit of a scene, which has its graph, by an equal one that lacks it.
static fw_unit_def lose_graph(scene *scene)
{
    fw_unit_def def;
    assert_int_equal(fw_map_unit(scene->map, scene->unit, &def), FW_OK);
    assert_int_equal(fw_map_remove_unit(scene->map, scene->unit), FW_OK);
    fw_unit_def plain = def;
    plain.methods = FW_METHOD_BIT(FW_ASTAR);
    scene->unit = add_unit(scene->map, plain);
    world_of(scene->map, scene->unit, &scene->seen);
    assert_null(table_of(scene->map, scene->unit));
    return def;
}

/// Asks for a path, which is as cheap as Dijkstra's where A* answers, and never cheaper.
static void ask_at_random(scene *scene, random_source *source)
{
    int32_t from[2], to[2];
    static distances oracle;
    if (!scene_pick_ends(scene, source, from, to))
        return;
    world_search(&scene->seen, from[0], from[1], &oracle);
    const double least = oracle.cost[world_tile(&scene->seen, to[0], to[1])];
    const bool is_ready = table_of(scene->map, scene->unit);
    fw_request ask = scene_request(scene, from[0], from[1], to[0], to[1]);
    ask.method = FW_HIERARCHY;
    assert_int_equal(scene_ask(scene, &ask), isinf(least) ? FW_UNREACHABLE : FW_OK);
    if (isinf(least))
        return;
    const fw_path_summary summary = scene_summary(scene);
    assert_int_equal(summary.method, is_ready ? FW_HIERARCHY : FW_ASTAR);
    assert_true(summary.cost > least - EXACT);
    if (!is_ready)
        assert_near(summary.cost, least, EXACT);
}

TEST(a_graph_built_in_slices_equals_one_built_at_once_whatever_happens_meanwhile)
{
    random_source source = { 77 };
    int steps = 0, edits = 0, refreshed = 0;
    for (int i = 0; i < rounds(SCENES); i++) {
        scene scene = scene_with_clusters_at_random(&source);
        const fw_unit_def def = lose_graph(&scene);
        const bool is_live = random_below(&source, 2);
        const uint32_t most_work = 1u << random_below(&source, 8);
        const fw_map *snapshot = random_below(&source, 2) ? fw_map_snapshot(scene.map) : NULL;
        fw_result result = FW_PENDING;
        for (int pass = 0; result == FW_PENDING; pass++) {
            assert_true(pass < MOST_STEPS);
            result = fw_map_prepare_step(scene.map, scene.unit, FW_HIERARCHY,
                                         1 + random_below(&source, most_work));
            steps++;
            refreshed += result == FW_PENDING && table_of(scene.map, scene.unit) != NULL;
            if (random_below(&source, 30) == 0)
                ask_at_random(&scene, &source);
            if (is_live && result == FW_PENDING && pass < 300 && random_below(&source, 8) == 0) {
                scene_edit_at_random(&scene, &source, 2);
                world_of(scene.map, scene.unit, &scene.seen);
                edits++;
            }
        }
        assert_int_equal(result, FW_OK);
        fw_map *fresh = scene_map_anew(&scene);
        const fw_unit_id unit = add_unit(fresh, def); // its graph is built at once
        const hierarchy *table = table_of(scene.map, scene.unit);
        assert_same_graph(table, table_of(fresh, unit));
        if (table->transition_count > 0 && !is_live)
            assert_same_landmarks(table, table_of(fresh, unit));
        assert_true(is_live || !landmarks_are_due(table));
        assert_true(fw_map_prepare_done(scene.map, scene.unit, FW_HIERARCHY) == 1);
        ask_at_random(&scene, &source);
        fw_map_destroy(fresh);
        fw_map_release(snapshot);
        scene_end(&scene);
    }
    assert_true(steps > 10 * at_least(SCENES) && edits > at_least(SCENES) && refreshed > at_least(SCENES));
}

/// Changes some tiles beside each other, anywhere.
static void change_tiles(fw_map *map, random_source *source, int32_t side)
{
    const int32_t x = (int32_t)random_below(source, (uint32_t)side - 8);
    const int32_t y = (int32_t)random_below(source, (uint32_t)side - 8);
    for (int32_t i = 0; i < 8; i++)
        assert_int_equal(fw_map_set_tile(map, x + i, y + i, (uint8_t)random_below(source, 3)), FW_OK);
    assert_int_equal(fw_map_commit(map), FW_OK);
}

TEST(preparation_ends_although_the_map_changes_before_each_step)
{
    enum { SIDE = 160, WORK = 60 };
    random_source source = { 46 };
    fw_map *map = map_at_random(&source, SIDE, SIDE, 20, 2);
    fw_unit_def def = fw_default_unit_def();
    def.terrain_cost[FW_SWAMP] = 3.0f;
    def.cluster = 8;
    const fw_unit_id quiet = add_unit(map, def);
    def.terrain_cost[FW_SWAMP] = 4.0f;
    const fw_unit_id unit = add_unit(map, def);
    int alone = 0, steps = 0;
    while (fw_map_prepare_step(map, quiet, FW_HIERARCHY, WORK) == FW_PENDING)
        alone++;
    double done = 0;
    assert_true(fw_map_prepare_done(map, unit, FW_HIERARCHY) == 0);
    for (fw_result result = FW_PENDING; result != FW_OK; steps++) {
        assert_true(steps <= 2 * alone);
        change_tiles(map, &source, SIDE);
        result = fw_map_prepare_step(map, unit, FW_HIERARCHY, WORK);
        const double now = fw_map_prepare_done(map, unit, FW_HIERARCHY);
        assert_true(now >= done && (result == FW_OK) == (now == 1));
        done = now;
    }
    def.methods = FW_METHOD_BIT(FW_HIERARCHY);
    fw_map_def like = fw_default_map_def();
    like.width = like.height = SIDE;
    fw_map *fresh;
    assert_int_equal(fw_map_create(&like, &fresh), FW_OK);
    for (int32_t i = 0; i < SIDE * SIDE; i++)
        fw_map_set_tile(fresh, i % SIDE, i / SIDE, fw_map_terrain(map, i % SIDE, i / SIDE));
    assert_int_equal(fw_map_commit(fresh), FW_OK);
    assert_same_graph(table_of(map, unit), table_of(fresh, add_unit(fresh, def)));
    assert_true(alone > 300 && steps > 300);
    fw_map_destroy(fresh);
    fw_map_destroy(map);
}

TEST(a_unit_that_is_removed_takes_its_half_built_graph_with_it)
{
    random_source source = { 5 };
    for (int i = 0; i < 20; i++) {
        scene scene = scene_with_clusters_at_random(&source);
        const fw_unit_def def = lose_graph(&scene);
        fw_map_prepare_step(scene.map, scene.unit, FW_HIERARCHY, 1 + random_below(&source, 40));
        if (random_below(&source, 2)) {
            const fw_unit_id removed = scene.unit;
            assert_int_equal(fw_map_remove_unit(scene.map, removed), FW_OK);
            assert_int_equal(fw_map_prepare_step(scene.map, removed, FW_HIERARCHY, 1), FW_UNKNOWN_UNIT);
            scene_edit_at_random(&scene, &source, 2);
        } else if (random_below(&source, 2)) { // another unit comes first
            const fw_unit_id other = add_unit(scene.map, def);
            fw_map_prepare_step(scene.map, scene.unit, FW_HIERARCHY, 1);
            assert_non_null(table_of(scene.map, other));
            assert_ptr_equal(table_of(scene.map, scene.unit), table_of(scene.map, other));
        }
        scene_end(&scene);
    }
}

/// Counts the steps of so much work until the graph is in use.
static uint64_t steps_to_graph(uint64_t work, size_t *waves)
{
    enum { SIDE = 100 };
    fw_map_def map_def = fw_default_map_def();
    map_def.width = map_def.height = SIDE;
    fw_map *map;
    random_source source = { 8 };
    assert_int_equal(fw_map_create(&map_def, &map), FW_OK);
    for (int i = 0; i < SIDE * SIDE / 3; i++)
        fw_map_set_tile(map, (int32_t)random_below(&source, SIDE), (int32_t)random_below(&source, SIDE),
                        (uint8_t)random_below(&source, 3));
    assert_int_equal(fw_map_commit(map), FW_OK);
    fw_unit_def def = fw_default_unit_def();
    def.terrain_cost[FW_SWAMP] = 3.0f;
    const fw_unit_id unit = add_unit(map, def);
    uint64_t steps = 0;
    for (; !table_of(map, unit); steps++)
        assert_int_equal(fw_map_prepare_step(map, unit, FW_HIERARCHY, work), FW_PENDING);
    const hierarchy *table = table_of(map, unit);
    *waves = 0;
    for (size_t i = 0; i < hierarchy_cluster_count(table); i++)
        *waves += table->records[i] ? (size_t)cluster_record_count(table->records[i]) - 1 : 0;
    fw_map_destroy(map);
    return steps;
}

/// A wave closes each of the 256 tiles of a cluster once at most. A step of work 1 makes one wave at most; then all
/// waves together close so many tiles at least as there are steps of some work that cannot hold them.
TEST(a_step_exceeds_its_work_by_one_wave_in_a_cluster_at_most)
{
    size_t waves = 0;
    const uint64_t ones = steps_to_graph(1, &waves);
    assert_true(waves > 300);
    assert_true(ones >= waves);
    for (uint64_t work = 256; work <= 4096; work *= 4) {
        const uint64_t steps = steps_to_graph(work, &waves);
        assert_true(steps >=
                    waves * 64 / (work + 256)); // the mean wave closes a quarter of the tiles, or more
        assert_true(steps <= waves * 300 / work + 1);
    }
}
