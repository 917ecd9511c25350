// Where transitions lie, beside a search of all steps across each border.

#include <math.h>
#include <stdlib.h>

#include "common/drawing.h"
#include "common/near.h"
#include "common/rounds.h"
#include "common/same_graph.h"
#include "common/scene.h"
#include "common/unit.h"
#include "hierarchy/hierarchy.h"

/// Integer costs are true to 1e-8 of a diagonal step.
#define EXACT 1e-6

enum { SCENES = 1500, QUERIES = 8, OPEN_MAPS = 100, OPEN_SIDE = 30 };

/// A scene with clusters whose unit places transitions by clearance.
static scene clear_scene(random_source *source)
{
    scene made = scene_with_clusters_at_random(source);
    fw_unit_def def;
    assert_int_equal(fw_map_unit(made.map, made.unit, &def), FW_OK);
    def.placement = FW_PLACEMENT_CLEARANCE;
    made.unit = add_unit(made.map, def);
    return made;
}

/// A step straight across the border of two clusters.
typedef struct crossing {
    int32_t x, y; ///< anchor
    int move;
} crossing;

/// What tells how well a step suits.
typedef struct merit {
    int32_t clearance;
    uint32_t cost;
} merit;

static bool enters(const scene *scene, int32_t x, int32_t y)
{
    const map_unit *unit = map_find_unit(map_version_of(scene->map), scene->unit);
    return x >= 0 && y >= 0 && x < scene->seen.width && y < scene->seen.height &&
           unit->def.terrain_cost[fw_map_terrain(scene->map, x, y)] > 0;
}

/// The side of the largest free square, up to `most`.
static int32_t clearance_of(const scene *scene, int32_t x, int32_t y, int32_t most)
{
    for (int32_t side = 1; side <= most; side++)
        for (int32_t i = 0; i < side * side; i++)
            if (!enters(scene, x + i % side, y + i / side))
                return side - 1;
    return most;
}

static bool is_legal(const scene *scene, crossing step)
{
    return fw_map_fits(scene->map, scene->unit, step.x, step.y) &&
           fw_map_fits(scene->map, scene->unit, step.x + move_dx[step.move], step.y + move_dy[step.move]);
}

static merit merit_of(const scene *scene, const hierarchy *table, crossing step)
{
    const map_unit *unit = map_find_unit(map_version_of(scene->map), scene->unit);
    const ground_rules rules = ground_rules_of(map_version_of(scene->map), unit->layer, &unit->def);
    const int32_t here = clearance_of(scene, step.x, step.y, table->grid.side);
    const int32_t there =
        clearance_of(scene, step.x + move_dx[step.move], step.y + move_dy[step.move], table->grid.side);
    const step_prices prices = step_prices_of(&rules);
    return (merit){ here < there ? here : there, step_prices_doubled(&prices, step.x, step.y, step.move) };
}

/// True if a step suits better, where transitions are placed by clearance or by cost.
static bool suits_better(merit a, merit b, fw_placement placement)
{
    if (placement == FW_PLACEMENT_CLEARANCE && a.clearance != b.clearance)
        return a.clearance > b.clearance;
    return a.cost < b.cost;
}

/// What the scenes hold.
typedef struct tally {
    int segments[FW_PLACEMENT_CLEARANCE + 1]; ///< by placement
    int choices; ///< segments where the step with the greatest clearance is not the cheapest one
} tally;

/// The step of a record's transition.
static crossing step_of(const cluster_box *box, const transition *at, int32_t stride)
{
    return (crossing){ box->x + at->tile % stride - 1, box->y + at->tile / stride - 1, at->move };
}

/// Looks at all steps of a segment: the transition suits best.
static void judge_segment(const scene *scene, const hierarchy *table, crossing first, int32_t length,
                          crossing chosen, tally *tally)
{
    const map_unit *unit = map_find_unit(map_version_of(scene->map), scene->unit);
    const fw_placement placement = hierarchy_placement(&unit->def);
    const int32_t along_x = move_dx[first.move] == 0, along_y = move_dy[first.move] == 0;
    const merit best = merit_of(scene, table, chosen);
    bool is_inside = false, has_choice = false;
    for (int32_t i = 0; i < length; i++) {
        const crossing step = { first.x + i * along_x, first.y + i * along_y, first.move };
        const merit other = merit_of(scene, table, step);
        assert_false(suits_better(other, best, placement));
        is_inside = is_inside || (step.x == chosen.x && step.y == chosen.y);
        has_choice = has_choice || other.cost < best.cost;
    }
    assert_true(is_inside);
    assert_int_equal(chosen.move, first.move);
    tally->segments[placement]++;
    tally->choices += has_choice;
}

