#ifndef MAP_INSIDE_H
#define MAP_INSIDE_H

/// @file
/// What a map is made of, for the files of this room only.

#include "base/memory.h"
#include "base/refusal.h"
#include "map/map.h"
#include "map/sheet.h"

enum { TERRAIN_NAME_BYTES = 32, MAX_KINDS = 32 };

struct map_layer;

/// A derived table and the units that share it.
typedef struct map_table_entry {
    struct map_table_entry *next; ///< of the same layer
    const derived_kind *kind;
    fw_unit_def unit; ///< the unit that it was built for
    int32_t users;
    void *table;
    void *rebuilt; ///< while a commit builds anew: what will replace `table`
    bool staged;   ///< while a commit patches: to be published or discarded
} map_table_entry;

/// A layer, shared by all units with its capability that have its size or are eroded from it, with what
/// belongs to it.
typedef struct map_layer {
    layer layer;
    struct map_layer *source; ///< layer of at least half the size that it is eroded from; null for size 1
    int32_t users;            ///< units and layers
    regions *joined[2];       ///< [diagonal] null where no unit asked for it
    regions *rebuilt[2];      ///< while a commit builds anew: what will replace `joined`
    bool staged[2];           ///< while a commit patches: to be published or discarded
    int32_t joined_users[2];
    map_table_entry *tables;
    layer_change *changes; ///< of the commit under way: in order of y, then word
    size_t change_count;
    size_t change_capacity;
} map_layer;

/// A registered unit with what it uses.
typedef struct map_member {
    map_unit unit;    ///< first: a unit is found in its member
    map_layer *layer; ///< null for a unit that does without
    map_layer *body;
    map_table_entry *tables[]; ///< [kind] null where not prepared
} map_member;

/// A place for a unit. Ids are 12 bits of slot and 20 bits of generation, so that none comes twice.
typedef struct map_slot {
    map_member *member;  ///< null when free
    uint32_t generation; ///< of the member, or of the last one
} map_slot;

/// Pending edits: the touched rows of 64 tiles of a block as they shall become.
typedef struct edit_block {
    sheet_block block;
    uint64_t touched; ///< one bit a row
    uint8_t terrains[SHEET_SIDE][SHEET_SIDE];
} edit_block;

/// A word of tiles that the commit under way changes; the map holds the new terrains.
typedef struct edited_word {
    int32_t y, word;
    const uint8_t *before; ///< [terrain * 64]
} edited_word;

struct fw_map {
    memory memory;
    int32_t width, height;
    int32_t words; ///< words of 64 tiles across
    uint64_t version;
    uint8_t *terrains; ///< rows of 64 * words, blocked beyond the width and in a margin before and behind
    char names[FW_TERRAIN_COUNT][TERRAIN_NAME_BYTES];
    sheet pending; ///< of edit_block

    map_layer **layers; ///< in order of capability, then size: sources come before what is eroded from them
    size_t layer_count, layer_capacity;

    map_slot *slots;
    size_t slot_count, slot_capacity;
    size_t unit_count;

    const derived_kind *const *kinds;
    int32_t kind_count;
    uint64_t tables_built; ///< so far, failed ones included: gives each its serial number
    edited_word *edited;   ///< of the commit under way: in order of y, then word
    size_t edited_count, edited_capacity;
    tile_change *tile_changes; ///< of the commit under way: in order of y, then x
    size_t tile_change_count, tile_change_capacity;
};

/// The 64 terrains of a word of tiles.
static inline uint8_t *map_terrain_word(const fw_map *map, int32_t y, int32_t word)
{
    return map->terrains + ((size_t)y * (size_t)map->words + (size_t)word) * WORD_BITS;
}

/// A registered unit with what it uses, or null.
map_member *map_find_member(const fw_map *map, fw_unit_id id);

/// Checks a unit and fills in what follows from the rest: size, footprint.
///
/// @param why  which field is wrong; may be null
/// @return FW_OK or a mistake as fw_map_add_unit() names them; `def` is changed on FW_OK only
fw_result unit_complete(fw_unit_def *def, fw_refusal *why);

/// The layer of a capability and size, built if need be; give back with map_release_layer().
///
/// @return null without memory
map_layer *map_share_layer(fw_map *map, uint32_t capability, int32_t size);
void map_release_layer(fw_map *map, map_layer *shared);

/// Regions of a layer, built if need be; give back with map_release_regions().
///
/// @return FW_OK or FW_NO_MEMORY
fw_result map_share_regions(fw_map *map, map_layer *layer, bool diagonal);
void map_release_regions(fw_map *map, map_layer *layer, bool diagonal);

/// Rebuilds the words of all layers from the terrains, in place. Cannot fail.
void map_reread_layers(fw_map *map);

/// Builds the tables that `methods` need for a unit and that fit it, as far as it has not got them, and refreshes those
/// that it has.
///
/// @return FW_OK, or a table's own failure: then the unit has no new table
fw_result map_share_tables(fw_map *map, map_member *member, uint32_t methods);
void map_release_tables(fw_map *map, map_member *member);

/// What a table is made of.
derived_source map_table_source(const fw_map *map, const map_layer *layer, const map_table_entry *entry);

/// Builds a table of an entry's kind, with a serial number of its own.
///
/// @return FW_OK, or the table's own failure
fw_result map_build_table(fw_map *map, const map_layer *shared, const map_table_entry *entry, void **table);

/// Forgets pending edits and keeps a little of their memory.
void map_clear_pending(fw_map *map);

/// Exchanges the words of tiles under pending edits with those of the map; a second time puts them back.
void map_swap_pending(fw_map *map);

/// Applies pending edits, which change `word_count` words of tiles, and patches what was derived from these.
///
/// @return FW_OK, or a failure: then the map is as before
fw_result map_patch(fw_map *map, size_t word_count);

/// Applies pending edits and builds everything anew, aside.
///
/// @return FW_OK, or a failure: then the map is as before
fw_result map_rebuild(fw_map *map);

/// Gives a unit that has only the layer of its body the layer of its size, and the regions of both.
///
/// @return FW_OK or FW_NO_MEMORY
fw_result map_join_layers(fw_map *map, map_member *member);

/// Takes them away again, if it has them.
void map_leave_layers(fw_map *map, map_member *member);

/// Lets a unit's public side point to its layers and regions as they are now.
void map_show_layers(map_member *member);

/// Releases all that a unit uses, and the unit.
void map_free_member(fw_map *map, map_member *member);

#endif
