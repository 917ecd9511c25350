#include <math.h>
#include <stdlib.h>

#include "base/trig.h"
#include "curve/line_cost.h"
#include "grid/overlay_boxes.h"
#include "map/overlay.h"
#include "plan/planner.h"
#include "plan/query.h"

/// True if the regions tell before any search what can be reached. Under an overlay they only tell what cannot.
static bool regions_decide(const query *asked)
{
    return asked->unit->joined && overlay_is_empty(asked->ask.overlay);
}

const fw_pose *query_aims(const query *asked, int32_t *count)
{
    const fw_goal *goal = asked->motions ? &asked->wished : &asked->ask.goal;
    *count = goal->kind == FW_GOAL_SET ? goal->count : 1;
    return goal->kind == FW_GOAL_SET ? goal->set : &goal->pose;
}

/// The heading of the member of a set at which a path ends; of several members at this place, the one nearest in
/// heading.
static double heading_of_member(const fw_goal *goal, fw_pose end)
{
    double heading = end.heading, least = INFINITY;
    for (int32_t i = 0; i < goal->count; i++) {
        const fw_pose *member = &goal->set[i];
        const double off = fabs(trig_wrap(member->heading - end.heading));
        if (fabs(member->x - end.x) <= ON_LATTICE && fabs(member->y - end.y) <= ON_LATTICE && off < least) {
            least = off;
            heading = member->heading;
        }
    }
    return heading;
}

bool query_goal_heading(const query *asked, fw_pose end, double *heading)
{
    const fw_goal *goal = &asked->ask.goal;
    const bool is_for_others = asked->unit->def.turn_radius <= 0 || !goal->has_heading;
    if (goal->kind == FW_GOAL_PLACE || (goal->kind != FW_GOAL_POSE && is_for_others))
        return false;
    *heading = goal->kind == FW_GOAL_SET ? heading_of_member(goal, end) : goal->pose.heading;
    return true;
}

/// Aims at the anchor of the start's region that is nearest to any of the poses asked for.
///
/// @return FW_OK or FW_PENDING
static fw_result aim_in_region(query *asked, survey *survey)
{
    const map_unit *unit = asked->unit;
    const uint32_t region = regions_label(unit->joined, unit->layer, asked->start.x, asked->start.y);
    int32_t count;
    const fw_pose *aims = query_aims(asked, &count);
    asked->goal.kind = GRID_GOAL_ANCHOR;
    for (; survey->next < count; survey->next++) {
        if (survey_pauses(survey))
            return FW_PENDING;
        const fw_pose *aim = &aims[survey->next];
        int32_t x, y;
        if (!regions_nearest(unit->joined, unit->layer, region, aim->x, aim->y, &x, &y))
            continue;
        const fw_pose centre = fw_pose_on_tile(x, y, unit->def.size);
        const nearness next = nearness_of(centre.x, centre.y, aim);
        if (!is_nearer(&next, &survey->best))
            continue;
        survey->best = next;
        asked->goal = (grid_goal){ .kind = GRID_GOAL_ANCHOR, .x = x, .y = y };
    }
    return FW_OK;
}

/// True if the runs to a goal in sight pass nothing that the overlay changes.
static bool sight_spares_overlay(const query *asked)
{
    const overlay_boxes boxes = overlay_boxes_of(asked->ask.overlay, asked->unit->def.size);
    const grid_run second = asked->sight_count > 1 ? asked->sight[1] : (grid_run){ 0 };
    return overlay_boxes_spare(&boxes, asked->start.x, asked->start.y, asked->sight[0], second);
}

/// Looks for the goal from the start if jump points search: most goals are in sight.
///
/// @return true if the goal is known to be reachable
static inline bool sees_goal(query *asked)
{
    if (!query_looks_first(asked))
        return false;
    const int32_t x = asked->start.x, y = asked->start.y;
    asked->sight_count = jump_look(asked->jumps, x, y, asked->goal.x - x, asked->goal.y - y, asked->sight);
    if (asked->sight_count > 0 && !overlay_is_empty(asked->ask.overlay) && !sight_spares_overlay(asked))
        asked->sight_count = JUMP_HIDDEN;
    return asked->sight_count != JUMP_HIDDEN;
}

fw_result query_go_near(fw_search *search)
{
    query *asked = &search->judged;
    if (regions_decide(asked)) {
        const fw_result aimed = aim_in_region(asked, &search->survey);
        if (aimed == FW_OK)
            sees_goal(asked);
        return aimed;
    }
    asked->searches_nearest = true;
    asked->goal = (grid_goal){ .kind = GRID_GOAL_NOWHERE };
    return FW_OK;
}

/// Begins to aim at the place nearest to a goal that cannot be reached.
static fw_result begin_to_go_near(fw_search *search)
{
    search->judged.reached = FW_OUTCOME_NEAREST;
    search->judged.end = NULL;
    search->judged.goal = (grid_goal){ 0 };
    survey_enter(&search->survey, SURVEY_OF_NEAREST);
    return query_go_near(search);
}

/// Aims at the goal, which may be reached as far as is known before the search.
static fw_result go_to_goal(query *asked)
{
    asked->searches_nearest = asked->ask.nearest && !regions_decide(asked);
    return FW_OK;
}

