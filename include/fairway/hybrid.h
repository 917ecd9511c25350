#ifndef FAIRWAY_HYBRID_H
#define FAIRWAY_HYBRID_H

/// @file
/// Reports on the steps of FW_HYBRID_STRICT: the hybrid of Pinter 2001 ("Performance and Hybrid Solutions").

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "fairway/path.h"
#include "fairway/planner.h"
#include "fairway/pose.h"
#include "fairway/result.h"

#ifdef __cplusplus
extern "C" {
#endif

/// The steps, by the numbers of the article.
typedef enum fw_hybrid_step {
    FW_HYBRID_GRID = 1, ///< A* with four neighbours, whatever the unit's corner rule
    FW_HYBRID_FORWARD,  ///< Smoothing-48 from the start; if it reaches the goal, step 6 follows
    FW_HYBRID_BACKWARD, ///< Smoothing-48 from the goal backward
    FW_HYBRID_GAP, ///< the farthest points a and b of steps 2 and 3 must lie at most 12 tiles apart in x and in y
    FW_HYBRID_REPAIR, ///< Directional-8 between both searches
    FW_HYBRID_SMOOTH, ///< simple smoothing of the whole path, if the request asks for smoothing
    FW_HYBRID_STEPS = FW_HYBRID_SMOOTH ///< number of steps
} fw_hybrid_step;

/// The name of a step in JSON, such as "grid".
///
/// @param step  any value
/// @return text [until: the program ends]; "unknown" if the value is not a step
const char *fw_hybrid_step_name(fw_hybrid_step step);

/// Report on one step.
typedef struct fw_hybrid_step_report {
    /// FW_OK, FW_NOT_FOUND (the step failed), FW_LIMIT, or FW_PENDING (the step was not taken, or is not finished).
    fw_result result;
    uint64_t expanded; ///< nodes
    uint64_t work;     ///< as fw_statistics::work; step 6: as fw_statistics::shaping
} fw_hybrid_step_report;

/// Report on all steps.
typedef struct fw_hybrid_report {
    fw_hybrid_step_report steps[FW_HYBRID_STEPS + 1]; ///< by number; the first is not used
    int32_t failed; ///< number of the step that made the method give up; 0 = none
    bool has_a;     ///< `a` is valid: steps 2 and 3 have both failed, so that step 4 was taken
    bool has_b;     ///< `b` is valid: as for `has_a`
    fw_pose a;      ///< the farthest pose that step 2 reached from the start
    /// The farthest pose that step 3 reached from the goal; headings are those of driving to the goal
    fw_pose b;
    bool has_gap; ///< `from` and `to` are valid: step 4 found that a repair may be tried
    fw_pose from; ///< where the repair begins: a, or an earlier pose
    fw_pose to;   ///< where the repair ends: b, or a later pose
} fw_hybrid_report;

/// Reports on the steps of a planner's last fw_find_path().
///
/// @param planner      the planner
/// @param[out] report  the report
/// @return FW_OK, FW_NULL_ARGUMENT, or FW_METHOD_DOES_NOT_FIT: the last request was not for FW_HYBRID_STRICT
fw_result fw_planner_hybrid_report(const fw_planner *planner, fw_hybrid_report *report);

/// fw_planner_hybrid_report() for programs whose headers may be of another minor version, see docs/abi.md.
///
/// @param planner  as for fw_planner_hybrid_report()
/// @param[out] report  as many bytes of it as the program's header has
/// @param bytes  sizeof *report
/// @return as fw_planner_hybrid_report()
fw_result fw_planner_get_hybrid_report(const fw_planner *planner, fw_hybrid_report *report, size_t bytes);

/// Reports on the steps that a search has taken so far.
///
/// @param search       the search
/// @param[out] report  the report
/// @return as fw_planner_hybrid_report()
fw_result fw_search_hybrid_report(const fw_search *search, fw_hybrid_report *report);

/// fw_search_hybrid_report() for programs whose headers may be of another minor version, see docs/abi.md.
///
/// @param search  as for fw_search_hybrid_report()
/// @param[out] report  as many bytes of it as the program's header has
/// @param bytes  sizeof *report
/// @return as fw_search_hybrid_report()
fw_result fw_search_get_hybrid_report(const fw_search *search, fw_hybrid_report *report, size_t bytes);

/// Returns the path that one step of a planner's last fw_find_path() has found: the path on the grid (step 1), the path
/// from the start to a (2), from b to the goal (3), or the repair (5).
///
/// @param planner  the planner
/// @param step     the step
/// @param path     receives the path
/// @return FW_OK, FW_NULL_ARGUMENT, FW_METHOD_DOES_NOT_FIT (the last request was not for FW_HYBRID_STRICT),
///         FW_NOT_FOUND (the step has found no path) or FW_NO_MEMORY
fw_result fw_planner_hybrid_way(const fw_planner *planner, fw_hybrid_step step, fw_path *path);

#ifdef __cplusplus
}
#endif
#endif
