#define _POSIX_C_SOURCE 199309L
/// What a query on the grid costs as maps and paths grow: jump points and A* on generated maps.
///
///     bench_grid_growth [--docs FOLDER]
///
/// prints a table; with --docs it writes grid_growth.md, grid_growth_size.svg and grid_growth_length.svg there.

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/random.h"
#include "common/give_up.h"
#include "common/line_chart.h"
#include "common/stopwatch.h"
#include "fairway/fairway.h"
#include "tools/maps/map_kinds.h"

enum {
    FIRST_SIDE = 64,
    SIDES = 7,          ///< 64, 128, ... 4096
    LENGTH_SIDE = 1024, ///< side of the maps for path lengths
    LENGTHS = 9,        ///< paths of up to 16, 32, ... 4096 tiles
    QUERIES = 60,       ///< of a map, as long as it is not large
    FEW_QUERIES = 12,   ///< of one with more than LENGTH_SIDE tiles a side
    LENGTH_QUERIES = 2000,
    REPEATS = 3,
    LONG_US = 10000 ///< such queries are not repeated
};

static const struct {
    map_kind kind;
    const char *colour;
} kinds[] = {
    { MAP_ROOMS, "#1b6ca8" }, { MAP_CITY, "#c0392b" }, { MAP_CAVES, "#27823f" }, { MAP_RANDOM, "#8e44ad" }
};

enum { KINDS = sizeof kinds / sizeof *kinds };

static const fw_method methods[] = { FW_JUMP_POINTS, FW_ASTAR };

enum { METHODS = sizeof methods / sizeof *methods };

typedef struct world {
    fw_map *map;
    fw_unit_id unit;
    int32_t side;
    double table_bytes; ///< a tile
} world;

/// What queries of one kind cost, in the mean.
typedef struct figures {
    double us;
    double expanded;
    double length;
    double planner_bytes;
} figures;

static world world_of(map_kind kind, int32_t side)
{
    world made = { .side = side };
    io_tiles tiles;
    io_fault fault;
    if (!map_generate(kind, side, side, 1, NULL, &tiles, &fault) ||
        !io_map_of_tiles(map_kind_names[kind], &tiles, NULL, &made.map, &fault))
        give_up(fault.text);
    io_tiles_free(&tiles);
    fw_unit_def def = fw_default_unit_def();
    def.terrain_cost[FW_ROAD] = 1.0f;
    fw_map_memory use;
    if (fw_map_add_unit(made.map, &def, &made.unit) != FW_OK || fw_map_memory_use(made.map, &use) != FW_OK)
        give_up("no memory");
    made.table_bytes = (double)use.tables / ((double)side * side);
    return made;
}

/// A start and a goal that are joined.
static fw_request request_at_random(const world *world, random_source *source)
{
    fw_request ask = fw_default_request();
    ask.unit = world->unit;
    for (;;) {
        const int32_t from_x = (int32_t)random_below(source, (uint32_t)world->side);
        const int32_t from_y = (int32_t)random_below(source, (uint32_t)world->side);
        const int32_t to_x = (int32_t)random_below(source, (uint32_t)world->side);
        const int32_t to_y = (int32_t)random_below(source, (uint32_t)world->side);
        if (!fw_map_connected(world->map, world->unit, from_x, from_y, to_x, to_y))
            continue;
        const fw_pose goal = fw_pose_on_tile(to_x, to_y, 1);
        ask.start = fw_pose_on_tile(from_x, from_y, 1);
        ask.goal = fw_goal_at(goal.x, goal.y);
        return ask;
    }
}

