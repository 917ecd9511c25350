/// Paths that no planner would make, and bodies and limits that hardly fit: every pass names what it cannot do and
/// leaves the path as it was, or leaves one that ends where it ended.

#include <float.h>
#include <math.h>
#include <string.h>

#include "common/drawing.h"
#include "common/lot.h"
#include "common/new.h"
#include "common/unit.h"
#include "fairway/check.h"
#include "fairway/shape.h"

enum { MOST_SEGMENTS = 8 };

/// A road around a block, a corridor of one tile, and open ground.
static const char *const yard[] = {
    "........................", ".RRRRRRRRRRRRRRRRRRRRRR.", ".RRRRRRRRRRRRRRRRRRRRRR.",
    ".RR##################RR.", ".RR#................#RR.", ".RR##################RR.",
    ".RRRRRRRRRRRRRRRRRRRRRR.", "........................", "........................",
    "........................", "........................", "............####........",
    "............####........", "........................", "........................",
    "........................",
};

/// What a path consists of.
typedef struct hard_path {
    const char *name;
    fw_segment segments[MOST_SEGMENTS];
    int32_t count;
    bool hangs_together; ///< and lies on the map, so that the checker sees what passes see
} hard_path;

static const hard_path paths[] = {
    { "a body that stands", { { { 5.5, 9.5, 1 }, 0, 0, FW_FORWARD } }, 1, true },
    { "a step of one tile", { { { 5.5, 9.5, 0 }, 0, 1, FW_FORWARD } }, 1, true },
    { "there and back",
      { { { 5.5, 9.5, 0 }, 0, 5, FW_FORWARD }, { { 10.5, 9.5, FW_PI }, 0, 5, FW_FORWARD } },
      2,
      true },
    { "there, back and there",
      { { { 5.5, 9.5, 0 }, 0, 5, FW_FORWARD },
        { { 10.5, 9.5, FW_PI }, 0, 5, FW_FORWARD },
        { { 5.5, 9.5, 0 }, 0, 5, FW_FORWARD } },
      3,
      true },
    { "headings of many turns",
      { { { 5.5, 9.5, 40 * FW_PI }, 0, 3, FW_FORWARD },
        { { 8.5, 9.5, -60 * FW_PI + FW_PI / 2 }, 0, 3, FW_FORWARD } },
      2,
      true },
    { "lines through a wall",
      { { { 10.5, 11.5, 0 }, 0, 4, FW_FORWARD }, { { 14.5, 11.5, FW_PI / 2 }, 0, 3, FW_FORWARD } },
      2,
      true },
    { "lines off the map",
      { { { 20.5, 9.5, 0 }, 0, 8, FW_FORWARD }, { { 28.5, 9.5, FW_PI }, 0, 8, FW_FORWARD } },
      2,
      false },
    { "a line far beyond every map", { { { 1e12, -1e12, 0 }, 0, 1e15, FW_FORWARD } }, 1, false },
    { "a hardly bent arc", { { { 5.5, 9.5, 0 }, 1e-9, 6, FW_FORWARD } }, 1, true },
    { "an arc that turns a hundred times", { { { 5.5, 9.5, 0 }, 1, 200 * FW_PI, FW_FORWARD } }, 1, true },
    { "an arc that never ends to turn", { { { 5.5, 9.5, 0 }, 1e6, 1e6, FW_FORWARD } }, 1, false },
    { "segments of no length between others",
      { { { 5.5, 9.5, 0 }, 0, 0, FW_FORWARD },
        { { 5.5, 9.5, 0 }, 0, 3, FW_FORWARD },
        { { 8.5, 9.5, 1 }, 0, 0, FW_FORWARD },
        { { 8.5, 9.5, FW_PI / 2 }, 0, 3, FW_FORWARD } },
      4,
      true },
    { "a torn path",
      { { { 5.5, 9.5, 0 }, 0, 3, FW_FORWARD }, { { 9.5, 13.5, 2 }, 0, 2, FW_FORWARD } },
      2,
      false },
    { "reverse and forward",
      { { { 8.5, 9.5, 0 }, 0, 3, FW_REVERSE }, { { 5.5, 9.5, 0 }, 0.5, 2, FW_FORWARD } },
      2,
      true },
    { "the least lengths", { { { 5.5, 9.5, 0 }, 0, DBL_MIN, FW_FORWARD } }, 1, true },
    { "along the corridor",
      { { { 4.5, 4.5, 0 }, 0, 7, FW_FORWARD }, { { 11.5, 4.5, FW_PI }, 0, 5, FW_FORWARD } },
      2,
      true },
    { "along the road",
      { { { 2, 2, 0 }, 0, 20, FW_FORWARD }, { { 22, 2, FW_PI / 2 }, 0, 5, FW_FORWARD } },
      2,
      true },
};

enum { PATHS = sizeof paths / sizeof *paths };

