#pragma once

/// A body between obstacles: whether it may drive a segment. Most of the way is settled by a distance map: discs that
/// cover the body need not be tested before they have come near something, and the body touches something where a disc
/// within it does. The rest is swept exactly.

#include "curve/sweep_body.h"
#include "curve/sweep_ground.h"
#include "directional/wide/distance_map.h"

enum { BODY_DISCS = 16 }; ///< most discs that cover a body

/// A place in the body, from its pose.
typedef struct body_place {
    double ahead, aside; ///< tiles; `aside` to the right
} body_place;

typedef struct wide_body {
    sweep_body body;
    const distance_map *distances;
    double inner;     ///< radius of a disc around the pose that lies within the body
    double outermost; ///< from the pose to the farthest middle of a disc that covers the body
    double radius;    ///< of the discs that cover the body
    int32_t count;    ///< of these discs, and of those within the body
    body_place cover[BODY_DISCS];
    body_place cores[BODY_DISCS]; ///< middles of discs within the body
    double core[BODY_DISCS];      ///< their radii
    double piece;                 ///< tiles that are swept exactly at once
} wide_body;

/// The side of the cells of a distance map that suits a body.
int32_t wide_body_cell(const sweep_body *body, const layer *open);

/// A body between the obstacles of a distance map.
wide_body wide_body_of(const sweep_body *body, const distance_map *distances);

/// A lower bound of the least distance from a disc within the body to what is blocked, at a pose; may be negative.
double wide_body_room(const wide_body *wide, double x, double y, double cosine, double sine);

/// True if the body may drive consecutive segments. It must touch nothing where they begin.
///
/// @param ground  the tiles that the distance map was made of
/// @param ends    PASSAGE_ bits
bool wide_body_may_drive(const wide_body *wide, const sweep_ground *ground, const fw_segment *segments,
                         int32_t count, unsigned ends);
