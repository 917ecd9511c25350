#include "route_report.h"

#include <math.h>
#include <stdio.h>

#include "complain.h"
#include "fairway/check.h"
#include "fairway/hybrid.h"
#include "io/number.h"
#include "metres.h"
#include "obstacle.h"

bool route_is_in_legs(const route_run *route)
{
    const fw_method method = route->request.method;
    return method == FW_MIDPOINT || method == FW_AREAS || method == FW_COMPASS || method == FW_SIGHT;
}

static void print_details(const route_run *route)
{
    const fw_statistics *did = &route->statistics;
    printf("generated %llu, improved %llu, reopened %llu, work %llu, fringe %u, pages %llu, memory %s\n",
           (unsigned long long)did->generated, (unsigned long long)did->improved,
           (unsigned long long)did->reopened, (unsigned long long)did->work, did->fringe,
           (unsigned long long)did->pages, io_size(did->bytes).text);
    job_print_times(&route->work);
    if (did->level != FW_LEVEL_NONE)
        printf("level of the directional search: %s\n", fw_search_level_name(did->level));
    if (did->exhausted != FW_EXHAUSTED_NONE)
        printf("exhausted: all that can be searched from the %s\n", fw_exhausted_name(did->exhausted));
    if (did->eased || did->steering_stops)
        printf("transition curves at %u place%s; at %u the unit must stand to turn its wheels\n", did->eased,
               did->eased == 1 ? "" : "s", did->steering_stops);
    fw_check_def def = fw_default_check_def();
    fw_check_report report;
    fw_path_summary summary = { 0 };
    fw_path_summarise(route->path, &summary);
    def.overlay = route->request.overlay;
    def.trees = route->trees.trees;
    def.tree_count = route->trees.count;
    def.has_start = true;
    def.start = route->request.start;
    def.start_slack = summary.start_shift;
    def.has_goal = summary.outcome == FW_OUTCOME_FOUND;
    def.goal = route->request.goal;
    if (fw_path_check(route->work.map, route->work.unit, route->path, &def, &report) == FW_OK)
        printf(report.legal ? "the checker finds it legal\n"
                            : "the checker finds it illegal: %s, %.6g%s along the path\n",
               fw_fault_text(report.first),
               length_from_tiles(&route->work, 1e-6 * round(1e6 * report.first_at)),
               length_word(&route->work));
}

/// True if auto chose a grid method for a unit with a turning radius, although no option needs a path on the grid.
static bool took_the_grid(const route_run *route, const fw_path_summary *summary)
{
    const fw_request *ask = &route->request;
    return !route->given->trees && ask->method == FW_AUTO && route->work.def.turn_radius > 0 &&
           summary->method < FW_DIRECTIONAL && ask->turns == FW_TURNS_NONE && ask->roads == FW_ROADS_NONE &&
           !ask->keep_right;
}

/// Prints why auto has rejected methods.
///
/// @param is_on_grid  auto took the grid for a vehicle: then what it has tried before is told
static void print_rejections(const route_run *route, bool is_on_grid)
{
    const fw_rejection *directional = &route->rejections[FW_DIRECTIONAL];
    if (is_on_grid && directional->reason == FW_REJECTED_UNFIT)
        printf("auto chose a grid method: directional search cannot be used for this unit or request: %s\n",
               directional->text);
    for (int method = 0; method < FW_METHOD_COUNT; method++) {
        const fw_rejection *why = &route->rejections[method];
        const bool is_tried = why->reason >= FW_REJECTED_NO_PATH && why->reason <= FW_REJECTED_EXPENSIVE;
        if (route->rejected & FW_METHOD_BIT(method) && (route->given->verbose || (is_on_grid && is_tried)))
            printf("auto rejected %s: %s\n", fw_method_name((fw_method)method), why->text);
    }
}

/// Tells if the unit does not stand on the path of --previous, which the search then ignores.
static void print_previous(const route_run *route)
{
    const fw_pose *start = &route->request.start;
    double at, away;
    if (route->previous && fw_path_nearest(route->previous, start->x, start->y, &at, &away) == FW_OK &&
        away > FW_TOUCH + FW_ROUNDING * fmax(fabs(start->x), fabs(start->y)))
        printf("--previous has no effect: the start lies %.4g%s beside that path\n",
               length_from_tiles(&route->work, away), length_word(&route->work));
}

/// Prints the results of the steps of FW_HYBRID_STRICT.
static void print_steps(const route_run *route)
{
    fw_hybrid_report report;
    if (fw_planner_hybrid_report(route->planner, &report) != FW_OK)
        return;
    for (int step = 1; step <= FW_HYBRID_STEPS; step++)
        if (report.steps[step].result != FW_PENDING)
            printf("step %d, %s: %s, %llu expanded\n", step, fw_hybrid_step_name((fw_hybrid_step)step),
                   report.steps[step].result == FW_OK ? "done" : "failed",
                   (unsigned long long)report.steps[step].expanded);
}

