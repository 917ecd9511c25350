#pragma once

/// Tells the edges that a search in a forest has considered.

#include "forest/forest_space.h"

/// Reports the known edges for the radius of the last query to the caller's function.
void forest_space_report(const forest_space *space, fw_forest_edge_fn receive, void *user);
