/// Smoothing in general: simple smoothing, terrain costs, what stays as it is.

#include <math.h>

#include "common/drawing.h"
#include "common/near.h"
#include "common/scene.h"
#include "common/unit.h"
#include "fairway/check.h"
#include "fairway/shape.h"

enum { WORLDS = 250, QUERIES = 6, SIDE = 20 };

static fw_path_summary smoothed(const scene *scene, fw_request ask, fw_smoothing kind)
{
    ask.smoothing = kind;
    assert_int_equal(scene_ask(scene, &ask), FW_OK);
    return scene_summary(scene);
}

static bool pick_request(const scene *scene, random_source *source, fw_request *ask)
{
    int32_t pair[4];
    if (!scene_pick(scene, source, &pair[0], &pair[1]) || !scene_pick(scene, source, &pair[2], &pair[3]))
        return false;
    *ask = scene_request(scene, pair[0], pair[1], pair[2], pair[3]);
    return true;
}

/// scene_ask() judges legality, ends, length and cost.
TEST(smoothed_paths_are_legal_and_never_dearer)
{
    random_source source = { 11 };
    int found = 0, cheaper[2] = { 0 };
    for (int i = 0; i < WORLDS; i++) {
        scene scene = scene_at_random(&source, SIDE, (scene_costs)random_below(&source, 3));
        if (random_below(&source, 3) == 0)
            scene_overlay_at_random(&scene, &source);
        fw_request ask;
        for (int q = 0; q < QUERIES && pick_request(&scene, &source, &ask); q++) {
            if (scene_ask(&scene, &ask) != FW_OK)
                continue;
            const fw_path_summary plain = scene_summary(&scene);
            const fw_path_summary simple = smoothed(&scene, ask, FW_SMOOTH_SIMPLE);
            assert_true(simple.cost <= plain.cost * (1 + 1e-9));
            const fw_path_summary taut = smoothed(&scene, ask, FW_SMOOTH_TAUT);
            assert_true(taut.cost <= plain.cost * (1 + 1e-9));
            const fw_path_summary lines = smoothed(&scene, ask, FW_SMOOTH_TAUT_LINES);
            assert_true(lines.cost <= plain.cost * (1 + 1e-9));
            found++;
            cheaper[0] += simple.cost < plain.cost - 1e-6;
            cheaper[1] += taut.cost < plain.cost - 1e-6;
        }
        scene_end(&scene);
    }
    assert_true(found > WORLDS);
    assert_true(cheaper[0] > found / 4);
    assert_true(cheaper[1] > found / 3);
}

static scene drawn_scene(fw_map *map, double sand, double road)
{
    fw_unit_def unit = fw_default_unit_def();
    unit.footprint = fw_circle(0.4);
    unit.terrain_cost[FW_SAND] = (float)sand;
    unit.terrain_cost[FW_ROAD] = (float)road;
    return scene_of(map, unit);
}

/// Listing 1 goes from the start straight to the farthest corner that it sees, tile by tile, and on from there.
TEST(simple_smoothing_leaves_out_what_can_be_walked_past)
{
    const char *rows[] = { "........", "........", "........" };
    scene open = drawn_scene(DRAWN(rows), 1, 1);
    const fw_path_summary simple = smoothed(&open, scene_request(&open, 0, 0, 7, 2), FW_SMOOTH_SIMPLE);
    assert_int_equal(simple.segment_count, 1);
    assert_near(simple.length, sqrt(53), 1e-12);
    scene_end(&open);
}

/// How figure 17 of the article comes about: simple smoothing bends at tile centres and late, a string at corners.
TEST(a_string_is_shorter_than_simple_smoothing)
{
    const char *rows[] = { "............", "............", "......#.....", "......#.....", "......#....." };
    scene walled = drawn_scene(DRAWN(rows), 1, 1);
    const fw_request ask = scene_request(&walled, 0, 4, 11, 4);
    const double simple = smoothed(&walled, ask, FW_SMOOTH_SIMPLE).length;
    assert_true(smoothed(&walled, ask, FW_SMOOTH_TAUT).length < simple - 0.1);
    scene_end(&walled);
}

