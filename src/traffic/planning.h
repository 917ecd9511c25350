#pragma once

/// Plans: how one begins, its candidates, and the motions to them.

#include "traffic/plan_task.h"

/// Memory of a plan, which lasts until the next plan of the same depth: 15 KB, or 40 KB if there are units with a
/// turning radius, are too much for the stack.
///
/// @param depth  of pushes within pushes, 0: the unit plans for itself; at most MOST_PUSH_DEPTH
/// @return null: there is no memory. For a plan of depth 0, a traffic with units has memory
planning *planning_room(fw_traffic *traffic, int32_t depth);

/// Bytes of the memory of one plan.
size_t planning_bytes(const fw_traffic *traffic);

/// Makes room for the plans of units with a turning radius, which need more memory.
///
/// @return FW_OK or FW_NO_MEMORY: nothing has changed
fw_result planning_widen(fw_traffic *traffic);

/// Gives the memory of all plans back.
void planning_free(fw_traffic *traffic);

/// Begins a plan: state, way and neighbours.
///
/// @return false if the plan is part of a push and has too many neighbours to list, or there is no memory for them
bool planning_begin(fw_traffic *traffic, uint32_t slot, planning *task);

/// Gives the memory of the neighbours back.
void planning_end(planning *task);

/// The farthest candidate on the way, if it surely costs less than all others, which need not be listed then: it costs
/// nothing but the rest of the way, or less than a limit and than what the others cost wherever other units are.
///
/// @return false if others may cost less, or there is none
bool planning_first(planning *task, double limit, candidate *place);

/// Lists the candidates that cost less than a limit, by cost. Of those that are not settled, the cost is a little less
/// than what they cost.
void planning_list(planning *task, double limit);

/// Lists the candidates to the right of the way like planning_list(); of a unit with a turning radius, all candidates.
/// Places where another unit stops are left out.
void planning_list_right(planning *task);

/// Builds the motion to a candidate, whether or not the unit would see its way from there.
///
/// @return false if limits or walls forbid it; other units do not matter
bool planning_build_motion(planning *task, const candidate *place, reservation *made);

/// Builds the motion to a candidate.
///
/// @return false if limits or walls forbid it, or the unit would not see its way from there; other units do not matter
bool planning_build(planning *task, const candidate *place, reservation *made);

/// The first neighbour that the reservation built last conflicts with; NO_AGENT: there is none.
uint32_t planning_conflict(const planning *task, const reservation *made);

/// Counts the neighbours that the reservation built last conflicts with, until there are more than `most`.
///
/// @param[out] slots  [slot * most]
int32_t planning_conflicts(const planning *task, const reservation *made, uint32_t *slots, int32_t most);
