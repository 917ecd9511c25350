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
    MOST_FIXER_HALVINGS = 48 ///< of a stretch, down to parts of a tile
};

/// A part of the old path whose headings all lie between two neighbouring angles: two lines can replace it.
typedef struct fixer_stretch {
    double from, to; ///< tiles along the old path
    int32_t first;   ///< the first of the old segments that it is a part of
    double first_at; ///< where that begins, in tiles along the old path
    int32_t angle;   ///< the smaller of both angles, counted from 0
    fw_gear gear;
} fixer_stretch;

/// What the old path is made of, in order: a stretch that is to be replaced, or a line that stays.
typedef struct fixer_part {
    fixer_stretch over;
    fw_segment line; ///< of no length: the stretch is to be replaced
    int32_t angle;   ///< of the line
} fixer_part;

/// Memory kept from path to path, and how far one has come.
typedef struct fixer {
    memory *memory;
    fixer_part *parts;
    int32_t part_count;
    size_t part_room;
    int32_t next;                              ///< part
    fixer_stretch halves[MOST_FIXER_HALVINGS]; ///< of a stretch that are to be replaced, the next one last
    int32_t half_count;

    shaping_work *work;
    mover moves;
    bool costs_are_even; ///< all that it may enter costs the same
    fw_path *path;       ///< the old one is read while the new one is written
    int32_t angles;
    double step;                     ///< from angle to angle, in radians
    fw_pose directions[MOST_ANGLES]; ///< unit vector and heading of each angle
    int32_t index;                   ///< of the old segment that is looked at
    double before;                   ///< where it begins, in tiles along the old path
    fixer_stretch open;              ///< not noted yet; of no length where there is none
    fw_segment line;                 ///< the last line, not written yet
    int32_t facing;                  ///< its angle
    fw_gear gear;                    ///< that was driven last
    double cost;
    double left_from, left_to; ///< what was left as it was last, in tiles along the new path, not noted yet
    int32_t left_count;
} fixer;

/// Begins to make a path one of lines at fixed angles; see fw_path_fix_angles(), which judges its arguments first.
///
/// @param path  must stay as it is until the end
/// @return FW_OK, FW_STALE, FW_BAD_SIZE, FW_OUT_OF_BOUNDS, FW_TOO_MANY or FW_NO_MEMORY
fw_result fixer_begin(fixer *fixer, const smooth_ground *ground, int32_t angles, fw_path *path);

/// Goes on with it.
///
/// @return FW_OK; FW_PENDING (the work is used up) or FW_NO_MEMORY: the path is as before
fw_result fixer_step(fixer *fixer);

/// Gives back the memory.
void fixer_free(fixer *fixer);

#endif
