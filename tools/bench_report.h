#pragma once

/// The results of a benchmark, and how they are printed.

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "fairway/map.h"
#include "fairway/path.h"
#include "request.h"

/// The measurements of one query.
typedef struct measurement {
    size_t index;         ///< in the file
    fw_outcome outcome;   ///< how it ended
    double length;        ///< of the path
    double plain_length;  ///< of the path before smoothing
    double cost;          ///< of the path
    double optimum;       ///< length that the file states; negative if it states none
    double time_us;       ///< of the query alone
    uint64_t expanded;    ///< nodes
    bool has_path, legal; ///< the checker's verdict on the path
    bool has_no_path;     ///< the file says that no path joins start and goal
} measurement;

/// All queries on one map, for one unit, by one method.
typedef struct bench_report {
    const char *map;  ///< file
    const char *unit; ///< file; null = of the command line
    const char *method;
    ignored_options ignored; ///< that had no effect
    measurement *all;        ///< [measurement * count]
    size_t count;
    bool lacks_turns; ///< see job_lacks_turns()
    double setup_ms;
    fw_map_memory memory;
    size_t planner_bytes;
    uint64_t allocations;
} bench_report;

typedef struct bench_reports {
    bench_report *items; ///< [report * count]
    int count;
} bench_reports;

/// Mean, quantiles and maximum of a list of numbers.
typedef struct spread {
    double mean, median, p95, p99, max, total;
} spread;

/// The spread of a list of numbers, which are sorted.
spread spread_of(double *numbers, size_t count);

/// Writes one report as a JSON object, several as a list of them; false without memory.
bool bench_write_json(FILE *to, const bench_reports *all);

/// Writes a line for each query; with several reports, it begins with map, unit and method.
void bench_write_csv(FILE *to, const bench_reports *all);

/// Prints two lines for people; false without memory.
///
/// @param is_long  adds expansions, lengths compared with the optima, and memory
bool bench_print(const bench_report *report, bool is_long);

/// Prints a table with a row for each report.
///
/// @param form     TABLE_MD, TABLE_CSV, TABLE_HTML; NOT_CHOSEN = aligned text
/// @param bucket   a row for each so many tiles of the optimum; 0 = one row
/// @param is_long  adds the 99th percentile of times, time to set up, memory and allocations
/// @return false after an error message
bool bench_print_table(const bench_reports *all, int form, double bucket, bool is_long);
