#pragma once

/// Shortcuts along a one-gear drive of lines and arcs: from station to station, as far ahead as the shortest curve is
/// free.

#include "shape/curved/drive.h"
#include "shape/curved/segment_list.h"

/// A station, at which a shortcut may begin or end.
typedef struct shortcut_station {
    drive_pose pose;
    double cost;     ///< of the drive up to here
    double length;   ///< of the drive to the next station, in tiles
    int32_t segment; ///< the drive's segment that leads to the next station
} shortcut_station;

/// How far ahead shortcuts are tried.
typedef enum shortcut_reach {
    SHORTCUTS_FAR, ///< stations 2 tiles apart, by doubling the reach until one fails, then by bisection
    SHORTCUTS_NEXT ///< stations a tile apart, each after the one before until one fails; Pinter 2001, Listing 1
} shortcut_reach;

/// The shortcuts that are being tried from a station.
typedef struct shortcut_link {
    int32_t from;
    int32_t good;   ///< the last station that is known to be reached; at first the next one
    int32_t bad;    ///< a station that no shortcut reaches; the number of stations if none is known
    fw_curve curve; ///< the shortcut to `good`, unless `good` is the next station
} shortcut_link;

/// Memory kept from drive to drive.
typedef struct shortcut_pass {
    shortcut_reach reach;
    shortcut_station *stations;
    int32_t count;
    size_t station_room;
    bool has_stations; ///< all stations are found
    int32_t next;      ///< next segment to find stations along
    double cost;       ///< of the drive up to segment `next`
    shortcut_link link;
    segment_list drawn; ///< the shorter drive
} shortcut_pass;

/// Begins to shorten a one-gear drive.
void shortcuts_begin(shortcut_pass *pass, shortcut_reach reach);

/// Continues: takes a shortcut if it is no more expensive. The poses at the drive's ends stay. FW_OK; FW_PENDING (the
/// work is used up) or FW_NO_MEMORY: the drive is as before.
fw_result shortcuts_step(shortcut_pass *pass, memory *memory, const drive_rules *rules, segment_list *along);
