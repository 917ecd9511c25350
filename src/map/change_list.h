#pragma once

/// The words of a layer that a commit changes: each of them once, sorted by row, then by word. change_list_push()
/// checks the order, on which change_list_find() and the readers of the list rely.

#include "base/memory.h"
#include "map/layer.h"

/// A changed word of a layer, with its value before.
typedef struct layer_change {
    int32_t y;       ///< row
    int32_t word;    ///< index of the word in its row: tiles 64 * word .. 64 * word + 63
    uint64_t before; ///< the word before the change; the layer holds the new one
} layer_change;

typedef struct change_list {
    layer_change *items; ///< [change * count]
    size_t count, capacity;
} change_list;

/// True if a word comes before another one in a list.
static inline bool change_comes_before(int32_t y, int32_t word, int32_t other_y, int32_t other_word)
{
    return y < other_y || (y == other_y && word < other_word);
}

/// Appends a change. Its word must come after those of all changes in the list. FW_OK or FW_NO_MEMORY.
fw_result change_list_push(memory *memory, change_list *list, layer_change change);

/// The change of a word, or null if the list has none.
const layer_change *change_list_find(const change_list *list, int32_t y, int32_t word);

/// Removes all changes, and gives the memory back if there is room for more than `kept` changes.
void change_list_clear(memory *memory, change_list *list, size_t kept);

/// Exchanges words of a layer with those in a part of a list. A second time puts them back.
///
/// @param changes  [change * count]
void changes_exchange(const layer *layer, layer_change *changes, size_t count);
