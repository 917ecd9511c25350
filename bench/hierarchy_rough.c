/// How much more than the cheapest paths those of the hierarchy cost where each tile has terrain of its own.
///
///     bench_hierarchy_rough [--worlds N] [--cluster N]
///
/// draws N worlds for each row (50), with clusters of N tiles (the library's choice): square maps whose tiles are
/// blocked, on up to a fifth of a map, or have one of a few terrains at random. It asks for 100 paths in each, from a
/// random place to one goal, or to the cheapest of five, each at most so many tiles away along both axes. It writes how
/// many percent of the paths cost at most 1 % and 10 % more than the cheapest ones, and by what factor they are more
/// expensive: the mean, the one that 99.9 % do not exceed, and the worst.

#include <stdio.h>
#include <stdlib.h>

#include "base/random.h"
#include "common/arguments.h"
#include "common/must.h"
#include "fairway/fairway.h"

enum { QUERIES = 100, MOST_GOALS = 5, MOST_TERRAINS = 3, MOST_TRIES = 200 };

/// A row of the table.
typedef struct row {
    float costs[MOST_TERRAINS];
    uint32_t terrains;
    uint32_t least_side, most_side; ///< of a map
    int32_t most_away;              ///< tiles
} row;

// clang-format off
static const row rows[] = {
    { { 1, 2, 4 }, 3, 24, 64, 64 },
    { { 1, 2, 4 }, 3, 150, 250, 32 },
    { { 1, 2, 4 }, 3, 150, 250, 250 },
    { { 1.0f / 16, 1, 255 }, 3, 24, 64, 64 },
    { { 1.0f / 16, 1, 255 }, 3, 150, 250, 32 },
    { { 1.0f / 16, 1, 255 }, 3, 150, 250, 250 },
    { { 1.0f / 16, 255 }, 2, 24, 64, 64 },
    { { 1.0f / 16, 255 }, 2, 150, 250, 32 },
    { { 1.0f / 16, 255 }, 2, 150, 250, 250 },
};
// clang-format on

/// A map with a unit, and what asks for paths.
typedef struct world {
    fw_map *map;
    fw_unit_id unit;
    int32_t side;
    fw_planner *planner;
    fw_path *path;
} world;

static world open_world(const row *drawn, int cluster, random_source *source)
{
    world made = { .side = (int32_t)(drawn->least_side +
                                     random_below(source, drawn->most_side - drawn->least_side + 1)) };
    fw_map_def def = fw_default_map_def();
    def.width = def.height = made.side;
    must(fw_map_create(&def, &made.map));
    const uint32_t blocked = random_below(source, 21);
    for (int32_t y = 0; y < made.side; y++)
        for (int32_t x = 0; x < made.side; x++) {
            const uint32_t terrain = 1 + random_below(source, drawn->terrains);
            must(fw_map_set_tile(made.map, x, y, random_below(source, 100) < blocked ? 0 : (uint8_t)terrain));
        }
    must(fw_map_commit(made.map));
    fw_unit_def unit = fw_default_unit_def();
    for (uint32_t terrain = 1; terrain < FW_TERRAIN_COUNT; terrain++)
        unit.terrain_cost[terrain] = terrain <= drawn->terrains ? drawn->costs[terrain - 1] : 0;
    unit.cluster = cluster;
    unit.methods = FW_METHOD_BIT(FW_HIERARCHY) | FW_METHOD_BIT(FW_ASTAR);
    must(fw_map_add_unit(made.map, &unit, &made.unit));
    must(fw_planner_create(made.map, NULL, &made.planner));
    must(fw_path_create(NULL, &made.path));
    return made;
}

static void close_world(world *closed)
{
    fw_path_destroy(closed->path);
    fw_planner_destroy(closed->planner);
    fw_map_destroy(closed->map);
}

/// A coordinate on the map, at most so many tiles away.
static int32_t place_near(const world *world, int32_t at, int32_t most_away, random_source *source)
{
    const int32_t first = at > most_away ? at - most_away : 0;
    const int32_t last = at + most_away < world->side ? at + most_away : world->side - 1;
    return first + (int32_t)random_below(source, (uint32_t)(last - first + 1));
}

