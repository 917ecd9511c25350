#include <math.h>

#include "base/trig.h"
#include "curve/path.h"
#include "plan/hybrid.h"
#include "plan/planner.h"
#include "plan/route.h"

enum {
    AHEAD = 12,         ///< points of the path (Pinter 2001), and tiles of the window around
    MOST_BREADTH = 2,   ///< how often both are doubled
    REPAIR_WORK = 20000 ///< of the narrowest repair; doubled with it
};

fw_result hybrid_begin_full(fw_search *search)
{
    hybrid *by = search->hybrid;
    if (by->rigour != HYBRID_EXTENDED)
        return FW_GAVE_UP;
    const fw_result entered = hybrid_enter(search, HYBRID_FULL);
    const search_limits limits = limits_left(search, by->before.work);
    search->asked.several = by->several;
    const directional_query full = directional_query_of(search);
    search->asked.method = FW_DIRECTIONAL;
    return directional_space_reset(search->directional, &full, &limits) == FW_OK ? entered : FW_NO_MEMORY;
}

/// From where the trail is taken back: some points before the failure.
static void start_repair(fw_search *search, directional_query *repair)
{
    hybrid *by = search->hybrid;
    const int32_t back = by->failed - (HYBRID_FALLS_BACK << by->breadth);
    int32_t kept = by->driven.station_count;
    while (kept > 0 && by->driven.stations[kept - 1].point > back)
        kept--;
    trail_cut(&by->driven, kept);
    if (kept == 0)
        return;
    const double offset = search->asked.motions->offset;
    const lattice_pose at = by->driven.stations[kept - 1].at;
    repair->start = at;
    repair->start_on_lattice = true;
    repair->exact_start = (fw_pose){ at.x + offset, at.y + offset, motion_heading(at.heading) };
}

/// Where the repair is to arrive: on the tail, at the goal, or in any heading at a point of the path.
static void aim_repair(hybrid *by, directional_query *repair)
{
    const int32_t point = by->failed + (AHEAD << by->breadth);
    by->target = by->point_count;
    if (by->has_tail && point >= by->tail.stations[0].point) {
        int32_t end = 0;
        while (end + 1 < by->tail.station_count && by->tail.stations[end + 1].point <= point)
            end++;
        by->target += end;
        repair->goal = by->tail.stations[end].at;
        repair->goal_on_lattice = true;
        repair->goal_any_heading = false;
    } else if (point < by->point_count - 1) {
        by->target = point;
        repair->goal = (lattice_pose){ by->points[point].x, by->points[point].y, -1 };
        repair->goal_on_lattice = repair->goal_any_heading = true;
    }
}

static lattice_window window_around(lattice_pose a, lattice_pose b, int32_t around)
{
    return (lattice_window){ .left = (a.x < b.x ? a.x : b.x) - around,
                             .top = (a.y < b.y ? a.y : b.y) - around,
                             .right = (a.x > b.x ? a.x : b.x) + around,
                             .bottom = (a.y > b.y ? a.y : b.y) + around };
}

fw_result hybrid_begin_repair(fw_search *search)
{
    hybrid *by = search->hybrid;
    directional_query repair = directional_query_of(search);
    start_repair(search, &repair);
    aim_repair(by, &repair);
    repair.has_window = true;
    repair.window = window_around(repair.start, repair.goal, AHEAD << by->breadth);
    repair.max_distance = hybrid_distance_left(search);
    repair.tries_direct = false;
    repair.is_lean = true;
    const fw_result entered = hybrid_enter(search, HYBRID_REPAIR);
    const uint64_t most = (uint64_t)REPAIR_WORK << by->breadth;
    search_limits limits = limits_left(search, by->before.work);
    limits.max_work = limits.max_work && limits.max_work < most ? limits.max_work : most;
    return directional_space_reset(search->directional, &repair, &limits) == FW_OK ? entered : FW_NO_MEMORY;
}

/// A larger window, or another way.
static fw_result fail_repair(fw_search *search)
{
    hybrid *by = search->hybrid;
    if (by->rigour != HYBRID_EXTENDED || by->breadth == MOST_BREADTH)
        return hybrid_begin_full(search);
    by->breadth++;
    return hybrid_begin_repair(search);
}

fw_result hybrid_push_leg(fw_search *search, directional_end end)
{
    hybrid *by = search->hybrid;
    double cost;
    path_begin(by->leg);
    const fw_result written = directional_space_write(search->directional, end, by->leg, &cost);
    if (written != FW_OK) {
        path_abandon(by->leg);
        return written == FW_NOT_FOUND ? FW_OK : written;
    }
    path_end(by->leg, &(fw_path_summary){ .outcome = FW_OUTCOME_FOUND });
    int32_t count;
    const fw_segment *segments = fw_path_segments(by->leg, &count);
    return trail_push(&by->driven, segments, count);
}

fw_result hybrid_leave_repair(fw_search *search, fw_result result)
{
    hybrid *by = search->hybrid;
    if (result != FW_OK)
        return fail_repair(search);
    if (hybrid_push_leg(search, DIRECTIONAL_END_GOAL) != FW_OK)
        return FW_NO_MEMORY;
    if (by->target < by->point_count) {
        fw_pose end;
        fw_path_pose_at(by->leg, fw_path_length(by->leg), &end);
        const band_tile *at = &by->points[by->target];
        const int32_t heading = motion_heading_near(end.heading, search->asked.motions->headings);
        if (trail_stop(&by->driven, (lattice_pose){ at->x, at->y, heading }, by->target) != FW_OK)
            return FW_NO_MEMORY;
        return hybrid_begin_along(search, false);
    }
    if (by->has_tail && hybrid_push_end(by, by->target - by->point_count) != FW_OK)
        return FW_NO_MEMORY;
    hybrid_enter(search, HYBRID_DONE);
    by->is_whole = true;
    return FW_OK;
}
