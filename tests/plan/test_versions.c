// Searches go on while the map is edited: each answer is exact for the version that it names.
#include <stdlib.h>

#include "common/answer_hash.h"
#include "common/drawing.h"
#include "common/history.h"
#include "common/new.h"
#include "common/rationed.h"
#include "common/road.h"
#include "common/rounds.h"
#include "common/unit.h"

enum { WIDTH = 70, HEIGHT = 66 };

typedef struct running {
    fw_search *search;
    fw_request ask;
    uint64_t version; ///< of the map when it began
} running;

typedef struct stage {
    history *history;
    fw_planner *planner;
    fw_path *path;
} stage;

static stage begin_stage(uint64_t seed, int32_t old_versions)
{
    random_source source = { seed };
    stage made = { .history = history_begin(&source, WIDTH, HEIGHT, old_versions) };
    assert_int_equal(fw_planner_create(made.history->map, NULL, &made.planner), FW_OK);
    assert_int_equal(fw_path_create(NULL, &made.path), FW_OK);
    return made;
}

static void end_stage(stage *stage)
{
    fw_path_destroy(stage->path);
    fw_planner_destroy(stage->planner);
    history_end(stage->history);
}

/// Begins a random search that one step of one expansion does not end.
static running begin_search(stage *stage, random_source *source)
{
    for (;;) {
        running made = { .ask = history_request(stage->history, source),
                         .version = fw_map_version(stage->history->map) };
        assert_int_equal(fw_search_begin(stage->planner, &made.ask, &made.search), FW_OK);
        if (fw_search_step(made.search, 1) == FW_PENDING)
            return made;
        fw_search_end(made.search);
    }
}

/// Compares the answer of a search that has ended with that on a fresh map, and ends it.
static void assert_exact(stage *stage, running *running, fw_result result)
{
    fw_path_summary summary;
    if (result == FW_OK) {
        assert_int_equal(fw_search_best_so_far(running->search, stage->path), FW_OK);
        assert_int_equal(fw_path_summarise(stage->path, &summary), FW_OK);
        assert_true(summary.map_version == running->version);
    }
    assert_true(history_hash(result, stage->path) ==
                history_answer(stage->history, running->version, &running->ask));
    fw_search_end(running->search);
    running->search = NULL;
}

TEST(searches_under_edits_answer_for_the_version_that_they_began_with)
{
    enum { SEARCHES = 6, TICKS = 700 };
    stage stage = begin_stage(3, 8);
    random_source source = { 4 };
    running all[SEARCHES];
    fw_unit_id guest = 0;
    int answers = 0, old = 0;
    for (int i = 0; i < SEARCHES; i++)
        all[i] = begin_search(&stage, &source);
    for (int tick = 0; tick < TICKS; tick++) {
        assert_int_equal(history_edit(stage.history, &source), FW_OK);
        if (tick % 50 == 0 && guest) {
            assert_int_equal(fw_map_remove_unit(stage.history->map, guest), FW_OK);
            guest = 0;
        } else if (tick % 25 == 0) {
            guest = add_unit(stage.history->map, unit_of_size(3));
        }
        running *one = &all[random_below(&source, SEARCHES)];
        assert_int_equal(fw_search_best_so_far(one->search, stage.path) == FW_STALE, false);
        const fw_result step = fw_search_step(one->search, 1 + random_below(&source, 600));
        assert_true(step != FW_STALE);
        if (step == FW_PENDING)
            continue;
        old += one->version != fw_map_version(stage.history->map);
        answers++;
        assert_exact(&stage, one, step);
        *one = begin_search(&stage, &source);
    }
    assert_true(answers > 40);
    assert_true(old > 30);
    end_stage(&stage);
}

TEST(beyond_the_budget_the_oldest_search_alone_is_stale)
{
    stage stage = begin_stage(7, 2);
    random_source source = { 8 };
    running all[4];
    for (int i = 0; i < 4; i++) {
        all[i] = begin_search(&stage, &source);
        assert_int_equal(history_edit(stage.history, &source), FW_OK);
    }
    for (int i = 0; i < 2; i++) {
        assert_int_equal(fw_search_best_so_far(all[i].search, stage.path), FW_STALE);
        assert_int_equal(fw_search_step(all[i].search, 0), FW_STALE);
        fw_search_end(all[i].search);
    }
    for (int i = 2; i < 4; i++)
        assert_exact(&stage, &all[i], fw_search_step(all[i].search, 0));
    end_stage(&stage);
}

