#pragma once

/// A few rectangles that sum up where an overlay changes the map.

#include <stdint.h>

#include "base/tile_box.h"

enum { OVERLAY_SPANS = 8 };

/// Rectangles that together hold all that were added; they may hold more, and overlap.
typedef struct overlay_spans {
    tile_box items[OVERLAY_SPANS];
    int32_t count;
} overlay_spans;

/// Adds a rectangle that is not empty: to the one that grows least, if that is near or if there is no room for another
/// one.
void overlay_spans_add(overlay_spans *spans, const tile_box *added);
