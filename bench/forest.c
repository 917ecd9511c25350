#define _POSIX_C_SOURCE 199309L
/// Times of a cold query through forests of 10 to 30,000 trees, of warm queries, and of queries after a tree has moved.
/// Up to `--brute` trees, beside those of a graph of all bitangents, and of a lazy graph without an index: its lines
/// are computed when a path first arrives at a circle, and tested against all circles. Queries across a tenth of a
/// scene of `--tenths` trees, if that is not 0.
///
///     bench_forest [--repeat N] [--brute TREES] [--most TREES] [--tenths TREES] [--figure FILE.svg]

#include <math.h>
#include <stdio.h>

#include "base/random.h"
#include "common/arguments.h"
#include "common/bitangents.h"
#include "common/give_up.h"
#include "common/grove.h"
#include "common/line_chart.h"
#include "common/median.h"
#include "common/stopwatch.h"
#include "common/surfing.h"

enum { MOST_REPEATS = 64, MOST_SIZES = 8, FEW = 5, TENTHS = 3 };

/// What the command line asks for.
typedef struct wish {
    int repeats, most_brute, most, tenths;
    const char *figure;
} wish;

/// Times that a figure shows, for one kind of scene.
typedef struct growth {
    double trees[MOST_SIZES], cold_us[MOST_SIZES], brute_us[MOST_SIZES];
    int count, brute_count;
} growth;

/// From corner to corner, for bodies of radii that were never seen, but differ by next to nothing.
static double time_cold(grove *grove, int repeats)
{
    double spent[MOST_REPEATS];
    for (int i = 0; i < repeats; i++)
        spent[i] = grove_time(grove, grove_across(grove, 1e-7 * (i + 1)));
    return median_of(spent, (size_t)repeats);
}

static double time_warm(grove *grove, int repeats)
{
    random_source from = { 5 };
    const double side = grove->side;
    double spent[MOST_REPEATS];
    for (int i = 0; i < 200; i++)
        grove_time(grove, (forest_way){ 0, -1 - random_unit(&from), random_within(&from, 0, side),
                                        side + 1 + random_unit(&from), random_within(&from, 0, side) });
    for (int i = 0; i < repeats; i++)
        spent[i] = grove_time(grove, (forest_way){ 0, -1 - random_unit(&from), random_within(&from, -1, 1),
                                                   side + 1, side + random_within(&from, -1, 1) });
    return median_of(spent, (size_t)repeats);
}

/// What moving a tree adds to the next query, in the median: most trees lie aside.
static double time_move(grove *grove, int repeats)
{
    random_source from = { 7 };
    double added[MOST_REPEATS];
    for (int i = 0; i < repeats; i++) {
        const double before = grove_time(grove, grove_across(grove, 0));
        const int at = (int)random_below(&from, (uint32_t)grove->count);
        grove->trees[at].x += random_within(&from, -0.1, 0.1);
        grove->trees[at].y += random_within(&from, -0.1, 0.1);
        if (fw_forest_move(grove->forest, grove->ids[at], grove->trees[at]) != FW_OK)
            give_up("no memory");
        added[i] = grove_time(grove, grove_across(grove, 0)) - before;
    }
    return median_of(added, (size_t)repeats);
}

/// A query for a radius that was never seen, in the median of a few, so that the trees near by are in a cache.
static double time_unseen(grove *grove, forest_way way, fw_statistics *spent)
{
    double taken[FEW];
    for (int i = 0; i < FEW; i++) {
        way.body += 1e-9;
        taken[i] = grove_time(grove, way);
    }
    fw_forest_planner_statistics(grove->planner, spent);
    return median_of(taken, FEW);
}

