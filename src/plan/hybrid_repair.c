#include "plan/hybrid_repair.h"

#include <math.h>

#include "base/trig.h"
#include "curve/path.h"
#include "directional/search/directional_write.h"
#include "plan/directional_stage.h"
#include "plan/hybrid.h"
#include "plan/hybrid_along.h"
#include "plan/planner.h"
#include "plan/route.h"

enum {
    AHEAD =
        12, ///< points of the path to the goal of a repair (Pinter 2001), and margin of its window in tiles
    MOST_BREADTH = 2,   ///< most times that both are doubled
    REPAIR_WORK = 20000 ///< limit on the work of the first repair; doubled with them
};

fw_result hybrid_begin_full(fw_search *search)
{
    hybrid *hybrid = search->hybrid;
    if (hybrid->rigour != HYBRID_EXTENDED)
        return FW_GAVE_UP;
    const fw_result entered = hybrid_enter(search, HYBRID_FULL);
    const search_limits limits = limits_left(search, hybrid->before.work);
    search->decisions.drive_to.several = hybrid->several;
    const directional_query full = directional_query_of(search);
    search->decisions.method = FW_DIRECTIONAL;
    return directional_space_reset(search->directional, &full, &limits) == FW_OK ? entered : FW_NO_MEMORY;
}

/// Cuts the trail some points before the failure: the repair begins there.
static void start_repair(fw_search *search, directional_query *repair)
{
    hybrid *hybrid = search->hybrid;
    const int32_t back = hybrid->failed - (HYBRID_FALLS_BACK << hybrid->repair.breadth);
    int32_t kept = hybrid->driven.station_count;
    while (kept > 0 && hybrid->driven.stations[kept - 1].point > back)
        kept--;
    trail_cut(&hybrid->driven, kept);
    if (kept == 0)
        return;
    const lattice_pose pose = hybrid->driven.stations[kept - 1].pose;
    repair->start = (search_end){ pose, motion_pose(pose, search->query->motions->offset), true };
}

/// Chooses the goal of the repair: a pose of the tail, the goal, or a point of the path with any heading.
static void aim_repair(hybrid *hybrid, directional_query *repair)
{
    const int32_t point = hybrid->failed + (AHEAD << hybrid->repair.breadth);
    hybrid->repair.target = hybrid->point_count;
    if (hybrid->has_tail && point >= hybrid->tail.stations[0].point) {
        int32_t end = 0;
        while (end + 1 < hybrid->tail.station_count && hybrid->tail.stations[end + 1].point <= point)
            end++;
        hybrid->repair.target += end;
        const lattice_pose tile = hybrid->tail.stations[end].pose;
        hybrid->repair.goal = (search_end){ tile, motion_pose(tile, repair->table->offset), true };
        repair->goals = goal_set_of(&hybrid->repair.goal, false);
    } else if (point < hybrid->point_count - 1) {
        hybrid->repair.target = point;
        const lattice_pose tile = { hybrid->points[point].x, hybrid->points[point].y, -1 };
        const double offset = repair->table->offset;
        hybrid->repair.goal = (search_end){ tile, { tile.x + offset, tile.y + offset, 0 }, true };
        repair->goals = goal_set_of(&hybrid->repair.goal, true);
    }
}

static tile_box window_around(lattice_pose a, lattice_pose b, int32_t around)
{
    return (tile_box){ .left = (a.x < b.x ? a.x : b.x) - around,
                       .top = (a.y < b.y ? a.y : b.y) - around,
                       .right = (a.x > b.x ? a.x : b.x) + around,
                       .bottom = (a.y > b.y ? a.y : b.y) + around };
}

fw_result hybrid_begin_repair(fw_search *search)
{
    hybrid *hybrid = search->hybrid;
    directional_query repair = directional_query_of(search);
    start_repair(search, &repair);
    aim_repair(hybrid, &repair);
    repair.has_window = true;
    repair.window =
        window_around(repair.start.tile, repair.goals.items[0].tile, AHEAD << hybrid->repair.breadth);
    repair.max_distance = hybrid_distance_left(search);
    repair.tries_direct = false;
    repair.is_base = true;
    const fw_result entered = hybrid_enter(search, HYBRID_REPAIR);
    const uint64_t most = (uint64_t)REPAIR_WORK << hybrid->repair.breadth;
    search_limits limits = limits_left(search, hybrid->before.work);
    limits.max_work = limits_max_work(limits.max_work, most);
    return directional_space_reset(search->directional, &repair, &limits) == FW_OK ? entered : FW_NO_MEMORY;
}

/// Begins a repair in a larger window, or the search from start to goal.
static fw_result fail_repair(fw_search *search)
{
    hybrid *hybrid = search->hybrid;
    if (hybrid->rigour != HYBRID_EXTENDED || hybrid->repair.breadth == MOST_BREADTH)
        return hybrid_begin_full(search);
    hybrid->repair.breadth++;
    return hybrid_begin_repair(search);
}

fw_result hybrid_push_repair(fw_search *search, directional_end end)
{
    hybrid *hybrid = search->hybrid;
    double cost;
    path_begin(hybrid->repair.path);
    const fw_result written = directional_space_write(search->directional, end, hybrid->repair.path, &cost);
    if (written != FW_OK) {
        path_abandon(hybrid->repair.path);
        return written == FW_NOT_FOUND ? FW_OK : written;
    }
    path_end(hybrid->repair.path, &(fw_path_summary){ .outcome = FW_OUTCOME_FOUND });
    int32_t count;
    const fw_segment *segments = fw_path_segments(hybrid->repair.path, &count);
    return trail_push(&hybrid->driven, segments, count);
}

fw_result hybrid_leave_repair(fw_search *search, fw_result result)
{
    hybrid *hybrid = search->hybrid;
    if (result != FW_OK)
        return fail_repair(search);
    if (hybrid_push_repair(search, DIRECTIONAL_END_GOAL) != FW_OK)
        return FW_NO_MEMORY;
    if (hybrid->repair.target < hybrid->point_count) {
        fw_pose end;
        fw_path_pose_at(hybrid->repair.path, fw_path_length(hybrid->repair.path), &end);
        const corridor_tile *tile = &hybrid->points[hybrid->repair.target];
        const int32_t heading = motion_heading_near(end.heading, search->query->motions->headings);
        if (trail_stop(&hybrid->driven, (lattice_pose){ tile->x, tile->y, heading }, hybrid->repair.target) !=
            FW_OK)
            return FW_NO_MEMORY;
        return hybrid_begin_along(search, false);
    }
    if (hybrid->has_tail && hybrid_push_end(hybrid, hybrid->repair.target - hybrid->point_count) != FW_OK)
        return FW_NO_MEMORY;
    hybrid_enter(search, HYBRID_DONE);
    hybrid->is_whole = true;
    return FW_OK;
}