/// Sampled points step over the corner of a single tile.
TEST(the_sampled_test_lets_bodies_touch)
{
    random_source source = { 12 };
    int touching = 0;
    for (int i = 0; i < WORLDS; i++) {
        scene scene = drawn_scene(map_at_random(&source, 16, 16, 20, 1), 1, 1);
        fw_request ask;
        if (pick_request(&scene, &source, &ask)) {
            ask.smoothing = FW_SMOOTH_SIMPLE_SAMPLED;
            fw_check_report report;
            if (fw_find_path(scene.planner, &ask, scene.path) == FW_OK &&
                fw_path_check(scene.map, scene.unit, scene.path, NULL, &report) == FW_OK)
                touching += report.faults[FW_FAULT_BLOCKED] > 0;
        }
        scene_end(&scene);
    }
    assert_true(touching > 0);
}

/// Number of worlds in which a path that is smoothed by samples touches something.
static int count_touching(double step, double *length)
{
    random_source source = { 12 };
    int touching = 0;
    *length = 0;
    for (int i = 0; i < WORLDS; i++) {
        scene scene = drawn_scene(map_at_random(&source, 16, 16, 20, 1), 1, 1);
        fw_request ask;
        fw_check_report report;
        if (pick_request(&scene, &source, &ask)) {
            ask.smoothing = FW_SMOOTH_SIMPLE_SAMPLED;
            ask.sample_step = step;
            if (fw_find_path(scene.planner, &ask, scene.path) == FW_OK &&
                fw_path_check(scene.map, scene.unit, scene.path, NULL, &report) == FW_OK) {
                touching += report.faults[FW_FAULT_BLOCKED] > 0;
                *length += fw_path_length(scene.path);
            }
        }
        scene_end(&scene);
    }
    return touching;
}

/// The coarser the samples, the more paths touch something. A fifth of a tile is the default.
TEST(samples_lie_as_far_apart_as_asked)
{
    double fine, fifth, unasked, coarse;
    const int fine_touching = count_touching(1.0 / 64, &fine), fifth_touching = count_touching(0.2, &fifth);
    assert_int_equal(count_touching(0, &unasked), fifth_touching);
    assert_true(unasked == fifth);
    assert_true(count_touching(1.5, &coarse) > fifth_touching && fifth_touching > fine_touching);
    assert_true(fine_touching > 0); // corners slip in between the ends of the diamond
}

static scene corner_cutter(fw_map *map)
{
    fw_unit_def unit = fw_default_unit_def();
    unit.footprint = fw_circle(0.4);
    unit.corners = FW_CORNERS_ALWAYS;
    return scene_of(map, unit);
}

/// Figure 4 of the article: between two blocks that touch there is room for a point only.
TEST(a_step_that_the_body_cannot_take_is_kept_and_listed_and_the_rest_is_smoothed)
{
    const char *rows[] = { "...#....", "...#....", "...#....", "..#.....", "..#.....", "..#....." };
    scene walled = corner_cutter(DRAWN(rows));
    const fw_request ask = scene_request(&walled, 0, 1, 7, 4);
    const double grid = smoothed(&walled, ask, FW_SMOOTH_NONE).length;
    const fw_path_summary simple = smoothed(&walled, ask, FW_SMOOTH_SIMPLE_SAMPLED);
    int32_t count;
    const double *stretch = fw_path_impossible(walled.path, &count);
    fw_pose from, to;
    assert_int_equal(count, 1);
    assert_int_equal(simple.violations.impossible, 1);
    assert_int_equal(fw_path_pose_at(walled.path, stretch[0], &from), FW_OK);
    assert_int_equal(fw_path_pose_at(walled.path, stretch[1], &to), FW_OK);
    assert_true(from.x == 2.5 && from.y == 2.5);
    assert_near(to.x, 3.5, 1e-12);
    assert_near(to.y, 3.5, 1e-12);
    assert_true(simple.length < grid - 0.3);
    assert_int_equal(smoothed(&walled, ask, FW_SMOOTH_SIMPLE).violations.impossible, 0);
    scene_end(&walled);
}

/// Does an end of the diamond around a body lie in a blocked tile?
static bool diamond_hits(const scene *scene, double x, double y, double radius)
{
    const double ends[4][2] = { { -radius, 0 }, { radius, 0 }, { 0, -radius }, { 0, radius } };
    for (int i = 0; i < 4; i++) {
        const double column = floor(x + ends[i][0]), row = floor(y + ends[i][1]);
        if (fw_map_terrain(scene->map, (int32_t)column, (int32_t)row) == FW_BLOCKED)
            return true;
    }
    return false;
}

/// At how many samples of a stretch, .01 tile apart, the diamond hits something.
static int count_hits(const scene *scene, double from, double to)
{
    int hits = 0;
    for (double at = from; at < to; at += 0.01) {
        fw_pose pose;
        assert_int_equal(fw_path_pose_at(scene->path, at, &pose), FW_OK);
        hits += diamond_hits(scene, pose.x, pose.y, 0.39);
    }
    return hits;
}

