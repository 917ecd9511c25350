/// Smoothing of bodies that are small for their size: they could go where the unit's layer is blocked, and what is left
/// of their radius is nothing, so that strings lie on borders of tiles.

#include <math.h>

#include "common/drawing.h"
#include "common/rounds.h"
#include "common/samples.h"
#include "common/unit.h"
#include "fairway/check.h"
#include "fairway/curve.h"
#include "fairway/planner.h"
#include "fairway/shape.h"

enum { WORLDS = 3000, QUERIES = 4, MOST_SIDE = 22, PASSES = 3, TERRAINS = 3, ROAD = 2, MOST_LINES = 6 };

/// No body overlaps a tile deeper; samples tell how deep without a tolerance of their own.
#define DEEPEST (2 * FW_TOUCH)

typedef struct small_scene {
    fw_map *map;
    fw_unit_def def;
    fw_unit_id unit;
    fw_planner *planner;
    fw_path *path;
} small_scene;

/// A circle or a rectangle of 0.02 to 1 of the size.
static fw_footprint footprint_at_random(random_source *source, int32_t size)
{
    static const double shares[] = { 1, 0.94, 0.66, 0.6, 0.4, 0.2, 0.02, 4e-6 };
    const double share =
        random_below(source, 2) ? random_within(source, 0.02, 1) : shares[random_below(source, 8)];
    const double diameter = share * size;
    if (random_below(source, 4) || share < 0.02)
        return fw_circle(diameter / 2);
    const double angle = random_within(source, 0.1, 1.4);
    return fw_rectangle(diameter * cos(angle), diameter * sin(angle));
}

static fw_unit_def unit_at_random(random_source *source)
{
    fw_unit_def def = unit_of_size(1 + (int32_t)random_below(source, 5));
    def.footprint = footprint_at_random(source, def.size);
    def.corners = random_below(source, 4) ? FW_CORNERS_NEVER : FW_CORNERS_ORTHOGONAL;
    def.turn_radius = random_below(source, 3) ? 0 : random_within(source, 0.1, 4);
    def.methods = FW_METHOD_BIT(FW_GRID) | FW_METHOD_BIT(FW_ASTAR);
    if (random_below(source, 2))
        for (int32_t terrain = 1; terrain <= TERRAINS; terrain++)
            def.terrain_cost[terrain] = (float)random_within(source, 0.5, 4);
    else
        def.terrain_cost[TERRAINS] = 1;
    return def;
}

/// Single tiles and blocks of tiles.
static fw_map *map_of_blocks(random_source *source)
{
    const int32_t width = 6 + (int32_t)random_below(source, MOST_SIDE - 5),
                  height = 6 + (int32_t)random_below(source, MOST_SIDE - 5);
    fw_map *map = map_at_random(source, width, height, random_below(source, 6), 1);
    for (uint32_t blocks = random_below(source, 12); blocks > 0; blocks--) {
        const int32_t wide = 1 + (int32_t)random_below(source, 5),
                      high = 1 + (int32_t)random_below(source, 5);
        const int32_t x = (int32_t)random_below(source, (uint32_t)(width - wide + 1)),
                      y = (int32_t)random_below(source, (uint32_t)(height - high + 1));
        const uint8_t terrain = (uint8_t)random_below(source, TERRAINS + 1);
        assert_int_equal(fw_map_set_rect(map, x, y, wide, high, terrain), FW_OK);
    }
    assert_int_equal(fw_map_commit(map), FW_OK);
    return map;
}

/// Two strips of the terrain that is road across it, as wide as six tiles.
static fw_map *map_of_roads(random_source *source)
{
    fw_map *map = map_of_blocks(source);
    const int32_t width = fw_map_width(map), height = fw_map_height(map);
    const int32_t wide = 1 + (int32_t)random_below(source, 6), high = 1 + (int32_t)random_below(source, 6);
    const int32_t x = (int32_t)random_below(source, (uint32_t)(width - wide + 1)),
                  y = (int32_t)random_below(source, (uint32_t)(height - high + 1));
    assert_int_equal(fw_map_set_rect(map, x, 0, wide, height, ROAD), FW_OK);
    if (random_below(source, 2))
        assert_int_equal(fw_map_set_rect(map, 0, y, width, high, ROAD), FW_OK);
    assert_int_equal(fw_map_commit(map), FW_OK);
    return map;
}

static small_scene scene_at_random(random_source *source, fw_map *map)
{
    small_scene scene = { .map = map, .def = unit_at_random(source) };
    scene.unit = add_unit(scene.map, scene.def);
    assert_int_equal(fw_planner_create(scene.map, NULL, &scene.planner), FW_OK);
    assert_int_equal(fw_path_create(NULL, &scene.path), FW_OK);
    return scene;
}

