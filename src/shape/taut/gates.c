#include "shape/taut/gates.h"

#include <math.h>
#include <stdlib.h>

/// How many rows are looked ahead at most: it may be in vain.
enum { MOST_AHEAD = 32 };

border border_at(const free_rows *rows, int32_t y)
{
    const uint64_t *above = layer_row(rows->layer, y - 1);
    return (border){ .above = above, .below = above + rows->layer->stride, .rows = rows, .y = y };
}

/// Words of what is free above the border and below it.
static inline void border_words(const border *border, int32_t word, uint64_t *above, uint64_t *below)
{
    *above = border->above[word];
    *below = border->below[word];
    if (border->rows->overlay) {
        *above &=
            overlay_free(border->rows->overlay, border->rows->layer->size, word * WORD_BITS, border->y - 1);
        *below &= overlay_free(border->rows->overlay, border->rows->layer->size, word * WORD_BITS, border->y);
    }
}

static bool is_free_on_both_sides(const border *border, int64_t tile)
{
    if (tile < 0 || tile >= border->rows->layer->width)
        return false;
    uint64_t above, below;
    border_words(border, (int32_t)tile >> WORD_SHIFT, &above, &below);
    return (above & below) >> (tile & 63) & 1;
}

/// Ends a gate at a blocked tile, or where nothing farther matters.
static inline void end_west(crossing *gate, int32_t farthest, int32_t word, uint64_t blocked, uint64_t beside)
{
    const int bit = bits_highest(blocked);
    const int32_t west = word * WORD_BITS + bit + 1;
    gate->west = west > farthest ? west : farthest;
    gate->corners |= west > farthest && (beside >> bit & 1) ? CORNER_WEST : 0;
}

static inline void end_east(crossing *gate, int32_t farthest, int32_t word, uint64_t blocked, uint64_t beside)
{
    const int bit = bits_lowest(blocked);
    const int32_t east = word * WORD_BITS + bit;
    gate->east = east < farthest ? east : farthest;
    gate->corners |= east < farthest && (beside >> bit & 1) ? CORNER_EAST : 0;
}

/// Looks for the gate's west end in words before one.
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

/// Looks for the gate's east end in words after one.
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

/// How many rows, up to `most`, have the same masked word as the one before them.
static int32_t count_same(const uint64_t *word, ptrdiff_t stride, uint64_t mask, int32_t most)
{
    int32_t same = 0;
    while (same < most && !((word[0] ^ word[stride]) & mask)) {
        word += stride;
        same++;
    }
    return same;
}

int32_t gate_count_same(const crossing *gate, const free_rows *rows, gate_limits within, int32_t step,
                        int32_t most)
{
    const int32_t west = gate->west > within.west ? gate->west - 1 : gate->west;
    const int32_t east = gate->east < within.east ? gate->east + 1 : gate->east;
    const ptrdiff_t stride = step * (ptrdiff_t)rows->layer->stride;
    const uint64_t *row = layer_row(rows->layer, step > 0 ? gate->border : gate->border - 1);
    int32_t same = most < MOST_AHEAD ? most : MOST_AHEAD;
    for (int32_t word = west >> WORD_SHIFT; word <= (east - 1) >> WORD_SHIFT && same > 0; word++)
        same = count_same(row + word, stride, free_rows_bits(word, west, east), same);
    return same;
}

/// How far the corner of a gate lies toward the line, from any fixed place.
static inline int64_t corner_at(const crossing *gate, int corner)
{
    return corner == CORNER_WEST ? gate->west : -gate->east;
}

/// Is the second of three corners nearer to the line that passes them than the straight way between the others?
static inline bool stands_out(const crossing *a, const crossing *b, const crossing *c, int corner)
{
    const int64_t at = corner_at(a, corner);
    return (corner_at(b, corner) - at) * abs(c->border - a->border) >
           (corner_at(c, corner) - at) * abs(b->border - a->border);
}

/// Graham's scan (1972): the gates are in order already.
static void keep_hull(crossing *gates, int32_t count, int corner, int32_t *hull)
{
    int32_t hung = 0;
    for (int32_t i = 0; i < count; i++) {
        if (!(gates[i].corners & corner))
            continue;
        while (hung > 1 && !stands_out(&gates[hull[hung - 2]], &gates[hull[hung - 1]], &gates[i], corner))
            gates[hull[--hung]].corners &= (uint8_t)~corner;
        hull[hung++] = i;
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
