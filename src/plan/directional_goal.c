#include "plan/directional_goal.h"

#include <math.h>

#include "base/trig.h"
#include "plan/access.h"
#include "plan/goal_area.h"
#include "plan/planner.h"
#include "plan/query.h"

/// Greatest difference between two headings that are tried where a goal tolerates several, in radians.
#define HEADING_STEP (FW_PI / 8)

/// Finds the lattice pose that equals a pose. If there is none, returns false and the tile under the pose.
static bool find_lattice_pose(const query *query, const fw_pose *pose, bool any_heading, lattice_pose *found)
{
    const double offset = query->motions->offset;
    const double x = round(pose->x - offset), y = round(pose->y - offset);
    const int index = any_heading ? -1 : motion_heading_near(pose->heading, query->motions->headings);
    *found = (lattice_pose){ (int32_t)x, (int32_t)y, index };
    if (fabs(x + offset - pose->x) <= ON_LATTICE && fabs(y + offset - pose->y) <= ON_LATTICE &&
        (any_heading || fabs(trig_wrap(pose->heading - motion_heading(index))) <= ON_LATTICE))
        return true;
    *found = (lattice_pose){ (int32_t)floor(pose->x), (int32_t)floor(pose->y), -1 };
    return false;
}

drive_goal query_drive_goal(const query *query, fw_pose pose, bool any_heading)
{
    drive_goal goal = { .end.pose = pose, .any_heading = any_heading };
    goal.end.on_lattice = find_lattice_pose(query, &pose, any_heading, &goal.end.tile);
    return goal;
}

/// Makes the request's one pose the goal.
static fw_result go_to_pose(fw_search *search)
{
    query *query = &search->judged;
    const fw_goal *goal = &query->request.goal;
    const drive_goal drive_to = query_drive_goal(query, goal->pose, !goal_has_heading(goal));
    query->drive_to = drive_to;
    if (!query_body_stands(query, drive_to.end.pose, drive_to.any_heading))
        return FW_GOAL_BLOCKED;
    bool has;
    const fw_result asked =
        access_survey(search, ACCESS_OF_BODY, drive_to.end.tile.x, drive_to.end.tile.y, &has);
    return asked != FW_OK ? asked : has ? FW_OK : FW_UNREACHABLE;
}

/// Replaces a set of goals by its only pose that may be reached.
static fw_result turn_to_one(fw_search *search, fw_pose pose, bool any_heading)
{
    query *query = &search->judged;
    query->request.goal = any_heading ? fw_goal_at(pose.x, pose.y) : fw_goal_pose(pose);
    if (!anchor_under(query->unit, &pose, &query->place))
        return FW_GOAL_BLOCKED;
    return go_to_pose(search);
}

/// Keeps a pose as a place if the unit may get there. FW_OK, FW_PENDING or FW_NO_MEMORY.
static fw_result survey_pose(fw_search *search, fw_pose pose)
{
    survey *survey = &search->survey;
    query *query = &search->judged;
    const bool any_heading = !goal_has_heading(&query->request.goal);
    survey->has_places = true;
    if (!query_body_stands(query, pose, any_heading))
        return FW_OK;
    survey->has_free = true;
    search_end place = { .pose = pose };
    place.on_lattice = find_lattice_pose(query, &pose, any_heading, &place.tile);
    bool has;
    const fw_result asked = access_survey(search, ACCESS_OF_BODY, place.tile.x, place.tile.y, &has);
    if (asked != FW_OK || !has)
        return asked;
    if (MEMORY_RESERVE(&search->kept.memory, search->goals.places, search->goals.place_capacity,
                       (size_t)survey->count + 1) != FW_OK)
        return FW_NO_MEMORY;
    search->goals.places[survey->count++] = place;
    return FW_OK;
}

/// Keeps a position with the headings of the lattice that the goal tolerates.
static fw_result survey_lattice_headings(fw_search *search, fw_pose pose)
{
    const query *query = search->query;
    const double asked = pose.heading, most = query->request.goal.heading_tolerance + ON_LATTICE;
    fw_result surveyed = FW_OK;
    for (int32_t i = 0; i < query->motions->headings && surveyed == FW_OK; i++) {
        pose.heading = motion_heading(i);
        if (fabs(trig_wrap(pose.heading - asked)) <= most)
            surveyed = survey_pose(search, pose);
    }
    return surveyed;
}

/// Keeps a position with the heading that the goal asks for, or with several that it tolerates: those of the lattice if
/// the position lies there, else headings at most HEADING_STEP apart. It pauses only before the first of them, because
/// all have one tile. FW_OK, FW_PENDING or FW_NO_MEMORY.
static fw_result survey_headings(fw_search *search, fw_pose pose)
{
    const query *query = search->query;
    const fw_goal *goal = &query->request.goal;
    const int32_t before = search->survey.count;
    const double asked = pose.heading, tolerance = goal->heading_tolerance;
    lattice_pose point;
    if (!goal_has_heading(goal) || tolerance == 0)
        return survey_pose(search, pose);
    fw_result surveyed = FW_OK;
    if (find_lattice_pose(query, &pose, true, &point))
        surveyed = survey_lattice_headings(search, pose);
    if (surveyed != FW_OK || search->survey.count > before)
        return surveyed;
    const int steps = (int)ceil(tolerance / HEADING_STEP);
    for (int i = -steps; i <= steps && surveyed == FW_OK; i++) {
        pose.heading = asked + tolerance * i / steps;
        surveyed = survey_pose(search, pose);
    }
    return surveyed;
}

