// Why there is no path. The oracle puts the unit that the explanation describes on the map, or takes away what it
// names, and asks for the path again.
#include <math.h>
#include <string.h>

#include "base/random.h"
#include "common/drawing.h"
#include "common/new.h"
#include "common/rationed.h"
#include "common/rounds.h"
#include "common/unit.h"
#include "fairway/fairway.h"
#include "plan/planner.h"

static fw_result find(const fw_map *map, const fw_request *ask)
{
    fw_path *path = new_path();
    fw_planner *planner = new_planner(map);
    const fw_result result = fw_find_path(planner, ask, path);
    fw_planner_destroy(planner);
    fw_path_destroy(path);
    return result;
}

static fw_explanation explain(const fw_map *map, const fw_request *ask)
{
    fw_explanation why;
    fw_planner *planner = new_planner(map);
    assert_int_equal(fw_explain(planner, ask, &why, sizeof why), FW_OK);
    assert_true(atomic_load(&planner->pin.held) == 0); // no version of the map
    fw_planner_destroy(planner);
    return why;
}

/// Asks on a drawing from its letter A to its letter B, which lie on ground.
static fw_explanation explain_drawing(const char *const *rows, int32_t height, fw_unit_def def)
{
    const char *copies[16];
    char plain[16][64];
    fw_request ask = fw_default_request();
    for (int32_t y = 0; y < height; y++) {
        strcpy(plain[y], rows[y]);
        copies[y] = plain[y];
        for (char *letter = plain[y]; *letter; letter++) {
            const int32_t x = (int32_t)(letter - plain[y]);
            if (*letter == 'A')
                ask.start = fw_pose_on_tile(x, y, def.size);
            if (*letter == 'B')
                ask.goal = fw_goal_on_tile(x, y, def.size);
            if (*letter == 'A' || *letter == 'B')
                *letter = '.';
        }
    }
    fw_map *map = map_from_drawing(copies, height);
    ask.unit = add_unit(map, def);
    const fw_explanation why = explain(map, &ask);
    assert_int_equal(why.result, find(map, &ask));
    fw_map_destroy(map);
    return why;
}

#define EXPLAIN(rows, def) explain_drawing(rows, (int32_t)(sizeof(rows) / sizeof *(rows)), def)

TEST(the_narrow_door_is_shown)
{
    static const char *const passage[] = {
        ".......#.......", //
        ".A.............", //
        ".......#....B..", //
        ".......#.......", //
    };
    const fw_explanation why = EXPLAIN(passage, unit_of_size(2));
    assert_int_equal(why.barrier, FW_BARRIER_SIZE);
    assert_int_equal(why.size, 1);
    assert_true(why.has_place && why.place.y == 1.5 && why.place.x > 6 && why.place.x < 9);
    assert_true(why.has_nearest && why.nearest.x == 6.0 && why.nearest.y == 3.0);
}

/// A unit of 2 x 2 tiles stands in a corner of its room, beside the door.
TEST(a_door_is_shown_in_whatever_corner_it_is)
{
    for (int i = 0; i < 4; i++) {
        const int32_t row = i / 2 * 3, from = i % 2 ? 10 : 1;
        fw_map *map = open_map(13, 4);
        fw_request ask = fw_default_request();
        assert_int_equal(fw_map_set_rect(map, 6, 0, 1, 4, FW_BLOCKED), FW_OK);
        assert_int_equal(fw_map_set_tile(map, 6, row, FW_GROUND), FW_OK);
        assert_int_equal(fw_map_commit(map), FW_OK);
        ask.unit = add_unit(map, unit_of_size(2));
        ask.start = fw_pose_on_tile(from, 1, 2);
        ask.goal = fw_goal_on_tile(11 - from, 1, 2);
        const fw_explanation why = explain(map, &ask);
        assert_int_equal(why.barrier, FW_BARRIER_SIZE);
        assert_true(why.has_place && why.place.x == 6.5 && why.place.y == row + 0.5);
        fw_map_destroy(map);
    }
}

/// A unit of 6 x 6 tiles with a body of 2 x 2 stands at the border, where its square of tiles does not fit.
TEST(a_unit_at_the_border_is_not_told_that_walls_surround_it)
{
    fw_unit_def def = unit_of_size(6);
    def.footprint = fw_rectangle(2, 2);
    fw_map *map = open_map(30, 14);
    fw_request ask = fw_default_request();
    assert_int_equal(fw_map_set_rect(map, 14, 0, 1, 14, FW_WATER), FW_OK);
    assert_int_equal(fw_map_commit(map), FW_OK);
    ask.unit = add_unit(map, def);
    for (int side = 0; side < 2; side++) {
        ask.start = (fw_pose){ side ? 28.5 : 1.5, 7, 0 };
        ask.goal = fw_goal_at(side ? 1.5 : 28.5, 7);
        const fw_explanation why = explain(map, &ask);
        assert_int_equal(why.barrier, FW_BARRIER_TERRAIN);
        assert_int_equal(why.size, 6);
        assert_int_equal(why.terrains, 1U << FW_WATER);
    }
    fw_map_destroy(map);
}

