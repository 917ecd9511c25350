#pragma once

/// The queue of units that wait for paths, and the round of those that plan.

#include "traffic/inside.h"

/// Puts a unit into the queue for a path, if it is not in the queue yet.
fw_result way_ask(fw_traffic *traffic, uint32_t slot);

/// Finds the place of a unit in the queue anew, after its priority has changed. If its search is under way, this goes
/// on.
void way_take_turn(fw_traffic *traffic, uint32_t slot);

/// Takes a unit out of the queue for a path, if it is there. Its search ends.
void way_leave_queue(fw_traffic *traffic, uint32_t slot);

/// Removes the first unit from the queue, and lets it plan soon unless it has not waited.
void way_finish_first(fw_traffic *traffic);

/// Forgets the way of a unit, but not its place in the queue.
void way_forget(agent *unit);

/// Adds a unit to the round of planning under way, so that it need not wait for its turn. A unit may plan twice.
void way_plan_soon(fw_traffic *traffic, uint32_t slot);

/// Ends the search under way. The first unit of the queue keeps its place.
void way_end_search(fw_traffic *traffic);

/// Forgets what has become of the ways to a goal that a unit had before.
void way_begin_anew(fw_traffic *traffic, agent *unit);

/// Forgets the way and the search of a unit.
void way_drop(fw_traffic *traffic, uint32_t slot);
