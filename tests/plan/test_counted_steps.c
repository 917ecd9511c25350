// No step of a search runs long, whatever it does. A library that counts the blocks of code it runs decides, not what
// the search says of its work, and no clock. FAIRWAY_TIMES=1 in the environment tells the longest steps.
#include <stdlib.h>

#include "common/drawing.h"
#include "common/new.h"
#include "common/road.h"
#include "common/unit.h"
#include "fairway/fairway.h"
#include "plan/block_counter.h"

/// Blocks of code that a step for one unit of work may run, and the beginning of a search: about 0.3 milliseconds.
#define MOST_BLOCKS 500000

enum { SIDE = 200, PLACES = 2000, STEPS = 30000, WALL = 24 };

typedef enum land {
    NOISE,
    WALLS,
    ROADS,
    OPEN,
    SNAKE, ///< one lane of 19,900 tiles to and fro
    AVENUE ///< a road of 9,900 tiles to and fro, three tiles wide
} land;

/// A search that has long steps if it does something at once.
typedef struct task {
    const char *name;
    land land;
    double turn_radius;
    int32_t size;
    bool reverse, costs_differ, has_overlay;
    fw_method method;
    fw_goal_kind goal;
    int32_t places;   ///< of FW_GOAL_SET; 0 = PLACES
    bool is_enclosed; ///< the goal lies within walls
    bool has_heading, nearest, keep_right, fastest;
    fw_smoothing smoothing;
    fw_turns turns;
    fw_roads roads;
    int32_t fixed_angles;
} task;

