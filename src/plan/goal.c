#include <math.h>
#include <stdlib.h>

#include "base/arrival.h"
#include "base/trig.h"
#include "curve/line_cost.h"
#include "grid/overlay_boxes.h"
#include "map/overlay.h"
#include "plan/goal_area.h"
#include "plan/planner.h"
#include "plan/query.h"
#include "regions/unit_regions.h"

/// True if the regions prove what can be reached. Under an overlay they only prove what cannot be reached.
static bool regions_decide(const query *query)
{
    return query->unit->layer && overlay_is_empty(query->request.overlay);
}

const fw_pose *query_aims(const query *query, int32_t *count)
{
    const fw_goal *goal = query->motions ? &query->requested_goal : &query->request.goal;
    *count = goal->kind == FW_GOAL_SET ? goal->count : 1;
    return goal->kind == FW_GOAL_SET ? goal->set : &goal->pose;
}

/// The heading of the member of a set at which a path ends; of several members there, the nearest heading.
static double heading_of_member(const fw_goal *goal, fw_pose end)
{
    double heading = end.heading, least = INFINITY;
    for (int32_t i = 0; i < goal->count; i++) {
        const fw_pose *member = &goal->set[i];
        const double dx = member->x - end.x, dy = member->y - end.y,
                     most = goal->radius + arrival_distance(&end);
        const double off = fabs(trig_wrap(member->heading - end.heading));
        if (dx * dx + dy * dy <= most * most && off < least) {
            least = off;
            heading = member->heading;
        }
    }
    return heading;
}

bool query_goal_heading(const query *query, fw_pose end, double *heading)
{
    const fw_goal *goal = &query->request.goal;
    if (!goal_has_heading(goal) || (goal->kind != FW_GOAL_POSE && query->unit->def.turn_radius <= 0))
        return false;
    *heading = goal->kind == FW_GOAL_SET ? heading_of_member(goal, end) : goal->pose.heading;
    if (fabs(trig_wrap(*heading - end.heading)) <= goal->heading_tolerance + ARRIVAL_TURN)
        *heading = end.heading;
    return true;
}

/// Sets as the goal the anchor in the start's region that is nearest to any of the requested poses.
///
/// @return FW_OK or FW_PENDING
static fw_result aim_in_region(const map_version *map, query *query, survey *survey)
{
    const map_unit *unit = query->unit;
    const regions *regions = regions_of_unit(map, unit);
    const uint32_t region = regions_label(regions, unit->layer, query->start.x, query->start.y);
    int32_t count;
    const fw_pose *aims = query_aims(query, &count);
    query->goal.kind = GRID_GOAL_ANCHOR;
    for (; survey->next < count; survey->next++) {
        if (survey_pauses(survey))
            return FW_PENDING;
        const fw_pose *aim = &aims[survey->next];
        int32_t x, y;
        if (!regions_nearest(regions, unit->layer, region, aim->x, aim->y, &x, &y))
            continue;
        const fw_pose centre = fw_pose_on_tile(x, y, unit->def.size);
        const nearness next = nearness_of(centre.x, centre.y, aim);
        if (!is_nearer(&next, &survey->best))
            continue;
        survey->best = next;
        query->goal = (grid_goal){ .kind = GRID_GOAL_ANCHOR, .x = x, .y = y };
    }
    return FW_OK;
}

/// Looks from the start to the goal before a search by jump points: many goals are in sight.
///
/// @return true if the goal is known to be reachable
static inline bool sees_goal(query *query)
{
    if (!query_looks_first(query))
        return false;
    const int32_t x = query->start.x, y = query->start.y;
    const int32_t dx = query->goal.x - x, dy = query->goal.y - y;
    if (overlay_is_empty(query->request.overlay)) {
        query->sight_count = jump_look(query->jumps, x, y, dx, dy, query->sight);
    } else {
        const overlay_boxes boxes = overlay_boxes_of(query->request.overlay, query->unit->def.size);
        query->sight_count = overlay_boxes_look(&boxes, query->jumps, x, y, dx, dy, query->sight);
    }
    return query->sight_count != JUMP_HIDDEN;
}

fw_result query_go_near(fw_search *search)
{
    query *query = &search->judged;
    if (regions_decide(query)) {
        const fw_result aimed = aim_in_region(search->map, query, &search->survey);
        if (aimed == FW_OK)
            sees_goal(query);
        return aimed;
    }
    query->searches_nearest = true;
    query->goal = (grid_goal){ .kind = GRID_GOAL_NOWHERE };
    return FW_OK;
}

/// Begins to choose the place nearest to a goal that cannot be reached.
static fw_result begin_to_go_near(fw_search *search)
{
    search->judged.reached = FW_OUTCOME_NEAREST;
    search->judged.end = NULL;
    search->judged.goal = (grid_goal){ 0 };
    survey_enter(&search->survey, SURVEY_OF_NEAREST);
    return query_go_near(search);
}

/// Keeps the requested goal. The regions do not rule it out.
static fw_result go_to_goal(query *query)
{
    query->searches_nearest = query->request.nearest && !regions_decide(query);
    return FW_OK;
}

