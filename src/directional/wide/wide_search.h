#pragma once

/// The search for vehicles at the scale of real maps, whose turning radius or body is many tiles long. Its poses lie
/// anywhere; only the list of closed poses is a grid, of cells half a turning radius wide. So its time depends on the
/// radius and on the obstacles, not on the size of a tile (Dolgov et al. 2008, "Practical search techniques in path
/// planning for autonomous driving": Hybrid A*).
///
/// It keeps one pose of each cell, and therefore proves nothing: if it finds no path, there may be one.

#include "directional/directional_end.h"
#include "directional/exact_query.h"
#include "fairway/path.h"
#include "search/limits.h"
#include "search/page_pool.h"

typedef struct wide_search wide_search;

/// True if a wide search suits a unit better than the lattice: its turns or its body are wide.
bool wide_search_suits(const fw_unit_def *unit);

/// True if the lattice suits a unit better, but a wide search may find what the lattice misses, sooner than a fine one.
bool wide_search_may_follow(const fw_unit_def *unit);

fw_result wide_search_create(memory *memory, page_pool *pool, wide_search **wide);

/// Prepares a query. Everything that the query points to must live until the search ends. FW_OK or FW_NO_MEMORY.
fw_result wide_search_reset(wide_search *wide, const exact_query *query, const search_limits *limits);

/// Continues the search. FW_PENDING, FW_OK, FW_LIMIT, FW_NO_MEMORY, FW_TOO_MANY, or FW_GAVE_UP: no path was found.
fw_result wide_search_run(wide_search *wide, uint64_t work);

/// Finds out how near to the query's aims the poses are that the search from the start has expanded.
///
/// @param[out] square  square of the least distance
/// @return false if nothing was expanded yet
bool wide_search_nearest(const wide_search *wide, double *square);

/// Appends the way to an end to a path that is being written.
///
/// @param[out] total  cost of the path, in tiles
/// @return FW_OK, FW_NOT_FOUND (nothing was expanded yet) or FW_NO_MEMORY
fw_result wide_search_write(wide_search *wide, const map_unit *unit, directional_end end, fw_path *path,
                            double *total);

void wide_search_statistics(const wide_search *wide, fw_statistics *statistics);
double wide_search_progress(const wide_search *wide);