/// Between two stretches the body hits nothing for longer than the distance between two samples.
static void assert_stretches_are_all_that_is_hit(const scene *scene)
{
    int32_t count;
    const double *stretches = fw_path_impossible(scene->path, &count);
    double end = 0;
    for (int32_t i = 0; i <= count; i++) {
        const double from = i < count ? stretches[2 * i] : fw_path_length(scene->path);
        for (double at = end; at + 0.2 < from; at += 0.1)
            assert_true(count_hits(scene, at, at + 0.2) < 20);
        if (i < count)
            assert_true(count_hits(scene, from, stretches[2 * i + 1]) > 0);
        end = i < count ? stretches[2 * i + 1] : end;
    }
}

TEST(all_steps_that_the_body_cannot_take_are_listed)
{
    random_source source = { 17 };
    int listed = 0;
    for (int i = 0; i < WORLDS; i++) {
        scene scene = corner_cutter(map_at_random(&source, 16, 16, 30, 1));
        fw_request ask;
        if (pick_request(&scene, &source, &ask)) {
            ask.smoothing = FW_SMOOTH_SIMPLE_SAMPLED;
            if (fw_find_path(scene.planner, &ask, scene.path) == FW_OK) {
                assert_stretches_are_all_that_is_hit(&scene);
                listed += scene_summary(&scene).violations.impossible;
            }
        }
        scene_end(&scene);
    }
    assert_true(listed > WORLDS / 2);
}

TEST(a_path_around_sand_does_not_take_the_short_cut_through_it)
{
    const char *rows[] = {
        "..........", "..........", "..dddddd..", "..dddddd..", "..dddddd..", ".........."
    };
    scene desert = drawn_scene(DRAWN(rows), 8, 1);
    const fw_request ask = scene_request(&desert, 0, 3, 9, 3);
    assert_int_equal(scene_ask(&desert, &ask), FW_OK);
    const double plain = scene_summary(&desert).cost;
    const fw_path_summary taut = smoothed(&desert, ask, FW_SMOOTH_TAUT);
    // Around the south of the sand, along its sides: the optimum of a point.
    const double optimum = 2 * hypot(1.5, 1.5) + 6;
    assert_true(taut.cost < plain - 0.01);
    assert_true(taut.cost >= optimum - 1e-9);
    assert_true(taut.cost < 1.02 * optimum);
    scene_end(&desert);
}

/// The straight line costs as much as its two halves, but for rounding.
TEST(a_line_over_several_terrains_is_not_cut_in_two)
{
    const char *rows[] = { ".....dd.", ".....dd.", ".....ddd", ".......d", ".......d", "........" };
    scene beach = drawn_scene(DRAWN(rows), 1.3f, 1);
    const fw_path_summary taut = smoothed(&beach, scene_request(&beach, 6, 5, 7, 0), FW_SMOOTH_TAUT);
    assert_int_equal(taut.segment_count, 1);
    scene_end(&beach);
}

TEST(a_path_keeps_to_the_road_that_pays)
{
    const char *rows[] = { "..............", "RRRRRRRRRRRRRR", "..............", ".............." };
    scene town = drawn_scene(DRAWN(rows), 1, 0.25);
    const fw_request ask = scene_request(&town, 0, 3, 13, 3);
    const fw_path_summary taut = smoothed(&town, ask, FW_SMOOTH_TAUT);
    assert_true(taut.cost < 0.6 * 13);
    fw_pose middle;
    assert_int_equal(fw_path_pose_at(town.path, taut.length / 2, &middle), FW_OK);
    assert_true(middle.y >= 1 && middle.y <= 2);
    scene_end(&town);
}

TEST(paths_that_drive_arcs_or_backward_stay_as_they_are)
{
    const char *rows[] = { "........", "........", "........" };
    scene open = drawn_scene(DRAWN(rows), 1, 1);
    fw_segment segments[] = { { .start = { 1.5, 1.5, 0 }, .length = 1 },
                              { .start = { 2.5, 1.5, 0 }, .length = 1, .gear = FW_REVERSE } };
    const fw_path_summary claimed = { .outcome = FW_OUTCOME_FOUND, .unit = open.unit };
    assert_int_equal(fw_path_set(open.path, segments, 2, &claimed), FW_OK);
    assert_int_equal(fw_path_smooth(open.planner, NULL, FW_SMOOTH_AUTO, open.path), FW_OK);
    assert_int_equal(scene_summary(&open).segment_count, 2);
    segments[1].gear = FW_FORWARD;
    segments[1].curvature = 0.1;
    assert_int_equal(fw_path_set(open.path, segments, 2, &claimed), FW_OK);
    assert_int_equal(fw_path_smooth(open.planner, NULL, FW_SMOOTH_SIMPLE, open.path), FW_OK);
    assert_int_equal(scene_summary(&open).segment_count, 2);
    scene_end(&open);
}

