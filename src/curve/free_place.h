#pragma once

/// The nearest place where a body may stand as it faces now: for a body that overlaps something, the shortest way out.
///
/// Exact: the nearest place is the body's own, or the point nearest to it on one of the curves on which the body's pose
/// lies while the body touches something or leaves a corridor, or a point where two of these curves meet. These points
/// are tried tile by tile, from the body outward. The curves are the edges of the configuration space of a body that
/// does not turn (Lozano-Pérez 1983).

#include <stdbool.h>
#include <stdint.h>

#include "fairway/forest.h"
#include "fairway/overlay.h"
#include "map/layer.h"

typedef struct free_place_query {
    fw_pose from;              ///< of the body; places have this heading
    double most;               ///< greatest distance of a place, in tiles; may be infinite
    double closest;            ///< no place is nearer than this, in tiles
    const layer *open;         ///< tiles, or anchors if the body is judged by its anchor
    const fw_overlay *overlay; ///< blocks more of them; null = none
    double lift;        ///< from the point that is judged to the body's centre, in x and y: not 0 for anchors
    double least;       ///< smallest x and y of a place
    fw_footprint shape; ///< what must not overlap what is not open
    fw_footprint body;  ///< what must not overlap discs
    const fw_tree *taken; ///< [disc * taken_count]
    int32_t taken_count;
    /// The body stands on the grid if the point lies in the middle of a tile (0.5) or in a corner (1); 0 = it
    /// need not touch anything less there than elsewhere
    double grid;
    /// The last word about a place.
    bool (*may_stand)(const void *context, fw_pose place);
    const void *context;
    uint64_t most_work; ///< the search ends after this much; 0 = no limit
} free_place_query;

/// Finds the nearest place. Of places equally near, the first one clockwise (on the screen) from east.
///
/// @param[out] place  not written if there is none, or if the search was cut short
/// @param[out] work   tiles, or parts of them, in which places were tried, and a 32nd of the tiles that were passed by,
///                    because the body overlaps something wherever in them it stands; [opt] null. At least `most_work`:
///                    the search was cut short
bool free_place_find(const free_place_query *query, fw_pose *place, uint64_t *work);
