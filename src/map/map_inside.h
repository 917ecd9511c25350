#ifndef MAP_MAP_INSIDE_H
#define MAP_MAP_INSIDE_H

/// @file
/// What a map is made of, for the files of this room only.

#include <stdatomic.h>

#include "base/memory.h"
#include "base/refusal.h"
#include "map/change_list.h"
#include "map/changed_blocks.h"
#include "map/map.h"
#include "map/pin.h"
#include "map/sheet.h"
#include "map/tiles.h"

enum { TERRAIN_NAME_BYTES = 32, MAX_KINDS = 32 };

struct map_layer;

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
    change_list changes; ///< words of the commit under way
} map_layer;

/// A registered unit with the layers and tables that it uses.
typedef struct map_member {
    map_unit unit;    ///< first: a unit is found in its member
    map_layer *layer; ///< null if the unit only searches on demand
    map_layer *body;
    map_table_entry *tables[]; ///< [kind] null if not prepared
} map_member;

/// Slots of units are the same in all versions. An id is 12 bits of slot and 20 bits of generation: no id comes twice.
enum { SLOT_BITS = 12, SLOTS = 1 << SLOT_BITS };

/// The generation of the unit that is registered in a slot now, and of the last one. Readers ask `live` at any time.
typedef struct unit_slot {
    _Atomic uint32_t live; ///< 0: none
    uint32_t last;
    _Atomic uint32_t
        announced; ///< one bit for each kind of table whose construction in slices has ever begun
} unit_slot;

/// Edits of a block: the new terrains of its touched rows.
typedef struct edit_block {
    sheet_block block;
    uint64_t touched; ///< one bit a row
    uint8_t terrains[BLOCK_SIDE][BLOCK_SIDE];
} edit_block;

/// A word of tiles that the commit under way changes; the map holds the new terrains.
typedef struct edited_word {
    int32_t y, word;
    const uint8_t *before; ///< [terrain * 64]
} edited_word;

/// A word of tiles that differs between a version and the one before.
typedef struct past_edit {
    uint64_t version; ///< the first one with the new terrains
    int32_t y, word;
} past_edit;

typedef struct map_construction map_construction;

/// The data that all versions of a map share. Only the editor's thread reads and writes them, except pins, and `live`
/// and `announced` of unit slots.
typedef struct map_editor {
    memory memory;
    fw_map *versions; ///< all of them: the newest, those that readers hold, and spare ones
    map_pins pins;
    int32_t old_versions; ///< most old versions that readers may hold
    unit_slot *slots;     ///< [slot * SLOTS]
    size_t unit_count;
    char names[FW_TERRAIN_COUNT][TERRAIN_NAME_BYTES];
    /// Number of tables built so far, failed ones included: the serial of the last one
    uint64_t tables_built;
    sheet pending;          ///< of edit_block: the edits of the next commit
    sheet missed;           ///< of edit_block: edits that an old version has missed, while it catches up
    sheet *applied;         ///< `pending` or `missed`, while its edits are applied
    changed_blocks changed; ///< in which version each block changed last
    past_edit *past; ///< [past_edit * past_count] oldest first; kept while there is more than one version
    size_t past_count, past_capacity;
    uint64_t past_from;  ///< `past` is complete for versions from this one on
    edited_word *edited; ///< words of the commit under way, in order of y, then word
    size_t edited_count, edited_capacity;
    tile_change *tile_changes; ///< tiles of the commit under way, in order of y, then x
    size_t tile_change_count, tile_change_capacity;
    map_construction *constructions; ///< tables that are being built in slices
} map_editor;

/// Commits of which a version knows where they have changed tiles.
enum { RECENT_COMMITS = 16 };

/// A version of a map, or the handle of a user, which stands for the newest version: its `seen` and `editor` alone are
/// used.
struct fw_map {
    _Atomic(fw_map *)
        seen; ///< of a handle: the version that readers see, null while a commit works on it; of a version: itself
    map_editor *editor;
    memory *memory; ///< the editor's
    fw_map *next;   ///< in the editor's list
    atomic_int snapshots;
    bool is_held; ///< a reader holds the version; valid after versions_mark_held()
    int32_t width, height;
    int32_t words; ///< words of 64 tiles across
    uint64_t version;
    /// [version % RECENT_COMMITS] around the tiles that the commits up to this version have changed
    tile_box recent[RECENT_COMMITS];
    paged tiles; ///< the terrains (map/tiles.h)

    map_layer **layers; ///< in order of capability, then size: sources come before what is eroded from them
    size_t layer_count, layer_capacity;

    map_member **members; ///< [slot * member_count] null where there is none
    size_t member_count, member_capacity;

    const derived_kind *const *kinds;
    int32_t kind_count;
};

/// The version behind a handle, for its editor's thread; a version itself, for any thread.
static inline fw_map *map_seen(const fw_map *map)
{
    return atomic_load_explicit(&map->seen, memory_order_relaxed);
}

/// The 64 terrains of a word of tiles of a version. To be written if paged_write() gave its row a page of its own.
static inline uint8_t *map_terrain_word(const fw_map *version, int32_t y, int32_t word)
{
    return (uint8_t *)tile_row(tiles_rows(&version->tiles), y) + (size_t)word * WORD_BITS;
}

/// A registered unit with what it uses, or null.
map_member *map_find_member(const fw_map *map, fw_unit_id id);