TEST(lines_that_leave_the_map_count_as_blocked_however_long_they_are)
{
    const char *rows[] = { "........", "........", "........" };
    fw_unit_def cutter = unit_of_size(1);
    cutter.corners = FW_CORNERS_ALWAYS;
    scene open = scene_of(DRAWN(rows), cutter);
    const fw_path_summary claimed = { .outcome = FW_OUTCOME_FOUND, .unit = open.unit };
    const double lengths[] = { 6.5, 6.6, 1e12, 1e300 };
    for (int i = 0; i < 4; i++) {
        const fw_segment line = { .start = { 1.5, 1.5, 0 }, .length = lengths[i] };
        assert_int_equal(fw_path_set(open.path, &line, 1, &claimed), FW_OK);
        assert_int_equal(fw_path_smooth(open.planner, NULL, FW_SMOOTH_CURVED, open.path), FW_OK);
        assert_int_equal(scene_summary(&open).violations.blocked, i > 0);
    }
    scene_end(&open);
}

/// Strings that were pulled before touch corners, and lie on borders of tiles.
TEST(what_was_smoothed_before_stays_legal_when_it_is_smoothed_again)
{
    random_source source = { 77 };
    fw_check_report report;
    int found = 0;
    for (int i = 0; i < 600; i++) {
        fw_unit_def cutter = unit_of_size(1 + i % 2);
        cutter.corners = i / 2 % 2 ? FW_CORNERS_ALWAYS : FW_CORNERS_ONE;
        scene scene = scene_of(map_at_random(&source, 24, 20, 12, 1), cutter);
        int32_t x, y, to_x, to_y;
        if (scene_pick(&scene, &source, &x, &y) && scene_pick(&scene, &source, &to_x, &to_y)) {
            const fw_request ask = scene_request(&scene, x, y, to_x, to_y);
            const bool is_legal = scene_ask(&scene, &ask) == FW_OK;
            found += is_legal;
            for (int again = 0; is_legal && again < 3; again++) {
                const fw_smoothing kind = again == 1 ? FW_SMOOTH_TAUT_LINES : FW_SMOOTH_TAUT;
                assert_int_equal(fw_path_smooth(scene.planner, NULL, kind, scene.path), FW_OK);
                assert_int_equal(fw_path_check(scene.map, scene.unit, scene.path, NULL, &report), FW_OK);
                assert_true(report.legal);
            }
        }
        scene_end(&scene);
    }
    assert_true(found > 300);
}

/// A straight line in one to three pieces between two places on the lattice of half tiles.
///
/// @return whether the body can go along it
static bool set_straight_line(const scene *scene, random_source *source)
{
    const int32_t pieces = 1 + (int32_t)random_below(source, 3);
    const double x = 0.5 * (1 + random_below(source, 30)), y = 0.5 * (1 + random_below(source, 30));
    const double dx = 0.5 * (1 + random_below(source, 30)) - x, dy = 0.5 * (1 + random_below(source, 30)) - y;
    fw_segment lines[3];
    for (int32_t i = 0; i < pieces; i++)
        lines[i] = (fw_segment){ .start = { x + dx * i / pieces, y + dy * i / pieces, atan2(dy, dx) },
                                 .length = hypot(dx, dy) / pieces };
    fw_path_summary claimed = { .outcome = FW_OUTCOME_FOUND, .unit = scene->unit, .length = hypot(dx, dy) };
    fw_check_report report;
    assert_int_equal(fw_path_set(scene->path, lines, pieces, &claimed), FW_OK);
    assert_int_equal(fw_path_check(scene->map, scene->unit, scene->path, NULL, &report), FW_OK);
    claimed.cost = report.cost;
    assert_int_equal(fw_path_set(scene->path, lines, pieces, &claimed), FW_OK);
    return report.legal && claimed.length > 0;
}

