// What landmarks know of transitions while the map changes.

#include <stdlib.h>

#include "common/drawing.h"
#include "common/relaxed_graph.h"
#include "common/scene.h"
#include "common/unit.h"
#include "hierarchy/landmark_survey.h"
#include "hierarchy/shared_kind.h"

enum { ROUNDS = 300 };

/// A transition and its distances from all landmarks.
typedef struct known {
    int32_t x, y; ///< the tile on the map
    int move;
    bool has_distances;
    uint16_t distance[LANDMARKS_MOST];
} known;

/// All transitions of a map, each from both sides.
typedef struct knowledge {
    known *items;
    size_t count;
} knowledge;

static const hierarchy *table_of(const scene *scene)
{
    return map_table(map_version_of(scene->map), map_find_unit(map_version_of(scene->map), scene->unit),
                     &hierarchy_kind);
}

static known known_of(const hierarchy *table, cluster_at cluster, int side, int32_t place)
{
    const cluster_record *record = table->records[cluster_index(&table->grid, cluster)];
    const cluster_box box = cluster_box_of(&table->grid, cluster);
    const transition *at = &record->transitions[record->first[side] + place];
    const int32_t stride = table->grid.side + 2;
    known found = { .x = box.x + at->tile % stride - 1,
                    .y = box.y + at->tile / stride - 1,
                    .move = at->move };
    const uint32_t row = landmarks_row(&table->landmarks, landmarks_slot(&table->grid, cluster, side));
    found.has_distances = row != LANDMARKS_NONE;
    const landmark_distances *landmarks = table->landmarks.known;
    const size_t count = (size_t)landmarks->count;
    for (size_t i = 0; i < count && found.has_distances; i++)
        found.distance[i] = landmarks->distance[(row + (size_t)place) * count + i];
    return found;
}

static knowledge knowledge_of(const hierarchy *table)
{
    knowledge all = { .items = calloc(table->transition_count + 1, sizeof(known)) };
    assert_non_null(all.items);
    for (size_t i = 0; i < hierarchy_cluster_count(table) && table->landmarks.known; i++)
        for (int side = 0; side < MOVE_COUNT && table->records[i]; side++)
            for (int32_t place = 0;
                 place < table->records[i]->first[side + 1] - table->records[i]->first[side]; place++)
                all.items[all.count++] = known_of(table, cluster_with_index(&table->grid, i), side, place);
    return all;
}

/// The same step in the other direction has the same distances.
static void assert_both_sides_agree(const knowledge *all)
{
    for (size_t i = 0; i < all->count; i++) {
        const known *one = &all->items[i];
        size_t partners = 0;
        for (size_t j = 0; j < all->count; j++) {
            const known *other = &all->items[j];
            if (other->x != one->x + move_dx[one->move] || other->y != one->y + move_dy[one->move] ||
                other->move != move_opposite(one->move))
                continue;
            partners++;
            assert_int_equal(one->has_distances, other->has_distances);
            assert_memory_equal(one->distance, other->distance, sizeof one->distance);
        }
        assert_int_equal(partners, 1);
    }
}

/// @return number of transitions that have kept their distances
static size_t assert_distances_are_those_of_before(const knowledge *before, const knowledge *after)
{
    size_t kept = 0;
    for (size_t i = 0; i < after->count; i++) {
        const known *now = &after->items[i], *then = NULL;
        for (size_t j = 0; j < before->count && !then; j++)
            if (before->items[j].x == now->x && before->items[j].y == now->y &&
                before->items[j].move == now->move)
                then = &before->items[j];
        if (!now->has_distances)
            continue;
        assert_non_null(then);
        assert_memory_equal(now->distance, then->distance, sizeof now->distance);
        kept++;
    }
    return kept;
}

static void *allocate_unless(size_t bytes, void *fails)
{
    return *(bool *)fails ? NULL : malloc(bytes);
}

static void release(void *items, size_t bytes, void *fails)
{
    free(items);
}

