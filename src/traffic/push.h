#pragma once

/// Pushes: units of lower priority plan again, or make room.

#include "traffic/plan_task.h"

/// Pushes, or asks for room, unless the unit must be patient. The unit must have priority over all units that wait
/// near.
///
/// @return true if the unit has another reservation now
bool push_or_ask(planning *task);

/// A unit with a turning radius that makes room and finds no place asks those that hold it for room in turn: in a row
/// of units, each can move only after the one behind it. If it is cornered, the first unit that has asked makes room
/// for it instead: they may hold each other, one of them in a door.
void push_ask_in_turn(planning *task);

/// A unit without a turning radius that will soon have to stop before a unit that has arrived asks it for room while it
/// still walks, unless many units near are under way.
void push_ask_parked(const planning *task);

/// Lets those make room that are on the way of a unit that has the right of way over them, before it comes.
void push_claim_way(const planning *task);

/// Notes that a unit leaves its goal, if it makes room for one that only comes back to its own.
void push_note_leaving(const fw_traffic *traffic, agent *unit);