TEST(no_search_loses_a_version_that_a_snapshot_holds_anyway)
{
    stage stage = begin_stage(19, 0);
    random_source source = { 20 };
    const fw_map *snapshot = fw_map_snapshot(stage.history->map);
    running early = begin_search(&stage, &source);
    assert_int_equal(history_edit(stage.history, &source), FW_OK);
    running late = begin_search(&stage, &source);
    assert_int_equal(history_edit(stage.history, &source), FW_OK);
    assert_int_equal(fw_search_step(late.search, 0), FW_STALE);
    fw_search_end(late.search);
    assert_exact(&stage, &early, fw_search_step(early.search, 0));
    running last = begin_search(&stage, &source);
    fw_map_release(snapshot);
    assert_int_equal(history_edit(stage.history, &source), FW_OK);
    assert_int_equal(fw_search_step(last.search, 0), FW_STALE);
    fw_search_end(last.search);
    end_stage(&stage);
}

TEST(a_map_that_keeps_no_old_versions_ends_searches_at_a_commit)
{
    stage stage = begin_stage(9, 0);
    random_source source = { 10 };
    running one = begin_search(&stage, &source);
    running over = begin_search(&stage, &source);
    assert_true(fw_search_step(over.search, 0) != FW_PENDING);
    assert_int_equal(history_edit(stage.history, &source), FW_OK);
    assert_int_equal(fw_search_best_so_far(one.search, stage.path), FW_STALE);
    assert_int_equal(fw_search_step(one.search, 1), FW_STALE);
    assert_int_equal(fw_search_step(one.search, 1), FW_STALE);
    assert_true(fw_search_progress(one.search) == 1.0);
    fw_search_end(one.search);
    fw_search_end(over.search);
    fw_map_memory use;
    assert_int_equal(fw_map_memory_use(stage.history->map, &use), FW_OK);
    assert_int_equal(use.versions, 0);
    end_stage(&stage);
}

TEST(a_search_goes_on_with_its_unit_when_the_map_has_lost_it)
{
    stage stage = begin_stage(11, 8);
    random_source source = { 12 };
    running its = begin_search(&stage, &source);
    running other = begin_search(&stage, &source);
    while (other.ask.unit == its.ask.unit) {
        fw_search_end(other.search);
        other = begin_search(&stage, &source);
    }
    fw_unit_def def;
    assert_int_equal(history_edit(stage.history, &source), FW_OK);
    assert_int_equal(fw_map_unit(stage.history->map, its.ask.unit, &def), FW_OK);
    assert_int_equal(fw_map_remove_unit(stage.history->map, its.ask.unit), FW_OK);
    const fw_unit_id next = add_unit(stage.history->map, def);
    assert_true(next != its.ask.unit);
    assert_int_equal(history_edit(stage.history, &source), FW_OK);
    assert_exact(&stage, &its, fw_search_step(its.search, 0));
    assert_exact(&stage, &other, fw_search_step(other.search, 0));
    end_stage(&stage);
}

