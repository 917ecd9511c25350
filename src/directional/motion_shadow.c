#include "directional/motion_shadow.h"

#include <stdlib.h>
#include <string.h>

enum {
    MOST_SIMPLE = 64, ///< for which detours are told
    SPAN_REACH = 2 * MOTION_REACH,
    SPAN = 2 * SPAN_REACH + 1,
    MOST_WAITING = SPAN * SPAN
};

/// Tiles from a start, both ends included.
typedef struct box {
    int32_t left, top, right, bottom;
} box;

/// Distances by motions from a start, in the open.
typedef struct span {
    uint32_t distance[SPAN][SPAN];
    bool waits[SPAN][SPAN];
    uint16_t queue[MOST_WAITING]; ///< a ring: no tile waits twice
    size_t next, count;
} span;

static bool mask_holds(const motion_fan *fan, int32_t index, int32_t x, int32_t y)
{
    const int32_t column = x - fan->left, row = y - fan->top;
    const int32_t bit = row % fan->rows_a_word * fan->width + column;
    return fan_mask(fan, index, row / fan->rows_a_word) >> bit & 1;
}

/// The tiles that a motion touches.
static box box_of(const motion_fan *fan, int32_t index)
{
    box all = { 0, 0, 0, 0 };
    for (int32_t y = fan->top; y < fan->top + fan->height; y++)
        for (int32_t x = fan->left; x < fan->left + fan->width; x++)
            if (mask_holds(fan, index, x, y)) {
                all.left = x < all.left ? x : all.left;
                all.top = y < all.top ? y : all.top;
                all.right = x > all.right ? x : all.right;
                all.bottom = y > all.bottom ? y : all.bottom;
            }
    return all;
}