TEST(the_corner_is_shown)
{
    static const char *const rows[] = {
        "...#....", //
        ".A.#....", //
        "...#..B.", //
        "###.....", //
    };
    const fw_explanation why = EXPLAIN(rows, unit_of_size(1));
    assert_int_equal(why.barrier, FW_BARRIER_CORNERS);
    assert_true(why.has_place && why.place.x == 3.0 && why.place.y == 3.0);
}

TEST(terrains_that_open_a_way_are_named)
{
    static const char *const rows[] = {
        "...WW...", //
        ".A.WW.B.", //
        "...RW...", //
        "...TT...", //
    };
    const fw_explanation why = EXPLAIN(rows, unit_of_size(1));
    const uint32_t water = UINT32_C(1) << FW_WATER, tree = UINT32_C(1) << FW_TREE;
    assert_int_equal(why.barrier, FW_BARRIER_TERRAIN);
    assert_true(why.terrains == water || why.terrains == tree ||
                why.terrains == (water | UINT32_C(1) << FW_ROAD));
    assert_true(why.has_place && why.place.x == 3.5);
    assert_int_equal(why.size, 1);
}

/// The unit passes beside water, since the tile on the other side of its diagonal step is ground.
TEST(terrains_beside_a_step_that_the_corner_rule_allows_are_not_named)
{
    static const char *const rows[] = {
        "..#####", //
        "A.#####", //
        "....###", //
        "##W.###", //
        "###.TB#", //
    };
    static const char *const transposed[] = { ".A.##", "...##", "##.W#", "##...", "####T", "####B" };
    fw_unit_def def = unit_of_size(1);
    def.corners = FW_CORNERS_ONE;
    const fw_explanation why[] = { EXPLAIN(rows, def), EXPLAIN(transposed, def) };
    for (int i = 0; i < 2; i++) {
        assert_int_equal(why[i].barrier, FW_BARRIER_TERRAIN);
        assert_int_equal(why[i].terrains, UINT32_C(1) << FW_TREE);
    }
}

TEST(a_step_between_two_trees_is_shown_at_their_corner)
{
    static const char *const rows[] = {
        "...######", //
        ".A.######", //
        "...T#####", //
        "##T..W.B.", //
    };
    const fw_explanation why = EXPLAIN(rows, unit_of_size(1));
    assert_int_equal(why.barrier, FW_BARRIER_TERRAIN);
    assert_int_equal(why.terrains, UINT32_C(1) << FW_TREE | UINT32_C(1) << FW_WATER);
    assert_true(why.has_place && why.place.x == 3 && why.place.y == 3 && why.place.heading == 0);
}

TEST(walls_all_around_are_told)
{
    static const char *const rows[] = {
        "...##...", //
        ".A.##.B.", //
        "...##...", //
    };
    const fw_explanation why = EXPLAIN(rows, unit_of_size(2));
    assert_int_equal(why.barrier, FW_BARRIER_WALLS);
    assert_int_equal(why.size, 2);
}

TEST(the_tile_under_a_blocked_end_is_shown)
{
    static const char *const start[] = { ".A#....B..", ".........." };
    static const char *const border[] = { "A......B..", "#........." };
    static const char *const goal[] = { ".A.....B..", ".......W.." };
    fw_explanation why = EXPLAIN(start, unit_of_size(2));
    assert_int_equal(why.barrier, FW_BARRIER_START);
    assert_true(why.has_place && why.place.x == 2.5 && why.place.y == 0.5);
    assert_non_null(strstr(why.text, "tile 2,0 at the start is blocked"));
    assert_non_null(strstr(EXPLAIN(border, unit_of_size(2)).text, "tile 0,1 at the start is blocked"));
    why = EXPLAIN(goal, unit_of_size(2));
    assert_int_equal(why.barrier, FW_BARRIER_GOAL);
    assert_true(why.has_place && why.place.x == 7.5 && why.place.y == 1.5);
    assert_non_null(strstr(why.text, "does not enter tile 7,1 at the goal, of terrain"));
}