/// Asks all requests, in passes; the least time of each counts.
///
/// @param[out] each  [figures * count]
static void ask_all(const world *world, fw_method method, fw_request *asks, int count, figures *each)
{
    fw_planner *planner;
    fw_path *path;
    if (fw_planner_create(world->map, NULL, &planner) != FW_OK || fw_path_create(NULL, &path) != FW_OK)
        give_up("no memory");
    for (int pass = 0; pass <= REPEATS; pass++)
        for (int i = 0; i < count; i++) {
            if (pass > 1 && each[i].us > LONG_US)
                continue;
            asks[i].method = method;
            const double start = stopwatch_us();
            if (fw_find_path(planner, &asks[i], path) != FW_OK)
                give_up("no path between anchors that are joined");
            const double us = stopwatch_us() - start;
            fw_statistics statistics;
            fw_planner_statistics(planner, &statistics);
            each[i].us = pass > 1 ? fmin(each[i].us, us) : us;
            each[i].expanded = (double)statistics.expanded;
            each[i].length = fw_path_length(path);
            each[i].planner_bytes = (double)fw_planner_bytes(planner);
        }
    fw_path_destroy(path);
    fw_planner_destroy(planner);
}

static figures mean_of(const figures *each, int count)
{
    figures mean = { 0 };
    for (int i = 0; i < count; i++) {
        mean.us += each[i].us / count;
        mean.expanded += each[i].expanded / count;
        mean.length += each[i].length / count;
        mean.planner_bytes = each[i].planner_bytes;
    }
    return mean;
}

static void write_row(FILE *to, const world *world, map_kind kind, const figures *jump, const figures *astar)
{
    fprintf(to, "| %s | %d² | %.0f | %.3g | %.3g | %.0f | %.0f | %.0f | %.0f | %.0f | %.0f | %.2f |\n",
            map_kind_names[kind], world->side, jump->length, jump->us, astar->us, jump->expanded,
            astar->expanded, 1e3 * jump->us / fmax(jump->expanded, 1), 1e3 * astar->us / astar->expanded,
            jump->planner_bytes / 1024, astar->planner_bytes / 1024, world->table_bytes);
    fflush(to);
}

typedef struct curve {
    double x[LENGTHS], y[LENGTHS];
    int count;
} curve;

static void add_point(curve *to, double x, double y)
{
    to->x[to->count] = x;
    to->y[to->count++] = y;
}

static void measure_sizes(FILE *table, curve curves[KINDS][METHODS])
{
    fprintf(table, "| map | size | path, tiles | us, jump points | us, A* | expanded, jump points | A* | "
                   "ns per expansion, jump points | A* | KiB per planner, jump points | A* | "
                   "bytes per tile, jump tables |\n"
                   "|---|---|---|---|---|---|---|---|---|---|---|---|\n");
    for (int kind = 0; kind < KINDS; kind++)
        for (int size = 0; size < SIDES; size++) {
            const world world = world_of(kinds[kind].kind, FIRST_SIDE << size);
            random_source source = { 7 };
            fw_request asks[QUERIES];
            figures each[QUERIES];
            figures mean[METHODS];
            const int count = world.side <= LENGTH_SIDE ? QUERIES : FEW_QUERIES;
            for (int i = 0; i < count; i++)
                asks[i] = request_at_random(&world, &source);
            for (int method = 0; method < METHODS; method++) {
                ask_all(&world, methods[method], asks, count, each);
                mean[method] = mean_of(each, count);
                add_point(&curves[kind][method], world.side, mean[method].us);
            }
            write_row(table, &world, kinds[kind].kind, &mean[0], &mean[1]);
            fw_map_destroy(world.map);
        }
}

static int length_class_of(double length)
{
    const int exponent = length <= 16 ? 0 : (int)ceil(log2(length / 16));
    return exponent < LENGTHS ? exponent : LENGTHS - 1;
}

