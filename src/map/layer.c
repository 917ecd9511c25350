#include "map/layer.h"

#include <string.h>

#include "base/must_hold.h"

fw_result layer_create(memory *memory, int32_t width, int32_t height, uint32_t capability, int32_t size,
                       layer *made)
{
    *made = (layer){ .capability = capability, .size = size, .width = width, .height = height };
    made->words = (width + WORD_BITS - 1) >> WORD_SHIFT;
    return paged_create(memory, (size_t)height + 2, (size_t)made->words + 2, 0, &made->rows);
}

void layer_destroy(layer *layer)
{
    paged_destroy(&layer->rows);
}

fw_result layer_copy(const layer *from, layer *made)
{
    *made = *from;
    return paged_copy(&from->rows, &made->rows);
}

/// Adds the page that begins with a row; its words are 0. False without memory.
static bool add_page(layer *layer, size_t first)
{
    paged *rows = &layer->rows;
    if (!paged_add(rows, first))
        return false;
    memset(rows->row[first], 0, paged_page_rows(rows) * rows->row_words * sizeof(uint64_t));
    return true;
}

/// The rows of tiles in the page that begins with a row of the layer.
typedef struct page_rows {
    int32_t first_y, end_y;
} page_rows;

static page_rows rows_of_page(const layer *layer, size_t first)
{
    const int32_t end = (int32_t)(first + paged_page_rows(&layer->rows)) - 1;
    return (page_rows){ first > 0 ? (int32_t)first - 1 : 0, end < layer->height ? end : layer->height };
}

static uint64_t eroded(uint64_t here, uint64_t next, int32_t shift)
{
    return here & (here >> shift | next << (WORD_BITS - shift));
}

uint64_t layer_eroded_word(const layer *target, const layer *source, int32_t y, int32_t word)
{
    const int32_t shift = target->size - source->size;
    if (y + shift >= target->height)
        return 0;
    const uint64_t *top = layer_row(source, y) + word;
    const uint64_t *bottom = layer_row(source, y + shift) + word;
    return eroded(top[0] & bottom[0], top[1] & bottom[1], shift);
}

static void erode_row(uint64_t *restrict to, const uint64_t *restrict top, const uint64_t *restrict bottom,
                      int32_t words, int32_t shift)
{
    for (int32_t w = 0; w < words; w++)
        to[w] = eroded(top[w] & bottom[w], top[w + 1] & bottom[w + 1], shift);
}

fw_result layer_erode(layer *target, const layer *source, const paged *former)
{
    const int32_t shift = target->size - source->size;
    must_hold(shift > 0 && target->size <= 2 * source->size);
    paged *rows = &target->rows;
    for (size_t first = 0; first < rows->row_count; first += paged_page_rows(rows)) {
        if (!add_page(target, first))
            return FW_NO_MEMORY;
        const page_rows page = rows_of_page(target, first);
        for (int32_t y = page.first_y; y < page.end_y && y + shift < target->height; y++)
            erode_row(layer_row(target, y), layer_row(source, y), layer_row(source, y + shift), target->words,
                      shift);
        paged_settle(rows, first, 1, former);
    }
    return FW_OK;
}

static bool same_terrains(const uint8_t *terrains)
{
    const uint64_t first = terrains[0] * UINT64_C(0x0101010101010101);
    uint64_t differing = 0;
    for (int i = 0; i < WORD_BITS; i += 8) {
        uint64_t eight;
        memcpy(&eight, terrains + i, sizeof eight);
        differing |= eight ^ first;
    }
    return differing == 0;
}

/// The bits of a layer of size 1 for 64 tiles.
static uint64_t read_word(uint32_t capability, const uint8_t *terrains)
{
    if (same_terrains(terrains))
        return capability >> terrains[0] & 1 ? UINT64_MAX : 0;
    uint64_t word = 0;
    for (int i = 0; i < WORD_BITS; i++)
        word |= (uint64_t)(capability >> terrains[i] & 1) << i;
    return word;
}

fw_result layer_read(layer *layer, const paged *former, tile_rows tiles)
{
    paged *rows = &layer->rows;
    for (size_t first = 0; first < rows->row_count; first += paged_page_rows(rows)) {
        if (!add_page(layer, first))
            return FW_NO_MEMORY;
        const page_rows page = rows_of_page(layer, first);
        for (int32_t y = page.first_y; y < page.end_y; y++)
            for (int32_t word = 0; word < layer->words; word++)
                layer_row(layer, y)[word] =
                    read_word(layer->capability, tile_row(tiles, y) + (size_t)word * WORD_BITS);
        paged_settle(rows, first, 1, former);
    }
    return FW_OK;
}
