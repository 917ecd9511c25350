#define _POSIX_C_SOURCE 199309L // clock_gettime

/// What commits cost those who are at work on the map.
///
///     bench_live_map
///
/// writes: what a commit costs that changes no layer; how many of 200 units of a game arrive with an edit in every tick
/// and without; the processor time of a query on four threads beside an editor who commits 1,000 times a second; what
/// 200 searches in slices hold; and what a planner pays for one commit elsewhere.

#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/random.h"
#include "common/give_up.h"
#include "common/median.h"
#include "common/stopwatch.h"
#include "fairway/fairway.h"

enum { THREADS = 4, HELD_SEARCHES = 200 };

static void must(fw_result result, const char *what)
{
    if (result != FW_OK)
        give_up(what);
}

static fw_unit_id add_unit(fw_map *map)
{
    fw_unit_def def = fw_default_unit_def();
    fw_unit_id id;
    def.methods = FW_METHOD_BIT(FW_JUMP_POINTS) | FW_METHOD_BIT(FW_ASTAR);
    must(fw_map_add_unit(map, &def, &id), "no unit");
    return id;
}

/// Blocks of 12 tiles with streets of 4 between them: a city without dead ends.
static fw_map *city(int32_t side)
{
    enum { PITCH = 16, STREET = 4 };
    fw_map_def def = fw_default_map_def();
    def.width = def.height = side;
    fw_map *map = NULL;
    must(fw_map_create(&def, &map), "no map");
    for (int32_t y = STREET; y < side; y += PITCH)
        for (int32_t x = STREET; x < side; x += PITCH)
            must(fw_map_set_rect(map, x, y, PITCH - STREET, PITCH - STREET, FW_BLOCKED), "no block");
    must(fw_map_commit(map), "no commit");
    return map;
}

/// A tile in the streets of a city.
static fw_goal street_goal(random_source *source, int32_t side)
{
    const int32_t x = (int32_t)random_below(source, (uint32_t)side);
    const int32_t y = 16 * (int32_t)random_below(source, (uint32_t)side / 16);
    return fw_goal_on_tile(x, y, 1);
}

static fw_request street_request(random_source *source, int32_t side, fw_unit_id unit, fw_method method)
{
    fw_request ask = fw_default_request();
    const fw_goal start = street_goal(source, side);
    ask.unit = unit;
    ask.method = method;
    ask.start = start.pose;
    ask.goal = street_goal(source, side);
    return ask;
}

/// Opens or closes a tile of the last row, which no query meets.
static void edit_far_away(fw_map *map, int number)
{
    const int32_t side = fw_map_width(map);
    must(fw_map_set_tile(map, side - 1, side - 2, number % 2 ? FW_BLOCKED : FW_GROUND), "no edit");
    must(fw_map_commit(map), "no commit");
}

static void measure_idle_commits(void)
{
    enum { SIDE = 512, COMMITS = 20000 };
    fw_map *map = city(SIDE);
    add_unit(map);
    const double begun = stopwatch_computed_us();
    for (int i = 0; i < COMMITS; i++) {
        must(fw_map_set_tile(map, 100, 0, i % 2 ? FW_SWAMP : FW_GROUND), "no edit");
        must(fw_map_commit(map), "no commit");
    }
    printf("a commit that changes no layer: %.2f us\n", (stopwatch_computed_us() - begun) / COMMITS);
    fw_map_destroy(map);
}

