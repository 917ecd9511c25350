#ifndef SHAPE_TURNS_TURNS_H
#define SHAPE_TURNS_TURNS_H

/// @file
/// A grid path becomes one that a unit with a turning radius can drive, or breaks a rule on purpose and counts where.
/// Source: Pinter 2001, "legal turns".

#include "base/refusal.h"
#include "curve/path.h"
#include "fairway/planner.h"
#include "shape/curved/arrivals.h"
#include "shape/taut/outline.h"

typedef struct turn_task {
    smooth_ground ground;
    fw_turns kind; ///< not FW_TURNS_NONE
    fw_pose start; ///< where the path starts, and how the unit faces there
    bool has_goal_heading;
    double goal_heading;
    bool must_be_legal; ///< FW_TURNS_RECALCULATE: a path with illegal turns is none
} turn_task;

/// Can a unit that has a turning radius turn in such a way? Units that cut corners move as points along the grid, which
/// nothing that turns does.
///
/// @return FW_OK or FW_METHOD_DOES_NOT_FIT
fw_result turns_judge(const map_unit *unit, fw_turns kind, fw_refusal *why);

/// What is done with a path, one after the other.
typedef enum turns_phase {
    TURNS_FIND,  ///< ways to come to each waypoint are found,
    TURNS_DRAW,  ///< the cheapest one to the last waypoint is drawn,
    TURNS_WRITE, ///< and becomes the path
    TURNS_DONE
} turns_phase;

/// Memory kept from path to path, what was found out about the last one, and how far that has come.
typedef struct turner {
    memory *memory;
    arrival_room room;
    int32_t *illegal; ///< numbers of waypoints in room.way from which no legal turn led on
    int32_t illegal_count;
    size_t illegal_room;
    int32_t
        lost; ///< of these: turns that would have been legal, had the waypoint been reached from another side
    outline drawn;
    turns_phase phase;
    turn_task task;
    fw_path *path;
    arrivals arrivals;
    int32_t next;         ///< waypoint, arrival or segment of the phase
    fw_violations broken; ///< by what is written so far
} turner;

/// Begins to give a path of lines legal turns where it can, and to do what `kind` says where it cannot;
/// FW_TURNS_RECALCULATE leaves these turns as they were. Other paths stay as they are.
///
/// @param path  must stay as it is until the end
/// @return FW_OK or FW_NO_MEMORY
fw_result turns_begin(turner *turner, const turn_task *task, fw_path *path);

/// Goes on with it.
///
/// @return FW_OK; FW_PENDING (the work is used up), FW_GAVE_UP (it must be legal and is not) or FW_NO_MEMORY: the path
///         is as before
fw_result turns_step(turner *turner);

/// Gives back the memory.
void turner_free(turner *turner);

#endif
