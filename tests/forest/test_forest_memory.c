#include "base/random.h"
#include "common/drawing.h"
#include "common/rationed.h"
#include "common/unit.h"
#include "fairway/fairway.h"

enum { TREES = 150, SIDE = 12, QUERIES = 40 };

/// A forest with a planner whose memory is counted.
typedef struct wood {
    ration memory;
    fw_allocator hooks;
    fw_forest *forest;
    fw_forest_planner *planner;
    fw_path *path;
} wood;

static fw_tree draw_tree(random_source *from)
{
    return (fw_tree){ random_within(from, 0, SIDE), random_within(from, 0, SIDE),
                      random_within(from, 0.1, 0.4) };
}

/// Asks for a path from side to side.
static fw_result find(const wood *wood, random_source *from)
{
    fw_forest_request ask = fw_default_forest_request();
    ask.start_x = -1;
    ask.start_y = random_within(from, 0, SIDE);
    ask.goal_x = SIDE + 1;
    ask.goal_y = random_within(from, 0, SIDE);
    return fw_forest_find_path(wood->planner, &ask, wood->path);
}

/// Asks for a path on the map; a start or goal that is blocked counts as an answer.
static fw_result find_inside(const wood *wood)
{
    fw_forest_request ask = fw_default_forest_request();
    ask.start_x = ask.start_y = 0.2;
    ask.goal_x = ask.goal_y = SIDE - 0.2;
    const fw_result found = fw_forest_find_path(wood->planner, &ask, wood->path);
    return found == FW_START_BLOCKED || found == FW_GOAL_BLOCKED || found == FW_UNREACHABLE ? FW_OK : found;
}

TEST(warm_queries_allocate_nothing)
{
    wood wood = { .memory = { .left = UNRATIONED } };
    random_source from = { 3 };
    wood.hooks = rationed(&wood.memory);
    assert_int_equal(fw_forest_create(&wood.hooks, &wood.forest), FW_OK);
    for (int i = 0; i < TREES; i++)
        assert_int_equal(fw_forest_add(wood.forest, draw_tree(&from), NULL), FW_OK);
    assert_int_equal(fw_forest_planner_create(wood.forest, &wood.hooks, &wood.planner), FW_OK);
    assert_int_equal(fw_path_create(&wood.hooks, &wood.path), FW_OK);
    uint64_t calls = 0;
    for (int round = 0; round < 2; round++) {
        calls = wood.memory.calls;
        random_source again = { 9 };
        for (int i = 0; i < QUERIES; i++)
            assert_int_equal(find(&wood, &again), FW_OK);
    }
    assert_true(wood.memory.calls == calls);
    fw_path_destroy(wood.path);
    fw_forest_planner_destroy(wood.planner);
    fw_forest_destroy(wood.forest);
    assert_true(wood.memory.held == 0 && wood.memory.bytes == 0);
}

/// Makes a call again with memory if there was none; it must succeed then.
#define INSIST(wood, call)                                                                                   \
    do {                                                                                                     \
        fw_result result = (call);                                                                           \
        if (result == FW_NO_MEMORY) {                                                                        \
            (wood)->memory.left = UNRATIONED;                                                                \
            result = (call);                                                                                 \
        }                                                                                                    \
        assert_int_equal(result, FW_OK);                                                                     \
    } while (0)

/// Keeps a search, and later a snapshot, under way while trees are added.
static void hold_versions(wood *wood, int tree)
{
    static const fw_forest *snapshot;
    fw_forest_request ask = fw_default_forest_request();
    ask.start_x = ask.start_y = -1;
    ask.goal_x = ask.goal_y = SIDE + 1;
    if (tree == 40)
        INSIST(wood, fw_forest_search_begin(wood->planner, &ask));
    if (tree == 41) {
        const fw_result ended = fw_forest_search_step(wood->planner, 0, wood->path);
        const bool was_scarce =
            ended == FW_STALE || ended == FW_NO_MEMORY; // no memory to copy the version, or to go on
        assert_true(was_scarce || ended == FW_OK);
    }
    if (tree == 45 && !(snapshot = fw_forest_snapshot(wood->forest))) {
        wood->memory.left = UNRATIONED;
        snapshot = fw_forest_snapshot(wood->forest);
        assert_non_null(snapshot);
    }
    if (tree == 47) {
        assert_int_equal(fw_forest_count(snapshot), 45);
        fw_forest_release(snapshot);
    }
}

