#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#include "bench_cases.h"
#include "bench_report.h"
#include "command.h"
#include "complain.h"
#include "counting.h"
#include "fairway/check.h"
#include "fairway/shape.h"
#include "outputs.h"
#include "progress.h"
#include "request.h"
#include "stopwatch.h"

/// A query that takes less than SHORT_US is repeated until REPEAT_US have passed, because reading the clock takes 20 to
/// 30 ns.
#define SHORT_US  1.0
#define REPEAT_US 20.0
enum { FIRST_RUNS = 16 };

typedef struct bench_run {
    const options *given;
    job work;
    io_queries queries;
    fw_request request;      ///< without start and goal
    ignored_options ignored; ///< by the first query
    measurement *all;        ///< [measurement * count]
    size_t count;            ///< number of queries that are run
    size_t step;             ///< from one of them to the next: --every
    size_t threads;
} bench_run;

/// The data of one thread, which runs every `threads`-th of the queries.
typedef struct bench_worker {
    bench_run *bench;
    size_t first;
    pthread_t thread;
    bool has_thread;
    counting count;
    fw_planner *planner;
    fw_path *path;
    fw_overlay *window;
    uint64_t allocations; ///< during timed queries
    size_t bytes;         ///< of the planner at the end
    fw_result failure;    ///< that ended the worker early, or FW_OK
    size_t failed;        ///< index of the query that failed
    fw_request request;   ///< for it
} bench_worker;

static fw_result open_worker(bench_worker *worker)
{
    const fw_allocator hooks = counting_hooks(&worker->count);
    const fw_map *map = worker->bench->work.map;
    fw_planner_def def = fw_default_planner_def();
    def.allocator = &hooks;
    fw_result result = fw_planner_create(map, &def, &worker->planner);
    if (result == FW_OK)
        result = fw_path_create(&hooks, &worker->path);
    if (result == FW_OK && worker->bench->given->window)
        result = fw_overlay_create(fw_map_width(map), fw_map_height(map), NULL, &worker->window);
    return result;
}

static void close_worker(bench_worker *worker)
{
    fw_overlay_destroy(worker->window);
    fw_path_destroy(worker->path);
    fw_planner_destroy(worker->planner);
}

/// Runs a query once. With --speed, the path gets a speed profile, unless a turn cannot be driven at any speed.
static fw_result run_once(bench_worker *worker, const fw_request *request, fw_statistics *statistics)
{
    const options *given = worker->bench->given;
    const job *work = &worker->bench->work;
    const fw_result result =
        request_run(given, worker->planner, request, worker->path, statistics, NULL, NULL);
    if (result != FW_OK || !given->speed || given->fastest)
        return result;
    const fw_result profiled = fw_path_profile(work->map, &work->speeds, worker->path, NULL);
    return profiled == FW_NOT_FOUND ? FW_OK : profiled;
}

/// Time of one query in microseconds.
static double time_once(bench_worker *worker, const fw_request *request, fw_result *result,
                        fw_statistics *statistics)
{
    double began = stopwatch_us();
    *result = run_once(worker, request, statistics);
    double spent = stopwatch_us() - began;
    size_t runs = 1;
    while (spent < SHORT_US || (runs > 1 && spent < REPEAT_US)) {
        runs = runs == 1 ? FIRST_RUNS : 2 * runs;
        began = stopwatch_us();
        for (size_t i = 0; i < runs; i++)
            *result = run_once(worker, request, statistics);
        spent = stopwatch_us() - began;
    }
    return spent / (double)runs;
}

static bool is_legal(const bench_worker *worker, const fw_request *request, fw_outcome outcome)
{
    const job *work = &worker->bench->work;
    fw_check_def def = fw_default_check_def();
    fw_check_report report;
    def.overlay = request->overlay;
    def.has_start = true;
    def.start = request->start;
    def.has_goal = outcome == FW_OUTCOME_FOUND;
    def.goal = request->goal;
    return fw_path_check(work->map, work->unit, worker->path, &def, &report) == FW_OK && report.legal;
}

