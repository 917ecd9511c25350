#ifndef SHAPE_CROSSINGS_H
#define SHAPE_CROSSINGS_H

/// @file
/// A way as what tells its homotopy class: the borders between rows that it crosses, each through a gate, the longest
/// run that is free on both sides of the border.
///
/// Two ways between the same points that cross the same gates can be drawn into one another without touching
/// anything. A gate that is crossed and at once crossed back is no part of the class and is taken out.

#include "shape/way.h"

/// Ends of a gate that are corners of an obstacle: blocked on one side of the border, free on the other.
enum { CORNER_WEST = 1, CORNER_EAST = 2 };

/// What a way does at a gate.
typedef enum gate_use {
    GATE_SOUTHWARD, ///< crosses it toward growing y
    GATE_NORTHWARD, ///< crosses it toward falling y
    GATE_ON_LEFT,   ///< has both of its ends on its left
    GATE_ON_RIGHT   ///< has both of its ends on its right
} gate_use;

typedef struct crossing {
    int32_t border;     ///< the y between rows border - 1 and border
    int32_t west, east; ///< the gate, west < east; west == east where a way slips through between two corners
    uint8_t use;        ///< gate_use
    uint8_t corners;    ///< which ends are corners
} crossing;

/// The crossings of a way, from `first` on. A body that begins or ends so near to a border that it overlaps the gate
/// there counts as having come through that gate, or as going through it: its corners may be in its way.
typedef struct crossings {
    crossing *items;
    int32_t first, end;
    bool ends_in_gate; ///< at its end the body overlaps the last gate
    bool stops_short;  ///< and has not crossed it
    size_t room;
} crossings;

/// Follows a way of straight lines and notes what it crosses.
///
/// @param points  [point * count] all on the map
/// @param radius  of the body
/// @param slips   may the way slip through between two blocked corners?
/// @return FW_OK, FW_BAD_VALUE where the way leaves the free rows, or FW_NO_MEMORY
fw_result crossings_along(crossings *list, memory *from, const free_rows *on, const shape_point *points,
                          int32_t count, double radius, bool slips);

#endif
