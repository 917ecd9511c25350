// The search over places and headings finds what a fine flood solves with a margin, and its paths are legal.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "common/body_depth.h"
#include "common/drawing.h"
#include "common/near.h"
#include "common/new.h"
#include "common/rationed.h"
#include "common/rounds.h"
#include "common/scene.h"
#include "common/turning_flood.h"
#include "common/unit.h"
#include "fairway/fairway.h"

/// A unit with a body that turns on the spot.
static fw_unit_def robot(fw_footprint body, bool reverse)
{
    fw_unit_def def = fw_default_unit_def();
    def.footprint = body;
    def.reverse = reverse;
    return def;
}

static fw_request request_in(const scene *scene, fw_pose start, fw_goal goal, fw_method method)
{
    fw_request request = fw_default_request();
    request.unit = scene->unit;
    request.start = start;
    request.goal = goal;
    request.method = method;
    request.overlay = scene->overlay;
    return request;
}

/// Searches for a path, which must be legal.
static fw_result drive(const scene *scene, fw_pose start, fw_goal goal, fw_method method)
{
    const fw_request request = request_in(scene, start, goal, method);
    return scene_ask(scene, &request);
}

static const char *const corridor[] = { "....######....", "....######....", "..............",
                                        "....######....", "....######...." };

TEST(a_long_robot_drives_lengthwise_through_a_corridor_of_one_tile)
{
    scene scene = scene_with_unit(DRAWN(corridor), robot(fw_rectangle(1.6, 0.8), false));
    const fw_pose start = { 2, 2.5, 1 }, goal = { 12, 2.5, -2 };
    assert_int_equal(drive(&scene, start, fw_goal_pose(goal), FW_GRID), FW_UNREACHABLE);
    assert_int_equal(drive(&scene, start, fw_goal_pose(goal), FW_PIVOT), FW_OK);
    assert_int_equal(drive(&scene, start, fw_goal_pose(goal), FW_AUTO), FW_OK);
    assert_int_equal(scene_summary(&scene).method, FW_PIVOT);
    assert_near(fw_path_length(scene.path), 10, 1e-6);
    scene_end(&scene);
}

TEST(a_robot_whose_size_passes_keeps_the_method_of_the_grid)
{
    scene scene = scene_with_unit(DRAWN(corridor), robot(fw_rectangle(0.8, 0.5), false));
    assert_int_equal(drive(&scene, (fw_pose){ 2, 2.5, 1 }, fw_goal_at(12, 2.5), FW_AUTO), FW_OK);
    assert_int_not_equal(scene_summary(&scene).method, FW_PIVOT);
    scene_end(&scene);
}

TEST(only_a_reverse_gear_leads_out_of_a_dead_end)
{
    static const char *const dead_end[] = { "....####", "....####", "........", "....####", "....####" };
    for (int reverse = 0; reverse < 2; reverse++) {
        scene scene = scene_with_unit(DRAWN(dead_end), robot(fw_rectangle(1.6, 0.8), reverse));
        assert_int_equal(drive(&scene, (fw_pose){ 7, 2.5, 0 }, fw_goal_at(1.5, 1.5), FW_PIVOT),
                         reverse ? FW_OK : FW_NOT_FOUND);
        scene_end(&scene);
    }
}

TEST(a_robot_wider_than_the_corridor_gets_no_path)
{
    scene scene = scene_with_unit(DRAWN(corridor), robot(fw_rectangle(1.6, 1.1), true));
    assert_int_equal(drive(&scene, (fw_pose){ 2, 2.5, 0 }, fw_goal_at(12, 2.5), FW_PIVOT), FW_NOT_FOUND);
    scene_end(&scene);
}

/// Beside the border there is no room for the square in which the robot turns.
TEST(a_long_robot_drives_along_the_border_of_the_map)
{
    static const char *const border[] = { "....######....", "....######....", "....######....",
                                          ".............." };
    for (int i = 0; i < 2; i++) {
        const char *rows[4];
        for (int y = 0; y < 4; y++)
            rows[y] = border[i ? y : 3 - y];
        scene scene = scene_with_unit(DRAWN(rows), robot(fw_rectangle(3, 0.8), true));
        const double y = i ? 3.55 : 0.45;
        for (int k = 0; k < 2; k++)
            assert_int_equal(drive(&scene, (fw_pose){ 6, y, 0 }, fw_goal_at(12, y), k ? FW_AUTO : FW_PIVOT),
                             FW_OK);
        scene_end(&scene);
    }
}

