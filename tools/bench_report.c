#include "bench_report.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "io/json_writer.h"
#include "io/number.h"

/// A length within this of the file's optimum counts as optimal: files round it to 2 to 6 digits.
#define ROUNDING 0.006

typedef struct totals {
    size_t found, optimal, legal, rated;
    size_t no_path,
        agreed; ///< queries of which the file says that there is no path; those for which none was found
    double length, expanded, most_expanded;
    spread time, ratio;
} totals;

static int by_size(const void *a, const void *b)
{
    const double first = *(const double *)a;
    const double second = *(const double *)b;
    return (first > second) - (first < second);
}

/// Nearest-rank quantile of sorted numbers.
static double quantile(const double *sorted, size_t count, double share)
{
    const size_t rank = (size_t)ceil(share * (double)count);
    return sorted[rank ? rank - 1 : 0];
}

spread spread_of(double *numbers, size_t count)
{
    spread result = { 0 };
    if (count == 0)
        return result;
    qsort(numbers, count, sizeof *numbers, by_size);
    for (size_t i = 0; i < count; i++)
        result.total += numbers[i];
    result.mean = result.total / (double)count;
    result.median = quantile(numbers, count, 0.5);
    result.p95 = quantile(numbers, count, 0.95);
    result.p99 = quantile(numbers, count, 0.99);
    result.max = numbers[count - 1];
    return result;
}

/// True if the search ended because there is nothing more to search: neither a limit nor the method's design ended it.
static bool denies_path(fw_outcome outcome)
{
    return outcome == FW_OUTCOME_UNREACHABLE || outcome == FW_OUTCOME_BLOCKED ||
           outcome == FW_OUTCOME_NOT_FOUND;
}

static void add(totals *sum, const measurement *one)
{
    const double expanded = (double)one->expanded;
    sum->expanded += expanded;
    if (expanded > sum->most_expanded)
        sum->most_expanded = expanded;
    sum->legal += one->has_path && one->legal;
    sum->no_path += one->has_no_path;
    sum->agreed += one->has_no_path && denies_path(one->outcome);
    if (one->outcome != FW_OUTCOME_FOUND)
        return;
    sum->found++;
    sum->length += one->length;
    sum->optimal +=
        one->optimum >= 0.0 && !one->has_no_path && fabs(one->plain_length - one->optimum) <= ROUNDING;
}

static bool add_up(const bench_report *report, totals *sum)
{
    *sum = (totals){ 0 };
    double *numbers = malloc((report->count + 1) * sizeof *numbers);
    if (!numbers)
        return false;
    for (size_t i = 0; i < report->count; i++) {
        add(sum, &report->all[i]);
        numbers[i] = report->all[i].time_us;
    }
    sum->time = spread_of(numbers, report->count);
    for (size_t i = 0; i < report->count; i++)
        if (report->all[i].outcome == FW_OUTCOME_FOUND && report->all[i].optimum > 0.0)
            numbers[sum->rated++] = report->all[i].length / report->all[i].optimum;
    sum->ratio = spread_of(numbers, sum->rated);
    free(numbers);
    return true;
}

static void write_ratio(json_writer *json, const totals *sum)
{
    json_key(json, "length_ratio");
    if (!sum->rated) {
        json_nothing(json);
        return;
    }
    json_open(json, '{');
    json_pair_number(json, "mean", sum->ratio.mean);
    json_pair_number(json, "p99", sum->ratio.p99);
    json_pair_number(json, "max", sum->ratio.max);
    json_close(json, '}');
}

static void write_no_path(json_writer *json, const totals *sum)
{
    json_key(json, "no_path");
    json_open(json, '{');
    json_pair_whole(json, "published", (int64_t)sum->no_path);
    json_pair_whole(json, "agreed", (int64_t)sum->agreed);
    json_close(json, '}');
}

static void write_time(json_writer *json, const spread *time)
{
    json_key(json, "time_us");
    json_open(json, '{');
    json_pair_number(json, "mean", time->mean);
    json_pair_number(json, "median", time->median);
    json_pair_number(json, "p95", time->p95);
    json_pair_number(json, "p99", time->p99);
    json_pair_number(json, "max", time->max);
    json_pair_number(json, "total", time->total);
    json_close(json, '}');
}

static void write_memory(json_writer *json, const bench_report *report)
{
    json_key(json, "memory_bytes");
    json_open(json, '{');
    json_pair_whole(json, "map", (int64_t)report->memory.map);
    json_pair_whole(json, "layers", (int64_t)report->memory.layers);
    json_pair_whole(json, "tables", (int64_t)report->memory.tables);
    json_pair_whole(json, "planner", (int64_t)report->planner_bytes);
    json_close(json, '}');
}

