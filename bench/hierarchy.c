#define _POSIX_C_SOURCE 199309L
/// The hierarchy beside A* on the same layers and costs, in one run: three terrain costs as smooth noise, units of size
/// 1 to 4, queries stratified by length.
///
///     bench_hierarchy [--queries N] [--repeat N] [--cluster N] [--sizes N] [--radius R] [--costs N] [--weak 1]
///                     [--clearance 1] [--segment N] [--chart FILE.svg] [NAME...]
///
/// takes N queries a map (200), the least time of N passes (3), clusters of N tiles (the library's choice), units of
/// size 1 to N (4, at most 8), and only maps whose name holds one of the words. noise-S is a generated map of S x S
/// tiles without obstacles; if no word is given, those of 1024 and 4096 tiles are taken. Times of building and bytes
/// are those of a unit, the mean of all. --chart draws the times of all maps of noise by their sides. Run in the
/// project's root; the other maps are read from ../shared/data. With --radius, a round unit with a turning radius of R
/// tiles is driven, and its rival is the hybrid. With --costs 1, all terrains cost the same; with --weak 1, dominance
/// is weak; with --clearance 1, transitions lie where clearance is greatest. "First" is the time until the first leg of
/// N tiles (a cluster) is ready, in steps of 64 units of work.

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/keeper.h"
#include "base/random.h"
#include "common/arguments.h"
#include "common/give_up.h"
#include "common/line_chart.h"
#include "common/stopwatch.h"
#include "fairway/fairway.h"
#include "hierarchy/abstract_search.h"
#include "hierarchy/hierarchy_search.h"
#include "io/map_file.h"
#include "tools/maps/map_kinds.h"

enum {
    MOST_SIZES = 8,
    EDITS = 200,
    LEG_STEP = 64, ///< units of work
    CURVES = 3     ///< of the chart: the rival, the hierarchy, its graph
};

static const char *const names[] = { "bg512/AR0072SR", "bg512/AR0011SR", "rooms/32room_000",
                                     "sc1/Octopus",    "sc1/Aftershock", "cities/Boston_0_1024",
                                     "noise-1024",     "noise-4096",     "noise-64",
                                     "noise-128",      "noise-256",      "noise-512",
                                     "noise-2048",     "noise-8192",     "noise-16384" };

enum { NAMES = sizeof names / sizeof *names, UNNAMED = 8 /**< maps that are taken if no word is given */ };

typedef struct options {
    int queries, repeat, cluster, sizes, costs, weak, clearance, segment;
    double radius;
    const char *chart;
    char **words;
    int word_count;
} options;

static const float costs[FW_TERRAIN_COUNT] = { [FW_GROUND] = 1.0f, [FW_SAND] = 1.5f, [FW_SWAMP] = 2.5f };

/// Three terrains from seven: about as much of each.
static uint8_t noise_terrain(uint8_t generated)
{
    switch (generated) {
    case FW_WATER:
    case FW_SHALLOW:
    case FW_SAND:
        return FW_SAND;
    case FW_TREE:
    case FW_SWAMP:
    case FW_BLOCKED:
        return FW_SWAMP;
    default:
        return FW_GROUND;
    }
}

/// Gives the free tiles of a map three terrains.
static void lay_noise(fw_map *map)
{
    const int32_t width = fw_map_width(map), height = fw_map_height(map);
    io_tiles tiles;
    io_fault fault;
    if (!map_generate(MAP_TERRAIN, width, height, 1, NULL, &tiles, &fault))
        give_up(fault.text);
    uint8_t *row = malloc((size_t)width);
    if (!row)
        give_up("no memory");
    for (int32_t y = 0; y < height; y++) {
        for (int32_t x = 0; x < width; x++) {
            const uint8_t before = fw_map_terrain(map, x, y);
            const bool is_free = before == FW_GROUND || before == FW_SWAMP || before == FW_ROAD;
            row[x] = is_free ? noise_terrain(*io_tile(&tiles, x, y)) : FW_BLOCKED;
        }
        if (fw_map_set_tiles(map, 0, y, width, 1, row, (size_t)width) != FW_OK)
            give_up("no memory");
    }
    free(row);
    io_tiles_free(&tiles);
    if (fw_map_commit(map) != FW_OK)
        give_up("no memory");
}

