/// Taut strings: known lengths on drawn maps, and laws on random ones.

#include <math.h>

#include "common/drawing.h"
#include "common/near.h"
#include "common/new.h"
#include "common/rationed.h"
#include "common/scene.h"
#include "common/tangents.h"
#include "common/unit.h"
#include "fairway/check.h"
#include "fairway/curve.h"
#include "fairway/shape.h"

enum { CLASS_WORLDS = 250, WORLDS = 400, QUERIES = 10, SIDE = 20 };

/// By how much a taut path may let its body overlap a corner.
#define SLACK (FW_TOUCH / 4)

/// How far a taut path's length may be from that of a body without this slack.
#define SAME 2e-6

/// The length of the taut path between two anchors.
static double taut_length(const scene *scene, int32_t from_x, int32_t from_y, int32_t to_x, int32_t to_y)
{
    fw_request ask = scene_request(scene, from_x, from_y, to_x, to_y);
    ask.smoothing = FW_SMOOTH_TAUT;
    assert_int_equal(scene_ask(scene, &ask), FW_OK);
    return fw_path_length(scene->path);
}

static scene scene_with_circle(fw_map *map, double radius)
{
    fw_unit_def unit = fw_default_unit_def();
    unit.footprint = fw_circle(radius);
    return scene_of(map, unit);
}

TEST(across_open_ground_the_path_is_one_line)
{
    const char *rows[] = { "..........", "..........", "..........", ".........." };
    scene open = scene_with_circle(DRAWN(rows), 0.5);
    assert_near(taut_length(&open, 0, 0, 9, 3), sqrt(90), 1e-12);
    assert_int_equal(scene_summary(&open).segment_count, 1);
    scene_end(&open);
}

/// The first path of a planner, which knows no crossings yet: both ends reach over the borders of their row.
TEST(a_first_path_may_stay_within_one_row)
{
    const char *rows[] = { "......", "......", "......" };
    for (int i = 0; i < 9; i++) {
        scene open = scene_with_circle(DRAWN(rows), 0.45);
        fw_request ask = scene_request(&open, 1, 1, 4, 1);
        ask.start.y += 0.3 * (i / 3 - 1);
        ask.goal.pose.y += 0.3 * (i % 3 - 1);
        ask.smoothing = FW_SMOOTH_TAUT;
        assert_int_equal(scene_ask(&open, &ask), FW_OK);
        assert_near(fw_path_length(open.path), hypot(3, 0.3 * (i % 3 - i / 3)), 1e-12);
        scene_end(&open);
    }
}

/// From (0.5, 2.5) around the corner at (3, 1) and that at (4, 1) to (6.5, 2.5).
/// The string ends before it would touch the corner of the block below.
TEST(a_path_that_ends_above_a_corner_does_not_bend_around_it)
{
    const char *rows[] = { "......", "......", "#.....", ".##...", "...#.#", "......" };
    scene scene = scene_with_circle(DRAWN(rows), 0.445);
    fw_request ask = scene_request(&scene, 3, 0, 4, 3);
    ask.start = (fw_pose){ 3.385, 1, 0 };
    ask.goal = fw_goal_at(4.174, 3.576);
    ask.smoothing = FW_SMOOTH_TAUT;
    assert_int_equal(fw_find_path(scene.planner, &ask, scene.path), FW_OK);
    assert_near(fw_path_length(scene.path), hypot(4.174 - 3.385, 3.576 - 1), 1e-9);
    scene_end(&scene);
}

