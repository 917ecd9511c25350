#pragma once

/// Joint plans of a few units with a turning radius that hold each other: one drives after the other, while all others
/// stand. A unit whose drive others block lets them get off this drive first, each by a drive of its own; whoever
/// blocks these must get off them in turn. Where a unit makes room that comes back, it must get to its own place from
/// there although the first unit is at its place by then: else the two would make room for each other for ever.
///
/// Such a plan need not be found although there is one. So nothing is proven here.

#include "joint/lone_drive.h"

enum {
    TURNS_MOST_UNITS = 6,
    TURNS_MOST = 32 ///< drives of a plan
};

typedef struct turns_unit {
    sweep_ground ground;
    sweep_body body;    ///< round
    double radius;      ///< tiles
    double turn_radius; ///< tiles, above 0
    bool reverses;
    fw_pose pose;          ///< where it stands
    bool comes_back;       ///< false: it may stay where it makes room; not used of the first one
    double home_x, home_y; ///< where one that comes back wants to be once the first unit is at its place
} turns_unit;

/// The first unit wants to get to a place; the others make room for it.
typedef struct turns_problem {
    turns_unit units[TURNS_MOST_UNITS];
    int32_t count;
    double x, y;                 ///< where the first unit wants to be
    const standing_body *others; ///< [body * other_count] that nobody can move; `reach` is the body's radius
    int32_t other_count;
    fw_box window;
    double room;   ///< between two bodies, in tiles
    uint64_t work; ///< most poses that all searches expand
} turns_problem;

/// One drive.
typedef struct turn {
    int32_t unit;
    size_t first, count; ///< its segments in the list of the plan
} turn;

typedef struct turns_plan {
    turn turns[TURNS_MOST];
    int32_t count;
    drive_list drives;
    uint64_t work; ///< poses that were expanded
} turns_plan;

/// Finds a plan.
///
/// @param[in,out] plan  what it held is replaced, its memory is used again
/// @return FW_OK, FW_NOT_FOUND, FW_LIMIT (of work), FW_TOO_MANY or FW_NO_MEMORY
fw_result turns_find(memory *memory, lone_drive *search, const turns_problem *problem, turns_plan *plan);

/// Gives the memory of a plan back.
void turns_free(memory *memory, turns_plan *plan);
