#include <math.h>

#include "base/must_hold.h"
#include "curve/path.h"
#include "directional/search/directional_write.h"
#include "plan/access.h"
#include "plan/directional_goal.h"
#include "plan/directional_stage.h"
#include "plan/goal.h"
#include "plan/planner.h"
#include "plan/route.h"
#include "plan/stage.h"
#include "plan/stages.h"
#include "regions/unit_regions.h"

/// Expansions of the wide search for units without motions.
enum {
    PLACE_MOST = 4096, ///< to a pose at a place
    NEAR_MOST = 8192   ///< to any pose near the aims
};

/// Keeps a place that is near enough, if the regions do not rule out that the body gets there, and the body can stand
/// there.
static regions_offer try_place(fw_search *search, fw_pose pose, const fw_pose *aim)
{
    const query *query = search->query;
    const map_unit *unit = query->unit;
    near_places *near = &search->goals.near;
    const int32_t x = (int32_t)floor(pose.x), y = (int32_t)floor(pose.y);
    const near_place place = { .x = pose.x, .y = pose.y, .square = square_between(pose.x, pose.y, aim) };
    bool has;
    if (x < 0 || y < 0 || x >= unit->body->width || y >= unit->body->height ||
        place.square > near_places_limit(near))
        return OFFER_NEXT;
    const fw_result asked = access_ask(search, ACCESS_OF_BODY, x, y, &near->work_left, &has);
    near->lacks_memory = asked == FW_NO_MEMORY;
    if (asked != FW_OK)
        return OFFER_LATER;
    if (!has)
        return access_is_plain(search, x, y) ? OFFER_NEXT_RUN : OFFER_NEXT;
    near->tried++;
    if (!query_body_stands(query, pose, true))
        return OFFER_NEXT;
    return near_places_take(near, &search->kept.memory, place);
}

static regions_offer take_lattice_point(void *context, int32_t x, int32_t y)
{
    fw_search *search = context;
    const double offset = search->query->motions->offset;
    return try_place(search, (fw_pose){ x + offset, y + offset, 0 }, search_aim(search));
}

/// Begins with the lattice points of the start's region around the present aim.
static void begin_around(fw_search *search)
{
    const query *query = search->query;
    near_places *near = &search->goals.near;
    const regions *regions = regions_of_body(search->map, query->unit);
    const layer *body = query->unit->body;
    const fw_pose *aim = search_aim(search);
    const uint32_t region = regions_label(regions, body, query->from.tile.x, query->from.tile.y);
    regions_walk_begin(&near->walk, regions, body, region, aim->x, aim->y, query->motions->offset,
                       near_places_limit(near), take_lattice_point, search);
    near->is_around = true;
}

static regions_offer try_aim(fw_search *search)
{
    const fw_pose *aim = search_aim(search);
    const bool is_far_off =
        fabs(aim->x) > 2 * FW_MAX_SIDE || fabs(aim->y) > 2 * FW_MAX_SIDE; // an aim of a set may be
    return is_far_off ? OFFER_NEXT : try_place(search, (fw_pose){ aim->x, aim->y, 0 }, aim);
}

/// Tries the present aim, or one more block of places around it. False if a question is still open.
static bool look_on(fw_search *search)
{
    near_places *near = &search->goals.near;
    if (!near->is_around) {
        if (try_aim(search) == OFFER_LATER)
            return false;
        begin_around(search);
        return true;
    }
    const bool has_more = regions_walk_step(&near->walk, access_box(search, ACCESS_OF_BODY));
    if (near->walk.is_paused)
        return false;
    near->is_around = has_more;
    near->aim += !has_more;
    return true;
}

/// Finds the places nearest to the goal that the regions do not rule out. The start is such a place too.
///
/// @param[in,out] work  what may be done: blocks, aims, places, and turns of the questions which places can be reached;
///                      reduced by what was
static fw_result look(fw_search *search, uint64_t *work)
{
    near_places *near = &search->goals.near;
    int32_t count;
    query_aims(search->query, &count);
    while (*work > 0 && near->aim < count) {
        if (limits_reached(search, 0))
            return FW_LIMIT;
        const uint64_t tried = near->tried, before = *work - !near->has_paid;
        near->work_left = before;
        const bool is_done = look_on(search);
        if (near->lacks_memory)
            return FW_NO_MEMORY;
        const uint64_t done = !near->has_paid + (before - near->work_left) + (near->tried - tried);
        near->has_paid = !is_done;
        work_spend(work, done);
        tally_spend_work(&search->tally, done);
    }
    return near->aim < count ? FW_PENDING : FW_OK;
}

