#ifndef SHAPE_CURVED_CURVED_H
#define SHAPE_CURVED_CURVED_H

/// @file
/// Curved smoothing, for units with a turning radius: arcs of that radius, or wider ones that were there before, and
/// straight lines.

#include "curve/path.h"
#include "shape/curved/bends.h"
#include "shape/curved/cusps.h"
#include "shape/curved/leg.h"
#include "shape/curved/shortcuts.h"
#include "shape/curved/way.h"

/// What is done with a path, one after the other; runs and legs come again and again.
typedef enum curved_phase {
    CURVED_BENDS, ///< a way of lines is made drivable
    CURVED_PARTS, ///< a run of parts without a jump is taken up,
    CURVED_CUSPS, ///< changed around its changes of gear,
    CURVED_LEGS,  ///< and written leg by leg; of a leg
    CURVED_THERE, ///< shortcuts are taken from its start on,
    CURVED_BACK,  ///< and from its end back
    CURVED_DONE
} curved_phase;

/// What belongs to no stretch that was left as it is.
#define NO_STRETCH (-1)

/// A walk along a path, part by part: segments, cut where stretches that were left impossible begin and end.
typedef struct part_walk {
    const fw_segment *segments;
    const double *borders; ///< of stretches
    int32_t count, border_count;
    int32_t index, border; ///< the next ones
    double at, within;     ///< tiles along the path, and along the next segment
} part_walk;

typedef struct curved_room curved_room;

/// How far a path is smoothed.
typedef struct curved_pass {
    curved_room *room;
    memory *memory;
    drive_rules rules;
    drive_rules uncharged; ///< the same without a charge for turns, which is no part of the path's cost
    drive_rules leg_rules; ///< as a leg is seen from its start, or from its end
    bend_ends ends;
    fw_path *path; ///< the old one is read while the new one is written; null: it stays as it is
    fw_path_summary summary;
    curved_phase phase;
    part_walk walk;
    bool has_part;                  ///< not all is taken up: there is a next part,
    fw_segment part;                ///< namely this one,
    int32_t part_stretch;           ///< of this stretch
    int32_t next;                   ///< segment of the run that the next leg begins with
    fw_gear gear;                   ///< of the present leg
    int32_t stretch;                ///< that was left as it is, and that the present run is; or NO_STRETCH
    int32_t stretch_count;          ///< written so far
    double run_cost, run_uncharged; ///< of the run before its cusps were cut
    double gain;                    ///< cost and charges saved so far
    double saved;                   ///< cost alone
    bool bends;                     ///< it is a way of lines that must be made drivable
    bool only_bends;                ///< no shortcuts
} curved_pass;

/// Memory kept from path to path.
struct curved_room {
    leg run;           ///< legs without a jump between them
    leg before, after; ///< one leg in one gear, and what becomes of it
    cusp_room cusps;
    shortcut_room shortcuts;
    bend_room bends;
    curved_pass pass;
};

/// Begins to smooth a path in place. Between jumps in heading stretches around changes of gear are replaced, and then
/// shortcuts are taken between those that are left: curves that are free and no dearer.
///
/// A path of lines driven forward that jumps in heading, such as those of grid methods, is made drivable first: see
/// shape/curved/bends.h. Bends where that cannot be are left as they are, counted and noted in the path.
///
/// @param ends        how the unit faces at the ends; null = as the path does
/// @param only_bends  a path of lines is only made drivable, without shortcuts
/// @param path        must stay as it is until the end
/// @return FW_OK or FW_NO_MEMORY
fw_result curved_begin(curved_room *room, memory *memory, const smooth_ground *ground, const bend_ends *ends,
                       bool only_bends, fw_path *path);

/// Goes on with it.
///
/// @return FW_OK; FW_PENDING (the work is used up) or FW_NO_MEMORY: the path is as before
fw_result curved_step(curved_room *room);

/// Gives back the memory.
void curved_free(curved_room *room, memory *memory);

#endif
