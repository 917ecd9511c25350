/// The path of least time (fw_request::fastest) against the best of five paths that are found with a charge for turns
/// of 0, 3, 6, 12 and 40 tiles, on random queries of public maps.
///
///     bench_fastest_charges [--queries N] [--seed S] [NAME...]
///
/// asks N queries (500) in all, spread over the maps whose name holds one of the words. Each ten queries have a unit of
/// their own: body, turning radius, reverse, number of headings and speeds are drawn at random, and so are method,
/// heuristic and smoothing of each query. All six requests of a query are the same but for what they minimise. Columns:
/// queries with a path; how many paths of least time are slower than the best of the five, as fast and quicker; the
/// driving time of all of them, divided by that of the best of the five, and by that of the shortest paths. Run in the
/// project's root; the maps are read from ../shared/data.

#include <math.h>
#include <stdio.h>

#include "base/random.h"
#include "base/trig.h"
#include "common/arguments.h"
#include "common/must.h"
#include "common/sampling.h"
#include "fairway/fairway.h"
#include "io/map_file.h"

enum { MAPS = 10, CHARGES = 5, QUERIES_OF_UNIT = 10, MOST_AWAY = 25 };

static const char *const names[MAPS] = { "dao/arena",          "dao/hrt201n",           "dao/brc202d",
                                         "bg512/AR0072SR",     "sc1/Aftershock",        "cities/Berlin_0_512",
                                         "rooms/32room_000",   "random/random512-10-0", "mazes/maze512-32-0",
                                         "wc3maps512/riverrun" };

static const double charges[CHARGES] = { 0, 3, 6, 12, 40 };

static const fw_method methods[] = {
    FW_AUTO,           FW_AUTO,           FW_AUTO,          FW_DIRECTIONAL,
    FW_DIRECTIONAL_24, FW_DIRECTIONAL_48, FW_DIRECTIONAL_8, FW_DIRECTIONAL_80
};

enum { METHODS = sizeof methods / sizeof *methods };

typedef struct contest {
    random_source random;
    fw_map *map;
    fw_planner *planner;
    fw_path *path;
    fw_unit_id unit;
    fw_speed_def speeds;
} contest;

typedef struct tally {
    int found, slower, equal, quicker;
    double seconds, charged, shortest;
} tally;

/// Registers a unit of random shape, which all methods serve, and draws its speeds.
static void draw_unit(contest *contest)
{
    random_source *random = &contest->random;
    fw_unit_def def = fw_default_unit_def();
    const double radius = random_within(random, 0.2, 0.9);
    def.footprint = random_below(random, 3) ? fw_circle(radius) : fw_rectangle(2 * radius, radius);
    def.size = radius > 0.5 ? 2 : 1;
    def.turn_radius = random_within(random, 0.5, 4);
    def.reverse = random_below(random, 3) == 0;
    def.headings = random_below(random, 4) ? 8 : 16;
    for (int i = 0; i < METHODS; i++)
        def.methods |= FW_METHOD_BIT(methods[i]);
    must(fw_map_add_unit(contest->map, &def, &contest->unit));
    must(fw_planner_create(contest->map, NULL, &contest->planner));
    contest->speeds = fw_default_speed_def();
    contest->speeds.top = random_within(random, 0.5, 8);
    contest->speeds.acceleration = random_within(random, 0.3, 4);
    contest->speeds.braking = random_within(random, 0.3, 4);
    contest->speeds.lateral = random_within(random, 0.1, 3);
}

static fw_pose draw_pose(contest *contest, fw_pose near, double away)
{
    random_source *random = &contest->random;
    const double width = fw_map_width(contest->map), height = fw_map_height(contest->map);
    return (fw_pose){ random_within(random, fmax(near.x - away, 0.5), fmin(near.x + away, width - 0.5)),
                      random_within(random, fmax(near.y - away, 0.5), fmin(near.y + away, height - 0.5)),
                      random_within(random, -FW_PI, FW_PI) };
}

static fw_request draw_request(contest *contest)
{
    random_source *random = &contest->random;
    fw_request ask = fw_default_request();
    ask.unit = contest->unit;
    ask.start = draw_pose(contest, (fw_pose){ 0 }, INFINITY);
    const fw_pose goal = draw_pose(contest, ask.start, MOST_AWAY);
    ask.goal = random_below(random, 2) ? fw_goal_pose(goal) : fw_goal_at(goal.x, goal.y);
    ask.method = methods[random_below(random, METHODS)];
    ask.heuristic = random_below(random, 8) ? FW_HEURISTIC_AUTO : FW_HEURISTIC_MOTIONS;
    ask.smoothing = random_below(random, 4) ? FW_SMOOTH_AUTO : FW_SMOOTH_NONE;
    return ask;
}