static void scene_end(small_scene *scene)
{
    fw_path_destroy(scene->path);
    fw_planner_destroy(scene->planner);
    fw_map_destroy(scene->map);
}

/// A place on the lattice of anchors, on borders of tiles, or anywhere.
static fw_pose place_at_random(random_source *source, const small_scene *scene)
{
    const double x = random_within(source, 0, fw_map_width(scene->map)),
                 y = random_within(source, 0, fw_map_height(scene->map));
    const double heading = random_within(source, -FW_PI, FW_PI);
    if (random_below(source, 3) == 0)
        return (fw_pose){ x, y, heading };
    if (random_below(source, 3) == 0)
        return (fw_pose){ rint(2 * x) / 2, rint(2 * y) / 2, heading };
    return (fw_pose){ floor(x) + scene->def.size / 2.0, floor(y) + scene->def.size / 2.0, heading };
}

static fw_request request_at_random(random_source *source, const small_scene *scene)
{
    static const int32_t angles[] = { 0, 0, 0, 8, 16 };
    fw_request ask = fw_default_request();
    ask.unit = scene->unit;
    ask.method = random_below(source, 2) ? FW_GRID : FW_ASTAR;
    ask.start = place_at_random(source, scene);
    const fw_pose goal = place_at_random(source, scene);
    ask.goal = random_below(source, 4) ? fw_goal_at(goal.x, goal.y)
                                       : fw_goal_within(goal.x, goal.y, random_within(source, 0, 3));
    ask.smoothing = (fw_smoothing)random_below(source, FW_SMOOTHING_COUNT);
    ask.fixed_angles = angles[random_below(source, 5)];
    ask.allow_violations = true;
    return ask;
}

static fw_path_summary summary_of(const small_scene *scene)
{
    fw_path_summary summary;
    assert_int_equal(fw_path_summarise(scene->path, &summary), FW_OK);
    return summary;
}

/// Lines from place to place along which the body touches nothing, whether its size fits there or not.
///
/// @return how many
static int32_t lines_at_random(random_source *source, const small_scene *scene, fw_segment *lines)
{
    int32_t count = 0;
    fw_pose at = place_at_random(source, scene);
    for (int tries = 0; tries < 6 * MOST_LINES && count < MOST_LINES; tries++) {
        fw_pose to = place_at_random(source, scene);
        to.x = random_below(source, 3) ? to.x : at.x; // many lines along borders
        to.y = random_below(source, 3) ? to.y : at.y;
        const double dx = to.x - at.x, dy = to.y - at.y;
        const fw_segment line = { .start = { at.x, at.y, atan2(dy, dx) }, .length = hypot(dx, dy) };
        bool is_free = false;
        assert_int_equal(fw_sweep(scene->map, scene->unit, NULL, &line, &is_free), FW_OK);
        if (is_free && line.length > 0) {
            lines[count++] = line;
            at = to;
        } else if (count == 0) {
            at = to;
        }
    }
    return count;
}

/// Makes them the scene's path.
static void set_lines(const small_scene *scene, const fw_segment *lines, int32_t count)
{
    fw_path_summary claimed = { .outcome = FW_OUTCOME_FOUND, .unit = scene->unit };
    fw_check_report report;
    assert_int_equal(fw_path_set(scene->path, lines, count, &claimed), FW_OK);
    assert_int_equal(fw_path_check(scene->map, scene->unit, scene->path, NULL, &report), FW_OK);
    claimed.length = report.length;
    claimed.cost = report.cost;
    claimed.violations.heading_jumps = report.faults[FW_FAULT_HEADING];
    assert_int_equal(fw_path_set(scene->path, lines, count, &claimed), FW_OK);
}

/// True if a body with corners stays at its start, and faces as it did there: on the grid, it may overlap something
/// until it turns.
static bool stays_as_it_faces(const small_scene *scene)
{
    return scene->def.footprint.kind == FW_FOOTPRINT_RECTANGLE && summary_of(scene).length == 0;
}

/// The path touches nothing, is as long and as expensive as it says, and breaks only what it says.
static void judge(const small_scene *scene)
{
    const fw_violations said = summary_of(scene).violations;
    fw_check_def def = fw_default_check_def();
    def.check_cost = true;
    fw_check_report report;
    assert_int_equal(fw_path_check(scene->map, scene->unit, scene->path, &def, &report), FW_OK);
    if (stays_as_it_faces(scene)) {
        assert_int_equal(report.faults[FW_FAULT_BLOCKED], said.blocked);
    } else {
        assert_int_equal(report.faults[FW_FAULT_BLOCKED], 0);
        assert_true(samples_deepest(scene->map, &scene->def, scene->path) <= DEEPEST);
    }
    // A request also counts a rectangle's turn on the spot from the heading that it starts with.
    assert_true(said.blocked == 0 || scene->def.footprint.kind == FW_FOOTPRINT_RECTANGLE);
    assert_int_equal(report.faults[FW_FAULT_TOO_TIGHT], said.too_tight);
    assert_true(report.faults[FW_FAULT_ANGLE] == 0 || said.impossible > 0);
    static const fw_fault others[] = { FW_FAULT_POSITION, FW_FAULT_GEAR, FW_FAULT_CORNER, FW_FAULT_LENGTH,
                                       FW_FAULT_COST };
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        assert_int_equal(report.faults[others[i]], 0);
}