static void note_path(const bench_worker *worker, const fw_request *request, measurement *into)
{
    fw_path_summary summary = { 0 };
    fw_path_summarise(worker->path, &summary);
    into->outcome = summary.outcome;
    into->has_path = true;
    into->length = summary.length;
    into->cost = summary.cost;
    into->legal = is_legal(worker, request, summary.outcome);
}

static void time_query(bench_worker *worker, const fw_request *request, measurement *into)
{
    fw_statistics statistics = { 0 };
    fw_result result = FW_OK;
    const int64_t repeats = worker->bench->given->repeat ? worker->bench->given->repeat : 1;
    const uint64_t calls = worker->count.calls;
    for (int64_t i = 0; i < repeats; i++) {
        const double time = time_once(worker, request, &result, &statistics);
        if (i == 0 || time < into->time_us)
            into->time_us = time;
    }
    worker->allocations += worker->count.calls - calls;
    into->expanded = statistics.expanded;
    into->outcome = result == FW_OUT_OF_BOUNDS ? FW_OUTCOME_BLOCKED : outcome_of(result);
    if (has_path(result))
        note_path(worker, request, into);
}

typedef enum pass {
    PASS_PLAIN, ///< lengths before smoothing
    PASS_WARM,  ///< warm-up, which allocates all memory
    PASS_TIMED
} pass;

/// Runs one query of one pass. If the unit's square would leave the map at a place, the place counts as blocked.
static fw_result run_query(bench_worker *worker, pass which, size_t i)
{
    const bench_run *bench = worker->bench;
    const io_query *query = &bench->queries.items[i * bench->step];
    measurement *into = &bench->all[i];
    fw_request request = bench->request;
    fw_statistics statistics;
    fw_result result =
        request_places(bench->given, &bench->work, &query->start, &query->goal, worker->window, &request);
    worker->request = request;
    if (result != FW_OK) {
        into->outcome = FW_OUTCOME_BLOCKED;
        return result == FW_OUT_OF_BOUNDS ? FW_OK : result;
    }
    if (which == PASS_TIMED) {
        time_query(worker, &request, into);
        return FW_OK;
    }
    if (which == PASS_PLAIN)
        request.smoothing = FW_SMOOTH_NONE;
    result = run_once(worker, &request, &statistics);
    into->plain_length = fw_path_length(worker->path);
    return is_answer(result) || result == FW_OUT_OF_BOUNDS ? FW_OK : result;
}

static bool run_pass(bench_worker *worker, pass which, progress *bar)
{
    const bench_run *bench = worker->bench;
    for (size_t i = worker->first; i < bench->count; i += bench->threads) {
        worker->failure = run_query(worker, which, i);
        worker->failed = i;
        if (worker->failure != FW_OK)
            return false;
        progress_show(bar, (which == PASS_TIMED ? bench->count : 0) + i, 2 * bench->count);
    }
    return true;
}

/// Runs all passes of one thread. If the request smooths, lengths before smoothing need a pass of their own; else the
/// warm-up measures them.
static void *run_worker(void *user)
{
    bench_worker *worker = user;
    const bool smooths = worker->bench->request.smoothing != FW_SMOOTH_NONE;
    progress bar;
    progress_begin(&bar, worker->first > 0 || worker->bench->given->quiet,
                   fw_method_name(worker->bench->work.method), PROGRESS_EXACT);
    worker->failure = open_worker(worker);
    if (worker->failure == FW_OK) {
        if (run_pass(worker, PASS_WARM, &bar) && (!smooths || run_pass(worker, PASS_PLAIN, &bar)))
            run_pass(worker, PASS_TIMED, &bar);
        worker->bytes = fw_planner_bytes(worker->planner);
    }
    progress_end(&bar);
    close_worker(worker);
    return NULL;
}

static bool complain_of_failure(const bench_run *bench, const bench_worker *failed)
{
    char where[256];
    const io_query *query = &bench->queries.items[failed->failed * bench->step];
    snprintf(where, sizeof where, "%s:%lld", bench->given->arguments[1], (long long)query->line);
    complain_of_request(&bench->work, &failed->request, where, failed->failure);
    return false;
}

