// Headings are taken modulo a full turn: a question is answered alike if its headings are some turns greater or less.

#include <math.h>

#include "base/random.h"
#include "base/trig.h"
#include "common/drawing.h"
#include "common/new.h"
#include "common/rounds.h"
#include "common/unit.h"
#include "fairway/fairway.h"

static const char *const town[] = {
    "....................", "....................", "...####.....#####...", "...#............#...",
    "...#............#...", "...#...##..##...#...", ".......#....#.......", ".......#....#.......",
    "...#...######...#...", "...#............#...", "...#............#...", "...####.....#####...",
    "....................", "....................", ".........##.........", "....................",
};

enum { WIDTH = 20, HEIGHT = 16, KINDS = 5 };

static struct {
    fw_map *map;
    fw_unit_id units[KINDS];
    fw_planner *planner;
    fw_path *path, *other;
} at;

static fw_unit_def unit_of_kind(int kind)
{
    fw_unit_def unit = fw_default_unit_def();
    unit.footprint = kind == 0 ? fw_rectangle(1.7, 0.8) : fw_rectangle(0.9, 0.5);
    unit.turn_radius = kind == 0 ? 0 : kind == 3 ? 2.5 : 1;
    unit.reverse = kind != 1;
    unit.headings = kind == 2 ? 16 : 8;
    unit.curvature_rate = kind == 4 ? 1 : 0;
    return unit;
}

static int open_town(void **state)
{
    at.map = DRAWN(town);
    for (int kind = 0; kind < KINDS; kind++) {
        at.units[kind] = add_unit(at.map, unit_of_kind(kind));
        for (int method = 0; method < FW_METHOD_COUNT; method++)
            fw_map_prepare(at.map, at.units[kind], (fw_method)method);
    }
    at.planner = new_planner(at.map);
    at.path = new_path();
    at.other = new_path();
    return 0;
}

static int close_town(void **state)
{
    fw_path_destroy(at.path);
    fw_path_destroy(at.other);
    fw_planner_destroy(at.planner);
    fw_map_destroy(at.map);
    return 0;
}

static double draw(random_source *source, double low, double high)
{
    return random_within(source, low, high);
}

static fw_pose some_pose(random_source *source)
{
    const double x = draw(source, 1, WIDTH - 1), y = draw(source, 1, HEIGHT - 1);
    const double angle = draw(source, -3, 3), eighth = FW_PI / 4 * random_below(source, 8);
    const bool is_on_lattice = random_below(source, 2);
    return is_on_lattice ? (fw_pose){ floor(x) + 0.5, floor(y) + 0.5, eighth } : (fw_pose){ x, y, angle };
}

static fw_request some_request(random_source *source)
{
    fw_request ask = fw_default_request();
    ask.unit = at.units[random_below(source, KINDS)];
    ask.start = some_pose(source);
    ask.goal = fw_goal_pose(some_pose(source));
    ask.goal.heading_tolerance = random_below(source, 3) ? 0 : 0.5;
    ask.method = (fw_method)(random_below(source, 2) ? 0 : random_below(source, FW_METHOD_COUNT));
    ask.smoothing = (fw_smoothing)random_below(source, FW_SMOOTHING_COUNT);
    ask.turns = (fw_turns)(random_below(source, 2) ? 0 : random_below(source, 5));
    ask.nearest = random_below(source, 4) == 0;
    ask.allow_violations = random_below(source, 2);
    ask.fixed_angles = random_below(source, 4) ? 0 : 8;
    ask.heuristic = (fw_heuristic)random_below(source, FW_HEURISTIC_COUNT);
    ask.max_work = 20000;
    return ask;
}

static const double headings[] = { -10, 100, 1e6, -1e10, 1e15, -1e17, 1e19, -1e25, 1e100, -1e300 };

static int found, alike;

/// Asks twice, and counts whether paths are found and equally long.
static void compare(const fw_request *ask, const fw_request *turned)
{
    const fw_result result = fw_find_path(at.planner, ask, at.path);
    assert_int_equal(fw_find_path(at.planner, turned, at.other), result);
    found += result == FW_OK;
    alike += result == FW_OK && fabs(fw_path_length(at.other) - fw_path_length(at.path)) <= 1e-6;
}

TEST_BETWEEN(headings_some_turns_away_are_answered_alike, open_town, close_town)
{
    static const double turns[] = { 1, -1, 2, -2, 16, -16 };
    random_source source = { 4 };
    found = alike = 0;
    for (int i = 0; i < rounds(150); i++) {
        const fw_request ask = some_request(&source);
        fw_request turned = ask;
        turned.start.heading += 2 * FW_PI * turns[random_below(&source, 6)];
        turned.goal.pose.heading += 2 * FW_PI * turns[random_below(&source, 6)];
        compare(&ask, &turned);
    }
    assert_true(found > rounds(150) / 4);
    assert_true(found - alike <= found / 100); // the sum is rounded, which may decide between two paths
}

TEST_BETWEEN(any_finite_heading_is_answered_as_its_equal_within_a_turn, open_town, close_town)
{
    random_source source = { 5 };
    found = alike = 0;
    for (int i = 0; i < rounds(150); i++) {
        fw_request ask = some_request(&source);
        fw_pose set[2] = { some_pose(&source), some_pose(&source) }, turned_set[2] = { set[0], set[1] };
        const bool is_set = random_below(&source, 3) == 0;
        fw_request turned = ask;
        turned.start.heading = headings[random_below(&source, 10)];
        turned.goal.pose.heading = headings[random_below(&source, 10)];
        for (int k = 0; k < 2; k++) {
            turned_set[k].heading = headings[random_below(&source, 10)];
            set[k].heading = trig_wrap(turned_set[k].heading);
        }
        ask.start.heading = trig_wrap(turned.start.heading);
        ask.goal.pose.heading = trig_wrap(turned.goal.pose.heading);
        if (is_set) {
            ask.goal = fw_goal_nearest_pose_of(set, 2);
            turned.goal = fw_goal_nearest_pose_of(turned_set, 2);
        }
        compare(&ask, &turned);
    }
    assert_true(found > rounds(150) / 4);
    assert_int_equal(alike, found);
}
