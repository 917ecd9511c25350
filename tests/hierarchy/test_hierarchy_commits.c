// The graph of clusters after commits of one tile in open country, where most costs stay as they were.

#include "common/drawing.h"
#include "common/same_graph.h"
#include "common/scene.h"
#include "common/unit.h"
#include "fairway/hierarchy.h"

enum { SIDE = 24, CLUSTER = 8, EDITS = 60 };

/// A scene of one terrain, with a unit that pays more for swamp.
static scene open_country(uint8_t terrain, int32_t size, fw_corner_rule corners)
{
    fw_map *map = open_map(SIDE, SIDE);
    assert_int_equal(fw_map_set_rect(map, 0, 0, SIDE, SIDE, terrain), FW_OK);
    assert_int_equal(fw_map_commit(map), FW_OK);
    fw_unit_def def = unit_of_size(size);
    def.methods = FW_METHOD_BIT(FW_HIERARCHY);
    def.cluster = CLUSTER;
    def.corners = corners;
    def.terrain_cost[FW_SWAMP] = 2.5f;
    return scene_of(map, def);
}

static void assert_graph_is_like_one_from_scratch(const scene *scene)
{
    fw_unit_def def;
    assert_int_equal(fw_map_unit(scene->map, scene->unit, &def), FW_OK);
    fw_map *fresh = scene_map_anew(scene);
    const fw_unit_id unit = add_unit(fresh, def);
    assert_same_graph(
        map_table(map_version_of(scene->map), map_find_unit(map_version_of(scene->map), scene->unit),
                  &hierarchy_kind),
        map_table(map_version_of(fresh), map_find_unit(map_version_of(fresh), unit), &hierarchy_kind));
    fw_map_destroy(fresh);
}

static void commit_tile(const scene *scene, int32_t x, int32_t y, uint8_t terrain)
{
    assert_int_equal(fw_map_set_tile(scene->map, x, y, terrain), FW_OK);
    assert_int_equal(fw_map_commit(scene->map), FW_OK);
}

TEST(a_tile_that_changes_and_changes_back_leaves_the_graph_of_one_from_scratch)
{
    static const uint8_t terrains[] = { FW_GROUND, FW_SWAMP, FW_BLOCKED };
    random_source source = { 31 };
    for (int32_t size = 1; size <= 3; size++)
        for (int corners = FW_CORNERS_NEVER; corners <= FW_CORNERS_ORTHOGONAL; corners++)
            for (int before = 0; before < 2; before++) {
                scene scene = open_country(terrains[before], size, (fw_corner_rule)corners);
                for (int i = 0; i < EDITS / 6; i++) {
                    const int32_t x = (int32_t)random_below(&source, SIDE);
                    const int32_t y = (int32_t)random_below(&source, SIDE);
                    commit_tile(&scene, x, y, terrains[(before + 1 + i % 2) % 3]);
                    assert_graph_is_like_one_from_scratch(&scene);
                    commit_tile(&scene, x, y, terrains[before]);
                    assert_graph_is_like_one_from_scratch(&scene);
                }
                scene_end(&scene);
            }
}

/// Sets a tile, or a small rectangle, to any terrain.
static void edit_at_random(const scene *scene, random_source *source, int32_t side)
{
    static const uint8_t terrains[] = { FW_GROUND, FW_SWAMP, FW_SAND, FW_BLOCKED };
    const int32_t width = random_below(source, 3) ? 1 : 3, height = random_below(source, 3) ? 1 : 2;
    const int32_t x = (int32_t)random_below(source, (uint32_t)(side - width + 1));
    const int32_t y = (int32_t)random_below(source, (uint32_t)(side - height + 1));
    assert_int_equal(fw_map_set_rect(scene->map, x, y, width, height, terrains[random_below(source, 4)]),
                     FW_OK);
}

