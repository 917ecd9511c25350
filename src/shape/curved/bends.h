#ifndef SHAPE_CURVED_BENDS_H
#define SHAPE_CURVED_BENDS_H

/// @file
/// Makes a way of straight lines one that a unit with a turning radius can drive: curves from line to line around every
/// bend. Where none is free, the bend stays as it is.
///
/// Poses to drive through are set up along the way: on its lines, as these head, near to bends, and at the bends,
/// facing in between. Of the shortest curves between them, as far as they are free, the cheapest chain is taken that
/// leaves the fewest bends as they are. Source: Pinter 2001, Walkable(A, headingA, B, headingB) along the valid curve.

#include "shape/curved/drive.h"
#include "shape/curved/leg.h"

/// How the unit must face at the ends of a way.
typedef struct bend_ends {
    double start; ///< heading
    double goal;  ///< heading, unless it is any
    bool any_goal;
} bend_ends;

typedef struct bend_pose bend_pose;

/// What is done with a way, one after the other.
typedef enum bend_phase {
    BENDS_SIMPLIFY,  ///< waypoints that can be driven past are left out
    BENDS_SET_POSES, ///< poses are set up along its lines
    BENDS_COME,      ///< the cheapest chain to each pose is found
    BENDS_DRAW,      ///< the one to the last pose is drawn
    BENDS_NOTE       ///< bends that were left are noted
} bend_phase;

/// Memory kept from way to way.
typedef struct bend_room {
    shape_points way;
    bend_phase phase;
    int32_t next;   ///< waypoint, line or pose of the phase
    int32_t kept;   ///< waypoints, while the way is made simpler
    double heading; ///< in which the next line is come to, while poses are set up
    bend_pose *poses;
    int32_t count;
    size_t pose_room;
    leg drawn;       ///< the drive, with jumps in heading where bends were left
    double *borders; ///< [from, to, ...] stretches along it that were left as they are
    int32_t border_count;
    size_t border_room;
} bend_room;

/// Begins to draw a drive along the waypoints in `way`.
void bends_begin(bend_room *room);

/// Goes on with it, for the same rules and ends.
///
/// @return FW_OK, FW_PENDING (the work is used up) or FW_NO_MEMORY
fw_result bends_step(bend_room *room, memory *memory, const drive_rules *rules, const bend_ends *ends);

/// Gives back the memory.
void bends_free(bend_room *room, memory *memory);

#endif
