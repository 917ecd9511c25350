#pragma once

/// Layers without a map around them, and their edits.

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/random.h"
#include "map/change_list.h"

/// A layer of size 1 on which nothing is free.
layer layer_alone(memory *memory, int32_t width, int32_t height);

/// A layer whose tiles are blocked at random.
layer layer_at_random(memory *memory, random_source *source, int32_t width, int32_t height,
                      uint32_t blocked_percent);

/// Makes the words of a layer, whose pages are its own, those of one of the same size.
void layer_take_words(layer *copy, const layer *from);

/// An equal layer with words of its own.
layer layer_copied(memory *memory, const layer *from);

void layer_set_free(layer *layer, int32_t x, int32_t y, bool is_free);

/// An empty list of changes with room for so many.
#define ROOM_FOR_CHANGES(most)                                                                               \
    {                                                                                                        \
        .items = (layer_change[most]){ { 0 } }, .capacity = (most)                                           \
    }

/// Adds the word of a layer to a list, which has room for it, if the word differs from before.
void layer_note(const layer *layer, int32_t y, int32_t word, uint64_t before, change_list *changes);

/// Changes some tiles of a layer, within a square, as a commit does.
///
/// @param[out] changes  has room for 64
void layer_edit(layer *layer, random_source *source, change_list *changes);

/// Exchanges the changed words with those before, as a commit does that fails.
void layer_take_back(layer *layer, const change_list *changes);
