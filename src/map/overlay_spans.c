#include "map/overlay_spans.h"

/// A rectangle is near another one if a rectangle around both has at most so many times its tiles more than the other.
enum { NEAR = 4 };

/// By how many tiles a rectangle grows if it is to hold another one too.
static int64_t growth(const tile_box *box, const tile_box *more)
{
    tile_box wide = *box;
    tile_box_widen(&wide, *more);
    return tile_box_count(&wide) - tile_box_count(box);
}

void overlay_spans_add(overlay_spans *spans, const tile_box *added)
{
    tile_box *best = spans->items;
    for (int32_t i = 1; i < spans->count; i++)
        if (growth(&spans->items[i], added) < growth(best, added))
            best = &spans->items[i];
    const bool is_near = spans->count > 0 && growth(best, added) <= NEAR * tile_box_count(added);
    if (is_near || spans->count == OVERLAY_SPANS)
        tile_box_widen(best, *added);
    else
        spans->items[spans->count++] = *added;
}
