#include <stdlib.h>
#include <string.h>

#include "common/drawing.h"
#include "common/rationed.h"
#include "common/rounds.h"
#include "common/unit.h"
#include "map/map.h"

enum { WIDTH = 130, HEIGHT = 70, UNITS = 4 };

/// What can be seen of a map from outside, as far as edits and units go.
typedef struct picture {
    uint64_t version;
    uint8_t terrains[HEIGHT][WIDTH];
    uint32_t regions[UNITS][HEIGHT][WIDTH];
} picture;

static void look_at(const fw_map *map, const fw_unit_id *units, picture *seen)
{
    memset(seen, 0, sizeof *seen);
    seen->version = fw_map_version(map);
    for (int32_t y = 0; y < HEIGHT; y++)
        for (int32_t x = 0; x < WIDTH; x++) {
            seen->terrains[y][x] = fw_map_terrain(map, x, y);
            for (int i = 0; i < UNITS && (x + y) % 5 == 0; i++)
                seen->regions[i][y][x] = fw_map_region(map, units[i], x, y);
        }
}

/// A map in the making, and how its last step ended.
typedef struct scene {
    fw_allocator hooks;
    fw_map *map;
    fw_unit_id units[UNITS];
} scene;

static fw_result create(scene *scene)
{
    fw_map_def def = fw_default_map_def();
    def.width = WIDTH;
    def.height = HEIGHT;
    def.allocator = &scene->hooks;
    return fw_map_create(&def, &scene->map);
}

static fw_result add(scene *scene, int which, int32_t size, fw_corner_rule corners)
{
    fw_unit_def def = unit_of_size(size);
    def.corners = corners;
    return fw_map_add_unit(scene->map, &def, &scene->units[which]);
}

static fw_result wall(scene *scene)
{
    return fw_map_set_rect(scene->map, 63, 5, 2, 10, FW_BLOCKED);
}

static fw_result scatter(scene *scene)
{
    uint8_t terrains[HEIGHT * WIDTH];
    for (int i = 0; i < HEIGHT * WIDTH; i++)
        terrains[i] = (i * 7 + i / WIDTH * 11) % 5 ? FW_GROUND : FW_BLOCKED;
    return fw_map_set_tiles(scene->map, 0, 0, WIDTH, HEIGHT, terrains, WIDTH);
}

static fw_result clear_room(scene *scene)
{
    return fw_map_set_rect(scene->map, 50, 30, 40, 9, FW_GROUND);
}

static fw_result commit(scene *scene)
{
    return fw_map_commit(scene->map);
}

static fw_result take_step(scene *scene, int step)
{
    switch (step) {
    case 0:
        return create(scene);
    case 1:
        return add(scene, 0, 1, FW_CORNERS_NEVER);
    case 2:
        return add(scene, 1, 3, FW_CORNERS_NEVER);
    case 3:
        return wall(scene);
    case 4:
        return add(scene, 2, 3, FW_CORNERS_ALWAYS);
    case 5:
        return commit(scene);
    case 6:
        return scatter(scene);
    case 7:
        return commit(scene);
    case 8:
        return add(scene, 3, 2, FW_CORNERS_ALWAYS);
    case 9:
        return clear_room(scene);
    case 10:
        return commit(scene);
    case 11:
        return fw_map_remove_unit(scene->map, scene->units[1]);
    case 12:
        return wall(scene);
    default:
        return commit(scene);
    }
}

enum { STEPS = 14 };

/// Runs the scenario with an allocator that fails once, at its n-th call; every failing step is repeated.
static bool run_failing_at(uint64_t n, const picture *without_failure, picture *seen)
{
    ration given = { .left = n, .once = true };
    scene scene = { .hooks = rationed(&given) };
    bool failed = false;
    for (int step = 0; step < STEPS; step++) {
        if (scene.map)
            look_at(scene.map, scene.units, &seen[0]);
        fw_result result = take_step(&scene, step);
        if (result == FW_NO_MEMORY) {
            assert_false(failed);
            failed = true;
            if (scene.map) {
                look_at(scene.map, scene.units, &seen[1]);
                assert_memory_equal(&seen[0], &seen[1], sizeof *seen);
            } else {
                assert_int_equal(given.held, 0);
            }
            result = take_step(&scene, step);
        }
        assert_int_equal(result, FW_OK);
    }
    look_at(scene.map, scene.units, &seen[1]);
    if (without_failure)
        assert_memory_equal(without_failure->terrains, seen[1].terrains, sizeof seen->terrains);
    fw_map_destroy(scene.map);
    assert_int_equal(given.held, 0);
    assert_int_equal(given.bytes, 0);
    return failed;
}

TEST(memory_that_fails_at_any_call_changes_nothing_and_leaks_nothing)
{
    picture *seen = calloc(2, sizeof *seen);
    picture *without_failure = calloc(1, sizeof *without_failure);
    assert_true(seen && without_failure);
    assert_false(run_failing_at(UNRATIONED, NULL, seen));
    *without_failure = seen[1];
    uint64_t n = 0;
    while (run_failing_at(n, without_failure, seen))
        n += n < 40 ? 1 : (uint64_t)stride(3); // each of the first calls is made at a place of its own
    assert_true(n > 30);                       // as many calls as the scenario makes at least
    free(without_failure);
    free(seen);
}
