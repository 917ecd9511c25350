#ifndef SHAPE_TAUT_H
#define SHAPE_TAUT_H

/// @file
/// Taut strings: the shortest way on the same side of every obstacle as a given one.

#include "shape/crossings.h"
#include "shape/funnel.h"

/// Memory that is kept from string to string, and the string that was found last.
typedef struct taut_string {
    crossings crossed;
    funnel pulled; ///< its `string` and `count` are the result
} taut_string;

/// Pulls a way of straight lines taut.
///
/// @param radius  of the corners' discs: at most half a tile; 0 = points
/// @param slips   may the string slip through between two blocked corners? Only with radius 0
/// @param points  [point * count], count >= 1
/// @return FW_OK, FW_BAD_VALUE where the way leaves the free rows, or FW_NO_MEMORY
fw_result taut_pull(taut_string *of, memory *from, const free_rows *on, double radius, bool slips,
                    const shape_point *points, int32_t count);

/// Gives back the memory.
void taut_free(taut_string *of, memory *from);

#endif
