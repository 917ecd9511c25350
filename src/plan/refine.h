#pragma once

/// A quick path on terrains of varying costs, and its refinement (Patel, "Amit's Thoughts on Pathfinding", Refinement).
///
/// The quick search takes terrains as if they cost nearly the same, so that it expands less. Then pieces of the path
/// are replaced by the cheapest paths between their ends. Pieces are taken from the start on, and each begins in the
/// middle of the piece before. Each round over the path has pieces twice as long. A piece that is the whole path is
/// searched on the whole map; after that, the path is the cheapest.

#include "fairway/planner.h"
#include "grid/grid_route.h"
#include "map/map.h"

typedef struct refinement {
    map_unit quick;       ///< copy of the unit, whose terrains cost nearly the same
    grid_anchor *anchors; ///< [anchor * count] the path
    size_t room;
    int32_t count;
    const grid_target *target; ///< GRID_GOAL_SET: which target the path reaches
    int32_t first;             ///< anchor where the present piece begins
    int32_t length;            ///< steps of a piece in this round
    tile_box window;           ///< of the present piece
    grid_run *runs;            ///< [run] the path as it is written
    size_t run_room;
    bool is_over;        ///< nothing is left to do
    bool is_cheapest;    ///< the last piece was the whole path
    fw_statistics spent; ///< of the searches before the present one
    uint64_t quick_work; ///< of the quick search
} refinement;
