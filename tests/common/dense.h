#pragma once

/// Legality of paths by dense samples: an oracle of its own, on a plain array of tiles and with libm.
///
/// What it finds is sure only beyond the tolerances: verdicts between them are open.

#include <stdbool.h>
#include <stdint.h>

#include "fairway/path.h"
#include "fairway/unit.h"

typedef enum dense_verdict { DENSE_LEGAL, DENSE_OPEN, DENSE_ILLEGAL } dense_verdict;

/// Tiles and the moves that are forbidden out of them, row by row.
typedef struct dense_world {
    int32_t width, height;
    const bool *blocked;  ///< [tile * width * height]
    const uint8_t *moves; ///< [tile * width * height] FW_MOVE_ bits
    const fw_unit_def *unit;
} dense_world;

/// Where a body is after a run along a segment, whatever its radius.
fw_pose dense_pose(const fw_segment *segment, double distance);

/// True if a tile is blocked or off the map.
bool dense_is_blocked(const dense_world *world, int64_t x, int64_t y);

/// By how much a body at rest overlaps the blocked tile where it overlaps most; negative: the gap to the nearest one.
double dense_depth_at(const dense_world *world, fw_pose at);

/// The greatest such depth along a segment.
double dense_depth_along(const dense_world *world, const fw_segment *segment);

/// The greatest such depth in a turn on the spot.
double dense_depth_turning(const dense_world *world, fw_pose at, double turn);

/// What a depth says: legal up to 0, illegal beyond twice FW_TOUCH.
dense_verdict dense_verdict_of(double depth);

/// The worse of two verdicts.
dense_verdict dense_worse(dense_verdict a, dense_verdict b);

/// The verdict on the moves that the anchor point makes along a path.
dense_verdict dense_moves_along(const dense_world *world, const fw_segment *segments, int32_t count);

/// The verdict on the lines of a unit that cuts corners: its body must be free, or its anchor point must stay in free
/// anchors and pass corners as the unit's rule says.
dense_verdict dense_corners_along(const dense_world *world, const fw_segment *segments, int32_t count);

/// True if the anchor point lies in no anchor whose square is free, not even within tolerances.
bool dense_is_off_anchors(const dense_world *world, double centre_x, double centre_y);