/// Where it stands, the robot cannot turn around: it drives to a room, turns there, and comes back.
TEST(a_robot_at_its_goal_that_cannot_turn_there_turns_elsewhere)
{
    static const fw_method methods[] = { FW_PIVOT, FW_AUTO };
    scene scene = scene_with_unit(DRAWN(corridor), robot(fw_rectangle(1.6, 0.8), false));
    for (int i = 0; i < 2; i++) {
        assert_int_equal(
            drive(&scene, (fw_pose){ 7, 2.5, 0 }, fw_goal_pose((fw_pose){ 7, 2.5, FW_PI }), methods[i]),
            FW_OK);
        assert_true(fw_path_length(scene.path) > 6);
        assert_int_equal(
            drive(&scene, (fw_pose){ 2, 2.5, 0 }, fw_goal_pose((fw_pose){ 2, 2.5, 3 }), methods[i]), FW_OK);
        assert_true(fw_path_length(scene.path) == 0);
    }
    scene_end(&scene);
}

/// In a corridor as wide as its body, a robot stands where its square of tiles does not fit. That it cannot turn there
/// is no blocked start.
TEST(a_robot_that_cannot_turn_is_not_told_that_it_cannot_stand)
{
    static const char *const narrow[] = { "########", "........", "########" };
    scene scene = scene_with_unit(DRAWN(narrow), robot(fw_rectangle_at(2, 1, 0.5, 0), true));
    const fw_pose start = { 6, 1.5000001f, 0 };
    assert_int_equal(drive(&scene, start, fw_goal_pose((fw_pose){ 2, 1.5, 0 }), FW_AUTO), FW_OK);
    assert_int_equal(drive(&scene, start, fw_goal_pose((fw_pose){ 2, 1.5, FW_PI }), FW_AUTO), FW_NOT_FOUND);
    scene_end(&scene);
}

/// A body whose pose lies near its rear swings around it. The wall in the east leaves but the way round over the west.
TEST(a_robot_turns_the_long_way_round_if_only_this_is_free)
{
    static const char *const niche[] = { "#######", "#...#..", "#...#..", "#......",
                                         "#...#..", "#...#..", "#######" };
    scene scene = scene_with_unit(DRAWN(niche), robot(fw_rectangle_at(1.4, 0.4, 0.5, 0), false));
    const double down = FW_PI / 2 - 0.1;
    for (int i = 0; i < 2; i++) {
        const fw_pose pose = { 3.5, i ? 3.3 : 3.5, -down };
        const fw_goal goal = fw_goal_pose((fw_pose){ 3.5, pose.y, down });
        assert_int_equal(drive(&scene, pose, goal, FW_PIVOT), FW_OK);
        assert_true(fw_path_length(scene.path) == 0);
    }
    scene_end(&scene);
}

/// The robot drives out of the dead end in reverse, and goes on in reverse if changing gear costs much.
TEST(changes_of_gear_cost_what_the_unit_says)
{
    static const char *const dead_end[] = { "......####", "......####", "..........", "......####",
                                            "......####" };
    for (int dear = 0; dear < 2; dear++) {
        fw_unit_def def = robot(fw_rectangle(1.6, 0.8), true);
        def.reverse_penalty = 2;
        def.gear_change_cost = dear ? 20 : 0.1;
        scene scene = scene_with_unit(DRAWN(dead_end), def);
        int32_t count, forward = 0;
        assert_int_equal(drive(&scene, (fw_pose){ 9, 2.5, 0 }, fw_goal_at(1.5, 2.5), FW_PIVOT), FW_OK);
        const fw_segment *segments = fw_path_segments(scene.path, &count);
        for (int32_t i = 0; i < count; i++)
            forward += segments[i].gear == FW_FORWARD;
        assert_true(dear ? forward == 0 : forward > 0);
        scene_end(&scene);
    }
}