void route_print(const route_run *route)
{
    fw_path_summary summary = { 0 };
    fw_path_summarise(route->path, &summary);
    const fw_violations *broken = &summary.violations;
    const job *work = &route->work;
    const ink color = outcome_ink(summary.outcome);
    printf("%s%s%s (%s): length %.6g%s, cost %.6g%s, %d segment%s, %llu expanded, %s\n",
           ink_on(stdout, color), fw_outcome_name(summary.outcome), ink_off(stdout, color),
           fw_method_name(summary.method), length_from_tiles(work, summary.length), length_unit(work),
           length_from_tiles(work, summary.cost), length_unit(work), summary.segment_count,
           summary.segment_count == 1 ? "" : "s", (unsigned long long)route->statistics.expanded,
           io_duration(route->time_us).text);
    if (route_is_in_legs(route))
        printf("%u leg%s, failure: %s\n", route->statistics.legs, route->statistics.legs == 1 ? "" : "s",
               fw_leg_failure_name(route->statistics.leg_failure));
    if (route->first_us > 0)
        printf("%u segment%s, the first one after %s\n", route->statistics.legs,
               route->statistics.legs == 1 ? "" : "s", io_duration(route->first_us).text);
    if (summary.start_shift > 0)
        printf("the path begins %.4g%s beside the start, where the body touches nothing\n",
               length_from_tiles(work, summary.start_shift), length_word(work));
    print_previous(route);
    area_way_print(&route->areas);
    if (job_lacks_turns(&route->work))
        printf("%s " LACKS_TURNS "\n", fw_method_name(route->work.method));
    if (broken->blocked || broken->too_tight || broken->heading_jumps || broken->impossible)
        printf("violations: %d blocked, %d too tight, %d heading jumps, %d impossible\n", broken->blocked,
               broken->too_tight, broken->heading_jumps, broken->impossible);
    print_rejections(route, took_the_grid(route, &summary));
    print_ignored(&route->ignored);
    if (route->statistics.turn_rounds)
        printf("searched again %u times for legal turns; %u moves forbidden that were legal from another "
               "direction\n",
               route->statistics.turn_rounds, route->statistics.lost_approaches);
    const double duration = fw_path_duration(route->path);
    if (duration > 0)
        printf("driving time %.4g s\n", duration);
    print_steps(route);
    if (route->given->verbose)
        print_details(route);
}

/// Prints which of the places lies outside the map.
static void complain_of_place(const route_run *route)
{
    bool is_told = complain_unless_on_map(&route->work, "the start", &route->from);
    for (int32_t i = 0; i < route->to.count && !is_told; i++)
        is_told = complain_unless_on_map(&route->work, "the goal", &route->to.places[i]);
}

int route_tell_refusal(const route_run *route)
{
    if (route->result == FW_OUT_OF_BOUNDS)
        complain_of_place(route);
    else if (route->result == FW_BAD_SIZE && route->window)
        complain("--window %lld is smaller than the unit, whose size is %d", (long long)route->given->window,
                 route->work.def.size);
    else
        complain_of_request(&route->work, &route->request, NULL, route->result);
    return EXIT_BAD;
}

/// Prints which step of FW_HYBRID_STRICT has failed, and where.
static void tell_step(const route_run *route)
{
    fw_hybrid_report report;
    if (fw_planner_hybrid_report(route->planner, &report) != FW_OK || !report.failed)
        return;
    if (report.has_a)
        complain("step %d (%s) failed: a = %.6g,%.6g, b = %.6g,%.6g", report.failed,
                 fw_hybrid_step_name((fw_hybrid_step)report.failed), report.a.x, report.a.y, report.b.x,
                 report.b.y);
    else
        complain("step %d (%s) failed", report.failed, fw_hybrid_step_name((fw_hybrid_step)report.failed));
}

/// Prints the number of legs of a walk, and why there is no next leg.
static void tell_leg(const route_run *route)
{
    const fw_statistics *told = &route->statistics;
    if (route_is_in_legs(route))
        complain("%u leg%s, failure: %s", told->legs, told->legs == 1 ? "" : "s",
                 fw_leg_failure_name(told->leg_failure));
}

int route_tell_no_path(const route_run *route)
{
    char why[128] = "";
    if (route->result == FW_START_BLOCKED)
        describe_obstacle(&route->work, route->request.overlay, &route->request.start, why, sizeof why);
    if (route->result == FW_GOAL_BLOCKED)
        describe_obstacle(&route->work, route->request.overlay, &route->to.poses[0], why, sizeof why);
    if (route->window && (route->result == FW_START_BLOCKED || route->result == FW_GOAL_BLOCKED) && !why[0])
        snprintf(why, sizeof why, ": its square does not fit into the window");
    if (route->window)
        complain("no path within the window of %lld x %lld tiles: %s%s", (long long)route->given->window,
                 (long long)route->given->window, fw_result_text(route->result), why);
    else
        complain("%s%s", fw_result_text(route->result), why);
    if (route->why.is_asked)
        why_tell(&route->work, &route->why);
    if (route->result == FW_GAVE_UP) {
        tell_step(route);
        tell_leg(route);
    }
    if (route->result == FW_NOT_FOUND && job_lacks_turns(&route->work))
        complain("%s " LACKS_TURNS, fw_method_name(route->work.method));
    return EXIT_NO_PATH;
}