/// What a planner tells of its last search, by each method, must not be read from the unit, which is gone then.
TEST(statistics_of_a_search_stay_when_its_unit_is_gone)
{
    static const fw_method methods[] = { FW_ASTAR, FW_DIRECTIONAL, FW_HYBRID, FW_AUTO };
    enum { METHODS = sizeof methods / sizeof *methods };
    random_source source = { 31 };
    fw_map *map = map_at_random(&source, WIDTH, HEIGHT, 0, 1);
    fw_unit_def def = vehicle(fw_circle(0.4), 1, 3, FW_DIRECTIONAL);
    def.methods |= FW_METHOD_BIT(FW_GRID) | FW_METHOD_BIT(FW_HYBRID);
    const fw_unit_id unit = add_unit(map, def);
    fw_planner *planners[METHODS];
    fw_statistics before[METHODS], after;
    for (int i = 0; i < METHODS; i++) {
        fw_request ask = fw_default_request();
        ask.unit = unit;
        ask.method = methods[i];
        ask.allow_violations = true;
        ask.start = (fw_pose){ 10.5, 10.5, 0.1 };
        ask.goal =
            methods[i] == FW_ASTAR ? fw_goal_at(50.5, 40.5) : fw_goal_pose((fw_pose){ 50.5, 40.5, 0.2 });
        fw_path *path = new_path();
        assert_int_equal(fw_planner_create(map, NULL, &planners[i]), FW_OK);
        assert_int_equal(fw_find_path(planners[i], &ask, path), FW_OK);
        assert_int_equal(fw_planner_statistics(planners[i], &before[i]), FW_OK);
        fw_path_destroy(path);
    }
    assert_int_equal(fw_map_remove_unit(map, unit), FW_OK);
    assert_int_equal(fw_map_set_tile(map, 3, 3, FW_BLOCKED), FW_OK);
    assert_int_equal(fw_map_commit(map), FW_OK);
    for (int i = 0; i < METHODS; i++) {
        assert_int_equal(fw_planner_statistics(planners[i], &after), FW_OK);
        assert_true(after.expanded == before[i].expanded && after.work == before[i].work);
        assert_true(after.level == before[i].level && after.bytes == before[i].bytes);
        assert_float_equal(after.bound, before[i].bound, 0);
        fw_planner_destroy(planners[i]);
    }
    assert_float_equal(before[1].bound, 1, 0); // a single curve
    fw_map_destroy(map);
}

static size_t bytes_of(const fw_map *map)
{
    fw_map_memory use;
    assert_int_equal(fw_map_memory_use(map, &use), FW_OK);
    return use.map + use.layers + use.tables + use.scratch + use.versions;
}

TEST(a_reader_that_never_ends_holds_one_version_and_commits_without_readers_none)
{
    stage stage = begin_stage(13, 8);
    fw_map *map = stage.history->map;
    size_t bytes = 0;
    const fw_map *snapshot = NULL;
    for (int round = 0; round < 2; round++) {
        for (int i = 0; i < 4000; i++) {
            assert_int_equal(fw_map_set_tile(map, i % WIDTH, 3, i % 2 ? FW_GROUND : FW_BLOCKED), FW_OK);
            assert_int_equal(fw_map_commit(map), FW_OK);
            if (i == 100)
                bytes = bytes_of(map);
            assert_true(i < 100 || bytes_of(map) <= bytes + bytes / 8);
        }
        if (round == 0)
            snapshot = fw_map_snapshot(map);
    }
    fw_map_release(snapshot);
    end_stage(&stage);
}

enum { DOORS = 4, DOOR_ROW = 30, DOOR_SIDE = 64 };

/// A wall across a map, with doors that open and close together in one commit.
static void set_doors(fw_map *map, uint8_t terrain)
{
    for (int32_t door = 0; door < DOORS; door++)
        assert_int_equal(fw_map_set_tile(map, 7 + 16 * door, DOOR_ROW, terrain), FW_OK);
    assert_int_equal(fw_map_commit(map), FW_OK);
}

TEST(doors_that_toggle_as_a_group_leave_nothing_behind_after_100000_commits)
{
    fw_map *map = open_map(DOOR_SIDE, DOOR_SIDE);
    const fw_unit_id unit = add_unit(map, unit_of_size(1));
    assert_int_equal(fw_map_prepare(map, unit, FW_JUMP_POINTS), FW_OK);
    assert_int_equal(fw_map_set_rect(map, 0, DOOR_ROW, DOOR_SIDE, 1, FW_BLOCKED), FW_OK);
    set_doors(map, FW_BLOCKED);
    const uint64_t version = fw_map_version(map);
    size_t bytes = 0;
    const int commits = rounds(100000);
    for (int i = 0; i < commits; i++) {
        const bool opens = i % 2 == 0;
        set_doors(map, opens ? FW_GROUND : FW_BLOCKED);
        assert_true(fw_map_connected(map, unit, 3, 3, 60, 60) == opens);
        if (i < 4)
            bytes = bytes_of(map) > bytes ? bytes_of(map) : bytes;
        assert_true(bytes_of(map) <= bytes);
    }
    assert_true(fw_map_version(map) == version + (uint64_t)commits);
    fw_map_destroy(map);
}

