#pragma once

/// How marks get to the callback of an inspection.

#include "fairway/inspect.h"
#include "map/map.h"

/// The receiver of an inspection.
typedef struct marker {
    fw_mark_fn receive;
    void *user;
} marker;

/// The segment of a point.
static inline fw_segment mark_at(double x, double y)
{
    return (fw_segment){ .start = { x, y, 0 } };
}

/// The segment of a line between two points.
fw_segment mark_between(fw_pose from, fw_pose to);

/// Sends a mark. Returns false if the receiver wants no more.
static inline bool mark_send(const marker *to, const fw_mark *mark)
{
    return to->receive(mark, to->user);
}

/// Sends a rectangle of tiles.
///
/// @param number  the first one of the kind; 0 = none
static inline bool mark_send_tiles(const marker *to, fw_mark_kind kind, int32_t group, fw_tile_rect tiles,
                                   double number)
{
    const fw_mark mark = {
        .kind = kind, .shape = FW_MARK_TILES, .group = group, .tiles = tiles, .numbers = { number }
    };
    return mark_send(to, &mark);
}

/// Finds the unit of an inspection.
///
/// @param[out] version  of the map
/// @param[out] unit     of the version
/// @return FW_OK, FW_NULL_ARGUMENT or FW_UNKNOWN_UNIT
fw_result mark_find_unit(const fw_map *map, fw_unit_id id, fw_mark_fn receive, const map_version **version,
                         const map_unit **unit);