/// Bodies and turning radii that fit, and such that do not.
static fw_unit_def unit_of(int kind)
{
    static const double radii[] = { 0, 1.5, 1000, 1e-6 };
    fw_unit_def def = fw_default_unit_def();
    def.terrain_cost[FW_ROAD] = kind % 3 == 0 ? 0.5f : 1;
    def.turn_radius = radii[kind % 4];
    def.reverse = kind % 2 == 0;
    def.footprint = kind / 4 == 0   ? fw_circle(0.45)
                    : kind / 4 == 1 ? fw_rectangle(1.8, 0.9)
                                    : fw_circle(1.3); // wider than the corridor
    if (kind / 4 == 2)
        def.size = 1;
    return def;
}

enum { UNITS = 12, PASSES = 16 };

static fw_result pass_over(const lot *lot, int pass, fw_path *path)
{
    if (pass < 7)
        return fw_path_smooth(lot->planner, NULL, (fw_smoothing)pass, path);
    if (pass < 12)
        return fw_path_turn(lot->planner, NULL, (fw_turns)(pass - 7), NULL, NULL, path);
    if (pass < 14)
        return fw_path_fix_angles(lot->planner, NULL, pass == 12 ? 8 : 16, path);
    fw_speed_def limits = fw_default_speed_def();
    limits.radius_per_speed = pass == 14 ? 0 : 3;
    return fw_path_profile(lot->map, &limits, path, NULL);
}

static bool is_named(fw_result result)
{
    return result == FW_OK || result == FW_NOT_FOUND || result == FW_GAVE_UP || result == FW_OUT_OF_BOUNDS ||
           result == FW_TOO_MANY || result == FW_METHOD_DOES_NOT_FIT;
}

static bool is_finite_path(const fw_path *path)
{
    int32_t count;
    const fw_segment *segments = fw_path_segments(path, &count);
    for (int32_t i = 0; i < count; i++)
        if (!isfinite(segments[i].start.x) || !isfinite(segments[i].start.y) ||
            !isfinite(segments[i].start.heading) || !isfinite(segments[i].curvature) ||
            !isfinite(segments[i].length) || segments[i].length < 0)
            return false;
    return count > 0;
}

static void assert_unchanged(const hard_path *hard, const fw_path *path)
{
    int32_t count;
    const fw_segment *segments = fw_path_segments(path, &count);
    assert_int_equal(count, hard->count);
    for (int32_t i = 0; i < count; i++) {
        const fw_segment *a = &segments[i], *b = &hard->segments[i];
        assert_true(a->start.x == b->start.x && a->start.y == b->start.y &&
                    a->start.heading == b->start.heading && a->curvature == b->curvature &&
                    a->length == b->length && a->gear == b->gear);
    }
}

static fw_pose pose_at(const fw_path *path, double distance)
{
    fw_pose pose;
    assert_int_equal(fw_path_pose_at(path, distance, &pose), FW_OK);
    return pose;
}

static void assert_same_place(fw_pose a, fw_pose b)
{
    assert_true(fabs(a.x - b.x) <= 1e-6 * (1 + fabs(a.x)));
    assert_true(fabs(a.y - b.y) <= 1e-6 * (1 + fabs(a.y)));
}

/// The path's counts are those of the checker, where it is known what it breaks.
static void assert_counts_right(const lot *lot, const fw_path *path)
{
    fw_path_summary summary;
    fw_check_report report;
    fw_path_summarise(path, &summary);
    assert_int_equal(fw_path_check(lot->map, lot->unit, path, NULL, &report), FW_OK);
    assert_int_equal(report.faults[FW_FAULT_TOO_TIGHT], summary.violations.too_tight);
    assert_int_equal(report.faults[FW_FAULT_HEADING], summary.violations.heading_jumps);
    assert_int_equal(report.faults[FW_FAULT_POSITION], 0);
}

TEST(every_pass_over_every_hard_path_ends_well)
{
    int changed = 0, refused = 0;
    for (int kind = 0; kind < UNITS; kind++) {
        lot lot = lot_on(DRAWN(yard), unit_of(kind), NULL);
        for (int which = 0; which < PATHS * PASSES; which++) {
            const hard_path *hard = &paths[which / PASSES];
            const int pass = which % PASSES;
            const fw_path_summary claimed = { .outcome = FW_OUTCOME_FOUND, .unit = lot.unit };
            assert_int_equal(fw_path_set(lot.path, hard->segments, hard->count, &claimed), FW_OK);
            const fw_pose start = pose_at(lot.path, 0), end = pose_at(lot.path, fw_path_length(lot.path));
            const fw_result result = pass_over(&lot, pass, lot.path);
            if (!is_named(result) || !is_finite_path(lot.path))
                fail_msg("%s, pass %d, unit %d: %s", hard->name, pass, kind, fw_result_text(result));
            refused += result != FW_OK;
            if (result != FW_OK) {
                assert_unchanged(hard, lot.path);
                continue;
            }
            assert_same_place(pose_at(lot.path, 0), start);
            assert_same_place(pose_at(lot.path, fw_path_length(lot.path)), end);
            changed += fw_path_length(lot.path) != 0;
            if (hard->hangs_together && pass != 0 && pass != 7 && pass < 14)
                assert_counts_right(&lot, lot.path);
        }
        lot_end(&lot);
    }
    assert_true(changed > 1000);
    assert_true(refused > 200);
}

