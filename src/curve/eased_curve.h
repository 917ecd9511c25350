#pragma once

/// Curves whose curvature changes at a limited rate, between two poses. Source: Fraichard & Scheuer 2004, "From Reeds
/// and Shepp's to continuous-curvature paths".
///
/// A turn begins with a transition curve, on which the curvature grows, goes on along a circle, and ends with a
/// transition curve on which the curvature falls. All poses from which a turn to one side may begin have the same place
/// relative to the centre of its circle, and so have those at which it ends, whatever its angle. So curves of turns and
/// lines are found as those of Dubins, with tangents that keep another distance from the centre than the radius. A turn
/// by so small an angle that it does not reach the circle grows and falls more slowly, and ends at the same place.
///
/// A transition curve is a clothoid, written as a chain of arcs of equal length; each has the curvature of the
/// clothoid's middle. All places are those of the chain, so the ends of segments meet.

#include "curve/steering.h"
#include "fairway/path.h"

/// What turns of a unit have in common. Angles and places are those of a turn to the right (growing heading).
typedef struct easement {
    double rate;   ///< most change of the curvature, in 1/tile^2
    double radius; ///< of the circles, in tiles
    double length; ///< of a transition curve, in tiles
    double turn;   ///< angle of a transition curve, in radians
    double ahead;  ///< the centre of the circle lies so far ahead of the pose where the turn begins, in tiles
    double aside;  ///< and so far to the right
} easement;

/// How the wheels stand at an end of a curve.
typedef enum wheels { WHEELS_LEFT = -1, WHEELS_STRAIGHT, WHEELS_RIGHT } wheels;

/// A pose with its wheels.
typedef struct eased_end {
    fw_pose at;
    double sine, cosine; ///< of the heading
    wheels wheels;       ///< left, right: as on the circle
} eased_end;

/// The kinds of curves: a turn, a line and a turn, by the sides of the turns; a turn between two lines.
typedef enum eased_form {
    EASED_LEFT_LEFT,
    EASED_LEFT_RIGHT,
    EASED_RIGHT_LEFT,
    EASED_RIGHT_RIGHT,
    EASED_CORNER,
    EASED_FORM_COUNT
} eased_form;

/// Most segments of a turn, and of a curve.
enum { EASED_TURN_SEGMENTS = 2 * STEERING_STEPS + 1, EASED_SEGMENTS = 2 * EASED_TURN_SEGMENTS + 2 };

typedef struct eased_curve {
    fw_segment segments[EASED_SEGMENTS]; ///< driven forward
    int32_t count;
    fw_pose end; ///< of the last segment
} eased_curve;

/// The turns of a unit for which steers_slowly() is true.
///
/// @param radius  turning radius, in tiles; the circles are larger if the wheels turn too slowly to reach it within a
///                quarter turn
easement easement_of(double rate, double radius);

/// Length of a curve between two poses; infinite if there is none of this form.
double eased_length(const easement *easement, const eased_end *from, const eased_end *to, eased_form form);

void eased_draw(const easement *easement, const eased_end *from, const eased_end *to, eased_form form,
                eased_curve *drawn);
