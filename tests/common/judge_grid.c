// What Dijkstra knows of an answer by a grid method.
#include <math.h>

#include "common/judge.h"

/// Costs that differ by less, as a share, are equal.
#define SAME 1e-7

static void apply_edit(world *seen, overlay_edit edit)
{
    for (int32_t y = edit.y; y < edit.y + edit.height; y++)
        for (int32_t x = edit.x; x < edit.x + edit.width; x++) {
            if (x < 0 || y < 0 || x >= seen->width || y >= seen->height)
                continue;
            const int32_t tile = world_tile(seen, x, y);
            switch (edit.kind) {
            case EDIT_BLOCK:
                seen->blocked[tile] = true;
                break;
            case EDIT_FORBID:
                seen->forbidden[tile] |= edit.moves;
                break;
            case EDIT_SET_COSTS:
                seen->bytes[tile] = edit.byte < 254 ? edit.byte : 254;
                break;
            case EDIT_ADD_COST:
                seen->added[tile] += round((double)edit.cost * 256) / 256;
                break;
            default:
                seen->corridor[tile] = true;
            }
        }
    seen->has_corridor = seen->has_corridor || edit.kind == EDIT_CORRIDOR || edit.kind == EDIT_CORRIDOR_ALONG;
}

/// The same edit without its margin: the anchors of its corridor.
static overlay_edit without_margin(overlay_edit edit)
{
    edit.x -= edit.margin;
    edit.y -= edit.margin;
    edit.width += 2 * edit.margin;
    edit.height += 2 * edit.margin;
    return edit;
}

/// The anchor in whose middle a pose is; -1 = in none, or the unit does not fit there.
static int32_t anchor_at(const world *seen, const fw_pose *pose)
{
    const double x = pose->x - seen->size / 2.0, y = pose->y - seen->size / 2.0;
    if (x != floor(x) || y != floor(y) || x < 0 || y < 0 || x >= seen->width || y >= seen->height ||
        !world_fits(seen, (int32_t)x, (int32_t)y))
        return -1;
    return world_tile(seen, (int32_t)x, (int32_t)y);
}

/// Costs from the start; false where the start is in the middle of no anchor.
static bool search_from_start(const hearing *hearing, world *seen, distances *found)
{
    world_of(hearing->at.map, hearing->at.unit, seen);
    for (int32_t i = 0; i < hearing->drawn->edit_count; i++)
        apply_edit(seen, without_margin(hearing->drawn->edits[i]));
    const int32_t start = anchor_at(seen, &hearing->at.ask.start);
    if (start < 0)
        return false;
    world_search(seen, start % seen->width, start / seen->width, found);
    return true;
}

static double distance_from(const world *seen, int32_t tile, const fw_pose *pose)
{
    return hypot(tile % seen->width + seen->size / 2.0 - pose->x,
                 tile / seen->width + seen->size / 2.0 - pose->y);
}

/// The cost of the cheapest path to the goal, infinite where there is none; NAN where the oracle cannot tell.
static double least_cost(const hearing *hearing, const world *seen, const distances *found)
{
    const fw_goal *goal = &hearing->at.ask.goal;
    const fw_pose *places = goal->kind == FW_GOAL_SET ? goal->set : &goal->pose;
    const int32_t count = goal->kind == FW_GOAL_SET ? goal->count : 1;
    double least = INFINITY;
    bool any = false;
    for (int32_t i = 0; i < count && goal->radius > 0; i++) {
        const fw_pose *start = &hearing->at.ask.start;
        const double away = hypot(start->x - places[i].x, start->y - places[i].y);
        if (fabs(away - goal->radius) < 1e-4)
            return NAN; // a rounding error decides
        if (away < goal->radius)
            return 0; // the unit has arrived
    }
    if (goal->kind == FW_GOAL_RADIUS) {
        for (int32_t tile = 0; tile < seen->width * seen->height; tile++) {
            const double away = distance_from(seen, tile, &goal->pose);
            if (fabs(away - goal->radius) < 1e-9)
                return NAN; // a rounding error decides
            any = any || away < goal->radius;
            if (away < goal->radius)
                least = fmin(least, found->cost[tile]);
        }
        return any ? least : NAN;
    }
    for (int32_t i = 0; i < count; i++) {
        const int32_t tile = anchor_at(seen, &places[i]);
        if (tile < 0)
            return NAN;
        least = fmin(least, found->cost[tile]);
    }
    return least;
}

