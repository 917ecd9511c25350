#ifndef FAIRWAY_BATCH_H
#define FAIRWAY_BATCH_H

/// @file
/// Many paths in one call, for programs in other languages: no loop crosses the border between them.

#include <stdint.h>

#include "fairway/path.h"
#include "fairway/planner.h"
#include "fairway/pose.h"
#include "fairway/request.h"
#include "fairway/result.h"

#ifdef __cplusplus
extern "C" {
#endif

/// What fw_find_paths() answers. The caller owns all arrays; those of `results` and `offsets` must not be null.
typedef struct fw_batch {
    fw_result *results; ///< [count: count] result of each request, as of fw_find_path()
    /// [count: count + 1] index of each path's first segment; the last one: number of all segments
    int32_t *offsets;
    double *lengths;      ///< [count: count] [opt] length of each path in tiles; 0: no path
    double *costs;        ///< [count: count] [opt] cost of each path in tiles; 0: no path
    fw_segment *segments; ///< [count: capacity] segments of all paths, one path after the other
    int32_t capacity;     ///< number of segments for which there is room
    int32_t done;         ///< number of requests that were answered; set it to 0 before the first call
    /// Search of the next path, whose work or room has run out; [opt] null before the first call, and at the end.
    /// Whoever does not go on frees it with fw_search_end().
    fw_search *search;
} fw_batch;

/// Finds many paths of one unit, one after the other.
///
/// Each answer is that of fw_find_path() for the same request with this start and this goal. A start or a goal that is
/// refused has its result in the array; the other requests are answered. If a commit between two calls makes the search
/// of the next path stale, it begins again.
///
/// @param planner        the planner [thread: one at a time]
/// @param request        for all paths; its start and the pose of its goal are not read. The goal's kind must be
///                       FW_GOAL_PLACE or FW_GOAL_POSE
/// @param starts         [count: count] starts
/// @param goals          [count: count] goals
/// @param count          number of paths. [Limits: >= 0]
/// @param work           work of this call, as of fw_search_step(), also amid a path; 0 = no limit
/// @param[in,out] batch  receives the answers from `done` on. If the result is not FW_OK, call again with the same
///                       arguments and the same batch, which goes on where it has stopped
/// @return FW_OK: all requests are answered. FW_PENDING: the work is spent. FW_BUFFER_TOO_SMALL: the next path has more
///         segments than there is room for: give the batch more, with the same segments in it, or take those that are
///         there out, and set `offsets[done]` to 0. FW_NO_MEMORY: the answers before are valid. FW_NULL_ARGUMENT,
///         FW_BAD_DEF, FW_BAD_SIZE (count, capacity or done), FW_BAD_VALUE (the goal's kind): nothing was changed
fw_result fw_find_paths(fw_planner *planner, const fw_request *request, const fw_pose *starts,
                        const fw_pose *goals, int32_t count, uint64_t work, fw_batch *batch);

#ifdef __cplusplus
}
#endif
#endif
