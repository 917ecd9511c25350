#pragma once

/// How the rooms write a path: begin, push, end. Readers see the old path until path_end(); on failure path_abandon()
/// keeps the old path. So a pass may read a path while it rewrites the same path.

#include <stddef.h>

#include "base/memory.h"
#include "fairway/path.h"

/// Creates a path unless there is one. FW_OK or FW_NO_MEMORY.
fw_result path_provide(memory *memory, fw_path **path);

/// Starts writing. The old path stays readable.
void path_begin(fw_path *path);

/// Appends a line; the unit faces along it. Headings of the eight compass directions are exact. A line of length 0 is
/// kept only while the path has no other segment. FW_OK or FW_NO_MEMORY.
fw_result path_push_line(fw_path *path, double from_x, double from_y, double to_x, double to_y);

/// Steps from tile to tile in one of the eight directions.
typedef struct path_run {
    int32_t direction; ///< clockwise on the screen from east, 0..7
    int32_t steps;     ///< at least 1
} path_run;

/// Appends a line for each run. The result equals that of path_push_line() for each run, in less time.
///
/// @param x, y  where the first run begins
/// @return FW_OK or FW_NO_MEMORY
fw_result path_push_runs(fw_path *path, double x, double y, const path_run *runs, int32_t count);

/// Writes a path of runs alone, and shows it: path_begin(), path_push_runs() and path_show() in less time. The caller
/// fills in path_summary() first, all but the cost.
///
/// @param count      at least 1
/// @param tile_cost  cost of a tile of length
/// @return FW_OK or FW_NO_MEMORY, on which the old path stays
fw_result path_show_runs(fw_path *path, double x, double y, const path_run *runs, int32_t count,
                         double tile_cost);

/// Appends an unchanged segment. A segment of length 0 is kept only while the path has no other segment. FW_OK or
/// FW_NO_MEMORY.
fw_result path_push(fw_path *path, const fw_segment *segment);

/// Appends unchanged segments, all longer than 0. The result equals that of path_push() for each, in less time. FW_OK
/// or FW_NO_MEMORY.
fw_result path_push_all(fw_path *path, const fw_segment *segments, int32_t count);

/// Adds an impossible stretch, in tiles along the path. Stretches must come in order and must not overlap. FW_OK or
/// FW_NO_MEMORY.
fw_result path_push_impossible(fw_path *path, double from, double to);

/// Length of the part written so far, in tiles.
double path_written_length(const fw_path *path);

/// The summary of the path that readers see.
const fw_path_summary *path_shown(const fw_path *path);

/// Makes the written path the path that readers see. `summary` gives outcome, method, unit, map_version, cost,
/// fixed_angles and violations; length and segment_count are computed.
void path_end(fw_path *path, const fw_path_summary *summary);

/// path_end() in two steps: the caller fills in path_summary(), then calls path_show(). This avoids a copy of a summary
/// that was just written.
fw_path_summary *path_summary(fw_path *path);
void path_show(fw_path *path);

void path_set_outcome(fw_path *path, fw_outcome outcome);

void path_set_violations(fw_path *path, const fw_violations *violations);

/// Drops the written part.
void path_abandon(fw_path *path);

/// Room for a new speed profile of the path, beside the present one; null if there is no memory. path_end_speeds()
/// makes it the path's profile.
fw_speed_sample *path_begin_speeds(fw_path *path, int32_t count);

/// Makes the first `count` samples in the room of path_begin_speeds() the path's profile.
void path_end_speeds(fw_path *path, int32_t count);

/// Scratch memory for a pass over the path. It grows when asked for more, keeps its contents until the next pass, and
/// belongs to the path. Null if there is no memory.
void *path_scratch(fw_path *path, size_t bytes);