/// Beside tiles that cost more, a bent way would be cheaper.
TEST(a_straight_path_of_a_unit_with_a_turning_radius_never_bends)
{
    static const fw_smoothing judged[] = { FW_SMOOTH_AUTO, FW_SMOOTH_SIMPLE, FW_SMOOTH_TAUT, FW_SMOOTH_CURVED,
                                           FW_SMOOTH_TAUT_LINES };
    random_source source = { 46 };
    int lines = 0;
    for (uint32_t i = 0; i < WORLDS; i++) {
        fw_unit_def car = unit_of_size(1);
        car.turn_radius = 1;
        car.terrain_cost[2] = 20;
        car.methods = FW_METHOD_BIT(FW_GRID);
        scene scene = scene_of(map_at_random(&source, 16, 16, 5, 1 + i % 2), car);
        for (int q = 0; q < QUERIES; q++) {
            if (!set_straight_line(&scene, &source))
                continue;
            for (int kind = 0; kind < 5; kind++) {
                fw_check_report report;
                assert_int_equal(fw_path_smooth(scene.planner, NULL, judged[kind], scene.path), FW_OK);
                assert_int_equal(fw_path_check(scene.map, scene.unit, scene.path, NULL, &report), FW_OK);
                assert_true(report.legal);
                assert_int_equal(scene_summary(&scene).violations.heading_jumps, 0);
            }
            lines++;
        }
        scene_end(&scene);
    }
    assert_true(lines > WORLDS);
}

/// Through walls, off the map, far away: whatever becomes of it, nothing breaks.
TEST(nonsense_is_survived)
{
    random_source source = { 13 };
    for (int i = 0; i < 20 * WORLDS; i++) {
        scene scene = scene_at_random(&source, 12, COSTS_ANY);
        fw_segment segments[6];
        const int32_t count = 2 + (int32_t)random_below(&source, 5);
        const double spread = random_below(&source, 20) ? 14 : 1e12;
        for (int32_t s = 0; s < count; s++)
            segments[s] = (fw_segment){ .start = { spread * random_unit(&source),
                                                   spread * random_unit(&source), 6 * random_unit(&source) },
                                        .length = spread * random_unit(&source) };
        const fw_path_summary claimed = { .outcome = FW_OUTCOME_FOUND, .unit = scene.unit };
        assert_int_equal(fw_path_set(scene.path, segments, count, &claimed), FW_OK);
        const fw_smoothing kind = (fw_smoothing)random_below(&source, FW_SMOOTHING_COUNT);
        assert_int_equal(fw_path_smooth(scene.planner, NULL, kind, scene.path), FW_OK);
        scene_end(&scene);
    }
}

/// The largest turn of a path at a vertex, or half a turn where it holds an arc.
static double sharpest_turn(const fw_path *path)
{
    int32_t count;
    const fw_segment *segments = fw_path_segments(path, &count);
    double sharpest = 0;
    for (int32_t i = 1; i < count; i++) {
        const double turn = remainder(segments[i].start.heading - segments[i - 1].start.heading, 2 * FW_PI);
        sharpest = fmax(sharpest, segments[i].curvature == 0 ? fabs(turn) : FW_PI);
    }
    return sharpest;
}

TEST(a_string_of_lines_turns_by_45_degrees_at_most)
{
    random_source source = { 14 };
    double string = 0, lines = 0;
    for (int i = 0; i < WORLDS; i++) {
        scene scene = drawn_scene(map_at_random(&source, SIDE, SIDE, 12, 1), 1, 1);
        fw_request ask;
        if (pick_request(&scene, &source, &ask) && scene_ask(&scene, &ask) == FW_OK) {
            const double taut = smoothed(&scene, ask, FW_SMOOTH_TAUT).length;
            const double length = smoothed(&scene, ask, FW_SMOOTH_TAUT_LINES).length;
            assert_true(length >= taut - 1e-9);
            assert_true(sharpest_turn(scene.path) <= FW_PI / 4 + 1e-9);
            string += taut;
            lines += length;
        }
        scene_end(&scene);
    }
    assert_true(lines > string);
    assert_true(lines < 1.003 * string);
}

TEST(curved_smoothing_of_a_unit_that_turns_on_the_spot_is_taut)
{
    const char *rows[] = { "........", "........", "...##...", "........" };
    scene walled = drawn_scene(DRAWN(rows), 1, 1);
    const fw_request ask = scene_request(&walled, 0, 3, 7, 2);
    const double taut = smoothed(&walled, ask, FW_SMOOTH_TAUT).length;
    assert_true(smoothed(&walled, ask, FW_SMOOTH_CURVED).length == taut);
    scene_end(&walled);
}
