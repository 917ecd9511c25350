#define _POSIX_C_SOURCE 199309L
#include "common/contest.h"

#include <math.h>
#include <string.h>

#include "common/give_up.h"
#include "common/sown_map.h"
#include "common/stopwatch.h"
#include "io/map_file.h"

bool contest_open(contest *on, const char *name, contest_kind kind, const fw_unit_def *unit, bool sown)
{
    char file[256];
    io_fault fault;
    snprintf(file, sizeof file, "../shared/data/movingai/%s.map", name);
    if (!io_map_load(file, NULL, &on->map, &fault))
        return false;
    if (kind == CONTEST_SCENARIO)
        snprintf(file, sizeof file, "../shared/data/movingai/%s.map.scen", name);
    else
        snprintf(file, sizeof file, "../shared/data/poses/%s.csv", strrchr(name, '/') + 1);
    if ((sown && !sow_map(on->map)) || !io_queries_read(file, &on->queries, &fault) ||
        fw_map_add_unit(on->map, unit, &on->unit) != FW_OK ||
        fw_planner_create(on->map, NULL, &on->planner) != FW_OK || fw_path_create(NULL, &on->path) != FW_OK ||
        !(on->textbook = textbook_on(on->map, on->unit, sown ? sown_costs : NULL)))
        give_up("no memory, or a broken list of queries");
    return true;
}

void contest_close(contest *on)
{
    textbook_destroy(on->textbook);
    fw_path_destroy(on->path);
    fw_planner_destroy(on->planner);
    fw_map_destroy(on->map);
    io_queries_free(&on->queries);
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
