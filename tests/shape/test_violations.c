// Whatever makes a path, it counts what of it the unit cannot drive as the checker does: bodies larger and smaller than
// their size, every corner rule, every method and every way to shape a path.
#include "common/drawing.h"
#include "common/rounds.h"
#include "common/scene.h"
#include "common/unit.h"
#include "curve/segment.h"
#include "fairway/check.h"
#include "fairway/shape.h"
#include "shape/violations.h"

enum { SIDE = 20, WORLDS = 225, QUERIES = 12 };

static fw_footprint body_at_random(random_source *source, int32_t size)
{
    const double breadth = size * (0.3 + 1.7 * random_unit(source));
    if (random_below(source, 3) == 0)
        return fw_rectangle(breadth, breadth * (0.2 + 0.8 * random_unit(source)));
    return fw_circle(random_below(source, 4) ? breadth / 2 : size / 2.0);
}

static fw_unit_def unit_at_random(random_source *source)
{
    fw_unit_def unit = unit_of_size(1 + (int32_t)random_below(source, 3));
    unit.footprint = body_at_random(source, unit.size);
    unit.corners = (fw_corner_rule)random_below(source, 4);
    unit.terrain_cost[2] = random_below(source, 3) ? 1.0f : 2.5f;
    if (random_below(source, 2)) {
        unit.turn_radius = 0.3 + 2 * random_unit(source);
        unit.reverse = random_below(source, 2);
        unit.methods = FW_METHOD_BIT(FW_ASTAR) | FW_METHOD_BIT(FW_HYBRID) | FW_METHOD_BIT(FW_HYBRID_STRICT) |
                       FW_METHOD_BIT(FW_DIRECTIONAL);
    }
    return unit;
}

static scene scene_of_bodies(random_source *source)
{
    const fw_unit_def unit = unit_at_random(source);
    const uint32_t blocked = random_below(source, unit.size == 1 ? 30 : 12);
    const int32_t width = 4 + (int32_t)random_below(source, SIDE - 3);
    scene made = scene_of(map_at_random(source, width, SIDE, blocked, 2), unit);
    if (random_below(source, 3) == 0) {
        assert_int_equal(fw_overlay_create(width, SIDE, NULL, &made.overlay), FW_OK);
        for (int i = 0; i < 4; i++)
            assert_int_equal(fw_overlay_block(made.overlay, (int32_t)random_below(source, (uint32_t)width),
                                              (int32_t)random_below(source, SIDE), 1, 2),
                             FW_OK);
    }
    return made;
}

static fw_pose pose_at_random(const scene *scene, random_source *source)
{
    int32_t x = 0, y = 0;
    scene_pick(scene, source, &x, &y);
    fw_pose pose = fw_pose_on_tile(x, y, scene->seen.size);
    pose.heading = 7 * random_unit(source) - 3.5;
    if (random_below(source, 3) == 0) {
        pose.x += random_unit(source) - 0.5;
        pose.y += random_unit(source) - 0.5;
    }
    return pose;
}

static fw_request request_at_random(const scene *scene, random_source *source)
{
    static const fw_method methods[] = { FW_AUTO,      FW_GRID,        FW_ASTAR,  FW_JUMP_POINTS,
                                         FW_ON_DEMAND, FW_DIRECTIONAL, FW_HYBRID, FW_HYBRID_STRICT };
    fw_request ask = fw_default_request();
    const fw_pose goal = pose_at_random(scene, source);
    ask.unit = scene->unit;
    ask.overlay = scene->overlay;
    ask.start = pose_at_random(scene, source);
    ask.goal = random_below(source, 2) ? fw_goal_pose(goal) : fw_goal_at(goal.x, goal.y);
    ask.method = methods[random_below(source, 8)];
    ask.allow_violations = true;
    ask.smoothing = (fw_smoothing)random_below(source, FW_SMOOTHING_COUNT);
    ask.nearest = random_below(source, 4) == 0;
    if (random_below(source, 4) == 0)
        ask.turns = (fw_turns)random_below(source, FW_TURNS_BACK_UP + 1);
    if (random_below(source, 4) == 0)
        ask.fixed_angles = random_below(source, 2) ? 8 : 16;
    if (random_below(source, 6) == 0)
        ask.pre_smooth = FW_PRE_SMOOTH_48;
    if (random_below(source, 4) == 0) {
        ask.max_work = 1 + random_below(source, 40);
        ask.partial = true;
    }
    return ask;
}