static bool run_workers(bench_run *bench, bench_report *report)
{
    bench_worker *workers = calloc(bench->threads, sizeof *workers);
    if (!workers)
        return complain("there is not enough memory for %zu threads", bench->threads);
    for (size_t i = 0; i < bench->threads; i++) {
        workers[i].bench = bench;
        workers[i].first = i;
        workers[i].has_thread =
            i > 0 && pthread_create(&workers[i].thread, NULL, run_worker, &workers[i]) == 0;
    }
    bool done = true;
    for (size_t i = 0; i < bench->threads; i++) {
        if (workers[i].has_thread)
            pthread_join(workers[i].thread, NULL);
        else
            run_worker(&workers[i]);
        report->allocations += workers[i].allocations;
        report->planner_bytes += workers[i].bytes;
        if (workers[i].failure != FW_OK && done)
            done = complain_of_failure(bench, &workers[i]);
    }
    free(workers);
    return done;
}

static bool lies_off_map(const bench_run *bench, const io_place *place)
{
    const double width = fw_map_width(bench->work.map);
    const double height = fw_map_height(bench->work.map);
    const bool is_inside =
        place->is_anchor ? place->x < width && place->y < height : place->x <= width && place->y <= height;
    return place->x < 0.0 || place->y < 0.0 || !is_inside;
}

static bool read_queries(bench_run *bench)
{
    const char *file = bench->given->arguments[1];
    const int32_t width = fw_map_width(bench->work.map);
    const int32_t height = fw_map_height(bench->work.map);
    io_fault fault;
    if (!io_queries_read(file, &bench->queries, &fault))
        return complain("%s", fault.text);
    if (bench->queries.width && (bench->queries.width != width || bench->queries.height != height))
        return complain("%s is for a map of %d x %d tiles, but %s has %d x %d", file, bench->queries.width,
                        bench->queries.height, bench->given->arguments[0], width, height);
    if (!bench->given->quiet && !io_queries_are_for(&bench->queries, bench->given->arguments[0]))
        complain("%s is for %s, which may be another map than %s", file, bench->queries.map,
                 bench->given->arguments[0]);
    for (size_t i = 0; i < bench->queries.count; i++) {
        const io_query *query = &bench->queries.items[i];
        const bool start_is_off = lies_off_map(bench, &query->start);
        if (start_is_off || lies_off_map(bench, &query->goal))
            return complain("%s:%lld: the %s lies outside the map, which has %d x %d tiles", file,
                            (long long)query->line, start_is_off ? "start" : "goal", width, height);
    }
    return true;
}

/// True if the lengths in scenario files hold for the unit: size 1, no cutting of corners, the same cost everywhere. If
/// the map has terrains that the default unit does not enter, this unit must not enter them either.
static bool is_unit_of_scenarios(const job *work, const options *given)
{
    const fw_unit_def usual = fw_default_unit_def();
    if (work->def.size != 1 || work->def.corners != FW_CORNERS_NEVER || work->overlay || given->window)
        return false;
    for (int32_t y = 0; y < fw_map_height(work->map); y++)
        for (int32_t x = 0; x < fw_map_width(work->map); x++) {
            const uint8_t terrain = fw_map_terrain(work->map, x, y);
            if (work->def.terrain_cost[terrain] != usual.terrain_cost[terrain])
                return false;
        }
    return true;
}

static bool open_bench(bench_run *bench)
{
    const options *given = bench->given;
    if (!job_open(given, NULL, &bench->work) || !job_add_unit(given, NULL, &bench->work) ||
        !request_from_options(given, &bench->work, &bench->request) ||
        (bench->request.smoothing != FW_SMOOTH_NONE && !job_prepare_smoothing(&bench->work)) ||
        !read_queries(bench))
        return false;
    bench->step = given->every ? (size_t)given->every : 1;
    bench->threads = given->threads ? (size_t)given->threads : 1;
    bench->count = (bench->queries.count + bench->step - 1) / bench->step;
    bench->all = calloc(bench->count + 1, sizeof *bench->all);
    if (!bench->all)
        return complain("there is not enough memory for %zu queries", bench->count);
    const bool has_optima = is_unit_of_scenarios(&bench->work, given);
    for (size_t i = 0; i < bench->count; i++) {
        const io_query *query = &bench->queries.items[i * bench->step];
        bench->all[i].index = i * bench->step;
        bench->all[i].optimum = has_optima ? query->optimum : -1;
        bench->all[i].has_no_path = has_optima && io_query_has_no_path(query);
    }
    return true;
}