/// The map's file name without folder and extension.
static void write_map_name(json_writer *json, const char *file)
{
    const char *slash = strrchr(file, '/');
    const char *base = slash ? slash + 1 : file;
    const char *dot = strrchr(base, '.');
    char name[256];
    snprintf(name, sizeof name, "%.*s", dot && dot > base ? (int)(dot - base) : (int)strlen(base), base);
    json_pair_text(json, "map", name);
}

bool bench_write_json(FILE *to, const bench_report *report)
{
    totals sum;
    if (!add_up(report, &sum))
        return false;
    json_writer json = json_writer_to(to);
    json_open(&json, '{');
    write_map_name(&json, report->map);
    json_pair_text(&json, "method", report->method);
    json_pair_whole(&json, "queries", (int64_t)report->count);
    json_pair_whole(&json, "found", (int64_t)sum.found);
    json_pair_whole(&json, "optimal", (int64_t)sum.optimal);
    json_pair_whole(&json, "legal", (int64_t)sum.legal);
    write_no_path(&json, &sum);
    json_pair_number(&json, "length_total", sum.length);
    json_break(&json);
    write_time(&json, &sum.time);
    json_break(&json);
    json_key(&json, "expanded");
    json_open(&json, '{');
    json_pair_number(&json, "mean", report->count ? sum.expanded / (double)report->count : 0.0);
    json_pair_number(&json, "max", sum.most_expanded);
    json_close(&json, '}');
    write_ratio(&json, &sum);
    json_break(&json);
    json_pair_texts(&json, "ignored", report->ignored, report->ignored_count);
    json_pair_number(&json, "setup_ms", report->setup_ms);
    write_memory(&json, report);
    json_pair_whole(&json, "allocations", (int64_t)report->allocations);
    json_close(&json, '}');
    putc('\n', to);
    return true;
}

void bench_write_csv(FILE *to, const bench_report *report)
{
    fputs("index,result,length,cost,time_us,expanded,legal,optimum\n", to);
    for (size_t i = 0; i < report->count; i++) {
        const measurement *one = &report->all[i];
        fprintf(to, "%zu,%s,", one->index, fw_outcome_name(one->outcome));
        if (one->has_path)
            fprintf(to, "%s,%s", io_number(one->length).text, io_number(one->cost).text);
        else
            fputs(",", to);
        fprintf(to, ",%s,%llu,%s,%s\n", io_number(one->time_us).text, (unsigned long long)one->expanded,
                !one->has_path ? ""
                : one->legal   ? "1"
                               : "0",
                one->optimum < 0.0 ? "" : io_number(one->optimum).text);
    }
}

static void print_details(const bench_report *report, const totals *sum)
{
    const fw_map_memory *memory = &report->memory;
    printf("expanded: mean %.1f, max %.0f; all queries together %s\n",
           report->count ? sum->expanded / (double)report->count : 0.0, sum->most_expanded,
           io_duration(sum->time.total).text);
    if (sum->rated)
        printf("length / optimum: mean %.4f, p99 %.4f, max %.4f\n", sum->ratio.mean, sum->ratio.p99,
               sum->ratio.max);
    printf("memory: map %zu, layers and regions %zu, tables %zu, planner %zu bytes; %llu allocations\n",
           memory->map, memory->layers, memory->tables, report->planner_bytes,
           (unsigned long long)report->allocations);
}

bool bench_print(const bench_report *report, bool is_long)
{
    totals sum;
    if (!add_up(report, &sum))
        return false;
    char optimal[32] = "", no_path[80] = "";
    if (sum.rated)
        snprintf(optimal, sizeof optimal, "%zu optimal, ", sum.optimal);
    if (sum.no_path)
        snprintf(no_path, sizeof no_path, "%zu of %zu without a path as the file says, ", sum.agreed,
                 sum.no_path);
    printf("%zu quer%s (%s): %zu found, %s%s%zu legal; total length %.10g\n", report->count,
           report->count == 1 ? "y" : "ies", report->method, sum.found, no_path, optimal, sum.legal,
           sum.length);
    printf("time a query: mean %s, median %s, p95 %s, p99 %s, max %s; setup %s\n",
           io_duration(sum.time.mean).text, io_duration(sum.time.median).text, io_duration(sum.time.p95).text,
           io_duration(sum.time.p99).text, io_duration(sum.time.max).text,
           io_duration(1e3 * report->setup_ms).text);
    if (is_long)
        print_details(report, &sum);
    return true;
}
