#pragma once

/// Derived tables: what rooms above this one compute from layers and units (regions, jump tables, motions, clusters).
/// Commits keep them right. The map knows a table by the functions of its kind alone; `plan` lists the kinds when a map
/// is created.
///
/// A commit first stages the changes of all tables. Staging may fail, and then nothing has changed. Then the commit
/// publishes the changes, which cannot fail. A commit that changes much of the map builds new tables beside the old
/// ones instead, and exchanges them.

#include <stddef.h>
#include <stdint.h>

#include "base/memory.h"
#include "base/tile_box.h"
#include "fairway/map.h"
#include "map/change_list.h"

typedef struct map_version map_version;

/// What a table is made of. Units with an equal source share one table.
typedef struct derived_source {
    const struct derived_kind *kind; ///< for build()
    const map_version *map;          ///< tiles, for tables that look at terrains
    const layer *layer;      ///< the layer of the unit's size or, see derived_kind::of_body, of its body
    const fw_unit_def *unit; ///< one of the units that share the table
    uint64_t serial; ///< for build(): the number of the table, which no other table of this map ever has
    /// For build(): the table that the new one replaces, which was built from other tiles; or null
    const void *former;
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
    /// Of the source's layer, which holds the new words. The list stays until publish() or discard(). At discard() the
    /// layer holds the former words again, and the list the new ones. patch() may exchange them and exchange them back.
    const change_list *words;
} derived_change;

/// A kind of table as functions.
typedef struct derived_kind {
    const char *name;
    uint32_t methods; ///< FW_METHOD_BIT() of the methods that need it
    uint32_t helps;   ///< FW_METHOD_BIT() of the methods that are better with it, if it fits the unit
    /// If not null, this kind gives a unit a table of another kind for the layer of its body: the table of a unit of
    /// size 1 that cuts no corners, which shares it. Of the functions below, the map calls only fits().
    const struct derived_kind *of_body;
    bool follows_layer;   ///< patch() looks at no tiles, and is asked only if words of the layer change
    bool counts_as_layer; ///< fw_map_memory counts the tables as part of the layers
    /// True if a unit with this def may use this table at all. If not, names the unit's field that forbids it.
    bool (*fits)(const fw_unit_def *unit, fw_refusal *why);
    /// FW_ABSTRACTION_SHARED: the kind has the tables of units with this abstraction alone; FW_ABSTRACTION_UNIT: those
    /// of the others. 0: those of all units.
    fw_abstraction abstraction;
    /// True if two units whose layers are the same share one table.
    bool (*equal)(const fw_unit_def *a, const fw_unit_def *b);
    /// Builds a table from scratch.
    fw_result (*build)(memory *memory, const derived_source *source, void **table);
    /// Builds a table that equals one of another version with equal tiles. Copying is cheaper than build(), because
    /// both tables share the parts that neither of them changes. Null if each version builds its table from scratch.
    fw_result (*copy)(memory *memory, const derived_source *source, const void *from, void **table);
    /// Makes a table equal to that of the newest version, whose source is equal. The two are of one family: one was
    /// copied from the other, or both from others of the family, or build() was given a `former` table of the family.
    /// Null if each version builds its table from scratch, or all share one.
    void (*catch_up)(memory *memory, void *table, void *newest);
    /// Stages the changes of a commit. The map calls patch() at every commit that changes a tile, even if no word of
    /// the layer changes, unless the table follows the layer. FW_OK: publish() or discard() comes next. FW_NO_MEMORY:
    /// nothing is staged. Null if the table does not depend on tiles: then all versions share it.
    fw_result (*patch)(memory *memory, const derived_source *source, const derived_change *change,
                       void *table);
    /// Puts the staged changes into effect.
    void (*publish)(memory *memory, void *table);
    /// Drops the staged changes.
    void (*discard)(memory *memory, void *table);
    /// Does the work that commits have put off. Null if they put off nothing. FW_OK, or FW_NO_MEMORY: then nothing is
    /// changed.
    fw_result (*refresh)(memory *memory, void *table);
    /// Begins to build a table in slices, or to refresh one. A construction belongs to the map, not to one of its
    /// versions. This function and the five after it are null if tables of the kind are always built at once.
    ///
    /// existing: the table, or null; begun: receives the construction, or null if the table is up to date. FW_OK or
    /// FW_NO_MEMORY.
    fw_result (*begin)(memory *memory, const derived_source *source, const void *existing, void **begun);
    /// Continues a construction on the tiles of the newest version until the work is used up. FW_OK: ready for
    /// finish(); FW_PENDING, or FW_NO_MEMORY.
    fw_result (*step)(memory *memory, const derived_source *source, const void *existing, void *begun,
                      uint64_t *work);
    /// The share of what begin() and step() have to do that is done, 0 .. 1; 1 if there is nothing to do.
    ///
    /// existing: the table, or null; begun: the construction, or null
    double (*done)(const void *existing, const void *begun);
    /// Notes tiles that commits have changed; called before the next step().
    void (*outdate)(memory *memory, void *begun, const fw_unit_def *unit, tile_box tiles);
    /// Gives the table, or brings the existing one up to date. Only end() may come next.
    void (*finish)(memory *memory, void *begun, void **table);
    void (*end)(memory *memory, void *begun);
    void (*destroy)(memory *memory, void *table);
    size_t (*bytes)(const void *table);
} derived_kind;

/// True if a kind has the tables of a unit.
static inline bool derived_kind_serves(const derived_kind *kind, const fw_unit_def *unit)
{
    const bool shares = unit->abstraction == FW_ABSTRACTION_SHARED;
    return !kind->abstraction || (kind->abstraction == FW_ABSTRACTION_SHARED) == shares;
}