bool judge_grid_paths_are_optimal(hearing *hearing)
{
    world seen;
    distances found;
    const fw_request *ask = &hearing->at.ask;
    const bool is_answered = judge_has_path(hearing) || hearing->result == FW_NOT_FOUND ||
                             hearing->result == FW_UNREACHABLE || hearing->result == FW_GOAL_BLOCKED ||
                             hearing->result == FW_START_BLOCKED;
    if (!is_answered || !judge_is_plain_grid(hearing) || !judge_is_unlimited(ask) ||
        !search_from_start(hearing, &seen, &found))
        return true;
    const double least = least_cost(hearing, &seen, &found);
    if (isnan(least))
        return true;
    const bool is_found = judge_has_path(hearing) && hearing->reached == FW_OUTCOME_FOUND;
    if (is_found != isfinite(least))
        return judge_deny(hearing, "%s: %s, least cost %.12g", fw_method_name(hearing->summary.method),
                          fw_result_text(hearing->result), least);
    const double cost = hearing->summary.cost;
    const bool holds =
        !is_found || (cost >= least * (1 - SAME) - SAME && cost <= ask->weight * least * (1 + SAME) + SAME);
    return holds || judge_deny(hearing, "%s: cost %.12g, least cost %.12g, weight %g",
                               fw_method_name(hearing->summary.method), cost, least, ask->weight);
}

/// The distance of an anchor from the nearest of the goals.
static double distance_from_goals(const world *seen, int32_t tile, const fw_goal *goal)
{
    double least = INFINITY;
    for (int32_t i = 0; i < (goal->kind == FW_GOAL_SET ? goal->count : 1); i++)
        least =
            fmin(least, distance_from(seen, tile, goal->kind == FW_GOAL_SET ? &goal->set[i] : &goal->pose));
    return least;
}

bool judge_nearest_place_is_nearest(hearing *hearing)
{
    world seen;
    distances found;
    fw_pose end;
    const fw_request *ask = &hearing->at.ask;
    if (!judge_has_path(hearing) || hearing->reached != FW_OUTCOME_NEAREST || !judge_is_plain_grid(hearing) ||
        fw_path_pose_at(hearing->at.path, hearing->summary.length, &end) != FW_OK ||
        !search_from_start(hearing, &seen, &found))
        return true;
    double least = INFINITY, cheapest = INFINITY;
    for (int32_t tile = 0; tile < seen.width * seen.height; tile++)
        if (isfinite(found.cost[tile]))
            least = fmin(least, distance_from_goals(&seen, tile, &ask->goal));
    const double reach = least + ask->nearest_tolerance + SAME;
    for (int32_t tile = 0; tile < seen.width * seen.height; tile++)
        if (distance_from_goals(&seen, tile, &ask->goal) <= reach)
            cheapest = fmin(cheapest, found.cost[tile]);
    const int32_t last = anchor_at(&seen, &end);
    const double away = last < 0 ? INFINITY : distance_from_goals(&seen, last, &ask->goal);
    if (away > reach)
        return judge_deny(hearing, "%.9g tiles away, least %.9g", away, least);
    return !judge_is_unlimited(ask) || hearing->summary.cost <= ask->weight * cheapest * (1 + SAME) + SAME ||
           judge_deny(hearing, "cost %.9g, least %.9g", hearing->summary.cost, cheapest);
}
