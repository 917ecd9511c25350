#pragma once

/// What a benchmark runs: each list of queries, with each unit and each method that the command line names.

#include <stdbool.h>

#include "options.h"

typedef struct bench_cases {
    options *items; ///< [options * count] of one map, list of queries, unit and method each
    int count;
    char **texts; ///< [text * text_count] that the items point to
    int text_count;
} bench_cases;

/// Reads the command line.
///
/// An argument that ends in .scen or .csv holds queries for the map before it; the queries of a map without one are in
/// MAP.scen. Of two arguments, the second one holds queries whatever its name, unless it is a .map.
///
/// @param[out] cases  to be freed also on failure
/// @return false after an error message
bool bench_cases_read(const options *given, bench_cases *cases);

void bench_cases_free(bench_cases *cases);
