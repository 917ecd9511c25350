/// What layers and regions cost: building them, keeping them right while the map changes, holding them.
///
/// usage: bench_layers [MAP...]   (without: the public maps that the targets name)
///
/// Twelve layers: sizes 1 to 4 of three capabilities that are nearly equal, so that almost every edit changes
/// all of them. An edit blocks one free tile, or a block of 16x16, and is undone; its time is the least of
/// several repeats.

#define _POSIX_C_SOURCE 200809L // clock_gettime

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/random.h"
#include "common/stopwatch.h"
#include "io/map_file.h"
#include "map/create.h"
#include "regions/unit_regions.h"

enum { REPEATS = 10, EDITS = 300, BUILDS = 15, BLOCK = 16 };

static void demand(bool holds, const char *what)
{
    if (holds)
        return;
    fprintf(stderr, "bench_layers: %s\n", what);
    exit(2);
}

static fw_map *map_without_tables(const io_tiles *tiles)
{
    fw_map_def def = fw_default_map_def();
    def.width = tiles->width;
    def.height = tiles->height;
    static const derived_kind *const kinds[] = { &regions_kind, &body_regions_kind };
    fw_map *map = NULL;
    demand(map_create(&def, kinds, 2, &map) == FW_OK, "no map");
    demand(fw_map_set_tiles(map, 0, 0, tiles->width, tiles->height, tiles->terrain, (size_t)tiles->width) ==
               FW_OK,
           "no tiles");
    demand(fw_map_commit(map) == FW_OK, "no commit");
    return map;
}

static void add_twelve_layers(fw_map *map)
{
    for (int c = 0; c < 3; c++)
        for (int32_t size = 1; size <= 4; size++) {
            fw_unit_def def = fw_default_unit_def();
            def.size = size;
            def.terrain_cost[FW_SWAMP] = c > 0 ? 1.0f : 0.0f;
            def.terrain_cost[FW_SHALLOW] = c > 1 ? 1.0f : 0.0f;
            fw_unit_id id;
            demand(fw_map_add_unit(map, &def, &id) == FW_OK, "no unit");
        }
}

/// Milliseconds that twelve layers with their regions take, cold memory included: least of several builds.
static double build_ms(const io_tiles *tiles)
{
    double least = 0;
    for (int i = 0; i < BUILDS; i++) {
        fw_map *map = map_without_tables(tiles);
        const double begin = stopwatch_us();
        add_twelve_layers(map);
        const double taken = (stopwatch_us() - begin) / 1000;
        least = i == 0 || taken < least ? taken : least;
        fw_map_destroy(map);
    }
    return least;
}

typedef struct rect {
    int32_t x, y, side;
} rect;

static double timed_commit(fw_map *map)
{
    const double begin = stopwatch_us();
    demand(fw_map_commit(map) == FW_OK, "no commit");
    return stopwatch_us() - begin;
}

/// Blocks a square and puts it back, several times: the least time of each.
static void time_edit(fw_map *map, const io_tiles *tiles, const rect *where, double *blocked_us,
                      double *freed_us)
{
    for (int i = 0; i < REPEATS; i++) {
        fw_map_set_rect(map, where->x, where->y, where->side, where->side, FW_BLOCKED);
        const double blocked = timed_commit(map);
        fw_map_set_tiles(map, where->x, where->y, where->side, where->side,
                         io_tile(tiles, where->x, where->y), (size_t)tiles->width);
        const double freed = timed_commit(map);
        *blocked_us = i == 0 || blocked < *blocked_us ? blocked : *blocked_us;
        *freed_us = i == 0 || freed < *freed_us ? freed : *freed_us;
    }
}

/// A random square with a tile that all capabilities enter in its north-west corner.
static rect free_place(const io_tiles *tiles, int32_t side, random_source *source)
{
    for (;;) {
        const rect at = { .x = (int32_t)random_below(source, (uint32_t)(tiles->width - side + 1)),
                          .y = (int32_t)random_below(source, (uint32_t)(tiles->height - side + 1)),
                          .side = side };
        if (*io_tile(tiles, at.x, at.y) == FW_GROUND)
            return at;
    }
}

static int compare_doubles(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static void print_times(double *times)
{
    double sum = 0;
    qsort(times, EDITS, sizeof *times, compare_doubles);
    for (int i = 0; i < EDITS; i++)
        sum += times[i];
    printf(" | %.1f / %.1f / %.1f", sum / EDITS, times[EDITS - 1 - EDITS / 100], times[EDITS - 1]);
}

static void print_edits(fw_map *map, const io_tiles *tiles, int32_t side)
{
    double blocked[EDITS], freed[EDITS];
    random_source source = { 7 };
    for (int i = 0; i < EDITS; i++) {
        const rect where = free_place(tiles, side, &source);
        time_edit(map, tiles, &where, &blocked[i], &freed[i]);
    }
    print_times(blocked);
    print_times(freed);
}

static void print_map(const char *file)
{
    io_tiles tiles;
    io_fault fault;
    if (!io_tiles_load(file, &tiles, &fault)) {
        printf("| %s: skipped, %s |\n", file, fault.text);
        return;
    }
    const char *name = strrchr(file, '/') ? strrchr(file, '/') + 1 : file;
    printf("| %.*s | %dx%d | %.2f", (int)strcspn(name, "."), name, tiles.width, tiles.height,
           build_ms(&tiles));
    fw_map *map = map_without_tables(&tiles);
    add_twelve_layers(map);
    fw_map_memory use;
    fw_map_memory_use(map, &use);
    printf(" | %.1f", (double)use.layers / ((double)tiles.width * tiles.height));
    print_edits(map, &tiles, 1);
    print_edits(map, &tiles, BLOCK);
    printf(" |\n");
    fflush(stdout);
    fw_map_destroy(map);
    io_tiles_free(&tiles);
}

int main(int count, char **files)
{
    static const char *const named[] = {
        "bg512/AR0011SR",        "bg512/AR0072SR",        "bg512/AR0400SR",    "cities/Berlin_0_512",
        "dao/brc202d",           "dao/den520d",           "sc1/Aftershock",    "wc3maps512/riverrun",
        "rooms/8room_000",       "rooms/32room_000",      "mazes/maze512-4-0", "mazes/maze512-32-0",
        "random/random512-10-0", "random/random512-35-0",
    };
    printf("Edits: microseconds, mean / 99th percentile / worst.\n\n");
    printf("| map | tiles | build, ms | bytes a tile | one tile blocked | one tile freed |"
           " 16x16 blocked | 16x16 freed |\n");
    printf("|---|---|---|---|---|---|---|---|\n");
    for (int i = 1; i < count; i++)
        print_map(files[i]);
    for (size_t i = 0; count < 2 && i < sizeof named / sizeof *named; i++) {
        char file[256];
        snprintf(file, sizeof file, "../shared/data/movingai/%s.map", named[i]);
        print_map(file);
    }
    return 0;
}
