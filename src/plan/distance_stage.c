#include "plan/distance_stage.h"

#include "curve/path_edit.h"

#include "curve/line_cost.h"
#include "curve/path.h"
#include "curve/segment.h"
#include "plan/planner.h"
#include "plan/stage.h"

/// Cost by which a path may exceed the limit, because of rounding.
#define SLACK 1e-9

static double cost_of(const fw_search *search, const fw_segment *segment)
{
    const query *query = search->query;
    const double cost = segment_cost(search->map, query->unit, query->request.overlay, segment);
    return segment->gear == FW_REVERSE ? cost * query->unit->def.reverse_penalty : cost;
}

/// Distance along a segment that can be driven for a cost, by bisection. The cost must be less than that of the
/// segment. Each step pays for the half that is kept.
static double length_at_cost(const fw_search *search, const fw_segment *segment, double cost)
{
    double begin = 0, end = segment->length;
    while (end - begin > SLACK) {
        const fw_segment half = { .start = segment_pose_at(segment, begin),
                                  .curvature = segment->curvature,
                                  .length = (end - begin) / 2,
                                  .gear = segment->gear };
        const double spent = cost_of(search, &half);
        if (spent > cost) {
            end = begin + half.length;
        } else {
            cost -= spent;
            begin += half.length;
        }
    }
    return begin;
}

/// Distance along a path that can be driven for a cost, in tiles. The path ends before a change of gear that costs more
/// than what is left.
///
/// @param[in,out] cost  receives the part that was spent
static double distance_at_cost(const fw_search *search, const fw_path *path, double *cost)
{
    int32_t count;
    const fw_segment *segments = fw_path_segments(path, &count);
    double distance = 0, left = *cost;
    for (int32_t i = 0; i < count; i++) {
        const bool shifts = i > 0 && segments[i].gear != segments[i - 1].gear;
        const double shift = shifts ? search->query->unit->def.gear_change_cost : 0;
        const double price = cost_of(search, &segments[i]);
        if (shift >= left)
            break;
        if (shift + price > left)
            return distance + length_at_cost(search, &segments[i], left - shift);
        left -= shift + price;
        distance += segments[i].length;
    }
    *cost -= left;
    return distance;
}

bool distance_cut(const fw_search *search, fw_path *path)
{
    const double most = search->query->request.max_distance;
    if (most == 0 || path_shown(path)->cost <= most + SLACK)
        return false;
    double cost = most;
    const double distance = distance_at_cost(search, path, &cost);
    path_cut(path, distance, cost);
    path_set_outcome(path, FW_OUTCOME_PARTIAL);
    return true;
}

static fw_result step(fw_search *search, uint64_t work)
{
    (void)work;
    return distance_cut(search, search->draft) ? FW_LIMIT : FW_OK;
}

const stage_kind distance_stage = { .step = step };
