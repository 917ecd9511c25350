#define _POSIX_C_SOURCE 199309L
/// Units (radius .4, top speed 2, acceleration 4) on public maps, each with a new goal 10 to 80 tiles away after each
/// arrival, paths included.
///
///     bench_traffic_maps [--units N] [--seconds S] [--dt S] [--budget N] [NAME...]
///
/// 1,000 units, 300 seconds, ticks of .1 s and 5,000 expansions a tick, unless told otherwise. All units get their
/// first order at once; "first motion" counts the ticks from there until a unit moves. "stuck" are those that wait for
/// more than 10 seconds at the end. Times are those of one core. Run in the project's root; the maps are read from
/// ../shared/data.

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/random.h"
#include "common/arguments.h"
#include "common/give_up.h"
#include "common/median.h"
#include "common/stopwatch.h"
#include "fairway/fairway.h"
#include "io/map_file.h"

static const double nearest = 10, farthest = 80;

typedef struct options {
    int units, budget;
    double seconds, dt;
} options;

/// A map with its units; what is measured of them.
typedef struct town {
    fw_map *map;
    fw_unit_id kind;
    fw_traffic *traffic;
    random_source random;
    double *first;           ///< [tick * units] until a unit has moved; 0: not yet
    double *waits_since;     ///< [second * units] negative: it does not wait
    fw_agent_state *arrived; ///< [state * arrived_count] that wait for an order
    int32_t arrived_count;
} town;

static void must(fw_result result)
{
    if (result != FW_OK)
        give_up(fw_result_text(result));
}

/// The middle of a tile on which units fit.
static fw_pose draw_place(town *town)
{
    for (;;) {
        const int32_t x = (int32_t)random_below(&town->random, (uint32_t)fw_map_width(town->map));
        const int32_t y = (int32_t)random_below(&town->random, (uint32_t)fw_map_height(town->map));
        if (fw_map_fits(town->map, town->kind, x, y))
            return (fw_pose){ x + 0.5, y + 0.5, 0 };
    }
}

/// Orders a unit to a place that it can reach.
static void order(town *town, fw_agent_id id, fw_pose now)
{
    for (;;) {
        const fw_pose goal = draw_place(town);
        const double away = hypot(goal.x - now.x, goal.y - now.y);
        if (away >= nearest && away <= farthest &&
            fw_map_connected(town->map, town->kind, (int32_t)now.x, (int32_t)now.y, (int32_t)goal.x,
                             (int32_t)goal.y)) {
            must(fw_traffic_order(town->traffic, id, goal.x, goal.y));
            return;
        }
    }
}

static bool open_town(town *town, const char *name, int units)
{
    char file[256];
    io_fault fault;
    snprintf(file, sizeof file, "../shared/data/movingai/%s.map", name);
    if (!io_map_load(file, NULL, &town->map, &fault))
        return false;
    fw_unit_def round = fw_default_unit_def();
    round.size = 0;
    round.footprint = fw_circle(0.4);
    must(fw_map_add_unit(town->map, &round, &town->kind));
    must(fw_traffic_create(town->map, NULL, &town->traffic));
    town->random = (random_source){ 1 };
    town->first = calloc((size_t)units, sizeof *town->first);
    town->waits_since = calloc((size_t)units, sizeof *town->waits_since);
    town->arrived = calloc((size_t)units, sizeof *town->arrived);
    town->arrived_count = 0;
    if (!town->first || !town->waits_since || !town->arrived)
        give_up("no memory");
    for (int added = 0; added < units;) {
        fw_agent_def unit = fw_default_agent_def();
        unit.id = (fw_agent_id)added + 1;
        unit.unit = town->kind;
        unit.start = draw_place(town);
        unit.top = 2;
        unit.acceleration = unit.braking = unit.lateral = 4;
        const fw_result result = fw_traffic_add(town->traffic, &unit);
        added += result == FW_OK;
        if (result != FW_START_BLOCKED)
            must(result);
    }
    return true;
}

/// Notes who has moved for the first time, who waits, and orders those that have arrived.
static void look(town *town, int tick)
{
    int32_t count = 0;
    const double now = fw_traffic_time(town->traffic);
    const fw_agent_state *states = fw_traffic_states(town->traffic, &count);
    for (int32_t i = 0; i < count; i++) {
        if (town->first[i] == 0 && states[i].speed > 0)
            town->first[i] = tick;
        if (states[i].activity != FW_AGENT_WAITS)
            town->waits_since[i] = -1;
        else if (town->waits_since[i] < 0)
            town->waits_since[i] = now;
        if (states[i].activity == FW_AGENT_ARRIVED)
            town->arrived[town->arrived_count++] = states[i];
    }
    while (town->arrived_count > 0) { // an order ends the life of the states
        const fw_agent_state *unit = &town->arrived[--town->arrived_count];
        order(town, unit->id, unit->pose);
    }
}

static void tell(const town *town, const char *name, const options *how, double *ms, int ticks,
                 double first_ticks)
{
    double sum = 0;
    int moved = 0, stuck = 0;
    for (int i = 0; i < ticks; i++)
        sum += ms[i];
    const double middle = median_of(ms, (size_t)ticks); // sorts
    for (int i = 0; i < how->units; i++) {
        moved += town->first[i] > 0;
        stuck += town->waits_since[i] >= 0 && fw_traffic_time(town->traffic) - town->waits_since[i] > 10;
    }
    const double first = median_of(town->first, (size_t)how->units);
    printf("| %s | %d | %.0f | %.2f / %.2f / %.2f / %.2f | %.2f | %d | %.0f / %.0f | %d | %.0f |\n", name,
           how->units, how->units * (fw_traffic_time(town->traffic) / sum * 1e3), middle, sum / ticks,
           ms[(size_t)(0.99 * ticks)], ms[ticks - 1], first_ticks, how->units - moved, first,
           town->first[how->units - 1], stuck, (double)fw_traffic_bytes(town->traffic) / how->units);
}

static void run(const char *name, const options *how)
{
    town town;
    if (!open_town(&town, name, how->units))
        return;
    const int ticks = (int)lround(how->seconds / how->dt);
    double *ms = calloc((size_t)ticks, sizeof *ms);
    if (!ms)
        give_up("no memory");
    int32_t count = 0;
    for (int i = 0; i < how->units; i++)
        order(&town, (fw_agent_id)i + 1, fw_traffic_states(town.traffic, &count)[i].pose);
    double first_ticks = 0;
    for (int tick = 0; tick < ticks; tick++) {
        const double began = stopwatch_computed_us();
        must(fw_traffic_step(town.traffic, how->dt, (uint64_t)how->budget));
        ms[tick] = 1e-3 * (stopwatch_computed_us() - began);
        first_ticks += tick < 15 ? ms[tick] / 15 : 0;
        look(&town, tick + 1);
    }
    tell(&town, name, how, ms, ticks, first_ticks);
    free(ms);
    free(town.first);
    free(town.waits_since);
    free(town.arrived);
    fw_traffic_destroy(town.traffic);
    fw_map_destroy(town.map);
}

int main(int count, char **words)
{
    static const char *const names[] = { "dao/brc202d", "dao/den520d" };
    options how = { .units = 1000, .budget = 5000, .seconds = 300, .dt = 0.1 };
    const argument known[] = { { "--units", &how.units, NULL, NULL },
                               { "--budget", &how.budget, NULL, NULL },
                               { "--seconds", NULL, &how.seconds, NULL },
                               { "--dt", NULL, &how.dt, NULL },
                               { 0 } };
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
