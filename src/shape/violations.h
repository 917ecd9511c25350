#pragma once

/// Counts the violations of a path for all planners and passes, by the rules of fw_path_check().

#include "fairway/path.h"
#include "shape/curved/way.h"

static inline bool violations_any(const fw_violations *counted)
{
    return counted->blocked || counted->too_tight || counted->heading_jumps || counted->impossible;
}

/// Number of violations of all kinds.
static inline int64_t violations_sum(const fw_violations *counted)
{
    return (int64_t)counted->blocked + counted->too_tight + counted->heading_jumps + counted->impossible;
}

/// Recounts the turns of a path that its unit cannot drive: arcs that are too tight, and jumps in heading, including
/// the jumps from `start` and to `goal`. In a path with fixed angles, jumps between its segments do not count, nor does
/// a jump between `start` or `goal` and one of the two angles beside it.
///
/// @param start  heading that the path should begin with; null = any
/// @param goal   heading that the path should end with; null = any
void violations_count_turns(const map_unit *unit, const double *start, const double *goal, fw_path *path);

/// Recounts the lines and arcs of a path that touch something and, for a unit without a turning radius, the turns on
/// the spot that do.
///
/// @param start, goal  as in violations_count_turns()
void violations_count_blocked(const smooth_ground *ground, const double *start, const double *goal,
                              fw_path *path);

static inline void violations_count(const smooth_ground *ground, const double *start, const double *goal,
                                    fw_path *path)
{
    violations_count_blocked(ground, start, goal, path);
    violations_count_turns(ground->unit, start, goal, path);
}
