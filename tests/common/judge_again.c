// What changes nothing: the same question, asked in other ways.
#include <pthread.h>

#include "common/judge.h"

/// Compares another answer with the first one.
static bool is_same(hearing *hearing, fw_result result, const fw_path *path)
{
    if (result != hearing->result)
        return judge_deny(hearing, "%s, and then %s", fw_result_text(hearing->result),
                          fw_result_text(result));
    return !judge_has_path(hearing) || judge_paths_equal(hearing->at.path, path) ||
           judge_deny(hearing, "the path is another one");
}

enum {
    MOST_OVERRUN = 4200,       ///< work by which a step may exceed what it was given, see fw_search_step(),
    MOST_OVERRUN_TURNS = 40000 ///< and the same if turns are asked for
};

/// What a search has done so far.
static uint64_t work_of(const fw_search *search)
{
    fw_statistics spent;
    fw_search_statistics(search, &spent);
    return spent.work + spent.shaping;
}

/// Takes a step, and judges whether it keeps to its work.
static bool take_step(hearing *hearing, fw_search *search, fw_result *result)
{
    const uint64_t before = work_of(search);
    *result = fw_search_step(search, hearing->drawn->slice);
    const uint64_t done = work_of(search) - before;
    const uint64_t most = hearing->at.ask.turns == FW_TURNS_NONE ? MOST_OVERRUN : MOST_OVERRUN_TURNS;
    return hearing->drawn->slice == 0 || done <= hearing->drawn->slice + most ||
           judge_deny(hearing, "a step of %llu does %llu", (unsigned long long)hearing->drawn->slice,
                      (unsigned long long)done);
}

/// Steps a search to its end.
static bool step_to_end(hearing *hearing, fw_search *search, fw_result *result)
{
    double progress = 0;
    do {
        if (!take_step(hearing, search, result))
            return false;
        const double now = fw_search_progress(search);
        if (!(now >= progress && now <= 1))
            return judge_deny(hearing, "progress goes from %g to %g", progress, now);
        progress = now;
    } while (*result == FW_PENDING);
    return fw_search_step(search, 1) == *result || judge_deny(hearing, "a search that is over goes on");
}

static bool ask_in_slices(hearing *hearing, fw_path *path)
{
    fw_search *search;
    fw_statistics spent;
    fw_result result = fw_search_begin(hearing->at.planner, &hearing->at.ask, &search);
    if (result != FW_OK)
        return is_same(hearing, result, path);
    bool holds = step_to_end(hearing, search, &result);
    const bool has_path = result == FW_OK || result == FW_ILLEGAL;
    if (holds && has_path && fw_search_best_so_far(search, path) != result)
        holds = judge_deny(hearing, "the path that was found is not given");
    if (holds && fw_search_statistics(search, &spent) == FW_OK && spent.expanded != hearing->spent.expanded)
        holds = judge_deny(hearing, "%llu expansions, and then %llu",
                           (unsigned long long)hearing->spent.expanded, (unsigned long long)spent.expanded);
    fw_search_end(search);
    return holds && is_same(hearing, result, path);
}

bool judge_slices_change_nothing(hearing *hearing)
{
    fw_path *path;
    if (fw_path_create(&hearing->at.hooks, &path) != FW_OK)
        return false;
    const bool holds = ask_in_slices(hearing, path);
    fw_path_destroy(path);
    return holds;
}

/// The request for the way back.
static fw_request way_back(const fw_request *ask)
{
    fw_request back = *ask;
    if (back.goal.kind != FW_GOAL_SET) {
        back.start = ask->goal.pose;
        back.goal.pose = ask->start;
    }
    return back;
}

/// Begins a search, and ends it as soon as the passes that shape its path have done some work.
static void end_one_early(fw_planner *planner, const fw_request *ask, uint64_t shaping)
{
    enum { MOST_STEPS = 2000 };
    fw_search *search;
    fw_statistics spent = { 0 };
    if (fw_search_begin(planner, ask, &search) != FW_OK)
        return;
    for (int i = 0; i < MOST_STEPS && spent.shaping < shaping && fw_search_step(search, 1) == FW_PENDING; i++)
        fw_search_statistics(search, &spent);
    fw_search_end(search);
}

bool judge_searches_that_ended_early_change_nothing(hearing *hearing)
{
    static const uint64_t shaping[] = { 4, 30 };
    const fw_request back = way_back(&hearing->at.ask);
    fw_path *path;
    if (fw_path_create(&hearing->at.hooks, &path) != FW_OK)
        return false;
    bool holds = true;
    for (size_t i = 0; i < sizeof shaping / sizeof *shaping && holds; i++) {
        end_one_early(hearing->at.planner, &back, shaping[i]);
        holds = ask_in_slices(hearing, path); // in the memory of the search that has ended
    }
    fw_path_destroy(path);
    return holds;
}

/// Asks for the way back, begins a search that is never ended, and then asks again.
static bool ask_after_others(hearing *hearing, fw_planner *planner, fw_path *path)
{
    fw_search *search;
    fw_request back = way_back(&hearing->at.ask);
    back.max_work = 500;
    fw_find_path(planner, &back, path);
    back.method = FW_GRID;
    if (fw_search_begin(planner, &back, &search) == FW_OK)
        fw_search_step(search, 3);
    return is_same(hearing, fw_find_path(planner, &hearing->at.ask, path), path);
}

bool judge_earlier_queries_change_nothing(hearing *hearing)
{
    fw_path *path = NULL;
    fw_planner *planner = NULL;
    const bool holds = fw_planner_create(hearing->at.map, NULL, &planner) == FW_OK &&
                       fw_path_create(NULL, &path) == FW_OK && ask_after_others(hearing, planner, path);
    fw_path_destroy(path);
    fw_planner_destroy(planner);
    return holds;
}

/// What another thread is given, and answers.
typedef struct growth_task {
    const fw_map *map;
    const fw_request *ask;
    fw_path *path;
    fw_result result;
} growth_task;

static void *run_growth_task(void *argument)
{
    growth_task *self = argument;
    fw_planner *planner = NULL;
    self->result = fw_planner_create(self->map, NULL, &planner);
    if (self->result == FW_OK)
        self->result = fw_find_path(planner, self->ask, self->path);
    fw_planner_destroy(planner);
    return NULL;
}

bool judge_another_thread_changes_nothing(hearing *hearing)
{
    pthread_t thread;
    growth_task other = { .map = hearing->at.map, .ask = &hearing->at.ask };
    fw_path *path = NULL;
    if (fw_path_create(NULL, &path) != FW_OK || fw_path_create(NULL, &other.path) != FW_OK ||
        pthread_create(&thread, NULL, run_growth_task, &other) != 0)
        return judge_deny(hearing, "no thread");
    const fw_result meanwhile = fw_find_path(hearing->at.planner, &hearing->at.ask, path);
    pthread_join(thread, NULL);
    const bool holds = is_same(hearing, meanwhile, path) && is_same(hearing, other.result, other.path);
    fw_path_destroy(path);
    fw_path_destroy(other.path);
    return holds;
}

bool judge_order_of_units_changes_nothing(hearing *hearing)
{
    if (!hearing->drawn->has_companion)
        return true;
    site other;
    const fw_result opened = site_open(hearing->drawn, COMPANION_FIRST, &other);
    bool holds = opened == FW_OK || judge_deny(hearing, "%s", fw_result_text(opened));
    if (holds)
        holds = is_same(hearing, fw_find_path(other.planner, &other.ask, other.path), other.path);
    site_close(&other);
    return holds;
}
