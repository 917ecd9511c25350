#include <math.h>
#include <stdio.h>

#include "command.h"
#include "companions.h"
#include "complain.h"
#include "fairway/check.h"
#include "fairway/shape.h"
#include "goals.h"
#include "io/output.h"
#include "io/text.h"
#include "io/trace.h"
#include "obstacle.h"
#include "outputs.h"
#include "request.h"
#include "stopwatch.h"

/// One query from the command line, and its answer.
typedef struct route {
    const options *given;
    job work;
    fw_planner *planner;
    fw_path *path;
    fw_overlay *window; ///< null without --window
    io_place from;
    goals to;
    companions with;
    fw_request request;
    ignored_options ignored;
    fw_result result;
    fw_statistics statistics;
    double time_us;
} route;

static bool open_route(route *of)
{
    const options *given = of->given;
    if (!given->from)
        return complain("fairway route needs --from X,Y[,DEG]");
    if (!place_read("--from", io_span_of(given->from), &of->from) || !goals_read(given, &of->to) ||
        !outputs_are_apart(given) || !job_open(given, NULL, &of->work) ||
        !job_add_unit(given, NULL, &of->work) || !request_from_options(given, &of->work, &of->request) ||
        (given->smooth != FW_SMOOTH_NONE && !job_prepare_smoothing(&of->work)) ||
        !companions_open(given, of->work.map, &of->with))
        return false;
    fw_result result = fw_planner_create(of->work.map, NULL, &of->planner);
    if (result == FW_OK)
        result = fw_path_create(NULL, &of->path);
    if (result == FW_OK && given->window)
        result =
            fw_overlay_create(fw_map_width(of->work.map), fw_map_height(of->work.map), NULL, &of->window);
    return result == FW_OK || complain("the search cannot begin: %s", fw_result_text(result));
}

static void close_route(route *of)
{
    companions_close(&of->with);
    fw_overlay_destroy(of->window);
    fw_path_destroy(of->path);
    fw_planner_destroy(of->planner);
    job_close(&of->work);
}

static void run(route *of)
{
    const double began = stopwatch_us();
    of->result = request_run(of->given, of->planner, &of->request, of->path, &of->statistics);
    of->time_us = stopwatch_us() - began;
}

/// Smooths as well as this build can, unless the command line says how.
static void run_smoothed(route *of)
{
    const bool is_free = of->given->smooth == NOT_CHOSEN || of->given->smooth == FW_SMOOTH_AUTO;
    if (is_free)
        of->request.smoothing = FW_SMOOTH_AUTO;
    run(of);
    if (of->result == FW_NOT_SUPPORTED && is_free) {
        of->request.smoothing = FW_SMOOTH_NONE;
        run(of);
    }
}

static bool run_traced(route *of)
{
    io_fault fault;
    io_output output;
    io_trace trace;
    if (!of->given->trace) {
        run_smoothed(of);
        return true;
    }
    if (!io_output_open(of->given->trace, &output, &fault))
        return complain("%s", fault.text);
    io_trace_begin(&trace, output.to, &of->request);
    of->request.trace = io_trace_event;
    of->request.trace_user = &trace;
    run_smoothed(of);
    io_trace_end(&trace);
    if (!is_answer(of->result)) {
        io_output_abandon(&output);
        return true;
    }
    return io_output_finish(&output, &fault) || complain("%s", fault.text);
}

/// Does the path have a profile for who stands at its start?
static bool starts_too_fast(const route *of)
{
    fw_speed_def standing = of->work.speeds;
    standing.start = 0;
    return fw_path_profile(of->work.map, &standing, of->path, NULL) == FW_OK;
}

/// Gives the path its speed profile, which the fastest one has already.
static bool add_speeds(route *of)
{
    if (!of->given->speed || of->given->fastest || of->result != FW_OK)
        return true;
    double at;
    const fw_result result = fw_path_profile(of->work.map, &of->work.speeds, of->path, &at);
    if (result == FW_NOT_FOUND && starts_too_fast(of))
        return complain("--speed-ends: the unit starts at speed %g and cannot brake to the limit %.6g tiles "
                        "along the path",
                        of->work.speeds.start, at);
    if (result == FW_NOT_FOUND)
        return complain("--speed: the turn %.6g tiles along the path cannot be driven at any speed", at);
    return result == FW_OK || complain("--speed: %s", fw_result_text(result));
}