/// What the checker finds, told where the request began and, for a path that is whole, where it should end.
static fw_check_report judge(const scene *scene, const fw_request *ask)
{
    fw_check_def def = fw_default_check_def();
    fw_check_report report;
    def.overlay = scene->overlay;
    if (ask) {
        def.has_start = true;
        def.start = ask->start;
        def.has_goal = scene_summary(scene).outcome == FW_OUTCOME_FOUND;
        def.goal = ask->goal;
    }
    assert_int_equal(fw_path_check(scene->map, scene->unit, scene->path, &def, &report), FW_OK);
    return report;
}

static void assert_counted(const scene *scene, const fw_request *ask)
{
    const fw_violations said = scene_summary(scene).violations;
    const fw_check_report found = judge(scene, ask);
    if (said.blocked != found.faults[FW_FAULT_BLOCKED] + found.faults[FW_FAULT_CORNER])
        fail_msg("%s, smoothing %d, corners %d: says %d blocked, the checker finds %d and %d corners",
                 fw_method_name(scene_summary(scene).method), ask ? (int)ask->smoothing : -1,
                 (int)scene->seen.corners, (int)said.blocked, (int)found.faults[FW_FAULT_BLOCKED],
                 (int)found.faults[FW_FAULT_CORNER]);
    assert_int_equal(said.too_tight, found.faults[FW_FAULT_TOO_TIGHT]);
}

/// Finds a path for a unit that faces the way that its path leaves, and may face any way where it ends.
static bool find(const scene *scene, fw_request *ask)
{
    if (fw_find_path(scene->planner, ask, scene->path) != FW_OK)
        return false;
    fw_unit_def unit;
    assert_int_equal(fw_map_unit(scene->map, scene->unit, &unit), FW_OK);
    if (unit.turn_radius > 0)
        return true;
    ask->goal.kind = FW_GOAL_PLACE;
    assert_int_equal(fw_path_pose_at(scene->path, 0, &ask->start), FW_OK);
    return fw_find_path(scene->planner, ask, scene->path) == FW_OK;
}

TEST(a_path_counts_what_the_checker_finds_blocked)
{
    random_source source = { 5 };
    int broken = 0, whole = 0;
    for (int i = 0; i < rounds(WORLDS); i++) {
        scene scene = scene_of_bodies(&source);
        for (int query = 0; query < QUERIES; query += stride(3)) {
            fw_request ask = request_at_random(&scene, &source);
            if (!find(&scene, &ask))
                continue;
            assert_counted(&scene, &ask);
            broken += scene_summary(&scene).violations.blocked > 0;
            whole += scene_summary(&scene).violations.blocked == 0;
            const fw_smoothing again = (fw_smoothing)(1 + random_below(&source, FW_SMOOTH_TAUT_LINES));
            const bool fixes = random_below(&source, 3) == 0;
            assert_int_equal(fixes ? fw_path_fix_angles(scene.planner, ask.overlay, 8, scene.path)
                                   : fw_path_smooth(scene.planner, ask.overlay, again, scene.path),
                             FW_OK);
            assert_counted(&scene, NULL);
        }
        scene_end(&scene);
    }
    assert_true(4 * broken > at_least(WORLDS) && 2 * whole > at_least(WORLDS));
}

/// Half a tile or a whole one, to either side, that stays a tile away from the borders of the map.
static double step_at_random(random_source *source, double from, double side)
{
    const double step = (1 + random_below(source, 2)) / 2.0;
    const bool is_back = from + step > side - 1 || (from - step >= 1 && random_below(source, 2));
    return is_back ? -step : step;
}

