// Eight planners search one map at once, each on a thread of its own. Between commits nothing is written that another
// reads: the thread sanitizer watches, and every thread gets the answers that one alone gets.
#include <pthread.h>

#include "common/answer_hash.h"
#include "common/drawing.h"
#include "common/queries.h"
#include "common/rationed.h"
#include "common/unit.h"
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
        self->answers[n] = query_answer(planner, self->world, n, n % 3 * 20, path, FNV_OF_NOTHING);
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

TEST(eight_planners_on_one_map_answer_as_one_alone)
{
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

/// A random map whose memory comes from hooks that are not for threads: they count without a lock.
static fw_map *map_on_ration(ration *from, random_source *random)
{
    const fw_allocator hooks = rationed(from);
    fw_map *drawn = map_at_random(random, 120, 90, 20, 7), *map = NULL;
    fw_map_def def = fw_default_map_def();
    def.width = fw_map_width(drawn);
    def.height = fw_map_height(drawn);
    def.allocator = &hooks;
    assert_int_equal(fw_map_create(&def, &map), FW_OK);
    for (int32_t i = 0; i < def.width * def.height; i++) {
        const int32_t x = i % def.width, y = i / def.width;
        assert_int_equal(fw_map_set_tile(map, x, y, fw_map_terrain(drawn, x, y)), FW_OK);
    }
    assert_int_equal(fw_map_commit(map), FW_OK);
    fw_map_destroy(drawn);
    return map;
}

TEST(planners_leave_the_memory_of_their_map_alone)
{
    random_source random = { 4 };
    ration from = { .left = UNRATIONED };
    query_world world = query_world_on(map_on_ration(&from, &random));
    const uint64_t calls = from.calls, held = from.held;
    assert_that_all_threads_agree(&world);
    assert_int_equal(from.calls, calls);
    assert_int_equal(from.held, held);
    query_world_destroy(&world);
    assert_int_equal(from.held, 0);
}