static const task tasks[] = {
    { .name = "a disc for a car",
      .turn_radius = 3,
      .reverse = true,
      .method = FW_DIRECTIONAL,
      .goal = FW_GOAL_RADIUS },
    { .name = "a disc for a car under an overlay",
      .turn_radius = 3,
      .has_overlay = true,
      .method = FW_HYBRID,
      .goal = FW_GOAL_RADIUS,
      .has_heading = true },
    { .name = "a disc within walls",
      .method = FW_ASTAR,
      .goal = FW_GOAL_RADIUS,
      .is_enclosed = true,
      .nearest = true },
    { .name = "a disc within walls for a car",
      .turn_radius = 1,
      .method = FW_DIRECTIONAL,
      .goal = FW_GOAL_RADIUS,
      .is_enclosed = true,
      .nearest = true },
    { .name = "a disc for whatever method",
      .turn_radius = 2,
      .method = FW_AUTO,
      .goal = FW_GOAL_RADIUS,
      .is_enclosed = true },
    { .name = "a set for a walker", .size = 3, .method = FW_ASTAR, .goal = FW_GOAL_SET },
    { .name = "a set within walls",
      .size = 3,
      .method = FW_ASTAR,
      .goal = FW_GOAL_SET,
      .is_enclosed = true,
      .nearest = true },
    { .name = "a set for a car",
      .turn_radius = 3,
      .reverse = true,
      .method = FW_DIRECTIONAL,
      .goal = FW_GOAL_SET,
      .has_heading = true },
    { .name = "eight poses for a truck",
      .turn_radius = 16,
      .reverse = true,
      .costs_differ = true,
      .method = FW_DIRECTIONAL,
      .goal = FW_GOAL_SET,
      .places = 8,
      .has_heading = true },
    { .name = "a set for a hybrid",
      .turn_radius = 2,
      .has_overlay = true,
      .method = FW_HYBRID,
      .goal = FW_GOAL_SET },
    { .name = "fields of a slow car",
      .turn_radius = 5,
      .reverse = true,
      .costs_differ = true,
      .method = FW_DIRECTIONAL_24,
      .goal = FW_GOAL_POSE },
    { .name = "fields of a fast car",
      .turn_radius = 3,
      .costs_differ = true,
      .method = FW_DIRECTIONAL,
      .goal = FW_GOAL_POSE,
      .fastest = true },
    { .name = "a truck", .turn_radius = 16, .method = FW_DIRECTIONAL, .goal = FW_GOAL_POSE },
    { .name = "a place within walls",
      .turn_radius = 2,
      .has_overlay = true,
      .method = FW_DIRECTIONAL,
      .goal = FW_GOAL_PLACE,
      .is_enclosed = true,
      .nearest = true },
    { .name = "a hybrid past walls",
      .land = WALLS,
      .turn_radius = 1,
      .method = FW_HYBRID,
      .smoothing = FW_SMOOTH_CURVED,
      .goal = FW_GOAL_POSE },
    { .name = "a strict hybrid", .turn_radius = 3, .method = FW_HYBRID_STRICT, .goal = FW_GOAL_POSE },
    { .name = "roads",
      .land = ROADS,
      .method = FW_ASTAR,
      .roads = FW_ROADS_LANES,
      .smoothing = FW_SMOOTH_TAUT },
    { .name = "cones",
      .land = ROADS,
      .method = FW_ASTAR,
      .roads = FW_ROADS_CONES,
      .smoothing = FW_SMOOTH_TAUT },
    { .name = "the right-hand side",
      .land = ROADS,
      .turn_radius = 1,
      .method = FW_ASTAR,
      .keep_right = true,
      .smoothing = FW_SMOOTH_CURVED },
    { .name = "taut", .land = OPEN, .costs_differ = true, .method = FW_ASTAR, .smoothing = FW_SMOOTH_TAUT },
    { .name = "simple", .land = WALLS, .method = FW_ASTAR, .smoothing = FW_SMOOTH_SIMPLE },
    { .name = "curved",
      .turn_radius = 1,
      .costs_differ = true,
      .method = FW_ASTAR,
      .smoothing = FW_SMOOTH_CURVED },
    { .name = "tight turns", .turn_radius = 1.5, .method = FW_ASTAR, .turns = FW_TURNS_TIGHTEN },
    { .name = "turns with reverse",
      .turn_radius = 1.5,
      .reverse = true,
      .method = FW_ASTAR,
      .turns = FW_TURNS_BACK_UP },
    { .name = "searches again", .turn_radius = 1, .method = FW_ASTAR, .turns = FW_TURNS_RECALCULATE },
    { .name = "angles", .method = FW_ASTAR, .smoothing = FW_SMOOTH_TAUT, .fixed_angles = 16 },
    { .name = "clusters", .method = FW_HIERARCHY },
    { .name = "a long way",
      .land = SNAKE,
      .costs_differ = true,
      .method = FW_ASTAR,
      .smoothing = FW_SMOOTH_TAUT },
    { .name = "a long way in curves",
      .land = SNAKE,
      .turn_radius = 0.5,
      .method = FW_ASTAR,
      .smoothing = FW_SMOOTH_CURVED },
    { .name = "a long way with turns",
      .land = SNAKE,
      .turn_radius = 0.5,
      .method = FW_ASTAR,
      .turns = FW_TURNS_TIGHTEN },
    { .name = "a long way at angles",
      .land = SNAKE,
      .method = FW_ASTAR,
      .smoothing = FW_SMOOTH_SIMPLE,
      .fixed_angles = 16 },
    { .name = "a long way between cones",
      .land = SNAKE,
      .costs_differ = true,
      .method = FW_ASTAR,
      .roads = FW_ROADS_CONES,
      .smoothing = FW_SMOOTH_TAUT },
    { .name = "a long way for clusters",
      .land = SNAKE,
      .costs_differ = true,
      .method = FW_HIERARCHY,
      .smoothing = FW_SMOOTH_TAUT },
    { .name = "a long drive",
      .land = SNAKE,
      .turn_radius = 0.5,
      .method = FW_HYBRID,
      .smoothing = FW_SMOOTH_CURVED },
    { .name = "a drive on open ground with shortcuts in turn",
      .land = OPEN,
      .turn_radius = 0.5,
      .has_overlay = true,
      .method = FW_HYBRID,
      .smoothing = FW_SMOOTH_SIMPLE },
    { .name = "a long way that is no road",
      .land = SNAKE,
      .turn_radius = 0.5,
      .method = FW_ASTAR,
      .roads = FW_ROADS_FOLLOW,
      .smoothing = FW_SMOOTH_CURVED },
    { .name = "the right-hand side of a long road",
      .land = AVENUE,
      .turn_radius = 0.5,
      .method = FW_ASTAR,
      .keep_right = true,
      .smoothing = FW_SMOOTH_CURVED },
    { .name = "the right-hand side of a long road for people",
      .land = AVENUE,
      .method = FW_ASTAR,
      .keep_right = true,
      .smoothing = FW_SMOOTH_TAUT },
    { .name = "lanes of a long road",
      .land = AVENUE,
      .method = FW_ASTAR,
      .roads = FW_ROADS_LANES,
      .smoothing = FW_SMOOTH_TAUT },
    { .name = "a drive along a long road",
      .land = AVENUE,
      .turn_radius = 0.5,
      .method = FW_HYBRID,
      .roads = FW_ROADS_FOLLOW,
      .smoothing = FW_SMOOTH_CURVED },
};
enum { TASKS = sizeof tasks / sizeof *tasks };

