// An editor changes a map on one thread while planners on others search it. The thread sanitizer watches, and each
// answer is that on a fresh map of the version that it names.
#include <pthread.h>
#include <stdatomic.h>

#include "common/answer_hash.h"
#include "common/drawing.h"
#include "common/history.h"
#include "common/new.h"
#include "common/rounds.h"
#include "common/unit.h"

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

TEST(planners_search_while_the_map_is_edited)
{
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

/// Adds what a map or a snapshot answers about a unit at a tile.
static uint64_t hash_answers(uint64_t hash, const fw_map *map, fw_unit_id unit, int32_t x, int32_t y)
{
    int32_t nearest_x = -1, nearest_y = -1;
    fw_area_map *areas = NULL;
    fw_field *field = NULL;
    fw_request ask = fw_default_request();
    ask.unit = unit;
    ask.start = ask.goal.pose = fw_pose_on_tile(x, y, 1);
    hash = fnv_bits(hash, (uint64_t)fw_map_clearance(map, UINT32_MAX, x, y));
    fw_map_nearest(map, unit, fw_map_region(map, unit, x, y), 5.25, 7.5, &nearest_x, &nearest_y);
    hash = fnv_bits(fnv_bits(hash, (uint64_t)nearest_x), (uint64_t)nearest_y);
    hash = fnv_bits(hash, (uint64_t)fw_request_refusal(map, &ask).result);
    hash = fnv_bits(hash, (uint64_t)fw_request_ignored(map, &ask, NULL, 0));
    hash = fnv_bits(hash, (uint64_t)fw_map_prepare_refusal(map, unit, FW_JUMP_POINTS).result);
    hash = fnv_bits(hash, (uint64_t)fw_area_map_create(map, unit, NULL, &areas));
    hash = fnv_bits(hash, (uint64_t)fw_area_map_count(areas));
    hash = fnv_bits(hash, (uint64_t)fw_field_create(map, NULL, &field));
    hash = fnv_bits(hash, (uint64_t)fw_field_fill(field, unit, &(fw_anchor){ x, y }, 1, NULL));
    hash = fnv_double(hash, fw_field_cost(field, 40, 33));
    fw_area_map_destroy(areas);
    fw_field_destroy(field);
    return hash;
}

static uint64_t hash_all_answers(const fw_map *map, const fw_unit_id *units)
{
    uint64_t hash = FNV_OF_NOTHING;
    for (int i = 0; i < HISTORY_UNITS; i++) {
        hash = hash_answers(hash, map, units[i], 11 + 13 * i, 9 + 11 * i);
        for (int32_t y = 0; y < fw_map_height(map); y++)
            for (int32_t x = 0; x < fw_map_width(map); x++) {
                hash = fnv_bits(hash, fw_map_terrain(map, x, y));
                hash = fnv_bits(hash, fw_map_fits(map, units[i], x, y));
                hash = fnv_bits(hash, fw_map_connected(map, units[i], x, y, 40, 33));
            }
    }
    return hash;
}

enum { WATCHERS = 2, LOOKS = 6 };

typedef struct watcher {
    pthread_t thread;
    const history *history;
    atomic_int *running;
    uint64_t versions[LOOKS], hashes[LOOKS]; ///< [look]
    int unlisted; ///< tiles that differ from one look to the next and that no list of changes held
} watcher;

/// The number of tiles that differ between two snapshots and lie in no rectangle that the later one lists.
static int count_unlisted(const fw_map *before, const fw_map *after)
{
    fw_tile_rect rects[13]; // half of the blocks
    int32_t count = 0;
    int unlisted = 0;
    if (fw_map_changes_since(after, fw_map_version(before), rects, 13, &count) != FW_OK)
        return 1;
    for (int32_t y = 0; y < fw_map_height(after); y++)
        for (int32_t x = 0; x < fw_map_width(after); x++) {
            bool is_listed = fw_map_terrain(before, x, y) == fw_map_terrain(after, x, y);
            for (int32_t i = 0; i < count && !is_listed; i++)
                is_listed = x >= rects[i].x && x < rects[i].x + rects[i].width && y >= rects[i].y &&
                            y < rects[i].y + rects[i].height;
            unlisted += !is_listed;
        }
    return unlisted;
}

static void *watch(void *argument)
{
    watcher *self = argument;
    const fw_map *before = fw_map_snapshot(self->history->map);
    for (int look = 0; look < LOOKS; look++) {
        const fw_map *snapshot = fw_map_snapshot(self->history->map);
        self->versions[look] = fw_map_version(snapshot);
        self->hashes[look] = hash_all_answers(snapshot, self->history->units);
        self->unlisted += count_unlisted(before, snapshot);
        fw_map_release(before);
        before = snapshot;
    }
    fw_map_release(before);
    atomic_fetch_sub(self->running, 1);
    return NULL;
}

TEST(a_snapshot_answers_on_any_thread_as_a_fresh_map)
{
    static watcher watchers[WATCHERS];
    random_source source = { 41 };
    history *history = history_begin(&source, 80, 66, 4);
    atomic_int running = WATCHERS;
    for (int i = 0; i < WATCHERS; i++) {
        watchers[i] = (watcher){ .history = history, .running = &running };
        assert_int_equal(pthread_create(&watchers[i].thread, NULL, watch, &watchers[i]), 0);
    }
    edit(history, &running);
    for (int i = 0; i < WATCHERS; i++) {
        assert_int_equal(pthread_join(watchers[i].thread, NULL), 0);
        assert_int_equal(watchers[i].unlisted, 0);
        for (int look = 0; look < LOOKS; look++) {
            fw_unit_id units[HISTORY_UNITS];
            fw_map *fresh = history_map_of(history, watchers[i].versions[look], units);
            assert_true(hash_all_answers(fresh, units) == watchers[i].hashes[look]);
            fw_map_destroy(fresh);
        }
    }
    history_end(history);
}

/// A queue, and an editor that commits all the time.
typedef struct hurry {
    fw_map *map;
    atomic_bool is_over;
    fw_result result; ///< of the commits
    int wrong;        ///< sides that were asked for and were not those of the map
} hurry;

static void *edit_in_a_hurry(void *argument)
{
    hurry *self = argument;
    self->result = FW_OK;
    for (uint8_t terrain = FW_BLOCKED; !atomic_load(&self->is_over) && self->result == FW_OK;
         terrain ^= FW_BLOCKED ^ FW_GROUND) {
        fw_map_set_tile(self->map, 60, 60, terrain);
        self->result = fw_map_commit(self->map);
    }
    return NULL;
}

/// The map keeps no old version: each commit ends the search under way, even if it has just found its path. The queue
/// begins it again.
TEST(a_queue_answers_whatever_an_editor_does_meanwhile)
{
    hurry hurry = { .map = NULL };
    fw_map_def def = fw_default_map_def();
    pthread_t editor;
    def.width = def.height = 64;
    def.old_versions = 0;
    assert_int_equal(fw_map_create(&def, &hurry.map), FW_OK);
    fw_request ask = fw_default_request();
    ask.unit = add_unit(hurry.map, fw_default_unit_def());
    ask.start = (fw_pose){ 1.5, 1.5, 0 };
    ask.goal = fw_goal_at(2.5, 2.5);
    fw_planner *queue = new_planner(hurry.map);
    fw_path *path = new_path();
    assert_int_equal(pthread_create(&editor, NULL, edit_in_a_hurry, &hurry), 0);
    for (int i = 0, many = rounds(40000); i < many; i++) {
        fw_ticket ticket;
        assert_int_equal(fw_planner_enqueue(queue, &ask, 1, &ticket), FW_OK);
        while (fw_planner_run(queue, 1000, 0) == FW_PENDING)
            continue;
        assert_int_equal(fw_planner_collect(queue, ticket, path), FW_OK);
    }
    atomic_store(&hurry.is_over, true);
    assert_int_equal(pthread_join(editor, NULL), 0);
    assert_int_equal(hurry.result, FW_OK);
    fw_path_destroy(path);
    fw_planner_destroy(queue);
    fw_map_destroy(hurry.map);
}

/// Asks the map itself for its sides as long as it is edited.
static void *measure(void *argument)
{
    hurry *self = argument;
    while (!atomic_load(&self->is_over))
        self->wrong += fw_map_width(self->map) != 128 || fw_map_height(self->map) != 96;
    return NULL;
}

/// No reader holds the newest version, so that each commit works in place and takes it from those who look.
TEST(the_sides_of_a_map_are_known_on_any_thread_while_it_is_edited)
{
    hurry hurry = { .map = open_map(128, 96) };
    pthread_t looker;
    for (int32_t size = 1; size <= 4; size++)
        add_unit(hurry.map, unit_of_size(size)); // what a commit takes its time for
    assert_int_equal(pthread_create(&looker, NULL, measure, &hurry), 0);
    for (int i = 0, many = rounds(200); i < many; i++) {
        fw_map_set_rect(hurry.map, i % 64, i % 48, 60, 40, i % 3 ? FW_GROUND : FW_BLOCKED);
        assert_int_equal(fw_map_commit(hurry.map), FW_OK);
    }
    atomic_store(&hurry.is_over, true);
    assert_int_equal(pthread_join(looker, NULL), 0);
    assert_int_equal(hurry.wrong, 0);
    fw_map_destroy(hurry.map);
}
