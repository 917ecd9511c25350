#ifndef SHAPE_FIXED_ANGLES_H
#define SHAPE_FIXED_ANGLES_H

/// @file
/// Paths for art that is drawn in 8 or 16 directions, for the planners.

#include "curve/mover.h"
#include "fairway/overlay.h"
#include "fairway/path.h"
#include "shape/curved/way.h"

enum {
    MOST_ANGLES = 16,
    MOST_FIXER_HALVINGS = 48 ///< times that a stretch is halved: down to parts of a tile
};

/// A part of the old path whose headings all lie between two neighbouring angles: two lines can replace it.
typedef struct fixer_stretch {
    double from, to; ///< ends, in tiles along the old path
    int32_t first;   ///< the first old segment that it overlaps
    double first_at; ///< where this segment begins, in tiles along the old path
    int32_t angle;   ///< the smaller of both angles, counted from 0
    fw_gear gear;
} fixer_stretch;

/// A part of the old path: a stretch to be replaced, or a line that stays.
typedef struct fixer_part {
    fixer_stretch over;
    fw_segment line; ///< length 0: the stretch `over` is to be replaced
    int32_t angle;   ///< of the line
} fixer_part;

/// Memory kept from path to path, and the progress of the present path.
typedef struct fixer {
    memory *memory;
    fixer_part *parts;
    int32_t part_count;
    size_t part_room;
    int32_t next;                              ///< part
    fixer_stretch halves[MOST_FIXER_HALVINGS]; ///< parts of a stretch yet to be replaced, the next one last
    int32_t half_count;

    shaping_work *work;
    mover moves;
    bool costs_are_even; ///< all terrain that the unit may enter costs the same
    fw_path *path;       ///< the old path is read while the new one is written
    int32_t angles;
    double step;                     ///< between neighbouring angles, in radians
    fw_pose directions[MOST_ANGLES]; ///< unit vector and heading of each angle
    int32_t index;                   ///< of the present old segment
    double before;                   ///< where this segment begins, in tiles along the old path
    fixer_stretch open;              ///< stretch not noted yet; length 0 if there is none
    fw_segment line;                 ///< the last line, not written yet
    int32_t facing;                  ///< angle of that line
    fw_gear gear;                    ///< of the segment written last
    double cost;
    double left_from, left_to; ///< the last stretch left as it was, not noted yet; tiles along the new path
    int32_t left_count;
} fixer;

/// Begins to replace a path by lines at fixed angles; see fw_path_fix_angles(), which checks the arguments first.
///
/// @param path  must stay as it is until the end
/// @return FW_OK, FW_STALE, FW_BAD_SIZE, FW_OUT_OF_BOUNDS, FW_TOO_MANY or FW_NO_MEMORY
fw_result fixer_begin(fixer *fixer, const smooth_ground *ground, int32_t angles, fw_path *path);

/// Continues the pass.
///
/// @return FW_OK; FW_PENDING (the work is used up) or FW_NO_MEMORY: the path is as before
fw_result fixer_step(fixer *fixer);

/// Gives back the memory.
void fixer_free(fixer *fixer);

#endif
