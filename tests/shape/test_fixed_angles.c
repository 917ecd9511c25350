#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/random.h"
#include "common/drawing.h"
#include "common/near.h"
#include "common/new.h"
#include "common/rationed.h"
#include "common/rounds.h"
#include "common/unit.h"
#include "curve/segment.h"
#include "fairway/check.h"
#include "fairway/curve.h"
#include "fairway/shape.h"

static void set_path(fw_path *path, fw_unit_id unit, const fw_segment *segments, int32_t count)
{
    fw_path_summary claimed = { .outcome = FW_OUTCOME_FOUND, .unit = unit };
    for (int32_t i = 0; i < count; i++)
        claimed.length += segments[i].length;
    assert_int_equal(fw_path_set(path, segments, count, &claimed), FW_OK);
}

/// A body that fits into a square of two tiles, with or without a turning radius.
static fw_unit_def unit_at_random(random_source *random)
{
    fw_unit_def def = unit_entering(0, 1u << 1 | 1u << 2 | 1u << 3);
    def.footprint = random_below(random, 2)
                        ? fw_circle(random_within(random, 0.2, 0.9))
                        : fw_rectangle(random_within(random, 0.4, 1.4), random_within(random, 0.3, 0.9));
    def.turn_radius = random_below(random, 4) ? random_within(random, 0.3, 2) : 0;
    def.reverse = true;
    def.reverse_penalty = 1.5;
    def.gear_change_cost = 2;
    for (int terrain = 1; terrain <= 3; terrain++)
        def.terrain_cost[terrain] = (float)terrain;
    return def;
}

/// Drives at random, and only where the body is free; false where it found no way soon.
static bool drive_freely(random_source *random, const fw_map *map, fw_unit_id unit, double turn_radius,
                         fw_path *path)
{
    fw_segment segments[10];
    int32_t count = 0;
    fw_pose at = { random_within(random, 1, 39), random_within(random, 1, 39), random_within(random, -9, 9) };
    fw_gear gear = FW_FORWARD;
    for (int tries = 0; tries < 60 && count < 10; tries++) {
        bool is_free;
        if (random_below(random, 10) == 0)
            gear = gear == FW_FORWARD ? FW_REVERSE : FW_FORWARD;
        fw_segment next = { .start = at, .length = random_within(random, 0.05, 5), .gear = gear };
        if (random_below(random, 3))
            next.curvature =
                (random_below(random, 2) ? 1 : -1) / random_within(random, turn_radius, 3 + turn_radius);
        assert_int_equal(fw_sweep(map, unit, NULL, &next, &is_free), FW_OK);
        if (!is_free)
            continue;
        segments[count++] = next;
        at = segment_end(&next);
    }
    set_path(path, unit, segments, count);
    return count >= 3;
}

static int32_t impossible_in(const fw_path *path)
{
    fw_path_summary summary;
    assert_int_equal(fw_path_summarise(path, &summary), FW_OK);
    int32_t count;
    fw_path_impossible(path, &count);
    assert_int_equal(count, summary.violations.impossible);
    return count;
}

/// Legal, but for headings within stretches that were left as they were.
static void assert_legal(const fw_map *map, fw_unit_id unit, const fw_overlay *overlay, const fw_path *path)
{
    fw_check_def def = fw_default_check_def();
    fw_check_report report;
    def.check_cost = true;
    def.overlay = overlay;
    assert_int_equal(fw_path_check(map, unit, path, &def, &report), FW_OK);
    for (int fault = 0; fault < FW_FAULT_COUNT; fault++)
        if (report.faults[fault] && !(fault == FW_FAULT_ANGLE && impossible_in(path) > 0))
            fail_msg("%s at %g (%g, %g)", fw_fault_text((fw_fault)fault), report.first_at, report.first_x,
                     report.first_y);
}

/// Number of segments that a path has within its impossible stretches.
static int32_t segments_left_in(const fw_path *path)
{
    int32_t count, stretches, left = 0;
    const fw_segment *segments = fw_path_segments(path, &count);
    const double *borders = fw_path_impossible(path, &stretches);
    for (int32_t i = 0; i < stretches; i++) {
        double at = 0;
        for (int32_t k = 0; k < count; at += segments[k++].length)
            left += at < borders[2 * i + 1] - 1e-9 && at + segments[k].length > borders[2 * i] + 1e-9;
    }
    return left;
}

