#pragma once

/// All versions of a map that is edited, for tests that compare answers with those on a fresh map.

#include "base/random.h"
#include "fairway/fairway.h"

enum { HISTORY_UNITS = 4, HISTORY_EDITS = 4096 };

/// A rectangle that became one terrain.
typedef struct past_rect {
    int32_t x, y, width, height;
    uint8_t terrain;
} past_rect;

typedef struct history {
    fw_map *map;
    int32_t width, height; ///< of the map, for threads that may not ask it
    /// Sizes 1 and 2, one for which terrains cost differently, and a vehicle
    fw_unit_id units[HISTORY_UNITS];
    uint8_t *first;                 ///< [terrain] of version 2: the first one with units
    past_rect edits[HISTORY_EDITS]; ///< [edit] what led from version 2 + i to the next one
    int32_t count;                  ///< edits
} history;

/// A random map with units, which keeps a number of old versions.
history *history_begin(random_source *source, int32_t width, int32_t height, int32_t old_versions);
void history_end(history *history);

/// Changes a random rectangle of up to 4 x 4 tiles and commits it. A tile changes.
///
/// @return result of the commit; the edit counts if it is FW_OK
fw_result history_edit(history *history, random_source *source);

/// A fresh map as of a version, with equal units.
///
/// @param[out] units  [unit * HISTORY_UNITS] ids on the fresh map
fw_map *history_map_of(const history *history, uint64_t version, fw_unit_id *units);

/// A random request by one of the methods, anywhere on the map.
fw_request history_request(const history *history, random_source *source);

/// A hash of the answer of a request on a fresh map as of a version.
uint64_t history_answer(const history *history, uint64_t version, const fw_request *ask);

/// The same for an answer that is there.
uint64_t history_hash(fw_result result, const fw_path *path);
