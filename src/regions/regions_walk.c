#include "regions/regions_walk.h"

#include <math.h>

#include "regions/regions_inside.h"

/// The walk looks at rings of blocks around the point. All distances are computed by the same formula, so rounding
/// keeps their order along a row and along a column: no anchor that the walk skips is nearer, not even by one bit.

static int32_t clamp(int32_t value, int32_t low, int32_t high)
{
    return value < low ? low : value > high ? high : value;
}

static walk_axis axis_at(double point, double half, int32_t length)
{
    const double guess = floor(point - half);
    return (walk_axis){ .point = point,
                        .half = half,
                        .guess = guess < -1       ? -1
                                 : guess > length ? length
                                                  : (int32_t)guess };
}

static double squared_gap(const walk_axis *along, int32_t anchor)
{
    const double gap = anchor + along->half - along->point;
    return gap * gap;
}

/// Which of the anchors low .. high is the nearest along an axis; the lower one of two.
static int32_t nearest_between(const walk_axis *along, int32_t low, int32_t high)
{
    const int32_t a = clamp(along->guess, low, high), b = clamp(along->guess + 1, low, high);
    return squared_gap(along, b) < squared_gap(along, a) ? b : a;
}

static double least_gap(const walk_axis *along, int32_t low, int32_t high)
{
    return squared_gap(along, nearest_between(along, low, high));
}

/// Offers the anchors of a run, the nearest first.
static void offer_run(regions_walk *walk, int32_t left, int32_t right, int32_t y)
{
    const double down = squared_gap(&walk->down, y);
    if (!walk->is_paused) {
        walk->before = nearest_between(&walk->across, left, right);
        walk->behind = walk->before + 1;
    }
    walk->is_paused = false;
    while (walk->before >= left || walk->behind <= right) {
        const bool takes_before =
            walk->before >= left && (walk->behind > right || squared_gap(&walk->across, walk->before) <=
                                                                 squared_gap(&walk->across, walk->behind));
        int32_t *x = takes_before ? &walk->before : &walk->behind;
        if (squared_gap(&walk->across, *x) + down > walk->limit)
            return;
        const regions_offer taken = walk->take(walk->context, *x, y);
        walk->is_paused = taken == OFFER_LATER;
        if (taken != OFFER_NEXT)
            return;
        *x += takes_before ? -1 : 1;
    }
}

static void search_row(regions_walk *walk, const region_block *record, uint32_t block, int32_t left,
                       int32_t y)
{
    const uint16_t *component = block_components_of(record) + record->first_run[y & BLOCK_MASK];
    int32_t run = 0;
    for (uint64_t rest = layer_row(walk->layer, y)[left >> BLOCK_SHIFT]; rest; run++, component++) {
        const uint64_t bits = lowest_run(rest);
        rest ^= bits;
        if (run < walk->run || component_label(record, block, *component) != walk->label)
            continue;
        offer_run(walk, left + bits_lowest(bits), left + bits_highest(bits), y);
        walk->run = run;
        if (walk->is_paused)
            return;
    }
    walk->run = 0;
}

/// Offers the anchors of a block row by row, away from the point: first upward, then downward.
static void search_block(regions_walk *walk)
{
    const uint32_t block =
        (uint32_t)walk->row_now * (uint32_t)walk->regions->columns + (uint32_t)walk->column_now;
    const region_block *record = walk->regions->slots[block].now;
    const int32_t left = walk->column_now << BLOCK_SHIFT, top = walk->row_now << BLOCK_SHIFT;
    const int32_t end = top + BLOCK_SIDE < walk->layer->height ? top + BLOCK_SIDE : walk->layer->height;
    const int32_t start = clamp(walk->down.guess, top - 1, end - 1);
    for (; walk->line < end - top; walk->line++) {
        const int32_t y = walk->line <= start - top ? start - walk->line : top + walk->line;
        if (squared_gap(&walk->down, y) <= walk->limit)
            search_row(walk, record, block, left, y);
        if (walk->is_paused)
            return;
    }
}

static bool block_carries(const regions_walk *walk, int32_t column, int32_t row)
{
    if (walk->label & INNER_LABEL)
        return true;
    const regions *regions = walk->regions;
    const region_block *record =
        regions->slots[(uint32_t)row * (uint32_t)regions->columns + (uint32_t)column].now;
    const uint32_t *labels = block_labels_of(record);
    for (int i = 0; i < record->border_count; i++)
        if (labels[i] == walk->label)
            return true;
    return false;
}

/// A lower bound of the squared distances of all anchors in some columns and rows of blocks.
static double bound(const regions_walk *walk, int32_t left, int32_t top, int32_t right, int32_t bottom)
{
    return least_gap(&walk->across, left << BLOCK_SHIFT, (right << BLOCK_SHIFT) + BLOCK_SIDE - 1) +
           least_gap(&walk->down, top << BLOCK_SHIFT, (bottom << BLOCK_SHIFT) + BLOCK_SIDE - 1);
}

