#include "plan/hybrid_repair.h"

#include <stdlib.h>

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
    MOST_BREADTH = 2,    ///< most times that both are doubled
    REPAIR_WORK = 20000, ///< limit on the work of the first repair; doubled with them
    GAP = 12,            ///< HYBRID_STRICT: most tiles in x or y between the ends of a repair (Pinter 2001)
    WINDOW = 60          ///< and the side of its window (Pinter 2001, "A Faster Implementation")
};

/// Enters a phase with a directional search.
///
/// @param most  work that the search may do, 0 = no limit of its own
static fw_result enter_search(fw_search *search, hybrid_phase phase, const directional_query *query,
                              uint64_t most)
{
    const fw_result entered = hybrid_enter(search, phase);
    search_limits limits = limits_left(search, search->spaces.hybrid->before.work);
    if (most)
        limits.max_work = limits_max_work(limits.max_work, most);
    return directional_space_reset(search->spaces.directional, query, &limits) == FW_OK ? entered
                                                                                        : FW_NO_MEMORY;
}

fw_result hybrid_begin_full(fw_search *search)
{
    hybrid *hybrid = search->spaces.hybrid;
    if (hybrid->rigour != HYBRID_EXTENDED || search->decisions.reached == FW_OUTCOME_NEAREST)
        return FW_GAVE_UP; // the stage for the nearest place searches from start to goal by itself
    search->decisions.drive_to.several = hybrid->several;
    const directional_query full = directional_query_of(search);
    search->decisions.method = FW_DIRECTIONAL;
    return enter_search(search, HYBRID_FULL, &full, 0);
}

/// Cuts the trail some points before the failure: the repair begins there.
static void start_repair(fw_search *search, directional_query *repair)
{
    hybrid *hybrid = search->spaces.hybrid;
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
    hybrid *hybrid = search->spaces.hybrid;
    directional_query repair = directional_query_of(search);
    start_repair(search, &repair);
    aim_repair(hybrid, &repair);
    repair.has_window = true;
    repair.window =
        window_around(repair.start.tile, repair.goals.items[0].tile, AHEAD << hybrid->repair.breadth);
    repair.max_distance = hybrid_distance_left(search);
    repair.tries_direct = false;
    repair.extent = EXTENT_BASE;
    return enter_search(search, HYBRID_REPAIR, &repair, (uint64_t)REPAIR_WORK << hybrid->repair.breadth);
}

/// Begins a repair in a larger window, or the search from start to goal.
static fw_result fail_repair(fw_search *search)
{
    hybrid *hybrid = search->spaces.hybrid;
    if (hybrid->rigour != HYBRID_EXTENDED || hybrid->repair.breadth == MOST_BREADTH)
        return hybrid_begin_full(search);
    hybrid->repair.breadth++;
    return hybrid_begin_repair(search);
}

