#pragma once

/// A unit on a public map with a list of queries, and the textbook's A* beside it.

#include <stdbool.h>

#include "common/textbook_astar.h"
#include "fairway/fairway.h"
#include "io/queries.h"

typedef struct contest {
    fw_map *map;
    fw_unit_id unit;
    fw_planner *planner;
    fw_path *path;
    textbook_astar *textbook;
    io_queries queries;
} contest;

/// Where the queries of a map come from.
typedef enum contest_kind {
    CONTEST_SCENARIO, ///< the map's .scen file
    CONTEST_POSES     ///< its list of poses
} contest_kind;

/// Sets up a contest; gives up where something else is wrong than that the map is not there.
///
/// @param name  of the map below ../shared/data/movingai, such as "dao/arena"
/// @param sown  the map, with terrains of different cost, which the unit must enter
/// @return whether the map is there
bool contest_open(contest *contest, const char *name, contest_kind kind, const fw_unit_def *unit, bool sown);
void contest_close(contest *contest);

/// Least microseconds of some passes of one request.
double contest_least_us(fw_planner *planner, const fw_request *ask, fw_path *path, int passes);