/// Units that walk from goal to goal, served by one queue under a budget of work a tick.
static int play(bool with_edits)
{
    enum { SIDE = 512, UNITS = 200, TICKS = 1000, WORK = 20000, SPEED = 1 };
    typedef struct walker {
        fw_ticket ticket;
        fw_request ask;
        fw_path *path;
        double gone;
    } walker;
    fw_map *map = city(SIDE);
    const fw_unit_id unit = add_unit(map);
    fw_planner *planner = NULL;
    static walker walkers[UNITS];
    random_source source = { 8 };
    int arrivals = 0;
    must(fw_planner_create(map, NULL, &planner), "no planner");
    for (int i = 0; i < UNITS; i++) {
        walkers[i] = (walker){ .ask = street_request(&source, SIDE, unit, FW_ASTAR) };
        must(fw_path_create(NULL, &walkers[i].path), "no path");
        must(fw_planner_enqueue(planner, &walkers[i].ask, 1, &walkers[i].ticket), "no ticket");
    }
    for (int tick = 0; tick < TICKS; tick++) {
        if (with_edits)
            edit_far_away(map, tick + 1);
        fw_planner_run(planner, WORK, 0);
        for (int i = 0; i < UNITS; i++) {
            walker *one = &walkers[i];
            if (one->ticket) {
                const fw_result result = fw_planner_collect(planner, one->ticket, one->path);
                if (result == FW_PENDING)
                    continue;
                one->ticket = 0;
                one->gone = 0;
                if (result != FW_OK) // also if the search was stale: the unit asks again
                    must(fw_planner_enqueue(planner, &one->ask, 1, &one->ticket), "no ticket");
                continue;
            }
            one->gone += SPEED;
            if (one->gone < fw_path_length(one->path))
                continue;
            arrivals++;
            one->ask.start = one->ask.goal.pose;
            one->ask.goal = street_goal(&source, SIDE);
            must(fw_planner_enqueue(planner, &one->ask, 1, &one->ticket), "no ticket");
        }
    }
    for (int i = 0; i < UNITS; i++)
        fw_path_destroy(walkers[i].path);
    fw_planner_destroy(planner);
    fw_map_destroy(map);
    return arrivals;
}

typedef struct worker {
    pthread_t thread;
    const fw_map *map;
    fw_unit_id unit;
    uint64_t seed;
    atomic_int *running;
    double us; ///< processor time of a query
} worker;

static void *work(void *argument)
{
    enum { QUERIES = 600, WARM = 100 };
    worker *self = argument;
    fw_planner *planner = NULL;
    fw_path *path = NULL;
    random_source source = { self->seed };
    must(fw_planner_create(self->map, NULL, &planner), "no planner");
    must(fw_path_create(NULL, &path), "no path");
    double begun = 0;
    for (int i = 0; i < QUERIES + WARM; i++) {
        const fw_request ask = street_request(&source, fw_map_width(self->map), self->unit, FW_JUMP_POINTS);
        if (i == WARM)
            begun = stopwatch_thread_us();
        must(fw_find_path(planner, &ask, path), "no path in the city");
    }
    self->us = (stopwatch_thread_us() - begun) / QUERIES;
    fw_path_destroy(path);
    fw_planner_destroy(planner);
    atomic_fetch_sub(self->running, 1);
    return NULL;
}

/// Mean processor time of the queries of four threads; where there is an editor, one commit a millisecond.
static double time_threads(fw_map *map, fw_unit_id unit, bool with_edits, int *commits)
{
    worker workers[THREADS];
    atomic_int running = THREADS;
    double us = 0;
    *commits = 0;
    for (int i = 0; i < THREADS; i++) {
        workers[i] = (worker){ .map = map, .unit = unit, .seed = 40 + (uint64_t)i, .running = &running };
        if (pthread_create(&workers[i].thread, NULL, work, &workers[i]) != 0)
            give_up("no thread");
    }
    while (with_edits && atomic_load(&running) > 0) {
        const struct timespec pause = { .tv_nsec = 1000 * 1000 };
        edit_far_away(map, ++*commits);
        nanosleep(&pause, NULL);
    }
    for (int i = 0; i < THREADS; i++) {
        pthread_join(workers[i].thread, NULL);
        us += workers[i].us / THREADS;
    }
    return us;
}

static void measure_threads(void)
{
    enum { ROUNDS = 5 };
    fw_map *map = city(1024);
    const fw_unit_id unit = add_unit(map);
    double alone[ROUNDS], beside[ROUNDS], seconds = 0;
    int commits = 0, all = 0;
    for (int i = 0; i < ROUNDS; i++) {
        alone[i] = time_threads(map, unit, false, &commits);
        const double begun = stopwatch_us();
        beside[i] = time_threads(map, unit, true, &commits);
        seconds += (stopwatch_us() - begun) / 1e6;
        all += commits;
    }
    const double without = median_of(alone, ROUNDS), with = median_of(beside, ROUNDS);
    printf("4 planners on 4 threads, processor time of a query: %.2f us, beside %.0f commits a second %.2f "
           "us (%.3f)\n",
           without, all / seconds, with, with / without);
    fw_map_destroy(map);
}

