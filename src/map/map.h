#ifndef MAP_MAP_H
#define MAP_MAP_H

/// @file
/// The map's inside, for the rooms that read it: terrains, and what was derived for each unit.

#include <math.h>
#include <stdbool.h>
#include <stdint.h>

#include "fairway/map.h"
#include "map/changed_blocks.h"
#include "map/derived.h"
#include "map/layer.h"
#include "map/tiles.h"

/// Costs are integers, 256 for a tile's length at cost 1, and at most those of terrain that costs 255.
enum { COST_ONE = 256, COST_MOST = 255 * COST_ONE };

/// Methods that plan a walk in legs. They need the unit's layer, and no table.
#define METHODS_IN_LEGS                                                                                      \
    (FW_METHOD_BIT(FW_MIDPOINT) | FW_METHOD_BIT(FW_AREAS) | FW_METHOD_BIT(FW_COMPASS) |                      \
     FW_METHOD_BIT(FW_SIGHT))

/// True if corners of blocked tiles may be cut. Such units move as points along the grid.
static inline bool corners_are_cut(fw_corner_rule rule)
{
    return rule == FW_CORNERS_ONE || rule == FW_CORNERS_ALWAYS;
}

/// The cost of a terrain for a unit, in 1 / COST_ONE, as all planners count it; 0 = the unit may not enter.
static inline uint32_t terrain_cost_of(const fw_unit_def *unit, int terrain)
{
    return (uint32_t)lround((double)unit->terrain_cost[terrain] * COST_ONE);
}

/// What a planner needs to know of a registered unit. Valid in the read phase, until the unit is removed.
typedef struct map_unit {
    fw_unit_id id;
    fw_unit_def def;                         ///< size and footprint filled in
    uint32_t capability;                     ///< terrains that it may enter, one bit each
    uint32_t terrain_cost[FW_TERRAIN_COUNT]; ///< in 1/256; 0 = may not enter
    uint32_t cheapest;                       ///< the least of them that is not 0
    bool uniform;                            ///< all terrains that it may enter cost the same
    double centre_offset; ///< from its anchor tile's middle to its body's centre: (size - 1) / 2
    const layer *layer;   ///< layer of its size; null for one that only searches on demand
    const layer *body;    ///< layer of size 1 of its capability: what its body is swept against
} map_unit;

/// Creates a map that keeps derived tables of these kinds.
///
/// @param kinds  [kind * count], static
/// @param count  0 .. 32
fw_result map_create(const fw_map_def *def, const derived_kind *const *kinds, int32_t count, fw_map **map);

/// The version that a map shows; null for null.
const map_version *map_version_of(const fw_map *map);

int32_t map_width(const map_version *map);
int32_t map_height(const map_version *map);
uint64_t map_version_number(const map_version *map);
uint8_t map_terrain(const map_version *map, int32_t x, int32_t y);

/// A registered unit, or null.
const map_unit *map_find_unit(const fw_map *map, fw_unit_id id);

/// True if a unit is registered now, whatever the version. Any thread.
bool map_has_unit(const fw_map *map, fw_unit_id id);

/// The table of a kind for a unit, or null when it was not prepared.
const void *map_table(const fw_map *map, const map_unit *unit, const derived_kind *kind);

/// A table, and a unit that it was built for.
typedef struct map_peer {
    const void *table;
    const fw_unit_def *unit;
} map_peer;

/// Lists tables of a kind that units of a size have, for kind->build() and kind->step() to learn from. While a commit
/// builds tables anew, the tables that are listed do not know of it.
///
/// @param most        of tables that there is room for
/// @param[out] peers  [peer * most]
/// @return number of tables that are listed
int32_t map_list_peers(const fw_map *map, const derived_kind *kind, int32_t size, int32_t most,
                       map_peer *peers);

/// True if fw_map_prepare_step() has begun to build a table of a kind for a unit. Any thread.
bool map_has_announced(const fw_map *map, const map_unit *unit, const derived_kind *kind);

/// The rows of the terrains.
tile_rows map_tile_rows(const fw_map *map);

/// Row y of the terrains, see map/tiles.h.
const uint8_t *map_terrain_row(const fw_map *map, int32_t y);

/// Most old versions that readers may hold.
int32_t map_old_versions(const fw_map *map);

/// In which version each block of tiles changed last: up to the newest version, whatever the version of the map.
const changed_blocks *map_changed_blocks(const fw_map *map);

/// A rectangle around the tiles that have changed since a version of the map, and up to CHANGED_SIDE - 1 tiles to their
/// left and right; all tiles if that was too many commits ago, or if the version is 0.
tile_box map_changes_since(const fw_map *map, uint64_t version);

/// fw_map_clearance(), but never more than `limit`, and never looking farther. O(limit^2)
int32_t map_clearance_up_to(const fw_map *map, uint32_t capability, int32_t x, int32_t y, int32_t limit);

/// True if the unit may be anchored at this tile. Any tile. By its layer, or by looking at the tiles where it has none.
bool map_unit_fits(const fw_map *map, const map_unit *unit, int32_t x, int32_t y);

#endif
