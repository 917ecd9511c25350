#include <string.h>

#include "base/random.h"
#include "common/unit.h"
#include "map/layer.h"

enum { WIDTH = 150, HEIGHT = 37, WORDS = 3 };

typedef struct ground {
    uint8_t terrain[HEIGHT][TILES_MARGIN + WORDS * WORD_BITS];
    void *row[HEIGHT];
} ground;

/// Random terrains in stretches of equal ones, blocked beyond the width.
static tile_rows fill(ground *ground, random_source *source)
{
    for (int32_t y = 0; y < HEIGHT; y++) {
        uint8_t *row = ground->terrain[y] + TILES_MARGIN;
        memset(row, 0, (size_t)(WORDS * WORD_BITS));
        ground->row[y] = ground->terrain[y];
        for (int32_t x = 0, left = 0; x < WIDTH; x++, left--) {
            if (left <= 0)
                left = random_below(source, 4) ? 1 : 140;
            const bool goes_on = x > 0 && left > 1;
            row[x] = goes_on ? row[x - 1] : (uint8_t)random_below(source, 32);
        }
    }
    return (tile_rows){ ground->row };
}

static layer layer_of(memory *memory, uint32_t capability, int32_t size)
{
    layer layer;
    assert_int_equal(layer_create(memory, WIDTH, HEIGHT, capability, size, &layer), FW_OK);
    return layer;
}

static void assert_padding_is_blocked(const layer *layer)
{
    for (int32_t y = -1; y <= layer->height; y++) {
        assert_int_equal(layer_row(layer, y)[-1], 0);
        assert_int_equal(layer_row(layer, y)[layer->words], 0);
        assert_int_equal(layer_row(layer, y)[layer->words - 1] >> (WIDTH - (WORDS - 1) * WORD_BITS), 0);
    }
    for (int32_t x = -WORD_BITS; x < (layer->words + 1) * WORD_BITS; x++)
        assert_false(layer_fits(layer, x, -1) || layer_fits(layer, x, layer->height));
}

TEST(a_layer_of_size_1_is_read_from_terrains)
{
    static ground ground;
    random_source source = { 21 };
    memory memory;
    memory_init(&memory, NULL);
    for (int round = 0; round < 8; round++) {
        const tile_rows tiles = fill(&ground, &source);
        layer one = layer_of(&memory, (uint32_t)random_bits(&source) & ~UINT32_C(1), 1);
        assert_int_equal(layer_read(&one, NULL, tiles), FW_OK);
        for (int32_t y = 0; y < HEIGHT; y++)
            for (int32_t x = 0; x < WIDTH; x++)
                assert_int_equal(layer_fits(&one, x, y), one.capability >> tile_row(tiles, y)[x] & 1);
        assert_padding_is_blocked(&one);
        layer_destroy(&one);
    }
    assert_int_equal(memory.bytes, 0);
}

static bool is_free_square(const layer *one, int32_t x, int32_t y, int32_t size)
{
    for (int32_t i = 0; i < size * size; i++)
        if (!layer_fits_anywhere(one, x + i % size, y + i / size))
            return false;
    return true;
}

TEST(a_layer_is_eroded_from_any_source_of_at_least_half_its_size)
{
    static ground ground;
    random_source source = { 22 };
    memory memory;
    memory_init(&memory, NULL);
    layer layers[8];
    for (int round = 0; round < 6; round++) {
        layers[1] = layer_of(&memory, UINT32_MAX << (1 + round / 3), 1);
        layer *one = &layers[1];
        assert_int_equal(layer_read(one, NULL, fill(&ground, &source)), FW_OK);
        for (int32_t size = 2; size < 8; size++) {
            const int32_t half = (size + 1) / 2;
            const int32_t smaller = half + (int32_t)random_below(&source, (uint32_t)(size - half));
            layers[size] = layer_of(&memory, one->capability, size);
            assert_int_equal(layer_erode(&layers[size], &layers[smaller], NULL), FW_OK);
            for (int32_t y = 0; y < HEIGHT; y++) {
                for (int32_t x = 0; x < WIDTH; x++)
                    assert_int_equal(layer_fits(&layers[size], x, y), is_free_square(one, x, y, size));
                for (int32_t word = 0; word < WORDS; word++)
                    assert_true(layer_eroded_word(&layers[size], &layers[smaller], y, word) ==
                                layer_row(&layers[size], y)[word]);
            }
            assert_padding_is_blocked(&layers[size]);
        }
        for (int32_t size = 1; size < 8; size++)
            layer_destroy(&layers[size]);
    }
}

TEST(a_window_shows_64_tiles_from_any_tile_on)
{
    static ground ground;
    random_source source = { 23 };
    memory memory;
    memory_init(&memory, NULL);
    layer drawn = layer_of(&memory, 0xfffe0000, 1);
    assert_int_equal(layer_read(&drawn, NULL, fill(&ground, &source)), FW_OK);
    for (int32_t y = -1; y <= HEIGHT; y++)
        for (int32_t x = -WORD_BITS; x < WORDS * WORD_BITS; x++) {
            const uint64_t window = layer_window(&drawn, x, y);
            for (int32_t i = 0; i < WORD_BITS; i++)
                assert_int_equal(window >> i & 1, layer_fits_anywhere(&drawn, x + i, y));
        }
    layer_destroy(&drawn);
}
