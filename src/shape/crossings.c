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

/// Two rows with a border between them.
typedef struct border {
    const uint64_t *above, *below;
    const free_rows *on;
    int32_t y;
} border;

static border border_at(const free_rows *on, int32_t y)
{
    const uint64_t *above = layer_row(on->on, y - 1);
    return (border){ .above = above, .below = above + on->on->stride, .on = on, .y = y };
}

/// Words of what is free above the border and below it.
static inline void border_words(const border *of, int32_t word, uint64_t *above, uint64_t *below)
{
    *above = of->above[word];
    *below = of->below[word];
    if (of->on->overlay) {
        *above &= overlay_free(of->on->overlay, of->on->on->size, word * WORD_BITS, of->y - 1);
        *below &= overlay_free(of->on->overlay, of->on->on->size, word * WORD_BITS, of->y);
    }
}

static bool is_free_on_both_sides(const border *of, int64_t tile)
{
    if (tile < 0 || tile >= of->on->on->width)
        return false;
    uint64_t above, below;
    border_words(of, (int32_t)tile >> WORD_SHIFT, &above, &below);
    return (above & below) >> (tile & 63) & 1;
}

/// The longest run free on both sides around a tile that is free on both. The layer's padding ends it.
static crossing gate_at(const border *of, int32_t tile)
{
    crossing gate = { .border = of->y };
    const uint64_t up_to_tile = bits_below((tile & 63) + 1);
    uint64_t above, below, blocked;
    int32_t word = tile >> WORD_SHIFT;
    border_words(of, word, &above, &below);
    const uint64_t west_of_tile = ~(above & below) & up_to_tile,
                   east_of_tile = ~(above & below) & ~up_to_tile;
    uint64_t beside = above ^ below;
    for (blocked = west_of_tile; !blocked; blocked = ~(above & below)) {
        border_words(of, --word, &above, &below);
        beside = above ^ below;
    }
    int bit = bits_highest(blocked);
    gate.west = word * WORD_BITS + bit + 1;
    gate.corners = beside >> bit & 1 ? CORNER_WEST : 0;

    if (word != tile >> WORD_SHIFT) {
        word = tile >> WORD_SHIFT;
        border_words(of, word, &above, &below);
        beside = above ^ below;
    }
    for (blocked = east_of_tile; !blocked; blocked = ~(above & below)) {
        border_words(of, ++word, &above, &below);
        beside = above ^ below;
    }
    bit = bits_lowest(blocked);
    gate.east = word * WORD_BITS + bit;
    gate.corners |= beside >> bit & 1 ? CORNER_EAST : 0;
    return gate;
}

/// The gate of a way that crosses a border where the tile east of it is not free on both sides. Diagonal steps cross at
/// a corner of tiles, where the gate may lie on either side.
static bool find_gate_at_corner(const border *of, double x, bool slips, crossing *gate)
{
    const int32_t tile = (int32_t)floor(x), corner = (int32_t)floor(x + 0.5);
    if (fabs(x - corner) > FW_TOUCH)
        return false;
    const int32_t other = tile == corner ? corner - 1 : corner;
    if (is_free_on_both_sides(of, other))
        *gate = gate_at(of, other);
    else if (slips)
        *gate = (crossing){
            .border = of->y, .west = corner, .east = corner, .corners = CORNER_WEST | CORNER_EAST
        };
    else
        return false;
    return true;
}

static bool is_same_gate(const crossing *a, const crossing *b)
{
    return a->border == b->border && a->west == b->west && a->east == b->east;
}

/// Crosses one border, or takes back the crossing before, if it was of the same gate. There is room for one more.
static bool cross(walker *by, double x, gate_use use)
{
    crossings *list = by->list;
    const int32_t y = use == GATE_SOUTHWARD ? by->row + 1 : by->row;
    if (y < 1 || y >= by->on->on->height)
        return false;
    const border crossed = border_at(by->on, y);
    const int32_t tile = (int32_t)x;
    crossing gate;
    if (is_free_on_both_sides(&crossed, tile))
        gate = gate_at(&crossed, tile);
    else if (!find_gate_at_corner(&crossed, x, by->slips, &gate))
        return false;
    by->row += use == GATE_SOUTHWARD ? 1 : -1;
    gate.use = (uint8_t)use;
    if (list->end > list->first && is_same_gate(&list->items[list->end - 1], &gate))
        list->end--;
    else
        list->items[list->end++] = gate;
    return true;
}

