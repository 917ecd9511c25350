#include <math.h>
#include <stdlib.h>

#include "curve/path.h"
#include "map/overlay.h"
#include "plan/planner.h"
#include "plan/route.h"
#include "plan/stage.h"

/// The nearest place so far.
typedef struct candidate {
    nearness near;
    bool is_start;
} candidate;

/// Takes a place if it is nearer than the best so far, and the regions leave open that the body gets there.
static void try_place(const query *asked, fw_pose pose, const fw_pose *aim, candidate *best)
{
    const map_unit *unit = asked->unit;
    const lattice_pose tile = { (int32_t)floor(pose.x), (int32_t)floor(pose.y), -1 };
    const candidate next = { .near = nearness_of(pose.x, pose.y, aim) };
    if (tile.x >= 0 && tile.y >= 0 && tile.x < unit->body->width && tile.y < unit->body->height &&
        is_nearer(&next.near, &best->near) && query_body_may_reach(asked, tile) &&
        query_body_stands(asked, (fw_pose){ pose.x, pose.y, 0 }, true))
        *best = next;
}

/// Looks at lattice points around an aim, ring by ring, as long as they may be nearer than the best.
static void try_around(const query *asked, const fw_pose *aim, candidate *best)
{
    const double offset = asked->motions->offset;
    if (!(fabs(aim->x) <= 2 * FW_MAX_SIDE && fabs(aim->y) <= 2 * FW_MAX_SIDE))
        return; // of a set; another is on the map
    const int32_t x = (int32_t)lround(aim->x - offset), y = (int32_t)lround(aim->y - offset);
    try_place(asked, *aim, aim, best);
    for (int32_t ring = 0; ring < 2 * FW_MAX_SIDE; ring++) {
        const double least = ring - 0.5; // the aim lies up to half a tile from the rings' middle
        if (least > 0 && least * least > best->near.square)
            break;
        for (int32_t dy = -ring; dy <= ring; dy++)
            for (int32_t dx = -ring; dx <= ring; dx += abs(dy) == ring || ring == 0 ? 1 : 2 * ring)
                try_place(asked, (fw_pose){ x + dx + offset, y + dy + offset, 0 }, aim, best);
    }
}

/// The place nearest to what was asked for, as far as that can be told without a search; the start counts.
static candidate nearest_place(const query *asked)
{
    int32_t count;
    const fw_pose *aims = query_aims(asked, &count);
    candidate best = { .near.square = INFINITY, .is_start = true };
    for (int32_t i = 0; i < count; i++) {
        const nearness start = nearness_of(asked->ask.start.x, asked->ask.start.y, &aims[i]);
        best.near = is_nearer(&start, &best.near) ? start : best.near;
    }
    for (int32_t i = 0; i < count; i++)
        try_around(asked, &aims[i], &best);
    return best;
}

/// Searches for the place, with any heading.
static fw_result search_place(fw_search *search, fw_heuristic heuristic)
{
    directional_query near = directional_query_of(search);
    near.aims = query_aims(&search->asked, &near.aim_count);
    near.hurries = near.hurries && heuristic == FW_HEURISTIC_AUTO;
    near.heuristic = heuristic;
    const search_limits limits = limits_left(search, search->turning.earlier.work);
    return directional_space_reset(search->directional, &near, &limits);
}

static fw_result begin(fw_search *search)
{
    fw_planner *planner = search->planner;
    query *asked = &search->asked;
    if (!search->directional &&
        directional_space_create(&planner->from, &planner->pages, &search->directional) != FW_OK)
        return FW_NO_MEMORY;
    const candidate place = nearest_place(asked);
    asked->reached = FW_OUTCOME_NEAREST;
    asked->several = (goal_places){ 0 };
    if (asked->method == FW_HYBRID || asked->method == FW_HYBRID_STRICT)
        asked->method = FW_DIRECTIONAL;
    search->near_end = place.is_start ? NEAR_START : NEAR_PLACE;
    if (place.is_start)
        return FW_OK;
    query_aim_at(asked, (fw_pose){ place.near.x, place.near.y, 0 }, true);
    return search_place(search, asked->ask.heuristic);
}

/// The place cannot be reached: of what can, the nearest.
static void settle(fw_search *search)
{
    const query *asked = &search->asked;
    fw_pose nearest;
    search->near_end = NEAR_START;
    if (!directional_space_nearest(search->directional, &nearest))
        return;
    int32_t count;
    const fw_pose *aims = query_aims(asked, &count);
    const fw_pose *begun = &asked->ask.start;
    nearness start = { .square = INFINITY }, there = { .square = INFINITY };
    for (int32_t i = 0; i < count; i++) {
        const nearness from = nearness_of(begun->x, begun->y, &aims[i]);
        const nearness to = nearness_of(nearest.x, nearest.y, &aims[i]);
        start = is_nearer(&from, &start) ? from : start;
        there = is_nearer(&to, &there) ? to : there;
    }
    if (is_nearer(&there, &start))
        search->near_end = NEAR_EXPANDED;
}

static fw_result step(fw_search *search, uint64_t work)
{
    if (search->near_end == NEAR_START)
        return FW_OK;
    fw_result result = directional_space_run(search->directional, work);
    fw_pose nearest;
    if (result == FW_NOT_FOUND && search->near_end == NEAR_PLACE &&
        !directional_space_nearest(search->directional, &nearest)) {
        // Under an overlay the place may be cut off even on the grid: then what can be reached is searched without it.
        fw_statistics spent;
        directional_space_statistics(search->directional, &spent);
        recalculation_spend(&search->turning, &spent);
        search->near_end = NEAR_EXPANDED;
        result = search_place(search, FW_HEURISTIC_STRAIGHT);
        if (result == FW_OK)
            result = directional_space_run(search->directional, work);
    }
    if (result == FW_NOT_FOUND) {
        settle(search);
        return FW_OK;
    }
    if (result == FW_OK)
        search->near_end = NEAR_PLACE;
    return result;
}

static fw_result write(fw_search *search, fw_outcome outcome, fw_path *path)
{
    if (search->near_end == NEAR_START)
        return write_start(search, outcome, path);
    const bool is_there = outcome != FW_OUTCOME_PARTIAL && search->near_end == NEAR_PLACE;
    double cost = 0;
    path_begin(path);
    const fw_result written = directional_space_write(
        search->directional, is_there ? DIRECTIONAL_END_GOAL : DIRECTIONAL_END_NEAREST, path, &cost);
    return write_end(search, written, outcome, cost, 0, path);
}

static void statistics(const fw_search *search, fw_statistics *result)
{
    if (search->near_end != NEAR_START)
        directional_space_statistics(search->directional, result);
    result->bound = 0;
}

static double progress(const fw_search *search)
{
    return search->near_end == NEAR_START ? 1.0 : directional_space_progress(search->directional);
}

const stage_kind nearest_stage = {
    .begin = begin, .step = step, .write = write, .statistics = statistics, .progress = progress
};