/// Checks a unit and fills in what follows from the rest: size, footprint.
///
/// @param given     the program's def
/// @param[out] def  the complete one; undefined unless the result is FW_OK
/// @param why       which field is wrong; may be null
/// @return FW_OK or a mistake as fw_map_add_unit() names them
fw_result unit_complete(const fw_unit_def *given, fw_unit_def *def, fw_refusal *why);

/// The layer of a capability and size, built if need be; give back with map_release_layer().
///
/// @return null without memory
map_layer *map_share_layer(fw_map *map, uint32_t capability, int32_t size);
void map_release_layer(fw_map *map, map_layer *shared);

/// Rebuilds the words of all layers from the terrains, in place. Cannot fail.
void map_reread_layers(fw_map *map);

/// Gives a unit the tables that `methods` need or are better with, and that fit the unit. Refreshes those that the unit
/// has already.
///
/// @return FW_OK, or a table's own failure: then the unit has no new table
fw_result map_share_tables(fw_map *map, map_member *member, uint32_t methods);
void map_release_tables(fw_map *map, map_member *member);

/// Gives a member tables equal to those of the same unit in another version with equal tiles.
///
/// @return FW_OK, or a table's own failure: then some may be missing
fw_result map_copy_tables(fw_map *map, map_member *member, const map_member *from);

/// Lets the tables of a member take over what they lack from those of the same unit in the newest version, whose tiles
/// are equal. Both have tables of the same kinds.
void map_take_over_tables(fw_map *map, map_member *member, const map_member *from);

/// The table of a kind that a unit can share, or null.
map_table_entry *map_find_table(const map_layer *layer, const derived_kind *kind, const fw_unit_def *unit);

/// Gives a member the entry of a table that is still to be filled in. Null without memory.
map_table_entry *map_add_table(fw_map *map, map_member *member, int32_t kind);

/// Finds the unit, and judges whether the method can be prepared for it, as fw_map_prepare() does.
fw_result map_judge_preparation(const fw_map *map, fw_unit_id id, fw_method method, map_member **member,
                                fw_refusal *why);

/// Ends the constructions of tables of a unit, or of all units (0).
void map_end_constructions(map_editor *editor, fw_unit_id unit_id);

/// Tells all constructions which tiles a commit has changed.
void map_outdate_constructions(map_editor *editor, tile_box tiles);

/// The source of a table.
derived_source map_table_source(const fw_map *map, const map_layer *layer, const map_table_entry *entry);

/// Builds a table of an entry's kind, with a serial number of its own.
///
/// @param from  an entry of the same kind whose layer is equal, or null
/// @return FW_OK, or the table's own failure
fw_result map_build_table(fw_map *map, const map_layer *shared, const map_table_entry *entry,
                          const map_table_entry *from, void **table);

/// Forgets the edits of a sheet and keeps a little of their memory.
void edits_clear(memory *memory, sheet *edits);

/// The terrains of the 64 tiles around (x, y) on an edit's sheet, which has a block there; as they are on the map if
/// nothing was noted before.
uint8_t *edits_word(const fw_map *map, sheet *edits, int32_t x, int32_t y);

/// Exchanges the words of tiles under the applied edits with those of the map; a second time puts them back.
void map_swap_edits(fw_map *map);

/// Applies edits that change `word_count` words of tiles, and patches layers and tables.
///
/// @return FW_OK, or a failure: then the map is as before
fw_result map_patch(fw_map *map, size_t word_count);

/// Applies edits, reads all layers again, and builds new tables beside the old ones.
///
/// @return FW_OK, or a failure: then the map is as before
fw_result map_rebuild(fw_map *map);

/// Applies the edits of a sheet to a version, by whichever of the two is less work.
///
/// @param like  a version that has the tiles of these edits already, and shares what is equal; or null
/// @return FW_OK, or a failure: then the version is as before
fw_result map_apply(fw_map *version, sheet *edits, const fw_map *like);

/// Gives the editor a version to change. If no reader holds the newest version, the editor gets it, and new readers
/// wait. Else the editor gets another version, which was made equal to the newest. The version holds only units that
/// are registered.
///
/// @return null without memory
fw_map *map_open_version(fw_map *map);

/// Ends the change that map_open_version() began.
///
/// @param publish  true: readers see the opened version from now on; false: the newest version stays the same
void map_close_version(fw_map *map, fw_map *opened, bool publish);

/// A version without units, whose tiles are these.
///
/// @param tiles  the version takes them over; if memory runs out, they are destroyed
/// @return null without memory
fw_map *map_new_version(fw_map *map, paged *tiles);
void map_free_version(fw_map *version);

/// Registers a copy of a member of another version, in the same slot.
///
/// @return FW_OK or FW_NO_MEMORY
fw_result map_copy_member(fw_map *version, size_t slot, const map_member *from);

/// Frees the members of units that were removed, in one version, or in all that no reader holds.
void map_free_removed(fw_map *version);
void map_free_unheld(fw_map *map);

/// Gives a unit that has only the layer of its body the layer of its size.
///
/// @return FW_OK or FW_NO_MEMORY
fw_result map_join_layer(fw_map *map, map_member *member);

/// Takes the layer of its size from a unit, if the unit has one.
void map_leave_layer(fw_map *map, map_member *member);

/// Releases the tables and layers of a unit, and frees the unit.
void map_free_member(fw_map *map, map_member *member);

#endif
