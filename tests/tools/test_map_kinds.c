#include <string.h>

#include "common/drawing.h"
#include "common/unit.h"
#include "tools/maps/map_kinds.h"

TEST(the_same_seed_gives_the_same_map_and_another_another)
{
    for (int kind = 0; kind < MAP_KIND_COUNT; kind++) {
        io_tiles first;
        io_tiles again;
        io_tiles other;
        assert_true(map_generate((map_kind)kind, 90, 70, 5, NULL, &first, NULL));
        assert_true(map_generate((map_kind)kind, 90, 70, 5, NULL, &again, NULL));
        assert_true(map_generate((map_kind)kind, 90, 70, 6, NULL, &other, NULL));
        assert_memory_equal(first.terrain, again.terrain, 90 * 70);
        assert_memory_not_equal(first.terrain, other.terrain, 90 * 70);
        io_tiles_free(&first);
        io_tiles_free(&again);
        io_tiles_free(&other);
    }
}

/// What a listener was told.
typedef struct heard {
    double last;
    int count;
} heard;

static void hear(void *user, double share)
{
    heard *all = user;
    assert_true(share >= all->last && share <= 1);
    all->last = share;
    all->count++;
}

TEST(how_much_is_done_is_told_and_does_not_fall)
{
    for (int kind = 0; kind < MAP_KIND_COUNT; kind++) {
        heard all = { 0 };
        const map_listener listener = { hear, &all };
        io_tiles told, silent;
        assert_true(map_generate((map_kind)kind, 90, 70, 5, &listener, &told, NULL));
        assert_true(map_generate((map_kind)kind, 90, 70, 5, NULL, &silent, NULL));
        assert_memory_equal(told.terrain, silent.terrain, 90 * 70);
        assert_true(kind == MAP_ROOMS || (all.count > 2 && all.last > 0.5));
        io_tiles_free(&told);
        io_tiles_free(&silent);
    }
}

TEST(every_kind_comes_in_every_small_size)
{
    for (int kind = 0; kind < MAP_KIND_COUNT; kind++)
        for (int32_t width = 1; width <= 20; width++)
            for (int32_t height = 1; height <= 20; height++) {
                io_tiles tiles;
                assert_true(map_generate((map_kind)kind, width, height, 3, NULL, &tiles, NULL));
                assert_int_equal(tiles.width, width);
                assert_int_equal(tiles.height, height);
                for (int32_t i = 0; i < width * height; i++)
                    assert_in_range(tiles.terrain[i], FW_BLOCKED, FW_SAND);
                io_tiles_free(&tiles);
            }
}

/// How many regions there are for a unit of a size that enters ground.
static int regions_of(const io_tiles *tiles, int32_t size)
{
    fw_map *map = NULL;
    fw_unit_id unit = 0;
    const fw_unit_def def = unit_of_size(size);
    uint32_t labels[64];
    int count = 0;
    assert_true(io_map_of_tiles("made", tiles, NULL, &map, NULL));
    assert_int_equal(fw_map_add_unit(map, &def, &unit), FW_OK);
    for (int32_t y = 0; y < tiles->height; y++)
        for (int32_t x = 0; x < tiles->width; x++) {
            const uint32_t label = fw_map_region(map, unit, x, y);
            int i = 0;
            while (i < count && labels[i] != label)
                i++;
            if (label && i == count && count < 64)
                labels[count++] = label;
        }
    fw_map_destroy(map);
    return count;
}

TEST(rooms_mazes_and_caves_are_connected)
{
    static const map_kind kinds[] = { MAP_ROOMS, MAP_MAZE, MAP_CAVES };
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        for (uint64_t seed = 1; seed <= 12; seed++) {
            io_tiles tiles;
            assert_true(map_generate(kinds[i], 120, 75, seed, NULL, &tiles, NULL));
            assert_int_equal(regions_of(&tiles, 1), 1);
            io_tiles_free(&tiles);
        }
}

TEST(a_maze_has_room_for_units_of_size_3)
{
    io_tiles tiles;
    assert_true(map_generate(MAP_MAZE, 101, 77, 9, NULL, &tiles, NULL));
    assert_int_equal(regions_of(&tiles, 3), 1);
    io_tiles_free(&tiles);
}

TEST(a_fifth_of_a_random_map_is_blocked)
{
    io_tiles tiles;
    int blocked = 0;
    assert_true(map_generate(MAP_RANDOM, 300, 300, 1, NULL, &tiles, NULL));
    for (int i = 0; i < 300 * 300; i++)
        blocked += tiles.terrain[i] == FW_BLOCKED;
    assert_in_range(blocked, 300 * 300 * 19 / 100, 300 * 300 * 21 / 100);
    io_tiles_free(&tiles);
}
