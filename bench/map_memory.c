#define _POSIX_C_SOURCE 199309L // clock_gettime

/// What a map holds in memory, table by table.
///
///     bench_map_memory [SIDE...]      (without: 1024 4096)
///
/// Open ground and generated caves of SIDE x SIDE tiles, first with one unit that uses jump points, then with 20 kinds
/// of units that share 6 layers: sizes 1 to 3 of two capabilities, each with both corner rules. And what a version
/// costs that a reader holds while one tile is changed.

#include <stdio.h>
#include <stdlib.h>

#include "common/give_up.h"
#include "common/stopwatch.h"
#include "fairway/fairway.h"
#include "map/map.h"
#include "regions/unit_regions.h"
#include "tools/maps/map_kinds.h"

enum { KINDS = 20 };

static void must(fw_result result, const char *what)
{
    if (result != FW_OK)
        give_up(what);
}

static fw_map *open_ground(int32_t side)
{
    fw_map_def def = fw_default_map_def();
    def.width = def.height = side;
    fw_map *map = NULL;
    must(fw_map_create(&def, &map), "no map");
    return map;
}

static fw_map *caves(int32_t side)
{
    fw_map *map = open_ground(side);
    io_tiles tiles;
    io_fault fault;
    if (!map_generate(MAP_CAVES, side, side, 1, NULL, &tiles, &fault))
        give_up("no caves");
    must(fw_map_set_tiles(map, 0, 0, side, side, tiles.terrain, (size_t)side), "no tiles");
    io_tiles_free(&tiles);
    must(fw_map_commit(map), "no commit");
    return map;
}

/// Adds the first of the kinds of units.
static void add_units(fw_map *map, int count)
{
    for (int i = 0; i < count; i++) {
        fw_unit_def def = fw_default_unit_def();
        fw_unit_id id;
        def.size = 1 + i % 3;
        def.terrain_cost[FW_SWAMP] = i / 3 % 2 ? 1.0f : 0.0f;
        def.corners = i / 6 % 2 ? FW_CORNERS_ORTHOGONAL : FW_CORNERS_NEVER;
        def.methods = FW_METHOD_BIT(FW_JUMP_POINTS) | FW_METHOD_BIT(FW_ASTAR);
        must(fw_map_add_unit(map, &def, &id), "no unit");
    }
}

static double mega(size_t bytes)
{
    return (double)bytes / (1024.0 * 1024.0);
}

static size_t bytes_of(const fw_map *map)
{
    fw_map_memory use;
    must(fw_map_memory_use(map, &use), "no memory use");
    return use.map + use.layers + use.tables + use.versions + use.scratch;
}

/// Bytes of one version, table by table.
static void print_parts(const fw_map *map)
{
    const map_version *version = map_version_of(map);
    size_t bits = 0, connected = 0;
    for (size_t i = 0; i < version->layer_count; i++) {
        const map_layer *shared = version->layers[i];
        bits += paged_bytes(&shared->layer.rows);
        for (const map_table_entry *entry = shared->tables; entry; entry = entry->next)
            connected += entry->kind == &regions_kind ? regions_bytes(entry->table) : 0;
    }
    fw_map_memory use;
    must(fw_map_memory_use(map, &use), "no memory use");
    printf(" %9.1f %9.1f %9.1f %9.1f", mega(use.map), mega(bits), mega(connected), mega(use.tables));
    printf(" %9.1f", mega(bytes_of(map)));
}

/// What a version costs beside the newest one, after a tile was changed.
static void print_version(fw_map *map)
{
    const fw_map *held = fw_map_snapshot(map);
    const size_t before = bytes_of(map);
    must(fw_map_set_tile(map, fw_map_width(map) / 2, fw_map_height(map) / 2, FW_BLOCKED), "no edit");
    const double start = stopwatch_us();
    must(fw_map_commit(map), "no commit");
    const double ms = (stopwatch_us() - start) / 1e3;
    printf(" %9.1f %10.2f\n", mega(bytes_of(map) - before), ms);
    fw_map_release(held);
}

static void measure(const char *ground, fw_map *map, int32_t side, int units)
{
    const double start = stopwatch_us();
    add_units(map, units);
    const double ms = (stopwatch_us() - start) / 1e3;
    printf("%-6s %6d %6d", ground, (int)side, units);
    print_parts(map);
    printf(" %9.1f", ms);
    fflush(stdout);
    print_version(map);
    fw_map_destroy(map);
}

int main(int count, char **arguments)
{
    static char *usual[] = { "1024", "4096" };
    char **sides = count > 1 ? arguments + 1 : usual;
    const int side_count = count > 1 ? count - 1 : 2;
    printf("MiB    %6s %6s %9s %9s %9s %9s %9s %9s %9s %10s\n", "side", "units", "tiles", "layers", "regions",
           "tables", "all", "build ms", "version", "commit ms");
    for (int i = 0; i < side_count; i++) {
        const int32_t side = (int32_t)strtol(sides[i], NULL, 10);
        for (int units = 1; units <= KINDS; units += KINDS - 1) {
            measure("open", open_ground(side), side, units);
            measure("caves", caves(side), side, units);
        }
    }
    return 0;
}
