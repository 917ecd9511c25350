#ifndef SHAPE_BENDS_H
#define SHAPE_BENDS_H

/// @file
/// Makes a way of straight lines one that a unit with a turning radius can drive: curves from line to line around every
/// bend. Where none is free, the bend stays as it is.
///
/// Poses to drive through are set up along the way: on its lines, as these head, near to bends, and at the bends,
/// facing in between. Of the shortest curves between them, as far as they are free, the cheapest chain is taken that
/// leaves the fewest bends as they are. Source: Pinter 2001, Walkable(A, headingA, B, headingB) along the valid curve.

#include "shape/drive.h"
#include "shape/leg.h"

/// How the unit must face at the ends of a way.
typedef struct bend_ends {
    double start; ///< heading
    double goal;  ///< heading, unless it is any
    bool any_goal;
} bend_ends;

typedef struct bend_pose bend_pose;

/// Memory kept from way to way.
typedef struct bend_room {
    shape_points way;
    bend_pose *poses;
    int32_t count;
    size_t pose_room;
    leg drawn;       ///< the drive, with jumps in heading where bends were left
    double *borders; ///< [from, to, ...] stretches along it that were left as they are
    int32_t border_count;
    size_t border_room;
} bend_room;

/// Draws a drive along the waypoints in `way`.
///
/// @return FW_OK or FW_NO_MEMORY
fw_result bends_draw(bend_room *by, memory *from, const drive_rules *rules, const bend_ends *ends);

/// Gives back the memory.
void bends_free(bend_room *by, memory *from);

#endif
