#include "shape/crossings.h"

#include <assert.h>
#include <math.h>

/// A walker along a way: the row that it is in. A point on a border belongs to the row that it came from.
typedef struct walker {
    const free_rows *on;
    crossings *list;
    memory *from;
    int32_t row;
    bool slips;
} walker;

/// The longest free run of both rows beside a border around a tile that is free in both.
static crossing gate_at(const free_rows *on, int32_t border, int32_t tile)
{
    int32_t word = tile >> WORD_SHIFT;
    const uint64_t up_to_tile = bits_below((tile & 63) + 1);
    const uint64_t blocked = ~(free_rows_word(on, border - 1, word) & free_rows_word(on, border, word));
    crossing gate = { .border = border };

    int32_t at = word;
    uint64_t found = blocked & up_to_tile;
    while (!found) {
        at--;
        found = ~(free_rows_word(on, border - 1, at) & free_rows_word(on, border, at));
    }
    int bit = bits_highest(found);
    gate.west = at * WORD_BITS + bit + 1;
    if ((free_rows_word(on, border - 1, at) ^ free_rows_word(on, border, at)) >> bit & 1)
        gate.corners = CORNER_WEST;

    at = word;
    found = blocked & ~up_to_tile;
    while (!found) {
        at++;
        found = ~(free_rows_word(on, border - 1, at) & free_rows_word(on, border, at));
    }
    bit = bits_lowest(found);
    gate.east = at * WORD_BITS + bit;
    if ((free_rows_word(on, border - 1, at) ^ free_rows_word(on, border, at)) >> bit & 1)
        gate.corners |= CORNER_EAST;
    return gate;
}

static bool is_free_on_both_sides(const free_rows *on, int32_t border, int64_t tile)
{
    return free_rows_has(on, tile, border - 1) && free_rows_has(on, tile, border);
}

/// The gate through which a way crosses a border at x. Diagonal steps cross at a corner of tiles, where the gate may
/// lie on either side.
static bool find_gate(const walker *by, int32_t border, double x, crossing *gate)
{
    const int32_t tile = (int32_t)floor(x);
    const double nearest = floor(x + 0.5);
    const bool at_corner = fabs(x - nearest) <= FW_TOUCH;
    const int32_t corner = (int32_t)nearest;
    if (is_free_on_both_sides(by->on, border, tile))
        *gate = gate_at(by->on, border, tile);
    else if (at_corner && is_free_on_both_sides(by->on, border, tile == corner ? corner - 1 : corner))
        *gate = gate_at(by->on, border, tile == corner ? corner - 1 : corner);
    else if (at_corner && by->slips)
        *gate = (crossing){
            .border = border, .west = corner, .east = corner, .corners = CORNER_WEST | CORNER_EAST
        };
    else
        return false;
    return true;
}

/// Crosses one border, or takes back the crossing before, if it was of the same gate.
static fw_result cross(walker *by, double x, int8_t heading)
{
    crossings *list = by->list;
    const int32_t border = heading > 0 ? by->row + 1 : by->row;
    crossing gate;
    if (border < 1 || border >= by->on->on->height || !find_gate(by, border, x, &gate))
        return FW_BAD_VALUE;
    by->row += heading;
    const crossing *last = list->count ? &list->items[list->count - 1] : NULL;
    if (last && last->heading != heading && last->west == gate.west && last->east == gate.east) {
        list->count--;
        return FW_OK;
    }
    gate.heading = heading;
    if (memory_reserve(by->from, (void **)&list->items, &list->room, (size_t)list->count + 1, sizeof gate))
        return FW_NO_MEMORY;
    assert(list->items);
    list->items[list->count++] = gate;
    return FW_OK;
}

static fw_result walk_line(walker *by, shape_point from, shape_point to)
{
    const double slope = to.y != from.y ? (to.x - from.x) / (to.y - from.y) : 0;
    fw_result crossed = FW_OK;
    while (crossed == FW_OK && to.y > by->row + 1)
        crossed = cross(by, from.x + (by->row + 1 - from.y) * slope, 1);
    while (crossed == FW_OK && to.y < by->row)
        crossed = cross(by, from.x + (by->row - from.y) * slope, -1);
    return crossed;
}

static bool is_on_rows(const free_rows *on, shape_point at)
{
    return at.x >= 0 && at.y >= 0 && at.x <= on->on->width && at.y <= on->on->height;
}

/// The row that a way starts in: on a border the one that is free.
static int32_t first_row(const free_rows *on, shape_point start)
{
    const double row = floor(start.y);
    return (int32_t)row - (start.y == row && !free_rows_has(on, (int64_t)floor(start.x), (int64_t)row));
}

fw_result crossings_along(crossings *list, memory *from, const free_rows *on, const shape_point *points,
                          int32_t count, bool slips)
{
    list->count = 0;
    walker by = { .on = on, .list = list, .from = from, .row = first_row(on, points[0]), .slips = slips };
    for (int32_t i = 0; i < count; i++)
        if (!is_on_rows(on, points[i]))
            return FW_BAD_VALUE;
    for (int32_t i = 1; i < count; i++) {
        const fw_result walked = walk_line(&by, points[i - 1], points[i]);
        if (walked != FW_OK)
            return walked;
    }
    return FW_OK;
}
