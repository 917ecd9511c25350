#include "batch/summary.h"

#include <math.h>
#include <stdlib.h>

#include "batch/tables.h"
#include "fairway/path.h"

typedef struct row_reader {
    const study *asked;
    summary_row *rows;
} row_reader;

static bool read_row(void *user, const answer *given, const char *machine)
{
    const row_reader *own = user;
    const answer_value *values = given->values;
    summary_row *row = &own->rows[given->job];
    (void)machine;
    row->time_us = (float)given->time_us;
    if (given->status != ANSWER_GIVEN)
        return true;
    if (own->asked->simulates) {
        const double units = fmax(1, (double)values[RUN_UNITS].whole);
        row->is_good = values[RUN_RESULT].whole <= 1;
        row->length = (float)values[RUN_TIME].real;
        row->share = (float)values[RUN_SHARE].real;
        row->waited = (float)(values[RUN_WAITED].real / units);
        row->expanded = (float)units;
        return true;
    }
    row->is_good = values[QUERY_RESULT].whole == FW_OUTCOME_FOUND;
    row->length = (float)values[QUERY_LENGTH].real;
    row->expanded = (float)values[QUERY_EXPANDED].whole;
    return true;
}

bool summary_load(const study *asked, const chunk_log *log, summary_row **rows, io_fault *fault)
{
    row_reader reader = { asked, calloc((size_t)asked->starts[asked->map_count], sizeof **rows) };
    *rows = reader.rows;
    return (reader.rows || io_fail_without_memory(fault, asked->file)) &&
           tables_each(log, read_row, &reader, fault);
}

int32_t summary_axis_count(const study *asked, study_axis axis)
{
    if (axis == AXIS_MAP)
        return asked->map_count;
    if (axis == AXIS_UNIT)
        return asked->unit_count;
    return asked->simulates ? asked->simulation.parameters_count : asked->method_count;
}

const char *summary_axis_name(const study *asked, study_axis axis, int32_t index)
{
    if (axis == AXIS_MAP)
        return asked->maps[index].name;
    return axis == AXIS_UNIT ? asked->units[index].name : study_method_name(asked, index);
}

bool summary_at_baseline(const study *asked, uint64_t job, uint64_t *other)
{
    study_job place = study_job_at(asked, job);
    const uint64_t queries = asked->maps[place.map].query_count;
    if (asked->baseline_axis == AXIS_MAP)
        place.map = asked->baseline;
    else if (asked->baseline_axis == AXIS_UNIT)
        place.unit = asked->baseline;
    else if (asked->baseline_axis == AXIS_METHOD)
        place.method = asked->baseline;
    *other = study_number_of(asked, &place);
    return asked->baseline_axis != AXIS_NONE && asked->maps[place.map].query_count == queries;
}

static int compare_floats(const void *a, const void *b)
{
    const float p = *(const float *)a, q = *(const float *)b;
    return (p > q) - (p < q);
}

/// Values of one kind, gathered to be summed up.
typedef struct gathered {
    float *values; ///< [count]
    size_t count;
    double sum;
} gathered;

static void gather(gathered *all, float value)
{
    all->values[all->count++] = value;
    all->sum += value;
}

static double mean_of(const gathered *all)
{
    return all->count ? all->sum / (double)all->count : 0;
}

/// The value below which a share of the values lies; they are sorted.
static double percentile(const gathered *all, double share)
{
    return all->count ? all->values[(size_t)(share * (double)(all->count - 1))] : 0;
}

static void print_spread(FILE *to, gathered *all)
{
    if (all->count)
        qsort(all->values, all->count, sizeof *all->values, compare_floats);
    fprintf(to, " %10.5g %10.5g %10.5g %10.5g", mean_of(all), percentile(all, 0.5), percentile(all, 0.95),
            percentile(all, 0.99));
}

/// Ratios of lengths, expansions and times to those of the baseline, over jobs that both have done.
typedef struct compared {
    double ratios, expanded, base_expanded, time, base_time;
    size_t count;
} compared;

static void compare(const study *asked, const summary_row *rows, uint64_t job, compared *into)
{
    uint64_t other = 0;
    if (!summary_at_baseline(asked, job, &other) || !rows[job].is_good || !rows[other].is_good)
        return;
    into->ratios += rows[other].length > 0 ? rows[job].length / rows[other].length : 1;
    into->expanded += rows[job].expanded;
    into->base_expanded += rows[other].expanded;
    into->time += rows[job].time_us;
    into->base_time += rows[other].time_us;
    into->count++;
}

static void print_compared(FILE *to, const compared *all)
{
    if (all->count > 0)
        fprintf(to, " %9.4f %9.4f %9.4f", all->ratios / (double)all->count,
                all->base_expanded > 0 ? all->expanded / all->base_expanded : 1, all->time / all->base_time);
}

/// Prints the line of a map, unit and method.
static void print_queries(const study *asked, const summary_row *rows, study_job place, gathered *expanded,
                          gathered *time, FILE *to)
{
    const uint64_t queries = asked->maps[place.map].query_count;
    double length = 0;
    size_t found = 0;
    compared against = { 0 };
    *expanded = (gathered){ .values = expanded->values };
    *time = (gathered){ .values = time->values };
    for (uint64_t i = 0; i < queries; i++) {
        place.query = i * asked->stride;
        const uint64_t job = study_number_of(asked, &place);
        const summary_row *row = &rows[job];
        found += row->is_good;
        length += row->is_good ? row->length : 0;
        gather(expanded, row->expanded);
        gather(time, row->time_us);
        compare(asked, rows, job, &against);
    }
    fprintf(to, "%-16s %-12s %-16s %8zu %8zu %9.3f", asked->maps[place.map].name,
            asked->units[place.unit].name, study_method_name(asked, place.method), (size_t)queries, found,
            found ? length / (double)found : 0);
    print_spread(to, expanded);
    print_spread(to, time);
    print_compared(to, &against);
    fputc('\n', to);
}