static fw_result walk_line(walker *by, shape_point from, shape_point to)
{
    crossings *list = by->list;
    const double rise = to.y - from.y, slope = rise != 0 ? (to.x - from.x) / rise : 0;
    if (memory_reserve(by->from, &list->items, &list->room, (size_t)list->end + (size_t)fabs(rise) + 3,
                       sizeof *list->items))
        return FW_NO_MEMORY;
    assert(list->items);
    while (to.y > by->row + 1)
        if (!cross(by, from.x + (by->row + 1 - from.y) * slope, GATE_SOUTHWARD))
            return FW_BAD_VALUE;
    while (to.y < by->row)
        if (!cross(by, from.x + (by->row - from.y) * slope, GATE_NORTHWARD))
            return FW_BAD_VALUE;
    return FW_OK;
}

/// The row that a way starts in: on a border the one that is free.
static int32_t first_row(const free_rows *on, shape_point start)
{
    const double row = floor(start.y);
    return (int32_t)row - (start.y == row && !free_rows_has(on, (int64_t)floor(start.x), (int64_t)row));
}

/// The gate that a body in a row overlaps without having crossed it.
static bool find_overlapped_gate(const free_rows *on, int32_t row, shape_point at, double radius,
                                 crossing *gate)
{
    const bool above = at.y - row < radius, below = row + 1 - at.y < radius;
    const int32_t y = above ? row : row + 1;
    if ((!above && !below) || y < 1 || y >= on->on->height)
        return false;
    const border near = border_at(on, y);
    if (!is_free_on_both_sides(&near, (int64_t)floor(at.x)))
        return false;
    *gate = gate_at(&near, (int32_t)at.x);
    gate->use = above ? GATE_NORTHWARD : GATE_SOUTHWARD;
    return true;
}

/// A body that overlaps one gate at its start and at its end, and stays on its side of the border: one end of the gate
/// may be in its way.
static void pass_along_gate(crossings *list, shape_point start, shape_point end, double radius)
{
    crossing *gate = &list->items[list->first];
    gate->corners = 0;
    if (way_comes_near(gate->west, gate->border, radius, start, end))
        gate->corners = CORNER_WEST;
    else if (way_comes_near(gate->east, gate->border, radius, start, end))
        gate->corners = CORNER_EAST;
    const bool is_north = gate->use == GATE_SOUTHWARD, eastward = end.x > start.x;
    gate->use = is_north == eastward ? GATE_ON_LEFT : GATE_ON_RIGHT;
}

/// Puts the gates that the body overlaps at its start and at its end around the crossings, which begin at place 1.
static void add_ends(crossings *list, const free_rows *on, shape_point start, int32_t first, shape_point end,
                     int32_t last, double radius)
{
    crossing gate;
    const bool crosses = list->end > 1;
    if (find_overlapped_gate(on, first, start, radius, &gate) &&
        !(crosses && is_same_gate(&gate, &list->items[1]))) {
        gate.use = gate.use == GATE_NORTHWARD ? GATE_SOUTHWARD : GATE_NORTHWARD; // it comes from there
        list->items[--list->first] = gate;
    }
    if (!find_overlapped_gate(on, last, end, radius, &gate))
        return;
    crossing *before = &list->items[list->end - 1];
    list->ends_in_gate = true;
    list->stops_short = list->end == list->first || !is_same_gate(&gate, before);
    if (list->stops_short)
        list->items[list->end++] = gate;
    else if (!crosses)
        pass_along_gate(list, start, end, radius);
}

fw_result crossings_along(crossings *list, memory *from, const free_rows *on, const shape_point *points,
                          int32_t count, double radius, bool slips)
{
    list->first = list->end = 1;
    list->ends_in_gate = list->stops_short = false;
    const int32_t first = first_row(on, points[0]);
    walker by = { .on = on, .list = list, .from = from, .row = first, .slips = slips };
    for (int32_t i = 1; i < count; i++) {
        const fw_result walked = walk_line(&by, points[i - 1], points[i]);
        if (walked != FW_OK)
            return walked;
    }
    add_ends(list, on, points[0], first, points[count - 1], by.row, radius);
    return FW_OK;
}
