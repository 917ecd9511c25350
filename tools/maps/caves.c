#include <stdlib.h>
#include <string.h>

#include "tools/maps/generators.h"

enum { OPEN_PERCENT = 56, ROUNDS = 5 };

static void scatter(const io_tiles *tiles, random_source *source)
{
    for (int32_t y = 1; y < tiles->height - 1; y++)
        for (int32_t x = 1; x < tiles->width - 1; x++)
            *io_tile(tiles, x, y) = random_below(source, 100) < OPEN_PERCENT ? FW_GROUND : FW_BLOCKED;
}

static int open_around(const uint8_t *above, const uint8_t *row, const uint8_t *below, int32_t x)
{
    int open = 0;
    for (int32_t at = x - 1; at <= x + 1; at++)
        open += (above[at] == FW_GROUND) + (row[at] == FW_GROUND) + (below[at] == FW_GROUND);
    return open;
}

/// One round of the automaton: a tile becomes open if most of the nine tiles around it are open, itself included.
/// `above` and `row` keep rows as they were before the round.
static void smooth_once(const io_tiles *tiles, uint8_t *above, uint8_t *row)
{
    const size_t width = (size_t)tiles->width;
    memcpy(above, io_tile(tiles, 0, 0), width);
    for (int32_t y = 1; y < tiles->height - 1; y++) {
        memcpy(row, io_tile(tiles, 0, y), width);
        for (int32_t x = 1; x < tiles->width - 1; x++) {
            const bool is_open = open_around(above, row, io_tile(tiles, 0, y + 1), x) >= 5;
            *io_tile(tiles, x, y) = is_open ? FW_GROUND : FW_BLOCKED;
        }
        uint8_t *old = above;
        above = row;
        row = old;
    }
}

enum { SEEN = FW_SWAMP }; ///< open tiles of caves that were measured already

/// Gives the terrain `to` to all tiles of terrain `from` that are connected with tile `first`.
///
/// @param queue  room for all tiles
/// @return number of tiles
static size_t flood(const io_tiles *tiles, uint32_t *queue, uint32_t first, uint8_t from, uint8_t to)
{
    const uint32_t width = (uint32_t)tiles->width;
    size_t begun = 0;
    size_t count = 0;
    queue[count++] = first;
    tiles->terrain[first] = to;
    while (begun < count) {
        const uint32_t at = queue[begun++];
        const uint32_t around[4] = { at - 1, at + 1, at - width, at + width };
        for (int i = 0; i < 4; i++)
            if (tiles->terrain[around[i]] == from) {
                tiles->terrain[around[i]] = to;
                queue[count++] = around[i];
            }
    }
    return count;
}

/// Closes all caves but the largest. The border of the map is blocked, so no neighbour of a cave lies off the map.
static void keep_largest(const io_tiles *tiles, uint32_t *queue)
{
    const size_t count = (size_t)tiles->width * (size_t)tiles->height;
    size_t largest = 0;
    uint32_t first = 0;
    for (size_t i = 0; i < count; i++) {
        const size_t size =
            tiles->terrain[i] == FW_GROUND ? flood(tiles, queue, (uint32_t)i, FW_GROUND, SEEN) : 0;
        if (size > largest) {
            largest = size;
            first = (uint32_t)i;
        }
    }
    if (largest > 0)
        flood(tiles, queue, first, SEEN, FW_GROUND);
    for (size_t i = 0; i < count; i++)
        if (tiles->terrain[i] == SEEN)
            tiles->terrain[i] = FW_BLOCKED;
}

bool generate_caves(io_tiles *tiles, random_source *source, const map_listener *listener)
{
    const size_t width = (size_t)tiles->width;
    uint8_t *rows = malloc(2 * width);
    uint32_t *queue = malloc(width * (size_t)tiles->height * sizeof *queue);
    const bool has_memory = rows && queue;
    if (has_memory) {
        scatter(tiles, source);
        for (int round = 0; round < ROUNDS; round++) {
            tell_share(listener, 1 + round,
                       ROUNDS + 2); // scattering and keeping take about as long as a round
            smooth_once(tiles, rows, rows + width);
        }
        tell_share(listener, ROUNDS + 1, ROUNDS + 2);
        keep_largest(tiles, queue);
    }
    free(rows);
    free(queue);
    return has_memory;
}