TEST(free_drives_stay_free_at_fixed_angles)
{
    random_source random = { 1 };
    fw_path *path = new_path();
    int fixed = 0, left = 0;
    for (int m = 0; m < 40; m++) {
        fw_map *map = map_at_random(&random, 40, 40, random_below(&random, 12), 3);
        fw_planner *planner = new_planner(map);
        const fw_unit_def def = unit_at_random(&random);
        const fw_unit_id unit = add_unit(map, def);
        fw_overlay *overlay = new_overlay(40, 40); // adds costs on half of the maps
        for (int i = 0; i < m % 2 * 100; i++)
            assert_int_equal(fw_overlay_add_cost(overlay, (int32_t)random_below(&random, 36),
                                                 (int32_t)random_below(&random, 36), 4, 2, 40),
                             FW_OK);
        for (int i = 0; i < 50; i++) {
            if (!drive_freely(&random, map, unit, def.turn_radius, path))
                continue;
            fw_pose start, end, new_start, new_end;
            const double length = fw_path_length(path);
            const int32_t angles = random_below(&random, 2) ? 8 : 16;
            int32_t driven;
            fw_path_segments(path, &driven);
            fw_path_pose_at(path, 0, &start);
            fw_path_pose_at(path, length, &end);
            assert_int_equal(fw_path_fix_angles(planner, overlay, angles, path), FW_OK);
            assert_legal(map, unit, overlay, path);
            fw_path_pose_at(path, 0, &new_start);
            fw_path_pose_at(path, INT32_MAX, &new_end);
            assert_true(start.x == new_start.x && start.y == new_start.y);
            assert_near(new_end.x, end.x, 1e-7);
            assert_near(new_end.y, end.y, 1e-7);
            assert_true(fw_path_length(path) <= length / cos(FW_PI / angles) + 1e-6);
            fixed++;
            // A rectangle that scrapes along a wall cannot face another way there; a circle can.
            assert_true(impossible_in(path) == 0 || def.footprint.kind == FW_FOOTPRINT_RECTANGLE);
            left += impossible_in(path) > 0;
            // Where two stretches meet, one segment may be in both.
            assert_true(segments_left_in(path) <= driven + impossible_in(path));
        }
        fw_overlay_destroy(overlay);
        fw_planner_destroy(planner);
        fw_map_destroy(map);
    }
    assert_true(fixed > 300);
    assert_true(left * 10 < fixed);
    fw_path_destroy(path);
}

TEST(taut_paths_of_all_requests_stay_legal_at_fixed_angles)
{
    random_source random = { 2 };
    fw_path *path = new_path();
    int found = 0;
    for (int m = 0; m < 30; m++) {
        fw_map *map = map_at_random(&random, 40, 40, 5 + random_below(&random, 25), 1);
        fw_planner *planner = new_planner(map);
        fw_unit_def def = fw_default_unit_def();
        def.footprint = fw_circle(random_within(&random, 0.2, 0.9));
        def.corners = m % 5 == 0 ? FW_CORNERS_ONE : FW_CORNERS_NEVER;
        const fw_unit_id unit = add_unit(map, def);
        fw_map_unit(map, unit, &def);
        for (int i = 0; i < 30; i++) {
            fw_request ask = fw_default_request();
            ask.unit = unit;
            ask.start = fw_pose_on_tile((int32_t)random_below(&random, 39),
                                        (int32_t)random_below(&random, 39), def.size);
            const fw_pose goal = fw_pose_on_tile((int32_t)random_below(&random, 39),
                                                 (int32_t)random_below(&random, 39), def.size);
            ask.goal = fw_goal_at(goal.x, goal.y);
            ask.smoothing = FW_SMOOTH_TAUT;
            ask.fixed_angles = random_below(&random, 2) ? 8 : 16;
            const fw_result result = fw_find_path(planner, &ask, path);
            if (result != FW_OK)
                continue;
            fw_path_summary summary;
            fw_path_summarise(path, &summary);
            assert_int_equal(summary.fixed_angles, ask.fixed_angles);
            assert_legal(map, unit, NULL, path);
            assert_int_equal(impossible_in(path), 0);
            found++;
        }
        fw_planner_destroy(planner);
        fw_map_destroy(map);
    }
    assert_true(found > 300);
    fw_path_destroy(path);
}

