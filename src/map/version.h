#pragma once

/// A version of a map: its tiles as of one commit, its units, and what was derived from both. A version does not change
/// while a reader holds it.

#include <stdatomic.h>

#include "base/memory.h"
#include "map/change_list.h"
#include "map/change_log.h"
#include "map/derived.h"
#include "map/tiles.h"
#include "map/unit_def.h"

/// What a planner needs to know of a registered unit. Valid as long as its version is held.
typedef struct map_unit {
    fw_unit_id id;
    fw_unit_def def;                         ///< size and footprint filled in
    uint32_t capability;                     ///< terrains that it may enter, one bit each
    uint32_t terrain_cost[FW_TERRAIN_COUNT]; ///< in 1/256; 0 = may not enter
    uint32_t cheapest;                       ///< the least of them that is not 0
    bool uniform;                            ///< all terrains that it may enter cost the same
    bool outgrows_size;                      ///< its body reaches beyond a circle of its size
    /// It drives each path on the grid: it turns on the spot, and its body stays within its size
    bool keeps_to_grid;
    double centre_offset;  ///< from its anchor tile's middle to its body's centre: (size - 1) / 2
    double last_x, last_y; ///< greatest coordinates of a pose with an anchor on the map
    const layer *layer;    ///< layer of its size; null for one that only searches on demand
    const layer *body;     ///< layer of size 1 of its capability: what its body is swept against
    uint32_t announced;    ///< kinds of tables, one bit each, that fw_map_prepare_step() has begun to build
} map_unit;

/// A derived table and the units that share it.
typedef struct map_table_entry {
    struct map_table_entry *next; ///< of the same layer
    const derived_kind *kind;
    fw_unit_def unit; ///< the unit that it was built for
    int32_t users;
    void *table;
    int32_t *versions; ///< number of versions that share the table; null if each version has its own
    void *rebuilt;     ///< during a rebuilding commit: the table that will replace `table`
    bool staged;       ///< during a patching commit: the table has changes to publish or to discard
} map_table_entry;

/// A layer with its derived tables. Units of its capability and size share it, and layers that are eroded from it.
typedef struct map_layer {
    layer layer;
    struct map_layer *source; ///< layer of at least half the size that it is eroded from; null for size 1
    int32_t users;            ///< units and layers
    map_table_entry *tables;
    change_list changes; ///< words of a patching commit under way
    paged former;        ///< during a rebuilding commit: the rows before
} map_layer;

/// A registered unit with the layers and tables that it uses.
typedef struct map_member {
    map_unit unit;    ///< first: a unit is found in its member
    map_layer *layer; ///< null if the unit only searches on demand
    map_layer *body;
    map_table_entry *tables[]; ///< [kind] null if not prepared
} map_member;

/// An id is 12 bits of slot and 20 bits of generation, of which each map has another first one. The slot of a unit is
/// the same in all versions.
enum { UNIT_SLOT_BITS = 12, UNIT_SLOTS = 1 << UNIT_SLOT_BITS, UNIT_GENERATIONS = (1 << 20) - 1 };

typedef struct map_editor map_editor;

struct map_version {
    map_editor *editor;
    memory *memory;    ///< the editor's
    map_version *next; ///< in the editor's list
    atomic_int snapshots;
    bool is_held; ///< a reader holds the version; valid after versions_mark_held()
    int32_t width, height;
    int32_t words;         ///< words of 64 tiles across
    uint64_t number;       ///< 1 for the first version, and one more with each commit
    uint64_t edition;      ///< grows whenever readers see other tiles, units or tables
    const change_log *log; ///< where tiles have changed, in all versions
    paged tiles;           ///< the terrains (map/tiles.h)

    map_layer **layers; ///< in order of capability, then size: sources come before what is eroded from them
    size_t layer_count, layer_capacity;

    map_member **members; ///< [slot * member_count] null where there is none
    size_t member_count, member_capacity;

    const derived_kind *const *kinds;
    int32_t kind_count;
    uint32_t first_generation; ///< of the ids of units, 0 .. UNIT_GENERATIONS - 1
};

/// The 64 terrains of a word of tiles. To be written if paged_write() gave its row a page of its own.
static inline uint8_t *map_terrain_word(const map_version *version, int32_t y, int32_t word)
{
    return (uint8_t *)tile_row(tiles_rows(&version->tiles), y) + (size_t)word * WORD_BITS;
}

/// A registered unit with what it uses, or null.
static inline map_member *map_find_member(const map_version *version, fw_unit_id id)
{
    const size_t slot = id & (UNIT_SLOTS - 1);
    map_member *member = slot < version->member_count ? version->members[slot] : NULL;
    return member && member->unit.id == id ? member : NULL;
}

/// The table of a kind on a layer that a unit can share, or null.
map_table_entry *map_find_table(const map_layer *layer, const derived_kind *kind, const fw_unit_def *unit);
