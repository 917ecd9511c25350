/// Joint plans of knots: random scenes of three kinds, and 50 people at random places of caves of 40 x 40 tiles.
///
///     bench_joint [--seeds N] [--plans N] [--kind N]
///
/// plans each of N scenes of a kind (100), and takes the best of N plans (1). --kind 1 .. 4 runs one kind alone. A
/// unit of work is about a microsecond.

#define _POSIX_C_SOURCE 199309L

#include <stdio.h>
#include <stdlib.h>

#include "common/arguments.h"
#include "common/drawing.h"
#include "common/knots.h"
#include "common/median.h"
#include "common/stopwatch.h"
#include "tools/maps/generators.h"

enum { MOST_SEEDS = 1000, PEOPLE = 50, CAVE = 40 };

static int seeds = 100, plans = 1, kind;

static knot_scene caves_of(random_source *source)
{
    fw_map *map = open_map(CAVE, CAVE);
    uint8_t terrain[CAVE * CAVE] = { 0 };
    io_tiles tiles = { .width = CAVE, .height = CAVE, .terrain = terrain };
    if (!generate_caves(&tiles, source, NULL))
        abort();
    for (int32_t i = 0; i < CAVE * CAVE; i++)
        if (terrain[i] == FW_BLOCKED)
            fw_map_set_tile(map, i % CAVE, i / CAVE, FW_BLOCKED);
    fw_map_commit(map);
    return knot_scene_on(map);
}

static knot_scene people(uint64_t seed)
{
    random_source source = { seed };
    knot_scene scene = caves_of(&source);
    knot_scatter(&scene, &source, PEOPLE, 0.4, 0.4);
    return scene;
}

static void run(const char *name, int place)
{
    static double times[MOST_SEEDS], works[MOST_SEEDS], nodes[MOST_SEEDS], beats[MOST_SEEDS];
    memory memory;
    joint_solver *solver;
    memory_init(&memory, NULL);
    if (joint_solver_create(&memory, &solver) != FW_OK)
        abort();
    size_t planned = 0, wrong = 0;
    for (int seed = 1; seed <= seeds; seed++) {
        knot_scene scene =
            place < KNOT_PLACES ? knot_at_random((knot_place)place, (uint64_t)seed) : people((uint64_t)seed);
        joint_problem problem = knot_problem(&scene);
        problem.plans = plans;
        joint_answer answer = JOINT_UNDECIDED;
        const double start = stopwatch_computed_us();
        if (joint_begin(solver, &problem) != FW_OK || joint_work(solver, UINT64_MAX, &answer) != FW_OK)
            abort();
        const size_t i = (size_t)seed - 1;
        times[i] = (stopwatch_computed_us() - start) / 1000;
        const joint_effort effort = joint_effort_of(solver);
        works[i] = (double)effort.work;
        nodes[i] = (double)effort.nodes;
        planned += answer == JOINT_PLANNED;
        beats[i] = answer == JOINT_PLANNED ? joint_plan_of(solver)->beats : 0;
        wrong += answer == JOINT_PLANNED && knot_fault(&scene, joint_plan_of(solver), 0);
        knot_scene_end(&scene);
    }
    const size_t count = (size_t)seeds;
    const double time = median_of(times, count), work = median_of(works, count),
                 node = median_of(nodes, count);
    printf("| %s | %zu of %d | %zu | %.2f | %.1f | %.0f | %.0f | %.0f | %.0f | %.0f |\n", name, planned,
           seeds, wrong, time, times[count - 1], work, works[count - 1], node, nodes[count - 1],
           median_of(beats, count));
    fflush(stdout);
    joint_solver_destroy(solver);
}

int main(int count, char **words)
{
    const argument known[] = { { "--seeds", &seeds, NULL, NULL },
                               { "--plans", &plans, NULL, NULL },
                               { "--kind", &kind, NULL, NULL },
                               { 0 } };
    arguments_read(known, count, words);
    if (seeds < 1 || seeds > MOST_SEEDS || plans < 1)
        return 2;
    puts("| scenes | planned | wrong | ms, median | worst | work, median | worst | nodes, median | worst | "
         "beats |");
    puts("|---|---|---|---|---|---|---|---|---|---|");
    const char *const names[] = { "caves, 5 to 18 units", "mazes, 5 to 18 units", "rooms, 5 to 18 units",
                                  "caves 40 x 40, 50 people" };
    for (int place = 0; place <= KNOT_PLACES; place++)
        if (kind == 0 || kind == place + 1)
            run(names[place], place);
    return 0;
}
