#define _POSIX_C_SOURCE 199309L
/// The hierarchy beside A* on the same layers and costs, in one run: three terrain costs as smooth noise, units of size
/// 1 to 4, queries stratified by length.
///
///     bench_hierarchy [--queries N] [--repeat N] [--cluster N] [--sizes N] [--radius R] [--costs N] [--weak 1]
///                     [--segment N] [NAME...]
///
/// takes N queries a map (200), the least time of N passes (3), clusters of N tiles (the library's choice), units
/// of size 1 to N (4), and only
/// maps whose name holds one of the words. noise-S is a generated map of S x S tiles without obstacles; those of more
/// than 4096 tiles a side are taken only if they are named. Run in the project's root; the other maps are read from
/// ../shared/data. With --radius, a round unit with a turning radius of R tiles is driven, and its rival is the hybrid.
/// With --costs 1, all terrains cost the same; with --weak 1, dominance is weak. "First" is the time until
/// the first segment of N tiles (a cluster) is ready, in steps of 64 units of work.

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/random.h"
#include "common/arguments.h"
#include "common/give_up.h"
#include "common/stopwatch.h"
#include "fairway/fairway.h"
#include "hierarchy/hierarchy_search.h"
#include "io/map_file.h"
#include "tools/maps/map_kinds.h"

enum {
    MOST_SIZES = 4,
    EDITS = 200,
    SEGMENT_STEP = 64, ///< units of work
    NOISE_SIDE = 4096  /**< of the largest noise that is taken without being named */
};

static const char *const names[] = { "bg512/AR0072SR", "bg512/AR0011SR", "rooms/32room_000",
                                     "sc1/Octopus",    "sc1/Aftershock", "cities/Boston_0_1024",
                                     "noise-1024",     "noise-4096",     "noise-16384" };

typedef struct options {
    int queries, repeat, cluster, sizes, costs, weak, segment;
    double radius;
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
    if (!map_generate(MAP_TERRAIN, width, height, 1, &tiles, &fault))
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
    double build_ms;       ///< of one unit's table, the first one's
    double bytes_per_tile; ///< of one unit's table
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
    def.turn_radius = how->radius;
    if (how->radius > 0)
        def.footprint = fw_circle(0.33 * def.size);
    def.methods = FW_METHOD_BIT(rival_of(how));
    fw_map_memory before, after;
    fw_map_memory_use(world->map, &before);
    if (fw_map_add_unit(world->map, &def, &world->units[index]) != FW_OK)
        give_up("no memory");
    const double start = stopwatch_us();
    if (fw_map_prepare(world->map, world->units[index], FW_HIERARCHY) != FW_OK)
        give_up("no memory");
    const double ms = 1e-3 * (stopwatch_us() - start);
    fw_map_memory_use(world->map, &after);
    if (index > 0)
        return;
    world->build_ms = ms;
    world->bytes_per_tile = (double)(after.tables - before.tables) /
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
    double astar_us, full_us, abstract_us, first_us, cost_ratio, segment_ratio, expanded;
} figures;

static int compare_ratios(const void *a, const void *b)
{
    const double one = ((const figures *)a)->cost_ratio, other = ((const figures *)b)->cost_ratio;
    return one < other ? -1 : one > other;
}

/// Microseconds; infinite if there is no path.
static double ask_by(fw_planner *planner, fw_request *ask, fw_method method, fw_path *path, int repeat)
{
    double least = INFINITY;
    ask->method = method;
    for (int i = 0; i < repeat; i++) {
        const double start = stopwatch_us();
        if (fw_find_path(planner, ask, path) != FW_OK)
            return INFINITY;
        least = fmin(least, stopwatch_us() - start);
    }
    return least;
}

