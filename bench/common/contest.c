#define _POSIX_C_SOURCE 199309L
#include "common/contest.h"

#include <math.h>
#include <string.h>

#include "common/give_up.h"
#include "common/sown_map.h"
#include "common/stopwatch.h"
#include "io/map_file.h"

bool contest_open(contest *contest, const char *name, contest_kind kind, const fw_unit_def *unit, bool sown)
{
    char file[256];
    io_fault fault;
    snprintf(file, sizeof file, "../shared/data/movingai/%s.map", name);
    if (!io_map_load(file, NULL, &contest->map, &fault))
        return false;
    if (kind == CONTEST_SCENARIO)
        snprintf(file, sizeof file, "../shared/data/movingai/%s.map.scen", name);
    else
        snprintf(file, sizeof file, "../shared/data/poses/%s.csv", strrchr(name, '/') + 1);
    if ((sown && !sow_map(contest->map)) || !io_queries_read(file, &contest->queries, &fault) ||
        fw_map_add_unit(contest->map, unit, &contest->unit) != FW_OK ||
        fw_planner_create(contest->map, NULL, &contest->planner) != FW_OK ||
        fw_path_create(NULL, &contest->path) != FW_OK ||
        !(contest->textbook = textbook_on(contest->map, contest->unit, sown ? sown_costs : NULL)))
        give_up("no memory, or a broken list of queries");
    return true;
}

void contest_close(contest *contest)
{
    textbook_destroy(contest->textbook);
    fw_path_destroy(contest->path);
    fw_planner_destroy(contest->planner);
    fw_map_destroy(contest->map);
    io_queries_free(&contest->queries);
}

double contest_least_us(fw_planner *planner, const fw_request *ask, fw_path *path, int passes)
{
    double least = INFINITY;
    for (int i = 0; i < passes; i++) {
        const double start = stopwatch_us();
        fw_find_path(planner, ask, path);
        least = fmin(least, stopwatch_us() - start);
    }
    return least;
}
