#define _POSIX_C_SOURCE 199309L
/// Terrain refinement: a quick path as if terrains cost nearly the same, and what work makes of it, beside A*.
///
///     bench_refinement [--side N] [--queries N]
///
/// A generated terrain of N x N tiles (1024) and N queries between random tiles (100); once with rock and water
/// blocked, once with all tiles free. For each amount of work: expansions and time of the whole request, and how much
/// more its paths cost than the cheapest ones, on the mean and at worst. "first" is the quick path alone.

#include <stdio.h>
#include <stdlib.h>

#include "base/random.h"
#include "common/arguments.h"
#include "common/give_up.h"
#include "common/stopwatch.h"
#include "fairway/fairway.h"
#include "tools/maps/map_kinds.h"

enum { MOST_QUERIES = 10000, KINDS = 2 };

static const char *const kind_names[KINDS] = { "rock and water blocked", "all tiles free" };

static const uint64_t budgets[] = { 0, 1, 300, 1000, 3000, 10000, 100000 };

enum { BUDGETS = sizeof budgets / sizeof *budgets };

static const float costs[FW_TERRAIN_COUNT] = { [FW_GROUND] = 1.0f, [FW_SAND] = 1.5f, [FW_SHALLOW] = 2.0f,
                                               [FW_SWAMP] = 3.0f,  [FW_TREE] = 4.0f, [FW_WATER] = 6.0f };

static fw_map *map_of(int side, bool is_free)
{
    fw_map_def def = fw_default_map_def();
    fw_map *map = NULL;
    io_tiles tiles;
    io_fault fault;
    def.width = def.height = side;
    if (!map_generate(MAP_TERRAIN, side, side, 3, NULL, &tiles, &fault))
        give_up(fault.text);
    if (fw_map_create(&def, &map) != FW_OK)
        give_up("no memory");
    for (int32_t y = 0; y < side; y++)
        for (int32_t x = 0; x < side; x++) {
            const uint8_t terrain = *io_tile(&tiles, x, y);
            const bool is_obstacle = terrain == FW_BLOCKED || terrain == FW_WATER;
            const uint8_t laid = !is_obstacle ? terrain : is_free ? FW_WATER : FW_BLOCKED;
            if (fw_map_set_tile(map, x, y, laid) != FW_OK)
                give_up("no memory");
        }
    io_tiles_free(&tiles);
    if (fw_map_commit(map) != FW_OK)
        give_up("no memory");
    return map;
}

static fw_unit_id walker_on(fw_map *map)
{
    fw_unit_def def = fw_default_unit_def();
    fw_unit_id unit;
    for (int terrain = 0; terrain < FW_TERRAIN_COUNT; terrain++)
        def.terrain_cost[terrain] = costs[terrain];
    if (fw_map_add_unit(map, &def, &unit) != FW_OK)
        give_up("no memory");
    return unit;
}

/// Draws a query whose ends are connected.
static void draw_query(const fw_map *map, random_source *source, fw_request *ask)
{
    int32_t x[2], y[2];
    do
        for (int i = 0; i < 2; i++) {
            x[i] = (int32_t)random_below(source, (uint32_t)fw_map_width(map));
            y[i] = (int32_t)random_below(source, (uint32_t)fw_map_height(map));
        }
    while (!fw_map_region(map, ask->unit, x[0], y[0]) ||
           fw_map_region(map, ask->unit, x[0], y[0]) != fw_map_region(map, ask->unit, x[1], y[1]));
    ask->start = fw_pose_on_tile(x[0], y[0], 1);
    ask->goal = fw_goal_at(x[1] + 0.5, y[1] + 0.5);
}

typedef struct tally {
    double expanded, us, excess, worst;
} tally;

static double ask_for(fw_planner *planner, const fw_request *ask, fw_path *path, tally *sum)
{
    fw_statistics did;
    fw_path_summary summary;
    const double begun = stopwatch_computed_us();
    if (fw_find_path(planner, ask, path) != FW_OK || fw_planner_statistics(planner, &did) != FW_OK)
        give_up("a path between connected tiles was not found");
    sum->us += stopwatch_computed_us() - begun;
    sum->expanded += (double)did.expanded;
    fw_path_summarise(path, &summary);
    return summary.cost;
}

static void measure(const fw_map *map, fw_unit_id unit, int queries)
{
    fw_planner *planner;
    fw_path *path;
    random_source source = { 5 };
    tally sums[BUDGETS] = { { 0 } };
    if (fw_planner_create(map, NULL, &planner) != FW_OK || fw_path_create(NULL, &path) != FW_OK)
        give_up("no memory");
    for (int query = 0; query < queries; query++) {
        fw_request ask = fw_default_request();
        ask.unit = unit;
        ask.method = FW_ASTAR;
        draw_query(map, &source, &ask);
        double cheapest = 0;
        for (int i = 0; i < BUDGETS; i++) {
            ask.refine = budgets[i];
            const double cost = ask_for(planner, &ask, path, &sums[i]);
            cheapest = i == 0 ? cost : cheapest;
            const double excess = cheapest > 0 ? cost / cheapest - 1 : 0;
            sums[i].excess += excess;
            sums[i].worst = excess > sums[i].worst ? excess : sums[i].worst;
        }
    }
    for (int i = 0; i < BUDGETS; i++) {
        char name[24];
        snprintf(name, sizeof name,
                 i == 0   ? "A*"
                 : i == 1 ? "first"
                          : "%llu",
                 (unsigned long long)budgets[i]);
        printf("%-8s %10.0f expanded %9.1f us   costs %6.2f %% more, at worst %6.2f %%\n", name,
               sums[i].expanded / queries, sums[i].us / queries, 100 * sums[i].excess / queries,
               100 * sums[i].worst);
    }
    fw_path_destroy(path);
    fw_planner_destroy(planner);
}

int main(int count, char **words)
{
    int side = 1024, queries = 100;
    const argument known[] = { { .name = "--side", .whole = &side },
                               { .name = "--queries", .whole = &queries },
                               { 0 } };
    arguments_read(known, count, words);
    if (side > FW_MAX_SIDE || queries > MOST_QUERIES)
        give_up("--side is at most 16384, --queries at most 10000");
    for (int kind = 0; kind < KINDS; kind++) {
        fw_map *map = map_of(side, kind == 1);
        const fw_unit_id unit = walker_on(map);
        printf("%d x %d tiles, %s\n", side, side, kind_names[kind]);
        measure(map, unit, queries);
        fw_map_destroy(map);
    }
    return EXIT_SUCCESS;
}
