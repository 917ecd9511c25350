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

static void add(totals *sum, const measurement *one)
{
    const double expanded = (double)one->expanded;
    sum->expanded += expanded;
    if (expanded > sum->most_expanded)
        sum->most_expanded = expanded;
    sum->legal += one->has_path && one->legal;
    if (one->outcome != FW_OUTCOME_FOUND)
        return;
    sum->found++;
    sum->length += one->length;
    sum->optimal += one->optimum >= 0.0 && fabs(one->plain_length - one->optimum) <= ROUNDING;
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
    fputs("index,result,length,cost,time_us,expanded,legal\n", to);
    for (size_t i = 0; i < report->count; i++) {
        const measurement *one = &report->all[i];
        fprintf(to, "%zu,%s,", one->index, fw_outcome_name(one->outcome));
        if (one->has_path)
            fprintf(to, "%s,%s", io_number(one->length).text, io_number(one->cost).text);
        else
            fputs(",", to);
        fprintf(to, ",%s,%llu,%s\n", io_number(one->time_us).text, (unsigned long long)one->expanded,
                !one->has_path ? ""
                : one->legal   ? "1"
                               : "0");
    }
}

bool bench_print(const bench_report *report)
{
    totals sum;
    if (!add_up(report, &sum))
        return false;
    char optimal[32] = "";
    if (sum.rated)
        snprintf(optimal, sizeof optimal, "%zu optimal, ", sum.optimal);
    printf("%zu quer%s (%s): %zu found, %s%zu legal; total length %.6g\n", report->count,
           report->count == 1 ? "y" : "ies", report->method, sum.found, optimal, sum.legal, sum.length);
    printf("time a query: mean %.4g us, median %.4g, p95 %.4g, p99 %.4g, max %.4g; setup %.3g ms\n",
           sum.time.mean, sum.time.median, sum.time.p95, sum.time.p99, sum.time.max, report->setup_ms);
    return true;
}
