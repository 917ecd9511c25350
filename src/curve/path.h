#ifndef CURVE_PATH_H
#define CURVE_PATH_H

/// @file
/// How the rooms write a path: begin, push, end. A path that is being written is not seen by its reader until its end:
/// on failure path_abandon() leaves what was there before.

#include "base/memory.h"
#include "fairway/path.h"

/// Starts writing. What the path held stays readable.
void path_begin(fw_path *path);

/// Appends a line from where the last segment ended (or from `start` for the first) to a point; the unit faces the way
/// it moves. Lines of length 0 are kept only when the path would otherwise be empty.
///
/// @return FW_OK or FW_NO_MEMORY
fw_result path_push_line(fw_path *path, double from_x, double from_y, double to_x, double to_y);

/// Appends a segment as it is.
///
/// @return FW_OK or FW_NO_MEMORY
fw_result path_push(fw_path *path, const fw_segment *segment);

/// Makes what was written the path. `summary` tells outcome, method, unit, map_version, cost, violations; length and
/// segment_count are computed.
void path_end(fw_path *path, const fw_path_summary *summary);

/// Throws away what was written.
void path_abandon(fw_path *path);

#endif
