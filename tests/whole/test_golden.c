// The answers to 2,000 queries, to the last bit: the same from every compiler, at every level of optimisation, from one
// thread or eight, in one call or in slices. tests/golden.txt keeps them as one number for each map; a change that is
// meant to alter paths changes that file too.
#include <inttypes.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "common/answer_hash.h"
#include "common/drawing.h"
#include "common/queries.h"
#include "common/unit.h"
#include "fairway/fairway.h"
#include "io/map_file.h"

enum { QUERIES = 400, THREADS = 8 };

typedef struct golden_map {
    const char *name;
    const char *file; ///< null = made at random
    uint32_t blocked_percent;
    uint32_t terrains;
} golden_map;

static const golden_map maps[] = {
    { "castle", FAIRWAY_SOURCE_DIR "/demo/castle.map", 0, 0 },
    { "archipelago", FAIRWAY_SOURCE_DIR "/demo/archipelago.map", 0, 0 },
    { "open", NULL, 10, 1 },
    { "dense", NULL, 35, 1 },
    { "terrains", NULL, 8, 7 },
};

enum { MAPS = sizeof maps / sizeof *maps };

static query_world world_of(const golden_map *golden)
{
    fw_map *map = NULL;
    random_source random = { 2001 };
    io_fault fault;
    if (!golden->file)
        map = map_at_random(&random, 150, 110, golden->blocked_percent, golden->terrains);
    else if (!io_map_load(golden->file, NULL, &map, &fault))
        fail_msg("%s", fault.text);
    return query_world_on(map);
}

/// One of several threads that share the queries of a map among them.
typedef struct share {
    pthread_t thread;
    const query_world *world;
    int first, every;
    uint64_t slice;
    uint64_t *answers; ///< [query * QUERIES]
    fw_result result;
} share;

static void *answer_share(void *argument)
{
    share *mine = argument;
    fw_planner *planner = NULL;
    fw_path *path = NULL;
    mine->result = fw_planner_create(mine->world->map, NULL, &planner);
    if (mine->result == FW_OK)
        mine->result = fw_path_create(NULL, &path);
    for (int n = mine->first; n < QUERIES && mine->result == FW_OK; n += mine->every)
        mine->answers[n] = query_answer(planner, mine->world, (uint64_t)n, mine->slice, path, FNV_OF_NOTHING);
    fw_path_destroy(path);
    fw_planner_destroy(planner);
    return NULL;
}

static uint64_t hash_of_answers(const query_world *world, int threads, uint64_t slice)
{
    uint64_t answers[QUERIES] = { 0 };
    share shares[THREADS];
    for (int i = 0; i < threads; i++) {
        shares[i] =
            (share){ .world = world, .first = i, .every = threads, .slice = slice, .answers = answers };
        assert_int_equal(pthread_create(&shares[i].thread, NULL, answer_share, &shares[i]), 0);
    }
    uint64_t hash = FNV_OF_NOTHING;
    for (int i = 0; i < threads; i++) {
        assert_int_equal(pthread_join(shares[i].thread, NULL), 0);
        assert_int_equal(shares[i].result, FW_OK);
    }
    for (int n = 0; n < QUERIES; n++)
        hash = fnv_bits(hash, answers[n]);
    return hash;
}

/// The number kept for a map, or 0.
static uint64_t kept_number(const char *name)
{
    FILE *file = fopen(FAIRWAY_SOURCE_DIR "/tests/golden.txt", "r");
    assert_non_null(file);
    char line[128];
    char found[64];
    uint64_t number = 0;
    while (fgets(line, sizeof line, file))
        if (sscanf(line, "%63s %" SCNx64, found, &number) == 2 && strcmp(found, name) == 0)
            break;
        else
            number = 0;
    fclose(file);
    return number;
}

/// Compares the answers on all maps with the numbers that were kept.
static void assert_golden(int threads, uint64_t slice)
{
    int different = 0;
    for (int i = 0; i < MAPS; i++) {
        query_world world = world_of(&maps[i]);
        const uint64_t hash = hash_of_answers(&world, threads, slice);
        if (hash != kept_number(maps[i].name)) {
            print_error("tests/golden.txt has another number than: %s %016" PRIx64 "\n", maps[i].name, hash);
            different++;
        }
        query_world_destroy(&world);
    }
    assert_int_equal(different, 0);
}

TEST(answers_are_the_same_everywhere_to_the_last_bit)
{
    assert_golden(1, 0);
}

TEST(answers_do_not_depend_on_threads_or_slices)
{
    assert_golden(THREADS, 13);
}
