// What is read of all tiles in one call is what is read of one tile after the other.
#include <math.h>
#include <stdlib.h>

#include "base/random.h"
#include "common/near.h"
#include "common/new.h"
#include "common/scene.h"
#include "common/unit.h"
#include "fairway/bulk.h"

enum { MAPS = 60, SIDE = 40 };

/// A random map of patches of up to SIDE x SIDE tiles.
static fw_map *random_map(random_source *source)
{
    fw_map_def def = fw_default_map_def();
    def.width = 1 + (int32_t)random_below(source, SIDE);
    def.height = 1 + (int32_t)random_below(source, SIDE);
    fw_map *map = NULL;
    assert_int_equal(fw_map_create(&def, &map), FW_OK);
    for (int patch = 0; patch < 12; patch++) {
        const int32_t x = (int32_t)random_below(source, (uint32_t)def.width);
        const int32_t y = (int32_t)random_below(source, (uint32_t)def.height);
        const int32_t width = 1 + (int32_t)random_below(source, (uint32_t)(def.width - x + 3) / 4);
        const int32_t height = 1 + (int32_t)random_below(source, (uint32_t)(def.height - y + 3) / 4);
        if (x + width <= def.width && y + height <= def.height)
            assert_int_equal(fw_map_set_rect(map, x, y, width, height, (uint8_t)random_below(source, 4)),
                             FW_OK);
    }
    assert_int_equal(fw_map_commit(map), FW_OK);
    return map;
}

static void compare_tile(const fw_map *map, fw_unit_id unit, uint32_t capability, int32_t x, int32_t y,
                         size_t at)
{
    static uint8_t terrains[SIDE * SIDE], fits[SIDE * SIDE];
    static int32_t clearances[SIDE * SIDE];
    static uint32_t regions[SIDE * SIDE];
    if (at == 0) {
        assert_int_equal(fw_map_read_terrains(map, terrains), FW_OK);
        assert_int_equal(fw_map_read_clearances(map, capability, clearances), FW_OK);
        assert_int_equal(fw_map_read_fits(map, unit, fits), FW_OK);
        assert_int_equal(fw_map_read_regions(map, unit, regions), FW_OK);
    }
    assert_int_equal(terrains[at], fw_map_terrain(map, x, y));
    assert_int_equal(clearances[at], fw_map_clearance(map, capability, x, y));
    assert_int_equal(fits[at], fw_map_fits(map, unit, x, y));
    assert_int_equal(regions[at], fw_map_region(map, unit, x, y));
}

TEST(a_map_is_read_at_once_as_tile_by_tile)
{
    random_source source = { 41 };
    for (int i = 0; i < MAPS; i++) {
        fw_map *map = random_map(&source);
        fw_unit_def def = fw_default_unit_def();
        def.size = 1 + (int32_t)random_below(&source, 3);
        fw_unit_id unit = 0;
        assert_int_equal(fw_map_add_unit(map, &def, &unit), FW_OK);
        const uint32_t capability = random_below(&source, 16);
        size_t at = 0;
        for (int32_t y = 0; y < fw_map_height(map); y++)
            for (int32_t x = 0; x < fw_map_width(map); x++)
                compare_tile(map, unit, capability, x, y, at++);
        fw_map_destroy(map);
    }
}

TEST(a_field_is_read_at_once_as_tile_by_tile)
{
    random_source source = { 42 };
    scene scene = scene_at_random(&source, 24, COSTS_ANY);
    fw_field *field = NULL;
    assert_int_equal(fw_field_create(scene.map, NULL, &field), FW_OK);
    int32_t goal_x, goal_y;
    assert_true(scene_pick(&scene, &source, &goal_x, &goal_y));
    assert_int_equal(fw_field_fill(field, scene.unit, &(fw_anchor){ goal_x, goal_y }, 1, NULL), FW_OK);
    const int32_t width = fw_map_width(scene.map), height = fw_map_height(scene.map);
    static double costs[24 * 24];
    static uint8_t steps[24 * 24];
    assert_int_equal(fw_field_read_costs(field, width, height, costs), FW_OK);
    assert_int_equal(fw_field_read_steps(field, width, height, steps), FW_OK);
    int finite = 0;
    for (int32_t y = 0; y < height; y++)
        for (int32_t x = 0; x < width; x++) {
            assert_true(costs[y * width + x] == fw_field_cost(field, x, y));
            assert_int_equal(steps[y * width + x], fw_field_step(field, x, y));
            finite += costs[y * width + x] < INFINITY;
        }
    assert_true(finite > 1);
    fw_field_destroy(field);
    scene_end(&scene);
}

