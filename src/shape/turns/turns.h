#pragma once

/// Turns a grid path into one that a unit with a turning radius can drive, or that breaks a rule on purpose and counts
/// the violations. Source: Pinter 2001, "legal turns".

#include "fairway/planner.h"
#include "shape/curved/arrival_search.h"
#include "shape/taut/outline.h"

/// The input of the shaping of turns.
typedef struct turn_task {
    smooth_ground ground;
    fw_turns kind; ///< not FW_TURNS_NONE
    fw_pose start; ///< position and heading at the path's start
    bool has_goal_heading;
    double goal_heading;
    bool must_be_legal; ///< FW_TURNS_RECALCULATE: a path with illegal turns is refused
} turn_task;

/// Checks that a unit with a turning radius can use this kind of turns. Units that cut corners cannot: they move along
/// the grid as points. FW_OK or FW_METHOD_DOES_NOT_FIT.
fw_result turns_judge(const map_unit *unit, fw_turns kind, fw_refusal *why);

typedef enum turns_phase {
    TURNS_FIND,  ///< arrivals at each waypoint are found
    TURNS_DRAW,  ///< the cheapest way to the last waypoint is drawn
    TURNS_WRITE, ///< this way becomes the path
    TURNS_DONE
} turns_phase;

/// Memory kept from path to path, the findings about the last path, and its progress.
typedef struct turn_pass {
    memory *memory;
    arrival_store store;
    int32_t *illegal; ///< numbers of waypoints in store.way from which no legal turn led on
    int32_t illegal_count;
    size_t illegal_room;
    int32_t lost_approaches; ///< illegal waypoints that a unit from another side leaves by a legal turn
    outline drawn;
    turns_phase phase;
    turn_task task;
    fw_path *path;
    arrival_search search;
    int32_t next;         ///< next waypoint, arrival or segment of the phase
    fw_violations broken; ///< violations of the part written so far
} turn_pass;

/// Begins to give a path of lines legal turns where possible. The other turns are made as `kind` says;
/// FW_TURNS_RECALCULATE leaves them as they were. Paths of anything but lines stay as they are.
///
/// @param path  must not change until the end
/// @return FW_OK or FW_NO_MEMORY
fw_result turns_begin(turn_pass *pass, const turn_task *task, fw_path *path);

/// Continues the pass.
///
/// @return FW_OK; FW_PENDING (the work is used up), FW_GAVE_UP (the path must be legal and is not) or FW_NO_MEMORY: the
///         path is as before
fw_result turns_step(turn_pass *pass);
