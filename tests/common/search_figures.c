#include "common/search_figures.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#include "base/memory.h"
#include "common/road.h"
#include "curve/segment.h"
#include "directional/motions.h"

/// A ship of a turning radius of 2.
static void sail(canvas *of, const char *text, fw_method method, fw_pre_smooth pre_smooth)
{
    of->unit = canvas_unit(0.4, 2);
    of->unit.methods = FW_METHOD_BIT(FW_HYBRID) | FW_METHOD_BIT(FW_DIRECTIONAL_48);
    fw_request ask = canvas_request(of);
    ask.goal = fw_goal_pose(of->goal);
    ask.method = method;
    ask.pre_smooth = pre_smooth;
    canvas_find(of, ask, of->path);
    canvas_title(of, text);
}

void sail_by_directional_search(canvas *of)
{
    sail(of, "directional search from scratch", FW_DIRECTIONAL_48, FW_PRE_SMOOTH_NONE);
}

void sail_by_hybrid(canvas *of)
{
    sail(of, "hybrid", FW_HYBRID, FW_PRE_SMOOTH_NONE);
}

void along_the_grid(canvas *of)
{
    sail(of, "along the grid's path", FW_GRID, FW_PRE_SMOOTH_48);
    of->name = "driven";
    fw_path *grid = canvas_other(of, "on the grid", NULL);
    fw_request ask = canvas_request(of);
    ask.method = FW_GRID;
    canvas_find(of, ask, grid);
}

void three_quarters_to_the_right(canvas *of)
{
    sail(of, "three quarters of a turn to the right", FW_DIRECTIONAL_48, FW_PRE_SMOOTH_NONE);
}

/// The motions of a method, and where their memory comes from.
typedef struct motions_of {
    memory from;
    motion_table *table;
} motions_of;

static motions_of motions_begin(const canvas *of, fw_method method)
{
    motions_of made = { .table = NULL };
    memory_init(&made.from, NULL);
    assert_int_equal(motion_table_build(&made.from, &of->unit, method, &made.table), FW_OK);
    return made;
}

static void motions_end(motions_of *made)
{
    motion_table_destroy(&made->from, made->table);
}

/// The way back over a segment, as a drawing without a gap needs it.
static fw_segment way_back(const fw_segment *there)
{
    fw_segment back = { segment_end(there), -there->curvature, there->length, FW_FORWARD };
    back.start.heading += FW_PI;
    return back;
}

/// Draws all motions out of the start that turn by no more than a part of a full turn.
static int draw_motions(canvas *of, const motion_table *table, double most_turn, fw_path *path)
{
    const motion_set *set = &table->sets[LEAN];
    const motion_fan *fan = &set->fans[lround(of->start.heading / (FW_PI / 4))];
    fw_segment segments[512];
    int32_t count = 0;
    int drawn = 0, last_way_back = 0;
    for (int32_t i = 0; i < fan->count; i++) {
        const motion *by = &fan->motions[i];
        if (by->turn > most_turn * MOTION_FULL_TURN)
            continue;
        const int32_t parts = motion_segment_count(set, by);
        for (int32_t part = 0; part < parts; part++) {
            segments[count + part] = motion_segment(set, by, part, of->start.x, of->start.y, FW_FORWARD);
            segments[count + 2 * parts - 1 - part] = way_back(&segments[count + part]);
        }
        count += 2 * parts;
        last_way_back = parts;
        drawn++;
    }
    assert_int_equal(fw_path_set(path, segments, count - last_way_back, NULL), FW_OK);
    return drawn;
}

static void draw_neighbourhood(canvas *of, fw_method method, double radius)
{
    of->unit = canvas_unit(0.01, radius);
    motions_of made = motions_begin(of, method);
    const int drawn = draw_motions(of, made.table, 0.5, of->path);
    snprintf(of->title, sizeof of->title, "%s, turning radius %g: %d motions", fw_method_name(method), radius,
             drawn);
    motions_end(&made);
}

void motions_to_8_tiles(canvas *of)
{
    draw_neighbourhood(of, FW_DIRECTIONAL_8, 0.5);
}

void motions_to_24_tiles(canvas *of)
{
    draw_neighbourhood(of, FW_DIRECTIONAL_24, 1);
}

void motions_to_48_tiles(canvas *of)
{
    draw_neighbourhood(of, FW_DIRECTIONAL_48, 2);
}

void motions_that_suffice(canvas *of)
{
    draw_neighbourhood(of, FW_DIRECTIONAL, 2);
}

/// Paints a tile in the colour of sand, once that is committed.
static void mark(canvas *of, int32_t x, int32_t y)
{
    if (fw_map_terrain(of->map, x, y) == FW_GROUND)
        assert_int_equal(fw_map_set_tile(of->map, x, y, FW_SAND), FW_OK);
}

void a_motion_and_what_it_touches(canvas *of)
{
    const int32_t x = (int32_t)of->start.x, y = (int32_t)of->start.y;
    of->unit = canvas_unit(0.33, 3);
    motions_of made = motions_begin(of, FW_DIRECTIONAL_48);
    const motion_set *set = &made.table->sets[LEAN];
    const motion_fan *fan = &set->fans[0];
    int32_t which = 0;
    while (fan->motions[which].dx != 3 || fan->motions[which].dy != 1 || fan->motions[which].end != 1)
        which++;
    int tiles = 0;
    for (int32_t row = 0; row < fan->height; row++)
        for (int32_t column = 0; column < fan->width; column++)
            if (fan_mask(fan, which, row / fan->rows_a_word) >>
                    (row % fan->rows_a_word * fan->width + column) &
                1) {
                mark(of, x + fan->left + column, y + fan->top + row);
                tiles++;
            }
    fw_segment segments[3];
    const int32_t count = motion_segment_count(set, &fan->motions[which]);
    for (int32_t part = 0; part < count; part++)
        segments[part] =
            motion_segment(set, &fan->motions[which], part, of->start.x, of->start.y, FW_FORWARD);
    assert_int_equal(fw_path_set(of->path, segments, count, NULL), FW_OK);
    assert_int_equal(fw_map_commit(of->map), FW_OK);
    fw_map_set_terrain_name(of->map, FW_SAND, "touched");
    snprintf(of->title, sizeof of->title, "a motion of %.2f tiles and the %d tiles that it touches",
             fw_path_length(of->path), tiles);
    motions_end(&made);
}

void a_step_along_the_grid(canvas *of)
{
    enum { MOST = 256 };
    band_tile points[MOST];
    along_the_grid(of);
    memory from;
    memory_init(&from, NULL);
    band near = { .from = &from };
    const int32_t margin = (int32_t)of->unit.turn_radius - 1,
                  count = tiles_along(of->others[0].path, points, MOST);
    assert_int_equal(band_along(&near, points, count, margin, 2 * (margin + 1)), FW_OK);
    for (int32_t i = 0; i < near.count; i++)
        mark(of, near.tiles[i].x, near.tiles[i].y);
    band_free(&near);
    assert_int_equal(fw_map_commit(of->map), FW_OK);
    fw_map_set_terrain_name(of->map, FW_SAND, "beside the path");
    snprintf(of->title, sizeof of->title, "directional search along the grid's path");
}