TEST(a_goal_that_costs_forbid_is_told)
{
    const uint8_t forbidden = 254;
    fw_map *map = open_map(8, 8);
    fw_request ask = fw_default_request();
    fw_overlay *overlay = new_overlay(8, 8);
    assert_int_equal(fw_overlay_set_costs(overlay, 5, 5, 1, 1, &forbidden, 1, 0), FW_OK);
    ask.unit = add_unit(map, unit_of_size(1));
    ask.overlay = overlay;
    ask.start = fw_pose_on_tile(1, 1, 1);
    ask.goal = fw_goal_on_tile(5, 5, 1);
    fw_explanation why = explain(map, &ask);
    assert_int_equal(why.barrier, FW_BARRIER_GOAL);
    assert_string_equal(why.text, "the overlay forbids the unit's centre at its goal");
    fw_unit_def van = unit_of_size(1);
    van.footprint = fw_rectangle(4, 1);
    van.turn_radius = 1;
    ask.unit = add_unit(map, van);
    ask.start = fw_pose_on_tile(4, 1, 1);
    ask.goal = fw_goal_pose((fw_pose){ 1, 4.5, 0 });
    why = explain(map, &ask);
    assert_int_equal(why.barrier, FW_BARRIER_GOAL);
    assert_string_equal(why.text, "the unit's body does not fit at its goal");
    fw_overlay_destroy(overlay);
    fw_map_destroy(map);
}

TEST(costs_or_a_corridor_that_close_each_way_are_told)
{
    static const uint8_t forbidden[8] = { 254, 254, 254, 254, 254, 254, 254, 254 };
    fw_map *map = open_map(8, 8);
    fw_request ask = fw_default_request();
    ask.unit = add_unit(map, unit_of_size(1));
    ask.start = fw_pose_on_tile(1, 1, 1);
    ask.goal = fw_goal_on_tile(6, 5, 1);
    for (int corridor = 0; corridor < 2; corridor++) {
        fw_overlay *overlay = new_overlay(8, 8);
        if (corridor) {
            assert_int_equal(fw_overlay_corridor(overlay, 0, 0, 4, 8), FW_OK);
            assert_int_equal(fw_overlay_corridor(overlay, 5, 0, 3, 8), FW_OK);
        } else {
            assert_int_equal(fw_overlay_set_costs(overlay, 4, 0, 1, 8, forbidden, 1, 0), FW_OK);
        }
        ask.overlay = overlay;
        assert_int_equal(explain(map, &ask).barrier, FW_BARRIER_OVERLAY);
        fw_overlay_destroy(overlay);
    }
    fw_map_destroy(map);
}

/// The car is narrower than its size: beside the border, its square of tiles does not fit where the car stands.
TEST(a_car_closer_to_the_border_than_its_size_may_lack_room_to_turn)
{
    fw_map *map = open_map(14, 3);
    fw_request ask = fw_default_request();
    fw_unit_def car = unit_of_size(3);
    car.footprint = fw_rectangle(2, 0.9);
    car.turn_radius = 5;
    ask.unit = add_unit(map, car);
    ask.start = (fw_pose){ 2, 0.5, 0 };
    ask.goal = fw_goal_pose((fw_pose){ 11, 0.5, FW_PI });
    assert_int_equal(explain(map, &ask).barrier, FW_BARRIER_ROOM);
    ask.goal.pose.heading = 0;
    assert_int_equal(explain(map, &ask).barrier, FW_BARRIER_NONE);
    fw_map_destroy(map);
}

TEST(a_way_that_is_wide_enough_may_lack_room_to_turn)
{
    static const char *const rows[] = {
        "########", //
        ".A......", //
        "#######.", //
        "......B.", //
        "########", //
    };
    fw_unit_def def = unit_of_size(1);
    def.turn_radius = 5.0;
    assert_int_equal(EXPLAIN(rows, def).barrier, FW_BARRIER_ROOM);
    def.turn_radius = 0;
    assert_int_equal(EXPLAIN(rows, def).barrier, FW_BARRIER_NONE);
}

