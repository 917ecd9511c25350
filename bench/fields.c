#define _POSIX_C_SOURCE 199309L
/// Directional search without haste over a field with blocks, from one corner to the other, heading right at first and
/// down in the end: expansions, all work, and the least time of N passes.
///
///     bench_fields [--repeat N] [--side N] [--blocks N] [--radius R] [--method NAME]
///
/// asks all methods that are named after a neighbourhood, at radius 1, 2 and 3, on fields of 4,096 x 4,096 tiles with
/// no blocks, 40 and 400, unless told otherwise. The more blocks there are, the smaller they are.

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/random.h"
#include "common/arguments.h"
#include "common/give_up.h"
#include "common/stopwatch.h"
#include "fairway/fairway.h"

static const fw_method methods[] = { FW_DIRECTIONAL_8, FW_DIRECTIONAL_24, FW_DIRECTIONAL_48,
                                     FW_DIRECTIONAL_80, FW_DIRECTIONAL };

typedef struct options {
    int repeat, side;
    double blocks, radius;
    const char *method;
} options;

/// Ends of the way, as shares of the side.
static fw_pose corner(int side, double x, double y, double heading)
{
    return (fw_pose){ floor(side * x) + 0.5, floor(side * y) + 0.5, heading };
}

static fw_pose start_on(int side)
{
    return corner(side, 0.025, 0.05, 0);
}

static fw_pose goal_on(int side)
{
    return corner(side, 0.95, 0.75, FW_PI / 2);
}

/// Is a pose within a rectangle, or so near that it could not turn?
static bool is_near(fw_pose at, int32_t x, int32_t y, int32_t width, int32_t height)
{
    const double reach = 20;
    return at.x > x - reach && at.x < x + width + reach && at.y > y - reach && at.y < y + height + reach;
}

/// Blocks whose sides are a fifth of what would cover the field, and up to twice that.
static fw_map *field_with_blocks(int side, int blocks)
{
    fw_map_def def = fw_default_map_def();
    fw_map *map;
    random_source source = { 1 };
    def.width = def.height = side;
    if (fw_map_create(&def, &map) != FW_OK)
        give_up("no memory");
    const uint32_t least = blocks > 0 ? (uint32_t)(side / sqrt(blocks) / 5) + 1 : 0;
    while (blocks > 0) {
        const int32_t width = (int32_t)(least + random_below(&source, 2 * least));
        const int32_t height = (int32_t)(least + random_below(&source, 2 * least));
        const int32_t x = (int32_t)random_below(&source, (uint32_t)(side - width));
        const int32_t y = (int32_t)random_below(&source, (uint32_t)(side - height));
        if (is_near(start_on(side), x, y, width, height) || is_near(goal_on(side), x, y, width, height))
            continue;
        fw_map_set_rect(map, x, y, width, height, FW_BLOCKED);
        blocks--;
    }
    if (fw_map_commit(map) != FW_OK)
        give_up("no memory");
    return map;
}

static void measure(fw_map *map, const options *how, fw_method method, double radius)
{
    fw_unit_def def = fw_default_unit_def();
    def.footprint = fw_circle(0.33);
    def.size = 1;
    def.turn_radius = radius;
    def.methods = FW_METHOD_BIT(method);
    fw_unit_id unit;
    fw_planner *planner;
    fw_path *path;
    if (fw_map_add_unit(map, &def, &unit) != FW_OK || fw_planner_create(map, NULL, &planner) != FW_OK ||
        fw_path_create(NULL, &path) != FW_OK)
        give_up("no memory");
    fw_request ask = fw_default_request();
    ask.unit = unit;
    ask.method = method;
    ask.heuristic = FW_HEURISTIC_MOTIONS;
    ask.start = start_on(how->side);
    ask.goal = fw_goal_pose(goal_on(how->side));
    fw_result result = FW_OK;
    fw_statistics statistics = { 0 };
    double least_us = INFINITY;
    for (int pass = 0; pass < how->repeat; pass++) {
        const double begun = stopwatch_us();
        result = fw_find_path(planner, &ask, path);
        least_us = fmin(least_us, stopwatch_us() - begun);
        fw_planner_statistics(planner, &statistics);
    }
    printf("%-15s %6g %12llu %12llu %10.3f %12.3f  %s\n", fw_method_name(method), radius,
           (unsigned long long)statistics.expanded, (unsigned long long)statistics.work, least_us / 1e6,
           fw_path_length(path), fw_result_text(result));
    fflush(stdout);
    fw_path_destroy(path);
    fw_planner_destroy(planner);
    fw_map_remove_unit(map, unit);
    fw_map_commit(map);
}

static void measure_field(const options *how, int blocks)
{
    fw_map *map = field_with_blocks(how->side, blocks);
    printf("%d x %d tiles, %d blocks\n", how->side, how->side, blocks);
    printf("%-15s %6s %12s %12s %10s %12s\n", "method", "radius", "expanded", "work", "seconds", "length");
    for (size_t i = 0; i < sizeof methods / sizeof *methods; i++) {
        if (how->method ? strcmp(how->method, fw_method_name(methods[i])) != 0 : methods[i] == FW_DIRECTIONAL)
            continue;
        for (int radius = 1; radius <= 3; radius++)
            if (how->radius == 0 || how->radius == radius)
                measure(map, how, methods[i], radius);
    }
    fw_map_destroy(map);
}

int main(int count, char **words)
{
    options how = { .repeat = 1, .side = 4096, .blocks = -1 };
    const argument known[] = {
        { .name = "--repeat", .whole = &how.repeat }, { .name = "--side", .whole = &how.side },
        { .name = "--blocks", .real = &how.blocks },  { .name = "--radius", .real = &how.radius },
        { .name = "--method", .text = &how.method },  { 0 }
    };
    arguments_read(known, count, words);
    if (how.blocks >= 0) {
        measure_field(&how, (int)how.blocks);
        return 0;
    }
    const int some[] = { 0, 40, 400 };
    for (int i = 0; i < 3; i++)
        measure_field(&how, some[i]);
    return 0;
}
