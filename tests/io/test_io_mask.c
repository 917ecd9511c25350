// Masks of robots' maps. The oracle turns places by the definition of a frame, tile by tile, and knows the overlay
// through paths of one tile only.
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "common/drawing.h"
#include "common/files.h"
#include "common/new.h"
#include "common/unit.h"
#include "fairway-io/mask.h"
#include "fairway/planner.h"
#include "io/mask.h"

#define YAML  "image: map.pgm\nresolution: 0.5\norigin: [0, 0, 0]\nnegate: 0\n"
#define SCALE "mode: scale\noccupied_thresh: 1.0\nfree_thresh: 0.0\n"

enum { MARKED_WIDTH = 70, MARKED_HEIGHT = 50, TEST_SKIPPED = 77 }; // for ctest: this build lacks a library

static fw_map *open_ground(int32_t width, int32_t height)
{
    fw_map_def def = fw_default_map_def();
    fw_map *map;
    uint8_t ground = FW_GROUND;
    def.width = width;
    def.height = height;
    assert_int_equal(fw_map_create(&def, &map), FW_OK);
    for (int32_t y = 0; y < height; y++)
        for (int32_t x = 0; x < width; x++)
            assert_int_equal(fw_map_set_tiles(map, x, y, 1, 1, &ground, 1), FW_OK);
    assert_int_equal(fw_map_commit(map), FW_OK);
    return map;
}

static fw_overlay *overlay_for(const fw_map *map)
{
    return new_overlay(fw_map_width(map), fw_map_height(map));
}

static fw_io_mask *mask_of(const char *yaml, const char *picture)
{
    fw_io_mask *mask;
    fw_io_fault fault;
    file_add("map.pgm", picture);
    const fw_io_map_def def = files_def("mask.yaml");
    if (fw_io_mask_read(yaml, strlen(yaml), &def, &mask, &fault) != FW_OK)
        fail_msg("%s", fault.text);
    return mask;
}

/// What a tile of length costs for a body of one point, from the middle of a tile a little to the right; -1 if the tile
/// is blocked.
static double cost_at(fw_map *map, const fw_overlay *overlay, int32_t x, int32_t y)
{
    fw_unit_def def = fw_default_unit_def();
    def.footprint = fw_circle(0.1);
    def.methods = FW_METHOD_BIT(FW_ASTAR);
    const fw_unit_id unit = add_unit(map, def);
    assert_int_equal(fw_map_prepare(map, unit, FW_ASTAR), FW_OK);
    fw_planner *planner = new_planner(map);
    fw_path *path = new_path();
    fw_request request = fw_default_request();
    request.unit = unit;
    request.method = FW_ASTAR;
    request.overlay = overlay;
    request.start = (fw_pose){ x + 0.5, y + 0.5, 0 };
    request.goal = fw_goal_at(x + 0.75, y + 0.5);
    const fw_result result = fw_find_path(planner, &request, path);
    fw_path_summary summary = { 0 };
    fw_path_summarise(path, &summary);
    const double cost = result == FW_OK ? summary.cost / 0.25 : -1.0;
    fw_path_destroy(path);
    fw_planner_destroy(planner);
    fw_map_remove_unit(map, unit);
    return cost;
}

static void assert_costs(const char *what, fw_map *map, const fw_overlay *overlay, const double *costs)
{
    for (int32_t i = 0; i < fw_map_width(map) * fw_map_height(map); i++) {
        const double cost = cost_at(map, overlay, i % fw_map_width(map), i / fw_map_width(map));
        if (fabs(cost - costs[i]) > 0.006)
            fail_msg("%s: tile %d costs %g, expected %g", what, i, cost, costs[i]);
    }
}

FILE_TEST(occupied_cells_are_blocked_and_others_cost_in_proportion)
{
    static const double costs[6] = { -1, 1, 1 + 2 * 50 / 99.0, 1 + 2 * 20 / 99.0, 1, 1 };
    // values 100, 0, 50, 20, 0 and 0
    fw_io_mask *mask = mask_of(YAML SCALE, "P2\n3 2 255\n0 255 128 204 255 255\n");
    fw_map *map = open_ground(3, 2);
    fw_overlay *overlay = overlay_for(map);
    assert_int_equal(fw_io_mask_keep_out(mask, map, NULL, 2.0F, overlay), FW_OK);
    assert_costs("keep-out", map, overlay, costs);
    fw_overlay_destroy(overlay);
    fw_map_destroy(map);
    fw_io_mask_free(mask);
}