/// Grows, edits and searches a forest; returns the sum of the lengths of all paths.
static double tell_story(wood *wood)
{
    random_source from = { 17 };
    fw_tree_id ids[TREES];
    const char *const yard[] = { "............", "....##...#..", "....##..##..", "............",
                                 "..#.....#...", "..##....#...", "............", "....####....",
                                 "............", "..##...#....", "..#....#....", "............" };
    fw_map *map = DRAWN(yard);
    double sum = 0;
    wood->hooks = rationed(&wood->memory);
    INSIST(wood, fw_forest_create(&wood->hooks, &wood->forest));
    INSIST(wood, fw_forest_planner_create(wood->forest, &wood->hooks, &wood->planner));
    INSIST(wood, fw_path_create(&wood->hooks, &wood->path));
    for (int i = 0; i < TREES; i++) {
        const fw_tree tree = draw_tree(&from);
        INSIST(wood, fw_forest_add(wood->forest, tree, &ids[i]));
        const fw_tree moved = draw_tree(&from);
        if (i % 5 == 4)
            INSIST(wood, fw_forest_move(wood->forest, ids[i - 1], moved));
        hold_versions(wood, i);
        if (i == 60)
            INSIST(wood, fw_forest_set_map(wood->forest, map, 1u << FW_GROUND));
        if (i == 100)
            INSIST(wood, fw_forest_set_map(wood->forest, NULL, 0));
        if (i % 25 != 24)
            continue;
        const random_source before = from;
        if (i > 60 && i < 100) {
            INSIST(wood, find_inside(wood));
            sum += fw_path_length(wood->path);
            continue;
        }
        INSIST(wood, (from = before, find(wood, &from)));
        sum += fw_path_length(wood->path);
        assert_int_equal(fw_forest_remove(wood->forest, ids[i - 3]), FW_OK);
    }
    fw_path_destroy(wood->path);
    fw_forest_planner_destroy(wood->planner);
    fw_forest_destroy(wood->forest);
    assert_true(wood->memory.held == 0 && wood->memory.bytes == 0);
    fw_map_destroy(map);
    return sum;
}

TEST(wherever_memory_ends_nothing_is_lost_and_the_next_try_succeeds)
{
    wood plenty = { .memory = { .left = UNRATIONED } };
    const double sum = tell_story(&plenty);
    for (uint64_t calls = 0; calls < plenty.memory.calls; calls++) {
        wood scarce = { .memory = { .left = calls, .once = true } };
        assert_true(tell_story(&scarce) == sum);
    }
}

TEST(memory_follows_the_trees_that_were_looked_at)
{
    wood wood = { .memory = { .left = UNRATIONED } };
    random_source from = { 5 };
    fw_statistics few, many;
    assert_int_equal(fw_forest_create(NULL, &wood.forest), FW_OK);
    for (int i = 0; i < 20000; i++)
        assert_int_equal(
            fw_forest_add(wood.forest,
                          (fw_tree){ random_within(&from, 0, 140), random_within(&from, 0, 140), 0.3 }, NULL),
            FW_OK);
    assert_int_equal(fw_forest_planner_create(wood.forest, NULL, &wood.planner), FW_OK);
    assert_int_equal(fw_path_create(NULL, &wood.path), FW_OK);
    fw_forest_request ask = fw_default_forest_request();
    ask.start_x = ask.start_y = -1;
    ask.goal_x = ask.goal_y = 8.03;
    assert_int_equal(fw_forest_find_path(wood.planner, &ask, wood.path), FW_OK);
    assert_int_equal(fw_forest_planner_statistics(wood.planner, &few), FW_OK);
    ask.goal_x = ask.goal_y = 141;
    assert_int_equal(fw_forest_find_path(wood.planner, &ask, wood.path), FW_OK);
    assert_int_equal(fw_forest_planner_statistics(wood.planner, &many), FW_OK);
    assert_true(few.bytes < 20000 * 64 + (1 << 19));
    assert_true(many.bytes > few.bytes);
    fw_path_destroy(wood.path);
    fw_forest_planner_destroy(wood.planner);
    fw_forest_destroy(wood.forest);
}
