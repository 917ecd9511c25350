// A snapshot that another thread takes while a commit begins holds its version: the commit changes another one.
#define _POSIX_C_SOURCE 199309L
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <time.h>

#include <cmocka.h>

#include "fairway/map.h"
#include "map/map_inside.h"

static fw_result committed;

static void *commit(void *map)
{
    committed = fw_map_commit(map);
    return NULL;
}

/// Waits until a commit hides the newest version and, most likely, stands still at the locked list of pins.
static void wait_for_commit(const fw_map *map)
{
    while (map_seen(map))
        continue;
    nanosleep(&(struct timespec){ .tv_nsec = 20000000 }, NULL);
}

/// The steps of fw_map_snapshot(), with the commit between the second and the third one.
static void a_snapshot_counts_if_a_commit_begins_before_it_is_complete(void **state)
{
    (void)state;
    fw_map_def def = fw_default_map_def();
    fw_map *map;
    pthread_t editor;
    map_pin pin;
    def.width = def.height = 64;
    assert_int_equal(fw_map_create(&def, &map), FW_OK);
    assert_int_equal(fw_map_set_tile(map, 3, 3, FW_BLOCKED), FW_OK);
    map_pins *pins = &map->editor->pins;
    map_pin_join(map, &pin);
    fw_map *snapshot = (fw_map *)map_pin_hold(&pin);
    const uint64_t version = fw_map_version(snapshot);
    assert_false(atomic_flag_test_and_set(&pins->lock));
    assert_int_equal(pthread_create(&editor, NULL, commit, map), 0);
    wait_for_commit(map);
    atomic_fetch_add(&snapshot->snapshots, 1);
    pins->first = NULL; // the only pin leaves
    atomic_flag_clear(&pins->lock);
    assert_int_equal(pthread_join(editor, NULL), 0);
    assert_int_equal(committed, FW_OK);
    assert_int_equal(fw_map_terrain(map, 3, 3), FW_BLOCKED);
    assert_int_equal(fw_map_version(map), version + 1);
    assert_int_equal(fw_map_terrain(snapshot, 3, 3), FW_GROUND);
    assert_int_equal(fw_map_version(snapshot), version);
    fw_map_release(snapshot);
    fw_map_destroy(map);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_snapshot_counts_if_a_commit_begins_before_it_is_complete),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
