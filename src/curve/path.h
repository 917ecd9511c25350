#ifndef CURVE_PATH_H
#define CURVE_PATH_H

/// @file
/// How the rooms write a path: begin, push, end. A path that is being written is not seen by its reader until
/// its end: on failure path_abandon() leaves what was there before. So a pass may read a path while it writes
/// the same one anew.

#include <stddef.h>

#include "base/memory.h"
#include "fairway/path.h"

/// Starts writing. What the path held stays readable.
void path_begin(fw_path *path);

/// Appends a line; the unit faces the way it moves. Headings of the eight compass directions are exact. A
/// line of length 0 is kept only while the path has no other segment.
///
/// @return FW_OK or FW_NO_MEMORY
fw_result path_push_line(fw_path *path, double from_x, double from_y, double to_x, double to_y);

/// Steps from tile to tile in one of the eight directions.
typedef struct path_run {
    int32_t direction; ///< clockwise on the screen from east, 0..7
    int32_t steps;     ///< at least 1
} path_run;

/// Appends a line for each run: the same as path_push_line(), for less.
///
/// @param x, y  where the first one begins
/// @param runs  [run * count]
/// @return FW_OK or FW_NO_MEMORY
fw_result path_push_runs(fw_path *path, double x, double y, const path_run *runs, int32_t count);

/// Appends a segment as it is; the same holds for segments of length 0.
///
/// @return FW_OK or FW_NO_MEMORY
fw_result path_push(fw_path *path, const fw_segment *segment);

/// Appends segments as they are, all of some length: the same as path_push() for each, for less.
///
/// @return FW_OK or FW_NO_MEMORY
fw_result path_push_all(fw_path *path, const fw_segment *segments, int32_t count);

/// Notes a stretch that was left impossible, in tiles along the path; stretches come in order and do not
/// overlap.
///
/// @return FW_OK or FW_NO_MEMORY
fw_result path_push_impossible(fw_path *path, double from, double to);

/// Length of what was written so far, in tiles.
double path_written_length(const fw_path *path);

/// Makes what was written the path. `summary` tells outcome, method, unit, map_version, cost, fixed_angles,
/// violations; length and segment_count are computed.
void path_end(fw_path *path, const fw_path_summary *summary);

/// The two halves of path_end(), where a copy of members that were just written would be waited for: the summary to be
/// filled in, and the end.
fw_path_summary *path_summary(fw_path *path);
void path_show(fw_path *path);

/// Drops what lies beyond a distance, 0 <= distance <= length, of a path that has segments.
///
/// @param cost  what is left of it costs
void path_cut(fw_path *path, double distance, double cost);

/// Changes how the path ended.
void path_set_outcome(fw_path *path, fw_outcome outcome);

/// Changes what the path says that it breaks.
void path_set_violations(fw_path *path, const fw_violations *broken);

/// Throws away what was written.
void path_abandon(fw_path *path);

/// Room for a new speed profile of the path, beside the present one; null where there is no memory.
/// path_end_speeds() makes it the path's profile.
fw_speed_sample *path_begin_speeds(fw_path *path, int32_t count);

/// Makes the first `count` samples of path_begin_speeds()'s room the path's profile.
void path_end_speeds(fw_path *path, int32_t count);

/// Room for what a pass over the path notes down. It grows when asked for more, keeps what it holds until the next
/// pass, and stays with the path; null where there is no memory.
void *path_scratch(fw_path *path, size_t bytes);

#endif