/// A path that holds nothing but how the search ended, for the JSON.
static void note_outcome(route *of)
{
    const fw_path_summary claimed = { .outcome = outcome_of(of->result),
                                      .method = of->request.method,
                                      .unit = of->work.unit,
                                      .map_version = fw_map_version(of->work.map) };
    fw_path_set(of->path, NULL, 0, &claimed);
}

static bool write_json(FILE *to, const void *what, io_fault *fault)
{
    const route *of = what;
    const io_path_facts facts = { .map = of->work.map,
                                  .unit = &of->work.def,
                                  .time_us = of->time_us,
                                  .expanded = of->statistics.expanded,
                                  .is_recalculated = of->request.turns == FW_TURNS_RECALCULATE,
                                  .turn_rounds = of->statistics.turn_rounds,
                                  .lost_approaches = of->statistics.lost_approaches,
                                  .ignored = of->ignored.names,
                                  .ignored_count = of->ignored.count };
    (void)fault;
    io_path_write(to, of->path, &facts);
    return true;
}

/// Of several goals the one where the path ends, the first without a path.
static fw_pose goal_reached(const route *of)
{
    fw_pose end;
    int32_t best = 0;
    if (fw_path_pose_at(of->path, fw_path_length(of->path), &end) != FW_OK)
        return of->to.poses[0];
    for (int32_t i = 1; i < of->to.count; i++)
        if (hypot(of->to.poses[i].x - end.x, of->to.poses[i].y - end.y) <
            hypot(of->to.poses[best].x - end.x, of->to.poses[best].y - end.y))
            best = i;
    return of->to.poses[best];
}

static bool write_outputs(route *of)
{
    char title[96];
    char name[48];
    fw_path_summary summary = { 0 };
    fw_path_summarise(of->path, &summary);
    if (summary.segment_count)
        snprintf(title, sizeof title, "%s: length %.6g", fw_method_name(summary.method), summary.length);
    else
        snprintf(title, sizeof title, "no path: %s", fw_result_text(of->result));
    companion_name(&of->work.def, of->path, name, sizeof name);
    const io_picture picture = {
        .map = of->work.map,
        .unit = &of->work.def,
        .path = of->path,
        .has_start = true,
        .has_goal = true,
        .start = of->request.start,
        .goal = goal_reached(of),
        .title = title,
        .name = of->with.count ? name : NULL,
        .companions = of->with.items,
        .companion_count = of->with.count,
    };
    return write_pictures(of->given, &picture) && write_file(of->given->json, write_json, of);
}

static void print_details(const route *of)
{
    const fw_statistics *did = &of->statistics;
    printf("generated %llu, improved %llu, reopened %llu, work %llu, fringe %u, pages %llu, bytes %llu\n",
           (unsigned long long)did->generated, (unsigned long long)did->improved,
           (unsigned long long)did->reopened, (unsigned long long)did->work, did->fringe,
           (unsigned long long)did->pages, (unsigned long long)did->bytes);
    fw_check_def def = fw_default_check_def();
    fw_check_report report;
    fw_path_summary summary = { 0 };
    fw_path_summarise(of->path, &summary);
    def.overlay = of->request.overlay;
    def.has_start = true;
    def.start = of->request.start;
    def.has_goal = summary.outcome == FW_OUTCOME_FOUND;
    def.goal = of->request.goal;
    if (fw_path_check(of->work.map, of->work.unit, of->path, &def, &report) == FW_OK)
        printf(report.legal ? "the checker finds it legal\n"
                            : "the checker finds it illegal: %s, %.6g tiles along the path\n",
               fw_fault_text(report.first), 1e-6 * round(1e6 * report.first_at));
}

/// Has auto left a unit that turns in arcs to a grid method, though nothing was asked of a path on the grid?
static bool took_the_grid(const route *of, const fw_path_summary *summary)
{
    const fw_request *ask = &of->request;
    return ask->method == FW_AUTO && of->work.def.turn_radius > 0 && summary->method < FW_DIRECTIONAL &&
           ask->turns == FW_TURNS_NONE && ask->roads == FW_ROADS_NONE && !ask->keep_right;
}

