#pragma once

/// Taut strings: the shortest way that passes every obstacle on the same side as a given way.

#include "shape/curved/way.h"
#include "shape/taut/crossings.h"
#include "shape/taut/funnel.h"

/// Memory kept from string to string, and the last string.
typedef struct taut_string {
    crossings crossed;
    funnel pulled; ///< its `string` and `count` are the result
    double radius;
    bool is_pulled; ///< all crossings are found, and the funnel pulls the string
    int32_t next;   ///< next crossing to pass
} taut_string;

/// Begins to pull a way of straight lines taut, around discs of the body's radius, or of half a tile if that is less.
///
/// @param known   as in crossings_begin()
/// @param rules   must not change until the end
/// @param points  [point * count], count >= 1; must not change until the end
/// @return FW_OK, FW_BAD_VALUE (the way begins or ends among blocked corners), or FW_NO_MEMORY
fw_result taut_begin(taut_string *string, memory *memory, known_runs *known, const way_rules *rules,
                     const vector *points, int32_t count);

/// Continues to pull the string. FW_OK, FW_PENDING (the work is used up), FW_BAD_VALUE (the way leaves the free
/// anchors), or FW_NO_MEMORY.
fw_result taut_step(taut_string *string);

/// True if the body fits through every gap that free anchors leave between two corners. If not, strings must be checked
/// by a sweep.
bool taut_fits(const way_rules *rules);