/// True if the wide search alone serves the unit. It finds narrow places only from pose to pose.
static bool has_no_motions(const fw_search *search)
{
    return search->query->motions->set_count == 0;
}

/// Begins a search for a place, with any heading, that ends near the aims if it cannot get there.
///
/// @param is_near  a place is out of reach: any pose near the aims will do
static fw_result search_places(fw_search *search, bool is_near)
{
    const bool is_known_to_fail = is_near || search->query->nearest == NEAREST_IF_FAILED;
    directional_query near = directional_query_of(search);
    near.aims = query_search_aims(search->query);
    near.extent = is_known_to_fail && !has_no_motions(search) ? EXTENT_LATTICE : EXTENT_WHOLE;
    near.most_wide = !has_no_motions(search) ? 0 : is_near ? NEAR_MOST : PLACE_MOST;
    near.heuristic = is_near ? FW_HEURISTIC_STRAIGHT : near.heuristic;
    near.is_greedy = near.is_greedy && near.heuristic == FW_HEURISTIC_AUTO;
    const search_limits limits = limits_left(search, 0);
    return directional_space_reset(search->spaces.directional, &near, &limits);
}

/// Square of the distance from the start to the nearest aim.
static double square_of_start(const fw_search *search)
{
    const search_aims aims = query_search_aims(search->query);
    const fw_pose *start = &search->query->request.start;
    return search_aims_square(&aims, start->x, start->y);
}

static fw_result begin(fw_search *search)
{
    const query *query = search->query;
    decisions *decisions = &search->decisions;
    if (directional_search_prepare(search) != FW_OK)
        return FW_NO_MEMORY;
    search->goals.near.may_pass_on = decisions->reached != FW_OUTCOME_NEAREST && !has_no_motions(search);
    decisions->reached = FW_OUTCOME_NEAREST;
    decisions->drive_to.several = (goal_set){ 0 };
    if (decisions->method == FW_HYBRID || decisions->method == FW_HYBRID_STRICT)
        decisions->method = FW_DIRECTIONAL;
    search->goals.near.end = NEAR_LOOKING;
    near_places_clear(&search->goals.near, query->request.nearest_tolerance);
    near_places_note(&search->goals.near, square_of_start(search));
    return FW_OK;
}

/// Adds a place with each heading of the lattice in which the body stands there.
///
/// @param[out] places  [headings of the unit]
/// @return number of poses
static int32_t add_headings(const query *query, fw_pose place, search_end *places)
{
    int32_t count = 0;
    for (int heading = 0; heading < query->unit->def.headings; heading++) {
        place.heading = motion_heading(heading);
        if (query_body_stands(query, place, false))
            places[count++] = query_drive_goal(query, place, false).end;
    }
    return count;
}

/// Makes the places that were found the goal. FW_OK or FW_NO_MEMORY.
static fw_result aim_at_places(fw_search *search, bool any_heading)
{
    const near_places *near = &search->goals.near;
    const query *query = search->query;
    drive_goal *goal = &search->decisions.drive_to;
    int32_t count = 0;
    if (MEMORY_RESERVE(&search->kept.memory, search->goals.places, search->goals.place_capacity,
                       near->count * (any_heading ? 1 : (size_t)query->unit->def.headings)) != FW_OK)
        return FW_NO_MEMORY;
    for (size_t i = 0; i < near->count; i++) {
        const fw_pose place = { near->items[i].x, near->items[i].y, 0 };
        if (any_heading)
            search->goals.places[count++] = query_drive_goal(query, place, true).end;
        else
            count += add_headings(query, place, search->goals.places + count);
    }
    must_hold(count > 0); // the body stands at each place with some heading of the lattice
    goal_set_sort(search->goals.places, count);
    *goal = (drive_goal){ .end = search->goals.places[0], .any_heading = any_heading };
    if (count > 1)
        goal->several =
            (goal_set){ .items = search->goals.places, .count = count, .any_heading = any_heading };
    return FW_OK;
}

/// Lets a hybrid search for the places. If it fails, this stage begins again. FW_PENDING (a hybrid searches),
/// FW_NOT_FOUND (no hybrid serves) or FW_NO_MEMORY.
static fw_result pass_on(fw_search *search)
{
    near_places *near = &search->goals.near;
    const fw_result led = near->may_pass_on ? query_go_to_places(search, near->count) : FW_NOT_FOUND;
    if (led != FW_OK)
        return led;
    near->end = NEAR_LOOKING; // this stage has searched nothing
    return stages_restart(search, &hybrid_stage) == FW_OK ? FW_PENDING : FW_NO_MEMORY;
}