/// A map with obstacles at random, whose memory fails while a flag says so.
static fw_map *map_with_memory(random_source *source, bool *fails)
{
    const fw_allocator allocator = { allocate_unless, release, fails };
    fw_map_def def = fw_default_map_def();
    fw_map *map = NULL;
    def.width = def.height = 200;
    def.allocator = &allocator;
    assert_int_equal(fw_map_create(&def, &map), FW_OK);
    for (int i = 0; i < 8000; i++)
        assert_int_equal(fw_map_set_tile(map, (int32_t)random_below(source, 200),
                                         (int32_t)random_below(source, 200), FW_BLOCKED),
                         FW_OK);
    assert_int_equal(fw_map_commit(map), FW_OK);
    return map;
}

TEST(landmarks_are_the_same_although_memory_runs_out_while_they_are_found)
{
    random_source source = { 79 };
    bool fails = false;
    fw_unit_def unit = unit_of_size(1);
    unit.methods = FW_METHOD_BIT(FW_HIERARCHY);
    scene scene = scene_with_unit(map_with_memory(&source, &fails), unit);
    hierarchy *table = (hierarchy *)table_of(&scene);
    memory *memory = map_version_of(scene.map)->memory;
    knowledge before = knowledge_of(table);
    landmark_survey *survey = landmarks_begin(memory, table);
    assert_non_null(survey);
    int failures = 0;
    fw_result result = FW_PENDING;
    while (result != FW_OK) {
        uint64_t work = 100;
        fails = random_below(&source, 2);
        result = landmarks_step(survey, &work);
        failures += result == FW_NO_MEMORY;
    }
    fails = false;
    landmarks_install(memory, survey, table);
    landmarks_end(memory, survey);
    knowledge after = knowledge_of(table);
    assert_int_equal(after.count, before.count);
    assert_int_equal(assert_distances_are_those_of_before(&before, &after), before.count);
    assert_in_range(failures, 2, 100);
    free(before.items);
    free(after.items);
    scene_end(&scene);
}

TEST(transitions_that_a_commit_moves_lose_their_distances_and_others_keep_theirs)
{
    random_source source = { 77 };
    size_t kept = 0, lost = 0;
    for (int i = 0; i < ROUNDS; i++) {
        scene scene = scene_with_clusters_at_random(&source);
        const hierarchy *table = table_of(&scene);
        knowledge before = knowledge_of(table);
        assert_both_sides_agree(&before);
        scene_edit_at_random(&scene, &source, 2);
        const bool is_patched = table == table_of(&scene); // a large commit builds another one
        knowledge after = { 0 };
        if (is_patched && table->landmarks.known) {
            after = knowledge_of(table);
            assert_both_sides_agree(&after);
            const size_t same = assert_distances_are_those_of_before(&before, &after);
            kept += same;
            lost += after.count - same;
        }
        free(before.items);
        free(after.items);
        scene_end(&scene);
    }
    assert_true(kept > 4 * lost);
    assert_true(lost > ROUNDS / 4);
}

/// True if the distances from a transition are those from a landmark.
static bool are_distances_from(relaxed_graph *graph, size_t start, const knowledge *all, int landmark)
{
    relaxed_graph_clear(graph);
    graph->nearest[start] = 0;
    relaxed_graph_run(graph);
    for (size_t i = 0; i < graph->count; i++) {
        const uint64_t known = all->items[i].distance[landmark];
        if (known != (graph->nearest[i] == UINT64_MAX
                          ? LANDMARK_FAR
                          : graph->nearest[i] >> graph->table->landmarks.known->shift))
            return false;
    }
    return true;
}

/// A map of clusters that have more landmarks than small ones.
static scene scene_with_large_clusters(random_source *source)
{
    fw_unit_def def = fw_default_unit_def();
    def.methods = FW_METHOD_BIT(FW_HIERARCHY);
    def.cluster = 32;
    return scene_with_patches(source, 140, 60, def);
}

