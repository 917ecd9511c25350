/// Units that pursue others: a search anew at each step beside paths that are spliced (fw_request::splice).
///
///     bench_splice [--chases N] [NAME...]
///
/// takes public maps whose name holds one of the words, N chases each (20). The quarry walks from place to place at 3
/// tiles a step, the pursuer at 4, by FW_ASTAR, until it is within 2 tiles. Ways to get its path at each step: "anew"
/// searches from where it stands; "spliced" keeps the path up to 20 tiles before its end and searches from there, with
/// a limit of 1,000 expansions, beyond which it searches anew; "tenth" does the same, but each tenth path is searched
/// anew. Columns: expansions for each path; tiles that the pursuer walks, beside "anew". Run in the project's root; the
/// maps are read from ../shared/data.

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/random.h"
#include "common/arguments.h"
#include "common/give_up.h"
#include "common/must.h"
#include "fairway/fairway.h"
#include "io/map_file.h"

enum { MOST_STEPS = 2000, LIMIT = 1000, TENTH = 10 };

#define QUARRY_STEP  3.0
#define PURSUER_STEP 4.0
#define LEFT_OUT     20.0
#define CAUGHT       2.0

typedef enum plan { ANEW, SPLICED, TENTH_ANEW, PLANS } plan;

static const char *const names[] = { "bg512/AR0072SR", "dao/brc202d", "rooms/32room_000",
                                     "cities/Berlin_0_512" };

typedef struct world {
    fw_map *map;
    fw_unit_id unit;
    fw_planner *planner;
    fw_path *quarry, *pursuer;
} world;

/// What a chase took.
typedef struct toll {
    double work, paths, walked;
} toll;

/// A place in a region.
static fw_pose place_in(const world *world, random_source *source, uint32_t region)
{
    for (;;) {
        const int32_t x = (int32_t)random_below(source, (uint32_t)fw_map_width(world->map)),
                      y = (int32_t)random_below(source, (uint32_t)fw_map_height(world->map));
        const uint32_t here = fw_map_region(world->map, world->unit, x, y);
        if (here != 0 && (region == 0 || here == region))
            return fw_pose_on_tile(x, y, 1);
    }
}

static fw_request request_from(const world *world, fw_pose from, fw_pose to)
{
    fw_request ask = fw_default_request();
    ask.unit = world->unit;
    ask.start = from;
    ask.goal = fw_goal_at(to.x, to.y);
    ask.method = FW_ASTAR;
    return ask;
}

/// Asks and counts the work.
static fw_result ask_path(const world *world, const fw_request *ask, toll *toll)
{
    fw_statistics statistics;
    const fw_result found = fw_find_path(world->planner, ask, world->pursuer);
    must(fw_planner_statistics(world->planner, &statistics));
    toll->work += (double)statistics.work;
    return found;
}

/// The path from the pursuer to the quarry.
static void plan_path(const world *world, plan plan, int step, fw_pose from, fw_pose to, toll *toll)
{
    fw_request ask = request_from(world, from, to);
    const double left = fw_path_length(world->pursuer) - LEFT_OUT;
    toll->paths++;
    if (plan != ANEW && left > PURSUER_STEP && !(plan == TENTH_ANEW && step % TENTH == 0)) {
        fw_request spliced = ask;
        spliced.previous = world->pursuer;
        spliced.splice = left;
        spliced.max_work = LIMIT;
        if (ask_path(world, &spliced, toll) == FW_OK)
            return;
    }
    must(ask_path(world, &ask, toll));
}

/// Walks along a path.
static fw_pose walk(fw_path *path, double tiles)
{
    fw_pose pose;
    const double length = fw_path_length(path);
    must(fw_path_pose_at(path, fmin(tiles, length), &pose));
    if (tiles < length) {
        fw_path *rest;
        must(fw_path_create(NULL, &rest));
        must(fw_path_split(path, tiles, rest));
        must(fw_path_copy(rest, path));
        fw_path_destroy(rest);
    } else {
        fw_path_clear(path);
    }
    return pose;
}

static void chase(const world *world, plan plan, uint64_t seed, toll *toll)
{
    random_source source = { seed };
    fw_pose pursuer = place_in(world, &source, 0);
    const uint32_t region = fw_map_region(world->map, world->unit, (int32_t)pursuer.x, (int32_t)pursuer.y);
    fw_pose quarry = place_in(world, &source, region);
    fw_path_clear(world->pursuer);
    fw_path_clear(world->quarry);
    for (int step = 0; step < MOST_STEPS && hypot(quarry.x - pursuer.x, quarry.y - pursuer.y) > CAUGHT;
         step++) {
        if (fw_path_length(world->quarry) <= 0) {
            const fw_request ask = request_from(world, quarry, place_in(world, &source, region));
            must(fw_find_path(world->planner, &ask, world->quarry));
        }
        quarry = walk(world->quarry, QUARRY_STEP);
        quarry = fw_pose_on_tile((int32_t)quarry.x, (int32_t)quarry.y, 1);
        plan_path(world, plan, step, pursuer, quarry, toll);
        toll->walked += fmin(PURSUER_STEP, fw_path_length(world->pursuer));
        pursuer = walk(world->pursuer, PURSUER_STEP);
    }
}

int main(int argc, char **argv)
{
    int chases = 20;
    const argument known[] = { { .name = "--chases", .whole = &chases }, { .name = NULL } };
    const int first = arguments_read(known, argc, argv);
    printf("%-22s %10s %10s %10s %10s %10s\n", "expansions a path", "anew", "spliced", "tenth",
           "walked:", "tenth");
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        char file[256];
        io_fault fault;
        world world;
        bool is_wanted = first == argc;
        for (int word = first; word < argc; word++)
            is_wanted = is_wanted || strstr(names[i], argv[word]);
        snprintf(file, sizeof file, "../shared/data/movingai/%s.map", names[i]);
        if (!is_wanted || !io_map_load(file, NULL, &world.map, &fault))
            continue;
        const fw_unit_def def = fw_default_unit_def();
        must(fw_map_add_unit(world.map, &def, &world.unit));
        must(fw_planner_create(world.map, NULL, &world.planner));
        must(fw_path_create(NULL, &world.quarry));
        must(fw_path_create(NULL, &world.pursuer));
        toll tolls[PLANS] = { { 0 } };
        for (int plan = 0; plan < PLANS; plan++)
            for (int k = 0; k < chases; k++)
                chase(&world, (enum plan)plan, 1 + (uint64_t)k, &tolls[plan]);
        printf("%-22s %10.0f %10.0f %10.0f %10.3f %10.3f\n", names[i], tolls[ANEW].work / tolls[ANEW].paths,
               tolls[SPLICED].work / tolls[SPLICED].paths, tolls[TENTH_ANEW].work / tolls[TENTH_ANEW].paths,
               tolls[SPLICED].walked / tolls[ANEW].walked, tolls[TENTH_ANEW].walked / tolls[ANEW].walked);
        fflush(stdout);
        fw_path_destroy(world.pursuer);
        fw_path_destroy(world.quarry);
        fw_planner_destroy(world.planner);
        fw_map_destroy(world.map);
    }
    return 0;
}