/// Draws a start, and goals that can be reached from there.
///
/// @param[out] goals  [goal * count]
/// @return false: none were found soon
static bool draw_query(const world *world, int32_t most_away, int count, random_source *source,
                       fw_request *ask, fw_pose *goals)
{
    const int32_t x = (int32_t)random_below(source, (uint32_t)world->side);
    const int32_t y = (int32_t)random_below(source, (uint32_t)world->side);
    int found = 0;
    for (int tries = 0; tries < MOST_TRIES && found < count; tries++) {
        const int32_t to_x = place_near(world, x, most_away, source);
        const int32_t to_y = place_near(world, y, most_away, source);
        if ((to_x != x || to_y != y) && fw_map_connected(world->map, world->unit, x, y, to_x, to_y))
            goals[found++] = fw_pose_on_tile(to_x, to_y, 1);
    }
    *ask = fw_default_request();
    ask->unit = world->unit;
    ask->start = fw_pose_on_tile(x, y, 1);
    ask->goal = count == 1 ? fw_goal_at(goals[0].x, goals[0].y) : fw_goal_nearest_of(goals, count);
    return found == count;
}

static double cost_by(const world *world, fw_request *ask, fw_method method)
{
    fw_path_summary summary;
    ask->method = method;
    must(fw_find_path(world->planner, ask, world->path));
    must(fw_path_summarise(world->path, &summary));
    return summary.cost;
}

static int compare_ratios(const void *a, const void *b)
{
    const double one = *(const double *)a, other = *(const double *)b;
    return one < other ? -1 : one > other;
}

/// Percent of the ratios, in order, that are at most so large.
static double share_up_to(const double *ratios, int count, double most)
{
    int within = 0;
    while (within < count && ratios[within] <= most)
        within++;
    return 100.0 * within / count;
}

static void print_row(const row *drawn, int goals, double *ratios, int count)
{
    char costs[32] = "";
    double sum = 0;
    for (uint32_t i = 0, end = 0; i < drawn->terrains; i++)
        end +=
            (uint32_t)snprintf(costs + end, sizeof costs - end, i ? ", %g" : "%g", (double)drawn->costs[i]);
    for (int i = 0; i < count; i++)
        sum += ratios[i];
    qsort(ratios, (size_t)count, sizeof *ratios, compare_ratios);
    printf("%-14s %3u-%-3u %5d %6d %8d %8.2f %8.2f %8.3f %8.3f %8.2f\n", costs, drawn->least_side,
           drawn->most_side, (int)drawn->most_away, goals, count, share_up_to(ratios, count, 1.01),
           share_up_to(ratios, count, 1.1), sum / count, ratios[(int)(0.999 * (count - 1))],
           ratios[count - 1]);
    fflush(stdout);
}

static void measure(const row *drawn, int goals, int worlds, int cluster)
{
    random_source source = { 46 };
    double *ratios = calloc((size_t)worlds * QUERIES, sizeof *ratios);
    int count = 0;
    if (!ratios)
        give_up("no memory");
    for (int i = 0; i < worlds; i++) {
        world world = open_world(drawn, cluster, &source);
        for (int query = 0; query < QUERIES; query++) {
            fw_request ask;
            fw_pose places[MOST_GOALS];
            if (!draw_query(&world, drawn->most_away, goals, &source, &ask, places))
                continue;
            const double least = cost_by(&world, &ask, FW_ASTAR);
            ratios[count++] = cost_by(&world, &ask, FW_HIERARCHY) / least;
        }
        close_world(&world);
    }
    print_row(drawn, goals, ratios, count);
    free(ratios);
}

int main(int count, char **words)
{
    int worlds = 50, cluster = 0;
    const argument known[] = { { "--worlds", .whole = &worlds }, { "--cluster", .whole = &cluster }, { 0 } };
    arguments_read(known, count, words);
    printf("%-14s %7s %5s %6s %8s %8s %8s %8s %8s %8s\n", "costs", "side", "away", "goals", "queries",
           "<= 1 %", "<= 10 %", "mean", "99.9 %", "worst");
    for (int goals = 1; goals <= MOST_GOALS; goals += MOST_GOALS - 1)
        for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
            measure(&rows[i], goals, worlds, cluster);
    return 0;
}
