#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

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

/// Below this time a query is repeated until REPEAT_US have passed, because reading the clock takes 20 to 30
/// ns.
#define SHORT_US  1.0
#define REPEAT_US 20.0
enum { FIRST_RUNS = 16 };

typedef struct bench {
    const options *given;
    job work;
    io_queries queries;
    fw_request request; ///< without start and goal
    measurement *all;   ///< [measurement * count]
    size_t count;       ///< queries that are run: every K-th
    size_t step;        ///< K
    size_t threads;
} bench;

/// What one thread works with. It takes every `threads`-th of the queries that are run.
typedef struct lane {
    bench *of;
    size_t first;
    pthread_t thread;
    bool has_thread;
    counting count;
    fw_planner *planner;
    fw_path *path;
    fw_overlay *window;
    uint64_t allocations; ///< during timed queries
    size_t bytes;         ///< of the planner at the end
    fw_result failure;    ///< that ended the lane early, or FW_OK
    size_t failed;        ///< index of the query where it happened
    fw_request request;   ///< for it
} lane;

static fw_result open_lane(lane *of)
{
    const fw_allocator hooks = counting_hooks(&of->count);
    const fw_map *map = of->of->work.map;
    fw_planner_def def = fw_default_planner_def();
    def.allocator = &hooks;
    fw_result result = fw_planner_create(map, &def, &of->planner);
    if (result == FW_OK)
        result = fw_path_create(&hooks, &of->path);
    if (result == FW_OK && of->of->given->window)
        result = fw_overlay_create(fw_map_width(map), fw_map_height(map), NULL, &of->window);
    return result;
}

static void close_lane(lane *of)
{
    fw_overlay_destroy(of->window);
    fw_path_destroy(of->path);
    fw_planner_destroy(of->planner);
}

/// With --speed the path gets its profile, where no speed is too fast for it.
static fw_result run_once(lane *of, const fw_request *request, fw_statistics *statistics)
{
    const options *given = of->of->given;
    const job *work = &of->of->work;
    const fw_result result = request_run(given, of->planner, request, of->path, statistics);
    if (result != FW_OK || !given->speed || given->fastest)
        return result;
    const fw_result profiled = fw_path_profile(work->map, &work->speeds, of->path, NULL);
    return profiled == FW_NOT_FOUND ? FW_OK : profiled;
}

/// Time of one query in microseconds.
static double time_once(lane *of, const fw_request *request, fw_result *result, fw_statistics *statistics)
{
    double began = stopwatch_us();
    *result = run_once(of, request, statistics);
    double spent = stopwatch_us() - began;
    size_t runs = 1;
    while (spent < SHORT_US || (runs > 1 && spent < REPEAT_US)) {
        runs = runs == 1 ? FIRST_RUNS : 2 * runs;
        began = stopwatch_us();
        for (size_t i = 0; i < runs; i++)
            *result = run_once(of, request, statistics);
        spent = stopwatch_us() - began;
    }
    return spent / (double)runs;
}

static bool is_legal(const lane *of, const fw_request *request, fw_outcome outcome)
{
    const job *work = &of->of->work;
    fw_check_def def = fw_default_check_def();
    fw_check_report report;
    def.overlay = request->overlay;
    def.has_start = true;
    def.start = request->start;
    def.has_goal = outcome == FW_OUTCOME_FOUND;
    def.goal = request->goal;
    return fw_path_check(work->map, work->unit, of->path, &def, &report) == FW_OK && report.legal;
}

static void note_path(const lane *of, const fw_request *request, measurement *into)
{
    fw_path_summary summary = { 0 };
    fw_path_summarise(of->path, &summary);
    into->outcome = summary.outcome;
    into->has_path = true;
    into->length = summary.length;
    into->cost = summary.cost;
    into->legal = is_legal(of, request, summary.outcome);
}