static fw_map *map_of(const char *name)
{
    fw_map *map = NULL;
    if (strncmp(name, "noise-", 6) == 0) {
        fw_map_def def = fw_default_map_def();
        def.width = def.height = atoi(name + 6);
        if (fw_map_create(&def, &map) != FW_OK ||
            fw_map_set_rect(map, 0, 0, def.width, def.height, FW_GROUND) != FW_OK ||
            fw_map_commit(map) != FW_OK)
            give_up("no memory");
    } else {
        char file[256];
        io_fault fault;
        snprintf(file, sizeof file, "../shared/data/movingai/%s.map", name);
        if (!io_map_load(file, NULL, &map, &fault))
            return NULL;
    }
    lay_noise(map);
    return map;
}

typedef struct world {
    fw_map *map;
    fw_unit_id units[MOST_SIZES];
    double build_ms;       ///< of all units' tables
    double bytes_per_tile; ///< of all units' tables
} world;

/// The method that the hierarchy is compared with.
static fw_method rival_of(const options *how)
{
    return how->radius > 0 ? FW_HYBRID : FW_ASTAR;
}

/// Registers a unit, and tells what its table costs.
static void add_unit(world *world, const options *how, int index)
{
    fw_unit_def def = fw_default_unit_def();
    for (int terrain = 0; terrain < FW_TERRAIN_COUNT; terrain++)
        def.terrain_cost[terrain] = how->costs == 1 && costs[terrain] > 0 ? 1.0f : costs[terrain];
    def.size = index + 1;
    def.cluster = how->cluster;
    def.dominance = how->weak ? FW_DOMINANCE_WEAK : FW_DOMINANCE_STRONG;
    def.placement = how->clearance ? FW_PLACEMENT_CLEARANCE : FW_PLACEMENT_CHEAPEST;
    def.turn_radius = how->radius;
    if (how->radius > 0)
        def.footprint = fw_circle(0.33 * def.size);
    def.methods = FW_METHOD_BIT(rival_of(how));
    fw_map_memory before, after;
    fw_map_memory_use(world->map, &before);
    if (fw_map_add_unit(world->map, &def, &world->units[index]) != FW_OK)
        give_up("no memory");
    const double start = stopwatch_computed_us();
    if (fw_map_prepare(world->map, world->units[index], FW_HIERARCHY) != FW_OK)
        give_up("no memory");
    const double ms = 1e-3 * (stopwatch_computed_us() - start);
    fw_map_memory_use(world->map, &after);
    world->build_ms += ms;
    world->bytes_per_tile += (double)(after.tables - before.tables) /
                             ((double)fw_map_width(world->map) * fw_map_height(world->map));
}

/// A start and a goal that are joined, their distance drawn evenly from all.
static fw_request request_at_random(const world *world, int index, int32_t size, random_source *source)
{
    const int32_t width = fw_map_width(world->map), height = fw_map_height(world->map);
    const double longest = hypot(width, height);
    fw_request ask = fw_default_request();
    ask.unit = world->units[index];
    for (;;) {
        const int32_t x = (int32_t)random_below(source, (uint32_t)width);
        const int32_t y = (int32_t)random_below(source, (uint32_t)height);
        const double length = random_within(source, 0, longest), angle = random_within(source, 0, 6.2831853);
        const int32_t to_x = x + (int32_t)(length * cos(angle)), to_y = y + (int32_t)(length * sin(angle));
        if (to_x < 0 || to_y < 0 || to_x >= width || to_y >= height ||
            !fw_map_connected(world->map, ask.unit, x, y, to_x, to_y))
            continue;
        ask.start = fw_pose_on_tile(x, y, size);
        ask.goal = fw_goal_on_tile(to_x, to_y, size);
        return ask;
    }
}

typedef struct figures {
    double astar_us, full_us, abstract_us, first_us, cost_ratio, leg_ratio, expanded;
} figures;

static int compare_ratios(const void *a, const void *b)
{
    const double one = ((const figures *)a)->cost_ratio, other = ((const figures *)b)->cost_ratio;
    return one < other ? -1 : one > other;
}

