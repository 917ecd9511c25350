#ifndef MAP_PAST_H
#define MAP_PAST_H

/// @file
/// Which words of tiles past commits have changed, so that an old version of a map can catch up.

#include "map/sheet.h"
#include "map/version.h"

/// A word of tiles that differs between a version and the one before.
typedef struct past_edit {
    uint64_t number; ///< of the first version with the new terrains
    int32_t y, word;
} past_edit;

typedef struct map_past {
    past_edit *edits; ///< [edit * count] oldest first
    size_t count, capacity;
    uint64_t from; ///< the list is complete for versions from this number on
} map_past;

/// Makes room for some more words.
///
/// @return FW_OK or FW_NO_MEMORY
fw_result past_reserve(memory *memory, map_past *past, size_t words);

/// Adds the words of edits that led to a version; there is room for them.
void past_add(map_past *past, const sheet *edits, uint64_t number);

/// Forgets all words: only versions from a number on can catch up.
void past_forget(map_past *past, uint64_t number);

/// Notes the words of tiles that a version has missed, as the newest one has them.
///
/// @param missed  an empty sheet of edits
/// @return FW_OK or FW_NO_MEMORY
fw_result past_list_missed(memory *memory, const map_past *past, const map_version *version,
                           const map_version *newest, sheet *missed);

void past_free(memory *memory, map_past *past);

#endif
