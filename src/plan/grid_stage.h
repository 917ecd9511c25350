#ifndef PLAN_GRID_STAGE_H
#define PLAN_GRID_STAGE_H

/// @file
/// A search on the grid by the method that serves it, for the grid stage and the stages that search on the grid
/// themselves. A method is one row of functions.

#include "fairway/path.h"
#include "fairway/planner.h"
#include "grid/grid_space.h"
#include "plan/query.h"

/// A method of searching the grid.
typedef struct grid_method {
    /// True if the method can serve a search.
    bool (*serves)(const fw_search *search);
    /// Begins the search: FW_OK or FW_NO_MEMORY.
    fw_result (*begin)(fw_search *search);
    /// Continues the search. FW_PENDING, FW_OK, FW_LIMIT, FW_NOT_FOUND, FW_NO_MEMORY, or FW_TOO_MANY: the path is too
    /// long for the method, and A* must search again.
    fw_result (*run)(fw_search *search, uint64_t work);
    /// Writes the route to an end of the search: FW_OK, FW_NOT_FOUND (no path yet) or FW_NO_MEMORY.
    fw_result (*route)(fw_search *search, grid_end end, grid_route *route);
    void (*statistics)(const fw_search *search, fw_statistics *statistics);
    double (*progress)(const fw_search *search);
} grid_method;

/// The functions of a method whose searches are in one of a search's spaces, and its row. The file has begin() and
/// serves().
#define GRID_METHOD(method, space, member)                                                                   \
    static fw_result run(fw_search *search, uint64_t work)                                                   \
    {                                                                                                        \
        return space##_run(search->spaces.member, work);                                                     \
    }                                                                                                        \
    static fw_result route(fw_search *search, grid_end end, grid_route *found)                               \
    {                                                                                                        \
        return space##_route(search->spaces.member, end, found);                                             \
    }                                                                                                        \
    static void statistics(const fw_search *search, fw_statistics *result)                                   \
    {                                                                                                        \
        space##_statistics(search->spaces.member, result);                                                   \
    }                                                                                                        \
    static double progress(const fw_search *search)                                                          \
    {                                                                                                        \
        return space##_progress(search->spaces.member);                                                      \
    }                                                                                                        \
    const grid_method method = { .serves = serves,                                                           \
                                 .begin = begin,                                                             \
                                 .run = run,                                                                 \
                                 .route = route,                                                             \
                                 .statistics = statistics,                                                   \
                                 .progress = progress }

/// Search on the graph of clusters, and its refinement.
extern const grid_method grid_clusters;

/// Jump point search.
extern const grid_method grid_jump_points;

/// A*, which can serve all queries.
extern const grid_method grid_astar;

/// A search backward from the goal that several requests share. See plan/grid_flow.h.
extern const grid_method grid_flow;

/// A query for a search between two places, under the map and the overlay of the request but no other options of it.
grid_query grid_search_between(const fw_search *search, grid_anchor start, grid_goal goal);

/// Creates the space of A* if the search has none yet: FW_OK or FW_NO_MEMORY. For all stages that search there.
fw_result grid_search_prepare(fw_search *search);

/// Begins a search by the first method that serves the query, or by A* if moves are forbidden because of illegal turns.
fw_result grid_search_begin(fw_search *search);

/// Begins a search by a method.
fw_result grid_search_begin_by(fw_search *search, const grid_method *method);

/// Continues the search, as grid_method::run; never FW_TOO_MANY.
fw_result grid_search_run(fw_search *search, uint64_t work);

/// Writes the path of the search.
fw_result grid_search_write(fw_search *search, fw_outcome outcome, fw_path *path);

/// The end of a search on the grid for an outcome.
grid_end grid_search_end_of(const query *query, fw_outcome outcome);

/// Writes a route to an end of a search, and the line to the exact pose of the goal.
fw_result grid_search_write_route(const fw_search *search, fw_outcome outcome, grid_end end,
                                  const grid_route *route, fw_path *path);

fw_result grid_search_route(fw_search *search, grid_end end, grid_route *route);
void grid_search_statistics(const fw_search *search, fw_statistics *statistics);
double grid_search_progress(const fw_search *search);

#endif
