// Many paths in one call are the paths of as many calls, however the work and the buffer are rationed.
#include <stdlib.h>
#include <string.h>

#include "common/drawing.h"
#include "common/new.h"
#include "common/rationed.h"
#include "common/unit.h"
#include "fairway/fairway.h"

enum { PATHS = 200, SIDE = 60, MOST_SEGMENTS = PATHS * SIDE };

typedef struct bundle {
    fw_map *map;
    fw_planner *planner;
    fw_request ask;
    fw_pose starts[PATHS], goals[PATHS];
    fw_result results[PATHS];
    int32_t offsets[PATHS + 1];
    double lengths[PATHS], costs[PATHS];
    fw_segment segments[MOST_SEGMENTS];
} bundle;

/// A map at random that keeps no old versions: a commit makes each search under way stale.
static fw_map *map_without_old_versions(random_source *random)
{
    fw_map *drawn = map_at_random(random, SIDE, SIDE, 20, 1), *map = NULL;
    fw_map_def def = fw_default_map_def();
    def.width = def.height = SIDE;
    def.old_versions = 0;
    assert_int_equal(fw_map_create(&def, &map), FW_OK);
    for (int32_t y = 0; y < SIDE; y++)
        for (int32_t x = 0; x < SIDE; x++)
            assert_int_equal(fw_map_set_tile(map, x, y, (uint8_t)fw_map_terrain(drawn, x, y)), FW_OK);
    assert_int_equal(fw_map_commit(map), FW_OK);
    fw_map_destroy(drawn);
    return map;
}

static bundle *begin(const fw_allocator *memory)
{
    bundle *made = calloc(1, sizeof *made);
    random_source random = { 12 };
    fw_planner_def def = fw_default_planner_def();
    assert_non_null(made);
    made->map = map_without_old_versions(&random);
    def.allocator = memory;
    assert_int_equal(fw_planner_create(made->map, &def, &made->planner), FW_OK);
    made->ask = fw_default_request();
    made->ask.unit = add_unit(made->map, unit_of_size(1));
    for (int i = 0; i < PATHS; i++) { // some off the map, many in walls
        made->starts[i] = (fw_pose){ random_within(&random, -1, SIDE), random_within(&random, 0, SIDE), 0 };
        made->goals[i] = (fw_pose){ random_within(&random, 0, SIDE), random_within(&random, 0, SIDE + 1), 0 };
    }
    return made;
}

static void end(bundle *bundle)
{
    fw_planner_destroy(bundle->planner);
    fw_map_destroy(bundle->map);
    free(bundle);
}

static fw_batch batch_of(bundle *bundle, int32_t capacity)
{
    return (fw_batch){ .results = bundle->results,
                       .offsets = bundle->offsets,
                       .lengths = bundle->lengths,
                       .costs = bundle->costs,
                       .segments = bundle->segments,
                       .capacity = capacity };
}

static fw_result find(bundle *bundle, uint64_t work, fw_batch *batch)
{
    return fw_find_paths(bundle->planner, &bundle->ask, bundle->starts, bundle->goals, PATHS, work, batch);
}

/// Compares the answers with those of single calls.
static void assert_all_as_single(bundle *bundle)
{
    fw_path *path = new_path();
    int32_t found = 0;
    for (int i = 0; i < PATHS; i++) {
        fw_request ask = bundle->ask;
        fw_path_summary summary = { 0 };
        int32_t count = 0;
        ask.start = bundle->starts[i];
        ask.goal.pose = bundle->goals[i];
        const fw_result result = fw_find_path(bundle->planner, &ask, path);
        assert_int_equal(bundle->results[i], result);
        if (result == FW_OK) {
            const fw_segment *segments = fw_path_segments(path, &count);
            assert_int_equal(fw_path_summarise(path, &summary), FW_OK);
            for (int j = 0; j < count; j++) {
                const fw_segment *other = &bundle->segments[bundle->offsets[i] + j];
                assert_true(segments[j].start.x == other->start.x && segments[j].start.y == other->start.y &&
                            segments[j].length == other->length && segments[j].gear == other->gear);
            }
            found++;
        }
        assert_int_equal(bundle->offsets[i + 1] - bundle->offsets[i], count);
        assert_true(bundle->lengths[i] == summary.length && bundle->costs[i] == summary.cost);
    }
    assert_in_range(found, PATHS / 10, PATHS - 1);
    fw_path_destroy(path);
}

TEST(many_paths_are_those_of_single_calls)
{
    bundle *bundle = begin(NULL);
    fw_batch batch = batch_of(bundle, MOST_SEGMENTS);
    assert_int_equal(find(bundle, 0, &batch), FW_OK);
    assert_int_equal(batch.done, PATHS);
    assert_all_as_single(bundle);
    end(bundle);
}

TEST(they_come_in_steps_and_wait_for_room)
{
    bundle *bundle = begin(NULL);
    fw_batch batch = batch_of(bundle, 0);
    int pauses = 0, floods = 0;
    fw_result result;
    while ((result = find(bundle, 100, &batch)) != FW_OK) {
        if (result == FW_BUFFER_TOO_SMALL) {
            batch.capacity += 7;
            floods++;
            continue;
        }
        assert_int_equal(result, FW_PENDING);
        pauses++;
    }
    assert_true(pauses > 5 && floods > 5);
    assert_true(batch.capacity - bundle->offsets[PATHS] < 7);
    assert_all_as_single(bundle);
    end(bundle);
}

/// Brings the batch to its end in calls of little work, and counts those that end amid a path.
static int find_in_steps(bundle *bundle, uint64_t work, fw_batch *batch)
{
    int paused = 0;
    fw_result result;
    while ((result = find(bundle, work, batch)) != FW_OK) {
        assert_int_equal(result, FW_PENDING);
        paused += batch->search != NULL;
    }
    assert_null(batch->search);
    return paused;
}

