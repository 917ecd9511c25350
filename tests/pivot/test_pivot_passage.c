// The tiles that the inner disc of a body may enter or leave are those on whose sides it has room.
#include <math.h>

#include "base/keeper.h"
#include "common/drawing.h"
#include "common/new.h"
#include "common/rounds.h"
#include "common/unit.h"
#include "map/map.h"
#include "pivot/pivot_passage.h"

enum { WIDTH = 75, HEIGHT = 30, SAMPLES = 16 };

/// The tiles of a map that are free; all others block.
typedef struct ground_seen {
    bool open[HEIGHT][WIDTH];
} ground_seen;

/// The distance from a place to the nearest blocked tile, or to the border.
static double distance_by_force(const ground_seen *seen, double x, double y)
{
    double nearest = fmin(fmin(x, y), fmin(WIDTH - x, HEIGHT - y));
    for (int32_t row = 0; row < HEIGHT; row++)
        for (int32_t column = 0; column < WIDTH; column++)
            if (!seen->open[row][column])
                nearest = fmin(nearest, hypot(fmax(fmax(column - x, x - column - 1), 0),
                                              fmax(fmax(row - y, y - row - 1), 0)));
    return nearest;
}

/// The widest room for a disc whose middle lies on a side of a tile, at the places of a sample.
static double widest_on_sides(const ground_seen *seen, int32_t x, int32_t y)
{
    double widest = 0;
    for (int32_t i = 0; i <= SAMPLES; i++) {
        const double along = (double)i / SAMPLES;
        for (int32_t side = 0; side <= 1; side++) {
            widest = fmax(widest, distance_by_force(seen, x + along, y + side));
            widest = fmax(widest, distance_by_force(seen, x + side, y + along));
        }
    }
    return widest;
}

/// Looks at each tile near the border of where the disc fits. Distances change by at most half the step of the sample.
///
/// @return tiles that the disc may enter by less than the length of a tile's side
static int check_tiles(const pivot_passage *passage, const ground_seen *seen, double radius)
{
    int close = 0;
    for (int32_t y = 0; y < HEIGHT; y++)
        for (int32_t x = 0; x < WIDTH; x++) {
            const double middle = distance_by_force(seen, x + 0.5, y + 0.5);
            const bool fits = layer_fits(&passage->layer, x, y);
            if (fabs(middle - radius) > 1) {
                assert_true(fits == (middle > radius));
                continue;
            }
            const double widest = widest_on_sides(seen, x, y);
            if (widest >= radius)
                assert_true(fits);
            if (fits)
                assert_true(middle >= radius || widest >= radius - 0.5 / SAMPLES - 1e-5);
            close += fits != (middle >= radius);
        }
    return close;
}

TEST(the_inner_disc_of_a_body_fits_where_a_sample_of_places_says)
{
    random_source source = { 20261201 };
    memory memory;
    memory_init(&memory, NULL);
    keeper kept;
    keeper_init(&kept, &memory);
    pivot_passage passage = { .memory = &kept.memory, .distances.memory = &kept.memory };
    int close = 0;
    for (int world = 0; world < rounds(8); world++) {
        ground_seen seen;
        fw_map *map = map_at_random(&source, WIDTH, HEIGHT, 1 + (uint32_t)world % 3, 1);
        fw_unit_def def = fw_default_unit_def();
        const double width = random_within(&source, 1.2, 9), length = width * random_within(&source, 1, 2);
        def.footprint = fw_rectangle(length, width);
        fw_overlay *overlay = new_overlay(WIDTH, HEIGHT);
        if (world % 2)
            assert_int_equal(fw_overlay_block(overlay, 60, 10, 9, 3), FW_OK);
        const map_version *version = map_version_of(map);
        const map_unit *unit = map_find_unit(version, add_unit(map, def));
        for (int32_t y = 0; y < HEIGHT; y++)
            for (int32_t x = 0; x < WIDTH; x++)
                seen.open[y][x] = fw_map_terrain(map, x, y) != FW_BLOCKED &&
                                  !(world % 2 && x >= 60 && x < 69 && y >= 10 && y < 13);
        const pivot_ground ground = pivot_ground_of(version, unit, overlay);
        bool is_of_use;
        passage.distances.source.version = 0; // maps of other worlds have the same version
        assert_int_equal(pivot_passage_begin(&passage, &ground, &is_of_use), FW_OK);
        assert_true(is_of_use);
        uint64_t work = 7;
        while (!pivot_passage_continue(&passage, &work))
            work = 7;
        close += check_tiles(&passage, &seen, width / 2);
        fw_overlay_destroy(overlay);
        fw_map_destroy(map);
    }
    assert_true(close > at_least(20));
    keeper_release(&kept);
    assert_int_equal(memory.bytes, 0);
}
