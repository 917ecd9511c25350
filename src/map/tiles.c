#include "map/tiles.h"

#include <string.h>

#include "base/bits.h"
#include "fairway/unit.h"

/// Fills the rows of a new page.
static void fill_page(const paged *tiles, size_t first, int32_t width, uint8_t terrain)
{
    const size_t end = first + paged_page_rows(tiles);
    for (size_t row = first; row < end && row < tiles->row_count; row++) {
        uint8_t *terrains = tiles->row[row];
        memset(terrains, FW_BLOCKED, tiles->row_words * sizeof(uint64_t));
        if (row > 0 && row + 1 < tiles->row_count)
            memset(terrains + TILES_MARGIN, terrain, (size_t)width);
    }
}

fw_result tiles_create(memory *memory, int32_t width, int32_t height, uint8_t terrain, paged *made)
{
    const size_t words = (size_t)(width + WORD_BITS - 1) / WORD_BITS;
    const size_t row_bytes = words * WORD_BITS + 2 * TILES_MARGIN;
    if (paged_create(memory, (size_t)height + 2, row_bytes / sizeof(uint64_t), 0, made))
        return FW_NO_MEMORY;
    for (size_t row = 0; row < made->row_count; row += paged_page_rows(made)) {
        if (!paged_add(made, row)) {
            paged_destroy(made);
            return FW_NO_MEMORY;
        }
        fill_page(made, row, width, terrain);
        paged_settle(made, row, tiles_word(0), NULL);
    }
    return FW_OK;
}
