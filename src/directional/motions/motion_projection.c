#include "directional/motions/motion_projection.h"

#include <stdlib.h>
#include <string.h>

enum {
    MOST_SIMPLE = 64, ///< most simple ends whose pairs fit into words
    SPAN_REACH = 2 * MOTION_REACH,
    SPAN = 2 * SPAN_REACH + 1,
    MOST_WAITING = SPAN * SPAN
};

/// Distances by motions from a start, in the open.
typedef struct span {
    uint32_t distance[SPAN][SPAN];
    bool waits[SPAN][SPAN];
    uint16_t queue[MOST_WAITING]; ///< a ring: no tile waits twice
    size_t next, count;
} span;

static bool mask_holds(const control_set *controls, int32_t index, int32_t x, int32_t y)
{
    const int32_t column = x - controls->left, row = y - controls->top;
    if (column < 0 || column >= controls->width || row < 0 || row >= controls->height)
        return false;
    const int32_t bit = row % controls->rows_a_word * controls->width + column;
    return control_mask(controls, index, row / controls->rows_a_word) >> bit & 1;
}

static tile_box box_of(const control_set *controls, int32_t index)
{
    tile_box all = { 0, 0, 0, 0 };
    for (int32_t y = controls->top; y < controls->top + controls->height; y++)
        for (int32_t x = controls->left; x < controls->left + controls->width; x++)
            if (mask_holds(controls, index, x, y))
                tile_box_widen(&all, tile_box_at(x, y));
    return all;
}

/// True if a box that is moved to another tile lies within the control set's window.
static bool window_has(const control_set *controls, const tile_box *inner, int32_t x, int32_t y)
{
    return inner->left + x >= controls->left && inner->top + y >= controls->top &&
           inner->right + x < controls->left + controls->width &&
           inner->bottom + y < controls->top + controls->height;
}

static void span_wait(span *span, int32_t x, int32_t y, uint32_t distance)
{
    span->distance[y + SPAN_REACH][x + SPAN_REACH] = distance;
    if (span->waits[y + SPAN_REACH][x + SPAN_REACH])
        return;
    span->waits[y + SPAN_REACH][x + SPAN_REACH] = true;
    span->queue[(span->next + span->count++) % MOST_WAITING] =
        (uint16_t)((y + SPAN_REACH) * SPAN + x + SPAN_REACH);
}

/// Relaxes motions from the tiles that wait in the queue. Only motions that stay within the window around the start, or
/// within the window around a tile, are used: nothing is blocked there.
static void span_relax(span *span, const control_set *controls, const tile_box *boxes, int32_t count,
                       int32_t tile_x, int32_t tile_y)
{
    while (span->count > 0) {
        const int32_t x = span->queue[span->next] % SPAN - SPAN_REACH;
        const int32_t y = span->queue[span->next] / SPAN - SPAN_REACH;
        span->next = (span->next + 1) % MOST_WAITING;
        span->count--;
        span->waits[y + SPAN_REACH][x + SPAN_REACH] = false;
        for (int32_t i = 0; i < count; i++) {
            const motion *motion = &controls->motions[i];
            if (!window_has(controls, &boxes[i], x, y) &&
                !window_has(controls, &boxes[i], x - tile_x, y - tile_y))
                continue;
            const uint32_t distance =
                span->distance[y + SPAN_REACH][x + SPAN_REACH] + motion->cost[FW_FORWARD];
            if (distance < span->distance[y + motion->dy + SPAN_REACH][x + motion->dx + SPAN_REACH])
                span_wait(span, x + motion->dx, y + motion->dy, distance);
        }
    }
}

static void span_begin(span *span)
{
    memset(span, 0, sizeof *span);
    memset(span->distance, 0xff, sizeof span->distance);
    span_wait(span, 0, 0, 0);
}

/// Moves an end to an earlier index; the ends between keep their order.
static void move_to(motion_projection *projection, int32_t from, int32_t to)
{
    motion *ends = projection->motions;
    const motion moved = ends[from];
    const motion_run run = projection->runs[from];
    memmove(ends + to + 1, ends + to, (size_t)(from - to) * sizeof *ends);
    memmove(projection->runs + to + 1, projection->runs + to, (size_t)(from - to) * sizeof *projection->runs);
    ends[to] = moved;
    projection->runs[to] = run;
    for (int32_t word = 0; word < projection->ends.words; word++) {
        uint64_t *masks = projection->masks + (size_t)word * (size_t)projection->ends.count;
        const uint64_t mask = masks[from];
        memmove(masks + to + 1, masks + to, (size_t)(from - to) * sizeof *masks);
        masks[to] = mask;
    }
}

