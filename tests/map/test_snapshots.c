#define _POSIX_C_SOURCE 199309L
#include <pthread.h>
#include <stdlib.h>
#include <time.h>

#include "common/drawing.h"
#include "common/new.h"
#include "common/rounds.h"
#include "common/unit.h"
#include "fairway/fairway.h"
#include "map/editor.h"
#include "map/map.h"

static fw_snapshot *take(const fw_map *map)
{
    fw_snapshot *snapshot = NULL;
    assert_int_equal(fw_snapshot_take(map, &snapshot), FW_OK);
    assert_non_null(snapshot);
    return snapshot;
}

static void set_and_commit(fw_map *map, int32_t x, int32_t y, uint8_t terrain)
{
    assert_int_equal(fw_map_set_tile(map, x, y, terrain), FW_OK);
    assert_int_equal(fw_map_commit(map), FW_OK);
}

TEST(a_snapshot_stays_as_it_is_while_the_map_is_edited)
{
    fw_map *map = open_map(70, 66);
    const fw_unit_id unit = add_unit(map, unit_of_size(1));
    fw_snapshot *snapshot = take(map);
    const fw_map *old = fw_snapshot_map(snapshot);
    const uint64_t version = fw_map_version(map);
    for (int32_t y = 0; y < 66; y++)
        assert_int_equal(fw_map_set_tile(map, 35, y, FW_BLOCKED), FW_OK);
    assert_int_equal(fw_map_commit(map), FW_OK);
    assert_int_equal(fw_map_version(map), version + 1);
    assert_int_equal(fw_map_version(old), version);
    assert_int_equal(fw_map_terrain(map, 35, 0), FW_BLOCKED);
    assert_int_equal(fw_map_terrain(old, 35, 0), FW_GROUND);
    assert_false(fw_map_connected(map, unit, 0, 0, 69, 0));
    assert_true(fw_map_connected(old, unit, 0, 0, 69, 0));
    assert_int_equal(fw_map_width(old), 70);
    assert_int_equal(fw_map_height(old), 66);
    fw_snapshot *same = take(old); // of the same version
    assert_ptr_not_equal(same, snapshot);
    assert_int_equal(fw_snapshot_release(snapshot), FW_OK);
    set_and_commit(map, 1, 1, FW_BLOCKED);
    assert_int_equal(fw_map_version(fw_snapshot_map(same)), version);
    assert_int_equal(fw_map_terrain(fw_snapshot_map(same), 35, 0), FW_GROUND);
    assert_int_equal(fw_snapshot_release(same), FW_OK);
    fw_map_destroy(map);
}

static fw_result path_on(const fw_map *map, fw_unit_id unit, fw_path *path)
{
    fw_request ask = fw_default_request();
    ask.unit = unit;
    ask.start = fw_pose_on_tile(1, 1, 2);
    ask.goal = fw_goal_on_tile(60, 30, 2);
    fw_planner *planner = new_planner(map);
    const fw_result result = fw_find_path(planner, &ask, path);
    fw_planner_destroy(planner);
    return result;
}

/// Removing the unit, and adding others in its place, changes nothing in a version that is held.
TEST(a_removed_unit_lives_on_in_the_versions_that_are_held)
{
    fw_map *map = open_map(100, 66);
    fw_unit_def def = unit_of_size(2), held;
    def.methods = FW_METHOD_BIT(FW_AUTO) | FW_METHOD_BIT(FW_HIERARCHY);
    const fw_unit_id unit = add_unit(map, def);
    fw_path *path = new_path();
    for (int round = 0; round < 3; round++) {
        fw_snapshot *snapshot = take(map);
        const fw_map *old = fw_snapshot_map(snapshot);
        const fw_unit_id gone = round == 0 ? unit : add_unit(map, def);
        fw_snapshot *with_it = take(map);
        assert_int_equal(fw_map_remove_unit(map, gone), FW_OK);
        assert_int_equal(fw_map_remove_unit(map, gone), FW_UNKNOWN_UNIT);
        const fw_unit_id other = add_unit(map, unit_of_size(1));
        set_and_commit(map, 50, 10 + round, FW_BLOCKED);
        assert_int_equal(fw_map_unit(map, gone, &held), FW_UNKNOWN_UNIT);
        assert_false(fw_map_fits(map, gone, 3, 3));
        assert_int_equal(path_on(map, gone, path), FW_UNKNOWN_UNIT);

        const fw_map *kept = fw_snapshot_map(with_it);
        assert_int_equal(fw_map_unit(kept, gone, &held), FW_OK);
        assert_int_equal(held.size, 2);
        assert_true(fw_map_fits(kept, gone, 3, 3));
        assert_int_not_equal(fw_map_region(kept, gone, 3, 3), 0);
        assert_true(fw_map_connected(kept, gone, 3, 3, 90, 60));
        assert_int_equal(path_on(kept, gone, path), FW_OK);
        fw_check_report report;
        assert_int_equal(fw_path_check(kept, gone, path, NULL, &report), FW_OK);
        assert_true(report.legal);
        assert_int_equal(fw_map_unit(kept, other, &held), FW_UNKNOWN_UNIT);
        assert_int_equal(fw_map_unit(old, gone, &held), round == 0 ? FW_OK : FW_UNKNOWN_UNIT);
        assert_int_equal(fw_snapshot_release(snapshot), FW_OK);
        assert_int_equal(fw_map_remove_unit(map, other), FW_OK);
        assert_int_equal(fw_snapshot_release(with_it), FW_OK);
    }
    set_and_commit(map, 1, 40, FW_BLOCKED);
    fw_path_destroy(path);
    fw_map_destroy(map);
}

