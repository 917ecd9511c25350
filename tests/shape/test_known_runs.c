/// What a planner knows of the runs of grid paths: pulling strings along them gives what it gives without.

#include <math.h>
#include <string.h>

#include "common/drawing.h"
#include "common/near.h"
#include "common/new.h"
#include "common/unit.h"
#include "fairway/fairway.h"
#include "shape/taut/known_runs.h"

enum { WIDTH = 150, HEIGHT = 60, MOST = 256 };

static fw_pose pose_at_random(random_source *source, int32_t size)
{
    const int32_t x = (int32_t)random_below(source, WIDTH);
    return fw_pose_on_tile(x, (int32_t)random_below(source, HEIGHT), size);
}

static fw_request request_at_random(random_source *source, fw_unit_id unit, int32_t size)
{
    fw_request ask = fw_default_request();
    ask.unit = unit;
    ask.start = pose_at_random(source, size);
    const fw_pose goal = pose_at_random(source, size);
    ask.goal = fw_goal_at(goal.x, goal.y);
    return ask;
}

static void assert_same_path(const fw_path *a, const fw_path *b)
{
    int32_t count, other;
    const fw_segment *segments = fw_path_segments(a, &count), *others = fw_path_segments(b, &other);
    assert_int_equal(count, other);
    for (int32_t i = 0; i < count; i++) {
        const fw_segment *s = &segments[i], *t = &others[i];
        assert_true(s->start.x == t->start.x && s->start.y == t->start.y && s->length == t->length &&
                    s->start.heading == t->start.heading && s->curvature == t->curvature);
    }
}

enum { PLACES = 5, SIDE = 40 };

static fw_pose place_at(int32_t index, int32_t size)
{
    return fw_pose_on_tile(3 + 8 * index, 3 + 13 * index % SIDE, size);
}

/// Blocks a few tiles, or frees some; the places stay free.
static void edit_at_random(fw_map *map, random_source *source)
{
    for (int i = 0; i < 12; i++) {
        const int32_t x = (int32_t)random_below(source, (uint32_t)fw_map_width(map));
        const int32_t y = (int32_t)random_below(source, (uint32_t)fw_map_height(map));
        const uint8_t terrain = random_below(source, 3) ? FW_GROUND : FW_BLOCKED;
        assert_int_equal(fw_map_set_tile(map, x, y, terrain), FW_OK);
    }
    for (int32_t i = 0; i < PLACES; i++)
        fw_map_set_rect(map, 3 + 8 * i, 3 + 13 * i % SIDE, 2, 2, FW_GROUND);
    assert_int_equal(fw_map_commit(map), FW_OK);
}

/// Three units, on two layers of size 1 and one of size 2, go to and fro between few places while the map changes.
TEST(what_is_known_of_runs_does_not_change_answers)
{
    random_source source = { 1 };
    fw_map *map = map_at_random(&source, SIDE, SIDE, 4, 8);
    const int32_t sizes[] = { 1, 1, 2 };
    fw_unit_id units[3];
    for (int i = 0; i < 3; i++)
        units[i] = add_unit(map, unit_entering(sizes[i], i == 1 ? 0x7f << 1 : 0xff << 1));
    fw_planner *old = new_planner(map);
    fw_path *path = new_path(), *other = new_path();
    int found = 0;
    for (int i = 0; i < 1500; i++) {
        if (i % 50 == 0)
            edit_at_random(map, &source);
        const int32_t unit = i % 3, from = (int32_t)random_below(&source, PLACES);
        const int32_t to = (int32_t)random_below(&source, PLACES);
        fw_request ask = fw_default_request();
        ask.unit = units[unit];
        ask.smoothing = FW_SMOOTH_TAUT;
        ask.start = place_at(from, sizes[unit]);
        const fw_pose goal = place_at(to, sizes[unit]);
        ask.goal = fw_goal_at(goal.x, goal.y);
        fw_planner *new = new_planner(map);
        const fw_result result = fw_find_path(old, &ask, path);
        assert_int_equal(fw_find_path(new, &ask, other), result);
        if (result == FW_OK)
            assert_same_path(path, other);
        found += result == FW_OK && from != to;
        fw_planner_destroy(new);
    }
    assert_true(found > 500);
    fw_path_destroy(path);
    fw_path_destroy(other);
    fw_planner_destroy(old);
    fw_map_destroy(map);
}

/// The same way, of lines that begin or end beside the middles of tiles.
static int32_t split_runs(const fw_path *path, fw_segment *split)
{
    const double part = 0.25;
    int32_t count, made = 0;
    const fw_segment *runs = fw_path_segments(path, &count);
    for (int32_t i = 0; i < count && made + 1 < MOST; i++) {
        fw_segment rest = runs[i];
        split[made] = rest;
        split[made++].length = part;
        rest.start.x += part * cos(rest.start.heading);
        rest.start.y += part * sin(rest.start.heading);
        rest.length -= part;
        split[made++] = rest;
    }
    return made;
}

