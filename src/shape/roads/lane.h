#ifndef SHAPE_ROADS_LANE_H
#define SHAPE_ROADS_LANE_H

/// @file
/// Keeping right: moves a way along roads to the middle of their right half, as seen in the direction of travel.

#include "shape/roads/roads.h"

/// A straight stretch of the way along an axis.
typedef struct lane_stretch {
    shape_point from, to;
    shape_point ahead; ///< unit vector
    double shift;      ///< to the right, in tiles
} lane_stretch;

/// The roads and the unit that keeps right on them.
typedef struct lane_rules {
    const road_rules *roads;
    way_rules way;
    double half; ///< of the body's width, in tiles: the body stays on the road if there is room
} lane_rules;

/// Memory kept from way to way.
typedef struct lane_drawing {
    lane_stretch *stretches;
    int32_t count;
    size_t stretch_room;
    shape_points drawn; ///< the new way, which keeps right
    int32_t *makers;    ///< [drawn point] the stretch that the point belongs to
    size_t maker_room;
} lane_drawing;

/// Half of the body's width, in tiles: the room that the body needs to each side when it drives along a road.
double lane_half_width(const map_unit *unit);

/// Draws the way that keeps right into `drawn`, with the ends of the old one. Straight stretches along the axes move;
/// oblique lines between them join their ends. A stretch whose lines would leave the road or touch something stays.
///
/// @param places  [place * count] a stretch on roads; count >= 2
/// @return FW_OK, FW_NOT_FOUND (nothing moves) or FW_NO_MEMORY
fw_result lane_draw(lane_drawing *drawing, memory *memory, const lane_rules *rules, const road_place *places,
                    int32_t count);

/// Gives back the memory.
void lane_free(lane_drawing *drawing, memory *memory);

#endif
