#include "io/image_rows.h"

#include <assert.h>

#include "io/account.h"

bool io_image_give_rows(const io_image_rows *rows, const io_pixel_taker *taker, io_fault *fault)
{
    if (!taker->begin(taker->user, rows->width, rows->height, fault))
        return false;
    assert(rows->width > 0);
    uint8_t *row = io_take(4 * (size_t)rows->width);
    if (!row)
        return io_fail_without_memory(fault, rows->name);
    bool is_read = true;
    for (int32_t y = 0; is_read && y < rows->height; y++) {
        const io_pixel_row pixels = { .y = y, .step = 1, .count = rows->width, .pixels = row };
        is_read = rows->read(rows->reading, y, row) && taker->take(taker->user, &pixels, fault);
    }
    io_give(row);
    return is_read;
}
