#include "map/patch.h"

#include <string.h>

#include "map/editor.h"
#include "map/tables.h"

/// Entries of a list that are kept from commit to commit.
enum { KEPT_ENTRIES = 1024 };

static fw_result reserve_words(map_version *version, size_t count)
{
    return MEMORY_RESERVE(version->memory, version->editor->edited, version->editor->edited_capacity, count);
}

/// The columns and rows of blocks in which the edits lie.
static tile_box blocks_around(const sheet *edits)
{
    tile_box box = NO_TILES;
    for (const sheet_block *block = edits->used; block; block = block->next)
        tile_box_widen(&box, tile_box_at(block->column, block->row));
    return box;
}

/// Lists the words of tiles in one row of a row of blocks.
static void list_row(map_version *version, sheet_block *const *blocks, const tile_box *box, int32_t y)
{
    for (int32_t column = box->left; column <= box->right; column++) {
        edit_block *edits = (edit_block *)blocks[column];
        const int row = y & BLOCK_MASK;
        if (edits && edits->touched >> row & 1)
            version->editor->edited[version->editor->edited_count++] =
                (edited_word){ .y = y, .word = column, .before = edits->terrains[row] };
    }
}

/// Lists all words of tiles that change, in order of y, then word.
static fw_result list_words(map_version *version, const sheet *edits, size_t count)
{
    const tile_box box = blocks_around(edits);
    version->editor->edited_count = 0;
    if (reserve_words(version, count))
        return FW_NO_MEMORY;
    for (int32_t row = box.top; row <= box.bottom; row++) {
        sheet_block *const *blocks = edits->by_row[row];
        uint64_t touched = 0;
        for (int32_t column = box.left; blocks && column <= box.right; column++)
            if (blocks[column])
                touched |= ((const edit_block *)blocks[column])->touched;
        for (; touched; touched &= touched - 1)
            list_row(version, blocks, &box, row * BLOCK_SIDE + bits_lowest(touched));
    }
    return FW_OK;
}

/// Writes a word of a layer and keeps its former value, if the word changes.
static fw_result change_word(map_version *version, map_layer *shared, int32_t y, int32_t word, uint64_t now)
{
    const uint64_t before = layer_row(&shared->layer, y)[word];
    if (before == now)
        return FW_OK;
    const layer_change change = { .y = y, .word = word, .before = before };
    if (!layer_own(&shared->layer, y) || change_list_push(version->memory, &shared->changes, change))
        return FW_NO_MEMORY;
    layer_row(&shared->layer, y)[word] = now;
    return FW_OK;
}

/// A word of a layer of size 1 after the edits, most of whose tiles are as before.
static uint64_t read_again(uint64_t word, uint32_t capability, const uint8_t *before, const uint8_t *after)
{
    enum { AT_ONCE = sizeof(uint64_t) };
    for (int first = 0; first < WORD_BITS; first += AT_ONCE)
        if (memcmp(before + first, after + first, AT_ONCE) != 0)
            for (int i = first; i < first + AT_ONCE; i++)
                word = (word & ~(UINT64_C(1) << i)) | (uint64_t)(capability >> after[i] & 1) << i;
    return word;
}

static fw_result change_one(map_version *version, map_layer *shared)
{
    const layer *layer = &shared->layer;
    const map_editor *editor = version->editor;
    for (size_t e = 0; e < editor->edited_count; e++) {
        const edited_word *edited = &editor->edited[e];
        const int32_t y = edited->y, word = edited->word;
        if (change_word(version, shared, y, word,
                        read_again(layer_row(layer, y)[word], layer->capability, edited->before,
                                   map_terrain_word(version, y, word))))
            return FW_NO_MEMORY;
    }
    return FW_OK;
}

/// Erodes again the words in row y that depend on a word of the source whose `bits` changed.
static fw_result erode_again(map_version *version, map_layer *shared, int32_t y, int32_t word, uint64_t bits)
{
    const layer *target = &shared->layer;
    const layer *source = &shared->source->layer;
    if (y < 0)
        return FW_OK;
    const bool reaches_left = word > 0 && bits & bits_below(target->size - source->size);
    if (reaches_left &&
        change_word(version, shared, y, word - 1, layer_eroded_word(target, source, y, word - 1)))
        return FW_NO_MEMORY;
    return change_word(version, shared, y, word, layer_eroded_word(target, source, y, word));
}

/// The bits of a changed word of the source that changed, if this is the next one in a list; then goes on to the next.
static uint64_t take_bits(const layer *source, const change_list *list, size_t *next, int32_t y, int32_t word)
{
    const layer_change *change = &list->items[*next];
    if (*next == list->count || change->y != y || change->word != word)
        return 0;
    ++*next;
    return change->before ^ layer_row(source, y)[word];
}

/// Follows the changed words of the source. Each of them is the top row of some squares, and the bottom row of squares
/// that begin some rows higher. Both sequences are merged by the rows in which squares begin.
static fw_result change_eroded(map_version *version, map_layer *shared)
{
    const layer *source = &shared->source->layer;
    const change_list *list = &shared->source->changes;
    const int32_t shift = shared->layer.size - source->size;
    size_t top = 0, bottom = 0;
    while (top < list->count) {
        int32_t y = list->items[top].y, word = list->items[top].word;
        if (bottom < list->count &&
            change_comes_before(list->items[bottom].y - shift, list->items[bottom].word, y, word)) {
            y = list->items[bottom].y - shift;
            word = list->items[bottom].word;
        }
        uint64_t bits = take_bits(source, list, &top, y, word);
        bits |= take_bits(source, list, &bottom, y + shift, word);
        if (erode_again(version, shared, y, word, bits))
            return FW_NO_MEMORY;
    }
    return FW_OK;
}

