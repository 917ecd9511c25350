/// Taut strings: known lengths on drawn maps, and laws on random ones.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include <math.h>

#include "common/drawing.h"
#include "common/near.h"
#include "common/rationed.h"
#include "common/scene.h"
#include "fairway/check.h"
#include "fairway/shape.h"

enum { WORLDS = 400, QUERIES = 10, SIDE = 20 };

/// How far a taut path may be from its exact length: bodies are smaller by a part of FW_TOUCH.
#define SAME 2e-6

/// The length of the taut path between two anchors.
static double taut_length(const scene *of, int32_t from_x, int32_t from_y, int32_t to_x, int32_t to_y)
{
    fw_request ask = scene_request(of, from_x, from_y, to_x, to_y);
    ask.smoothing = FW_SMOOTH_TAUT;
    assert_int_equal(scene_ask(of, &ask), FW_OK);
    return fw_path_length(of->path);
}

static scene scene_with_circle(fw_map *map, double radius)
{
    fw_unit_def unit = fw_default_unit_def();
    unit.footprint = fw_circle(radius);
    return scene_of(map, unit);
}

static void across_open_ground_the_path_is_one_line(void **state)
{
    (void)state;
    const char *rows[] = { "..........", "..........", "..........", ".........." };
    scene open = scene_with_circle(DRAWN(rows), 0.5);
    assert_near(taut_length(&open, 0, 0, 9, 3), sqrt(90), 1e-12);
    assert_int_equal(scene_summary(&open).segment_count, 1);
    scene_end(&open);
}

/// From (0.5, 2.5) around the corner at (3, 1) and that at (4, 1) to (6.5, 2.5).
static void a_path_around_a_wall_bends_around_its_corners(void **state)
{
    (void)state;
    const char *rows[] = { ".......", "...#...", "...#...", "...#..." };
    const double radius = 0.4;
    scene walled = scene_with_circle(DRAWN(rows), radius);
    const double reach = sqrt(2.5 * 2.5 + 1.5 * 1.5);
    const double line = sqrt(reach * reach - radius * radius);
    const double turn = atan2(1.5, 2.5) + asin(radius / reach);
    assert_near(taut_length(&walled, 0, 2, 6, 2), 2 * line + 2 * turn * radius + 1, SAME);
    assert_int_equal(scene_summary(&walled).segment_count, 5);
    scene_end(&walled);
}

static void a_body_that_fills_a_corridor_turns_in_quarter_circles(void **state)
{
    (void)state;
    const char *rows[] = { "####", ".###", ".###", "...." };
    scene narrow = scene_with_circle(DRAWN(rows), 0.5);
    assert_near(taut_length(&narrow, 0, 1, 3, 3), 1.5 + 2.5 + FW_PI / 4, 1e-3);
    scene_end(&narrow);
}

static void a_body_of_two_tiles_keeps_its_distance(void **state)
{
    (void)state;
    const char *rows[] = { ".........", ".........", "....#....", "....#....", "....#....", "....#...." };
    fw_unit_def unit = unit_of_size(2);
    unit.footprint = fw_circle(0.9);
    scene large = scene_of(DRAWN(rows), unit);
    const double taut = taut_length(&large, 0, 4, 7, 4);
    fw_request ask = scene_request(&large, 0, 4, 7, 4);
    assert_int_equal(scene_ask(&large, &ask), FW_OK);
    assert_true(taut < fw_path_length(large.path) - 0.1);
    scene_end(&large);
}

static fw_unit_def body_at_random(random_source *source)
{
    static const double shares[] = { 1, 1, 0.9, 0.66, 0.4, 0.02 };
    const int32_t size = random_below(source, 3) ? 1 : 1 + (int32_t)random_below(source, 3);
    fw_unit_def unit = unit_of_size(size);
    unit.footprint = fw_circle(size / 2.0 * shares[random_below(source, 6)]);
    if (random_below(source, 5) == 0)
        unit.footprint = fw_rectangle(size * 0.75, size * (0.3 + 0.3 * random_unit(source)));
    unit.corners = (fw_corner_rule)random_below(source, 4);
    return unit;
}

static scene taut_scene(random_source *source)
{
    const uint32_t blocked = 5 + random_below(source, 35);
    const int32_t width = 3 + (int32_t)random_below(source, SIDE - 2),
                  height = 3 + (int32_t)random_below(source, SIDE - 2);
    return scene_of(map_at_random(source, width, height, blocked, 1), body_at_random(source));
}

static bool pick_pair(const scene *of, random_source *source, int32_t *pair)
{
    return scene_pick(of, source, &pair[0], &pair[1]) && scene_pick(of, source, &pair[2], &pair[3]);
}

/// The checker inside scene_ask() judges legality, ends, length and cost.
static void taut_paths_are_legal_and_never_longer(void **state)
{
    (void)state;
    random_source source = { 1 };
    int found = 0, shorter = 0;
    for (int i = 0; i < WORLDS; i++) {
        scene in = taut_scene(&source);
        if (random_below(&source, 3) == 0)
            scene_overlay_at_random(&in, &source);
        int32_t pair[4];
        for (int q = 0; q < QUERIES && pick_pair(&in, &source, pair); q++) {
            fw_request ask = scene_request(&in, pair[0], pair[1], pair[2], pair[3]);
            if (scene_ask(&in, &ask) != FW_OK)
                continue;
            const fw_path_summary plain = scene_summary(&in);
            const double taut = taut_length(&in, pair[0], pair[1], pair[2], pair[3]);
            assert_true(taut <= plain.length);
            assert_true(scene_summary(&in).cost <= plain.cost * (1 + 1e-9));
            found++;
            shorter += taut < plain.length - 1e-9;
        }
        scene_end(&in);
    }
    assert_true(found > WORLDS * QUERIES / 3);
    assert_true(shorter > found / 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(across_open_ground_the_path_is_one_line),
        cmocka_unit_test(a_path_around_a_wall_bends_around_its_corners),
        cmocka_unit_test(a_body_that_fills_a_corridor_turns_in_quarter_circles),
        cmocka_unit_test(a_body_of_two_tiles_keeps_its_distance),
        cmocka_unit_test(taut_paths_are_legal_and_never_longer),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
