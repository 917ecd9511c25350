#include <math.h>
#include <stdlib.h>

#include "fairway/traffic_queries.h"
#include "io/json_writer.h"
#include "io/number.h"
#include "simulation.h"
#include "table.h"

enum { REASON_BYTES = 96 };

/// The word for how a unit ended.
static const char *result_of(const fw_agent_state *state)
{
    switch (state->activity) {
    case FW_AGENT_ARRIVED:
    case FW_AGENT_STANDS:
        return "arrived";
    case FW_AGENT_BLOCKED:
        return "blocked";
    case FW_AGENT_INFEASIBLE:
        return "infeasible";
    case FW_AGENT_WAITS:
    case FW_AGENT_YIELDS:
    case FW_AGENT_THINKS:
        return "waiting";
    default:
        return "moving";
    }
}

/// Why a unit has not arrived, in words.
static void tell_reason(const fw_traffic *traffic, const fw_agent_state *state, char text[REASON_BYTES])
{
    fw_wait_cause cause = FW_CAUSE_NONE;
    fw_agent_id other;
    text[0] = '\0';
    if (state->activity == FW_AGENT_BLOCKED)
        snprintf(text, REASON_BYTES, "no path leads to its goal");
    else if (state->activity == FW_AGENT_THINKS)
        snprintf(text, REASON_BYTES, "it waits for its path");
    else if (state->activity == FW_AGENT_YIELDS)
        snprintf(text, REASON_BYTES, "it gives way to unit %u", state->other);
    else if (state->activity == FW_AGENT_INFEASIBLE)
        snprintf(text, REASON_BYTES, "there is no room for unit %u and it to pass", state->other);
    else if (fw_traffic_get_cause(traffic, state->id, &cause, &other) == FW_OK && cause != FW_CAUSE_NONE)
        snprintf(text, REASON_BYTES, other ? "%s (unit %u)" : "%s", fw_wait_cause_text(cause), other);
    else if (state->other)
        snprintf(text, REASON_BYTES, "unit %u is in its way", state->other);
}

static void write_unit(json_writer *json, const fw_traffic *traffic, const simulated_unit *unit,
                       const fw_agent_state *state)
{
    json_break(json);
    json_open(json, '{');
    json_pair_whole(json, "id", state->id);
    json_pair_text(json, "result", result_of(state));
    char reason[REASON_BYTES];
    tell_reason(traffic, state, reason);
    json_pair_text(json, "reason", reason);
    json_key(json, "time");
    if (state->activity == FW_AGENT_ARRIVED)
        json_number(json, state->arrived);
    else
        json_nothing(json);
    json_pair_number(json, "driven", state->driven);
    json_pair_whole(json, "reversals", unit->reversals);
    json_pair_number(json, "waited", state->waited);
    json_close(json, '}');
}

void simulation_write(FILE *to, const simulation *run)
{
    json_writer json = json_writer_to(to);
    const fw_agent_state *states = fw_traffic_states(run->traffic, NULL);
    json_open(&json, '{');
    json_pair_whole(&json, "fairway", 1);
    json_pair_text(&json, "result", "done");
    json_pair_number(&json, "time", run->time);
    json_pair_whole(&json, "ticks", run->ticks);
    json_pair_whole(&json, "arrived", run->arrived);
    json_pair_open(&json, "units", '[');
    for (int32_t i = 0; i < run->scenario->unit_count; i++)
        write_unit(&json, run->traffic, &run->units[i], &states[i]);
    json_close(&json, ']');
    json_pair_number(&json, "smallest_gap", run->smallest_gap);
    json_pair_number(&json, "smallest_wall_gap", run->smallest_wall_gap);
    json_pair_open(&json, "tick_us", '{');
    json_pair_number(&json, "mean", run->mean_us);
    json_pair_number(&json, "p99", run->p99_us);
    json_pair_number(&json, "max", run->most_us);
    json_close(&json, '}');
    const double unit_seconds = run->time * run->scenario->unit_count;
    json_pair_number(&json, "unit_seconds_per_second",
                     run->spent_us > 0 ? unit_seconds / run->spent_us * 1e6 : 0);
    json_pair_whole(&json, "allocations", (int64_t)run->allocations);
    json_close(&json, '}');
    putc('\n', to);
}

static int by_waiting(const void *a, const void *b)
{
    const fw_agent_state *x = *(const fw_agent_state *const *)a, *y = *(const fw_agent_state *const *)b;
    return x->waited != y->waited ? (x->waited < y->waited) - (x->waited > y->waited)
                                  : (x->id > y->id) - (x->id < y->id);
}

/// Prints a table of the units that have waited longest.
static void print_waiting(const simulation *run)
{
    enum { MOST_ROWS = 10 };
    static const table_column columns[] = { { "unit", false },   { "result", true },  { "arrived", false },
                                            { "driven", false }, { "waited", false }, { "reason", true } };
    const int32_t count = run->scenario->unit_count;
    const fw_agent_state *states = fw_traffic_states(run->traffic, NULL);
    const fw_agent_state **sorted = calloc((size_t)count + 1, sizeof *sorted);
    if (!sorted)
        return;
    for (int32_t i = 0; i < count; i++)
        sorted[i] = &states[i];
    qsort(sorted, (size_t)count, sizeof *sorted, by_waiting);
    table rows = table_of(columns, sizeof columns / sizeof *columns);
    for (int32_t i = 0; i < count && i < MOST_ROWS; i++) {
        const fw_agent_state *state = sorted[i];
        char reason[REASON_BYTES];
        tell_reason(run->traffic, state, reason);
        table_add(&rows, "%u", state->id);
        table_add(&rows, "%s", result_of(state));
        table_add(&rows, state->activity == FW_AGENT_ARRIVED ? "%.1f s" : "-", state->arrived);
        table_add(&rows, "%.1f", state->driven);
        table_add(&rows, "%.1f s", state->waited);
        table_add(&rows, "%s", reason);
    }
    free(sorted);
    table_print(&rows, NOT_CHOSEN);
    table_free(&rows);
    if (count > MOST_ROWS)
        printf("... and %d units that have waited less (--json lists all)\n", (int)count - MOST_ROWS);
}

/// Prints a smallest gap, if there is one.
static void print_gap(const char *between, double gap)
{
    if (isfinite(gap))
        printf("smallest gap between %s: %.4g tiles\n", between, gap);
}

void simulation_print_stuck(const simulation *run)
{
    int32_t count = 0, stuck = 0;
    const fw_agent_state *states = fw_traffic_states(run->traffic, &count), *first = NULL;
    for (int32_t i = count; i-- > 0;)
        if (states[i].activity == FW_AGENT_BLOCKED || states[i].activity == FW_AGENT_INFEASIBLE) {
            first = &states[i];
            stuck++;
        }
    if (!first)
        return;
    char reason[REASON_BYTES];
    tell_reason(run->traffic, first, reason);
    printf("units that cannot arrive: %d, such as unit %u: %s\n", (int)stuck, first->id, reason);
}

void simulation_print(const simulation *run)
{
    print_gap("bodies", run->smallest_gap);
    print_gap("a body and a wall", run->smallest_wall_gap);
    printf("99 %% of ticks take at most %s; %s in all, %llu allocations\n", io_duration(run->p99_us).text,
           io_duration(run->spent_us).text, (unsigned long long)run->allocations);
    print_waiting(run);
}