/// Cuts the runs of legal steps across a side into segments, and judges the transition of each.
static void judge_side(const scene *scene, const hierarchy *table, size_t index, int side, tally *tally)
{
    const cluster_box box = cluster_box_of(&table->grid, cluster_with_index(&table->grid, index));
    const cluster_box edge = cluster_box_side(&box, side);
    const cluster_record *record = table->records[index];
    const int32_t longest = table->dominance == FW_DOMINANCE_WEAK ? table->grid.side : table->grid.side / 2;
    const int32_t count = edge.width > edge.height ? edge.width : edge.height;
    const int32_t along_x = move_dx[side] == 0, along_y = move_dy[side] == 0;
    int32_t begin = 0, next = record ? record->first[side] : 0;
    for (int32_t i = 0; i <= count; i++) {
        const crossing step = { edge.x + i * along_x, edge.y + i * along_y, side };
        if (i < count && is_legal(scene, step))
            continue;
        const int32_t length = i - begin, segments = (length + longest - 1) / longest;
        for (int32_t j = 0; j < segments; j++) {
            const int32_t from = begin + length * j / segments, to = begin + length * (j + 1) / segments;
            const crossing first = { edge.x + from * along_x, edge.y + from * along_y, side };
            assert_true(next < record->first[side + 1]);
            judge_segment(scene, table, first, to - from,
                          step_of(&box, &record->transitions[next++], table->grid.side + 2), tally);
        }
        begin = i + 1;
    }
}

TEST(each_segment_of_an_entrance_is_crossed_at_its_cheapest_step_or_where_clearance_is_greatest)
{
    random_source source = { 83 };
    tally tally = { 0 };
    for (int i = 0; i < rounds(SCENES); i++) {
        scene scene = i % 2 ? clear_scene(&source) : scene_with_clusters_at_random(&source);
        const hierarchy *table = map_table(
            map_version_of(scene.map), map_find_unit(map_version_of(scene.map), scene.unit), &hierarchy_kind);
        for (size_t index = 0; index < hierarchy_cluster_count(table); index++)
            for (int side = 0; side < MOVE_COUNT; side += 2)
                judge_side(&scene, table, index, side, &tally);
        scene_end(&scene);
    }
    assert_true(tally.segments[FW_PLACEMENT_CHEAPEST] > at_least(SCENES));
    assert_true(tally.segments[FW_PLACEMENT_CLEARANCE] > at_least(SCENES));
    assert_true(tally.choices > tally.segments[FW_PLACEMENT_CLEARANCE] / 20);
}

/// With and without overlays.
TEST(with_transitions_placed_by_clearance_a_path_is_found_exactly_if_there_is_one)
{
    random_source source = { 85 };
    static distances oracle;
    int found = 0, missing = 0;
    double longer = 0;
    for (int i = 0; i < rounds(SCENES); i++) {
        scene scene = clear_scene(&source);
        int32_t from[2], to[2];
        if (i % 3 == 0)
            scene_overlay_at_random(&scene, &source);
        const bool has_start = scene_pick(&scene, &source, &from[0], &from[1]);
        if (has_start)
            world_search(&scene.seen, from[0], from[1], &oracle);
        for (int query = 0; has_start && query < QUERIES && scene_pick(&scene, &source, &to[0], &to[1]);
             query++) {
            fw_request ask = scene_request(&scene, from[0], from[1], to[0], to[1]);
            ask.method = FW_HIERARCHY;
            ask.placement = FW_PLACEMENT_CLEARANCE;
            const double least = oracle.cost[world_tile(&scene.seen, to[0], to[1])];
            const bool is_found = scene_ask(&scene, &ask) == FW_OK;
            assert_int_equal(is_found, !isinf(least));
            missing += !is_found;
            if (!is_found)
                continue;
            const double cost = scene_summary(&scene).cost;
            assert_near(world_walk(&scene.seen, scene.path, from[0], from[1], to[0], to[1], NULL), cost,
                        EXACT);
            assert_true(cost > least - EXACT);
            longer += least > 0 ? cost / least - 1 : 0;
            found++;
        }
        scene_end(&scene);
    }
    assert_true(found > at_least(SCENES) * QUERIES / 4);
    assert_true(missing > at_least(SCENES) * QUERIES / 20);
    assert_true(longer / found < 0.02);
}

