#pragma once

/// Paths for art that is drawn in 8 or 16 directions, for the planners.

#include "curve/mover.h"
#include "fairway/overlay.h"
#include "fairway/path.h"
#include "shape/curved/way.h"

/// Most angles of a path, and most times that a stretch is halved: then its parts are far smaller than a tile.
enum { MOST_ANGLES = 16, MOST_ANGLE_HALVINGS = 48 };

/// A part of the old path whose headings all lie between two neighbouring angles: two lines can replace it.
typedef struct angle_stretch {
    double from, to; ///< ends, in tiles along the old path
    int32_t first;   ///< the first old segment that it overlaps
    double first_at; ///< where this segment begins, in tiles along the old path
    int32_t angle;   ///< index of the smaller of both angles
    fw_gear gear;
} angle_stretch;

/// A part of the old path: a stretch to be replaced, or a line that stays.
typedef struct angle_part {
    angle_stretch stretch;
    fw_segment line; ///< length 0: `stretch` is to be replaced
    int32_t angle;   ///< index of the line's angle
} angle_part;

/// Memory kept from path to path, and the progress of the present path.
typedef struct angle_pass {
    memory *memory;
    angle_part *parts;
    int32_t part_count;
    size_t part_room;
    int32_t next;                              ///< part to write
    angle_stretch halves[MOST_ANGLE_HALVINGS]; ///< stack of parts of a stretch, yet to be replaced
    int32_t half_count;

    shaping_work *work;
    mover mover;
    const fw_overlay *overlay; ///< for costs; null = none
    bool costs_are_even;       ///< all terrain that the unit may enter costs the same
    fw_path *path;             ///< the old path is read while the new one is written
    int32_t angles;
    double step;                     ///< between neighbouring angles, in radians
    fw_pose directions[MOST_ANGLES]; ///< unit vector and heading of each angle
    int32_t segment_index;           ///< of the present old segment
    double segment_begin;            ///< where this segment begins, in tiles along the old path
    angle_stretch open;              ///< the stretch that is being extended; length 0 if there is none
    fw_segment line;                 ///< the last line, not written yet; length 0 if there is none
    angle_stretch kept; ///< the last stretch that is kept, not written yet; length 0 if there is none
    int32_t last_angle; ///< index of the last line's angle
    fw_gear gear;       ///< of the segment written last
    double cost;
    int32_t impossible_count;
} angle_pass;

/// Begins to replace a path by lines at fixed angles; see fw_path_fix_angles(), which checks the arguments first.
///
/// @param path  must not change until the end
/// @return FW_OK, FW_STALE, FW_BAD_SIZE, FW_OUT_OF_BOUNDS, FW_TOO_MANY or FW_NO_MEMORY
fw_result angle_pass_begin(angle_pass *pass, const smooth_ground *ground, int32_t angles, fw_path *path);

/// Continues the pass. FW_OK; FW_PENDING (the work is used up) or FW_NO_MEMORY: the path is as before.
fw_result angle_pass_step(angle_pass *pass);
