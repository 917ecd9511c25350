#pragma once

/// The last curve of a path: from a lattice pose to a goal.

#include "directional/search/directional_inside.h"

/// The cheapest connection from a node to a goal, or null. A goal that is a lattice pose has a connection without a
/// curve.
///
/// @param[out] step  cost of the connection, surcharges included
const connection *directional_last_connection(const directional_space *space, fw_node_id id, cost *step);
