#pragma once

/// The data that all versions of a map share. Only the editor's thread reads and writes them, except pins and
/// snapshots, and the sides, which never change.

#include "map/handle.h"
#include "map/pin.h"
#include "map/sheet.h"
#include "map/version.h"
#include "record/recorder.h"

enum { TERRAIN_NAME_BYTES = 32, MAX_KINDS = 32 };

/// A word of tiles that the commit under way changes; the version holds the new terrains.
typedef struct edited_word {
    int32_t y, word;
    const uint8_t *before; ///< [terrain * 64]
} edited_word;

typedef struct map_construction map_construction;
typedef struct map_snapshots map_snapshots;

struct map_editor {
    fw_map handle; ///< the map that fw_map_create() returned
    memory memory;
    int32_t width, height; ///< written before anyone sees the map; read on any thread
    map_version *versions; ///< all of them: the newest, those that readers hold, and spare ones
    map_version nothing;   ///< without tiles and units: what the map of a released snapshot shows
    map_pins pins;
    map_snapshots *snapshots;
    uint32_t *generations; ///< [slot * UNIT_SLOTS] units that each slot has had
    size_t unit_count;
    char names[FW_TERRAIN_COUNT][TERRAIN_NAME_BYTES];
    /// Number of tables built so far, failed ones included: the serial of the last one
    uint64_t tables_built;
    sheet pending;       ///< of edit_block: the edits of the next commit
    change_log *log;     ///< where tiles have changed
    edited_word *edited; ///< words of the commit under way, in order of y, then word
    size_t edited_count, edited_capacity;
    tile_change *tile_changes; ///< tiles of the commit under way, in order of y, then x
    size_t tile_change_count, tile_change_capacity;
    map_construction *constructions; ///< tables that are being built in slices
    uint64_t edition;                ///< of the newest version
    recorder recorder;
};

/// The newest version, for the editor's thread; null while a commit works on it.
static inline map_version *editor_newest(const map_editor *editor)
{
    return atomic_load_explicit(&editor->handle.seen, memory_order_relaxed);
}
