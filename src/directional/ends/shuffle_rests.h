#pragma once

/// The rest of a shuffle that a unit has begun. No curve of one gear leads from within a shuffle to its end, so a unit
/// that asks again on its way would go back to where it came from.

#include "directional/ends/connections.h"
#include "directional/motions/motions.h"

/// Appends the free rests of the shuffles that the start lies on, but for rounding.
void shuffle_rests_find(const connection_query *query, const motion_table *table, connections *found);