/// Fails unless the distances from each landmark are the least over the graph.
///
/// @return number of landmarks
static int check_landmarks(const hierarchy *table)
{
    knowledge all = knowledge_of(table);
    relaxed_graph graph = relaxed_graph_of(table);
    int compared = 0;
    for (int landmark = 0; all.count > 0 && landmark < table->landmarks.known->count; landmark++) {
        bool is_found = false;
        for (size_t at = 0; at < all.count && !is_found; at++) // several may round to 0
            is_found =
                all.items[at].distance[landmark] == 0 && are_distances_from(&graph, at, &all, landmark);
        assert_true(is_found);
        compared++;
    }
    relaxed_graph_end(&graph);
    free(all.items);
    return compared;
}

TEST(the_distances_from_a_landmark_are_the_least_over_the_graph)
{
    random_source source = { 78 };
    int compared = 0, compared_in_large_clusters = 0;
    for (int i = 0; i < ROUNDS / 4; i++) {
        const bool is_large = i % 8 == 7;
        scene scene = is_large ? scene_with_large_clusters(&source) : scene_with_clusters_at_random(&source);
        const int landmarks = check_landmarks(table_of(&scene));
        compared += landmarks;
        compared_in_large_clusters += is_large ? landmarks : 0;
        scene_end(&scene);
    }
    assert_true(compared > ROUNDS);
    assert_true(compared_in_large_clusters > ROUNDS / 3);
}

/// The edges of such a graph are those of several kinds: where one can go no further, another one may.
TEST(the_distances_in_a_graph_that_units_share_are_the_least_over_its_edges)
{
    static const uint32_t capabilities[] = { 0x6, 0xa, 0xc }; // two of three terrains each
    random_source source = { 79 };
    int compared = 0;
    for (int i = 0; i < ROUNDS / 10; i++) {
        fw_map *map = map_at_random(&source, 24, 24, random_below(&source, 20), 3);
        fw_unit_id unit = 0;
        for (int kind = 0; kind < 3; kind++) {
            fw_unit_def def = unit_entering(1, capabilities[kind]);
            def.methods = FW_METHOD_BIT(FW_HIERARCHY);
            def.cluster = 8;
            def.dominance = (fw_dominance)(i % 3);
            def.abstraction = FW_ABSTRACTION_SHARED;
            unit = add_unit(map, def);
        }
        const map_version *version = map_version_of(map);
        compared += check_landmarks(unit_graph_of(version, map_find_unit(version, unit)).table);
        fw_map_destroy(map);
    }
    assert_true(compared > ROUNDS / 2);
}

/// Two passages: the one with more transitions is cheap, the other one so expensive that its distances are too large
/// for the unit of the landmarks.
TEST(a_part_of_the_graph_with_fewer_transitions_than_landmarks_holds_all_of_them)
{
    enum { CLUSTER = 16 };
    fw_map *map = open_map(5 * CLUSTER, CLUSTER);
    assert_int_equal(fw_map_set_rect(map, 0, 0, 5 * CLUSTER, CLUSTER, FW_BLOCKED), FW_OK);
    assert_int_equal(fw_map_set_rect(map, 0, 1, 4 * CLUSTER, 1, FW_SWAMP), FW_OK);
    assert_int_equal(fw_map_set_rect(map, 0, 8, 5 * CLUSTER, 1, FW_GROUND), FW_OK);
    assert_int_equal(fw_map_commit(map), FW_OK);
    fw_unit_def unit = unit_of_size(1);
    unit.terrain_cost[FW_GROUND] = 1.0f / 16;
    unit.terrain_cost[FW_SWAMP] = 255;
    unit.cluster = CLUSTER;
    unit.methods = FW_METHOD_BIT(FW_HIERARCHY);
    scene scene = scene_with_unit(map, unit);
    assert_int_equal(check_landmarks(table_of(&scene)), LANDMARK_GROUP);
    scene_end(&scene);
}
