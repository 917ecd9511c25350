#ifndef SHAPE_TAUT_CROSSINGS_H
#define SHAPE_TAUT_CROSSINGS_H

/// @file
/// A way as what tells its homotopy class: the borders between rows that it crosses, each through a gate.
///
/// Two ways between the same points that cross the same gates can be drawn into one another without touching
/// anything. A gate that is crossed and at once crossed back is no part of the class and is taken out.

#include "shape/curved/way.h"
#include "shape/taut/known_runs.h"

typedef struct crossings crossings;

/// A walk along a way: the row that it is in. A point on a border belongs to the row that it came from.
typedef struct crossing_walk {
    const way_rules *rules;
    const free_rows *rows;
    crossings *list;
    memory *memory;
    known_runs *known;
    const shape_point *points; ///< [point * count]
    int32_t count;
    int32_t next; ///< point
    int32_t row;
    gate_limits within;  ///< tiles beyond cannot bend a string: it is never drawn out of the way's box
    gate_limits for_all; ///< the same for runs, which other ways go along, too
    run_key runs;        ///< what all runs of the way have in common
    bool keeps_all;      ///< gates without corners, too
    bool knows_runs;     ///< gates of runs without those that no string notices
    bool goes_back;      ///< the way was found to cross a gate back at once
} crossing_walk;

/// The crossings of a way, from `first` on. A body that begins or ends so near to a border that it overlaps the gate
/// there counts as having come through that gate, or as going through it: its corners may be in its way.
struct crossings {
    crossing *items;
    int32_t first, end;
    bool ends_in_gate; ///< at its end the body overlaps the last gate
    bool stops_short;  ///< and has not crossed it
    size_t room;
    int32_t *hull; ///< places of corners, while those of one line are looked through
    size_t hull_room;
    crossing_walk walk;
};

/// Begins to follow a way of straight lines and to note what it crosses: all gates whose corners may bend the taut
/// string, those where the way turns back, and some others.
///
/// @param known   crossings of runs that other ways went along
/// @param by      must stay as it is until the end
/// @param points  [point * count] all on the map; the same
/// @return FW_OK or FW_NO_MEMORY
fw_result crossings_begin(crossings *list, memory *memory, known_runs *known, const way_rules *rules,
                          const shape_point *points, int32_t count);

/// Goes on with it.
///
/// @param radius  of the body
/// @return FW_OK, FW_PENDING (the work is used up), FW_BAD_VALUE where the way leaves the free rows, or FW_NO_MEMORY
fw_result crossings_step(crossings *list, double radius);

/// Gives back the memory.
void crossings_free(crossings *list, memory *memory);

#endif
