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

static void span_wait(span *on, int32_t x, int32_t y, uint32_t distance)
{
    on->distance[y + SPAN_REACH][x + SPAN_REACH] = distance;
    if (on->waits[y + SPAN_REACH][x + SPAN_REACH])
        return;
    on->waits[y + SPAN_REACH][x + SPAN_REACH] = true;
    on->queue[(on->next + on->count++) % MOST_WAITING] = (uint16_t)((y + SPAN_REACH) * SPAN + x + SPAN_REACH);
}

/// Relaxes motions out of what waits, as long as each stays within the window around the start or that around a tile.
static void span_relax(span *on, const motion_fan *fan, const box *boxes, int32_t count, int32_t tile_x,
                       int32_t tile_y)
{
    while (on->count > 0) {
        const int32_t x = on->queue[on->next] % SPAN - SPAN_REACH;
        const int32_t y = on->queue[on->next] / SPAN - SPAN_REACH;
        on->next = (on->next + 1) % MOST_WAITING;
        on->count--;
        on->waits[y + SPAN_REACH][x + SPAN_REACH] = false;
        for (int32_t i = 0; i < count; i++) {
            const motion *by = &fan->motions[i];
            if (!window_has(fan, &boxes[i], x, y) && !window_has(fan, &boxes[i], x - tile_x, y - tile_y))
                continue;
            const uint32_t distance = on->distance[y + SPAN_REACH][x + SPAN_REACH] + by->cost[FW_FORWARD];
            if (distance < on->distance[y + by->dy + SPAN_REACH][x + by->dx + SPAN_REACH])
                span_wait(on, x + by->dx, y + by->dy, distance);
        }
    }
}

