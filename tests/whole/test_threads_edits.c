// An editor changes a map on one thread while planners on others search it. The thread sanitizer watches, and each
// answer is that on a fresh map of the version that it names.
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "common/drawing.h"
#include "common/history.h"

enum { THREADS = 4, ANSWERS = 15, MOST_QUERIES = 10000 };

typedef struct worker {
    pthread_t thread;
    const history *history;
    atomic_int *running;
    uint64_t seed;
    int answered;               ///< queries with a path, which names the version of the map
    fw_request asks[ANSWERS];   ///< [answered]
    uint64_t versions[ANSWERS]; ///< [answered]
    uint64_t answers[ANSWERS];  ///< [answered]
    fw_result result;           ///< of creating what it needs
} worker;

/// Asks in one call or in slices, whichever comes.
static fw_result ask_somehow(fw_planner *planner, const fw_request *ask, uint64_t slice, fw_path *path)
{
    if (slice == 0)
        return fw_find_path(planner, ask, path);
    fw_search *search = NULL;
    fw_result result = fw_search_begin(planner, ask, &search);
    if (result != FW_OK)
        return result;
    do
        result = fw_search_step(search, slice);
    while (result == FW_PENDING);
    if (result == FW_OK)
        result = fw_search_best_so_far(search, path);
    fw_search_end(search);
    return result;
}

/// Asks until enough queries have a path: how many are stale or blocked depends on the speed of the editor.
static void *work(void *argument)
{
    worker *self = argument;
    fw_planner *planner = NULL;
    fw_path *path = NULL;
    random_source source = { self->seed };
    self->result = fw_planner_create(self->history->map, NULL, &planner);
    if (self->result == FW_OK)
        self->result = fw_path_create(NULL, &path);
    for (int i = 0; i < MOST_QUERIES && self->answered < ANSWERS && self->result == FW_OK; i++) {
        fw_path_summary summary;
        const fw_map *snapshot = fw_map_snapshot(self->history->map);
        const fw_request ask = history_request(self->history, &source);
        const fw_result result = ask_somehow(planner, &ask, (uint64_t)(i % 3) * 50, path);
        fw_map_release(snapshot);
        if (result != FW_OK)
            continue;
        fw_path_summarise(path, &summary);
        self->asks[self->answered] = ask;
        self->versions[self->answered] = summary.map_version;
        self->answers[self->answered++] = history_hash(result, path);
    }
    fw_path_destroy(path);
    fw_planner_destroy(planner);
    atomic_fetch_sub(self->running, 1);
    return NULL;
}

/// Edits the map as long as planners run; adds and removes a unit now and then.
static void edit(history *history, atomic_int *running)
{
    random_source source = { 99 };
    fw_unit_id guest = 0;
    while (atomic_load(running) > 0 && history->count < HISTORY_EDITS) {
        assert_int_equal(history_edit(history, &source), FW_OK);
        if (history->count % 40 == 0 && guest) {
            assert_int_equal(fw_map_remove_unit(history->map, guest), FW_OK);
            guest = 0;
        } else if (history->count % 40 == 20) {
            guest = add_unit(history->map, unit_of_size(2));
        }
    }
}

static void planners_search_while_the_map_is_edited(void **state)
{
    (void)state;
    static worker workers[THREADS];
    random_source source = { 21 };
    history *history = history_begin(&source, 80, 66, 16);
    atomic_int running = THREADS;
    for (int i = 0; i < THREADS; i++) {
        workers[i] = (worker){ .history = history, .running = &running, .seed = 30 + (uint64_t)i };
        assert_int_equal(pthread_create(&workers[i].thread, NULL, work, &workers[i]), 0);
    }
    edit(history, &running);
    int answered = 0;
    for (int i = 0; i < THREADS; i++) {
        assert_int_equal(pthread_join(workers[i].thread, NULL), 0);
        assert_int_equal(workers[i].result, FW_OK);
        answered += workers[i].answered;
        for (int n = 0; n < workers[i].answered; n++)
            assert_true(workers[i].answers[n] ==
                        history_answer(history, workers[i].versions[n], &workers[i].asks[n]));
    }
    assert_true(answered > THREADS);
    history_end(history);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(planners_search_while_the_map_is_edited),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
