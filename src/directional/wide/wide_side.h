#pragma once

/// A wide search from one end to the other: a space whose nodes are poses, the first one of each cell that is cheapest.

#include "directional/exact_query.h"
#include "directional/fine/fine_cells.h"
#include "directional/wide/wide_body.h"
#include "directional/wide/wide_guide.h"
#include "directional/wide/wide_motions.h"
#include "search/best_first.h"

_Static_assert(COST_IS_WIDE, "sources that share this header agree on the width of costs");

enum { WIDE_NO_MOVE = 0x8000 }; ///< `via` of the pose where a search begins

/// The search from one end. The search from the goal faces the other way, and its curves are driven in the other
/// direction.
typedef struct wide_side {
    const exact_query *query;
    bool is_backward;
    bool any_heading; ///< at the end
    best_first search;
    fine_cells cells;
    wide_motions motions;
    wide_guide guide;
    wide_body body;
    const distance_map *leeways; ///< of the centre, from tiles that are forbidden for it; null = none are
    sweep_ground ground;
    fw_pose begin, end;
    int32_t level;   ///< the finest level of motions, where they are needed
    fw_curve last;   ///< the curve of the cheapest way to the end so far
    uint32_t *route; ///< [slot * route_capacity]
    size_t route_capacity;
} wide_side;

/// Prepares the search from an end to the other one.
///
/// @param leeways  of the centre, from tiles that are forbidden for it; [opt] null = none are
/// @param level  the finest level of motions
/// @return FW_OK or FW_NO_MEMORY
fw_result wide_side_reset(wide_side *side, const exact_query *query, fw_pose goal, wide_blocks *blocks,
                          const distance_map *distances, const distance_map *leeways,
                          const search_limits *limits, int32_t level);

/// Continues the search from one end; results as best_first_run().
fw_result wide_side_run(wide_side *side, uint64_t work);

/// The slot of the cheapest of the expanded poses that are nearest to some poses; NO_SLOT: nothing was expanded.
///
/// @param[out] square  square of the least distance
uint32_t wide_side_nearest(const wide_side *side, const search_aims *aims, double *square);

/// A curve of a search as the unit drives it.
fw_curve wide_side_driven(const wide_side *side, const fw_curve *curve);
