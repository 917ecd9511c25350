// A robot in a warehouse, in metres with y up: its body as it is measured, a map of 5 cm a cell, costs that keep it
// away from shelves, a path with speeds, and the question for a path ten times a second.
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

#include "fairway/fairway.h"

enum { WIDTH = 400, HEIGHT = 240, TICKS_A_SECOND = 10 };

/// The map's lower left corner lies at (-2, -3) in the world; a cell is 5 cm wide.
static const fw_frame frame = {
    .resolution = 0.05, .origin_x = -2, .origin_y = -3, .y_axis = FW_Y_UP, .height = HEIGHT
};

typedef struct robot {
    fw_map *map;
    fw_unit_id unit;
    fw_planner *planner;
    fw_overlay *costs; ///< near walls
    fw_path *path;
    fw_pose pose; ///< in tiles
} robot;

static void must(fw_result result)
{
    if (result == FW_OK)
        return;
    fprintf(stderr, "%s\n", fw_result_text(result));
    exit(EXIT_FAILURE);
}

static fw_pose in_tiles(double x, double y, double heading)
{
    fw_pose pose = { x, y, heading };
    must(fw_frame_pose_to_tiles(&frame, &pose, &pose));
    return pose;
}

/// Four rows of shelves; a real robot reads its map.yaml with fairway-io instead.
static void make_warehouse(robot *robot)
{
    fw_map_def def = fw_default_map_def();
    def.width = WIDTH;
    def.height = HEIGHT;
    must(fw_map_create(&def, &robot->map));
    for (int32_t row = 0; row < 4; row++)
        must(fw_map_set_rect(robot->map, 60, 30 + 50 * row, 280, 16, FW_BLOCKED));
    must(fw_map_commit(robot->map));
}

/// The pose is the middle of the rear axle; all lengths are metres.
static void add_robot(robot *robot)
{
    fw_unit_def def = fw_default_unit_def();
    def.footprint = fw_rectangle_at(0.9, 0.6, 0.25, 0);
    def.turn_radius = 0.8;
    def.reverse = true;
    def.reverse_penalty = 2;
    def.gear_change_cost = 0.5;
    must(fw_frame_unit_to_tiles(&frame, &def));
    must(fw_map_add_unit(robot->map, &def, &robot->unit));
    must(fw_planner_create(robot->map, NULL, &robot->planner));
    must(fw_path_create(NULL, &robot->path));
    must(fw_overlay_create(WIDTH, HEIGHT, NULL, &robot->costs));
}

/// Costs near walls; after a commit, only those near the edit are computed anew.
static void keep_away_from_walls(robot *robot)
{
    const fw_inflation inflation = {
        .capability = 1 << FW_GROUND, .radius = fw_frame_to_tiles(&frame, 0.3), .decay = 0.2, .highest = 48
    };
    must(fw_map_inflate(robot->map, &inflation, robot->costs));
}

static void plan(robot *robot, fw_pose goal)
{
    fw_request ask = fw_default_request();
    ask.unit = robot->unit;
    ask.start = robot->pose;
    ask.goal = fw_goal_pose(goal);
    ask.overlay = robot->costs;
    ask.smoothing = FW_SMOOTH_AUTO;
    ask.previous = robot->path;
    must(fw_find_path(robot->planner, &ask, robot->path));
    fw_speed_def speeds = fw_default_speed_def();
    speeds.top = 0.8; // metres per second
    speeds.acceleration = 0.5;
    speeds.braking = 0.7;
    speeds.lateral = 0.4;
    must(fw_frame_speeds_to_tiles(&frame, &speeds));
    must(fw_path_profile(robot->map, &speeds, robot->path, NULL));
}

/// Somebody puts a pallet of 80 cm down, so many metres ahead.
static void put_pallet(robot *robot, double metres)
{
    fw_pose ahead;
    must(fw_path_pose_at(robot->path, fw_frame_to_tiles(&frame, metres), &ahead));
    must(fw_map_set_rect(robot->map, (int32_t)ahead.x - 8, (int32_t)ahead.y - 8, 16, 16, FW_BLOCKED));
    must(fw_map_commit(robot->map));
    keep_away_from_walls(robot);
}

int main(void)
{
    robot robot = { .map = NULL };
    make_warehouse(&robot);
    add_robot(&robot);
    keep_away_from_walls(&robot);
    robot.pose = in_tiles(-1, 8.2, 0);
    const fw_pose goal = in_tiles(16.5, 0.6, FW_PI / 2);
    plan(&robot, goal);
    printf("a path of %.1f m, %.1f s\n", fw_frame_to_metres(&frame, fw_path_length(robot.path)),
           fw_path_duration(robot.path));

    double left = fw_path_length(robot.path);
    int tick = 0, detours = 0;
    for (; left > 0; tick++) {
        const double step = 0.8 / TICKS_A_SECOND; // a real robot reads where it is
        if (tick == 60)
            put_pallet(&robot, 4);
        must(fw_path_pose_at(robot.path, fw_frame_to_tiles(&frame, step), &robot.pose));
        plan(&robot, goal);
        detours += fw_path_length(robot.path) > left;
        left = fw_path_length(robot.path);
    }
    fw_pose there = robot.pose;
    must(fw_frame_pose_to_metres(&frame, &there, &there));
    printf("at %.2f, %.2f m after %d questions; detours: %d\n", there.x, there.y, tick, detours);

    fw_overlay_destroy(robot.costs);
    fw_path_destroy(robot.path);
    fw_planner_destroy(robot.planner);
    fw_map_destroy(robot.map);
    return detours == 1 ? 0 : 1;
}
