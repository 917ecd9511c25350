#include "bench_report.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "complain.h"
#include "io/json_writer.h"
#include "io/number.h"
#include "table.h"

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
    json_pair_open(json, "no_path", '{');
    json_pair_whole(json, "published", (int64_t)sum->no_path);
    json_pair_whole(json, "agreed", (int64_t)sum->agreed);
    json_close(json, '}');
}

static void write_time(json_writer *json, const spread *time)
{
    json_pair_open(json, "time_us", '{');
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
    json_pair_open(json, "memory_bytes", '{');
    json_pair_whole(json, "map", (int64_t)report->memory.map);
    json_pair_whole(json, "layers", (int64_t)report->memory.layers);
    json_pair_whole(json, "tables", (int64_t)report->memory.tables);
    json_pair_whole(json, "planner", (int64_t)report->planner_bytes);
    json_close(json, '}');
}

typedef struct short_name {
    char text[256];
} short_name;

/// A file's name without folder and extension; "" for null.
static short_name short_name_of(const char *file)
{
    short_name name = { "" };
    const char *slash = file ? strrchr(file, '/') : NULL;
    const char *base = slash ? slash + 1 : file ? file : "";
    const char *dot = strrchr(base, '.');
    snprintf(name.text, sizeof name.text, "%.*s", dot && dot > base ? (int)(dot - base) : (int)strlen(base),
             base);
    return name;
}

static bool write_report(json_writer *to, const bench_report *report)
{
    totals sum;
    const char *ignored[MOST_IGNORED];
    ignored_names(&report->ignored, ignored);
    if (!add_up(report, &sum))
        return false;
    json_writer json = *to;
    json_open(&json, '{');
    json_pair_text(&json, "map", short_name_of(report->map).text);
    if (report->unit)
        json_pair_text(&json, "unit", short_name_of(report->unit).text);
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
    json_pair_open(&json, "expanded", '{');
    json_pair_number(&json, "mean", report->count ? sum.expanded / (double)report->count : 0.0);
    json_pair_number(&json, "max", sum.most_expanded);
    json_close(&json, '}');
    write_ratio(&json, &sum);
    json_break(&json);
    json_pair_texts(&json, "ignored", ignored, report->ignored.count);
    json_pair_number(&json, "setup_ms", report->setup_ms);
    write_memory(&json, report);
    json_pair_whole(&json, "allocations", (int64_t)report->allocations);
    json_close(&json, '}');
    *to = json;
    return true;
}

bool bench_write_json(FILE *to, const bench_reports *all)
{
    json_writer json = json_writer_to(to);
    bool written = true;
    if (all->count > 1)
        json_open(&json, '[');
    for (int i = 0; written && i < all->count; i++) {
        if (all->count > 1)
            json_break(&json);
        written = write_report(&json, &all->items[i]);
    }
    if (all->count > 1)
        json_close(&json, ']');
    putc('\n', to);
    return written;
}