/// Begins the search for the places that were found. FW_PENDING: another stage searches.
static fw_result begin_search(fw_search *search)
{
    near_places *near = &search->goals.near;
    near_places_settle(near);
    const bool stays = near->count == 0 || square_of_start(search) <= near_places_limit(near);
    near->end = stays ? NEAR_START : NEAR_PLACE;
    if (stays)
        return FW_OK;
    const fw_result passed =
        aim_at_places(search, !has_no_motions(search)) == FW_OK ? pass_on(search) : FW_NO_MEMORY;
    return passed == FW_NOT_FOUND ? search_places(search, false) : passed;
}

/// Adds the statistics of a search that has ended to the request.
static void count_search(fw_search *search)
{
    fw_statistics spent;
    directional_space_statistics(search->spaces.directional, &spent);
    tally_spend(&search->tally, &spent);
}

/// True if an expanded pose is nearer to an aim than the start, by more than the tolerance.
static bool has_come_nearer(const fw_search *search)
{
    double square;
    return directional_space_nearest(search->spaces.directional, &square) &&
           square_of_start(search) > search_aims_limit(square, search->query->request.nearest_tolerance);
}

/// If the places cannot be reached: ends at an expanded pose, or at the start.
static void stop_short(fw_search *search)
{
    search->goals.near.end = has_come_nearer(search) ? NEAR_EXPANDED : NEAR_START;
    if (search->goals.near.end == NEAR_START)
        count_search(search);
}

/// Searches for the nearest pose that can be reached, after the search for the places has expanded nothing: what lies
/// between may be known to be too narrow to drive through. A wide search from both ends has expanded too little.
static fw_result search_without_places(fw_search *search, uint64_t work)
{
    count_search(search);
    search->goals.near.end = NEAR_EXPANDED;
    if (has_no_motions(search) && aim_at_places(search, true) != FW_OK)
        return FW_NO_MEMORY;
    const fw_result begun = search_places(search, true);
    return begun != FW_OK ? begun
           : work > 0     ? directional_space_run(search->spaces.directional, work)
                          : FW_PENDING;
}

static fw_result step(fw_search *search, uint64_t work)
{
    if (search->goals.near.end == NEAR_LOOKING) {
        fw_result looked = look(search, &work);
        if (looked == FW_OK)
            looked = begin_search(search);
        if (looked != FW_OK)
            return looked;
    }
    if (search->goals.near.end == NEAR_START)
        return FW_OK;
    if (work == 0)
        return FW_PENDING;
    fw_statistics before, after;
    double square;
    directional_space_statistics(search->spaces.directional, &before);
    fw_result result = directional_space_run(search->spaces.directional, work);
    if ((result == FW_NOT_FOUND || result == FW_GAVE_UP) && search->goals.near.end == NEAR_PLACE &&
        (has_no_motions(search) || !directional_space_nearest(search->spaces.directional, &square))) {
        directional_space_statistics(search->spaces.directional, &after);
        const uint64_t spent = after.work - before.work;
        result = search_without_places(search, work > spent ? work - spent : 0);
    }
    if (result == FW_NOT_FOUND || result == FW_GAVE_UP) { // of the places: others are near, too
        stop_short(search);
        return FW_OK;
    }
    if (result == FW_OK)
        search->goals.near.end = NEAR_PLACE;
    return result;
}

static fw_result write(fw_search *search, fw_outcome outcome, fw_path *path)
{
    if (search->goals.near.end == NEAR_START || search->goals.near.end == NEAR_LOOKING)
        return write_start(search, outcome, path);
    const bool is_there = outcome != FW_OUTCOME_PARTIAL && search->goals.near.end == NEAR_PLACE;
    double cost = 0;
    path_begin(path);
    const fw_result written = directional_space_write(
        search->spaces.directional, is_there ? DIRECTIONAL_END_GOAL : DIRECTIONAL_END_NEAREST, path, &cost);
    return write_end(search, written, outcome, cost, 0, path);
}

static void statistics(const fw_search *search, fw_statistics *result)
{
    if (search->goals.near.end == NEAR_PLACE || search->goals.near.end == NEAR_EXPANDED)
        directional_space_statistics(search->spaces.directional, result);
    result->bound = 0;
}

static double progress(const fw_search *search)
{
    return search->goals.near.end == NEAR_LOOKING ? 0.0
           : search->goals.near.end == NEAR_START ? 1.0
                                                  : directional_space_progress(search->spaces.directional);
}

const stage_kind nearest_stage = {
    .begin = begin, .step = step, .write = write, .statistics = statistics, .progress = progress
};
