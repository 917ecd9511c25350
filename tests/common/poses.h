#pragma once

/// Poses drawn at random, and where segments lead by libm and the textbook's formulas.

#include <stdbool.h>

#include "base/random.h"
#include "fairway/path.h"
#include "fairway/pose.h"

/// Poses near each other and far apart, many of them with compass headings and on the lattice, where words of curves
/// coincide.
fw_pose curve_end_at_random(random_source *random);

/// Where a segment ends.
fw_pose segment_end(const fw_segment *segment);

/// True if two poses differ by at most `tolerance` in each coordinate. Full turns do not count.
bool poses_are_near(fw_pose a, fw_pose b, double tolerance);
