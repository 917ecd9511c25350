#include <math.h>

#include "base/trig.h"
#include "curve/path.h"
#include "curve/sweep.h"
#include "directional/directional_space.h"
#include "directional/motion_kinds.h"
#include "map/overlay.h"
#include "plan/planner.h"
#include "plan/route.h"
#include "plan/stage.h"

fw_result query_choose_motions(const fw_map *map, query *asked, fw_method method)
{
    const fw_request *ask = &asked->ask;
    const bool fits = motions_fit(&asked->unit->def) && !ask->nearest &&
                      (ask->goal.kind == FW_GOAL_PLACE || ask->goal.kind == FW_GOAL_POSE);
    if (!fits)
        return FW_METHOD_DOES_NOT_FIT;
    asked->motions = map_table(map, asked->unit, motion_kind_of(method));
    return asked->motions ? FW_OK : FW_NOT_PREPARED;
}

fw_result query_choose_directional(const fw_map *map, query *asked)
{
    asked->method = asked->ask.method;
    return query_choose_motions(map, asked, asked->method);
}

/// The lattice pose at a pose, or the tile under it; tells which.
static bool find_lattice_pose(const query *asked, const fw_pose *pose, bool any_heading, lattice_pose *found)
{
    const double offset = asked->motions->offset;
    const double x = round(pose->x - offset), y = round(pose->y - offset);
    const double heading = trig_wrap(pose->heading), index = round(heading / (FW_PI / 4));
    *found = (lattice_pose){ (int32_t)x, (int32_t)y, any_heading ? -1 : (int32_t)index & 7 };
    if (fabs(x + offset - pose->x) <= ON_LATTICE && fabs(y + offset - pose->y) <= ON_LATTICE &&
        (any_heading || fabs(heading - index * (FW_PI / 4)) <= ON_LATTICE))
        return true;
    *found = (lattice_pose){ (int32_t)floor(pose->x), (int32_t)floor(pose->y), -1 };
    return false;
}

/// May the body stand there, with its heading or with any of the eight?
static bool stands(const query *asked, fw_pose pose, bool any_heading)
{
    const sweep_ground ground = { asked->unit->body,
                                  overlay_is_empty(asked->ask.overlay) ? NULL : asked->ask.overlay };
    const sweep_body body = sweep_body_of(&asked->unit->def.footprint);
    const int32_t size = asked->unit->def.size;
    if (ground.overlay &&
        !(overlay_corridor(ground.overlay, anchor_of(pose.x, size), anchor_of(pose.y, size)) & 1))
        return false;
    if (!any_heading)
        return sweep_turn_is_free(&ground, &body, pose, 0);
    for (int heading = 0; heading < MOTION_HEADINGS; heading++) {
        pose.heading = motion_heading(heading);
        if (sweep_turn_is_free(&ground, &body, pose, 0))
            return true;
    }
    return false;
}

fw_result query_understand_directional(query *asked)
{
    const fw_goal *goal = &asked->ask.goal;
    const bool any_heading = goal->kind == FW_GOAL_PLACE;
    asked->from_lattice = find_lattice_pose(asked, &asked->ask.start, false, &asked->from);
    asked->to_lattice = find_lattice_pose(asked, &goal->pose, any_heading, &asked->to);
    if (!stands(asked, asked->ask.start, false))
        return FW_START_BLOCKED;
    if (!stands(asked, goal->pose, any_heading))
        return FW_GOAL_BLOCKED;
    const map_unit *unit = asked->unit;
    const bool joined = regions_label(unit->body_joined, unit->body, asked->from.x, asked->from.y) ==
                        regions_label(unit->body_joined, unit->body, asked->to.x, asked->to.y);
    return joined ? FW_OK : FW_UNREACHABLE;
}

directional_query directional_query_of(const fw_search *search)
{
    const query *asked = &search->asked;
    const map_unit *unit = asked->unit;
    const bool is_named = asked->method >= FW_DIRECTIONAL_8 && asked->method <= FW_DIRECTIONAL_80;
    return (directional_query){
        .table = asked->motions,
        .map = search->planner->map,
        .unit = unit,
        .overlay = asked->ask.overlay,
        .corridor_shift = unit->def.size / 2,
        .start = asked->from,
        .goal = asked->to,
        .start_on_lattice = asked->from_lattice,
        .goal_on_lattice = asked->to_lattice,
        .exact_start = asked->ask.start,
        .exact_goal = asked->ask.goal.pose,
        .goal_any_heading = asked->ask.goal.kind == FW_GOAL_PLACE,
        .tries_direct = !is_named || !asked->from_lattice || !asked->to_lattice,
        .heuristic = asked->ask.heuristic,
        .hurries = !is_named && asked->ask.heuristic == FW_HEURISTIC_AUTO,
        .turn_charge = asked->ask.turn_charge,
        .max_distance = asked->ask.max_distance * COST_ONE / unit->cheapest,
    };
}

static fw_result begin(fw_search *search)
{
    fw_planner *planner = search->planner;
    if (!search->directional &&
        directional_space_create(&planner->from, &planner->pages, &search->directional) != FW_OK)
        return FW_NO_MEMORY;
    const directional_query asked = directional_query_of(search);
    const search_limits limits = limits_of(&search->asked.ask);
    return directional_space_reset(search->directional, &asked, &limits);
}

static fw_result step(fw_search *search, uint64_t work)
{
    return directional_space_run(search->directional, work);
}

static fw_result write(fw_search *search, fw_outcome outcome, fw_path *path)
{
    double cost = 0;
    path_begin(path);
    const fw_result written =
        directional_space_write(search->directional, outcome != FW_OUTCOME_PARTIAL, path, &cost);
    return write_end(search, written, outcome, cost, 0, path);
}

static void statistics(const fw_search *search, fw_statistics *result)
{
    directional_space_statistics(search->directional, result);
}

static double progress(const fw_search *search)
{
    return directional_space_progress(search->directional);
}

const stage_kind directional_stage = {
    .begin = begin, .step = step, .write = write, .statistics = statistics, .progress = progress
};