/// Finds the simple ends and moves them to the front. Ends are sorted by cost. An end is not simple if a sequence of
/// the simple ends before it leads to the same tile, within the window, at the same cost or less.
static void find_simple(motion_projection *projection, span *span, tile_box *boxes)
{
    const control_set *ends = &projection->ends;
    span_begin(span);
    projection->simple = 0;
    for (int32_t i = 0; i < ends->count; i++) {
        const motion *motion = &ends->motions[i];
        if (span->distance[motion->dy + SPAN_REACH][motion->dx + SPAN_REACH] <= motion->cost[FW_FORWARD])
            continue;
        move_to(projection, i, projection->simple);
        boxes[projection->simple] = box_of(&projection->controls, projection->runs[projection->simple].first);
        projection->simple++;
        for (int32_t y = ends->top; y < ends->top + ends->height; y++)
            for (int32_t x = ends->left; x < ends->left + ends->width; x++)
                if (span->distance[y + SPAN_REACH][x + SPAN_REACH] != UINT32_MAX)
                    span_wait(span, x, y, span->distance[y + SPAN_REACH][x + SPAN_REACH]);
        span_relax(span, ends, boxes, projection->simple, 0, 0);
    }
}

/// Fills in `after`: a simple end may follow another one unless simple ends lead to the same tile at less cost while
/// staying within the windows around the start and around the end of the first.
static fw_result find_detours(memory *memory, motion_projection *projection, span *span,
                              const tile_box *boxes)
{
    const control_set *controls = &projection->ends;
    if (projection->simple > MOST_SIMPLE)
        return FW_OK;
    projection->after = memory_get_zeroed(memory, (size_t)projection->simple, sizeof *projection->after);
    if (!projection->after)
        return FW_NO_MEMORY;
    for (int32_t i = 0; i < projection->simple; i++) {
        const motion *first = &controls->motions[i];
        span_begin(span);
        span_relax(span, controls, boxes, projection->simple, first->dx, first->dy);
        for (int32_t next = 0; next < projection->simple; next++) {
            const motion *second = &controls->motions[next];
            const uint32_t least =
                span->distance[first->dy + second->dy + SPAN_REACH][first->dx + second->dx + SPAN_REACH];
            if (least >= first->cost[FW_FORWARD] + second->cost[FW_FORWARD])
                projection->after[i] |= UINT64_C(1) << next;
        }
    }
    return FW_OK;
}

/// Computes a window that holds the windows of all turned control sets, and counts their motions except turns on the
/// spot.
static void frame(const motion_set *set, control_set *controls)
{
    int32_t right = 0, bottom = 0;
    *controls = (control_set){ 0 };
    for (int heading = 0; heading < MOST_HEADINGS; heading++) {
        const control_set *source = &set->turned_sets[heading];
        controls->left = source->left < controls->left ? source->left : controls->left;
        controls->top = source->top < controls->top ? source->top : controls->top;
        right = source->left + source->width > right ? source->left + source->width : right;
        bottom = source->top + source->height > bottom ? source->top + source->height : bottom;
        for (int32_t i = 0; i < source->count; i++)
            controls->count += source->motions[i].dx != 0 || source->motions[i].dy != 0;
    }
    controls->width = right - controls->left;
    controls->height = bottom - controls->top;
    controls->rows_a_word = WORD_BITS / controls->width;
    controls->home = -controls->top / controls->rows_a_word;
    controls->words = (controls->height + controls->rows_a_word - 1) / controls->rows_a_word;
}

/// A motion of the set, to be sorted.
typedef struct projected {
    const control_set *controls; ///< turned
    const control_set
        *ahead; ///< that of the body that is not turned, if only tiles that both touch count; else null
    int32_t index;
    uint32_t least; ///< least cost of a motion to the same tile
} projected;

static int compare(const void *left, const void *right)
{
    const projected *a = left, *b = right;
    const motion *x = &a->controls->motions[a->index], *y = &b->controls->motions[b->index];
    const int64_t by_rank[][2] = { { a->least, b->least },
                                   { x->dy, y->dy },
                                   { x->dx, y->dx },
                                   { x->cost[FW_FORWARD], y->cost[FW_FORWARD] },
                                   { x->quarters, y->quarters },
                                   { x->curve, y->curve } };
    for (size_t i = 0; i < sizeof by_rank / sizeof *by_rank; i++)
        if (by_rank[i][0] != by_rank[i][1])
            return by_rank[i][0] < by_rank[i][1] ? -1 : 1;
    return 0;
}

/// Lists the motions of all control sets except turns on the spot, sorted so that motions to the same tile are
/// neighbours.
///
/// @param reverses  as for motion_projection_build()
/// @param span      scratch memory: the least cost to each tile
static void list_all(const motion_set *set, bool reverses, span *span, projected *list)
{
    int32_t count = 0;
    memset(span->distance, 0xff, sizeof span->distance);
    for (int heading = 0; heading < MOST_HEADINGS; heading++) {
        const control_set *turned = &set->turned_sets[heading], *ahead = &set->control_sets[heading];
        for (int32_t i = 0; i < turned->count; i++) {
            const motion *move = &turned->motions[i];
            uint32_t *least = &span->distance[move->dy + SPAN_REACH][move->dx + SPAN_REACH];
            *least = move->cost[FW_FORWARD] < *least ? move->cost[FW_FORWARD] : *least;
            if (move->dx != 0 || move->dy != 0)
                list[count++] =
                    (projected){ .controls = turned,
                                 .ahead = reverses && ahead->masks != turned->masks ? ahead : NULL,
                                 .index = i };
        }
    }
    for (int32_t i = 0; i < count; i++) {
        const motion *move = &list[i].controls->motions[list[i].index];
        list[i].least = span->distance[move->dy + SPAN_REACH][move->dx + SPAN_REACH];
    }
    qsort(list, (size_t)count, sizeof *list, compare);
}