/// Microseconds until the first segment of a path is ready. The request stays for segments.
static double time_first(fw_planner *planner, fw_request *ask, const options *how, fw_path *path)
{
    double least = INFINITY;
    ask->method = FW_HIERARCHY;
    ask->segment = how->segment;
    for (int i = 0; i < how->repeat; i++) {
        fw_statistics statistics = { 0 };
        fw_search *search;
        const double start = stopwatch_us();
        if (fw_search_begin(planner, ask, &search) != FW_OK)
            give_up("a search that does not begin");
        while (statistics.legs == 0 && fw_search_step(search, SEGMENT_STEP) == FW_PENDING)
            fw_search_statistics(search, &statistics);
        if (fw_search_best_so_far(search, path) != FW_OK)
            give_up("no first segment");
        least = fmin(least, stopwatch_us() - start);
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

/// Time of the search on the abstract graph alone, start and goal joined to it.
static double time_abstract(abstract_space *space, const world *world, const fw_request *ask, int32_t size,
                            int repeat, ground *ground, wave *wave)
{
    const map_unit *unit = map_find_unit(world->map, ask->unit);
    const hierarchy_query query = { .map = world->map,
                                    .unit = unit,
                                    .table = map_table(world->map, unit, &hierarchy_kind),
                                    .start_x = (int32_t)(ask->start.x - size / 2.0),
                                    .start_y = (int32_t)(ask->start.y - size / 2.0),
                                    .goal = { .kind = GRID_GOAL_ANCHOR,
                                              .x = (int32_t)(ask->goal.pose.x - size / 2.0),
                                              .y = (int32_t)(ask->goal.pose.y - size / 2.0) } };
    double least = INFINITY;
    for (int i = 0; i < repeat; i++) {
        const double start = stopwatch_us();
        abstract_space_reset(space, &query, ground, wave, &(search_limits){ .weight = 1.0 });
        if (abstract_space_run(space, UINT64_MAX) != FW_OK)
            give_up("no abstract path between anchors that are joined");
        least = fmin(least, stopwatch_us() - start);
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
            const double start = stopwatch_us();
            if (fw_map_commit(world->map) != FW_OK)
                give_up("no memory");
            sum += before == FW_BLOCKED ? 0 : stopwatch_us() - start;
        }
        i -= before == FW_BLOCKED; // only free tiles count
    }
    return sum / (2.0 * EDITS * sizes);
}

static void measure(const char *name, const options *how)
{
    world world = { .map = map_of(name) };
    if (!world.map) {
        printf("%-22s is not here: skipped\n", name);
        return;
    }
    for (int i = 0; i < how->sizes; i++)
        add_unit(&world, how, i);
    fw_planner *planner;
    fw_path *path;
    figures *each = calloc((size_t)how->queries, sizeof *each), sum = { 0 };
    memory memory;
    memory_init(&memory, NULL);
    page_pool pages = { .memory = &memory, .page_bytes = sizeof(node_page) };
    static abstract_space space;
    ground ground = { 0 };
    wave wave = { 0 };
    best_first_init(&space.search, &memory, &pages);
    const map_unit *unit = map_find_unit(world.map, world.units[0]);
    const hierarchy *table = map_table(world.map, unit, &hierarchy_kind);
    const ground_rules rules = ground_rules_of(world.map, unit->layer, &unit->def);
    if (!each || fw_planner_create(world.map, NULL, &planner) != FW_OK ||
        fw_path_create(NULL, &path) != FW_OK || ground_reserve(&ground, &memory, table->grid.side) != FW_OK ||
        wave_reserve(&wave, &memory, table->grid.side, &rules) != FW_OK)
        give_up("no memory");
    random_source source = { 17 };
    for (int i = 0; i < how->queries; i++) {
        const int index = i % how->sizes;
        fw_request ask = request_at_random(&world, index, index + 1, &source);
        each[i].full_us = ask_by(planner, &ask, FW_HIERARCHY, path, how->repeat);
        fw_statistics statistics;
        fw_planner_statistics(planner, &statistics);
        const double cost = cost_of(path);
        each[i].astar_us = ask_by(planner, &ask, rival_of(how), path, how->repeat);
        if (isinf(each[i].full_us) != isinf(each[i].astar_us) || (isinf(each[i].full_us) && how->radius <= 0))
            give_up("a path that only one method finds");
        if (isinf(each[i].full_us)) { // whoever turns in arcs may not get there
            i--;
            continue;
        }
        const double rival_cost = cost_of(path);
        each[i].cost_ratio = rival_cost > 0 ? cost / rival_cost : 1;
        if (how->radius <= 0) {
            sum.first_us += time_first(planner, &ask, how, path);
            ask_by(planner, &ask, FW_HIERARCHY, path, 1);
            sum.segment_ratio += rival_cost > 0 ? cost_of(path) / rival_cost : 1;
            ask.segment = 0;
        }
        each[i].abstract_us = time_abstract(&space, &world, &ask, index + 1, how->repeat, &ground, &wave);
        sum.astar_us += each[i].astar_us;
        sum.full_us += each[i].full_us;
        sum.abstract_us += each[i].abstract_us;
        sum.cost_ratio += each[i].cost_ratio;
        sum.expanded += (double)statistics.expanded;
    }
    qsort(each, (size_t)how->queries, sizeof *each, compare_ratios);
    const double queries = how->queries;
    printf("%-22s %7d %8.1f %6.2f %10.1f %9.1f %7.1f %9.1f %7.1f %8.1f %7.2f %7.2f %8.1f %8.1f %7.2f\n", name,
           table->grid.side, world.build_ms, world.bytes_per_tile, sum.astar_us / queries,
           sum.full_us / queries, sum.astar_us / sum.full_us, sum.abstract_us / queries,
           sum.astar_us / sum.abstract_us, sum.expanded / queries, 100 * (sum.cost_ratio / queries - 1),
           100 * (each[(int)(0.99 * (queries - 1))].cost_ratio - 1), time_edits(&world, how->sizes),
           sum.first_us / queries, 100 * (sum.segment_ratio / queries - 1));
    fflush(stdout);
    best_first_free(&space.search);
    ground_free(&ground);
    wave_free(&wave);
    page_pool_trim(&pages);
    free(each);
    fw_path_destroy(path);
    fw_planner_destroy(planner);
    fw_map_destroy(world.map);
}

static bool is_wanted(const options *how, const char *name)
{
    for (int i = 0; i < how->word_count; i++)
        if (strstr(name, how->words[i]))
            return true;
    return how->word_count == 0 && (strncmp(name, "noise-", 6) != 0 || atoi(name + 6) <= NOISE_SIDE);
}

int main(int count, char **words)
{
    options how = { .queries = 200, .repeat = 3, .sizes = MOST_SIZES, .costs = 3, .segment = 1 };
    const argument known[] = { { "--queries", .whole = &how.queries },
                               { "--repeat", .whole = &how.repeat },
                               { "--cluster", .whole = &how.cluster },
                               { "--sizes", .whole = &how.sizes },
                               { "--radius", .real = &how.radius },
                               { "--costs", .whole = &how.costs },
                               { "--weak", .whole = &how.weak },
                               { "--segment", .whole = &how.segment },
                               { 0 } };
    const int next = arguments_read(known, count, words);
    how.words = words + next;
    how.word_count = count - next;
    how.sizes = how.sizes < MOST_SIZES ? how.sizes : MOST_SIZES;
    printf("%-22s %7s %8s %6s %10s %9s %7s %9s %7s %8s %7s %7s %8s %8s %7s\n", "map", "cluster", "build ms",
           "B/tile", "rival us", "full us", "times", "abstract", "times", "expanded", "mean %", "p99 %",
           "edit us", "first us", "mean %");
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (is_wanted(&how, names[i]))
            measure(names[i], &how);
    return 0;
}