static void time_query(lane *of, const fw_request *request, measurement *into)
{
    fw_statistics statistics = { 0 };
    fw_result result = FW_OK;
    const int64_t repeats = of->of->given->repeat ? of->of->given->repeat : 1;
    const uint64_t calls = of->count.calls;
    for (int64_t i = 0; i < repeats; i++) {
        const double time = time_once(of, request, &result, &statistics);
        if (i == 0 || time < into->time_us)
            into->time_us = time;
    }
    of->allocations += of->count.calls - calls;
    into->expanded = statistics.expanded;
    into->outcome = result == FW_OUT_OF_BOUNDS ? FW_OUTCOME_BLOCKED : outcome_of(result);
    if (result == FW_OK)
        note_path(of, request, into);
}

typedef enum pass {
    PASS_PLAIN, ///< lengths before smoothing
    PASS_WARM,  ///< so that all memory is there
    PASS_TIMED
} pass;

/// One query of one pass. A unit whose square fits nowhere near a border place counts as blocked.
static fw_result run_query(lane *of, pass which, size_t i)
{
    const bench *all = of->of;
    const io_query *query = &all->queries.items[i * all->step];
    measurement *into = &all->all[i];
    fw_request request = all->request;
    fw_statistics statistics;
    fw_result result =
        request_places(all->given, &all->work, &query->start, &query->goal, of->window, &request);
    of->request = request;
    if (result != FW_OK) {
        into->outcome = FW_OUTCOME_BLOCKED;
        return result == FW_OUT_OF_BOUNDS ? FW_OK : result;
    }
    if (which == PASS_TIMED) {
        time_query(of, &request, into);
        return FW_OK;
    }
    if (which == PASS_PLAIN)
        request.smoothing = FW_SMOOTH_NONE;
    result = run_once(of, &request, &statistics);
    into->plain_length = fw_path_length(of->path);
    return is_answer(result) || result == FW_OUT_OF_BOUNDS ? FW_OK : result;
}

static bool run_pass(lane *of, pass which, progress *bar)
{
    const bench *all = of->of;
    for (size_t i = of->first; i < all->count; i += all->threads) {
        of->failure = run_query(of, which, i);
        of->failed = i;
        if (of->failure != FW_OK)
            return false;
        progress_show(bar, (which == PASS_TIMED ? all->count : 0) + i, 2 * all->count);
    }
    return true;
}

/// Lengths before smoothing come from the warm-up where nothing is smoothed, and from a pass of their own
/// otherwise.
static void *run_lane(void *user)
{
    lane *of = user;
    const bool smooths = of->of->request.smoothing != FW_SMOOTH_NONE;
    progress bar = progress_begin(of->first == 0 && !of->of->given->quiet);
    of->failure = open_lane(of);
    if (of->failure == FW_OK) {
        if (run_pass(of, PASS_WARM, &bar) && (!smooths || run_pass(of, PASS_PLAIN, &bar)))
            run_pass(of, PASS_TIMED, &bar);
        of->bytes = fw_planner_bytes(of->planner);
    }
    progress_end(&bar);
    close_lane(of);
    return NULL;
}

static bool complain_of_failure(const bench *of, const lane *failed)
{
    char where[256];
    const io_query *query = &of->queries.items[failed->failed * of->step];
    snprintf(where, sizeof where, "%s:%lld", of->given->arguments[1], (long long)query->line);
    complain_of_request(&of->work, &failed->request, where, failed->failure);
    return false;
}

static bool run_lanes(bench *of, bench_report *report)
{
    lane *lanes = calloc(of->threads, sizeof *lanes);
    if (!lanes)
        return complain("there is not enough memory for %zu threads", of->threads);
    for (size_t i = 0; i < of->threads; i++) {
        lanes[i].of = of;
        lanes[i].first = i;
        lanes[i].has_thread = i > 0 && pthread_create(&lanes[i].thread, NULL, run_lane, &lanes[i]) == 0;
    }
    bool done = true;
    for (size_t i = 0; i < of->threads; i++) {
        if (lanes[i].has_thread)
            pthread_join(lanes[i].thread, NULL);
        else
            run_lane(&lanes[i]);
        report->allocations += lanes[i].allocations;
        report->planner_bytes += lanes[i].bytes;
        if (lanes[i].failure != FW_OK && done)
            done = complain_of_failure(of, &lanes[i]);
    }
    free(lanes);
    return done;
}

