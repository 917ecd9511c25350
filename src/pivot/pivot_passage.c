#include "pivot/pivot_passage.h"

#include <math.h>
#include <string.h>

#include "base/must_hold.h"
#include "directional/wide/wide_body.h"
#include "map/overlay.h"
#include "search/limits.h"

enum {
    MOST_TILES = 1 << 24,
    ROW_TILES = 1024 ///< tiles of a unit of work
};

/// The disc is smaller by this, in tiles, so that rounding never forbids what the body may do.
#define SLACK 1e-6

/// Makes a layer of the size of the map, whose pages are its own, unless there is one.
static fw_result make_layer(pivot_passage *passage)
{
    const layer *open = passage->open;
    layer *made = &passage->layer;
    if (made->rows.row_count > 0 && made->width == open->width && made->height == open->height)
        return FW_OK;
    if (made->rows.row_count > 0)
        layer_destroy(made);
    if (layer_create(passage->memory, open->width, open->height, open->capability, 1, made) != FW_OK)
        return FW_NO_MEMORY;
    for (size_t row = 0; row < made->rows.row_count; row += paged_page_rows(&made->rows)) {
        if (!paged_add(&made->rows, row)) {
            layer_destroy(made);
            *made = (layer){ 0 };
            return FW_NO_MEMORY;
        }
        memset(made->rows.row[row], 0,
               paged_page_rows(&made->rows) * made->rows.row_words * sizeof(uint64_t));
    }
    return FW_OK;
}

fw_result pivot_passage_begin(pivot_passage *passage, const pivot_ground *ground, bool *is_of_use)
{
    const layer *open = ground->swept.open;
    const fw_overlay *overlay = ground->swept.overlay;
    const bool is_blocked = overlay && overlay_changes(overlay)->count > 0;
    passage->open = open;
    passage->overlay = is_blocked ? overlay : NULL;
    passage->radius = wide_body_of(&ground->body, &passage->distances).inner - SLACK;
    passage->rows_done = 0;
    *is_of_use = passage->radius > 0.5 && (int64_t)open->width * open->height <= MOST_TILES;
    if (!*is_of_use)
        return FW_OK;
    const distance_source source = {
        .open = open, .overlay = passage->overlay, .version = map_version_number(ground->map), .side = 1
    };
    return make_layer(passage) == FW_OK ? distance_map_begin(&passage->distances, &source) : FW_NO_MEMORY;
}

/// The blocked tiles (bit set = blocked) of a row from tile x on, 64 of them; -64 <= x < width.
static uint64_t blocked_from(const pivot_passage *passage, int32_t x, int32_t y)
{
    if (y < 0 || y >= passage->open->height)
        return UINT64_MAX;
    const uint64_t closed = ~layer_window(passage->open, x, y);
    return passage->overlay ? closed | overlay_blocked(passage->overlay, x, y) : closed;
}

/// The nearest blocked tile of a row at x or to the left; farther than any disc if none is near.
static double blocked_left(const pivot_passage *passage, int32_t x, int32_t y)
{
    const uint64_t blocked = blocked_from(passage, x - (WORD_BITS - 1), y);
    return blocked ? (double)(x - (WORD_BITS - 1) + bits_highest(blocked)) : -INFINITY;
}

/// The nearest blocked tile of a row at x or to the right.
static double blocked_right(const pivot_passage *passage, int32_t x, int32_t y)
{
    const uint64_t blocked = x < passage->open->width ? blocked_from(passage, x, y) : 1;
    return blocked ? (double)(x + bits_lowest(blocked)) : INFINITY;
}

/// Half of what a disc covers of a line that is so far from its middle.
static double half_chord(double radius, double distance)
{
    return sqrt(radius * radius - distance * distance);
}

/// True if the disc may have its middle somewhere on the north side of a tile. The places on the side that a blocked
/// tile forbids are those up to a place, or from a place on.
static bool passes_north(const pivot_passage *passage, int32_t x, int32_t y)
{
    double low = x, high = x + 1;
    for (int32_t away = 0; away < passage->radius && low <= high; away++) {
        const double half = half_chord(passage->radius, away);
        for (int32_t below = 0; below <= 1; below++) {
            const int32_t row = below ? y + away : y - 1 - away;
            low = fmax(low, blocked_left(passage, x, row) + 1 + half);
            high = fmin(high, blocked_right(passage, x, row) - half);
        }
    }
    return low <= high;
}

/// True if the disc may have its middle somewhere on the west side of a tile.
static bool passes_west(const pivot_passage *passage, int32_t x, int32_t y)
{
    const int32_t reach = (int32_t)ceil(passage->radius);
    double low = y, high = y + 1;
    for (int32_t row = y - reach; row <= y + reach && low <= high; row++) {
        const double distance =
            fmin(x - 1 - blocked_left(passage, x - 1, row), blocked_right(passage, x, row) - x);
        if (distance >= passage->radius)
            continue;
        const double half = half_chord(passage->radius, distance);
        if (row <= y)
            low = fmax(low, row + 1 + half);
        else
            high = fmin(high, row - half);
    }
    return low <= high;
}

/// True if the middle of the disc may enter or leave a tile.
static bool passes(const pivot_passage *passage, int32_t x, int32_t y)
{
    return passes_north(passage, x, y) || passes_north(passage, x, y + 1) || passes_west(passage, x, y) ||
           passes_west(passage, x + 1, y);
}

/// Finds the tiles of a row. Most are settled by their distance to what is blocked.
static void find_row(pivot_passage *passage, int32_t y)
{
    const distance_map *map = &passage->distances;
    const uint8_t *codes = map->cells + (size_t)y * (size_t)map->width;
    const double squared = passage->radius * passage->radius;
    uint64_t *row = layer_row(&passage->layer, y);
    memset(row, 0, (size_t)passage->layer.words * sizeof *row);
    for (int32_t x = 0; x < map->width; x++) {
        const uint8_t code = codes[x];
        if (code == 0 || map->squares[code + 1] - 1 < squared)
            continue;
        if (map->bounds[code] >= passage->radius * DISTANCE_ONE || passes(passage, x, y))
            bits_set(row, (size_t)x);
    }
}

bool pivot_passage_continue(pivot_passage *passage, uint64_t *work)
{
    if (!distance_map_continue(&passage->distances, work))
        return false;
    const uint64_t unit = 1 + (uint64_t)(passage->open->width / ROW_TILES);
    for (; passage->rows_done<passage->open->height && * work> 0; work_spend(work, unit))
        find_row(passage, passage->rows_done++);
    return passage->rows_done == passage->open->height;
}

void pivot_passage_admit(pivot_passage *passage, double x, double y)
{
    bits_set(layer_row(&passage->layer, (int32_t)y), (size_t)x);
}
