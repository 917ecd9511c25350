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

layer_admission layer_admit(layer *const *ones, int32_t count)
{
    must_hold(count >= 1 && count <= LAYER_BATCH);
    layer_admission admission = { .count = count };
    for (int32_t i = 0; i < count; i++)
        for (int terrain = 0; terrain < FW_TERRAIN_COUNT; terrain++)
            if (ones[i]->capability >> terrain & 1)
                admission.by_terrain[terrain] |= (uint8_t)(1u << i);
    return admission;
}

/// True if all 64 terrains are the same.
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

/// Bit j of byte i becomes bit i of byte j. Source: Warren 2012, "Hacker's Delight", 7-3.
static uint64_t transposed(uint64_t bytes)
{
    uint64_t swap = (bytes ^ bytes >> 7) & UINT64_C(0x00aa00aa00aa00aa);
    bytes ^= swap ^ swap << 7;
    swap = (bytes ^ bytes >> 14) & UINT64_C(0x0000cccc0000cccc);
    bytes ^= swap ^ swap << 14;
    swap = (bytes ^ bytes >> 28) & UINT64_C(0x00000000f0f0f0f0);
    return bytes ^ swap ^ swap << 28;
}

void layer_read_word(const layer_admission *admission, const uint8_t *terrains, uint64_t *words)
{
    const uint8_t *by_terrain = admission->by_terrain;
    memset(words, 0, LAYER_BATCH * sizeof *words);
    if (same_terrains(terrains)) {
        for (int32_t i = 0; i < admission->count; i++)
            words[i] = by_terrain[terrains[0]] >> i & 1 ? UINT64_MAX : 0;
        return;
    }
    for (int first = 0; first < WORD_BITS; first += 8) {
        uint64_t eight = 0;
        for (int i = 0; i < 8; i++)
            eight |= (uint64_t)by_terrain[terrains[first + i]] << 8 * i;
        eight = transposed(eight);
        for (int32_t i = 0; i < admission->count; i++)
            words[i] |= (eight >> 8 * i & 255) << first;
    }
}

/// Reads the words of a row of tiles for all layers.
static void read_row(layer *const *ones, const layer_admission *admission, int32_t y, const uint8_t *terrains)
{
    for (int32_t w = 0; w < ones[0]->words; w++, terrains += WORD_BITS) {
        uint64_t words[LAYER_BATCH];
        layer_read_word(admission, terrains, words);
        for (int32_t i = 0; i < admission->count; i++)
            layer_row(ones[i], y)[w] = words[i];
    }
}

fw_result layer_read(layer *const *ones, const paged *const *former, int32_t count, tile_rows tiles)
{
    const layer_admission admission = layer_admit(ones, count);
    const paged *rows = &ones[0]->rows;
    for (size_t first = 0; first < rows->row_count; first += paged_page_rows(rows)) {
        for (int32_t i = 0; i < count; i++)
            if (!add_page(ones[i], first))
                return FW_NO_MEMORY;
        const page_rows page = rows_of_page(ones[0], first);
        for (int32_t y = page.first_y; y < page.end_y; y++)
            read_row(ones, &admission, y, tile_row(tiles, y));
        for (int32_t i = 0; i < count; i++)
            paged_settle(&ones[i]->rows, first, 1, former ? former[i] : NULL);
    }
    return FW_OK;
}
