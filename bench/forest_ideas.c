#define _POSIX_C_SOURCE 199309L
/// What each idea of a search among circles gains: the plain search on all bitangents, with one idea alone, with all
/// ideas, and with all but one; and how much of the large graph the library looks at.
///
///     bench_forest_ideas [--trees N]

#include <math.h>
#include <stdio.h>

#include "common/arguments.h"
#include "common/give_up.h"
#include "common/grove.h"
#include "common/median.h"
#include "common/stopwatch.h"
#include "common/surfing.h"

enum { IDEAS = 6, REPEATS = 3 };

static const char *const idea_names[IDEAS] = { "index",       "laziness",  "no cusps",
                                               "no crossing", "dominance", "ellipse" };

/// Computes the path with some ideas; the median time, in microseconds.
static double time_ideas(const grove *grove, unsigned ideas, double *length, surfing_counts *counts)
{
    const forest_way way = grove_across(grove, 0);
    const fw_tree start = { way.sx, way.sy, 0 }, goal = { way.gx, way.gy, 0 };
    double spent[REPEATS];
    for (int i = 0; i < REPEATS; i++) {
        const double begin = stopwatch_computed_us();
        *length = surfing_shortest(grove->trees, grove->count, start, goal, ideas, counts);
        spent[i] = stopwatch_computed_us() - begin;
    }
    return median_of(spent, REPEATS);
}

static void print_row(const char *with, const char *name, double spent, double plain,
                      const surfing_counts *counts)
{
    printf("  %-8s %-12s %12.0f %9.2f %11.0f %11.0f %11.0f %9.0f\n", with, name, spent, plain / spent,
           (double)counts->lines, (double)counts->generated, (double)counts->crossing,
           (double)counts->expanded);
    fflush(stdout);
}

/// Lines and arcs that a planner has seen.
typedef struct edge_counts {
    double lines, reached;
} edge_counts;

static void count_edge(const fw_forest_edge *edge, void *user)
{
    edge_counts *counts = user;
    counts->lines += edge->kind == FW_FOREST_LINE;
    counts->reached += edge->kind == FW_FOREST_LINE && edge->is_reached;
}

/// Tells how much of the graph of all bitangents one query of the library looks at.
static void print_library(grove *grove, double plain, double plain_length)
{
    double spent[REPEATS];
    edge_counts seen = { 0, 0 };
    fw_statistics statistics;
    const double all = 4 * (double)grove->count * (grove->count - 1);
    for (int i = 0; i < REPEATS; i++)
        spent[i] = grove_time(grove, grove_across(grove, 1e-7 * i));
    grove_time(grove, grove_across(grove, 1e-7 * REPEATS));
    if (fw_forest_planner_edges(grove->planner, count_edge, &seen) != FW_OK)
        give_up("no edges");
    fw_forest_planner_statistics(grove->planner, &statistics);
    const double library = median_of(spent, REPEATS);
    printf("  %-8s %-12s %12.0f %9.2f %11s %11.0f %11s %9.0f\n", "library", "", library, plain / library, "",
           (double)statistics.generated, "", (double)statistics.expanded);
    printf("  the library has kept %.0f lines of %.0f bitangents (%.3f %%) and reached %.0f (%.4f %%)\n",
           seen.lines, all, 100 * seen.lines / all, seen.reached, 100 * seen.reached / all);
    const double off = fabs(fw_path_length(grove->path) - plain_length);
    if (off > 1e-4)
        give_up("the lengths differ");
}

static void measure(grove_kind kind, int count)
{
    grove grove = grove_plant(kind, count);
    surfing_counts counts;
    double length, plain_length;
    printf("%s, %d trees\n  %-21s %12s %9s %11s %11s %11s %9s\n", grove_names[kind], count, "ideas", "us",
           "times", "tested", "generated", "crossing", "expanded");
    const double plain = time_ideas(&grove, 0, &plain_length, &counts);
    print_row("none", "", plain, plain, &counts);
    for (unsigned group = 0; group < 2; group++)
        for (int i = 0; i < IDEAS; i++) {
            const unsigned idea = 1u << i;
            const double spent = time_ideas(&grove, group ? SURFING_ALL & ~idea : idea, &length, &counts);
            print_row(group ? "all but" : "only", idea_names[i], spent, plain, &counts);
            if (fabs(length - plain_length) > 1e-9)
                give_up("the lengths differ");
        }
    const double all = time_ideas(&grove, SURFING_ALL, &length, &counts);
    print_row("all", "", all, plain, &counts);
    print_library(&grove, plain, plain_length);
    grove_end(&grove);
}

int main(int argc, char **argv)
{
    int trees = 300;
    const argument known[] = { { .name = "--trees", .whole = &trees }, { .name = NULL } };
    arguments_read(known, argc, argv);
    for (int kind = 0; kind < GROVE_KINDS; kind++)
        measure((grove_kind)kind, trees);
    return 0;
}