TEST(numbers_that_are_none_never_get_into_a_path)
{
    const double strange[] = { NAN, INFINITY, -INFINITY };
    fw_path *path = new_path();
    for (int field = 0; field < 5; field++)
        for (int i = 0; i < 3; i++) {
            fw_segment segment = { { 5.5, 9.5, 0 }, 0.1, 1, FW_FORWARD };
            double *const fields[] = { &segment.start.x, &segment.start.y, &segment.start.heading,
                                       &segment.curvature, &segment.length };
            *fields[field] = strange[i];
            assert_int_equal(fw_path_set(path, &segment, 1, NULL), FW_NOT_FINITE);
        }
    fw_path_destroy(path);
}

static const fw_roads all_roads[] = { FW_ROADS_NONE, FW_ROADS_FOLLOW, FW_ROADS_LANES, FW_ROADS_CONES };

TEST(roads_stand_bodies_and_turns_that_do_not_fit_on_them)
{
    for (int kind = 0; kind < UNITS; kind++) {
        lot lot = lot_on(DRAWN(yard), unit_of(kind), NULL);
        for (int which = 0; which < 8; which++) {
            fw_request ask = lot_request(&lot, 2, 2, 360 * 20 + 180, 21, 6, FW_TURNS_NONE);
            ask.smoothing = FW_SMOOTH_AUTO;
            ask.roads = all_roads[which / 2];
            ask.keep_right = which % 2;
            if (!fw_map_fits(lot.map, lot.unit, 2, 2) || !fw_map_fits(lot.map, lot.unit, 21, 6))
                continue;
            assert_int_equal(fw_find_path(lot.planner, &ask, lot.path), FW_OK);
            assert_true(is_finite_path(lot.path));
            fw_check_def def = fw_default_check_def();
            fw_check_report report;
            def.has_goal = true;
            def.goal = ask.goal;
            assert_int_equal(fw_path_check(lot.map, lot.unit, lot.path, &def, &report), FW_OK);
            assert_int_equal(report.faults[FW_FAULT_GOAL] + report.faults[FW_FAULT_POSITION], 0);
            if (lot.def.turn_radius > 0)
                assert_int_equal(report.faults[FW_FAULT_BLOCKED], lot_violations(&lot).blocked);
            ask.goal = fw_goal_at(ask.start.x, ask.start.y);
            assert_int_equal(fw_find_path(lot.planner, &ask, lot.path), FW_OK);
            assert_true(fw_path_length(lot.path) == 0);
        }
        lot_end(&lot);
    }
}

/// A road that goes to and fro between walls.
static fw_map *long_road(int32_t side)
{
    fw_map_def def = fw_default_map_def();
    fw_map *map;
    def.width = def.height = side;
    def.fill = FW_ROAD;
    assert_int_equal(fw_map_create(&def, &map), FW_OK);
    for (int32_t y = 1; y < side; y += 2)
        assert_int_equal(fw_map_set_rect(map, y % 4 == 1 ? 0 : 1, y, side - 1, 1, FW_BLOCKED), FW_OK);
    assert_int_equal(fw_map_commit(map), FW_OK);
    return map;
}

TEST(a_road_of_a_hundred_thousand_tiles_passes_every_pass)
{
    enum { WIDE = 459 };
    fw_unit_def def = lot_vehicle(1.5, true);
    def.terrain_cost[FW_ROAD] = 1;
    lot lot = lot_on(long_road(WIDE), def, NULL);
    fw_request ask = lot_request(&lot, 0, 0, 0, WIDE - 1, WIDE - 1, FW_TURNS_NONE);
    fw_path *found = new_path();
    assert_int_equal(fw_find_path(lot.planner, &ask, found), FW_OK);
    for (int pass = 1; pass < PASSES; pass++) {
        if (pass == FW_SMOOTH_SIMPLE_SAMPLED) // its time grows with the square of straight stretches
            continue;
        assert_int_equal(fw_path_copy(found, lot.path), FW_OK);
        assert_true(is_named(pass_over(&lot, pass, lot.path)));
        assert_true(fw_path_length(lot.path) > 1e5);
    }
    ask.smoothing = FW_SMOOTH_AUTO;
    for (int which = 1; which < 4; which++) {
        ask.roads = all_roads[which];
        ask.keep_right = which == 2;
        assert_int_equal(fw_find_path(lot.planner, &ask, lot.path), FW_OK);
        assert_true(fw_path_length(lot.path) > 1e5);
    }
    fw_path_destroy(found);
    lot_end(&lot);
}