fw_result query_understand_place(fw_search *search)
{
    const map_version *map = search->map;
    query *query = &search->judged;
    const fw_pose *pose = &query->request.goal.pose;
    pose_anchor *anchor = &query->place;
    const bool blocked = !query_stands(map, query, pose, true, anchor);
    query->goal = (grid_goal){ .kind = GRID_GOAL_ANCHOR, .x = anchor->x, .y = anchor->y };
    query->end = anchor->is_centred ? NULL : pose;
    if (!blocked && (sees_goal(query) || query_may_reach(map, query, anchor->x, anchor->y)))
        return go_to_goal(query);
    if (query->request.nearest)
        return begin_to_go_near(search);
    return blocked ? FW_GOAL_BLOCKED : FW_UNREACHABLE;
}

static void survey_anchor(const map_version *map, const query *query, int32_t x, int32_t y, survey *survey)
{
    const grid_target *none = NULL;
    if (!grid_goal_holds(&query->goal, x, y, &none))
        return;
    survey->has_places = true;
    if (!query_fits(map, query, x, y))
        return;
    survey->has_free = true;
    survey->has_reachable = query_may_reach(map, query, x, y);
}

/// Looks at anchors within a disc, row by row, until one is found that the unit may reach.
///
/// @return FW_OK or FW_PENDING
static fw_result survey_disc(const map_version *map, const query *query, survey *survey)
{
    const grid_goal *disc = &query->goal;
    const tile_box tiles = {
        .left = (int32_t)fmax(0.0, floor(disc->centre_x - disc->radius)),
        .top = (int32_t)fmax(0.0, floor(disc->centre_y - disc->radius)),
        .right = (int32_t)fmin(map_width(map) - 1.0, ceil(disc->centre_x + disc->radius)),
        .bottom = (int32_t)fmin(map_height(map) - 1.0, ceil(disc->centre_y + disc->radius)),
    };
    const int64_t count = tile_box_count(&tiles);
    for (; survey->next < count && !survey->has_reachable; survey->next++) {
        if (survey_pauses(survey))
            return FW_PENDING;
        const lattice_pose tile = lattice_tile(&tiles, survey->next);
        survey_anchor(map, query, tile.x, tile.y, survey);
    }
    return FW_OK;
}

static fw_result understand_radius(fw_search *search)
{
    query *query = &search->judged;
    const survey *survey = &search->survey;
    const fw_goal *goal = &query->request.goal;
    const map_unit *unit = query->unit;
    query->goal = grid_goal_within(goal->pose.x - unit->def.size / 2.0, goal->pose.y - unit->def.size / 2.0,
                                   goal->radius, unit->def.corners == FW_CORNERS_ORTHOGONAL);
    if (survey_disc(search->map, query, &search->survey) == FW_PENDING)
        return FW_PENDING;
    if (survey->has_reachable)
        return go_to_goal(query);
    if (!survey->has_places && anchor_under(unit, &goal->pose, &query->place))
        return query_understand_place(search);
    if (query->request.nearest)
        return begin_to_go_near(search);
    return survey->has_free ? FW_UNREACHABLE : FW_GOAL_BLOCKED;
}

static int compare_targets(const void *left, const void *right)
{
    const grid_target *a = left;
    const grid_target *b = right;
    if (a->y != b->y)
        return a->y < b->y ? -1 : 1;
    if (a->x != b->x)
        return a->x < b->x ? -1 : 1;
    if (a->closing_cost != b->closing_cost)
        return a->closing_cost < b->closing_cost ? -1 : 1;
    return a->index < b->index ? -1 : a->index > b->index;
}

/// Collects the poses of the set that the unit may reach.
///
/// @return FW_OK or FW_PENDING
static fw_result collect_targets(fw_search *search)
{
    const map_version *map = search->map;
    const query *query = search->query;
    const fw_goal *goal = &query->request.goal;
    survey *survey = &search->survey;
    for (; survey->next < goal->count; survey->next++) {
        if (survey_pauses(survey))
            return FW_PENDING;
        const fw_pose *pose = &goal->set[survey->next];
        grid_target *target = &search->targets[survey->count];
        pose_anchor anchor;
        if (!anchor_under(query->unit, pose, &anchor) || !query_stands(map, query, pose, true, &anchor))
            continue;
        target->x = anchor.x;
        target->y = anchor.y;
        survey->has_free = true;
        if (!query_may_reach(map, query, target->x, target->y))
            continue;
        const fw_pose centre = fw_pose_on_tile(target->x, target->y, query->unit->def.size);
        target->index = (int32_t)survey->next;
        target->closing_cost =
            line_cost(map, query->unit, query->request.overlay, centre.x, centre.y, pose->x, pose->y);
        survey->count++;
    }
    return FW_OK;
}

static fw_result understand_set(fw_search *search)
{
    query *query = &search->judged;
    if (memory_reserve(&search->planner->memory, &search->targets, &search->target_capacity,
                       (size_t)query->request.goal.count, sizeof *search->targets) != FW_OK)
        return FW_NO_MEMORY;
    if (collect_targets(search) == FW_PENDING)
        return FW_PENDING;
    const int32_t count = search->survey.count;
    if (count == 0 && query->request.nearest)
        return begin_to_go_near(search);
    if (count == 0)
        return search->survey.has_free ? FW_UNREACHABLE : FW_GOAL_BLOCKED;
    qsort(search->targets, (size_t)count, sizeof *search->targets, compare_targets);
    query->goal = (grid_goal){ .kind = GRID_GOAL_SET, .set = search->targets, .count = count };
    grid_goal_bound(&query->goal);
    return go_to_goal(query);
}

fw_result query_understand_places(fw_search *search)
{
    return search->query->request.goal.kind == FW_GOAL_SET ? understand_set(search)
                                                           : understand_radius(search);
}