/// Notes which options the first query on the map ignores. Returns false after the error message that the method,
/// which the command line names, refuses one.
static bool note_ignored(bench_run *bench)
{
    const job *work = &bench->work;
    fw_request request = bench->request;
    fw_overlay *window = NULL;
    bool is_on_map = false;
    if (bench->given->window &&
        fw_overlay_create(fw_map_width(work->map), fw_map_height(work->map), NULL, &window) != FW_OK)
        return complain("there is not enough memory for a window");
    for (size_t i = 0; i < bench->queries.count && !is_on_map; i++) {
        const io_query *query = &bench->queries.items[i];
        is_on_map =
            request_places(bench->given, work, &query->start, &query->goal, window, &request) == FW_OK;
    }
    const bool is_accepted = !is_on_map || request_ignored(bench->given, work, &request, &bench->ignored);
    fw_overlay_destroy(window);
    return is_accepted;
}

static void close_bench(bench_run *bench)
{
    free(bench->all);
    io_queries_free(&bench->queries);
    job_close(&bench->work);
}

/// Runs a case.
///
/// @param[out] report  to be freed; unchanged on failure
static bool run_case(const options *given, bench_report *report)
{
    bench_run bench = { .given = given };
    bool done = open_bench(&bench) && note_ignored(&bench);
    if (done) {
        const job *work = &bench.work;
        bench_report made = {
            .map = given->arguments[0],
            .unit = given->unit,
            .method = fw_method_name(work->method),
            .ignored = bench.ignored,
            .all = bench.all,
            .count = bench.count,
            .setup_ms = work->map_ms + work->unit_ms + work->prepare_ms,
            .lacks_turns = job_lacks_turns(work),
        };
        done = run_workers(&bench, &made);
        fw_map_memory_use(work->map, &made.memory);
        if (done) {
            *report = made;
            bench.all = NULL; // belongs to the report
        }
    }
    close_bench(&bench);
    return done;
}

static bool write_json(FILE *to, const void *what, io_fault *fault)
{
    return bench_write_json(to, what) || io_fail(fault, "there is not enough memory for the report");
}

static bool write_each(FILE *to, const void *what, io_fault *fault)
{
    (void)fault;
    bench_write_csv(to, what);
    return true;
}

/// Prints the summary of one run, or a table.
static bool print(const options *given, const bench_reports *all)
{
    if (all->count > 1 || given->table != NOT_CHOSEN || given->bucket > 0.0)
        return bench_print_table(all, given->table, given->bucket, given->verbose);
    const bench_report *report = all->items;
    if (!bench_print(report, given->verbose))
        return complain("there is not enough memory for the report");
    if (report->lacks_turns)
        printf("%s " LACKS_TURNS "\n", report->method);
    print_ignored(&report->ignored);
    return true;
}

int run_bench(const options *given)
{
    bench_cases cases;
    bench_reports all = { 0 };
    bool is_run = outputs_fit(given) && bench_cases_read(given, &cases);
    all.items = is_run ? calloc((size_t)cases.count, sizeof *all.items) : NULL;
    if (is_run && !all.items)
        complain("there is not enough memory");
    is_run = all.items;
    bool is_complete = is_run;
    for (int i = 0; is_run && i < cases.count; i++)
        if (run_case(&cases.items[i], &all.items[all.count]))
            all.count++;
        else
            is_complete = false; // the others still run
    if (all.count > 0)
        is_complete = write_file(given->each, write_each, &all) &&
                      write_file(given->json, write_json, &all) &&
                      (!wants_summary(given) || print(given, &all)) && is_complete;
    for (int i = 0; all.items && i < cases.count; i++)
        free(all.items[i].all);
    free(all.items);
    bench_cases_free(&cases);
    return is_complete ? EXIT_DONE : EXIT_BAD;
}