static void write_queries(FILE *to, const bench_report *report, const char *before)
{
    for (size_t i = 0; i < report->count; i++) {
        const measurement *one = &report->all[i];
        fprintf(to, "%s%zu,%s,", before, one->index, fw_outcome_name(one->outcome));
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

void bench_write_csv(FILE *to, const bench_reports *all)
{
    const bool is_one = all->count == 1;
    fprintf(to, "%sindex,result,length,cost,time_us,expanded,legal,optimum\n",
            is_one ? "" : "map,unit,method,");
    for (int i = 0; i < all->count; i++) {
        const bench_report *report = &all->items[i];
        char before[600];
        snprintf(before, sizeof before, "%s,%s,%s,", short_name_of(report->map).text,
                 short_name_of(report->unit).text, report->method);
        write_queries(to, report, is_one ? "" : before);
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
    printf("memory: map %s, layers and regions %s, tables %s, planner %s; %llu allocations\n",
           io_size(memory->map).text, io_size(memory->layers).text, io_size(memory->tables).text,
           io_size(report->planner_bytes).text, (unsigned long long)report->allocations);
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

/// What a table of reports shows.
typedef struct layout {
    bool is_plain; ///< times are microseconds without a unit
    bool has_units, has_buckets, has_optima, has_no_path;
    bool is_long; ///< --verbose
} layout;

static layout layout_of(const bench_reports *all, int form, double bucket, bool is_long)
{
    const bool is_csv = form == TABLE_CSV; // the same columns whatever is in them
    layout shown = { is_csv, is_csv, is_csv || bucket > 0.0, is_csv, is_csv, is_long };
    for (int i = 0; i < all->count; i++) {
        const bench_report *report = &all->items[i];
        shown.has_units = shown.has_units || report->unit;
        for (size_t k = 0; k < report->count; k++) {
            shown.has_optima = shown.has_optima || report->all[k].optimum > 0.0;
            shown.has_no_path = shown.has_no_path || report->all[k].has_no_path;
        }
    }
    return shown;
}

static int make_columns(const layout *shown, table_column *columns)
{
    const struct {
        bool is_shown;
        table_column column;
    } all[] = {
        { true, { "map", true } },
        { shown->has_units, { "unit", true } },
        { true, { "method", true } },
        { shown->has_buckets, { "length", true } },
        { true, { "queries", false } },
        { true, { "found", false } },
        { shown->has_no_path, { "no path agreed", false } },
        { shown->has_optima, { "optimal", false } },
        { true, { "legal", false } },
        { shown->has_optima, { "length/optimum", false } },
        { true, { "expanded", false } },
        { true, { shown->is_plain ? "mean_us" : "mean time", false } },
        { true, { shown->is_plain ? "median_us" : "median", false } },
        { true, { shown->is_plain ? "p95_us" : "p95", false } },
        { true, { shown->is_plain ? "max_us" : "max", false } },
        { shown->is_long, { shown->is_plain ? "p99_us" : "p99", false } },
        { shown->is_long, { shown->is_plain ? "setup_us" : "setup", false } },
        { shown->is_long, { "memory", false } },
        { shown->is_long, { "allocations", false } },
    };
    int count = 0;
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        if (all[i].is_shown)
            columns[count++] = all[i].column;
    return count;
}

/// Adds a row: what the queries of a report, or of a part of it, come to.
static bool add_row(table *to, const layout *shown, const bench_report *report, const char *bucket)
{
    totals sum;
    if (!add_up(report, &sum))
        return false;
    table_add(to, "%s", short_name_of(report->map).text);
    if (shown->has_units)
        table_add(to, "%s", short_name_of(report->unit).text);
    table_add(to, "%s", report->method);
    if (shown->has_buckets)
        table_add(to, "%s", bucket);
    table_add(to, "%zu", report->count);
    table_add(to, "%zu", sum.found);
    if (shown->has_no_path)
        table_add(to, sum.no_path ? "%zu of %zu" : "-", sum.agreed, sum.no_path);
    if (shown->has_optima)
        table_add(to, sum.rated ? "%zu" : "-", sum.optimal);
    table_add(to, "%zu", sum.legal);
    if (shown->has_optima)
        table_add(to, sum.rated ? "%.4f" : "-", sum.ratio.mean);
    table_add(to, "%.1f", report->count ? sum.expanded / (double)report->count : 0.0);
    const double times[] = { sum.time.mean, sum.time.median, sum.time.p95,
                             sum.time.max,  sum.time.p99,    1e3 * report->setup_ms };
    for (int i = 0; i < (shown->is_long ? 6 : 4); i++)
        if (shown->is_plain)
            table_add(to, "%.3f", times[i]);
        else
            table_add(to, "%s", io_duration(times[i]).text);
    if (shown->is_long) {
        const fw_map_memory *memory = &report->memory;
        const size_t bytes = memory->map + memory->layers + memory->tables + report->planner_bytes;
        if (shown->is_plain)
            table_add(to, "%zu", bytes);
        else
            table_add(to, "%s", io_size(bytes).text);
        table_add(to, "%llu", (unsigned long long)report->allocations);
    }
    return true;
}

/// Length by which a query is sorted into a bucket: the file's optimum, else the path's length.
static double bucket_length(const measurement *one)
{
    return one->optimum >= 0.0 ? one->optimum : one->has_path ? one->plain_length : 0.0;
}

static int by_bucket_length(const void *a, const void *b)
{
    const double first = bucket_length(a), second = bucket_length(b);
    return (first > second) - (first < second);
}

/// Adds a row for each bucket of lengths that has queries.
static bool add_buckets(table *to, const layout *shown, const bench_report *report, double bucket)
{
    measurement *sorted = malloc((report->count + 1) * sizeof *sorted);
    bool added = sorted;
    if (added && report->count > 0) {
        memcpy(sorted, report->all, report->count * sizeof *sorted);
        qsort(sorted, report->count, sizeof *sorted, by_bucket_length);
    }
    bench_report part = *report;
    for (size_t first = 0; added && first < report->count; first += part.count) {
        const double from = bucket * floor(bucket_length(&sorted[first]) / bucket);
        char name[64];
        part.all = sorted + first;
        part.count = 1;
        while (first + part.count < report->count && bucket_length(&part.all[part.count]) < from + bucket)
            part.count++;
        snprintf(name, sizeof name, "%g to %g", from, from + bucket);
        added = add_row(to, shown, &part, name);
    }
    free(sorted);
    return added;
}

bool bench_print_table(const bench_reports *all, int form, double bucket, bool is_long)
{
    table_column columns[MOST_COLUMNS];
    const layout shown = layout_of(all, form, bucket, is_long);
    table rows = table_of(columns, make_columns(&shown, columns));
    bool added = true;
    for (int i = 0; added && i < all->count; i++)
        added = bucket > 0.0 ? add_buckets(&rows, &shown, &all->items[i], bucket)
                             : add_row(&rows, &shown, &all->items[i], "all");
    const bool printed =
        added ? table_print(&rows, form) : complain("there is not enough memory for the table");
    table_free(&rows);
    return printed;
}
