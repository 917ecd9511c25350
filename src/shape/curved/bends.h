#pragma once

/// Turns a way of straight lines into one that a unit with a turning radius can drive, with a curve from line to line
/// around every bend. If no curve is free, the bend stays as it is.
///
/// Candidate poses are set up along the way: on its lines near bends, with the line's heading, and at the bends, with a
/// heading between those of both lines. The result is the cheapest chain of free shortest curves between these poses,
/// among the chains that leave the fewest bends as they are. Source: Pinter 2001, Walkable(A, headingA, B, headingB)
/// along the valid curve.

#include "shape/curved/drive.h"
#include "shape/curved/segment_list.h"

/// How the unit must face at the ends of a way.
typedef struct bend_ends {
    double start; ///< heading
    double goal;  ///< heading, unless `any_goal`
    bool any_goal;
} bend_ends;

typedef struct bend_pose bend_pose;

typedef enum bend_phase {
    BENDS_SIMPLIFY,  ///< waypoints that a straight line can replace are removed
    BENDS_SET_POSES, ///< poses are set up along the lines
    BENDS_REACH,     ///< the cheapest chain to each pose is found
    BENDS_DRAW,      ///< the chain to the last pose is drawn
    BENDS_LIST       ///< the stretches around bends that stay are listed as impossible
} bend_phase;

/// Most poses from which a curve to a pose is tried.
enum { MOST_CANDIDATES = 32 };

/// Memory kept from way to way.
typedef struct bend_pass {
    shape_points way;
    bend_phase phase;
    int32_t next;   ///< next waypoint, line or pose of the phase
    int32_t kept;   ///< waypoints kept so far by BENDS_SIMPLIFY
    double heading; ///< BENDS_SET_POSES: heading with which the next line is reached
    bend_pose *poses;
    int32_t count;
    size_t pose_room;
    bool is_reaching;               ///< BENDS_REACH: curves to pose `next` are being tried
    int32_t first;                  ///< BENDS_REACH: the first pose from which curves are tried
    double bounds[MOST_CANDIDATES]; ///< [pose - first] least cost by this pose; infinite if it was tried
    segment_list drawn;             ///< the drive, with jumps in heading at bends that stay
    double *borders;                ///< [from, to, ...] impossible stretches, in tiles along the drive
    int32_t border_count;
    size_t border_room;
} bend_pass;

/// Begins to draw a drive along the waypoints in `way`.
void bends_begin(bend_pass *pass);

/// Continues the pass, with the same rules and ends. FW_OK, FW_PENDING (the work is used up) or FW_NO_MEMORY.
fw_result bends_step(bend_pass *pass, memory *memory, const drive_rules *rules, const bend_ends *ends);