static void print_summary(const route *of)
{
    fw_path_summary summary = { 0 };
    fw_path_summarise(of->path, &summary);
    const fw_violations *broken = &summary.violations;
    printf("%s (%s): length %.6g, cost %.6g, %d segment%s, %llu expanded, %.*f us\n",
           fw_outcome_name(summary.outcome), fw_method_name(summary.method), summary.length, summary.cost,
           summary.segment_count, summary.segment_count == 1 ? "" : "s",
           (unsigned long long)of->statistics.expanded, of->time_us < 100.0 ? 1 : 0, of->time_us);
    if (job_lacks_turns(&of->work))
        printf("%s " LACKS_TURNS "\n", fw_method_name(of->work.method));
    if (broken->blocked || broken->too_tight || broken->heading_jumps || broken->impossible)
        printf("violations: %d blocked, %d too tight, %d heading jumps, %d impossible\n", broken->blocked,
               broken->too_tight, broken->heading_jumps, broken->impossible);
    if (took_the_grid(of, &summary))
        printf("auto chose a grid method: directional search cannot be used for this unit or request\n");
    for (int i = 0; i < of->ignored.count; i++)
        printf("ignored: --%s has no effect here\n", of->ignored.names[i]);
    if (of->statistics.turn_rounds)
        printf("searched again %u times for legal turns; %u moves forbidden that were legal from another "
               "direction\n",
               of->statistics.turn_rounds, of->statistics.lost_approaches);
    const double duration = fw_path_duration(of->path);
    if (duration > 0)
        printf("driving time %.4g s\n", duration);
    if (of->given->verbose)
        print_details(of);
}

/// Tells which of the places lies outside the map.
static void complain_of_place(const route *of)
{
    bool is_told = complain_unless_on_map(&of->work, "the start", &of->from);
    for (int32_t i = 0; i < of->to.count && !is_told; i++)
        is_told = complain_unless_on_map(&of->work, "the goal", &of->to.places[i]);
}

static int tell_refusal(const route *of)
{
    if (of->result == FW_OUT_OF_BOUNDS)
        complain_of_place(of);
    else if (of->result == FW_BAD_SIZE && of->window)
        complain("--window %lld is smaller than the unit, whose size is %d", (long long)of->given->window,
                 of->work.def.size);
    else
        complain_of_request(&of->work, &of->request, NULL, of->result);
    return EXIT_BAD;
}

static int tell_no_path(const route *of)
{
    char why[128] = "";
    if (of->result == FW_START_BLOCKED)
        describe_obstacle(&of->work, of->request.overlay, &of->request.start, why, sizeof why);
    if (of->result == FW_GOAL_BLOCKED)
        describe_obstacle(&of->work, of->request.overlay, &of->to.poses[0], why, sizeof why);
    if (of->window && (of->result == FW_START_BLOCKED || of->result == FW_GOAL_BLOCKED) && !why[0])
        snprintf(why, sizeof why, ": its square does not fit into the window");
    if (of->window)
        complain("no path within the window of %lld x %lld tiles: %s%s", (long long)of->given->window,
                 (long long)of->given->window, fw_result_text(of->result), why);
    else
        complain("%s%s", fw_result_text(of->result), why);
    if (of->result == FW_NOT_FOUND && job_lacks_turns(&of->work))
        complain("%s " LACKS_TURNS, fw_method_name(of->work.method));
    return EXIT_NO_PATH;
}

static int answer(route *of)
{
    of->result = request_places(of->given, &of->work, &of->from, &of->to.places[0], of->window, &of->request);
    if (of->result == FW_OK)
        of->result = goals_ask(of->given, &of->work, &of->to, &of->request);
    if (of->result != FW_OK)
        return tell_refusal(of);
    if (!request_ignored(of->given, &of->work, &of->request, &of->ignored) || !run_traced(of))
        return EXIT_BAD;
    if (!is_answer(of->result))
        return tell_refusal(of);
    if (of->result != FW_OK)
        note_outcome(of);
    if (!add_speeds(of) || !write_outputs(of))
        return EXIT_BAD;
    if (of->result != FW_OK)
        return tell_no_path(of);
    if (wants_summary(of->given))
        print_summary(of);
    return EXIT_DONE;
}

int run_route(const options *given)
{
    route of = { .given = given };
    const int status = open_route(&of) ? answer(&of) : EXIT_BAD;
    close_route(&of);
    return status;
}