/// Seconds that the unit takes for a request's path; infinite if there is none, or if it cannot be driven.
static double seconds_for(const contest *contest, const fw_request *ask)
{
    const bool found = fw_find_path(contest->planner, ask, contest->path) == FW_OK &&
                       fw_path_profile(contest->map, &contest->speeds, contest->path, NULL) == FW_OK;
    return found ? fw_path_duration(contest->path) : INFINITY;
}

/// The name of the method that has found the path.
static const char *method_of(const contest *contest)
{
    fw_path_summary summary;
    must(fw_path_summarise(contest->path, &summary));
    return fw_method_name(summary.method);
}

/// Asks a query. If a path of least time is slower than the best of the five, prints both.
///
/// @return false: there is no path, or the unit cannot drive along the shortest one
static bool ask_query(contest *contest, tally *all)
{
    double best = INFINITY, shortest = INFINITY, charge = 0;
    const char *method = "";
    fw_request ask = draw_request(contest);
    for (int i = 0; i < CHARGES && (i == 0 || shortest < INFINITY); i++) {
        ask.turn_charge = charges[i];
        const double seconds = seconds_for(contest, &ask);
        shortest = i == 0 ? seconds : shortest;
        if (seconds < best) {
            best = seconds;
            charge = charges[i];
            method = method_of(contest);
        }
    }
    if (best == INFINITY)
        return false;
    ask.turn_charge = 0;
    ask.fastest = &contest->speeds;
    const double seconds = seconds_for(contest, &ask);
    if (seconds > best)
        printf("slower: %s by %s, smoothing %d, heuristic %d: %.4f s, %.4f s by a charge of %g (%s)\n",
               fw_method_name(ask.method), method_of(contest), ask.smoothing, ask.heuristic, seconds, best,
               charge, method);
    all->found++;
    all->slower += seconds > best;
    all->equal += seconds == best;
    all->quicker += seconds < best;
    all->seconds += seconds;
    all->charged += best;
    all->shortest += shortest;
    return true;
}

static void ask_map(contest *contest, int queries, tally *all)
{
    while (all->found < queries) {
        draw_unit(contest);
        for (int i = 0; i < QUERIES_OF_UNIT && all->found < queries; i++)
            for (int tries = 0; tries < 100 && !ask_query(contest, all); tries++)
                ;
        fw_planner_destroy(contest->planner);
        must(fw_map_remove_unit(contest->map, contest->unit));
    }
}

static void add(tally *sum, const tally *part)
{
    sum->found += part->found;
    sum->slower += part->slower;
    sum->equal += part->equal;
    sum->quicker += part->quicker;
    sum->seconds += part->seconds;
    sum->charged += part->charged;
    sum->shortest += part->shortest;
}

static void report(const char *name, const tally *all)
{
    printf("%-22s %7d %7d %7d %7d %10.4f %10.4f\n", name, all->found, all->slower, all->equal, all->quicker,
           all->seconds / all->charged, all->seconds / all->shortest);
    fflush(stdout);
}

int main(int count, char **arguments)
{
    int queries = 500, seed = 1, taken = 0;
    const argument known[] = { { "--queries", .whole = &queries }, { "--seed", .whole = &seed }, { 0 } };
    const int next = arguments_read(known, count, arguments);
    const sampling how = { .words = arguments + next, .word_count = count - next };
    tally sum = { 0 };
    for (int i = 0; i < MAPS; i++)
        taken += sampling_takes(&how, names[i]);
    printf("%-22s %7s %7s %7s %7s %10s %10s\n", "map", "found", "slower", "equal", "quicker", "of best",
           "of shortest");
    for (int i = 0; i < MAPS; i++) {
        char file[256];
        io_fault fault;
        contest contest = { .random = { (uint64_t)(seed * 1000 + i) } };
        tally all = { 0 };
        if (!sampling_takes(&how, names[i]))
            continue;
        snprintf(file, sizeof file, "../shared/data/movingai/%s.map", names[i]);
        if (!io_map_load(file, NULL, &contest.map, &fault)) {
            printf("%-22s is not here: skipped\n", names[i]);
            continue;
        }
        must(fw_path_create(NULL, &contest.path));
        ask_map(&contest, (queries + taken - 1) / taken, &all);
        report(names[i], &all);
        add(&sum, &all);
        fw_path_destroy(contest.path);
        fw_map_destroy(contest.map);
    }
    report("all", &sum);
    return 0;
}
