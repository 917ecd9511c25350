#include <math.h>
#include <stdio.h>

#include "command.h"
#include "complain.h"
#include "fairway/hybrid.h"
#include "fairway/shape.h"
#include "io/text.h"
#include "metres.h"
#include "outputs.h"
#include "page.h"
#include "places.h"
#include "progress.h"
#include "route_report.h"
#include "stopwatch.h"
#include "traced.h"
#include "trees.h"

/// Reads --previous, --braking and --splice.
static bool open_previous(route_run *route)
{
    const options *given = route->given;
    fw_unit_def unit; // the file's, which may differ from the one that asks
    if (!given->previous)
        return (given->braking == 0 && given->splice == 0) ||
               complain("--%s is for --previous", given->braking > 0 ? "braking" : "splice");
    if (given->trees)
        return complain("--previous cannot be combined with --trees");
    route->request.braking = length_to_tiles(&route->work, given->braking);
    route->request.splice = length_to_tiles(&route->work, given->splice);
    const bool is_open = path_open(given->previous, route->work.map, &route->previous, &unit);
    route->request.previous = route->previous;
    return is_open;
}

static bool open_route(route_run *route)
{
    const options *given = route->given;
    if (given->why && given->trees)
        return complain("--why looks at the grid, and cannot be combined with --trees");
    if (!given->from)
        return complain("fairway route needs --from X,Y[,DEG]");
    if (!outputs_fit(given) || !job_open(given, NULL, &route->work) ||
        !place_read(&route->work, "--from", io_span_of(given->from), &route->from) ||
        !goals_read(given, &route->work, &route->to))
        return false;
    if (!job_add_unit(given, NULL, &route->work) || !trees_open(given, &route->work, &route->trees) ||
        !request_from_options(given, &route->work, &route->request) ||
        (given->smooth != FW_SMOOTH_NONE && !job_prepare_smoothing(&route->work)) || !open_previous(route) ||
        !companions_open(given, route->work.map, &route->with))
        return false;
    request_smooth(given, &route->work, &route->request);
    fw_result result = fw_planner_create(route->work.map, NULL, &route->planner);
    if (result == FW_OK)
        result = fw_path_create(NULL, &route->path);
    if (result == FW_OK && given->window)
        result = fw_overlay_create(fw_map_width(route->work.map), fw_map_height(route->work.map), NULL,
                                   &route->window);
    return result == FW_OK || complain("the search cannot begin: %s", fw_result_text(result));
}

static bool close_route(route_run *route)
{
    companions_close(&route->with);
    io_scene_free(&route->trees);
    fw_overlay_destroy(route->window);
    fw_path_destroy(route->path);
    fw_path_destroy(route->previous);
    area_way_free(&route->areas);
    shown_free(&route->shown);
    fw_planner_destroy(route->planner);
    return job_close(&route->work);
}

/// Number of nodes that a search can expand: its limit, else the places of the map, with each heading for units that
/// have any.
static size_t most_expanded(const route_run *route)
{
    const job *work = &route->work;
    const size_t tiles = (size_t)fw_map_width(work->map) * (size_t)fw_map_height(work->map);
    if (route->request.max_work > 0)
        return (size_t)route->request.max_work;
    return work->def.turn_radius > 0 ? tiles * (size_t)work->def.headings : tiles;
}

/// True if the request must be one call: a recording shows it as such, and a planner tells of areas, steps and rejected
/// methods after fw_find_path() alone.
static bool is_one_call(const route_run *route)
{
    const fw_method method = route->request.method;
    return route->given->record || method == FW_AREAS || method == FW_HYBRID_STRICT ||
           (method == FW_AUTO && route->work.def.turn_radius > 0);
}

static void run(route_run *route)
{
    progress bar;
    const bool is_whole = is_one_call(route);
    progress_begin(&bar, route->given->quiet, "searching", PROGRESS_AT_MOST);
    progress_show(&bar, 0, is_whole ? 0 : most_expanded(route));
    const double began = stopwatch_us();
    route->result =
        route->given->trees
            ? trees_route(&route->work, &route->trees, &route->request, route->path, &route->statistics)
            : request_run(route->given, route->planner, &route->request, route->path, &route->statistics,
                          &route->first_us, is_whole ? NULL : &bar);
    route->time_us = stopwatch_us() - began;
    progress_end(&bar);
    area_way_free(&route->areas);
    route->areas = area_way_of(route->planner, &route->work);
}