static fw_result change_layers(map_version *version)
{
    fw_result result = FW_OK;
    for (size_t i = 0; i < version->layer_count; i++)
        version->layers[i]->changes.count = 0;
    for (size_t i = 0; i < version->layer_count && !result; i++) {
        map_layer *shared = version->layers[i];
        result = shared->source ? change_eroded(version, shared) : change_one(version, shared);
    }
    return result;
}

/// Exchanges the words of the layers with those that they held before.
static void restore_layers(map_version *version)
{
    for (size_t i = 0; i < version->layer_count; i++) {
        const change_list *changes = &version->layers[i]->changes;
        changes_exchange(&version->layers[i]->layer, changes->items, changes->count);
    }
}

static size_t count_differing(const uint8_t *before, const uint8_t *after)
{
    size_t count = 0;
    for (int i = 0; i < BLOCK_SIDE; i++)
        count += before[i] != after[i];
    return count;
}

/// Lists the changed tiles for the tables that look at terrains.
static fw_result list_tiles(map_version *version)
{
    size_t needed = 0;
    for (size_t e = 0; e < version->editor->edited_count; e++)
        needed += count_differing(
            version->editor->edited[e].before,
            map_terrain_word(version, version->editor->edited[e].y, version->editor->edited[e].word));
    if (MEMORY_RESERVE(version->memory, version->editor->tile_changes, version->editor->tile_change_capacity,
                       needed))
        return FW_NO_MEMORY;
    for (size_t e = 0; e < version->editor->edited_count; e++) {
        const edited_word *edited = &version->editor->edited[e];
        const uint8_t *after = map_terrain_word(version, edited->y, edited->word);
        for (int32_t i = 0; i < BLOCK_SIDE; i++)
            if (edited->before[i] != after[i])
                version->editor->tile_changes[version->editor->tile_change_count++] =
                    (tile_change){ .x = edited->word * BLOCK_SIDE + i,
                                   .y = edited->y,
                                   .before = edited->before[i],
                                   .after = after[i] };
    }
    return FW_OK;
}

/// True if some table looks at the tiles that change.
static bool looks_at_tiles(const map_version *version)
{
    for (size_t i = 0; i < version->layer_count; i++)
        for (const map_table_entry *entry = version->layers[i]->tables; entry; entry = entry->next)
            if (entry->kind->patch && !entry->kind->follows_layer)
                return true;
    return false;
}

static fw_result stage_tables(map_version *version, map_layer *shared)
{
    for (map_table_entry *entry = shared->tables; entry; entry = entry->next) {
        if (!entry->kind->patch || (entry->kind->follows_layer && shared->changes.count == 0))
            continue;
        const derived_source source = map_table_source(version, shared, entry);
        const derived_change change = { .tiles = version->editor->tile_changes,
                                        .tile_count = version->editor->tile_change_count,
                                        .words = &shared->changes };
        const fw_result result = entry->kind->patch(version->memory, &source, &change, entry->table);
        if (result)
            return result;
        entry->staged = true;
    }
    return FW_OK;
}

static fw_result stage(map_version *version)
{
    fw_result result = change_layers(version);
    version->editor->tile_change_count = 0;
    if (!result && looks_at_tiles(version))
        result = list_tiles(version);
    for (size_t i = 0; i < version->layer_count && !result; i++)
        result = stage_tables(version, version->layers[i]);
    return result;
}

/// Publishes or discards the staged changes of all tables.
static void settle(map_version *version, bool publish)
{
    for (size_t i = 0; i < version->layer_count; i++) {
        for (map_table_entry *entry = version->layers[i]->tables; entry; entry = entry->next) {
            if (entry->staged)
                (publish ? entry->kind->publish : entry->kind->discard)(version->memory, entry->table);
            entry->staged = false;
        }
    }
}

/// Shares the pages of changed words of the layers with equal ones.
static void settle_layers(map_version *version)
{
    for (size_t i = 0; i < version->layer_count; i++) {
        const change_list *changes = &version->layers[i]->changes;
        for (size_t c = 0; c < changes->count; c++)
            layer_settle(&version->layers[i]->layer, changes->items[c].y, changes->items[c].word);
    }
}

/// Gives a list back if one commit made it large. Returns the list, or null.
static void *trimmed(map_version *version, void *items, size_t *capacity, size_t each)
{
    if (*capacity <= KEPT_ENTRIES)
        return items;
    memory_give_back(version->memory, items, *capacity, each);
    *capacity = 0;
    return NULL;
}

static void trim_lists(map_version *version)
{
    version->editor->edited = trimmed(version, version->editor->edited, &version->editor->edited_capacity,
                                      sizeof *version->editor->edited);
    version->editor->tile_changes =
        trimmed(version, version->editor->tile_changes, &version->editor->tile_change_capacity,
                sizeof *version->editor->tile_changes);
    for (size_t i = 0; i < version->layer_count; i++)
        change_list_clear(version->memory, &version->layers[i]->changes, KEPT_ENTRIES);
}

fw_result map_patch(map_version *version, const sheet *edits, size_t word_count)
{
    if (list_words(version, edits, word_count))
        return FW_NO_MEMORY;
    edits_exchange(version, edits);
    const fw_result result = stage(version);
    if (result) {
        restore_layers(version);
        edits_exchange(version, edits);
    }
    settle(version, result == FW_OK);
    settle_layers(version);
    trim_lists(version);
    return result;
}