enum { CUTTERS_SIDE = 16 }; ///< of their maps

/// A taut way from anchor to anchor.
static bool walk_tautly(random_source *random, fw_planner *planner, fw_unit_id unit, int32_t size,
                        fw_path *path)
{
    int32_t at[4];
    for (int i = 0; i < 4; i++)
        at[i] = (int32_t)random_below(random, CUTTERS_SIDE);
    fw_request ask = fw_default_request();
    ask.unit = unit;
    ask.start = fw_pose_on_tile(at[0], at[1], size);
    ask.goal = fw_goal_on_tile(at[2], at[3], size);
    ask.smoothing = random_below(random, 2) ? FW_SMOOTH_TAUT : FW_SMOOTH_TAUT_LINES;
    return fw_find_path(planner, &ask, path) == FW_OK;
}

/// A legal way over corners, sides and middles of tiles; false where none was found soon.
static bool walk_freely(random_source *random, const fw_map *map, fw_unit_id unit, fw_path *path)
{
    enum { SIDE = CUTTERS_SIDE, MOST = 6 };
    fw_segment lines[MOST];
    int32_t count = 0;
    fw_pose at = { 0.5 * (2 + random_below(random, 2 * SIDE - 3)),
                   0.5 * (2 + random_below(random, 2 * SIDE - 3)), 0 };
    for (int tries = 0; tries < 60 && count < MOST; tries++) {
        bool is_free;
        const double dx = 0.5 * random_below(random, 9) - 2, dy = 0.5 * random_below(random, 9) - 2;
        at.heading = atan2(dy, dx);
        lines[count] = (fw_segment){ .start = at, .length = hypot(dx, dy), .gear = FW_FORWARD };
        assert_int_equal(fw_sweep(map, unit, NULL, &lines[count], &is_free), FW_OK);
        if (!is_free || lines[count].length == 0)
            continue;
        at.x += dx;
        at.y += dy;
        count++;
    }
    fw_check_report report;
    set_path(path, unit, lines, count);
    return count > 0 && fw_path_check(map, unit, path, NULL, &report) == FW_OK && report.legal;
}

/// Bends legal ways, and judges what they become.
///
/// @return how many
static int bend_legal_ways(random_source *random, const fw_map *map, fw_unit_id unit, int32_t size)
{
    int bent = 0;
    fw_planner *planner = new_planner(map);
    fw_path *path = new_path();
    for (int i = 0; i < 40; i++) {
        if (!(i % 2 ? walk_freely(random, map, unit, path) : walk_tautly(random, planner, unit, size, path)))
            continue;
        assert_int_equal(fw_path_fix_angles(planner, NULL, random_below(random, 2) ? 8 : 16, path), FW_OK);
        assert_legal(map, unit, NULL, path);
        bent++;
    }
    fw_path_destroy(path);
    fw_planner_destroy(planner);
    return bent;
}

TEST(who_may_cut_one_corner_bends_nowhere_between_two_blocked_tiles)
{
    random_source random = { 4 };
    int bent = 0;
    for (int m = 0; m < rounds(800); m++) {
        fw_map *map = map_at_random(&random, CUTTERS_SIDE, CUTTERS_SIDE, 15 + random_below(&random, 30), 1);
        fw_unit_def def = unit_of_size(1 + m % 2);
        def.corners = FW_CORNERS_ONE;
        bent += bend_legal_ways(&random, map, add_unit(map, def), def.size);
        fw_map_destroy(map);
    }
    assert_true(bent > 300);
}

/// One path on an empty map of 20 x 20 tiles, bent for a unit of size 1.
typedef struct world {
    fw_map *map;
    fw_planner *planner;
    fw_unit_id unit;
    fw_path *path;
} world;

static world world_of(const char *const *rows, int32_t height)
{
    world world = { .map = map_from_drawing(rows, height), .path = new_path() };
    fw_unit_def def = fw_default_unit_def();
    def.footprint = fw_circle(0.4);
    world.unit = add_unit(world.map, def);
    world.planner = new_planner(world.map);
    return world;
}

static void world_end(world *world)
{
    fw_path_destroy(world->path);
    fw_planner_destroy(world->planner);
    fw_map_destroy(world->map);
}