/// Asks why auto has rejected methods for a vehicle. (For a walker it takes the grid, where all paths cost the same.)
static void ask_what_was_rejected(route_run *route)
{
    if (route->work.def.turn_radius == 0)
        return;
    for (int method = 0; method < FW_METHOD_COUNT; method++)
        if (fw_planner_rejection(route->planner, (fw_method)method, &route->rejections[method],
                                 sizeof *route->rejections) == FW_OK)
            route->rejected |= FW_METHOD_BIT(method);
}

static bool run_traced(route_run *route)
{
    traced traced;
    if (!traced_begin(&traced, route->given, &route->shown, &route->request))
        return false;
    run(route);
    return traced_end(&traced, is_answer(route->result));
}

/// Gives the path a profile that begins at speed 0; true if there is one. Then only the start speed is too high.
static bool starts_too_fast(const route_run *route)
{
    fw_speed_def standing = route->work.speeds;
    standing.start = 0;
    return fw_path_profile(route->work.map, &standing, route->path, NULL) == FW_OK;
}

/// Gives the path its speed profile. A path of least time has one already.
static bool add_speeds(route_run *route)
{
    if (!route->given->speed || route->given->fastest || route->result != FW_OK)
        return true;
    double at;
    const job *work = &route->work;
    const fw_result result = fw_path_profile(work->map, &work->speeds, route->path, &at);
    if (result == FW_NOT_FOUND && starts_too_fast(route))
        return complain("--speed-ends: the unit starts at speed %g and cannot brake to the limit %.6g%s "
                        "along the path",
                        length_from_tiles(work, work->speeds.start), length_from_tiles(work, at),
                        length_word(work));
    if (result == FW_NOT_FOUND)
        return complain("--speed: the turn %.6g%s along the path cannot be driven at any speed",
                        length_from_tiles(work, at), length_word(work));
    return result == FW_OK || complain("--speed: %s", fw_result_text(result));
}

/// Makes the path empty but for the outcome of the search, for the JSON.
static void note_outcome(route_run *route)
{
    const fw_path_summary claimed = { .outcome = outcome_of(route->result),
                                      .method = route->request.method,
                                      .unit = route->work.unit,
                                      .map_version = fw_map_version(route->work.map) };
    fw_path_set(route->path, NULL, 0, &claimed);
}

/// Asks for the results of the steps of FW_HYBRID_STRICT, in what the output is in.
static bool get_steps(const route_run *route, fw_hybrid_report *steps)
{
    if (fw_planner_hybrid_report(route->planner, steps) != FW_OK)
        return false;
    fw_pose *const poses[] = { &steps->a, &steps->b, &steps->from, &steps->to };
    for (size_t i = 0; i < sizeof poses / sizeof *poses; i++)
        pose_from_tiles(&route->work, poses[i]);
    return true;
}

static bool write_json(FILE *to, const void *what, io_fault *fault)
{
    const route_run *route = what;
    fw_hybrid_report steps;
    const bool has_steps = get_steps(route, &steps);
    fw_unit_def unit;
    fw_path *path;
    if (!path_from_tiles(&route->work, route->path, &path, &unit))
        return io_fail(fault, "there is not enough memory for the path's JSON");
    const char *ignored[MOST_IGNORED];
    ignored_names(&route->ignored, ignored);
    const io_path_facts facts = { .map = route->work.map,
                                  .unit = &unit,
                                  .frame = route->work.metres,
                                  .time_us = route->time_us,
                                  .expanded = route->statistics.expanded,
                                  .is_recalculated = route->request.turns == FW_TURNS_RECALCULATE,
                                  .turn_rounds = route->statistics.turn_rounds,
                                  .lost_approaches = route->statistics.lost_approaches,
                                  .steps = has_steps ? &steps : NULL,
                                  .is_in_legs = route_is_in_legs(route),
                                  .legs = route->statistics.legs,
                                  .leg_failure = route->statistics.leg_failure,
                                  .areas = route->areas.names,
                                  .area_count = route->areas.count,
                                  .level = route->statistics.level,
                                  .exhausted = route->statistics.exhausted,
                                  .eased = route->statistics.eased,
                                  .steering_stops = route->statistics.steering_stops,
                                  .first_segment_us = route->first_us,
                                  .ignored = ignored,
                                  .ignored_count = route->ignored.count,
                                  .why = route->why.is_asked ? &route->why.told : NULL,
                                  .rejections = route->rejections,
                                  .rejected = route->rejected };
    io_path_write(to, path, &facts);
    fw_path_destroy(path);
    return true;
}

