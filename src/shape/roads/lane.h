#pragma once

/// Keeping right: moves a way along roads to the middle of their right half, as seen in the direction of travel.

#include "shape/roads/roads.h"

/// A straight stretch of the way along an axis.
typedef struct lane_stretch {
    vector from, to;
    vector ahead;         ///< unit vector
    double shift;         ///< by which the stretch moves to the right, in tiles
    int32_t drawn_before; ///< number of points drawn before the end of this stretch
} lane_stretch;

/// The roads, the unit that keeps right on them, and its way.
typedef struct lane_rules {
    const road_rules *roads;
    way_rules way;
    double half_width; ///< of the body, in tiles: the whole body stays on the road if the road is wide enough
    const road_place *places; ///< [place * count] a stretch on roads; count >= 2
    int32_t count;
} lane_rules;

/// The road along a stretch whose places are being read.
typedef struct lane_measure {
    int32_t first;            ///< place where the stretch begins; -1 = no stretch
    vector ahead;             ///< unit vector
    double to_right, to_left; ///< least distances from the way to the road's edges so far, in tiles
} lane_measure;

/// A way that keeps right, as far as it is drawn. Memory is kept from way to way.
typedef struct lane_drawing {
    int32_t read;      ///< number of places that are read
    lane_measure road; ///< beside the present stretch
    lane_stretch *stretches;
    int32_t count;
    size_t stretch_room;
    int32_t shifted;    ///< number of stretches with a shift
    int32_t next;       ///< stretch whose end is drawn next
    shape_points drawn; ///< the new way, which keeps right
    int32_t *owners;    ///< [drawn point] the stretch that the point belongs to
    size_t owner_room;
    int32_t checked; ///< number of drawn lines that are good
} lane_drawing;

/// Half of the body's width, in tiles: the space that the body needs to each side when it drives along a road.
double lane_half_width(const map_unit *unit);

void lane_begin(lane_drawing *drawing);

/// Continues to draw the way that keeps right into `drawn`, with the ends of the old one. Straight stretches along the
/// axes move; oblique lines between them join their ends. A stretch whose lines would leave the road or touch something
/// stays. May pause after each place and each line.
///
/// @param rules  the same in each call
/// @return FW_OK, FW_PENDING (the work is used up), FW_NOT_FOUND (nothing moves) or FW_NO_MEMORY
fw_result lane_draw(lane_drawing *drawing, memory *memory, const lane_rules *rules);