static const char *const meadow[] = {
    "............", "............", "............", "............", "............", "............",
    "............", "............", "............", "............", "............", "............",
};

TEST(a_circle_becomes_the_polygon_around_it)
{
    world world = world_of(meadow, 12);
    const double radius = 3;
    const fw_segment circle = { .start = { 6, 3, 0 }, .length = 2 * FW_PI * radius, .curvature = 1 / radius };
    for (int32_t angles = 8; angles <= 16; angles *= 2) {
        set_path(world.path, world.unit, &circle, 1);
        assert_int_equal(fw_path_fix_angles(world.planner, NULL, angles, world.path), FW_OK);
        assert_legal(world.map, world.unit, NULL, world.path);
        int32_t count;
        const fw_segment *sides = fw_path_segments(world.path, &count);
        const double half = radius * tan(FW_PI / angles);
        assert_int_equal(count, angles + 1);
        assert_near(sides[0].length, half, 1e-9);
        for (int32_t i = 1; i < angles; i++) {
            assert_near(sides[i].length, 2 * half, 1e-9);
            const fw_pose middle = segment_pose_at(&sides[i], half);
            assert_near(hypot(middle.x - 6, middle.y - 6), radius, 1e-9);
        }
    }
    world_end(&world);
}

TEST(a_line_takes_the_way_above_or_below_that_touches_nothing)
{
    const char *const above[] = { "............", "............", "............",
                                  "............", "......#.....", "............" };
    const char *const below[] = { "............", ".....#......", "............",
                                  "............", "............", "............" };
    const fw_segment line = { .start = { 0.5, 4.5, -atan2(3, 10) }, .length = sqrt(109) };
    for (int side = 0; side < 2; side++) {
        world world = world_of(side ? below : above, 6);
        set_path(world.path, world.unit, &line, 1);
        assert_int_equal(fw_path_fix_angles(world.planner, NULL, 8, world.path), FW_OK);
        assert_legal(world.map, world.unit, NULL, world.path);
        int32_t count;
        const fw_segment *lines = fw_path_segments(world.path, &count);
        assert_int_equal(impossible_in(world.path), 0);
        assert_int_equal(count, 2);
        assert_near(lines[0].start.heading, side ? 0 : -FW_PI / 4, 0);
        world_end(&world);
    }
}

TEST(a_line_between_two_blocks_is_split)
{
    const char *const gate[] = { "............", "............", ".....##.....", "............",
                                 "............", ".....##.....", "............", "............" };
    world world = world_of(gate, 8);
    const fw_segment line = { .start = { 0.5, 6.5, -atan2(5, 11) }, .length = sqrt(146) };
    set_path(world.path, world.unit, &line, 1);
    assert_int_equal(fw_path_fix_angles(world.planner, NULL, 8, world.path), FW_OK);
    assert_legal(world.map, world.unit, NULL, world.path);
    int32_t count;
    fw_path_segments(world.path, &count);
    assert_int_equal(impossible_in(world.path), 0);
    assert_true(count > 2);
    world_end(&world);
}

TEST(a_road_between_the_angles_is_not_left)
{
    fw_map_def def = fw_default_map_def();
    def.width = 60;
    def.height = 30;
    world world = { .path = new_path() };
    assert_int_equal(fw_map_create(&def, &world.map), FW_OK);
    assert_int_equal(fw_map_set_rect(world.map, 0, 0, 60, 30, FW_SAND), FW_OK);
    for (int32_t x = 0; x < 60; x++)
        assert_int_equal(fw_map_set_rect(world.map, x, x / 3 + 2, 1, 4, FW_ROAD), FW_OK);
    assert_int_equal(fw_map_commit(world.map), FW_OK);
    fw_unit_def driver = unit_entering(1, 1u << FW_SAND | 1u << FW_ROAD);
    driver.terrain_cost[FW_SAND] = 4;
    world.unit = add_unit(world.map, driver);
    world.planner = new_planner(world.map);
    const fw_segment line = { .start = { 2.5, 5, atan2(1, 3) }, .length = 54 };
    for (int32_t angles = 8; angles <= 16; angles *= 2) {
        set_path(world.path, world.unit, &line, 1);
        assert_int_equal(fw_path_fix_angles(world.planner, NULL, angles, world.path), FW_OK);
        assert_legal(world.map, world.unit, NULL, world.path);
        fw_path_summary summary;
        fw_path_summarise(world.path, &summary);
        assert_true(summary.cost < 1.08 * summary.length);
    }
    world_end(&world);
}