/// Converts the hit mask of a motion from the window of its control set to the common window.
static void fill_mask(const projected *from, const control_set *controls, int32_t index, uint64_t *masks)
{
    const control_set *control_set = from->controls;
    for (int32_t word = 0; word < control_set->words; word++)
        for (uint64_t mask = control_mask(control_set, from->index, word); mask; mask &= mask - 1) {
            const int32_t bit = bits_lowest(mask);
            const int32_t x = control_set->left + bit % control_set->width;
            const int32_t y = control_set->top + word * control_set->rows_a_word + bit / control_set->width;
            const int32_t row = y - controls->top;
            if (from->ahead && !mask_holds(from->ahead, from->index, x, y))
                continue;
            masks[row / controls->rows_a_word * controls->count + index] |=
                UINT64_C(1) << (row % controls->rows_a_word * controls->width + x - controls->left);
        }
}

/// Fills in the motions, and the ends of their runs.
static void fill(const projected *list, motion_projection *projection)
{
    const control_set *all = &projection->controls, *ends = &projection->ends;
    motion *motions = projection->motions + ends->count;
    uint64_t *end_masks = projection->masks;
    uint64_t *masks = end_masks + (size_t)ends->words * (size_t)ends->count;
    int32_t end = -1;
    for (int32_t i = 0; i < all->count; i++) {
        motions[i] = list[i].controls->motions[list[i].index];
        fill_mask(&list[i], all, i, masks);
        const bool is_next =
            i == 0 || motions[i].dx != motions[i - 1].dx || motions[i].dy != motions[i - 1].dy;
        if (is_next) {
            projection->motions[++end] = motions[i];
            projection->runs[end].first = i;
        }
        projection->runs[end].count++;
        for (int32_t word = 0; word < all->words; word++) {
            uint64_t *common = &end_masks[word * ends->count + end];
            const uint64_t mask = masks[word * all->count + i];
            *common = is_next ? mask : *common & mask;
        }
    }
}

static int32_t count_ends(const projected *list, int32_t count)
{
    int32_t ends = 0;
    for (int32_t i = 0; i < count; i++) {
        const motion *move = &list[i].controls->motions[list[i].index];
        const motion *last = i > 0 ? &list[i - 1].controls->motions[list[i - 1].index] : NULL;
        ends += !last || move->dx != last->dx || move->dy != last->dy;
    }
    return ends;
}

static fw_result reserve(memory *memory, motion_projection *projection)
{
    const size_t count = (size_t)projection->controls.count + (size_t)projection->ends.count;
    projection->runs = memory_get_zeroed(memory, (size_t)projection->ends.count, sizeof *projection->runs);
    projection->motions = memory_get(memory, count, sizeof *projection->motions);
    projection->masks =
        memory_get_zeroed(memory, count * (size_t)projection->controls.words, sizeof *projection->masks);
    projection->ends.motions = projection->motions;
    projection->ends.masks = projection->masks;
    projection->controls.motions = projection->motions + projection->ends.count;
    projection->controls.masks =
        projection->masks + (size_t)projection->ends.count * (size_t)projection->controls.words;
    return projection->runs && projection->motions && projection->masks ? FW_OK : FW_NO_MEMORY;
}

/// Builds the projection with scratch memory: `span`, `list` and `boxes`.
static fw_result build_with(memory *memory, const motion_set *set, bool reverses, span *span, projected *list,
                            tile_box *boxes, motion_projection *projection)
{
    list_all(set, reverses, span, list);
    projection->ends = projection->controls;
    projection->ends.count = count_ends(list, projection->controls.count);
    if (reserve(memory, projection) != FW_OK)
        return FW_NO_MEMORY;
    fill(list, projection);
    find_simple(projection, span, boxes);
    return find_detours(memory, projection, span, boxes);
}

fw_result motion_projection_build(memory *memory, const motion_set *set, bool reverses,
                                  motion_projection *projection)
{
    *projection = (motion_projection){ 0 };
    frame(set, &projection->controls);
    const size_t count = (size_t)projection->controls.count;
    if (count == 0)
        return FW_OK;
    span *span = memory_get(memory, 1, sizeof *span);
    projected *list = memory_get_zeroed(memory, count, sizeof *list);
    tile_box *boxes = memory_get(memory, count, sizeof *boxes);
    const fw_result built = span && list && boxes
                                ? build_with(memory, set, reverses, span, list, boxes, projection)
                                : FW_NO_MEMORY;
    memory_give_back(memory, boxes, count, sizeof *boxes);
    memory_give_back(memory, list, count, sizeof *list);
    memory_give_back(memory, span, 1, sizeof *span);
    return built;
}
