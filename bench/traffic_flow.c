#define _POSIX_C_SOURCE 199309L
/// Units (radius .4, top speed 2, acceleration 4) on public maps that are all ordered at once to a few goals.
///
///     bench_traffic_flow [--units N] [--goals N] [--budget N] [--dt S] [--ticks N] [NAME...]
///
/// 1,000 units, 1 and 10 goals and a goal for each unit, 5,000 expansions a tick of .1 s, unless told otherwise. "Until
/// all have a way" counts expansions, in steps of no time. Ticks count from the orders until nobody waits for a path,
/// and until a unit moves, for those units that move within 100 ticks. Run in the project's root; the maps are read
/// from ../shared/data.

#include <stdio.h>
#include <stdlib.h>

#include "common/arguments.h"
#include "common/median.h"
#include "common/must.h"
#include "common/town.h"
#include "fairway/fairway.h"
#include "traffic/inside.h"

enum { PORTION = 20 }; ///< expansions of a step of no time

typedef struct options {
    int units, goals, budget, ticks;
    double dt;
} options;

static bool open_connected(town *town, const char *name, const options *how)
{
    if (!town_open(town, name))
        return false;
    const fw_pose first = town_place(town, NULL);
    town_add_units(town, how->units, &first);
    return true;
}

/// Orders the units in turn to the goals.
static void order_all(town *town, const options *how)
{
    fw_pose *goals = calloc((size_t)how->goals, sizeof *goals);
    if (!goals)
        give_up("no memory");
    goals[0] = fw_traffic_states(town->traffic, NULL)[0].pose;
    for (int i = 0; i < how->goals; i++)
        goals[i] = town_place(town, &goals[0]);
    for (int i = 0; i < how->units; i++)
        must(fw_traffic_order(town->traffic, (fw_agent_id)i + 1, goals[i % how->goals].x,
                              goals[i % how->goals].y));
    free(goals);
}

/// Expansions that all searches take until nobody waits for a path.
static uint64_t count_work(const char *name, const options *how)
{
    town town;
    uint64_t work = 0;
    if (!open_connected(&town, name, how))
        give_up("no map");
    order_all(&town, how);
    for (; town.traffic->desk.count > 0; work += PORTION)
        must(fw_traffic_step(town.traffic, 0, PORTION));
    town_close(&town);
    return work;
}

static void run(const char *name, const options *how)
{
    town town;
    if (!open_connected(&town, name, how))
        return;
    double *first = calloc((size_t)how->units, sizeof *first);
    if (!first)
        give_up("no memory");
    order_all(&town, how);
    int32_t moved = 0;
    int served = 0;
    for (int tick = 1; tick <= how->ticks; tick++) {
        must(fw_traffic_step(town.traffic, how->dt, (uint64_t)how->budget));
        served = served == 0 && town.traffic->desk.count == 0 ? tick : served;
        const fw_agent_state *states = fw_traffic_states(town.traffic, NULL);
        for (int32_t i = 0; i < how->units; i++)
            if (first[i] == 0 && states[i].speed > 0) {
                first[i] = tick;
                moved++;
            }
    }
    for (int i = 0, at = 0; i < how->units; i++)
        if (first[i] > 0)
            first[at++] = first[i];
    const double middle = median_of(first, (size_t)moved); // sorts
    printf("| %s | %d | %llu | %d | %.0f / %.0f | %d | %.0f |\n", name, how->goals,
           (unsigned long long)count_work(name, how), served, middle, moved > 0 ? first[moved - 1] : 0,
           how->units - moved, (double)fw_traffic_bytes(town.traffic) / how->units);
    fflush(stdout);
    free(first);
    town_close(&town);
}

int main(int count, char **words)
{
    static const char *const names[] = { "dao/brc202d", "dao/den520d" };
    options how = { .units = 1000, .budget = 5000, .ticks = 100, .dt = 0.1 };
    const argument known[] = { { "--units", &how.units, NULL, NULL },   { "--goals", &how.goals, NULL, NULL },
                               { "--budget", &how.budget, NULL, NULL }, { "--ticks", &how.ticks, NULL, NULL },
                               { "--dt", NULL, &how.dt, NULL },         { 0 } };
    const int at = arguments_read(known, count, words);
    puts("| map | goals | expansions until all have a way | ticks until nobody waits "
         "| first motion, ticks: median / worst | never moved | bytes a unit |\n"
         "|---|---|---|---|---|---|---|");
    const char *const *maps = at < count ? (const char *const *)words + at : names;
    const int map_count = at < count ? count - at : (int)(sizeof names / sizeof *names);
    const int numbers[] = { 1, 10, how.units }, only = how.goals;
    for (int i = 0; i < map_count; i++)
        for (int n = 0; n < (only > 0 ? 1 : 3); n++) {
            how.goals = only > 0 ? only : numbers[n];
            run(maps[i], &how);
        }
    return 0;
}