TEST(limits_and_wrong_requests_are_told_from_barriers)
{
    fw_map *map = open_map(200, 200);
    assert_int_equal(fw_map_set_rect(map, 100, 0, 1, 199, FW_BLOCKED), FW_OK);
    assert_int_equal(fw_map_commit(map), FW_OK);
    fw_request ask = fw_default_request();
    ask.unit = add_unit(map, unit_of_size(1));
    ask.start = fw_pose_on_tile(1, 1, 1);
    ask.goal = fw_goal_on_tile(190, 1, 1);
    ask.method = FW_ASTAR;
    ask.max_work = 10;
    fw_explanation why = explain(map, &ask);
    assert_int_equal(why.result, FW_LIMIT);
    assert_int_equal(why.barrier, FW_BARRIER_SEARCH);
    ask.max_work = 0;
    ask.goal.pose.x = NAN;
    why = explain(map, &ask);
    assert_int_equal(why.barrier, FW_BARRIER_REQUEST);
    assert_string_equal(why.text, fw_result_text(why.result));
    ask.unit++;
    assert_int_equal(explain(map, &ask).barrier, FW_BARRIER_REQUEST);
    for (int barrier = -1; barrier <= FW_BARRIER_COUNT; barrier++)
        assert_int_equal(strcmp(fw_barrier_name((fw_barrier)barrier), "unknown") == 0,
                         barrier < 0 || barrier == FW_BARRIER_COUNT);
    fw_map_destroy(map);
}

/// A request on a random map.
typedef struct scene {
    fw_map *map;
    fw_overlay *overlay;
    fw_unit_def def;
    fw_request ask;
} scene;

static scene draw_scene(random_source *random)
{
    const int32_t width = 8 + (int32_t)random_below(random, 60),
                  height = 6 + (int32_t)random_below(random, 20);
    scene scene = { .map = map_at_random(random, width, height, random_below(random, 16), 3),
                    .ask = fw_default_request() };
    const int32_t wall = width / 2;
    assert_int_equal(fw_map_set_rect(scene.map, wall, 0, 1, height, (uint8_t)random_below(random, 4)), FW_OK);
    const int32_t door = 1 + (int32_t)random_below(random, 3);
    assert_int_equal(fw_map_set_rect(scene.map, wall, (int32_t)random_below(random, (uint32_t)(height - 3)),
                                     1, door, (uint8_t)random_below(random, 4)),
                     FW_OK);
    assert_int_equal(fw_map_commit(scene.map), FW_OK);
    scene.def = unit_entering(1 + (int32_t)random_below(random, 4), 2U << random_below(random, 2) | 2U);
    scene.def.corners = (fw_corner_rule)random_below(random, 4);
    if (random_below(random, 3) == 0)
        scene.def.methods = FW_METHOD_BIT(FW_ON_DEMAND);
    scene.ask.unit = add_unit(scene.map, scene.def);
    const uint32_t rows = (uint32_t)(height - scene.def.size + 1),
                   columns = (uint32_t)(wall - scene.def.size + 1);
    scene.ask.start = fw_pose_on_tile((int32_t)random_below(random, columns),
                                      (int32_t)random_below(random, rows), scene.def.size);
    scene.ask.goal = fw_goal_on_tile(wall + (int32_t)random_below(random, columns),
                                     (int32_t)random_below(random, rows), scene.def.size);
    if (random_below(random, 8) != 0) { // else one end is often blocked
        const fw_pose ends[] = { scene.ask.start, scene.ask.goal.pose };
        for (int i = 0; i < 2; i++)
            assert_int_equal(fw_map_set_rect(scene.map, (int32_t)(ends[i].x - scene.def.size / 2.0),
                                             (int32_t)(ends[i].y - scene.def.size / 2.0), scene.def.size,
                                             scene.def.size, FW_GROUND),
                             FW_OK);
        assert_int_equal(fw_map_commit(scene.map), FW_OK);
    }
    if (random_below(random, 3) == 0) {
        scene.ask.start.x += random_within(random, -0.5, 0.5);
        scene.ask.goal.pose.y += random_within(random, -0.5, 0.5);
    }
    if (random_below(random, 2) == 0) {
        assert_int_equal(fw_overlay_create(width, height, NULL, &scene.overlay), FW_OK);
        assert_int_equal(fw_overlay_block(scene.overlay, wall - 1, 0, 1,
                                          (int32_t)random_below(random, (uint32_t)height) + 1),
                         FW_OK);
        scene.ask.overlay = scene.overlay;
    }
    return scene;
}

/// The answer for a changed unit, whose centre stays where it is.
static fw_result find_as(const scene *scene, fw_unit_def def)
{
    fw_request ask = scene->ask;
    ask.unit = add_unit(scene->map, def);
    const fw_result result = find(scene->map, &ask);
    assert_int_equal(fw_map_remove_unit(scene->map, ask.unit), FW_OK);
    return result;
}

static fw_unit_def entering(fw_unit_def def, uint32_t terrains, int32_t size)
{
    for (int terrain = 1; terrain < FW_TERRAIN_COUNT; terrain++)
        if (terrains >> terrain & 1)
            def.terrain_cost[terrain] = 1;
    def.size = size;
    return def;
}