TEST(a_goal_may_tolerate_the_headings_that_a_corridor_allows)
{
    scene scene = scene_with_unit(DRAWN(corridor), robot(fw_rectangle(1.6, 0.8), false));
    fw_goal goal = fw_goal_pose((fw_pose){ 7, 2.5, FW_PI / 2 });
    assert_int_equal(drive(&scene, (fw_pose){ 2, 2.5, 0 }, goal, FW_PIVOT), FW_GOAL_BLOCKED);
    goal.heading_tolerance = 1;
    assert_int_equal(drive(&scene, (fw_pose){ 2, 2.5, 0 }, goal, FW_PIVOT), FW_NOT_FOUND);
    goal.heading_tolerance = 1.6;
    assert_int_equal(drive(&scene, (fw_pose){ 2, 2.5, 0 }, goal, FW_PIVOT), FW_OK);
    scene_end(&scene);
}

TEST(an_overlay_may_block_the_goal_or_keep_the_search_in_a_corridor)
{
    scene scene = scene_with_unit(DRAWN(corridor), robot(fw_rectangle(1.6, 0.8), true));
    const fw_pose start = { 2, 2.5, 0 };
    assert_int_equal(fw_overlay_create(14, 5, NULL, &scene.overlay), FW_OK);
    assert_int_equal(fw_overlay_block(scene.overlay, 12, 2, 1, 1), FW_OK);
    assert_int_equal(drive(&scene, start, fw_goal_at(12.5, 2.5), FW_PIVOT), FW_GOAL_BLOCKED);
    fw_overlay_clear(scene.overlay);
    assert_int_equal(fw_overlay_corridor(scene.overlay, 0, 0, 4, 5), FW_OK);
    assert_int_equal(fw_overlay_corridor(scene.overlay, 10, 0, 4, 5), FW_OK);
    assert_int_equal(drive(&scene, start, fw_goal_at(12.5, 2.5), FW_PIVOT), FW_NOT_FOUND);
    scene_end(&scene);
}

/// How many small tiles a tile becomes, along a side.
enum { LARGER = 6 };

/// The map of small tiles; frees the other one.
static fw_map *larger_map(fw_map *drawn)
{
    const int32_t width = fw_map_width(drawn), height = fw_map_height(drawn);
    fw_map *map = open_map(width * LARGER, height * LARGER);
    for (int32_t i = 0; i < width * height; i++)
        assert_int_equal(fw_map_set_rect(map, i % width * LARGER, i / width * LARGER, LARGER, LARGER,
                                         fw_map_terrain(drawn, i % width, i / width)),
                         FW_OK);
    assert_int_equal(fw_map_commit(map), FW_OK);
    fw_map_destroy(drawn);
    return map;
}

static fw_pose larger_pose(fw_pose pose)
{
    return (fw_pose){ pose.x * LARGER, pose.y * LARGER, pose.heading };
}

/// The corridor with a robot that passes it lengthwise, all of it so many times as large.
static scene corridor_scene(int32_t larger)
{
    fw_map *map = open_map(14 * larger, 5 * larger);
    for (int32_t y = 0; y <= 3; y += 3)
        assert_int_equal(fw_map_set_rect(map, 4 * larger, y * larger, 6 * larger, 2 * larger, FW_BLOCKED),
                         FW_OK);
    assert_int_equal(fw_map_commit(map), FW_OK);
    return scene_with_unit(map, robot(fw_rectangle(1.6 * larger, 0.8 * larger), true));
}

/// A pair of poses in it between which a search takes a while.
static fw_request long_request(const scene *scene, int number, int32_t larger)
{
    static const fw_pose poses[] = { { 2, 2.5, 1 }, { 12, 1.5, -2 }, { 1.5, 3.5, 3 }, { 12.3, 3.1, 0.4 } };
    fw_pose from = poses[number % 4], to = poses[(number + 1) % 4];
    if (larger == LARGER) {
        from = larger_pose(from);
        to = larger_pose(to);
    }
    return request_in(scene, from, fw_goal_pose(to), FW_PIVOT);
}

/// The places of the nodes that a trace has shown, by their ids.
typedef struct diary {
    double x[4096], y[4096];
    bool is_known[4096];
    uint64_t expanded;
} diary;

static void write_down(const fw_trace_event *event, void *user)
{
    diary *diary = user;
    if (event->id >= 4096)
        return;
    assert_true(!diary->is_known[event->id] ||
                (diary->x[event->id] == event->x && diary->y[event->id] == event->y));
    diary->is_known[event->id] = true;
    diary->x[event->id] = event->x;
    diary->y[event->id] = event->y;
    diary->expanded += event->kind == FW_TRACE_EXPAND;
}