static void measure_lengths(curve curves[KINDS][METHODS])
{
    for (int kind = 0; kind < KINDS; kind++) {
        const world world = world_of(kinds[kind].kind, LENGTH_SIDE);
        random_source source = { 8 };
        fw_request *asks = malloc(LENGTH_QUERIES * sizeof *asks);
        figures *each = malloc(LENGTH_QUERIES * sizeof *each);
        if (!asks || !each)
            give_up("no memory");
        for (int method = 0; method < METHODS; method++) {
            const int count = methods[method] == FW_ASTAR ? LENGTH_QUERIES / 10 : LENGTH_QUERIES;
            for (int i = 0; i < count; i++)
                asks[i] = request_at_random(&world, &source);
            ask_all(&world, methods[method], asks, count, each);
            double us[LENGTHS] = { 0 };
            double length[LENGTHS] = { 0 };
            int queries[LENGTHS] = { 0 };
            for (int i = 0; i < count; i++) {
                const int length_class = length_class_of(each[i].length);
                us[length_class] += each[i].us;
                length[length_class] += each[i].length;
                queries[length_class]++;
            }
            for (int length_class = 0; length_class < LENGTHS; length_class++)
                if (queries[length_class] && length[length_class] > 0)
                    add_point(&curves[kind][method], length[length_class] / queries[length_class],
                              us[length_class] / queries[length_class]);
        }
        free(each);
        free(asks);
        fw_map_destroy(world.map);
    }
}

static FILE *open_in(const char *folder, const char *name)
{
    char file[512];
    snprintf(file, sizeof file, "%s/%s", folder, name);
    FILE *opened = fopen(file, "w");
    if (!opened)
        give_up("cannot write into that folder");
    return opened;
}

static void write_chart(const char *folder, const char *name, const char *title, const char *x_name,
                        curve curves[KINDS][METHODS])
{
    chart_line lines[KINDS * METHODS];
    char names[KINDS * METHODS][48];
    for (int i = 0; i < KINDS * METHODS; i++) {
        const int kind = i % KINDS;
        const int method = i / KINDS;
        const curve *curve = &curves[kind][method];
        snprintf(names[i], sizeof names[i], "%s, %s", map_kind_names[kinds[kind].kind],
                 fw_method_name(methods[method]));
        lines[i] = (chart_line){ .name = names[i],
                                 .colour = kinds[kind].colour,
                                 .dashed = method > 0,
                                 .x = curve->x,
                                 .y = curve->y,
                                 .count = curve->count };
    }
    const line_chart chart = { title, x_name, "mean time of a query, us", lines, KINDS * METHODS };
    FILE *to = open_in(folder, name);
    line_chart_write(&chart, to);
    fclose(to);
}

int main(int count, char **arguments)
{
    const char *folder = count == 3 && strcmp(arguments[1], "--docs") == 0 ? arguments[2] : NULL;
    if (count != 1 && !folder)
        give_up("usage: bench_grid_growth [--docs FOLDER]");
    static curve by_size[KINDS][METHODS];
    static curve by_length[KINDS][METHODS];
    FILE *table = folder ? open_in(folder, "grid_growth.md") : stdout;
    if (folder)
        fprintf(table,
                "# What a query on the grid costs\n\n"
                "This page shows how time and memory of jump points and A* grow with the size of the map and "
                "the length of the\npath. Each row of the table is the mean of %d random queries on one map "
                "(%d on maps above %d²). The time of a query\nis the least of %d passes, after a first pass "
                "that is not timed. The memory of a planner is what it holds after all\nqueries of the row. "
                "`build/release/bench/bench_grid_growth --docs docs` measures everything and writes this "
                "page.\n\n"
                "![time against the map's size](grid_growth_size.svg)\n\n"
                "![time against the path's length](grid_growth_length.svg)\n\n",
                QUERIES, FEW_QUERIES, LENGTH_SIDE, REPEATS);
    measure_sizes(table, by_size);
    if (!folder)
        return 0;
    fclose(table);
    measure_lengths(by_length);
    write_chart(folder, "grid_growth_size.svg", "Time of a query on maps of 64² to 4096² tiles",
                "side of the map, tiles", by_size);
    write_chart(folder, "grid_growth_length.svg", "Time of a query on maps of 1024² tiles",
                "length of the path, tiles", by_length);
    return 0;
}
