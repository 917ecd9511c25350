#include "open_lists/live.h"

#include <math.h>
#include <stdlib.h>

#include "open_lists/study_memory.h"

enum { RUNS = 5 };

/// Least seconds of several runs.
static double seconds_of(const search_def *def, const open_list_kind *kind)
{
    search_def with = *def;
    with.kind = kind;
    double least = INFINITY;
    for (int run = 0; run < RUNS; run++)
        least = fmin(least, search_run(&with).seconds);
    return least;
}

static int by_value(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static live_times compare(const double *base, const double *with, size_t count)
{
    live_times times = { 0 };
    double *factors = study_memory(count, sizeof *factors);
    double base_sum = 0, with_sum = 0;
    for (size_t i = 0; i < count; i++) {
        factors[i] = base[i] / with[i];
        base_sum += base[i];
        with_sum += with[i];
        times.share_above_40 += (factors[i] >= 40) / (double)count;
    }
    qsort(factors, count, sizeof *factors, by_value);
    times.mean_factor = base_sum / with_sum;
    times.median_factor = factors[count / 2];
    times.largest_factor = factors[count - 1];
    free(factors);
    return times;
}

void live_search_all(const short_searches *searches, const open_list_kind *const *kinds, size_t kind_count,
                     live_times *times)
{
    double *base = study_memory(searches->count, sizeof *base),
           *with = study_memory(searches->count, sizeof *with);
    for (size_t i = 0; i < searches->count; i++)
        base[i] = seconds_of(&searches->defs[i], kinds[0]);
    for (size_t k = 0; k < kind_count; k++) {
        for (size_t i = 0; i < searches->count; i++)
            with[i] = k == 0 ? base[i] : seconds_of(&searches->defs[i], kinds[k]);
        times[k] = compare(base, with, searches->count);
    }
    free(base);
    free(with);
}
