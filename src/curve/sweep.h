#ifndef CURVE_SWEEP_H
#define CURVE_SWEEP_H

/// @file
/// The tiles that a body touches along a line or an arc: the one place for this geometry, for smoothing, for the hit
/// masks of directional search and for every planner that must know if a line or arc is free.
///
/// Exact, without sampling, and without trigonometry if directions are known. The words of the swept box are tested
/// first: if they hold no blocked tile, the line or arc is free. Else each blocked tile in them is tested exactly.
///
/// A body faces along the line or arc that it is swept along. In reverse gear, the turned body faces along the motion.

#include <stdbool.h>
#include <stdint.h>

#include "curve/passage.h"
#include "curve/sweep_body.h"
#include "fairway/curve.h"
#include "fairway/overlay.h"
#include "map/layer.h"

/// The tiles that bodies are swept against. All tiles outside the map are blocked.
typedef struct sweep_ground {
    const layer *open;         ///< free tiles: of size 1 for a body, of the unit's size for its anchor point
    const fw_overlay *overlay; ///< more blocked tiles; null = none
    passage_rules passage;     ///< forbidden moves along lines and segments; by default none
} sweep_ground;

/// An arc of a circle around which a body turns by less than a full turn. A turn on the spot has radius 0.
typedef struct sweep_arc {
    double centre_x, centre_y; ///< tiles
    double radius;             ///< of the body centre's arc, in tiles
    double from_x, from_y;     ///< unit vector from the centre to the body at the beginning
    double to_x, to_y;         ///< unit vector from the centre to the body at the end
    int side;                  ///< 1: the angle around the centre grows, -1: it falls
    bool is_long;              ///< the arc is longer than half a turn
} sweep_arc;

/// The ground of a unit's body, with the moves that the overlay forbids.
///
/// @param overlay  null = none
sweep_ground sweep_ground_of(const map_unit *unit, const fw_overlay *overlay);

/// The same ground without forbidden moves: only blocked tiles count.
static inline sweep_ground sweep_ground_alone(const sweep_ground *ground)
{
    return (sweep_ground){ ground->open, ground->overlay, { 0 } };
}

/// True if the body may go straight from one point to another. A rectangle on a line of length 0 faces east.
bool sweep_line_is_free(const sweep_ground *ground, const sweep_body *body, double from_x, double from_y,
                        double to_x, double to_y);

/// sweep_line_is_free() for a line given by its unit vector and length; a rectangle faces along the unit vector even if
/// the length is 0.
bool sweep_straight_is_free(const sweep_ground *ground, const sweep_body *body, double x, double y,
                            double along_x, double along_y, double length);

/// Length by which a round body may move from a place in a direction (a unit vector) before the body touches a blocked
/// tile or the border of the map, at most `most`; 0 if the body touches one where it is. Exact but for rounding.
/// Forbidden moves are not checked.
double sweep_straight_reach(const sweep_ground *ground, const sweep_body *body, double x, double y,
                            double along_x, double along_y, double most);

/// True if no blocked tile is as near as the body's reach, along both axes, to a box of places. Then every line and arc
/// within the box is free of blocked tiles. Forbidden moves are not checked.
bool sweep_box_is_open(const sweep_ground *ground, const sweep_body *body, const fw_box *places);

/// True if the body touches nothing along an arc, facing along it. Forbidden moves are not checked. For arcs of some
/// tiles: the time grows with the arc's box, so cut longer arcs into pieces, as sweep_segment_is_free() does.
bool sweep_arc_is_free(const sweep_ground *ground, const sweep_body *body, const sweep_arc *arc);

/// True if the body may drive a segment of any length in the segment's gear. Arcs are cut into pieces.
bool sweep_segment_is_free(const sweep_ground *ground, const sweep_body *body, const fw_segment *segment);

/// True if the body may drive consecutive segments. Less strict about forbidden moves than sweep_segment_is_free() for
/// each segment, because the next segment of the path is known.
///
/// @param ends  PASSAGE_ bits
bool sweep_segments_are_free(const sweep_ground *ground, const sweep_body *body, const fw_segment *segments,
                             int32_t count, unsigned ends);

/// True if the body may turn on the spot by an angle (negative: toward falling heading).
bool sweep_turn_is_free(const sweep_ground *ground, const sweep_body *body, fw_pose pose, double turn);

/// The body that faces along a segment: in reverse gear, the body turned around.
///
/// @param room  where a turned body is stored
const sweep_body *sweep_body_along(const sweep_body *body, const fw_segment *segment, sweep_body *room);

/// True if the body overlaps tile (x, y) somewhere along a line.
bool sweep_line_touches(const sweep_body *body, double from_x, double from_y, double to_x, double to_y,
                        int32_t x, int32_t y);

/// True if the body overlaps tile (x, y) somewhere along an arc.
bool sweep_arc_touches(const sweep_body *body, const sweep_arc *arc, int32_t x, int32_t y);

/// A curved segment of less than a full turn as an arc.
sweep_arc sweep_arc_of(const fw_segment *segment);

#endif
