#include "shape/taut/gates.h"

#include <math.h>
#include <stdlib.h>

/// Most rows that gate_count_same() looks ahead, because the way may end before.
enum { MOST_AHEAD = 32 };

border border_at(const free_anchors *anchors, int32_t y)
{
    return (border){ .above = layer_row(anchors->layer, y - 1),
                     .below = layer_row(anchors->layer, y),
                     .anchors = anchors,
                     .y = y };
}

/// The words of free anchors above the border and below it.
static inline void border_words(const border *border, int32_t word, uint64_t *above, uint64_t *below)
{
    *above = border->above[word];
    *below = border->below[word];
    if (border->anchors->overlay) {
        *above &= overlay_free(border->anchors->overlay, border->anchors->layer->size, word * WORD_BITS,
                               border->y - 1);
        *below &=
            overlay_free(border->anchors->overlay, border->anchors->layer->size, word * WORD_BITS, border->y);
    }
}

static bool is_free_on_both_sides(const border *border, int64_t tile)
{
    if (tile < 0 || tile >= border->anchors->layer->width)
        return false;
    uint64_t above, below;
    border_words(border, (int32_t)tile >> WORD_SHIFT, &above, &below);
    return (above & below) >> (tile & 63) & 1;
}

/// Ends a gate in the west at the nearest blocked tile, or at the limit if this is nearer.
static inline void end_west(crossing *gate, int32_t farthest, int32_t word, uint64_t blocked, uint64_t beside)
{
    const int bit = bits_highest(blocked);
    const int32_t west = word * WORD_BITS + bit + 1;
    gate->west = west > farthest ? west : farthest;
    gate->corners |= west > farthest && (beside >> bit & 1) ? CORNER_WEST : 0;
}

/// Ends a gate in the east, as end_west().
static inline void end_east(crossing *gate, int32_t farthest, int32_t word, uint64_t blocked, uint64_t beside)
{
    const int bit = bits_lowest(blocked);
    const int32_t east = word * WORD_BITS + bit;
    gate->east = east < farthest ? east : farthest;
    gate->corners |= east < farthest && (beside >> bit & 1) ? CORNER_EAST : 0;
}

/// Looks for the gate's west end in the words before `word`.
static void seek_west(crossing *gate, int32_t farthest, const border *border, int32_t word)
{
    gate->west = farthest;
    while (--word >= farthest >> WORD_SHIFT) {
        uint64_t above, below;
        border_words(border, word, &above, &below);
        if (~(above & below)) {
            end_west(gate, farthest, word, ~(above & below), above ^ below);
            return;
        }
    }
}

/// Looks for the gate's east end in the words after `word`.
static void seek_east(crossing *gate, int32_t farthest, const border *border, int32_t word)
{
    gate->east = farthest;
    while (++word <= farthest >> WORD_SHIFT) {
        uint64_t above, below;
        border_words(border, word, &above, &below);
        if (~(above & below)) {
            end_east(gate, farthest, word, ~(above & below), above ^ below);
            return;
        }
    }
}

bool gate_find(const border *border, gate_limits within, int32_t tile, crossing *gate)
{
    const int32_t word = tile >> WORD_SHIFT;
    const int bit = tile & (WORD_BITS - 1);
    uint64_t above, below;
    border_words(border, word, &above, &below);
    const uint64_t blocked = ~(above & below), up_to_tile = UINT64_MAX >> (WORD_BITS - 1 - bit);
    if (blocked >> bit & 1)
        return false;
    gate->border = border->y;
    gate->corners = 0;
    if (blocked & up_to_tile)
        end_west(gate, within.west, word, blocked & up_to_tile, above ^ below);
    else
        seek_west(gate, within.west, border, word);
    if (blocked & ~up_to_tile)
        end_east(gate, within.east, word, blocked & ~up_to_tile, above ^ below);
    else
        seek_east(gate, within.east, border, word);
    return true;
}

bool gate_find_at(const border *border, gate_limits within, double x, bool slips, crossing *gate)
{
    const int32_t tile = (int32_t)x, corner = (int32_t)(x + 0.5);
    if (gate_find(border, within, tile, gate))
        return true;
    if (fabs(x - corner) > FW_TOUCH)
        return false;
    const int32_t other = tile == corner ? corner - 1 : corner;
    if (is_free_on_both_sides(border, other))
        return gate_find(border, within, other, gate);
    *gate = (crossing){
        .border = border->y, .west = corner, .east = corner, .corners = CORNER_WEST | CORNER_EAST
    };
    return slips;
}

/// Number of rows from row y on, up to `most`, whose masked word equals that of the row before.
///
/// @param step  1 or -1: to the next row
static int32_t count_same(const layer *layer, int32_t y, int32_t word, int32_t step, uint64_t mask,
                          int32_t most)
{
    const uint64_t first = layer_row(layer, y)[word] & mask;
    int32_t same = 0;
    while (same < most && (layer_row(layer, y += step)[word] & mask) == first)
        same++;
    return same;
}

int32_t gate_count_same(const crossing *gate, const free_anchors *anchors, gate_limits within, int32_t step,
                        int32_t most)
{
    const int32_t west = gate->west > within.west ? gate->west - 1 : gate->west;
    const int32_t east = gate->east < within.east ? gate->east + 1 : gate->east;
    const int32_t row = step > 0 ? gate->border : gate->border - 1;
    int32_t same = most < MOST_AHEAD ? most : MOST_AHEAD;
    for (int32_t word = west >> WORD_SHIFT; word <= (east - 1) >> WORD_SHIFT && same > 0; word++)
        same = count_same(anchors->layer, row, word, step, free_anchors_bits(word, west, east), same);
    return same;
}

/// The coordinate of a gate's corner along x, growing toward the line that passes the corner.
static inline int64_t corner_at(const crossing *gate, int corner)
{
    return corner == CORNER_WEST ? gate->west : -gate->east;
}

/// True if the second of three corners is nearer to the line that passes them than the straight line between the
/// others.
static inline bool is_convex(const crossing *a, const crossing *b, const crossing *c, int corner)
{
    const int64_t at = corner_at(a, corner);
    return (corner_at(b, corner) - at) * abs(c->border - a->border) >
           (corner_at(c, corner) - at) * abs(b->border - a->border);
}

/// Drops the corners that are not on the convex hull, by Graham's scan (1972); the gates are in order already.
///
/// @param corner  CORNER_WEST or CORNER_EAST
/// @param hull    [count] indices of the gates on the hull
static void keep_hull(crossing *gates, int32_t count, int corner, int32_t *hull)
{
    int32_t hull_count = 0;
    for (int32_t i = 0; i < count; i++) {
        if (!(gates[i].corners & corner))
            continue;
        while (hull_count > 1 &&
               !is_convex(&gates[hull[hull_count - 2]], &gates[hull[hull_count - 1]], &gates[i], corner))
            gates[hull[--hull_count]].corners &= (uint8_t)~corner;
        hull[hull_count++] = i;
    }
}

int32_t gates_keep_hulls(crossing *gates, int32_t count, int32_t *scratch)
{
    keep_hull(gates, count, CORNER_WEST, scratch);
    keep_hull(gates, count, CORNER_EAST, scratch);
    int32_t kept = 0;
    for (int32_t i = 0; i < count; i++)
        if (gates[i].corners || i == 0 || i + 1 == count)
            gates[kept++] = gates[i];
    return kept;
}