TEST(work_runs_out_amid_a_path_and_the_next_call_goes_on)
{
    bundle *bundle = begin(NULL);
    fw_batch batch = batch_of(bundle, MOST_SEGMENTS);
    bundle->ask.method = FW_ASTAR;
    // One unit of work a call: A* on the grid exceeds it by one node at most, so a long path takes many calls.
    assert_true(find_in_steps(bundle, 1, &batch) > 10 * PATHS);
    assert_all_as_single(bundle);
    end(bundle);
}

TEST(other_queries_and_commits_between_two_calls_change_no_answer)
{
    bundle *bundle = begin(NULL);
    fw_batch batch = batch_of(bundle, MOST_SEGMENTS);
    fw_path *path = new_path();
    bundle->ask.method = FW_ASTAR;
    int edits = 0;
    uint64_t work = 20; // grows: a search that begins again in each call must end in one
    fw_result result;
    while ((result = find(bundle, work, &batch)) == FW_PENDING) {
        fw_request other = bundle->ask;
        other.start = bundle->starts[7];
        other.goal.pose = bundle->goals[7];
        fw_find_path(bundle->planner, &other, path);
        const uint8_t terrain = (uint8_t)fw_map_terrain(bundle->map, 0, 0);
        for (int i = 0; i < 2; i++) { // an edit and its opposite: a search under way becomes stale
            assert_int_equal(fw_map_set_tile(bundle->map, 0, 0, i ? terrain : (uint8_t)FW_SAND), FW_OK);
            assert_int_equal(fw_map_commit(bundle->map), FW_OK);
        }
        edits++;
        work += batch.search ? 20 : 0;
    }
    assert_int_equal(result, FW_OK);
    assert_true(edits > PATHS / 10);
    assert_all_as_single(bundle);
    fw_path_destroy(path);
    end(bundle);
}

TEST(a_batch_that_is_left_amid_a_path_leaves_nothing_behind)
{
    ration ration = { .left = UNRATIONED };
    const fw_allocator memory = rationed(&ration);
    for (int frees = 0; frees < 2; frees++) { // the planner ends its searches, too
        bundle *bundle = begin(&memory);
        fw_batch batch = batch_of(bundle, MOST_SEGMENTS);
        bundle->ask.method = FW_ASTAR;
        while (!batch.search)
            assert_int_equal(find(bundle, 1, &batch), FW_PENDING);
        if (frees)
            fw_search_end(batch.search);
        end(bundle);
        assert_int_equal(ration.held, 0);
    }
}

TEST(segments_can_be_taken_out_on_the_way)
{
    enum { ROOM = SIDE };
    bundle *bundle = begin(NULL);
    fw_batch batch = batch_of(bundle, ROOM);
    int32_t taken = 0;
    fw_result result;
    while ((result = find(bundle, 0, &batch)) == FW_BUFFER_TOO_SMALL) {
        taken += bundle->offsets[batch.done];
        bundle->offsets[batch.done] = 0;
    }
    assert_int_equal(result, FW_OK);
    taken += bundle->offsets[PATHS];
    batch = batch_of(bundle, MOST_SEGMENTS);
    assert_int_equal(find(bundle, 0, &batch), FW_OK);
    assert_int_equal(bundle->offsets[PATHS], taken);
    end(bundle);
}

TEST(bad_batches_are_refused_and_nothing_changes)
{
    bundle *bundle = begin(NULL);
    fw_batch batch = batch_of(bundle, MOST_SEGMENTS), other = batch;
    assert_int_equal(find(bundle, 0, NULL), FW_NULL_ARGUMENT);
    other.results = NULL;
    assert_int_equal(find(bundle, 0, &other), FW_NULL_ARGUMENT);
    other = batch;
    other.segments = NULL;
    assert_int_equal(find(bundle, 0, &other), FW_NULL_ARGUMENT);
    other = batch;
    other.done = PATHS + 1;
    assert_int_equal(find(bundle, 0, &other), FW_BAD_SIZE);
    other = batch;
    other.capacity = -1;
    assert_int_equal(find(bundle, 0, &other), FW_BAD_SIZE);
    bundle->ask.goal = fw_goal_within(3, 3, 1);
    assert_int_equal(find(bundle, 0, &batch), FW_BAD_VALUE);
    bundle->ask = (fw_request){ 0 };
    assert_int_equal(find(bundle, 0, &batch), FW_BAD_DEF);
    assert_int_equal(batch.done, 0);
    bundle->ask = fw_default_request(); // without a unit: each answer says so
    assert_int_equal(find(bundle, 0, &batch), FW_OK);
    assert_int_equal(bundle->results[0], FW_UNKNOWN_UNIT);
    assert_int_equal(fw_find_paths(bundle->planner, &bundle->ask, NULL, NULL, 0, 0,
                                   &(fw_batch){ .results = bundle->results, .offsets = bundle->offsets }),
                     FW_OK);
    end(bundle);
}

TEST(without_memory_what_was_found_stays)
{
    ration ration = { .left = UNRATIONED };
    const fw_allocator memory = rationed(&ration);
    bundle *bundle = begin(&memory);
    fw_batch batch = batch_of(bundle, MOST_SEGMENTS);
    int failures = 0;
    fw_result result;
    ration.left = 0;
    while ((result = find(bundle, 0, &batch)) == FW_NO_MEMORY)
        ration.left = (uint64_t)++failures;
    assert_int_equal(result, FW_OK);
    assert_in_range(failures, 3, 1000);
    ration.left = UNRATIONED;
    assert_all_as_single(bundle);
    end(bundle);
    assert_int_equal(ration.held, 0);
}
