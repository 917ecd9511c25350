#include "map/overlay_spans.h"

/// A rectangle is near another one if a rectangle around both has at most so many times its tiles more than the other.
enum { NEAR = 4 };

bool overlay_span_is_empty(const overlay_span *span)
{
    return span->left >= span->right || span->top >= span->bottom;
}

void overlay_span_widen(overlay_span *wide, const overlay_span *more)
{
    if (overlay_span_is_empty(wide)) {
        *wide = *more;
        return;
    }
    wide->left = more->left < wide->left ? more->left : wide->left;
    wide->top = more->top < wide->top ? more->top : wide->top;
    wide->right = more->right > wide->right ? more->right : wide->right;
    wide->bottom = more->bottom > wide->bottom ? more->bottom : wide->bottom;
}

static int64_t area(const overlay_span *span)
{
    return ((int64_t)span->right - span->left) * ((int64_t)span->bottom - span->top);
}

/// By how many tiles a rectangle grows if it is to hold another one too.
static int64_t growth(const overlay_span *span, const overlay_span *more)
{
    overlay_span wide = *span;
    overlay_span_widen(&wide, more);
    return area(&wide) - area(span);
}

void overlay_spans_add(overlay_spans *spans, const overlay_span *added)
{
    overlay_span *best = spans->items;
    for (int32_t i = 1; i < spans->count; i++)
        if (growth(&spans->items[i], added) < growth(best, added))
            best = &spans->items[i];
    const bool is_near = spans->count > 0 && growth(best, added) <= NEAR * area(added);
    if (is_near || spans->count == OVERLAY_SPANS)
        overlay_span_widen(best, added);
    else
        spans->items[spans->count++] = *added;
}