/// Microseconds that the process has computed since a moment. The looks at the clock do not count; they take about as
/// long as a tenth of a short query.
static double computed_since(double start)
{
    static double looks_us;
    const double us = stopwatch_computed_us() - start;
    if (looks_us == 0)
        looks_us = stopwatch_cost_us(CLOCK_PROCESS_CPUTIME_ID);
    return us - looks_us;
}

/// Microseconds; infinite if there is no path.
static double ask_by(fw_planner *planner, fw_request *ask, fw_method method, fw_path *path, int repeat)
{
    double least = INFINITY;
    ask->method = method;
    for (int i = 0; i < repeat; i++) {
        const double start = stopwatch_computed_us();
        if (fw_find_path(planner, ask, path) != FW_OK)
            return INFINITY;
        least = fmin(least, computed_since(start));
    }
    return least;
}

/// Microseconds until the first leg of a path is ready. The request stays for legs.
static double time_first(fw_planner *planner, fw_request *ask, const options *how, fw_path *path)
{
    double least = INFINITY;
    ask->method = FW_HIERARCHY;
    ask->segment = how->segment;
    for (int i = 0; i < how->repeat; i++) {
        fw_statistics statistics = { 0 };
        fw_search *search;
        const double start = stopwatch_computed_us();
        if (fw_search_begin(planner, ask, &search) != FW_OK)
            give_up("a search that does not begin");
        while (statistics.legs == 0 && fw_search_step(search, LEG_STEP) == FW_PENDING)
            fw_search_statistics(search, &statistics);
        if (fw_search_best_so_far(search, path) != FW_OK)
            give_up("no first leg");
        least = fmin(least, computed_since(start));
        fw_search_end(search);
    }
    return least;
}

static double cost_of(const fw_path *path)
{
    fw_path_summary summary;
    fw_path_summarise(path, &summary);
    return summary.cost;
}

/// A search on the graph alone.
typedef struct graph_search {
    memory memory;
    keeper kept;
    page_pool pages;
    abstract_space space;
} graph_search;

static void graph_search_open(graph_search *search)
{
    *search = (graph_search){ 0 };
    memory_init(&search->memory, NULL);
    keeper_init(&search->kept, &search->memory);
    search->pages = node_page_pool(&search->kept.memory, CLUSTER_NODE_PAGE_SHIFT);
    abstract_search_init(&search->space, &search->kept.memory, &search->pages);
}

static void graph_search_close(graph_search *search)
{
    keeper_release(&search->kept);
}

/// Time of the search on the graph alone, as the hierarchy runs it, start and goal joined to it.
static double time_graph(graph_search *search, const world *world, const fw_request *ask, int32_t size,
                         int repeat)
{
    const map_unit *unit = map_find_unit(map_version_of(world->map), ask->unit);
    const hierarchy_query query = { .map = map_version_of(world->map),
                                    .unit = unit,
                                    .table = map_table(map_version_of(world->map), unit, &hierarchy_kind),
                                    .start_x = (int32_t)(ask->start.x - size / 2.0),
                                    .start_y = (int32_t)(ask->start.y - size / 2.0),
                                    .goal = { .kind = GRID_GOAL_ANCHOR,
                                              .x = (int32_t)(ask->goal.pose.x - size / 2.0),
                                              .y = (int32_t)(ask->goal.pose.y - size / 2.0) } };
    double least = INFINITY;
    for (int i = 0; i < repeat; i++) {
        const double start = stopwatch_computed_us();
        if (abstract_search_reset(&search->space, &query, &(search_limits){ .weight = GRAPH_WEIGHT }) !=
            FW_OK)
            give_up("no memory");
        if (abstract_search_run(&search->space, UINT64_MAX) != FW_OK)
            give_up("no abstract path between anchors that are joined");
        least = fmin(least, computed_since(start));
    }
    return least;
}

