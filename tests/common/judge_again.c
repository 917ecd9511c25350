// What changes nothing: the same question, asked in other ways.
#include <pthread.h>

#include "common/judge.h"

/// Compares another answer with the first one.
static bool is_same(hearing *on, fw_result result, const fw_path *path)
{
    if (result != on->result)
        return judge_deny(on, "%s, and then %s", fw_result_text(on->result), fw_result_text(result));
    return result != FW_OK || judge_paths_equal(on->at.path, path) ||
           judge_deny(on, "the path is another one");
}

enum { MOST_OVERRUN = 4200 }; ///< work by which a step may exceed what it was given, see fw_search_step()

/// What a search has done so far.
static uint64_t work_of(const fw_search *search)
{
    fw_statistics spent;
    fw_search_statistics(search, &spent);
    return spent.work + spent.shaping;
}

/// Takes a step, and judges whether it keeps to its work.
static bool take_step(hearing *on, fw_search *search, fw_result *result)
{
    const uint64_t before = work_of(search);
    *result = fw_search_step(search, on->drawn->slice);
    const uint64_t done = work_of(search) - before;
    return on->drawn->slice == 0 || done <= on->drawn->slice + MOST_OVERRUN ||
           judge_deny(on, "a step of %llu does %llu", (unsigned long long)on->drawn->slice,
                      (unsigned long long)done);
}

/// Steps a search to its end.
static bool step_to_end(hearing *on, fw_search *search, fw_result *result)
{
    double progress = 0;
    do {
        if (!take_step(on, search, result))
            return false;
        const double now = fw_search_progress(search);
        if (!(now >= progress && now <= 1))
            return judge_deny(on, "progress goes from %g to %g", progress, now);
        progress = now;
    } while (*result == FW_PENDING);
    return fw_search_step(search, 1) == *result || judge_deny(on, "a search that is over goes on");
}

static bool ask_in_slices(hearing *on, fw_path *path)
{
    fw_search *search;
    fw_statistics spent;
    fw_result result = fw_search_begin(on->at.planner, &on->at.ask, &search);
    if (result != FW_OK)
        return is_same(on, result, path);
    bool holds = step_to_end(on, search, &result);
    if (holds && result == FW_OK && fw_search_best_so_far(search, path) != FW_OK)
        holds = judge_deny(on, "the path that was found is not given");
    if (holds && fw_search_statistics(search, &spent) == FW_OK && spent.expanded != on->spent.expanded)
        holds = judge_deny(on, "%llu expansions, and then %llu", (unsigned long long)on->spent.expanded,
                           (unsigned long long)spent.expanded);
    fw_search_end(search);
    return holds && is_same(on, result, path);
}

bool judge_slices_change_nothing(hearing *on)
{
    fw_path *path;
    if (fw_path_create(&on->at.hooks, &path) != FW_OK)
        return false;
    const bool holds = ask_in_slices(on, path);
    fw_path_destroy(path);
    return holds;
}

/// Asks for the way back, begins a search that is never ended, and then asks again.
static bool ask_after_others(hearing *on, fw_planner *planner, fw_path *path)
{
    fw_search *search;
    fw_request back = on->at.ask;
    if (back.goal.kind != FW_GOAL_SET) {
        back.start = on->at.ask.goal.pose;
        back.goal.pose = on->at.ask.start;
    }
    back.max_work = 500;
    fw_find_path(planner, &back, path);
    back.method = FW_GRID;
    if (fw_search_begin(planner, &back, &search) == FW_OK)
        fw_search_step(search, 3);
    return is_same(on, fw_find_path(planner, &on->at.ask, path), path);
}

bool judge_earlier_queries_change_nothing(hearing *on)
{
    fw_path *path = NULL;
    fw_planner *planner = NULL;
    const bool holds = fw_planner_create(on->at.map, NULL, &planner) == FW_OK &&
                       fw_path_create(NULL, &path) == FW_OK && ask_after_others(on, planner, path);
    fw_path_destroy(path);
    fw_planner_destroy(planner);
    return holds;
}

/// What another thread is given, and answers.
typedef struct errand {
    const fw_map *map;
    const fw_request *ask;
    fw_path *path;
    fw_result result;
} errand;

static void *run_errand(void *argument)
{
    errand *self = argument;
    fw_planner *planner = NULL;
    self->result = fw_planner_create(self->map, NULL, &planner);
    if (self->result == FW_OK)
        self->result = fw_find_path(planner, self->ask, self->path);
    fw_planner_destroy(planner);
    return NULL;
}

bool judge_another_thread_changes_nothing(hearing *on)
{
    pthread_t thread;
    errand other = { .map = on->at.map, .ask = &on->at.ask };
    fw_path *path = NULL;
    if (fw_path_create(NULL, &path) != FW_OK || fw_path_create(NULL, &other.path) != FW_OK ||
        pthread_create(&thread, NULL, run_errand, &other) != 0)
        return judge_deny(on, "no thread");
    const fw_result meanwhile = fw_find_path(on->at.planner, &on->at.ask, path);
    pthread_join(thread, NULL);
    const bool holds = is_same(on, meanwhile, path) && is_same(on, other.result, other.path);
    fw_path_destroy(path);
    fw_path_destroy(other.path);
    return holds;
}

bool judge_order_of_units_changes_nothing(hearing *on)
{
    if (!on->drawn->has_companion)
        return true;
    site other;
    const fw_result opened = site_open(on->drawn, COMPANION_FIRST, &other);
    bool holds = opened == FW_OK || judge_deny(on, "%s", fw_result_text(opened));
    if (holds)
        holds = is_same(on, fw_find_path(other.planner, &other.ask, other.path), other.path);
    site_close(&other);
    return holds;
}