TEST(a_trace_shows_each_node_at_one_place)
{
    static diary diary;
    scene scene = corridor_scene(1);
    fw_request request = long_request(&scene, 1, 1); // both sides take turns
    request.trace = write_down;
    request.trace_user = &diary;
    assert_int_equal(scene_ask(&scene, &request), FW_OK);
    assert_true(diary.expanded > 10);
    scene_end(&scene);
}

/// The search from a goal that is shut in ends soon, however large the map is.
TEST(a_goal_that_is_shut_in_is_noticed_soon)
{
    scene scene = scene_with_unit(open_map(200, 200), robot(fw_rectangle(1.6, 1.1), true));
    fw_statistics statistics;
    assert_int_equal(fw_map_set_rect(scene.map, 100, 100, 5, 5, FW_BLOCKED), FW_OK);
    assert_int_equal(fw_map_set_rect(scene.map, 101, 101, 3, 3, FW_GROUND), FW_OK);
    assert_int_equal(fw_map_commit(scene.map), FW_OK);
    assert_int_equal(drive(&scene, (fw_pose){ 5, 5, 0 }, fw_goal_at(102.5, 102.5), FW_PIVOT), FW_UNREACHABLE);
    assert_int_equal(fw_map_set_tile(scene.map, 100, 102, FW_GROUND), FW_OK); // narrower than the body
    assert_int_equal(fw_map_commit(scene.map), FW_OK);
    assert_int_equal(drive(&scene, (fw_pose){ 5, 5, 0 }, fw_goal_at(102.5, 102.5), FW_PIVOT), FW_NOT_FOUND);
    assert_int_equal(fw_planner_statistics(scene.planner, &statistics), FW_OK);
    assert_int_equal(statistics.exhausted, FW_EXHAUSTED_GOAL);
    assert_true(statistics.expanded < 40000);
    scene_end(&scene);
}

/// The robot stands closer to a wall than it can turn away from, by less than the step between two headings of the
/// lattice: in a hall, and in a room between two walls that are little farther apart than the robot is long.
TEST(a_robot_close_beside_a_wall_gets_away)
{
    static const char *const rows[] = { "################", "#...############", "#...############",
                                        "#...############", "#...############", "#.........#....#",
                                        "#.........#....#", "#..............#", "################" };
    for (int k = 0; k < rounds(6); k++) {
        const double gap = (k % 3 + 1) * 0.02, x = k < 3 ? 8.5 : 12.5;
        scene scene = scene_with_unit(DRAWN(rows), robot(fw_rectangle(1.8, 0.9), true));
        const fw_pose wall = { x, 7.55 - gap, FW_PI }, away = { 2.5, 2, FW_PI / 2 };
        assert_int_equal(drive(&scene, wall, fw_goal_pose(away), k % 2 ? FW_PIVOT : FW_AUTO), FW_OK);
        assert_int_equal(drive(&scene, away, fw_goal_pose(wall), FW_PIVOT), FW_OK);
        scene_end(&scene);
        if (k != 1 && k != 2)
            continue;
        scene =
            scene_with_unit(larger_map(DRAWN(rows)), robot(fw_rectangle(1.8 * LARGER, 0.9 * LARGER), true));
        const fw_pose there = larger_pose(wall), far = larger_pose(away);
        assert_int_equal(drive(&scene, there, fw_goal_pose(far), FW_PIVOT), FW_OK);
        assert_int_equal(drive(&scene, far, fw_goal_pose(there), FW_PIVOT), FW_OK);
        scene_end(&scene);
    }
}

