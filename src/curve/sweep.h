#pragma once

/// Whether a body may drive along segments, or turn on the spot. The lines and arcs that these consist of are swept by
/// sweep_line.h and sweep_arc.h; longer arcs are cut into pieces.
///
/// A body faces along the segment that it is swept along. In reverse gear, the turned body faces along the motion.

#include <stdbool.h>
#include <stdint.h>

#include "curve/sweep_body.h"
#include "curve/sweep_ground.h"
#include "fairway/curve.h"

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
