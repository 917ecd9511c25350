#define _POSIX_C_SOURCE 200809L
/// Bodies that turn on the spot at the scale of real maps: how long `pivot` takes on a robot's map, and until it denies
/// a gap that is too narrow.
///
///     bench_pivot [--queries N]
///
/// Bodies are in cells of 5 cm. Processor time of the thread, one pass. Queries whose ends the body cannot stand at are
/// left out. Run in the project's root; map and queries are read from ../shared/data.

#include <stdio.h>

#include "common/arguments.h"
#include "common/median.h"
#include "common/must.h"
#include "common/stopwatch.h"
#include "common/wide_worlds.h"
#include "fairway/fairway.h"
#include "io/queries.h"

enum { MOST_QUERIES = 128 };

#define ROBOT "../shared/data/robot/bays"

typedef struct row {
    fw_map *map;
    fw_unit_id unit;
    fw_planner *planner;
    fw_path *path;
    double ms[MOST_QUERIES], length;
    size_t count, solved, illegal;
} row;

static void ask(row *row, fw_pose start, fw_pose goal)
{
    fw_request request = fw_default_request();
    request.unit = row->unit;
    request.start = start;
    request.goal = fw_goal_pose(goal);
    request.method = FW_PIVOT;
    const double begin = stopwatch_thread_us();
    const fw_result found = fw_find_path(row->planner, &request, row->path);
    if (found != FW_OK && found != FW_NOT_FOUND)
        return;
    row->ms[row->count++] = (stopwatch_thread_us() - begin) / 1000;
    if (found != FW_OK)
        return;
    fw_check_report report;
    must(fw_path_check(row->map, row->unit, row->path, NULL, &report));
    row->solved++;
    row->illegal += !report.legal;
    row->length += fw_path_length(row->path);
}

static void begin(row *row, fw_map *map, double length, double width)
{
    fw_unit_def def = fw_default_unit_def();
    def.footprint = fw_rectangle(length, width);
    def.reverse = true;
    def.size = (int32_t)width; // of no account to this method
    *row = (struct row){ .map = map };
    must(fw_map_add_unit(map, &def, &row->unit));
    must(fw_planner_create(map, NULL, &row->planner));
    must(fw_path_create(NULL, &row->path));
}

/// Prints a row and frees what it holds.
static void end(row *row, const char *name, double length, double width)
{
    const double middle = row->count ? median_of(row->ms, row->count) : 0;
    printf("| %s | %g x %g | %zu of %zu | %.1f | %.1f | %.1f | %.0f |\n", name, length, width,
           row->solved - row->illegal, row->count, middle,
           row->count ? row->ms[(size_t)(0.95 * (double)row->count)] : 0,
           row->count ? row->ms[row->count - 1] : 0, row->length);
    fflush(stdout);
    fw_path_destroy(row->path);
    fw_planner_destroy(row->planner);
    fw_map_destroy(row->map);
}

static void run_robot(double length, double width, int most)
{
    row row;
    io_fault fault;
    io_queries queries;
    fw_map *map = wide_map(ROBOT ".map", 1);
    if (!map || !io_queries_read(ROBOT ".csv", &queries, &fault))
        return;
    begin(&row, map, length, width);
    for (size_t i = 0; i < queries.count && i < (size_t)most && i < MOST_QUERIES; i++)
        ask(&row, io_place_pose(&queries.items[i].start, 1), io_place_pose(&queries.items[i].goal, 1));
    end(&row, "robot", length, width);
    io_queries_free(&queries);
}

/// A wall parts a hall; its only gap is 10 cells wide.
///
/// @param bends  the wall is 60 cells thick, and its gap leads around two corners
static void run_gap(bool bends, double length, double width)
{
    row row;
    fw_map *map = NULL;
    fw_map_def def = fw_default_map_def();
    def.width = 400;
    def.height = 300;
    must(fw_map_create(&def, &map));
    must(fw_map_set_rect(map, 0, 0, 400, 300, FW_GROUND));
    must(fw_map_set_rect(map, 200, 0, bends ? 60 : 4, 300, FW_BLOCKED));
    must(fw_map_set_rect(map, 200, 145, bends ? 35 : 4, 10, FW_GROUND));
    if (bends) {
        must(fw_map_set_rect(map, 225, 145, 10, 60, FW_GROUND));
        must(fw_map_set_rect(map, 225, 195, 35, 10, FW_GROUND));
    }
    must(fw_map_commit(map));
    begin(&row, map, length, width);
    ask(&row, (fw_pose){ 50, 60, 0 }, (fw_pose){ 350, 220, 1 });
    end(&row, bends ? "bent gap of 10" : "gap of 10", length, width);
}

int main(int count, char **words)
{
    static const double bodies[][2] = { { 84, 36 }, { 24, 10 }, { 18, 12 }, { 10, 6 } };
    int most = MOST_QUERIES;
    const argument known[] = { { .name = "--queries", .whole = &most }, { 0 } };
    (void)arguments_read(known, count, words);
    printf("| map | body | legal | median ms | 95 %% | most | length |\n|---|---|---|---|---|---|---|\n");
    for (size_t i = 0; i < 4; i++)
        run_robot(bodies[i][0], bodies[i][1], most);
    run_gap(false, 18, 10);
    run_gap(false, 18, 10.2);
    run_gap(false, 18, 12);
    run_gap(true, 10, 6);
    return 0;
}