fw_result hybrid_push_repair(fw_search *search, directional_end end)
{
    hybrid *hybrid = search->spaces.hybrid;
    double cost;
    path_begin(hybrid->repair.path);
    const fw_result written =
        directional_space_write(search->spaces.directional, end, hybrid->repair.path, &cost);
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
    hybrid *hybrid = search->spaces.hybrid;
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

/// The ends of a repair: stations of the trail from the start, and of the tail into the goal.
typedef struct gap {
    int32_t from; ///< -1: the exact start
    int32_t to;   ///< number of stations: the exact goal
} gap;

static lattice_pose begin_of(const fw_search *search, int32_t from)
{
    return from >= 0 ? search->spaces.hybrid->driven.stations[from].pose : search->query->from.tile;
}

static lattice_pose end_of(const fw_search *search, int32_t to)
{
    const trail *tail = &search->spaces.hybrid->tail;
    return to < tail->station_count ? tail->stations[to].pose : search->decisions.drive_to.end.tile;
}

static fw_pose exact_begin(const fw_search *search, int32_t from)
{
    return from >= 0 ? motion_pose(begin_of(search, from), search->query->motions->offset)
                     : search->query->request.start;
}

static fw_pose exact_end(const fw_search *search, int32_t to)
{
    return to < search->spaces.hybrid->tail.station_count
               ? motion_pose(end_of(search, to), search->query->motions->offset)
               : search->decisions.drive_to.end.pose;
}

/// True if a repair may connect two stations.
static bool is_near(const fw_search *search, int32_t from, int32_t to)
{
    const lattice_pose begin = begin_of(search, from), end = end_of(search, to);
    return abs(begin.x - end.x) <= GAP && abs(begin.y - end.y) <= GAP;
}

/// Moves both ends of the gap back until the searches have not passed each other. In Pinter 2001 goals have no heading;
/// a heading may stop the search from the start at the goal, and the search from the goal at the start.
static gap part(const fw_search *search, gap found)
{
    const trail *driven = &search->spaces.hybrid->driven, *tail = &search->spaces.hybrid->tail;
    for (bool turn = false; found.from >= 0 && found.to < tail->station_count &&
                            driven->stations[found.from].point > tail->stations[found.to].point;
         turn = !turn) {
        found.from -= turn;
        found.to += !turn;
    }
    return found;
}

/// Moves both ends of the gap away from the failure, in turns, one station at a time, as long as they are near enough.
static gap widen(const fw_search *search, gap found)
{
    const int32_t least = search->query->from.on_lattice && found.from >= 0 ? 0 : -1;
    const bool ends_on_lattice =
        search->decisions.drive_to.end.on_lattice && search->spaces.hybrid->tail.station_count > 0;
    const int32_t most = search->spaces.hybrid->tail.station_count - ends_on_lattice;
    for (bool moves = true; moves;) {
        const bool backward = found.from > least && is_near(search, found.from - 1, found.to);
        found.from -= backward;
        const bool forward = found.to < most && is_near(search, found.from, found.to + 1);
        found.to += forward;
        moves = backward || forward;
    }
    return found;
}

/// The tiles around the middle of a repair.
static tile_box window_of(lattice_pose from, lattice_pose to)
{
    const int32_t left = (from.x + to.x) / 2 - WINDOW / 2, top = (from.y + to.y) / 2 - WINDOW / 2;
    return (tile_box){ left, top, left + WINDOW - 1, top + WINDOW - 1 };
}

static directional_query repair_of(const fw_search *search, gap ends)
{
    directional_query repair = directional_query_of(search);
    repair.table = search->query->repairs;
    hybrid *hybrid = search->spaces.hybrid;
    repair.start = (search_end){ .tile = begin_of(search, ends.from),
                                 .pose = hybrid->strict.report.from,
                                 .on_lattice = ends.from >= 0 || search->query->from.on_lattice };
    if (ends.to < hybrid->tail.station_count) {
        hybrid->repair.goal = (search_end){ end_of(search, ends.to), hybrid->strict.report.to, true };
        repair.goals = goal_set_of(&hybrid->repair.goal, false);
    }
    repair.is_greedy = repair.tries_direct = false;
    repair.has_window = true;
    repair.window = window_of(repair.start.tile, repair.goals.items[0].tile);
    repair.max_distance = hybrid_distance_left(search);
    return repair;
}

fw_result hybrid_begin_gap(fw_search *search)
{
    hybrid *hybrid = search->spaces.hybrid;
    fw_hybrid_report *report = &hybrid->strict.report;
    const gap reached = { .from = hybrid->driven.station_count - 1, .to = 0 };
    const gap failed = part(search, reached);
    report->a = exact_begin(search, reached.from);
    report->b = exact_end(search, reached.to);
    report->has_a = report->has_b = true;
    report->has_gap = is_near(search, failed.from, failed.to);
    report->steps[FW_HYBRID_GAP].result = report->has_gap ? FW_OK : FW_NOT_FOUND;
    if (!report->has_gap) {
        report->failed = FW_HYBRID_GAP;
        return FW_GAVE_UP;
    }
    const gap ends = widen(search, failed);
    report->from = exact_begin(search, ends.from);
    report->to = exact_end(search, ends.to);
    trail_cut(&hybrid->driven, ends.from + 1);
    hybrid->repair.target = ends.to;
    const directional_query repair = repair_of(search, ends);
    return enter_search(search, HYBRID_REPAIR, &repair, 0);
}

fw_result hybrid_leave_gap(fw_search *search, fw_result result)
{
    hybrid *hybrid = search->spaces.hybrid;
    if (result != FW_OK) {
        hybrid->strict.report.failed = FW_HYBRID_REPAIR;
        return FW_GAVE_UP;
    }
    if (hybrid_push_repair(search, DIRECTIONAL_END_GOAL) != FW_OK ||
        (hybrid->has_tail && hybrid->repair.target < hybrid->tail.station_count &&
         hybrid_push_end(hybrid, hybrid->repair.target) != FW_OK))
        return FW_NO_MEMORY;
    hybrid_enter(search, HYBRID_DONE);
    hybrid->is_whole = true;
    return FW_OK;
}
