#ifndef SHAPE_CURVED_SHORTCUTS_H
#define SHAPE_CURVED_SHORTCUTS_H

/// @file
/// Shortcuts along a leg of lines and arcs: from place to place, as far ahead as the shortest curve is free.

#include "shape/curved/drive.h"
#include "shape/curved/leg.h"

/// Where a shortcut may begin or end.
typedef struct shortcut_stop {
    drive_pose pose;
    double cost;     ///< of the leg up to here
    double length;   ///< to the next stop
    int32_t segment; ///< that leads there
} shortcut_stop;

/// Memory kept from leg to leg.
typedef struct shortcut_room {
    shortcut_stop *stops;
    int32_t count;
    size_t stop_room;
    bool has_stops; ///< all of them
    int32_t next;   ///< segment to find stops along, or stop to go on from
    double cost;    ///< of the leg up to that segment
    leg drawn;      ///< the shorter leg
} shortcut_room;

/// Begins to draw a leg anew.
void shortcuts_begin(shortcut_room *room);

/// Goes on with it, with shortcuts where these are no dearer. Where the leg starts and ends, and how it faces there,
/// stays.
///
/// @return FW_OK; FW_PENDING (the work is used up) or FW_NO_MEMORY: the leg is as before
fw_result shortcuts_step(shortcut_room *room, memory *memory, const drive_rules *rules, leg *along);

/// Gives back the memory.
void shortcuts_free(shortcut_room *room, memory *memory);

#endif
