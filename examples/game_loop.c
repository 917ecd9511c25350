// Two hundred units of five kinds walk, roll and drive over one map, tick by tick, while walls are built across their
// ways. What a game does with the library: who owns what, when to search, and when to search again.
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

#include "fairway/fairway.h"

enum { SIDE = 128, UNITS = 200, KINDS = 5, TICKS = 2000 };

/// What a unit of the game knows: its kind, and the path that it follows.
typedef struct mover {
    int kind;
    fw_goal goal;
    fw_pose pose;
    fw_path *path;
    double gone;    // tiles along the path
    int32_t cursor; // for fw_path_pose_following()
    bool is_done;   // there, or without a way
} mover;

typedef struct game {
    fw_map *map;
    fw_planner *planner; // one for each thread that searches
    fw_unit_id kinds[KINDS];
    int32_t sizes[KINDS];
    mover movers[UNITS];
    int arrived, lost, searches;
} game;

static void must(fw_result result)
{
    if (result == FW_OK)
        return;
    fprintf(stderr, "%s\n", fw_result_text(result));
    exit(EXIT_FAILURE);
}

static int32_t drawn_below(int32_t limit)
{
    static uint32_t state = 1;
    state = state * 1664525U + 1013904223U;
    return (int32_t)((state >> 8) % (uint32_t)limit);
}

/// People of one tile, carts of two, a siege tower of three, and vehicles that cannot turn on the spot.
static void add_kinds(game *world)
{
    static const struct {
        int32_t size;
        double turn_radius;
    } kinds[KINDS] = { { 1, 0.0 }, { 2, 0.0 }, { 3, 0.0 }, { 1, 2.0 }, { 2, 3.0 } };
    for (int i = 0; i < KINDS; i++) {
        fw_unit_def def = fw_default_unit_def();
        def.size = kinds[i].size;
        def.turn_radius = kinds[i].turn_radius;
        must(fw_map_add_unit(world->map, &def, &world->kinds[i]));
        world->sizes[i] = def.size;
    }
}

static void draw_tile(const game *world, int kind, int32_t *x, int32_t *y)
{
    do {
        *x = drawn_below(SIDE);
        *y = drawn_below(SIDE);
    } while (!fw_map_fits(world->map, world->kinds[kind], *x, *y));
}

static void search(game *world, mover *one)
{
    fw_request ask = fw_default_request();
    ask.unit = world->kinds[one->kind];
    ask.start = one->pose;
    ask.goal = one->goal;
    ask.smoothing = FW_SMOOTH_AUTO;
    world->searches++;
    if (fw_find_path(world->planner, &ask, one->path) != FW_OK) { // walled in, or nowhere to turn
        world->lost++;
        one->is_done = true;
    }
    one->gone = 0.0;
    one->cursor = 0;
}

static void add_movers(game *world)
{
    for (int i = 0; i < UNITS; i++) {
        mover *one = &world->movers[i];
        int32_t x = 0, y = 0;
        one->kind = i % KINDS;
        must(fw_path_create(NULL, &one->path));
        draw_tile(world, one->kind, &x, &y);
        one->pose = fw_pose_on_tile(x, y, world->sizes[one->kind]);
        draw_tile(world, one->kind, &x, &y);
        one->goal = fw_goal_on_tile(x, y, world->sizes[one->kind]);
        search(world, one);
    }
}

/// The map has changed. Most paths are as good as before: the checker tells, in a microsecond or two each.
static void look_again(game *world)
{
    for (int i = 0; i < UNITS; i++) {
        mover *one = &world->movers[i];
        fw_check_report report;
        if (one->is_done)
            continue;
        must(fw_path_check(world->map, world->kinds[one->kind], one->path, NULL, &report));
        if (!report.legal)
            search(world, one); // from where it is, on a tile or between tiles
    }
}

static int tick(game *world)
{
    int moving = 0;
    for (int i = 0; i < UNITS; i++) {
        mover *one = &world->movers[i];
        if (one->is_done)
            continue;
        one->gone += 0.25;
        must(fw_path_pose_following(one->path, one->gone, &one->cursor, &one->pose));
        one->is_done = one->gone >= fw_path_length(one->path);
        world->arrived += one->is_done;
        moving += !one->is_done;
    }
    return moving;
}

static void build_wall(game *world)
{
    must(fw_map_set_rect(world->map, drawn_below(SIDE - 6), drawn_below(SIDE - 1), 6, 1, FW_BLOCKED));
    must(fw_map_commit(world->map)); // no search may be under way in another thread
    look_again(world);
}

int main(void)
{
    static game all;
    fw_map_def def = fw_default_map_def();
    def.width = SIDE;
    def.height = SIDE;
    must(fw_map_create(&def, &all.map));
    for (int i = 0; i < 60; i++)
        must(fw_map_set_rect(all.map, drawn_below(SIDE - 8), drawn_below(SIDE - 8), 1 + drawn_below(8),
                             1 + drawn_below(8), FW_BLOCKED));
    must(fw_map_commit(all.map));
    must(fw_planner_create(all.map, NULL, &all.planner));
    add_kinds(&all);
    add_movers(&all);

    int ticks = 1;
    for (; ticks < TICKS && tick(&all) > 0; ticks++)
        if (ticks % 50 == 0)
            build_wall(&all);
    printf("%d units: %d arrived after %d ticks, %d without a way, %d searches\n", UNITS, all.arrived, ticks,
           all.lost, all.searches);

    for (int i = 0; i < UNITS; i++)
        fw_path_destroy(all.movers[i].path);
    fw_planner_destroy(all.planner);
    fw_map_destroy(all.map);
    return EXIT_SUCCESS;
}