/// Mean time of a commit of one tile, for each unit: a free tile is blocked, then freed again. Layers and regions are
/// repaired too.
static double time_edits(const world *world, int sizes)
{
    random_source source = { 23 };
    double sum = 0;
    for (int i = 0; i < EDITS; i++) {
        const int32_t x = (int32_t)random_below(&source, (uint32_t)fw_map_width(world->map));
        const int32_t y = (int32_t)random_below(&source, (uint32_t)fw_map_height(world->map));
        const uint8_t before = fw_map_terrain(world->map, x, y);
        for (int pass = 0; pass < 2; pass++) {
            fw_map_set_tile(world->map, x, y, pass || before == FW_BLOCKED ? before : FW_BLOCKED);
            const double start = stopwatch_computed_us();
            if (fw_map_commit(world->map) != FW_OK)
                give_up("no memory");
            sum += before == FW_BLOCKED ? 0 : computed_since(start);
        }
        i -= before == FW_BLOCKED; // only free tiles count
    }
    return sum / (2.0 * EDITS * sizes);
}

/// What answers queries on a world.
typedef struct bench {
    const options *how;
    world world;
    fw_planner *planner;
    fw_path *path;
    graph_search graph;
} bench;

/// Asks a query by both methods.
///
/// @param index  of the unit
/// @return false: there is no path, which happens to units that turn in arcs only
static bool measure_query(bench *rig, fw_request *ask, int index, figures *found)
{
    const options *how = rig->how;
    fw_statistics statistics;
    found->full_us = ask_by(rig->planner, ask, FW_HIERARCHY, rig->path, how->repeat);
    fw_planner_statistics(rig->planner, &statistics);
    found->expanded = (double)statistics.expanded;
    const double cost = cost_of(rig->path);
    found->astar_us = ask_by(rig->planner, ask, rival_of(how), rig->path, how->repeat);
    if (isinf(found->full_us) != isinf(found->astar_us) || (isinf(found->full_us) && how->radius <= 0))
        give_up("a path that only one method finds");
    if (isinf(found->full_us))
        return false;
    const double least = cost_of(rig->path);
    found->cost_ratio = least > 0 ? cost / least : 1;
    found->leg_ratio = 1;
    found->abstract_us = time_graph(&rig->graph, &rig->world, ask, index + 1, how->repeat);
    if (how->radius > 0)
        return true;
    found->first_us = time_first(rig->planner, ask, how, rig->path);
    ask_by(rig->planner, ask, FW_HIERARCHY, rig->path, 1);
    found->leg_ratio = least > 0 ? cost_of(rig->path) / least : 1;
    return true;
}

static figures mean_of(const figures *each, int count)
{
    figures mean = { 0 };
    for (int i = 0; i < count; i++) {
        mean.astar_us += each[i].astar_us / count;
        mean.full_us += each[i].full_us / count;
        mean.abstract_us += each[i].abstract_us / count;
        mean.first_us += each[i].first_us / count;
        mean.cost_ratio += each[i].cost_ratio / count;
        mean.leg_ratio += each[i].leg_ratio / count;
        mean.expanded += each[i].expanded / count;
    }
    return mean;
}

/// @param p99  by how much paths are longer in one of a hundred queries, as a ratio
static void print_row(const char *name, const bench *rig, const figures *mean, double p99)
{
    const world *world = &rig->world;
    const int sizes = rig->how->sizes;
    fw_cluster_summary clusters;
    fw_map_clusters(world->map, world->units[0], &clusters);
    printf("%-22s %7d %8.1f %6.2f %10.1f %9.1f %7.1f %9.1f %7.1f %8.1f %7.2f %7.2f %8.1f %8.1f %7.2f\n", name,
           clusters.side, world->build_ms / sizes, world->bytes_per_tile / sizes, mean->astar_us,
           mean->full_us, mean->astar_us / mean->full_us, mean->abstract_us,
           mean->astar_us / mean->abstract_us, mean->expanded, 100 * (mean->cost_ratio - 1), 100 * (p99 - 1),
           time_edits(world, sizes), mean->first_us, 100 * (mean->leg_ratio - 1));
    fflush(stdout);
}