/// nav2's example: base 100, multiplier -1; and metres per second.
FILE_TEST(speeds_cost_the_time_that_they_take)
{
    static const fw_io_speed_filter percent = { FW_IO_SPEED_PERCENT, 100, -1, 0 };
    static const fw_io_speed_filter metres = { FW_IO_SPEED_ABSOLUTE, 0, 0.02, 1.5 };
    static const double by_percent[6] = { 1, 1, 2, 1.25, 1, 5 }; // 0 (no limit), -, 50, 80, -, 20 percent
    static const double by_metres[6] = { 1, 1, 1.5, 1.5 / 0.4, 1, 1 };             // 2, -, 1, .4, -, 1.6 m/s
    fw_io_mask *mask = mask_of(YAML SCALE, "P2\n3 2 255\n0 255 128 204 255 51\n"); // 100, 0, 50, 20, 0, 80
    fw_map *map = open_ground(3, 2);
    fw_overlay *overlay = overlay_for(map);
    assert_int_equal(fw_io_mask_limit_speed(mask, map, NULL, &percent, overlay), FW_OK);
    assert_costs("percent", map, overlay, by_percent);
    fw_overlay_clear(overlay);
    assert_int_equal(fw_io_mask_limit_speed(mask, map, NULL, &metres, overlay), FW_OK);
    assert_costs("metres", map, overlay, by_metres);
    fw_overlay_destroy(overlay);
    fw_map_destroy(map);
    fw_io_mask_free(mask);
}

/// A mask that lies askew over a map of smaller cells, compared with the definition of frames.
FILE_TEST(a_tile_has_the_value_of_the_cell_under_its_middle)
{
    fw_io_mask *mask = mask_of("image: map.pgm\nresolution: 0.7\norigin: [0.3, -0.4, 0.5]\nnegate: 0\n"
                               "occupied_thresh: 0.5\nfree_thresh: 0.4\n",
                               "P2\n4 3 255\n0 255 0 255\n255 0 255 0\n0 0 255 255\n");
    static const char *const rows[3] = { "#.#.", ".#.#", "##.." };
    enum { WIDTH = 13, HEIGHT = 11 };
    const fw_frame frame = {
        .resolution = 0.25, .origin_x = -0.5, .origin_y = -0.25, .yaw = -0.2, .height = HEIGHT
    };
    fw_map *map = open_ground(WIDTH, HEIGHT);
    fw_overlay *overlay = overlay_for(map);
    assert_int_equal(fw_io_mask_keep_out(mask, map, &frame, 2.0F, overlay), FW_OK);
    double costs[WIDTH * HEIGHT];
    int blocked = 0;
    for (int i = 0; i < WIDTH * HEIGHT; i++) {
        const double u = 0.25 * (i % WIDTH + 0.5),
                     v = 0.25 * (HEIGHT - i / WIDTH - 0.5); // NOLINT: whole rows
        const double x = -0.5 + u * cos(-0.2) - v * sin(-0.2), y = -0.25 + u * sin(-0.2) + v * cos(-0.2);
        const double along = ((x - 0.3) * cos(0.5) + (y + 0.4) * sin(0.5)) / 0.7;
        const double up = (-(x - 0.3) * sin(0.5) + (y + 0.4) * cos(0.5)) / 0.7;
        const int column = (int)floor(along), row = 2 - (int)floor(up);
        const bool is_inside = column >= 0 && column < 4 && row >= 0 && row < 3;
        costs[i] = is_inside && rows[row][column] == '#' ? -1 : 1;
        blocked += costs[i] < 0;
        assert_int_equal(fw_io_mask_at(mask, x, y), !is_inside ? -1 : costs[i] < 0 ? 100 : 0);
    }
    assert_in_range(blocked, 10, WIDTH * HEIGHT / 2);
    assert_costs("askew", map, overlay, costs);
    fw_overlay_destroy(overlay);
    fw_map_destroy(map);
    fw_io_mask_free(mask);
}

/// A mask of which every third cell of each row and column is occupied.
static fw_io_mask *dotted_mask(const char *yaml)
{
    enum { SIDE = 24 };
    static char picture[8 * SIDE * SIDE];
    size_t used = (size_t)snprintf(picture, sizeof picture, "P2\n%d %d 255\n", SIDE, SIDE);
    for (int i = 0; i < SIDE * SIDE; i++)
        used += (size_t)snprintf(picture + used, sizeof picture - used, "%d ",
                                 (i / SIDE + i % SIDE) % 3 ? 255 : 0);
    return mask_of(yaml, picture);
}

/// Marks the tiles of a part. An io_mask_taker.
static fw_result mark(void *user, const io_overlay_part *part)
{
    memset((bool *)user + part->y * MARKED_WIDTH + part->x, true, (size_t)part->width);
    return FW_OK;
}