static bool lies_off_map(const bench *of, const io_place *place)
{
    const double width = fw_map_width(of->work.map);
    const double height = fw_map_height(of->work.map);
    const bool is_inside =
        place->is_anchor ? place->x < width && place->y < height : place->x <= width && place->y <= height;
    return place->x < 0.0 || place->y < 0.0 || !is_inside;
}

static bool read_queries(bench *of)
{
    const char *file = of->given->arguments[1];
    const int32_t width = fw_map_width(of->work.map);
    const int32_t height = fw_map_height(of->work.map);
    io_fault fault;
    if (!io_queries_read(file, &of->queries, &fault))
        return complain("%s", fault.text);
    if (of->queries.width && (of->queries.width != width || of->queries.height != height))
        return complain("%s is for a map of %d x %d tiles, but %s has %d x %d", file, of->queries.width,
                        of->queries.height, of->given->arguments[0], width, height);
    for (size_t i = 0; i < of->queries.count; i++) {
        const io_query *query = &of->queries.items[i];
        const bool start_is_off = lies_off_map(of, &query->start);
        if (start_is_off || lies_off_map(of, &query->goal))
            return complain("%s:%lld: the %s lies outside the map, which has %d x %d tiles", file,
                            (long long)query->line, start_is_off ? "start" : "goal", width, height);
    }
    return true;
}

/// Is the unit the one that scenario files state lengths for: of one tile, which cuts no corners and pays the same
/// everywhere? Terrains that the default unit does not enter may lie on the map only if it does not enter them either.
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

static bool open_bench(bench *of)
{
    const options *given = of->given;
    if (!outputs_are_apart(given) || !job_open(given, NULL, &of->work) ||
        !job_add_unit(given, NULL, &of->work) || !request_from_options(given, &of->work, &of->request) ||
        (of->request.smoothing != FW_SMOOTH_NONE && !job_prepare_smoothing(&of->work)) || !read_queries(of))
        return false;
    of->step = given->every ? (size_t)given->every : 1;
    of->threads = given->threads ? (size_t)given->threads : 1;
    of->count = (of->queries.count + of->step - 1) / of->step;
    of->all = calloc(of->count + 1, sizeof *of->all);
    if (!of->all)
        return complain("there is not enough memory for %zu queries", of->count);
    const bool has_optima = is_unit_of_scenarios(&of->work, given);
    for (size_t i = 0; i < of->count; i++) {
        of->all[i].index = i * of->step;
        of->all[i].optimum = has_optima ? of->queries.items[i * of->step].optimum : -1;
    }
    return true;
}

static void close_bench(bench *of)
{
    free(of->all);
    io_queries_free(&of->queries);
    job_close(&of->work);
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

static int measure(bench *of)
{
    const job *work = &of->work;
    bench_report report = {
        .map = of->given->arguments[0],
        .method = fw_method_name(work->method),
        .all = of->all,
        .count = of->count,
        .setup_ms = work->map_ms + work->unit_ms + work->prepare_ms,
    };
    if (!run_lanes(of, &report))
        return EXIT_BAD;
    fw_map_memory_use(work->map, &report.memory);
    if (!write_file(of->given->each, write_each, &report) ||
        !write_file(of->given->json, write_json, &report))
        return EXIT_BAD;
    if (wants_summary(of->given) && !bench_print(&report)) {
        complain("there is not enough memory for the report");
        return EXIT_BAD;
    }
    if (wants_summary(of->given) && job_lacks_turns(work))
        printf("%s " LACKS_TURNS "\n", report.method);
    return EXIT_DONE;
}

int run_bench(const options *given)
{
    bench of = { .given = given };
    const int status = open_bench(&of) ? measure(&of) : EXIT_BAD;
    close_bench(&of);
    return status;
}