static fw_unit_def clear_unit(random_source *source)
{
    fw_unit_def def = unit_of_size(1 + (int32_t)random_below(source, 3));
    def.cluster = 4 + (int32_t)random_below(source, 9);
    def.placement = FW_PLACEMENT_CLEARANCE;
    return def;
}

/// Commits a tile on a map that has few obstacles, so that clearance changes far away.
static void edit(fw_map *map, random_source *source)
{
    const int32_t x = (int32_t)random_below(source, OPEN_SIDE), y = (int32_t)random_below(source, OPEN_SIDE);
    const bool is_free = fw_map_terrain(map, x, y) == FW_GROUND;
    fw_map_set_tile(map, x, y, is_free ? FW_BLOCKED : FW_GROUND);
    assert_int_equal(fw_map_commit(map), FW_OK);
}

/// Compares the graph of a unit with one that is built at once on the tiles as they are now.
static void assert_graph_is_like_one_from_scratch(fw_map *map, fw_unit_id unit, fw_unit_def def)
{
    fw_map *fresh = open_map(OPEN_SIDE, OPEN_SIDE);
    for (int32_t y = 0; y < OPEN_SIDE; y++)
        for (int32_t x = 0; x < OPEN_SIDE; x++)
            fw_map_set_tile(fresh, x, y, fw_map_terrain(map, x, y));
    assert_int_equal(fw_map_commit(fresh), FW_OK);
    def.methods = FW_METHOD_BIT(FW_HIERARCHY);
    const fw_unit_id other = add_unit(fresh, def);
    assert_same_graph(
        map_table(map_version_of(map), map_find_unit(map_version_of(map), unit), &hierarchy_kind),
        map_table(map_version_of(fresh), map_find_unit(map_version_of(fresh), other), &hierarchy_kind));
    fw_map_destroy(fresh);
}

TEST(commits_move_transitions_whose_clearance_changes_far_away)
{
    random_source source = { 84 };
    for (int i = 0; i < rounds(OPEN_MAPS); i++) {
        fw_map *map = open_map(OPEN_SIDE, OPEN_SIDE);
        const fw_unit_def def = clear_unit(&source);
        const fw_unit_id unit = add_unit(map, def);
        fw_result result = FW_PENDING;
        for (int step = 0; result == FW_PENDING; step++) { // the first edits come while the graph is built
            result = fw_map_prepare_step(map, unit, FW_HIERARCHY, 20);
            if (step < 30)
                edit(map, &source);
        }
        assert_int_equal(result, FW_OK);
        assert_graph_is_like_one_from_scratch(map, unit, def);
        for (int edits = 0; edits < 10; edits++)
            edit(map, &source);
        assert_graph_is_like_one_from_scratch(map, unit, def);
        fw_map_destroy(map);
    }
}

/// Row of the only transition between two clusters of 8 x 8 tiles, side by side, under weak dominance.
static int32_t row_between(const scene *scene)
{
    const hierarchy *table = map_table(
        map_version_of(scene->map), map_find_unit(map_version_of(scene->map), scene->unit), &hierarchy_kind);
    assert_int_equal(cluster_record_count(table->records[0]), 1);
    return table->records[0]->transitions[0].tile / (8 + 2) - 1;
}

TEST(of_equal_steps_the_first_of_those_nearest_to_the_middle_is_taken)
{
    fw_unit_def def = fw_default_unit_def();
    def.terrain_cost[FW_SAND] = 2.0f;
    def.methods = FW_METHOD_BIT(FW_HIERARCHY);
    def.cluster = 8;
    def.dominance = FW_DOMINANCE_WEAK;
    scene scene = scene_of(open_map(16, 8), def);
    assert_int_equal(row_between(&scene), 3); // 3 and 4 are as near
    fw_map_set_rect(scene.map, 7, 2, 1, 4, FW_SAND);
    assert_int_equal(fw_map_commit(scene.map), FW_OK);
    assert_int_equal(row_between(&scene), 1); // 1 and 6
    fw_map_set_tile(scene.map, 7, 1, FW_SAND);
    assert_int_equal(fw_map_commit(scene.map), FW_OK);
    assert_int_equal(row_between(&scene), 6);
    scene_end(&scene);
}