/// Does a box lie within the fan's window around a tile, when it is moved to another?
static bool window_has(const motion_fan *fan, const box *inner, int32_t x, int32_t y)
{
    return inner->left + x >= fan->left && inner->top + y >= fan->top &&
           inner->right + x < fan->left + fan->width && inner->bottom + y < fan->top + fan->height;
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

/// Relaxes motions out of what waits, as long as each stays within the window around the start or that around a tile.
static void span_relax(span *span, const motion_fan *fan, const box *boxes, int32_t count, int32_t tile_x,
                       int32_t tile_y)
{
    while (span->count > 0) {
        const int32_t x = span->queue[span->next] % SPAN - SPAN_REACH;
        const int32_t y = span->queue[span->next] / SPAN - SPAN_REACH;
        span->next = (span->next + 1) % MOST_WAITING;
        span->count--;
        span->waits[y + SPAN_REACH][x + SPAN_REACH] = false;
        for (int32_t i = 0; i < count; i++) {
            const motion *motion = &fan->motions[i];
            if (!window_has(fan, &boxes[i], x, y) && !window_has(fan, &boxes[i], x - tile_x, y - tile_y))
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

/// Puts an end at an earlier place; the order of those between stays.
static void move_to(motion_shadow *shadow, int32_t from, int32_t to)
{
    motion *ends = shadow->motions;
    const motion moved = ends[from];
    const motion_run run = shadow->runs[from];
    memmove(ends + to + 1, ends + to, (size_t)(from - to) * sizeof *ends);
    memmove(shadow->runs + to + 1, shadow->runs + to, (size_t)(from - to) * sizeof *shadow->runs);
    ends[to] = moved;
    shadow->runs[to] = run;
    for (int32_t word = 0; word < shadow->ends.words; word++) {
        uint64_t *masks = shadow->masks + (size_t)word * (size_t)shadow->ends.count;
        const uint64_t mask = masks[from];
        memmove(masks + to + 1, masks + to, (size_t)(from - to) * sizeof *masks);
        masks[to] = mask;
    }
}

/// Puts those first that are no sums of cheaper ones within the window; what others are sums of lies there too.
static void find_simple(motion_shadow *shadow, span *span, box *boxes)
{
    const motion_fan *ends = &shadow->ends;
    span_begin(span);
    shadow->simple = 0;
    for (int32_t i = 0; i < ends->count; i++) {
        const motion *motion = &ends->motions[i];
        if (span->distance[motion->dy + SPAN_REACH][motion->dx + SPAN_REACH] <= motion->cost[FW_FORWARD])
            continue;
        move_to(shadow, i, shadow->simple);
        boxes[shadow->simple] = box_of(&shadow->fan, shadow->runs[shadow->simple].first);
        shadow->simple++;
        for (int32_t y = ends->top; y < ends->top + ends->height; y++)
            for (int32_t x = ends->left; x < ends->left + ends->width; x++)
                if (span->distance[y + SPAN_REACH][x + SPAN_REACH] != UINT32_MAX)
                    span_wait(span, x, y, span->distance[y + SPAN_REACH][x + SPAN_REACH]);
        span_relax(span, ends, boxes, shadow->simple, 0, 0);
    }
}

/// Which pairs of simple ends are dearer than other ways between the same tiles, if nothing is in the way.
static fw_result find_detours(memory *memory, motion_shadow *shadow, span *span, const box *boxes)
{
    const motion_fan *fan = &shadow->ends;
    if (shadow->simple > MOST_SIMPLE)
        return FW_OK;
    shadow->after = memory_get_zeroed(memory, (size_t)shadow->simple, sizeof *shadow->after);
    if (!shadow->after)
        return FW_NO_MEMORY;
    for (int32_t i = 0; i < shadow->simple; i++) {
        const motion *first = &fan->motions[i];
        span_begin(span);
        span_relax(span, fan, boxes, shadow->simple, first->dx, first->dy);
        for (int32_t next = 0; next < shadow->simple; next++) {
            const motion *second = &fan->motions[next];
            const uint32_t least =
                span->distance[first->dy + second->dy + SPAN_REACH][first->dx + second->dx + SPAN_REACH];
            if (least >= first->cost[FW_FORWARD] + second->cost[FW_FORWARD])
                shadow->after[i] |= UINT64_C(1) << next;
        }
    }
    return FW_OK;
}

/// A window that holds those of all fans, and room for all their motions but those that turn on the spot.
static void frame(const motion_set *set, motion_fan *fan)
{
    int32_t right = 0, bottom = 0;
    *fan = (motion_fan){ 0 };
    for (int heading = 0; heading < MOST_HEADINGS; heading++) {
        const motion_fan *source = &set->fans[heading];
        fan->left = source->left < fan->left ? source->left : fan->left;
        fan->top = source->top < fan->top ? source->top : fan->top;
        right = source->left + source->width > right ? source->left + source->width : right;
        bottom = source->top + source->height > bottom ? source->top + source->height : bottom;
        for (int32_t i = 0; i < source->count; i++)
            fan->count += source->motions[i].dx != 0 || source->motions[i].dy != 0;
    }
    fan->width = right - fan->left;
    fan->height = bottom - fan->top;
    fan->rows_a_word = WORD_BITS / fan->width;
    fan->home = -fan->top / fan->rows_a_word;
    fan->words = (fan->height + fan->rows_a_word - 1) / fan->rows_a_word;
}

/// One of the motions, before they are sorted.
typedef struct shadowed {
    const motion_fan *fan;
    int32_t index;
    uint32_t least; ///< that a motion to the same tile costs
} shadowed;

static int compare(const void *left, const void *right)
{
    const shadowed *a = left, *b = right;
    const motion *x = &a->fan->motions[a->index], *y = &b->fan->motions[b->index];
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

/// Lists the motions of all fans but those that turn on the spot, by the tiles that they lead to.
///
/// @param on  holds what it costs to come to each tile
static void list_all(const motion_set *set, span *span, shadowed *list)
{
    int32_t count = 0;
    memset(span->distance, 0xff, sizeof span->distance);
    for (int heading = 0; heading < MOST_HEADINGS; heading++)
        for (int32_t i = 0; i < set->fans[heading].count; i++) {
            const motion *move = &set->fans[heading].motions[i];
            uint32_t *least = &span->distance[move->dy + SPAN_REACH][move->dx + SPAN_REACH];
            *least = move->cost[FW_FORWARD] < *least ? move->cost[FW_FORWARD] : *least;
            if (move->dx != 0 || move->dy != 0)
                list[count++] = (shadowed){ .fan = &set->fans[heading], .index = i };
        }
    for (int32_t i = 0; i < count; i++) {
        const motion *move = &list[i].fan->motions[list[i].index];
        list[i].least = span->distance[move->dy + SPAN_REACH][move->dx + SPAN_REACH];
    }
    qsort(list, (size_t)count, sizeof *list, compare);
}

/// Moves the tiles that a motion touches to the common window.
static void fill_mask(const shadowed *from, const motion_fan *fan, int32_t at, uint64_t *masks)
{
    const motion_fan *motion_fan = from->fan;
    for (int32_t word = 0; word < motion_fan->words; word++)
        for (uint64_t mask = fan_mask(motion_fan, from->index, word); mask; mask &= mask - 1) {
            const int32_t bit = bits_lowest(mask);
            const int32_t x = motion_fan->left + bit % motion_fan->width;
            const int32_t row =
                motion_fan->top + word * motion_fan->rows_a_word + bit / motion_fan->width - fan->top;
            masks[row / fan->rows_a_word * fan->count + at] |=
                UINT64_C(1) << (row % fan->rows_a_word * fan->width + x - fan->left);
        }
}

/// Fills in the motions, and the ends of their runs.
static void fill(const shadowed *list, motion_shadow *shadow)
{
    const motion_fan *all = &shadow->fan, *ends = &shadow->ends;
    motion *motions = shadow->motions + ends->count;
    uint64_t *end_masks = shadow->masks;
    uint64_t *masks = end_masks + (size_t)ends->words * (size_t)ends->count;
    int32_t end = -1;
    for (int32_t i = 0; i < all->count; i++) {
        motions[i] = list[i].fan->motions[list[i].index];
        fill_mask(&list[i], all, i, masks);
        const bool is_next =
            i == 0 || motions[i].dx != motions[i - 1].dx || motions[i].dy != motions[i - 1].dy;
        if (is_next) {
            shadow->motions[++end] = motions[i];
            shadow->runs[end].first = i;
        }
        shadow->runs[end].count++;
        for (int32_t word = 0; word < all->words; word++) {
            uint64_t *common = &end_masks[word * ends->count + end];
            const uint64_t mask = masks[word * all->count + i];
            *common = is_next ? mask : *common & mask;
        }
    }
}

static int32_t count_ends(const shadowed *list, int32_t count)
{
    int32_t ends = 0;
    for (int32_t i = 0; i < count; i++) {
        const motion *move = &list[i].fan->motions[list[i].index];
        const motion *last = i > 0 ? &list[i - 1].fan->motions[list[i - 1].index] : NULL;
        ends += !last || move->dx != last->dx || move->dy != last->dy;
    }
    return ends;
}

static size_t shadow_motions(const motion_shadow *shadow)
{
    return (size_t)shadow->fan.count + (size_t)shadow->ends.count;
}

static fw_result reserve(memory *memory, motion_shadow *shadow)
{
    const size_t count = shadow_motions(shadow);
    shadow->runs = memory_get_zeroed(memory, (size_t)shadow->ends.count, sizeof *shadow->runs);
    shadow->motions = memory_get(memory, count, sizeof *shadow->motions);
    shadow->masks = memory_get_zeroed(memory, count * (size_t)shadow->fan.words, sizeof *shadow->masks);
    shadow->ends.motions = shadow->motions;
    shadow->ends.masks = shadow->masks;
    shadow->fan.motions = shadow->motions + shadow->ends.count;
    shadow->fan.masks = shadow->masks + (size_t)shadow->ends.count * (size_t)shadow->fan.words;
    return shadow->runs && shadow->motions && shadow->masks ? FW_OK : FW_NO_MEMORY;
}

/// Builds with room for what is needed only meanwhile.
static fw_result build_with(memory *memory, const motion_set *set, span *span, shadowed *list, box *boxes,
                            motion_shadow *shadow)
{
    list_all(set, span, list);
    shadow->ends = shadow->fan;
    shadow->ends.count = count_ends(list, shadow->fan.count);
    if (reserve(memory, shadow) != FW_OK)
        return FW_NO_MEMORY;
    fill(list, shadow);
    find_simple(shadow, span, boxes);
    return find_detours(memory, shadow, span, boxes);
}

fw_result motion_shadow_build(memory *memory, const motion_set *set, motion_shadow *shadow)
{
    *shadow = (motion_shadow){ 0 };
    frame(set, &shadow->fan);
    const size_t count = (size_t)shadow->fan.count;
    if (count == 0)
        return FW_OK;
    span *span = memory_get(memory, 1, sizeof *span);
    shadowed *list = memory_get_zeroed(memory, count, sizeof *list);
    box *boxes = memory_get(memory, count, sizeof *boxes);
    const fw_result built =
        span && list && boxes ? build_with(memory, set, span, list, boxes, shadow) : FW_NO_MEMORY;
    memory_give_back(memory, boxes, count, sizeof *boxes);
    memory_give_back(memory, list, count, sizeof *list);
    memory_give_back(memory, span, 1, sizeof *span);
    if (built != FW_OK)
        motion_shadow_destroy(memory, shadow);
    return built;
}

void motion_shadow_destroy(memory *memory, motion_shadow *shadow)
{
    const size_t count = shadow_motions(shadow);
    memory_give_back(memory, shadow->runs, (size_t)shadow->ends.count, sizeof *shadow->runs);
    memory_give_back(memory, shadow->motions, count, sizeof *shadow->motions);
    memory_give_back(memory, shadow->masks, count * (size_t)shadow->fan.words, sizeof *shadow->masks);
    memory_give_back(memory, shadow->after, (size_t)shadow->simple, sizeof *shadow->after);
    *shadow = (motion_shadow){ 0 };
}

size_t motion_shadow_bytes(const motion_shadow *shadow)
{
    return shadow_motions(shadow) *
               (sizeof *shadow->motions + (size_t)shadow->fan.words * sizeof *shadow->masks) +
           (size_t)shadow->ends.count * sizeof *shadow->runs +
           (shadow->after ? (size_t)shadow->simple * sizeof *shadow->after : 0);
}