/// Across a tenth of a scene; the same start and goal among the trees of a square around them; and among those of the
/// tenth alone: in the median over different places.
static void measure_tenths(grove_kind kind, int count, int places)
{
    static const double around[TENTHS] = { INFINITY, 1, 0 };
    static const char *const names[TENTHS] = { "all", "3 x 3 tenths", "the tenth" };
    random_source from = { 11 };
    grove whole = grove_plant(kind, count);
    const double far = 0.1 * whole.side;
    double spent[TENTHS][MOST_REPEATS], expanded[TENTHS][MOST_REPEATS], trees[TENTHS][MOST_REPEATS];
    for (int i = 0; i < places; i++) {
        const double x = random_within(&from, 0, 0.9 * whole.side);
        const double y = random_within(&from, 0, 0.9 * whole.side);
        const forest_way way = { 1e-5 + 1e-7 * i, x, y, x + far, y + far };
        for (int j = 0; j < TENTHS; j++) {
            const double margin = around[j] * far;
            grove cut = j ? grove_cut(&whole, x - margin, y - margin, far + 2 * margin) : whole;
            for (int k = 0; j && k < FW_FOREST_RADII; k++) // room for all radii
                grove_time(&cut, (forest_way){ 1e-4 + 1e-7 * k, x, y, way.gx, way.gy });
            fw_statistics counted;
            spent[j][i] = time_unseen(&cut, way, &counted);
            expanded[j][i] = (double)counted.expanded;
            trees[j][i] = cut.count;
            if (j)
                grove_end(&cut);
        }
        i -= fw_path_length(whole.path) == 0; // start or goal is blocked
    }
    for (int j = 0; j < TENTHS; j++)
        printf("%-7s %-14s %8.0f %10.1f %8.0f\n", grove_names[kind], names[j],
               median_of(trees[j], (size_t)places), median_of(spent[j], (size_t)places),
               median_of(expanded[j], (size_t)places));
    fflush(stdout);
    grove_end(&whole);
}

/// A search that computes lines when a path first arrives at a circle, and has no index.
///
/// @param shortest  length of the path, which it must find
static double time_lazy(const grove *grove, double shortest)
{
    const forest_way way = grove_across(grove, 0);
    const double begin = stopwatch_computed_us();
    const double length = surfing_shortest(grove->trees, grove->count, (fw_tree){ way.sx, way.sy, 0 },
                                           (fw_tree){ way.gx, way.gy, 0 }, SURFING_LAZINESS, NULL);
    const double spent = stopwatch_computed_us() - begin;
    if (fabs(length - shortest) > 1e-9)
        give_up("the lengths differ");
    return spent;
}

static void measure(grove_kind kind, int count, const wish *wish, growth *grown)
{
    grove grove = grove_plant(kind, count);
    bitangent_counts all = { 0 };
    fw_statistics spent;
    double brute = NAN, lazy = NAN, shortest = NAN;
    if (count <= wish->most_brute) {
        const forest_way way = grove_across(&grove, 0);
        const double begin = stopwatch_computed_us();
        shortest = bitangents_shortest(grove.trees, count, way.sx, way.sy, way.gx, way.gy, &all);
        brute = stopwatch_computed_us() - begin;
        lazy = time_lazy(&grove, shortest);
        grown->brute_us[grown->brute_count++] = brute;
    }
    grove_time(&grove, (forest_way){ 1, -3, -3, -2, -3 });
    const double cold = time_cold(&grove, wish->repeats);
    grove_time(&grove, grove_across(&grove, 0));
    fw_forest_planner_statistics(grove.planner, &spent);
    const double off = fabs(fw_path_length(grove.path) - shortest);
    const double warm = time_warm(&grove, wish->repeats), move = time_move(&grove, wish->repeats);
    printf("%-7s %6d %10.1f %8.1f %8.1f %12.0f %8.0f %11.0f %8.0f %7.0f %7.0f %8.1e\n", grove_names[kind],
           count, cold, warm, move, brute, brute / cold, lazy, lazy / cold, (double)spent.expanded,
           (double)spent.bytes / 1024, off);
    fflush(stdout);
    grown->trees[grown->count] = count;
    grown->cold_us[grown->count++] = cold;
    grove_end(&grove);
}

