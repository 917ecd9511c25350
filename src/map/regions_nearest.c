#include "map/regions_parts.h"

#include <math.h>

/// @file
/// The nearest anchor of a region, by rings of blocks around the point. All distances are computed alike, so
/// that rounding keeps their order along a row and along a column: what is skipped cannot be nearer, not even
/// by a bit.

/// One coordinate of the point.
typedef struct axis {
    double point;
    double half;   ///< from an anchor to the body centre
    int32_t guess; ///< the best anchor is this one or the next
} axis;

typedef struct nearest {
    const regions *of;
    const layer *on;
    uint32_t label;
    axis across, down;
    bool found;
    double least; ///< squared distance of the best so far
    int32_t x, y;
} nearest;

static int32_t clamp(int32_t value, int32_t low, int32_t high)
{
    return value < low ? low : value > high ? high : value;
}

static axis axis_at(double point, int32_t size, int32_t length)
{
    const double half = 0.5 * size, guess = floor(point - half);
    return (axis){ .point = point,
                   .half = half,
                   .guess = guess < -1       ? -1
                            : guess > length ? length
                                             : (int32_t)guess };
}

static double squared_gap(const axis *along, int32_t anchor)
{
    const double gap = anchor + along->half - along->point;
    return gap * gap;
}

/// Which of the anchors low .. high is the nearest along an axis; the lower one of two.
static int32_t nearest_between(const axis *along, int32_t low, int32_t high)
{
    const int32_t a = clamp(along->guess, low, high), b = clamp(along->guess + 1, low, high);
    return squared_gap(along, b) < squared_gap(along, a) ? b : a;
}

static double least_gap(const axis *along, int32_t low, int32_t high)
{
    return squared_gap(along, nearest_between(along, low, high));
}

static void offer(nearest *search, int32_t x, int32_t y)
{
    const double distance = squared_gap(&search->across, x) + squared_gap(&search->down, y);
    const bool earlier = y < search->y || (y == search->y && x < search->x);
    if (search->found && (distance > search->least || (distance == search->least && !earlier)))
        return;
    search->found = true;
    search->least = distance;
    search->x = x;
    search->y = y;
}

static void search_row(nearest *search, const region_block *record, uint32_t block, int32_t left, int32_t y)
{
    const uint16_t *component = block_components_of(record) + record->first_run[y & (BLOCK_SIDE - 1)];
    for (uint64_t rest = layer_row(search->on, y)[left >> BLOCK_SHIFT]; rest; component++) {
        const uint64_t run = lowest_run(rest);
        rest ^= run;
        if (component_label(record, block, *component) == search->label)
            offer(search, nearest_between(&search->across, left + bits_lowest(run), left + bits_highest(run)),
                  y);
    }
}

/// Searches a block row by row, away from the point.
static void search_block(nearest *search, int32_t column, int32_t row)
{
    const uint32_t block = (uint32_t)row * (uint32_t)search->of->columns + (uint32_t)column;
    const region_block *record = search->of->slots[block].now;
    const int32_t left = column << BLOCK_SHIFT, top = row << BLOCK_SHIFT;
    const int32_t end = top + BLOCK_SIDE < search->on->height ? top + BLOCK_SIDE : search->on->height;
    const int32_t start = clamp(search->down.guess, top - 1, end - 1);
    for (int32_t y = start; y >= top; y--) {
        if (search->found && squared_gap(&search->down, y) > search->least)
            break;
        search_row(search, record, block, left, y);
    }
    for (int32_t y = start + 1; y < end; y++) {
        if (search->found && squared_gap(&search->down, y) > search->least)
            break;
        search_row(search, record, block, left, y);
    }
}

static bool block_carries(const regions *of, int32_t column, int32_t row, uint32_t label)
{
    const region_block *record = of->slots[(uint32_t)row * (uint32_t)of->columns + (uint32_t)column].now;
    const uint32_t *labels = block_labels_of(record);
    for (int i = 0; i < record->border_count; i++)
        if (labels[i] == label)
            return true;
    return false;
}