TEST(edits_among_patches_leave_the_graph_of_one_from_scratch)
{
    enum { PATCHES = 20, WIDE = 40 };
    random_source source = { 32 };
    for (int i = 0; i < 60; i++) {
        fw_unit_def def = unit_of_size(1 + i % 4);
        def.methods = FW_METHOD_BIT(FW_HIERARCHY);
        def.cluster = i % 3 == 0 ? 20 : 13;
        def.corners = (fw_corner_rule)random_below(&source, FW_CORNERS_ORTHOGONAL + 1);
        def.terrain_cost[FW_SWAMP] = random_below(&source, 2) ? 2.5f : 1.1f;
        def.terrain_cost[FW_SAND] = random_below(&source, 2) ? 1.5f : 0.7f;
        scene scene = scene_with_patches(&source, WIDE, PATCHES, def);
        for (int commit = 0; commit < 12; commit++) {
            edit_at_random(&scene, &source, WIDE);
            if (commit % 4 == 3) // two places at once
                edit_at_random(&scene, &source, WIDE);
            assert_int_equal(fw_map_commit(scene.map), FW_OK);
            assert_graph_is_like_one_from_scratch(&scene);
        }
        scene_end(&scene);
    }
}

/// Two open halls, of which one lies left above the other, and between them a passage with one bend. Only the step
/// diagonally past the bend's inner tile is shorter than those around it.
TEST(a_step_past_a_blocked_tile_is_lost)
{
    enum { BEND_X = 44, BEND_Y = 52, WIDE = 96 };
    for (int corners = FW_CORNERS_NEVER; corners <= FW_CORNERS_ORTHOGONAL; corners++) {
        fw_unit_def def = unit_of_size(1);
        def.methods = FW_METHOD_BIT(FW_HIERARCHY);
        def.cluster = 32;
        def.corners = (fw_corner_rule)corners;
        random_source source = { 0 };
        scene scene = scene_with_patches(&source, WIDE, 0, def);
        fw_map *map = scene.map;
        fw_map_set_rect(map, 0, 0, WIDE, WIDE, FW_BLOCKED);
        fw_map_set_rect(map, 0, 0, 46, 48, FW_GROUND);
        fw_map_set_rect(map, 50, 48, WIDE - 50, WIDE - 48, FW_GROUND);
        fw_map_set_rect(map, BEND_X, 48, 1, BEND_Y - 47, FW_GROUND);
        fw_map_set_rect(map, BEND_X, BEND_Y, 50 - BEND_X, 1, FW_GROUND);
        fw_map_set_tile(map, BEND_X + 1, BEND_Y - 1, FW_GROUND);
        for (int32_t i = 0; i < 4; i++) { // pillars between more entrances of the cluster around the bend
            fw_map_set_tile(map, 34 + 3 * i, 31, FW_BLOCKED);
            fw_map_set_tile(map, 64, 51 + 3 * i, FW_BLOCKED);
        }
        assert_int_equal(fw_map_commit(map), FW_OK);
        assert_int_equal(fw_map_prepare(map, scene.unit, FW_HIERARCHY), FW_OK);
        commit_tile(&scene, BEND_X, BEND_Y, FW_BLOCKED);
        assert_graph_is_like_one_from_scratch(&scene);
        commit_tile(&scene, BEND_X, BEND_Y, FW_GROUND);
        assert_graph_is_like_one_from_scratch(&scene);
        scene_end(&scene);
    }
}

static bool has_landmarks(const scene *scene)
{
    fw_cluster_summary summary;
    assert_int_equal(fw_map_clusters(scene->map, scene->unit, &summary), FW_OK);
    return summary.has_landmarks;
}

TEST(landmarks_are_used_until_a_commit_makes_a_way_cheaper)
{
    for (int32_t size = 1; size <= 2; size++) {
        scene scene = open_country(FW_GROUND, size, FW_CORNERS_NEVER);
        assert_true(has_landmarks(&scene));
        commit_tile(&scene, 3, 3, FW_BLOCKED);
        assert_true(has_landmarks(&scene));
        commit_tile(&scene, 12, 12, FW_SWAMP);
        assert_true(has_landmarks(&scene));
        commit_tile(&scene, 12, 12, FW_GROUND);
        assert_false(has_landmarks(&scene));
        assert_int_equal(fw_map_prepare(scene.map, scene.unit, FW_HIERARCHY), FW_OK);
        assert_true(has_landmarks(&scene));
        commit_tile(&scene, 3, 3, FW_GROUND);
        assert_false(has_landmarks(&scene));
        scene_end(&scene);
    }
}
