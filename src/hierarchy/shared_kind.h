#pragma once

/// A graph that units share, as a derived table of each of them, and which graph serves a unit.

#include "hierarchy/shared_graph.h"

/// A graph that units share. Its tables are what a unit has of the graph, see unit_graph_of().
extern const derived_kind shared_hierarchy_kind;

/// The kind of the tables that a unit has: hierarchy_kind or the other one.
const derived_kind *hierarchy_kind_of(const fw_unit_def *unit);

/// True if a search on a unit's graph takes an overlay into account. Edges lead both ways, but forbidden moves do not.
/// Where units share a graph, the overlay may block a way for the sake of which another one was left out.
bool hierarchy_sees(const fw_unit_def *unit, const fw_overlay *overlay);

/// The graph that a unit searches.
typedef struct unit_graph {
    const hierarchy *table;  ///< null: none is prepared
    kind_set kind;           ///< the unit's bit in a graph that units share; else 0
    const unit_kinds *kinds; ///< those of a graph that units share; else null
} unit_graph;

unit_graph unit_graph_of(const map_version *map, const map_unit *unit);