/// A kind that keeps legal paths legal.
static fw_smoothing kind_at_random(random_source *source)
{
    const fw_smoothing kind = (fw_smoothing)random_below(source, FW_SMOOTHING_COUNT);
    return kind == FW_SMOOTH_SIMPLE_SAMPLED ? FW_SMOOTH_TAUT : kind;
}

/// Curves around the bends of a grid path may need room.
static bool may_grow(const small_scene *scene, const fw_path_summary *before)
{
    return scene->def.turn_radius > 0 && before->violations.heading_jumps > 0;
}

/// Smooths the scene's path some times. It stays legal and gets no more expensive.
///
/// @return how often it got cheaper
static int smooth_again(random_source *source, const small_scene *scene)
{
    int gained = 0;
    for (int pass = 0; pass < PASSES; pass++) {
        const fw_path_summary before = summary_of(scene);
        assert_int_equal(fw_path_smooth(scene->planner, NULL, kind_at_random(source), scene->path), FW_OK);
        judge(scene);
        const double cost = summary_of(scene).cost;
        gained += cost < before.cost * (1 - 1e-9);
        assert_true(cost <= before.cost * (1 + 1e-9) || may_grow(scene, &before));
    }
    return gained;
}

TEST(smoothed_paths_of_small_bodies_stay_legal_however_often_they_are_smoothed)
{
    random_source source = { 44 };
    int judged = 0, gained = 0;
    for (int i = 0; i < rounds(WORLDS); i++) {
        small_scene scene = scene_at_random(&source, map_of_blocks(&source));
        for (int q = 0; q < QUERIES; q++) {
            const fw_request ask = request_at_random(&source, &scene);
            if (fw_find_path(scene.planner, &ask, scene.path) != FW_OK ||
                ask.smoothing == FW_SMOOTH_SIMPLE_SAMPLED)
                continue;
            judge(&scene);
            gained += smooth_again(&source, &scene);
            judged++;
        }
        scene_end(&scene);
    }
    assert_true(judged > at_least(WORLDS));
    assert_true(gained > judged / 10);
}

/// Kerbs and cones are in the way of bodies that are wider than their road.
TEST(paths_on_roads_stay_legal_for_bodies_of_all_sizes)
{
    static const fw_roads roads[] = { FW_ROADS_NONE, FW_ROADS_FOLLOW, FW_ROADS_LANES, FW_ROADS_CONES };
    random_source source = { 46 };
    int judged = 0;
    for (int i = 0; i < rounds(WORLDS); i++) {
        small_scene scene = scene_at_random(&source, map_of_roads(&source));
        for (int q = 0; q < QUERIES; q++) {
            fw_request ask = request_at_random(&source, &scene);
            ask.roads = roads[random_below(&source, 4)];
            ask.keep_right = random_below(&source, 4) == 0;
            ask.road_terrains = 1 << ROAD;
            if (fw_find_path(scene.planner, &ask, scene.path) != FW_OK ||
                ask.smoothing == FW_SMOOTH_SIMPLE_SAMPLED)
                continue;
            judge(&scene);
            smooth_again(&source, &scene);
            judged++;
        }
        scene_end(&scene);
    }
    assert_true(judged > at_least(WORLDS));
}

TEST(ways_of_small_bodies_where_their_size_does_not_fit_stay_legal)
{
    random_source source = { 45 };
    int judged = 0, gained = 0;
    for (int i = 0; i < rounds(WORLDS); i++) {
        small_scene scene = scene_at_random(&source, map_of_blocks(&source));
        fw_segment lines[MOST_LINES];
        for (int q = 0; q < QUERIES && scene.def.footprint.kind == FW_FOOTPRINT_CIRCLE; q++) {
            const int32_t count = lines_at_random(&source, &scene, lines);
            if (count < 2)
                continue;
            set_lines(&scene, lines, count);
            gained += smooth_again(&source, &scene);
            judged++;
        }
        scene_end(&scene);
    }
    assert_true(judged > at_least(WORLDS));
    assert_true(gained > judged / 10);
}
