/// How far partial paths lead, for limits on work from 10 to 100,000 expansions.
///
///     bench_partial [--every K] [NAME...]
///
/// asks every 40th query of the pose lists. For each method and limit: what share of the true distance to the goal the
/// end of the path has brought the unit nearer, how many of the paths have no length, and what share of its path a unit
/// would have to walk back that got there by the path of the limit before.

#include <math.h>
#include <stdio.h>

#include "base/keeper.h"
#include "common/contest.h"
#include "common/give_up.h"
#include "common/sampling.h"
#include "fairway/areas.h"
#include "grid/field.h"
#include "grid/field_grow.h"
#include "map/map.h"

enum { LIMITS = 9 };

static const uint64_t limits[LIMITS] = { 10, 30, 100, 300, 1000, 3000, 10000, 30000, 100000 };
static const fw_method methods[] = { FW_ASTAR,          FW_JUMP_POINTS,    FW_ON_DEMAND,
                                     FW_HIERARCHY,      FW_MIDPOINT,       FW_AREAS,
                                     FW_COMPASS,        FW_SIGHT,          FW_DIRECTIONAL,
                                     FW_DIRECTIONAL_8,  FW_DIRECTIONAL_24, FW_DIRECTIONAL_48,
                                     FW_DIRECTIONAL_80, FW_HYBRID,         FW_HYBRID_STRICT };
enum { METHODS = sizeof methods / sizeof *methods };

/// Sums over the queries of a method that a limit cuts short.
typedef struct tally {
    int count;
    int empty;     ///< paths without length
    double nearer; ///< shares of the distance
    double back;   ///< shares of the path of the limit before
    int pairs;     ///< for which there was one
} tally;

typedef struct trial {
    contest contest;
    fw_area_map *areas;
    fw_path *before;
    memory memory;
    keeper kept;
    grid_field remaining; ///< to the goal
    const layer *open;
} trial;

/// Tiles from a place to the goal.
static double remaining_at(trial *trial, fw_pose at)
{
    uint64_t work = UINT64_MAX;
    const int32_t x = (int32_t)at.x, y = (int32_t)at.y;
    if (grid_field_reach(&trial->remaining, x, y, &work) != FW_OK)
        give_up("no memory");
    return grid_field_at(&trial->remaining, x, y) / (double)FIELD_STRAIGHT;
}

/// How far one path runs along another.
static double common_length(const fw_path *one, const fw_path *other)
{
    const double most = fmin(fw_path_length(one), fw_path_length(other)), step = 0.25, near = 0.3;
    double at = 0;
    for (; at <= most; at += step) {
        fw_pose here, there;
        fw_path_pose_at(one, at, &here);
        fw_path_pose_at(other, at, &there);
        if (hypot(here.x - there.x, here.y - there.y) > near)
            break;
    }
    return at;
}

/// All limits of one query.
static void ask_query(trial *trial, const io_query *query, fw_method method, tally *tallies)
{
    fw_request ask = fw_default_request();
    ask.unit = trial->contest.unit;
    ask.method = method;
    ask.allow_violations = true; // the unit has a turning radius, and paths on the grid turn on the spot
    ask.areas = method == FW_AREAS ? trial->areas : NULL;
    ask.start = io_place_pose(&query->start, 1);
    ask.goal = fw_goal_pose(io_place_pose(&query->goal, 1));
    ask.partial = true;
    if (fw_find_path(trial->contest.planner, &ask, trial->contest.path) != FW_OK ||
        grid_field_reset(&trial->remaining, trial->open, NULL, (int32_t)ask.goal.pose.x,
                         (int32_t)ask.goal.pose.y, -1, -1) != FW_OK)
        return;
    const double whole = remaining_at(trial, ask.start);
    bool has_before = false;
    for (int i = 0; i < LIMITS && whole > 0; i++) {
        fw_path_summary summary;
        fw_pose end;
        ask.max_work = limits[i];
        if (fw_find_path(trial->contest.planner, &ask, trial->contest.path) != FW_OK)
            give_up("a partial path was refused");
        fw_path_summarise(trial->contest.path, &summary);
        if (has_before && fw_path_length(trial->before) > 0) {
            const double length = fw_path_length(trial->before);
            tallies[i].back += fmax(0, length - common_length(trial->before, trial->contest.path)) / length;
            tallies[i].pairs++;
        }
        if (summary.outcome != FW_OUTCOME_PARTIAL)
            break;
        fw_path_pose_at(trial->contest.path, summary.length, &end);
        tallies[i].nearer += 1 - remaining_at(trial, end) / whole;
        tallies[i].empty += summary.length == 0;
        tallies[i].count++;
        fw_path_copy(trial->contest.path, trial->before);
        has_before = true;
    }
}

static void ask_map(const char *name, const sampling *how, tally tallies[METHODS][LIMITS])
{
    fw_unit_def unit = fw_default_unit_def();
    unit.footprint = fw_circle(0.4);
    unit.size = 1;
    unit.turn_radius = 1;
    unit.methods = 0;
    for (int method = 0; method < METHODS; method++)
        unit.methods |= FW_METHOD_BIT(methods[method]);
    trial trial;
    memory_init(&trial.memory, NULL);
    if (!contest_open(&trial.contest, name, CONTEST_POSES, &unit, false))
        return;
    keeper_init(&trial.kept, &trial.memory);
    grid_field_init(&trial.remaining, &trial.kept.memory);
    trial.open = map_find_unit(map_version_of(trial.contest.map), trial.contest.unit)->layer;
    if (fw_area_map_create(trial.contest.map, trial.contest.unit, NULL, &trial.areas) != FW_OK ||
        fw_path_create(NULL, &trial.before) != FW_OK)
        give_up("no memory");
    for (size_t i = 0; i < trial.contest.queries.count; i += how->every)
        for (int method = 0; method < METHODS; method++)
            ask_query(&trial, &trial.contest.queries.items[i], methods[method], tallies[method]);
    keeper_release(&trial.kept);
    fw_path_destroy(trial.before);
    fw_area_map_destroy(trial.areas);
    contest_close(&trial.contest);
}

int main(int count, char **words)
{
    tally tallies[METHODS][LIMITS] = { 0 };
    const sampling how = sampling_from(count, words);
    for (int i = 0; i < POSE_MAPS; i++)
        if (sampling_takes(&how, pose_maps[i]))
            ask_map(pose_maps[i], &how, tallies);
    printf("%-16s %8s %8s %10s %8s %10s\n", "method", "work", "paths", "nearer, %", "empty", "back, %");
    for (int method = 0; method < METHODS; method++)
        for (int i = 0; i < LIMITS; i++) {
            const tally *tally = &tallies[method][i];
            if (tally->count)
                printf("%-16s %8llu %8d %10.1f %8d %10.1f\n", fw_method_name(methods[method]),
                       (unsigned long long)limits[i], tally->count, 100 * tally->nearer / tally->count,
                       tally->empty, tally->pairs ? 100 * tally->back / tally->pairs : 0);
        }
    return 0;
}
