// The same query by several methods: one table, and one picture.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "command.h"
#include "complain.h"
#include "fairway/check.h"
#include "goals.h"
#include "io/number.h"
#include "job.h"
#include "metres.h"
#include "outputs.h"
#include "page.h"
#include "places.h"
#include "progress.h"
#include "request.h"
#include "stopwatch.h"
#include "table.h"

/// Most methods: one picture shows as many paths. Each query is timed so often, after a first run that allocates.
enum { MOST_COMPARED = IO_MOST_COMPANIONS + 1, TIMED_RUNS = 5 };

/// What a method did.
typedef struct contender {
    fw_method method;
    fw_result result;
    const char *refusal; ///< why it does not answer; null: it does
    fw_path *path;
    fw_path_summary summary;
    fw_statistics did;
    bool is_legal;
    double turned; ///< degrees
    int gear_changes;
    double time_us; ///< median
} contender;

typedef struct comparison {
    const options *given;
    job work;
    io_place from;
    goals to;
    fw_request request;
    fw_planner *planner;
    contender all[MOST_COMPARED];
    int count;
} comparison;

static int by_size(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/// Adds up the turns of a path, on arcs and on the spot, and its changes of gear.
static void measure_turns(contender *one)
{
    int32_t count = 0;
    const fw_segment *segments = fw_path_segments(one->path, &count);
    double radians = 0, heading = count ? segments[0].start.heading : 0;
    for (int32_t i = 0; i < count; i++) {
        const fw_segment *part = &segments[i];
        const double turn = part->length * part->curvature * (part->gear == FW_REVERSE ? -1 : 1);
        radians += fabs(remainder(part->start.heading - heading, 2 * FW_PI)) + fabs(turn);
        heading = part->start.heading + turn;
        one->gear_changes += i > 0 && part->gear != segments[i - 1].gear;
    }
    one->turned = radians * 180 / FW_PI;
}

static bool find(comparison *all, contender *one)
{
    double times[TIMED_RUNS];
    progress bar;
    fw_request ask = all->request;
    ask.method = one->method;
    progress_begin(&bar, all->given->quiet, fw_method_name(one->method), PROGRESS_EXACT);
    for (int i = -1; i < TIMED_RUNS; i++) {
        const double began = stopwatch_us();
        one->result = request_run(all->given, all->planner, &ask, one->path, &one->did, NULL, NULL);
        times[i < 0 ? 0 : i] = stopwatch_us() - began;
        if (!is_answer(one->result))
            break;
        progress_show(&bar, (size_t)i + 2, TIMED_RUNS + 1);
    }
    progress_end(&bar);
    if (!is_answer(one->result)) {
        const fw_refusal why = fw_request_refusal(all->work.map, &ask);
        one->refusal = why.result == one->result ? why.reason : fw_result_text(one->result);
        return one->result != FW_NO_MEMORY || complain("%s", fw_result_text(FW_NO_MEMORY));
    }
    qsort(times, TIMED_RUNS, sizeof *times, by_size);
    one->time_us = times[TIMED_RUNS / 2];
    fw_check_def def = fw_default_check_def();
    fw_check_report report;
    fw_path_summarise(one->path, &one->summary);
    def.overlay = ask.overlay;
    def.has_start = true;
    def.start = ask.start;
    def.start_slack = one->summary.start_shift;
    def.has_goal = one->summary.outcome == FW_OUTCOME_FOUND;
    def.goal = ask.goal;
    one->is_legal = one->result == FW_OK &&
                    fw_path_check(all->work.map, ask.unit, one->path, &def, &report) == FW_OK && report.legal;
    measure_turns(one);
    return true;
}

/// Prepares a method for the unit and lets it search.
static bool run_one(comparison *all, fw_method method)
{
    contender *one = &all->all[all->count++];
    *one = (contender){ .method = method };
    if (fw_path_create(NULL, &one->path) != FW_OK)
        return complain("%s", fw_result_text(FW_NO_MEMORY));
    const fw_refusal why = fw_map_prepare_refusal(all->work.map, all->work.unit, method);
    if (why.result == FW_OK && fw_map_prepare(all->work.map, all->work.unit, method) != FW_OK)
        return complain("method %s: there is not enough memory", fw_method_name(method));
    one->refusal = why.result != FW_OK ? why.reason : NULL;
    return one->refusal || find(all, one);
}

/// The methods that --method names.
static bool run_named(comparison *all)
{
    io_span rest = io_span_of(all->given->method), piece;
    while (io_next_piece(&rest, ',', &piece)) {
        char name[32];
        fw_method method;
        snprintf(name, sizeof name, "%.*s", (int)piece.length, piece.start);
        if (all->count == MOST_COMPARED)
            return complain("--method names more than %d methods", MOST_COMPARED);
        if (!job_read_method(name, &method) || !run_one(all, method))
            return false;
    }
    return true;
}

/// The usual methods, as far as they serve the unit.
static bool run_usual(comparison *all)
{
    static const fw_method on_grid[] = { FW_AUTO,      FW_ASTAR,    FW_JUMP_POINTS,
                                         FW_HIERARCHY, FW_MIDPOINT, FW_SIGHT };
    static const fw_method on_arcs[] = { FW_AUTO, FW_HYBRID, FW_DIRECTIONAL, FW_HYBRID_STRICT, FW_ASTAR };
    const bool turns = all->work.def.turn_radius > 0;
    const fw_method *usual = turns ? on_arcs : on_grid;
    const size_t count = turns ? sizeof on_arcs / sizeof *on_arcs : sizeof on_grid / sizeof *on_grid;
    for (size_t i = 0; i < count; i++)
        if (!run_one(all, usual[i]))
            return false;
    return true;
}

static bool run_all(comparison *all)
{
    const options *given = all->given;
    options without_method = *given;
    without_method.method = NULL;
    if (!given->from || !given->to)
        return complain("fairway compare needs --from X,Y[,DEG] and --to X,Y[,DEG]");
    if (!outputs_fit(given) || !job_open(given, NULL, &all->work) ||
        !place_read(&all->work, "--from", io_span_of(given->from), &all->from) ||
        !goals_read(given, &all->work, &all->to) || !job_add_unit(&without_method, NULL, &all->work) ||
        !request_from_options(&without_method, &all->work, &all->request))
        return false;
    if (complain_unless_on_map(&all->work, "the start", &all->from))
        return false;
    for (int32_t i = 0; i < all->to.count; i++)
        if (complain_unless_on_map(&all->work, "the goal", &all->to.places[i]))
            return false;
    if (request_places(given, &all->work, &all->from, &all->to.places[0], NULL, &all->request) != FW_OK ||
        goals_ask(given, &all->work, &all->to, &all->request) != FW_OK ||
        fw_planner_create(all->work.map, NULL, &all->planner) != FW_OK)
        return complain("the search cannot begin");
    request_smooth(given, &all->work, &all->request);
    if (given->smooth != FW_SMOOTH_NONE && !job_prepare_smoothing(&all->work))
        return false;
    return given->method ? run_named(all) : run_usual(all);
}

/// Draws all paths: the first one with its body, the others as lines.
static bool draw(const comparison *all)
{
    io_companion drawn[MOST_COMPARED]; // the first one with its body
    int count = 0;
    for (int i = 0; i < all->count; i++) {
        const contender *one = &all->all[i];
        if (one->refusal || !has_path(one->result))
            continue;
        io_companion *path = &drawn[count++];
        *path = (io_companion){ .unit = all->work.def, .path = one->path };
        snprintf(path->name, sizeof path->name, "%s: cost %.5g%s, %s, %llu expanded, turned %.0f degrees",
                 fw_method_name(one->method), length_from_tiles(&all->work, one->summary.cost),
                 length_unit(&all->work), io_duration(one->time_us).text,
                 (unsigned long long)one->did.expanded, one->turned);
    }
    const io_picture picture = { .map = all->work.map,
                                 .overlay = all->work.overlay,
                                 .changes = &all->work.changes,
                                 .unit = &all->work.def,
                                 .path = count ? drawn[0].path : NULL,
                                 .has_start = true,
                                 .has_goal = true,
                                 .start = all->request.start,
                                 .goal = all->to.poses[0],
                                 .resolution = picture_resolution(&all->work),
                                 .title = count ? "one query, several methods" : "no path",
                                 .name = count ? drawn[0].name : NULL,
                                 .companions = drawn + 1,
                                 .companion_count = count ? count - 1 : 0 };
    return write_pictures(all->given, &picture);
}

/// Writes the page of --html: the first method that answers, and others beside it.
static bool write_html(const comparison *all)
{
    static const io_scene no_trees = { 0 };
    fw_method methods[MOST_COMPARED];
    int count = 0;
    for (int i = 0; i < all->count; i++)
        if (!all->all[i].refusal)
            methods[count++] = all->all[i].method;
    fw_request first = all->request;
    if (count > 0)
        first.method = methods[0];
    const page_query query = { .given = all->given,
                               .work = &all->work,
                               .request = &first,
                               .goals = all->to.poses,
                               .goal_count = all->to.count,
                               .has_heading = all->to.places[0].has_heading,
                               .trees = &no_trees,
                               .beside = methods + 1,
                               .beside_count = count - 1 < PAGE_MOST_BESIDE ? count - 1 : PAGE_MOST_BESIDE };
    return page_write(&query);
}

static void add_row(table *to, const comparison *all, const contender *one)
{
    const bool has = has_path(one->result);
    table_add(to, "%s", fw_method_name(one->method));
    const fw_outcome outcome = has ? one->summary.outcome : outcome_of(one->result);
    table_add(to, "%s", fw_outcome_name(outcome));
    table_color(to, outcome_ink(outcome));
    const double numbers[] = { length_from_tiles(&all->work, one->summary.length),
                               length_from_tiles(&all->work, one->summary.cost), round(one->turned),
                               one->gear_changes };
    for (int i = 0; i < 4; i++)
        table_add(to, has ? "%.6g" : "-", numbers[i]);
    table_add(to, "%llu", (unsigned long long)one->did.expanded);
    if (all->given->table == TABLE_CSV)
        table_add(to, "%.1f", one->time_us);
    else
        table_add(to, "%s", io_duration(one->time_us).text);
    table_add(to, "%s", !has ? "-" : one->is_legal ? "yes" : "no");
    table_color(to, has && !one->is_legal ? INK_BAD : INK_PLAIN);
    if (!all->given->verbose)
        return;
    table_add(to, has ? "%d" : "-", (int)one->summary.segment_count);
    table_add(to, "%llu", (unsigned long long)one->did.generated);
    table_add(to, "%llu", (unsigned long long)one->did.work);
    if (all->given->table == TABLE_CSV)
        table_add(to, "%llu", (unsigned long long)one->did.bytes);
    else
        table_add(to, "%s", io_size(one->did.bytes).text);
}

static bool print_table(const comparison *all)
{
    const table_column columns[] = {
        { "method", true },     { "result", true },
        { "length", false },    { "cost", false },
        { "turned", false },    { "gears", false },
        { "expanded", false },  { all->given->table == TABLE_CSV ? "time_us" : "time", false },
        { "legal", true },      { "segments", false },
        { "generated", false }, { "work", false },
        { "memory", false },
    };
    enum { MORE = 4 }; // columns of --verbose, at the end
    table rows = table_of(columns, sizeof columns / sizeof *columns - (all->given->verbose ? 0 : MORE));
    for (int i = 0; i < all->count; i++)
        if (all->all[i].refusal)
            complain("method %s: %s", fw_method_name(all->all[i].method), all->all[i].refusal);
        else
            add_row(&rows, all, &all->all[i]);
    const bool printed = table_print(&rows, all->given->table);
    table_free(&rows);
    if (printed && all->given->verbose && all->given->table == NOT_CHOSEN)
        job_print_times(&all->work);
    return printed;
}

int run_compare(const options *given)
{
    comparison all = { .given = given };
    int status = EXIT_BAD;
    if (run_all(&all) && draw(&all) && write_html(&all) && print_table(&all)) {
        status = EXIT_NO_PATH;
        for (int i = 0; i < all.count; i++)
            if (!all.all[i].refusal && all.all[i].result == FW_OK)
                status = EXIT_DONE;
        if (status == EXIT_NO_PATH)
            complain("no method has found a path%s",
                     given->method ? "" : " (fairway route --why tells what is in the way)");
    }
    for (int i = 0; i < all.count; i++)
        fw_path_destroy(all.all[i].path);
    fw_planner_destroy(all.planner);
    job_close(&all.work);
    return status;
}
