#pragma once

/// How one unit with a turning radius drives while all others stand: to a place, or off the way of another one. A
/// search over exact poses, with the moves of the directional room (directional/fine/fine_moves.h), among round bodies
/// whose distance is exact.

#include "base/memory.h"
#include "curve/sweep_body.h"
#include "curve/sweep_ground.h"
#include "fairway/path.h"

/// A body that stands, or a place to keep off.
typedef struct standing_body {
    double x, y;
    double reach; ///< the centre of the unit that drives keeps as far from it, in tiles
} standing_body;

typedef struct lone_drive_query {
    const sweep_ground *ground;
    const sweep_body *body; ///< round
    double turn_radius;     ///< tiles, above 0
    bool reverses;
    fw_pose start;
    const standing_body *bodies; ///< [body * body_count]
    int32_t body_count;
    const fw_segment *way; ///< [segment * way_count] the way to get off; null: the unit drives to (x, y)
    int32_t way_count;
    double room; ///< how far from this way the unit must stand, in tiles
    double x, y; ///< where it wants to be, with any heading
    fw_box window;
    uint64_t work; ///< most poses that are expanded
} lone_drive_query;

/// Segments one behind the other.
typedef struct drive_list {
    fw_segment *segments; ///< [segment * count]
    size_t count, room;
} drive_list;

typedef struct lone_drive lone_drive;

/// @param[out] made  release it by lone_drive_destroy()
/// @param memory     must outlive it
fw_result lone_drive_create(memory *memory, lone_drive **made);

/// Null does nothing.
void lone_drive_destroy(lone_drive *search);

/// Finds a drive, and appends its segments to a list.
///
/// @param[in,out] spent  the poses that were expanded are added
/// @return FW_OK, FW_NOT_FOUND (all poses in the window were tried), FW_LIMIT (of work), FW_TOO_MANY or FW_NO_MEMORY
fw_result lone_drive_find(lone_drive *search, const lone_drive_query *query, drive_list *found,
                          uint64_t *spent);