static void print_runs(const study *asked, const summary_row *rows, study_job place, FILE *to)
{
    const int32_t seeds = asked->simulation.seed_count;
    for (int32_t density = 0; density < asked->simulation.density_count; density++) {
        double units = 0, share = 0, seconds = 0, waited = 0;
        size_t runs = 0;
        for (int32_t seed = 0; seed < seeds; seed++) {
            place.query = (uint64_t)density * (uint64_t)seeds + (uint64_t)seed;
            if (place.query % asked->stride != 0)
                continue;
            const summary_row *row = &rows[study_number_of(asked, &place)];
            units += row->expanded;
            share += row->share;
            seconds += row->length;
            waited += row->waited;
            runs++;
        }
        const double number = runs ? (double)runs : 1;
        if (runs > 0)
            fprintf(to, "%-16s %-12s %-16s %8g %6zu %8.1f %8.4f %9.2f %9.2f\n", asked->maps[place.map].name,
                    asked->units[place.unit].name, study_method_name(asked, place.method),
                    asked->simulation.densities[density], runs, units / number, share / number,
                    seconds / number, waited / number);
    }
}

/// Prints a line for each method and each bucket of lengths: 0 to 1, 1 to 2, 2 to 4, 4 to 8, ... tiles.
static void print_buckets(const study *asked, const summary_row *rows, FILE *to)
{
    enum { BUCKETS = 24 };
    const uint64_t jobs = asked->starts[asked->map_count];
    fprintf(to, "\n%-16s %12s %8s %10s %10s %9s %9s %9s\n", "method", "length", "found", "expanded",
            "time_us", asked->baseline_axis ? "length/b" : "", asked->baseline_axis ? "expand/b" : "",
            asked->baseline_axis ? "time/b" : "");
    for (int32_t method = 0; method < asked->method_count; method++) {
        struct {
            size_t found;
            double expanded, time;
            compared against;
        } buckets[BUCKETS] = { 0 };
        for (uint64_t job = 0; job < jobs; job++) {
            uint64_t other = 0;
            if (!rows[job].is_good || study_job_at(asked, job).method != method)
                continue;
            const bool has_base = summary_at_baseline(asked, job, &other) && rows[other].is_good;
            const double length = rows[has_base ? other : job].length;
            const int bucket = length < 1 ? 0 : (int)fmin(BUCKETS - 1, 1 + floor(log2(length)));
            buckets[bucket].found++;
            buckets[bucket].expanded += rows[job].expanded;
            buckets[bucket].time += rows[job].time_us;
            compare(asked, rows, job, &buckets[bucket].against);
        }
        for (int i = 0; i < BUCKETS; i++)
            if (buckets[i].found > 0) {
                const double found = (double)buckets[i].found;
                fprintf(to, "%-16s %5.0f .. %-5.0f %7.0f %10.5g %10.5g", asked->methods[method].name,
                        i == 0 ? 0 : exp2(i - 1), exp2(i), found, buckets[i].expanded / found,
                        buckets[i].time / found);
                print_compared(to, &buckets[i].against);
                fputc('\n', to);
            }
    }
}

static void print_head(const study *asked, FILE *to)
{
    if (asked->simulates)
        fprintf(to, "%-16s %-12s %-16s %8s %6s %8s %8s %9s %9s\n", "map", "unit", "parameters", "density",
                "runs", "units", "arrived", "seconds", "waited");
    else
        fprintf(to, "%-16s %-12s %-16s %8s %8s %9s %10s %10s %10s %10s %10s %10s %10s %10s%s\n", "map",
                "unit", "method", "queries", "found", "length", "expanded", "p50", "p95", "p99", "time_us",
                "p50", "p95", "p99", asked->baseline_axis ? "  length/b  expand/b    time/b" : "");
}

bool summary_print(const study *asked, const summary_row *rows, FILE *to)
{
    uint64_t most = 1;
    for (int32_t i = 0; i < asked->map_count; i++)
        most = asked->maps[i].query_count > most ? asked->maps[i].query_count : most;
    gathered expanded = { .values = calloc((size_t)most, sizeof(float)) };
    gathered time = { .values = calloc((size_t)most, sizeof(float)) };
    const bool has_memory = expanded.values && time.values;
    if (has_memory) {
        study_job place = { 0 };
        print_head(asked, to);
        for (place.map = 0; place.map < asked->map_count; place.map++)
            for (place.unit = 0; place.unit < asked->unit_count; place.unit++)
                for (place.method = 0; place.method < summary_axis_count(asked, AXIS_METHOD); place.method++)
                    if (asked->simulates)
                        print_runs(asked, rows, place, to);
                    else
                        print_queries(asked, rows, place, &expanded, &time, to);
        if (!asked->simulates)
            print_buckets(asked, rows, to);
        if (asked->baseline_axis)
            fprintf(to, "\n.../b: against %s, over jobs that both have done\n",
                    summary_axis_name(asked, asked->baseline_axis, asked->baseline));
    }
    free(expanded.values);
    free(time.values);
    return has_memory;
}
