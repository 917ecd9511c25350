#pragma once

/// The connections of the start and the goals to the lattice. A few goals are connected before the search begins. If
/// there are many, a goal is connected when the search comes near it. A goal that is a lattice pose needs no
/// connection.

#include "directional/ends/ends_inside.h"

/// The pose of the start, and the conditions for its connections.
connection_query search_ends_from_start(const search_ends *ends);

/// A goal's pose, and the conditions for its connections.
connection_query search_ends_to_goal(const search_ends *ends, int32_t index);

/// Finds the connections of the start, even if the search has not needed them.
void search_ends_connect_start(const search_ends *ends, connections *found);

/// Lists the connections of a single goal; none if there are several goals.
void search_ends_list_goal(const search_ends *ends, connections *listed);

/// Connects one of the goals around a pose to the lattice, unless all are connected.
///
/// @param[in,out] work  a goal that is connected counts as a unit
/// @return FW_OK (all are connected), FW_PENDING (call again) or FW_NO_MEMORY
fw_result search_ends_connect_near(search_ends *ends, lattice_pose pose, uint64_t *work);

/// The lattice poses from which goals are reached, each with the cost that remains from there.
///
/// @return number of origins; -1 if there are too many, or a goal is not connected yet
int32_t search_ends_origins(const search_ends *ends, motion_origin *origins);

void search_ends_clear_goals(search_ends *ends);

/// Connects the goals, unless there are many. FW_OK or FW_NO_MEMORY.
fw_result search_ends_connect_goals(search_ends *ends);
