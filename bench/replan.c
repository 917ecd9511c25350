#define _POSIX_C_SOURCE 199309L // clock_gettime
/// What a vehicle pays that asks for a path ten times a second while something moves in its way.
///
///     bench_replan [--legs N]
///
/// A car of 84 x 36 cells with a turning radius of 90 drives from goal to goal on the robot's map of 1000 x 700 cells
/// (../shared/data/robot). At each tick a block of 16 x 16 cells moves beside the vehicle, and now and then lies in its
/// way; a commit makes the map right, and a query asks for the path from where the car stands. Once with
/// fw_request::previous, and once without: number of ticks, those without a path, mean and longest processor time of
/// commit and query, share of a core at 10 ticks a second. Run in the project's root.

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/arguments.h"
#include "common/must.h"
#include "common/stopwatch.h"
#include "fairway/fairway.h"
#include "io/map_file.h"
#include "io/queries.h"

enum { BLOCK = 16, MOST_TICKS = 600, TICKS_A_SECOND = 10 };

#define DATA       "../shared/data/robot/"
#define CELLS_TICK 3.0   ///< cells that the car drives in a tick: 1.5 m/s
#define BESIDE     90.0  ///< cells between the car and the block, mostly
#define AHEAD      200.0 ///< cells along the path to the block when it lies in the way

/// The ticks of one drive, added up.
typedef struct costs {
    int ticks, lost;
    double us, longest_us, query_us;
} costs;

typedef struct world {
    fw_map *map;
    fw_unit_id unit;
    fw_planner *planner;
    fw_path *path;
    int32_t block_x, block_y; ///< the corner of the block; -1: there is none
    uint8_t *empty;           ///< [y * width + x] terrains without the block
} world;

static void lift_block(world *world)
{
    const size_t width = (size_t)fw_map_width(world->map);
    if (world->block_x >= 0)
        must(fw_map_set_tiles(world->map, world->block_x, world->block_y, BLOCK, BLOCK,
                              world->empty + (size_t)world->block_y * width + (size_t)world->block_x, width));
    world->block_x = -1;
}

static void put_block(world *world, double x, double y)
{
    const int32_t left = (int32_t)x - BLOCK / 2, top = (int32_t)y - BLOCK / 2;
    if (left < 0 || top < 0 || left + BLOCK > fw_map_width(world->map) ||
        top + BLOCK > fw_map_height(world->map))
        return;
    world->block_x = left;
    world->block_y = top;
    must(fw_map_set_rect(world->map, left, top, BLOCK, BLOCK, FW_BLOCKED));
}

/// Moves the block: it goes to and fro beside the car, and for 5 of 50 ticks it lies ahead on the car's path.
static void move_block(world *world, int tick, fw_pose car)
{
    const double away = BESIDE + 2 * (tick % 10);
    fw_pose at = { car.x - away * sin(car.heading), car.y + away * cos(car.heading), 0 };
    if (tick % 50 >= 45 && fw_path_length(world->path) > 1.5 * AHEAD)
        must(fw_path_pose_at(world->path, AHEAD, &at));
    lift_block(world);
    put_block(world, at.x, at.y);
    must(fw_map_commit(world->map));
}

/// Drives to a goal, with a commit and a query in each tick.
///
/// @param keeps  each query hands in the path of the one before
static fw_pose drive(world *world, fw_pose car, fw_pose goal, bool keeps, costs *sum)
{
    fw_request ask = fw_default_request();
    ask.unit = world->unit;
    ask.goal = fw_goal_pose(goal);
    ask.smoothing = FW_SMOOTH_AUTO;
    must(fw_path_set(world->path, NULL, 0, NULL));
    for (int tick = 0; tick < MOST_TICKS; tick++) {
        double began = stopwatch_thread_us();
        move_block(world, tick, car);
        const double commit = stopwatch_thread_us() - began;
        ask.start = car;
        ask.previous = keeps && fw_path_length(world->path) > 0 ? world->path : NULL;
        began = stopwatch_thread_us();
        const fw_result result = fw_find_path(world->planner, &ask, world->path);
        const double query = stopwatch_thread_us() - began;
        if (tick > 0) { // the first path of a leg is found from nothing
            sum->ticks++;
            sum->us += commit + query;
            sum->query_us += query;
            sum->longest_us = fmax(sum->longest_us, commit + query);
            sum->lost += result != FW_OK;
        }
        const double length = fw_path_length(world->path);
        if (result == FW_OK && length <= CELLS_TICK)
            break;
        if (result == FW_OK)
            must(fw_path_pose_at(world->path, CELLS_TICK, &car));
        else
            must(fw_path_set(world->path, NULL, 0, NULL));
    }
    lift_block(world);
    must(fw_map_commit(world->map));
    return car;
}

static world open_world(void)
{
    io_fault fault;
    world world = { .block_x = -1 };
    if (!io_map_load(DATA "bays.map", NULL, &world.map, &fault))
        give_up(fault.text);
    fw_unit_def def = fw_default_unit_def();
    def.footprint = fw_rectangle(84, 36);
    def.turn_radius = 90;
    def.reverse = true;
    def.reverse_penalty = 2;
    def.gear_change_cost = 20;
    must(fw_map_add_unit(world.map, &def, &world.unit));
    must(fw_planner_create(world.map, NULL, &world.planner));
    must(fw_path_create(NULL, &world.path));
    world.empty = malloc((size_t)fw_map_width(world.map) * (size_t)fw_map_height(world.map));
    if (!world.empty)
        give_up("there is no memory");
    must(fw_map_read_terrains(world.map, world.empty));
    return world;
}

int main(int count, char **words)
{
    static const fw_pose stops[] = { { 450.5, 446.5, 3.22 }, { 895.5, 653.5, 0.26 }, { 447.5, 65.5, 5.41 } };
    enum { STOPS = sizeof stops / sizeof *stops };
    int legs = 6;
    for (int i = 1; i + 1 < count; i += 2)
        if (strcmp(words[i], "--legs") == 0)
            legs = (int)strtol(words[i + 1], NULL, 10);
    printf("previous   ticks   lost   mean ms   query ms   longest ms   of a core\n");
    for (int keeps = 1; keeps >= 0; keeps--) {
        world world = open_world();
        costs sum = { 0 };
        fw_pose car = stops[0];
        for (int leg = 1; leg <= legs; leg++)
            car = drive(&world, car, stops[leg % STOPS], keeps, &sum);
        const double mean = 1e-3 * sum.us / sum.ticks;
        printf("%-8s   %5d   %4d   %7.3f   %8.3f   %10.3f   %8.2f%%\n", keeps ? "yes" : "no", sum.ticks,
               sum.lost, mean, 1e-3 * sum.query_us / sum.ticks, 1e-3 * sum.longest_us,
               0.1 * mean * TICKS_A_SECOND);
        fw_path_destroy(world.path);
        fw_planner_destroy(world.planner);
        fw_map_destroy(world.map);
        free(world.empty);
    }
    return 0;
}
