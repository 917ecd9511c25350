#pragma once

/// Search for a unit that turns on the spot and whose body does not fit everywhere with every heading, over places and
/// headings. Two searches take turns, from the start and from the goal, so that an end that is shut in is noticed
/// without a search of the whole map. The first of them that reaches the other end has the path.

#include "fairway/path.h"
#include "fairway/planner.h"
#include "map/map.h"
#include "search/limits.h"
#include "search/page_pool.h"

typedef struct pivot_search pivot_search;

typedef struct pivot_query {
    const map_version *map;
    const map_unit *unit;
    const fw_overlay *overlay; ///< null = none
    fw_pose start, goal;       ///< on free tiles
    bool any_heading;          ///< at the goal
    double tolerance;          ///< of the heading at the goal, in radians
} pivot_query;

/// True if the search serves a unit: it turns on the spot, its body is a rectangle or a polygon, and it cuts
/// no corners. If not,
/// names the unit's field that forbids it.
///
/// @param why  may be null
bool pivot_fits(const fw_unit_def *unit, fw_refusal *why);

/// @return FW_OK or FW_NO_MEMORY
fw_result pivot_search_create(memory *memory, page_pool *pool, pivot_search **search);

/// Prepares a query. What it points to must live until the path is written. FW_OK or FW_NO_MEMORY.
fw_result pivot_search_reset(pivot_search *search, const pivot_query *query, const search_limits *limits);

/// Continues; results as best_first_run().
fw_result pivot_search_run(pivot_search *search, uint64_t work);

void pivot_search_statistics(const pivot_search *search, fw_statistics *statistics);

double pivot_search_progress(const pivot_search *search);

/// Writes the path between path_begin() and path_end().
///
/// @param to_goal     false: the path to the most promising place so far
/// @param[out] total  cost in tiles
/// @return FW_OK, FW_NOT_FOUND (no path yet) or FW_NO_MEMORY
fw_result pivot_search_write(pivot_search *search, bool to_goal, fw_path *path, double *total);