/// Without a reverse gear the robot winds out: it turns as far as the wall lets it, drives a little, and turns on, with
/// 1.6 tiles ahead. At a gap of g, the body of 1.8 x 0.9 needs 0.9 ln(0.894 / sin d) - 0.45 (1.107 - d) tiles if d is
/// the widest turn there, with 0.9 sin d - 0.45 (1 - cos d) = g: 1.4 tiles at 0.1, and 1.6 at 0.08.
TEST(a_robot_without_reverse_winds_out_beside_a_wall)
{
    static const char *const rows[] = { "################", "#..............#", "#..............#",
                                        "#..............#", "#..............#", "#..............#",
                                        "#..............#", "#..............#", "################" };
    for (int k = 0; k < 6; k++) {
        const double gap = 0.1 + k % 3 * 0.02;
        scene scene = scene_with_unit(DRAWN(rows), robot(fw_rectangle(1.8, 0.9), false));
        const fw_pose away = { 3.5, 3.5, FW_PI / 2 }, wall = { 12.5, 7.55 - gap, k < 3 ? 0 : FW_PI };
        assert_int_equal(drive(&scene, k < 3 ? wall : away, fw_goal_pose(k < 3 ? away : wall), FW_PIVOT),
                         FW_OK);
        scene_end(&scene);
    }
}

TEST(requests_for_other_methods_are_refused_by_name)
{
    const fw_pose set[] = { { 2, 2.5, 0 }, { 12, 2.5, 0 } };
    const struct {
        fw_unit_def def;
        fw_goal goal;
        bool nearest;
        int32_t fixed_angles;
        const char *other;
    } cases[] = {
        { robot(fw_rectangle(1.6, 0.8), true), fw_goal_nearest_of(set, 2), false, 0, "goal" },
        { robot(fw_rectangle(1.6, 0.8), true), fw_goal_within(12, 2.5, 1), false, 0, "goal" },
        { robot(fw_rectangle(1.6, 0.8), true), fw_goal_at(12, 2.5), true, 0, "nearest" },
        { robot(fw_rectangle(1.6, 0.8), true), fw_goal_at(12, 2.5), false, 16, "fixed_angles" },
        { robot(fw_circle(0.4), true), fw_goal_at(12, 2.5), false, 0, "unit.footprint" },
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        scene scene = scene_with_unit(DRAWN(corridor), cases[i].def);
        fw_request request = request_in(&scene, set[0], cases[i].goal, FW_PIVOT);
        fw_refusal why;
        request.nearest = cases[i].nearest;
        request.fixed_angles = cases[i].fixed_angles;
        assert_int_equal(fw_find_path(scene.planner, &request, scene.path), FW_METHOD_DOES_NOT_FIT);
        why = fw_request_refusal(scene.map, &request);
        if (strcmp(why.field, cases[i].other) != 0)
            assert_string_equal(why.other, cases[i].other);
        scene_end(&scene);
    }
}

enum { SIDE = 12, STARTS = 4, GOALS = 12 };

/// A pose on a place of the flood, and with one of its headings, somewhere on a map.
static fw_pose place_at_random(random_source *source, uint32_t height)
{
    return (fw_pose){ random_below(source, SIDE * FLOOD_PLACES) / (double)FLOOD_PLACES,
                      random_below(source, height * FLOOD_PLACES) / (double)FLOOD_PLACES,
                      2 * FW_PI * random_below(source, FLOOD_HEADINGS) / FLOOD_HEADINGS };
}

static fw_footprint body_at_random(random_source *source)
{
    const double length = random_within(source, 0.8, 2.2), width = random_within(source, 0.4, 0.9);
    return random_below(source, 3) ? body_moved(source, fw_rectangle(length, width))
                                   : body_cut(source, length, width);
}

/// The free tiles of a map of SIDE x SIDE.
static void read_open(const fw_map *map, bool open[SIDE * SIDE])
{
    for (int32_t i = 0; i < SIDE * SIDE; i++)
        open[i] = fw_map_terrain(map, i % SIDE, i / SIDE) != FW_BLOCKED;
}

/// A map and a robot at random; every third time, an overlay blocks a part of the tiles.
static scene scene_with_robot(random_source *source, int number, bool open[SIDE * SIDE])
{
    scene scene = scene_with_unit(map_at_random(source, SIDE, SIDE, 8 + random_below(source, 22), 1),
                                  robot(body_at_random(source), number % 2));
    read_open(scene.map, open);
    if (number % 3)
        return scene;
    assert_int_equal(fw_overlay_create(SIDE, SIDE, NULL, &scene.overlay), FW_OK);
    for (int i = 0; i < 10; i++) {
        const int32_t x = (int32_t)random_below(source, SIDE), y = (int32_t)random_below(source, SIDE);
        assert_int_equal(fw_overlay_block(scene.overlay, x, y, 1, 1), FW_OK);
        open[y * SIDE + x] = false;
    }
    return scene;
}

