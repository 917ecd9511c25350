#pragma once

/// Curved smoothing, for units with a turning radius: arcs of that radius, or wider ones that were there before, and
/// straight lines.

#include "curve/path.h"
#include "shape/curved/bends.h"
#include "shape/curved/cusps.h"
#include "shape/curved/segment_list.h"
#include "shape/curved/shortcuts.h"
#include "shape/curved/way.h"

/// The phases of curved smoothing, in order; those of drives and of one-gear drives repeat.
typedef enum curved_phase {
    CURVED_BENDS,    ///< bends of a way of lines are made drivable
    CURVED_PARTS,    ///< parts without a jump in heading between them are collected into a drive
    CURVED_CUSPS,    ///< stretches around the drive's cusps are replaced
    CURVED_ONE_GEAR, ///< the next one-gear drive begins
    CURVED_THERE,    ///< shortcuts are taken from its start to its end
    CURVED_BACK,     ///< shortcuts are taken from its end to its start
    CURVED_DONE
} curved_phase;

/// How much of a path curved smoothing changes.
typedef enum curved_scope {
    CURVED_ALL,    ///< bends, cusps and shortcuts
    CURVED_SIMPLE, ///< shortcuts alone, in driving order, one station after the other; Pinter 2001
    CURVED_MEND    ///< bends alone: a path of lines becomes drivable
} curved_scope;

/// Marks parts that belong to no impossible stretch.
#define NO_STRETCH (-1)

/// A walk along the parts of a path: segments, cut where impossible stretches begin and end.
typedef struct part_walk {
    const fw_segment *segments;
    const double *borders; ///< begin and end of each impossible stretch, in tiles along the path
    int32_t count, border_count;
    int32_t index, border; ///< the next segment and the next border
    double at, within;     ///< tiles along the path, and along the next segment
} part_walk;

typedef struct curved_smoother curved_smoother;

/// The progress of a path's smoothing.
typedef struct curved_pass {
    curved_smoother *smoother;
    memory *memory;
    drive_rules rules;
    drive_rules uncharged; ///< the same without turn_charge, which does not belong to the cost of the path
    /// For the direction of the phase: CURVED_BACK checks passages backward, and turns the body
    drive_rules phase_rules;
    bend_ends ends;
    fw_path *path; ///< read while the new one is written; null: the path stays as it is
    fw_path_summary summary;
    curved_phase phase;
    part_walk walk;
    bool has_part;         ///< there is a next part
    fw_segment part;       ///< the next part
    int32_t part_stretch;  ///< the impossible stretch that the next part belongs to, or NO_STRETCH
    int32_t next;          ///< first segment of the next one-gear drive
    fw_gear gear;          ///< of the present one-gear drive
    int32_t stretch;       ///< the impossible stretch that the present drive belongs to, or NO_STRETCH
    int32_t stretch_count; ///< impossible stretches written so far
    double old_cost;       ///< cost and charges of the drive before its cusps were replaced
    double old_uncharged;  ///< the same without charges
    double gain;           ///< cost and charges saved so far
    double saved;          ///< cost saved, without charges
    bool has_bends;        ///< the path is a way of lines that must be made drivable
    curved_scope scope;
} curved_pass;

/// Memory kept from path to path.
struct curved_smoother {
    segment_list drive;         ///< consecutive segments without a jump in heading
    segment_list drawn;         ///< the new drive
    segment_list before, after; ///< a one-gear drive, and its replacement
    cusp_buffers cusps;
    shortcut_pass shortcuts;
    bend_pass bends;
    curved_pass pass;
};

/// Begins to smooth a path in place. Between jumps in heading, first stretches around cusps are replaced, then
/// shortcuts are taken between the cusps that are left: curves that are free and no more expensive.
///
/// A path of lines driven forward with jumps in heading, such as those of grid methods, is made drivable first: see
/// shape/curved/bends.h. Bends that no free curve replaces stay as they are; the path lists and counts them as
/// impossible stretches.
///
/// @param ends    how the unit faces at the ends; null = as at the path's ends
/// @param scope  CURVED_SIMPLE: a path of lines with jumps in heading stays as it is
/// @param path    must not change until the end
/// @return FW_OK or FW_NO_MEMORY
fw_result curved_begin(curved_smoother *smoother, memory *memory, const smooth_ground *ground,
                       const bend_ends *ends, curved_scope scope, fw_path *path);

/// Continues smoothing. FW_OK; FW_PENDING (the work is used up) or FW_NO_MEMORY: the path is as before.
fw_result curved_step(curved_smoother *smoother);