/// Measures a map.
///
/// @return false: it is not here
static bool measure(const char *name, const options *how, figures *mean)
{
    bench rig = { .how = how, .world = { .map = map_of(name) } };
    figures *each = calloc((size_t)how->queries, sizeof *each);
    if (!rig.world.map) {
        printf("%-22s is not here: skipped\n", name);
        free(each);
        return false;
    }
    for (int i = 0; i < how->sizes; i++)
        add_unit(&rig.world, how, i);
    if (!each || fw_planner_create(rig.world.map, NULL, &rig.planner) != FW_OK ||
        fw_path_create(NULL, &rig.path) != FW_OK)
        give_up("no memory");
    graph_search_open(&rig.graph);
    random_source source = { 17 };
    for (int i = 0; i < how->queries;) {
        const int index = i % how->sizes;
        fw_request ask = request_at_random(&rig.world, index, index + 1, &source);
        i += measure_query(&rig, &ask, index, &each[i]);
    }
    *mean = mean_of(each, how->queries);
    qsort(each, (size_t)how->queries, sizeof *each, compare_ratios);
    print_row(name, &rig, mean, each[(int)(0.99 * (how->queries - 1.0))].cost_ratio);
    graph_search_close(&rig.graph);
    free(each);
    fw_path_destroy(rig.path);
    fw_planner_destroy(rig.planner);
    fw_map_destroy(rig.world.map);
    return true;
}

/// Times by the side of a map.
typedef struct growth {
    double side[NAMES], us[CURVES][NAMES];
    int count;
} growth;

/// Adds a map of noise, in order of sides.
static void add_to_growth(growth *growth, double side, const figures *mean)
{
    const double us[CURVES] = { mean->astar_us, mean->full_us, mean->abstract_us };
    int at = growth->count++;
    for (; at > 0 && growth->side[at - 1] > side; at--) {
        growth->side[at] = growth->side[at - 1];
        for (int i = 0; i < CURVES; i++)
            growth->us[i][at] = growth->us[i][at - 1];
    }
    growth->side[at] = side;
    for (int i = 0; i < CURVES; i++)
        growth->us[i][at] = us[i];
}

static void draw_growth(const growth *growth, const char *file)
{
    static const char *const curves[CURVES] = { "A*", "hierarchy", "its graph alone" };
    static const char *const colours[CURVES] = { "#c44e52", "#4c72b0", "#8c8c8c" };
    chart_line lines[CURVES];
    for (int i = 0; i < CURVES; i++)
        lines[i] = (chart_line){ .name = curves[i],
                                 .colour = colours[i],
                                 .x = growth->side,
                                 .y = growth->us[i],
                                 .count = growth->count };
    const line_chart chart = { "Time of a query on noise with three costs", "side of the map, tiles",
                               "mean time of a query, us", lines, CURVES };
    FILE *to = fopen(file, "w");
    if (!to)
        give_up("the chart cannot be written");
    line_chart_write(&chart, to);
    fclose(to);
}

static bool is_wanted(const options *how, size_t index)
{
    for (int i = 0; i < how->word_count; i++)
        if (strstr(names[index], how->words[i]))
            return true;
    return how->word_count == 0 && index < UNNAMED;
}

int main(int count, char **words)
{
    options how = { .queries = 200, .repeat = 3, .sizes = 4, .costs = 3, .segment = 1 };
    const argument known[] = { { "--queries", .whole = &how.queries },
                               { "--repeat", .whole = &how.repeat },
                               { "--cluster", .whole = &how.cluster },
                               { "--sizes", .whole = &how.sizes },
                               { "--radius", .real = &how.radius },
                               { "--costs", .whole = &how.costs },
                               { "--weak", .whole = &how.weak },
                               { "--clearance", .whole = &how.clearance },
                               { "--segment", .whole = &how.segment },
                               { "--chart", .text = &how.chart },
                               { 0 } };
    const int next = arguments_read(known, count, words);
    how.words = words + next;
    how.word_count = count - next;
    how.sizes = how.sizes < MOST_SIZES ? how.sizes : MOST_SIZES;
    printf("%-22s %7s %8s %6s %10s %9s %7s %9s %7s %8s %7s %7s %8s %8s %7s\n", "map", "cluster", "build ms",
           "B/tile", "rival us", "full us", "times", "abstract", "times", "expanded", "mean %", "p99 %",
           "edit us", "first us", "mean %");
    static growth growth;
    for (size_t i = 0; i < NAMES; i++) {
        figures mean;
        if (is_wanted(&how, i) && measure(names[i], &how, &mean) && strncmp(names[i], "noise-", 6) == 0)
            add_to_growth(&growth, atoi(names[i] + 6), &mean);
    }
    if (how.chart)
        draw_growth(&growth, how.chart);
    return 0;
}