/// What a flood has found out about goals, and the search too.
typedef struct flooded {
    int solved, unsolved;
} flooded;

/// Asks for what a fine flood solves with a margin, in a scene of the same tiles or of smaller ones: all must be found.
///
/// @param open    [SIDE * SIDE] free tiles of the flood
/// @param larger  tiles of the scene along one of the flood: 1 or LARGER
static flooded compare_with_flood(random_source *source, scene *scene, const bool *open,
                                  const fw_footprint *body, bool backs_up, int32_t larger)
{
    turning_flood flood;
    flooded told = { 0 };
    turning_flood_begin(&flood, open, SIDE, SIDE, body, 0.05 * fmax(1, body_farthest(body)), backs_up);
    for (int k = 0; k < STARTS; k++) {
        const fw_pose start = place_at_random(source, SIDE);
        turning_flood_run(&flood, start);
        for (int g = 0; g < GOALS; g++) {
            const fw_pose goal = place_at_random(source, SIDE), there = larger > 1 ? larger_pose(goal) : goal;
            const bool any_heading = g % 2, is_solved = turning_flood_has(&flood, goal, any_heading);
            if (larger > 1 && !is_solved && g % 4)
                continue; // to search in vain takes long
            const fw_result found = drive(scene, larger > 1 ? larger_pose(start) : start,
                                          any_heading ? fw_goal_at(there.x, there.y) : fw_goal_pose(there),
                                          larger > 1 || g % 4 ? FW_PIVOT : FW_AUTO);
            if (is_solved && found != FW_OK)
                fail_msg("start %d, goal %d: %s", k, g, fw_result_text(found));
            told.solved += is_solved;
            told.unsolved += !is_solved;
        }
    }
    turning_flood_end(&flood);
    return told;
}

TEST(what_a_fine_flood_solves_with_a_margin_is_found_and_legal)
{
    random_source source = { 20261128 };
    int solved = 0, unsolved = 0;
    for (int i = 0; i < rounds(9); i++) {
        bool open[SIDE * SIDE];
        scene scene = scene_with_robot(&source, i, open);
        fw_unit_def def;
        assert_int_equal(fw_map_unit(scene.map, scene.unit, &def), FW_OK);
        const flooded told = compare_with_flood(&source, &scene, open, &def.footprint, i % 2, 1);
        solved += told.solved;
        unsolved += told.unsolved;
        scene_end(&scene);
    }
    assert_true(solved > at_least(30) && unsolved > at_least(30));
}

/// A body for a map of small tiles, where each tile of another map has become LARGER x LARGER tiles.
static fw_footprint larger_body(fw_footprint body)
{
    body.length *= LARGER;
    body.width *= LARGER;
    body.ahead *= LARGER;
    body.aside *= LARGER;
    for (int32_t i = 0; i < body.corner_count; i++)
        body.corners[i] = (fw_corner){ body.corners[i].ahead * LARGER, body.corners[i].aside * LARGER };
    return body;
}

/// On small tiles, the search begins on places farther apart than the finest ones.
TEST(what_a_flood_solves_in_large_tiles_is_found_in_small_ones)
{
    random_source source = { 20261202 };
    int solved = 0, unsolved = 0;
    for (int i = 0; i < rounds(6); i++) {
        bool open[SIDE * SIDE];
        fw_map *drawn = map_at_random(&source, SIDE, SIDE, 8 + random_below(&source, 22), 1);
        read_open(drawn, open);
        const fw_footprint body = body_at_random(&source);
        scene scene = scene_with_unit(larger_map(drawn), robot(larger_body(body), i % 2));
        const flooded told = compare_with_flood(&source, &scene, open, &body, i % 2, LARGER);
        solved += told.solved;
        unsolved += told.unsolved;
        scene_end(&scene);
    }
    assert_true(solved > at_least(15) && unsolved > at_least(5));
}