TEST(a_path_around_a_wall_bends_around_its_corners)
{
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

TEST(a_body_that_fills_a_corridor_turns_in_quarter_circles)
{
    const char *rows[] = { "####", ".###", ".###", "...." };
    scene narrow = scene_with_circle(DRAWN(rows), 0.5);
    assert_near(taut_length(&narrow, 0, 1, 3, 3), 1.5 + 2.5 + FW_PI / 4, 1e-3);
    scene_end(&narrow);
}

TEST(a_body_of_two_tiles_keeps_its_distance)
{
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

static bool pick_pair(const scene *scene, random_source *source, int32_t *pair)
{
    return scene_pick(scene, source, &pair[0], &pair[1]) && scene_pick(scene, source, &pair[2], &pair[3]);
}

/// The checker inside scene_ask() judges legality, ends, length and cost.
TEST(taut_paths_are_legal_and_never_longer)
{
    random_source source = { 1 };
    int found = 0, shorter = 0;
    for (int i = 0; i < WORLDS; i++) {
        scene scene = taut_scene(&source);
        if (random_below(&source, 3) == 0)
            scene_overlay_at_random(&scene, &source);
        int32_t pair[4];
        for (int q = 0; q < QUERIES && pick_pair(&scene, &source, pair); q++) {
            fw_request ask = scene_request(&scene, pair[0], pair[1], pair[2], pair[3]);
            if (scene_ask(&scene, &ask) != FW_OK)
                continue;
            const fw_path_summary plain = scene_summary(&scene);
            const double taut = taut_length(&scene, pair[0], pair[1], pair[2], pair[3]);
            assert_true(taut <= plain.length);
            assert_true(scene_summary(&scene).cost <= plain.cost * (1 + 1e-9));
            found++;
            shorter += taut < plain.length - 1e-9;
        }
        scene_end(&scene);
    }
    assert_true(found > WORLDS * QUERIES / 3);
    assert_true(shorter > found / 2);
}

/// Small maps of large obstacles and of small ones.
static scene class_scene(random_source *source, double radius)
{
    const int32_t width = 4 + (int32_t)random_below(source, 8), height = 4 + (int32_t)random_below(source, 8);
    return scene_with_circle(map_at_random(source, width, height, 8 + random_below(source, 30), 1), radius);
}

/// A line between a tile's centre and a place near it, which the body can go; of length 0 if none is found soon.
static fw_segment line_off_lattice(const scene *scene, random_source *source, double x, double y,
                                   bool outward)
{
    for (int tries = 0; tries < 10; tries++) {
        const double aside_x = x + 1.4 * (random_unit(source) - 0.5),
                     aside_y = y + 1.4 * (random_unit(source) - 0.5);
        const double from_x = outward ? x : aside_x, from_y = outward ? y : aside_y;
        const double dx = outward ? aside_x - x : x - aside_x, dy = outward ? aside_y - y : y - aside_y;
        const fw_segment line = { .start = { from_x, from_y, atan2(dy, dx) }, .length = hypot(dx, dy) };
        bool is_free = false;
        assert_int_equal(fw_sweep(scene->map, scene->unit, NULL, &line, &is_free), FW_OK);
        if (is_free)
            return line;
    }
    return (fw_segment){ .start = { x, y, 0 } };
}

/// The path of a random walk: a class that no search would choose.
static bool walk_at_random(const scene *scene, random_source *source, bool off_lattice, fw_path *path)
{
    enum { STEPS = 40 };
    fw_segment segments[STEPS + 2];
    int32_t x, y;
    if (!scene_pick(scene, source, &x, &y))
        return false;
    int32_t count = 0, dx = 0, dy = 0;
    if (off_lattice)
        segments[count++] = line_off_lattice(scene, source, x + 0.5, y + 0.5, false);
    for (int tries = 0; tries < 2 * STEPS && count < STEPS; tries++) {
        if (random_below(source, 4) == 0 || tries == 0 || !world_may_step(&scene->seen, x, y, dx, dy)) {
            dx = (int32_t)random_below(source, 3) - 1;
            dy = (int32_t)random_below(source, 3) - 1;
        }
        if ((!dx && !dy) || !world_may_step(&scene->seen, x, y, dx, dy))
            continue;
        segments[count++] =
            (fw_segment){ .start = { x + 0.5, y + 0.5, atan2(dy, dx) }, .length = hypot(dx, dy) };
        x += dx;
        y += dy;
    }
    if (off_lattice)
        segments[count++] = line_off_lattice(scene, source, x + 0.5, y + 0.5, true);
    const fw_path_summary claimed = { .outcome = FW_OUTCOME_FOUND, .unit = scene->unit };
    assert_int_equal(fw_path_set(path, segments, count, &claimed), FW_OK);
    return count > 0;
}

/// Returns whether the path goes around an obstacle in a way that its class tells.
static bool judge_class(const scene *scene, const tangents *all, const fw_path *plain)
{
    ray_word word, after;
    if (!tangents_class(all, plain, &word))
        return false;
    assert_int_equal(fw_path_copy(plain, scene->path), FW_OK);
    assert_int_equal(fw_path_smooth(scene->planner, NULL, FW_SMOOTH_TAUT, scene->path), FW_OK);
    assert_true(tangents_class(all, scene->path, &after));
    if (!ray_words_are_equal(&word, &after))
        fail_msg("another class");
    fw_check_report report;
    assert_int_equal(fw_path_check(scene->map, scene->unit, scene->path, NULL, &report), FW_OK);
    assert_int_equal(report.faults[FW_FAULT_BLOCKED], 0);
    fw_pose from, to;
    const double length = fw_path_length(scene->path);
    fw_path_pose_at(scene->path, 0, &from);
    fw_path_pose_at(scene->path, length, &to);
    assert_near(tangents_shortest(all, from.x, from.y, to.x, to.y, &word, length + 1e-3), length, 1e-8);
    return word.count > 0;
}

TEST(taut_paths_are_the_shortest_of_their_class)
{
    static const double radii[] = { 0.4999, 0.4, 0.25, 0.01 };
    random_source source = { 2 };
    int telling = 0;
    fw_path *plain = new_path();
    for (int i = 0; i < CLASS_WORLDS; i++) {
        const double radius = radii[i % 4];
        scene scene = class_scene(&source, radius);
        tangents *all = tangents_of(scene.map, scene.unit, radius - SLACK);
        int32_t pair[4];
        for (int q = 0; q < 4 && pick_pair(&scene, &source, pair); q++) {
            const fw_request ask = scene_request(&scene, pair[0], pair[1], pair[2], pair[3]);
            if (fw_find_path(scene.planner, &ask, plain) == FW_OK)
                telling += judge_class(&scene, all, plain);
            if (walk_at_random(&scene, &source, q & 1, plain))
                telling += judge_class(&scene, all, plain);
        }
        tangents_free(all);
        scene_end(&scene);
    }
    fw_path_destroy(plain);
    assert_true(telling > CLASS_WORLDS);
}

/// The same way on the same map, with x and y exchanged.
static scene transposed(const scene *scene, double radius)
{
    fw_map_def def = fw_default_map_def();
    def.width = scene->seen.height;
    def.height = scene->seen.width;
    fw_map *map = NULL;
    assert_int_equal(fw_map_create(&def, &map), FW_OK);
    for (int32_t y = 0; y < def.height; y++)
        for (int32_t x = 0; x < def.width; x++)
            assert_int_equal(fw_map_set_tile(map, x, y, fw_map_terrain(scene->map, y, x)), FW_OK);
    assert_int_equal(fw_map_commit(map), FW_OK);
    return scene_with_circle(map, radius);
}

/// Length of the taut path along waypoints.
static double taut_along(const scene *scene, double (*points)[2], int32_t count, bool exchanged)
{
    enum { MOST = 64 };
    fw_segment segments[MOST];
    for (int32_t i = 0; i + 1 < count; i++) {
        const double x = points[i][exchanged], y = points[i][!exchanged];
        const double dx = points[i + 1][exchanged] - x, dy = points[i + 1][!exchanged] - y;
        segments[i] = (fw_segment){ .start = { x, y, atan2(dy, dx) }, .length = hypot(dx, dy) };
    }
    const fw_path_summary claimed = { .outcome = FW_OUTCOME_FOUND, .unit = scene->unit };
    assert_int_equal(fw_path_set(scene->path, segments, count - 1, &claimed), FW_OK);
    assert_int_equal(fw_path_smooth(scene->planner, NULL, FW_SMOOTH_TAUT, scene->path), FW_OK);
    return fw_path_length(scene->path);
}

TEST(a_reversed_or_transposed_path_is_pulled_to_the_same_length)
{
    random_source source = { 3 };
    int judged = 0;
    for (int i = 0; i < CLASS_WORLDS; i++) {
        const double radius = 0.05 + 0.45 * random_unit(&source);
        scene scene = class_scene(&source, radius), other = transposed(&scene, radius);
        double forth[64][2], back[64][2];
        for (int q = 0; q < 4; q++) {
            int32_t count;
            if (!walk_at_random(&scene, &source, false, scene.path))
                continue;
            const fw_segment *segments = fw_path_segments(scene.path, &count);
            fw_pose end;
            fw_path_pose_at(scene.path, fw_path_length(scene.path), &end);
            for (int32_t p = 0; p <= count; p++) {
                const fw_pose at = p < count ? segments[p].start : end;
                forth[p][0] = back[count - p][0] = floor(at.x) + 0.5;
                forth[p][1] = back[count - p][1] = floor(at.y) + 0.5;
            }
            const double length = taut_along(&scene, forth, count + 1, false);
            assert_near(taut_along(&scene, back, count + 1, false), length, 1e-9);
            assert_near(taut_along(&other, forth, count + 1, true), length, 1e-9);
            judged++;
        }
        scene_end(&scene);
        scene_end(&other);
    }
    assert_true(judged > 2 * CLASS_WORLDS);
}

/// A scene without the oracle's copy of the map, for larger ones.
static scene large_scene(fw_map *map, double radius)
{
    scene scene = { .map = map };
    fw_unit_def unit = fw_default_unit_def();
    unit.footprint = fw_circle(radius);
    scene.unit = add_unit(map, unit);
    assert_int_equal(fw_planner_create(map, NULL, &scene.planner), FW_OK);
    assert_int_equal(fw_path_create(NULL, &scene.path), FW_OK);
    return scene;
}

static void large_scene_end(scene *scene)
{
    fw_path_destroy(scene->path);
    fw_planner_destroy(scene->planner);
    fw_map_destroy(scene->map);
}

/// The waypoints of a path.
///
/// @return how many
static int32_t waypoints_of(const fw_path *path, double (*points)[2], int32_t most)
{
    int32_t count;
    fw_pose end;
    const fw_segment *segments = fw_path_segments(path, &count);
    if (count < 1 || count >= most || fw_path_pose_at(path, fw_path_length(path), &end) != FW_OK)
        return 0;
    for (int32_t i = 0; i <= count; i++) {
        points[i][0] = i < count ? segments[i].start.x : end.x;
        points[i][1] = i < count ? segments[i].start.y : end.y;
    }
    return count + 1;
}

/// Rows of several words: the same path crosses few rows, or exchanged many.
TEST(a_path_across_a_wide_map_is_pulled_as_across_a_tall_one)
{
    enum { WIDE = 300, HIGH = 16, MOST = 64 };
    random_source source = { 5 };
    int judged = 0;
    for (int i = 0; i < 60; i++) {
        const double radius = 0.05 + 0.45 * random_unit(&source);
        const uint32_t blocked = random_below(&source, 8);
        fw_map *wide = map_at_random(&source, WIDE, HIGH, blocked, 1);
        fw_map *tall = map_at_random(&source, HIGH, WIDE, 0, 1);
        for (int32_t y = 0; y < WIDE; y++)
            for (int32_t x = 0; x < HIGH; x++)
                assert_int_equal(fw_map_set_tile(tall, x, y, fw_map_terrain(wide, y, x)), FW_OK);
        assert_int_equal(fw_map_commit(tall), FW_OK);
        scene scene = large_scene(wide, radius), other = large_scene(tall, radius);
        fw_request ask = fw_default_request();
        ask.unit = scene.unit;
        ask.start = fw_pose_on_tile(i % 40, (int32_t)random_below(&source, HIGH), 1);
        ask.goal = fw_goal_at(WIDE - 0.5 - i % 30, 0.5 + random_below(&source, HIGH));
        double points[MOST][2];
        const int32_t count = fw_find_path(scene.planner, &ask, scene.path) == FW_OK
                                  ? waypoints_of(scene.path, points, MOST)
                                  : 0;
        if (count) {
            const double length = taut_along(&scene, points, count, false);
            assert_near(taut_along(&other, points, count, true), length, 1e-9);
            judged++;
        }
        large_scene_end(&scene);
        large_scene_end(&other);
    }
    assert_true(judged > 30);
}

TEST(a_taut_path_stays_as_it_is)
{
    const char *rows[] = { ".......", "...#...", "...#...", "...#..." };
    scene walled = scene_with_circle(DRAWN(rows), 0.4);
    const double length = taut_length(&walled, 0, 2, 6, 2);
    assert_int_equal(fw_path_smooth(walled.planner, NULL, FW_SMOOTH_TAUT, walled.path), FW_OK);
    assert_true(fw_path_length(walled.path) == length);
    scene_end(&walled);
}

TEST(warm_smoothing_allocates_nothing)
{
    random_source source = { 4 };
    fw_map *map = map_at_random(&source, WORLD_SIDE, WORLD_SIDE, 15, 1);
    scene scene = scene_with_circle(map, 0.5);
    ration hooks = { .left = UNRATIONED };
    const fw_allocator counted = rationed(&hooks);
    fw_planner_def def = fw_default_planner_def();
    def.allocator = &counted;
    fw_planner *planner = NULL;
    fw_path *path = NULL;
    assert_int_equal(fw_planner_create(map, &def, &planner), FW_OK);
    assert_int_equal(fw_path_create(&counted, &path), FW_OK);
    uint64_t warm = 0;
    for (int pass = 0; pass < 2; pass++) {
        warm = hooks.calls;
        random_source queries = { 5 };
        for (int i = 0; i < 50; i++) {
            fw_request ask = fw_default_request();
            ask.unit = scene.unit;
            ask.smoothing = FW_SMOOTH_AUTO;
            ask.start = fw_pose_on_tile((int32_t)random_below(&queries, WORLD_SIDE),
                                        (int32_t)random_below(&queries, WORLD_SIDE), 1);
            ask.goal = fw_goal_at(random_below(&queries, WORLD_SIDE) + 0.5,
                                  random_below(&queries, WORLD_SIDE) + 0.5);
            fw_find_path(planner, &ask, path);
        }
    }
    assert_true(warm > 0);
    assert_int_equal(hooks.calls, warm);
    assert_true(fw_planner_bytes(planner) > 0);
    fw_path_destroy(path);
    fw_planner_destroy(planner);
    assert_int_equal(hooks.held, 0);
    scene_end(&scene);
}

TEST(a_path_smoothed_in_slices_is_that_of_one_call)
{
    random_source source = { 6 };
    for (int i = 0; i < 60; i++) {
        scene scene = taut_scene(&source);
        int32_t pair[4];
        if (pick_pair(&scene, &source, pair)) {
            fw_request ask = scene_request(&scene, pair[0], pair[1], pair[2], pair[3]);
            ask.smoothing = FW_SMOOTH_AUTO;
            const fw_result found = scene_ask(&scene, &ask);
            const double length = fw_path_length(scene.path);
            fw_search *search = new_search(scene.planner, &ask);
            fw_result stepped;
            while ((stepped = fw_search_step(search, 3)) == FW_PENDING)
                ;
            assert_int_equal(stepped, found);
            if (found == FW_OK) {
                assert_int_equal(fw_search_best_so_far(search, scene.path), FW_OK);
                assert_true(fw_path_length(scene.path) == length);
                assert_int_equal(scene_summary(&scene).outcome, FW_OUTCOME_FOUND);
            }
            fw_search_end(search);
        }
        scene_end(&scene);
    }
}

TEST(smoothing_says_what_it_cannot_do)
{
    const char *rows[] = { "....", "...." };
    scene open = scene_with_circle(DRAWN(rows), 0.5);
    assert_int_equal(fw_path_smooth(NULL, NULL, FW_SMOOTH_TAUT, open.path), FW_NULL_ARGUMENT);
    assert_int_equal(fw_path_smooth(open.planner, NULL, FW_SMOOTH_TAUT, NULL), FW_NULL_ARGUMENT);
    assert_int_equal(fw_path_smooth(open.planner, NULL, (fw_smoothing)99, open.path), FW_BAD_VALUE);
    assert_int_equal(fw_path_smooth(open.planner, NULL, FW_SMOOTH_TAUT, open.path), FW_UNKNOWN_UNIT);
    taut_length(&open, 0, 0, 3, 1);
    fw_overlay *other = new_overlay(9, 9);
    assert_int_equal(fw_path_smooth(open.planner, other, FW_SMOOTH_TAUT, open.path), FW_WRONG_MAP);
    fw_overlay_destroy(other);
    assert_int_equal(fw_map_set_tile(open.map, 0, 1, FW_BLOCKED), FW_OK);
    assert_int_equal(fw_map_commit(open.map), FW_OK);
    assert_int_equal(fw_path_smooth(open.planner, NULL, FW_SMOOTH_TAUT, open.path), FW_STALE);
    scene_end(&open);
}
