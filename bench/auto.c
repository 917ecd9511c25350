/// What `auto` pays for its speed with vehicles of small turning radii: the cost of its path over that of the cheaper
/// one of `directional` and `hybrid`, and its work beside that of `directional`, all without smoothing. Radii of 0.5,
/// 1, 2, 3, 4 and 6 tiles, a round body of radius 0.4 or a rectangle of 1.6 x 0.8; with a reverse gear, reverse costs
/// twice as much and a change of gear 1. Starts and goals at random, 2 to 80 tiles apart, every fourth goal without a
/// heading.
///
///     bench_auto [--queries N] [NAME...]
///
/// asks N queries (30) for each radius and map, with and without a reverse gear. Run in the project's root; the maps
/// are read from ../shared/data.

#include <math.h>
#include <stdio.h>

#include "base/random.h"
#include "common/arguments.h"
#include "common/median.h"
#include "common/must.h"
#include "common/sampling.h"
#include "common/wide_worlds.h"

enum { RADII = 6, MOST_RATIOS = 10000 };

static const double radii[RADII] = { 0.5, 1, 2, 3, 4, 6 };
static const char *const names[] = { "dao/arena",       "dao/hrt201n",           "rooms/32room_000",
                                     "rooms/8room_000", "random/random512-10-0", "bg512/AR0072SR" };
enum { NAMES = sizeof names / sizeof *names };

/// What was measured of the queries with a path.
typedef struct tally {
    double ratios[MOST_RATIOS];
    int count;
    double work, directional_work;
} tally;

/// Cost of the path that a method finds; infinite if it finds none. Adds its work.
static double cost_by(fw_planner *planner, fw_request ask, fw_method method, fw_path *path, double *work)
{
    fw_path_summary summary;
    fw_statistics did;
    ask.method = method;
    const fw_result found = fw_find_path(planner, &ask, path);
    must(fw_planner_statistics(planner, &did));
    fw_path_summarise(path, &summary);
    *work = (double)did.work;
    return found == FW_OK ? summary.cost : INFINITY;
}

static fw_request request_at_random(const fw_map *map, fw_unit_id unit, random_source *source)
{
    const double width = fw_map_width(map), height = fw_map_height(map);
    fw_request ask = fw_default_request();
    ask.unit = unit;
    ask.max_work = 100000;
    fw_pose to;
    do {
        const double far = exp(random_within(source, log(2), log(80))),
                     way = random_within(source, -FW_PI, FW_PI);
        ask.start = (fw_pose){ random_within(source, 0, width), random_within(source, 0, height),
                               random_within(source, -FW_PI, FW_PI) };
        to = (fw_pose){ ask.start.x + far * cos(way), ask.start.y + far * sin(way),
                        random_within(source, -FW_PI, FW_PI) };
    } while (to.x < 0 || to.y < 0 || to.x >= width || to.y >= height);
    ask.goal = random_below(source, 4) ? fw_goal_pose(to) : fw_goal_at(to.x, to.y);
    return ask;
}

static void ask_at_random(const fw_map *map, fw_unit_id unit, int queries, random_source *source, tally *all)
{
    fw_planner *planner;
    fw_path *path;
    must(fw_planner_create(map, NULL, &planner));
    must(fw_path_create(NULL, &path));
    for (int asked = 0; asked < queries;) {
        const fw_request ask = request_at_random(map, unit, source);
        double work, own_work, other_work;
        const double cost = cost_by(planner, ask, FW_AUTO, path, &own_work);
        fw_path_summary summary;
        fw_path_summarise(path, &summary);
        if (summary.outcome == FW_OUTCOME_BLOCKED || summary.outcome == FW_OUTCOME_UNREACHABLE)
            continue;
        asked++;
        if (isinf(cost) || all->count == MOST_RATIOS)
            continue;
        double best = fmin(cost, cost_by(planner, ask, FW_DIRECTIONAL, path, &other_work));
        best = fmin(best, cost_by(planner, ask, FW_HYBRID, path, &work));
        all->ratios[all->count++] = best > 0 ? cost / best : 1;
        all->work += own_work;
        all->directional_work += other_work;
    }
    fw_path_destroy(path);
    fw_planner_destroy(planner);
}

static void report(const char *name, bool reverses, tally *all)
{
    double sum = 0;
    int above = 0;
    for (int i = 0; i < all->count; i++) {
        sum += all->ratios[i];
        above += all->ratios[i] > 1.1;
    }
    median_of(all->ratios, (size_t)all->count); // sorts them
    if (all->count > 0)
        printf("%-22s %-8s %5d %8.4f %8.3f %8.3f %6d %10.0f %12.0f\n", name, reverses ? "two" : "forward",
               all->count, sum / all->count, all->ratios[(all->count - 1) * 99 / 100],
               all->ratios[all->count - 1], above, all->work / all->count,
               all->directional_work / all->count);
}

static void measure(const char *name, int queries)
{
    char file[256];
    snprintf(file, sizeof file, "../shared/data/movingai/%s.map", name);
    for (int reverses = 0; reverses < 2; reverses++) {
        static tally all;
        all = (tally){ 0 };
        for (int i = 0; i < RADII; i++) {
            fw_map *map = wide_map(file, 1);
            if (!map)
                return;
            fw_unit_def def =
                wide_vehicle(i % 2 ? fw_rectangle(1.6, 0.8) : fw_circle(0.4), radii[i], 1 + reverses, 1);
            def.methods = FW_METHOD_BIT(FW_HYBRID);
            fw_unit_id unit;
            must(fw_map_add_unit(map, &def, &unit));
            must(fw_map_commit(map));
            random_source source = { 100 + 2 * (uint64_t)i + (uint64_t)reverses };
            ask_at_random(map, unit, queries, &source, &all);
            fw_map_destroy(map);
        }
        report(name, reverses, &all);
    }
}

int main(int count, char **arguments)
{
    int queries = 30;
    const argument known[] = { { "--queries", .whole = &queries }, { 0 } };
    const int next = arguments_read(known, count, arguments);
    const sampling wanted = { .words = arguments + next, .word_count = count - next };
    printf("%-22s %-8s %5s %8s %8s %8s %6s %10s %12s\n", "map", "gears", "found", "mean", "99 %", "worst",
           "> 1.1", "work", "directional");
    for (int i = 0; i < NAMES; i++)
        if (sampling_takes(&wanted, names[i]))
            measure(names[i], queries);
    return 0;
}