static void enclose(fw_map *map, int32_t x, int32_t y, int32_t side)
{
    assert_int_equal(fw_map_set_rect(map, x, y, side, 1, FW_BLOCKED), FW_OK);
    assert_int_equal(fw_map_set_rect(map, x, y, 1, side, FW_BLOCKED), FW_OK);
}

static fw_map *land_of(const task *task)
{
    random_source source = { 65 };
    fw_map *map = map_at_random(&source, SIDE, SIDE, task->land == NOISE || task->land == ROADS ? 8 : 0,
                                task->costs_differ ? 4 : 1);
    for (int32_t at = WALL; task->land == WALLS && at < SIDE; at += WALL)
        fw_map_set_rect(map, at / WALL % 2 ? 0 : 8, at, SIDE - 8, 1, FW_BLOCKED);
    for (int32_t at = 1; task->land == SNAKE && at < SIDE; at += 2)
        fw_map_set_rect(map, at / 2 % 2 ? 0 : 1, at, SIDE - 1, 1, FW_BLOCKED);
    if (task->land == AVENUE)
        fw_map_set_rect(map, 0, 0, SIDE, SIDE, FW_ROAD);
    for (int32_t at = 3; task->land == AVENUE && at < SIDE; at += 4)
        fw_map_set_rect(map, at / 4 % 2 ? 0 : 3, at, SIDE - 3, 1, FW_BLOCKED);
    for (int32_t at = 20; task->land == ROADS && at < SIDE; at += 40) {
        fw_map_set_rect(map, at, 0, 4, SIDE, FW_ROAD);
        fw_map_set_rect(map, 0, at, SIDE, 4, FW_ROAD);
    }
    if (task->land != SNAKE && task->land != AVENUE) {
        fw_map_set_rect(map, 0, 0, 12, 12, FW_GROUND);
        fw_map_set_rect(map, SIDE - 12, SIDE - 12, 12, 12, FW_GROUND);
    }
    if (task->is_enclosed)
        enclose(map, SIDE / 4, SIDE / 4, SIDE - SIDE / 4);
    assert_int_equal(fw_map_commit(map), FW_OK);
    return map;
}

static fw_overlay *overlay_of(const task *task)
{
    if (!task->has_overlay)
        return NULL;
    fw_overlay *overlay = new_overlay(SIDE, SIDE);
    assert_int_equal(fw_overlay_block(overlay, SIDE / 3, 40, 3, SIDE / 2), FW_OK);
    assert_int_equal(fw_overlay_add_cost(overlay, SIDE / 2, 0, 30, SIDE, 2), FW_OK);
    return overlay;
}

