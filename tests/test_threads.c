// Eight planners search one map at once, each on a thread of its own. Between commits nothing is written that another
// reads: the thread sanitizer watches, and every thread gets the answers that one alone gets.
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "common/answer_hash.h"
#include "common/drawing.h"
#include "common/queries.h"
#include "fairway/fairway.h"

enum { THREADS = 8, QUERIES = 96 };

typedef struct worker {
    pthread_t thread;
    const query_world *world;
    int first; ///< query that it begins with
    uint64_t answers[QUERIES];
    fw_result result; ///< of creating what it needs
} worker;

static void *work(void *argument)
{
    worker *self = argument;
    fw_planner *planner = NULL;
    fw_path *path = NULL;
    self->result = fw_planner_create(self->world->map, NULL, &planner);
    if (self->result == FW_OK)
        self->result = fw_path_create(NULL, &path);
    for (int i = 0; i < QUERIES && self->result == FW_OK; i++) {
        const uint64_t n = (uint64_t)((self->first + i) % QUERIES);
        self->answers[n] = query_answer(planner, self->world, n, n % 3 * 20, path, HASH_OF_NOTHING);
    }
    fw_path_destroy(path);
    fw_planner_destroy(planner);
    return NULL;
}

static void assert_that_all_threads_agree(const query_world *world)
{
    static worker workers[THREADS];
    worker alone = { .world = world };
    work(&alone);
    assert_int_equal(alone.result, FW_OK);
    for (int i = 0; i < THREADS; i++) {
        workers[i] = (worker){ .world = world, .first = i * QUERIES / THREADS };
        assert_int_equal(pthread_create(&workers[i].thread, NULL, work, &workers[i]), 0);
    }
    for (int i = 0; i < THREADS; i++) {
        assert_int_equal(pthread_join(workers[i].thread, NULL), 0);
        assert_int_equal(workers[i].result, FW_OK);
        assert_memory_equal(workers[i].answers, alone.answers, sizeof alone.answers);
    }
}

static void eight_planners_on_one_map_answer_as_one_alone(void **state)
{
    (void)state;
    random_source random = { 3 };
    query_world world = query_world_on(map_at_random(&random, 120, 90, 20, 7));
    assert_that_all_threads_agree(&world);
    for (int round = 0; round < 3; round++) { // write phases in between
        for (int i = 0; i < 20; i++)
            assert_int_equal(fw_map_set_rect(world.map, (int32_t)random_below(&random, 110),
                                             (int32_t)random_below(&random, 80), 4, 3,
                                             (uint8_t)random_below(&random, 8)),
                             FW_OK);
        assert_int_equal(fw_map_commit(world.map), FW_OK);
        assert_that_all_threads_agree(&world);
    }
    query_world_destroy(&world);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(eight_planners_on_one_map_answer_as_one_alone),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
