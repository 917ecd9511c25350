#pragma once

/// Where the inner disc of a body fits: the largest disc around the pose that lies within the body. Wherever the body
/// passes, its inner disc does; so a goal that the disc cannot reach is denied without a search over poses, and the
/// distances for the disc guide the search.

#include "directional/wide/distance_map.h"
#include "pivot/pivot_ground.h"

typedef struct pivot_passage {
    memory *memory;
    distance_map distances;
    layer layer;               ///< a bit for each tile that the middle of the disc may enter or leave
    const layer *open;         ///< free tiles
    const fw_overlay *overlay; ///< more blocked tiles; null = none
    double radius;             ///< of the inner disc
    int32_t rows_done;         ///< rows of the layer that are known, from the top
} pivot_passage;

/// Begins to find out where the inner disc of a unit's body fits.
///
/// @param[out] is_of_use  false: the disc passes wherever a point does, or the map is too large
/// @return FW_OK or FW_NO_MEMORY
fw_result pivot_passage_begin(pivot_passage *passage, const pivot_ground *ground, bool *is_of_use);

/// Continues.
///
/// @param[in,out] work  that may be done; a unit is about a thousand tiles
/// @return true if the layer is complete
bool pivot_passage_continue(pivot_passage *passage, uint64_t *work);

/// Lets the middle of the disc enter the tile of a place, whatever is near.
void pivot_passage_admit(pivot_passage *passage, double x, double y);