/// Makes the kept places the goal.
static fw_result take_places(fw_search *search)
{
    const survey *survey = &search->survey;
    query *query = &search->judged;
    const bool any_heading = !goal_has_heading(&query->request.goal);
    if (survey->count == 0)
        return survey->has_free ? FW_UNREACHABLE : FW_GOAL_BLOCKED;
    pose_anchor anchor; // a small body may stand where the anchor of its size lies outside the map
    if (survey->count == 1 && anchor_under(query->unit, &search->goals.places[0].pose, &anchor))
        return turn_to_one(search, search->goals.places[0].pose, any_heading);
    goal_set_sort(search->goals.places, survey->count);
    query->drive_to = query_drive_goal(query, search->goals.places[0].pose, any_heading);
    query->drive_to.several =
        (goal_set){ .items = search->goals.places, .count = survey->count, .any_heading = any_heading };
    return FW_OK;
}

static fw_result understand_one(fw_search *search)
{
    const fw_goal *goal = &search->query->request.goal;
    if (!goal_has_heading(goal) || goal->heading_tolerance == 0)
        return go_to_pose(search);
    const fw_result surveyed = survey_headings(search, goal->pose);
    return surveyed == FW_OK ? take_places(search) : surveyed;
}

static bool is_on_map(const map_version *map, const fw_pose *pose)
{
    return pose->x >= 0 && pose->x <= map_width(map) && pose->y >= 0 && pose->y <= map_height(map);
}

/// Looks at the members of a set that lie on the map. The body alone decides where the unit may stand: the anchor of
/// its size may lie outside the map.
static fw_result understand_set(fw_search *search)
{
    const fw_goal *goal = &search->query->request.goal;
    survey *survey = &search->survey;
    for (; survey->next < goal->count; survey->next++) {
        if (survey_pauses(survey))
            return FW_PENDING;
        const fw_pose pose = goal_member(goal, survey->next);
        const fw_result looked = is_on_map(search->map, &pose) ? survey_headings(search, pose) : FW_OK;
        if (looked != FW_OK)
            return looked;
    }
    return take_places(search);
}

static bool is_within(const fw_goal *disc, double x, double y)
{
    const double dx = x - disc->pose.x, dy = y - disc->pose.y;
    return dx * dx + dy * dy <= disc->radius * disc->radius;
}

/// Looks at all lattice points within a disc. FW_OK, FW_PENDING or FW_NO_MEMORY.
static fw_result survey_disc(fw_search *search)
{
    const query *query = search->query;
    const fw_goal disc = query->request.goal;
    const double offset = query->motions->offset;
    const map_version *map = search->map;
    survey *survey = &search->survey;
    const tile_box points = {
        .left = (int32_t)fmax(0, floor(disc.pose.x - disc.radius - offset)),
        .top = (int32_t)fmax(0, floor(disc.pose.y - disc.radius - offset)),
        .right = (int32_t)fmin(map_width(map) - 1, ceil(disc.pose.x + disc.radius)),
        .bottom = (int32_t)fmin(map_height(map) - 1, ceil(disc.pose.y + disc.radius)),
    };
    for (const int64_t count = tile_box_count(&points); survey->next < count; survey->next++) {
        if (survey_pauses(survey))
            return FW_PENDING;
        const lattice_pose point = lattice_tile(&points, survey->next);
        const fw_pose pose = { point.x + offset, point.y + offset, disc.pose.heading };
        const fw_result looked = is_within(&disc, pose.x, pose.y) ? survey_headings(search, pose) : FW_OK;
        if (looked != FW_OK)
            return looked;
    }
    return FW_OK;
}

static fw_result understand_radius(fw_search *search)
{
    query *query = &search->judged;
    fw_goal *disc = &query->request.goal;
    const fw_result surveyed = survey_disc(search);
    if (surveyed != FW_OK)
        return surveyed;
    if (search->survey.has_places)
        return take_places(search);
    disc->kind = disc->has_heading ? FW_GOAL_POSE : FW_GOAL_PLACE;
    return anchor_under(query->unit, &disc->pose, &query->place) ? understand_one(search) : FW_GOAL_BLOCKED;
}

static fw_result understand_goal(fw_search *search)
{
    switch (search->query->request.goal.kind) {
    case FW_GOAL_PLACE:
    case FW_GOAL_POSE:
        return understand_one(search);
    case FW_GOAL_RADIUS:
        return understand_radius(search);
    case FW_GOAL_SET:
        break;
    }
    return understand_set(search);
}

/// Notes the lattice pose of the start, and the goal as it was asked for.
static void understand_start(query *query)
{
    query->requested_goal = query->request.goal;
    query->drive_to = (drive_goal){ 0 };
    query->from.pose = query->request.start;
    query->from.on_lattice = find_lattice_pose(query, &query->from.pose, false, &query->from.tile);
}

fw_result query_understand_directional(fw_search *search)
{
    query *query = &search->judged;
    if (search->survey.progress == SURVEY_BEGINS)
        understand_start(query);
    search->survey.progress = SURVEY_HAS_START;
    const fw_result understood = understand_goal(search);
    if (query->nearest == NEAREST_NEVER || (understood != FW_GOAL_BLOCKED && understood != FW_UNREACHABLE))
        return understood;
    query->nearest = NEAREST_AT_ONCE;
    return FW_OK;
}
