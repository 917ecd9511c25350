#pragma once

/// The tiles that a body touches along an arc, facing along it.

#include <stdbool.h>
#include <stdint.h>

#include "curve/sweep_body.h"
#include "curve/sweep_ground.h"
#include "fairway/curve.h"

/// An arc of a circle around which a body turns by less than a full turn. A turn on the spot has radius 0.
typedef struct sweep_arc {
    double centre_x, centre_y; ///< tiles
    double radius;             ///< of the body centre's arc, in tiles
    double from_x, from_y;     ///< unit vector from the centre to the body at the beginning
    double to_x, to_y;         ///< unit vector from the centre to the body at the end
    int side;                  ///< 1: the angle around the centre grows, -1: it falls
    bool is_long;              ///< the arc is longer than half a turn
} sweep_arc;

/// True if the body touches nothing along an arc, facing along it. Forbidden moves are not checked. For arcs of some
/// tiles: the time grows with the arc's box, so cut longer arcs into pieces, as sweep_segment_is_free() does.
bool sweep_arc_is_free(const sweep_ground *ground, const sweep_body *body, const sweep_arc *arc);

/// True if the body overlaps tile (x, y) somewhere along an arc.
bool sweep_arc_touches(const sweep_body *body, const sweep_arc *arc, int32_t x, int32_t y);

/// A curved segment of less than a full turn as an arc.
sweep_arc sweep_arc_of(const fw_segment *segment);