TEST(the_map_of_a_snapshot_cannot_be_changed)
{
    fw_map *map = open_map(64, 64);
    const fw_unit_id unit = add_unit(map, unit_of_size(1));
    fw_snapshot *snapshot = take(map);
    fw_map *old = (fw_map *)fw_snapshot_map(snapshot); // as a language without const has it
    const uint8_t terrain = FW_BLOCKED;
    const fw_unit_def def = unit_of_size(2);
    fw_unit_id id = 77;
    for (int released = 0; released < 2; released++) {
        assert_int_equal(fw_map_set_tile(old, 3, 3, FW_BLOCKED), FW_READ_ONLY);
        assert_int_equal(fw_map_set_rect(old, 3, 3, 2, 2, FW_BLOCKED), FW_READ_ONLY);
        assert_int_equal(fw_map_set_tiles(old, 3, 3, 1, 1, &terrain, 1), FW_READ_ONLY);
        assert_int_equal(fw_map_set_terrain_name(old, 3, "lava"), FW_READ_ONLY);
        assert_int_equal(fw_map_commit(old), FW_READ_ONLY);
        assert_int_equal(fw_map_add_unit(old, &def, &id), FW_READ_ONLY);
        assert_int_equal(id, 77);
        assert_int_equal(fw_map_remove_unit(old, unit), FW_READ_ONLY);
        assert_int_equal(fw_map_prepare(old, unit, FW_HIERARCHY), FW_READ_ONLY);
        assert_int_equal(fw_map_prepare_step(old, unit, FW_HIERARCHY, 0), FW_READ_ONLY);
        fw_map_discard(old);
        fw_map_destroy(old);
        if (released == 0) {
            assert_int_equal(fw_map_terrain(old, 3, 3), FW_GROUND);
            assert_int_equal(fw_snapshot_release(snapshot), FW_OK);
        }
    }
    set_and_commit(map, 3, 3, FW_BLOCKED);
    assert_int_equal(fw_map_version(map), 2);
    fw_map_destroy(map);
}

TEST(a_snapshot_is_released_once)
{
    fw_map *map = open_map(64, 64);
    const fw_unit_id unit = add_unit(map, unit_of_size(1));
    fw_snapshot *first = take(map);
    assert_int_equal(fw_snapshot_release(first), FW_OK);
    assert_int_equal(fw_snapshot_release(first), FW_RELEASED);
    fw_snapshot *second = take(map);
    assert_int_equal(fw_snapshot_release(first), FW_RELEASED);
    for (int i = 0; i < FW_MAX_SNAPSHOTS - 2; i++) {
        assert_int_equal(fw_snapshot_release(take(map)), FW_OK);
        assert_int_equal(fw_snapshot_release(first), FW_RELEASED);
    }
    set_and_commit(map, 1, 1, FW_BLOCKED);
    assert_int_equal(fw_map_terrain(fw_snapshot_map(second), 1, 1), FW_GROUND);
    assert_int_equal(fw_snapshot_release(second), FW_OK);

    // What was released shows a map without tiles and units.
    const fw_map *nothing = fw_snapshot_map(second);
    fw_snapshot *none = NULL;
    fw_planner *planner = NULL;
    fw_unit_def def;
    fw_map_memory use;
    assert_int_equal(fw_snapshot_take(nothing, &none), FW_RELEASED);
    assert_null(none);
    assert_int_equal(fw_map_width(nothing), 0);
    assert_int_equal(fw_map_height(nothing), 0);
    assert_int_equal(fw_map_version(nothing), 0);
    assert_int_equal(fw_map_terrain(nothing, 0, 0), FW_BLOCKED);
    assert_int_equal(fw_map_clearance(nothing, UINT32_MAX, 0, 0), 0);
    assert_int_equal(fw_map_unit(nothing, unit, &def), FW_UNKNOWN_UNIT);
    assert_false(fw_map_fits(nothing, unit, 0, 0));
    assert_false(fw_map_connected(nothing, unit, 0, 0, 1, 0));
    assert_int_equal(fw_map_memory_use(nothing, &use), FW_OK);
    fw_path *path = new_path();
    assert_int_equal(path_on(nothing, unit, path), FW_UNKNOWN_UNIT);
    fw_path_destroy(path);
    assert_int_equal(fw_planner_create(nothing, NULL, &planner), FW_OK);
    set_and_commit(map, 2, 2, FW_BLOCKED); // while a planner is on it
    fw_planner_destroy(planner);
    fw_map_destroy(map);
}