TEST(what_fits_at_no_angle_is_left_as_it_was_and_reported)
{
    world world = world_of(meadow, 12);
    assert_int_equal(fw_map_set_tile(world.map, 6, 6, FW_BLOCKED), FW_OK);
    assert_int_equal(fw_map_commit(world.map), FW_OK);
    const fw_segment line = { .start = { 1.5, 4.5, atan2(4, 9) }, .length = sqrt(97) }; // right through it
    set_path(world.path, world.unit, &line, 1);
    assert_int_equal(fw_path_fix_angles(world.planner, NULL, 16, world.path), FW_OK);
    int32_t count;
    assert_int_equal(impossible_in(world.path), 1);
    const double *left = fw_path_impossible(world.path, &count);
    fw_pose from, to;
    fw_path_pose_at(world.path, left[0] + 1e-9, &from);
    fw_path_pose_at(world.path, left[1] - 1e-9, &to);
    assert_near(from.heading, atan2(4, 9), 1e-9);
    assert_true(from.x > 5 && from.x < 5.8 && to.x > 7.2 && to.x < 8);
    world_end(&world);
}

TEST(lines_at_the_angles_stay_as_they_are)
{
    world world = world_of(meadow, 12);
    fw_segment lines[8];
    fw_pose at = { 5, 3, 0 };
    for (int i = 0; i < 8; i++) {
        at.heading = i * FW_PI / 4;
        lines[i] = (fw_segment){ .start = at, .length = 2 };
        at = segment_end(&lines[i]);
    }
    for (int32_t angles = 8; angles <= 16; angles *= 2) {
        set_path(world.path, world.unit, lines, 8);
        assert_int_equal(fw_path_fix_angles(world.planner, NULL, angles, world.path), FW_OK);
        int32_t count;
        const fw_segment *fixed = fw_path_segments(world.path, &count);
        assert_int_equal(count, 8);
        for (int i = 0; i < 8; i++) {
            assert_near(fixed[i].start.x, lines[i].start.x, 0);
            assert_near(fixed[i].start.y, lines[i].start.y, 0);
            assert_near(remainder(fixed[i].start.heading - lines[i].start.heading, 2 * FW_PI), 0, 1e-15);
            assert_near(fixed[i].length, 2, 0);
        }
    }
    world_end(&world);
}

TEST(a_path_that_starts_at_no_angle_starts_at_a_neighbouring_one)
{
    world world = world_of(meadow, 12);
    random_source random = { 3 };
    for (int i = 0; i < 200; i++) {
        const double heading = random_within(&random, -FW_PI, FW_PI);
        const fw_segment arc = { .start = { 6, 6, heading },
                                 .length = random_within(&random, 0, 3),
                                 .curvature = random_within(&random, -1, 1) };
        set_path(world.path, world.unit, &arc, 1);
        assert_int_equal(fw_path_fix_angles(world.planner, NULL, 16, world.path), FW_OK);
        assert_legal(world.map, world.unit, NULL, world.path);
        fw_pose start;
        fw_path_pose_at(world.path, 0, &start);
        assert_true(fabs(remainder(start.heading - heading, 2 * FW_PI)) <= 2 * FW_PI / 16);
    }
    for (int i = 0; i < 2; i++) {
        const fw_segment rest = { .start = { 6, 6, 1 }, .length = i * 1e-300 };
        set_path(world.path, world.unit, &rest, 1);
        assert_int_equal(fw_path_fix_angles(world.planner, NULL, 8, world.path), FW_OK);
        assert_legal(world.map, world.unit, NULL, world.path);
    }
    world_end(&world);
}

