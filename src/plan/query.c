#include "plan/query.h"

#include <stdlib.h>

#include "curve/mover.h"
#include "curve/segment.h"
#include "plan/planner.h"

/// Largest distance between a pose and the anchor that it is joined to, in tiles; smaller units use their size.
enum { MOST_RINGS = 8 };

bool query_line_is_free(const fw_map *map, const query *asked, double from_x, double from_y, double to_x,
                        double to_y)
{
    const map_unit *unit = asked->unit;
    mover mover = mover_of(map, unit, asked->ask.overlay);
    fw_segment line;
    segment_set_line(&line, from_x, from_y, to_x, to_y);
    if (mover_may_drive_alone(&mover, &line))
        return true;
    if (!mover_outgrows_size(unit))
        return false;
    mover.body =
        sweep_body_of(&(fw_footprint){ .kind = FW_FOOTPRINT_CIRCLE, .radius = unit->def.size / 2.0 });
    return mover_may_drive_alone(&mover, &line);
}

/// True if a free line joins a pose to an anchor where the unit fits.
static bool is_joined(const fw_map *map, const query *asked, const fw_pose *pose, bool is_goal, int32_t x,
                      int32_t y)
{
    const layer *body = asked->unit->body;
    if (x < 0 || y < 0 || x >= body->width || y >= body->height || !query_fits(map, asked, x, y))
        return false;
    const fw_pose centre = centre_of(x, y, asked->unit->def.size);
    const fw_pose *from = is_goal ? &centre : pose, *to = is_goal ? pose : &centre;
    return query_line_is_free(map, asked, from->x, from->y, to->x, to->y);
}

/// An anchor that a pose may be joined to.
typedef struct joint {
    nearness to_pose;
    nearness to_other; ///< end of the path
} joint;

/// True if one anchor is nearer to the pose than another one, or as near and nearer to the other end of the path. So
/// the choice is the same in a mirrored or turned world.
static bool is_better(const joint *one, const joint *other)
{
    return one->to_pose.square != other->to_pose.square ? one->to_pose.square < other->to_pose.square
                                                        : is_nearer(&one->to_other, &other->to_other);
}

/// Finds the nearest anchor of a ring that a pose can be joined to.
static bool joins_on_ring(const fw_map *map, const query *asked, const fw_pose *pose, bool is_goal,
                          int32_t ring, pose_anchor *at)
{
    const pose_anchor middle = *at;
    int32_t aim_count;
    const fw_pose *other_end = is_goal ? &asked->ask.start : query_aims(asked, &aim_count);
    joint best = { .to_pose.square = INFINITY };
    for (int32_t dy = -ring; dy <= ring; dy++)
        for (int32_t dx = -ring; dx <= ring; dx += abs(dy) == ring || ring == 0 ? 1 : 2 * ring) {
            const int32_t x = middle.x + dx, y = middle.y + dy;
            const fw_pose centre = centre_of(x, y, asked->unit->def.size);
            const joint there = { nearness_of(centre.x, centre.y, pose),
                                  nearness_of(centre.x, centre.y, other_end) };
            if (!is_better(&there, &best) || !is_joined(map, asked, pose, is_goal, x, y))
                continue;
            best = there;
            at->x = x;
            at->y = y;
        }
    return best.to_pose.square < INFINITY;
}

/// True if no anchor can be joined to a pose: a round body is not free at the pose, or the pose lies outside the
/// corridor.
static bool is_hopeless(const fw_map *map, const query *asked, const fw_pose *pose, const pose_anchor *at)
{
    const bool is_round = asked->unit->def.footprint.kind == FW_FOOTPRINT_CIRCLE;
    return !overlay_admits(asked->ask.overlay, asked->unit->def.size, at->x, at->y) ||
           (is_round && !query_line_is_free(map, asked, pose->x, pose->y, pose->x, pose->y));
}

bool query_joins(const fw_map *map, const query *asked, const fw_pose *pose, bool is_goal, pose_anchor *at)
{
    const int32_t size = asked->unit->def.size, most = size < MOST_RINGS ? size : MOST_RINGS;
    if (is_hopeless(map, asked, pose, at))
        return false;
    for (int32_t ring = 0; ring <= most; ring++)
        if (joins_on_ring(map, asked, pose, is_goal, ring, at))
            return true;
    return false;
}

bool query_may_reach(const query *asked, int32_t x, int32_t y)
{
    const map_unit *unit = asked->unit;
    return !unit->joined || regions_label(unit->joined, unit->layer, asked->start.x, asked->start.y) ==
                                regions_label(unit->joined, unit->layer, x, y);
}

/// Anchors of start and goal.
static fw_result understand_grid(fw_search *search)
{
    query *asked = &search->judged;
    const fw_map *map = search->map;
    const fw_goal_kind kind = asked->ask.goal.kind;
    if (search->survey.part == SURVEY_OF_NEAREST)
        return query_go_near(search);
    if (search->survey.next == 0 && !query_stands(map, asked, &asked->ask.start, false, &asked->start))
        return FW_START_BLOCKED;
    return kind == FW_GOAL_PLACE || kind == FW_GOAL_POSE ? query_understand_place(search)
                                                         : query_understand_places(search);
}

/// The answer for a directional method, or FW_OK and the grid is asked next.
static fw_result understand_poses(fw_search *search)
{
    query *asked = &search->judged;
    asked->may_go_near = asked->may_go_near || asked->ask.nearest;
    asked->ask.nearest = false; // directional search goes there by itself
    return query_understand_directional(search);
}

fw_result query_understand(fw_search *search)
{
    query *asked = &search->judged;
    if (search->survey.part == SURVEY_OF_POSES) {
        const fw_result understood = asked->motions ? understand_poses(search) : FW_OK;
        if (understood != FW_OK || (asked->motions && (!asked->is_hybrid || asked->goes_near)))
            return understood;
        survey_enter(&search->survey, SURVEY_OF_ANCHORS);
    }
    const fw_result grid = understand_grid(search);
    if (grid == FW_PENDING)
        return FW_PENDING;
    asked->grid_serves = grid == FW_OK;
    const bool is_pre_smoothing =
        asked->method != FW_HYBRID && asked->method != FW_HYBRID_STRICT && asked->method != FW_HIERARCHY;
    return asked->is_hybrid && !is_pre_smoothing ? FW_OK : grid;
}
