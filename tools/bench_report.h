#ifndef TOOLS_BENCH_REPORT_H
#define TOOLS_BENCH_REPORT_H

/// @file
/// The results of a benchmark, and how they are printed.

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "fairway/map.h"
#include "fairway/path.h"

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

/// All queries.
typedef struct bench_report {
    const char *map; ///< file
    const char *method;
    const char *const *ignored; ///< [option * ignored_count] options that had no effect, without dashes
    int ignored_count;
    measurement *all; ///< [measurement * count]
    size_t count;
    double setup_ms;
    fw_map_memory memory;
    size_t planner_bytes;
    uint64_t allocations;
} bench_report;

/// Mean, quantiles and maximum of a list of numbers.
typedef struct spread {
    double mean, median, p95, p99, max, total;
} spread;

/// The spread of a list of numbers, which are sorted.
spread spread_of(double *numbers, size_t count);

/// Writes the report as JSON; false without memory.
bool bench_write_json(FILE *to, const bench_report *report);

/// Writes a line for each query.
void bench_write_csv(FILE *to, const bench_report *report);

/// Prints two lines for people; false without memory.
///
/// @param is_long  adds expansions, lengths compared with the optima, and memory
bool bench_print(const bench_report *report, bool is_long);

#endif
