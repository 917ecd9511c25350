#ifndef MAP_OVERLAY_SPANS_H
#define MAP_OVERLAY_SPANS_H

/// @file
/// A few rectangles that sum up where an overlay changes the map.

#include <stdbool.h>
#include <stdint.h>

/// Tiles or anchors from (left, top) up to, and without, (right, bottom).
typedef struct overlay_span {
    int32_t left, top, right, bottom;
} overlay_span;

enum { OVERLAY_SPANS = 8 };

/// Rectangles that together hold all that were added; they may hold more, and overlap.
typedef struct overlay_spans {
    overlay_span items[OVERLAY_SPANS];
    int32_t count;
} overlay_spans;

/// True if there is nothing in a rectangle.
bool overlay_span_is_empty(const overlay_span *span);

/// Makes a rectangle hold another one too.
void overlay_span_widen(overlay_span *wide, const overlay_span *more);

/// Adds a rectangle that is not empty: to the one that grows least, if that is near or if there is no room for another
/// one.
void overlay_spans_add(overlay_spans *spans, const overlay_span *added);

#endif
