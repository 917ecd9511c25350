#include "fairway-io/costs.h"

#include <math.h>

enum { CLOSED = 254, UNKNOWN = 255 };

/// The most expensive cell that is not forbidden, and the last one that is.
static const struct {
    uint8_t most, last_closed;
} scales[] = { [FW_IO_COSTMAP_2D] = { 252, 254 }, [FW_IO_OCCUPANCY_GRID] = { 98, 100 } };

enum { KINDS = sizeof scales / sizeof *scales };

static void fill_table(fw_io_costs kind, double highest, uint8_t table[256])
{
    const int most = scales[kind].most;
    table[0] = 0;
    for (int value = 1; value < 256; value++) {
        const double cost = floor(highest * 16 * value / most + 0.5);
        table[value] = (uint8_t)(value <= most                       ? fmax(cost, 1)
                                 : value <= scales[kind].last_closed ? CLOSED
                                                                     : UNKNOWN);
    }
}

fw_result fw_io_costs_convert(fw_io_costs kind, const uint8_t *values, int32_t width, int32_t height,
                              float highest, uint8_t *costs)
{
    uint8_t table[256];
    if (!values || !costs)
        return FW_NULL_ARGUMENT;
    if (width < 1 || height < 1)
        return FW_BAD_SIZE;
    if ((int)kind < 0 || (int)kind >= KINDS || !(highest >= 1.0F / 16 && highest <= 253.0F / 16))
        return FW_BAD_VALUE;
    fill_table(kind, (double)highest, table);
    for (int32_t y = 0; y < height; y++) {
        const uint8_t *from = values + (size_t)(height - 1 - y) * (size_t)width;
        for (int32_t x = 0; x < width; x++)
            costs[(size_t)y * (size_t)width + (size_t)x] = table[from[x]];
    }
    return FW_OK;
}
