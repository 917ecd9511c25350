#ifndef SHAPE_CROSSINGS_H
#define SHAPE_CROSSINGS_H

/// @file
/// A way as what tells its homotopy class: the borders between rows that it crosses, each through a gate, the longest
/// run that is free on both sides of the border.
///
/// Two ways between the same points that cross the same gates can be drawn into one another without touching
/// anything. A gate that is crossed and at once crossed back is no part of the class and is taken out.

#include "base/memory.h"
#include "shape/free_rows.h"

/// A place in the rows' own coordinates, in which an anchor is a tile of side 1.
typedef struct shape_point {
    double x, y;
} shape_point;

/// Ends of a gate that are corners of an obstacle: blocked on one side of the border, free on the other.
enum { CORNER_WEST = 1, CORNER_EAST = 2 };

typedef struct crossing {
    int32_t border;     ///< the y between rows border - 1 and border
    int32_t west, east; ///< the gate, west < east; west == east where a way slips through between two corners
    int8_t heading;     ///< 1: toward growing y, -1: toward falling y
    uint8_t corners;    ///< which ends are corners
} crossing;

typedef struct crossings {
    crossing *items;
    int32_t count;
    size_t room;
} crossings;

/// Follows a way of straight lines and notes what it crosses.
///
/// @param points  [point * count] all on the rows
/// @param slips   may the way slip through between two blocked corners?
/// @return FW_OK, FW_BAD_VALUE where the way leaves the free rows, or FW_NO_MEMORY
fw_result crossings_along(crossings *list, memory *from, const free_rows *on, const shape_point *points,
                          int32_t count, bool slips);

#endif