/// Compares tiles with their places, each of which fw_io_mask_at() converts by itself.
static void assert_rows_agree(const fw_io_mask *mask, fw_frame frame)
{
    const int32_t width = MARKED_WIDTH, height = MARKED_HEIGHT;
    const io_mask_use use = { .frame = &frame };
    bool marked[MARKED_WIDTH * MARKED_HEIGHT] = { false };
    frame.height = height;
    assert_int_equal(io_mask_visit(mask, width, height, &use, mark, marked), FW_OK);
    int occupied = 0;
    for (int32_t tile = 0; tile < width * height; tile++) {
        const int32_t x = tile % width, y = tile / width;
        fw_pose place = { x + 0.5, y + 0.5, 0.0 };
        assert_int_equal(fw_frame_pose_to_metres(&frame, &place, &place), FW_OK);
        const bool is_occupied = fw_io_mask_at(mask, place.x, place.y) == 100;
        occupied += is_occupied;
        assert_int_equal(marked[tile], is_occupied);
    }
    assert_in_range(occupied, 20, width * height);
}

FILE_TEST(rows_of_tiles_have_the_values_that_their_places_have)
{
    static const fw_frame frames[] = { { .resolution = 0.5 },
                                       { .resolution = 1.0 },
                                       { .resolution = 0.1, .origin_x = 1, .origin_y = 1, .yaw = FW_PI / 2 },
                                       { .resolution = 0.3, .origin_x = 2, .origin_y = -1, .yaw = 0.7 } };
    fw_io_mask *mask = dotted_mask("image: map.pgm\nresolution: 0.5\norigin: [0, 0, 0]\n");
    for (size_t i = 0; i < sizeof frames / sizeof *frames; i++)
        assert_rows_agree(mask, frames[i]);
    for (int parts = 2; parts < 60; parts++) // middles of tiles lie on the borders of cells
        assert_rows_agree(mask, (fw_frame){ .resolution = 0.5 / parts,
                                            .origin_x = 0.25 / parts + parts % 2 * 12,
                                            .origin_y = 0.25 / parts,
                                            .yaw = parts % 2 * FW_PI / 2 });
    fw_io_mask_free(mask);
    mask = dotted_mask("image: map.pgm\nresolution: 0.5\norigin: [100000000, -100000000, 0]\n");
    assert_rows_agree(mask, (fw_frame){ .resolution = 0.1, .origin_x = 1e8, .origin_y = -1e8 });
    fw_io_mask_free(mask);
}

FILE_TEST(bad_masks_and_bad_filters_are_refused)
{
    static const fw_io_speed_filter bad[] = { { 3, 0, 1, 1 },
                                              { FW_IO_SPEED_ABSOLUTE, 0, 1, 0 },
                                              { FW_IO_SPEED_ABSOLUTE, 0, 1, -1 } };
    static const fw_io_speed_filter endless = { FW_IO_SPEED_PERCENT, (double)INFINITY, 1, 0 };
    fw_io_mask *mask = mask_of(YAML SCALE, "P2\n3 2 255\n0 255 128 204 255 51\n"), *none;
    fw_map *map = open_ground(2, 3);
    fw_overlay *overlay = overlay_for(map);
    const fw_frame frame = { .resolution = 0.5, .height = 3 };
    assert_int_equal(fw_io_mask_keep_out(mask, map, NULL, 2.0F, overlay), FW_WRONG_MAP);
    assert_int_equal(fw_io_mask_keep_out(mask, map, &frame, -1.0F, overlay), FW_BAD_VALUE);
    assert_int_equal(fw_io_mask_keep_out(mask, map, &frame, NAN, overlay), FW_NOT_FINITE);
    assert_int_equal(fw_io_mask_keep_out(NULL, map, &frame, 1.0F, overlay), FW_NULL_ARGUMENT);
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        assert_int_equal(fw_io_mask_limit_speed(mask, map, &frame, &bad[i], overlay), FW_BAD_VALUE);
    assert_int_equal(fw_io_mask_limit_speed(mask, map, &frame, &endless, overlay), FW_NOT_FINITE);
    assert_int_equal(fw_io_mask_limit_speed(mask, map, &frame, NULL, overlay), FW_NULL_ARGUMENT);
    fw_overlay_destroy(overlay);
    fw_map_destroy(map);
    fw_io_mask_free(mask);
    fw_io_mask_free(NULL);
    fw_io_fault fault;
    static const char picture[] = "P2\n1 1 255\n0\n";
    assert_int_equal(fw_io_mask_read(picture, strlen(picture), NULL, &none, &fault), FW_NOT_SUPPORTED);
    assert_string_equal(fault.text, "map: this is no map.yaml of ROS, as a mask is");
    assert_int_equal(fw_io_mask_load("no/such/mask.yaml", NULL, &none, &fault), FW_NOT_FOUND);
    assert_null(none);
    assert_int_equal(fw_io_mask_at(NULL, 0, 0), -1);
}

int main(void)
{
    if (!fw_io_reads(FW_IO_ROS))
        return TEST_SKIPPED;
    return tests_run(NULL, NULL);
}
