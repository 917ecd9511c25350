// Distances to walls, against every wall of the map.
#include <math.h>
#include <string.h>

#include "base/random.h"
#include "common/near.h"
#include "common/plain_map.h"
#include "common/rationed.h"
#include "common/unit.h"
#include "fairway/distance.h"

enum { SIDE = 90, CAPABILITY = 1 << FW_GROUND | 1 << FW_SWAMP };

typedef struct world {
    plain_map tiles;
    fw_map *map;
} world;

/// A map with a wall on about one of `rarity` tiles.
static world random_world(random_source *random, uint32_t rarity)
{
    const int32_t width = 1 + (int32_t)random_below(random, SIDE),
                  height = 1 + (int32_t)random_below(random, SIDE);
    world made = { .tiles = plain_map_of(width, height, FW_BLOCKED) };
    fw_map_def def = fw_default_map_def();
    for (int32_t i = 0; i < width * height; i++)
        made.tiles.terrains[i] = (uint8_t)(random_below(random, rarity) ? FW_GROUND + random_below(random, 2)
                                                                        : random_below(random, 2) * FW_WATER);
    def.width = width;
    def.height = height;
    assert_int_equal(fw_map_create(&def, &made.map), FW_OK);
    fw_map_set_tiles(made.map, 0, 0, width, height, made.tiles.terrains, (size_t)width);
    assert_int_equal(fw_map_commit(made.map), FW_OK);
    return made;
}

static void end_world(world *world)
{
    fw_map_destroy(world->map);
    plain_map_free(&world->tiles);
}

static void assert_rectangle(const world *world, int32_t x, int32_t y, int32_t width, int32_t height,
                             double most)
{
    static float distances[SIDE * (SIDE + 3)];
    for (int32_t i = 0; i < SIDE * (SIDE + 3); i++)
        distances[i] = -7;
    assert_int_equal(fw_map_distances(world->map, CAPABILITY, x, y, width, height, most, NULL, distances,
                                      (size_t)width + 3),
                     FW_OK);
    for (int32_t row = 0; row < height; row++)
        for (int32_t column = 0; column < width + 3; column++) {
            const float found = distances[row * (width + 3) + column];
            const double expected =
                fmin(plain_distance(&world->tiles, CAPABILITY, x + column + 0.5, y + row + 0.5), most);
            if (column < width)
                assert_near(found, expected, 1e-6 * expected);
            else
                assert_true(found == -7); // beyond the rectangle
        }
}

TEST(the_field_is_the_distance_to_the_nearest_wall)
{
    static const uint32_t rarities[] = { 2, 10, 100, 1000, 1000000 };
    random_source random = { 3 };
    for (int i = 0; i < 25; i++) {
        world world = random_world(&random, rarities[i % 5]);
        assert_rectangle(&world, 0, 0, world.tiles.width, world.tiles.height, INFINITY);
        const int32_t x = (int32_t)random_below(&random, (uint32_t)world.tiles.width),
                      y = (int32_t)random_below(&random, (uint32_t)world.tiles.height);
        assert_rectangle(&world, x, y, world.tiles.width - x,
                         1 + (int32_t)random_below(&random, (uint32_t)(world.tiles.height - y)),
                         random_within(&random, 0.1, 12));
        end_world(&world);
    }
}

TEST(the_distance_of_a_point_is_that_to_the_nearest_wall)
{
    static const uint32_t rarities[] = { 2, 30, 1000, 1000000 };
    random_source random = { 4 };
    for (int i = 0; i < 20; i++) {
        world world = random_world(&random, rarities[i % 4]);
        for (int k = 0; k < 200; k++) {
            const double x = random_within(&random, -2, world.tiles.width + 2),
                         y = random_within(&random, -2, world.tiles.height + 2);
            double distance = -1;
            assert_int_equal(fw_map_distance(world.map, CAPABILITY, x, y, &distance), FW_OK);
            assert_near(distance, plain_distance(&world.tiles, CAPABILITY, x, y), 1e-12 * (1 + distance));
        }
        end_world(&world);
    }
}

TEST(an_edit_counts_after_its_commit)
{
    fw_map_def def = fw_default_map_def();
    fw_map *map;
    double distance;
    def.width = def.height = 40;
    def.fill = FW_GROUND;
    assert_int_equal(fw_map_create(&def, &map), FW_OK);
    fw_map_set_rect(map, 20, 25, 1, 1, FW_WATER);
    fw_map_distance(map, CAPABILITY, 20.5, 20.5, &distance);
    assert_near(distance, 19.5, 0);
    assert_int_equal(fw_map_commit(map), FW_OK);
    fw_map_distance(map, CAPABILITY, 20.5, 20.5, &distance);
    assert_near(distance, 4.5, 0);
    fw_map_destroy(map);
}

TEST(what_cannot_be_asked_is_refused)
{
    float distances[4];
    double distance;
    random_source random = { 5 };
    world world = random_world(&random, 3);
    assert_int_equal(fw_map_distance(NULL, 2, 1, 1, &distance), FW_NULL_ARGUMENT);
    assert_int_equal(fw_map_distance(world.map, 2, NAN, 1, &distance), FW_NOT_FINITE);
    assert_int_equal(fw_map_distances(world.map, 2, 0, 0, 1, 0, 5, NULL, distances, 1), FW_BAD_SIZE);
    assert_int_equal(fw_map_distances(world.map, 2, 0, 0, 2, 1, 5, NULL, distances, 1), FW_BAD_SIZE);
    assert_int_equal(fw_map_distances(world.map, 2, -1, 0, 1, 1, 5, NULL, distances, 1), FW_OUT_OF_BOUNDS);
    assert_int_equal(fw_map_distances(world.map, 2, world.tiles.width, 0, 1, 1, 5, NULL, distances, 1),
                     FW_OUT_OF_BOUNDS);
    assert_int_equal(fw_map_distances(world.map, 2, 0, 0, 1, 1, NAN, NULL, distances, 1), FW_BAD_VALUE);
    for (uint64_t calls = 0; calls < 4; calls++) {
        ration scarce = { .left = calls };
        const fw_allocator hooks = rationed(&scarce);
        assert_int_equal(fw_map_distances(world.map, 2, 0, 0, 1, 1, 5, &hooks, distances, 1), FW_NO_MEMORY);
        assert_int_equal(scarce.bytes, 0);
    }
    end_world(&world);
}