TEST(what_cannot_be_read_is_refused)
{
    random_source source = { 43 };
    fw_map *map = random_map(&source);
    fw_field *field = NULL;
    assert_int_equal(fw_field_create(map, NULL, &field), FW_OK);
    uint8_t bytes[1];
    uint32_t regions[1];
    double costs[1];
    assert_int_equal(fw_map_read_terrains(NULL, bytes), FW_NULL_ARGUMENT);
    assert_int_equal(fw_map_read_terrains(map, NULL), FW_NULL_ARGUMENT);
    assert_int_equal(fw_map_read_clearances(map, 2, NULL), FW_NULL_ARGUMENT);
    assert_int_equal(fw_map_read_fits(map, 1, bytes), FW_UNKNOWN_UNIT);
    assert_int_equal(fw_map_read_regions(map, 1, regions), FW_UNKNOWN_UNIT);
    fw_unit_def def = fw_default_unit_def();
    def.methods = FW_METHOD_BIT(FW_ON_DEMAND);
    fw_unit_id unit = 0;
    assert_int_equal(fw_map_add_unit(map, &def, &unit), FW_OK);
    assert_int_equal(fw_map_read_regions(map, unit, regions), FW_NOT_PREPARED);
    assert_int_equal(fw_field_read_costs(field, 0, 1, costs), FW_BAD_SIZE);
    assert_int_equal(fw_field_read_costs(field, 1, FW_MAX_SIDE + 1, costs), FW_BAD_SIZE);
    assert_int_equal(fw_field_read_steps(NULL, 1, 1, bytes), FW_NULL_ARGUMENT);
    assert_int_equal(fw_field_read_steps(field, 1, -1, bytes), FW_BAD_SIZE);
    fw_field_destroy(field);
    fw_map_destroy(map);
}

TEST(poses_along_a_path_are_those_at_their_distances)
{
    fw_path *path = new_path();
    fw_pose poses[64];
    int32_t count = 0;
    assert_int_equal(fw_path_sample(path, 1, poses, 64, &count), FW_BAD_SIZE);
    const fw_segment segments[] = { { .start = { 1, 1, 0 }, .length = 3 },
                                    { .start = { 4, 1, 0 }, .curvature = 0.5, .length = 4.2 } };
    assert_int_equal(fw_path_set(path, segments, 2, NULL), FW_OK);
    assert_int_equal(fw_path_sample(path, 0.5, poses, 15, &count), FW_BUFFER_TOO_SMALL);
    assert_int_equal(count, 16);
    assert_int_equal(fw_path_sample(path, 0.5, poses, 64, &count), FW_OK);
    assert_int_equal(count, 16);
    for (int i = 0; i < count; i++) {
        fw_pose pose;
        assert_int_equal(fw_path_pose_at(path, 7.2 * i / 15, &pose), FW_OK);
        assert_near(poses[i].x, pose.x, 1e-12);
        assert_near(poses[i].y, pose.y, 1e-12);
        assert_near(poses[i].heading, pose.heading, 1e-12);
    }
    assert_int_equal(fw_path_sample(path, 0, poses, 64, &count), FW_BAD_VALUE);
    assert_int_equal(fw_path_sample(path, 1, poses, -1, &count), FW_BAD_VALUE);
    assert_int_equal(fw_path_sample(path, NAN, poses, 64, &count), FW_NOT_FINITE);
    assert_int_equal(fw_path_sample(path, 1e-9, NULL, 0, &count), FW_TOO_MANY);
    assert_int_equal(fw_path_sample(path, 1, NULL, 1, &count), FW_NULL_ARGUMENT);
    const fw_segment point = { .start = { 2, 3, 1 }, .length = 0 };
    assert_int_equal(fw_path_set(path, &point, 1, NULL), FW_OK);
    assert_int_equal(fw_path_sample(path, 1, poses, 64, &count), FW_OK);
    assert_true(count == 1 && poses[0].x == 2 && poses[0].heading == 1);
    fw_path_destroy(path);
}