/// Asks for a path at 16 angles from a heading to a heading, and compares what it counts with what the checker finds.
static int32_t jumps_at_ends(const world *world, fw_unit_id unit, fw_method method, double start, double goal)
{
    fw_request ask = fw_default_request();
    fw_check_def def = fw_default_check_def();
    fw_check_report report;
    fw_path_summary summary;
    ask.unit = unit;
    ask.method = method;
    ask.allow_violations = true;
    ask.start = (fw_pose){ 2.5, 5.5, start };
    ask.goal = fw_goal_pose((fw_pose){ 9.5, 5.5, goal });
    ask.fixed_angles = 16;
    assert_int_equal(fw_find_path(world->planner, &ask, world->path), FW_OK);
    assert_int_equal(fw_path_summarise(world->path, &summary), FW_OK);
    def.has_start = def.has_goal = true;
    def.start = ask.start;
    def.goal = ask.goal;
    assert_int_equal(fw_path_check(world->map, unit, world->path, &def, &report), FW_OK);
    const int32_t jumps = report.faults[FW_FAULT_START] + report.faults[FW_FAULT_GOAL];
    assert_int_equal(summary.violations.heading_jumps, jumps);
    assert_true(report.legal == (jumps == 0));
    return jumps;
}

TEST(the_ends_face_an_angle_beside_the_heading_asked_for_or_count_a_jump)
{
    world world = world_of(meadow, 12);
    random_source random = { 4 };
    fw_unit_def def = fw_default_unit_def();
    def.footprint = fw_circle(0.4);
    def.turn_radius = 1;
    const fw_unit_id car = add_unit(world.map, def);
    for (int i = 0; i < 50; i++) {
        const double start = random_within(&random, -1, 1), goal = random_within(&random, -1, 1);
        assert_int_equal(jumps_at_ends(&world, car, FW_HYBRID, start, goal), 0);
        const int32_t off = (fabs(start) > FW_PI / 8) + (fabs(goal) > FW_PI / 8); // straight along the grid
        assert_int_equal(jumps_at_ends(&world, car, FW_GRID, start, goal), off);
    }
    world_end(&world);
}

/// A body that stands where no angle next to its heading has room keeps its heading, and says so: a stretch of no
/// length is listed as impossible.
TEST(a_path_of_one_pose_is_not_turned_into_a_wall)
{
    random_source random = { 20 };
    int turned = 0, left = 0;
    for (int i = 0; i < 300; i++) {
        fw_map *map = map_at_random(&random, 12, 12, 10, 1);
        fw_unit_def def = unit_entering(1, 1u << 1);
        def.footprint = fw_rectangle(random_within(&random, 1, 4), random_within(&random, 0.3, 1));
        def.turn_radius = 1;
        def.methods = FW_METHOD_BIT(FW_GRID);
        const fw_unit_id unit = add_unit(map, def);
        fw_planner *planner = new_planner(map);
        fw_path *path = new_path();
        for (int q = 0; q < 10; q++) {
            const fw_segment rest = { .start = { random_within(&random, 2, 10), random_within(&random, 2, 10),
                                                 random_within(&random, -3, 3) } };
            bool is_free = false;
            assert_int_equal(fw_sweep(map, unit, NULL, &rest, &is_free), FW_OK);
            set_path(path, unit, &rest, 1);
            assert_int_equal(fw_path_fix_angles(planner, NULL, i % 2 ? 8 : 16, path), FW_OK);
            fw_check_report report;
            fw_path_summary said;
            assert_int_equal(fw_path_check(map, unit, path, NULL, &report), FW_OK);
            assert_int_equal(fw_path_summarise(path, &said), FW_OK);
            assert_true(!is_free || report.faults[FW_FAULT_BLOCKED] == 0);
            assert_int_equal(report.faults[FW_FAULT_ANGLE], impossible_in(path));
            turned += is_free && said.violations.impossible == 0;
            left += is_free && said.violations.impossible == 1;
        }
        fw_path_destroy(path);
        fw_planner_destroy(planner);
        fw_map_destroy(map);
    }
    assert_true(turned > 100 && left > 20);
}

/// Lines that do not meet are no stretch of a path: no detour leads over the gap between them.
TEST(a_torn_path_stays_torn_at_fixed_angles)
{
    const char *rows[] = { "............", "............", "............", "............", "............" };
    world open = world_of(rows, 5);
    const fw_segment torn[] = { { .start = { 1, 1, 0.3 }, .length = 2 },
                                { .start = { 6, 3, 0.3 }, .length = 2 } };
    set_path(open.path, open.unit, torn, 2);
    assert_int_equal(fw_path_fix_angles(open.planner, NULL, 8, open.path), FW_OK);
    fw_check_report report;
    assert_int_equal(fw_path_check(open.map, open.unit, open.path, NULL, &report), FW_OK);
    assert_int_equal(report.faults[FW_FAULT_POSITION], 1);
    assert_int_equal(report.faults[FW_FAULT_ANGLE], 0);
    world_end(&open);
}

