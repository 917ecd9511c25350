#include "directional/motion_shadow.h"

#include <string.h>

enum {
    MOST_MOTIONS = 20, ///< a heading: with more, a wave over them takes longer than it saves
    MOST_SIMPLE = 40,  ///< for which detours are told
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

/// Swaps motions down to an earlier place, past others whose order stays.
static void move_to(motion_shadow *shadow, int32_t from, int32_t to)
{
    const motion moved = shadow->motions[from];
    for (int32_t at = from; at > to; at--)
        shadow->motions[at] = shadow->motions[at - 1];
    shadow->motions[to] = moved;
    for (int32_t word = 0; word < shadow->fan.words; word++) {
        uint64_t *masks = shadow->masks + (size_t)word * (size_t)shadow->fan.count;
        const uint64_t mask = masks[from];
        for (int32_t at = from; at > to; at--)
            masks[at] = masks[at - 1];
        masks[to] = mask;
    }
}

/// Puts those first that are no sums of cheaper ones within the window; what others are sums of lies there too.
static void find_simple(motion_shadow *shadow, span *on, box *boxes)
{
    const motion_fan *fan = &shadow->fan;
    span_begin(on);
    shadow->simple = 0;
    for (int32_t i = 0; i < fan->count; i++) {
        const motion *by = &fan->motions[i];
        if (on->distance[by->dy + SPAN_REACH][by->dx + SPAN_REACH] <= by->cost[FW_FORWARD])
            continue;
        move_to(shadow, i, shadow->simple);
        boxes[shadow->simple] = box_of(fan, shadow->simple);
        shadow->simple++;
        for (int32_t y = fan->top; y < fan->top + fan->height; y++)
            for (int32_t x = fan->left; x < fan->left + fan->width; x++)
                if (on->distance[y + SPAN_REACH][x + SPAN_REACH] != UINT32_MAX)
                    span_wait(on, x, y, on->distance[y + SPAN_REACH][x + SPAN_REACH]);
        span_relax(on, fan, boxes, shadow->simple, 0, 0);
    }
}

/// Which pairs of simple motions are dearer than other ways between the same tiles, if nothing is in the way.
static fw_result find_detours(memory *from, motion_shadow *shadow, span *on, const box *boxes)
{
    const motion_fan *fan = &shadow->fan;
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

/// Adds a motion of a fan.
static void add(const motion_fan *of, int32_t index, motion_shadow *shadow, int32_t at)
{
    const motion_fan *fan = &shadow->fan;
    shadow->motions[at] = of->motions[index];
    for (int32_t tile = 0; tile < of->width * of->height; tile++) {
        const int32_t x = of->left + tile % of->width, row = of->top + tile / of->width - fan->top;
        if (mask_holds(of, index, x, row + fan->top))
            shadow->masks[row / fan->rows_a_word * fan->count + at] |=
                UINT64_C(1) << (row % fan->rows_a_word * fan->width + x - fan->left);
    }
}

/// Merges the motions of all fans by cost.
static void fill(const motion_set *set, motion_shadow *shadow)
{
    int32_t next[MOST_HEADINGS] = { 0 };
    shadow->fan.motions = shadow->motions;
    shadow->fan.masks = shadow->masks;
    for (int32_t at = 0; at < shadow->fan.count;) {
        int least = 0;
        uint32_t least_cost = UINT32_MAX;
        for (int heading = 0; heading < MOST_HEADINGS; heading++) {
            const motion_fan *of = &set->fans[heading];
            if (next[heading] < of->count && of->motions[next[heading]].cost[FW_FORWARD] < least_cost) {
                least = heading;
                least_cost = of->motions[next[heading]].cost[FW_FORWARD];
            }
        }
        const motion_fan *of = &set->fans[least];
        const int32_t index = next[least]++;
        if (of->motions[index].dx != 0 || of->motions[index].dy != 0)
            add(of, index, shadow, at++);
    }
}

fw_result motion_shadow_build(memory *from, const motion_set *set, int32_t headings, motion_shadow *shadow)
{
    *shadow = (motion_shadow){ 0 };
    frame(set, &shadow->fan);
    if (shadow->fan.count > MOST_MOTIONS * headings)
        shadow->fan.count = 0;
    const size_t count = (size_t)shadow->fan.count;
    if (count == 0)
        return FW_OK;
    shadow->motions = memory_get(from, count, sizeof *shadow->motions);
    shadow->masks = memory_get_zeroed(from, count * (size_t)shadow->fan.words, sizeof *shadow->masks);
    span *on = memory_get(from, 1, sizeof *on);
    box *boxes = memory_get(from, count, sizeof *boxes);
    fw_result built = FW_NO_MEMORY;
    if (shadow->motions && shadow->masks && on && boxes) {
        fill(set, shadow);
        find_simple(shadow, on, boxes);
        built = find_detours(from, shadow, on, boxes);
    }
    memory_give_back(from, boxes, count, sizeof *boxes);
    memory_give_back(from, on, 1, sizeof *on);
    if (built != FW_OK)
        motion_shadow_destroy(from, shadow);
    return built;
}

void motion_shadow_destroy(memory *from, motion_shadow *shadow)
{
    const size_t count = (size_t)shadow->fan.count;
    memory_give_back(from, shadow->motions, count, sizeof *shadow->motions);
    memory_give_back(from, shadow->masks, count * (size_t)shadow->fan.words, sizeof *shadow->masks);
    memory_give_back(from, shadow->after, (size_t)shadow->simple, sizeof *shadow->after);
    *shadow = (motion_shadow){ 0 };
}

size_t motion_shadow_bytes(const motion_shadow *shadow)
{
    const size_t count = (size_t)shadow->fan.count;
    return count * (sizeof *shadow->motions + (size_t)shadow->fan.words * sizeof *shadow->masks) +
           (shadow->after ? (size_t)shadow->simple * sizeof *shadow->after : 0);
}
