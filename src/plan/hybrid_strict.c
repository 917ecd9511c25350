#include "plan/hybrid_strict.h"

/// @file
/// Steps 4 and 5 of the hybrid of Pinter 2001: the gap between the searches along the path, and its repair.

#include <stdlib.h>

#include "curve/path.h"
#include "plan/directional_stage.h"
#include "plan/hybrid.h"
#include "plan/hybrid_along.h"
#include "plan/hybrid_repair.h"
#include "plan/planner.h"
#include "plan/route.h"

enum {
    GAP = 12,   ///< most tiles in x or y between the ends of a repair (Pinter 2001)
    WINDOW = 60 ///< side of the window around the middle of a repair (Pinter 2001, "A Faster Implementation")
};

/// The ends of a repair: stations of the trail from the start, and of the tail into the goal.
typedef struct gap {
    int32_t from; ///< -1: the exact start
    int32_t to;   ///< number of stations: the exact goal
} gap;

static lattice_pose begin_of(const fw_search *search, int32_t from)
{
    return from >= 0 ? search->hybrid->driven.stations[from].pose : search->query->from.tile;
}

static lattice_pose end_of(const fw_search *search, int32_t to)
{
    const trail *tail = &search->hybrid->tail;
    return to < tail->station_count ? tail->stations[to].pose : search->decisions.drive_to.end.tile;
}

static fw_pose exact_begin(const fw_search *search, int32_t from)
{
    return from >= 0 ? motion_pose(begin_of(search, from), search->query->motions->offset)
                     : search->query->request.start;
}

static fw_pose exact_end(const fw_search *search, int32_t to)
{
    return to < search->hybrid->tail.station_count
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
    const trail *driven = &search->hybrid->driven, *tail = &search->hybrid->tail;
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
        search->decisions.drive_to.end.on_lattice && search->hybrid->tail.station_count > 0;
    const int32_t most = search->hybrid->tail.station_count - ends_on_lattice;
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
    hybrid *hybrid = search->hybrid;
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
    hybrid *hybrid = search->hybrid;
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
    const fw_result entered = hybrid_enter(search, HYBRID_REPAIR);
    const search_limits limits = limits_left(search, hybrid->before.work);
    return directional_space_reset(search->directional, &repair, &limits) == FW_OK ? entered : FW_NO_MEMORY;
}

fw_result hybrid_leave_gap(fw_search *search, fw_result result)
{
    hybrid *hybrid = search->hybrid;
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
