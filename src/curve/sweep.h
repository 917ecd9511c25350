#ifndef CURVE_SWEEP_H
#define CURVE_SWEEP_H

/// @file
/// What a body touches along a line or an arc: the one place for this geometry, for smoothing, for the hit masks of
/// directional search and for every planner that asks "is that way free?".
///
/// Exact, without sampling, and without trigonometry where directions are known. The words of the swept box come first:
/// where they hold no blocked tile, the way is free; each blocked tile that they hold is then judged exactly.

#include <stdbool.h>
#include <stdint.h>

#include "curve/passage.h"
#include "fairway/curve.h"
#include "fairway/overlay.h"
#include "map/layer.h"

/// A body, smaller by FW_TOUCH / 2 on all sides: that deep it may overlap.
typedef struct sweep_body {
    bool is_round;
    double radius;      ///< of the round body
    double half_length; ///< of the rectangle, along the heading
    double half_width;  ///< of the rectangle, across it
    double reach;       ///< of its farthest point from its centre
} sweep_body;

/// What bodies are swept against. Outside the map all is blocked.
typedef struct sweep_ground {
    const layer *open; ///< of the unit's capability: of size 1 for its body, of its size for its anchor point
    const fw_overlay *overlay; ///< tiles blocked besides; null = none
    passage_rules passage;     ///< moves that are forbidden along lines and segments; by default none
} sweep_ground;

/// An arc of a circle around which a body turns by less than a full turn. A turn on the spot has radius 0.
typedef struct sweep_arc {
    double centre_x, centre_y; ///< tiles
    double radius;             ///< tiles, of the body centre's way
    double from_x, from_y;     ///< unit vector from the centre to the body at the beginning
    double to_x, to_y;         ///< unit vector from the centre to the body at the end
    int side;                  ///< 1: the angle grows, -1: it falls
    bool is_long;              ///< it turns by more than half a turn
} sweep_arc;

/// The body of a footprint, which must be filled in.
sweep_body sweep_body_of(const fw_footprint *footprint);

/// What a unit's body moves over, with the moves that the overlay forbids.
///
/// @param overlay  null = none
sweep_ground sweep_ground_of(const map_unit *unit, const fw_overlay *overlay);

/// The same ground without forbidden moves: all that matters is what bodies touch.
static inline sweep_ground sweep_ground_alone(const sweep_ground *ground)
{
    return (sweep_ground){ ground->open, ground->overlay, { 0 } };
}

/// May the body go straight from one point to another, facing the way or its opposite? A rectangle that stands faces
/// east.
bool sweep_line_is_free(const sweep_ground *ground, const sweep_body *body, double from_x, double from_y,
                        double to_x, double to_y);

/// The same by the unit vector of its way, which a rectangle faces even when it stands.
bool sweep_straight_is_free(const sweep_ground *ground, const sweep_body *body, double x, double y,
                            double along_x, double along_y, double length);

/// May the body go along an arc, facing along it, as far as it touches nothing? Forbidden moves are not asked for. For
/// arcs of some tiles: the cost follows the arc's box, so cut longer ones into pieces, as sweep_segment_is_free() does.
bool sweep_arc_is_free(const sweep_ground *ground, const sweep_body *body, const sweep_arc *arc);

/// May the body drive a segment of any length? Arcs are cut into pieces.
bool sweep_segment_is_free(const sweep_ground *ground, const sweep_body *body, const fw_segment *segment);

/// May the body drive segments that follow each other? Less strict about forbidden moves than sweep_segment_is_free()
/// for each: it is known how the path goes on.
///
/// @param ends  PASSAGE_ bits
bool sweep_run_is_free(const sweep_ground *ground, const sweep_body *body, const fw_segment *segments,
                       int32_t count, unsigned ends);

/// May the body turn on the spot by an angle (negative: toward falling heading)?
bool sweep_turn_is_free(const sweep_ground *ground, const sweep_body *body, fw_pose pose, double turn);

/// Does the body overlap tile (x, y) somewhere along a line?
bool sweep_line_touches(const sweep_body *body, double from_x, double from_y, double to_x, double to_y,
                        int32_t x, int32_t y);

/// Does the body overlap tile (x, y) somewhere along an arc?
bool sweep_arc_touches(const sweep_body *body, const sweep_arc *arc, int32_t x, int32_t y);

/// A segment with a curvature, and less than a full turn, as an arc.
sweep_arc sweep_arc_of(const fw_segment *segment);

#endif
