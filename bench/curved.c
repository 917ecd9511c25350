/// Curved smoothing of grid paths: how many become legal for a unit with a turning radius, how long they are then, and
/// what that takes. Round body of radius 0.45, turning radius 1, 2 and 3; starts face one of eight ways at random, any
/// heading at the goal.
///
///     bench_curved [QUERIES]
///
/// asks so many queries a map (100). Run in the project's root; the maps are read from ../shared/data.

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/random.h"
#include "common/contest.h"
#include "common/give_up.h"
#include "fairway/fairway.h"
#include "io/map_file.h"

enum { RADII = 3, REPEATS = 3 };

#define DATA "../shared/data/movingai/"

static const char *const names[] = { "dao/arena",      "dao/brc202d",         "bg512/AR0072SR",
                                     "sc1/Aftershock", "cities/Berlin_0_512", "rooms/32room_000",
                                     "rooms/8room_000" };
enum { NAMES = sizeof names / sizeof *names };

/// Sums over the queries of a map at one radius.
typedef struct tally {
    int queries, legal, as_claimed, left;
    double grid_length, length, search_us, smoothing_us;
} tally;

static fw_request request_at_random(const fw_map *map, fw_unit_id unit, random_source *random)
{
    fw_request ask = fw_default_request();
    int32_t tiles[4];
    for (int i = 0; i < 4; i++)
        tiles[i] = (int32_t)random_below(random, (uint32_t)(i % 2 ? fw_map_height(map) : fw_map_width(map)));
    ask.unit = unit;
    ask.start = fw_pose_on_tile(tiles[0], tiles[1], 1);
    ask.start.heading = FW_PI / 4 * random_below(random, 8);
    ask.goal = fw_goal_at(tiles[2] + 0.5, tiles[3] + 0.5);
    ask.method = FW_GRID;
    ask.allow_violations = true;
    return ask;
}

static void judge(const fw_map *map, const fw_request *ask, const fw_path *path, tally *all)
{
    fw_check_def def = fw_default_check_def();
    fw_check_report report;
    fw_path_summary summary;
    def.has_start = def.has_goal = true;
    def.start = ask->start;
    def.goal = ask->goal;
    fw_path_check(map, ask->unit, path, &def, &report);
    fw_path_summarise(path, &summary);
    all->legal += report.legal;
    all->left += summary.violations.impossible;
    all->as_claimed += report.legal == !summary.violations.impossible && !report.faults[FW_FAULT_BLOCKED] &&
                       !report.faults[FW_FAULT_TOO_TIGHT];
}

static tally tally_of(fw_map *map, double radius, int queries)
{
    tally all = { 0 };
    fw_unit_def def = fw_default_unit_def();
    def.footprint = fw_circle(0.45);
    def.turn_radius = radius;
    def.methods = FW_METHOD_BIT(FW_GRID);
    fw_unit_id unit;
    fw_planner *planner;
    fw_path *path;
    if (fw_map_add_unit(map, &def, &unit) != FW_OK || fw_planner_create(map, NULL, &planner) != FW_OK ||
        fw_path_create(NULL, &path) != FW_OK)
        give_up("no memory");
    random_source random = { 7 };
    for (int i = 0; i < 100 * queries && all.queries < queries; i++) {
        fw_request ask = request_at_random(map, unit, &random);
        if (fw_find_path(planner, &ask, path) != FW_OK || fw_path_length(path) < 2)
            continue;
        all.queries++;
        all.grid_length += fw_path_length(path);
        const double search = contest_least_us(planner, &ask, path, REPEATS);
        ask.smoothing = FW_SMOOTH_CURVED;
        all.search_us += search;
        all.smoothing_us += contest_least_us(planner, &ask, path, REPEATS) - search;
        all.length += fw_path_length(path);
        judge(map, &ask, path, &all);
    }
    fw_path_destroy(path);
    fw_planner_destroy(planner);
    fw_map_remove_unit(map, unit);
    return all;
}

static fw_map *load(const char *name)
{
    char file[256];
    snprintf(file, sizeof file, DATA "%s.map", name);
    fw_map *map = NULL;
    io_fault fault;
    return io_map_load(file, NULL, &map, &fault) ? map : NULL;
}

int main(int count, char **words)
{
    const int queries = count > 1 ? atoi(words[1]) : 100;
    printf("%-22s %3s %7s %8s %10s %8s %10s %10s\n", "map", "R", "legal %", "claims %", "bends left",
           "length", "search us", "smooth us");
    for (int i = 0; i < NAMES; i++) {
        fw_map *map = load(names[i]);
        if (!map) {
            printf("%-22s is not there\n", names[i]);
            continue;
        }
        for (int radius = 1; radius <= RADII; radius++) {
            const tally all = tally_of(map, radius, queries);
            const double share = 1.0 / all.queries;
            printf("%-22s %3d %7.1f %8.1f %10.2f %8.4f %10.1f %10.1f\n", names[i], radius,
                   100 * share * all.legal, 100 * share * all.as_claimed, share * all.left,
                   all.length / all.grid_length, share * all.search_us, share * all.smoothing_us);
        }
        fw_map_destroy(map);
    }
    return 0;
}
