#pragma once

/// The map's inside, for the rooms that read it: terrains, and what was derived for each unit. A public function turns
/// its `fw_map` into a version at once; all that lies below reads versions.

#include "fairway/map.h"
#include "map/handle.h"
#include "map/version.h"

static inline int32_t map_width(const map_version *map)
{
    return map->width;
}

static inline int32_t map_height(const map_version *map)
{
    return map->height;
}

/// The number of a version: two versions of one map with the same number have the same tiles.
static inline uint64_t map_version_number(const map_version *map)
{
    return map->number;
}

/// The rows of the terrains.
static inline tile_rows map_tile_rows(const map_version *map)
{
    return tiles_rows(&map->tiles);
}

/// Row y of the terrains, see map/tiles.h.
static inline const uint8_t *map_terrain_row(const map_version *map, int32_t y)
{
    return tile_row(tiles_rows(&map->tiles), y);
}

/// The terrain of a tile; FW_BLOCKED outside the map.
static inline uint8_t map_terrain(const map_version *map, int32_t x, int32_t y)
{
    return x < 0 || y < 0 || x >= map->width || y >= map->height ? FW_BLOCKED : map_terrain_row(map, y)[x];
}

/// The id that a unit would have on a map whose first generation is the first one of all: the same on all maps on which
/// units were added and removed alike. Not for 0.
static inline fw_unit_id map_relative_id(const map_version *map, fw_unit_id id)
{
    const uint32_t count = (id >> UNIT_SLOT_BITS) + UNIT_GENERATIONS - 1 - map->first_generation;
    return (1 + count % UNIT_GENERATIONS) << UNIT_SLOT_BITS | (id & (UNIT_SLOTS - 1));
}

/// The id on this map for a relative one.
static inline fw_unit_id map_absolute_id(const map_version *map, fw_unit_id relative)
{
    const uint32_t count = (relative >> UNIT_SLOT_BITS) + UNIT_GENERATIONS - 1 + map->first_generation;
    return (1 + count % UNIT_GENERATIONS) << UNIT_SLOT_BITS | (relative & (UNIT_SLOTS - 1));
}

/// A registered unit, or null.
static inline const map_unit *map_find_unit(const map_version *map, fw_unit_id id)
{
    const map_member *member = map_find_member(map, id);
    return member ? &member->unit : NULL;
}

/// The index of a kind of tables; the number of kinds if the map has no such tables.
static inline int32_t map_index_of_kind(const map_version *map, const derived_kind *kind)
{
    int32_t index = 0;
    while (index < map->kind_count && map->kinds[index] != kind)
        index++;
    return index;
}

/// The table of a kind for a unit, or null when it was not prepared.
static inline const void *map_table(const map_version *map, const map_unit *unit, const derived_kind *kind)
{
    const map_member *member = (const map_member *)unit;
    const int32_t index = map_index_of_kind(map, kind);
    return index < map->kind_count && member->tables[index] ? member->tables[index]->table : NULL;
}

/// A table, and a unit that it was built for.
typedef struct map_peer {
    const void *table;
    const fw_unit_def *unit;
} map_peer;

/// A walk through the tables of a kind, for kind->build() and kind->step() to learn from. While a commit builds tables
/// anew, the tables that are found do not know of it.
typedef struct map_peers {
    const map_version *map;
    const derived_kind *kind;
    size_t next_layer;
    const map_table_entry *next; ///< of the layer before the next one; null: all of its tables were looked at
} map_peers;

/// A walk that has found nothing yet.
static inline map_peers map_peers_of(const map_version *map, const derived_kind *kind)
{
    return (map_peers){ .map = map, .kind = kind };
}

/// Goes to the next table; false if there is none.
bool map_next_peer(map_peers *peers, map_peer *peer);

/// True if fw_map_prepare_step() has begun to build a table of a kind for a unit.
bool map_has_announced(const map_version *map, const map_unit *unit, const derived_kind *kind);

/// A hash of the terrains of all tiles, the same on every platform; never 0. It reads whole rows, whose last tiles are
/// blocked.
uint64_t map_tiles_hash(const map_version *map);

/// Where tiles have changed: up to the newest version, whatever the version of the map.
static inline const change_log *map_log(const map_version *map)
{
    return map->log;
}
