#include "map/layer.h"

#include <assert.h>
#include <string.h>

fw_result layer_create(memory *memory, int32_t width, int32_t height, uint32_t capability, int32_t size,
                       layer *made)
{
    *made = (layer){ .capability = capability, .size = size, .width = width, .height = height };
    made->words = (width + WORD_BITS - 1) >> WORD_SHIFT;
    made->stride = (size_t)made->words + 1;
    made->bits = memory_get_zeroed(memory, layer_word_count(made), sizeof *made->bits);
    return made->bits ? FW_OK : FW_NO_MEMORY;
}

void layer_destroy(memory *memory, layer *layer)
{
    memory_give_back(memory, layer->bits, layer_word_count(layer), sizeof *layer->bits);
    layer->bits = NULL;
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

void layer_erode(layer *target, const layer *source)
{
    const int32_t shift = target->size - source->size;
    assert(shift > 0 && target->size <= 2 * source->size);
    for (int32_t y = 0; y + shift < target->height; y++)
        erode_row(layer_row(target, y), layer_row(source, y), layer_row(source, y + shift), target->words,
                  shift);
    for (int32_t y = target->height > shift ? target->height - shift : 0; y < target->height; y++)
        memset(layer_row(target, y), 0, (size_t)target->words * sizeof *target->bits);
}

layer_admission layer_admit(layer *const *ones, int32_t count)
{
    assert(count >= 1 && count <= LAYER_BATCH);
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

void layer_read(layer *const *ones, int32_t count, tile_rows tiles)
{
    const layer_admission admission = layer_admit(ones, count);
    const int32_t height = ones[0]->height;
    const int32_t across = ones[0]->words;
    for (int32_t y = 0; y < height; y++) {
        const uint8_t *terrains = tile_row(tiles, y);
        for (int32_t w = 0; w < across; w++, terrains += WORD_BITS) {
            uint64_t words[LAYER_BATCH];
            layer_read_word(&admission, terrains, words);
            for (int32_t i = 0; i < count; i++)
                layer_row(ones[i], y)[w] = words[i];
        }
    }
}