/// Ways of a few lines, none of them along a side of tiles, that bend on corners, sides and centres of tiles: a bend
/// may break the corner rule although no line does.
TEST(bends_on_corners_of_tiles_count_as_the_checker_counts_them)
{
    enum { WIDE = 5, MOST = 4 };
    random_source source = { 88 };
    int broken = 0;
    for (int i = 0; i < rounds(200); i++) {
        fw_unit_def unit = unit_of_size(1 + (int32_t)random_below(&source, 2));
        unit.corners = random_below(&source, 4) ? FW_CORNERS_ONE : FW_CORNERS_ALWAYS;
        unit.footprint = fw_circle(unit.size * random_within(&source, 0.3, 0.7));
        scene scene = scene_of(map_at_random(&source, WIDE, WIDE, 50, 1), unit);
        const map_version *version = map_version_of(scene.map);
        const smooth_ground ground = { .map = version, .unit = map_find_unit(version, scene.unit) };
        for (int way = 0; way < 100; way++) {
            fw_segment lines[MOST];
            fw_pose at = { 1 + random_below(&source, 7) / 2.0, 1 + random_below(&source, 7) / 2.0, 0 };
            for (int32_t k = 0; k < MOST; k++) {
                const double x = at.x + step_at_random(&source, at.x, WIDE);
                const double y = at.y + step_at_random(&source, at.y, WIDE);
                segment_set_line(&lines[k], at.x, at.y, x, y);
                at = (fw_pose){ x, y, 0 };
            }
            const fw_path_summary claimed = { .unit = scene.unit };
            assert_int_equal(fw_path_set(scene.path, lines, MOST, &claimed), FW_OK);
            violations_count_blocked(&ground, NULL, NULL, scene.path);
            assert_counted(&scene, NULL);
            broken += scene_summary(&scene).violations.blocked > 0;
        }
        scene_end(&scene);
    }
    assert_in_range(broken, at_least(500), rounds(200) * 100 - at_least(500));
}

/// A rectangle within its size turns freely on lattice points, but not between them.
TEST(a_turn_on_the_spot_that_touches_something_is_counted)
{
    const char *rows[] = { "..#.", "....", "....", "....", "...." };
    fw_unit_def unit = unit_of_size(2);
    unit.footprint = fw_rectangle(1.9, 0.4);
    scene scene = scene_of(DRAWN(rows), unit);
    fw_request ask = scene_request(&scene, 0, 0, 0, 2);
    ask.method = FW_GRID;                 // FW_AUTO would find another way to turn
    ask.start = (fw_pose){ 1.4, 1.4, 0 }; // goes by (1, 1): turns over the blocked tile
    assert_int_equal(fw_find_path(scene.planner, &ask, scene.path), FW_ILLEGAL);
    assert_int_equal(scene_summary(&scene).violations.blocked, 1);
    ask.start.heading = -3 * FW_PI / 4;
    assert_int_equal(fw_find_path(scene.planner, &ask, scene.path), FW_OK);
    assert_int_equal(scene_summary(&scene).violations.blocked, 0);
    scene_end(&scene);
}

/// How many segments of the way from the lower left to the upper right tile of a map count as blocked, by the planner
/// and by the checker alike.
static int32_t count_blocked(fw_map *map, fw_footprint body, int32_t side, fw_smoothing smoothing)
{
    fw_unit_def unit = unit_of_size(1);
    unit.footprint = body;
    scene scene = scene_of(map, unit);
    fw_request ask = scene_request(&scene, 0, side - 1, side - 1, 0);
    ask.smoothing = smoothing;
    ask.allow_violations = true;
    assert_int_equal(fw_find_path(scene.planner, &ask, scene.path), FW_OK);
    fw_check_report report;
    assert_int_equal(fw_path_check(scene.map, scene.unit, scene.path, NULL, &report), FW_OK);
    const int32_t blocked = scene_summary(&scene).violations.blocked;
    assert_int_equal(blocked, report.faults[FW_FAULT_BLOCKED]);
    scene_end(&scene);
    return blocked;
}

TEST(a_body_that_grazes_a_tile_by_less_than_a_touch_breaks_no_rule)
{
    const char *corner[] = { "#.", ".." }, *lane[] = { "##.", "##.", "..." };
    const fw_footprint tiny[] = { fw_circle(1e-9), fw_circle(7e-8), fw_circle(6e-7),
                                  fw_rectangle(1.1e-8, 4e-9), fw_rectangle(1e-6, 9e-7) };
    for (size_t i = 0; i < sizeof tiny / sizeof *tiny; i++) { // samples lead exactly through the corner
        assert_int_equal(count_blocked(DRAWN(corner), tiny[i], 2, FW_SMOOTH_SIMPLE_SAMPLED), 0);
        assert_int_equal(count_blocked(DRAWN(corner), tiny[i], 2, FW_SMOOTH_TAUT), 0);
    }
    assert_int_equal(count_blocked(DRAWN(corner), fw_circle(1.1e-6), 2, FW_SMOOTH_SIMPLE_SAMPLED), 1);
    assert_int_equal(count_blocked(DRAWN(lane), fw_circle(0.5 + 8e-7), 3, FW_SMOOTH_NONE), 0);
    assert_int_equal(count_blocked(DRAWN(lane), fw_circle(0.5 + 1.2e-6), 3, FW_SMOOTH_NONE), 2);
}
