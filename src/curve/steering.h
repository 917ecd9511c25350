#pragma once

/// Whether a unit that turns its wheels while it drives can follow the curvature of a path.
///
/// The curvature of lines and arcs jumps. A unit follows them with a curvature of its own, which changes by at most
/// `rate` for each tile and keeps within `slack` of the path's. `low` and `high` bound the curvatures that are possible
/// at a place; if none is left, the unit must stand there to turn its wheels.

#include <stdbool.h>

#include "fairway/path.h"
#include "fairway/unit.h"

/// Transition curves are chains of arcs, whose curvature grows in so many steps from 0 to 1 / turn_radius.
enum { STEERING_STEPS = 8 };

typedef struct steering {
    double rate;  ///< most change of the curvature, in 1/tile^2
    double slack; ///< half a step, in 1/tile
    double low;   ///< least curvature that the unit may have
    double high;  ///< greatest curvature that the unit may have
} steering;

/// True if a unit turns its wheels while it drives, at a limited rate.
static inline bool steers_slowly(const fw_unit_def *unit)
{
    return unit->turn_radius > 0 && unit->curvature_rate > 0;
}

/// The steering of a unit for which steers_slowly() is true, while it stands.
steering steering_of(const fw_unit_def *unit);

/// The unit stands and may turn its wheels to any side.
void steering_stand(steering *steering);

/// The unit drives a segment. Returns false if the unit had to stand at the segment's start.
bool steering_drive(steering *steering, const fw_segment *segment);

/// Number of places on a path of one or both gears at which a unit must stand to turn its wheels. It may do so at the
/// ends and at changes of gear, which do not count.
int32_t steering_stops(const fw_unit_def *unit, const fw_segment *segments, int32_t count);