/// True if a block of the region's box, on the ring or beyond, may hold a nearer anchor.
static bool may_be_nearer(const regions_walk *walk)
{
    const block_box b = walk->box;
    const int32_t west = walk->column - walk->ring, east = walk->column + walk->ring;
    const int32_t north = walk->row - walk->ring, south = walk->row + walk->ring;
    return (west >= b.left && bound(walk, b.left, b.top, west, b.bottom) <= walk->limit) ||
           (east <= b.right && bound(walk, east, b.top, b.right, b.bottom) <= walk->limit) ||
           (north >= b.top && bound(walk, b.left, b.top, b.right, north) <= walk->limit) ||
           (south <= b.bottom && bound(walk, b.left, south, b.right, b.bottom) <= walk->limit);
}

/// The next block within the box, of the rows above and below and the columns left and right that make up a ring.
static bool next_block(regions_walk *walk, int32_t *column, int32_t *row)
{
    const block_box *box = &walk->box;
    while (may_be_nearer(walk)) {
        for (; walk->side < (walk->ring ? 4 : 1); walk->side++, walk->next = 0) {
            const bool is_row = walk->side < 2;
            const int32_t off = walk->side % 2 ? walk->ring : -walk->ring, inner = walk->ring - !is_row;
            const int32_t line = (is_row ? walk->row : walk->column) + off;
            const int32_t middle = is_row ? walk->column : walk->row;
            const int32_t low = is_row ? box->left : box->top, high = is_row ? box->right : box->bottom;
            const int32_t at = (middle - inner > low ? middle - inner : low) + walk->next;
            if (line < (is_row ? box->top : box->left) || line > (is_row ? box->bottom : box->right) ||
                at > high || at > middle + inner)
                continue;
            walk->next++;
            *column = is_row ? at : line;
            *row = is_row ? line : at;
            return true;
        }
        walk->ring++;
        walk->side = 0;
    }
    return false;
}

/// The blocks of a region; false: there are none.
static bool find_box(const regions *regions, uint32_t label, block_box *box)
{
    if (label & INNER_LABEL) {
        const uint32_t block = (label ^ INNER_LABEL) >> BLOCK_COMPONENT_SHIFT;
        const uint8_t column = (uint8_t)(block % (uint32_t)regions->columns),
                      row = (uint8_t)(block / (uint32_t)regions->columns);
        *box = (block_box){ column, row, column, row };
        return block < regions_block_count(regions);
    }
    const bool is_used =
        label > 0 && label < regions->labels.end && label_at(&regions->labels, label)->component_count;
    if (is_used)
        *box = label_at(&regions->labels, label)->box;
    return is_used;
}

void regions_walk_begin(regions_walk *walk, const regions *regions, const layer *layer, uint32_t label,
                        double x, double y, double half, double limit, regions_take_fn *take, void *context)
{
    *walk = (regions_walk){ .regions = regions,
                            .layer = layer,
                            .label = label,
                            .across = axis_at(x, half, layer->width),
                            .down = axis_at(y, half, layer->height),
                            .take = take,
                            .context = context,
                            .limit = limit };
    walk->is_over = !find_box(regions, label, &walk->box);
    walk->column = clamp(walk->across.guess >> BLOCK_SHIFT, walk->box.left, walk->box.right);
    walk->row = clamp(walk->down.guess >> BLOCK_SHIFT, walk->box.top, walk->box.bottom);
}

static bool is_within(const block_box *box, int32_t column, int32_t row)
{
    return column >= box->left && row >= box->top && column <= box->right && row <= box->bottom;
}

bool regions_walk_step(regions_walk *walk, const block_box *within)
{
    if (!walk->is_paused) {
        walk->line = walk->run = 0;
        walk->is_over = walk->is_over || !next_block(walk, &walk->column_now, &walk->row_now);
    }
    const int32_t column = walk->column_now, row = walk->row_now;
    if (!walk->is_over && (!within || is_within(within, column, row)) &&
        bound(walk, column, row, column, row) <= walk->limit && block_carries(walk, column, row))
        search_block(walk);
    return !walk->is_over;
}

/// The nearest anchor so far.
typedef struct nearest {
    regions_walk walk;
    bool found;
    double square; ///< of its distance
    int32_t x, y;
} nearest;

static regions_offer take_nearest(void *context, int32_t x, int32_t y)
{
    nearest *best = context;
    const double square = squared_gap(&best->walk.across, x) + squared_gap(&best->walk.down, y);
    const bool is_earlier = y < best->y || (y == best->y && x < best->x);
    if (best->found && square == best->square && !is_earlier)
        return OFFER_NEXT;
    best->found = true;
    best->walk.limit = best->square = square;
    best->x = x;
    best->y = y;
    return OFFER_NEXT;
}

bool regions_nearest(const regions *regions, const layer *layer, uint32_t label, double x, double y,
                     int32_t *nearest_x, int32_t *nearest_y)
{
    nearest best = { .found = false };
    regions_walk_begin(&best.walk, regions, layer, label, x, y, 0.5 * layer->size, INFINITY, take_nearest,
                       &best);
    while (regions_walk_step(&best.walk, NULL)) {
    }
    if (!best.found)
        return false;
    *nearest_x = best.x;
    *nearest_y = best.y;
    return true;
}
