#pragma once

/// Rails: the lines and arcs on which a unit with a turning radius drives in one gear. The heading never jumps.

#include <stdbool.h>

#include "curve/sweep_body.h"
#include "curve/sweep_ground.h"
#include "fairway/curve.h"

enum { MOST_PARTS = 3 };

/// A line or an arc, see fw_segment.
typedef struct rail_part {
    double curvature; ///< 1/tile, signed
    double length;    ///< tiles
} rail_part;

typedef struct rail {
    fw_pose start;
    fw_gear gear;
    int32_t count; ///< number of parts; 0: the unit stands, or has no turning radius
    rail_part parts[MOST_PARTS];
} rail;

/// A rail without parts, with the heading within (-pi, pi].
rail rail_standing(fw_pose pose);

/// The rail along a curve of at most MOST_PARTS segments.
///
/// @param gear  in reverse, the curve must begin with the opposite of the unit's heading
rail rail_of(const fw_curve *curve, fw_gear gear);

/// Length in tiles.
double rail_length(const rail *rail);

/// Greatest curvature of its parts, in 1/tile, without a sign.
double rail_bend(const rail *rail);

/// Length of the straight parts before the first arc.
double rail_straight(const rail *rail);

/// Pose at a distance along the rail. Beyond its end, the last part goes on.
fw_pose rail_at(const rail *rail, double distance);

/// The rest of a rail from a distance on.
rail rail_behind(const rail *rail, double distance);

/// Shortens a rail to a length, if it is longer.
void rail_cut(rail *rail, double length);

/// Extends the last part of a rail so that the rail has a length, if it is shorter.
void rail_extend(rail *rail, double length);

/// Distance of a place from a rail; infinite if the rail has no parts.
double rail_distance(const rail *rail, double x, double y);

/// True if the body may drive along the rail.
bool rail_is_free(const sweep_ground *ground, const sweep_body *body, const rail *rail);
