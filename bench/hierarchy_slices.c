#define _POSIX_C_SOURCE 199309L
/// The graph of the hierarchy, built at once and in slices: how long the slices take, and the copy that another version
/// of the map needs.
///
///     bench_hierarchy_slices [SIDE...]
///
/// takes maps of SIDE x SIDE tiles (1024), three terrains as noise, without obstacles, for a unit of size 1. Times are
/// processor time in milliseconds. "Last" are the two slices that complete the graph and its landmarks.

#include <stdio.h>
#include <stdlib.h>

#include "common/give_up.h"
#include "common/noise_map.h"
#include "common/stopwatch.h"
#include "fairway/fairway.h"

enum { MOST_SLICES = 1 << 20 };

/// Registers a unit that has no graph. The units' costs differ, so that they share nothing.
static fw_unit_id add_plain_unit(fw_map *map, int index)
{
    fw_unit_def def = fw_default_unit_def();
    def.terrain_cost[FW_SAND] = 1.5f;
    def.terrain_cost[FW_SWAMP] = 2.5f + 0.01f * (float)index;
    fw_unit_id unit;
    if (fw_map_add_unit(map, &def, &unit) != FW_OK)
        give_up("no memory");
    return unit;
}

static double ms_since(double start)
{
    return 1e-3 * (stopwatch_computed_us() - start);
}

static int compare_times(const void *a, const void *b)
{
    const double one = *(const double *)a, other = *(const double *)b;
    return one < other ? -1 : one > other;
}

static void build_in_slices(fw_map *map, int32_t side, uint64_t work, int index)
{
    static double times[MOST_SLICES];
    const fw_unit_id unit = add_plain_unit(map, index);
    double whole = 0, last = 0;
    size_t count = 0;
    bool was_ready = false;
    for (fw_result result = FW_PENDING; result == FW_PENDING && count < MOST_SLICES;) {
        const double start = stopwatch_computed_us();
        result = fw_map_prepare_step(map, unit, FW_HIERARCHY, work);
        const double time = ms_since(start);
        whole += time;
        fw_cluster_summary summary;
        const bool is_ready = was_ready || fw_map_clusters(map, unit, &summary) == FW_OK;
        if (is_ready != was_ready || result == FW_OK)
            last = time > last ? time : last;
        else
            times[count++] = time;
        was_ready = is_ready;
    }
    qsort(times, count, sizeof *times, compare_times);
    printf("%d  %6llu  %7zu  %8.1f  %6.3f  %6.3f  %6.3f  %6.3f\n", side, (unsigned long long)work, count,
           whole, times[count / 2], times[count * 999 / 1000], times[count - 1], last);
}

int main(int argc, char **argv)
{
    printf("side    work   slices  all, ms  median   99.9%%    most    last\n");
    for (int i = argc > 1 ? 1 : 0; i < argc; i++) {
        const int32_t side = argc > 1 ? atoi(argv[i]) : 1024;
        fw_map *map = noise_map(side);
        const fw_unit_id unit = add_plain_unit(map, 0);
        double start = stopwatch_computed_us();
        if (fw_map_prepare(map, unit, FW_HIERARCHY) != FW_OK)
            give_up("no memory");
        printf("%d  at once           %8.1f\n", side, ms_since(start));
        for (int pass = 1; pass <= 3; pass++)
            build_in_slices(map, side, pass == 1 ? 1000 : pass == 2 ? 5000 : 15000, pass);
        const fw_map *snapshot = fw_map_snapshot(map);
        fw_map_set_tile(map, side / 2, side / 2, FW_ROAD);
        start = stopwatch_computed_us();
        if (fw_map_commit(map) != FW_OK)
            give_up("no memory");
        printf("%d  a commit beside a snapshot, with 4 graphs: %.1f\n", side, ms_since(start));
        fw_map_release(snapshot);
        fw_map_destroy(map);
    }
    return 0;
}