/// The goal at which the path ends; without a path the first goal.
static fw_pose goal_reached(const route_run *route)
{
    fw_pose end;
    int32_t best = 0;
    if (fw_path_pose_at(route->path, fw_path_length(route->path), &end) != FW_OK)
        return route->to.poses[0];
    for (int32_t i = 1; i < route->to.count; i++)
        if (hypot(route->to.poses[i].x - end.x, route->to.poses[i].y - end.y) <
            hypot(route->to.poses[best].x - end.x, route->to.poses[best].y - end.y))
            best = i;
    return route->to.poses[best];
}

static bool write_html(const route_run *route)
{
    const page_query query = { .given = route->given,
                               .work = &route->work,
                               .request = &route->request,
                               .goals = route->to.poses,
                               .goal_count = route->to.count,
                               .has_heading = route->to.places[0].has_heading,
                               .trees = &route->trees };
    return page_write(&query);
}

static bool write_outputs(route_run *route)
{
    char title[192];
    char name[48];
    fw_path_summary summary = { 0 };
    if (!shown_add(route->given, &route->work, route->request.start, &route->shown))
        return false;
    fw_path_summarise(route->path, &summary);
    if (summary.segment_count)
        snprintf(title, sizeof title, "%s: length %.6g%s", fw_method_name(summary.method),
                 length_from_tiles(&route->work, summary.length), length_unit(&route->work));
    else
        snprintf(title, sizeof title, "no path: %s",
                 route->why.is_asked ? route->why.said.text : fw_result_text(route->result));
    companion_name(&route->work.def, route->path, name, sizeof name);
    const io_picture picture = {
        .map = route->work.map,
        .unit = &route->work.def,
        .path = route->path,
        .has_start = true,
        .has_goal = true,
        .start = route->request.start,
        .goal = goal_reached(route),
        .title = title,
        .resolution = picture_resolution(&route->work),
        .name = route->with.count ? name : NULL,
        .companions = route->with.items,
        .companion_count = route->with.count,
        .notes = route->why.notes,
        .note_count = route->why.note_count,
        .overlay = route->work.overlay,
        .changes = &route->work.changes,
        .trees = route->trees.trees,
        .tree_count = route->trees.count,
        .marks = route->shown.marks,
        .mark_count = route->shown.count,
    };
    return write_pictures(route->given, &picture) && write_html(route) &&
           write_file(route->given->json, write_json, route);
}

static int answer(route_run *route)
{
    route->result = request_places(route->given, &route->work, &route->from, &route->to.places[0],
                                   route->window, &route->request);
    if (route->result == FW_OK)
        route->result = goals_ask(route->given, &route->work, &route->to, &route->request);
    if (route->result != FW_OK)
        return route_tell_refusal(route);
    if (!request_ignored(route->given, &route->work, &route->request, &route->ignored) || !run_traced(route))
        return EXIT_BAD;
    if (!is_answer(route->result))
        return route_tell_refusal(route);
    ask_what_was_rejected(route);
    if (!has_path(route->result))
        note_outcome(route);
    if (route->given->why && route->result != FW_OK &&
        !why_ask(&route->work, route->planner, &route->request, &route->why))
        return EXIT_BAD;
    if (!add_speeds(route) || !write_outputs(route))
        return EXIT_BAD;
    if (!has_path(route->result))
        return route_tell_no_path(route);
    if (wants_summary(route->given))
        route_print(route);
    if (route->result == FW_OK)
        return EXIT_DONE;
    complain_of_violations(route->path);
    return EXIT_NO_PATH;
}

int run_route(const options *given)
{
    route_run route = { .given = given };
    const int status = open_route(&route) ? answer(&route) : EXIT_BAD;
    return close_route(&route) ? status : EXIT_BAD;
}