TEST(a_string_along_runs_is_that_along_their_parts)
{
    random_source source = { 2 };
    fw_path *path = new_path(), *other = new_path();
    int bent = 0;
    for (int i = 0; i < 30; i++) {
        fw_map *map = map_at_random(&source, WIDTH, HEIGHT, random_below(&source, 10), 1);
        for (int32_t wall = 0; wall < 12; wall++) {
            const int32_t x = (int32_t)random_below(&source, WIDTH),
                          y = (int32_t)random_below(&source, HEIGHT);
            fw_map_set_rect(map, x, y, wall & 1 ? 1 : 20, wall & 1 ? 20 : 1, FW_BLOCKED);
        }
        assert_int_equal(fw_map_commit(map), FW_OK);
        fw_unit_def def = fw_default_unit_def();
        def.footprint = fw_circle(0.05 + 0.45 * random_unit(&source));
        const fw_unit_id unit = add_unit(map, def);
        fw_planner *planner = new_planner(map);
        for (int q = 0; q < 8; q++) {
            const fw_request ask = request_at_random(&source, unit, 1);
            if (fw_find_path(planner, &ask, path) != FW_OK || fw_path_length(path) == 0)
                continue;
            fw_segment split[MOST];
            const int32_t count = split_runs(path, split);
            const fw_path_summary claimed = { .outcome = FW_OUTCOME_FOUND, .unit = unit };
            assert_int_equal(fw_path_set(other, split, count, &claimed), FW_OK);
            const double length = fw_path_length(path);
            assert_int_equal(fw_path_smooth(planner, NULL, FW_SMOOTH_TAUT, path), FW_OK);
            assert_int_equal(fw_path_smooth(planner, NULL, FW_SMOOTH_TAUT, other), FW_OK);
            assert_near(fw_path_length(path), fw_path_length(other), 1e-9);
            bent += fw_path_length(path) < length - 1e-6;
        }
        fw_planner_destroy(planner);
        fw_map_destroy(map);
    }
    assert_true(bent > 100);
    fw_path_destroy(path);
    fw_path_destroy(other);
}

/// Far more runs than there is room for.
static void expect_what_was_noted(size_t room)
{
    memory memory;
    memory_init(&memory, NULL);
    known_runs runs = { .memory = &memory, .room = room };
    assert_int_equal(known_runs_begin(&runs), FW_OK);
    random_source source = { 3 };
    int found = 0, lost = 0;
    for (int i = 0; i < 50000; i++) {
        const uint32_t run = random_below(&source, 3000);
        const uint64_t layer = (uint64_t)(run / 5) * (run / 5) * 7919; // some share a place
        const run_key key = { .run = run % 5, .layer = layer, .version = run % 3 };
        const int32_t length = 1 + (int32_t)(run % 7);
        crossing gates[7] = { { 0 } };
        for (int32_t k = 0; k < length; k++)
            gates[k].border = (int32_t)run + k;
        int32_t count;
        const crossing *known = known_runs_find(&runs, &key, &count);
        if (known) {
            assert_int_equal(count, length);
            assert_memory_equal(known, gates, (size_t)length * sizeof *gates);
            found++;
        } else {
            known_runs_note(&runs, &key, gates, length);
            assert_non_null(known_runs_find(&runs, &key, &count));
            lost++;
        }
    }
    assert_true(found > 1000);
    assert_true(lost > 5000);
    known_runs_free(&runs);
    assert_int_equal(memory.bytes, 0);
}

TEST(what_is_found_of_a_run_is_what_was_noted)
{
    expect_what_was_noted(128);
    expect_what_was_noted(2048);
}

TEST(a_planner_that_is_trimmed_at_any_time_smooths_as_before)
{
    random_source source = { 5 };
    fw_map *map = map_at_random(&source, WIDTH, HEIGHT, 8, 1);
    const fw_unit_id unit = add_unit(map, unit_of_size(1));
    fw_planner *trimmed = new_planner(map), *other = new_planner(map);
    fw_path *path = new_path(), *expected = new_path();
    int steps = 0;
    for (int i = 0; i < 20; i++) {
        fw_request ask = request_at_random(&source, unit, 1);
        ask.smoothing = FW_SMOOTH_TAUT;
        const fw_result result = fw_find_path(other, &ask, expected);
        fw_search *search = new_search(trimmed, &ask);
        fw_result step;
        while ((step = fw_search_step(search, 1)) == FW_PENDING) {
            fw_planner_trim(trimmed);
            steps++;
        }
        assert_int_equal(step, result);
        if (result == FW_OK) {
            assert_int_equal(fw_search_best_so_far(search, path), FW_OK);
            assert_same_path(path, expected);
        }
        fw_search_end(search);
        fw_planner_trim(trimmed);
        fw_planner_trim(trimmed);
    }
    assert_true(steps > 200);
    fw_path_destroy(path);
    fw_path_destroy(expected);
    fw_planner_destroy(trimmed);
    fw_planner_destroy(other);
    fw_map_destroy(map);
}
