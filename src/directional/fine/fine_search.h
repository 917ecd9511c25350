#pragma once

/// The last level of directional search: a search over small cells of poses, each of which keeps the exact pose that
/// reached the cell (Barraquand & Latombe 1993; Dolgov et al. 2008, "Hybrid A*"). It finds paths that the lattice
/// misses: along corridors at odd angles, through gaps between lattice points, by turns within less than a tile.
///
/// Two searches take turns: one from the start and, if the goal is a single pose, one from the goal, whose curves are
/// driven in the other direction. The search from the narrower end needs fewer expansions: it comes out into the open,
/// from where a single curve leads to the other end, or it runs dry.

#include "directional/ends/connections.h"
#include "directional/exact_query.h"
#include "directional/fine/fine_frame.h"
#include "search/limits.h"
#include "search/page_pool.h"

typedef struct fine_search fine_search;

fw_result fine_search_create(memory *memory, page_pool *pool, fine_search **fine);

/// Prepares a query. Everything that the query points to must live until the search ends.
///
/// @param field  distances to the goals, grown as far as the search needs them
/// @return FW_OK or FW_NO_MEMORY
fw_result fine_search_reset(fine_search *fine, const exact_query *query, grid_field *field,
                            const search_limits *limits);

/// The tile of a pose of the query. If the pose lies on the border of two tiles, mirrored worlds give the mirror image
/// of the same tile.
fine_tile fine_search_tile(const fine_search *fine, fw_pose pose);

/// Continues the search.
///
/// @return FW_PENDING, FW_OK, FW_LIMIT, FW_NO_MEMORY, FW_TOO_MANY, or FW_NOT_FOUND: one of the two searches has
///         expanded all cells that it can reach
fw_result fine_search_run(fine_search *fine, uint64_t work);

void fine_search_statistics(const fine_search *fine, fw_statistics *statistics);

/// After FW_NOT_FOUND: the end whose search ran dry. If several goals were tried alone, the start if its search ran dry
/// for one of them.
fw_exhausted fine_search_exhausted(const fine_search *fine);
double fine_search_progress(const fine_search *fine);