TEST(bad_input_is_named_and_changes_nothing)
{
    world world = world_of(meadow, 12);
    fw_segment arc = { .start = { 6, 6, 1 }, .length = 3, .curvature = 1 };
    assert_int_equal(fw_path_fix_angles(world.planner, NULL, 8, world.path), FW_UNKNOWN_UNIT);
    set_path(world.path, world.unit, &arc, 0);
    assert_int_equal(fw_path_fix_angles(world.planner, NULL, 8, world.path), FW_BAD_SIZE);
    set_path(world.path, world.unit, &arc, 1);
    assert_int_equal(fw_path_fix_angles(NULL, NULL, 8, world.path), FW_NULL_ARGUMENT);
    assert_int_equal(fw_path_fix_angles(world.planner, NULL, 8, NULL), FW_NULL_ARGUMENT);
    assert_int_equal(fw_path_fix_angles(world.planner, NULL, 12, world.path), FW_BAD_VALUE);
    arc.start.x = 1e300;
    set_path(world.path, world.unit, &arc, 1);
    assert_int_equal(fw_path_fix_angles(world.planner, NULL, 8, world.path), FW_OUT_OF_BOUNDS);
    arc = (fw_segment){ .start = { 6, 6, 1 }, .length = 1e300, .curvature = 1 };
    set_path(world.path, world.unit, &arc, 1);
    assert_int_equal(fw_path_fix_angles(world.planner, NULL, 8, world.path), FW_TOO_MANY);
    int32_t count;
    const fw_segment *kept = fw_path_segments(world.path, &count);
    assert_true(count == 1 && kept->length == 1e300);
    world_end(&world);
}

TEST(warm_passes_allocate_nothing_and_failed_allocations_change_nothing)
{
    world world = world_of(meadow, 12);
    const fw_segment arc = { .start = { 6, 2, 0.1 }, .length = 20, .curvature = 0.3 };
    ration from = { .left = UNRATIONED };
    const fw_allocator hooks = rationed(&from);
    fw_path *path;
    assert_int_equal(fw_path_create(&hooks, &path), FW_OK);
    set_path(path, world.unit, &arc, 1);
    for (uint64_t given = 0;; given++) {
        from.left = given;
        const fw_result result = fw_path_fix_angles(world.planner, NULL, 16, path);
        from.left = UNRATIONED;
        if (result == FW_OK)
            break;
        assert_int_equal(result, FW_NO_MEMORY);
        int32_t count;
        assert_true(fw_path_segments(path, &count)->length == 20 && count == 1);
    }
    for (int i = 0; i < 3; i++) {
        set_path(path, world.unit, &arc, 1);
        const uint64_t calls = from.calls;
        assert_int_equal(fw_path_fix_angles(world.planner, NULL, 16, path), FW_OK);
        assert_true(i == 0 || from.calls == calls);
    }
    fw_path_destroy(path);
    assert_true(from.held == 0);
    world_end(&world);
}

TEST(warm_requests_allocate_nothing)
{
    const char *const rows[] = { "............", "............", "...####.....", "...####.....",
                                 "............", "......###...", "............", "............" };
    world world = world_of(rows, 8);
    ration from = { .left = UNRATIONED };
    const fw_allocator hooks = rationed(&from);
    fw_planner_def def = fw_default_planner_def();
    def.allocator = &hooks;
    fw_planner *planner;
    assert_int_equal(fw_planner_create(world.map, &def, &planner), FW_OK);
    fw_request ask = fw_default_request();
    ask.unit = world.unit;
    ask.start = (fw_pose){ 0.5, 1.5, 0 };
    ask.goal = fw_goal_at(11.5, 6.5);
    ask.smoothing = FW_SMOOTH_TAUT;
    ask.fixed_angles = 16;
    uint64_t calls = 0;
    for (int i = 0; i < 4; i++) {
        assert_int_equal(fw_find_path(planner, &ask, world.path), FW_OK);
        assert_true(i < 2 || from.calls == calls);
        calls = from.calls;
    }
    assert_legal(world.map, world.unit, NULL, world.path);
    fw_planner_destroy(planner);
    assert_true(from.held == 0);
    world_end(&world);
}