/// The largest disc around the pose within the body does not pass the gap, so no pose is tried.
TEST(a_gap_that_is_too_narrow_is_denied_without_a_search)
{
    for (int i = 0; i < 3; i++) {
        scene scene = scene_with_unit(open_map(400, 300), robot(fw_rectangle(18, 10 + 0.01 * i), true));
        assert_int_equal(fw_map_set_rect(scene.map, 200, 0, 4, 300, FW_BLOCKED), FW_OK);
        assert_int_equal(fw_map_set_rect(scene.map, 200, 145, 4, 10, FW_GROUND), FW_OK);
        assert_int_equal(fw_map_commit(scene.map), FW_OK);
        fw_statistics statistics;
        assert_int_equal(drive(&scene, (fw_pose){ 50, 60, 0 }, fw_goal_at(350, 220), FW_PIVOT),
                         i ? FW_NOT_FOUND : FW_OK);
        assert_int_equal(fw_planner_statistics(scene.planner, &statistics), FW_OK);
        assert_int_equal(statistics.exhausted, i ? FW_EXHAUSTED_GOAL : FW_EXHAUSTED_NONE);
        assert_true(i ? statistics.expanded == 0 : statistics.expanded < 20000);
        scene_end(&scene);
    }
}

/// Whatever an overlay and the terrains say, a path obeys, and its cost is the one that the checker finds.
TEST(paths_obey_overlays_and_state_their_costs)
{
    random_source source = { 5 };
    int found = 0, longer = 0;
    for (int i = 0; i < rounds(20); i++) {
        fw_unit_def def = robot(body_at_random(&source), i % 2);
        def.terrain_cost[2] = 2.5f;
        def.terrain_cost[3] = 0.5f;
        def.reverse_penalty = 1 + i % 3;
        def.gear_change_cost = 0.5 * (i % 4);
        scene scene = scene_of(map_at_random(&source, SIDE, SIDE / 2, 10, 3), def);
        for (int k = 0; k < 8; k++) {
            const fw_pose start = place_at_random(&source, SIDE / 2),
                          goal = place_at_random(&source, SIDE / 2);
            fw_request request = request_in(&scene, start, fw_goal_pose(goal), FW_PIVOT);
            request.overlay = NULL;
            const bool is_free = scene_ask(&scene, &request) == FW_OK;
            const double cost = is_free ? scene_summary(&scene).cost : 0;
            scene_overlay_at_random(&scene, &source);
            request.overlay = scene.overlay;
            if (scene_ask(&scene, &request) != FW_OK)
                continue;
            assert_true(is_free);
            found++;
            longer += scene_summary(&scene).cost > cost + 1e-9;
        }
        scene_end(&scene);
    }
    assert_true(found > at_least(12) && longer > at_least(5));
}

TEST(slices_change_neither_path_nor_work)
{
    fw_path *sliced = new_path();
    for (int number = 0; number < 8; number++) {
        const int32_t larger = number < 4 ? 1 : LARGER;
        scene scene = corridor_scene(larger);
        const fw_request request = long_request(&scene, number, larger);
        fw_statistics whole, parts;
        assert_int_equal(fw_find_path(scene.planner, &request, scene.path), FW_OK);
        assert_int_equal(fw_planner_statistics(scene.planner, &whole), FW_OK);
        assert_true(whole.work > 20);
        for (uint64_t slice = 1; slice < 200; slice *= 3) {
            fw_search *search = new_search(scene.planner, &request);
            while (fw_search_step(search, slice) == FW_PENDING)
                assert_int_equal(fw_search_best_so_far(search, sliced), FW_OK);
            assert_int_equal(fw_search_statistics(search, &parts), FW_OK);
            assert_int_equal(fw_search_best_so_far(search, sliced), FW_OK);
            fw_search_end(search);
            assert_true(parts.work == whole.work && parts.expanded == whole.expanded);
            int32_t count, other;
            const fw_segment *segments = fw_path_segments(scene.path, &count),
                             *others = fw_path_segments(sliced, &other);
            assert_int_equal(count, other);
            for (int32_t i = 0; i < count; i++)
                assert_true(segments[i].start.x == others[i].start.x &&
                            segments[i].start.y == others[i].start.y &&
                            segments[i].start.heading == others[i].start.heading &&
                            segments[i].length == others[i].length && segments[i].gear == others[i].gear);
        }
        scene_end(&scene);
    }
    fw_path_destroy(sliced);
}

