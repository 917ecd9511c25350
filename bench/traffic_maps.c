#define _POSIX_C_SOURCE 199309L
/// Units (radius .4, top speed 2, acceleration 4) on public maps, each with a new goal 10 to 80 tiles away after each
/// arrival, paths included.
///
///     bench_traffic_maps [--units N] [--seconds S] [--dt S] [--budget N] [--memory 1] [NAME...]
///
/// 1,000 units, 300 seconds, ticks of .1 s and 5,000 expansions a tick, unless told otherwise. All units get their
/// first order at once; "first motion" counts the ticks from there until a unit moves. "stuck" are those that wait for
/// more than 10 seconds at the end. `--memory 1` prints where the bytes are at the end, too. Times are those of one
/// core. Run in the project's root; the maps are read from ../shared/data.

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "common/arguments.h"
#include "common/median.h"
#include "common/must.h"
#include "common/stopwatch.h"
#include "common/town.h"
#include "common/traffic_parts.h"
#include "fairway/fairway.h"

static const double nearest = 10, farthest = 80;

typedef struct options {
    int units, budget, memory;
    double seconds, dt;
} options;

/// What is measured of the units of a town.
typedef struct survey {
    town town;
    double *first;           ///< [tick * units] until a unit has moved; 0: not yet
    double *waits_since;     ///< [second * units] negative: it does not wait
    fw_agent_state *arrived; ///< [state * arrived_count] that wait for an order
    int32_t arrived_count;
} survey;

/// Orders a unit to a place that it can reach.
static void order(town *town, fw_agent_id id, fw_pose now)
{
    for (;;) {
        const fw_pose goal = town_place(town, NULL);
        const double away = hypot(goal.x - now.x, goal.y - now.y);
        if (away >= nearest && away <= farthest &&
            fw_map_connected(town->map, town->kind, (int32_t)now.x, (int32_t)now.y, (int32_t)goal.x,
                             (int32_t)goal.y)) {
            must(fw_traffic_order(town->traffic, id, goal.x, goal.y));
            return;
        }
    }
}

static bool open_survey(survey *made, const char *name, int units)
{
    if (!town_open(&made->town, name))
        return false;
    made->first = calloc((size_t)units, sizeof *made->first);
    made->waits_since = calloc((size_t)units, sizeof *made->waits_since);
    made->arrived = calloc((size_t)units, sizeof *made->arrived);
    made->arrived_count = 0;
    if (!made->first || !made->waits_since || !made->arrived)
        give_up("no memory");
    town_add_units(&made->town, units, NULL);
    return true;
}

/// Notes who has moved for the first time, who waits, and orders those that have arrived.
static void look(survey *made, int tick)
{
    int32_t count = 0;
    const double now = fw_traffic_time(made->town.traffic);
    const fw_agent_state *states = fw_traffic_states(made->town.traffic, &count);
    for (int32_t i = 0; i < count; i++) {
        if (made->first[i] == 0 && states[i].speed > 0)
            made->first[i] = tick;
        if (states[i].activity != FW_AGENT_WAITS)
            made->waits_since[i] = -1;
        else if (made->waits_since[i] < 0)
            made->waits_since[i] = now;
        if (states[i].activity == FW_AGENT_ARRIVED)
            made->arrived[made->arrived_count++] = states[i];
    }
    while (made->arrived_count > 0) { // an order ends the life of the states
        const fw_agent_state *unit = &made->arrived[--made->arrived_count];
        order(&made->town, unit->id, unit->pose);
    }
}

static void tell(const survey *made, const char *name, const options *how, double *ms, int ticks,
                 double first_ticks)
{
    double sum = 0;
    int moved = 0, stuck = 0;
    for (int i = 0; i < ticks; i++)
        sum += ms[i];
    const double middle = median_of(ms, (size_t)ticks); // sorts
    for (int i = 0; i < how->units; i++) {
        moved += made->first[i] > 0;
        stuck += made->waits_since[i] >= 0 && fw_traffic_time(made->town.traffic) - made->waits_since[i] > 10;
    }
    const double first = median_of(made->first, (size_t)how->units);
    printf("| %s | %d | %.0f | %.2f / %.2f / %.2f / %.2f | %.2f | %d | %.0f / %.0f | %d | %.0f |\n", name,
           how->units, how->units * (fw_traffic_time(made->town.traffic) / sum * 1e3), middle, sum / ticks,
           ms[(size_t)(0.99 * ticks)], ms[ticks - 1], first_ticks, how->units - moved, first,
           made->first[how->units - 1], stuck, (double)fw_traffic_bytes(made->town.traffic) / how->units);
}

static void run(const char *name, const options *how)
{
    survey made;
    if (!open_survey(&made, name, how->units))
        return;
    const int ticks = (int)lround(how->seconds / how->dt);
    double *ms = calloc((size_t)ticks, sizeof *ms);
    if (!ms)
        give_up("no memory");
    int32_t count = 0;
    for (int i = 0; i < how->units; i++)
        order(&made.town, (fw_agent_id)i + 1, fw_traffic_states(made.town.traffic, &count)[i].pose);
    double first_ticks = 0;
    for (int tick = 0; tick < ticks; tick++) {
        const double began = stopwatch_computed_us();
        must(fw_traffic_step(made.town.traffic, how->dt, (uint64_t)how->budget));
        ms[tick] = 1e-3 * (stopwatch_computed_us() - began);
        first_ticks += tick < 15 ? ms[tick] / 15 : 0;
        look(&made, tick + 1);
    }
    tell(&made, name, how, ms, ticks, first_ticks);
    if (how->memory)
        traffic_parts_print(made.town.traffic);
    free(ms);
    free(made.first);
    free(made.waits_since);
    free(made.arrived);
    town_close(&made.town);
}

int main(int count, char **words)
{
    static const char *const names[] = { "dao/brc202d", "dao/den520d" };
    options how = { .units = 1000, .budget = 5000, .seconds = 300, .dt = 0.1 };
    const argument known[] = {
        { "--units", &how.units, NULL, NULL },   { "--budget", &how.budget, NULL, NULL },
        { "--memory", &how.memory, NULL, NULL }, { "--seconds", NULL, &how.seconds, NULL },
        { "--dt", NULL, &how.dt, NULL },         { 0 }
    };
    const int at = arguments_read(known, count, words);
    puts("| map | units | unit-seconds a second | tick, ms: median / mean / 99 % / worst | mean of the first "
         "15 | "
         "never moved | first motion, ticks: median / worst | stuck | bytes a unit |\n"
         "|---|---|---|---|---|---|---|---|---|");
    if (at < count)
        for (int i = at; i < count; i++)
            run(words[i], &how);
    else
        for (size_t i = 0; i < sizeof names / sizeof *names; i++)
            run(names[i], &how);
    return 0;
}
