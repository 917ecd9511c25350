#define _POSIX_C_SOURCE 199309L
/// Times of a cold query through forests of 100 to 3,000 trees, beside those of a graph of all bitangents; of warm
/// queries, and of queries after a tree has moved. The graph of all bitangents is drawn up to `--brute` trees.

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "base/random.h"
#include "common/arguments.h"
#include "common/bitangents.h"
#include "common/median.h"
#include "fairway/forest.h"

enum { KINDS = 3, MOST_REPEATS = 64 };

static const char *const kind_names[KINDS] = { "sparse", "dense", "forest" };

/// A square with trees, one for each of its tiles in the mean.
typedef struct scene {
    fw_tree *trees;
    fw_tree_id *ids;
    int count;
    double side;
    fw_forest *forest;
    fw_forest_planner *planner;
    fw_path *path;
} scene;

/// Microseconds that this process has computed: other ones on the machine do not count.
static double computed_us(void)
{
    struct timespec spent;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &spent);
    return 1e6 * (double)spent.tv_sec + 1e-3 * (double)spent.tv_nsec;
}

static void must(fw_result result)
{
    if (result == FW_OK)
        return;
    fprintf(stderr, "%s\n", fw_result_text(result));
    exit(1);
}

/// Sparse: 10 % of the ground is covered. Dense: 45 %, overlapping. Forest: equal trees on a jittered lattice.
static fw_tree draw_tree(random_source *from, int kind, int i, double side)
{
    const int across = (int)side + 1;
    if (kind == 2)
        return (fw_tree){ i % across + random_within(from, 0, 0.5), i / across + random_within(from, 0, 0.5),
                          0.25 };
    const double mean = sqrt((kind == 0 ? 0.10 : 0.6) / FW_PI);
    return (fw_tree){ random_within(from, 0, side), random_within(from, 0, side),
                      mean * random_within(from, 0.6, 1.35) };
}

static scene draw_scene(int kind, int count)
{
    random_source from = { (uint64_t)(count * KINDS + kind) };
    scene drawn = { .count = count, .side = sqrt(count) };
    drawn.trees = malloc((size_t)count * sizeof *drawn.trees);
    drawn.ids = malloc((size_t)count * sizeof *drawn.ids);
    must(fw_forest_create(NULL, &drawn.forest));
    for (int i = 0; i < count; i++) {
        drawn.trees[i] = draw_tree(&from, kind, i, drawn.side);
        must(fw_forest_add(drawn.forest, drawn.trees[i], &drawn.ids[i]));
    }
    must(fw_forest_planner_create(drawn.forest, NULL, &drawn.planner));
    must(fw_path_create(NULL, &drawn.path));
    return drawn;
}

static void end_scene(scene *ended)
{
    fw_path_destroy(ended->path);
    fw_forest_planner_destroy(ended->planner);
    fw_forest_destroy(ended->forest);
    free(ended->trees);
    free(ended->ids);
}

static double time_query(scene *scene, double body, double sx, double sy, double gx, double gy)
{
    fw_forest_request ask = fw_default_forest_request();
    ask.radius = body;
    ask.start_x = sx;
    ask.start_y = sy;
    ask.goal_x = gx;
    ask.goal_y = gy;
    const double begin = computed_us();
    const fw_result found = fw_forest_find_path(scene->planner, &ask, scene->path);
    const double spent = computed_us() - begin;
    if (found != FW_OK && found != FW_UNREACHABLE && found != FW_START_BLOCKED && found != FW_GOAL_BLOCKED)
        must(found);
    return spent;
}

/// From corner to corner, for bodies of radii that were never seen, but differ by next to nothing.
static double time_cold(scene *scene, int repeats)
{
    double spent[MOST_REPEATS];
    for (int i = 0; i < repeats; i++)
        spent[i] = time_query(scene, 1e-7 * (i + 1), -1, -1, scene->side + 1, scene->side + 1);
    return median_of(spent, (size_t)repeats);
}

static double time_warm(scene *scene, int repeats)
{
    random_source from = { 5 };
    double spent[MOST_REPEATS];
    for (int i = 0; i < 200; i++)
        time_query(scene, 0, -1 - random_unit(&from), random_within(&from, 0, scene->side),
                   scene->side + 1 + random_unit(&from), random_within(&from, 0, scene->side));
    for (int i = 0; i < repeats; i++)
        spent[i] = time_query(scene, 0, -1 - random_unit(&from), random_within(&from, -1, 1), scene->side + 1,
                              scene->side + random_within(&from, -1, 1));
    return median_of(spent, (size_t)repeats);
}

/// What moving a tree adds to the next query, in the median: most trees lie aside.
static double time_move(scene *scene, int repeats)
{
    random_source from = { 7 };
    double added[MOST_REPEATS];
    for (int i = 0; i < repeats; i++) {
        const double before = time_query(scene, 0, -1, -1, scene->side + 1, scene->side + 1);
        const int at = (int)random_below(&from, (uint32_t)scene->count);
        scene->trees[at].x += random_within(&from, -0.1, 0.1);
        scene->trees[at].y += random_within(&from, -0.1, 0.1);
        must(fw_forest_move(scene->forest, scene->ids[at], scene->trees[at]));
        added[i] = time_query(scene, 0, -1, -1, scene->side + 1, scene->side + 1) - before;
    }
    return median_of(added, (size_t)repeats);
}

static void measure(int kind, int count, int repeats, int most_brute)
{
    scene scene = draw_scene(kind, count);
    bitangent_counts all = { 0 };
    fw_statistics spent;
    double brute = NAN, shortest = NAN;
    if (count <= most_brute) {
        const double begin = computed_us();
        shortest = bitangents_shortest(scene.trees, count, -1, -1, scene.side + 1, scene.side + 1, &all);
        brute = computed_us() - begin;
    }
    time_query(&scene, 1, -3, -3, -2, -3);
    const double cold = time_cold(&scene, repeats);
    time_query(&scene, 0, -1, -1, scene.side + 1, scene.side + 1);
    must(fw_forest_planner_statistics(scene.planner, &spent));
    const double off = fabs(fw_path_length(scene.path) - shortest);
    const double warm = time_warm(&scene, repeats), move = time_move(&scene, repeats);
    printf("%-7s %6d %10.1f %8.1f %8.1f %12.0f %8.0f %7.0f %7.0f %8.1e\n", kind_names[kind], count, cold,
           warm, move, brute, brute / cold, (double)spent.expanded, (double)spent.bytes / 1024, off);
    fflush(stdout);
    end_scene(&scene);
}

int main(int argc, char **argv)
{
    int repeats = 15, most_brute = 1000, most = 3000;
    const argument known[] = { { .name = "--repeat", .whole = &repeats },
                               { .name = "--brute", .whole = &most_brute },
                               { .name = "--most", .whole = &most },
                               { .name = NULL } };
    arguments_read(known, argc, argv);
    repeats = repeats < MOST_REPEATS ? repeats : MOST_REPEATS;
    printf("%-7s %6s %10s %8s %8s %12s %8s %7s %7s %8s\n", "scene", "trees", "cold us", "warm us", "move us",
           "all us", "times", "expand", "KiB", "off");
    const int counts[] = { 10, 30, 100, 300, 1000, 3000, 10000, 30000 };
    for (int kind = 0; kind < KINDS; kind++)
        for (size_t i = 0; i < sizeof counts / sizeof *counts; i++)
            if (counts[i] <= most)
                measure(kind, counts[i], repeats, most_brute);
    return 0;
}