TEST(a_limit_on_work_ends_the_search_with_a_legal_part_of_a_path)
{
    scene scene = corridor_scene(1);
    fw_request request = long_request(&scene, 1, 1);
    fw_statistics whole;
    assert_int_equal(scene_ask(&scene, &request), FW_OK);
    assert_int_equal(fw_planner_statistics(scene.planner, &whole), FW_OK);
    for (request.max_work = 1; request.max_work < whole.work; request.max_work += 1 + whole.work / 20) {
        request.partial = false;
        assert_int_equal(fw_find_path(scene.planner, &request, scene.path), FW_LIMIT);
        request.partial = true;
        assert_int_equal(scene_ask(&scene, &request), FW_OK);
        assert_int_equal(scene_summary(&scene).outcome, FW_OUTCOME_PARTIAL);
    }
    request.max_work = whole.work + 1;
    assert_int_equal(scene_ask(&scene, &request), FW_OK);
    assert_int_equal(scene_summary(&scene).outcome, FW_OUTCOME_FOUND);
    scene_end(&scene);
}

/// Before a search says that there is no path, it looks for exits from both ends. What it has found so far stays.
TEST(the_best_path_so_far_is_legal_at_each_step_of_a_search_that_finds_none)
{
    static const char *const strip[] = { "############", "#..........#", "############" };
    scene scene = scene_with_unit(DRAWN(strip), robot(fw_rectangle(1.6, 0.8), true));
    const fw_pose start = { 3, 1.52, 0 }, turned = { 8, 1.5, FW_PI };
    int steps = 0;
    for (int back = 0; back < 2; back++) {
        fw_request ask =
            request_in(&scene, back ? turned : start, fw_goal_pose(back ? start : turned), FW_PIVOT);
        fw_result result = FW_PENDING;
        fw_search *search = new_search(scene.planner, &ask);
        while ((result = fw_search_step(search, 40)) == FW_PENDING) {
            const fw_result so_far = fw_search_best_so_far(search, scene.path);
            assert_true(so_far == FW_OK || so_far == FW_NOT_FOUND);
            const fw_check_def def = fw_default_check_def();
            fw_check_report report;
            assert_int_equal(fw_path_check(scene.map, scene.unit, scene.path, &def, &report), FW_OK);
            assert_true(report.legal);
            steps++;
        }
        assert_int_equal(result, FW_NOT_FOUND);
        fw_search_end(search);
    }
    assert_true(steps > 20);
    scene_end(&scene);
}

/// Asks for a path with memory that is refused from one call on; then the same again, with memory.
static bool ask_under_ration(const scene *scene, const fw_request *request, uint64_t calls, double cost)
{
    ration memory = { .left = calls };
    const fw_allocator hooks = rationed(&memory);
    fw_planner_def def = fw_default_planner_def();
    fw_planner *planner = NULL;
    fw_path_summary summary;
    def.allocator = &hooks;
    fw_result found = fw_planner_create(scene->map, &def, &planner);
    if (found == FW_OK)
        found = fw_find_path(planner, request, scene->path);
    assert_true(found == FW_OK || found == FW_NO_MEMORY);
    if (planner) {
        memory.left = UNRATIONED;
        for (int i = 0; i < 2; i++) // attempts take turns with two paths
            assert_int_equal(fw_find_path(planner, request, scene->path), FW_OK);
        assert_int_equal(fw_path_summarise(scene->path, &summary), FW_OK);
        assert_true(summary.cost == cost);
        const uint64_t before = memory.calls;
        assert_int_equal(fw_find_path(planner, request, scene->path), FW_OK);
        assert_true(memory.calls == before); // a warm query allocates nothing
    }
    fw_planner_destroy(planner);
    assert_true(memory.held == 0);
    return found == FW_OK;
}

TEST(memory_may_run_out_at_each_allocation)
{
    for (int kind = 0; kind < 4; kind++) {
        const int32_t larger = kind < 2 ? 1 : LARGER;
        scene scene = corridor_scene(larger);
        fw_request request = long_request(&scene, 3, larger);
        request.method = kind % 2 ? FW_AUTO : FW_PIVOT;
        assert_int_equal(scene_ask(&scene, &request), FW_OK);
        const double cost = scene_summary(&scene).cost;
        uint64_t calls = 0;
        while (!ask_under_ration(&scene, &request, calls, cost))
            calls++;
        assert_true(calls > 20);
        scene_end(&scene);
    }
}
