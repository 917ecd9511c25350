#ifndef SHAPE_CROSSINGS_H
#define SHAPE_CROSSINGS_H

/// @file
/// A way as what tells its homotopy class: the borders between rows that it crosses, each through a gate.
///
/// Two ways between the same points that cross the same gates can be drawn into one another without touching
/// anything. A gate that is crossed and at once crossed back is no part of the class and is taken out.

#include "shape/known_runs.h"
#include "shape/way.h"

/// The crossings of a way, from `first` on. A body that begins or ends so near to a border that it overlaps the gate
/// there counts as having come through that gate, or as going through it: its corners may be in its way.
typedef struct crossings {
    crossing *items;
    int32_t first, end;
    bool ends_in_gate; ///< at its end the body overlaps the last gate
    bool stops_short;  ///< and has not crossed it
    size_t room;
    known_runs runs;
    int32_t *hull; ///< places of corners, while those of one line are looked through
    size_t hull_room;
} crossings;

/// Follows a way of straight lines and notes what it crosses: all gates whose corners may bend the taut string, those
/// where the way turns back, and some others.
///
/// @param points  [point * count] all on the map
/// @param radius  of the body
/// @return FW_OK, FW_BAD_VALUE where the way leaves the free rows, or FW_NO_MEMORY
fw_result crossings_along(crossings *list, memory *from, const way_rules *by, const shape_point *points,
                          int32_t count, double radius);

/// Gives back the memory.
void crossings_free(crossings *list, memory *from);

#endif