static void span_begin(span *on)
{
    memset(on, 0, sizeof *on);
    memset(on->distance, 0xff, sizeof on->distance);
    span_wait(on, 0, 0, 0);
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
static void find_simple(motion_shadow *shadow, span *on, box *boxes)
{
    const motion_fan *ends = &shadow->ends;
    span_begin(on);
    shadow->simple = 0;
    for (int32_t i = 0; i < ends->count; i++) {
        const motion *by = &ends->motions[i];
        if (on->distance[by->dy + SPAN_REACH][by->dx + SPAN_REACH] <= by->cost[FW_FORWARD])
            continue;
        move_to(shadow, i, shadow->simple);
        boxes[shadow->simple] = box_of(&shadow->fan, shadow->runs[shadow->simple].first);
        shadow->simple++;
        for (int32_t y = ends->top; y < ends->top + ends->height; y++)
            for (int32_t x = ends->left; x < ends->left + ends->width; x++)
                if (on->distance[y + SPAN_REACH][x + SPAN_REACH] != UINT32_MAX)
                    span_wait(on, x, y, on->distance[y + SPAN_REACH][x + SPAN_REACH]);
        span_relax(on, ends, boxes, shadow->simple, 0, 0);
    }
}

/// Which pairs of simple ends are dearer than other ways between the same tiles, if nothing is in the way.
static fw_result find_detours(memory *from, motion_shadow *shadow, span *on, const box *boxes)
{
    const motion_fan *fan = &shadow->ends;
    if (shadow->simple > MOST_SIMPLE)
        return FW_OK;
    shadow->after = memory_get_zeroed(from, (size_t)shadow->simple, sizeof *shadow->after);
    if (!shadow->after)
        return FW_NO_MEMORY;
    for (int32_t i = 0; i < shadow->simple; i++) {
        const motion *first = &fan->motions[i];
        span_begin(on);
        span_relax(on, fan, boxes, shadow->simple, first->dx, first->dy);
        for (int32_t next = 0; next < shadow->simple; next++) {
            const motion *second = &fan->motions[next];
            const uint32_t least =
                on->distance[first->dy + second->dy + SPAN_REACH][first->dx + second->dx + SPAN_REACH];
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
        const motion_fan *of = &set->fans[heading];
        fan->left = of->left < fan->left ? of->left : fan->left;
        fan->top = of->top < fan->top ? of->top : fan->top;
        right = of->left + of->width > right ? of->left + of->width : right;
        bottom = of->top + of->height > bottom ? of->top + of->height : bottom;
        for (int32_t i = 0; i < of->count; i++)
            fan->count += of->motions[i].dx != 0 || of->motions[i].dy != 0;
    }
    fan->width = right - fan->left;
    fan->height = bottom - fan->top;
    fan->rows_a_word = WORD_BITS / fan->width;
    fan->home = -fan->top / fan->rows_a_word;
    fan->words = (fan->height + fan->rows_a_word - 1) / fan->rows_a_word;
}

/// One of the motions, before they are sorted.
typedef struct shadowed {
    const motion_fan *of;
    int32_t index;
    uint32_t least; ///< that a motion to the same tile costs
} shadowed;

static int compare(const void *left, const void *right)
{
    const shadowed *a = left, *b = right;
    const motion *x = &a->of->motions[a->index], *y = &b->of->motions[b->index];
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
static void list_all(const motion_set *set, span *on, shadowed *list)
{
    int32_t count = 0;
    memset(on->distance, 0xff, sizeof on->distance);
    for (int heading = 0; heading < MOST_HEADINGS; heading++)
        for (int32_t i = 0; i < set->fans[heading].count; i++) {
            const motion *by = &set->fans[heading].motions[i];
            uint32_t *least = &on->distance[by->dy + SPAN_REACH][by->dx + SPAN_REACH];
            *least = by->cost[FW_FORWARD] < *least ? by->cost[FW_FORWARD] : *least;
            if (by->dx != 0 || by->dy != 0)
                list[count++] = (shadowed){ .of = &set->fans[heading], .index = i };
        }
    for (int32_t i = 0; i < count; i++) {
        const motion *by = &list[i].of->motions[list[i].index];
        list[i].least = on->distance[by->dy + SPAN_REACH][by->dx + SPAN_REACH];
    }
    qsort(list, (size_t)count, sizeof *list, compare);
}

/// Moves the tiles that a motion touches to the common window.
static void fill_mask(const shadowed *from, const motion_fan *fan, int32_t at, uint64_t *masks)
{
    const motion_fan *of = from->of;
    for (int32_t word = 0; word < of->words; word++)
        for (uint64_t mask = fan_mask(of, from->index, word); mask; mask &= mask - 1) {
            const int32_t bit = bits_lowest(mask);
            const int32_t x = of->left + bit % of->width;
            const int32_t row = of->top + word * of->rows_a_word + bit / of->width - fan->top;
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
        motions[i] = list[i].of->motions[list[i].index];
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
        const motion *by = &list[i].of->motions[list[i].index];
        const motion *last = i > 0 ? &list[i - 1].of->motions[list[i - 1].index] : NULL;
        ends += !last || by->dx != last->dx || by->dy != last->dy;
    }
    return ends;
}

static size_t shadow_motions(const motion_shadow *shadow)
{
    return (size_t)shadow->fan.count + (size_t)shadow->ends.count;
}

static fw_result reserve(memory *from, motion_shadow *shadow)
{
    const size_t count = shadow_motions(shadow);
    shadow->runs = memory_get_zeroed(from, (size_t)shadow->ends.count, sizeof *shadow->runs);
    shadow->motions = memory_get(from, count, sizeof *shadow->motions);
    shadow->masks = memory_get_zeroed(from, count * (size_t)shadow->fan.words, sizeof *shadow->masks);
    shadow->ends.motions = shadow->motions;
    shadow->ends.masks = shadow->masks;
    shadow->fan.motions = shadow->motions + shadow->ends.count;
    shadow->fan.masks = shadow->masks + (size_t)shadow->ends.count * (size_t)shadow->fan.words;
    return shadow->runs && shadow->motions && shadow->masks ? FW_OK : FW_NO_MEMORY;
}

/// Builds with room for what is needed only meanwhile.
static fw_result build_with(memory *from, const motion_set *set, span *on, shadowed *list, box *boxes,
                            motion_shadow *shadow)
{
    list_all(set, on, list);
    shadow->ends = shadow->fan;
    shadow->ends.count = count_ends(list, shadow->fan.count);
    if (reserve(from, shadow) != FW_OK)
        return FW_NO_MEMORY;
    fill(list, shadow);
    find_simple(shadow, on, boxes);
    return find_detours(from, shadow, on, boxes);
}

fw_result motion_shadow_build(memory *from, const motion_set *set, motion_shadow *shadow)
{
    *shadow = (motion_shadow){ 0 };
    frame(set, &shadow->fan);
    const size_t count = (size_t)shadow->fan.count;
    if (count == 0)
        return FW_OK;
    span *on = memory_get(from, 1, sizeof *on);
    shadowed *list = memory_get_zeroed(from, count, sizeof *list);
    box *boxes = memory_get(from, count, sizeof *boxes);
    const fw_result built =
        on && list && boxes ? build_with(from, set, on, list, boxes, shadow) : FW_NO_MEMORY;
    memory_give_back(from, boxes, count, sizeof *boxes);
    memory_give_back(from, list, count, sizeof *list);
    memory_give_back(from, on, 1, sizeof *on);
    if (built != FW_OK)
        motion_shadow_destroy(from, shadow);
    return built;
}

void motion_shadow_destroy(memory *from, motion_shadow *shadow)
{
    const size_t count = shadow_motions(shadow);
    memory_give_back(from, shadow->runs, (size_t)shadow->ends.count, sizeof *shadow->runs);
    memory_give_back(from, shadow->motions, count, sizeof *shadow->motions);
    memory_give_back(from, shadow->masks, count * (size_t)shadow->fan.words, sizeof *shadow->masks);
    memory_give_back(from, shadow->after, (size_t)shadow->simple, sizeof *shadow->after);
    *shadow = (motion_shadow){ 0 };
}

size_t motion_shadow_bytes(const motion_shadow *shadow)
{
    return shadow_motions(shadow) *
               (sizeof *shadow->motions + (size_t)shadow->fan.words * sizeof *shadow->masks) +
           (size_t)shadow->ends.count * sizeof *shadow->runs +
           (shadow->after ? (size_t)shadow->simple * sizeof *shadow->after : 0);
}