static void *count_get(size_t bytes, void *user)
{
    *(size_t *)user += bytes;
    return malloc(bytes);
}

static void count_give_back(void *pointer, size_t bytes, void *user)
{
    *(size_t *)user -= bytes;
    free(pointer);
}

static void measure_held_searches(fw_method method, const char *name)
{
    enum { SIDE = 512, SLICES = 10, WORK = 200 };
    size_t held = 0;
    const fw_allocator counting = { .allocate = count_get, .release = count_give_back, .user = &held };
    fw_map *map = city(SIDE);
    const fw_unit_id unit = add_unit(map);
    fw_planner_def def = fw_default_planner_def();
    def.allocator = &counting;
    fw_planner *planner = NULL;
    fw_search *searches[HELD_SEARCHES];
    random_source source = { 12 };
    must(fw_planner_create(map, &def, &planner), "no planner");
    for (int i = 0; i < HELD_SEARCHES; i++) {
        const fw_request ask = street_request(&source, SIDE, unit, method);
        must(fw_search_begin(planner, &ask, &searches[i]), "no search");
    }
    size_t most = held;
    for (int slice = 0; slice < SLICES; slice++)
        for (int i = 0; i < HELD_SEARCHES; i++) {
            fw_search_step(searches[i], WORK);
            most = held > most ? held : most;
        }
    for (int i = 0; i < HELD_SEARCHES; i++)
        fw_search_end(searches[i]);
    printf("200 searches in slices, %s: %.1f MB, after they end %.1f MB\n", name, (double)most / 1e6,
           (double)held / 1e6);
    fw_planner_destroy(planner);
    fw_map_destroy(map);
}

/// The value that a share of all values does not exceed. Sorts the values.
static double quantile(double *values, size_t count, double share)
{
    median_of(values, count);
    return values[(size_t)(share * (double)(count - 1))];
}

static void measure_commit_elsewhere(void)
{
    enum { SIDE = 512, ROUNDS = 20000 };
    static double still[ROUNDS], after[ROUNDS];
    fw_map *map = city(SIDE);
    const fw_unit_id unit = add_unit(map);
    fw_planner *planner = NULL;
    fw_path *path = NULL;
    must(fw_planner_create(map, NULL, &planner), "no planner");
    must(fw_path_create(NULL, &path), "no path");
    fw_request ask = fw_default_request();
    ask.unit = unit;
    ask.method = FW_JUMP_POINTS;
    ask.start = fw_pose_on_tile(1, 1, 1);
    ask.goal = fw_goal_on_tile(3, 1, 1);
    for (int i = 0; i < ROUNDS; i++) {
        double begun = stopwatch_thread_us();
        must(fw_find_path(planner, &ask, path), "no path");
        still[i] = stopwatch_thread_us() - begun;
        edit_far_away(map, i + 1);
        begun = stopwatch_thread_us();
        must(fw_find_path(planner, &ask, path), "no path");
        after[i] = stopwatch_thread_us() - begun;
    }
    printf("a query of two tiles, median / p99.9: %.2f / %.2f us, first after a commit elsewhere %.2f / %.2f "
           "us\n",
           median_of(still, ROUNDS), quantile(still, ROUNDS, .999), median_of(after, ROUNDS),
           quantile(after, ROUNDS, .999));
    fw_path_destroy(path);
    fw_planner_destroy(planner);
    fw_map_destroy(map);
}

int main(void)
{
    measure_idle_commits();
    const int without = play(false), with = play(true);
    printf("200 units, 1,000 ticks: %d arrivals, with an edit in every tick %d (%.3f)\n", without, with,
           (double)with / without);
    measure_threads();
    measure_held_searches(FW_ASTAR, "astar");
    measure_held_searches(FW_JUMP_POINTS, "jump-points");
    measure_commit_elsewhere();
    return 0;
}