/// A goal of the task's kind far from the start; sets and discs take up a quarter of the map.
static fw_goal goal_of(const task *task, fw_pose *places)
{
    const fw_pose far = { SIDE - 5.5, SIDE - 5.5, 0.3 };
    if (task->goal == FW_GOAL_RADIUS) {
        const double middle = 0.7 * SIDE, radius = 0.2 * SIDE;
        return task->has_heading ? fw_goal_pose_within((fw_pose){ middle, middle, 0.3 }, radius)
                                 : fw_goal_within(middle, middle, radius);
    }
    if (task->goal == FW_GOAL_SET) {
        for (int32_t i = 0; i < PLACES; i++)
            places[i] = (fw_pose){ SIDE / 2 + i % 45 * 2 + 0.3, SIDE / 2 + i / 45 * 2 + 0.4, 0.2 * i };
        const int32_t count = task->places ? task->places : PLACES;
        return task->has_heading ? fw_goal_nearest_pose_of(places, count) : fw_goal_nearest_of(places, count);
    }
    return task->goal == FW_GOAL_POSE ? fw_goal_pose(far) : fw_goal_at(far.x, far.y);
}

static fw_request request_for(const task *task, const road_test *test, fw_pose *places,
                              const fw_speed_def *speeds)
{
    fw_request ask = fw_default_request();
    ask.unit = test->unit;
    ask.start = (fw_pose){ 5.5, task->land == SNAKE ? 4.5 : 5.5, 0 };
    ask.goal = goal_of(task, places);
    ask.method = task->method;
    ask.nearest = task->nearest;
    ask.keep_right = task->keep_right;
    ask.smoothing = task->smoothing;
    ask.turns = task->turns;
    ask.roads = task->roads;
    ask.fixed_angles = task->fixed_angles;
    ask.fastest = task->fastest ? speeds : NULL;
    return ask;
}

static road_test begin_road(const task *task)
{
    const int32_t size = task->size ? task->size : 1;
    fw_unit_def def = vehicle(fw_circle(0.4 * size), size, task->turn_radius, task->method);
    for (int terrain = FW_GROUND; terrain < FW_TERRAIN_COUNT; terrain++)
        def.terrain_cost[terrain] = task->costs_differ ? 1.0F + (float)(terrain % 4) : 1.0F;
    def.reverse = task->reverse;
    return road_on(land_of(task), def);
}

/// Steps a search, unit by unit, and returns the blocks of its longest step.
static uint64_t longest_step(fw_planner *planner, const fw_request *ask)
{
    uint64_t before = blocks_run();
    fw_search *search = new_search(planner, ask);
    uint64_t most = blocks_run() - before;
    fw_result result = FW_PENDING;
    for (int32_t i = 0; i < STEPS && result == FW_PENDING; i++) {
        before = blocks_run();
        result = fw_search_step(search, 1);
        const uint64_t run = blocks_run() - before;
        most = run > most ? run : most;
    }
    fw_search_end(search);
    return most;
}

TEST(no_step_of_a_search_runs_long)
{
    static fw_pose places[PLACES];
    const fw_speed_def speeds = fw_default_speed_def();
    for (int i = 0; i < TASKS; i++) {
        road_test test = begin_road(&tasks[i]);
        if (blocks_run() == 0) { // this library does not count
            road_end(&test);
            skip();
        }
        fw_request ask = request_for(&tasks[i], &test, places, &speeds);
        fw_overlay *overlay = overlay_of(&tasks[i]);
        ask.overlay = overlay;
        const uint64_t most = longest_step(test.planner, &ask);
        if (getenv("FAIRWAY_TIMES"))
            print_message("%s: %llu blocks\n", tasks[i].name, (unsigned long long)most);
        if (most > MOST_BLOCKS)
            fail_msg("%s: a step of %llu blocks", tasks[i].name, (unsigned long long)most);
        fw_overlay_destroy(overlay);
        road_end(&test);
    }
}