/// Squared distance that no anchor of some columns and rows of blocks undercuts.
static double bound(const nearest *search, int32_t left, int32_t top, int32_t right, int32_t bottom)
{
    return least_gap(&search->across, left << BLOCK_SHIFT, (right << BLOCK_SHIFT) + BLOCK_SIDE - 1) +
           least_gap(&search->down, top << BLOCK_SHIFT, (bottom << BLOCK_SHIFT) + BLOCK_SIDE - 1);
}

static void visit_block(nearest *search, int32_t column, int32_t row)
{
    if (search->found && bound(search, column, row, column, row) > search->least)
        return;
    if (block_carries(search->of, column, row, search->label))
        search_block(search, column, row);
}

/// Blocks of a box at this many blocks from (column, row), across or down, whichever is more.
static void visit_ring(nearest *search, const block_box *box, int32_t column, int32_t row, int32_t ring)
{
    const int32_t left = clamp(column - ring, box->left, box->right);
    const int32_t right = clamp(column + ring, box->left, box->right);
    for (int32_t y = row - ring; y <= row + ring; y += ring ? 2 * ring : 1)
        for (int32_t x = left; x <= right && y >= box->top && y <= box->bottom; x++)
            visit_block(search, x, y);
    const int32_t top = clamp(row - ring + 1, box->top, box->bottom);
    const int32_t bottom = clamp(row + ring - 1, box->top, box->bottom);
    for (int32_t x = column - ring; ring && x <= column + ring; x += 2 * ring)
        for (int32_t y = top; y <= bottom && x >= box->left && x <= box->right; y++)
            visit_block(search, x, y);
}

/// May a block of a box, so many blocks away or more, hold something nearer?
static bool beyond_may_be_nearer(const nearest *search, const block_box *box, int32_t column, int32_t row,
                                 int32_t ring)
{
    const block_box b = *box;
    const bool west = column - ring >= b.left, east = column + ring <= b.right;
    const bool north = row - ring >= b.top, south = row + ring <= b.bottom;
    if (!search->found)
        return west || east || north || south;
    return (west && bound(search, b.left, b.top, column - ring, b.bottom) <= search->least) ||
           (east && bound(search, column + ring, b.top, b.right, b.bottom) <= search->least) ||
           (north && bound(search, b.left, b.top, b.right, row - ring) <= search->least) ||
           (south && bound(search, b.left, row + ring, b.right, b.bottom) <= search->least);
}

/// Searches the box of a label, from its block nearest to the point outwards.
static void search_box(nearest *search, const block_box *box)
{
    const int32_t column = clamp(search->across.guess >> BLOCK_SHIFT, box->left, box->right);
    const int32_t row = clamp(search->down.guess >> BLOCK_SHIFT, box->top, box->bottom);
    for (int32_t ring = 0; beyond_may_be_nearer(search, box, column, row, ring); ring++)
        visit_ring(search, box, column, row, ring);
}

bool regions_nearest(const regions *of, const layer *on, uint32_t label, double x, double y,
                     int32_t *nearest_x, int32_t *nearest_y)
{
    nearest search = { .of = of,
                       .on = on,
                       .label = label,
                       .across = axis_at(x, on->size, on->width),
                       .down = axis_at(y, on->size, on->height) };
    if (label & INNER_LABEL) {
        const uint32_t block = (label ^ INNER_LABEL) >> BLOCK_COMPONENT_SHIFT;
        if (block < regions_block_count(of))
            search_block(&search, (int32_t)(block % (uint32_t)of->columns),
                         (int32_t)(block / (uint32_t)of->columns));
    } else if (label > 0 && label < of->labels.end && of->labels.entries[label].component_count)
        search_box(&search, &of->labels.entries[label].box);
    if (!search.found)
        return false;
    *nearest_x = search.x;
    *nearest_y = search.y;
    return true;
}
