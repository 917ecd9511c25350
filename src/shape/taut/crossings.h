#pragma once

/// The homotopy class of a way: the borders between rows that the way crosses, each through a gate.
///
/// Two ways between the same points that cross the same gates can be deformed into each other without touching
/// anything. If a way crosses a gate and at once crosses it in the other direction, both crossings are removed.

#include "shape/curved/way.h"
#include "shape/taut/known_runs.h"

typedef struct crossings crossings;

/// A walk along a way and the row that it has reached. A point on a border belongs to the row before it.
typedef struct crossing_walk {
    const way_rules *rules;
    const free_anchors *anchors;
    crossings *list;
    memory *memory;
    known_runs *known;
    const vector *points; ///< [point * count]
    int32_t count;
    int32_t next; ///< next point
    int32_t row;
    gate_limits within;     ///< columns outside cannot bend the string, which never leaves the way's box
    gate_limits run_limits; ///< rounded limits for runs, so that other ways can share them
    run_key runs;           ///< the part of the key that all runs of the way share
    bool keeps_all;         ///< keeps gates without corners, too
    bool knows_runs; ///< finds the gates of runs by run_gates(), which omits gates that cannot bend a string
    bool goes_back;  ///< the way crosses some gate and at once crosses it in the other direction
} crossing_walk;

/// The crossings of a way, from `first` on. If the body overlaps a gate at the way's start or end, the way counts as
/// crossing this gate, since the gate's corners may be in the body's way.
struct crossings {
    crossing *items;
    int32_t first, end;
    bool ends_in_gate; ///< at the way's end the body overlaps the last gate
    bool stops_short;  ///< the body overlaps the last gate, and the way does not cross it
    size_t room;
    int32_t *hull; ///< room for the indices of corners, used line by line
    size_t hull_room;
    crossing_walk walk;
};

/// Begins to follow a way of straight lines and to note its crossings: all gates whose corners may bend the taut
/// string, all gates where the way turns back, and some others.
///
/// @param known   crossings of runs that were found for other ways
/// @param rules   must not change until the end
/// @param points  [point * count] all on the map; must not change until the end
/// @return FW_OK or FW_NO_MEMORY
fw_result crossings_begin(crossings *list, memory *memory, known_runs *known, const way_rules *rules,
                          const vector *points, int32_t count);

/// Continues to follow the way.
///
/// @return FW_OK, FW_PENDING (the work is used up), FW_BAD_VALUE (the way leaves the free anchors), or FW_NO_MEMORY
fw_result crossings_step(crossings *list, double radius);
