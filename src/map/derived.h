#ifndef MAP_DERIVED_H
#define MAP_DERIVED_H

/// @file
/// The list of tables derived from layers (regions, jump tables, motions, clusters), kept right by `map` without
/// `map` knowing the rooms above it. `plan` hands the list of kinds over when a map is created.
///
/// A commit first patches all tables into staging, which may fail and then changes nothing, then publishes,
/// which cannot fail. One that changes much of the map builds new tables beside the old ones instead, then
/// exchanges them.

#include <stddef.h>
#include <stdint.h>

#include "base/memory.h"
#include "base/refusal.h"
#include "base/tile_box.h"
#include "fairway/map.h"
#include "map/layer.h"

/// What a table is made of. Units with an equal source share one table.
typedef struct derived_source {
    const fw_map *map;       ///< tiles, for tables that look at terrains
    const layer *layer;      ///< the layer of the unit's size
    const fw_unit_def *unit; ///< one of the units that share the table
    uint64_t serial;         ///< where a table is built: its number, which no other of this map ever has
    const void *former; ///< where a table is built: the one that it replaces, which saw other tiles; or null
    bool is_behind;     ///< tables follow changes that those of a newer version have followed already
} derived_source;

typedef struct tile_change {
    int32_t x, y;
    uint8_t before, after; ///< terrains
} tile_change;

/// What a commit changed, as far as one table is concerned.
typedef struct derived_change {
    /// [tile * tile_count] in order of y, then x; the map holds the new terrains. Not for tables that follow the layer
    const tile_change *tiles;
    size_t tile_count;
    /// [word * word_count] of the source's layer, which holds the new words. The list stays until publish() or
    /// discard(). At discard() the layer holds the former words again, and the list the new ones. patch() may exchange
    /// them and exchange them back.
    layer_change *words;
    size_t word_count;
} derived_change;

/// A kind of table as functions.
typedef struct derived_kind {
    const char *name;
    uint32_t methods; ///< FW_METHOD_BIT() of the methods that need it
    uint32_t helps;   ///< FW_METHOD_BIT() of those that are better with it, where it fits
    /// If not null, this kind gives a unit a table of another kind for the layer of its body: the table of a unit of
    /// size 1 that cuts no corners, which shares it. Of the functions below, the map calls only fits().
    const struct derived_kind *of_body;
    bool follows_layer;   ///< patch() looks at no tiles, and is asked only if words of the layer change
    bool counts_as_layer; ///< fw_map_memory counts the tables as part of the layers
    /// True if a unit with this def may use this table at all. If not, names the unit's field that forbids it.
    bool (*fits)(const fw_unit_def *unit, fw_refusal *why);
    /// True if two units whose layers are the same share one table.
    bool (*equal)(const fw_unit_def *a, const fw_unit_def *b);
    /// Builds a table from scratch.
    fw_result (*build)(memory *memory, const derived_source *source, void **table);
    /// Makes a table like that of a source that is equal: cheaper than build(), because the tables share what neither
    /// of them changes. Null where tables are built for each version.
    fw_result (*copy)(memory *memory, const derived_source *source, const void *from, void **table);
    /// Stages what a commit changes; asked at every commit that changes a tile, even if no word of the layer changes,
    /// unless the table follows the layer. After FW_OK publish() or discard() follows; on FW_NO_MEMORY nothing is
    /// staged. Null where tiles do not matter: commits leave such tables as they are, and need neither publish() nor
    /// discard().
    fw_result (*patch)(memory *memory, const derived_source *source, const derived_change *change,
                       void *table);
    /// Makes what was staged true.
    void (*publish)(memory *memory, void *table);
    /// Forgets what was staged.
    void (*discard)(memory *memory, void *table);
    /// Brings up to date what commits have left for later. Null where they leave nothing. FW_OK, or FW_NO_MEMORY: then
    /// nothing is changed.
    fw_result (*refresh)(memory *memory, void *table);
    /// Begins to build a table in slices, or to refresh one. Null where a table is built at once; so are the four
    /// functions after it. What is begun belongs to the map, not to one of its versions.
    ///
    /// existing: the table, or null; begun: null if the table is up to date. FW_OK or FW_NO_MEMORY.
    fw_result (*begin)(memory *memory, const derived_source *source, const void *existing, void **begun);
    /// Goes on from the tiles of the newest version, as long as there is work. FW_OK: ready for finish(); FW_PENDING,
    /// or FW_NO_MEMORY.
    fw_result (*step)(memory *memory, const derived_source *source, const void *existing, void *begun,
                      uint64_t *work);
    /// Told of tiles that a commit has changed, before the next step().
    void (*outdate)(memory *memory, void *begun, const fw_unit_def *unit, tile_box tiles);
    /// Hands the table over, or brings the existing one up to date. Only end() may follow.
    void (*finish)(memory *memory, void *begun, void **table);
    void (*end)(memory *memory, void *begun);
    void (*destroy)(memory *memory, void *table);
    size_t (*bytes)(const void *table);
} derived_kind;

#endif
