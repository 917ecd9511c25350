#pragma once

/// Joint plans of units with a turning radius that hold each other (joint/turns.h): one after the other drives, while
/// all others of the plan stand.
///
/// A unit that has not been nearer to its goal for some time asks for a plan. It is made at one knot, from where all
/// units near will stand; while one moves that the plan does not move, it is not made. The members are firm until the
/// last drive has ended.
/// `agent_jam::number` of a unit with a turning radius is the number of its plan, from 1 on.

#include "traffic/inside.h"

enum { MOST_TURNS = 32 }; ///< drives of a plan

/// A drive of a plan.
typedef struct unit_turn {
    uint32_t slot;
    int32_t first, count; ///< its segments in the list of the plan
} unit_turn;

typedef struct turn_plan {
    int32_t count;    ///< of turns; 0: the number of this plan is free
    int32_t next;     ///< the turn that is driven
    int64_t advanced; ///< knot at which a member last got on
    unit_turn turns[MOST_TURNS];
    fw_segment *segments; ///< [segment * segment_count]
    int32_t segment_count;
    size_t room;
} turn_plan;

struct turn_plans {
    turn_plan *list; ///< [plan * count]; number i + 1 is list[i]
    size_t room;
    int32_t count;
    struct lone_drive *search; ///< null: not needed yet
};

/// Notes that a unit asks for a plan, if it has a reason to.
///
/// @param met  it has met another one where neither can pass the other one, nor finds a refuge
void turns_ask(fw_traffic *traffic, uint32_t slot, bool met);

/// At a knot: makes the plan that was asked for, and ends plans that do not get on.
///
/// @return FW_OK or FW_NO_MEMORY
fw_result turns_serve(fw_traffic *traffic);

/// After a unit has driven its turn: the next one drives, or the plan ends.
void turns_advance(fw_traffic *traffic, turn_plan *plan);

/// Ends the plan of a unit, before the unit gets another order or is removed.
void turns_forget(fw_traffic *traffic, uint32_t slot);

/// Makes room for plans, if there is none yet.
///
/// @return FW_OK or FW_NO_MEMORY
fw_result turns_create(fw_traffic *traffic);

void turns_end_all(fw_traffic *traffic);