static void assert_true_explanation(const scene *scene, const fw_explanation *why)
{
    fw_request ask = scene->ask;
    fw_unit_def def = scene->def;
    switch (why->barrier) {
    case FW_BARRIER_NONE:
        assert_int_equal(why->result, FW_OK);
        break;
    case FW_BARRIER_OVERLAY:
        ask.overlay = NULL;
        assert_int_equal(find(scene->map, &ask), FW_OK);
        break;
    case FW_BARRIER_CORNERS:
        def.corners = FW_CORNERS_ALWAYS;
        assert_int_equal(find_as(scene, def), FW_OK);
        break;
    case FW_BARRIER_SIZE:
        assert_true(why->size < def.size && why->has_place);
        assert_int_equal(find_as(scene, entering(def, 0, why->size)), FW_OK);
        assert_int_not_equal(find_as(scene, entering(def, 0, why->size + 1)), FW_OK);
        break;
    case FW_BARRIER_TERRAIN:
        assert_true(why->terrains != 0 && why->has_place);
        assert_int_equal(find_as(scene, entering(def, why->terrains, why->size)), FW_OK);
        assert_int_not_equal(find_as(scene, entering(def, 0, 1)), FW_OK);
        break;
    case FW_BARRIER_WALLS:
        assert_int_not_equal(find_as(scene, entering(def, ~UINT32_C(1), 1)), FW_OK);
        break;
    case FW_BARRIER_START:
    case FW_BARRIER_GOAL:
        assert_true(why->result == FW_START_BLOCKED || why->result == FW_GOAL_BLOCKED);
        break;
    default:
        fail_msg("a unit of one size everywhere is stopped by %s", fw_barrier_name(why->barrier));
    }
}

TEST(explanations_are_true)
{
    int met[FW_BARRIER_COUNT] = { 0 };
    for (int i = 0; i < rounds(1500); i++) {
        random_source random = { (uint64_t)i };
        scene scene = draw_scene(&random);
        const fw_explanation why = explain(scene.map, &scene.ask);
        assert_true_explanation(&scene, &why);
        met[why.barrier]++;
        fw_overlay_destroy(scene.overlay);
        fw_map_destroy(scene.map);
    }
    for (fw_barrier barrier = FW_BARRIER_START; barrier <= FW_BARRIER_WALLS; barrier++)
        assert_true(met[barrier] >= at_least(8));
}

TEST(missing_memory_is_told_and_nothing_leaks)
{
    random_source random = { 7 };
    fw_map *map = map_at_random(&random, 30, 20, 60, 1);
    fw_request ask = fw_default_request();
    assert_int_equal(fw_map_set_rect(map, 0, 0, 2, 2, FW_GROUND), FW_OK);
    assert_int_equal(fw_map_set_rect(map, 28, 18, 2, 2, FW_GROUND), FW_OK);
    assert_int_equal(fw_map_commit(map), FW_OK);
    ask.unit = add_unit(map, unit_of_size(2));
    ask.start = fw_pose_on_tile(0, 0, 2);
    ask.goal = fw_goal_on_tile(28, 18, 2);
    fw_result result = FW_NO_MEMORY;
    for (uint64_t calls = 0; result != FW_OK; calls++) {
        ration ration = { .left = calls };
        fw_planner_def def = fw_default_planner_def();
        const fw_allocator hooks = rationed(&ration);
        fw_planner *planner = NULL;
        fw_explanation why;
        def.allocator = &hooks;
        result = fw_planner_create(map, &def, &planner);
        if (result == FW_OK)
            result = fw_explain(planner, &ask, &why, sizeof why);
        assert_true(result == FW_OK || result == FW_NO_MEMORY);
        fw_planner_destroy(planner);
        assert_int_equal(ration.held, 0);
        assert_true(calls < 1000);
    }
    fw_map_destroy(map);
}

TEST(null_pointers_are_refused)
{
    fw_map *map = open_map(8, 8);
    fw_explanation why;
    fw_request ask = fw_default_request();
    fw_planner *planner = new_planner(map);
    assert_int_equal(fw_explain(NULL, &ask, &why, sizeof why), FW_NULL_ARGUMENT);
    assert_int_equal(fw_explain(planner, NULL, &why, sizeof why), FW_NULL_ARGUMENT);
    assert_int_equal(fw_explain(planner, &ask, NULL, 0), FW_NULL_ARGUMENT);
    ask.cookie = 0;
    assert_int_equal(fw_explain(planner, &ask, &why, sizeof why), FW_BAD_DEF);
    fw_planner_destroy(planner);
    fw_map_destroy(map);
}
