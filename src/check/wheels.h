#pragma once

/// The places of a path at which a unit must stand to turn its wheels. Between two such places there is a curvature
/// that changes at the unit's rate and keeps near that of the path. There is one if, and only if, any two segments
/// whose curvatures differ are far enough from each other (McShane 1934, on extensions of Lipschitz functions).

#include <stdbool.h>
#include <stdint.h>

#include "fairway/path.h"
#include "fairway/unit.h"

typedef struct wheels_walk {
    const fw_unit_def *unit;
    const fw_segment *segments;
    int32_t count;
    int32_t index;   ///< the segment at whose start the unit must stand
    int32_t stood;   ///< the segment at whose start the unit stood last
    double at;       ///< where segment `index` begins, in tiles along the path
    double sharpest; ///< greatest curvature of the segments up to `index`
    fw_gear gear;    ///< of the last of them that is longer than 0
} wheels_walk;

/// Begins at the start of a segment, where the unit stands.
wheels_walk wheels_walk_along(const fw_unit_def *unit, const fw_path *path, int32_t first);

/// Goes on to the next place where the unit must stand, apart from changes of gear. Returns false if there is none.
bool wheels_walk_next(wheels_walk *walk);

/// True if a path has a speed profile that does not stop at a place.
bool wheels_are_too_slow(const fw_path *path, double at);
