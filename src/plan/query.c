#include "plan/query.h"

#include <math.h>
#include <stdlib.h>

#include "curve/mover.h"
#include "curve/segment.h"
#include "curve/sweep.h"
#include "curve/sweep_body.h"
#include "plan/goal_area.h"
#include "regions/unit_regions.h"

/// A goal at most so many turning radii away is near.
enum { NEAR_TURNS = 8 };

bool query_line_is_free(const map_version *map, const query *query, double from_x, double from_y, double to_x,
                        double to_y)
{
    const map_unit *unit = query->unit;
    mover mover = mover_of(map, unit, query->request.overlay);
    fw_segment line;
    segment_set_line(&line, from_x, from_y, to_x, to_y);
    if (mover_may_drive_alone(&mover, &line))
        return true;
    if (!unit->outgrows_size)
        return false;
    mover.body =
        sweep_body_of(&(fw_footprint){ .kind = FW_FOOTPRINT_CIRCLE, .radius = unit->def.size / 2.0 });
    return mover_may_drive_alone(&mover, &line);
}

/// True if a free line leads from a pose to an anchor where the unit fits, or back.
static bool is_connected(const map_version *map, const query *query, const fw_pose *pose, bool is_goal,
                         int32_t x, int32_t y)
{
    const layer *body = query->unit->body;
    if (x < 0 || y < 0 || x >= body->width || y >= body->height || !query_fits(map, query, x, y))
        return false;
    const fw_pose centre = centre_of(x, y, query->unit->def.size);
    const fw_pose *from = is_goal ? &centre : pose, *to = is_goal ? pose : &centre;
    return query_line_is_free(map, query, from->x, from->y, to->x, to->y);
}

typedef struct near_anchor {
    nearness to_pose;
    nearness to_other; ///< end of the path
} near_anchor;

/// True if one anchor is nearer to the pose than another one, or as near and nearer to the other end of the path. So
/// the choice is the same in a mirrored or turned world.
static bool is_better(const near_anchor *one, const near_anchor *other)
{
    return one->to_pose.square != other->to_pose.square ? one->to_pose.square < other->to_pose.square
                                                        : is_nearer(&one->to_other, &other->to_other);
}

/// Finds the nearest anchor of a ring that a pose can be connected to.
static bool finds_anchor_on_ring(const map_version *map, const query *query, const fw_pose *pose,
                                 bool is_goal, int32_t ring, pose_anchor *anchor)
{
    const pose_anchor middle = *anchor;
    int32_t aim_count;
    const fw_pose *other_end = is_goal ? &query->request.start : query_aims(query, &aim_count);
    near_anchor best = { .to_pose.square = INFINITY };
    for (int32_t dy = -ring; dy <= ring; dy++)
        for (int32_t dx = -ring; dx <= ring; dx += abs(dy) == ring || ring == 0 ? 1 : 2 * ring) {
            const int32_t x = middle.x + dx, y = middle.y + dy;
            const fw_pose centre = centre_of(x, y, query->unit->def.size);
            const near_anchor next = { nearness_of(centre.x, centre.y, pose),
                                       nearness_of(centre.x, centre.y, other_end) };
            if (!is_better(&next, &best) || !is_connected(map, query, pose, is_goal, x, y))
                continue;
            best = next;
            anchor->x = x;
            anchor->y = y;
        }
    return best.to_pose.square < INFINITY;
}

/// True if no anchor can be connected to a pose: a round body is not free at the pose, or the pose lies outside the
/// corridor.
static bool is_hopeless(const map_version *map, const query *query, const fw_pose *pose,
                        const pose_anchor *anchor)
{
    const bool is_round = query->unit->def.footprint.kind == FW_FOOTPRINT_CIRCLE;
    return !overlay_admits(query->request.overlay, query->unit->def.size, anchor->x, anchor->y) ||
           (is_round && !query_line_is_free(map, query, pose->x, pose->y, pose->x, pose->y));
}

bool query_finds_anchor(const map_version *map, const query *query, const fw_pose *pose, bool is_goal,
                        pose_anchor *anchor)
{
    const int32_t size = query->unit->def.size, most = size < MOST_RINGS ? size : MOST_RINGS;
    if (is_hopeless(map, query, pose, anchor))
        return false;
    for (int32_t ring = 0; ring <= most; ring++)
        if (finds_anchor_on_ring(map, query, pose, is_goal, ring, anchor))
            return true;
    return false;
}

bool query_may_reach(const map_version *map, const query *query, int32_t x, int32_t y)
{
    const layer *layer = query->unit->layer;
    if (!layer)
        return true;
    const regions *regions = regions_of_unit(map, query->unit);
    return regions_label(regions, layer, query->start.x, query->start.y) ==
           regions_label(regions, layer, x, y);
}

bool query_body_may_reach(const map_version *map, const query *query, lattice_pose pose)
{
    const regions *regions = regions_of_body(map, query->unit);
    const layer *body = query->unit->body;
    return regions_label(regions, body, query->from.tile.x, query->from.tile.y) ==
           regions_label(regions, body, pose.x, pose.y);
}

const fw_pose *query_aims(const query *query, int32_t *count)
{
    const fw_goal *goal = query->motions ? &query->requested_goal : &query->request.goal;
    *count = goal->kind == FW_GOAL_SET ? goal->count : 1;
    return goal->kind == FW_GOAL_SET ? goal->set : &goal->pose;
}

bool query_body_stands(const query *query, fw_pose pose, bool any_heading)
{
    const sweep_ground ground = sweep_ground_of(query->unit, query->request.overlay);
    const sweep_body body = sweep_body_of(&query->unit->def.footprint);
    const int32_t size = query->unit->def.size;
    if (ground.overlay &&
        !overlay_admits(ground.overlay, size, anchor_of(pose.x, size), anchor_of(pose.y, size)))
        return false;
    if (!any_heading)
        return sweep_turn_is_free(&ground, &body, pose, 0);
    for (int heading = 0; heading < query->unit->def.headings; heading++) {
        pose.heading = motion_heading(heading);
        if (sweep_turn_is_free(&ground, &body, pose, 0))
            return true;
    }
    return false;
}

bool query_goal_is_near(const query *query)
{
    const fw_unit_def *unit = &query->unit->def;
    const fw_request *request = &query->request;
    const fw_goal *goal = &request->goal;
    return !unit->reverse && goal_is_single(goal) && request->pre_smooth == FW_PRE_SMOOTH_NONE &&
           !counts_bends(request) &&
           hypot(goal->pose.x - request->start.x, goal->pose.y - request->start.y) <=
               NEAR_TURNS * fmax(unit->turn_radius, 1);
}