TEST(as_many_snapshots_are_held_as_the_limit_says)
{
    fw_map *map = open_map(64, 64);
    static fw_snapshot *held[FW_MAX_SNAPSHOTS];
    for (int round = 0; round < 3; round++) {
        for (int i = 0; i < FW_MAX_SNAPSHOTS; i++)
            held[i] = take(map);
        fw_snapshot *more = NULL;
        assert_int_equal(fw_snapshot_take(map, &more), FW_TOO_MANY);
        assert_null(more);
        assert_null(fw_map_snapshot(map));
        for (int i = 0; i < FW_MAX_SNAPSHOTS; i++)
            assert_int_equal(fw_snapshot_release(held[round % 2 ? i : FW_MAX_SNAPSHOTS - 1 - i]), FW_OK);
    }
    assert_int_equal(fw_snapshot_take(NULL, held), FW_NULL_ARGUMENT);
    assert_int_equal(fw_snapshot_take(map, NULL), FW_NULL_ARGUMENT);
    assert_int_equal(fw_snapshot_release(NULL), FW_NULL_ARGUMENT);
    assert_null(fw_snapshot_map(NULL));
    fw_map_destroy(map);
}

TEST(the_calls_of_old_take_and_release_snapshots)
{
    fw_map *map = open_map(64, 64);
    const fw_map *first = fw_map_snapshot(map);
    fw_map_release(first);
    fw_map_release(first);
    fw_map_release(map); // which is no snapshot
    fw_map_release(NULL);
    assert_null(fw_map_snapshot(NULL));
    const fw_map *second = fw_map_snapshot(map), *third = fw_map_snapshot(second);
    fw_map_release(first);
    set_and_commit(map, 1, 1, FW_BLOCKED);
    assert_int_equal(fw_map_terrain(second, 1, 1), FW_GROUND);
    fw_map_release(second);
    set_and_commit(map, 2, 2, FW_BLOCKED);
    assert_int_equal(fw_map_terrain(third, 1, 1), FW_GROUND);
    fw_map_release(third);
    fw_map_destroy(map);
}

static fw_result committed;

static void *commit(void *map)
{
    committed = fw_map_commit(map);
    return NULL;
}

/// Waits until a commit hides the newest version and, most likely, stands still at the locked list of pins.
static void wait_for_commit(const fw_map *map)
{
    while (map_version_of(map))
        continue;
    nanosleep(&(struct timespec){ .tv_nsec = 20000000 }, NULL);
}

/// The steps of fw_snapshot_take(), with the commit between the second and the third one.
TEST(a_snapshot_counts_if_a_commit_begins_before_it_is_complete)
{
    fw_map *map = open_map(64, 64);
    pthread_t editor;
    map_pin pin;
    assert_int_equal(fw_map_set_tile(map, 3, 3, FW_BLOCKED), FW_OK);
    map_pins *pins = map->pins;
    map_pin_join(map, &pin);
    map_version *held = (map_version *)map_pin_hold(&pin);
    const uint64_t number = held->number;
    assert_false(atomic_flag_test_and_set(&pins->lock));
    assert_int_equal(pthread_create(&editor, NULL, commit, map), 0);
    wait_for_commit(map);
    atomic_fetch_add(&held->snapshots, 1);
    pins->first = NULL; // the only pin leaves
    atomic_flag_clear(&pins->lock);
    assert_int_equal(pthread_join(editor, NULL), 0);
    assert_int_equal(committed, FW_OK);
    assert_int_equal(fw_map_terrain(map, 3, 3), FW_BLOCKED);
    assert_int_equal(fw_map_version(map), number + 1);
    assert_int_equal(map_terrain(held, 3, 3), FW_GROUND);
    assert_int_equal(held->number, number);
    atomic_fetch_sub(&held->snapshots, 1);
    fw_map_destroy(map);
}

enum { THREADS = 4 };

/// Takes a snapshot and lets other threads try to release it, too.
static void *take_and_release(void *context)
{
    const fw_map *map = context;
    for (int i = 0; i < rounds(2000); i++) {
        fw_snapshot *one = take(map), *other = take(fw_snapshot_map(one));
        assert_int_equal(fw_map_version(fw_snapshot_map(one)), fw_map_version(fw_snapshot_map(other)));
        assert_int_equal(fw_snapshot_release(one), FW_OK);
        assert_int_equal(fw_snapshot_release(other), FW_OK);
        assert_int_equal(fw_snapshot_release(other), FW_RELEASED);
    }
    return NULL;
}

TEST(threads_take_and_release_snapshots_while_the_map_is_edited)
{
    fw_map *map = open_map(64, 64);
    pthread_t threads[THREADS];
    for (int i = 0; i < THREADS; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, take_and_release, map), 0);
    for (int i = 0; i < rounds(500); i++)
        set_and_commit(map, i % 64, i / 64 % 64, i % 2 ? FW_BLOCKED : FW_SWAMP);
    for (int i = 0; i < THREADS; i++)
        assert_int_equal(pthread_join(threads[i], NULL), 0);
    fw_map_destroy(map);
}
