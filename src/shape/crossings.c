#include "shape/crossings.h"

#include <assert.h>
#include <math.h>

/// How many borders are passed over at once, at most: looking ahead farther may be in vain.
enum { MOST_QUIET = 32 };

/// Tiles beside a way that a body may touch, and one that rounding may move.
#define BESIDE 2

/// A walker along a way: the row that it is in. A point on a border belongs to the row that it came from.
typedef struct walker {
    const free_rows *on;
    crossings *list;
    memory *from;
    int32_t row;
    int32_t west, east; ///< tiles beyond cannot bend a string: it is never drawn out of the way's box
    bool slips;
    bool keeps_all; ///< gates without corners, too
    bool goes_back; ///< the way was found to cross a gate back at once
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
static void seek_west(crossing *gate, int32_t farthest, const border *of, int32_t word)
{
    gate->west = farthest;
    while (--word >= farthest >> WORD_SHIFT) {
        uint64_t above, below;
        border_words(of, word, &above, &below);
        if (~(above & below)) {
            end_west(gate, farthest, word, ~(above & below), above ^ below);
            return;
        }
    }
}

/// Looks for the gate's east end in words after one.
static void seek_east(crossing *gate, int32_t farthest, const border *of, int32_t word)
{
    gate->east = farthest;
    while (++word <= farthest >> WORD_SHIFT) {
        uint64_t above, below;
        border_words(of, word, &above, &below);
        if (~(above & below)) {
            end_east(gate, farthest, word, ~(above & below), above ^ below);
            return;
        }
    }
}

/// The longest run free on both sides around a tile, as far as it may matter.
///
/// @return false where the tile is not free on both sides
static inline bool find_gate(const walker *by, const border *of, int32_t tile, crossing *gate)
{
    const int32_t word = tile >> WORD_SHIFT;
    const int bit = tile & (WORD_BITS - 1);
    uint64_t above, below;
    border_words(of, word, &above, &below);
    const uint64_t blocked = ~(above & below), up_to_tile = UINT64_MAX >> (WORD_BITS - 1 - bit);
    if (blocked >> bit & 1)
        return false;
    gate->border = of->y;
    gate->corners = 0;
    if (blocked & up_to_tile)
        end_west(gate, by->west, word, blocked & up_to_tile, above ^ below);
    else
        seek_west(gate, by->west, of, word);
    if (blocked & ~up_to_tile)
        end_east(gate, by->east, word, blocked & ~up_to_tile, above ^ below);
    else
        seek_east(gate, by->east, of, word);
    return true;
}

/// The gate of a way that crosses a border where the tile east of it is not free on both sides. Diagonal steps cross at
/// a corner of tiles, where the gate may lie on either side.
static bool find_gate_at_corner(const walker *by, const border *of, double x, crossing *gate)
{
    const int32_t tile = (int32_t)floor(x), corner = (int32_t)floor(x + 0.5);
    if (fabs(x - corner) > FW_TOUCH)
        return false;
    const int32_t other = tile == corner ? corner - 1 : corner;
    if (is_free_on_both_sides(of, other))
        return find_gate(by, of, other, gate);
    *gate =
        (crossing){ .border = of->y, .west = corner, .east = corner, .corners = CORNER_WEST | CORNER_EAST };
    return by->slips;
}

static bool is_same_gate(const crossing *a, const crossing *b)
{
    return a->border == b->border && a->west == b->west && a->east == b->east;
}

/// Is a crossing one that a string does not notice: without corners, and between two of the same use?
static inline bool is_idle(const crossings *list, const crossing *of)
{
    return of > list->items + list->first && !of->corners && of->use == of[1].use && of->use == of[-1].use;
}

/// Notes the crossing that is there at the end of the list, or takes back the one before, if it was of the same gate.
static inline void note(walker *by)
{
    crossings *list = by->list;
    crossing *gate = &list->items[list->end], *before = gate - 1;
    if (list->end > list->first && before->use != gate->use && is_same_gate(before, gate)) {
        by->goes_back = true;
        list->end--;
    } else if (!by->keeps_all && list->end > list->first && is_idle(list, before)) {
        *before = *gate;
    } else {
        list->end++;
    }
}

/// How many borders a line crosses from a row on.
static double borders_on_way(double row, double to)
{
    return fmax(fmax(ceil(to - row - 1), ceil(row - to)), 0);
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

/// The bits of a word that stand for tiles within [west, east).
static uint64_t bits_within(int32_t word, int32_t west, int32_t east)
{
    const int32_t first = west - word * WORD_BITS, end = east - word * WORD_BITS;
    return bits_below(end < WORD_BITS ? end : WORD_BITS) & ~bits_below(first > 0 ? first : 0);
}

/// A line from row to row.
typedef struct descent {
    double x, y, slope;
    int32_t step; ///< 1 southward, -1 northward
} descent;

static inline double crossed_at(const descent *line, int32_t y)
{
    return line->x + (y - line->y) * line->slope;
}

/// How many borders, up to `most`, a line crosses from one on before it comes to one with a corner, as far as the gate
/// before tells it: between its walls the rows look the same.
static int32_t count_quiet(const walker *by, const border *from, const descent *line, int32_t most)
{
    const crossing *gate = &by->list->items[by->list->end - 1];
    if (gate->corners || gate->border != from->y - line->step)
        return 0;
    const int32_t west = gate->west > by->west ? gate->west - 1 : gate->west;
    const int32_t east = gate->east < by->east ? gate->east + 1 : gate->east;
    const ptrdiff_t stride = line->step * (ptrdiff_t)by->on->on->stride;
    const uint64_t *row = line->step > 0 ? from->above : from->below;
    int32_t quiet = most < MOST_QUIET ? most : MOST_QUIET;
    for (int32_t word = west >> WORD_SHIFT; word <= (east - 1) >> WORD_SHIFT && quiet > 0; word++)
        quiet = count_same(row + word, stride, bits_within(word, west, east), quiet);
    if (quiet <= 0)
        return 0;
    const double first = crossed_at(line, from->y),
                 last = crossed_at(line, from->y + (quiet - 1) * line->step);
    const bool stays = first >= gate->west && first < gate->east && last >= gate->west && last < gate->east;
    return stays ? quiet : 0;
}

static bool cross(walker *by, const border *crossed, const descent *line)
{
    const double x = crossed_at(line, crossed->y);
    crossing *gate = &by->list->items[by->list->end];
    if (crossed->y < 1 || crossed->y >= by->on->on->height ||
        (!find_gate(by, crossed, (int32_t)x, gate) && !find_gate_at_corner(by, crossed, x, gate)))
        return false;
    gate->use = line->step > 0 ? GATE_SOUTHWARD : GATE_NORTHWARD;
    note(by);
    return true;
}

/// Crosses the borders on a line. Those that no string notices are passed over, but for the first and the last one.
static fw_result walk_line(walker *by, shape_point from, shape_point to)
{
    crossings *list = by->list;
    const int32_t count = (int32_t)borders_on_way(by->row, to.y);
    if (memory_reserve(by->from, &list->items, &list->room, (size_t)list->end + (size_t)count + 3,
                       sizeof *list->items))
        return FW_NO_MEMORY;
    const descent line = { from.x, from.y, (to.x - from.x) / (to.y - from.y), to.y > by->row ? 1 : -1 };
    const bool passes_over = !by->keeps_all && !by->on->overlay;
    for (int32_t done = 0; done < count; done++) {
        const border crossed = border_at(by->on, line.step > 0 ? by->row + 1 : by->row);
        const int32_t quiet = passes_over && done > 0 && done + 1 < count
                                  ? count_quiet(by, &crossed, &line, count - 1 - done)
                                  : 0;
        if (quiet == 0 && !cross(by, &crossed, &line))
            return FW_BAD_VALUE;
        by->row += line.step * (quiet ? quiet : 1);
        done += quiet ? quiet - 1 : 0;
    }
    return FW_OK;
}

/// The row that a way starts in: on a border the one that is free.
static int32_t first_row(const free_rows *on, shape_point start)
{
    const double row = floor(start.y);
    return (int32_t)row - (start.y == row && !free_rows_has(on, (int64_t)floor(start.x), (int64_t)row));
}

/// The gate that a body in a row overlaps without having crossed it.
static bool find_overlapped_gate(const walker *by, int32_t row, shape_point at, double radius, crossing *gate)
{
    const bool above = at.y - row < radius, below = row + 1 - at.y < radius;
    const int32_t y = above ? row : row + 1;
    if ((!above && !below) || y < 1 || y >= by->on->on->height)
        return false;
    const border near = border_at(by->on, y);
    if (!find_gate(by, &near, (int32_t)at.x, gate))
        return false;
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
static void add_ends(const walker *by, shape_point start, int32_t first, shape_point end, double radius)
{
    crossings *list = by->list;
    crossing gate;
    const bool crosses = list->end > 1;
    if (find_overlapped_gate(by, first, start, radius, &gate) &&
        !(crosses && is_same_gate(&gate, &list->items[1]))) {
        gate.use = gate.use == GATE_NORTHWARD ? GATE_SOUTHWARD : GATE_NORTHWARD; // it comes from there
        list->items[--list->first] = gate;
    }
    if (!find_overlapped_gate(by, by->row, end, radius, &gate))
        return;
    crossing *before = &list->items[list->end - 1];
    list->ends_in_gate = true;
    list->stops_short = list->end == list->first || !is_same_gate(&gate, before);
    if (list->stops_short)
        list->items[list->end++] = gate;
    else if (!crosses)
        pass_along_gate(list, start, end, radius);
}

/// The tiles that a string along the way may come near to.
static void find_sides(walker *by, const shape_point *points, int32_t count)
{
    double west = points[0].x, east = west;
    for (int32_t i = 1; i < count; i++) {
        west = points[i].x < west ? points[i].x : west;
        east = points[i].x > east ? points[i].x : east;
    }
    by->west = (int32_t)fmax(west - BESIDE, 0);
    by->east = (int32_t)fmin(east + BESIDE + 1, by->on->on->width);
}

static fw_result walk(walker *by, const shape_point *points, int32_t count)
{
    for (int32_t i = 1; i < count; i++) {
        const fw_result walked = walk_line(by, points[i - 1], points[i]);
        if (walked != FW_OK)
            return walked;
    }
    return FW_OK;
}

fw_result crossings_along(crossings *list, memory *from, const free_rows *on, const shape_point *points,
                          int32_t count, double radius, bool slips)
{
    const int32_t first = first_row(on, points[0]);
    walker by = { .on = on, .list = list, .from = from, .slips = slips };
    find_sides(&by, points, count);
    fw_result walked;
    do { // a way that goes back takes crossings back, of which none may be missing
        by.keeps_all = by.goes_back;
        by.row = first;
        list->first = list->end = 1;
        list->ends_in_gate = list->stops_short = false;
        walked = walk(&by, points, count);
    } while (walked == FW_OK && by.goes_back && !by.keeps_all);
    if (walked == FW_OK)
        add_ends(&by, points[0], first, points[count - 1], radius);
    return walked;
}
