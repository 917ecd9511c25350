#include "common/lone_layer.h"

#include <string.h>

#include "common/unit.h"

layer layer_alone(memory *memory, int32_t width, int32_t height)
{
    layer made;
    assert_int_equal(layer_create(memory, width, height, 2, 1, &made), FW_OK);
    for (size_t row = 0; row < made.rows.row_count; row += paged_page_rows(&made.rows))
        assert_true(paged_add(&made.rows, row));
    for (size_t row = 0; row < made.rows.row_count; row++)
        memset(made.rows.row[row], 0, made.rows.row_words * sizeof(uint64_t));
    return made;
}

void layer_set_free(layer *layer, int32_t x, int32_t y, bool is_free)
{
    const uint64_t bit = UINT64_C(1) << (x & 63);
    uint64_t *word = &layer_row(layer, y)[x >> WORD_SHIFT];
    *word = is_free ? *word | bit : *word & ~bit;
}

layer layer_at_random(memory *memory, random_source *source, int32_t width, int32_t height,
                      uint32_t blocked_percent)
{
    layer layer = layer_alone(memory, width, height);
    for (int32_t y = 0; y < height; y++)
        for (int32_t x = 0; x < width; x++)
            layer_set_free(&layer, x, y, random_below(source, 100) >= blocked_percent);
    return layer;
}

void layer_note(const layer *layer, int32_t y, int32_t word, uint64_t before, change_list *changes)
{
    if (layer_row(layer, y)[word] == before)
        return;
    assert_true(changes->count < changes->capacity);
    const layer_change change = { .y = y, .word = word, .before = before };
    assert_int_equal(change_list_push(NULL, changes, change), FW_OK);
}

void layer_edit(layer *layer, random_source *source, change_list *changes)
{
    const int32_t side = 1 + (int32_t)random_below(source, 4);
    const int32_t from_x = (int32_t)random_below(source, (uint32_t)layer->width);
    const int32_t from_y = (int32_t)random_below(source, (uint32_t)layer->height);
    const bool is_free = random_below(source, 2) == 0;
    changes->count = 0;
    for (int32_t y = from_y; y < from_y + side && y < layer->height; y++)
        for (int32_t word = from_x >> WORD_SHIFT;
             word <= (from_x + side - 1) >> WORD_SHIFT && word < layer->words; word++) {
            const uint64_t before = layer_row(layer, y)[word];
            for (int32_t x = from_x; x < from_x + side && x < layer->width; x++)
                if (x >> WORD_SHIFT == word)
                    layer_set_free(layer, x, y, is_free);
            layer_note(layer, y, word, before, changes);
        }
}

void layer_take_back(layer *layer, const change_list *changes)
{
    changes_exchange(layer, changes->items, changes->count);
}

void layer_take_words(layer *copy, const layer *from)
{
    for (int32_t y = 0; y < copy->height; y++)
        memcpy(layer_row(copy, y), layer_row(from, y), (size_t)copy->words * sizeof(uint64_t));
}

layer layer_copied(memory *memory, const layer *from)
{
    layer copy = layer_alone(memory, from->width, from->height);
    layer_take_words(&copy, from);
    return copy;
}
