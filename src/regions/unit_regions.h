#pragma once

/// The regions of the units of a map, as derived tables.

#include "map/map.h"
#include "regions/regions.h"

/// Regions of the layer of a unit's size, under its corner rule.
extern const derived_kind regions_kind;

/// Regions of the layer of a unit's body: size 1, no corners cut.
extern const derived_kind body_regions_kind;

/// Regions of a unit's anchors; null if the unit only searches on demand.
static inline const regions *regions_of_unit(const map_version *map, const map_unit *unit)
{
    return map_table(map, unit, &regions_kind);
}

/// Regions of the tiles that a unit's body may be on; null if the unit only searches on demand.
static inline const regions *regions_of_body(const map_version *map, const map_unit *unit)
{
    return map_table(map, unit, &body_regions_kind);
}
