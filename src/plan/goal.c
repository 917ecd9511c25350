#include "plan/goal.h"

#include <math.h>
#include <stdlib.h>

#include "base/arrival.h"
#include "base/trig.h"
#include "curve/line_cost.h"
#include "grid/overlay_boxes.h"
#include "map/overlay.h"
#include "plan/access.h"
#include "plan/directional_goal.h"
#include "plan/goal_area.h"
#include "plan/planner.h"
#include "plan/query.h"
#include "regions/unit_regions.h"

/// Most goals of jump points: for each of them every expansion looks whether it is in sight.
enum { MOST_SIGHTS = 64 };

search_aims query_search_aims(const query *query)
{
    int32_t count;
    const fw_pose *aims = query_aims(query, &count);
    return (search_aims){ .items = aims, .count = count, .tolerance = query->request.nearest_tolerance };
}

/// The heading of the member of a set at which a path ends; of several members there, the nearest heading.
static double heading_of_member(const fw_goal *goal, fw_pose end)
{
    double heading = end.heading, least = INFINITY;
    for (int32_t i = 0; i < goal->count; i++) {
        const fw_pose member = goal_member(goal, i);
        const double dx = member.x - end.x, dy = member.y - end.y,
                     most = goal->radius + arrival_distance(&end);
        const double off = fabs(trig_wrap(member.heading - end.heading));
        if (dx * dx + dy * dy <= most * most && off < least) {
            least = off;
            heading = member.heading;
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

bool query_sees_past_boxes(query *query)
{
    const int32_t x = query->start.x, y = query->start.y;
    const overlay_boxes boxes = overlay_boxes_of(query->request.overlay, query->unit->def.size);
    query->sight.count = overlay_boxes_look(&boxes, query->jumps, x, y, query->goal.x - x, query->goal.y - y,
                                            query->sight.runs);
    return query->sight.count != JUMP_HIDDEN;
}

/// Looks from the start to the goal before a search by jump points. Returns true if the goal is known to be reachable.
static bool sees_goal(query *query)
{
    return query_looks_first(query) && query_sees_goal(query);
}

/// Keeps an anchor of the start's region if the unit can get there under the overlay.
static regions_offer take_anchor(void *context, int32_t x, int32_t y)
{
    fw_search *search = context;
    near_places *near = &search->goals.near;
    const fw_pose centre = centre_of(x, y, search->query->unit->def.size);
    const double square = square_between(centre.x, centre.y, search_aim(search));
    bool has;
    if (square > near_places_limit(near))
        return OFFER_NEXT;
    const fw_result asked = access_survey(search, ACCESS_OF_ANCHORS, x, y, &has);
    near->lacks_memory = asked == FW_NO_MEMORY;
    if (asked != FW_OK)
        return OFFER_LATER;
    if (!has)
        return access_is_plain(search, x, y) ? OFFER_NEXT_RUN : OFFER_NEXT;
    const near_place place = { .x = x, .y = y, .square = square };
    return near_places_take(near, &search->kept.memory, place);
}

static void begin_around(fw_search *search, int32_t aim)
{
    const map_unit *unit = search->query->unit;
    near_places *near = &search->goals.near;
    const regions *regions = regions_of_unit(search->map, unit);
    const pose_anchor *start = &search->query->start;
    near->aim = aim;
    near->is_around = true;
    const fw_pose *pose = search_aim(search);
    regions_walk_begin(&near->walk, regions, unit->layer,
                       regions_label(regions, unit->layer, start->x, start->y), pose->x, pose->y,
                       0.5 * unit->def.size, near_places_limit(near), take_anchor, search);
}

/// Finds the anchors that the unit can get to and that are nearest to any of the requested poses, block by block.
/// FW_OK, FW_PENDING or FW_NO_MEMORY.
static fw_result find_near_anchors(fw_search *search)
{
    survey *survey = &search->survey;
    near_places *near = &search->goals.near;
    int32_t count;
    query_aims(search->query, &count);
    while (survey->next < count) {
        if (survey_pauses(survey))
            return FW_PENDING;
        if (!near->is_around)
            begin_around(search, (int32_t)survey->next);
        const bool has_more = regions_walk_step(&near->walk, access_box(search, ACCESS_OF_ANCHORS));
        if (near->walk.is_paused)
            return near->lacks_memory ? FW_NO_MEMORY : FW_PENDING;
        survey->paid = survey->next; // each block counts like a place
        near->is_around = has_more;
        survey->next += !has_more;
    }
    near_places_settle(near);
    return FW_OK;
}

/// The nearest of the anchors to the start: a walk in legs leads to one place.
static near_place nearest_to_start(const fw_search *search)
{
    const near_places *near = &search->goals.near;
    const pose_anchor *start = &search->query->start;
    uint64_t least = UINT64_MAX;
    near_place nearest = { .x = start->x, .y = start->y };
    for (size_t i = 0; i < near->count; i++) {
        const near_place *place = &near->items[i];
        const uint64_t away =
            grid_distance((int64_t)place->x - start->x, (int64_t)place->y - start->y, false);
        nearest = away < least ? *place : nearest;
        least = away < least ? away : least;
    }
    return nearest;
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

static fw_result reserve_targets(fw_search *search, size_t count)
{
    return MEMORY_RESERVE(&search->kept.memory, search->goals.targets, search->goals.target_capacity, count);
}

/// Makes all targets the goal of the search on the grid.
static void take_targets(fw_search *search, size_t count)
{
    query *query = &search->judged;
    qsort(search->goals.targets, count, sizeof *search->goals.targets, compare_targets);
    query->goal = (grid_goal){ .kind = GRID_GOAL_SET, .set = search->goals.targets, .count = (int32_t)count };
    grid_goal_bound(&query->goal);
}

/// The same for places near a goal. Jump points serve a few of them.
static void take_near_targets(fw_search *search, size_t count)
{
    query *query = &search->judged;
    take_targets(search, count);
    if (!query->jumps || count <= MOST_SIGHTS)
        return;
    query->jumps = NULL;
    query->method = query->method == FW_JUMP_POINTS ? FW_ASTAR : query->method;
    search->decisions.method = query->method;
}

static fw_result take_set(fw_search *search)
{
    const near_places *near = &search->goals.near;
    if (reserve_targets(search, near->count) != FW_OK)
        return FW_NO_MEMORY;
    for (size_t i = 0; i < near->count; i++)
        search->goals.targets[i] =
            (grid_target){ .x = (int32_t)near->items[i].x, .y = (int32_t)near->items[i].y };
    take_near_targets(search, near->count);
    return FW_OK;
}

fw_result query_go_to_places(fw_search *search, size_t count)
{
    query *query = &search->judged;
    const map_unit *unit = query->unit;
    if (query->method != FW_HYBRID || unit->layer != unit->body ||
        !query_stands(search->map, query, &query->request.start, false, &query->start))
        return FW_NOT_FOUND;
    if (reserve_targets(search, count) != FW_OK)
        return FW_NO_MEMORY;
    for (size_t i = 0; i < count; i++) {
        pose_anchor anchor;
        if (!anchor_under(unit, &search->goals.places[i].pose, &anchor) ||
            !query_fits(search->map, query, anchor.x, anchor.y) ||
            !query_may_reach(search->map, query, anchor.x, anchor.y))
            return FW_NOT_FOUND;
        search->goals.targets[i] = (grid_target){ .x = anchor.x, .y = anchor.y, .index = (int32_t)i };
    }
    take_near_targets(search, count);
    query->end = NULL;
    query->hybrid = HYBRID_SERVES;
    search->decisions.method = FW_HYBRID;
    return FW_OK;
}

/// Makes the anchors that were found the goal.
static fw_result take_near_anchors(fw_search *search)
{
    query *query = &search->judged;
    if (search->goals.near.count > 1 && !goes_in_legs(query->method))
        return take_set(search);
    const near_place place = nearest_to_start(search);
    query->goal = (grid_goal){ .kind = GRID_GOAL_ANCHOR, .x = (int32_t)place.x, .y = (int32_t)place.y };
    sees_goal(query);
    return FW_OK;
}

/// Sets as the goal the anchors nearest to a goal that cannot be reached on the grid. Without a layer, leaves their
/// choice to the search. FW_OK, FW_PENDING or FW_NO_MEMORY.
static fw_result go_near(fw_search *search)
{
    query *query = &search->judged;
    if (!query->unit->layer) {
        query->nearest = NEAREST_BY_SEARCH;
        query->goal = (grid_goal){ .kind = GRID_GOAL_NOWHERE };
        return FW_OK;
    }
    const fw_result found = find_near_anchors(search);
    return found == FW_OK ? take_near_anchors(search) : found;
}

/// Begins to choose the places nearest to a goal that cannot be reached.
static fw_result begin_to_go_near(fw_search *search)
{
    search->judged.reached = FW_OUTCOME_NEAREST;
    search->judged.end = NULL;
    search->judged.goal = (grid_goal){ 0 };
    near_places_clear(&search->goals.near, search->query->request.nearest_tolerance);
    survey_enter(&search->survey, SURVEY_OF_NEAREST);
    return go_near(search);
}

/// Keeps the requested goal. The regions do not rule it out.
static fw_result go_to_goal(query *query)
{
    if (query->request.nearest && !query->unit->layer)
        query->nearest = NEAREST_BY_SEARCH;
    return FW_OK;
}

/// Converts the requested goal, a place, to a goal on anchors.
static inline fw_result understand_place(fw_search *search)
{
    const map_version *map = search->map;
    query *query = &search->judged;
    const fw_pose *pose = &query->request.goal.pose;
    pose_anchor *anchor = &query->place;
    survey *survey = &search->survey;
    const bool is_begun = survey->progress == SURVEY_HAS_GOAL;
    if (!is_begun)
        survey->has_free = query_stands(map, query, pose, true, anchor);
    survey->progress = SURVEY_HAS_GOAL;
    query_take_place(query);
    if (!is_begun && survey->has_free && !query_looks_at_once(query))
        survey->has_reachable = sees_goal(query);
    if (survey->has_free && !survey->has_reachable) {
        const fw_result asked =
            access_survey(search, ACCESS_OF_ANCHORS, anchor->x, anchor->y, &survey->has_reachable);
        if (asked != FW_OK)
            return asked;
    }
    if (survey->has_reachable)
        return go_to_goal(query);
    if (query->request.nearest)
        return begin_to_go_near(search);
    return survey->has_free ? FW_UNREACHABLE : FW_GOAL_BLOCKED;
}

/// @return FW_OK, FW_PENDING or FW_NO_MEMORY
static fw_result survey_anchor(fw_search *search, int32_t x, int32_t y)
{
    const query *query = search->query;
    survey *survey = &search->survey;
    const grid_target *none = NULL;
    if (!grid_goal_holds(&query->goal, x, y, &none))
        return FW_OK;
    survey->has_places = true;
    if (!query_fits(search->map, query, x, y))
        return FW_OK;
    survey->has_free = true;
    return access_survey(search, ACCESS_OF_ANCHORS, x, y, &survey->has_reachable);
}

/// Looks at anchors within a disc, row by row, until one is found that the unit may reach. FW_OK, FW_PENDING or
/// FW_NO_MEMORY.
static fw_result survey_disc(fw_search *search)
{
    const map_version *map = search->map;
    survey *survey = &search->survey;
    const grid_goal *disc = &search->query->goal;
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
        const fw_result looked = survey_anchor(search, tile.x, tile.y);
        if (looked != FW_OK)
            return looked;
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
    const fw_result surveyed = survey_disc(search);
    if (surveyed != FW_OK)
        return surveyed;
    if (survey->has_reachable)
        return go_to_goal(query);
    if (!survey->has_places && anchor_under(unit, &goal->pose, &query->place))
        return understand_place(search);
    if (query->request.nearest)
        return begin_to_go_near(search);
    return survey->has_free ? FW_UNREACHABLE : FW_GOAL_BLOCKED;
}

/// Collects the poses of the set that the unit may reach. FW_OK, FW_PENDING or FW_NO_MEMORY.
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
        grid_target *target = &search->goals.targets[survey->count];
        pose_anchor anchor;
        if (!anchor_under(query->unit, pose, &anchor) || !query_stands(map, query, pose, true, &anchor))
            continue;
        target->x = anchor.x;
        target->y = anchor.y;
        survey->has_free = true;
        bool has;
        const fw_result asked = access_survey(search, ACCESS_OF_ANCHORS, target->x, target->y, &has);
        if (asked != FW_OK)
            return asked;
        if (!has)
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
    if (reserve_targets(search, (size_t)query->request.goal.count) != FW_OK)
        return FW_NO_MEMORY;
    const fw_result collected = collect_targets(search);
    if (collected != FW_OK)
        return collected;
    const int32_t count = search->survey.count;
    if (count == 0 && query->request.nearest)
        return begin_to_go_near(search);
    if (count == 0)
        return search->survey.has_free ? FW_UNREACHABLE : FW_GOAL_BLOCKED;
    take_targets(search, (size_t)count);
    return go_to_goal(query);
}

static fw_result understand_grid(fw_search *search)
{
    query *query = &search->judged;
    const map_version *map = search->map;
    const fw_goal_kind kind = query->request.goal.kind;
    if (search->survey.part == SURVEY_OF_NEAREST)
        return go_near(search);
    if (query->motions && search->survey.progress == SURVEY_BEGINS &&
        !query_stands(map, query, &query->request.start, false, &query->start))
        return FW_START_BLOCKED;
    if (search->survey.progress == SURVEY_BEGINS)
        search->survey.progress = SURVEY_HAS_START;
    if (kind == FW_GOAL_SET)
        return understand_set(search);
    return kind == FW_GOAL_RADIUS ? understand_radius(search) : understand_place(search);
}

/// Resolves start and goal of a directional method. FW_OK: the grid comes next.
static fw_result understand_poses(fw_search *search)
{
    query *query = &search->judged;
    if (query->request.nearest)
        query->nearest = NEAREST_IF_FAILED;
    query->request.nearest = false; // directional search goes there by itself
    return query_understand_directional(search);
}

fw_result query_understand(fw_search *search)
{
    query *query = &search->judged;
    if (search->survey.part == SURVEY_OF_POSES) {
        const fw_result understood = understand_poses(search);
        if (understood != FW_OK || query->hybrid == HYBRID_UNUSED || query->nearest == NEAREST_AT_ONCE)
            return understood;
        survey_enter(&search->survey, SURVEY_OF_ANCHORS);
    }
    const fw_result grid = understand_grid(search);
    if (grid == FW_PENDING || query->hybrid == HYBRID_UNUSED)
        return grid;
    query->hybrid = grid == FW_OK ? HYBRID_SERVES : HYBRID_BLOCKED;
    const bool is_pre_smoothing =
        query->method != FW_HYBRID && query->method != FW_HYBRID_STRICT && query->method != FW_HIERARCHY;
    return is_pre_smoothing ? grid : FW_OK;
}
