// Two hundred units of five kinds walk, roll and drive over one map, tick by tick, while gates close and open in every
// tick. What a game does with the library: edits, requests in a queue, and paths that are checked as the map changes.
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

#include "fairway/fairway.h"

enum { SIDE = 128, UNITS = 200, KINDS = 5, GATES = 40, TICKS = 4000, WORK = 20000 };

/// What a unit of the game knows: its kind, and the path that it follows.
typedef struct mover {
    int kind;
    fw_goal goal;
    fw_pose pose;
    fw_path *path;
    double gone;      // tiles along the path
    uint64_t good_in; // version of the map in which the path was found to be good; 0: the one that it names
    int32_t cursor;   // for fw_path_pose_following()
    fw_ticket ticket; // of a request that has no answer yet; 0 = none
    bool is_done;     // there, or without a way
} mover;

// Five tiles across, which are blocked while the gate is closed.
typedef struct gate {
    int32_t x, y;
    bool is_closed;
} gate;

typedef struct game {
    fw_map *map;
    fw_planner *planner; // one for each thread that searches
    fw_unit_id kinds[KINDS];
    int32_t sizes[KINDS];
    mover movers[UNITS];
    gate gates[GATES];
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

// Asks for a path from where the unit is, on a tile or between tiles. The unit stands still until the answer comes.
static void request_path(game *world, mover *one)
{
    fw_request ask = fw_default_request();
    ask.unit = world->kinds[one->kind];
    ask.start = one->pose;
    ask.goal = one->goal;
    ask.smoothing = FW_SMOOTH_AUTO;
    world->searches++;
    must(fw_planner_enqueue(world->planner, &ask, 1, &one->ticket));
}

static mover *owner_of(game *world, fw_ticket ticket)
{
    for (int i = 0; i < UNITS; i++)
        if (world->movers[i].ticket == ticket)
            return &world->movers[i];
    exit(EXIT_FAILURE);
}

// Spends the time of this tick for searches on the queue, and hands out the paths that were found.
static void serve_requests(game *world)
{
    fw_ticket ticket;
    fw_planner_run(world->planner, WORK, 0); // or microseconds, if games need not be repeated exactly
    while ((ticket = fw_planner_next_answer(world->planner)) != 0) {
        mover *one = owner_of(world, ticket);
        one->ticket = 0;
        one->gone = 0.0;
        one->good_in = 0;
        one->cursor = 0;
        if (fw_planner_collect(world->planner, ticket, one->path) != FW_OK) { // walled in, or nowhere to turn
            world->lost++;
            one->is_done = true;
        }
    }
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
        request_path(world, one);
    }
}

// The map has changed, but not near most paths; fw_path_is_untouched() finds those quickly. fw_path_check() judges the
// rest of each other path.
static void check_paths(game *world)
{
    for (int i = 0; i < UNITS; i++) {
        mover *one = &world->movers[i];
        fw_check_def ahead = fw_default_check_def();
        fw_check_report report;
        if (one->is_done || one->ticket ||
            fw_path_is_untouched(world->map, one->path, one->gone, one->good_in))
            continue;
        ahead.from = one->gone;
        must(fw_path_check(world->map, world->kinds[one->kind], one->path, &ahead, &report));
        one->good_in = fw_map_version(world->map);
        if (!report.legal)
            request_path(world, one);
    }
}

static void move_units(game *world)
{
    for (int i = 0; i < UNITS; i++) {
        mover *one = &world->movers[i];
        if (one->is_done || one->ticket)
            continue;
        one->gone += 0.25;
        must(fw_path_pose_following(one->path, one->gone, &one->cursor, &one->pose));
        one->is_done = one->gone >= fw_path_length(one->path);
        world->arrived += one->is_done;
    }
}

static bool is_anyone_near(const game *world, const gate *gate)
{
    for (int i = 0; i < UNITS; i++) {
        const fw_pose *at = &world->movers[i].pose;
        if (at->x > gate->x - 4 && at->x < gate->x + 9 && at->y > gate->y - 4 && at->y < gate->y + 5)
            return true;
    }
    return false;
}

// Closes or opens a gate. Searches that are under way, here or on other threads, go on with the map as it was.
static void toggle_gate(game *world, gate *gate)
{
    if (!gate->is_closed && is_anyone_near(world, gate))
        return;
    gate->is_closed = !gate->is_closed;
    must(fw_map_set_rect(world->map, gate->x, gate->y, 5, 1, gate->is_closed ? FW_BLOCKED : FW_GROUND));
    must(fw_map_commit(world->map));
}

static bool is_anyone_moving(const game *world)
{
    for (int i = 0; i < UNITS; i++)
        if (!world->movers[i].is_done)
            return true;
    return false;
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
    for (int i = 0; i < GATES; i++)
        all.gates[i] = (gate){ .x = drawn_below(SIDE - 6), .y = drawn_below(SIDE - 1) };

    int ticks = 0;
    for (; ticks < TICKS && is_anyone_moving(&all); ticks++) {
        toggle_gate(&all, &all.gates[ticks % GATES]);
        check_paths(&all);
        serve_requests(&all);
        move_units(&all);
    }
    printf("%d units: %d arrived after %d ticks, %d without a way, %d searches\n", UNITS, all.arrived, ticks,
           all.lost, all.searches);

    for (int i = 0; i < UNITS; i++)
        fw_path_destroy(all.movers[i].path);
    fw_planner_destroy(all.planner);
    fw_map_destroy(all.map);
    return EXIT_SUCCESS;
}