fw_result query_understand_place(fw_search *search)
{
    const fw_map *map = search->map;
    query *asked = &search->judged;
    const fw_pose *pose = &asked->ask.goal.pose;
    pose_anchor *at = &asked->place;
    const bool blocked = !query_stands(map, asked, pose, true, at);
    asked->goal = (grid_goal){ .kind = GRID_GOAL_ANCHOR, .x = at->x, .y = at->y };
    asked->end = at->is_centred ? NULL : pose;
    if (!blocked && (sees_goal(asked) || query_may_reach(asked, at->x, at->y)))
        return go_to_goal(asked);
    if (asked->ask.nearest)
        return begin_to_go_near(search);
    return blocked ? FW_GOAL_BLOCKED : FW_UNREACHABLE;
}

static void survey_anchor(const fw_map *map, const query *asked, int32_t x, int32_t y, survey *survey)
{
    const grid_target *none = NULL;
    if (!grid_goal_holds(&asked->goal, x, y, &none))
        return;
    survey->has_places = true;
    if (!query_fits(map, asked, x, y))
        return;
    survey->has_free = true;
    survey->has_reachable = query_may_reach(asked, x, y);
}

/// Looks at anchors, row by row, until a reachable one is found.
///
/// @return FW_OK or FW_PENDING
static fw_result survey_disc(const fw_map *map, const query *asked, survey *survey)
{
    const grid_goal *disc = &asked->goal;
    const lattice_window tiles = {
        .left = (int32_t)fmax(0.0, floor(disc->centre_x - disc->radius)),
        .top = (int32_t)fmax(0.0, floor(disc->centre_y - disc->radius)),
        .right = (int32_t)fmin(fw_map_width(map) - 1.0, ceil(disc->centre_x + disc->radius)),
        .bottom = (int32_t)fmin(fw_map_height(map) - 1.0, ceil(disc->centre_y + disc->radius)),
    };
    const int64_t count = window_count(&tiles);
    for (; survey->next < count && !survey->has_reachable; survey->next++) {
        if (survey_pauses(survey))
            return FW_PENDING;
        const lattice_pose tile = window_tile(&tiles, survey->next);
        survey_anchor(map, asked, tile.x, tile.y, survey);
    }
    return FW_OK;
}

static fw_result understand_radius(fw_search *search)
{
    query *asked = &search->judged;
    const survey *survey = &search->survey;
    const fw_goal *goal = &asked->ask.goal;
    const map_unit *unit = asked->unit;
    asked->goal = grid_goal_within(goal->pose.x - unit->def.size / 2.0, goal->pose.y - unit->def.size / 2.0,
                                   goal->radius, unit->def.corners == FW_CORNERS_ORTHOGONAL);
    if (survey_disc(search->map, asked, &search->survey) == FW_PENDING)
        return FW_PENDING;
    if (survey->has_reachable)
        return go_to_goal(asked);
    if (!survey->has_places && anchor_under(unit, &goal->pose, &asked->place))
        return query_understand_place(search);
    if (asked->ask.nearest)
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
    const fw_map *map = search->map;
    const query *asked = search->asked;
    const fw_goal *goal = &asked->ask.goal;
    survey *survey = &search->survey;
    for (; survey->next < goal->count; survey->next++) {
        if (survey_pauses(survey))
            return FW_PENDING;
        const fw_pose *pose = &goal->set[survey->next];
        grid_target *target = &search->targets[survey->count];
        pose_anchor at;
        if (!anchor_under(asked->unit, pose, &at) || !query_stands(map, asked, pose, true, &at))
            continue;
        target->x = at.x;
        target->y = at.y;
        survey->has_free = true;
        if (!query_may_reach(asked, target->x, target->y))
            continue;
        const fw_pose centre = fw_pose_on_tile(target->x, target->y, asked->unit->def.size);
        target->index = (int32_t)survey->next;
        target->closing_cost =
            line_cost(map, asked->unit, asked->ask.overlay, centre.x, centre.y, pose->x, pose->y);
        survey->count++;
    }
    return FW_OK;
}

static fw_result understand_set(fw_search *search)
{
    query *asked = &search->judged;
    if (memory_reserve(&search->planner->memory, &search->targets, &search->target_capacity,
                       (size_t)asked->ask.goal.count, sizeof *search->targets) != FW_OK)
        return FW_NO_MEMORY;
    if (collect_targets(search) == FW_PENDING)
        return FW_PENDING;
    const int32_t count = search->survey.count;
    if (count == 0 && asked->ask.nearest)
        return begin_to_go_near(search);
    if (count == 0)
        return search->survey.has_free ? FW_UNREACHABLE : FW_GOAL_BLOCKED;
    qsort(search->targets, (size_t)count, sizeof *search->targets, compare_targets);
    asked->goal = (grid_goal){ .kind = GRID_GOAL_SET, .set = search->targets, .count = count };
    grid_goal_bound(&asked->goal);
    return go_to_goal(asked);
}

fw_result query_understand_places(fw_search *search)
{
    return search->asked->ask.goal.kind == FW_GOAL_SET ? understand_set(search) : understand_radius(search);
}