static double greatest_time(const growth grown[GROVE_KINDS])
{
    double most = 0;
    for (int kind = 0; kind < GROVE_KINDS; kind++) {
        for (int i = 0; i < grown[kind].count; i++)
            most = fmax(most, grown[kind].cold_us[i]);
        for (int i = 0; i < grown[kind].brute_count; i++)
            most = fmax(most, grown[kind].brute_us[i]);
    }
    return most;
}

/// Draws cold queries and the graph of all bitangents, beside n^2 and n^3.
static void draw(const char *file, const growth grown[GROVE_KINDS])
{
    static const char *const colours[] = { "#1b9e77", "#d95f02", "#7570b3" };
    static const char *const brute_names[] = { "all bitangents, sparse", "all bitangents, dense",
                                               "all bitangents, forest" };
    const growth *longest = &grown[GROVE_FOREST];
    double powers[2][MOST_SIZES];
    chart_line lines[2 * GROVE_KINDS + 2];
    int count = 0;
    for (int kind = 0; kind < GROVE_KINDS; kind++) {
        const growth *it = &grown[kind];
        lines[count++] =
            (chart_line){ grove_names[kind], colours[kind], false, it->trees, it->cold_us, it->count };
        if (it->brute_count > 0)
            lines[count++] = (chart_line){ brute_names[kind], colours[kind], true,
                                           it->trees,         it->brute_us,  it->brute_count };
    }
    const double most = 2 * greatest_time(grown); // powers beyond would press the measured lines together
    for (int power = 2; power <= 3; power++) {
        int drawn = 0;
        for (; drawn < longest->count; drawn++) {
            const double value = longest->cold_us[0] * pow(longest->trees[drawn] / longest->trees[0], power);
            if (value > most)
                break;
            powers[power - 2][drawn] = value;
        }
        lines[count++] = (chart_line){ power == 2 ? "as the square" : "as the cube",
                                       power == 2 ? "#999" : "#333",
                                       true,
                                       longest->trees,
                                       powers[power - 2],
                                       drawn };
    }
    FILE *to = fopen(file, "w");
    if (!to)
        give_up("the figure cannot be written");
    const line_chart chart = { "Shortest paths from corner to corner", "trees", "time of a cold query, us",
                               lines, count };
    line_chart_write(&chart, to);
    fclose(to);
}

int main(int argc, char **argv)
{
    wish wish = { .repeats = 15, .most_brute = 1000, .most = 3000 };
    const argument known[] = {
        { .name = "--repeat", .whole = &wish.repeats }, { .name = "--brute", .whole = &wish.most_brute },
        { .name = "--most", .whole = &wish.most },      { .name = "--tenths", .whole = &wish.tenths },
        { .name = "--figure", .text = &wish.figure },   { .name = NULL }
    };
    arguments_read(known, argc, argv);
    wish.repeats = wish.repeats < MOST_REPEATS ? wish.repeats : MOST_REPEATS;
    printf("%-7s %6s %10s %8s %8s %12s %8s %11s %8s %7s %7s %8s\n", "scene", "trees", "cold us", "warm us",
           "move us", "all us", "times", "lazy us", "times", "expand", "KiB", "off");
    const int counts[MOST_SIZES] = { 10, 30, 100, 300, 1000, 3000, 10000, 30000 };
    growth grown[GROVE_KINDS] = { { .count = 0 } };
    for (int kind = 0; kind < GROVE_KINDS; kind++)
        for (size_t i = 0; i < MOST_SIZES; i++)
            if (counts[i] <= wish.most)
                measure((grove_kind)kind, counts[i], &wish, &grown[kind]);
    if (wish.tenths > 0)
        printf("\nacross a tenth of a scene, among its trees or some of them\n%-7s %-14s %8s %10s %8s\n",
               "scene", "among", "trees", "cold us", "expand");
    for (int kind = 0; kind < GROVE_KINDS && wish.tenths > 0; kind++)
        measure_tenths((grove_kind)kind, wish.tenths, wish.repeats);
    if (wish.figure)
        draw(wish.figure, grown);
    return 0;
}