TEST(a_snapshot_stays_as_it_was)
{
    stage stage = begin_stage(15, 4);
    random_source source = { 16 };
    fw_map *map = stage.history->map;
    fw_snapshot *held = NULL, *same = NULL;
    assert_int_equal(fw_snapshot_take(map, &held), FW_OK);
    const fw_map *snapshot = fw_snapshot_map(held);
    const uint64_t version = fw_map_version(map);
    const uint64_t before = hash_map(FNV_OF_NOTHING, map, stage.history->units, HISTORY_UNITS);
    fw_planner *planner = new_planner(snapshot);
    for (int i = 0; i < 60; i++)
        assert_int_equal(history_edit(stage.history, &source), FW_OK);
    assert_true(fw_map_version(snapshot) == version);
    assert_true(hash_map(FNV_OF_NOTHING, snapshot, stage.history->units, HISTORY_UNITS) == before);
    for (int i = 0; i < 10; i++) {
        const fw_request ask = history_request(stage.history, &source);
        const fw_result result = fw_find_path(planner, &ask, stage.path);
        assert_true(history_hash(result, stage.path) == history_answer(stage.history, version, &ask));
    }
    fw_planner_destroy(planner);
    assert_int_equal(fw_snapshot_take(snapshot, &same), FW_OK);
    assert_int_equal(fw_snapshot_release(held), FW_OK);
    assert_int_equal(history_edit(stage.history, &source), FW_OK);
    assert_true(hash_map(FNV_OF_NOTHING, fw_snapshot_map(same), stage.history->units, HISTORY_UNITS) ==
                before);
    assert_int_equal(fw_snapshot_release(same), FW_OK);
    end_stage(&stage);
}

TEST(a_commit_without_memory_changes_nothing_for_readers)
{
    bool is_done = false;
    for (uint64_t calls = 0; !is_done; calls += 1 + calls / 8) {
        ration left = { .left = UNRATIONED };
        const fw_allocator hooks = rationed(&left);
        random_source source = { 17 };
        fw_map_def def = fw_default_map_def();
        fw_map *map = NULL;
        fw_planner *planner = NULL;
        fw_search *search = NULL;
        fw_path *path = NULL, *alone = NULL;
        def.allocator = &hooks;
        assert_int_equal(fw_map_create(&def, &map), FW_OK);
        for (int i = 0; i < 400; i++)
            assert_int_equal(fw_map_set_tile(map, (int32_t)random_below(&source, 64),
                                             1 + (int32_t)random_below(&source, 62), FW_BLOCKED),
                             FW_OK);
        assert_int_equal(fw_map_commit(map), FW_OK);
        fw_request ask = fw_default_request();
        ask.unit = add_unit(map, unit_of_size(1));
        ask.start = fw_pose_on_tile(0, 0, 1);
        ask.goal = fw_goal_on_tile(63, 63, 1);
        ask.method = FW_ASTAR;
        assert_int_equal(fw_planner_create(map, NULL, &planner), FW_OK);
        assert_int_equal(fw_path_create(NULL, &path), FW_OK);
        assert_int_equal(fw_path_create(NULL, &alone), FW_OK);
        assert_int_equal(fw_find_path(planner, &ask, alone), FW_OK);
        assert_int_equal(fw_search_begin(planner, &ask, &search), FW_OK);
        assert_int_equal(fw_search_step(search, 20), FW_PENDING);
        const uint64_t version = fw_map_version(map);
        assert_int_equal(fw_map_set_rect(map, 0, 30, 64, 1, FW_BLOCKED), FW_OK);
        left.left = calls;
        const fw_result committed = fw_map_commit(map);
        is_done = committed == FW_OK;
        assert_true(is_done || committed == FW_NO_MEMORY);
        assert_true(fw_map_version(map) == version + is_done);
        left.left = UNRATIONED;
        assert_int_equal(fw_search_step(search, 0), FW_OK);
        assert_int_equal(fw_search_best_so_far(search, path), FW_OK);
        assert_true(fingerprint_path(0, path) == fingerprint_path(0, alone));
        fw_search_end(search);
        assert_int_equal(fw_map_commit(map), FW_OK);
        assert_int_equal(fw_find_path(planner, &ask, path), FW_UNREACHABLE);
        fw_path_destroy(path);
        fw_path_destroy(alone);
        fw_planner_destroy(planner);
        fw_map_destroy(map);
        assert_int_equal(left.held, 0);
    }
}
